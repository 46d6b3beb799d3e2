"""How notebooks show each type of result; `handsight.runtime.notebooks` imports this module.

Each type of result is registered once, with its report (which the command prints as JSON), the text
that the command shows, a picture, and the rows of a data frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from typing import Any, get_args

from handsight.agents import Decision
from handsight.arena.leaderboard import Leaderboard
from handsight.arena.response.evaluation import MEASURES, AgentEvaluation
from handsight.arena.response.exploitation import ExploitResult
from handsight.arena.response.learned_response import LearnedExploitResult
from handsight.arena.results import ArenaResult, MatchRecord, MatchupResult, SlotResult
from handsight.arena.six_handed import SixHandedLeaderboard
from handsight.cards import CardSet
from handsight.cards.card import STREETS
from handsight.charts import Chart
from handsight.coach.review.decisions import METHODS
from handsight.coach.review.run import Review
from handsight.errors import OptionError
from handsight.game import HandState
from handsight.odds import (
    BoardStrengths,
    ClassOdds,
    EffectiveHandStrength,
    Equity,
    HandPotential,
    HandStrength,
    NextCard,
    Outs,
    PlayerEquity,
    PotentialHand,
)
from handsight.odds.strength.next_card import Kind
from handsight.ranges import (
    Matchup,
    NineHanded,
    Place,
    PocketEquity,
    PocketTable,
    PocketValue,
    Range,
)
from handsight.ranges.class_equities import WinTieLose
from handsight.ranges.combos import CLASSES, MASKS
from handsight.ranking import Evaluation
from handsight.ranking.categories import CATEGORIES
from handsight.runtime.frames import Schema
from handsight.solver.all_in.charts import PushFold
from handsight.solver.betting import PLAYERS
from handsight.solver.node import AggregatedRunouts, SolvedNode
from handsight.solver.solution import Solution
from handsight.views.arena.decision_trace import DecisionReport
from handsight.views.arena.evaluation import agent_evaluation_report, agent_evaluation_table
from handsight.views.arena.exploitation import exploit_lines, exploit_report
from handsight.views.arena.leaderboard import leaderboard_report, standings_table
from handsight.views.arena.learned_exploitation import learned_exploit_lines, learned_exploit_report
from handsight.views.arena.report import arena_report
from handsight.views.arena.six_handed import six_handed_report, six_handed_table
from handsight.views.arena.text import arena_svg, heading_of, note_lines, tables, warning_lines
from handsight.views.cards import explanation, pocket, preflop
from handsight.views.cards.evaluation import evaluation_report, evaluation_text
from handsight.views.cards.explanation import Explanation
from handsight.views.cards.explanation_text import explanation_text
from handsight.views.cards.heatmap import HeatMapReport, heatmap_of, heatmap_svg
from handsight.views.cards.preflop import PreflopReport, preflop_text
from handsight.views.cards.ranges import range_report, range_svg, size_in_words
from handsight.views.coach.review import (
    ReviewedDecisionReport,
    decision_reports,
    review_report,
    review_text,
)
from handsight.views.histories.replay import watched_report
from handsight.views.notebooks.display import (
    Display,
    Rows,
    as_lines,
    cell_text,
    display_of,
    plain_report,
    schema_of,
    values_of,
)
from handsight.views.notebooks.display import frame_of as frame_of
from handsight.views.notebooks.display import html_of as html_of
from handsight.views.notebooks.display import plot_of as plot_of
from handsight.views.notebooks.display import svg_of as svg_of
from handsight.views.notebooks.numbers import DISPLAYS
from handsight.views.odds.equity import equity_report, equity_text
from handsight.views.plots import range_plot, strategy_plot
from handsight.views.range_update.report import effective_report
from handsight.views.report import plain, report_of
from handsight.views.solver.preflop_chart import chart_report, chart_svg, chart_title
from handsight.views.solver.runouts import aggregated_report, runouts_svg, runouts_table
from handsight.views.solver.solution import (
    node_html,
    node_report,
    push_fold_svg,
    solution_html,
    solution_report,
    solved_hands,
    strategy_svg,
    strategy_title,
)
from handsight.views.tables import TextTable

BY_CLASS = {"pocket_class": CLASSES}


def _itself(report: Any) -> Any:
    return report


# --- hands and odds -------------------------------------------------------------------------------


def _outs_rows(outs: Outs) -> Rows:
    return [_next_card(each) for each in outs.cards]


def _next_card(each: NextCard) -> dict[str, Any]:
    return {
        "card": str(each.card),
        "kind": each.kind,
        "category": each.category,
        "name": each.name,
        "equity": each.equity,
        "weight": each.weight,
    }


def _class_rows(odds: ClassOdds) -> Rows:
    for name, river in odds.river_probabilities.items():
        yield {
            "category": name,
            "next_card": odds.next_card_probabilities.get(name, 0.0),
            "river": river,
        }


def _board_rows(strengths: BoardStrengths) -> Rows:
    numbers = {
        name: getattr(strengths, name).tolist() for name in ("hs", "ppot", "npot", "ehs", "equity")
    }
    for combo, mask in enumerate(MASKS):
        yield {
            "combo": str(CardSet.from_mask(mask)),
            **{name: values[combo] for name, values in numbers.items()},
        }


def _map_rows(report: HeatMapReport) -> Rows:
    for name, value in report.classes.items():
        yield {"pocket_class": name, report.what: value}


def _player(each: PlayerEquity) -> dict[str, Any]:
    return {**values_of(each), "tie": each.tie}


def _strength(strength: HandStrength) -> Any:
    opponents = 1 if strength.spot is None or strength.spot.joint else strength.spot.opponents
    against = strength.against(opponents)
    return report_of(explanation.StrengthReport, strength, against_opponents=against)


def _potential(potential: HandPotential) -> Any:
    return report_of(explanation.PotentialReport, potential)


def _outs(outs: Outs) -> Any:
    return explanation.OutsReport(tuple(outs.clean), tuple(outs.tainted))


def _equity_rows(result: Equity) -> Rows:
    for row in plain_report(result)["players"]:
        yield {name: value for name, value in row.items() if name != "ties"}


_DISPLAYS: dict[type, Display] = {
    Evaluation: Display(evaluation_report, evaluation_text),
    HandStrength: Display(_strength),
    HandPotential: Display(_potential),
    EffectiveHandStrength: Display(effective_report),
    ClassOdds: Display(
        explanation.class_odds_report, rows=_class_rows, schema={"category": CATEGORIES}
    ),
    Outs: Display(_outs, rows=_outs_rows, schema={"kind": get_args(Kind), "category": CATEGORIES}),
    NextCard: Display(_next_card),
    PotentialHand: Display(explanation.draw_report),
    Equity: Display(equity_report, equity_text, rows=_equity_rows),
    PlayerEquity: Display(_player),
    BoardStrengths: Display(
        heatmap_of, svg=lambda board: heatmap_svg(heatmap_of(board)), rows=_board_rows
    ),
    HeatMapReport: Display(_itself, svg=heatmap_svg, rows=_map_rows, schema=BY_CLASS),
    Explanation: Display(_itself, explanation_text),
}


# --- before the flop ------------------------------------------------------------------------------


def _range_rows(hands: Range) -> Rows:
    for combo, weight in hands:
        yield {"combo": str(combo), "weight": float(weight)}


def _range_html(hands: Range) -> str:
    report = range_report(hands)
    text = escape(report.range or "an empty range")
    return f"<p>{text}<br>{escape(size_in_words(report))}</p>\n<div>{range_svg(report)}</div>"


def _one_opponent(counts: WinTieLose) -> Any:
    return report_of(preflop.OneOpponentShowdowns, counts)


def _nine_opponents(nine: NineHanded) -> Any:
    return report_of(preflop.NineOpponentShowdowns, nine, trials=nine.deals)


def _place(place: Place) -> Any:
    return preflop.OrderPlace(place.order, place.number, float(place.top))


def _chart_rows(chart: Chart) -> Rows:
    for each in chart_report(chart).classes:
        row: dict[str, Any] = {"pocket_class": each.pocket_class, "reach": each.reach}
        for action, share, ev in zip(chart.actions, each.strategy, each.evs, strict=True):
            row |= {action: share, f"{action} EV": ev}
        yield row


def _push_fold_rows(chart: PushFold) -> Rows:
    return [
        {"pocket_class": name, "push": chart.push[name], "call": chart.call[name]}
        for name in chart.push
    ]


_DISPLAYS |= {
    Range: Display(
        range_report,
        svg=lambda hands: range_svg(range_report(hands)),
        html=_range_html,
        rows=_range_rows,
        schema={"combo": str, "weight": float},
        plot=range_plot,
    ),
    Matchup: Display(_one_opponent),
    PocketEquity: Display(_one_opponent),
    NineHanded: Display(_nine_opponents),
    Place: Display(_place),
    PocketValue: Display(values_of),
    PocketTable: Display(
        pocket.pocket_report,
        svg=lambda table: pocket.pocket_svg(pocket.pocket_report(table)),
        rows=lambda table: plain_report(table)["classes"],
        schema=BY_CLASS,
    ),
    PreflopReport: Display(_itself, preflop_text),
    Chart: Display(
        chart_report,
        svg=chart_svg,
        rows=_chart_rows,
        schema=BY_CLASS,
        plot=lambda chart, axes: strategy_plot(chart, chart_title(chart), axes),
    ),
    PushFold: Display(asdict, svg=push_fold_svg, rows=_push_fold_rows, schema=BY_CLASS),
}


# --- reviews --------------------------------------------------------------------------------------


def _review_rows(review: Review) -> Rows:
    for each in decision_reports(review):
        row = plain(each)
        actions = row.pop("actions")
        assumed = row.pop("assumed")
        yield row | {
            "assumed": "; ".join(assumed),
            "evs": ", ".join(f"{one['action']} {one['ev']:+.2f}" for one in actions),
        }


_OF_DECISIONS: Schema = {
    **schema_of(ReviewedDecisionReport),
    "street": STREETS,
    "method": METHODS,
    "assumed": str,
    "evs": str,
}

_DISPLAYS |= {Review: Display(review_report, review_text, rows=_review_rows, schema=_OF_DECISIONS)}


# --- the solver -----------------------------------------------------------------------------------


def _node_rows(node: SolvedNode) -> Rows:
    who = PLAYERS if node.player is None else (node.player,)
    for name in who:
        for hand in solved_hands(node, name):
            row = plain(hand)
            shares, evs = row.pop("strategy"), row.pop("action_evs")
            for action, share, ev in zip(node.actions, shares, evs, strict=False):
                row |= {action: share, f"{action} EV": ev}
            yield row


def _runouts_html(runouts: AggregatedRunouts) -> str:
    report = aggregated_report(runouts)
    return f"<div>{runouts_svg(report)}</div>\n{runouts_table(report).html()}"


def _runout_rows(runouts: AggregatedRunouts) -> Rows:
    for row in plain_report(runouts)["runouts"]:
        shares = dict(zip(runouts.actions, row.pop("frequencies"), strict=False))
        ev, equity = row.pop("ev"), row.pop("equity")
        yield {
            **row,
            **{f"ev_{who}": ev[who] for who in PLAYERS},
            **{f"equity_{who}": equity[who] for who in PLAYERS},
            **shares,
        }


_OF_PLAYERS: Schema = {
    "hand": str,
    "player": PLAYERS,
    **dict.fromkeys(("reach", "ev", "equity"), float),
}


def _node_plot(node: SolvedNode, axes: Any) -> Any:
    if node.player is None:
        where = node.line or "the root"
        raise OptionError(f"nobody acts after {where!r}, so there is no strategy to draw")
    return strategy_plot(node, strategy_title(node), axes)


def _strategy(node: SolvedNode) -> str | None:
    return None if node.player is None else strategy_svg(node)


_DISPLAYS |= {
    Solution: Display(
        lambda solution: solution_report(solution, solution.root),
        html=solution_html,
        svg=lambda solution: _strategy(solution.root),
        rows=lambda solution: _node_rows(solution.root),
        schema=_OF_PLAYERS,
        plot=lambda solution, axes: _node_plot(solution.root, axes),
    ),
    AggregatedRunouts: Display(
        aggregated_report,
        html=_runouts_html,
        svg=lambda runouts: runouts_svg(aggregated_report(runouts)),
        rows=_runout_rows,
    ),
    SolvedNode: Display(
        node_report,
        html=node_html,
        svg=_strategy,
        rows=_node_rows,
        schema=_OF_PLAYERS,
        plot=_node_plot,
    ),
}


# --- the game and the arena -----------------------------------------------------------------------


def _state(state: HandState) -> Any:
    return watched_report(state, [f"seat {seat}" for seat in range(state.seats)])


def _decision(decision: Decision) -> Any:
    return report_of(DecisionReport, decision, action=str(decision.action))


def _record(record: MatchRecord) -> dict[str, Any]:
    """Return an agent's results in a matchup, by name; those of a slot include its faults."""
    sums = record.statistics
    low, high = sums.interval()
    matches = {name: getattr(record, name) for name in ("wins", "losses", "ties")}
    values = {"agent": record.agent, "pairs": sums.pairs, "hands": sums.hands, "bb100": sums.bb100}
    values |= {"low": low, "high": high, **matches}
    if isinstance(record, SlotResult):
        values |= {"decisions": record.decisions, "faults": dict(record.faults)}
    return values


