"""Board by board: the same as dealing everything, and boards that suits make alike counted once."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.odds import equity
from handsight.odds.counting import boards as board_counts
from handsight.odds.counting.boards import BoardCount, boards_that_stay, kinds_of_boards
from handsight.odds.counting.long_counts import Counting
from handsight.odds.equity.exact import _board_by_board, _dealt_one_by_one
from handsight.odds.spot import Spot
from handsight.ranges.suits import CHANGES, changed_masks, river_classes
from tests.naive import range_deals as naive

LOW = "".join(f"{rank}{suit}" for rank in "23456789" for suit in "cdhs")
"""Without these 32 cards 20 are left, tens and better, and boards are few enough to list."""

LESS = LOW + "TcTdThTs"
LEAST = LESS + "JcJdJhJs"

POTS: dict[str, tuple[list[str], str, str]] = {
    "three ranges that treat suits alike": (["AA", "AKs", "QQ"], "", LEAST),
    "three ranges with weights": (["AA:0.3,KQs", "AK:0.5,QQ", "AKs:0.25,KK"], "", LEAST),
    "three ranges that name suits": (["AhAs,KQs", "AhKs,AdKd", "QQ"], "", LEAST),
    "a known hand and two ranges": (["AhKh", "AQ,KK", "QQ,AKo"], "", LEAST),
    "a known hand, three ranges": (["AhKh", "AQs", "QQ", "KQs"], "", LESS + "JcJd"),
    "two ranges, cards dead": (["AA,KQ", "KK,AQs"], "", LEAST[:-2]),
    "a range and a known hand": (["KJs,AQ", "AhKh"], "", LESS),
    "four ranges before the flop": (["AKs", "KJs", "QJs", "AJs"], "", LESS + "JcQc"),
    "four ranges on the flop": (["AA,KJs:0.5", "KK", "QJs", "AJs"], "QcJd2c", LOW[8:]),
    "four ranges on the turn": (["99,AJs", "22,T8s:0.2", "KQs", "AKs"], "2c7d9hJs", ""),
    "five ranges on the river": (["AK", "KJ", "QJs", "AJs,TT", "AA"], "QcJd2c2d9h", ""),
    "six ranges on the river": (["AKs", "KJs", "QJs", "AJs", "AA", "TT:0.1,99"], "QcJd2c2d9h", ""),
    "four ranges and a hand": (["9c9d", "AKs", "KJs", "QJs", "AJs"], "QcJd2c2d9h", ""),
}


@pytest.mark.parametrize(("players", "board", "dead"), POTS.values(), ids=POTS)
def test_shares_are_those_of_all_deals(players: list[str], board: str, dead: str) -> None:
    spot = Spot.parse(players, board, dead)
    result = _board_by_board(spot, Counting())
    assert result.winners is not None
    hands = [CardSet(text) if len(text) == 4 and text[1] in "cdhs" else None for text in players]
    ranges = iter(spot.ranges)
    seats = [hand or next(ranges) for hand in hands]
    total = sum(map(Fraction, result.winners.values()))
    shares = {who: Fraction(deals) / total for who, deals in result.winners.items()}
    assert shares == naive.winners(seats, board, dead)
    assert result.total == deals_of(seats, board, dead)


def deals_of(seats: Sequence[object], board: str, dead: str) -> Fraction:
    """Weigh all deals: hands without a card in common, and boards from the rest."""
    known = CardSet(board).mask | CardSet(dead).mask
    units = Fraction(1)
    for seat in seats:
        units /= getattr(seat, "denominator", 1)
    left = 52 - known.bit_count() - 2 * len(seats)
    boards = comb(left, 5 - len(CardSet(board)))
    hands = [naive.hands_in(seat) for seat in seats]  # type: ignore[arg-type]
    return units * boards * sum(weight for _, weight in naive.joint_deals(hands, known))


def test_all_boards_and_all_pots_of_known_hands_agree() -> None:
    spot = Spot.parse(["AA,KK", "QQ", "AK:0.5", "JJ"], "", LOW)
    assert _board_by_board(spot, Counting()) == _dealt_one_by_one(spot, Counting())


@pytest.mark.exhaustive
def test_the_whole_deck_gives_what_pots_of_known_hands_give() -> None:
    for players in (["AA,KK", "QQ", "JJ"], ["AA", "KK:0.5,QQ", "AKs,JTs"], ["AhKh", "QQ+", "TT"]):
        spot = Spot.parse(players)
        assert _board_by_board(spot, Counting()) == _dealt_one_by_one(spot, Counting())


@pytest.mark.exhaustive
def test_three_wide_ranges_before_the_flop_are_near_a_sample() -> None:
    players = ["22+,A2s+,KTs+,QTs+,JTs,T9s,98s,87s,AJo+,KQo", "15%", "TT+,AQs+,AKo"]
    exact = equity(players, method="exact")
    sample = equity(players, method="monte_carlo", trials=4_000_000, seed=1)
    for counted, dealt in zip(exact.players, sample.players, strict=True):
        assert abs(counted.equity - dealt.equity) < 4 * (dealt.stderr or 0)


# --- suits ----------------------------------------------------------------------------------------


def test_the_kinds_of_all_final_boards_are_134_459() -> None:
    stay = [boards_that_stay(CardSet.full(), 5, change) for change in CHANGES]
    assert sum(stay) == 24 * 134_459
    boards, times = kinds_of_boards(CardSet.full().mask, CHANGES)
    assert boards is river_classes()[0]
    assert int(times.sum()) == 2_598_960


@pytest.mark.parametrize("changes", [CHANGES, CHANGES[:2], CHANGES[:1]])
def test_each_kind_has_as_many_boards_as_suits_make_of_it(changes: tuple[tuple[int, ...]]) -> None:
    live = CardSet.full() - CardSet(LEAST)
    bits = [card.mask for card in live]
    kinds: dict[int, int] = {}
    for cards in combinations(bits, 5):
        first = min(int(changed_masks(array_of(sum(cards)), change)[0]) for change in changes)
        kinds[first] = kinds.get(first, 0) + 1
    boards, times = kinds_of_boards(live.mask, tuple(changes))
    assert dict(zip(boards.tolist(), times.tolist(), strict=True)) == kinds
    stay = sum(boards_that_stay(live, 5, change) for change in changes)
    assert stay == len(kinds) * len(changes)


def array_of(mask: int) -> NDArray[np.uint64]:
    return np.array([mask], np.uint64)


def test_ranges_and_cards_that_name_suits_leave_fewer_changes() -> None:
    def changes(*players: str, board: str = "") -> int:
        return len(BoardCount(Spot.parse(list(players), board)).changes)

    assert changes("QQ+", "AK", "22+") == 24
    assert changes("QQ+", "AK", "AhKh, AsKs") == 4
    assert changes("AhKh", "QQ+", "AK") == 6
    assert changes("QhQs", "AhKd, KK", "AK") == 1
    assert changes("QQ+", "AK", "22+", board="AhKh2h") == 6
    assert changes("QQ+", "AK", "22+:0.5", board="AhKd2c") == 1


def test_kernels_get_boards_as_they_are_compiled_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """All kinds of boards may not be written to, and would be another type of array."""
    seen = []

    def weigh(*given: Any) -> Counter[int]:
        seen.append(given[4])
        return Counter()

    monkeypatch.setattr(board_counts, "weigh_runouts", weigh)
    count = BoardCount(Spot.parse(["AA", "KK", "QQ"]))
    count.count(count.parts()[1])
    assert [runouts.flags.writeable for runouts in seen] == [True]


# --- how much there is to do ----------------------------------------------------------------------


@pytest.mark.parametrize(("players", "board", "dead"), POTS.values(), ids=POTS)
def test_the_bound_is_no_less_than_what_is_counted(
    players: list[str], board: str, dead: str
) -> None:
    count = BoardCount(Spot.parse(players, board, dead))
    assert sum(part.boards for part in count.parts()) <= count.boards()
    assert count.steps() >= count.boards()


def test_three_ranges_before_the_flop_go_through_each_kind_of_board_once() -> None:
    count = BoardCount(Spot.parse(["22+", "A2s+", "KTs+"]))
    assert count.boards() == sum(part.boards for part in count.parts()) == 134_459


def test_one_deal_stands_for_those_that_suits_make_alike() -> None:
    count = BoardCount(Spot.parse(["AA", "KK", "QQ+", "TT+", "random"]))
    assert count.dealt == [0, 1]
    deals = count.all_deals()
    assert sum(deals.values()) == 6 * 6
    assert len(deals) == 3  # no suit in common, one, or both
