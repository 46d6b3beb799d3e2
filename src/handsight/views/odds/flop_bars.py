"""A picture of flops: a bar of shares for each flop, grouped by texture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handsight.cards import CardSet
from handsight.views.svg import FAINT, Picture

LISTED = 120
"""The largest number of flops that get a line each; more are drawn side by side."""

MARGIN = 16
LINE = 18
LABEL, BAR, NUMBER = 70, 520, 70
"""The widths, in pixels, of the parts of a line: the flop's name, its bar, and a number."""

STRIP, STRIP_HEIGHT = 880, 84
OVERLAP = 0.5
"""The overlap, in pixels, of bars drawn side by side, so that no background shows through."""

LONGEST = 110
"""The maximum number of characters of the line with both ranges above a picture."""


@dataclass(frozen=True)
class FlopBar:
    """One flop in a picture.

    Attributes:
        name: cards of the flop.
        weight: how often the flop is dealt, as a share of all flops in the picture.
        shares: shares that the bar shows, 0..1, in the order of the legend.
        numbers: numbers, as text, at the end of the flop's line, if flops get lines.
    """

    name: str
    weight: float
    shares: Sequence[float]
    numbers: Sequence[str]


@dataclass(frozen=True)
class FlopGroup:
    """Flops of the same texture.

    Attributes:
        name: name of the texture.
        weight: how often these flops are dealt, as a share of all flops in the picture.
        note: text beside the name, such as the mean over the flops.
    """

    name: str
    weight: float
    note: str
    flops: Sequence[FlopBar]


def flop_bars_svg(
    title: str,
    ranges: str,
    legend: Sequence[tuple[str, float]],
    colours: Sequence[str],
    groups: Sequence[FlopGroup],
    heads: Sequence[str],
) -> str:
    """Draw the shares of each flop as a bar, grouped by texture.

    Up to 120 flops in all get a line each, with their name and numbers, highest cards first in each
    group. More flops are drawn side by side, sorted by their first share, with the largest on the
    left. Each group then fills the whole width, so a bar's width shows the flop's frequency within
    its group. The flop's name appears on hover.

    Args:
        title: title for screen readers.
        ranges: ranges of both players as text, which is cut if it is too long.
        legend: name and mean of each share.
        colours: colours of the shares.
        groups: groups of flops, in order.
        heads: headings of the numbers at the end of the lines; ignored if flops are drawn side by
            side.

    Returns:
        An SVG document.
    """
    count = sum(len(group.flops) for group in groups)
    listed = count <= LISTED
    width = 2 * MARGIN + (LABEL + BAR + 2 * NUMBER if listed else STRIP)
    inside = LINE * count if listed else STRIP_HEIGHT * len(groups)
    below = LINE * (len(legend) + 1)
    height = (
        2 * MARGIN + LINE * (2 if listed else 0) + inside + int(1.8 * LINE) * len(groups) + below
    )
    picture = Picture(width, height, title)
    top = _draw_legend(picture, ranges, legend, colours) + (LINE if listed else 0)
    if listed:
        _draw_heads(picture, top, heads)
    names = [name for name, _ in legend]
    for group in groups:
        top += 1.4 * LINE
        picture.text(MARGIN, top, f"{group.name}, {group.weight:.1%} of deals", bold=True)
        picture.text(MARGIN + LABEL + 160, top, group.note, size=12, colour=FAINT)
        top += 0.4 * LINE
        draw = _draw_lines if listed else _draw_strip
        top = draw(picture, group.flops, names, colours, top)
    return picture.svg()


def _draw_legend(
    picture: Picture, ranges: str, legend: Sequence[tuple[str, float]], colours: Sequence[str]
) -> float:
    """Draw the legend, and return the y coordinate at which it ends."""
    top = MARGIN + 12
    shown = ranges if len(ranges) <= LONGEST else f"{ranges[: LONGEST - 1]}…"
    picture.text(MARGIN, top, shown, size=12)
    for (name, share), colour in zip(legend, colours, strict=True):
        top += LINE
        picture.legend(MARGIN, top, [(colour, f"{name}: {share:.1%}")])
    return top


def _draw_heads(picture: Picture, top: float, heads: Sequence[str]) -> None:
    for place, head in enumerate(heads, 1):
        right = MARGIN + LABEL + BAR + place * NUMBER
        picture.text(right, top, head, size=12, colour=FAINT, anchor="end")


def _draw_lines(
    picture: Picture,
    flops: Sequence[FlopBar],
    names: Sequence[str],
    colours: Sequence[str],
    top: float,
) -> float:
    """Draw a line for each flop, highest cards first, and return the y coordinate below them."""
    ranks = {each.name: [-(card.index >> 2) for card in CardSet(each.name)] for each in flops}
    for flop in sorted(flops, key=lambda each: sorted(ranks[each.name])):
        picture.text(MARGIN, top + 13, flop.name)
        left = float(MARGIN + LABEL)
        for name, share, colour in zip(names, flop.shares, colours, strict=True):
            if share > 0:
                tip = f"{flop.name}, {name}: {share:.1%}"
                picture.rect(left, top + 2, share * BAR, LINE - 4, colour, tip=tip)
            left += share * BAR
        for place, number in enumerate(flop.numbers, 1):
            right = MARGIN + LABEL + BAR + place * NUMBER
            picture.text(right, top + 13, number, anchor="end")
        top += LINE
    return top


def _draw_strip(
    picture: Picture,
    flops: Sequence[FlopBar],
    names: Sequence[str],
    colours: Sequence[str],
    top: float,
) -> float:
    """Draw flops side by side, with the largest first share on the left.

    Returns:
        The y coordinate at which the strip ends.
    """
    total, left = sum(each.weight for each in flops), float(MARGIN)
    for flop in sorted(flops, key=lambda each: -each.shares[0]):
        width, end = flop.weight / total * STRIP, top + STRIP_HEIGHT - 8
        shown = min(width + OVERLAP, MARGIN + STRIP - left)
        for name, share, colour in zip(names, flop.shares, colours, strict=True):
            height = share * (STRIP_HEIGHT - 8)
            if height:
                tip = f"{flop.name}, {name}: {share:.1%}"
                picture.rect(left, end - height, shown, height, colour, tip=tip)
            end -= height
        left += width
    return top + STRIP_HEIGHT
