"""PyPokerEngine's evaluator, fault by fault. The examples stand on the page about PyPokerEngine."""

import pytest

from handsight.cards import Card, parse_cards
from handsight.interop.pypokerengine import engine_hand_info, engine_score
from handsight.ranking import evaluate


def compared(first: str, second: str, board: str) -> tuple[str, str]:
    """How two holes compare by the rules of poker, and in PyPokerEngine: ``<``, ``=`` or ``>``."""
    cards = parse_cards(board)
    ours = [evaluate(hole + board).strength for hole in (first, second)]
    theirs = [engine_score(parse_cards(hole), cards) for hole in (first, second)]
    return sign(*ours), sign(*theirs)


def sign(left: int, right: int) -> str:
    return "<" if left < right else ">" if left > right else "="


def told(hole: str, board: str) -> tuple[str, int, int, int, int]:
    return tuple(engine_hand_info(parse_cards(hole), parse_cards(board)))


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("As9h", "KdQs7c5d2h", ("HIGHCARD", 14, 9, 14, 9)),
        ("As9h", "KdQs9c5d2h", ("ONEPAIR", 9, 0, 14, 9)),
        ("As9h", "AdQs9c5d2h", ("TWOPAIR", 14, 9, 14, 9)),
        ("AsAh", "QdQs9c9d2h", ("TWOPAIR", 14, 12, 14, 14)),
        ("9s9h", "KdQs9c5d2h", ("THREECARD", 9, 0, 9, 9)),
        ("9s8h", "7dTs6c5d2h", ("STRAIGHT", 6, 0, 9, 8)),
        ("AsKh", "QdJsTc5d2h", ("STRAIGHT", 10, 0, 14, 13)),
        ("9s8s", "KsQs2s5d2h", ("FLASH", 13, 0, 9, 8)),
        ("9s9h", "KdKs9c5d2h", ("FULLHOUSE", 9, 13, 9, 9)),
        ("9s9h", "KdKsKc9d2h", ("FULLHOUSE", 13, 9, 9, 9)),
        ("9s9h", "9d9cKc5d2h", ("FOURCARD", 9, 0, 9, 9)),
        ("9s8s", "7s6s5sAd2h", ("STRAIGHTFLASH", 5, 0, 9, 8)),
    ],
)
def test_each_category_is_told_with_its_ranks_and_the_hole_cards(
    hole: str, board: str, expected: tuple[str, int, int, int, int]
) -> None:
    assert told(hole, board) == expected


def test_where_the_board_plays_the_higher_hole_cards_win() -> None:
    assert compared("3c3d", "2c2d", "AsKsQsJsTs") == ("=", ">")


def test_a_lower_kicker_in_the_hole_loses_even_where_it_does_not_count() -> None:
    assert compared("As3c", "Ac2d", "AdKhQs9c8d") == ("=", ">")


def test_the_kicker_that_counts_may_be_on_the_board_and_is_not_seen() -> None:
    """Both have a pair of deuces, and the board's ace, king and queen play for both."""
    assert compared("7c2c", "6d2d", "AsKhQd2s9c") == ("=", ">")


def test_higher_hole_cards_beat_a_counterfeit_pocket_pair() -> None:
    """Two pair, nines and eights, with an ace on the board for both."""
    assert compared("7c6c", "5c5d", "9s9h8s8hAd") == ("=", ">")


def test_a_flush_is_its_highest_card_wherever_that_lies() -> None:
    """An ace-high flush each: with the king it is better, but his other card is lower."""
    assert compared("Ks2c", "QsJc", "As9s7s4sTd") == (">", ">")
    assert compared("Ks2s", "KcQc", "As9s7s4s3s") == (">", "<")


def test_a_wheel_is_not_seen() -> None:
    assert told("Ac4d", "2s3h5cKdKh")[0] == "ONEPAIR"
    assert compared("Ac4d", "KsQd", "2s3h5cKdJh") == (">", "<")


def test_a_steel_wheel_is_a_flush_only() -> None:
    assert told("Ac4c", "2c3c5cKdKh")[0] == "FLASH"
    assert compared("Ac4c", "KsKc", "2c3c5cKdKh") == (">", "<")


def test_a_kicker_in_the_hole_is_seen() -> None:
    """Kings and queens with a jack against a nine: that is seen, for both are hole cards."""
    assert compared("Jc2d", "9c8d", "KsKhQsQh3d") == (">", ">")


def test_quads_on_the_board_are_decided_by_both_hole_cards_and_not_by_the_kicker() -> None:
    assert compared("Ac2d", "AdKd", "9s9h9c9dQs") == ("=", "<")


def test_a_lower_straight_flush_in_the_hole_of_a_flush_wins_by_its_run() -> None:
    assert compared("8s7s", "AsKs", "6s5s4s2hQd") == (">", ">")


def test_both_holes_of_equal_ranks_split() -> None:
    assert compared("AcKd", "AdKc", "9s7h5c3d2s") == ("=", "=")


def test_the_board_may_be_short_or_absent() -> None:
    assert engine_score(parse_cards("AsAd"), []) > engine_score(parse_cards("AsKd"), [])
    assert told("AsAd", "Ah")[0] == "THREECARD"


def test_the_order_of_hole_and_board_does_not_matter() -> None:
    board = parse_cards("KdQs9c5d2h")
    assert engine_score([Card("9h"), Card("As")], board[::-1]) == engine_score(
        [Card("As"), Card("9h")], board
    )
