"""Safe re-solving: what the opponent's hands may win of a subgame that was solved again."""

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.errors import OptionError
from handsight.kernels.solver.tables import BEST, COUNT, HANDS, PLAYER, ROW, STORED, WIDE
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.solver import Betting
from handsight.solver.gadget import Gadget, KnownOpponent
from handsight.solver.game import SolverGame
from handsight.solver.learning import Learner

BOARD = "2c2d2h3s3d"
POT = 100
OPPONENT, HERO = 0, 1


def learner_of(opponent: str, hero: str, board: str = BOARD, bets: str = "a") -> Learner:
    betting = Betting(POT, 100, bets, "a", add_allin=0, force_allin=0, merging=0)
    game = SolverGame.of(Spot.parse([opponent, hero], board), betting)
    game.prepare()
    return Learner(game)


def best_values(learner: Learner) -> NDArray[np.float64]:
    """Give what each hand of the opponent wins at best, times the weight that it meets."""
    return learner.root_values(OPPONENT, BEST)


def by_class(learner: Learner, values: NDArray[np.float64]) -> dict[str, float]:
    """Give the mean of each pair, in chips above half of the pot: each meets six kings."""
    combos = learner.game.combos_at(0, 0, OPPONENT)
    pairs = {"AA": Range("AA").weights > 0, "QQ": Range("QQ").weights > 0}
    return {
        name: float(values[: len(combos)][held[combos]].mean()) / 6 for name, held in pairs.items()
    }


# --- an opponent who knows, and a hero who does not -----------------------------------------------
#
# The opponent holds aces or queens against kings, and may bet the pot. Against as many queens as
# aces a hero calls half of the time, so that a bluff wins nothing. Before that the opponent may
# leave the game: then queens that can leave for nothing hardly come, and a hero who trusts in this
# folds all kings. Now any queens that do come win the pot by a bluff.

TRUNK = learner_of("AA, QQ", "KK")
TRUNK.learn(3000)
FEW_QUEENS = "AA, QQ:0.01"


def test_the_strategy_before_leaves_nothing_to_a_bluff() -> None:
    assert by_class(TRUNK, best_values(TRUNK))["QQ"] == pytest.approx(-POT / 2, abs=1)


def test_an_unsafe_solution_can_be_beaten_by_hands_that_seemed_rare() -> None:
    unsafe = learner_of(FEW_QUEENS, "KK")
    unsafe.learn(1000)
    before = by_class(TRUNK, best_values(TRUNK))
    after = by_class(unsafe, best_values(unsafe))
    assert after["QQ"] > before["QQ"] + 0.9 * POT
    # The opponent may leave with queens for what they had, and comes with either pair.
    won = [max(values["QQ"], before["QQ"]) + values["AA"] for values in (before, after)]
    assert won[1] > won[0] + 40  # so in the whole game the hero loses by it


def test_a_safe_solution_leaves_no_hand_more_than_before() -> None:
    safe = learner_of(FEW_QUEENS, "KK")
    stops = best_values(TRUNK)
    Gadget(safe, HERO, stops).learn(3000)
    before, after = by_class(TRUNK, stops), by_class(safe, best_values(safe))
    assert after["QQ"] <= before["QQ"] + 1
    assert after["AA"] <= before["AA"] + 1


@pytest.mark.parametrize("often", [0.01, 0.0001])
def test_a_hand_is_no_less_protected_if_the_range_hardly_has_it(often: float) -> None:
    """Some trust in a range without queens must not hand the pot to them."""
    safe = learner_of(f"AA, QQ:{often}", "KK")
    Gadget(safe, HERO, best_values(TRUNK), trust=0.1).learn(300)
    after = by_class(safe, best_values(safe))
    assert after["QQ"] <= by_class(TRUNK, best_values(TRUNK))["QQ"] + 1


def test_trust_of_one_is_the_plain_solution() -> None:
    trusting, plain = (learner_of(FEW_QUEENS, "KK") for _ in range(2))
    Gadget(trusting, HERO, best_values(TRUNK), trust=1).learn(50)
    plain.learn(50)
    assert trusting.steps == plain.steps
    for one, other in zip(trusting.stores, plain.stores, strict=True):
        assert (one.averages == other.averages).all()


