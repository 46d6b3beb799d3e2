"""What rivals may hold, action by action, laid out for a terminal."""

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
from handsight.views.narrowing import Narrowing, Rival, Step, class_shares, likeliest, spread
from handsight.views.narrowing_grid import deed, relative_rows, table_in_words, where
from handsight.views.ranges import HeatMap
from handsight.views.text_parts import cards_text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from handsight.odds import EffectiveHandStrength, Equity
    from handsight.views.narrowing import Truth

PANEL = 41
"""Columns of a grid: two for its side, three a cell."""
GAP = 3
LISTED = 4
BEST, LEAST, NOBODY = "**", ".", "-"
LEGEND = (
    f"{BEST} the likeliest hands, one by one; numbers are percent of that, {LEAST} less than 1",
    f"{NOBODY} cannot be held; suited above the diagonal; under a grid the chances of classes",
    "expected: how likely the model took the action to be",
    "spread: as uncertain as among so many equally likely combos",
)
_LABEL = "dim"


def narrowing_text(
    found: Narrowing, notes: Sequence[str] = (), *, drawn_suits: bool = True
) -> RenderableType:
    """Lay a narrowing out: a grid for each action of each rival who is in, and the odds.

    Args:
        found: of `narrow`.
        notes: lines that stand below the heading.
        drawn_suits: whether suits are drawn (A♥) or written (Ah).

    Example:
        >>> from rich.console import Console
        >>> from handsight.views.narrowing import narrow
        >>> from handsight.views.narrowing_words import hand_in_words
        >>> found = narrow(hand_in_words("AhKh", "", "p2 raises 250"))
        >>> Console(width=90).print(narrowing_text(found, drawn_suits=False)) # doctest: +ELLIPSIS
        AhKh   before the flop, you are p1 against p2
        ...
    """
    parts: list[RenderableType] = [_heading(found, drawn_suits)]
    parts += [Text(line, _LABEL) for line in (*_about(found), *notes)]
    for rival in found.rivals:
        parts += [Text(), *_of_rival(rival, found.hand.scale)]
    if any(rival.steps for rival in found.rivals):
        parts += [Text(), *(Text(line, _LABEL) for line in LEGEND)]
    parts += [Text(), _odds(found, drawn_suits)]
    parts += [Text(line) for line in _sampled(found)]
    parts += [Text(), *map(Text, _turn(found))] if found.hand.turn is not None else []
    return Group(*parts, *_truths(found, drawn_suits))


# --- about the hand -------------------------------------------------------------------------------


def _heading(found: Narrowing, drawn: bool) -> Text:
    hand = found.hand
    heading = cards_text(hand.spot.hole, drawn)
    if hand.board:
        heading = Text.assemble(heading, (" on ", _LABEL), cards_text(hand.board, drawn))
    street = hand.spot.street.replace("preflop", "before the flop")
    rivals = ", ".join(rival.name for rival in found.rivals)
    heading.append(f"   {street}, you are {hand.names[hand.us]} against {rivals}", style=_LABEL)
    heading.stylize("bold")
    return heading


def _about(found: Narrowing) -> Iterator[str]:
    hand = found.hand
    yield table_in_words(hand)
    if hand.recorded is not None:
        yield f"after {len(hand.taken)} of {hand.recorded} actions"
    if hand.silent:
        names = ", ".join(hand.names[seat] for seat in hand.silent)
        yield f"not named, so folded before the flop: {names}"
    yield f"model: {found.model}"


# --- ranges ---------------------------------------------------------------------------------------


def _of_rival(rival: Rival, scale: int) -> Iterator[RenderableType]:
    yield Text(rival.name, "bold")
    if not rival.steps:
        yield Text("has not acted yet: any cards")
        return
    yield SideBySide([_panel(step, scale) for step in rival.steps])


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Panels as wide as a grid, as many in a row as there is room for; rich can print it.

    Attributes:
        panels: what stands there.
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


