"""What one player sees."""

import pickle
import re

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError, DuplicateCardError, StreetError, UnknownCardError
from handsight.odds.spot import Spot


@pytest.mark.parametrize(
    ("board", "street"),
    [("", "preflop"), ("Qh7h2c", "flop"), ("Qh7h2c3d", "turn"), ("Qh7h2c3d4s", "river")],
)
def test_the_board_tells_the_street(board: str, street: str) -> None:
    assert Spot.alone("AhKh", board).street == street


def test_known_and_live_cards_make_up_the_deck() -> None:
    seen = Spot.alone("AhKh", "Qh7h2c", "2d 3d")
    assert seen.known == CardSet("AhKhQh7h2c2d3d")
    assert (seen.live & seen.known, seen.live | seen.known) == (CardSet(), CardSet.full())


def test_every_group_takes_any_notation() -> None:
    mixed = Spot.alone(["ah", 46], CardSet("Qh7h2c"), "10♠, 9♠")
    assert mixed == Spot.alone("AhKh", "Qh 7h 2c", "Ts9s")


def test_a_pickled_spot_is_equal() -> None:
    seen = Spot.alone("AhKh", "Qh7h2c")
    assert pickle.loads(pickle.dumps(seen)) == seen


@pytest.mark.parametrize(
    ("hole", "board", "dead", "message"),
    [
        ("AhAh", "", "", "Ah appears twice in hole"),
        ("AhKh", "QhQh2c", "", "Qh appears twice in board"),
        ("AhKh", "", "2c2c", "2c appears twice in dead"),
        ("AhKh", "Ah7h2c", "", "Ah appears twice: in hole and in board"),
        ("AhKh", "Qh7h2c", "Kh", "Kh appears twice: in hole and in dead"),
        ("AhKh", "Qh7h2c", "2c", "2c appears twice: in board and in dead"),
    ],
)
def test_a_card_in_two_places_is_named_with_both(
    hole: str, board: str, dead: str, message: str
) -> None:
    with pytest.raises(DuplicateCardError, match=f"^{message}; each card exists only once$"):
        Spot.alone(hole, board, dead)


@pytest.mark.parametrize(
    ("hole", "board", "message"),
    [
        ("Ah", "", "hole has 1 card (Ah); it must have 2"),
        ("", "", "hole has 0 cards; it must have 2"),
        ("AhKhQh", "", "hole has 3 cards (AhKhQh); it must have 2"),
        ("AhKh", "Qh", "board has 1 card (Qh); it must have 0, 3, 4 or 5"),
        ("AhKh", "Qh7h", "board has 2 cards (Qh7h); it must have 0, 3, 4 or 5"),
        ("AhKh", "Qh7h2c3c4c5c", "board has 6 cards (Qh7h2c3c4c5c); it must have 0, 3, 4 or 5"),
    ],
)
def test_a_wrong_number_of_cards_is_named_with_its_group(
    hole: str, board: str, message: str
) -> None:
    with pytest.raises(CardCountError, match="^" + re.escape(message) + "$"):
        Spot.alone(hole, board)


@pytest.mark.parametrize(
    ("hole", "board", "dead", "group"),
    [("AhXx", "", "", "hole"), ("AhKh", "Xx7h2c", "", "board"), ("AhKh", "", "Xx", "dead")],
)
def test_an_unknown_card_is_named_with_its_group(
    hole: str, board: str, dead: str, group: str
) -> None:
    with pytest.raises(UnknownCardError, match=f"^unknown card 'Xx' in {group} "):
        Spot.alone(hole, board, dead)


def test_a_question_without_meaning_before_the_flop_names_what_to_ask_instead() -> None:
    with pytest.raises(StreetError, match=r"^hand strength has no meaning .*; use hand_odds$"):
        Spot.alone("AhKh").require_board("hand strength", "hand_odds")


def test_after_the_flop_any_question_may_be_asked() -> None:
    assert Spot.alone("AhKh", "Qh7h2c").require_board("hand strength", "hand_odds") is None