def _matchup(result: MatchupResult) -> dict[str, Any]:
    counts = {name: getattr(result, name) for name in ("pairs", "hands", "finished", "stopped")}
    slots = [_record(slot) for slot in result.slots]
    return {"matchup": result.matchup.number, **counts, "slots": slots}


def _slot_rows(result: MatchupResult) -> Rows:
    for slot in result.slots:
        row = _record(slot)
        yield row | {"faults": sum(row["faults"].values())}


def _arena_html(result: ArenaResult) -> str:
    report = arena_report(result)
    if not result.hands:
        return f"<p>{escape(repr(result))}</p>"
    return "\n".join(
        [
            *(f"<p><b>{escape(line)}</b></p>" for line in warning_lines(report)),
            f"<p>{escape(heading_of(report))}</p>",
            f"<div>{arena_svg(report)}</div>",
            *(table.html() for table in tables(report)),
            *(f"<p>{escape(line)}</p>" for line in note_lines(report)),
        ]
    )


def _arena_rows(result: ArenaResult) -> Iterator[dict[str, Any]]:
    for duel in plain_report(result)["results"]:
        low, high = duel.pop("ci95")
        duel.pop("win_ci95")
        yield {**duel, "low": low, "high": high, "at_fault": ", ".join(duel["at_fault"])}


