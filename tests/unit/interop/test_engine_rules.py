"""The rules of PyPokerEngine 1.0.1, one by one, in our own code; no package is needed."""

import pickle

import pytest

from handsight.errors import IllegalActionError, OptionError, StreetError
from handsight.game import Acted, Action, Award, Blind, DealBoard, DealHole, HandState, Show
from handsight.interop.pypokerengine import EngineActed, EngineHand, EngineRules, EngineSeating

RULES = EngineRules(5)
DECK = "AsKs 7c2d 9h9d QcJc 8s8d 3c4d"
BOARD = "Ad Kh 9s 5c 2h"


def start(stacks: list[int], button: int = 0, rules: EngineRules = RULES) -> EngineHand:
    """A hand in which seat 0 holds AsKs, seat 1 7c2d, seat 2 9h9d, and the board is `BOARD`."""
    return EngineHand.start(rules, stacks, button, deck=cards(len(stacks)))


def cards(seats: int) -> str:
    return " ".join([*DECK.split()[:seats], BOARD])


def play(hand: EngineHand, *actions: str) -> EngineHand:
    for action in actions:
        hand = hand.apply(action)
    return hand


# --- blinds and turns -----------------------------------------------------------------------------


def test_between_two_players_the_seat_after_the_button_posts_the_small_blind() -> None:
    hand = start([1000, 1000])
    assert hand.bets == (10, 5)
    assert hand.actor == 1


@pytest.mark.parametrize("button", [0, 1])
def test_between_two_players_the_small_blind_acts_first_on_every_street(button: int) -> None:
    hand = start([1000, 1000], button)
    small = 1 - button
    for street in ("preflop", "flop", "turn", "river"):
        assert (hand.street, hand.actor) == (street, small)
        hand = play(hand, "call", "call")
    assert hand.is_over


def test_among_three_the_button_acts_first_and_then_the_small_blind() -> None:
    hand = start([1000] * 3)
    assert hand.actor == 0
    hand = play(hand, "call", "call", "call")
    assert (hand.street, hand.actor) == ("flop", 1)


def test_the_big_blind_is_asked_once_more() -> None:
    assert play(start([1000, 1000]), "call").actor == 0


def test_with_an_ante_the_big_blind_is_not_asked_once_more() -> None:
    hand = start([1000, 1000], rules=EngineRules(5, ante=1))
    assert play(hand, "call").street == "flop"


def test_antes_are_no_bets() -> None:
    hand = start([1000, 1000], rules=EngineRules(5, ante=3))
    assert hand.bets == (10, 5)
    assert hand.paid == (13, 8)
    assert hand.legal_actions.price == 10


# --- raises ---------------------------------------------------------------------------------------


def test_the_first_raise_is_to_three_small_blinds() -> None:
    assert str(start([1000, 1000]).legal_actions) == "fold, call 5, raise to 15..1000"


def test_a_raise_is_at_least_as_high_as_the_one_before_it() -> None:
    hand = play(start([1000, 1000]), "raise to 40")
    assert hand.legal_actions.raise_min == 70


def test_after_the_flop_a_bet_is_at_least_the_big_blind() -> None:
    hand = play(start([1000, 1000]), "call", "call")
    assert hand.legal_actions.raise_min == 10


def test_amounts_are_street_totals() -> None:
    hand = play(start([1000, 1000]), "raise to 40")
    assert hand.bets == (10, 40)
    assert hand.stacks == (990, 960)


def test_a_short_stack_is_offered_no_raise_yet_may_go_all_in() -> None:
    hand = start([1000, 12])
    assert not hand.legal_actions.can_raise
    hand = play(hand, "raise to 12")
    assert hand.all_in == (1,)
    assert hand.price == 12


def test_a_short_all_in_lowers_the_next_minimum() -> None:
    """A raise of 2 above the big blind, so that 14 will do."""
    hand = play(start([1000, 12, 1000], button=0), "call", "raise to 12")
    assert hand.legal_actions.raise_min == 14


