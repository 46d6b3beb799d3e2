"""Solutions as reports, as text, and as pictures with a colour for each action."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from handsight.cards import CardSet
from handsight.ranges.class_grid import SIZE
from handsight.ranges.combos import MASKS, class_at
from handsight.runtime.statistics import FloatOrNull
from handsight.solver.betting import PLAYERS
from handsight.views.report import report_of
from handsight.views.solver.hand_groups import HandGroup, hand_groups
from handsight.views.svg import LEGEND, Picture, cell_colours, scale_entries
from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from handsight.solver.all_in.charts import PushFold
    from handsight.solver.node import SolvedNode
    from handsight.solver.solution import Solution

Number = TypeVar("Number", int, float)

CELL = 44
GAP = 2
MARGIN = 14
LINE = 20

FOLD, PASSIVE, ALL_IN = "#6c9bc9", "#8fbf7f", "#7d1128"
BETS = ("#f2b391", "#e8896a", "#d9604a", "#c13c35", "#a32330")
"""The colours of bet sizes, from the smallest to the largest."""
EMPTY, EMPTY_INK = cell_colours(0)
LABEL_PAPER = "#ffffff"
"""The background colour of a class's name in a cell that shows the colours of its actions."""


# --- the report ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ActionShare:
    """How often a player's whole range takes an action, 0..1.

    Attributes:
        action: the action, such as ``"check"`` or ``"bet 50"``.
        frequency: how often the action is taken, 0..1.
    """

    action: str
    frequency: float


@dataclass(frozen=True)
class ValuedAction(ActionShare):
    """How often a player's whole range takes an action, 0..1, and what it is worth.

    Attributes:
        ev: expected chips from the pot with the hands that take the action, minus the chips that
            the player still puts in; NaN for an action that is never taken.
    """

    ev: FloatOrNull


@dataclass(frozen=True)
class SolvedNodeReport:
    """The value of both ranges at a node, in chips and as shares of the pot.

    Attributes:
        street: name of the street.
        board: cards on the board.
        pot: chips in the pot, including the bets of the street.
        line: actions and cards before the node, in full; empty for the root.
        player: the player to act, ``"oop"`` or ``"ip"``; None if no player acts.
        actions: available actions, with how often the player's range takes each; empty if no
            player acts.
        stacks: remaining chips, by player.
        ev: expected chips from the pot, by player; NaN if the line is never played.
        equity: share of the pot if all cards were dealt now, by player; NaN if the line is never
            played.
    """

    line: str
    street: str
    board: CardSet
    player: str | None
    pot: int
    stacks: dict[str, int]
    actions: tuple[ValuedAction, ...]
    ev: dict[str, FloatOrNull]
    equity: dict[str, FloatOrNull]


@dataclass(frozen=True)
class SolvedHand:
    """One hand, or one class of hands, of a player at a node.

    Attributes:
        hand: two cards, or the name of a class.
        player: ``"oop"`` or ``"ip"``.
        reach: how often the player reaches the node with the hand: its weight in the range, times
            how often the player plays the line with it; for a class, the unweighted mean over its
            combos that contain no card of the board.
        ev: expected chips from the pot; NaN for two cards that leave the opponent no
            possible hand.
        equity: share of the pot if all cards were dealt now; NaN for the same two cards as `ev`.
        strategy: how often the hand takes each action; empty if no player acts.
        action_evs: expected chips from the pot after each action, minus the chips that the player
            still puts in; NaN for the same two cards as `ev`, and empty if no player acts.
    """

    hand: CardSet | str
    player: str
    reach: float
    ev: FloatOrNull
    equity: FloatOrNull
    strategy: tuple[float, ...]
    action_evs: tuple[FloatOrNull, ...]


@dataclass(frozen=True)
class SolutionReport:
    """A solution and one of its nodes.

    Attributes:
        board: cards on the board when play begins.
        iterations: number of iterations of the solver.
        node: the node that is shown.
        exploitability: mean gain of both players' best responses, as a share of the pot.
        ev: expected chips from the pot at the root, by player.
        equity: share of the pot at the root, by player.
        seconds: time spent on learning, in seconds, including that of the solution from which this
            one was continued.
        setup_seconds: time spent on laying out the game, in seconds; 0 for a loaded solution.
        memory_bytes: memory of the solve on one thread, in bytes.
        combos: combos of the player who acts at the node, or of both players if neither acts.
        classes: classes of these combos, as `handsight.solver.SolvedNode.classes` returns them.
        groups: for each of these players, the combos by made hand and by draw.
    """

    board: CardSet
    exploitability: float
    ev: dict[str, float]
    equity: dict[str, float]
    iterations: int
    seconds: float
    setup_seconds: float
    memory_bytes: int
    node: SolvedNodeReport
    combos: tuple[SolvedHand, ...]
    classes: tuple[SolvedHand, ...]
    groups: dict[str, tuple[HandGroup, ...]]


