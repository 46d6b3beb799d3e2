"""Push-or-fold strategies of two to nine players, as a report and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.game.positions import position_names
from handsight.ranges import Range
from handsight.views.report import report_of

if TYPE_CHECKING:
    from handsight.solver.all_in.strategies import PushFoldStrategies

HALF = 0.5


@dataclass(frozen=True)
class PushFoldRangeReport:
    """What a seat plays at one decision; see `handsight.solver.PushFoldRange`.

    Attributes:
        seat: the position of the seat, such as ``"BTN"``.
        all_in: the positions of the earlier seats that are all-in; empty if the seat can push as
            the first one in.
        faced: the share of hands in which the seat faces this decision.
        share: the share of all hands dealt with which the seat pushes or calls.
        range: the classes with which the seat pushes or calls at least half of the time.
        play: how often the seat pushes or calls with each class, 0..1, by the name of the class.
    """

    seat: str
    all_in: Sequence[str]
    faced: float
    share: float
    range: Range
    play: dict[str, float]


@dataclass(frozen=True)
class PushFoldSeatReport:
    """What a hand is worth to a seat; see `handsight.solver.PushFoldSeat`.

    Attributes:
        seat: the position of the seat, such as ``"BTN"``.
    """

    seat: str
    stack: float
    before: float
    value: float
    stderr: float | None
    gain_low: float
    gain_high: float


@dataclass(frozen=True)
class PushFoldReport:
    """Push-or-fold strategies of all seats.

    See `handsight.solver.PushFoldStrategies`, and `handsight.solver.PushFoldGame` for the rules.

    Attributes:
        big_blind: chips of the big blind.
        payouts: the prize money of each place that is still to be paid, the first place first;
            empty if chips count.
        callers: the number of players who can call a push.
        seats: what the hand is worth to each seat, in the order in which they act.
        ranges: what each seat plays at each decision.
    """

    small_blind: float
    big_blind: float
    ante: float
    ante_by: str
    payouts: Sequence[float]
    callers: int
    method: str
    learned: int | None
    measured: int | None
    seed: int | None
    seats: Sequence[PushFoldSeatReport]
    ranges: Sequence[PushFoldRangeReport]


def push_fold_report(result: PushFoldStrategies) -> PushFoldReport:
    """Build the report of push-or-fold strategies.

    Example:
        >>> from handsight.solver import PushFoldGame, solve_push_fold
        >>> report = push_fold_report(solve_push_fold(PushFoldGame((2, 2), ante=0.5)))
        >>> report.ranges[1].seat, report.ranges[1].all_in, str(report.ranges[1].range)
        ('BB', ('SB',), 'random')
    """
    game = result.game
    names = seat_names(game.seats)
    seats = [
        report_of(PushFoldSeatReport, seat, seat=name)
        for seat, name in zip(result.seats, names, strict=True)
    ]
    ranges = [
        report_of(
            PushFoldRangeReport,
            each,
            seat=names[each.seat],
            all_in=tuple(names[seat] for seat in each.all_in),
            range=Range(", ".join(name for name, share in each.play.items() if share >= HALF)),
        )
        for each in result.ranges
    ]
    return report_of(
        PushFoldReport,
        result,
        **{
            name: getattr(game, name)
            for name in ("small_blind", "big_blind", "ante", "ante_by", "payouts", "callers")
        },
        seats=seats,
        ranges=ranges,
    )


def seat_names(seats: int) -> list[str]:
    """Return the positions in the order in which they act before the flop; the big blind is last.

    Args:
        seats: number of players, 2 to 9.

    Example:
        >>> seat_names(2), seat_names(5)
        (['SB', 'BB'], ['HJ', 'CO', 'BTN', 'SB', 'BB'])
    """
    if seats == 2:
        return ["SB", "BB"]
    names = position_names(range(seats))
    return [names[(seat + 2) % seats] for seat in range(seats)]


def push_fold_report_lines(report: PushFoldReport) -> list[str]:
    """Write push-or-fold strategies as lines of text: the rules, then each seat with its ranges."""
    lines = [_rules(report), _method(report)]
    for seat in report.seats:
        lines += ["", _seat_line(seat, report)]
        for each in report.ranges:
            if each.seat == seat.seat:
                action = f"calls {' and '.join(each.all_in)}" if each.all_in else "pushes"
                lines.append(f"  {action} {each.share:.1%}: {each.range or 'nothing'}")
    lines += [
        "",
        "A range lists the hands that push or call at least half of the time; --json has all "
        "frequencies.",
    ]
    if report.method != "exact":
        lines.append(
            "Gains are per hand. The lower number is measured on other deals than those that chose "
            "the response, the higher one on the same deals."
        )
    return lines


def _rules(report: PushFoldReport) -> str:
    ante = ""
    if report.ante:
        payer = "each player" if report.ante_by == "each" else "the big blind"
        ante = f", ante {report.ante:g} by {payer}"
    callers = "1 caller" if report.callers == 1 else f"{report.callers} callers"
    worth = "chips count"
    if report.payouts:
        worth = f"payouts {' '.join(f'{prize:g}' for prize in report.payouts)}, by ICM"
    blinds = f"blinds {report.small_blind:g}/{report.big_blind:g}"
    return f"{len(report.seats)} players, {blinds}{ante}, up to {callers}; {worth}"


def _method(report: PushFoldReport) -> str:
    if report.method == "exact":
        if report.learned is None:
            return "exact: all matchups are counted"
        return (
            f"learned from {report.learned:,} deals, seed {report.seed}; values and gains are "
            "exact: all hands and boards are counted"
        )
    return (
        f"sampled: learned from {report.learned:,} deals, measured on {report.measured:,} others, "
        f"seed {report.seed}; ± is a 95% interval"
    )


def _seat_line(seat: PushFoldSeatReport, report: PushFoldReport) -> str:
    margin = "" if seat.stderr is None else f" ± {1.96 * seat.stderr:.4f}"
    worth = f" (worth {seat.before:.2f})" if report.payouts else ""
    gain = f"{seat.gain_high:.2g}" if report.method == "exact" else _gains(seat)
    return (
        f"{seat.seat}, stack {seat.stack:g}{worth}: wins {seat.value:+.4f}{margin} a hand, "
        f"best response gains {gain}"
    )


def _gains(seat: PushFoldSeatReport) -> str:
    return f"{max(seat.gain_low, 0.0):.4f} to {seat.gain_high:.4f}"
