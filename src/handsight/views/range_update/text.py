"""The layout, for a terminal, of opponents' ranges after each action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from handsight.cards import CardSet
from handsight.cards.card import RANKS
from handsight.ranges.class_grid import Grid
from handsight.views.cards.ranges import HeatMap, HeatScale
from handsight.views.range_update.report import Truth
from handsight.views.text_parts import (
    LABEL,
    action_text,
    cards_text,
    chips_text,
    margin_text,
    street_text,
)

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from handsight.views.cards.explanation import OddsReport
    from handsight.views.range_update.report import (
        EffectiveReport,
        OpponentRange,
        RangeUpdate,
        RangeUpdateReport,
    )

PANEL = 41
"""The width of a grid in characters: two for the row labels, and three for each cell."""
GAP = 3
LISTED = 4
OF_LIKELIEST = ("0%", "25%", "50%", "75%", "100% of the likeliest")
"""What each colour of a grid means."""
BEST, LEAST, NOBODY = "**", ".", "-"
LEGEND = (
    f"{BEST} the likeliest hands, one by one; numbers are percent of that, {LEAST} less than 1",
    f"{NOBODY} cannot be held; suited above the diagonal; under a grid the chances of classes",
    "combos that remain: as uncertain as among so many equally likely ones",
)
GAIN = "bits: what the action says of the cards, the relative entropy of the range after it"


def range_update_text(
    report: RangeUpdateReport,
    notes: Sequence[str] = (),
    *,
    drawn_suits: bool = True,
    verbose: bool = False,
) -> RenderableType:
    """Lay out a report: the range after each action of each remaining opponent, and our odds.

    If the report compares the ranges with the opponents' real cards, the comparison comes last.

    Args:
        report: the report to show.
        notes: lines to show below the heading.
        drawn_suits: whether suits are symbols (A♥) or letters (Ah).
        verbose: whether to show how many bits of information each action gave.

    Example:
        >>> from rich.console import Console
        >>> from handsight.views.range_update.words import hand_in_words
        >>> from handsight.views.range_update.report import range_update_report
        >>> report = range_update_report(hand_in_words("AhKh", "", "p2 raises 250"))
        >>> text = range_update_text(report, drawn_suits=False)
        >>> Console(width=90).print(text) # doctest: +ELLIPSIS
        AhKh   before the flop, you are p1 (BB) against p2 (BTN)
        ...
    """
    parts: list[RenderableType] = [_heading(report, drawn_suits)]
    parts += [Text(line, LABEL) for line in (*_about(report), *notes)]
    for opponent in report.rivals:
        parts += [Text(), *_of_opponent(report, opponent, verbose)]
    if any(opponent.updates for opponent in report.rivals):
        legend = (*LEGEND, GAIN) if verbose else LEGEND
        parts += [Text(), HeatScale(OF_LIKELIEST), *(Text(line, LABEL) for line in legend)]
    parts += [Text(), _odds(report, drawn_suits)]
    parts += [Text(line) for line in _sampled(report)]
    parts += [Text(), *map(Text, _turn(report))] if report.turn is not None else []
    return Group(*parts, *_truths(report, drawn_suits))


# --- about the hand -------------------------------------------------------------------------------


def _heading(report: RangeUpdateReport, drawn: bool) -> Text:
    heading = cards_text(report.hole, drawn)
    if report.board:
        board = cards_text(report.board_cards, drawn)
        heading = Text.assemble(heading, (" on ", LABEL), board)
    street = report.street.replace("preflop", "before the flop")
    opponents = ", ".join(report.placed(opponent.player) for opponent in report.rivals)
    us = report.placed(report.us)
    heading.append(f"   {street}, you are {us} against {opponents}", style=LABEL)
    heading.stylize("bold")
    return heading


def _about(report: RangeUpdateReport) -> Iterator[str]:
    yield table_in_words(report)
    if report.recorded is not None:
        yield f"after {len(report.actions)} of {report.recorded} actions"
    if report.silent:
        yield f"not named, so folded before the flop: {', '.join(report.silent)}"
    yield f"model: {report.model}"


def table_in_words(report: RangeUpdateReport) -> str:
    """Describe the players, blinds, stacks and seats of a hand in one line."""
    players, scale = report.players, report.chips_in_unit
    posts = [chips_text(post, scale) for post in sorted(report.posts) if post]
    blinds = f", blinds {'/'.join(posts)}" if posts else ""
    stacks = [chips_text(stack, scale) for stack in report.stacks]
    each = f"{stacks[0]} chips each" if len(set(stacks)) == 1 else f"stacks {' '.join(stacks)}"
    seats = f"{report.placed(players[0])} to {report.placed(players[-1])}"
    return f"{len(players)} players{blinds}, {each}: {seats}"


# --- ranges ---------------------------------------------------------------------------------------


def _of_opponent(
    report: RangeUpdateReport, opponent: OpponentRange, verbose: bool
) -> Iterator[RenderableType]:
    yield Text(report.placed(opponent.player), "bold")
    if not opponent.updates:
        yield Text("has not acted yet: any cards")
        return
    scale = report.chips_in_unit
    yield SideBySide([_panel(update, scale, verbose) for update in opponent.updates])


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Panels as wide as a grid, printable with rich, with as many in a row as fit.

    Attributes:
        panels: renderables to print side by side.
    """

    panels: Sequence[RenderableType]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fitting = max(1, (options.max_width + GAP) // (PANEL + GAP))
        for start in range(0, len(self.panels), fitting):
            row = self.panels[start : start + fitting]
            table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
            for _ in row:
                table.add_column(width=PANEL, no_wrap=False)
            table.add_row(*row)
            if start:
                yield Text()
            yield table


def _panel(update: RangeUpdate, scale: int, verbose: bool) -> RenderableType:
    action = action_text(update.taken, scale)
    title = Text.assemble(
        (f"{update.number}. {action}", "bold"), (f" {street_text(update.street)}", LABEL)
    )
    truth = update.truth
    return Group(
        title,
        *(Text(line, LABEL) for line in update_in_words(update, verbose)),
        range_grid(update.grid),
        Text(likeliest_in_words(update), LABEL),
        *([] if truth is None else [Text(f"the true hand {truth.chance:.2%}", LABEL)]),
    )


def update_in_words(update: RangeUpdate, verbose: bool = False) -> tuple[str, str]:
    """Describe, in two texts, how likely an action was and how many combos remain after it.

    Args:
        update: the action, and the range after it.
        verbose: whether to add how many bits of information the action gives about the cards.
    """
    bits = f" ({update.gain_bits:.2f} bits)" * verbose
    given = f"the model gave this action {update.chance:.0%};"
    return given, f"about {update.spread:,.0f} combos remain{bits}"


def read_lines(report: RangeUpdateReport) -> Iterator[str]:
    """Yield a line for each action of the remaining opponents, with the range after the action.

    An opponent who has not acted gets a single line.
    """
    for opponent in report.rivals:
        if not opponent.updates:
            yield f"{report.placed(opponent.player)} has not acted yet: any cards"
        for update in opponent.updates:
            action = action_text(update.taken, report.chips_in_unit)
            did = f"{report.placed(opponent.player)} {action} {street_text(update.street)}"
            words, likeliest = " ".join(update_in_words(update)), likeliest_in_words(update)
            yield f"{did}: {words}, likeliest {likeliest}"


def read_odds_text(report: RangeUpdateReport, *, drawn_suits: bool = True) -> RenderableType:
    """Lay out our odds against the opponents' ranges, without the grids."""
    return Group(_odds(report, drawn_suits), *map(Text, _sampled(report)))


def likeliest_in_words(update: RangeUpdate) -> str:
    """List up to four of the likeliest classes after an action, each with its chance."""
    best = list(update.top_classes.items())[:LISTED]
    return ", ".join(f"{name} {share:.1%}" for name, share in best)


def range_grid(rows: Grid) -> HeatMap:
    """Draw each class's mean chance per combo, in percent of the highest such mean.

    Args:
        rows: the result of `relative_rows`.

    Example:
        >>> from rich.console import Console
        >>> halves = range_grid(((1.0,) + (0.5,) * 12,) + ((0.004,) * 13,) * 12)
        >>> Console(width=80, color_system=None).print(halves) # doctest: +ELLIPSIS
          A  K  Q  J  T  9  8  7  6  5  4  3  2
        A ** 50 50 50 50 50 50 50 50 50 50 50 50
        K .  .  .  .  .  .  .  .  .  .  .  .  .
        ...
    """
    labels = [[_label(number) for number in row] for row in rows]
    shown = [["" if label == NOBODY else label for label in row] for row in labels]
    ranks = RANKS[::-1]
    lines = ["  " + "".join(f"{rank:<3}" for rank in ranks)]
    lines += [
        f"{rank} " + "".join(f"{label:<3}" for label in row)
        for rank, row in zip(ranks, labels, strict=True)
    ]
    return HeatMap(rows, shown, "\n".join(line.rstrip() for line in lines))


def _label(number: float) -> str:
    if isnan(number):
        return NOBODY
    percent = round(100 * number)
    if percent < 1:
        return LEAST
    return BEST if number == 1 else str(min(percent, 99))


# --- odds -----------------------------------------------------------------------------------------


def _odds(report: RangeUpdateReport, drawn: bool) -> Table:
    on_board = bool(report.board)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=LABEL)
    table.add_column(Text("odds of ").append_text(cards_text(report.hole, drawn)))
    for head in (*(("HS", "PPot", "NPot", "EHS") if on_board else ()), "equity"):
        table.add_column(head, justify="right")
    for each in report.rivals:
        table.add_row(
            *_row(f"against {report.placed(each.player)}", each.effective, each.odds, on_board)
        )
    if len(report.rivals) > 1:
        crowd = "both" if len(report.rivals) == 2 else f"all {len(report.rivals)}"
        effective, odds = report.together.effective, report.together.odds
        table.add_row(*_row(f"against {crowd}", effective, odds, on_board))
    return table


