"""What a bet needs to break even, and its expected value, as a report and as text."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from handsight.views.report import report_of
from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from handsight.odds.sums.ev import BetValue


@dataclass(frozen=True)
class EvReport:
    """What a bet needs to break even, and expected values; see `handsight.odds.BetValue`."""

    pot: Fraction
    bet: Fraction
    equity: Fraction | None
    folds: Fraction | None
    needed_equity: Fraction
    pot_odds: Fraction
    needed_folds: Fraction
    minimum_defence: Fraction
    bluff_share: Fraction
    bluffs_per_value: Fraction
    ev_call: Fraction | None
    ev_check: Fraction | None
    ev_bet: Fraction | None


def ev_report(value: BetValue) -> EvReport:
    """Build the report of a bet into a pot.

    Example:
        >>> from handsight.odds.sums.ev import ev
        >>> str(ev_report(ev(100, 50)).needed_folds)
        '1/3'
    """
    return report_of(EvReport, value)


def ev_title(report: EvReport) -> str:
    """Describe the bet and the pot in one line.

    Example:
        >>> from handsight.odds.sums.ev import ev
        >>> ev_title(ev_report(ev(100, 50)))
        'a bet of 50 into a pot of 100'
    """
    return f"a bet of {_chips(report.bet)} into a pot of {_chips(report.pot)}"


def ev_table(report: EvReport) -> TextTable:
    """Lay out what a bet needs to break even, and the expected values that are known.

    The expected values of a call and of a check are known if the equity is; that of the bet is
    known if the folds are, and counts the bet as a pure bluff if the equity is unknown.
    """
    hand = f"with {_percent(report.equity)} equity" if report.equity else "as a bluff"
    rows = [
        ("a call needs", _percent(report.needed_equity), f"equity ({_odds(report.pot_odds)})"),
        ("the bet needs", _percent(report.needed_folds), f"folds {hand}"),
        ("defend at least", _percent(report.minimum_defence), "of hands, so that no bluff profits"),
        ("bluff with", _percent(report.bluff_share), f"of bets ({_ratio(report)})"),
    ]
    worths = (
        ("a call is worth", report.ev_call, f"at {_percent(report.equity)} equity"),
        ("a check is worth", report.ev_check, "if nobody bets any more"),
        ("the bet is worth", report.ev_bet, f"if {_percent(report.folds)} fold, {hand}"),
    )
    rows += [
        (name, f"{float(each):+,.2f}", note) for name, each, note in worths if each is not None
    ]
    return TextTable("", ("", "", ""), rows, texts=(0, 2))


def _odds(odds: Fraction) -> str:
    return f"pot odds {float(odds):.3g} to 1"


def _ratio(report: EvReport) -> str:
    return f"{float(report.bluffs_per_value):.2f} bluffs a value bet"


def _percent(share: Fraction | None) -> str:
    return "" if share is None else f"{float(share):.2%}"


def _chips(chips: Fraction) -> str:
    return f"{float(chips):,.10g}"
