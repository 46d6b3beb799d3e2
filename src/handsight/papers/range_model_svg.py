"""Pictures of the proof of the opponent model: its reliability, and what each street adds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from handsight.papers.range_model import Bin, RangeProof, SessionMean

SIDE = 300
MARGIN = 52
TOP = 44
GAP = 56
INK, FAINT, LINE = "#1f2933", "#8a8a86", "#d8d8d4"
DEEP, PALE = "#0c4a6e", "#9fc3d8"
FONT = 'font-family="system-ui, Helvetica, Arial, sans-serif"'
LEFT, FIRST, STEP, LENGTH = 170, 40, 30, 420
"""Of the bars: where they begin, and their height and greatest length."""

LEAST = 20
"""Claims that a point is made of at least."""


def reliability_svg(proof: RangeProof) -> str:
    """Draw how often what was claimed came true, for ranges and for actions.

    A point on the diagonal is right; its area grows with the number of claims.

    Args:
        proof: with bins of both.

    Returns:
        An SVG document.
    """
    names = {"ranges": "tenths of all hands by strength", "actions": "the next action"}
    width = 2 * (MARGIN + SIDE) + GAP
    height = TOP + SIDE + MARGIN
    panels = [
        _panel(
            MARGIN + place * (SIDE + MARGIN + GAP / 2),
            f"{names[what]}: off by {100 * proof.errors[what]:.2f} points",
            bins,
        )
        for place, (what, bins) in enumerate(proof.reliability.items())
    ]
    return _document(width, height, "Claimed chances, and how often they came true", panels)


def _panel(left: float, title: str, bins: Sequence[Bin]) -> str:
    most = max((each.number for each in bins), default=1)
    parts = [
        _text(left + SIDE / 2, TOP - 16, title, 13, INK),
        f'<rect x="{left:g}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" '
        f'stroke="{LINE}"/>',
        f'<line x1="{left:g}" y1="{TOP + SIDE}" x2="{left + SIDE:g}" y2="{TOP}" stroke="{FAINT}" '
        'stroke-dasharray="4 4"/>',
        _text(left + SIDE / 2, TOP + SIDE + 38, "claimed", 12, FAINT),
    ]
    for tenth in range(0, 11, 2):
        at = SIDE * tenth / 10
        parts.append(_text(left + at, TOP + SIDE + 18, f"{10 * tenth}%", 11, FAINT))
        parts.append(_text(left - 6, TOP + SIDE - at + 4, f"{10 * tenth}%", 11, FAINT, "end"))
    for each in bins:
        if each.number >= LEAST:
            radius = 3 + 9 * (each.number / most) ** 0.5
            parts.append(
                f'<circle cx="{left + SIDE * each.claimed:.1f}" '
                f'cy="{TOP + SIDE * (1 - each.true):.1f}" r="{radius:.1f}" fill="{DEEP}" '
                f'fill-opacity="0.75"><title>claimed {each.claimed:.1%}, came true '
                f"{each.true:.1%}, {each.number:,} claims</title></circle>"
            )
    return "\n".join(parts)


def gain_svg(proof: RangeProof) -> str:
    """Draw what the ranges gain on each street: from the actions before the flop, and from all.

    Args:
        proof: with gains of all streets.

    Returns:
        An SVG document.
    """
    bars: list[tuple[str, SessionMean, str]] = [
        ("preflop", proof.gains["preflop"]["non_folders"], DEEP),
        *(
            (f"{street}: {words}", proof.gains[street][what], colour)
            for street in ("flop", "turn", "river")
            for what, words, colour in (
                ("preflop_only", "preflop actions", PALE),
                ("all_actions", "all actions", DEEP),
            )
        ),
    ]
    most = max(max(mean.high for _, mean, _ in bars), 0.1)
    words = "bits gained over an even share, with 95% intervals"
    parts = [_text(LEFT, 24, words, 13, INK, "start")]
    for number, (name, mean, colour) in enumerate(bars):
        parts += _bar(FIRST + number * STEP, name, mean, colour, LENGTH / most)
    height = FIRST + len(bars) * STEP + 10
    return _document(LEFT + LENGTH + 60, height, "What the actions of each street tell", parts)


def _bar(top: float, name: str, mean: SessionMean, colour: str, scale: float) -> list[str]:
    """Draw one mean and its interval; scale is the length of a bit."""
    middle = top + STEP / 2 - 3
    value, low, high = (max(each, 0.0) * scale for each in (mean.value, mean.low, mean.high))
    return [
        _text(LEFT - 8, middle + 4, name, 12, INK, "end"),
        f'<rect x="{LEFT}" y="{top}" width="{value:.1f}" height="{STEP - 8}" fill="{colour}"/>',
        f'<line x1="{LEFT + low:.1f}" y1="{middle:g}" x2="{LEFT + high:.1f}" y2="{middle:g}" '
        f'stroke="{INK}" stroke-width="2"/>',
        _text(LEFT + high + 8, middle + 4, f"{mean.value:.2f}", 12, INK, "start"),
    ]


def _document(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" role="img" {FONT}>',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _text(x: float, y: float, words: str, size: int, colour: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )
