"""Heat maps: one number for each hand class on a board, as text and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum, isnan
from typing import TYPE_CHECKING

from handsight.cards import CardSet, CardsLike, require_count
from handsight.errors import OptionError
from handsight.odds.board.boards import (
    NUMBERS,
    POSTFLOP_BOARD_SIZES,
    board_spot,
    board_strengths_of,
)
from handsight.odds.spot import ANY
from handsight.ranges import class_means
from handsight.ranges.class_grid import class_rows, labels_text, percent_text
from handsight.ranges.combos import MASKS
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.statistics import FloatOrNull
from handsight.runtime.suggestions import did_you_mean
from handsight.views.cards.ranges import HeatMap
from handsight.views.report import UNLESS_NONE
from handsight.views.svg import PERCENTS, heat_map_svg
from handsight.views.text_parts import LABEL, cards_text, shortened

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from handsight.odds import BoardStrengths
    from handsight.ranges import Range

NAMES = {
    "ehs": "EHS",
    "hs": "hand strength",
    "ppot": "PPot",
    "npot": "NPot",
    "equity": "equity",
}
"""The label of each number that a heat map can show."""

LISTED = 4
MOST_OF_RANGE = 40
_IMPOSSIBLE = "."


@dataclass(frozen=True, repr=False)
class HeatMapReport(ShownInNotebooks):
    """One number for each hand on a board.

    The number is NaN for a hand that nobody can hold, or that leaves the opponent no possible hand.

    Attributes:
        board: three, four or five cards.
        dead: cards out of play.
        villain: canonical text of the opponent's range, including hands that share cards with the
            board or the dead cards; None if the caller named no range.
        what: which number is shown: ``"ehs"``, ``"hs"``, ``"ppot"``, ``"npot"`` or ``"equity"``.
        mean: unweighted mean over all combos whose number is not NaN, 0 to 1.
        classes: ``{class: mean of its combos}`` for all 169 classes, 0 to 1; NaN for a class
            without a number.
        combos: ``{combo: number}`` for all 1,326 combos, 0 to 1, or NaN; None if they were not
            requested.
    """

    board: CardSet
    dead: CardSet
    villain: str | None
    what: str
    mean: float
    classes: dict[str, FloatOrNull]
    combos: dict[str, FloatOrNull] | None = field(default=None, metadata=UNLESS_NONE)

    def ranked(self) -> list[tuple[str, float]]:
        """List the classes that have a number, highest first."""
        live = [(name, value) for name, value in self.classes.items() if not isnan(value)]
        return sorted(live, key=lambda each: -each[1])


def heatmap_report(
    board: CardsLike,
    villain: str | Range | None = None,
    dead: CardsLike = "",
    what: str = "ehs",
    *,
    combos: bool = False,
) -> HeatMapReport:
    """Compute one number for each hand on a board.

    Args:
        board: three, four or five cards.
        villain: what the opponent can hold; None for any cards.
        dead: cards out of play.
        what: which number to compute: ``"ehs"``, ``"hs"``, ``"ppot"``, ``"npot"`` or ``"equity"``.
        combos: whether to list the number of each of the 1,326 combos too.

    Raises:
        InputError: if the cards or the range cannot be read, if a card appears twice, or if the
            board does not have three to five cards.
        OptionError: if `what` is not one of these names.

    Example:
        >>> report = heatmap_report("QhQdQs", what="equity")
        >>> report.classes["QQ"], len(report.ranked()), round(report.classes["AKs"], 3)
        (nan, 168, 0.707)
    """
    if what not in NUMBERS:
        raise OptionError(
            f"what is {what!r}{did_you_mean(what, NUMBERS)}; it must be one of {', '.join(NUMBERS)}"
        )
    spot = board_spot(board, villain, dead)
    require_count(spot.board, "board", POSTFLOP_BOARD_SIZES)
    return heatmap_of(board_strengths_of(spot), what, combos=combos)


def heatmap_of(
    strengths: BoardStrengths, what: str = "ehs", *, combos: bool = False
) -> HeatMapReport:
    """Build a heat map from strengths that have already been computed.

    Args:
        strengths: strengths of all hands on a board.
        what: name of the number, as for `heatmap_report`.
        combos: whether to list the number of each of the 1,326 combos too.
    """
    spot, values = strengths.spot, getattr(strengths, what)
    [named], [text] = spot.named, spot.texts
    live = [value for value in values.tolist() if not isnan(value)]
    names = [str(CardSet.from_mask(mask)) for mask in MASKS] if combos else []
    return HeatMapReport(
        board=spot.board,
        dead=spot.dead,
        villain=None if named is ANY and text is None else str(named),
        what=what,
        mean=fsum(live) / len(live),
        classes=class_means(values),
        combos=dict(zip(names, values.tolist(), strict=True)) if combos else None,
    )


def heatmap_text(
    report: HeatMapReport, notes: Sequence[str] = (), *, drawn_suits: bool = True
) -> RenderableType:
    """Lay out a heat map, with a legend and the classes with the highest and lowest numbers below.

    Args:
        report: the result of `heatmap_report`.
        notes: lines to show below the heading.
        drawn_suits: whether suits are symbols (A♥) or letters (Ah).

    Example:
        >>> from rich.console import Console
        >>> text = heatmap_text(heatmap_report("Qh7h2c"), drawn_suits=False)
        >>> Console(width=80).print(text) # doctest: +ELLIPSIS
        EHS on Qh7h2c against any cards
        ...
    """
    from rich.console import Group
    from rich.text import Text

    lines = [Text(note, LABEL) for note in notes]
    legend = [Text(line) for line in _legend(report)]
    return Group(_heading(report, drawn_suits), *lines, Text(), _map(report), Text(), *legend)


def heatmap_svg(report: HeatMapReport) -> str:
    """Draw a heat map as a picture, with the mean of each class in percent.

    Returns:
        An SVG document.

    Example:
        >>> "EHS on Qh7h2c" in heatmap_svg(heatmap_report("Qh7h2c"))
        True
    """
    heading = _heading(report, drawn=False).plain
    caption = f"{heading}, mean {report.mean:.1%}"
    title = f"{heading}: percent, the mean of each class"
    return heat_map_svg(class_rows(report.classes), caption, title, percents=True, scale=PERCENTS)


def _heading(report: HeatMapReport, drawn: bool) -> Text:
    from rich.text import Text

    heading = Text.assemble(NAMES[report.what], (" on ", LABEL), cards_text(report.board, drawn))
    if report.dead:
        heading = Text.assemble(heading, (" without ", LABEL), cards_text(report.dead, drawn))
    against = "any cards" if report.villain is None else shortened(report.villain, MOST_OF_RANGE)
    return Text.assemble(heading, (" against ", LABEL), against)


def _map(report: HeatMapReport) -> HeatMap:
    numbers = class_rows(report.classes)
    plain = [[_label(number, _IMPOSSIBLE) for number in row] for row in numbers]
    coloured = [[_label(number, "") for number in row] for row in numbers]
    return HeatMap(numbers, coloured, labels_text(plain), PERCENTS)


def _label(number: float, impossible: str) -> str:
    return impossible if isnan(number) else percent_text(number).removesuffix("%")


def _legend(report: HeatMapReport) -> Iterator[str]:
    yield "percent, the mean of each class; suited above the diagonal"
    if any(map(isnan, report.classes.values())):
        yield f"blank or {_IMPOSSIBLE}: cannot be held"
    ranked = report.ranked()
    yield f"highest  {_listed(ranked[:LISTED])}"
    yield f"lowest   {_listed(ranked[: -LISTED - 1 : -1])}"
    yield f"mean of all combos {report.mean:.1%}"


def _listed(classes: Sequence[tuple[str, float]]) -> str:
    return ", ".join(f"{name} {_precise(value)}" for name, value in classes)


def _precise(share: float) -> str:
    """Round a share to 0.1%, but write 0.0% only for exactly 0 and 100.0% only for exactly 1."""
    return f"{share if share in (0, 1) else min(max(share, 0.001), 0.999):.1%}"
