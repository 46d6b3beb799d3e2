"""Preflop charts as reports, text, pictures and tables."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from handsight.charts.chart import LEAST_REACH
from handsight.ranges.combos import CLASSES
from handsight.runtime.statistics import FloatOrNull
from handsight.views.solver.solution import (
    STRATEGY_LEGEND,
    ActionShare,
    action_lines,
    class_strategy_svg,
    strategy_lines,
)
from handsight.views.tables import csv_text

if TYPE_CHECKING:
    from handsight.charts import Chart

VALUES_LEGEND = (
    "What an action wins is compared with a {base}; ± gives half the width of the 95% interval."
)


@dataclass(frozen=True)
class ChartClass:
    """What a hand class does at a decision before the flop.

    Attributes:
        pocket_class: the name of the class.
        reach: how often the player's own earlier actions lead to the decision with the class, 0..1;
            1 if the player has not acted before.
        strategy: how often the class takes each action, 0..1, in the order of the chart's actions.
        evs: in big blinds, how much more each action wins than a fold or, where a check costs
            nothing among three or more players, than the check; NaN if unknown.
        errors: the standard errors of ``evs``, in big blinds; NaN if unknown.
    """

    pocket_class: str
    reach: float
    strategy: tuple[float, ...]
    evs: tuple[FloatOrNull, ...]
    errors: tuple[FloatOrNull, ...]


@dataclass(frozen=True)
class ChartReport:
    """A preflop chart: what a player's range does at one decision.

    Attributes:
        name: the name under which the chart was requested.
        player: the position of the player to act, such as ``BB``.
        line: all actions before the decision, such as ``BTN raises to 2 bb``, without the folds of
            players who had not acted before.
        stack: the stack of each player before the hand, in big blinds.
        actions: the player's possible actions, with how often the whole range takes each.
        classes: the classes in the range with which the player gets to the decision, in the order
            of `handsight.ranges.combos.CLASSES`.
    """

    name: str
    player: str
    line: tuple[str, ...]
    stack: int
    actions: tuple[ActionShare, ...]
    classes: tuple[ChartClass, ...]


def chart_report(chart: Chart) -> ChartReport:
    """Build the report of a preflop chart.

    Example:
        >>> from handsight.charts import chart
        >>> report = chart_report(chart("BTN open", players=2))
        >>> report.player, len(report.classes)
        ('BTN', 169)
    """
    shares = map(ActionShare, chart.actions, chart.frequencies)
    classes = (
        ChartClass(
            name,
            float(chart.reach[number]),
            *(tuple(part[number].tolist()) for part in (chart.shares, chart.evs, chart.errors)),
        )
        for number, name in enumerate(CLASSES)
        if chart.reach[number] >= LEAST_REACH
    )
    return ChartReport(
        *(chart.name, chart.player, chart.line, chart.stack, tuple(shares), tuple(classes))
    )


def chart_title(chart: Chart) -> str:
    """Describe a chart's decision in a phrase: who acts, after which actions, and the stack depth.

    Example:
        >>> from handsight.charts import chart
        >>> chart_title(chart("BB vs BTN 3x", players=2))
        'BB after BTN raises to 3 bb, stacks of 100 bb'
    """
    before = ", ".join(chart.line)
    return f"{chart.player} {f'after {before}' if before else 'opens'}, stacks of {chart.stack} bb"


def chart_lines(chart: Chart) -> list[str]:
    """Write a chart as lines of text: what the whole range does, and a grid of the classes."""
    lines = [chart_title(chart) + ":", *action_lines(chart)]
    return [*lines, "", *strategy_lines(chart), "", *STRATEGY_LEGEND]


def chart_svg(chart: Chart) -> str:
    """Draw a chart: each cell is a class, coloured by its actions.

    Returns:
        An SVG document.
    """
    return class_strategy_svg(chart, chart_title(chart))


def chart_csv(chart: Chart) -> str:
    """Write a chart as CSV, with a row for each class in the player's range.

    After the class and its reach, three columns for each action say how often the class takes it,
    how many big blinds more the action wins than the chart's ``base``, and the standard error of
    this EV. If the EV is unknown, the last two cells are empty.
    """
    heads = ["class", "reach"]
    for action in chart.actions:
        heads += [action, f"{action} EV", f"{action} EV error"]
    table = [heads]
    for each in chart_report(chart).classes:
        row = [each.pocket_class, f"{each.reach:.4f}"]
        for share, ev, error in zip(each.strategy, each.evs, each.errors, strict=True):
            known = ("", "") if isnan(ev) else (f"{ev:.3f}", f"{error:.3f}")
            row += [f"{share:.4f}", *known]
        table.append(row)
    return csv_text(table)


def class_lines(chart: Chart, name: str) -> list[str]:
    """Write how often one hand class takes each action, and how much the action wins.

    The winnings are compared with the chart's ``base``, in big blinds, with half the width of their
    95% interval; they are left out where they are unknown, as in charts of your own.

    Args:
        chart: the chart.
        name: the name of a class, such as ``AKs``.

    Raises:
        InputError: if there is no such class.
    """
    shares = [chart.share_of(name, action) for action in chart.actions]
    number = CLASSES.index(name)
    lines = [f"{name}: {chart_title(chart)}"]
    for action, share, ev, error in zip(
        chart.actions, shares, chart.evs[number], chart.errors[number], strict=True
    ):
        won = "" if isnan(ev) else f"   {ev:+.2f} ± {1.96 * error:.2f} bb"
        lines.append(f"  {action:<22}{share:>8.1%}{won}")
    legend = VALUES_LEGEND.format(base=chart.base)
    return lines if all(map(isnan, chart.evs[number])) else [*lines, legend]