def test_an_all_in_below_the_price_counts_as_a_raise_there_but_changes_no_price() -> None:
    hand = play(start([1000, 8]), "raise to 8")
    assert hand.moves[0].taken == "raise"
    assert hand.last_action == Action.call()
    assert hand.is_over


def test_who_posts_his_last_chip_is_still_asked() -> None:
    hand = play(start([10, 1000]), "call")
    assert hand.stacks == (0, 990)
    assert hand.all_in == ()
    assert hand.actor == 0
    assert play(hand, "call").is_over


def test_a_call_above_the_price_with_the_whole_stack_is_all_in() -> None:
    hand = start([1000, 1000]).apply(Action("call", 1000))
    assert hand.bets == (10, 1000)
    assert hand.price == 10
    assert hand.last_action == Action.raise_to(1000)


def test_a_price_that_nobody_is_told_ends_in_a_fold_after_a_hundred_calls() -> None:
    """PyPokerEngine itself would ask for ever."""
    hand = start([1000, 1000]).apply(Action("call", 1000))
    calls = 0
    while not hand.is_over:
        hand, calls = hand.apply("call"), calls + 1
    assert calls == 101
    assert hand.payoffs == (-10, 10)


# --- what is not legal ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        Action.raise_to(14),
        Action.raise_to(1001),
        Action.raise_to(0),
        Action("raise", -1),
        Action("call", 9),
        Action("call", 11),
        Action("call", -1),
        Action.check(),
    ],
    ids=str,
)
def test_what_is_not_legal_is_a_fold(action: Action) -> None:
    hand = start([1000, 1000])
    assert not hand.can(action)
    hand = hand.apply(action)
    assert hand.is_over
    assert hand.payoffs == (5, -5)
    assert hand.last_action == Action.fold()


@pytest.mark.parametrize("action", ["fold", "call", "raise to 15", "raise to 1000", "all in"])
def test_what_is_legal_can_be_done(action: str) -> None:
    assert start([1000, 1000]).can(action)


def test_a_refusal_says_what_is_legal() -> None:
    with pytest.raises(IllegalActionError, match=r"as\s+a fold; legal: fold, call 5"):
        start([1000, 1000]).verify("raise to 14")


def test_folding_where_checking_is_free_is_allowed() -> None:
    hand = play(start([1000, 1000]), "call", "fold")
    assert hand.payoffs == (-10, 10)


def test_a_kind_of_action_that_does_not_exist_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="is not an action"):
        start([1000, 1000]).apply(Action("shove"))


def test_nobody_acts_when_the_hand_is_over() -> None:
    hand = play(start([1000, 1000]), "fold")
    with pytest.raises(IllegalActionError, match="over"):
        hand.apply("call")
    assert hand.legal_actions.is_over


# --- pots -----------------------------------------------------------------------------------------


def test_each_all_in_makes_a_pot_and_the_smallest_is_the_main_pot() -> None:
    hand = play(start([100, 300, 1000]), "all in", "all in", "call")
    assert [(pot.chips, pot.seats) for pot in hand.pots] == [
        (300, (0, 1, 2)),
        (400, (1, 2)),
        (0, (1, 2)),
    ]


def test_side_pots_go_to_the_best_hand_that_paid_for_them() -> None:
    """Nines full beat all; the seat that holds them has paid for the main pot only."""
    hand = play(start([1000, 500, 100]), "call", "all in", "all in", "call")
    assert hand.payoffs == (300, -500, 200)


def test_a_split_loses_the_odd_chip() -> None:
    rules = EngineRules(5, ante=1)
    hand = EngineHand.start(rules, [500, 500, 500], 0, deck="AsKs AcKc 7d2c AdKhQs9s3c")
    hand = play(hand, "call", "call", "call", "fold", *["call"] * 5)
    assert hand.pot == 33
    assert hand.payoffs == (5, 5, -11)
    assert sum(hand.payoffs) == -1


