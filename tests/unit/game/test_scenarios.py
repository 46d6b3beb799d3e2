"""The rules, one situation each. Blinds are 50 and 100 unless said otherwise.

With four players seat 0 has the button, 1 the small blind, 2 the big blind, and 3 is under the gun.
"""

from collections.abc import Iterable

import pytest

from handsight.cards import Card, parse_cards
from handsight.errors import IllegalActionError
from handsight.game import (
    Action,
    Ante,
    Award,
    Blind,
    DealBoard,
    HandState,
    Muck,
    Pot,
    Rules,
    Show,
    Straddle,
    UncalledReturned,
)

NO_LIMIT = Rules()
LIMIT = Rules(structure="fixed-limit", small_blind=50, big_blind=100)
DRY_BOARD = "Qs Js 9d 7c 4s"


def seat(stacks: list[int], rules: Rules = NO_LIMIT, button: int = 0, **cards: object) -> HandState:
    return HandState.start(rules, stacks, button, seed=1, **cards)  # type: ignore[arg-type]


def play(state: HandState, *actions: str) -> HandState:
    for action in actions:
        state = state.apply(action)
    return state


def check_down(state: HandState) -> HandState:
    while not state.is_over:
        state = state.apply("check")
    return state


def of_kind(state: HandState, *kinds: type) -> list[object]:
    return [event for event in state.events if isinstance(event, kinds)]


def legal(state: HandState) -> str:
    return str(state.legal_actions)


# --- 1: heads-up, the button posts the small blind ------------------------------------------------


def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop() -> None:
    state = seat([1000, 1000], button=1)
    assert (state.bets, state.actor) == ((100, 50), 1)


def test_heads_up_the_button_acts_last_after_the_flop() -> None:
    state = play(seat([1000, 1000], button=1), "call", "check")
    assert (state.street, state.actor) == ("flop", 0)
    assert state.apply("check").actor == 1


def test_heads_up_the_big_blind_has_an_option() -> None:
    assert legal(seat([1000, 1000]).apply("call")) == "check, raise to 200..1000"


# --- 2 and 3: TDA rule 47, re-opening the bet -----------------------------------------------------


def test_tda_47_a_short_all_in_does_not_reopen_the_betting() -> None:
    state = play(seat([400, 2000, 2000, 2000]), "raise 300", "all in", "fold", "call")
    assert (state.actor, legal(state)) == (3, "fold, call 100")


def test_tda_47_who_has_not_acted_may_raise_a_short_all_in() -> None:
    state = play(seat([400, 2000, 2000, 2000]), "raise 300", "all in", "fold")
    assert (state.actor, legal(state)) == (2, "fold, call 300, raise to 600..2000")


def test_tda_47_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() -> None:
    state = play(seat([400, 500, 2000, 2000]), "raise 300", "all in", "all in", "call")
    assert (state.actor, legal(state)) == (3, "fold, call 200, raise to 700..2000")


def test_an_illegal_raise_teaches_the_rule_and_what_is_legal() -> None:
    state = play(seat([400, 2000, 2000, 2000]), "raise 300", "all in", "fold")
    with pytest.raises(
        IllegalActionError,
        match=r"raise to 500 is below the minimum of 600: the price is 400, and the last full "
        r"raise was 200; legal: fold, call 300, raise to 600\.\.2000",
    ):
        state.apply("raise to 500")


def test_a_raise_where_the_betting_is_closed_says_why() -> None:
    state = play(seat([400, 2000, 2000, 2000]), "raise 300", "all in", "fold", "call")
    with pytest.raises(
        IllegalActionError, match=r"acted at 300, .* gone up by 100, .* raise of 200"
    ):
        state.apply("raise to 800")


# --- 4: a short all-in after limps ----------------------------------------------------------------


def test_tda_47_a_big_blind_all_in_for_less_than_a_raise_lets_no_limper_raise() -> None:
    state = play(seat([2000, 2000, 150]), "call", "call", "all in")
    assert (state.actor, legal(state)) == (0, "fold, call 50")


def test_where_the_house_says_so_any_raise_reopens_the_betting() -> None:
    state = seat([2000, 2000, 150], Rules(reopen="any-raise"))
    assert legal(play(state, "call", "call", "all in")) == "fold, call 50, raise to 250..2000"


# --- 5: TDA rule 43, the least raise --------------------------------------------------------------


def test_tda_43_a_raise_is_at_least_the_last_one() -> None:
    state, minimums = seat([5000] * 4), []
    for action in ("raise 250", "raise 400", "raise 550"):
        minimums.append(state.legal_actions.raise_min)
        state = state.apply(action)
    assert minimums == [200, 400, 550]


