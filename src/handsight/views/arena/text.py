"""The report of an arena as text, tables, an HTML page and a picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from handsight.views.arena.report import (
    STATISTICS,
    AgentResult,
    ArenaReport,
    CountedStatistic,
    Duel,
    Lead,
    ResultSums,
)
from handsight.views.svg import FAINT, LINE, LOST, WON, Picture
from handsight.views.tables import ScreenTable, TextTable, csv_text, html_page, in_markdown

if TYPE_CHECKING:
    from handsight.arena.statistics import Mean

MINUS = "−"
_HEADLINES = {
    "bb100": "bb/100: big blinds won in a hundred hands",
    "win_share": "the share of matches won",
}
FIRST_FAULTS = "Faults were checks or folds; the first of each kind"

RESULT = ("pairs", "hands", "bb100", "low", "high", "p_value", "wins", "losses", "ties")
SHARE = ("win_share", "win_low", "win_high")
TIMES = ("decisions", "ms_per_decision", "longest_seconds")
FAULTS = ("faults", "fault_share", "at_fault")
COLUMNS = ("agent", "against", *RESULT, *SHARE, *STATISTICS, *TIMES, *FAULTS)
"""The columns of the CSV. A row with an empty `against` sums up all matchups of the agent."""

TOP, BOTTOM, NOTE = 46, 40, 30
"""In the picture, in pixels: the space above and below the rows, and the height of a note line."""


@dataclass(frozen=True, slots=True)
class ArenaLayout:
    """The layout of an arena's picture, in pixels.

    Attributes:
        width: width of the picture.
        left: left edge of the intervals.
        right: space to the right of the intervals.
        row: height of a row.
        drop: distance by which an interval is drawn below its agent's name and figures.
    """

    width: int
    left: int
    right: int
    row: int
    drop: int

    def place(self, value: float, reach: float) -> float:
        """Return the x coordinate of a result on an axis from -reach to reach.

        Results beyond the axis are drawn at its ends.
        """
        half = (self.width - self.left - self.right) / 2
        return self.left + half + half * min(max(value / reach, -1), 1)


SCREEN = ArenaLayout(width=760, left=220, right=150, row=30, drop=0)
PHONE = ArenaLayout(width=360, left=24, right=24, row=48, drop=18)
"""The usual layout of an arena's picture, and a layout for a narrow screen."""

LONGEST = 28
"""The maximum length of a name in the picture, in characters."""


def arena_text(report: ArenaReport) -> Iterator[str | ScreenTable]:
    """Yield the lines and tables that show a report on a terminal."""
    yield from warning_lines(report)
    yield f"{heading_of(report)}\n"
    for number, table in enumerate(overview(report)):
        if number:
            yield f"\n{table.title}"
        yield table.terminal(styles=("bold",))
    yield ""
    for duel in (*report.results, *report.between):
        yield duel.verdict
    for lead in report.leads:
        size = "" if lead.at_fault else f", {_lead(lead)}"
        yield lead.verdict + size
    yield from note_lines(report)
    if report.first_faults:
        yield f"{FIRST_FAULTS}:"
    yield from (f"  {line}" for line in fault_lines(report))
    if report.less_luck:
        yield ""
        yield less_luck_table(report).terminal(styles=("bold",))


def arena_markdown(report: ArenaReport) -> str:
    """Write a report in Markdown, with all tables."""
    parts = [f"**{in_markdown(line)}**" for line in warning_lines(report)]
    parts.append(in_markdown(heading_of(report)))
    for table in (*tables(report), *[less_luck_table(report)] * bool(report.less_luck)):
        parts += [f"## {table.title}", table.markdown()]
    if report.first_faults:
        lines = "\n".join(fault_lines(report)).splitlines()
        parts += [f"## {FIRST_FAULTS}", "\n".join(f"    {line}" for line in lines)]
    return "\n\n".join([*parts, *map(in_markdown, note_lines(report))]) + "\n"