def test_uncalled_chips_come_back_as_a_pot_of_ones_own() -> None:
    hand = play(start([100, 1000]), "all in", "call")
    assert hand.prizes[-1].seat == 1
    assert hand.payoffs == (100, -100)


def test_all_five_cards_are_dealt_even_after_a_fold() -> None:
    hand = play(start([1000, 1000]), "fold")
    assert len(hand.board) == 5
    assert [event.street for event in hand.events if isinstance(event, DealBoard)] == [
        "flop",
        "turn",
        "river",
    ]


# --- who takes part -------------------------------------------------------------------------------


def test_cards_are_dealt_by_seat_two_at_a_time_and_to_those_too_who_have_lost() -> None:
    hand = EngineHand.start(RULES, [500, 0, 500], 0, deck=cards(3))
    assert str(hand.hole(0)) == "AsKs"
    assert hand.hole(1) is None
    assert hand.hole(2) == EngineHand.start(RULES, [9, 900, 900], 1, deck=cards(3)).hole(2)
    assert [str(card) for card in hand.apply("fold").board] == BOARD.split()


@pytest.mark.parametrize(
    ("stacks", "button", "expected"),
    [
        ([100, 100], 0, ((100, 100), 0, 1, 0, (0, 1))),
        ([100, 4, 100], 0, ((100, 0, 100), 0, 2, 0, (0, 2))),
        ([100, 100, 9], 0, ((100, 100, 0), 0, 1, 0, (0, 1))),
        ([9, 100, 100], 2, ((9, 100, 100), 2, 0, 1, (0, 1, 2))),
        ([9, 100], 1, ((9, 100), 1, 0, 1, (0, 1))),
        ([9, 100], 0, ((0, 100), 1, 1, 1, (1,))),
        ([0, 100, 100], 0, ((0, 100, 100), 1, 2, 1, (1, 2))),
        ([8, 8, 8], 0, ((0, 8, 0), 1, 1, 1, (1,))),
        ([4, 3], 0, ((4, 3), 0, 0, 0, ())),
    ],
)
def test_who_cannot_pay_when_it_is_his_turn_loses_his_chips(
    stacks: list[int], button: int, expected: tuple[object, ...]
) -> None:
    assert tuple(EngineSeating.of(RULES, stacks, button)) == expected


def test_who_cannot_pay_the_ante_is_out() -> None:
    seating = EngineSeating.of(EngineRules(5, ante=3), [100, 2, 100], 0)
    assert seating.players == (0, 2)
    assert seating.stacks == (100, 0, 100)


def test_chips_that_were_taken_count_as_lost() -> None:
    hand = start([1000, 4, 1000])
    assert hand.payoffs == (-10, -4, -5)
    assert hand.start_stacks == (1000, 4, 1000)


def test_the_button_goes_to_the_next_seat_with_chips() -> None:
    hand = EngineHand.start(RULES, [500, 0, 500], 0, seed=1)
    assert hand.next_button == 2
    assert start([1000, 1000]).apply("fold").next_button == 1


def test_a_match_that_is_over_cannot_go_on() -> None:
    with pytest.raises(OptionError, match="fewer than two"):
        EngineHand.start(RULES, [9, 1000], 0, seed=1)


@pytest.mark.parametrize(
    ("stacks", "button", "what"),
    [
        ([100], 0, "2 to 10"),
        ([100] * 11, 0, "2 to 10"),
        ([100, -1], 0, "whole"),
        ([100, 1.5], 0, "whole"),
        ([100, 100], 2, "button"),
    ],
)
def test_what_makes_no_table_is_refused(stacks: list[int], button: int, what: str) -> None:
    with pytest.raises(OptionError, match=what):
        EngineHand.start(RULES, stacks, button)


@pytest.mark.parametrize("small_blind", [0, -5, 2.5, "5"])
def test_a_small_blind_is_a_positive_number_of_chips(small_blind: object) -> None:
    with pytest.raises(OptionError, match="small_blind"):
        EngineRules(small_blind)


