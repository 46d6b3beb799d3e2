"""The jobs of several players: known hands, ranges, and all hands of a board."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

from benchmarks import cases, checks, checks_ranges, workloads, workloads_ranges
from benchmarks.inputs import ANY, NAMED_BOARD, NAMED_HOLE, TIGHT, WIDE, Pot, Size
from benchmarks.job import MILLI, SECONDS, TIMES, TRIALS, Job
from benchmarks.processes import Unavailable
from benchmarks.timing import Work

NO_BOARD = "eval7's exact function does not run out the board"
NO_LOOP = "programs that rank single hands would need a Python loop over all boards"
TOO_WIDE = "xiapl refuses such wide ranges before the flop, which need too much memory"

Pots = Callable[[Size], list[Pot]]


def _in_suits(*players: str, board: str = "") -> Pots:
    """Return pots whose suits are permuted differently in every call."""
    return lambda size: Pot(players, board).in_suits(size.deals)


def _few(*players: str, board: str = NAMED_BOARD) -> Pots:
    """Return only a few such pots, because they take long."""
    return lambda size: Pot(players, board).in_suits(size.boards)


def _counted(name: str, title: str, pots: Pots) -> Job:
    """Return a job of exact shares, which are compared with naive deals."""
    return Job(
        name=name,
        title=f"`equity`, exact: {title}",
        unit=MILLI,
        prepare=lambda size: workloads_ranges.counted(pots(size)),
        check=lambda work, size: checks_ranges.shares_are_near_dealt(work, pots(size)[0]),
    )


# --- known hands --------------------------------------------------------------------------------

HANDS = ("AhKh", "QsQd", "7c7d", "JhTh", "AsKd", "2c2d")


def _known(count: int, must: float, aim: float) -> Job:
    hands = HANDS[:count]
    pots = _in_suits(*hands)

    def check(work: Work, size: Size) -> str:
        wrong = checks_ranges.shares_are_those_of_all_boards(work, pots(size))
        if count == 2 and not wrong:
            return checks_ranges.counts_are(work, checks_ranges.HAND_V_HAND)
        return wrong

    return replace(
        _counted(f"equity-hands-{count}", f"{' v '.join(hands)} before the flop", pots),
        must=must,
        aim=aim,
        check=check,
        case=cases.known_hands(pots),
        absent=f"{NO_BOARD}; {NO_LOOP}",
    )


def _two_looked_up(job: Job) -> Job:
    return replace(job, title=f"{job.title}, from the shipped table", case=None)


def _two_anew(job: Job) -> Job:
    pots = _in_suits(*HANDS[:2])
    return replace(
        job,
        name=f"{job.name}-anew",
        title=f"{job.title}, without the table",
        prepare=lambda size: workloads_ranges.counted_anew(pots(size)),
    )


# --- one hand against any -----------------------------------------------------------------------

ACES = "AhAs"


def _aces_looked_up() -> Job:
    pots = _in_suits(ACES, ANY)
    return replace(
        _counted("equity-aces", f"{ACES} v any hand before the flop, from the shipped table", pots),
        must=1,
        aim=0.05,
        check=lambda work, size: checks_ranges.hand_v_any_adds_up(work, pots(size)),
        absent=f"{TOO_WIDE}; {NO_BOARD}",
    )


def _aces_anew() -> Job:
    deals = [(ACES, "")]
    return Job(
        name="equity-aces-anew",
        title="`current_hand_odds`, exact: the same, without the table",
        unit=MILLI,
        prepare=lambda size: workloads.odds(deals, 1),
        check=lambda work, size: checks.shares_are_near_dealt(work, deals, 1, checks.NAIVE_DEALS),
    )


# --- ranges -------------------------------------------------------------------------------------

WORDS = "a wide range v a tight one"


def _two_ranges(board: str, must: float, aim: float) -> Job:
    pots = _in_suits(WIDE, TIGHT, board=board)
    counts = checks_ranges.WIDE_V_TIGHT[board]
    job = replace(
        _counted(f"equity-ranges-{board or 'preflop'}", f"{WORDS} {_where(board)}", pots),
        must=must,
        aim=aim,
        check=lambda work, size: checks_ranges.counts_are(work, counts),
    )
    if not board:
        return replace(job, absent=f"{TOO_WIDE}; {NO_BOARD}")
    return replace(job, case=cases.two_ranges(pots), absent=NO_BOARD)


def _where(board: str) -> str:
    return f"on {board}" if board else "before the flop"


def _two_ranges_from_text() -> Job:
    pots = _in_suits(WIDE, TIGHT)
    return replace(
        _two_ranges("", must=0, aim=0),
        name="equity-ranges-preflop-text",
        title="the same, with the ranges read from text in every call",
        must=None,
        aim=None,
        prepare=lambda size: workloads_ranges.counted_from_text(pots(size)),
        absent="",
    )


def _any_v_any() -> Job:
    pots = _few(ANY, ANY)
    counts = checks_ranges.ANY_V_ANY[NAMED_BOARD]
    return replace(
        _counted("equity-any-2", f"any hand v any hand on {NAMED_BOARD}", pots),
        must=40,
        aim=12,
        check=lambda work, size: checks_ranges.counts_are(work, counts),
        case=cases.two_ranges(pots),
        absent=NO_BOARD,
    )


def _hand_v_three() -> list[Job]:
    ranges, anything = _few(NAMED_HOLE, *[WIDE] * 3), _few(NAMED_HOLE, *[ANY] * 3)
    where = _where(NAMED_BOARD)
    title = f"{NAMED_HOLE} v three players, each with the wide range, {where}"
    return [
        replace(_counted("equity-hand-v-ranges-3", title, ranges), must=200, aim=40),
        replace(
            _counted(
                "equity-hand-v-any-3", f"{NAMED_HOLE} v three with any hands {where}", anything
            ),
            check=lambda work, size: checks_ranges.hand_v_all_any_adds_up(work, anything(size)),
        ),
    ]


def _range_v_two() -> list[Job]:
    ranges, anything = _few(WIDE, WIDE, TIGHT), _few(ANY, ANY, ANY)
    where = _where(NAMED_BOARD)
    title = f"a wide range v a wide and a tight one {where}"
    return [
        replace(_counted("equity-ranges-3", title, ranges), unit=SECONDS, must=2, aim=0.3),
        replace(
            _counted("equity-any-3", f"any hand v two others {where}", anything),
            unit=SECONDS,
            check=lambda work, size: checks_ranges.any_v_all_any_adds_up(work, anything(size)),
        ),
    ]


def _board(name: str, villain: str, words: str) -> Job:
    pots = _few(villain)
    return Job(
        name=name,
        title=f"`board_strengths` of all 1,176 combos {_where(NAMED_BOARD)} against {words}",
        unit=MILLI,
        prepare=lambda size: workloads_ranges.board_tables(pots(size)),
        check=lambda work, size: checks_ranges.tables_are_those_of_single_hands(work, pots(size)),
    )


# --- random deals -------------------------------------------------------------------------------

SIX_OVERLAPPING = Pot(("15%", "20%", "25%", "30%", "35%", "40%"))
SIX_WIDE, SIX_ANY, TWO = Pot((WIDE,) * 6), Pot((ANY,) * 6), Pot((WIDE, TIGHT))


def _sampled(name: str, words: str, pot: Pot) -> Job:
    def check(work: Work, size: Size) -> str:
        trials = size.trials // workloads_ranges.SAMPLES
        return checks_ranges.shares_are_near_dealt(work, pot, trials)

    return Job(
        name=name,
        title=f"`equity`, sampled: {words} before the flop",
        unit=TRIALS,
        prepare=lambda size: workloads_ranges.sampled(pot, size),
        check=check,
    )


def _on_two_threads(job: Job, pot: Pot) -> Job:
    """Measure how many times as fast a sample is on two threads as on one."""

    def alone(size: Size) -> Work:
        return workloads_ranges.sampled_at_once(pot, size)

    def together(size: Size) -> Work:
        if (os.cpu_count() or 1) < 2:
            raise Unavailable("it takes two cores")
        return workloads_ranges.sampled_at_once(pot, size, threads=2)

    return Job(
        name=f"{job.name}-threads",
        title=f"two threads against one: {job.title}",
        unit=TIMES,
        must=1.7,
        prepare=together,
        baseline=alone,
        check=lambda work, size: checks_ranges.samples_are_the_same(work, alone(size)),
    )


def _to_an_error() -> Job:
    """Measure how much sooner a sample reaches its error because players change hands."""

    def check(work: Work, size: Size) -> str:
        return checks_ranges.shares_are_near_dealt(work, SIX_OVERLAPPING, size.trials // 4)

    return Job(
        name="monte-carlo-ranges-6-error",
        title="`equity`, sampled: six players with the best 15% to 40% before the flop, to an "
        "error: times as fast as with deals that count once",
        unit=TIMES,
        must=2,
        aim=3,
        prepare=lambda size: workloads_ranges.sampled_to_an_error(SIX_OVERLAPPING, size),
        baseline=lambda size: workloads_ranges.sampled_to_an_error(
            SIX_OVERLAPPING, size, seated=False
        ),
        check=check,
    )


def _three_before_the_flop() -> Job:
    pots = _few(WIDE, WIDE, WIDE, board="")
    title = "three players with the wide range before the flop"
    job = _counted("equity-ranges-3-preflop", title, lambda size: pots(size)[:1])
    return replace(job, unit=SECONDS, must=60, aim=15)


TWO_HANDS = _known(2, must=0.9, aim=0.2)

COUNTED: tuple[Job, ...] = (
    _two_looked_up(TWO_HANDS),
    _two_anew(TWO_HANDS),
    _known(3, must=1.3, aim=0.3),
    _known(6, must=2.5, aim=0.6),
    _aces_looked_up(),
    _aces_anew(),
    _two_ranges("", must=20, aim=3),
    _two_ranges_from_text(),
    _two_ranges("2s5h9d", must=6, aim=2),
    _two_ranges("AhKd7h", must=5, aim=1.5),
    _any_v_any(),
    *_hand_v_three(),
    *_range_v_two(),
    _three_before_the_flop(),
    replace(_board("board-strengths", ANY, "any hand"), must=350, aim=80),
    _board("board-strengths-15", "15%", "the best 15%"),
)

_SIX_WIDE = replace(
    _sampled("monte-carlo-ranges-6", "six players with the wide range", SIX_WIDE), must=3, aim=8
)
_SIX_ANY = replace(
    _sampled("monte-carlo-any-6", "six players with any hands", SIX_ANY), must=35, aim=60
)

SAMPLED: tuple[Job, ...] = (
    replace(_sampled("monte-carlo-ranges-2", WORDS, TWO), case=cases.two_sampled_ranges(TWO)),
    _SIX_WIDE,
    _SIX_ANY,
    _to_an_error(),
)

ON_TWO_THREADS = (_on_two_threads(_SIX_WIDE, SIX_WIDE), _on_two_threads(_SIX_ANY, SIX_ANY))
