"""The names of the charts and spots that there are, for menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path

from handsight.blueprint.blueprint import SHIPPED
from handsight.charts.chart import PLAYERS, strategy_with_values
from handsight.charts.lines import acting_order, action_words, decision_of
from handsight.charts.names import ALL_IN
from handsight.charts.own import OwnCharts
from handsight.charts.spots import KINDS, spot
from handsight.errors import InputError


def chart_names(charts: Path | str = "", players: int = PLAYERS) -> tuple[str, ...]:
    """Return the names of the charts, those with the fewest actions before them first.

    For a blueprint, these are the names of decisions against no or one other player; there are
    further charts of lines with more players.

    Args:
        charts: a folder or a file with charts of your own; empty for the blueprint for ``players``
            with 100 big blinds.
        players: number of players at the table; ignored if ``charts`` is passed.

    Raises:
        InputError: if your charts have a fault.
        OptionError: if your charts cannot be read, or there is no blueprint for so many players.

    Example:
        >>> chart_names(players=2)[:5]
        ('BTN open', 'BB vs BTN limp', 'BB vs BTN 2bb', 'BB vs BTN 3bb', 'BB vs BTN all-in')
    """
    if charts:
        return OwnCharts(charts).names
    strategy, _ = strategy_with_values(players, SHIPPED, "")
    seats = [strategy.positions[player] for player in acting_order(strategy)]
    names = [f"{seat} open" for seat in seats[:-1]]
    for one, other in combinations(seats, 2):
        opened = decision_of(strategy, f"{one} open").node
        raises = (
            "".join(words.removeprefix("raise to ").split())
            for words in action_words(strategy, opened)
            if words == ALL_IN or words.startswith("raise")
        )
        names += [f"{other} vs {one} limp"] * (other == seats[-1])
        names += [f"{other} vs {one} {size}" for size in raises]
        names += [f"{one} vs {other} raise"] * (other == seats[-1])
        names += [f"{one} vs {other} 3bet", f"{other} vs {one} 4bet", f"{one} vs {other} 5bet"]
    known = [name for name in names if _is_possible(partial(decision_of, strategy, name))]
    return tuple(sorted(known, key=lambda name: len(decision_of(strategy, name).words)))


def spot_names(charts: Path | str = "", players: int = PLAYERS) -> tuple[str, ...]:
    """Return the names of the spots on the flop that the charts lead to, as `spot` reads them.

    Args:
        charts: a folder or a file with charts of your own; empty for the blueprint for ``players``
            with 100 big blinds.
        players: number of players at the table; ignored if ``charts`` is passed.

    Raises:
        InputError: if your charts have a fault.
        OptionError: if your charts cannot be read, or there is no blueprint for so many players.

    Example:
        >>> spot_names(players=2)[:2]
        ('BTN vs BB, limped, heads-up', 'BTN vs BB, single raised, heads-up')
    """
    if not charts:
        strategy, _ = strategy_with_values(players, SHIPPED, "")
        seats = [strategy.positions[player] for player in acting_order(strategy)]
        table = {2: ", heads-up", PLAYERS: ""}.get(players, f", {players} players")
        names = [
            f"{one} vs {other}, {kind}{table}"
            for one, other in combinations(seats, 2)
            for kind in KINDS
        ]
        return tuple(name for name in names if _is_possible(partial(spot, name)))
    own = OwnCharts(charts)
    return tuple(
        f"{one} vs {other}, {kind}"
        for one, other in combinations(own.seats, 2)
        for kind, raises in KINDS.items()
        if _is_possible(partial(own.spot, (one, other), raises, ""))
    )


def _is_possible(question: Callable[[], object]) -> bool:
    """Check whether a look-up in the charts succeeds; its `InputError` means that it does not."""
    try:
        question()
    except InputError:
        return False
    return True
