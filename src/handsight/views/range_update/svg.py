"""A picture of opponents' ranges: a row for each opponent, with a grid after each action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handsight.ranges.class_grid import percent_text
from handsight.views.range_update.text import (
    OF_LIKELIEST,
    likeliest_in_words,
    table_in_words,
    update_in_words,
)
from handsight.views.svg import FAINT, LEGEND, Picture, scale_entries
from handsight.views.text_parts import action_text, street_text

if TYPE_CHECKING:
    from handsight.views.cards.explanation import OddsReport
    from handsight.views.range_update.report import (
        EffectiveReport,
        OpponentRange,
        RangeUpdate,
        RangeUpdateReport,
    )

CELL = 24
SIDE = 13 * CELL
MARGIN = 24
GAP = 32
HEAD = 92
ROW_HEAD = 34
TITLES = 40
FOOT = 26
LONGEST = 44
"""The maximum length of a title above a grid, in characters."""


def range_update_svg(report: RangeUpdateReport) -> str:
    """Draw a row for each remaining opponent, with a grid of the 169 classes after each action.

    Returns:
        An SVG document.

    Example:
        >>> from handsight.views.range_update.words import hand_in_words
        >>> from handsight.views.range_update.report import range_update_report
        >>> report = range_update_report(hand_in_words("AhKh", "", "p2 raises 250"))
        >>> range_update_svg(report).count("<g ")
        1
    """
    columns = max(1, *(len(opponent.updates) for opponent in report.rivals))
    width = max(2 * MARGIN + columns * (SIDE + GAP) - GAP, 640)
    heights = [
        ROW_HEAD + (TITLES + SIDE + FOOT if opponent.updates else 0) for opponent in report.rivals
    ]
    height = HEAD + sum(heights) + MARGIN + 20 + LEGEND
    picture = Picture(width, height, _title(report))
    _draw_head(picture, report)
    top = HEAD
    for opponent, tall in zip(report.rivals, heights, strict=True):
        _draw_row(picture, report, opponent, top)
        top += tall
    words = "the darker, the likelier each hand of a class; blank cannot be held; suited above"
    picture.text(MARGIN, height - 16 - LEGEND, words, size=11, colour=FAINT)
    picture.legend(MARGIN, height - 16, scale_entries(OF_LIKELIEST))
    return picture.svg()


def _title(report: RangeUpdateReport) -> str:
    on = f" on {report.board}" if report.board else " before the flop"
    opponents = ", ".join(report.placed(opponent.player) for opponent in report.rivals)
    return f"{report.hole}{on}: {report.placed(report.us)} against {opponents}"


def _draw_head(picture: Picture, report: RangeUpdateReport) -> None:
    picture.text(MARGIN, 30, _title(report), size=17, bold=True)
    lines = [table_in_words(report), f"model: {report.model}"]
    if len(report.rivals) > 1:
        together = _odds_in_words(report.together.effective, report.together.odds)
        lines.append(f"against all at once: {together}")
    for place, line in enumerate(lines):
        picture.text(MARGIN, 50 + 16 * place, line, size=12, colour=FAINT)


def _draw_row(
    picture: Picture, report: RangeUpdateReport, opponent: OpponentRange, top: int
) -> None:
    name, odds = report.placed(opponent.player), _odds_in_words(opponent.effective, opponent.odds)
    words = odds if opponent.updates else f"has not acted yet: any cards; {odds}"
    picture.text(MARGIN, top + 22, name, size=15, bold=True)
    picture.text(MARGIN + 10 + 9 * len(name), top + 22, words, size=12, colour=FAINT)
    for place, update in enumerate(opponent.updates):
        with picture.group(MARGIN + place * (SIDE + GAP), top + ROW_HEAD):
            _draw_panel(picture, update, report.chips_in_unit)


def _draw_panel(picture: Picture, update: RangeUpdate, scale: int) -> None:
    action = action_text(update.taken, scale)
    title = f"{update.number}. {action} {street_text(update.street)}"
    picture.text(0, 14, title[:LONGEST], bold=True)
    picture.text(0, 31, " ".join(update_in_words(update)), size=11, colour=FAINT)
    rows = update.grid
    tips = [[percent_text(number) if number == number else "" for number in row] for row in rows]
    picture.heat_map(0, TITLES, rows, tips, cell=CELL)
    below = f"likeliest {likeliest_in_words(update)}"
    picture.text(0, TITLES + SIDE + 14, below, size=11, colour=FAINT)


def _odds_in_words(effective: EffectiveReport | None, odds: OddsReport) -> str:
    equity = f"equity {odds.equity:.4f}"
    if effective is None:
        return equity
    return f"HS {effective.hand_strength:.4f}, EHS {effective.ehs:.4f}, {equity}"
