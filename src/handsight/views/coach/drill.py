"""Questions of a drill, feedback and progress, as reports and as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handsight.cards import parse_cards
from handsight.views.report import UNLESS_NONE, report_of
from handsight.views.tables import TextTable
from handsight.views.text_parts import LABEL, cards_text, counted_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from handsight.coach.drill import DrillProgress, Feedback, Question

RIGHT, WRONG = "bold green", "bold red"
"""The rich styles of the verdict."""


@dataclass(frozen=True)
class QuestionReport:
    """A question of a drill; see `handsight.coach.drill.Question`."""

    kind: str
    key: str
    spot: str
    hole: str
    board: str
    line: tuple[str, ...]
    pot: float | None
    to_call: float | None
    stacks: dict[str, float]
    ask: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class OptionReport:
    """What an answer is worth; see `handsight.coach.drill.OptionValue`."""

    name: str
    frequency: float | None
    ev: float | None
    error: float | None


@dataclass(frozen=True)
class FeedbackReport:
    """What the given answer is worth, and why; see `handsight.coach.drill.Feedback`."""

    answer: str
    best: str
    right: bool
    lost: float | None
    options: tuple[OptionReport, ...]
    reason: str


@dataclass(frozen=True)
class DrillReport:
    """A question, with the feedback on an answer if one was given.

    Attributes:
        question: the question.
        feedback: the feedback on the answer; None without an answer.
    """

    question: QuestionReport
    feedback: FeedbackReport | None = field(default=None, metadata=UNLESS_NONE)


@dataclass(frozen=True)
class ProgressRow:
    """Progress in a kind of question or spot; see `handsight.coach.drill.DrillProgress`."""

    kind: str
    spot: str
    answers: int
    right: int
    share: float
    share_low: float
    share_high: float
    lost: float | None
    lost_low: float | None
    lost_high: float | None
    waiting: int


@dataclass(frozen=True)
class ProgressReport:
    """The progress of a person.

    Attributes:
        answers: the number of answers.
        due: the number of questions that are due now.
        waiting: the number of questions that come back, now or later.
        rows: the progress in each kind of question, followed by that in each of its spots.
    """

    answers: int
    due: int
    waiting: int
    rows: tuple[ProgressRow, ...]


def drill_report(question: Question, feedback: Feedback | None = None) -> DrillReport:
    """Build the report of a question and of the feedback on an answer.

    Example:
        >>> from handsight.coach.drill import question_of
        >>> drill_report(question_of("pot-odds 12 6")).question.ask
        'What equity does a call need, in per cent?'
    """
    report = report_of(QuestionReport, question)
    if feedback is None:
        return DrillReport(report)
    return DrillReport(report, feedback_report(feedback))


def feedback_report(feedback: Feedback) -> FeedbackReport:
    """Build the report of the feedback on an answer."""
    options = tuple(report_of(OptionReport, each) for each in feedback.options)
    return report_of(FeedbackReport, feedback, options=options)


def progress_report(rows: Iterable[DrillProgress], due: int, waiting: int) -> ProgressReport:
    """Build the report of a person's progress.

    Args:
        rows: the progress by kind of question and by spot.
        due: the number of questions that are due now.
        waiting: the number of questions that come back, now or later.
    """
    listed = tuple(report_of(ProgressRow, each) for each in rows)
    answers = sum(each.answers for each in listed if not each.spot)
    return ProgressReport(answers, due, waiting, listed)


# --- text -----------------------------------------------------------------------------------------


def question_text(report: QuestionReport, *, drawn_suits: bool, number: int = 0) -> RenderableType:
    """Lay out a question: the spot, what happened before, the cards, the chips and the options.

    Args:
        report: the question.
        drawn_suits: whether to write ``A♥ K♦`` rather than ``AhKd``.
        number: the number of the question in its drill, from 1; 0 to show no number.
    """
    from rich.console import Group
    from rich.text import Text

    head = f"{number}. " * bool(number) + f"{report.kind}: {report.spot}"
    parts: list[RenderableType] = [Text(head, "bold")]
    parts += [Text(f"  {line}") for line in report.line]
    cards = [
        Text.assemble((f"{name} ", LABEL), _cards(text, drawn_suits))
        for name, text in (("you hold", report.hole), ("board", report.board))
        if text
    ]
    if cards:
        parts.append(Text("  ") + Text("   ").join(cards))
    if report.pot is not None:
        parts.append(Text(f"  {_chips(report)}"))
    parts.append(Text(f"  {report.ask}"))
    if report.options:
        listed = [Text.assemble((f"{n} ", LABEL), name) for n, name in enumerate(report.options, 1)]
        parts.append(Text("  ") + Text("   ").join(listed))
    return Group(*parts)


def _cards(text: str, drawn_suits: bool) -> Text:
    from rich.text import Text

    if len(text) < 4:  # a hand class, such as AKs
        return Text(text)
    return cards_text(parse_cards(text), drawn_suits)


def _chips(report: QuestionReport) -> str:
    told = f"pot {report.pot or 0:g} bb"
    if report.to_call:
        told += f", {report.to_call:g} to call"
    if report.stacks:
        told += "; behind: " + ", ".join(f"{name} {bb:g}" for name, bb in report.stacks.items())
    return told


def feedback_text(report: FeedbackReport) -> RenderableType:
    """Lay out the verdict, the reason, and the worth of each option."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    verdict = ("Right.", RIGHT) if report.right else ("Wrong.", WRONG)
    told = f" {report.reason}"
    if not report.options:
        told = f" The answer is {report.best}." + told
    parts: list[RenderableType] = [Padding(Text.assemble(verdict, told), (0, 0, 0, 2))]
    if report.options:
        parts.append(Padding(_options_table(report).terminal(), (0, 0, 0, 2)))
    return Group(*parts)