def solution_report(solution: Solution, node: SolvedNode) -> SolutionReport:
    """Build the report of a solution and one of its nodes.

    Args:
        solution: the solution.
        node: one of the solution's nodes.

    Example:
        >>> from handsight.odds import Spot
        >>> from handsight.solver import Betting, solve
        >>> solution = solve(Spot.parse(["AA", "KK"], "2c2d2h3s3d"), Betting(10, 10, "a"))
        >>> report = solution_report(solution, solution.node("check"))
        >>> report.node.player, len(report.combos), [row.hand for row in report.classes]
        ('ip', 6, ['KK'])
    """
    who = PLAYERS if node.player is None else (node.player,)
    return report_of(
        SolutionReport,
        solution,
        board=solution.root.board,
        ev=by_player(solution.ev),
        equity=by_player(solution.equity),
        node=node_report(node),
        combos=tuple(hand for name in who for hand in solved_hands(node, name)),
        classes=tuple(
            SolvedHand(hand, name, row.reach, row.ev, row.equity, row.strategy, row.action_evs)
            for name in who
            for hand, row in node.classes(name).items()
        ),
        groups={name: tuple(hand_groups(node, name)) for name in who},
    )


def node_report(node: SolvedNode) -> SolvedNodeReport:
    """Build the report of a node: its actions, and the value of both ranges."""
    return report_of(
        SolvedNodeReport,
        node,
        stacks=by_player(node.stacks),
        actions=tuple(map(ValuedAction, node.actions, node.frequencies, node.action_ev)),
        ev=by_player(node.ev),
        equity=by_player(node.equity),
    )


def solved_hands(node: SolvedNode, name: str) -> list[SolvedHand]:
    """Return the hands with which a player reaches a node.

    Args:
        node: the node.
        name: ``"oop"`` or ``"ip"``. If a player acts at the node, the strategies and values of
            actions are meaningful only for that player.
    """
    number = PLAYERS.index(name)
    return [
        SolvedHand(
            CardSet.from_mask(MASKS[combo]),
            name,
            float(node.reach[number, combo]),
            float(node.evs[number, combo]),
            float(node.equities[number, combo]),
            tuple(map(float, node.strategy[combo])) if node.player else (),
            tuple(map(float, node.action_evs[combo])) if node.player else (),
        )
        for combo in np.flatnonzero(node.reach[number]).tolist()
    ]


def by_player(numbers: tuple[Number, Number]) -> dict[str, Number]:
    """Return two numbers, one for each player, by the players' names.

    Example:
        >>> by_player((60, 40))
        {'oop': 60, 'ip': 40}
    """
    return dict(zip(PLAYERS, numbers, strict=True))


# --- strategies as pictures and text ------------------------------------------------------------


def action_colours(actions: tuple[str, ...]) -> list[str]:
    """Return a colour for each action: folds blue, checks and calls green, bets and raises red.

    Each further bet or raise has a darker red, up to the fifth; an all-in has the darkest.

    Args:
        actions: names of a node's actions, smaller bets and raises first.

    Example:
        >>> len(set(action_colours(("check", "bet 50 (50%)", "all-in 200"))))
        3
    """
    sized = iter(BETS)
    colours = []
    for action in actions:
        match action.split()[0]:
            case "fold":
                colours.append(FOLD)
            case "check" | "call":
                colours.append(PASSIVE)
            case "all-in":
                colours.append(ALL_IN)
            case _:
                colours.append(next(sized, BETS[-1]))
    return colours


