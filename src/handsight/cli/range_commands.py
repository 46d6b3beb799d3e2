"""What the commands on ranges and on hole cards do."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import click

from handsight.cards import CardSet, parse_cards
from handsight.cli.pictures import write_picture
from handsight.errors import OptionError
from handsight.ranges import Range
from handsight.ranges.exact_weights import fraction_of
from handsight.ranges.orders import DEFAULT_ORDER, order_label

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
    hands = _asked_range(text, top, order).without(gone)
    if svg is not None:
        from handsight.views import grid_svg

        write_picture(svg, grid_svg(hands))
    if as_json:
        from handsight.views.range_json import range_fields

        asked = {"top": top, "order": None if top is None else order_label(order or DEFAULT_ORDER)}
        fields = range_fields(hands) | asked | {"without": str(gone)}
        click.echo(json.dumps(fields, indent=2))
        return
    from handsight.cli.terminal import show
    from handsight.views.range_text import range_text

    show(range_text(hands, _notes(top, order, without, svg)))


def show_preflop(hole: str, as_json: bool) -> None:
    """Show what is known of two cards before the flop."""
    from handsight.views.preflop import preflop_values

    values = preflop_values(hole)
    if as_json:
        from handsight.views.preflop_json import preflop_fields

        click.echo(json.dumps(preflop_fields(values), indent=2))
        return
    from handsight.cli.terminal import show
    from handsight.views.preflop_text import preflop_text

    show(preflop_text(values))


def _asked_range(text: str | None, top: str | None, order: str | None) -> Range:
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


def _notes(top: str | None, order: str | None, without: str, svg: Path | None) -> list[str]:
    notes = []
    if top is not None:
        label = order_label(order or DEFAULT_ORDER)
        notes.append(f"the best {100 * float(share_of(top)):g}% by {label}, in whole classes")
    if CardSet(without):
        notes.append(f"without {CardSet(without)}")
    if svg is not None:
        notes.append(f"drawn in {svg}")
    return notes
