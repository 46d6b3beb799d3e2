"""Ranges after each action: the same as the model alone gives, and odds against them."""

from itertools import islice

import numpy as np
import pytest

from handsight.formats import read_hands
from handsight.game import Action, Hand, HandCursor, HandState, Rules
from handsight.odds import current_hand_odds, effective_hand_strength
from handsight.opponents.model import OpponentModel
from handsight.ranges.combos import combo_number
from handsight.views.cards.explanation import odds_report
from handsight.views.range_update.hand import hand_of_history
from handsight.views.range_update.report import (
    ActionChances,
    RangeUpdateReport,
    class_shares,
    describe,
    effective_report,
    likeliest,
    range_update_report,
    spread,
    truth_of,
)
from handsight.views.range_update.words import hand_in_words
from tests.unit.formats.hands import collection, history

FLOP = "Qh7h2c"
TOLD = "p1 raises 300, p2 calls, p1 bets 400"
THREE = "p3 raises 300, p1 calls, p2 calls, p1 checks, p2 bets 500, p3 raises 1500"


@pytest.fixture(scope="module")
def found() -> RangeUpdateReport:
    return range_update_report(hand_in_words("AhKh", FLOP, TOLD))


# --- agreement with the model ---------------------------------------------------------------------


def test_the_ranges_are_those_of_the_model_told_the_same(found: RangeUpdateReport) -> None:
    model = OpponentModel()
    posts = [50, 100, 0]
    model.start_hand([10_000] * 3, 2, posts=posts, names=["p1", "p2", "p3"], seat=1, hole="AhKh")
    model.act("p3", "fold")
    before = model.weights("p1")
    model.act("p1", "raise", 300)
    raised = model.weights("p1")
    model.act("p2", "call")
    model.deal(FLOP)
    dealt, expected = model.weights("p1"), model.predict(player="p1")
    model.act("p1", "bet", 400)
    (opponent,) = found.rivals
    opened, bet = opponent.updates
    np.testing.assert_array_equal(opened.before, before)
    np.testing.assert_array_equal(opened.after, raised)
    np.testing.assert_array_equal(bet.before, dealt)
    np.testing.assert_array_equal(bet.after, model.weights("p1"))
    np.testing.assert_array_equal(opponent.weights, model.weights("p1"))
    assert opponent.range == bet.range == model.range("p1")
    assert (bet.expected, bet.chance) == (ActionChances(*expected), expected.raises)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("players", range(2, 7))
def test_the_ranges_are_those_of_a_model_that_watches(players: int) -> None:
    told: list[str] = []
    table = _begun(players)
    while table.state.street == "preflop":
        seat = table.state.actor
        told.append(f"p{seat + 1} {'calls' if told else 'raises 300'}")
        table.apply(Action.call() if len(told) > 1 else Action.raise_to(300))
    seen = table.observation()
    watching = OpponentModel()
    watching.watch(seen)
    hand = hand_in_words(
        seen.hole, seen.board, ", ".join(told), players=players, us=f"p{seen.seat + 1}"
    )
    found = range_update_report(hand)
    assert [opponent.seat for opponent in found.rivals] == list(seen.opponents)
    for opponent in found.rivals:
        np.testing.assert_array_equal(opponent.weights, watching.weights(opponent.seat))


def _begun(players: int) -> HandCursor:
    return HandCursor(HandState.start(Rules(), [10_000] * players, players - 1, seed=players))


def test_the_hidden_cards_of_a_record_do_not_reach_the_model() -> None:
    held = range_update_report(hand_of_history(history(), 4, "p1"))
    others = ["d dh p1 QsQd", "d dh p2 ????", "d dh p3 6c6s"]
    changed = history(
        actions=[*others, "p3 cbr 300", "p1 cbr 1000", "p2 f", "p3 cc", "d db Qh7h2c"]
    )
    same = range_update_report(hand_of_history(changed, 4, "p1"), reveal=True)
    np.testing.assert_array_equal(held.rivals[0].weights, same.rivals[0].weights)


def test_a_hand_in_words_and_its_record_are_read_alike() -> None:
    told = "p3 raises 300, p1 raises 1000, p2 folds, p3 calls, p1 bets 1500"
    stacks = [10_000, 10_000, 2500]
    words = range_update_report(hand_in_words("AhKh", FLOP, told, stacks=stacks))
    record = range_update_report(hand_of_history(history(), 5))
    np.testing.assert_array_equal(words.rivals[0].weights, record.rivals[0].weights)
    assert [step.chance for step in words.steps] == [step.chance for step in record.steps]
    assert words.together.odds == record.together.odds


# --- the hand -------------------------------------------------------------------------------------


def test_steps_are_what_opponents_do_and_know_the_cards_that_lay(found: RangeUpdateReport) -> None:
    assert [step.number for step in found.steps] == [1, 2, 4]
    assert [step.board for step in found.steps] == ["", "", FLOP]
    assert [step.number for step in found.rivals[0].updates] == [2, 4]


def test_dead_cards_weigh_nothing_and_the_rest_adds_up_to_one(found: RangeUpdateReport) -> None:
    for step in found.rivals[0].updates:
        assert step.after.sum() == pytest.approx(1)
        assert step.after[combo_number(50, 51)] == 0  # AhAs
    assert np.count_nonzero(found.rivals[0].weights) == 47 * 46 // 2


def test_cards_that_come_last_are_taken_out_of_the_ranges() -> None:
    late = range_update_report(hand_in_words("AhKh", FLOP + "2d", TOLD + ", p2 calls"))
    (opponent,) = late.rivals
    assert np.count_nonzero(opponent.weights) == opponent.combos == 46 * 45 // 2
    last = opponent.updates[-1]
    assert np.count_nonzero(last.after) == last.combos == 47 * 46 // 2


def test_what_an_action_tells_is_measured_in_bits(found: RangeUpdateReport) -> None:
    for step in found.steps:
        assert 0 < step.gain_bits < 5
        assert 0 < step.chance < 1


def test_a_check_and_a_call_count_as_one() -> None:
    checked = range_update_report(hand_in_words("AhKh", FLOP, "p2 calls, p1 checks, p1 checks"))
    assert [step.chance for step in checked.steps] == [step.expected.call for step in checked.steps]


# --- odds -----------------------------------------------------------------------------------------


def test_the_odds_are_those_against_the_range(found: RangeUpdateReport) -> None:
    held = found.rivals[0].range
    effective = effective_hand_strength("AhKh", FLOP, villain=held)
    assert found.together.effective == effective_report(effective)
    assert found.together.odds == odds_report(current_hand_odds("AhKh", FLOP, villain=held))
    assert found.together.odds.method == "exact"
    assert found.rivals[0].odds == found.together.odds


def test_two_opponents_have_odds_each_and_together() -> None:
    both = range_update_report(hand_in_words("AhKh", FLOP, THREE, us="p1"))
    ranges = [opponent.range for opponent in both.rivals]
    assert [opponent.player for opponent in both.rivals] == ["p2", "p3"]
    effective = effective_hand_strength("AhKh", FLOP, villain=ranges)
    assert both.together.effective == effective_report(effective)
    for opponent in both.rivals:
        alone = current_hand_odds("AhKh", FLOP, villain=opponent.range)
        assert opponent.odds == odds_report(alone)
        assert both.together.odds.equity < opponent.odds.equity


def test_against_more_strength_and_potential_are_counted_one_by_one() -> None:
    told = "p3 calls, p4 calls, p1 calls, p2 checks"
    many = range_update_report(hand_in_words("AhKh", FLOP, told, us="p1"), seed=3)
    assert many.together.effective is None
    assert (many.together.odds.opponents, many.together.odds.seed) == (3, 3)
    assert all(opponent.effective is not None for opponent in many.rivals)


def test_before_the_flop_there_is_only_equity() -> None:
    before = range_update_report(hand_in_words("AhKh", "", "p2 raises 250"))
    assert before.together.effective is None
    assert 0.5 < before.together.odds.equity < 0.67


