"""Pictures of the opponent model's test: its reliability, and its gain on each street."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from handsight.views.svg import DEEP, FAINT, INK, LINE, Picture

if TYPE_CHECKING:
    from handsight.papers.range_model.model import Bin, RangeProof, SessionMean

SIDE = 300
MARGIN = 52
TOP = 44
GAP = 56
PALE = "#9fc3d8"
LEFT, FIRST, STEP, LENGTH = 170, 40, 30, 420
"""The layout of the bars: left end, top, row height and maximum length, in pixels."""

LEAST = 20
"""The number of claims from which a bin is drawn as a point."""


def reliability_svg(proof: RangeProof) -> str:
    """Draw how often claims came true, for ranges and for actions.

    Each point is a bin of claims. It is on the diagonal if the claims are right, and its area grows
    with their number. Bins of fewer than `LEAST` claims are not drawn.

    Args:
        proof: a proof with reliability bins of both ranges and actions.

    Returns:
        An SVG document.
    """
    names = {"ranges": "tenths of all hands by strength", "actions": "the next action"}
    title = "Claimed chances, and how often they came true"
    picture = Picture(2 * (MARGIN + SIDE) + GAP, TOP + SIDE + MARGIN, title)
    for place, (what, bins) in enumerate(proof.reliability.items()):
        heading = f"{names[what]}: off by {100 * proof.errors[what]:.2f} points"
        _draw_panel(picture, MARGIN + place * (SIDE + MARGIN + GAP / 2), heading, bins)
    return picture.svg()


def _draw_panel(picture: Picture, left: float, title: str, bins: Sequence[Bin]) -> None:
    bottom = TOP + SIDE
    picture.text(left + SIDE / 2, TOP - 16, title, anchor="middle")
    picture.rect(left, TOP, SIDE, SIDE, "none", stroke=LINE)
    picture.line(left, bottom, left + SIDE, TOP, FAINT, dashed=True)
    picture.text(left + SIDE / 2, bottom + 38, "claimed", size=12, colour=FAINT, anchor="middle")
    for tenth in range(0, 11, 2):
        at, words = SIDE * tenth / 10, f"{10 * tenth}%"
        picture.text(left + at, bottom + 18, words, size=11, colour=FAINT, anchor="middle")
        picture.text(left - 6, bottom - at + 4, words, size=11, colour=FAINT, anchor="end")
    most = max((each.number for each in bins), default=1)
    for each in bins:
        if each.number >= LEAST:
            picture.circle(
                left + SIDE * each.claimed,
                TOP + SIDE * (1 - each.true),
                3 + 9 * (each.number / most) ** 0.5,
                DEEP,
                opacity=0.75,
                tip=f"claimed {each.claimed:.1%}, came true {each.true:.1%}, "
                f"{each.number:,} claims",
            )


def gain_svg(proof: RangeProof) -> str:
    """Draw the gain of the ranges on each street, from the preflop actions and from all actions.

    Args:
        proof: a proof with gains of all streets.

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
    height = FIRST + len(bars) * STEP + 10
    picture = Picture(LEFT + LENGTH + 60, height, "What the actions of each street tell")
    picture.text(LEFT, 24, "bits gained over an even share, with 95% intervals")
    for number, (name, mean, colour) in enumerate(bars):
        _draw_bar(picture, FIRST + number * STEP, name, mean, colour, LENGTH / most)
    return picture.svg()


def _draw_bar(
    picture: Picture, top: float, name: str, mean: SessionMean, colour: str, scale: float
) -> None:
    """Draw a bar for one mean, with its interval; negative values are drawn as 0.

    Args:
        scale: length of one bit, in pixels.
    """
    middle = top + STEP / 2 - 3
    value, low, high = (max(each, 0.0) * scale for each in (mean.value, mean.low, mean.high))
    picture.text(LEFT - 8, middle + 4, name, size=12, anchor="end")
    picture.rect(LEFT, top, value, STEP - 8, colour)
    picture.line(LEFT + low, middle, LEFT + high, middle, INK, width=2)
    picture.text(LEFT + high + 8, middle + 4, f"{mean.value:.2f}", size=12)
