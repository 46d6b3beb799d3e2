"""What rivals may hold, as a picture: a row for each rival, a grid for each of his actions."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import isnan
from typing import TYPE_CHECKING

from handsight.ranges.class_grid import percent_text
from handsight.ranges.combos import class_at
from handsight.views.narrowing import Narrowing, Rival, Step, class_shares, likeliest, spread
from handsight.views.narrowing_grid import deed, relative_rows, table_in_words, where
from handsight.views.svg import cell_colours

if TYPE_CHECKING:
    from handsight.odds import EffectiveHandStrength, Equity

CELL = 24
SIDE = 13 * CELL
MARGIN = 24
GAP = 32
HEAD = 92
ROW_HEAD = 34
TITLES = 40
FOOT = 26
LISTED = 4
INK, FAINT = "#1f2933", "#6b7280"
LONGEST = 44
"""Characters of a title that stands above a grid."""


def narrowing_svg(found: Narrowing) -> str:
    """Draw a narrowing: one 13 × 13 grid for each action, a row for each rival who is in.

    Args:
        found: of `narrow`.

    Returns:
        An SVG document.

    Example:
        >>> from handsight.views.narrowing import narrow
        >>> from handsight.views.narrowing_words import hand_in_words
        >>> picture = narrowing_svg(narrow(hand_in_words("AhKh", "", "p2 raises 250")))
        >>> picture.count("<g ")
        1
    """
    columns = max(1, *(len(rival.steps) for rival in found.rivals))
    width = max(2 * MARGIN + columns * (SIDE + GAP) - GAP, 640)
    tall = [ROW_HEAD + (TITLES + SIDE + FOOT if rival.steps else 0) for rival in found.rivals]
    height = HEAD + sum(tall) + MARGIN + 20
    tops = [HEAD + sum(tall[:place]) for place in range(len(tall))]
    parts = [*_head(found), *_foot(height)]
    for rival, top in zip(found.rivals, tops, strict=True):
        parts += _row(rival, top, found.hand.scale)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" '
            'font-family="system-ui, Helvetica, Arial, sans-serif">',
            f"<title>{_escaped(_title(found))}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _title(found: Narrowing) -> str:
    hand = found.hand
    on = f" on {''.join(map(str, hand.board))}" if hand.board else " before the flop"
    rivals = ", ".join(rival.name for rival in found.rivals)
    return f"{hand.spot.hole}{on}: {hand.names[hand.us]} against {rivals}"


def _head(found: Narrowing) -> Iterator[str]:
    yield _text(MARGIN, 30, _title(found), 17, INK, bold=True)
    yield _text(MARGIN, 50, table_in_words(found.hand), 12, FAINT)
    yield _text(MARGIN, 66, f"model: {found.model}", 12, FAINT)
    if len(found.rivals) > 1:
        together = _odds_in_words(found.effective, found.odds)
        yield _text(MARGIN, 82, f"against all at once: {together}", 12, FAINT)


def _foot(height: int) -> Iterator[str]:
    words = "the darker, the likelier each hand of a class; blank cannot be held; suited above"
    yield _text(MARGIN, height - 16, words, 11, FAINT)


def _row(rival: Rival, top: int, scale: int) -> Iterator[str]:
    said = _odds_in_words(rival.effective, rival.odds)
    unheard = "" if rival.steps else "has not acted yet: any cards; "
    yield _text(MARGIN, top + 22, rival.name, 15, INK, bold=True)
    yield _text(MARGIN + 10 + 9 * len(rival.name), top + 22, f"{unheard}{said}", 12, FAINT)
    for place, step in enumerate(rival.steps):
        yield _panel(step, MARGIN + place * (SIDE + GAP), top + ROW_HEAD, scale)


def _panel(step: Step, left: int, top: int, scale: int) -> str:
    taken = step.taken
    title = f"{step.number}. {deed(taken, scale)} {where(taken.street)}"
    told = (
        f"expected {step.chance:.0%}, tells {step.gain:.2f} bits, spread {spread(step.after):,.0f}"
    )
    best = likeliest(class_shares(step.after), LISTED)
    below = "likeliest " + ", ".join(f"{name} {share:.1%}" for name, share in best)
    cells = [
        _cell(row, column, number)
        for row, line in enumerate(relative_rows(step.after))
        for column, number in enumerate(line)
    ]
    return "\n".join(
        [
            f'<g transform="translate({left} {top})">',
            _text(0, 14, title[:LONGEST], 13, INK, bold=True),
            _text(0, 31, told, 11, FAINT),
            *cells,
            _text(0, TITLES + SIDE + 14, below, 11, FAINT),
            "</g>",
        ]
    )


def _cell(row: int, column: int, number: float) -> str:
    if isnan(number):
        return ""
    x, y = column * CELL, TITLES + row * CELL
    side, name = CELL - 1, class_at(row, column)
    fill, ink = cell_colours(number)
    return (
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="2" fill="{fill}">'
        f"<title>{name}: {percent_text(number)}</title></rect>"
        f'<text x="{x + side / 2:g}" y="{y + 15}" font-size="9" fill="{ink}" '
        f'text-anchor="middle" pointer-events="none">{name}</text>'
    )


def _odds_in_words(effective: EffectiveHandStrength | None, odds: Equity) -> str:
    equity = f"equity {odds.equity:.4f}"
    if effective is None:
        return equity
    strength = f"HS {effective.hand_strength.value:.4f}"
    return f"{strength}, EHS {effective.ehs:.4f}, {equity}"


def _text(x: int, y: int, words: str, size: int, colour: str, *, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}>{_escaped(words)}</text>'
    )


def _escaped(words: str) -> str:
    return escape(words, quote=False)
