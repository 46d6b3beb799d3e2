"""A recorded hand that is stopped, and seen as one of its players."""

import pytest

from handsight.cards import CardSet
from handsight.errors import HistoryError, OptionError
from handsight.game import Hand
from handsight.views.range_update.hand import HandSoFar, hand_of_history, seat_of
from tests.unit.formats.hands import FIELDS, history

NAMES = ("Ann", "Bob", "Cyd")
NAMED = history(players=list(NAMES))


def board_of(found: HandSoFar) -> str:
    return "".join(map(str, found.board))


def test_all_actions_are_taken_unless_a_moment_is_named() -> None:
    found = hand_of_history(NAMED)
    assert (len(found.actions), found.recorded, found.turn) == (6, 6, None)
    assert found.names == NAMES


def test_the_board_is_that_of_the_last_action() -> None:
    assert board_of(hand_of_history(NAMED)) == "Qh7h2c"


def test_a_moment_is_a_number_of_actions() -> None:
    found = hand_of_history(NAMED, 4)
    assert [each.action.kind for each in found.actions] == ["raise", "raise", "fold", "call"]
    assert (board_of(found), found.turn, found.inside) == ("Qh7h2c", 0, (0, 2))
    assert hand_of_history(NAMED, 0).actions == ()


def test_we_are_whose_turn_it_is_and_see_our_cards() -> None:
    found = hand_of_history(NAMED, 1)
    assert (found.us, found.turn, found.spot.hole) == (0, 0, CardSet("QsQd"))
    assert found.revealed == {1: CardSet("9c8c"), 2: CardSet("AhKh")}


@pytest.mark.parametrize("us", ["Cyd", "p3", " Cyd "])
def test_we_are_whom_we_name_by_name_or_place(us: str) -> None:
    found = hand_of_history(NAMED, 1, us)
    assert (found.us, found.spot.hole) == (2, CardSet("AhKh"))
    assert found.opponents == (0, 1)


def test_a_name_comes_before_a_place() -> None:
    assert seat_of("p1", ("Ann", "p1")) == 1
    with pytest.raises(
        OptionError, match="'Dan' is not one of the 2 players at the table: Ann, Bob"
    ):
        seat_of("Dan", ("Ann", "Bob"))
    with pytest.raises(OptionError, match="not one of the 2 players"):
        seat_of("Ann", ("Ann", "Ann"))


def folded_out() -> Hand:
    actions = [*FIELDS["actions"][:3], "p3 cbr 300", "p1 f", "p2 f"]
    return history(actions=actions, finishing_stacks=None)


def test_where_all_but_one_fold_the_last_fold_is_left_out() -> None:
    found = hand_of_history(folded_out())
    assert (len(found.actions), found.us, found.opponents) == (2, 1, (2,))
    with pytest.raises(OptionError, match="so nobody's range is left; use --at 2 or less"):
        hand_of_history(folded_out(), 3)


def test_a_player_who_has_folded_is_told_when() -> None:
    with pytest.raises(OptionError, match="Bob has folded by then; use --at 2 or less"):
        hand_of_history(NAMED, 3, "Bob")
    assert hand_of_history(NAMED, 2, "Bob").us == 1


@pytest.mark.parametrize("at", [-1, 7])
def test_a_moment_that_the_hand_does_not_have_is_refused(at: int) -> None:
    with pytest.raises(
        OptionError, match=f"--at is {at}; .* take 6 actions, so it must be from 0 to 6"
    ):
        hand_of_history(NAMED, at)


UNSEEN = history(actions=["d dh p1 QsQd", "d dh p2 ????", *FIELDS["actions"][2:]])


def test_our_cards_are_given_where_the_record_does_not_tell_them() -> None:
    with pytest.raises(OptionError, match="does not show the cards of player 2; give them as HOLE"):
        hand_of_history(UNSEEN, 2)
    found = hand_of_history(UNSEEN, 2, None, "9c8c")
    assert (found.spot.hole, found.names[found.us]) == (CardSet("9c8c"), "p2")
    assert set(found.revealed) == {0, 2}


def test_cards_that_the_record_tells_are_not_given_otherwise() -> None:
    assert hand_of_history(NAMED, 1, None, "QdQs").us == 0
    with pytest.raises(OptionError, match="the record shows that Ann holds QsQd; leave out HOLE"):
        hand_of_history(NAMED, 1, None, "AcAd")


def test_a_hand_that_cannot_be_played_is_refused_with_its_line() -> None:
    broken = history(actions=[*FIELDS["actions"][:3], "p1 cbr 300"], finishing_stacks=None)
    with pytest.raises(HistoryError, match="turn of player 3"):
        hand_of_history(broken)
    assert hand_of_history(broken, 0).us == 2


def test_the_hero_of_the_record_looks_on_until_they_fold() -> None:
    """Whose cards are dealt face up is you, whoever acts; others show theirs at the end."""
    actions = [
        *("d dh p1 ????", "d dh p2 AhKh", "d dh p3 ????"),
        *("p3 cbr 6", "p1 cc", "p2 cc", "d db Qh7h2c", "p1 cc", "p2 f", "p3 cbr 9", "p1 cc"),
        *("d db 3s", "p1 cc", "p3 cc", "d db 4s", "p1 cc", "p3 cc", "p1 sm QsQd", "p3 sm 9s9d"),
    ]
    fields = {"variant": "NT", "antes": [0] * 3, "blinds_or_straddles": [1, 2, 0], "min_bet": 2}
    record = history(fields, starting_stacks=[200] * 3, actions=actions)
    assert record.hero == 1
    seen = hand_of_history(record)
    assert (seen.us, str(seen.spot.hole), len(seen.actions)) == (1, "AhKh", 4)
    assert hand_of_history(record, us="p3").us == 2
