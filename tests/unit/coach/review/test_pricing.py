"""What the decisions of recorded hands are worth, and why some are worth nothing."""

from dataclasses import replace

import numpy as np
import pytest

from handsight.blueprint import blueprint_of
from handsight.cards import CardSet
from handsight.charts.evs import preflop_values_of
from handsight.charts.table_evs import table_values_of
from handsight.coach import strategies
from handsight.coach.review import pricing, streets
from handsight.coach.review.decisions import (
    BLUEPRINT,
    CHART,
    EQUITY,
    LEAST_MISTAKE,
    SOLVER,
    ReviewedAction,
    ReviewedDecision,
    ReviewedHand,
)
from handsight.coach.review.pricing import review_hand, strategy_for
from handsight.coach.review.settings import ReviewSettings
from handsight.coach.review.words import pot_kind
from handsight.errors import InputError
from handsight.game import Action, HandCursor, HandState, Rules, hand_of
from handsight.multiway import table_blueprint_for
from handsight.multiway.blueprint import table_path
from handsight.multiway.rollouts import Rollouts
from handsight.ranges.combos import combo_number
from tests.unit.coach.review.hands import hand

QUICK = ReviewSettings(quick=True)
HEADS_UP = [10_000] * 2
FREE = Rules(fold_when_free=True)


@pytest.fixture
def rough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve streets only roughly."""
    monkeypatch.setattr(streets, "ACCURACY", {"turn": 0.05, "river": 0.01})
    monkeypatch.setattr(streets, "LIMITED_STEPS", 30)
    monkeypatch.setattr(streets, "solve_whole_flop", lambda *words: None)


def only(reviewed: ReviewedHand) -> ReviewedDecision:
    (decision,) = reviewed.decisions
    return decision


def value_of(decision: ReviewedDecision, action: str) -> ReviewedAction:
    return next(each for each in decision.actions if each.action == action)


# --- charts ---------------------------------------------------------------------------------------


def test_folded_aces_lose_what_the_chart_says() -> None:
    found = only(review_hand(hand(["fold"] * 5, {2: "AsAh"}), 2, QUICK))
    table, path = table_blueprint_for(6, 100), table_path(6, 100)
    assert table is not None
    assert path is not None
    row = table.buckets.board_buckets()[combo_number(*(card.index for card in CardSet("AsAh")))]
    evs, errors = (each[row] for each in table_values_of(table, path).at(0))
    assert (found.method, found.street, found.position) == (CHART, "preflop", "UTG")
    assert found.taken == "fold"
    assert found.best == "raise to 2.5 bb"
    raised = [option.kind for option in table.tree.options(0)].index(2)
    assert found.lost == pytest.approx(evs[raised] - evs[0], abs=1e-4)
    assert found.error == pytest.approx(errors[raised], abs=1e-4)
    assert found.is_mistake
    assert not found.is_estimate
    assert sum(each.frequency or 0.0 for each in found.actions) == pytest.approx(1)


def test_heads_up_hands_have_the_values_of_their_own_chart() -> None:
    record = hand(["raise to 300", "fold"], {0: "7s2h", 1: "KsJd"}, stacks=HEADS_UP)
    button = 1 if record.actions[0].seat == 1 else 0
    hole = record.holes[button]
    assert hole is not None
    found = only(review_hand(record, button, QUICK))
    blueprint = blueprint_of(100)
    row = blueprint.buckets.board_buckets()[combo_number(*(card.index for card in hole))]
    evs, _ = (each[row] for each in preflop_values_of(100).at(0))
    names = [each.action for each in found.actions]
    assert names[:2] == ["fold", "call 0.5 bb"]
    assert [each.ev for each in found.actions] == pytest.approx(
        [round(float(ev), 4) for ev in evs[: len(names)]], abs=1e-4
    )


def test_a_size_between_two_nodes_is_priced_at_both_of_them() -> None:
    """A raise to 2.5 bb is played as 2 and 3 bb; each action wins the mean, not a part of it."""
    blueprint, values = blueprint_of(100), preflop_values_of(100)
    record = hand(["raise to 250", "call", "check", "check", "check", "check", "check", "check"],
                  {0: "KsJd"}, stacks=HEADS_UP)  # fmt: skip
    blind = record.actions[1].seat
    cursor = HandCursor(record.start())
    cursor.apply(Action.raise_to(250))
    places = blueprint.places(cursor.observation(), blueprint.line(cursor.observation()))
    assert len(places) == 2
    hole = record.holes[blind]
    assert hole is not None
    row = blueprint.buckets.board_buckets()[combo_number(*(card.index for card in hole))]
    found = review_hand(record, blind, QUICK).decisions[0]
    assert found.method == CHART
    calls = sum(weight * values.at(node)[0][row][1] for weight, node in places)
    assert value_of(found, found.taken).ev == pytest.approx(float(calls), abs=1e-3)
    assert value_of(found, "fold").ev == 0
    shares = [each.frequency or 0.0 for each in found.actions]
    assert sum(shares) == pytest.approx(1, abs=1e-6)
    folds = sum(weight * blueprint.table(node)[row][0] for weight, node in places)
    assert value_of(found, "fold").frequency == pytest.approx(float(folds))


def test_a_chart_that_is_too_sure_of_itself_is_not_believed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An error of 0 comes from a few deals that happened to end alike."""
    record = hand(["fold"] * 5, {2: "AsAh"})
    assert only(review_hand(record, 2, QUICK)).method == CHART
    monkeypatch.setattr(pricing, "LEAST_ERROR", 1_000.0)
    assert only(review_hand(record, 2, QUICK)).method == BLUEPRINT


