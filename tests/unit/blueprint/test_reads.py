"""Counts of what an opponent does, and the model that is made of them."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.blueprint.policy import WeightedNode, steps_of
from handsight.blueprint.reads import ALL_IN, KINDS, NodeClasses, Reads, moved
from handsight.blueprint.response import ResponseGame
from handsight.blueprint.tree import CALL, FOLD, RAISE, SHOWDOWN, HandBetting
from handsight.game import Action, ActionRecord, HandCursor, HandState, Rules

COUNTS = (3, 2, 2, 2)
"""Buckets of each street."""

shares = st.lists(st.floats(0, 1), min_size=KINDS, max_size=KINDS).filter(lambda x: sum(x) > 0.01)


@pytest.fixture(scope="module")
def game() -> ResponseGame:
    """A small tree, and a strategy for it that takes all actions, some more often."""
    tree = HandBetting(20, "75%, a / a", "50%, a / a", "50%, a / a", "50%, a / a").tree
    rows = tree.rows(COUNTS)
    strategy = np.random.default_rng(1).integers(1, 200, rows[-1]).astype(np.uint8)
    return ResponseGame(tree, rows, strategy)


@pytest.fixture
def reads(game: ResponseGame) -> Reads:
    """Counts of a player, of whom nothing is known yet."""
    often = np.zeros(game.tree.node_count)
    for node in np.flatnonzero(game.tree.players < SHOWDOWN).tolist():
        children = game.tree.children(node)
        place = slice(game.rows[node], game.rows[node + 1])
        often[list(children)] = game.shares[place].reshape(-1, len(children)).mean(0)
    return Reads(NodeClasses(game.tree, often))


def did(action: Action, *, all_in: bool = False) -> ActionRecord:
    return ActionRecord("preflop", 0, action, 0, all_in=all_in)


def kinds_of(game: ResponseGame, reads: Reads, node: int) -> np.ndarray:
    """Give how often the model does each kind of action at a node, over all buckets."""
    children = game.tree.children(node)
    place = slice(game.rows[node], game.rows[node + 1])
    often = reads.player(game).shares[place].reshape(-1, len(children))
    assert np.allclose(often.sum(1), 1, atol=1e-5)
    assert (often >= -1e-6).all()
    table = np.zeros(KINDS)
    for child, share in zip(children, often.mean(0), strict=True):
        table[reads.classes.kinds[child]] += share
    return table


@given(shares, shares)
def test_what_is_moved_makes_the_one_frequencies_of_the_others(
    one: list[float], other: list[float]
) -> None:
    usual, often = (np.array(each) / sum(each) for each in (one, other))
    table = moved(usual, often)
    assert np.allclose(table.sum(1), 1)
    assert (table >= -1e-12).all()
    assert np.allclose(usual @ table, often)


def test_of_a_player_whom_nobody_has_seen_the_model_is_the_blueprint(
    game: ResponseGame, reads: Reads
) -> None:
    player = reads.player(game)
    assert (player.confidence == 0).all()
    assert player.shares.tobytes() == game.shares.tobytes()


def test_one_who_is_seen_often_is_modelled_as_seen(game: ResponseGame, reads: Reads) -> None:
    for action, number in (("fold", 600), ("call", 300), ("raise", 100)):
        for _ in range(number):
            reads.count(
                [WeightedNode(1.0, 0)], did(Action(action, 300 if action == "raise" else 0))
            )
    table = kinds_of(game, reads, 0)
    assert table == pytest.approx([0.6, 0.3, 0.1, 0.0], abs=0.02)
    confidence = reads.player(game).confidence
    assert confidence[0] > 0.95
    assert confidence.max() == confidence[0]


def test_decisions_that_are_alike_are_counted_together(game: ResponseGame, reads: Reads) -> None:
    """One who always calls before the flop facing a raise is expected to after the flop less so."""
    tree = game.tree
    raised = next(each.child for each in tree.options(0) if each.kind == RAISE)
    for _ in range(40):
        reads.count([WeightedNode(1.0, raised)], did(Action.call()))
    player = reads.player(game)
    assert kinds_of(game, reads, raised)[FOLD] < 0.1
    flop = next(n for n in range(tree.node_count) if tree.acting(n) == (1, 1))
    assert player.confidence[flop] == 0
    assert player.confidence[raised] > 0.7


def test_all_in_is_a_kind_of_its_own(game: ResponseGame, reads: Reads) -> None:
    for _ in range(200):
        reads.count([WeightedNode(1.0, 0)], did(Action.raise_to(2000), all_in=True))
    table = kinds_of(game, reads, 0)
    assert table[ALL_IN] > 0.9
    assert table[CALL] + table[RAISE] + table[FOLD] < 0.1


def test_nothing_is_counted_off_the_tree(game: ResponseGame, reads: Reads) -> None:
    end = next(
        node for node in range(game.tree.node_count) if game.tree.acting(node)[0] == SHOWDOWN
    )
    reads.count([], did(Action.call()))
    reads.count([WeightedNode(1.0, end)], did(Action.call()))
    assert reads.player(game).confidence.max() == 0


def test_the_steps_of_a_line_end_where_the_hand_stands(game: ResponseGame) -> None:
    cursor = HandCursor(HandState.start(Rules(), [2000, 2000], button=0, seed=7))
    for action in (Action.raise_to(250), Action.call(), Action.check()):
        cursor.apply(action)
    seen = cursor.observation()
    steps = list(steps_of(game.tree, [50, 100], seen.actions, seen.button))
    assert [step.record for step in steps] == list(seen.actions)
    for one, other in pairwise(steps):
        assert one.after == other.before
    assert steps[0].before == [(1.0, 0)]
    assert game.tree.acting(steps[-1].after[0].node) == (0, 1)
