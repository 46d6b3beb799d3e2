"""How notebooks show ranges on boards, bets, stacks, batches of results, and players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from handsight.odds import (
    AggregatedEquity,
    BetValue,
    BlockedHands,
    Blockers,
    BoardEquity,
    EffectiveHandStrengths,
    Equities,
    HandStrengths,
    IcmEquity,
    IcmPlayer,
    RangeTexture,
    Texture,
)
from handsight.opponents.stats import (
    Comparison,
    Leak,
    PlayerStatistics,
    PlayerType,
    Result,
    Statistic,
    WinRate,
)
from handsight.ranking import HandRanks
from handsight.ranking.categories import CATEGORIES
from handsight.views.cards.ranges import range_svg
from handsight.views.histories.leaks import LeakReport, leak_report, leaks_report, leaks_text
from handsight.views.histories.players import (
    GROUP_NAMES,
    Measured,
    MeasuredStatistic,
    frequencies_table,
    measured_statistics,
    money_report,
    statistics_table,
    type_report,
)
from handsight.views.notebooks.display import (
    Columns,
    Display,
    Rows,
    cell_text,
    paragraph,
    plain_report,
    schema_of,
    values_of,
)
from handsight.views.odds import aggregate, blockers, texture
from handsight.views.odds.ev import ev_report, ev_table, ev_title
from handsight.views.odds.icm import icm_lines, icm_report, icm_table
from handsight.views.report import plain, report_of
from handsight.views.tables import TextTable

SHOWN = 10
"""The number of a batch's rows that a notebook shows; a data frame has all of them."""

TEXTURE_GROUPS = ("made", "draws", "kinds")
BLOCKER_GROUPS = ("kinds", "made", "draws", "classes")

# --- ranges on boards, bets and stacks ------------------------------------------------------------


def _aggregate_html(result: AggregatedEquity) -> str:
    report = aggregate.aggregate_report(result)
    parts = [("by texture", report.textures)] if len(report.textures) > 1 else []
    return "\n".join(
        [
            f"<div>{aggregate.aggregate_svg(report)}</div>",
            paragraph(*filter(None, aggregate.aggregate_lines(report))),
            *(
                f"{paragraph(heading)}\n{aggregate.aggregate_table(rows).html()}"
                for heading, rows in [*parts, *aggregate.aggregate_ends(report)]
            ),
        ]
    )


def _texture_html(result: Texture) -> str:
    report = texture.texture_report(result)
    return "\n".join(
        [
            f"<div>{texture.texture_svg(report)}</div>",
            paragraph(*texture.texture_lines(report)),
            *(table.html() for table in texture.texture_tables(report)),
        ]
    )


def _texture_rows(result: Texture) -> Rows:
    for one, other in zip(*map(_range_texture_rows, result.players), strict=True):
        numbers = ((row["combos"], row["share"]) for row in (one, other))
        (combos_1, share_1), (combos_2, share_2) = numbers
        both = {"combos_1": combos_1, "share_1": share_1, "combos_2": combos_2, "share_2": share_2}
        yield {"group": one["group"], "hands": one["hands"], **both}


def _range_texture(result: RangeTexture) -> dict[str, Any]:
    """Return the report of a range's texture without `hands`, because no range is stored in it."""
    values = plain(texture.range_texture_report(result, ""))
    return {name: value for name, value in values.items() if name != "hands"}


def _range_texture_html(result: RangeTexture) -> str:
    rows = [
        (texture.in_words(row["hands"]), cell_text(row["combos"]), f"{row['share']:.1%}")
        for row in _range_texture_rows(result)
        if row["combos"]
    ]
    return TextTable("RangeTexture", ("", "combos", "share"), rows).html()


def _range_texture_rows(result: RangeTexture) -> Iterator[dict[str, Any]]:
    return _group_rows(_range_texture(result), TEXTURE_GROUPS)


def _blockers_html(result: Blockers) -> str:
    report = blockers.blockers_report(result)
    shown = [table.html() for table in blockers.blockers_tables(report)]
    return "\n".join([paragraph(blockers.blockers_line(report)), *shown])


def _blocked(hands: BlockedHands) -> dict[str, Any]:
    return {name: getattr(hands, name) for name in ("before", "after", "removed", "share")}


def _blockers_rows(result: Blockers) -> Rows:
    return _group_rows(plain_report(result), BLOCKER_GROUPS)


