"""What is counted of players, each definition with its edges; all of it is counted twice.

`counted` compares with a slow twin that reads the text of the hand.
"""

from collections import Counter
from fractions import Fraction

import pytest

from handsight.errors import HistoryError, OptionError
from handsight.formats import parse_phh, phh_text
from handsight.game import Damaged, HandState, Rules, final_state, hand_of, random_hands
from handsight.opponents.stats import (
    Counts,
    HandCounter,
    PlayedHand,
    PlayerAction,
    count_hands,
    played_hand,
    recorded_hand,
)
from handsight.opponents.stats.counter import count_hand
from tests.naive import player_counts
from tests.unit.opponents.records import (
    NAMES,
    counted,
    counts_of_the_collection,
    flat,
    record,
    recorded_hands,
)

# --- the collection of real hands -----------------------------------------------------------------


@pytest.mark.parametrize("most", [400, pytest.param(None, marks=pytest.mark.exhaustive)])
def test_every_count_of_every_player_of_the_collection_agrees_with_a_slow_twin(
    most: int | None,
) -> None:
    slowly: dict[str, Counter[str]] = {}
    hands = recorded_hands(most)
    found = count_hands(hands)
    for history in hands:
        for name, counts in player_counts.count(history.source.text).items():
            before = slowly.setdefault(name, Counter())
            for key, number in counts.items():  # not +=, which drops what is below 0
                before[key] += number
    assert found.keys() == slowly.keys()
    assert len(slowly) == 22 or most is not None
    for name, counts in found.items():
        untold = {"net", "showdowns_won"} if name in OF_ONE_HAND else set()
        ours = {key: number for key, number in flat(counts).items() if key not in untold}
        assert ours == {key: slowly[name][key] for key in ours}, name


OF_ONE_HAND = {"Phil Ivey", "Patrik Antonius", "Tom Dwan"}
"""The one hand of which the record does not tell how it ended."""


@pytest.mark.exhaustive
def test_the_collection_holds_what_everybody_knows_of_it() -> None:
    found = counts_of_the_collection()
    assert (found["Pluribus"].hands, found["Pluribus"].net) == (6871, Fraction(72197, 2))
    dwan, ivey = found["Tom Dwan"], found["Phil Ivey"]
    assert (dwan.showdowns_won, ivey.showdowns_won) == (1, 0)
    assert dwan.net == 556_000


# --- before the flop ------------------------------------------------------------------------------


def test_a_walk_gives_the_big_blind_no_turn_and_so_no_chance() -> None:
    bob = counted("Cleo f", "Ada f")["Bob"]
    assert (bob.hands, bob.decided, bob.vpip, bob.flops_seen) == (1, 0, 0, 0)
    assert (bob.net, bob.showdowns) == (50, 0)


def test_a_limp_and_a_completed_small_blind_are_vpip_and_the_checked_option_is_not() -> None:
    found = counted("Cleo cc", "Ada cc", "Bob cc", "/", "Ada cbr 100", "Bob f", "Cleo f")
    assert [found[name].vpip for name in NAMES[:3]] == [1, 0, 1]
    assert [found[name].decided for name in NAMES[:3]] == [1, 1, 1]
    assert [found[name].pfr for name in NAMES[:3]] == [0, 0, 0]


def test_a_raise_of_the_option_is_vpip_and_pfr_and_answers_no_raise() -> None:
    bob = counted("Cleo cc", "Ada f", "Bob cbr 400", "Cleo f")["Bob"]
    assert (bob.vpip, bob.pfr, bob.three_bet_chances, bob.raises_faced) == (1, 1, 0, 0)


def test_a_fold_to_a_raise_after_a_limp_is_vpip_and_a_fold_to_a_raise() -> None:
    cleo = counted("Cleo cc", "Ada f", "Bob cbr 400", "Cleo f")["Cleo"]
    assert (cleo.vpip, cleo.pfr, cleo.raises_faced, cleo.folds_to_raise) == (1, 0, 1, 1)
    assert cleo.three_bet_chances == 1