# --- 6: a short big blind -------------------------------------------------------------------------


def test_a_short_big_blind_leaves_the_price_as_it_is() -> None:
    state = seat([1000, 1000, 60])
    assert (state.bets, legal(state)) == ((0, 50, 60), "fold, call 100, raise to 200..1000")


def test_where_the_house_says_so_the_price_is_what_a_short_blind_paid() -> None:
    state = seat([1000, 1000, 60], Rules(short_blind_price="paid"))
    assert legal(state) == "fold, call 60, raise to 160..1000"


# --- 7: side pots ---------------------------------------------------------------------------------


def test_three_all_ins_make_a_main_pot_and_a_side_pot_and_the_uncalled_part_returns() -> None:
    cards = {"holes": {1: "AhAd", 2: "KhKd", 0: "QhQd"}, "board": "2c 7s 8d 3h Jc"}
    state = play(seat([2000, 300, 1000], **cards), "all in", "all in", "all in")
    assert (state.stacks[1], state.stacks[2], state.stacks[0]) == (900, 1400, 1000)
    assert state.pots == (Pot(900, (0, 1, 2)), Pot(1400, (0, 2)))
    assert of_kind(state, UncalledReturned) == [UncalledReturned(0, 1000)]
    assert of_kind(state, Award) == [Award(2, 1400, 1, False), Award(1, 900, 0, False)]


def test_an_all_in_above_what_anybody_can_call_is_a_call() -> None:
    state = play(seat([300, 1000, 2000]), "all in", "all in")
    assert not state.legal_actions.can_raise
    assert state.apply("all in") == state.apply("call")


# --- 8: TDA rule 20, odd chips --------------------------------------------------------------------


@pytest.mark.parametrize(("button", "stacks"), [(0, (75, 113, 112)), (1, (112, 75, 113))])
def test_tda_20_the_odd_chip_goes_to_the_first_seat_left_of_the_button(
    button: int, stacks: tuple[int, ...]
) -> None:
    rules = Rules(small_blind=25, big_blind=25)
    state = seat([100] * 3, rules, button, board="Ts Js Qs Ks As")
    state = play(state, "call", "check", "check", "bet 25", "call", "fold")
    state = check_down(state)
    assert state.pot == 125
    assert sorted(event.chips for event in of_kind(state, Award)) == [62, 63]
    assert state.stacks == stacks


def test_75_split_two_ways_is_38_and_37() -> None:
    rules = Rules(small_blind=25, big_blind=25, fold_when_free=True)
    state = seat([100] * 3, rules, board="Ts Js Qs Ks As")
    state = check_down(play(state, "call", "check", "check", "check", "check", "fold"))
    assert of_kind(state, Award) == [Award(1, 38, 0, True), Award(2, 37, 0, False)]


def test_the_odd_chip_of_a_main_pot_beside_a_side_pot() -> None:
    cards = {"holes": {1: "AhKh", 2: "AdKd", 0: "2c3c"}, "board": DRY_BOARD}
    state = play(seat([1000, 105, 1000], **cards), "call", "all in", "call", "call")
    state = check_down(play(state, "bet 196", "call"))
    assert state.pots == (Pot(315, (0, 1, 2)), Pot(392, (0, 2)))
    assert (state.stacks[1], state.stacks[2], state.stacks[0]) == (158, 1248, 699)


def test_two_odd_chips_go_to_two_players() -> None:
    rules = Rules(small_blind=1, big_blind=2, ante=5, ante_by="big-blind")
    state = seat([50] * 4, rules, board="Ts Js Qs Ks As")
    state = check_down(play(state, "call", "fold", "call", "check"))
    assert (state.pot, state.payoffs) == (11, (0, 2, -3, 1))


# --- 9: uneven stacks heads-up --------------------------------------------------------------------


def test_an_all_in_that_is_folded_to_wins_the_blinds() -> None:
    assert play(seat([3000, 1000]), "all in", "fold").stacks == (3100, 900)


def test_an_all_in_above_the_other_stack_returns_what_cannot_be_called() -> None:
    state = play(seat([3000, 1000]), "all in", "call")
    assert state.pot == 2000
    assert of_kind(state, UncalledReturned) == [UncalledReturned(0, 2000)]


# --- 10: the cap of a limit game ------------------------------------------------------------------


def test_with_a_limit_the_big_blind_is_a_bet_and_three_raises_follow() -> None:
    state = play(seat([5000] * 3, LIMIT), "raise 200", "raise 300", "raise 400")
    assert legal(state) == "fold, call 200"
    with pytest.raises(IllegalActionError, match="the cap of 4 bets"):
        state.apply("raise 500")


def test_with_a_limit_there_are_four_bets_after_the_flop_and_the_turn_doubles_them() -> None:
    state = play(seat([5000] * 2, LIMIT), "call", "check", "bet", "raise", "raise", "raise")
    assert legal(state) == "fold, call 100"
    assert legal(state.apply("call")) == "check, bet 200"


def test_heads_up_the_cap_holds_unless_the_house_lifts_it() -> None:
    capped = play(seat([5000] * 2, LIMIT), "raise", "raise", "raise")
    assert not capped.legal_actions.can_raise
    lifted = Rules(structure="fixed-limit", heads_up_uncapped=True)
    assert legal(play(seat([5000] * 2, lifted), "raise", "raise", "raise")).endswith("raise to 500")


def test_a_cap_reached_among_three_stays_when_one_folds() -> None:
    lifted = Rules(structure="fixed-limit", heads_up_uncapped=True)
    state = play(seat([5000] * 3, lifted), "raise", "raise", "raise", "fold")
    assert legal(state) == "fold, call 100"


def test_with_a_limit_half_a_bet_all_in_counts_as_a_bet_and_less_does_not() -> None:
    more = play(seat([250, 5000, 5000, 5000], LIMIT), "raise 200", "all in")
    assert legal(more) == "fold, call 200, raise to 350"
    less = play(seat([249, 5000, 5000, 5000], LIMIT), "raise 200", "all in")
    assert legal(less) == "fold, call 199, raise to 300"


# --- 11: folding where checking is free -----------------------------------------------------------


def test_a_fold_is_refused_where_checking_is_free() -> None:
    state = seat([1000, 1000]).apply("call")
    with pytest.raises(IllegalActionError, match="checking is free"):
        state.apply("fold")


def test_where_the_house_says_so_a_player_may_fold_for_nothing() -> None:
    state = seat([1000, 1000], Rules(fold_when_free=True))
    assert play(state, "call", "fold").payoffs == (100, -100)


# --- 12: forced bets ------------------------------------------------------------------------------


def test_antes_come_first_then_blinds_then_straddles() -> None:
    state = seat([1000] * 4, Rules(ante=10, straddles=(200,)))
    assert of_kind(state, Ante, Blind, Straddle) == [
        *(Ante(seat, 10) for seat in (1, 2, 3, 0)),
        *(Blind(1, 50), Blind(2, 100), Straddle(3, 200)),
    ]
    assert (state.actor, legal(state)) == (0, "fold, call 200, raise to 300..990")


def test_the_straddler_acts_last_before_the_flop_and_has_an_option() -> None:
    state = seat([1000] * 4, Rules(straddles=(200,)))
    state = play(state, "call", "call", "call")
    assert (state.actor, legal(state)) == (3, "check, raise to 300..1000")


def test_an_ante_above_the_stack_is_all_in_for_a_pot_of_that_ante() -> None:
    state = seat([1000, 1000, 1000, 6], Rules(ante=10))
    assert state.all_in == (3,)
    assert state.pots[0] == Pot(24, (0, 1, 2, 3))


def test_the_big_blinds_ante_lies_in_the_main_pot_and_nobody_matches_it() -> None:
    rules = Rules(ante=100, ante_by="big-blind")
    cards = {"holes": {0: "AhAd", 1: "KhKd", 2: "QhQd"}, "board": "2c 7s 8d 3h Jc"}
    state = play(seat([100, 1000, 1000], rules, **cards), "all in", "call", "check")
    assert check_down(state).pots == (Pot(400, (0, 1, 2)),)


def test_antes_by_seat_replace_those_of_the_rules() -> None:
    state = HandState.start(NO_LIMIT, [1000] * 3, 0, antes={0: 30, 2: 15}, seed=1)
    assert of_kind(state, Ante) == [Ante(2, 15), Ante(0, 30)]
    assert (state.paid, state.bets) == ((30, 50, 115), (0, 50, 100))


def test_with_a_dead_button_nobody_posts_the_small_blind() -> None:
    state = HandState.start(NO_LIMIT, [1000, 0, 1000, 1000], 1, posts={2: 100}, seed=1)
    assert (state.bets, state.actor) == ((0, 0, 100, 0), 3)
    state = play(state, "call", "call", "check")
    assert (state.street, state.actor) == ("flop", 2)


def test_an_empty_seat_is_skipped() -> None:
    state = seat([1000, 0, 1000, 0, 1000])
    assert (state.bets, state.actor) == ((0, 0, 50, 0, 100), 0)
    assert state.hole(1) is None


# --- 12: the showdown -----------------------------------------------------------------------------


