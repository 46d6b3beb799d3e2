"""The jobs of single calls from Python: one hand, or two known hands."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import cases, checks, checks_ranges, workloads, workloads_ranges
from benchmarks.cases import Case
from benchmarks.inputs import Pot, Size
from benchmarks.job import MICRO, Job
from benchmarks.timing import Work

MUST_LEAD, AIM_LEAD = 1.0, 1.5
"""How many times as fast as the fastest peer a single call has to be, and should be."""

HANDS = ("AhKh", "QsQd")


def _ranked(
    name: str, words: str, prepare: Callable[[Size], Work], case: Case, must: float, aim: float
) -> Job:
    return Job(
        name=name,
        title=f"{words} a call",
        unit=MICRO,
        must=must,
        aim=aim,
        must_lead=MUST_LEAD,
        aim_lead=AIM_LEAD,
        prepare=prepare,
        check=checks.single_hands_order_like_scores,
        case=case,
    )


def _pots(size: Size) -> list[Pot]:
    return Pot(HANDS).in_suits(size.deals)


def _counts(work: Work, size: Size) -> str:
    return checks_ranges.counts_are(work, checks_ranges.HAND_V_HAND)


CALLS = (
    _ranked(
        "evaluate-mask",
        "`evaluate_mask`, one ready mask of seven cards",
        workloads.single_masks,
        cases.ranking(lambda size: size.calls),
        *(0.3, 0.12),
    ),
    _ranked(
        "evaluate-numbers",
        "`evaluate(...).strength`, one list of seven card numbers",
        workloads.single_numbers,
        cases.ranking_numbers(),
        *(2.5, 1.0),
    ),
    _ranked(
        "evaluate-text",
        "`evaluate(...).strength`, one text of seven cards",
        workloads.single_texts,
        cases.ranking_texts(),
        *(2.5, 1.5),
    ),
    Job(
        name="equity-single",
        title="`equity`, two known hands a call from text, before the flop, looked up in the "
        "shipped table; others count all boards",
        unit=MICRO,
        must=25,
        aim=12.5,
        must_lead=MUST_LEAD,
        aim_lead=AIM_LEAD,
        prepare=lambda size: workloads_ranges.counted(_pots(size)),
        check=_counts,
        case=cases.known_hands(_pots),
    ),
)