def test_the_first_to_raise_again_three_bets_and_those_behind_had_no_chance() -> None:
    found = counted("Cleo f", "Dan cbr 300", "Ada cbr 900", "Bob f", "Dan f", seats=4)
    assert (found["Ada"].three_bet_chances, found["Ada"].three_bets) == (1, 1)
    assert (found["Bob"].three_bet_chances, found["Bob"].raises_faced) == (0, 0)
    assert (found["Dan"].three_bet_chances, found["Dan"].raises_faced) == (0, 0)


def test_who_cannot_raise_has_no_chance_of_a_three_bet() -> None:
    found = counted("Cleo cbr 10000", "Ada f", "Bob f")
    for name in ("Ada", "Bob"):
        assert (found[name].raises_faced, found[name].folds_to_raise) == (1, 1)
        assert found[name].three_bet_chances == 0


def test_a_short_all_in_is_a_raise_that_a_limper_may_not_raise_again() -> None:
    short = {"starting_stacks": [150, 10000, 10000]}
    found = counted("Cleo cc", "Ada cbr 150", "Bob f", "Cleo f", **short)
    assert (found["Ada"].pfr, found["Bob"].three_bet_chances) == (1, 1)
    assert (found["Cleo"].raises_faced, found["Cleo"].three_bet_chances) == (1, 0)


def test_a_cold_call_of_two_raises_answers_no_first_raise() -> None:
    found = counted("Cleo cbr 300", "Ada cbr 900", "Bob cc", "Cleo f", "/", "Ada cc", "Bob cc", "/",
                    "Ada cc", "Bob cc", "/", "Ada cc", "Bob cc")  # fmt: skip
    bob = found["Bob"]
    assert (bob.vpip, bob.raises_faced, bob.three_bet_chances) == (1, 0, 0)


def test_a_straddle_is_not_vpip_and_its_option_may_be_checked() -> None:
    straddled = {"blinds_or_straddles": [50, 100, 200], "seats": 3}
    found = counted("Ada f", "Bob cc", "Cleo cc", "/", "Bob cbr 200", "Cleo f", **straddled)
    assert (found["Cleo"].vpip, found["Cleo"].decided, found["Bob"].vpip) == (0, 1, 1)
    walked = counted("Ada f", "Bob f", **straddled)["Cleo"]
    assert (walked.decided, walked.net) == (0, 150)


def test_antes_are_not_vpip_and_without_blinds_the_first_chips_are_a_bet() -> None:
    found = counted("Cleo f", "Ada f", antes=[10, 10, 10])
    assert [found[name].vpip for name in NAMES[:3]] == [0, 0, 0]
    assert found["Bob"].net == 70


def test_a_blind_that_takes_all_chips_leaves_no_decision() -> None:
    found = counted("Cleo cbr 300", "Ada f", "/", "/", "/", starting_stacks=[10000, 100, 10000])[
        "Bob"
    ]
    assert (found.decided, found.vpip, found.flops_seen, found.showdowns) == (0, 0, 1, 1)


def test_between_two_the_button_posts_the_small_blind_and_acts_first() -> None:
    found = counted("Bob cbr 300", "Ada f", seats=2)
    assert (found["Bob"].pfr, found["Ada"].folds_to_raise, found["Ada"].net) == (1, 1, -100)


# --- after the flop -------------------------------------------------------------------------------


def test_a_check_raise_counts_a_check_and_a_raise_and_faces_a_bet() -> None:
    found = counted("Cleo cbr 300", "Ada f", "Bob cc", "/",
                    "Bob cc", "Cleo cbr 300", "Bob cbr 900", "Cleo f")  # fmt: skip
    bob, cleo = found["Bob"], found["Cleo"]
    assert bob.actions[1] == (0, 1, 0, 0, 1)
    assert (bob.bets_faced, bob.folds_to_bet) == ((1, 0, 0), (0, 0, 0))
    assert cleo.actions[1] == (1, 0, 0, 1, 0)
    assert (cleo.bets_faced, cleo.folds_to_bet) == ((0, 0, 0), (0, 0, 0))  # to a raise, not a bet


def test_a_fold_to_a_bet_is_counted_on_its_street() -> None:
    found = counted("Cleo cc", "Ada f", "Bob cc", "/", "Bob cbr 100", "Cleo cc", "/",
                    "Bob cbr 300", "Cleo cc", "/", "Bob cbr 900", "Cleo f")["Cleo"]  # fmt: skip
    assert (found.bets_faced, found.folds_to_bet) == ((1, 1, 1), (0, 0, 1))
    assert (found.after_flop("call"), found.after_flop("fold")) == (2, 1)
    assert (found.flops_seen, found.showdowns) == (1, 0)


