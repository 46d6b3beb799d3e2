"""What the actions of a decision win in random deals, against counts and the charts."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint import Blueprint, blueprint_of
from handsight.blueprint.policy import CALLED, FOLDED, WeightedNode, actions_at
from handsight.blueprint.reach import reach_of
from handsight.cards import Card
from handsight.cards.card import bit_of
from handsight.charts.evs import preflop_values_of
from handsight.charts.table_evs import TableValues
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.multiway import table_blueprint_for
from handsight.multiway.blueprint import table_path
from handsight.multiway.rollouts import (
    Rollouts,
    _draw,
    actions_of,
    call_values,
    ends_betting,
    parts_of,
    roll_out,
)
from handsight.ranges.combos import COMBOS, combo_number
from handsight.ranking import evaluate_mask

HEADS_UP = blueprint_of(100)


def seen_after(
    actions: list[str],
    stacks: list[int],
    button: int,
    holes: list[str | None],
    board: str = "",
    rules: Rules | None = None,
) -> Observation:
    state = HandState.start(rules or Rules(), stacks, button, seed=7, holes=holes, board=board)
    cursor = HandCursor(state)
    for action in actions:
        cursor.apply(action)
    return cursor.observation()


def errors_of(found: Rollouts) -> NDArray[np.float64]:
    return np.asarray(found.values.std(0, ddof=1) / len(found.values) ** 0.5)


def on_the_river(stacks: list[int]) -> Observation:
    """The big blind bets the river all-in against a raise and two calls of the button."""
    line = ["raise to 250", "call", "bet 250", "call", "bet 600", "call", "all-in"]
    return seen_after(line, stacks, 0, ["AsQd", None], "Ah7c2d9sJd")


# --- all-in calls ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stacks", [[10_000, 10_000], [4_000, 10_000], [10_000, 5_000]])
def test_a_call_that_ends_the_betting_is_worth_what_the_count_says(stacks: list[int]) -> None:
    seen = on_the_river(stacks)
    board = [card.index for card in seen.board]
    reach = reach_of(HEADS_UP, HEADS_UP.line(seen), 1, board)
    own = [card.index for card in seen.hole]
    lying = sum(1 << bit_of(card) for card in board)
    mine = evaluate_mask(lying | sum(1 << bit_of(card) for card in own))
    won = met = 0.0
    for number, pair in enumerate(COMBOS):
        if set(pair) & {*board, *own}:
            continue
        theirs = evaluate_mask(lying | sum(1 << bit_of(card) for card in pair))
        won += reach[number] * (1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)
        met += reach[number]
    # Each player risks as many chips as the shorter stack has.
    risked, before = min(stacks), 250 + 250 + 600
    expected = won / met * 2 * risked - (risked - before)
    found = roll_out(HEADS_UP, seen, deals=20_000, seed=3)
    assert found is not None
    place = found.actions.index(CALLED)
    assert ends_betting(seen)
    assert found.values[:, place].mean() == pytest.approx(expected, abs=4 * errors_of(found)[place])
    assert errors_of(found)[place] < 100
    equity = call_values(HEADS_UP, seen, deals=20_000, seed=3)
    assert equity is not None
    assert (equity == found.values[:, place]).all()


def test_a_call_with_players_behind_is_not_a_showdown_of_all() -> None:
    """The small blind can call 10 bb all-in, but the big blind has a decision left."""
    stacks = [2_000, 1_000, 9_000, 3_000, 5_000, 5_000]
    line = ["all-in", "fold", "fold", "all-in"]
    seen = seen_after(line, stacks, 0, [None, "AsAh", *[None] * 4])
    table = table_blueprint_for(6, 40)
    assert table is not None
    assert seen.seat == 1
    assert not ends_betting(seen)
    assert call_values(table, seen) is None
    assert ends_betting(seen_after([*line, "fold"], stacks, 0, [None, None, "AsAh", *[None] * 3]))


def test_side_pots_go_to_those_who_have_paid_for_them() -> None:
    """The players' hands are known, so that the count is a single deal."""
    table = table_blueprint_for(3, 100)
    assert table is not None
    # The button has 50 bb and shoves, the small blind 20 bb and calls; the big blind covers both.
    seen = seen_after(["all-in", "all-in"], [5_000, 2_000, 10_000], 0, [None, None, "KsKh"])
    assert ends_betting(seen)
    values = call_values(table, seen, deals=2_000, seed=1)
    assert values is not None
    # Main pot 3 x 2,000 and side pot 2 x 3,000; a call costs 4,900.
    parts = [main + side for main in (0, 2_000, 3_000, 6_000) for side in (0, 3_000, 6_000)]
    assert set(np.unique(values)) <= {part - 4_900.0 for part in parts}
    assert {-4_900.0, 6_000 - 4_900.0, 12_000 - 4_900.0} <= set(np.unique(values))