def test_a_blind_that_can_check_counts_from_the_check() -> None:
    record = hand(["fold"] * 4 + ["call", "check"] + ["check"] * 6, {1: "7s2h"})
    found = review_hand(record, 1, QUICK).decisions[0]
    assert found.taken == "check"
    if found.method == CHART:
        assert value_of(found, "check").ev == 0
        assert "what an action wins is counted from a check, which wins 0" in found.assumed


@pytest.mark.parametrize("chips", [130, 160, 700])
def test_a_call_of_a_short_all_in_never_loses_more_than_it_costs(chips: int) -> None:
    stacks = [10_000, 10_000, 10_000, 10_000, 10_000, chips]
    record = hand(["fold"] * 3 + ["all-in", "fold", "call"], {1: "7s2h"}, stacks=stacks)
    found = only(review_hand(record, 1, QUICK))
    cost = (chips - 100) / 100
    assert found.to_call == cost
    if found.is_valued:
        assert value_of(found, found.taken).ev >= -cost
        assert value_of(found, found.taken).ev <= found.pot


def test_a_call_of_a_large_open_is_not_priced_as_one_of_the_usual_open() -> None:
    """Both prices are most of the pot, but a call of 15 bb loses far more than one of 2.2 bb."""
    record = hand(["fold", "raise to 1500", "call", *["fold"] * 3], {4: "7c2h"})
    found = only(review_hand(record, 4, QUICK))
    assert (found.to_call, found.method) == (15, BLUEPRINT)
    usual = hand(["fold", "raise to 220", "call", *["fold"] * 3], {4: "7c2h"})
    loss = only(review_hand(usual, 4, QUICK)).lost
    assert found.lost > 1.5 * loss > 0


def test_an_all_in_player_does_not_fold() -> None:
    """The tree lacks an all-in open of 15 bb, and its opener could fold to a raise."""
    stacks = [10_000, 10_000, 1_500, 10_000, 10_000, 10_000]
    record = hand(["all-in", "fold", "call", *["fold"] * 3], {4: "AhKd"}, stacks=stacks)
    assert not only(review_hand(record, 4, QUICK)).is_valued


# --- other methods --------------------------------------------------------------------------------

BOARD = "Ts7c2d4h3c"
LINE = ["fold", "fold", "fold", "raise to 250", "fold", "call"]


def test_a_folded_check_loses_what_the_check_wins() -> None:
    record = hand([*LINE, "fold"], {1: "9c9d"}, board=BOARD, rules=FREE)
    last = review_hand(record, 1, QUICK).decisions[-1]
    assert (last.street, last.taken, last.method) == ("flop", "fold", BLUEPRINT)
    assert value_of(last, "fold").ev == 0
    assert last.best != "fold"
    assert last.lost == pytest.approx(value_of(last, last.best).ev, abs=4 * last.error)
    assert last.is_mistake


