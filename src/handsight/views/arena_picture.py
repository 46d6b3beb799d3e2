"""The report of an arena as a picture, and as a page with the picture in it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from handsight.views.arena import ArenaReport, Standing
from handsight.views.arena_sheets import (
    FIRST_FAULTS,
    fault_lines,
    heading_of,
    sheets,
    signed,
    spread,
    warning_lines,
)
from handsight.views.tables import html_page

WIDTH = 760
NAMES = 220
FIGURES = 150
ROW = 30
TOP = 46
BOTTOM = 40
_WON, _LOST, _OPEN = "#1f7a4d", "#b3372f", "#6b7280"
_STEPS = (1, 2, 5)


def arena_svg(report: ArenaReport) -> str:
    """Draw the results of all agents with their intervals.

    Args:
        report: of the arena.

    Returns:
        An SVG document; it says in words what it shows.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> from handsight.views.arena import arena_report
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> arena_svg(arena_report(run_arena(spec)))[:4]
        '<svg'
    """
    return "\n".join(_drawing(report)) + "\n"


def arena_html(report: ArenaReport) -> str:
    """Make a page of its own, with the picture and all tables.

    Args:
        report: of the arena.
    """
    told = "\n".join(fault_lines(report))
    title = "Arena: " + ", ".join(each.agent for each in report.standings)
    return html_page(
        title,
        [
            *(f'<p class="warning">{escape(line)}</p>' for line in warning_lines(report)),
            f"<p>{escape(heading_of(report))}</p>",
            f"<figure>{arena_svg(report)}</figure>",
            *(sheet.html() for sheet in sheets(report)),
            *([f"<h2>{FIRST_FAULTS}</h2>\n<pre>{escape(told)}</pre>"] * bool(told)),
            f"<p>{escape(note_of(report))}</p>",
        ],
    )


def note_of(report: ArenaReport) -> str:
    """Say what the intervals are.

    Args:
        report: of the arena.
    """
    kind = (
        "hold however often one looks" if report.spec.until else "are for a fixed number of pairs"
    )
    unfinished = "" if report.finished else " The arena is not finished."
    return (
        f"Intervals of 95 % on mirrored pairs; they {kind}. Where one holds zero, "
        f"no winner is named.{unfinished}"
    )


def _drawing(report: ArenaReport) -> Iterator[str]:
    standings = report.standings
    warned = [f"Warning: no verdict for the faults of {_short(name)}" for name in report.at_fault]
    warned += [f"Trusted: {_short(name)}" for name in report.spec.trusted]
    floor = TOP + ROW * len(standings) + BOTTOM
    height = floor + ROW * len(warned)
    reach = _reach(standings)
    label = "; ".join(
        f"{each.agent} {signed(each.duel.bb100)} {spread(each.duel)}" for each in standings
    )
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="13">'
    )
    told = " ".join(warning_lines(report))
    yield f"<title>bb/100 with 95 % intervals: {escape(label)}</title>"
    if told:
        yield f"<desc>{escape(told)}</desc>"
    yield f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    yield f'<text x="{NAMES}" y="22" fill="{_OPEN}">bb/100, with 95 % intervals</text>'
    yield from _axis(reach, TOP - 8, floor - BOTTOM)
    for row, each in enumerate(standings):
        yield from _line(each, reach, TOP + ROW * row + ROW / 2)
    for row, line in enumerate(warned):
        yield f'<text x="12" y="{floor + ROW * row + 12}" fill="{_LOST}">{escape(line)}</text>'
    yield "</svg>"


def _reach(standings: tuple[Standing, ...]) -> float:
    ends = [abs(end) for each in standings for end in (each.duel.low, each.duel.high)]
    return 1.05 * max([end for end in ends if math.isfinite(end)], default=1.0) or 1.0


def _place(value: float, reach: float) -> float:
    half = (WIDTH - NAMES - FIGURES) / 2
    return round(NAMES + half + half * min(max(value / reach, -1), 1), 1)


def _axis(reach: float, top: float, bottom: float) -> Iterator[str]:
    step = _step(reach)
    for number in range(-math.floor(reach / step), math.floor(reach / step) + 1):
        x = _place(number * step, reach)
        colour = "#9ca3af" if number == 0 else "#e5e7eb"
        yield f'<line x1="{x}" y1="{top}" x2="{x}" y2="{bottom}" stroke="{colour}"/>'
        yield (
            f'<text x="{x}" y="{bottom + 18}" text-anchor="middle" fill="{_OPEN}" '
            f'font-size="11">{number * step:,g}</text>'
        )


def _step(reach: float) -> float:
    """Choose a round step with two to five marks on each side."""
    power = 10.0 ** math.floor(math.log10(reach))
    sizes = [size * factor for factor in (power / 10, power) for size in _STEPS]
    return next((size for size in sizes if reach / size <= 4), power)


def _line(each: Standing, reach: float, y: float) -> Iterator[str]:
    duel = each.duel
    colour = _WON if duel.low > 0 else _LOST if duel.high < 0 else _OPEN
    if duel.at_fault:
        colour = _OPEN
    low, high, middle = (_place(value, reach) for value in (duel.low, duel.high, duel.bb100))
    yield f'<text x="12" y="{y + 4}" fill="#1f2937">{escape(_short(each.agent))}</text>'
    yield (
        f'<line x1="{low}" y1="{y}" x2="{high}" y2="{y}" stroke="{colour}" stroke-width="3" '
        'stroke-linecap="round"/>'
    )
    yield f'<circle cx="{middle}" cy="{y}" r="5" fill="{colour}"/>'
    figures = f"{signed(duel.bb100)} {spread(duel)}"
    yield (
        f'<text x="{WIDTH - 12}" y="{y + 4}" text-anchor="end" fill="{colour}">'
        f"{escape(figures)}</text>"
    )


def _short(name: str) -> str:
    return name if len(name) <= 28 else f"…{name[-27:]}"