def test_who_folds_before_the_flop_does_not_see_it() -> None:
    found = counted("Cleo cc", "Ada f", "Bob cc", "/", "Bob cbr 100", "Cleo f")
    assert [found[name].flops_seen for name in NAMES[:3]] == [0, 1, 1]


def test_all_in_before_the_flop_sees_the_flop_and_the_showdown_without_a_word() -> None:
    found = counted("Cleo cbr 10000", "Ada f", "Bob cc", "/", "/", "/")
    for name in ("Bob", "Cleo"):
        assert (found[name].flops_seen, found[name].showdowns) == (1, 1)
        assert found[name].after_flop("check") == 0
    assert (found["Bob"].showdowns_won, found["Cleo"].showdowns_won) == (1, 0)


def test_a_split_pot_is_won_by_both() -> None:
    found = counted("Cleo f", "Ada cbr 10000", "Bob cc", "/", "/", "/", board="TcJcQcKcAc")
    assert [found[name].showdowns_won for name in ("Ada", "Bob")] == [1, 1]


def test_chips_that_nobody_called_are_not_won_at_the_showdown() -> None:
    found = counted(
        *("Cleo cbr 10000", "Ada f", "Bob cc", "/", "/", "/"),
        starting_stacks=[10000, 1000, 10000],
    )
    assert (found["Cleo"].showdowns_won, found["Cleo"].net) == (0, -1000)


def test_a_beaten_hand_that_is_given_up_unseen_was_at_the_showdown() -> None:
    checks = ("/", "Bob cc", "Cleo cc") * 3
    cleo = counted("Cleo cc", "Ada f", "Bob cc", *checks, "Bob sm QsQd", "Cleo sm")["Cleo"]
    assert (cleo.showdowns, cleo.showdowns_won) == (1, 0)


# --- results and cards ----------------------------------------------------------------------------


def test_results_are_told_in_the_units_of_the_record_and_in_big_blinds() -> None:
    cents = {
        "blinds_or_straddles": [0.5, 1, 0],
        "min_bet": 1,
        "starting_stacks": [100, 100, 100],
    }
    found = count_hands([record("Cleo cbr 2.5", "Ada f", "Bob f", **cents)])
    rate = found["Cleo"].results[0].win_rate
    assert found["Cleo"].net == rate.total == Fraction(3, 2)
    assert found["Ada"].net == Fraction(-1, 2)
    assert rate.squares == Fraction(9, 4)


def test_what_the_record_says_of_the_result_is_believed() -> None:
    halves = [9950, 10074.5, 9975.5]
    found = count_hands([record("Cleo f", "Ada f", finishing_stacks=halves)])
    assert found["Cleo"].net == Fraction(-49, 2)


def test_hands_of_different_stakes_add_up_each_by_its_own_blind() -> None:
    dear = {"blinds_or_straddles": [500, 1000, 0], "min_bet": 1000}
    hands = [record("Cleo f", "Ada f"), record("Cleo f", "Ada f", **dear)]
    ada = count_hands(hands)["Ada"]
    rate = ada.results[0].win_rate
    assert (ada.net, rate.total, rate.squares) == (-550, -1, Fraction(1, 2))


def test_groups_are_counted_only_where_all_cards_are_known() -> None:
    found = counted("Cleo cbr 300", "Ada f", "Bob f")
    assert found["Cleo"].played == found["Cleo"].raised == (0, 0, 0, 1, 0, 0, 0, 0, 0)  # 98s
    assert (sum(found["Ada"].dealt), sum(found["Ada"].played)) == (1, 0)
    hidden = ["d dh p1 AhKh", "d dh p2 ????", "d dh p3 9c8c", "p3 f", "p1 f"]
    assert sum(count_hands([record(actions=hidden)])["Ada"].dealt) == 0