def _panel(step: Step, scale: int) -> RenderableType:
    taken = step.taken
    title = Text.assemble(
        (f"{step.number}. {deed(taken, scale)}", "bold"), (f" {where(taken.street)}", _LABEL)
    )
    told = (
        f"expected {step.chance:.0%}, tells {step.gain:.2f} bits, spread {spread(step.after):,.0f}"
    )
    best = likeliest(class_shares(step.after), LISTED)
    shares = Text(", ".join(f"{name} {share:.1%}" for name, share in best), _LABEL)
    lines: list[RenderableType] = [title, Text(told, _LABEL), range_grid(relative_rows(step.after))]
    held = [] if step.truth is None else [Text(f"the true hand {step.truth.chance:.2%}", _LABEL)]
    return Group(*lines, shares, *held)


def range_grid(rows: Grid) -> HeatMap:
    """Draw how likely each class is beside the likeliest, in percent.

    Args:
        rows: of `relative_rows`.

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


def _odds(found: Narrowing, drawn: bool) -> Table:
    on_board = bool(found.hand.board)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
    table.add_column(Text("odds of ").append_text(cards_text(found.hand.spot.hole, drawn)))
    for head in (*(("HS", "PPot", "NPot", "EHS") if on_board else ()), "equity"):
        table.add_column(head, justify="right")
    for rival in found.rivals:
        table.add_row(*_row(f"against {rival.name}", rival.effective, rival.odds, on_board))
    if len(found.rivals) > 1:
        crowd = "both" if len(found.rivals) == 2 else f"all {len(found.rivals)}"
        table.add_row(*_row(f"against {crowd}", found.effective, found.odds, on_board))
    return table


def _row(
    name: str, effective: EffectiveHandStrength | None, odds: Equity, on_board: bool
) -> Iterator[str]:
    yield name
    if on_board:
        yield from _strengths(effective)
    error = "" if odds.stderr is None else f" ± {1.96 * odds.stderr:.4f}"
    yield f"{odds.equity:.4f}{error}"


def _strengths(effective: EffectiveHandStrength | None) -> Iterator[str]:
    if effective is None:
        yield from [""] * 4
        return
    potential = effective.potential
    ahead = (potential.ppot, potential.npot) if potential.lookahead else (None, None)
    for value in (effective.hand_strength.value, *ahead, effective.ehs):
        yield _number(value)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def _sampled(found: Narrowing) -> Iterator[str]:
    odds = found.odds
    if odds.method != "exact":
        yield f"sampled, 95% interval, {odds.trials:,} deals, seed {odds.seed}: {odds.reason}"
    if found.hand.board and found.effective is None:
        yield f"strength and potential are not counted against {len(found.rivals)} at once"


def _turn(found: Narrowing) -> Iterator[str]:
    hand = found.hand
    if found.next is None:
        yield "it is your turn"
    elif hand.turn is not None:
        fold, call, raises = found.next
        yield (
            f"next, {hand.names[hand.turn]}: folds {fold:.0%}, checks or calls {call:.0%}, "
            f"bets or raises {raises:.0%}"
        )


# --- what they held -------------------------------------------------------------------------------


def _truths(found: Narrowing, drawn: bool) -> Iterator[RenderableType]:
    known = [rival for rival in found.rivals if rival.truth is not None]
    if not known:
        return
    table = Table("what they hold", *("",) * 4, box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
    for rival in known:
        _tell(table, rival.name, found.hand.told[rival.seat], rival.truth, drawn)
    yield Text()
    yield table


def _tell(table: Table, name: str, held: CardSet, truth: Truth | None, drawn: bool) -> None:
    if truth is None:
        return
    table.add_row(
        Text(name),
        cards_text(held, drawn),
        f"{truth.chance:.2%} of the range",
        f"{abs(truth.gain):.1f} bits {'better' if truth.gain >= 0 else 'worse'} than even",
        f"{truth.rank:.0%} of it is likelier",
    )
