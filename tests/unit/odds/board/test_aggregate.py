"""Two ranges on many boards: all flops at once give what one flop after the other gives."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError, InputError, OptionError
from handsight.odds import AggregatedEquity, aggregate, equity
from handsight.ranges import Range, named_flops
from tests.naive.aggregate import shares

NARROW = ("QQ+, AKs", "22+, A5s, AKo:0.5")
"""Ranges that name no suits."""

SUITED = ("AhKh, 7c7d", "QQ, JTs")
"""The first names suits, and leaves few changes of suits."""

WILD = ("AhKh, 7c7d, Qs9d", "QQ:0.25, JTs, 5s4c")
"""The first leaves no change of suits."""


@cache
def on_all(players: tuple[str, str]) -> AggregatedEquity:
    return aggregate(players)


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("players", "flops"),
    [(NARROW, 1755), (SUITED, None), pytest.param(WILD, None, marks=pytest.mark.exhaustive)],
)
def test_all_flops_are_what_one_flop_after_the_other_is(
    players: tuple[str, str], flops: int | None
) -> None:
    result = on_all(players)
    if flops is not None:
        assert len(result.boards) == flops
    for row in Random(5).sample(result.boards, 25):
        alone = equity(players, row.board)
        assert alone.winners is not None
        found = [alone.winners.get(sharers, 0) for sharers in (0b01, 0b11, 0b10)]
        assert [row.win, row.tie, row.lose] == found
        assert row.equity == alone.equity


@pytest.mark.repeats(1)
@pytest.mark.parametrize("players", [NARROW, SUITED, WILD])
def test_all_flops_together_are_the_equity_before_the_flop(players: tuple[str, str]) -> None:
    result = on_all(players)
    before = equity(players, method="exact")
    assert before.winners is not None
    total = sum(row.count * row.total for row in result.boards)
    for name, sharers in (("win", 0b01), ("tie", 0b11), ("lose", 0b10)):
        deals = sum(row.count * getattr(row, name) for row in result.boards)
        assert Fraction(deals, total) == Fraction(before.winners.get(sharers, 0), before.total)
    assert result.equity == pytest.approx(before.equity, rel=1e-14)


def test_ranges_without_suits_have_all_flops_and_others_those_that_can_come() -> None:
    assert sum(row.count for row in on_all(NARROW).boards) == 22_100
    fixed = aggregate(["AhKh", "QsQd"])
    # Four cards are held, so that three of 48 come; hearts stay, and so may the other suits.
    assert sum(row.count for row in fixed.boards) == 17_296
    assert sum(row.weight for row in fixed.boards) == pytest.approx(1)


@pytest.mark.parametrize("board", ["Qs7h2d", "KhJh5h", "8c8d3s", "9s8s7d2c", "2c3d4h5s9c"])
def test_a_board_is_what_dealing_every_hand_to_the_end_gives(board: str) -> None:
    one, other = Range("AcKd, 7c7d, Qd9d:0.5"), Range("QhQc:0.25, JsTs, 5h4h, AcKs")
    [row] = aggregate([one, other], [board]).boards
    assert (row.win, row.tie, row.lose) == shares(one, other, board)


@pytest.mark.exhaustive
def test_a_long_list_of_flops_is_counted_at_once_and_gives_the_same() -> None:
    flops = [row.board for row in on_all(NARROW).boards[::10]]
    rows = aggregate(NARROW, flops).boards
    assert [row.board for row in rows] == flops
    wanted = {row.board: (row.count, row.win, row.tie) for row in on_all(NARROW).boards}
    assert [(row.count, row.win, row.tie) for row in rows] == [wanted[flop] for flop in flops]
    short = aggregate(NARROW, flops[:3]).boards
    assert [row.win for row in short] == [row.win for row in rows[:3]]


def test_the_second_player_may_be_the_wider_one() -> None:
    rows = aggregate(NARROW[::-1], "25").boards
    for ours, theirs in zip(rows, aggregate(NARROW, "25").boards, strict=True):
        assert (ours.win, ours.tie, ours.lose) == (theirs.lose, theirs.tie, theirs.win)
    assert [row.win for row in aggregate(NARROW[::-1]).boards] == [
        row.lose for row in on_all(NARROW).boards
    ]


def test_weights_with_large_denominators_stay_exact() -> None:
    players = [Range("QQ:0.123456789, AKs:1/3"), Range("22+:0.987654321, AKo:1/7")]
    row = Random(2).choice(aggregate(players).boards)
    alone = equity(players, row.board)
    assert alone.winners is not None
    assert (row.win, row.lose) == (alone.winners[0b01], alone.winners[0b10])


def test_threads_change_nothing_and_progress_goes_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        shared = aggregate(
            NARROW, executor=executor, progress=lambda done, most: seen.append((done, most))
        )
    assert shared == on_all(NARROW)
    assert [done for done, _ in seen] == list(range(1, len(seen) + 1))
    assert seen[-1][0] == seen[-1][1]
    seen.clear()
    aggregate(NARROW, ["Qs7h2d"], progress=lambda done, most: seen.append((done, most)))
    assert seen == [(1, 1)]


def test_boards_stand_for_as_many_as_are_said_or_are_alike() -> None:
    rows = aggregate(NARROW, ["Qs7h2d", "KhJh5h", "8c8d3s"]).boards
    assert [row.count for row in rows] == [24, 4, 12]
    rows = aggregate(NARROW, {CardSet("Qs7h2d"): 3, CardSet("KhJh5h"): 1}).boards
    assert [row.count for row in rows] == [3, 1]
    rows = aggregate(SUITED, ["Qs7h2d", "Qs7h2h"]).boards
    assert [row.count for row in rows] == [2, 1]  # clubs and diamonds are alike there
    rows = aggregate(NARROW, ["Qs7h2d9c"]).boards
    assert [row.count for row in rows] == [24]
    subset = aggregate(NARROW, "25")
    assert {row.board: row.count for row in subset.boards} == named_flops("25")


def test_any_cards_and_known_hands_are_players_too() -> None:
    row = aggregate(["AhKh", "random"], ["Qs7h2d"]).boards[0]
    alone = equity(["AhKh", "random"], "Qs7h2d")
    assert row.equity == alone.equity


@pytest.mark.repeats(4)
@pytest.mark.parametrize(
    ("players", "boards", "error", "said"),
    [
        (["AA", "KK", "QQ"], None, OptionError, "there are 3 players; aggregate needs two"),
        (["AA", "KK"], [], OptionError, "there are no boards"),
        (["AA", "KK"], ["Qs7h"], CardCountError, "board"),
        (["AA", "KK"], ["Qs7h2d", "Qs7h2d5c"], OptionError, "belong to different streets"),
        (["AA", "KK"], ["Qs7h2d", "Qh7d2s"], OptionError, "the same board up to suits"),
        (["AA", "KK"], ["Qs7h2d", "Qs7h2d"], OptionError, "the same board up to suits"),
        (["AA", "KK"], "26", OptionError, "no subset of flops is called '26'"),
        (
            ["AhKh", "KK"],
            "25",
            OptionError,
            "only for ranges that name no suits, and these ranges do",
        ),
        (["AA", "KK"], {CardSet("Qs7h2d"): 0}, OptionError, "stands for 0 boards"),
        (["AhKh", "QQ"], ["KhJh5h"], InputError, "KhJh5h leaves no deal with a hand from each"),
        (
            [Range("AhKh"), Range("AhQh")],
            None,
            InputError,
            "no board leaves a deal with a hand from each",
        ),
    ],
)
def test_what_cannot_be_asked_is_said(
    players: list[str | Range], boards: object, error: type[InputError], said: str
) -> None:
    with pytest.raises(error, match=said):
        aggregate(players, boards)  # type: ignore[arg-type]


def test_one_player_is_not_two() -> None:
    with pytest.raises(OptionError, match=r"^there is one player; aggregate needs a list of two$"):
        aggregate("QQ+")
