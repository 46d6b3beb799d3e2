"""What cards take out of a range, counted hand by hand."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from handsight.cards import CardSet, pocket_class
from handsight.errors import CardCountError, DuplicateCardError, InputError
from handsight.odds import ANY, BlockedHands, blockers
from handsight.ranges import Range
from tests.naive import made_hands as naive

HANDS = "QQ+, AK, AQs:0.5, JTs, 7c7d, 6h5h:0.25"


def cards_of(hand: CardSet) -> tuple[int, ...]:
    return tuple(card.index for card in hand)


def sums(groups: dict[str, BlockedHands], which: str) -> dict[str, Any]:
    found = {name: getattr(each, which) for name, each in groups.items()}
    return {name: n for name, n in found.items() if n}


@pytest.mark.repeats(5)
@pytest.mark.parametrize("board", ["", "Qh7h2c", "9h8h7c3d", "AsKsQd7d2h"])
@pytest.mark.parametrize("held", ["Ah", "AhKd", "2d3c"])
def test_every_hand_is_counted_where_it_belongs(held: str, board: str) -> None:
    if {*CardSet(held)} & {*CardSet(board)}:
        pytest.skip("the card lies on the board")
    found = blockers(held, HANDS, board)
    lying = cards_of(CardSet(board))
    for which, gone in (("before", ""), ("after", held)):
        counts = [Counter[str](), Counter[str](), Counter[str]()]
        whole = Fraction(0)
        for hand, weight in Range(HANDS).without(CardSet(board)).without(CardSet(gone)):
            whole += weight
            counts[0][pocket_class(hand)] += weight  # type: ignore[assignment]
            if board:
                counts[1][naive.made(cards_of(hand), lying)] += weight  # type: ignore[assignment]
                counts[2][naive.draw(cards_of(hand), lying)] += weight  # type: ignore[assignment]
        assert getattr(found.all, which) == whole
        for groups, count in zip((found.classes, found.made, found.draws), counts, strict=True):
            assert sums(groups, which) == count
        assert sum(sums(found.kinds, which).values()) == (whole if board else 0)


def test_an_ace_halves_the_aces_and_a_quarter_of_the_ace_kings() -> None:
    """What every player knows: 6 combos of aces become 3, 16 of ace-king become 12."""
    found = blockers("As", "AA, AK, KK")
    assert (found.classes["AA"].before, found.classes["AA"].after) == (6, 3)
    assert found.classes["AKs"].removed + found.classes["AKo"].removed == 4
    assert found.classes["KK"].removed == found.classes["KK"].share == 0
    assert found.classes["AA"].share == 0.5


def test_any_cards_lose_the_hands_of_a_card() -> None:
    assert blockers("As", ANY).all == blockers("As", "random").all == BlockedHands(1326, 1275)
    assert blockers("As", "random", dead="Ks").all == BlockedHands(1275, 1225)


def test_a_range_may_be_gone_altogether() -> None:
    found = blockers("AhKh", "AhAs, KhKs")
    assert found.all == BlockedHands(2, 0)
    assert found.all.share == 1


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        (("", "AA"), CardCountError, "cards"),
        (("AsKsQs", "AA"), CardCountError, "cards"),
        (("As", "AA", "AsKdQd"), DuplicateCardError, "As"),
        (("As", "AA", "Kd"), CardCountError, "board"),
        (("As", "KdKh", "KdQd2c"), InputError, "the range 'KdKh' has no hand left"),
        (("As", "AAx"), InputError, "AAx"),
    ],
)
def test_what_cannot_be_counted_is_said(
    words: tuple[str, ...], error: type[InputError], said: str
) -> None:
    with pytest.raises(error, match=said):
        blockers(*words)
