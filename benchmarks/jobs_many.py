"""Many questions in one call, compared with a friendly call for each; many lines in one process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from benchmarks.inputs import Deal, Size, seven_cards
from benchmarks.job import MICRO, SECONDS, TIMES, Job
from benchmarks.processes import Unavailable
from benchmarks.timing import Work
from handsight import (
    Card,
    Range,
    aggregate,
    effective_hand_strength,
    effective_hand_strength_many,
    equity,
    equity_many,
    evaluate_many,
    hand_strength,
    hand_strength_many,
    masks_from_cards,
)

THREADS = 2


@cache
def _texts(count: int) -> list[list[str]]:
    """Return seven-card hands as texts of single cards."""
    deck = [str(Card(index)) for index in range(52)]
    return [[deck[card] for card in hand] for hand in seven_cards(count).tolist()]


def _deals(count: int, board: int) -> list[Deal]:
    return [("".join(hand[:2]), "".join(hand[2 : 2 + board])) for hand in _texts(count)]


def _flops(size: Size) -> list[Deal]:
    return _deals(size.loop // 10, 3)


def _rivers(size: Size) -> list[Deal]:
    return _deals(size.loop, 5)


def _pots(size: Size) -> tuple[list[list[str]], list[str]]:
    hands = _texts(size.loop // 10)
    players = [[hand[0] + hand[1], hand[2] + hand[3]] for hand in hands]
    return players, ["".join(hand[4:]) for hand in hands]


# --- one by one, and all at once ------------------------------------------------------------------


def _each_pot(size: Size) -> Work:
    pots = list(zip(*_pots(size), strict=True))

    def run() -> list[float]:
        return [equity(*pot).equity for pot in pots]

    return Work(run, len(pots), answers=run)


def _all_pots(size: Size) -> Work:
    players, boards = _pots(size)
    return Work(
        lambda: equity_many(players, boards),
        len(boards),
        answers=lambda: equity_many(players, boards).equity[:, 0].tolist(),
    )


def _each(deals: list[Deal], call: Callable[[str, str], float]) -> Work:
    def run() -> list[float]:
        return [call(hole, board) for hole, board in deals]

    return Work(run, len(deals), answers=run)


def _all(deals: list[Deal], call: Callable[[list[str], list[str]], Any]) -> Work:
    holes, boards = map(list, zip(*deals, strict=True))
    return Work(
        lambda: call(holes, boards), len(holes), answers=lambda: call(holes, boards).tolist()
    )


def _each_river(size: Size) -> Work:
    return _each(_rivers(size), lambda hole, board: hand_strength(hole, board).value)


def _all_rivers(size: Size) -> Work:
    return _all(_rivers(size), lambda holes, boards: hand_strength_many(holes, boards).value)


def _each_flop(size: Size) -> Work:
    return _each(_flops(size), lambda hole, board: effective_hand_strength(hole, board).ehs)


def _all_flops(size: Size) -> Work:
    if (os.cpu_count() or 1) < THREADS:
        raise Unavailable("it takes two cores")
    executor = ThreadPoolExecutor(THREADS)

    def ask(holes: list[str], boards: list[str]) -> Any:
        return effective_hand_strength_many(holes, boards, executor=executor).ehs

    return _all(_flops(size), ask)


WIDE = "22+, A2s+, K2s+, Q5s+, J7s+, T7s+, 97s+, 86s+, 75s+, A2o+, K8o+, Q9o+"
TIGHT = "99+, AJs+, AQo+"


def _flop_classes(size: Size) -> list[str]:
    """Return flops that represent all flops, or an even selection if there is less to do."""
    every = [str(row.board) for row in aggregate([WIDE, TIGHT]).boards]
    return every[:: max(1, 50 // size.deals)]


def _each_flop_class(size: Size) -> Work:
    flops = _flop_classes(size)

    def run() -> list[float]:
        return [equity([WIDE, TIGHT], flop).equity for flop in flops]

    return Work(run, len(flops), answers=run)


def _all_flop_classes(size: Size) -> Work:
    if (os.cpu_count() or 1) < THREADS:
        raise Unavailable("it takes two cores")
    executor = ThreadPoolExecutor(THREADS)
    some = set(_flop_classes(size))

    def run() -> list[tuple[str, float]]:
        result = aggregate([WIDE, TIGHT], executor=executor)
        return [(str(row.board), row.equity) for row in result.boards]

    return Work(run, len(run()), answers=lambda: [share for flop, share in run() if flop in some])


def _times(
    name: str,
    title: str,
    work: Callable[[Size], Work],
    baseline: Callable[[Size], Work],
    **bounds: float,
) -> Job:
    def check(ours: Work, size: Size) -> str:
        same = ours.answers() == baseline(size).answers()
        return "" if same else "the answers are not those of the friendly function"

    return Job(*(name, title, TIMES), prepare=work, baseline=baseline, check=check, **bounds)


# --- small questions ------------------------------------------------------------------------------


def _tenth(size: Size) -> Size:
    return replace(size, loop=size.loop // 10)


def _river_boards(size: Size) -> list[str]:
    return [board for _, board in _deals(size.calls, 5)]


def _each_river_of_ranges(size: Size) -> Work:
    boards, ranges = _river_boards(size), [Range(WIDE), Range(TIGHT)]

    def run() -> list[float]:
        return [equity(ranges, board).equity for board in boards]

    return Work(run, len(boards), answers=run)


def _check_rivers(ours: Work, size: Size) -> str:
    same = ours.answers() == _all_rivers(_tenth(size)).answers()
    return "" if same else "the answers are not those of hand_strength_many"


def _check_rivers_of_ranges(ours: Work, size: Size) -> str:
    boards = _river_boards(size)
    counted = equity_many([[WIDE, TIGHT]] * len(boards), boards)
    same = ours.answers() == counted.equity[:, 0].tolist()
    return "" if same else "the answers are not those of equity_many"


# --- lines ----------------------------------------------------------------------------------------


@cache
def _lines_file(count: int) -> Path:
    """Write seven-card hands to a file, one per line."""
    texts = np.array([str(Card(index)) for index in range(52)], "S2")
    path = Path(mkdtemp(prefix="handsight-lines-")) / "hands.txt"
    lines = np.full((count, 15), ord("\n"), np.uint8)
    lines[:, :14] = texts[seven_cards(count)].view(np.uint8)
    path.write_bytes(lines.tobytes())
    return path


def _rank(count: int, output: int) -> str:
    command = ("-m", "handsight", "rank", "--csv", "--file", str(_lines_file(count)))
    done = subprocess.run([sys.executable, *command], stdout=output, text=True, check=False)
    if done.returncode:
        raise Unavailable(f"{' '.join(command)} fails")
    return done.stdout or ""


def _ranked_lines(size: Size) -> Work:
    """Rank the lines of a file and discard the output; the answers cover fewer lines."""

    def answers() -> list[int]:
        heads, *rows = (line.split(",") for line in _rank(size.calls, subprocess.PIPE).splitlines())
        return [int(row[heads.index("strength")]) for row in rows]

    return Work(lambda: _rank(size.hands // 2, subprocess.DEVNULL), 1, answers)


def _check_lines(ours: Work, size: Size) -> str:
    expected = evaluate_many(masks_from_cards(seven_cards(size.calls))).tolist()
    return "" if ours.answers() == expected else "the strengths are not those of evaluate_many"


MANY: tuple[Job, ...] = (
    _times(
        "equity-many",
        "`equity_many` against a call of `equity` each, two hands on 10,000 random flops",
        *(_all_pots, _each_pot),
        must=10,
        aim=30,
    ),
    _times(
        "effective-many",
        "`effective_hand_strength_many` on two threads against a call of `effective_hand_strength` "
        "each, 10,000 random flops",
        *(_all_flops, _each_flop),
        must=1 / 0.45,
        aim=4,
    ),
    _times(
        "aggregate",
        "`aggregate` on two threads against a call of `equity` for each flop, a wide range against "
        "a tight one on 1,755 flops",
        *(_all_flop_classes, _each_flop_class),
        must=1 / 0.45,
        aim=5,
    ),
    _times(
        "strength-many",
        "`hand_strength_many` against a call of `hand_strength` each, 100,000 random rivers",
        *(_all_rivers, _each_river),
        must=10,
        aim=30,
    ),
    Job(
        name="strength-river",
        title="`hand_strength`, a call each, 10,000 random rivers read from text",
        unit=MICRO,
        must=40,
        aim=20,
        prepare=lambda size: _each_river(_tenth(size)),
        check=_check_rivers,
    ),
    Job(
        name="equity-ranges-river",
        title="`equity`, exact: a wide range v a tight one, a call each, 1,000 random rivers",
        unit=MICRO,
        must=120,  # the legend of the page says why
        aim=100,
        prepare=_each_river_of_ranges,
        check=_check_rivers_of_ranges,
    ),
    Job(
        name="rank-lines",
        title="`handsight rank --csv --file FILE`, 1 M lines of seven cards, the whole process",
        unit=SECONDS,
        must=3,
        aim=1.5,
        prepare=_ranked_lines,
        check=_check_lines,
    ),
)
