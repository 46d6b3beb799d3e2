"""Best responses to a frozen strategy: on Leduc against an exact one, in hold'em by the table."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint import Blueprint, HandBetting, Training, blueprint_of
from handsight.blueprint.best_response import (
    MOST_BOARDS,
    ResponseTraining,
    frozen_shares,
    legal_at,
    require_numbers,
    response_arrays,
    response_betting,
)
from handsight.blueprint.policy import MixedPolicy
from handsight.blueprint.response import ResponseGame
from handsight.blueprint.tree import BIG_BLIND, CALL, FOLD, RAISE, SHOWDOWN, HandTree
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, LegalActions, Rules
from handsight.kernels.blueprint.best_response import respond_boards
from handsight.ranges.combos import MASKS
from tests.unit.blueprint.test_response import Strategies, leduc_boards
from tests.unit.blueprint.test_training import leduc, value

COUNTS = (169, 200, 200, 200)


@pytest.fixture(scope="module")
def small() -> Blueprint:
    """Train a blueprint a little, so that it does everything with some hand."""
    betting = HandBetting(12, "75%, a / a", "50%, 100%, a / a", "50%, a / a", "60%, a / a")
    training = Training(betting, blueprint_of(100).buckets, seed=1, deals=2000)
    training.learn(1)
    return Blueprint.of(training, [])


def always(kind: int, betting: HandBetting) -> Blueprint:
    """Make a blueprint that folds or calls whatever it holds, and checks if that is free."""
    tree, rows = betting.tree, betting.tree.rows(COUNTS)
    strategy = np.zeros(rows[-1], np.uint8)
    for node in np.flatnonzero(tree.players < SHOWDOWN):
        kinds = [option.kind for option in tree.options(node)]
        table = strategy[rows[node] : rows[node + 1]].reshape(-1, len(kinds))
        table[:, kinds.index(kind if kind in kinds else CALL)] = 255
    return Blueprint(betting, blueprint_of(100).buckets, strategy, rows, 0)


# --- the kernel -----------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [0.0, 0.4])
def test_on_leduc_it_learns_the_best_answer_to_random_play(least: float) -> None:
    """With a high bound most lines are visited only now and then, which changes no mean."""
    betting, deals = leduc()
    rows = betting.tree.rows(deals.counts)
    game = ResponseGame(betting.tree, rows, np.zeros(rows[-1], np.uint8))
    boards = leduc_boards(30_000, seed=1)
    for seat in range(2):
        regrets, results = np.zeros(rows[-1], np.float32), np.zeros(30_000)
        room = response_arrays(betting.tree.node_count, 5)
        how: Any = (seat, np.array([1, 2, 3, 4], np.uint64), room, least, 1.0, results)
        respond_boards(game.kernel_tree, *boards, game.shares, regrets, *how)
        mine = betting.tree.players[game.nodes] == seat
        both = np.where(mine, np.maximum(regrets, 0), game.shares)
        best = value(Strategies(betting, rows, deals, game.shares), seat, best=True)  # type: ignore[arg-type]
        found = value(Strategies(betting, rows, deals, both), seat, best=False)  # type: ignore[arg-type]
        assert best - 0.02 < found <= best + 1e-6
        late = results[-5000:]
        assert late.mean() == pytest.approx(best, abs=0.03 + 4 * late.std() / 5000**0.5)


# --- the frozen strategy --------------------------------------------------------------------------


def lines(tree: HandTree, hands: int) -> Iterator[tuple[int, HandCursor]]:
    """Play random lines of a tree by the rules; yield each node with the hand there."""
    for seed in range(hands):
        draw, button, node = Random(seed), seed % 2, 0
        stacks = [tree.stack] * 2
        cursor = HandCursor(HandState.start(Rules(), stacks, button=button, seed=seed))
        while tree.players[node] < SHOWDOWN:
            yield node, cursor
            option = draw.choice([each for each in tree.options(node) if each.kind != FOLD])
            player = int(tree.players[node])
            total = int(tree.bets[option.child, player])
            cursor.apply(Action.call() if option.kind == CALL else Action.raise_to(total))
            node = option.child


def at_the_table(
    blueprint: Blueprint, tree: HandTree, node: int, cursor: HandCursor, combos: NDArray[np.int64]
) -> NDArray[np.float64]:
    """What the agent does, with each size between two of the tree split by the published rule."""
    seen = cursor.observation()
    policy = replace(blueprint, bounds_folds=False).policy(seen, combos)
    options = tree.options(node)
    kinds = [each.kind for each in options]
    if not policy.actions:
        return np.eye(len(kinds))[[kinds.index(CALL)] * len(combos)]
    totals = {n: int(tree.bets[each.child].max()) for n, each in enumerate(options) if each.size}
    table = np.zeros((len(combos), len(options)))
    for action, column in zip(policy.actions, policy.shares.T, strict=True):
        if action.kind != "raise" or not totals:
            table[:, kinds.index(FOLD if action.kind == "fold" else CALL)] += column
            continue
        pot = seen.legal.pot + seen.legal.call_cost
        below = [n for n, total in totals.items() if total <= action.amount + 0.01 * pot]
        above = [n for n, total in totals.items() if total >= action.amount]
        if not above or not below or below[-1] >= above[0]:
            table[:, below[-1] if below and (not above or below[-1] >= above[0]) else above[0]] += (
                column
            )
            continue
        small, large = ((totals[n] - seen.legal.price) / pot for n in (below[-1], above[0]))
        size = (action.amount - seen.legal.price) / pot
        share = (large - size) * (1 + small) / ((large - small) * (1 + size))
        table[:, below[-1]] += share * column
        table[:, above[0]] += (1 - share) * column
    return table


@pytest.mark.parametrize("bets", [("",) * 4, ("1c", "1c, 33%", "25%, 200%", "1c")])
def test_the_frozen_strategy_is_what_its_agent_does_at_the_table(
    small: Blueprint, bets: tuple[str, ...]
) -> None:
    betting = response_betting(small.betting, bets)
    tree, shares = betting.tree, frozen_shares(small, betting)
    rows = tree.rows(COUNTS)
    seen_nodes = set()
    for node, cursor in lines(tree, 60):
        board = [card.index for card in cursor.state.board]
        lying = np.uint64(sum(card.mask for card in cursor.state.board))
        combos = np.flatnonzero(np.array(MASKS, np.uint64) & lying == 0)[::7]
        buckets = small.buckets.board_buckets(board)[combos]
        table = shares[rows[node] : rows[node + 1]].reshape(-1, int(tree.counts[node]))[buckets]
        wanted = at_the_table(small, tree, node, cursor, combos)
        np.testing.assert_allclose(table, wanted, atol=1e-6, err_msg=f"{node} {cursor.state}")
        seen_nodes.add(node)
    assert len(seen_nodes) > 40


def test_on_its_own_tree_the_frozen_strategy_is_itself(small: Blueprint) -> None:
    own = ResponseGame(small.betting.tree, small.rows, small.strategy).shares
    np.testing.assert_allclose(frozen_shares(small, small.betting), own, atol=1e-6)


def test_rare_actions_are_dropped_as_the_agent_drops_them(small: Blueprint) -> None:
    kept = frozen_shares(small, small.betting, least=0.15)
    assert kept[kept > 0].min() >= 0.15
    assert (frozen_shares(small, small.betting) > 0).sum() > (kept > 0).sum()


def test_the_legal_actions_of_a_node_are_those_of_the_table(small: Blueprint) -> None:
    tree = response_betting(small.betting, ("1c", "1c", "33%", "1c")).tree
    for node, cursor in lines(tree, 40):
        legal = cursor.state.legal_actions
        increment = legal.raise_min - legal.price if legal.can_raise else BIG_BLIND
        found = legal_at(tree, node, increment)
        assert found._replace(can_fold=legal.can_fold) == legal


# --- learning -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [FOLD, CALL])
def test_it_beats_those_who_always_do_the_same(kind: int) -> None:
    """Who always folds loses the blinds; who always calls loses most to all-in with good hands."""
    blueprint = always(kind, HandBetting(10, "a", "a", "a", "a"))
    training = ResponseTraining(blueprint, blueprint.betting, seed=1, boards=100)
    training.learn(30)
    late = np.mean(training.results[-5:])
    if kind == FOLD:
        assert late == pytest.approx(750, abs=5)
    else:
        assert late > 1500  # all-in before the flop with the better half alone


def test_the_bytes_depend_on_the_seed_and_the_rounds(small: Blueprint) -> None:
    def learned(seed: int, rounds: int) -> bytes:
        training = ResponseTraining(small, small.betting, seed=seed, boards=5)
        training.learn(rounds)
        return training.response().strategy.tobytes()

    assert learned(3, 2) == learned(3, 2)
    assert learned(3, 2) != learned(4, 2)
    assert learned(3, 2) != learned(3, 3)


def test_threads_and_stops_change_no_byte(small: Blueprint) -> None:
    from concurrent.futures import ThreadPoolExecutor

    alone = ResponseTraining(small, small.betting, seed=3, boards=5)
    alone.learn(4)
    shared = ResponseTraining(small, small.betting, seed=3, boards=5)
    with ThreadPoolExecutor(2) as pool:
        shared.learn(10, pool, lambda rounds, boards: rounds == 3 and boards == 15)
        assert shared.rounds == 3
        shared.learn(1, pool)
    assert shared.regrets.tobytes() == alone.regrets.tobytes()
    assert shared.results == alone.results


def test_before_it_learns_it_is_the_frozen_strategy(small: Blueprint) -> None:
    training = ResponseTraining(small, small.betting)
    own = ResponseGame(small.betting.tree, small.rows, training.response().strategy).shares
    np.testing.assert_allclose(own, training.frozen, atol=0.01)


def test_small_bets_are_raised_as_checks_are_bet() -> None:
    wider = response_betting(HandBetting(20), ("", "1c", "33%, 50%", ""), 15)
    assert wider.stack == 15
    assert wider.flop == "25%, 75%, a, 1c / 50%, a, 25%, 75% / a"
    assert wider.turn == "25%, 75%, a, 33%, 50% / 50%, a, 25%, 75% / a"
    assert wider.river == HandBetting().river
    narrow = response_betting(HandBetting(20), ("", "1c", "", ""), answers=False)
    assert narrow.flop == "25%, 75%, a, 1c / 50%, a / a"


def test_what_cannot_be_learned_is_refused(small: Blueprint) -> None:
    with pytest.raises(OptionError, match=f"boards is 0; it must be from 1 to {MOST_BOARDS:,}"):
        ResponseTraining(small, small.betting, boards=0)
    many = ", ".join(f"{size}%" for size in (10, 20, 30, 50, 70, 100, 150, 200))
    with pytest.raises(OptionError, match="give fewer sizes"):
        require_numbers(response_betting(HandBetting(200), (many,) * 4), COUNTS)


def test_off_its_tree_it_plays_by_the_fallback() -> None:
    """A blueprint without bets has no line after one; pressure is what the agent's rule counts."""

    class Folds:
        def __init__(self) -> None:
            self.asked: set[tuple[int, float]] = set()

        def policy(self, street: int, legal: LegalActions, pressure: float) -> MixedPolicy:
            self.asked.add((street, pressure))
            return MixedPolicy((Action.fold(), Action.call()), np.array([[0.75, 0.25]]))

    blueprint = always(CALL, HandBetting(20, "100%", "", "", ""))
    betting = HandBetting(20, "100%", "50% / 100%", "", "50% / 100%")
    tree, fallback = betting.tree, Folds()
    rows, shares = tree.rows(COUNTS), frozen_shares(blueprint, betting, 0.0, fallback)
    on_flop = next(n for n in range(tree.node_count) if tree.acting(n) == (1, 1))
    bet = next(option.child for option in tree.options(on_flop) if option.kind == RAISE)
    kinds = [option.kind for option in tree.options(bet)]
    table = shares[rows[bet] : rows[bet + 1]].reshape(-1, len(kinds))
    assert table[:, kinds.index(FOLD)].tolist() == [0.75] * 200
    assert fallback.asked >= {(1, 1.0), (2, 0.5), (3, 0.5), (3, 1.5)}
    assert {street for street, _ in fallback.asked} == {1, 2, 3}