def test_a_call_of_less_than_a_big_blind_cannot_lose_more() -> None:
    seen = seen_after(["raise to 5000"], [5_000, 130], 0, [None, "7s2h"])
    assert seen.legal.call_cost == 30
    found = roll_out(HEADS_UP, seen, deals=4_000)
    assert found is not None
    column = found.values[:, found.actions.index(CALLED)]
    assert set(np.unique(column)) <= {-30.0, 100.0, 230.0}


# --- chips at the table ---------------------------------------------------------------------------


@pytest.mark.parametrize("bet", [250, 1_000, 3_000])
def test_nobody_wins_or_loses_more_chips_than_there_are(bet: int) -> None:
    """The tree has no open of 30 bb, so its pot is small, and players can win many times the pot.

    The button, who has 60 bb, and the small blind have called the opener.
    """
    stacks = [10_000, 8_000, 10_000, 10_000, 10_000, 6_000]
    line = ["fold", f"raise to {bet}", "fold", "call", "call"]
    seen = seen_after(line, stacks, 5, [None, "AsAh", *[None] * 4])
    found = roll_out(table_blueprint_for(6, 100), seen, deals=2_000)
    assert found is not None
    assert seen.seat == 1
    # The opener and the small blind can match 80 bb, the button has 60.
    most = 2 * 8_000 + 6_000 + 100
    assert found.values.min() >= -7_900
    assert found.values.max() <= most


# --- trivial properties ---------------------------------------------------------------------------


def test_folds_are_worth_nothing_and_the_same_seed_gives_the_same_values() -> None:
    seen = seen_after(["raise to 250"], [10_000] * 2, 0, [None, "KsJd"])
    one, two, other = (roll_out(HEADS_UP, seen, deals=500, seed=seed) for seed in (1, 1, 2))
    assert one is not None
    assert two is not None
    assert other is not None
    assert (one.values[:, one.actions.index(FOLDED)] == 0).all()
    assert one.actions == two.actions
    assert (one.values == two.values).all()
    assert not (one.values == other.values).all()


def test_a_fold_where_a_check_is_free_is_worth_nothing_and_a_check_more() -> None:
    seen = seen_after(["call"], [10_000] * 2, 0, [None, "KsJd"])
    found = roll_out(HEADS_UP, seen, Action.fold(), deals=1_000)
    assert found is not None
    values = dict(zip(found.actions, found.values.mean(0), strict=True))
    assert values[FOLDED] == 0
    assert values[CALLED] > 0


def test_invalid_numbers_are_named() -> None:
    seen = seen_after([], [10_000] * 2, 0, ["KsJd", None])
    with pytest.raises(OptionError, match="deals is 0; it must be a whole number above 0"):
        roll_out(HEADS_UP, seen, deals=0)
    with pytest.raises(OptionError, match="seed"):
        roll_out(HEADS_UP, seen, seed=-1)