@pytest.mark.parametrize("first", ["AhKh", "????"])
def test_groups_are_not_counted_where_only_the_showdown_reveals_cards(first: str) -> None:
    """A file of a player heads-up, or of one who watches, knows all cards only of these hands."""
    checks = [f"p{seat} cc" for _ in range(3) for seat in (1, 2)]
    board = ["d db 2c5d9h", *checks[:2], "d db Js", *checks[2:4], "d db Kd", *checks[4:]]
    dealt = [f"d dh p1 {first}", "d dh p2 ????", "p2 cc", "p1 cc"]
    hand = record(actions=[*dealt, *board, "p1 sm AhKh", "p2 sm QsQd"], seats=2)
    assert None not in hand.holes
    for again in (hand, parse_phh(phh_text(hand))):
        assert not again.is_dealt_open
        for counts in count_hands([again]).values():
            assert (counts.decided, sum(counts.dealt), sum(counts.played)) == (1, 0, 0)


# --- the counter ----------------------------------------------------------------------------------


def test_a_hand_that_is_played_counts_as_its_record_does() -> None:
    for history in random_hands(4, seed=11, hands=30):
        state = final_state(history)
        again = hand_of(state, history.players)
        counter = HandCounter()
        counter.add_state(state, history.players)
        assert counter.counts == count_hands([again])
        assert played_hand(state).decisions == recorded_hand(again).decisions


def test_counts_add_up_in_any_order_and_survive_json() -> None:
    hands = list(random_hands(5, seed=3, hands=40))
    whole, first, second = HandCounter(), HandCounter(), HandCounter()
    for number, history in enumerate(hands):
        whole.add_record(history)
        (first if number % 2 else second).add_record(history)
    first.merge(HandCounter.from_json(second.to_json()))
    assert first.counts == whole.counts
    one, two = (count_hands(hands[part])["player 1"] for part in (slice(9), slice(9, None)))
    assert one + two == two + one == whole.counts["player 1"]


def test_one_name_on_two_seats_adds_both() -> None:
    state = HandState.start(Rules(), [1000, 1000], 0, seed=7).apply("raise to 300").apply("fold")
    counter = HandCounter()
    counter.add_state(state, ["self", "self"])
    assert (counter.counts["self"].hands, counter.counts["self"].net) == (2, 0)


def test_an_empty_seat_needs_no_name_and_is_not_counted() -> None:
    state = HandState.start(Rules(), [1000, 0, 1000], 0, seed=7).apply("fold")
    counter = HandCounter()
    counter.add_state(state, {0: "Ada", 2: "Cleo"})
    assert counter.counts.keys() == {"Ada", "Cleo"}


def test_what_is_no_hand_is_refused_and_nothing_of_it_is_counted() -> None:
    counter = HandCounter()
    state = HandState.start(Rules(), [1000, 1000], 0, seed=7)
    with pytest.raises(OptionError, match="the hand is not over"):
        counter.add_state(state, ["Ada", "Bob"])
    with pytest.raises(OptionError, match="seat 1 plays but has no name"):
        counter.add_state(state.apply("fold"), ["Ada"])
    for decision, fault in (
        (PlayerAction(0, 0, "limp"), "a decision is 'limp'"),
        (PlayerAction(7, 0, "call"), "seat 7 acts"),
    ):
        hand = PlayedHand(seats=(0, 1), decisions=(decision,), net={0: 0, 1: 0}, big_blind=2)
        with pytest.raises(OptionError, match=fault):
            counter.add(hand, ["Ada", "Bob"])
        with pytest.raises(OptionError, match=fault):
            count_hand(hand)
    assert all(counts == Counts() for counts in counter.counts.values())


def test_damaged_records_are_passed_over_and_wrong_ones_are_errors() -> None:
    assert count_hands([Damaged("a.phh", 1, "no hand")]) == {}
    with pytest.raises(HistoryError, match="breaks off"):
        count_hands([record("Cleo f")])
    with pytest.raises(HistoryError, match="turn of"):
        count_hands([record("Ada f")])


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"hands": 1},
        Counts().to_json() | {"hands": -1},
        Counts().to_json() | {"hands": 1.5},
        Counts().to_json() | {"net": "1/0"},
        Counts().to_json() | {"actions": [[0] * 5]},
        Counts().to_json() | {"dealt": 7},
    ],
)
def test_json_that_holds_no_counts_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="not an object of counts"):
        Counts.from_json(wrong)


def test_counts_are_added_only_to_counts() -> None:
    with pytest.raises(TypeError):
        Counts() + 1  # type: ignore[operator]
