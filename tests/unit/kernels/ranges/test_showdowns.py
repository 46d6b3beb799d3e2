"""One and two ranges at the showdown, against dealing them."""

import json
from dataclasses import replace

import numba
import numpy as np
import pytest

from handsight.kernels.ranges.showdowns import tally_one_range, tally_two_ranges
from tests.fresh import run
from tests.naive import ranges as naive
from tests.unit.kernels.range_cases import BOARDS, Case, dealt, masks

Tally = list[list[list[int]]]
RANGES = [1, 2]
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def counted(case: Case) -> Tally:
    """Call the kernel for as many ranges as the case has."""
    tally = np.full((len(case.runouts), 2, 1 << len(case.weights)), -1, np.int64)
    common = case.board, case.runouts, case.bars, tally
    if len(case.weights) == 1:
        tally_one_range(case.combos, case.weights[0], *common)
    else:
        tally_two_ranges(case.combos, case.cards, case.weights[0], case.weights[1], *common)
    result: Tally = tally.tolist()
    return result


def expected(case: Case) -> Tally:
    """Deal; of two ranges what the second wins alone above the bar is left out."""
    tallies = [
        naive.tally(case.ranges, end, bar)
        for end, bar in zip(case.ends, case.bars.tolist(), strict=True)
    ]
    if len(case.weights) == 2:
        for tally in tallies:
            tally[1][2] = 0
    return tallies


# --- against dealing ------------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("ranges", RANGES)
@every_board
def test_ranges_beside_known_hands_are_weighed_as_by_dealing(board: str, ranges: int) -> None:
    case = dealt(board, ranges)
    assert counted(case) == expected(case)


@pytest.mark.pure_python
@every_board
def test_two_ranges_alone_are_weighed_as_by_dealing(board: str) -> None:
    case = dealt(board, 2, bar=False)
    assert counted(case) == expected(case)


@pytest.mark.repeats(3)
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("ranges", RANGES)
def test_wide_ranges_are_weighed_as_by_dealing(ranges: int, seed: int) -> None:
    for board in BOARDS.values():
        for bar in {True, ranges == 1}:
            case = dealt(board, ranges, live=14, seed=seed, bar=bar, runouts=3)
            assert counted(case) == expected(case)


# --- special ranges -------------------------------------------------------------------------------


def with_weights(case: Case, *weights: list[int]) -> Case:
    return replace(case, weights=np.array(weights, np.int64))


def pinned(case: Case, bar: int) -> Case:
    return replace(case, bars=np.full_like(case.bars, bar))


@pytest.mark.pure_python
@pytest.mark.parametrize("ranges", RANGES)
@pytest.mark.parametrize("bar", [0, 7461])
def test_a_bar_may_be_below_or_above_everybody(bar: int, ranges: int) -> None:
    case = pinned(dealt(BOARDS["river"], ranges), bar)
    assert counted(case) == expected(case)
    silent = 1 - int(bar == 0)
    assert not np.array(counted(case))[:, silent].any()


@pytest.mark.pure_python
def test_where_the_board_plays_all_are_at_the_bar() -> None:
    """21 combos of seven cards; each meets the 10 without its cards."""
    one, two = (dealt("AsKsQsJsTs", n, live=7) for n in RANGES)
    ones = [1] * 21
    assert counted(pinned(with_weights(one, ones), 7461)) == [[[0, 21], [0, 0]]]
    assert counted(pinned(with_weights(two, ones, ones), 7461)) == [[[0, 0, 0, 210], [0, 0, 0, 0]]]
    assert counted(pinned(with_weights(two, ones, ones), -1)) == [[[0, 0, 0, 0], [0, 0, 0, 210]]]


@pytest.mark.pure_python
@pytest.mark.parametrize("ranges", RANGES)
def test_weights_of_0_weigh_nothing(ranges: int) -> None:
    case = dealt(BOARDS["turn"], ranges)
    for nobody in range(ranges):
        weights = case.weights.copy()
        weights[nobody] = 0
        assert not np.array(counted(replace(case, weights=weights))).any()