def test_a_bet_between_two_sizes_is_worth_something_between() -> None:
    line = ["raise to 250", "call", "check", "bet 300", "call"]
    seen = seen_after(line, [10_000] * 2, 0, [None, "AsQd"], "Ah7c2d9s")
    usual = roll_out(HEADS_UP, seen, deals=2_000)
    assert usual is not None
    sizes = sorted(each.amount for each in usual.actions if each.kind == "raise")
    between = Action("bet", (sizes[0] + sizes[1]) // 2)
    found = roll_out(HEADS_UP, seen, between, deals=2_000)
    assert found is not None
    assert found.actions[-1] == Action("raise", between.amount)
    low, high = (usual.values[:, usual.actions.index(Action("raise", each))] for each in sizes[:2])
    mixed = found.values[:, -1]
    weight = (mixed.mean() - high.mean()) / (low.mean() - high.mean())
    assert 0 < weight < 1
    assert mixed == pytest.approx(weight * low + (1 - weight) * high, abs=1e-6 * seen.pot)


def test_hands_that_share_a_card_are_never_dealt_together() -> None:
    seen = seen_after([], [10_000] * 3, 2, [None, None, "AsAh"])
    ranges = {}
    for seat, pairs in ((0, ["AcKc", "AcQc"]), (1, ["AcKd", "QdQs", "QcQs"])):
        ranges[seat] = np.zeros(len(COMBOS))
        for pair in pairs:
            cards = Card(pair[:2]), Card(pair[2:])
            ranges[seat][combo_number(*(card.index for card in cards))] = 1
    drawn = _draw(ranges, seen, 6_000, np.random.default_rng(1))
    assert drawn is not None
    found: dict[frozenset[int], int] = {}
    for hands in drawn.holes[:, 1:].reshape(6_000, 4).tolist():
        assert len(set(hands)) == 4
        found[frozenset(hands)] = found.get(frozenset(hands), 0) + 1
    # AcKc meets both pairs of queens, and AcQc only QdQs: three pairs of hands, equally likely.
    assert len(found) == 3
    assert all(abs(count - 2_000) < 4 * (6_000 * 2 / 9) ** 0.5 for count in found.values())
    boards = np.concatenate([drawn.boards, drawn.holes.reshape(6_000, 6)], axis=1)
    assert all(len(set(row)) == 11 for row in boards.tolist())
    for seat in ranges:
        ranges[seat][:] = 0
        ranges[seat][combo_number(Card("Ac").index, Card("Kc").index)] = 1
    assert _draw(ranges, seen, 100, np.random.default_rng(1)) is None


def test_empty_seats_make_no_difference() -> None:
    table = table_blueprint_for(6, 100)
    assert table is not None
    full = seen_after(["fold"] * 3, [10_000] * 6, 5, [*[None] * 5, "KsJd"])
    line = ["raise to 250"]
    empty = [0, 10_000, 10_000, 0, 10_000, 10_000, 0, 0]
    few = seen_after(line, empty, 5, [*[None] * 4, None, "KsJd", None, None])
    assert full.seat == few.seat == 5
    found = roll_out(table, few, deals=300)
    same = seen_after(line, [10_000] * 4, 3, [None] * 3 + ["KsJd"])
    other = roll_out(table, same, deals=300)
    assert found is not None
    assert other is not None
    assert found.actions == other.actions
    assert found.values.mean(0) == pytest.approx(other.values.mean(0), abs=1e-9)


def test_opponents_whose_line_the_strategy_never_takes_are_named() -> None:
    """The first player limps with nothing, and the cards that are known take the rest."""
    table = table_blueprint_for(6, 100)
    assert table is not None
    usual = ["raise to 250", "fold", "fold"]
    seen = seen_after(usual, [10_000] * 6, 5, [*[None] * 5, "AsAd"])
    found = roll_out(table, seen, deals=100)
    assert found is not None
    assert found.unlikely == ()
    limped = seen_after(["call", "fold", "fold"], [10_000] * 6, 5, [*[None] * 5, "AsAd"])
    found = roll_out(table, limped, deals=100)
    never = not (reach_of(table, table.line(limped), 2, []) > 0).any()
    assert found is None or found.unlikely == ((2,) if never else ())


# --- nodes and sizes ------------------------------------------------------------------------------


def test_actions_of_several_nodes_are_listed_once_and_near_sizes_count_as_one() -> None:
    seen = seen_after(["raise to 250"], [10_000] * 2, 0, [None, "KsJd"])
    options = HEADS_UP.tree.options(HEADS_UP.places(seen, HEADS_UP.line(seen))[0].node)
    own = actions_at(options, seen.legal)
    assert actions_of([options, options], seen.legal, None) == tuple(dict.fromkeys(own))
    sized = next(each for each in own if each.kind == "raise")
    near = Action("bet", sized.amount + 1)
    assert actions_of([options], seen.legal, near)[-1] == Action("raise", near.amount)
    assert actions_of([options], seen.legal, Action.check())[-1].kind == "raise"
    assert parts_of(options, sized, seen.legal) == [(1.0, own.index(sized))]
    assert parts_of(options, CALLED, seen.legal) == [(1.0, own.index(CALLED))]


@pytest.mark.parametrize("amount", [250, 470])
def test_each_action_is_valued_at_all_nodes_of_the_hand(
    amount: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A raise between two sizes is at two nodes, and each action wins the mean over both."""
    seen = seen_after([f"raise to {amount}"], [10_000] * 2, 0, [None, "KsJd"])
    places = HEADS_UP.places(seen, HEADS_UP.line(seen))
    assert len(places) == 2
    taken = Action.raise_to(1_000)
    found = roll_out(HEADS_UP, seen, taken, deals=200)
    assert found is not None
    amounts = sorted(each.amount for each in found.actions if each.kind == "raise")
    least = 0.01 * (seen.legal.pot + seen.legal.call_cost)
    assert 1_000 in amounts
    assert all(two - one > least for one, two in pairwise(amounts))
    alone = []
    for _, node in places:
        monkeypatch.setattr(Blueprint, "places", lambda *_, at=node: [WeightedNode(1.0, at)])
        single = roll_out(HEADS_UP, seen, taken, deals=200)
        assert single is not None
        alone.append(dict(zip(single.actions, single.values.T, strict=True)))
    for action, column in zip(found.actions, found.values.T, strict=True):
        if action == taken or action.kind != "raise":
            parts = [weight * each[action] for (weight, _), each in zip(places, alone, strict=True)]
            assert column == pytest.approx(np.sum(parts, axis=0))


# --- the charts -----------------------------------------------------------------------------------


def compared(found: Rollouts, evs: NDArray[np.float64], errors: NDArray[np.float64]) -> list[float]:
    """Return by how many standard errors each action's value differs from that of a chart."""
    both = np.hypot(errors_of(found) / 100, errors)
    gaps = found.values.mean(0) / 100 - evs
    return [float(gap / error) for gap, error in zip(gaps, both, strict=True) if error > 0.005]


@pytest.mark.parametrize("hole", ["AsAh", "KsJd", "7h6h", "9c2d"])
@pytest.mark.parametrize("line", [[], ["raise to 200"], ["raise to 300"]])
def test_heads_up_values_before_the_flop_are_those_of_the_charts(
    hole: str, line: list[str]
) -> None:
    cards: list[str | None] = [hole, None] if not line else [None, hole]
    seen = seen_after(line, [10_000] * 2, 0, cards)
    (place,) = HEADS_UP.places(seen, HEADS_UP.line(seen))
    row = HEADS_UP.buckets.board_buckets()[combo_number(*(card.index for card in seen.hole))]
    evs, errors = (each[row] for each in preflop_values_of(100).at(place.node))
    named = actions_at(HEADS_UP.tree.options(place.node), seen.legal)
    found = roll_out(HEADS_UP, seen, deals=10_000, seed=1)
    assert found is not None
    assert found.actions == tuple(named)
    gaps = compared(found, evs, errors)
    assert max(map(abs, gaps)) < 4, gaps


@pytest.mark.parametrize("hole", ["AsAh", "KsJd", "7h6h"])
@pytest.mark.parametrize("line", [[], ["fold"] * 3, ["raise to 250", "fold", "fold"]])
def test_six_handed_values_before_the_flop_are_those_of_the_charts(
    hole: str, line: list[str]
) -> None:
    table, path = table_blueprint_for(6, 100), table_path(6, 100)
    assert table is not None
    assert path is not None
    values = TableValues.load(path.with_suffix(".preflop.npz"), table)
    first = 2 + len(line)
    holes = [hole if (seat + 1) % 6 == (first + 1) % 6 else None for seat in range(6)]
    seen = seen_after(line, [10_000] * 6, 5, holes)
    (place,) = table.places(seen, table.line(seen))
    row = table.buckets.board_buckets()[combo_number(*(card.index for card in seen.hole))]
    evs, errors = (each[row] for each in values.at(place.node))
    named = actions_at(table.tree.options(place.node), seen.legal)
    found = roll_out(table, seen, deals=10_000, seed=1)
    assert found is not None
    assert found.actions == tuple(named)
    gaps = compared(found, evs, np.nan_to_num(errors))
    assert max(map(abs, gaps)) < 4, gaps