@pytest.mark.parametrize("seed", range(3))
def test_no_hand_wins_more_than_from_any_strategy_before(seed: int) -> None:
    """Ranges of all sorts, and a strategy that learnt nothing but a few steps for other ranges."""
    draw = np.random.default_rng(seed)
    texts = ["22+, A2s+, KTs+, QJs, 87s, A8o+", "TT-66, A9s+, K9s+, QTs+, JTs, ATo+"]
    board = "Td9d6hQc3s"
    before = learner_of(*texts, board=board, bets="50%, a")
    before.learn(int(draw.integers(1, 6)))
    stops = best_values(before)
    whole = Range(texts[0]).weights
    weights = np.where(whole > 0, np.maximum(draw.random(len(whole)) ** 4, 0.02), 0)
    other = Range.from_whole((weights * 1000).astype(int).tolist(), 1000)
    betting = before.game.betting
    spot = Spot.parse([other, texts[1]], board)
    learners = []
    for _ in range(2):
        game = SolverGame.of(spot, betting)
        game.prepare()
        learners.append(Learner(game))
    safe, unsafe = learners
    Gadget(safe, HERO, stops).learn(600)
    unsafe.learn(600)
    met = float(safe.game.weights[HERO].sum())
    held = len(safe.game.combos_at(0, 0, OPPONENT))
    more, much_more = (((best_values(each) - stops)[:held] / met).max() for each in (safe, unsafe))
    assert more < 0.005 * POT
    assert much_more > more


# --- how the choice is learnt ---------------------------------------------------------------------


def test_the_choice_is_that_of_a_naive_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regret matching with the discounts of the solver, hand by hand in plain Python."""
    learner = learner_of("AA, QQ:0.3, 44", "KK, 55")
    hands = len(learner.game.combos_at(0, 0, OPPONENT))
    stops = np.linspace(-400, 300, hands)
    seen: list[tuple[int, list[float]]] = []
    real = learner.learn_alone

    def watched(player: int, weights: NDArray[np.float32]) -> NDArray[np.float32]:
        values = real(player, weights)
        seen.append((player, (weights if player == HERO else values).astype(float).tolist()))
        return values

    monkeypatch.setattr(learner, "learn_alone", watched)
    gadget = Gadget(learner, HERO, stops, trust=0.25)
    gadget.learn(40)
    weights = learner.game.root_weights()[OPPONENT].astype(float)
    for hand in range(hands):
        follow = stop = 0.0
        step = 0
        for player, numbers in seen:
            gain, loss = max(follow, 0.0), max(stop, 0.0)
            share = gain / (gain + loss) if gain + loss > 0 else 0.5
            if player == HERO:
                dealt = weights.sum() / hands  # any hand is as likely as any other
                assert numbers[hand] == pytest.approx(0.25 * weights[hand] + 0.75 * dealt * share)
                step += 1
                continue
            worth = share * numbers[hand] + (1 - share) * stops[hand]
            kept = [
                regret * (step**1.5 / (step**1.5 + 1) if regret > 0 else 0.5)
                for regret in (follow, stop)
            ]
            follow = kept[0] + numbers[hand] - worth
            stop = kept[1] + stops[hand] - worth


def test_a_share_outside_of_0_to_1_is_refused() -> None:
    with pytest.raises(OptionError, match="trust is 2; it must be a share from 0 to 1"):
        Gadget(TRUNK, HERO, np.zeros(12), trust=2)


# --- a known opponent -----------------------------------------------------------------------------
#
# Kings face a bet of the pot. A call costs 100 to win 200, so it pays if more than one bet in three
# is a bluff. The known opponent bets with all queens; the unknown one has aces, and hardly queens.


def always_bets(probability: float, learner: Learner) -> KnownOpponent:
    """Bet with every hand, and hold queens; the bet is the last option, which has the rest."""
    assert learner.game.trees[0].nodes[0].options[-1].kind == "all-in"
    shares = np.zeros_like(learner.stores[0].averages)
    queens = Range("QQ").weights[learner.game.combos_at(0, 0, OPPONENT)]
    return KnownOpponent(probability, queens.astype(float), [shares])


def stored(learner: Learner, node: int, beyond: int = 0) -> NDArray[np.float64]:
    """Return the strategy by the regrets at a node, or those behind them: [hands, actions]."""
    kind = learner.game.forests[0].nodes[node]
    table = learner.game.deals[0].table[0, kind[PLAYER]]
    width, count = int(table[WIDE]), int(kind[COUNT])
    start = beyond + int(table[STORED]) + int(kind[ROW]) * width
    rows = learner.stores[0].regrets[start : start + count * width].reshape(count, width)
    gains = np.maximum(rows[:, : table[HANDS]].T.astype(float), 0)
    total = gains.sum(1, keepdims=True)
    return np.where(total > 0, gains / np.where(total > 0, total, 1), 1 / count)


def acting(learner: Learner, player: int) -> list[int]:
    return [n for n, node in enumerate(learner.game.trees[0].nodes) if node.player == player]


@pytest.mark.parametrize("player", [OPPONENT, HERO])
def test_a_fixed_strategy_is_stored_with_all_its_actions(player: int) -> None:
    learner = learner_of("AA, QQ, 65s", "KK, 87s", bets="50%, 100%, a")
    learner.learn(30)
    before, size = learner.stores[0].regrets.copy(), learner.stores[0].regrets.size
    (deals,) = learner.fix(player, [store.averages for store in learner.stores])
    moved = deals.table[0, :, STORED] - learner.game.deals[0].table[0, :, STORED]
    assert moved.tolist() == [size * (each == player) for each in range(2)]
    assert (learner.stores[0].regrets[:size] == before).all()
    for node in acting(learner, player):
        fixed = stored(learner, node, beyond=size)
        assert fixed == pytest.approx(learner.shares(0, 0, node), abs=1e-6)
    assert {len(learner.game.trees[0].nodes[node].options) for node in acting(learner, player)} > {
        2
    }


@pytest.mark.parametrize("step", [0, 2, 20])
def test_two_walks_of_a_step_weigh_as_much_as_one_in_the_averages(step: int) -> None:
    """Half of a step's weight is that of the strategy before the first walk, half of the second."""
    learner = learner_of("AA, QQ, 65s", "KK, 87s", bets="50%, 100%, a")
    learner.learn(step)
    weights = learner.game.root_weights()[OPPONENT]
    fixed = learner.fix(OPPONENT, [store.averages for store in learner.stores])
    nodes = acting(learner, HERO)
    before = [learner.shares(0, 0, node) for node in nodes]
    first = [stored(learner, node) for node in nodes]
    learner.learn_alone(HERO, weights, walks=2)
    second = [stored(learner, node) for node in nodes]
    learner.learn_alone(HERO, weights, fixed)
    assert any(abs(one - two).max() > 0.01 for one, two in zip(first, second, strict=True))
    fresh = 6 / (max(step, 1) + 5)
    learner.steps += 1
    for node, old, one, two in zip(nodes, before, first, second, strict=True):
        expected = (1 - fresh) * old + fresh * (one + two) / 2
        assert learner.shares(0, 0, node) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(("probability", "calls"), [(0.2, False), (0.45, True), (1.0, True)])