def _arena_svg(result: ArenaResult) -> str | None:
    return arena_svg(arena_report(result)) if result.hands else None


def _matchup_html(result: MatchupResult) -> str:
    heads = ("agent", "pairs", "hands", "bb/100", "from", "to")
    shown = ("agent", "pairs", "hands", "bb100", "low", "high")
    rows = [[cell_text(row[name]) for name in shown] for row in map(_record, result.slots)]
    return TextTable(" v ".join(result.matchup.agents), heads, rows).html()


def _standing_rows(board: Leaderboard) -> Rows:
    for row in plain_report(board)["standings"]:
        yield {name: value for name, value in row.items() if not isinstance(value, dict | list)}


_DISPLAYS |= {
    HandState: Display(_state, html=as_lines(lambda state: [str(state)])),
    Decision: Display(_decision, html=as_lines(lambda decision: [str(decision)])),
    MatchRecord: Display(_record),
    SlotResult: Display(_record),
    MatchupResult: Display(_matchup, html=_matchup_html, rows=_slot_rows),
    ArenaResult: Display(
        arena_report,
        html=_arena_html,
        svg=_arena_svg,
        rows=_arena_rows,
        schema={"winner": str},
    ),
    AgentEvaluation: Display(
        agent_evaluation_report,
        html=lambda result: agent_evaluation_table(agent_evaluation_report(result)).html(),
        rows=lambda result: result.rows(),
        schema={"measure": MEASURES, "opponent": str},
    ),
    ExploitResult: Display(
        exploit_report, html=as_lines(lambda r: exploit_lines(exploit_report(r)))
    ),
    LearnedExploitResult: Display(
        learned_exploit_report,
        html=as_lines(lambda r: learned_exploit_lines(learned_exploit_report(r))),
    ),
    Leaderboard: Display(
        leaderboard_report,
        html=lambda board: standings_table(leaderboard_report(board)).html(),
        rows=_standing_rows,
    ),
    SixHandedLeaderboard: Display(
        six_handed_report,
        html=lambda board: six_handed_table(six_handed_report(board)).html(),
        rows=lambda board: map(plain, six_handed_report(board).standings),
    ),
}


_DISPLAYS |= DISPLAYS

for _kind, _display in _DISPLAYS.items():
    display_of.register(_kind)(lambda result, display=_display: display)
