"""Flops that are solved up to the turn."""

import numpy as np
import pytest

from handsight import equity
from handsight.cards import CardSet
from handsight.kernels.solver.tables import AVERAGE, BEST, REACH
from handsight.odds import Spot
from handsight.ranges.combos import COMBO_COUNT, COMBOS, combo_number
from handsight.solver.betting import Betting
from handsight.solver.game import SolverGame
from handsight.solver.limited import (
    WAYS,
    LeafValues,
    LimitedLearner,
    flop_equity,
    limited_game,
    limited_tree,
)
from handsight.solver.tree import NOBODY

FLOP = CardSet("Qh7h2c")
BETS = Betting(100, 300, flop_bets="50%, a", flop_raises="a", raise_cap=1)
GROUPS = 3
RANGES = ["AhKh, QQ:0.5, 7d6d, 5s4s", "AA, KhQs, Jh9h:0.25, 7d6d"]


@pytest.fixture(scope="module")
def runouts():
    return flop_equity(FLOP)


def values_for(game: SolverGame, runouts, seed: int = 3) -> LeafValues:
    rng, tree = np.random.default_rng(seed), game.trees[0]
    leaves = [leaf for leaf in tree.leaves if tree.nodes[leaf].paid[0] < game.betting.stack]
    tables = [rng.normal(0.5, 0.5, (WAYS, WAYS, GROUPS, GROUPS)).astype("f4") for _ in leaves]
    turns = [card for card in range(52) if card not in {each.index for each in FLOP}]
    groups = rng.integers(0, GROUPS, (len(turns), COMBO_COUNT)).astype(np.int16)
    return LeafValues(tables, groups, turns, runouts)


@pytest.fixture(scope="module")
def solved(runouts):
    game = limited_game(Spot.parse(RANGES, FLOP), BETS)
    learner = LimitedLearner(game, values_for(game, runouts))
    rng = np.random.default_rng(5)
    learner.stores[0].averages[:] = rng.random(learner.stores[0].averages.size) / WAYS
    return learner


# --- all-in ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [("AhKh", "QsQd"), ("7d6d", "5h4h"), ("AsAd", "AcKc")])
def test_all_runouts_are_compared(runouts, hands):
    one, other = (combo_number(*(card.index for card in CardSet(hand))) for hand in hands)
    result = equity(list(hands), FLOP)
    [first, second] = result.players
    assert runouts[one, other] / 990 == pytest.approx(first.equity - second.equity)
    assert runouts[one, other] == -runouts[other, one]


def test_hands_that_cannot_be_dealt_together_are_not_compared(runouts):
    number = lambda text: combo_number(*(card.index for card in CardSet(text)))  # noqa: E731
    assert runouts[number("AhKh"), number("AhQs")] == 0
    assert not runouts[number("Qh2s")].any()
    assert not runouts[:, number("Qh2s")].any()


# --- one walk, by hand ----------------------------------------------------------------------------


def strategy(learner, number):
    """Return {combo: shares} at a node, from the numbers that the learner keeps."""
    node = learner.game.trees[0].nodes[number]
    shares = learner.shares(0, 0, number)
    combos = learner.game.combos_at(0, 0, node.player)
    return dict(zip(combos.tolist(), shares.tolist(), strict=True))


def naive_values(learner, values, player):
    """Return {combo: value at the root} of a player, from the rules in words alone."""
    game, tree = learner.game, learner.game.trees[0]
    pot, weights = game.betting.pot, game.weights
    hands = [np.flatnonzero(row).tolist() for row in weights]
    leaves = [leaf for leaf in tree.leaves if tree.nodes[leaf].paid[0] < game.betting.stack]
    choices = {
        (node.parent, node.player): n for n, node in enumerate(tree.nodes) if node.end == "choice"
    }
    other = 1 - player

    def apart(one, two):
        return not set(COMBOS[one]) & set(COMBOS[two])

    def met(hand, reach):
        return sum(reach[each] for each in hands[other] if apart(hand, each))

    def at(number, reach):
        node = tree.nodes[number]
        half = pot / 2 + min(node.paid)
        if node.end == "fold":
            sign = 1 if node.folded == other else -1
            return {hand: sign * half * met(hand, reach) for hand in hands[player]}
        if node.end == "deal" and number not in leaves:
            return {
                hand: half
                * sum(reach[each] * values.equity[hand, each] / 990 for each in hands[other])
                for hand in hands[player]
            }
        if node.end == "deal":
            return chosen(number, reach, half)
        shares = strategy(learner, number)
        if node.player == other:
            parts = [
                at(node.first + n, {each: reach[each] * shares[each][n] for each in hands[other]})
                for n in range(len(node.options))
            ]
            return {hand: sum(part[hand] for part in parts) for hand in hands[player]}
        parts = [at(node.first + n, reach) for n in range(len(node.options))]
        return {
            hand: sum(share * part[hand] for share, part in zip(shares[hand], parts, strict=True))
            for hand in hands[player]
        }

    def chosen(leaf, reach, half):
        """The mean over turns and the opponent's hands, times the weight that the hand can meet."""
        mine, theirs = (strategy(learner, choices[leaf, each]) for each in (player, other))
        table, found = values.tables[leaves.index(leaf)], {}
        for hand in hands[player]:
            total = weight = 0.0
            for row, turn in enumerate(values.turns):
                for each in hands[other]:
                    if turn in COMBOS[hand] or turn in COMBOS[each]:
                        continue
                    weight += reach[each]
                    own, faced = values.groups[row, hand], values.groups[row, each]
                    for way in range(WAYS):
                        for way_faced in range(WAYS):
                            if player == 1:
                                share = table[way, way_faced, own, faced]
                            else:
                                share = 1 - table[way_faced, way, faced, own]
                            chance = mine[hand][way] * theirs[each][way_faced]
                            total += reach[each] * chance * half * (2 * share - 1)
            found[hand] = total / weight * met(hand, reach)
        return found

    return at(0, {each: float(weights[other][each]) for each in hands[other]})


@pytest.mark.parametrize("player", [0, 1])
def test_the_values_are_those_of_the_rules(solved, runouts, player):
    expected = naive_values(solved, values_for(solved.game, runouts), player)
    found = solved.root_values(player, AVERAGE)
    combos = solved.game.combos_at(0, 0, player).tolist()
    assert found[: len(combos)] == pytest.approx([expected[each] for each in combos], abs=2e-3)
    assert not found[len(combos) :].any()


def test_neither_player_sees_the_others_choice(solved):
    tree, table = solved.game.trees[0], solved.game.forests[0].nodes
    choices = [n for n, node in enumerate(tree.nodes) if node.end == "choice"]
    leaves = [leaf for leaf in tree.leaves if tree.nodes[leaf].paid[0] < BETS.stack]
    assert len(choices) == 2 * len(leaves) > 0
    for number in choices:
        assert (table[number, REACH:] == table[tree.nodes[number].parent, REACH:]).all()


# --- learning -------------------------------------------------------------------------------------


def test_learning_leaves_little_to_win(runouts):
    game = limited_game(Spot.parse(RANGES, FLOP), BETS)
    learner = LimitedLearner(game, values_for(game, runouts))
    before = learner.exploitability()
    learner.learn(1_000)
    assert learner.steps == 1_000
    assert learner.exploitability() < 0.002 * before


def test_half_steps_of_both_players_are_a_step(runouts):
    learners = []
    for _ in range(2):
        game = limited_game(Spot.parse(RANGES, FLOP), BETS)
        learners.append(LimitedLearner(game, values_for(game, runouts)))
    one, other = learners
    one.learn(3)
    weights = other.game.root_weights()
    for _ in range(3):
        for player in range(2):
            other.learn_alone(player, weights[1 - player])
        other.steps += 1
    assert (one.stores[0].averages == other.stores[0].averages).all()


def test_a_better_way_is_taken(runouts):
    """If one way of player 1 always wins the pot, player 1 takes it, and wins the pot."""
    betting = Betting(100, 300, flop_bets="a", flop_raises="", raise_cap=0)
    game = limited_game(Spot.parse(["KK", "AA"], FLOP), betting)
    values = values_for(game, runouts)
    for table in values.tables:
        table[:] = 0
        table[2] = 1
    learner = LimitedLearner(game, values)
    learner.learn(200)
    tree = game.trees[0]
    for number, node in enumerate(tree.nodes):
        if node.end == "choice" and node.player == 1:
            assert learner.shares(0, 0, number)[:, 2].min() > 0.99
    assert learner.root_values(1, BEST).max() > 0


def test_a_leaf_with_all_chips_in_has_no_choice():
    tree = limited_tree(BETS)
    over = [leaf for leaf in tree.leaves if tree.nodes[leaf].paid[0] == BETS.stack]
    parents = {node.parent for node in tree.nodes if node.end == "choice"}
    assert over
    assert parents == set(tree.leaves) - set(over)
    assert all(tree.nodes[leaf].player == NOBODY for leaf in tree.leaves)
