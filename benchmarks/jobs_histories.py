"""The jobs of recorded hands: reading, importing and writing them, and reports of an arena."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import workloads_histories
from benchmarks.inputs import Size
from benchmarks.job import SECONDS, THOUSANDS, Job
from benchmarks.timing import Work

if TYPE_CHECKING:
    from handsight.game import Damaged, Hand
    from handsight.opponents.stats import ImportReport

PLURIBUS = "hands of six players, of Pluribus against professionals"
STARS = "hands of six players with cents, as PokerStars writes them"


def _hands_are_whole(work: Work, size: Size) -> str:
    """Check that every hand can be read and replayed."""
    from handsight.game import Hand, check_hands

    hands: list[Hand | Damaged] = work.answers()
    report = check_hands(hands)
    if len(hands) != work.items or not all(isinstance(each, Hand) for each in hands):
        return f"{len(hands)} hands, {len(report.errors)} of them damaged"
    return f"{report.errors[0]}" if report.errors else ""


def _all_are_new(work: Work, size: Size) -> str:
    """Check that every hand was counted."""
    report: ImportReport
    (report,) = work.answers()
    if (report.new, report.known, len(report.unreadable)) == (work.items, 0, 0):
        return ""
    return f"{report.new} of {work.items} hands are new, {len(report.unreadable)} unreadable"


def _texts_are_read_again(work: Work, size: Size) -> str:
    """Check that the text of each hand is read and written as the same text."""
    from handsight.formats import parse_phh, phh_text

    for text in work.answers():
        hand = text.partition("]\n")[2]
        if phh_text(parse_phh(hand)) != hand:
            return f"{hand[:60]!r} is written differently after it is read"
    return ""


def _agents_are_in_it(work: Work, size: Size) -> str:
    (text,) = work.answers()
    return "" if f'"hands": {5 * size.loop}' in text else "the report has another number of hands"


RECORDED: tuple[Job, ...] = (
    Job(
        name="read-phh",
        title=f"`read_hands` from PHHS, {PLURIBUS}",
        unit=THOUSANDS,
        must=10,
        aim=15,
        prepare=workloads_histories.read_phh,
        check=_hands_are_whole,
    ),
    Job(
        name="read-stars",
        title=f"`read_hands` from text, {STARS}",
        unit=THOUSANDS,
        must=10,
        aim=15,
        prepare=workloads_histories.read_stars,
        check=_hands_are_whole,
    ),
    Job(
        name="import-phh",
        title=f"`import_hands` from PHHS into a new store, one process, {PLURIBUS}",
        unit=THOUSANDS,
        must=10,
        aim=15,
        prepare=workloads_histories.import_phh,
        check=_all_are_new,
    ),
    Job(
        name="import-stars",
        title=f"`import_hands` from text into a new store, one process, {STARS}",
        unit=THOUSANDS,
        must=10,
        aim=15,
        prepare=workloads_histories.import_stars,
        check=_all_are_new,
    ),
    Job(
        name="write-phh",
        title="`phhs_text`, hands of six players with cents",
        unit=THOUSANDS,
        must=20,
        aim=40,
        prepare=workloads_histories.write_phh,
        check=_texts_are_read_again,
    ),
    Job(
        name="arena-report",
        title="`handsight report --json` of a store with 500,000 hands, without the start of "
        "Python",
        unit=SECONDS,
        must=1,
        aim=0.5,
        prepare=workloads_histories.reported,
        check=_agents_are_in_it,
    ),
)
"""The jobs of recorded hands as handsight does them: each function prepares one."""
