"""What the commands on ranges and on hole cards do."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handsight.cards import CardSet, parse_cards
from handsight.cli.pictures import write_picture
from handsight.errors import OptionError
from handsight.ranges import Range
from handsight.ranges.exact_weights import fraction_of
from handsight.ranges.orders import DEFAULT_ORDER

if TYPE_CHECKING:
    from handsight.views.ranges import RangeReport

_SHARE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(%?)", re.ASCII)


def show_range(
    text: str | None,
    top: str | None,
    order: str | None,
    without: str,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Show a range, and write its picture if asked."""
    gone = CardSet.of(parse_cards(without, "--without"))
    hands = _range_of(text, top, order).without(gone)
    from handsight.views.ranges import range_report, range_svg, range_text
    from handsight.views.report import to_json

    report = range_report(hands, top, order, gone)
    if svg is not None:
        write_picture(svg, range_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import show

    show(range_text(report, _notes(report, svg)))


def show_preflop(hole: str, as_json: bool) -> None:
    """Show what is known of two cards before the flop."""
    from handsight.views.preflop import preflop_report, preflop_text
    from handsight.views.report import to_json

    report = preflop_report(hole)
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import show

    show(preflop_text(report))


def _range_of(text: str | None, top: str | None, order: str | None) -> Range:
    if text is not None and top is None:
        if order is not None:
            raise OptionError("--order goes with --top; a RANGE names an order like chen:15%")
        return Range(text)
    if text is None and top is not None:
        return Range.top(share_of(top), DEFAULT_ORDER if order is None else order)
    given = "neither was" if text is None else "both were"
    raise OptionError(
        f"give RANGE or --top, like '22+, A2s+' or --top 15%, and not both; {given} given"
    )


def share_of(text: str) -> Fraction:
    """Read a share that is written like 15% or 0.15.

    Args:
        text: what was written.

    Raises:
        OptionError: if it is none, or above the whole.

    Example:
        >>> share_of("15%"), share_of("0.15")
        (Fraction(3, 20), Fraction(3, 20))
    """
    match = _SHARE.fullmatch(text.strip())
    share = fraction_of(match.group(1), percent=bool(match.group(2))) if match else None
    if share is None or share > 1:
        raise OptionError(f"--top is {text!r}; it takes a share like 15% or 0.15")
    return share


def _notes(report: RangeReport, svg: Path | None) -> list[str]:
    notes = []
    if report.top is not None:
        share = f"{100 * float(share_of(report.top)):g}%"
        notes.append(f"the best {share} by {report.order}, in whole classes")
    if report.without:
        notes.append(f"without {report.without}")
    if svg is not None:
        notes.append(f"drawn in {svg}")
    return notes