def river(*actions: str, **cards: object) -> HandState:
    state = seat([1000] * 3, **cards)
    state = play(state, "call", "call", "check", *["check"] * 6)
    return play(state, *actions)


def order(events: Iterable[object]) -> list[tuple[str, int]]:
    return [(type(event).__name__, event.seat) for event in events]  # type: ignore[attr-defined]


def test_tda_17_the_last_aggressor_on_the_river_shows_first() -> None:
    cards = {"holes": ["AhAd", "KhKd", "QhQd"], "board": "2c 7s 8d 3h Jc"}
    state = river("check", "bet 100", "call", "call", **cards)
    assert order(of_kind(state, Show, Muck)) == [("Show", 2), ("Show", 0), ("Muck", 1)]


def test_tda_17_without_a_bet_on_the_river_the_first_left_of_the_button_shows_first() -> None:
    cards = {"holes": ["AhAd", "KhKd", "QhQd"], "board": "2c 7s 8d 3h Jc"}
    state = river("check", "check", "check", **cards)
    assert order(of_kind(state, Show, Muck)) == [("Show", 1), ("Muck", 2), ("Show", 0)]
    assert state.shown == (1, 0)


def test_where_nobody_mucks_all_show() -> None:
    state = seat([1000] * 2, Rules(muck=False))
    assert not of_kind(check_down(play(state, "call")), Muck)


def test_tda_16_with_an_all_in_all_hands_lie_open_before_the_board_is_dealt_out() -> None:
    state = play(seat([1000, 1000]), "all in", "call")
    kinds = [type(event) for event in state.events[-6:-1]]
    assert kinds == [Show, Show, DealBoard, DealBoard, DealBoard]


def test_the_wheel_is_a_straight_whose_ace_is_low() -> None:
    cards = {"holes": ["AhKh", "6d9d"], "board": "2c 3s 4d 5h Jc"}
    assert check_down(play(seat([1000] * 2, **cards), "call")).payoffs == (-100, 100)


def test_a_board_that_plays_is_split() -> None:
    cards = {"holes": ["AhAd", "2c2d"], "board": "Ts Js Qs Ks As"}
    assert check_down(play(seat([1000] * 2, **cards), "call")).payoffs == (0, 0)


def test_a_counterfeited_two_pair_loses() -> None:
    cards = {"holes": ["3h4h", "AdKc"], "board": "3s 4d 9c 9s Kh"}
    assert check_down(play(seat([1000] * 2, **cards), "call")).payoffs == (-100, 100)


def test_three_side_pots_go_to_three_hands() -> None:
    cards = {"holes": ["AhAd", "KhKd", "QhQd", "JhJd"], "board": "2c 7s 8d 3h Tc"}
    state = play(seat([400, 800, 1200, 1600], **cards), *["all in"] * 4)
    assert [pot.chips for pot in state.pots] == [1600, 1200, 800]
    assert state.stacks == (1600, 1200, 800, 400)


def test_folded_chips_lie_in_the_pots_they_were_paid_into() -> None:
    cards = {"holes": {0: "AhAd", 1: "KhKd"}, "board": "2c 7s 8d 3h Jc"}
    state = seat([150, 1000, 1000, 1000], **cards)
    state = play(state, "call", "all in", "call", "call", "call")
    state = play(state, "bet 200", "call", "raise 500", "call", "fold")
    assert state.pots == (Pot(600, (0, 1, 3)), Pot(1200, (1, 3)))


def test_a_mucked_hand_wins_nothing_whatever_it_holds() -> None:
    state = seat([1000] * 2, holes=["AhAd", "2c7d"], board="As Ac Kd 3h 4s", mucked=[0])
    state = check_down(play(state, "call"))
    assert state.payoffs == (-100, 100)
    assert order(of_kind(state, Show, Muck)) == [("Show", 1), ("Muck", 0)]


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button() -> None:
    deck = parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc")
    state = HandState.start(NO_LIMIT, [1000] * 3, 0, deck=deck, seed=1)
    assert [str(state.hole(seat)) for seat in (1, 2, 0)] == ["5c2c", "6c3c", "7c4c"]
    state = check_down(play(state, "call", "call"))
    assert state.board == tuple(Card(card) for card in ("8c", "9c", "Tc", "Jc", "Qc"))


def test_a_player_with_chips_has_no_decision_when_all_others_are_all_in() -> None:
    state = play(seat([1000, 80, 2000]), "all in", "fold")
    assert (state.actor, legal(state)) == (2, "fold, call 900")
    assert play(seat([60, 1000, 1000]), "all in", "fold").is_over


def test_an_action_after_the_end_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="the hand is over"):
        play(seat([1000, 1000]), "fold").apply(Action.call())