def arena_csv(report: ArenaReport) -> str:
    """Write the total result of each agent as CSV, best first, and then the result of each matchup.

    At one table, the results that follow are those of every two agents. All numbers of a row are
    from the point of view of its ``agent``; ``at_fault`` names the agents at fault.

    Returns:
        CSV with a header line; unknown values are empty.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> from handsight.views.arena.report import arena_report
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> for line in arena_csv(arena_report(run_arena(spec))).splitlines():
        ...     print(line[:40])
        agent,against,pairs,hands,bb100,low,high
        min-raise,,200,400,75.0,75.0,75.0,...
        fold,,200,400,-75.0,-75.0,-75.0,...
        min-raise,fold,200,400,75.0,75.0,75.0,...
    """
    rows: list[dict[str, object]] = [
        {
            "agent": name,
            **vars(each),
            **_ends(each),
            **{key: counted.value for key, counted in (each.player_statistics or {}).items()},
            "faults": sum(report.faults.get(name, {}).values()),
            "at_fault": name * each.is_at_fault,
        }
        for name, each in report.agents.items()
    ]
    rows += [
        {
            "agent": each.a,
            "against": each.b,
            **vars(each),
            **_ends(each),
            "at_fault": ", ".join(each.at_fault),
        }
        for each in report.between or report.results
    ]
    return csv_text([COLUMNS, *([row.get(column) for column in COLUMNS] for row in rows)])


def arena_html(report: ArenaReport) -> str:
    """Build a standalone HTML page: the picture, the tables that `tables` yields, and all notes."""
    faults = escape("\n".join(fault_lines(report)))
    return html_page(
        "Arena: " + ", ".join(report.agents),
        [
            *(f'<p class="warning">{escape(line)}</p>' for line in warning_lines(report)),
            f"<p>{escape(heading_of(report))}</p>",
            f'<figure class="wide">{arena_svg(report)}</figure>',
            f'<figure class="narrow">{arena_svg(report, PHONE)}</figure>',
            *(table.html() for table in tables(report)),
            *([f"<h2>{FIRST_FAULTS}</h2>\n<pre>{faults}</pre>"] * bool(faults)),
            *(f"<p>{escape(line)}</p>" for line in note_lines(report)),
        ],
    )


# --- lines ----------------------------------------------------------------------------------------


def heading_of(report: ArenaReport) -> str:
    """Describe the arena's format, stakes, pairs and seed in one line.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> from handsight.views.arena.report import arena_report
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> heading_of(arena_report(run_arena(spec)))
        'stacks of 10,000 reset before each hand · blinds 50/100 · 200 pairs · seed 7'
    """
    stakes = report.stakes
    if report.format == "carry":
        stacks = f"matches of {report.rounds} hands, stacks of {report.stack:,} carried"
    else:
        stacks = f"stacks of {report.stack:,} reset before each hand"
    parts = [stacks, f"blinds {stakes.small_blind}/{stakes.big_blind}"]
    if stakes.ante:
        parts.append(f"ante {stakes.ante}")
    if report.rules != "handsight":
        parts.append(f"rules of {report.rules}")
    if report.network:
        parts.append("bots may use the network")
    if report.objects:
        parts.append(f"given as objects, in the arena's own process: {', '.join(report.objects)}")
    least, most = (end(duel.pairs for duel in report.results) for end in (min, max))
    parts.append(f"{most:,} pairs" if least == most else f"{least:,} to {most:,} pairs")
    if report.until:
        parts.append(f"until {report.until}, at most {report.pairs:,}")
    return " · ".join([*parts, f"seed {report.seed}" + " and a secret" * report.secret])