# --- what comes next ------------------------------------------------------------------------------


def test_where_it_is_an_opponents_turn_their_action_is_predicted(found: RangeUpdateReport) -> None:
    assert found.next is None  # it is ours
    theirs = range_update_report(hand_in_words("AhKh", FLOP, TOLD, us="p1"))
    assert theirs.next is not None
    chances = theirs.next
    assert chances.fold + chances.call + chances.raise_ == pytest.approx(1)
    assert theirs.next.fold > 0.1


def test_nothing_is_predicted_before_the_cards_of_the_street_lie() -> None:
    assert range_update_report(hand_in_words("AhKh", "", "p1 raises 300, p2 calls")).next is None


# --- the model ------------------------------------------------------------------------------------


def test_a_fitted_model_sees_it_otherwise() -> None:
    fitted = OpponentModel().fit([history()] * 40)
    assert describe(fitted, "m.npz") == "dirichlet, fitted on 40 hands, from m.npz"
    learned = range_update_report(hand_in_words("AhKh", FLOP, TOLD), fitted)
    fresh = range_update_report(hand_in_words("AhKh", FLOP, TOLD))
    assert learned.model == "dirichlet, fitted on 40 hands"
    assert fresh.model.startswith("dirichlet, without data")
    assert not np.allclose(learned.rivals[0].weights, fresh.rivals[0].weights)


def test_other_likelihoods_do_too() -> None:
    loki = range_update_report(hand_in_words("AhKh", FLOP, TOLD), OpponentModel("loki"))
    assert loki.model.startswith("loki")
    assert loki.rivals[0].weights.sum() == pytest.approx(1)


# --- the truth ------------------------------------------------------------------------------------


def test_the_truth_is_told_only_where_asked() -> None:
    hand = hand_of_history(history(), 5)
    hidden, told = range_update_report(hand), range_update_report(hand, reveal=True)
    assert hidden.rivals[0].truth is None
    truth = told.rivals[0].truth
    assert truth is not None
    assert told.rivals[0].updates[-1].truth == truth
    queens = combo_number(*(card.index for card in hand.revealed[0]))
    assert truth == truth_of(told.rivals[0].weights, queens)
    assert truth.gain_bits == pytest.approx(np.log2(truth.chance * 47 * 46 / 2))
    assert truth.gain_bits > 1


def test_the_rank_of_a_true_hand_is_the_share_that_is_likelier() -> None:
    weights = np.zeros(1326)
    weights[:3] = 0.5, 0.3, 0.2
    assert [truth_of(weights, combo).likelier for combo in range(3)] == pytest.approx([0, 0.5, 0.8])
    assert truth_of(weights, 0).even == pytest.approx(1 / 3)


def test_the_spread_is_the_number_of_hands_that_would_be_as_uncertain() -> None:
    even = np.zeros(1326)
    even[:8] = 1 / 8
    assert spread(even) == pytest.approx(8)


def test_classes_have_the_chance_of_all_their_combos() -> None:
    weights = np.full(1326, 1 / 1326)
    shares = class_shares(weights)
    assert len(shares) == 169
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["AKo"] == pytest.approx(12 / 1326)
    best = [("AKo", shares["AKo"]), ("AQo", shares["AQo"])]
    assert list(likeliest(shares, 2).items()) == best
    assert likeliest({"AA": 1.0, "KK": 0.0}, 5) == {"AA": 1.0}


# --- real hands -----------------------------------------------------------------------------------


def test_hands_of_the_collection_are_followed_to_their_end() -> None:
    read = (each for each in read_hands(collection()) if isinstance(each, Hand))
    shown = (each for each in read if len(each.board) == 5 and None not in each.holes)
    for recorded in islice(shown, 6):
        found = range_update_report(hand_of_history(recorded), reveal=True)
        assert len(found.rivals) >= 1
        for opponent in found.rivals:
            assert opponent.truth is not None
            assert 0 < opponent.truth.chance < 1
        assert found.together.odds.total