def test_the_rules_are_values() -> None:
    assert EngineRules(5) == EngineRules(5)
    assert EngineRules(5) != EngineRules(5, ante=1)
    assert pickle.loads(pickle.dumps(EngineRules(5, ante=1))) == EngineRules(5, ante=1)


# --- events and views -----------------------------------------------------------------------------


def test_the_events_tell_the_round() -> None:
    hand = play(start([1000, 1000]), "raise to 20", "call", *["call"] * 6)
    events = hand.events
    assert events[:2] == (Blind(1, 5), Blind(0, 10))
    assert [type(event) for event in events[2:4]] == [DealHole, DealHole]
    acted = [event for event in events if isinstance(event, Acted)]
    assert [str(event.action) for event in acted[:3]] == ["raise to 20", "call", "check"]
    assert [event.seat for event in events if isinstance(event, Show)] == [0, 1]
    assert events[-1] == Award(0, 40, 0, odd_chip=False)


def test_an_opening_raise_is_told_as_a_bet() -> None:
    hand = play(start([1000, 1000]), "call", "call", "raise to 10")
    assert str(hand.events[-1].action) == "bet 10"


def test_an_event_tells_what_was_declared_and_how_it_was_taken() -> None:
    event = next(e for e in start([1000, 1000]).apply("raise to 14").events if hasattr(e, "taken"))
    assert isinstance(event, EngineActed)
    assert (event.declared, event.declared_amount, event.taken) == ("raise", 14, "fold")


def test_a_view_holds_no_hidden_card() -> None:
    view = start([1000, 1000]).view(1)
    assert view.hole(0) is None
    assert str(view.hole(1)) == "7c2d"
    assert [event.cards is None for event in view.events if isinstance(event, DealHole)] == [
        True,
        False,
    ]
    assert pickle.dumps(view) != b""
    assert all(card < 0 for card in view._deck[4:])


def test_a_view_shows_the_board_and_what_was_shown() -> None:
    over = play(start([1000, 1000]), *["call"] * 8)
    assert over.view(1).hole(0) == over.hole(0)
    flop = play(start([1000, 1000]), "call", "call")
    assert flop.view(1).board == flop.board


def test_a_view_cannot_be_played_on() -> None:
    with pytest.raises(StreetError, match="view"):
        start([1000, 1000]).view(0).apply("call")


def test_a_hand_is_a_value() -> None:
    one, other = start([1000, 1000]), start([1000, 1000])
    assert one == other
    assert hash(one) == hash(other)
    assert one.apply("call") != one
    assert pickle.loads(pickle.dumps(one.apply("call"))) == one.apply("call")


def test_acting_leaves_the_state_before_as_it_was() -> None:
    hand = start([1000, 1000])
    before = (hand.stacks, hand.bets, hand.actor, hand.events)
    hand.apply("raise to 100")
    assert (hand.stacks, hand.bets, hand.actor, hand.events) == before


def test_the_same_seed_deals_the_same_cards() -> None:
    hands = [EngineHand.start(RULES, [500, 500], 0, seed=seed) for seed in (1, 1, 2)]
    assert hands[0] == hands[1]
    assert hands[0].hole(0) != hands[2].hole(0)


def test_a_hand_is_no_hand_without_a_start() -> None:
    with pytest.raises(TypeError, match="start a hand with"):
        EngineHand()


def test_a_seat_that_does_not_exist_has_no_cards() -> None:
    with pytest.raises(OptionError, match="seats are 0 to 1"):
        start([1000, 1000]).hole(2)


def test_hands_are_compared_when_the_round_is_over() -> None:
    with pytest.raises(StreetError, match="over"):
        _ = start([1000, 1000]).scores


def test_our_own_rules_with_these_blinds_let_the_same_seats_act() -> None:
    ours = HandState.start(RULES, [1000, 1000], 0, seed=1)
    assert ours.bets == (10, 5)
    assert ours.actor == 1
    assert ours.apply("call").apply("check").actor == 1