class ClassStrategy(Protocol):
    """A strategy by hand class, at a node or in a chart."""

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions."""

    @property
    def frequencies(self) -> tuple[float, ...]:
        """How often the whole range takes each action."""

    def by_class(self) -> dict[str, tuple[float, ...]]:
        """Return {class: how often it takes each action} for the classes in the range."""


def strategy_svg(node: SolvedNode) -> str:
    """Draw the strategy of the player to act at a node.

    Args:
        node: a node at which a player acts.

    Returns:
        An SVG document.
    """
    return class_strategy_svg(node, strategy_title(node))


def strategy_title(node: SolvedNode) -> str:
    """Return the title of a picture of the strategy at a node: player, line and board."""
    return f"{node.player}: {node.line or 'the root'}, {node.board}"


def class_strategy_svg(node: ClassStrategy, title: str) -> str:
    """Draw a strategy: each cell is a class, coloured by its actions.

    Args:
        node: the strategy.
        title: the title of the picture.

    Returns:
        An SVG document.
    """
    classes, colours = node.by_class(), action_colours(node.actions)
    width = 2 * MARGIN + SIZE * CELL - GAP
    top = width - MARGIN
    height = top + LINE * (len(node.actions) + 1) + MARGIN // 2
    picture = Picture(width, height, title)
    for row in range(SIZE):
        for column in range(SIZE):
            with picture.group(MARGIN + column * CELL, MARGIN + row * CELL):
                name = class_at(row, column)
                _draw_cell(picture, name, classes.get(name), colours)
    picture.text(MARGIN, top + LINE - 4, title)
    entries = zip(node.actions, node.frequencies, colours, strict=True)
    for number, (action, share, colour) in enumerate(entries, 2):
        picture.legend(MARGIN, top + LINE * number - 4, [(colour, f"{action}: {share:.1%}")])
    return picture.svg()


def _draw_cell(
    picture: Picture, name: str, shares: tuple[float, ...] | None, colours: list[str]
) -> None:
    side = CELL - GAP
    picture.rect(0, 0, side, side, EMPTY)
    start = 0.0
    for share, colour in zip(shares or (), colours, strict=bool(shares)):
        if share > 0:
            picture.rect(start * side, 0, share * side, side, colour)
            start += share
    if shares:  # dark letters would be unreadable on dark red
        picture.rect(5, 13, side - 10, 17, LABEL_PAPER, radius=3)
        picture.text(side / 2, 26, name, size=12, anchor="middle")
    else:
        picture.text(side / 2, 26, name, size=12, colour=EMPTY_INK, anchor="middle")


STRATEGY_LEGEND = (
    "A cell shows what the hand does most often, and how often in percent; a letter alone: always;",
    ". is not in the range.",
)
_LETTERS = {"fold": "F", "check": "X", "call": "C", "all-in": "A", "bet": "B", "raise": "R"}


def action_letters(actions: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each action: F fold, X check, C call, B bet, R raise, A all-in.

    Several bets are numbered in the given order, as are several raises.

    Args:
        actions: names of a node's actions, smaller bets and raises first.

    Example:
        >>> action_letters(["check", "bet 50 (50%)", "bet 100 (100%)", "all-in 150"])
        ('X', 'B1', 'B2', 'A')
    """
    letters = [_LETTERS[action.split()[0]] for action in actions]
    return tuple(
        letter + (str(letters[: place + 1].count(letter)) if letters.count(letter) > 1 else "")
        for place, letter in enumerate(letters)
    )


def action_lines(node: ClassStrategy) -> list[str]:
    """Write how often the whole range takes each action, with the letters of the grid."""
    letters = action_letters(node.actions)
    return [
        f"  {letter:<2} {action:<22}{share:>8.2%}"
        for letter, action, share in zip(letters, node.actions, node.frequencies, strict=True)
    ]


def strategy_lines(node: ClassStrategy) -> list[str]:
    """Write a strategy as lines of text, with a cell for each class.

    Each cell has the letter of the class's most frequent action, as `action_letters` returns it,
    and the action's frequency in percent. A letter alone means 100% (rounded), and a dot means
    that the class is not in the range.

    Args:
        node: the strategy.
    """
    classes, letters = node.by_class(), action_letters(node.actions)
    lines = ["  " + "".join(f"{name[1]:<6}" for name in (class_at(0, c) for c in range(SIZE)))]
    for row in range(SIZE):
        cells = []
        for column in range(SIZE):
            shares = classes.get(class_at(row, column))
            cells.append(f"{_main(shares, letters) if shares else '.':<6}")
        lines.append(f"{class_at(row, row)[0]:<2}{''.join(cells)}")
    return [line.rstrip() for line in lines]


def _main(shares: tuple[float, ...], letters: tuple[str, ...]) -> str:
    most = max(range(len(shares)), key=shares.__getitem__)
    percent = round(100 * shares[most])
    return letters[most] + ("" if percent == 100 else f" {percent}")


def solution_lines(node: SolvedNode, exploitability: float, iterations: int) -> list[str]:
    """Describe a node in lines of text: the values and, if a player acts, the strategy.

    Args:
        node: the node.
        exploitability: exploitability of the solution, as a share of the pot.
        iterations: number of iterations of the solve.
    """
    lines = [
        f"{node.board}, pot {node.pot}, behind {node.stacks[0]} and {node.stacks[1]}"
        + (f"; {node.line}" if node.line else ""),
        f"exploitability {exploitability:.3%} of the pot after {iterations:,} iterations",
        "",
        f"{'':<16}{'EV':>10}{'equity':>10}",
    ]
    names = ("out of position", "in position")
    for name, ev, equity in zip(names, node.ev, node.equity, strict=True):
        lines.append(f"{name:<16}{ev:>10.3f}{equity:>10.2%}")
    if node.player is None:
        return lines
    who = "out of position" if node.player == "oop" else "in position"
    lines += ["", f"{who} acts:", *_valued(action_lines(node), node.action_ev)]
    return [*lines, "", *strategy_lines(node), "", *STRATEGY_LEGEND]


