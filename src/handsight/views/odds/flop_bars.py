"""A picture of flops: a bar of shares for each, by what the flops look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handsight.cards import CardSet
from handsight.views.svg import FAINT, Picture

LISTED = 120
"""So many flops have a line each in a picture; more are drawn side by side, without names."""

MARGIN = 16
LINE = 18
LABEL, BAR, NUMBER = 70, 520, 70
"""Widths of a line of the picture: the flop, its bar, and a number."""

STRIP, STRIP_HEIGHT = 880, 84
OVERLAP = 0.5
"""Between bars side by side, so that no ground shines through."""

LONGEST = 110
"""Letters of the ranges that fit above a picture."""


@dataclass(frozen=True)
class FlopBar:
    """One flop of a picture.

    Attributes:
        name: its cards.
        weight: how often it comes, as a share of all.
        shares: of the bar, 0..1, in the order of the legend.
        numbers: that stand at the end of its line.
    """

    name: str
    weight: float
    shares: Sequence[float]
    numbers: Sequence[str]


@dataclass(frozen=True)
class FlopGroup:
    """Flops that look alike.

    Attributes:
        name: what they look like.
        weight: how often they come, as a share of all.
        note: their mean, in words.
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
    """Draw the shares of each flop as a bar, by what the flops look like.

    Up to 120 flops have a line each, with their name and numbers, the highest cards first. More
    stand side by side, the largest first share on the left, each as wide as it comes often; a
    pointer shows their names.

    Args:
        title: what is shown, for screen readers.
        ranges: of both players; cut where it is too long.
        legend: what each share is, and its mean.
        colours: of the shares.
        groups: in their order.
        heads: of the numbers of a line.

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
    """Say what the colours mean, and give where that ends."""
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
    """Draw a line for each flop, the highest cards first."""
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
    """Draw flops side by side, the largest first share on the left."""
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