@pytest.mark.usefixtures("rough")
def test_a_full_review_solves_streets_of_two_players() -> None:
    line = [*LINE, "check", "check", "check", "bet 300", "call", "check", "bet 800", "call"]
    record = hand(line, {1: "9c9d", 5: "AsTd"}, board=BOARD)
    found = review_hand(record, 1)
    turn_on = [each for each in found.decisions if each.street in ("turn", "river")]
    assert [each.method for each in turn_on] == [SOLVER] * 4
    facing = turn_on[-1]
    assert facing.taken == "call 8 bb"
    assert facing.board == BOARD
    assert value_of(facing, "fold").ev == pytest.approx(0, abs=1e-3)
    assert sum(each.frequency or 0.0 for each in facing.actions) == pytest.approx(1)
    assert facing.lost == pytest.approx(
        value_of(facing, facing.best).ev - value_of(facing, facing.taken).ev, abs=2e-4
    )
    # The same hand, reviewed again, has the same values.
    assert review_hand(record, 1) == found


@pytest.mark.usefixtures("rough")
def test_no_action_is_best_because_its_answer_was_not_learned() -> None:
    """The solution never bets 2/3 of the pot, nor raises it and shoves; so it calls with any hand.

    A shove with the nuts would then win 80 bb more than a call.
    """
    line = ["call", "check", *["check"] * 4, "bet 133", "raise to 500", "call"]
    record = hand(line, {0: "AsKs", 1: "QdQh"}, stacks=HEADS_UP, board="2s5s9s3dTc")
    last = review_hand(record, 0).decisions[-1]
    assert (last.street, last.method, last.to_call) == ("river", SOLVER, 3.67)
    assert last.lost < last.pot
    assert value_of(last, last.best).ev < 2 * last.pot


@pytest.mark.usefixtures("rough")
def test_lines_that_the_strategy_does_not_know_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a straddle nobody's ranges before the flop are known."""
    rules = Rules(straddles=(200,))
    line = ["fold", "fold", "raise to 600", "fold", "fold", "call", *["check"] * 4, "bet 700"]
    record = hand([*line, "call"], {5: "AsTd"}, board=BOARD, rules=rules)
    river = review_hand(record, 5).decisions[-1]
    unknown = "actions that this strategy does not know say nothing of the hands"
    assert (river.street, river.method) == ("river", SOLVER)
    assert unknown in river.assumed
    usual = hand([*LINE, *["check"] * 4, "bet 300", "call"], {5: "AsTd"}, board=BOARD)
    assert unknown not in review_hand(usual, 5).decisions[-1].assumed
    rare = "the solution hardly ever plays as the opponent did"
    assert rare not in river.assumed
    monkeypatch.setattr(pricing, "LEAST_WEIGHT", 1.1)
    assert rare in review_hand(usual, 5).decisions[-1].assumed


def test_three_players_are_played_out() -> None:
    line = ["fold", "fold", "fold", "raise to 250", "call", "call", "check", "bet 400", "fold",
            "fold"]  # fmt: skip
    record = hand(line, {1: "9c9d"}, board=BOARD)
    flop = [each for each in review_hand(record, 1).decisions if each.street == "flop"]
    assert [each.method for each in flop] == [BLUEPRINT]
    assert flop[0].players == 3
    assert flop[0].is_estimate


