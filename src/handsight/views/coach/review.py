"""The report of a review: where a player lost big blinds, and the costliest mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import TYPE_CHECKING

from handsight.coach.review.decisions import ReviewedDecision, ReviewedHand
from handsight.coach.review.summary import GroupLoss, Per100, Tendency, summary_of
from handsight.views.tables import TextTable, csv_lines, html_page
from handsight.views.text_parts import LABEL, counted_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from handsight.coach.review.run import Review

METHOD_WORDS = {
    "chart": "charts before the flop",
    "solver": "the solver",
    "blueprint": "hands played out by a blueprint (an estimate)",
    "equity": "equity against the opponents' ranges (an estimate)",
}
GROUP_HEADS = {"street": "street", "position": "position", "pot": "pot", "method": "valued by"}
GROUP_TITLES = {
    "street": "Lost by street",
    "position": "Lost by position",
    "pot": "Lost by pot",
    "method": "Lost by the way in which decisions were valued",
}


@dataclass(frozen=True)
class MeanReport:
    """A mean in big blinds per hundred hands.

    Attributes:
        mean: the mean.
        half_width: half the width of its 95% interval; None for fewer than two hands.
    """

    mean: float
    half_width: float | None


@dataclass(frozen=True)
class GroupReport:
    """What the decisions of a group lost.

    Attributes:
        name: the name of the group.
        decisions: the number of valued decisions.
        mistakes: the number of mistakes among them.
        lost: big blinds lost per hundred hands of the whole review, not only of the group's hands.
    """

    name: str
    decisions: int
    mistakes: int
    lost: MeanReport


@dataclass(frozen=True)
class TendencyReport:
    """An action that the player takes significantly more or less often than the strategy.

    Attributes:
        situation: the situation, such as ``turn, facing a small bet``.
        action: ``fold``, ``check or call`` or ``bet or raise``.
        more: whether the player takes it more often.
        decisions: the number of decisions in the situation.
        taken: how many times the player took the action.
        expected: how many times the strategy would take it with the same hands, on average.
        p: the p-value, corrected for the number of comparisons.
        lost: big blinds lost per hundred hands by this action in this situation.
    """

    situation: str
    action: str
    more: bool
    decisions: int
    taken: int
    expected: float
    p: float
    lost: float


@dataclass(frozen=True)
class ReviewedActionReport:
    """An action at a decision.

    Attributes:
        action: the action, such as ``raise to 2.5 bb``.
        ev: what it wins from here on, in big blinds; a fold wins 0.
        frequency: how often the strategy takes it with this hand, 0 to 1; None if unknown.
    """

    action: str
    ev: float
    frequency: float | None


@dataclass(frozen=True)
class ReviewedDecisionReport:
    """A decision of the player.

    Attributes:
        hand: the number or name of the hand.
        file: the file of the hand.
        line: the line on which the hand begins.
        number: the index of the action among all actions of the hand, from 0.
        street: ``preflop``, ``flop``, ``turn`` or ``river``.
        position: the position of the player.
        hole: the player's cards.
        board: the board at the decision.
        pot_kind: what the player faces before the flop, or the kind of pot after it.
        players: the number of players who had not folded.
        pot: the pot in big blinds.
        to_call: the cost of a call in big blinds.
        taken: the action that the player took.
        best: the best action; empty if the decision could not be valued.
        lost: what the best action wins more, in big blinds.
        error: the standard error of ``lost``; by the solver, its exploitability, or what it loses
            with the hand at this decision if that is more; in big blinds.
        mistake: whether the loss is more than chance explains.
        method: how the actions were valued; empty if they could not be.
        estimate: whether the values are only estimates.
        assumed: what the values assume, or why there are none.
        actions: the possible actions.
        won: the result of the hand in big blinds.
    """

    hand: str
    file: str
    line: int
    number: int
    street: str
    position: str
    hole: str
    board: str
    pot_kind: str
    players: int
    pot: float
    to_call: float
    taken: str
    best: str
    lost: float
    error: float
    mistake: bool
    method: str
    estimate: bool
    assumed: tuple[str, ...]
    actions: tuple[ReviewedActionReport, ...]
    won: float


@dataclass(frozen=True)
class ReviewReport:
    """The review of a player's hands.

    Attributes:
        player: the name of the player.
        hands: the number of reviewed hands.
        unread: the number of hands that could not be read or replayed.
        unknown: the number of hands in which the player's cards are not known.
        decisions: the number of valued decisions.
        estimates: the number of those whose values are only estimates.
        unvalued: {reason: number of decisions that could not be valued}.
        won: the net result.
        adjusted: the result without the luck of cards dealt when no decision was left.
        lost: what the decisions lost.
        lost_known: the part of ``lost`` that charts and the solver found.
        lost_estimated: the part of ``lost`` that is only estimated; it is usually too large.
        groups: {way to group: losses}: by street, position, pot and method.
        comparisons: the number of tendencies that were tested.
        tendencies: those in which the player differs significantly from the strategy.
        costliest: the costliest mistakes.
        skipped: {reason: number of hands without decisions, such as fixed-limit hands}.
    """

    player: str
    hands: int
    unread: int
    unknown: int
    decisions: int
    estimates: int
    unvalued: dict[str, int]
    won: MeanReport
    adjusted: MeanReport
    lost: MeanReport
    lost_known: MeanReport
    lost_estimated: MeanReport
    groups: dict[str, tuple[GroupReport, ...]]
    comparisons: int
    tendencies: tuple[TendencyReport, ...]
    costliest: tuple[ReviewedDecisionReport, ...]
    skipped: dict[str, int]


def review_report(review: Review, costliest: int = 20) -> ReviewReport:
    """Build the report of a review.

    Args:
        review: the reviewed hands.
        costliest: the number of costliest mistakes to list.
    """
    summary = summary_of(review.hands, costliest)
    return ReviewReport(
        review.player,
        summary.hands,
        review.unread,
        review.unknown,
        summary.decisions,
        summary.estimates,
        summary.unvalued,
        _mean(summary.won),
        _mean(summary.adjusted),
        _mean(summary.lost),
        _mean(summary.lost_known),
        _mean(summary.lost_estimated),
        {name: tuple(map(_group, rows)) for name, rows in summary.groups.items()},
        summary.comparisons,
        tuple(map(_tendency, summary.tendencies)),
        tuple(decision_report(hand, each) for hand, each in summary.costliest),
        summary.skipped,
    )


def decision_reports(review: Review) -> Iterator[ReviewedDecisionReport]:
    """Yield the reports of all decisions of a review, in the order of the hands."""
    return (decision_report(hand, each) for hand in review.hands for each in hand.decisions)


def decision_report(hand: ReviewedHand, decision: ReviewedDecision) -> ReviewedDecisionReport:
    """Build the report of a decision.

    Args:
        hand: the hand.
        decision: one of its decisions.
    """
    return ReviewedDecisionReport(
        hand=hand.name,
        file=hand.file,
        line=hand.line,
        number=decision.number,
        street=decision.street,
        position=decision.position,
        hole=hand.hole,
        board=decision.board,
        pot_kind=decision.pot_kind,
        players=decision.players,
        pot=round(decision.pot, 4),
        to_call=round(decision.to_call, 4),
        taken=decision.taken,
        best=decision.best,
        lost=decision.lost,
        error=decision.error,
        mistake=decision.is_mistake,
        method=decision.method,
        estimate=decision.is_estimate,
        assumed=decision.assumed,
        actions=action_reports(decision),
        won=round(hand.won, 4),
    )


def action_reports(decision: ReviewedDecision) -> tuple[ReviewedActionReport, ...]:
    """Build the reports of the possible actions at a decision."""
    return tuple(
        ReviewedActionReport(row.action, row.ev, _rounded(row.frequency))
        for row in decision.actions
    )


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


def _mean(value: Per100) -> MeanReport:
    half = value.half_width
    return MeanReport(round(value.mean, 4), round(half, 4) if half < float("inf") else None)


def _group(row: GroupLoss) -> GroupReport:
    return GroupReport(row.name, row.decisions, row.mistakes, _mean(row.lost))


def _tendency(row: Tendency) -> TendencyReport:
    return TendencyReport(
        row.situation,
        row.action,
        row.is_more,
        row.decisions,
        row.taken,
        round(row.expected, 2),
        row.p,
        round(row.lost, 4),
    )


# --- text -----------------------------------------------------------------------------------------


def mean_text(value: MeanReport) -> str:
    """Write a mean with half the width of its interval, such as ``+3.2 ± 4.1``.

    Example:
        >>> mean_text(MeanReport(3.21, None))
        '+3.2'
    """
    half = "" if value.half_width is None else f" ± {value.half_width:.1f}"
    return f"{value.mean:+.1f}{half}".replace("-", "−")


def heading_lines(report: ReviewReport) -> list[str]:
    """Return the lines of text at the head of a review."""
    who = report.player or "the hero"
    lines = [
        f"{who}: {counted_text(report.hands, 'hand')}, "
        f"{counted_text(report.decisions, 'decision')} valued, "
        f"{report.estimates:,} of them by estimates",
        f"results: {mean_text(report.won)} bb/100; without all-in luck: "
        f"{mean_text(report.adjusted)} bb/100",
        f"lost by decisions: {mean_text(report.lost_known).lstrip('+')} bb/100 by charts and the "
        f"solver; estimates add {mean_text(report.lost_estimated).lstrip('+')}, usually too much",
    ]
    if report.unread or report.unknown:
        unread = counted_text(report.unread, "hand")
        lines.append(f"left out: {unread} not readable, {report.unknown:,} with unknown cards")
    lines += [
        f"not valued: {counted_text(count, 'decision')}: {reason}"
        for reason, count in report.unvalued.items()
    ]
    lines += [
        f"not valued: {counted_text(count, 'hand')}: {reason}"
        for reason, count in report.skipped.items()
    ]
    return lines


def tables_of(report: ReviewReport) -> list[TextTable]:
    """Return the tables of a review: losses by group, tendencies, and costliest mistakes."""
    tables = [
        TextTable(
            GROUP_TITLES[name],
            (GROUP_HEADS[name], "decisions", "mistakes", "lost, bb/100"),
            [_group_row(name, row) for row in rows],
        )
        for name, rows in report.groups.items()
        if rows
    ]
    if report.tendencies:
        tables.append(_tendencies_table(report))
    if report.costliest:
        tables.append(_costliest_table(report))
    return tables


def _group_row(name: str, row: GroupReport) -> tuple[str, ...]:
    words = METHOD_WORDS.get(row.name, row.name) if name == "method" else row.name
    lost = mean_text(row.lost).lstrip("+")
    return words, f"{row.decisions:,}", f"{row.mistakes:,}", lost


def _tendencies_table(report: ReviewReport) -> TextTable:
    rows = [
        (
            each.situation,
            f"{each.action} {'more' if each.more else 'less'} often",
            f"{each.taken} of {each.decisions}",
            f"{each.expected:.1f}",
            f"{each.p:.2g}",
            f"{each.lost:.1f}",
        )
        for each in report.tendencies
    ]
    heads = ("situation", "tendency", "taken", "expected", "p", "lost, bb/100")
    return TextTable("Different from the strategy", heads, rows, (0, 1))


def _costliest_table(report: ReviewReport) -> TextTable:
    rows = [
        (
            each.hand or f"line {each.line}",
            each.position,
            each.hole,
            each.board or "preflop",
            each.taken,
            each.best,
            f"{each.lost:.2f} ± {each.error:.2f}",
            each.method + " (estimate)" * each.estimate,
        )
        for each in report.costliest
    ]
    heads = ("hand", "position", "cards", "board", "taken", "better", "lost, bb", "valued by")
    return TextTable("Costliest decisions", heads, rows, (0, 1, 2, 3, 4, 5, 7))


def review_text(report: ReviewReport) -> RenderableType:
    """Lay out a review for a terminal."""
    from rich.console import Group
    from rich.text import Text

    parts: list[RenderableType] = [Text(line) for line in heading_lines(report)]
    for table in tables_of(report):
        parts += [Text(), Text(table.title, "bold"), table.terminal()]
    parts += [Text(), *(Text(line, LABEL) for line in footnotes(report))]
    return Group(*parts)


def footnotes(report: ReviewReport) -> list[str]:
    """Return the sentences that explain how to read a review."""
    return [
        "± is half the width of a 95% interval; in the table of decisions it is the standard error "
        "of an estimate, or how far a solution can be off",
        f"{report.comparisons:,} tendencies were compared with the strategy; if you followed it, "
        "any of them would be named at most 5% of the time (exact test, corrected by Holm's "
        "method)",
    ]


def review_html(report: ReviewReport) -> str:
    """Build a standalone HTML page of a review."""
    parts = [f"<p>{escape(line)}</p>" for line in heading_lines(report)]
    parts += [table.html() for table in tables_of(report)]
    parts += [f"<p>{escape(line)}</p>" for line in footnotes(report)]
    return html_page(f"Review of {report.player or 'the hero'}", parts)


def review_csv(review: Review) -> Iterator[str]:
    """Yield all decisions of a review as lines of CSV, with one row for each."""
    heads = (
        *("hand", "file", "line", "action", "street", "position", "hole", "board", "pot_kind"),
        *("players", "pot", "to_call", "taken", "best", "lost", "error", "mistake", "method"),
        *("estimate", "assumed", "won"),
    )
    rows = (
        (
            *(each.hand, each.file, each.line, each.number, each.street, each.position, each.hole),
            *(each.board, each.pot_kind, each.players, each.pot, each.to_call, each.taken),
            *(each.best, each.lost, each.error, each.mistake, each.method, each.estimate),
            *("; ".join(each.assumed), each.won),
        )
        for each in decision_reports(review)
    )
    return csv_lines(chain([heads], rows))