def _options_table(report: FeedbackReport) -> TextTable:
    """Return a table of what each option is worth; empty columns are left out."""
    options = report.options
    evs = ["" if each.ev is None else f"{round(each.ev, 2) + 0.0:+.2f}" for each in options]
    halves = [f"{1.96 * each.error:.2f}" if each.error else "" for each in options]
    shares = ["" if each.frequency is None else f"{each.frequency:.0%}" for each in options]
    names = [each.name for each in options]
    return _without_empty([("", names), ("EV in bb", evs), ("±", halves), ("played", shares)])


def _without_empty(columns: Sequence[tuple[str, Sequence[str]]]) -> TextTable:
    """Return a table of those columns, each with its heading, that are not empty throughout."""
    kept = [(head, cells) for head, cells in columns if any(cells)]
    rows = list(zip(*(cells for _, cells in kept), strict=True))
    return TextTable("", [head for head, _ in kept], rows)


def progress_text(report: ProgressReport) -> RenderableType:
    """Lay out the progress by kind of question, with 95% intervals.

    Example:
        >>> from rich.console import Console
        >>> Console(width=90).print(progress_text(progress_report([], 0, 0)))
        no answers yet
    """
    from rich.console import Group
    from rich.text import Text

    if not report.answers:
        waiting = f"; {_due_text(report.due)}" if report.due else ""
        return Text(f"no answers yet{waiting}")
    return Group(
        progress_table(report).terminal(),
        Text(),
        Text(
            f"{counted_text(report.answers, 'answer')}; {_due_text(report.due)} now, and "
            f"{report.waiting - report.due:,} later. Intervals are 95%."
        ),
    )


def _due_text(due: int) -> str:
    return f"{counted_text(due, 'question')} {'is' if due == 1 else 'are'} due"


def progress_table(report: ProgressReport) -> TextTable:
    """Return the progress as a table with a row for each kind of question and each spot.

    Empty columns are left out.
    """
    rows = report.rows
    lost = ["" if each.lost is None else f"{each.lost:.2f}" for each in rows]
    ends = [
        "" if each.lost_high is None else f"{each.lost_low:.2f} to {each.lost_high:.2f}"
        for each in rows
    ]
    return _without_empty(
        [
            ("", [f"  {each.spot}" if each.spot else each.kind for each in rows]),
            ("answers", [f"{each.answers:,}" for each in rows]),
            ("right", [f"{each.share:.0%}" for each in rows]),
            ("interval", [f"{each.share_low:.0%} to {each.share_high:.0%}" for each in rows]),
            ("bb lost", lost),
            ("interval", ends),
            ("to repeat", [f"{each.waiting:,}" if each.waiting else "" for each in rows]),
        ]
    )