def _valued(lines: list[str], evs: tuple[float, ...]) -> list[str]:
    """Add what each action is worth to the lines of the actions."""
    worths = ("" if math.isnan(ev) else f"   EV {ev:.3f}" for ev in evs)
    return [line + worth for line, worth in zip(lines, worths, strict=True)]


# --- notebooks ----------------------------------------------------------------------------------


def node_html(node: SolvedNode) -> str:
    """Write a node as HTML: the values of both players and, if a player acts, the strategy.

    Args:
        node: the node to show.
    """
    place = f"{node.board}, pot {node.pot}" + (f": {node.line}" if node.line else "")
    worth = [
        (name, f"{ev:.2f}", f"{equity:.1%}")
        for name, ev, equity in zip(PLAYERS, node.ev, node.equity, strict=True)
    ]
    parts = [TextTable(place, ("", "EV", "equity"), worth).html()]
    if node.player is not None:
        columns = (node.actions, node.frequencies, node.action_ev)
        rows = [
            (action, f"{share:.1%}", "" if math.isnan(ev) else f"{ev:.2f}")
            for action, share, ev in zip(*columns, strict=True)
        ]
        heads = ("action", "how often", "EV")
        parts.append(TextTable(f"{node.player} acts", heads, rows).html())
        parts.append(strategy_svg(node))
    return "\n".join(parts)


def solution_html(solution: Solution) -> str:
    """Write a solution as HTML: the exploitability that it reached, and its root node.

    Args:
        solution: the solution to show.
    """
    reached = f"{solution.exploitability:.3%} of the pot after {solution.iterations:,} iterations"
    return f"<p>exploitability {reached}</p>\n{node_html(solution.root)}"


# --- push or fold -------------------------------------------------------------------------------


PUSH_FOLD_LEGEND = "A hand alone goes all-in always, 43s 71 in 71% of the cases, and . never."


def push_fold_lines(chart: PushFold) -> list[str]:
    """Write a push-or-fold chart as lines of text: its value, and two grids of percentages.

    The grids show how often each class pushes, and how often it calls.

    Args:
        chart: a solved chart.
    """
    ante = f", ante {chart.ante:g}" if chart.ante else ""
    lines = [
        f"{chart.stack:g} big blinds{ante}: the small blind wins {chart.value:+.5f} a hand",
        f"exploitability {1000 * chart.exploitability:.4f} mbb/hand",
    ]
    for name, share, chances in (
        ("the small blind pushes", chart.push_share, chart.push),
        ("the big blind calls", chart.call_share, chart.call),
    ):
        lines += ["", f"{name} {share:.2%}:"]
        for row in range(SIZE):
            cells = (_percent(class_at(row, column), chances) for column in range(SIZE))
            lines.append("".join(f"{cell:<7}" for cell in cells).rstrip())
    return [*lines, "", PUSH_FOLD_LEGEND]


def _percent(name: str, chances: dict[str, float]) -> str:
    percent = round(100 * chances[name])
    if percent in (0, 100):
        return name if percent else "."
    return f"{name} {percent}"


def push_fold_svg(chart: PushFold) -> str:
    """Draw how often each class pushes, and how often it calls, as two grids side by side.

    Args:
        chart: a solved chart.

    Returns:
        An SVG document.
    """
    width = 2 * MARGIN + SIZE * CELL - GAP
    picture = Picture(
        2 * width, width + LINE + LEGEND, f"Push or fold with {chart.stack:g} big blinds"
    )
    grids = (("push", chart.push_share, chart.push), ("call", chart.call_share, chart.call))
    for place, (name, share, chances) in enumerate(grids):
        rows = [[chances[class_at(row, column)] for column in range(SIZE)] for row in range(SIZE)]
        labels = [[f"{number:.0%}" for number in row] for row in rows]
        with picture.group(place * width, 0):
            picture.heat_map(MARGIN, MARGIN, rows, labels, cell=CELL)
            caption = f"{name} with {chart.stack:g} big blinds: {share:.2%}"
            picture.text(width / 2, width + 7, caption, anchor="middle")
    words = ("never", "25%", "50%", "75%", "always")
    picture.legend(MARGIN, width + LINE + 10, scale_entries(words))
    return picture.svg()
