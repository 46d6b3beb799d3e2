"""A spot that is solved on many flops: text, a table, and a picture of the first actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import CardSet
from handsight.ranges.flop_subsets import TEXTURES, flop_texture
from handsight.solver.betting import PLAYERS
from handsight.solver.solved_flops import mean_of_flops
from handsight.views.odds.flop_bars import FlopBar, FlopGroup, flop_bars_svg
from handsight.views.report import report_of
from handsight.views.solver.solution import action_colours
from handsight.views.tables import TextTable, csv_text

if TYPE_CHECKING:
    from handsight.odds.spot import Player
    from handsight.solver.betting import Betting
    from handsight.solver.solved_flops import SolvedFlop


@dataclass(frozen=True)
class FirstAction:
    """How often the first player to act takes one of the actions.

    Attributes:
        action: name of the action, as in a solution's node.
        frequency: how often the player takes the action, 0..1.
    """

    action: str
    frequency: float


@dataclass(frozen=True)
class FlopMean:
    """A flop, or the mean of several flops, weighted by how often each is dealt.

    Attributes:
        name: cards of the flop, or the texture that the flops share.
        count: how many of the 22,100 flops this row represents.
        weight: how often these flops are dealt, as a share of all flops in the report.
        ev: each player's expected chips from the pot.
        equity: each player's share of the pot if all cards were dealt now.
        actions: actions of the first decision, in the same order for all flops of a report; an
            action that a flop does not have has frequency 0.
    """

    name: str
    count: int
    weight: float
    ev: Mapping[str, float]
    equity: Mapping[str, float]
    actions: Sequence[FirstAction]


@dataclass(frozen=True)
class FlopsReport:
    """A spot solved on many flops.

    Attributes:
        ranges: range of each player.
        pot: chips in the pot before the first action.
        stack: remaining chips of each player.
        accuracy: target exploitability, as a share of the pot.
        exploitability: largest exploitability of any flop's solution, as a share of the pot.
        ev, equity, actions: means over all flops, as in `FlopMean`.
        textures: means over the flops of each texture.
        flops: all flops, in the order in which they were requested.
    """

    ranges: Mapping[str, str]
    pot: int
    stack: int
    accuracy: float
    exploitability: float
    ev: Mapping[str, float]
    equity: Mapping[str, float]
    actions: Sequence[FirstAction]
    textures: Sequence[FlopMean]
    flops: Sequence[FlopMean]


def flops_report(
    players: Sequence[Player], betting: Betting, accuracy: float, rows: Sequence[SolvedFlop]
) -> FlopsReport:
    """Build the report of solved flops.

    Args:
        players: the players, first the one out of position, then the one in position.
        betting: pot, stacks and bet sizes that were solved.
        accuracy: target exploitability, as a share of the pot.
        rows: one or more solved flops.

    Raises:
        OptionError: if there are no rows.
    """
    whole = _mean_of("", rows)
    by_texture: dict[str, list[SolvedFlop]] = {name: [] for name in TEXTURES}
    for row in rows:
        by_texture[flop_texture(CardSet(row.flop))].append(row)
    order = [each.action for each in whole.actions]
    return report_of(
        FlopsReport,
        whole,
        ranges=dict(zip(PLAYERS, map(str, players), strict=True)),
        pot=betting.pot,
        stack=betting.stack,
        accuracy=accuracy,
        exploitability=max(row.exploitability for row in rows),
        textures=[_mean_of(name, some, order) for name, some in by_texture.items() if some],
        flops=[_mean_of(row.flop, [row], order) for row in rows],
    )


def _mean_of(name: str, rows: Sequence[SolvedFlop], order: Sequence[str] = ()) -> FlopMean:
    ev, shares = mean_of_flops(rows)
    weight = sum(row.weight for row in rows)
    equity = [sum(row.weight * row.equity[who] for row in rows) / weight for who in range(2)]
    return FlopMean(
        name,
        sum(row.count for row in rows),
        weight,
        dict(zip(PLAYERS, ev, strict=True)),
        dict(zip(PLAYERS, equity, strict=True)),
        [FirstAction(action, shares.get(action, 0.0)) for action in order or shares],
    )


# --- text ---------------------------------------------------------------------------------------


def flops_lines(report: FlopsReport) -> list[str]:
    """Describe the solved flops, and the means over all of them, in lines of text.

    Args:
        report: the report to show.
    """
    count = sum(each.count for each in report.flops)
    lines = [
        f"{len(report.flops):,} flops for {count:,}, pot {report.pot}, stacks {report.stack}",
        f"exploitability at most {report.exploitability:.3%} of the pot",
        "",
        f"{'':<16}{'EV':>10}{'equity':>10}",
    ]
    for name, player in zip(("out of position", "in position"), PLAYERS, strict=True):
        lines.append(f"{name:<16}{report.ev[player]:>10.3f}{report.equity[player]:>10.2%}")
    lines += ["", "out of position acts first:"]
    return lines + [f"  {each.action:<25}{each.frequency:>8.2%}" for each in report.actions]


def flops_table(report: FlopsReport, rows: Sequence[FlopMean]) -> TextTable:
    """Lay out flops or textures as a table, with a column for each first action.

    Args:
        report: the report to which the rows belong.
        rows: flops or textures of the report.
    """
    heads = ["flop", "weight", "EV oop", "EV ip", "equity oop"]
    cells = [
        [
            *(row.name, f"{row.weight:.2%}", f"{row.ev['oop']:.2f}", f"{row.ev['ip']:.2f}"),
            f"{row.equity['oop']:.2%}",
            *(f"{each.frequency:.1%}" for each in row.actions),
        ]
        for row in rows
    ]
    return TextTable("Flops", [*heads, *(each.action for each in report.actions)], cells)


def flops_csv(rows: Sequence[SolvedFlop]) -> str:
    """Write a CSV row for each solved flop.

    The columns ``ev_oop`` and ``ev_ip`` have the expected chips of each player from the pot.
    The last columns say how often the player out of position takes each first action; an action
    that a flop does not have is 0 there.

    Args:
        rows: solved flops of one spot.
    """
    actions = list(dict.fromkeys(action for row in rows for action in row.actions))
    head = ["flop", "count", "weight", "ev_oop", "ev_ip", "equity_oop", "equity_ip"]
    table: list[list[str | int]] = [[*head, "exploitability", *actions]]
    for row in rows:
        shares = dict(zip(row.actions, row.frequencies, strict=True))
        numbers = (row.weight, *row.ev, *row.equity, row.exploitability)
        cells = (*numbers, *(shares.get(action, 0.0) for action in actions))
        table.append([row.flop, row.count, *(f"{cell:.6g}" for cell in cells)])
    return csv_text(table)


# --- picture ------------------------------------------------------------------------------------


def flops_svg(report: FlopsReport) -> str:
    """Draw how often each first action is taken on each flop, with flops grouped by texture.

    Up to 120 flops get a line each, with their name, how often they are dealt, and the EV of the
    player out of position. More flops are drawn side by side, sorted by how often that player takes
    the report's first action, with the most on the left. Each group then fills the whole width, so
    a bar's width shows the flop's frequency within its group. The flop's name appears on hover.

    Args:
        report: the report to draw.

    Returns:
        An SVG document.
    """
    names = tuple(each.action for each in report.actions)
    ranges = f"{report.ranges['oop']} v {report.ranges['ip']}"
    return flop_bars_svg(
        f"What is done first on {len(report.flops):,} flops, out of position",
        ranges,
        [(each.action, each.frequency) for each in report.actions],
        action_colours(names),
        [_group_of(report, texture) for texture in report.textures],
        heads=("EV oop", "of deals"),
    )


def _group_of(report: FlopsReport, texture: FlopMean) -> FlopGroup:
    note = " · ".join(f"{each.action} {each.frequency:.0%}" for each in texture.actions)
    flops = [each for each in report.flops if flop_texture(CardSet(each.name)) == texture.name]
    return FlopGroup(
        texture.name,
        texture.weight,
        note,
        [
            FlopBar(
                each.name,
                each.weight,
                [action.frequency for action in each.actions],
                (f"{each.ev['oop']:.2f}", f"{each.weight:.2%}"),
            )
            for each in flops
        ],
    )
