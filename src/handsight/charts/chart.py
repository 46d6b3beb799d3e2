"""Charts: how often a player takes each action with each hand class at a decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.blueprint.blueprint import SHIPPED, blueprint_of
from handsight.charts.evs import preflop_values_of
from handsight.charts.lines import COMBOS, action_words, decision_of
from handsight.charts.names import without_table
from handsight.charts.own import OwnCharts
from handsight.charts.table_evs import table_values_of
from handsight.errors import InputError, OptionError
from handsight.multiway.blueprint import KIND as TABLE_KIND
from handsight.multiway.blueprint import loaded_table, require_table
from handsight.ranges import Range
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS_OF
from handsight.runtime.archives import archive_kind
from handsight.runtime.notebooks import ShownInNotebooks, plot_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from handsight.blueprint import Blueprint
    from handsight.charts.evs import PreflopValues
    from handsight.charts.table_evs import TableValues
    from handsight.multiway import TableBlueprint

PLAYERS = 6
"""Default number of players at the table."""

LEAST_REACH = 1e-4
"""`Chart.by_class` leaves out a class whose ``reach`` is below this."""

DEEPEST = 1_000
"""The deepest stack of a chart of your own, in big blinds."""

PARTS = 10_000
"""The weights of a range are rounded to multiples of 1 / `PARTS`."""


@dataclass(frozen=True, eq=False, repr=False)
class Chart(ShownInNotebooks):
    """What a player does at a decision before the flop.

    Attributes:
        name: the name passed to `chart`; in charts of your own, without the number of players and
            the stack.
        player: the position of the player to act, such as ``BB``.
        line: all actions of the hand before the decision, such as ``BTN raises to 2 bb``,
            without the folds of players who had not acted before.
        stack: the stack of each player before the hand, in big blinds.
        actions: the actions that the player can take, such as ``raise to 4.4 bb``.
        reach: float64[169], how often the player's own earlier actions lead there with each hand
            class of `CLASSES`; 1 if the player has not acted before. If charts of your own lack
            these actions, it is how often the class is listed at the decision.
        shares: float64[169, actions], how often each class takes each action; each row adds up
            to 1.
        evs: float64[169, actions], in big blinds, how much more each action wins than ``base``; NaN
            if unknown, such as for a class against which the opponent has no hand there, after too
            few deals, and in charts of your own.
        errors: float64[169, actions], the standard errors of ``evs``, in big blinds, or NaN.
        base: what ``evs`` are compared with: ``fold``, or ``check`` where a check costs nothing
            among three or more players.

    Example:
        >>> opening = chart("BTN open", players=2)
        >>> opening.actions
        ('fold', 'call', 'raise to 2 bb', 'raise to 3 bb', 'all-in')
        >>> opening.share_of("72o", "fold") > 0.5 > opening.share_of("AA", "fold")
        True
    """

    name: str
    player: str
    line: tuple[str, ...]
    stack: int
    actions: tuple[str, ...]
    reach: NDArray[np.float64]
    shares: NDArray[np.float64]
    evs: NDArray[np.float64] = field(repr=False)
    errors: NDArray[np.float64] = field(repr=False)
    base: str = "fold"

    @cached_property
    def frequencies(self) -> tuple[float, ...]:
        """How often the player takes each action, over the range that gets to the decision."""
        weights = self.reach * COMBOS
        return tuple((weights @ self.shares / weights.sum()).tolist())

    def by_class(self) -> dict[str, tuple[float, ...]]:
        """Return {name of a class: how often it takes each of `actions`}.

        Classes with a ``reach`` below `LEAST_REACH` are left out.
        """
        return {
            name: tuple(self.shares[number].tolist())
            for number, name in enumerate(CLASSES)
            if self.reach[number] >= LEAST_REACH
        }

    def plot(self, axes: Any = None) -> Any:
        """Draw the chart with matplotlib: each cell is a class, coloured by its actions.

        Args:
            axes: the axes to draw on; None for those of a new figure.

        Returns:
            The axes.

        Raises:
            MissingExtraError: if matplotlib is not installed.
        """
        return plot_of(self, axes)

    def share_of(self, name: str, action: str) -> float:
        """Return how often a hand class takes an action.

        Args:
            name: the name of a class, such as ``AKs``.
            action: one of `actions`.

        Raises:
            InputError: if there is no such class or action.
        """
        if name not in CLASSES:
            raise InputError(f"{name!r} is not a hand class; write AKs, AKo or AA")
        return float(self.shares[CLASSES.index(name), self._place(action)])

    def range(self, action: str | None = None) -> Range:
        """Return the range with which the player gets to the decision, or takes an action at it.

        Args:
            action: one of `actions`; None for all of them together.

        Raises:
            InputError: if there is no such action.

        Example:
            >>> "AA" in str(chart("BB vs BTN 2x", players=2).range("raise to 6 bb"))
            True
        """
        weights = self.reach if action is None else self.reach * self.shares[:, self._place(action)]
        return range_of(weights)

    def _place(self, action: str) -> int:
        if action not in self.actions:
            raise InputError(f"{action!r} is no action here; there are {', '.join(self.actions)}")
        return self.actions.index(action)


def range_of(weights: NDArray[np.float64]) -> Range:
    """Convert weights of the hand classes, float64[169], to a range.

    The weights are capped at 1, and rounded to multiples of 1 / `PARTS`.
    """
    whole = np.zeros(COMBO_COUNT, np.int64)
    for name, weight in zip(CLASSES, weights.tolist(), strict=True):
        whole[list(COMBOS_OF[name])] = round(PARTS * min(weight, 1.0))
    return Range.from_whole(whole.tolist(), PARTS)


def chart(
    name: str,
    stack: int = SHIPPED,
    file: str = "",
    charts: Path | str = "",
    players: int | None = None,
) -> Chart:
    """Return the chart of a decision before the flop: a blueprint's, or your own.

    Args:
        name: ``CO open``; ``BB vs BTN`` with ``limp``, ``open``, a size such as ``2.5x`` or
            ``all-in``; ``CO vs BTN 3bet``, ``BTN vs CO 4bet`` and so on; or ``SB vs BB raise`` for
            a raise after a limp. A size can follow: ``3x`` is three times the bet faced, ``6bb``
            six big blinds. Without a size, the name means the size that the strategy uses most
            often, but not all-in if there is another one. Players whom a name does not mention
            fold; a line with more players is written as ``CO/2.5bb/BTN/call/BB``. After a comma,
            the number of players or the stack can follow, instead of as an argument: ``BTN open,
            heads-up, 40bb``.
        stack: the stack of the blueprint in big blinds; ignored if ``file`` is passed. Charts of
            your own do not depend on it; it only becomes the chart's ``stack``, and must be from 1
            to 1,000.
        file: a blueprint file; empty for the blueprint that matches ``players`` and ``stack``.
        charts: a folder or a file with charts of your own, which replace the blueprint's.
            `handsight.charts.own_files` says what they look like.
        players: number of players at the table, 2 to 9; ignored if ``file`` is passed. Heads-up,
            the button is the small blind. None for six; for charts of your own, None means two if
            they have no positions but the button (or the small blind) and the big blind.

    Raises:
        InputError: if the name cannot be read, the strategy has no such decision, or a file is
            damaged.
        OptionError: if the stack or number of players is invalid, there is no such blueprint, its
            file or your charts cannot be read, or both are passed.
        OSError: if the file with the blueprint's values cannot be read, or their estimate cannot
            be stored.

    Example:
        >>> chart("BTN vs BB 3bet 6bb", players=2).line
        ('BTN raises to 2 bb', 'BB raises to 6 bb')
    """
    parts, named_players, named_stack = without_table(name)
    players = players if named_players is None else named_players
    stack = stack if named_stack is None else named_stack
    decision = ", ".join(parts)
    if charts:
        if file:
            raise OptionError("charts come from a blueprint file or are your own; pass one of them")
        return _own_chart(decision, stack, charts, players)
    players = PLAYERS if players is None else players
    strategy, values = strategy_with_values(players, stack, file)
    at = decision_of(strategy, decision)
    player = strategy.tree.acting(at.node)[0]
    evs, errors = values().at(at.node)
    actions = action_words(strategy, at.node)
    return Chart(
        name,
        strategy.positions[player],
        at.words,
        strategy.betting.stack,
        actions,
        at.reach[player],
        strategy.table(at.node),
        evs,
        errors,
        "fold" if len(strategy.positions) == 2 else actions[0],
    )


def strategy_with_values(
    players: int, stack: int, file: str
) -> tuple[Blueprint | TableBlueprint, Callable[[], PreflopValues | TableValues]]:
    """Return the blueprint for a number of players, and a function that returns its preflop values.

    Args:
        players: number of players at the table, 2 to 9; ignored if ``file`` is passed.
        stack: the stack of the blueprint in big blinds; ignored if ``file`` is passed.
        file: a blueprint file; empty for the blueprint that matches ``players`` and ``stack``.

    Raises:
        InputError: if the file is damaged, or has another version.
        OptionError: if the stack or number of players is invalid, there is no such blueprint, or
            its file cannot be read.
    """
    is_table = archive_kind(file) == TABLE_KIND if file else players != 2
    if not is_table:
        return blueprint_of(stack, file=file), partial(preflop_values_of, stack, file=file)
    path = Path(file) if file else require_table(players, stack)
    blueprint = loaded_table(path)
    return blueprint, partial(table_values_of, blueprint, path)


def _own_chart(name: str, stack: int, charts: Path | str, players: int | None) -> Chart:
    if not 1 <= stack <= DEEPEST:
        raise OptionError(f"stack is {stack}; it must be from 1 to {DEEPEST:,} big blinds")
    found = OwnCharts(charts, players).decision(name)
    unknown = np.full(found.shares.shape, np.nan)
    return Chart(
        *(name, found.player, found.line, stack, found.actions),
        *(found.reach, found.shares, unknown, unknown),
    )