def note_lines(report: ArenaReport) -> list[str]:
    """Return lines that explain a report's figures, and then the agents' remarks on themselves.

    The lines explain the figure that orders the table, the rating, and the intervals.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> from handsight.views.arena.report import arena_report
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> note_lines(arena_report(run_arena(spec)))[0]
        'Agents are ordered by bb/100: big blinds won in a hundred hands.'
    """
    several = len(report.agents) > 2 and report.table == "heads-up"
    of_all = ", against all opponents together" if several else ""
    lines = [f"Agents are ordered by {_HEADLINES[report.headline]}{of_all}."]
    rated = ", ratings" if any(each.rating for each in report.agents.values()) else ""
    if rated:
        lines.append(
            "The rating (Bradley and Terry, on Elo's scale) sums up who wins matches, by however "
            "much: 0 is the mean of these agents, and 400 points more are odds of ten to one to "
            "win a match. It does not order the table."
        )
    if several:
        lines.append(
            f"All matchups played the same cards, so the intervals of totals{rated} and leads are "
            "over whole pairs, each with everything that was played in it."
            if report.deal == "same"
            else "Each matchup played its own cards, as arenas before handsight 0.3 did."
        )
    kind = "hold however often you look" if report.until else "are for a fixed number of pairs"
    unfinished = "" if report.finished else " The arena is not finished."
    lines.append(
        f"Intervals of 95% on mirrored pairs; they {kind}. Where one includes zero, no winner is "
        f"named.{unfinished}"
    )
    compared = sum(each.corrected is not None for each in report.between or report.results)
    if compared:
        others, kinds = ", those of leads for all leads" * bool(report.leads), ""
        if report.between:
            others, kinds = ", those against the table for all agents", " of either kind"
        lines.append(
            f"The p of verdicts are corrected for the {compared} pairs of agents that are "
            f"compared{others} (Holm's method): if all agents were equal, at most one arena in "
            f"twenty would name any winner{kinds}. Each interval is for its pair alone, so one "
            "may exclude zero where no winner is named."
        )
    return [*lines, *(report.remarks or ())]


def warning_lines(report: ArenaReport) -> list[str]:
    """Return a line for each warning of a report, beginning with ``Warning:``."""
    return [f"Warning: {each}" for each in report.warnings]


def fault_lines(report: ArenaReport) -> list[str]:
    """Describe each agent's first fault of each kind, with its traceback in the lines below."""
    lines = []
    for fault in report.first_faults:
        lines.append(f"{fault.agent}, {fault.kind}: {fault.detail}")
        lines += [f"  {line}" for line in fault.trace.splitlines()]
    return lines


# --- tables ---------------------------------------------------------------------------------------


def overview(report: ArenaReport) -> Iterator[TextTable]:
    """Yield the tables with one row for each agent."""
    yield leaderboard(report)
    more = (crosstable(report), statistics_table(report))
    yield from (each for each in more if each is not None)


def tables(report: ArenaReport) -> Iterator[TextTable]:
    """Yield all tables of a report, except `less_luck_table`."""
    yield from overview(report)
    yield _duel_table("Matchups", report.results)
    if report.leads:
        yield _lead_table(report.leads)
    if report.between:
        yield _duel_table("Differences at the table", report.between)


def leaderboard(report: ArenaReport) -> TextTable:
    """Build the table of all agents, best first."""
    rated = any(each.rating for each in report.agents.values())
    won = "matches won" if report.format == "carry" else "pairs won"
    heads = ["agent", "bb/100", won, *["rating"] * rated, "ms/decision", "faults"]
    rows = [
        _row(name, each, rated, report.faults.get(name, {})) for name, each in report.agents.items()
    ]
    if report.headline == "win_share":  # the figure that orders the table comes first
        heads[1:3] = heads[2:0:-1]
        rows = [[row[0], row[2], row[1], *row[3:]] for row in rows]
    return TextTable("Leaderboard", heads, rows, texts=(0, len(heads) - 1))


def statistics_table(report: ArenaReport) -> TextTable | None:
    """Build the table of how the agents play: each statistic, with its denominator in brackets.

    Returns:
        The table, or None if nothing was counted.
    """
    rows = [
        (name, f"{each.counted_hands:,}", *map(_counted, each.player_statistics.values()))
        for name, each in report.agents.items()
        if each.player_statistics is not None
    ]
    if not rows:
        return None
    heads = ("agent", "hands", *(f"{name.upper()} (n)" for name in STATISTICS))
    return TextTable("Player statistics", heads, rows)


def crosstable(report: ArenaReport) -> TextTable | None:
    """Build the table of the bb/100 that each agent, by row, wins from each other agent.

    At one table, a cell tells how much more the agent of its row wins than that of its column. A
    question mark follows a result that names no winner.

    Returns:
        The table, or None for fewer than three agents.
    """
    if len(report.agents) < 3:
        return None
    names = list(report.agents)
    rows = [(name, *(_cell(report, name, other) for other in names)) for name in names]
    how = "less that of" if report.between else "against"
    return TextTable(f"bb/100 of the row {how} the column", ("", *names), rows)