def test_kings_call_if_bluffs_of_the_known_opponent_are_frequent_enough(
    probability: float, calls: bool
) -> None:
    learner = learner_of("AA, QQ:0.001", "KK")
    known = always_bets(probability, learner)
    Gadget(learner, HERO, np.zeros(12), trust=1, known=known).learn(2000)
    nodes = learner.game.trees[0].nodes
    (facing,) = [
        number
        for number, node in enumerate(nodes)
        if [option.kind for option in node.options] == ["fold", "call"] and node.player == HERO
    ]
    assert learner.shares(0, 0, facing)[:, 1] == pytest.approx(float(calls), abs=0.1)


def test_a_known_opponent_who_is_never_met_changes_nothing() -> None:
    """The strategies are the same to the byte: the known one is stored, but has no weight."""
    alone, beside = (learner_of(FEW_QUEENS, "KK") for _ in range(2))
    Gadget(alone, HERO, best_values(TRUNK)).learn(50)
    Gadget(beside, HERO, best_values(TRUNK), known=always_bets(0.0, beside)).learn(50)
    shares = [learner.shares(0, 0, 0).tobytes() for learner in (alone, beside)]
    assert shares[0] == shares[1]


def test_a_probability_above_1_is_refused() -> None:
    learner = learner_of(FEW_QUEENS, "KK")
    with pytest.raises(OptionError, match=r"probability is 1\.5; it must be a share from 0 to 1"):
        Gadget(learner, HERO, np.zeros(12), known=always_bets(1.5, learner))
