"""Our hand against opponents: what they may hold, and what is refused."""

import pytest

from handsight.cards import CardSet
from handsight.errors import DuplicateCardError, InputError, OptionError, UnknownCardError
from handsight.odds.spot import ANY, Player, Spot, VillainLike
from handsight.ranges import Range

CARDS = ("AhKh", "Qh7h2c", "2d")


def read(
    villain: VillainLike = None, excluded: str = "", opponents: int | None = None, most: int = 9
) -> tuple[int, tuple[Player, ...]]:
    spot = Spot.hand(*CARDS, opponents, villain, excluded, most)
    return spot.opponents, spot.players[1:]


def left_of(text: str, excluded: str = "") -> Range:
    return Range(text).without(CardSet("AhKhQh7h2c2d") | CardSet(excluded))


# --- how many, and what ---------------------------------------------------------------------------


@pytest.mark.parametrize(("opponents", "number"), [(None, 1), (1, 1), (4, 4)])
def test_nothing_named_is_any_cards(opponents: int | None, number: int) -> None:
    assert read(opponents=opponents) == (number, (ANY,) * number)


@pytest.mark.parametrize("villain", ["QQ, AK", Range("QQ, AK")], ids=str)
@pytest.mark.parametrize(("opponents", "number"), [(None, 1), (3, 3)])
def test_one_range_is_for_all(villain: VillainLike, opponents: int | None, number: int) -> None:
    assert read(villain, opponents=opponents) == (number, (left_of("QQ, AK"),) * number)


@pytest.mark.parametrize("opponents", [None, 2])
def test_a_list_is_one_range_for_each(opponents: int | None) -> None:
    villain = ["QQ", Range("AK:0.5")]
    assert read(villain, opponents=opponents) == (2, (left_of("QQ"), left_of("AK:0.5")))


@pytest.mark.parametrize("villain", ["random", "*", ANY, Range("random")], ids=repr)
def test_all_hands_alike_are_any_cards(villain: VillainLike) -> None:
    assert read(villain, opponents=2) == (2, (ANY, ANY))
    assert read([villain, "QQ"]) == (2, (ANY, left_of("QQ")))  # type: ignore[list-item]


def test_any_cards_that_weigh_less_stay_a_range() -> None:
    assert read("random:0.5") == (1, (left_of("random:0.5"),))


@pytest.mark.parametrize(
    ("villain", "joint"),
    [(None, False), (ANY, False), ("QQ", False), (Range("QQ"), False), (["QQ"], True)],
    ids=repr,
)
def test_a_list_names_opponents_one_by_one(villain: VillainLike, joint: bool) -> None:
    assert Spot.hand(*CARDS, villain=villain).joint is joint


def test_opponents_keep_their_texts_and_what_was_named() -> None:
    spot = Spot.hand(*CARDS, villain=["QQ,AK", Range("22")], excluded="Qs")
    assert spot.texts == (None, "QQ,AK", None)
    assert list(map(str, spot.named)) == ["AhKh", "QQ, AK", "22"]
    assert (spot.combos(1), spot.excluded) == (len(left_of("QQ, AK", "Qs")), CardSet("Qs"))


def test_the_first_opponents_alone_are_the_same() -> None:
    one = Spot.hand(*CARDS, opponents=3, villain="QQ").against_first(1)
    assert one == Spot.hand(*CARDS, villain="QQ")


def test_a_list_may_be_any_iterable() -> None:
    assert read(("QQ", "KK")) == read(iter(["QQ", "KK"]))


def test_cards_that_he_hardly_has_are_taken_out_of_each_range() -> None:
    assert read(["QQ", "AK"], "QsAc") == (2, (left_of("QQ", "QsAc"), left_of("AK", "QsAc")))


def test_excluded_cards_alone_leave_all_other_hands() -> None:
    opponents, ranges = read(excluded="AcAd", opponents=2)
    assert (opponents, ranges) == (2, (left_of("random", "AcAd"),) * 2)


def test_excluded_cards_may_lie_elsewhere_anyway() -> None:
    assert read("QQ", "AhQh2d") == read("QQ")


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("villain", ["", Range(), [""], ["QQ", Range()]], ids=repr)
def test_an_empty_range_is_not_any_cards(villain: VillainLike) -> None:
    with pytest.raises(InputError, match="villain '' has no hand left"):
        read(villain)


@pytest.mark.parametrize(
    ("villain", "excluded"), [("AhKh", ""), ("22, QhQs", "2h"), ("KhKs, 2d2c", "")]
)
def test_a_range_of_which_nothing_is_left_is_refused(villain: str, excluded: str) -> None:
    with pytest.raises(InputError, match=r"villain '.*' has no hand left: each holds one of our"):
        read(villain, excluded)


@pytest.mark.parametrize(("number", "opponents"), [(1, 2), (2, 1), (3, 4)])
def test_as_many_ranges_as_opponents_are_wanted(number: int, opponents: int) -> None:
    words = f"villain has {number} ranges and opponents is {opponents}; pass one range for all"
    with pytest.raises(OptionError, match=words):
        read(["QQ"] * number, opponents=opponents)


@pytest.mark.parametrize(("number", "most"), [(0, 9), (10, 9), (0, 3), (4, 3)])
def test_a_list_of_another_length_is_refused(number: int, most: int) -> None:
    with pytest.raises(OptionError, match=f"villain has {number} ranges; it must have 1 to {most}"):
        read(["QQ"] * number, most=most)


@pytest.mark.parametrize("opponents", [0, -1, 10, True, 2.0, "2"])
@pytest.mark.parametrize("villain", [None, "QQ"])
def test_a_wrong_number_of_opponents_is_refused(opponents: int, villain: str | None) -> None:
    with pytest.raises(
        OptionError, match=r"opponents is .*; it must be a whole number from 1 to 9"
    ):
        read(villain, opponents=opponents)


def test_what_is_no_range_is_refused() -> None:
    with pytest.raises(OptionError, match="villain is of type int; it must be a range or a list"):
        read(5)
    with pytest.raises(InputError, match="a range is of type int"):
        read([5])


def test_a_range_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(InputError, match="cannot read 'QZ'"):
        read("QZ")


def test_excluded_cards_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(UnknownCardError, match="unknown card 'Xx' in excluded"):
        read("QQ", "Xx")
    with pytest.raises(DuplicateCardError, match="Qs appears twice in excluded"):
        read(None, "QsQs")