def _row(
    name: str, effective: EffectiveReport | None, odds: OddsReport, on_board: bool
) -> Iterator[str]:
    yield name
    if on_board:
        yield from _strengths(effective)
    yield f"{odds.equity:.4f}{margin_text(odds.stderr)}"


def _strengths(effective: EffectiveReport | None) -> Iterator[str]:
    if effective is None:
        yield from [""] * 4
        return
    potential = (effective.ppot, effective.npot) if effective.lookahead else (None, None)
    for value in (effective.hand_strength, *potential, effective.ehs):
        yield "" if value is None else f"{value:.4f}"


def _sampled(report: RangeUpdateReport) -> Iterator[str]:
    odds = report.together.odds
    if odds.method != "exact":
        yield f"sampled, 95% interval, {odds.trials:,} deals, seed {odds.seed}: {odds.reason}"
    if report.board and report.together.effective is None:
        yield f"strength and potential are not counted against {len(report.rivals)} at once"


def _turn(report: RangeUpdateReport) -> Iterator[str]:
    if report.next is None:
        yield "it is your turn"
        return
    fold, call, raise_ = report.next.fold, report.next.call, report.next.raise_
    yield (
        f"next, {report.turn}: folds {fold:.0%}, checks or calls {call:.0%}, "
        f"bets or raises {raise_:.0%}"
    )


# --- what they hold -------------------------------------------------------------------------------


def _truths(report: RangeUpdateReport, drawn: bool) -> Iterator[RenderableType]:
    table = Table("what they hold", *("",) * 4, box=None, padding=(0, 2, 0, 0), header_style=LABEL)
    for each in report.rivals:
        if each.hole is not None and each.truth is not None:
            table.add_row(*_truth_row(each.player, each.hole, each.truth, drawn))
    if table.rows:
        yield Text()
        yield table


def _truth_row(name: str, hole: CardSet, truth: Truth, drawn: bool) -> Iterator[Text]:
    yield Text(name)
    yield cards_text(hole, drawn)
    yield Text(f"{truth.chance:.2%} of the range")
    better = "better" if truth.gain_bits >= 0 else "worse"
    yield Text(f"{abs(truth.gain_bits):.1f} bits {better} than even")
    yield Text(f"{truth.likelier:.0%} of it is likelier")