@pytest.mark.pure_python
def test_one_combo_cannot_be_held_twice() -> None:
    case = dealt(BOARDS["river"], 2, bar=False)
    alone = replace(case, combos=case.combos[:1], cards=case.cards[:1], weights=case.weights[:, :1])
    assert counted(with_weights(alone, [3], [5])) == [[[0, 0, 0, 0], [0, 0, 0, 0]]]


@pytest.mark.pure_python
def test_no_combo_meets_a_runout_that_takes_its_card() -> None:
    case = dealt(BOARDS["turn"], 2, bar=False)
    taken = masks([(int(card),) for card in case.cards[0]])
    both = replace(
        case,
        combos=case.combos[:1],
        cards=case.cards[:1],
        weights=np.array([[1], [1]], np.int64),
        runouts=taken,
        bars=np.array([-1, -1]),
    )
    assert not np.array(counted(both)).any()


@pytest.mark.pure_python
def test_large_weights_stay_exact_as_long_as_their_sum_does() -> None:
    case = dealt(BOARDS["river"], 2, bar=False)
    large = replace(case, weights=case.weights * (1 << 16) + 1)
    assert counted(large) == expected(large)
    assert max(map(max, counted(large)[0])) > 1 << 40


# --- how kernels are called -----------------------------------------------------------------------

ALL_WAYS = """
import json
from fractions import Fraction
import numpy as np
from handsight import odds
from handsight.cards import CardSet
from handsight.kernels.ranges import board_strengths
from handsight.kernels.ranges import by_card
from handsight.kernels.ranking import levels
from handsight.kernels.ranges import showdowns as range_showdowns
from handsight.kernels.ranges import standings
from handsight.kernels.ranges import three_ranges
from handsight.ranges import Range

tiny = Range.from_weights({"AA": Fraction(1, 10**17), "KK": 1, "QQ": 0.1, "JTs": Fraction(1, 3)})
boards = ["2s5h9d", "2s5h9dJc", "2s5h9dJcJd"]
for board in boards:
    for villain in ("QQ+", tiny, ["QQ+", tiny], ["AA", "KK:0.5", tiny]):
        for dead in ("", [0, 5], CardSet("2cKs"))[: 3 if board == boards[-1] else 1]:
            odds.hand_strength("AhKh", board, dead, villain=villain)
            odds.hand_potential("AhKh", board, None, np.int8(0), dead, villain=villain)
            odds.current_hand_odds("AhKh", board, None, dead, villain=villain, excluded="Ac")
        odds.hand_potential("AhKh", board, villain=villain)
    for players in (["QQ+", tiny], ["QQ+", tiny, "TT"], ["AhKh", "7c7d", "QQ", tiny, "99+"]):
        odds.equity(players, board)
    odds.board_strengths(board)
    odds.board_strengths(board, tiny, dead=[0, 5])
kernels = {}
for module in (by_card, levels, range_showdowns, three_ranges, standings, board_strengths):
    for name, each in vars(module).items():
        if name in NAMES or hasattr(each, "signatures"):
            kernels[name] = len(each.signatures)
print(json.dumps(kernels))
"""
NAMES = [
    *("tally_one_range", "tally_two_ranges", "tally_three_ranges", "weigh_triples", "weigh_board"),
    *("standings_by_combo", "weigh_disjoint_pairs", "tally_standings"),
]
"""What Python calls."""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_each_kernel_is_compiled_for_one_signature_however_it_is_called() -> None:
    finished = run(f"NAMES = {NAMES}\n{ALL_WAYS}", HANDSIGHT_BUILT_KERNELS="0")
    assert finished.stderr == ""
    compiled = json.loads(finished.stdout)
    assert {name: count for name, count in compiled.items() if count > 1} == {}
    assert [name for name in NAMES if compiled[name] != 1] == []