def less_luck_table(report: ArenaReport) -> TextTable:
    """Build the table of results with luck taken out, next to the results as played."""
    heads = ("agent", "against", "hands", "mirrored", "mirrored, less luck", "single", "less luck")
    rows = [
        (
            *(each.agent, ", ".join(each.against), f"{each.hands:,}"),
            *map(_mean, (each.played, each.adjusted, each.single, each.single_adjusted)),
        )
        for each in report.less_luck or ()
    ]
    return TextTable("bb/100 with luck taken out", heads, rows, texts=(0, 1))


def _duel_table(title: str, shown: Sequence[Duel]) -> TextTable:
    heads = ["a", "b", "pairs", "hands", "bb/100", "95%", "won", "lost", "tied", "verdict"]
    rows = [
        (
            *(duel.a, duel.b, f"{duel.pairs:,}", f"{duel.hands:,}"),
            *(signed(duel.bb100), _half(duel)),
            *(f"{duel.wins:,}", f"{duel.losses:,}", f"{duel.ties:,}", duel.verdict),
        )
        for duel in shown
    ]
    return TextTable(title, heads, rows, texts=(0, 1, 9))


def _lead_table(leads: Sequence[Lead]) -> TextTable:
    rows = [(each.a, each.b, _lead(each), each.verdict) for each in leads]
    return TextTable(
        "Leads in the table", ("a", "b", "a above b", "verdict"), rows, texts=(0, 1, 3)
    )


def _lead(lead: Lead) -> str:
    """Write how far an agent leads the next agent, in the unit of the figure that orders them."""
    low, high = lead.ci95
    factor, unit = (1, "bb/100") if lead.by == "bb100" else (100, "% of matches")
    half = half_text(factor * (high - low) / 2)
    return f"{signed(factor * lead.difference)} {half} {unit}"


def _row(name: str, each: AgentResult, rated: bool, faults: Mapping[str, int]) -> Sequence[str]:
    low, high = each.win_ci95
    share = "" if each.win_share is None else f"{each.win_share:.1%}"
    won = f"{share} [{100 * low:.1f}, {100 * high:.1f}]"
    rating = [_rating(each)] * rated
    taken = "" if each.ms_per_decision is None else f"{each.ms_per_decision:.3f}"
    return (name, _figures(each), won, *rating, taken, faults_text(faults))


def _rating(each: AgentResult) -> str:
    if each.rating is None:
        return ""
    points, low, high = (signed(round(number)) for number in each.rating)
    return f"{points} [{low}, {high}]"


def _counted(statistic: CountedStatistic) -> str:
    value = statistic.value
    shown = "–" if value is None else f"{value:.1%}" if statistic.is_share else f"{value:.2f}"
    return f"{shown} ({statistic.denominator:,})"


def _cell(report: ArenaReport, name: str, other: str) -> str:
    if name == other:
        return ""
    duel = report.duel(name, other)
    return _figures(duel) + ("" if duel.winner else " ?")


def _ends(each: ResultSums) -> dict[str, object]:
    """Return the ends of the intervals by column; an infinite end becomes None."""
    columns = ("low", "high", "win_low", "win_high")
    ends = (end if math.isfinite(end) else None for end in (*each.ci95, *each.win_ci95))
    return dict(zip(columns, ends, strict=True))


# --- numbers --------------------------------------------------------------------------------------


def signed(bb100: float) -> str:
    """Write a number, such as a result in bb/100, with its sign and at most two decimals.

    Example:
        >>> signed(1234.56), signed(-0.123)
        ('+1,235', '−0.12')
    """
    size = abs(bb100)
    digits = 0 if size >= 100 or size == int(size) else 1 if size >= 10 else 2
    written = f"{size:,.{digits}f}"
    if not float(written.replace(",", "")):
        return "0"
    return ("+" if bb100 > 0 else MINUS) + written


def half_text(half: float) -> str:
    """Write half the width of an interval.

    Args:
        half: half the width of the interval, in the unit of the result; infinite if unknown.

    Example:
        >>> half_text(12.34), half_text(math.inf)
        ('± 12.3', '± unknown')
    """
    return "± unknown" if math.isinf(half) else f"± {signed(half).lstrip('+') or '0'}"


