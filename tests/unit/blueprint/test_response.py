"""Responses to a model: between an equilibrium and the best answer, on Leduc and in hold'em."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint import blueprint_of
from handsight.blueprint.buckets import BoardHands
from handsight.blueprint.response import ResponseGame, SeenPlayer, node_frequencies
from handsight.blueprint.training import FULL
from tests.unit.blueprint.test_training import SmallBetting, SmallDeals, leduc, value


@dataclass
class Strategies:
    """Strategies of both seats, as `value` takes them."""

    betting: SmallBetting
    rows: NDArray[np.int64]
    source: SmallDeals
    averages: NDArray[np.float32]


def leduc_boards(count: int, seed: int) -> BoardHands:
    """Deal a card to the board and one to each of five players, from six cards."""
    draw = np.random.default_rng(seed)
    ranks = draw.permuted(np.tile([0, 0, 1, 1, 2, 2], (count, 1)), axis=1)
    board, hands = ranks[:, :1], ranks[:, 1:]
    strengths = 10 * (hands == board) + hands
    order = np.argsort(strengths, axis=1, kind="stable")
    hands, strengths = (np.take_along_axis(each, order, 1) for each in (hands, strengths))
    later = 3 * hands + board
    return BoardHands(
        np.stack([hands, later, later, later], 2).astype(np.uint16), strengths.astype(np.uint16)
    )


@pytest.fixture(scope="module")
def small() -> tuple[SmallBetting, SmallDeals, ResponseGame]:
    """Leduc, with a blueprint that takes all actions alike."""
    betting, deals = leduc()
    rows = betting.tree.rows(deals.counts)
    return betting, deals, ResponseGame(betting.tree, rows, np.zeros(rows[-1], np.uint8))


def confident(game: ResponseGame, shares: NDArray[np.float32], often: float) -> SeenPlayer:
    return SeenPlayer(shares, np.full(game.tree.node_count, often, np.float32))


@pytest.mark.exhaustive
@pytest.mark.parametrize("parts", [2, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_responses_go_from_an_equilibrium_to_the_best_answer(small: Any, parts: int) -> None:
    """Against one who does anything at all; the more we trust, the more we win and can lose."""
    betting, deals, game = small
    random = game.shares
    nothing = np.zeros(len(random), np.float32)
    best = [
        value(Strategies(betting, game.rows, deals, random), seat, best=True)  # type: ignore[arg-type]
        for seat in range(2)
    ]
    boards = leduc_boards(40_000, seed=1)
    won, lost = [], []
    for often in (part / parts for part in range(parts + 1)):
        wins = losses = 0.0
        for seat in range(2):
            player = confident(game, random, often)
            ours = game.learn(seat, player, boards, nothing, is_averaged=True).averages
            mine = betting.tree.players[game.nodes] == seat
            both = Strategies(betting, game.rows, deals, np.where(mine, ours, random))
            wins += value(both, seat, best=False) / 2  # type: ignore[arg-type]
            losses += value(both, 1 - seat, best=True) / 2  # type: ignore[arg-type]
        won.append(wins)
        lost.append(losses)
    assert 0 <= lost[0] < 0.02
    assert won[-1] == pytest.approx(sum(best) / 2, abs=0.02)
    assert won[-1] > won[0] + 0.1
    assert lost[-1] > lost[0] + 0.5
    for curve in (won, lost):
        assert all(later > earlier - 0.01 for earlier, later in pairwise(curve))


def test_what_is_won_is_that_of_the_rules(small: Any) -> None:
    """Without learning, the boards measure what two strategies win from each other."""
    betting, deals, game = small
    draw = np.random.default_rng(5)
    one, other = (
        game.normal(draw.random(game.rows[-1]).astype(np.float32) + np.float32(0.1))
        for _ in range(2)
    )
    boards = leduc_boards(20_000, seed=2)
    for seat in range(2):
        mine = betting.tree.players[game.nodes] == seat
        both = Strategies(betting, game.rows, deals, np.where(mine, one, other))
        known = value(both, seat, best=False)  # type: ignore[arg-type]
        results = game.learn(seat, confident(game, other, 1.0), boards, one, rate=0).results
        error = results.std() / np.sqrt(len(results))
        assert results.mean() == pytest.approx(known, abs=4 * error)
        assert error < 0.01


# --- hold'em --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shipped() -> tuple[ResponseGame, BoardHands]:
    blueprint = blueprint_of(100)
    game = ResponseGame(blueprint.betting.tree, blueprint.rows, blueprint.strategy)
    return game, blueprint.buckets.draw_boards(8, 3)


def test_hands_on_a_board_ascend_and_are_drawn_by_the_seed(shipped: Any) -> None:
    _, boards = shipped
    assert boards.buckets.shape == (8, 22, 4)
    assert (np.diff(boards.strengths.astype(int)) >= 0).all()
    again = blueprint_of(100).buckets.draw_boards(8, 3)
    assert again.buckets.tobytes() == boards.buckets.tobytes()


def test_shares_of_the_blueprint_add_up_to_1(shipped: Any) -> None:
    game, boards = shipped
    assert np.allclose(np.add.reduceat(game.shares, game.starts), 1, atol=1e-5)
    often = node_frequencies(game, boards)
    for node in range(0, game.tree.node_count, 50):
        if len(game.tree.children(node)):
            assert often[list(game.tree.children(node))].sum() == pytest.approx(1)


def test_a_player_of_whom_nothing_is_known_is_answered_by_the_blueprint(shipped: Any) -> None:
    """With a bound of 0 the free part learns alone, from the prior of the blueprint."""
    game, boards = shipped
    calls = game.normal((game.tree.actions[_children(game)] == 1).astype(np.float32))
    nobody = confident(game, calls, 0.0)
    assert game.allowed(0, nobody, boards, 0.0, prior=20) == 0
    strategy = game.respond(0, nobody, boards, 500.0)
    moved = np.abs(strategy.astype(int) - game.strategy)
    assert moved.mean() < 0.01 * FULL


def test_one_who_always_calls_is_beaten_by_more_and_the_bound_decides_how_much(
    shipped: Any,
) -> None:
    game, boards = shipped
    calls = game.normal((game.tree.actions[_children(game)] == 1).astype(np.float32))
    player = confident(game, calls, 1.0)
    allowed = [game.allowed(1, player, boards, bound, prior=5) for bound in (0.0, 100.0, 1000.0)]
    assert allowed[0] == 0 < allowed[1] < allowed[2] < 0.8
    assert game.gain(1, player, boards, prior=5) > 1000
    one, other = (game.respond(1, player, boards, 300.0) for _ in range(2))
    assert one.tobytes() == other.tobytes() != game.strategy.tobytes()
    button = game.tree.players[game.nodes] == 0
    assert (one[button] == game.strategy[button]).all()


def _children(game: ResponseGame) -> NDArray[np.int64]:
    """Give the node that each number leads to."""
    counts = game.tree.counts[game.nodes].astype(np.int64)
    place = (np.arange(len(counts)) - game.rows[game.nodes]) % counts
    return np.asarray(game.tree.firsts[game.nodes] + place)
