"""Chances that players have, each by its definition on the page; all counted twice by `counted`."""

import pytest

from handsight.errors import OptionError
from handsight.game import HandState, Rules
from handsight.opponents.stats import POSITIONS, SITUATIONS, Counts, HandCounter
from handsight.opponents.stats.situations import positions_of
from tests.unit.opponents.records import counted, counts_of_the_collection

OPENED = ("Cleo cbr 300", "Ada cc", "Bob f", "/")


def test_who_raised_last_before_the_flop_may_continue_and_others_may_fold_to_it() -> None:
    found = counted(*OPENED, "Ada cc", "Cleo cbr 400", "Ada f")
    assert found["Cleo"].situation("c_bet_flop") == (1, 1)
    assert found["Ada"].situation("fold_to_c_bet_flop") == (1, 1)
    assert found["Ada"].situation("check_raise_flop") == (0, 1)
    assert found["Ada"].situation("donk_bet_flop") == (0, 1)


def test_a_second_barrel_needs_a_first_that_was_not_raised() -> None:
    barrels = counted(
        *(*OPENED, "Ada cc", "Cleo cbr 400", "Ada cc", "/", "Ada cc", "Cleo cbr 900", "Ada cc"),
        *("/", "Ada cc", "Cleo cc"),
    )
    assert barrels["Cleo"].situation("c_bet_turn") == (1, 1)
    assert barrels["Cleo"].situation("c_bet_river") == (0, 1)
    checked = counted(*OPENED, "Ada cc", "Cleo cc", "/", "Ada cc", "Cleo cbr 400", "Ada f")
    assert checked["Cleo"].situation("c_bet_flop") == (0, 1)
    assert checked["Cleo"].situation("c_bet_turn") == (0, 0)
    assert checked["Ada"].situation("fold_to_c_bet_turn") == (0, 0)


def test_a_bet_before_the_last_raiser_is_a_donk_bet_and_takes_the_chance_to_continue() -> None:
    found = counted(*OPENED, "Ada cbr 300", "Cleo f")
    assert found["Ada"].situation("donk_bet_flop") == (1, 1)
    assert found["Cleo"].situation("c_bet_flop") == (0, 0)


def test_nobody_bets_into_a_player_who_is_all_in() -> None:
    found = counted(
        *("Cleo cbr 500", "Ada cc", "Bob cc", "/", "Ada cc", "Bob cc", "/", "Ada cc", "Bob cc"),
        *("/", "Ada cc", "Bob cc"),
        starting_stacks=[10000, 10000, 500],
    )
    assert found["Ada"].situation("donk_bet_flop") == (0, 0)


def test_a_raise_after_a_check_is_a_check_raise() -> None:
    found = counted(*OPENED, "Ada cc", "Cleo cbr 400", "Ada cbr 1200", "Cleo f")
    assert found["Ada"].situation("check_raise_flop") == (1, 1)
    assert found["Cleo"].situation("check_raise_flop") == (0, 0)


def test_the_first_to_enter_from_a_late_place_steals_from_the_blinds() -> None:
    found = counted("Cleo cbr 300", "Ada f", "Bob f")
    assert found["Cleo"].situation("steal", "BTN") == (1, 1)
    assert found["Ada"].situation("fold_to_steal", "SB") == (1, 1)
    assert found["Bob"].situation("fold_to_steal", "BB") == (1, 1)
    limped = counted("Cleo f", "Ada cc", "Bob cbr 300", "Ada f")
    assert limped["Ada"].situation("steal", "SB") == (0, 1)
    assert limped["Bob"].situation("steal") == (0, 0)


def test_nobody_steals_after_a_check_by_a_player_who_posted_out_of_turn() -> None:
    found = counted(
        *("Cleo cc", "Dan cbr 300", "Ada f", "Bob f", "Cleo f"),
        seats=4,
        blinds_or_straddles=[50, 100, -100, 0],
    )
    assert found["Dan"].situation("steal") == (0, 0)
    assert found["Ada"].situation("fold_to_steal") == (0, 0)
    folded = counted(
        *("Cleo f", "Dan cbr 300", "Ada f", "Bob f"),
        seats=4,
    )
    assert folded["Dan"].situation("steal") == (1, 1)


def test_between_two_players_nobody_steals() -> None:
    found = counted("Bob cbr 300", "Ada f", seats=2)
    assert found["Bob"].situation("steal") == (0, 0)
    assert found["Ada"].situation("three_bet", "BB") == (0, 1)


def test_who_opened_may_fold_to_a_third_bet() -> None:
    found = counted("Cleo cbr 300", "Ada cbr 900", "Bob f", "Cleo f")
    assert found["Cleo"].situation("fold_to_three_bet", "BTN") == (1, 1)
    assert found["Ada"].situation("three_bet", "SB") == (1, 1)
    assert found["Bob"].situation("fold_to_three_bet") == (0, 0)


def test_positions_are_named_by_the_place_before_the_button() -> None:
    assert list(positions_of([4, 5, 0], 5).values()) == [0, 1, 5]
    names = [POSITIONS[place] for place in positions_of(range(9), 1).values()]
    assert names == ["SB", "BB", "EP", "EP", "EP", "EP", "HJ", "CO", "BTN"]


def test_where_the_small_blind_is_dead_the_first_place_is_the_big_blind() -> None:
    state = HandState.start(Rules(), [900] * 4, button=3, posts={0: 100}, seed=1)
    counter = HandCounter()
    counter.add_state(state.apply("fold").apply("fold").apply("fold"), ["a", "b", "c", "d"])
    assert counter.counts["b"].situation("vpip", "HJ") == (0, 1)
    assert counter.counts["a"].situation("vpip", "BB") == (0, 0)


def test_the_places_of_a_player_add_up_to_what_is_counted_without_places() -> None:
    for counts in counts_of_the_collection(1500).values():
        assert counts.situation("vpip") == (counts.vpip, counts.decided)
        assert counts.situation("pfr") == (counts.pfr, counts.decided)
        assert counts.situation("three_bet") == (counts.three_bets, counts.three_bet_chances)


def test_real_players_had_every_chance_and_took_every_one() -> None:
    whole = sum(counts_of_the_collection(1500).values(), start=Counts())
    for name in SITUATIONS:
        taken, chances = whole.situation(name)
        assert 0 < taken < chances, name


def test_a_situation_or_position_that_is_none_is_an_error() -> None:
    with pytest.raises(
        OptionError, match="no situation is called 'squeeze'; the situations are vpip, "
    ):
        Counts().situation("squeeze")
    with pytest.raises(OptionError, match="no position is called 'MP'; the positions are SB, BB, "):
        Counts().situation("steal", "MP")