def test_the_best_action_is_chosen_on_other_deals_than_those_that_value_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of actions that are all worth the same, none loses anything on average."""
    record = hand([*LINE, "check", "check", "fold"], {1: "9c9d"}, board=BOARD, rules=FREE)

    def noise(_, seen, taken, deals, seed):
        draw = np.random.default_rng(seed)
        actions = (pricing.FOLDED, pricing.CALLED, *(Action("raise", 100 * n) for n in (2, 4, 6)))
        return Rollouts(actions, draw.normal(size=(deals, 5)) * 100, ())

    monkeypatch.setattr(pricing, "roll_out", noise)
    lost = [
        review_hand(record, 1, ReviewSettings(True, seed)).decisions[-1].lost / 1.0
        for seed in range(40)
    ]
    assert abs(np.mean(lost)) < 4 * np.std(lost) / 40**0.5


def test_what_an_action_loses_on_random_deals_is_free_of_bias() -> None:
    """Of four actions, the last is taken, and the second is better by 0.4 than all others."""
    draw = np.random.default_rng(7)
    found = []
    for _ in range(3_000):
        values = draw.normal(size=(12, 4))
        values[:, 1] += 0.4
        lost, error = pricing.crosswise(values, 3)
        chosen = [int(np.argmax(half.mean(0))) for half in (values[:6], values[6:])]
        found.append((lost, np.mean([0.4 * (each == 1) for each in chosen]), error))
    gaps = np.array([lost - true for lost, true, _ in found])
    assert abs(gaps.mean()) < 4 * gaps.std() / len(gaps) ** 0.5
    # The standard errors are about right, and nobody chooses and prices on the same deals.
    assert np.mean([error**2 for *_, error in found]) ** 0.5 == pytest.approx(gaps.std(), rel=0.25)


# --- what has no value ----------------------------------------------------------------------------


def test_limit_hands_are_left_out_with_the_reason() -> None:
    rules = Rules(structure="fixed-limit", small_bet=100)
    found = review_hand(hand(["fold"] * 5, {2: "AsAh"}, rules=rules), 2, QUICK)
    assert found.decisions == ()
    assert found.skipped == "fixed-limit hands are not valued"


def test_unknown_cards_are_an_error_that_names_the_hand() -> None:
    record = replace(hand(["fold"] * 5, {2: "AsAh"}), holes=(None,) * 6)
    with pytest.raises(InputError, match=r"the cards of .* in hand .* are not known"):
        review_hand(record, 3, QUICK)


def test_stacks_without_a_strategy_say_so() -> None:
    deep = hand(["fold"] * 8, {2: "AsAh"}, stacks=[20_000] * 9)
    found = review_hand(deep, 2, QUICK)
    assert found.skipped == "there is no strategy for 9 players with such stacks"
    assert only(found).assumed == (found.skipped,)
    assert (only(found).lost, only(found).method, only(found).best) == (0, "", "")
    assert not only(found).is_mistake


@pytest.mark.parametrize("stack", [500, 100_000])
def test_heads_up_charts_count_only_for_about_their_stacks(
    stack: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategies, "_stacks_of", lambda players: (100,))  # none trained here
    record = hand(["all-in", "fold"], {0: "AsAh", 1: "AcKd"}, stacks=[stack] * 2)
    found = review_hand(record, record.actions[0].seat, QUICK)
    assert "the stacks are far from those of the strategy (heads-up, 100 bb)" in found.skipped
    # A call that ends the betting is still valued by the equity.
    called = review_hand(record, record.actions[1].seat, QUICK)
    assert only(called).method == EQUITY
    assert only(called).assumed == ("ranges as among heads-up, 100 bb",)


def test_tiny_stacks_are_reviewed() -> None:
    for stacks in ([10_000] * 5 + [30], [30] + [10_000] * 5, [10_000, 70, 30, 40, 50, 60]):
        state = HandState.start(Rules(), stacks, 5, seed=3)
        while not state.is_over:
            state = state.apply("call" if state.legal_actions.call_cost else "check")
        record = hand_of(state)
        for seat in range(6):
            for each in review_hand(record, seat, QUICK).decisions:
                assert each.is_valued or each.assumed
                if each.is_valued and each.taken.startswith("call"):
                    assert value_of(each, each.taken).ev >= -each.to_call * 100


@pytest.mark.repeats(8)
@pytest.mark.parametrize(
    "rules",
    [
        Rules(ante=10),
        Rules(ante=100, ante_by="big-blind"),
        Rules(straddles=(200,)),
        Rules(small_blind=1, big_blind=2),
        Rules(small_blind=100, big_blind=100),
    ],
)
@pytest.mark.parametrize("players", [2, 3, 4, 6, 7, 9, 10])
def test_all_tables_and_blinds_are_reviewed(rules: Rules, players: int) -> None:
    if rules.straddles and players < 4:
        return
    draw = np.random.default_rng(players)
    for seed in range(2):
        state = HandState.start(
            rules, [40 * rules.big_blind] * players, players - 1 if players > 2 else 0, seed=seed
        )
        while not state.is_over:
            legal = state.legal_actions
            kind = draw.choice(["fold", "call", "raise"], p=[0.35, 0.5, 0.15])
            if kind == "raise" and legal.raise_max:
                state = state.apply(Action.raise_to(min(2 * legal.raise_min, legal.raise_max)))
            elif kind == "fold" and legal.call_cost:
                state = state.apply("fold")
            else:
                state = state.apply("call" if legal.call_cost else "check")
        record = hand_of(state)
        for seat in range(players):
            found = review_hand(record, seat, QUICK)
            acted = [n for n, each in enumerate(record.actions) if each.seat == seat]
            assert [each.number for each in found.decisions] == acted
            for each in found.decisions:
                assert each.position == record.positions[seat]
                assert each.is_valued or each.assumed
                assert np.isfinite([row.ev for row in each.actions]).all()
                assert each.taken in [row.action for row in each.actions] or not each.is_valued


def test_a_player_who_joins_late_is_reviewed() -> None:
    state = HandState.start(
        Rules(), [10_000] * 6, 5, seed=1, posts={0: 50, 1: 100, 3: 100}, late=(3,)
    )
    for action in ["fold", "check", "fold", "fold", "fold", "check"] + ["check"] * 6:
        if state.is_over:
            break
        state = state.apply(action)
    record = hand_of(state)
    for seat in (1, 3):
        assert review_hand(record, seat, QUICK).decisions


# --- words ----------------------------------------------------------------------------------------


def test_the_result_and_the_stake_are_those_of_the_record() -> None:
    record = hand(["fold"] * 4 + ["raise to 300", "fold"], {0: "AsAh"}, stacks=[5_000] * 6)
    found = review_hand(record, 0, QUICK)
    assert (found.won, found.adjusted, found.stack) == (1.0, 1.0, 50.0)
    assert (found.hole, found.position, found.board) == ("AsAh", "SB", "")


def test_an_all_in_result_is_adjusted_by_its_equity() -> None:
    record = hand(["fold"] * 4 + ["all-in", "call"], {0: "AsAh", 1: "KsKh"}, board="Kd7c2d4h3c")
    found = review_hand(record, 0, QUICK)
    assert found.won == -100
    # Aces win about 82% of all boards, and the cards of those who folded are known.
    assert found.adjusted is not None
    assert 50 < found.adjusted < 75


def test_the_pot_leaves_out_chips_that_the_player_cannot_match() -> None:
    stacks = [10_000, 2_000, 10_000, 10_000, 10_000, 10_000]
    record = hand(["fold"] * 3 + ["all-in", "fold", "call"], {1: "AsAh"}, stacks=stacks)
    found = only(review_hand(record, 1, QUICK))
    assert found.pot == 20 + 0.5 + 1
    assert found.to_call == 19


KINDS = [
    ([], "unopened"),
    (["call"], "limped"),
    (["raise to 250"], "open"),
    (["raise to 250", "raise to 800"], "3-bet"),
    (["raise to 250", "raise to 800", "raise to 2000"], "4-bet"),
    (["raise to 250", "raise to 800", "raise to 2000", "raise to 4500"], "4-bet"),
    ([*["fold"] * 4, "raise to 300", "call"], "single raised"),
    ([*["fold"] * 4, "call", "check"], "limped"),
]


@pytest.mark.parametrize(("line", "kind"), KINDS)
def test_pots_have_their_names(line: list[str], kind: str) -> None:
    cursor = HandCursor(HandState.start(Rules(), [10_000] * 6, 5, seed=1))
    for action in line:
        cursor.apply(action)
    assert pot_kind(cursor.observation()) == kind


def test_a_decision_is_a_mistake_only_beyond_chance_and_rounding() -> None:
    base = only(review_hand(hand(["fold"] * 5, {2: "AsAh"}), 2, QUICK))
    for lost, error, expected in (
        (1.0, 0.4, True),
        (1.0, 0.5, False),
        (LEAST_MISTAKE, 0.0, False),
        (LEAST_MISTAKE + 0.01, 0.0, True),
        (-1.0, 0.0, False),
    ):
        assert base._replace(lost=lost, error=error).is_mistake is expected


def test_strategies_fit_the_chips_that_can_be_played_for() -> None:
    def words(stacks: list[int]) -> str:
        found = strategy_for(hand(["fold"] * (len(stacks) - 1), {}, stacks=stacks), 0)
        return "" if found is None else found.words

    assert words([10_000] * 6).startswith("6 players, 100 bb")
    assert words([4_500] + [10_000] * 5).startswith("6 players, 40 bb")
    assert words([10_000] + [4_500] * 5).startswith("6 players, 40 bb")
    assert words([2_000] * 9).startswith("9 players, 20 bb")
    assert words([10_000] * 2) == "heads-up, 100 bb"
    assert words([10_000] * 9) == ""
