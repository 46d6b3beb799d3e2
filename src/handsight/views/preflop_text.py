"""What is known of two cards before the flop, laid out for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from handsight.ranges.classes import CLASSES

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.ranges import Place
    from handsight.views.preflop import PreflopValues

_LABEL = "dim"
_INTERVAL = 1.96


def preflop_text(values: PreflopValues) -> RenderableType:
    """Lay out what formulas and tables say of two cards.

    Args:
        values: of `preflop_values`.

    Example:
        >>> from rich.console import Console
        >>> from handsight.views.preflop import preflop_values
        >>> Console(width=80).print(preflop_text(preflop_values("AA"))) # doctest: +ELLIPSIS
        AA
        ...
    """
    return Group(
        Text(values.pocket_class, "bold"),
        Text(),
        _showdowns(values),
        Text(),
        _points(values),
        Text(),
        _places(values.places),
    )


def _showdowns(values: PreflopValues) -> Table:
    equity, nine = values.equity, values.nine_handed
    table = _table("against", "one random hand", "nine random hands")
    table.columns[1].justify = table.columns[2].justify = "right"
    for label, part in (("won alone", "win"), ("shared", "tie"), ("lost", "lose")):
        table.add_row(label, f"{getattr(equity, part):,}", f"{getattr(nine, part):,}")
    error = f"{_INTERVAL * nine.stderr:.5f}"
    table.add_row("wins", f"{equity.win / equity.total:.5f}", f"{nine.win_frequency:.5f} ± {error}")
    table.add_row("ties", f"{equity.tie / equity.total:.5f}", f"{nine.tie_frequency:.5f}")
    table.add_row("equity", f"{equity.equity:.5f}")
    table.add_row("", "exact", f"95% interval, seed {nine.seed}")
    return table


def _points(values: PreflopValues) -> Table:
    table = _table("formula", "points", "0 to 1")
    table.columns[1].justify = table.columns[2].justify = "right"
    for variant, (points, normalised) in values.chen.items():
        table.add_row(f"Chen, {variant}", f"{points:g}", f"{normalised:.4f}")
    for edition, group in values.sklansky.items():
        table.add_row(f"Sklansky, {edition}", "no group" if group is None else f"group {group}")
    return table


def _places(places: tuple[Place, ...]) -> Table:
    table = _table("order", "place", "top")
    table.columns[1].justify = table.columns[2].justify = "right"
    for place in places:
        number = f"{ordinal(place.number)} of {len(CLASSES)}"
        table.add_row(place.order, number, f"{float(place.top):.1%}")
    return table


def ordinal(number: int) -> str:
    """Write a place.

    Args:
        number: 1 or more.

    Example:
        >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 21, 112)]
        ['1st', '2nd', '3rd', '4th', '11th', '21st', '112th']
    """
    endings = {1: "st", 2: "nd", 3: "rd"}
    teen = number % 100 // 10 == 1
    return f"{number}{'th' if teen else endings.get(number % 10, 'th')}"


def _table(*headings: str) -> Table:
    return Table(*headings, box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