def _group_rows(report: Mapping[str, Any], groups: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield a row for each hand name in each group."""
    for group in groups:
        for hands, numbers in report[group].items():
            yield {"group": group, "hands": hands, **numbers}


def _bet_html(value: BetValue) -> str:
    report = ev_report(value)
    return f"{paragraph(ev_title(report))}\n{ev_table(report).html()}"


def _icm_html(result: IcmEquity) -> str:
    report = icm_report(result)
    return f"{icm_table(report).html()}\n{paragraph(*icm_lines(report))}"


def _icm_rows(result: IcmEquity) -> Rows:
    for row in plain_report(result)["players"]:
        places = row.pop("places")
        yield {**row, **{f"place_{place}": share for place, share in enumerate(places, 1)}}


DISPLAYS: dict[type, Display] = {
    AggregatedEquity: Display(
        aggregate.aggregate_report,
        html=_aggregate_html,
        svg=lambda result: aggregate.aggregate_svg(aggregate.aggregate_report(result)),
        rows=lambda result: plain_report(result)["boards"],
    ),
    BoardEquity: Display(aggregate.board_share),
    Texture: Display(
        texture.texture_report,
        html=_texture_html,
        svg=lambda result: texture.texture_svg(texture.texture_report(result)),
        rows=_texture_rows,
        schema={"group": TEXTURE_GROUPS},
    ),
    RangeTexture: Display(
        _range_texture,
        html=_range_texture_html,
        rows=_range_texture_rows,
        schema={"group": TEXTURE_GROUPS},
    ),
    Blockers: Display(
        blockers.blockers_report,
        html=_blockers_html,
        rows=_blockers_rows,
        schema={"group": BLOCKER_GROUPS},
    ),
    BlockedHands: Display(_blocked),
    BetValue: Display(ev_report, html=_bet_html),
    IcmEquity: Display(icm_report, html=_icm_html, rows=_icm_rows),
    IcmPlayer: Display(values_of),
}


# --- many questions -------------------------------------------------------------------------------


def _pot_columns(pots: Equities) -> Columns:
    columns = {
        f"{name}_{number}": column
        for name in ("equity", "win", "tie")
        for number, column in enumerate(getattr(pots, name).T, 1)
    }
    return {**columns, "total": pots.total, **_unit_column(pots), "valid": pots.valid}


def _unit_column(result: Equities | HandStrengths) -> Columns:
    """Return a column with the unit of the counts, or no column if every unit is 1."""
    return {"unit": result.unit} if (result.unit != 1).any() else {}


def _strength_columns(strengths: HandStrengths) -> Columns:
    columns = {name: getattr(strengths, name) for name in ("ahead", "tied", "behind", "total")}
    return {
        **columns,
        **_unit_column(strengths),
        "value": strengths.value,
        "valid": strengths.valid,
    }


def _many(*names: str) -> Display:
    return _many_by(lambda result: {name: getattr(result, name) for name in (*names, "valid")})


def _many_by(columns: Callable[[Any], Columns]) -> Display:
    """Return the display of a batch: its first rows as a table, all its rows as a data frame.

    Args:
        columns: callable that returns the columns of a batch, by name.
    """

    def rows(result: Any) -> Columns:
        """Return the columns, in which the numbers of rows that are not valid are missing."""
        named = columns(result)
        if result.valid.all():
            return named
        return {
            name: column if name == "valid" else np.ma.array(column, mask=~result.valid)
            for name, column in named.items()
        }

    def report(result: Any) -> dict[str, Any]:
        valid = result.valid
        counts = {"questions": len(valid), "valid": int(valid.sum())}
        return {**counts, "columns": list(columns(result))}

    def html(result: Any) -> str:
        named = rows(result)
        listed = zip(*(column[:SHOWN].tolist() for column in named.values()), strict=True)
        cells = [[cell_text(value) for value in row] for row in listed]
        count = f"{min(SHOWN, len(result.valid)):,} of {len(result.valid):,} rows"
        shown = TextTable(type(result).__name__, tuple(named), cells)
        return f"{shown.html()}\n{paragraph(count)}"

    return Display(report, html=html, rows=rows)


DISPLAYS |= {
    Equities: _many_by(_pot_columns),
    HandStrengths: _many_by(_strength_columns),
    EffectiveHandStrengths: _many("hs", "ppot", "npot", "ehs"),
    HandRanks: _many("strength", "category")._replace(schema={"category": CATEGORIES}),
}


# --- players --------------------------------------------------------------------------------------


def _measured(statistic: Statistic) -> Any:
    return report_of(MeasuredStatistic, statistic)


def _win_rate(rate: WinRate) -> Any:
    return report_of(Measured, rate)


def _player_html(statistics: PlayerStatistics) -> str:
    return statistics_table(measured_statistics(statistics)["statistics"]).html()


def _player_rows(statistics: PlayerStatistics) -> Rows:
    for name, numbers in plain_report(statistics)["statistics"].items():
        yield {"statistic": name, **numbers}


def _type_html(kind: PlayerType) -> str:
    report = type_report(kind)
    drawn = f"<div>{range_svg(report.ranges['play'])}</div>"
    name = paragraph(f"{report.abbreviation}, {report.name}")
    return "\n".join([name, frequencies_table(report).html(), drawn])


def _type_rows(kind: PlayerType) -> Rows:
    shares = (kind.plays, kind.raises, kind.frequencies("call"))
    for group, row in zip(GROUP_NAMES, zip(*shares, strict=True), strict=True):
        yield {"group": group, **dict(zip(("plays", "raises", "calls"), row, strict=True))}


def _leak_rows(comparison: Comparison) -> Rows:
    for row in plain_report(comparison)["leaks"]:
        shares = {who: row[who]["value"] for who in ("player", "others")}
        yield {**row, **shares}


DISPLAYS |= {
    Statistic: Display(_measured),
    WinRate: Display(_win_rate),
    Result: Display(money_report),
    PlayerStatistics: Display(measured_statistics, html=_player_html, rows=_player_rows),
    PlayerType: Display(
        type_report,
        html=_type_html,
        svg=lambda kind: range_svg(type_report(kind).ranges["play"]),
        rows=_type_rows,
    ),
    Comparison: Display(
        leaks_report,
        leaks_text,
        rows=_leak_rows,
        schema={**schema_of(LeakReport), "player": float, "others": float},
    ),
    Leak: Display(leak_report),
}