def faults_text(faults: Mapping[str, int]) -> str:
    """Write how many faults of each kind there were.

    Args:
        faults: ``{kind: count}``.

    Example:
        >>> faults_text({"late": 2, "illegal": 1}), faults_text({})
        ('2 late, 1 illegal', 'none')
    """
    return ", ".join(f"{count:,} {kind}" for kind, count in faults.items()) or "none"


def _half(each: ResultSums) -> str:
    low, high = each.ci95
    return half_text((high - low) / 2)


def _figures(each: ResultSums) -> str:
    return f"{signed(each.bb100)} {_half(each)}"


def _mean(mean: Mean) -> str:
    return f"{signed(mean.bb100)} {half_text(mean.half_width)}"


# --- the picture ----------------------------------------------------------------------------------


def arena_svg(report: ArenaReport, layout: ArenaLayout = SCREEN) -> str:
    """Draw the bb/100 of all agents with their 95% intervals.

    Args:
        report: report whose results to draw.
        layout: `SCREEN` or `PHONE`.

    Returns:
        An SVG document whose title says in words what it shows.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> from handsight.views.arena.report import arena_report
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> arena_svg(arena_report(run_arena(spec)))[:4]
        '<svg'
    """
    agents = report.agents
    notes = [f"Warning: no verdict for the faults of {_short(name)}" for name in report.at_fault]
    notes += [f"InProcessPlayer: {_short(name)}" for name in report.trusted]
    bottom = TOP + layout.row * len(agents) + BOTTOM
    label = "; ".join(f"{name} {_figures(each)}" for name, each in agents.items())
    picture = Picture(
        layout.width,
        bottom + NOTE * len(notes),
        f"bb/100 with 95% intervals: {label}",
        " ".join(warning_lines(report)),
    )
    picture.text(layout.left, 22, "bb/100, with 95% intervals", colour=FAINT)
    reach = _reach(agents.values())
    _draw_axis(picture, layout, reach, TOP - 8, bottom - BOTTOM)
    for row, (name, each) in enumerate(agents.items()):
        colour = WON if each.ci95[0] > 0 else LOST if each.ci95[1] < 0 else FAINT
        colour = colour if report.has_verdict(name) else FAINT
        middle = TOP + layout.row * row + (layout.row - layout.drop) / 2
        _draw_row(picture, layout, name, each, colour, reach, middle)
    for row, line in enumerate(notes):
        picture.text(12, bottom + NOTE * row + 12, line, colour=LOST)
    return picture.svg()


def _draw_axis(
    picture: Picture, layout: ArenaLayout, reach: float, top: float, bottom: float
) -> None:
    step = _step(reach)
    for number in range(-math.floor(reach / step), math.floor(reach / step) + 1):
        x = layout.place(number * step, reach)
        picture.line(x, top, x, bottom, LINE if number else FAINT)
        words = f"{number * step:,g}"
        picture.text(x, bottom + 18, words, size=11, colour=FAINT, anchor="middle")


def _draw_row(
    picture: Picture,
    layout: ArenaLayout,
    name: str,
    each: AgentResult,
    colour: str,
    reach: float,
    y: float,
) -> None:
    low, high = (layout.place(end, reach) for end in each.ci95)
    below = y + layout.drop
    picture.text(12, y + 4, _short(name))
    picture.line(low, below, high, below, colour, width=3)
    picture.circle(layout.place(each.bb100, reach), below, 5, colour)
    picture.text(layout.width - 12, y + 4, _figures(each), colour=colour, anchor="end")


def _reach(agents: Iterable[AgentResult]) -> float:
    """Return the value at the right end of the axis, slightly beyond all known intervals."""
    ends = [abs(end) for each in agents for end in each.ci95]
    return 1.05 * max([end for end in ends if math.isfinite(end)], default=1.0) or 1.0


def _step(reach: float) -> float:
    """Choose a round distance between marks on an axis from ``-reach`` to ``reach``, above 0.

    Each side of 0 gets one to four marks.
    """
    power = 10.0 ** math.floor(math.log10(reach))
    sizes = [size * factor for factor in (power / 10, power) for size in (1, 2, 5)]
    return next((size for size in sizes if reach / size <= 4), power)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"
