"""The names of the charts and spots that there are, for menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path

from handsight.blueprint.blueprint import SHIPPED, blueprint_of
from handsight.charts.lines import ALL_IN, action_words, decision_of
from handsight.charts.own import OwnCharts
from handsight.charts.spots import KINDS, spot
from handsight.errors import InputError

_FIRST = ("BTN open", "BB vs BTN limp")
_LATER = ("BTN vs BB raise", "BTN vs BB 3bet", "BB vs BTN 4bet", "BTN vs BB 5bet")


def chart_names(charts: Path | str = "") -> tuple[str, ...]:
    """Return the names of the charts, those with the fewest actions before them first.

    Args:
        charts: a folder or a file with charts of your own; empty for the shipped blueprint.

    Raises:
        InputError: if your charts have a fault.
        OptionError: if your charts cannot be read.

    Example:
        >>> chart_names()[:5]
        ('BTN open', 'BB vs BTN limp', 'BB vs BTN 2bb', 'BB vs BTN 3bb', 'BB vs BTN all-in')
    """
    if charts:
        return OwnCharts(charts).names
    blueprint = blueprint_of(SHIPPED)
    raises = (
        "".join(words.removeprefix("raise to ").split())
        for words in action_words(blueprint.betting.tree, 0)
        if words == ALL_IN or words.startswith("raise")
    )
    names = (*_FIRST, *(f"BB vs BTN {size}" for size in raises), *_LATER)
    return tuple(name for name in names if _is_possible(partial(decision_of, blueprint, name)))


def spot_names(charts: Path | str = "") -> tuple[str, ...]:
    """Return the names of the spots on the flop that the charts lead to.

    Args:
        charts: a folder or a file with charts of your own; empty for the shipped blueprint.

    Raises:
        InputError: if your charts have a fault.
        OptionError: if your charts cannot be read.

    Example:
        >>> spot_names()
        ('BTN vs BB, limped', 'BTN vs BB, single raised', 'BTN vs BB, 3bet', 'BTN vs BB, 4bet')
    """
    if not charts:
        names = [f"BTN vs BB, {kind}" for kind in KINDS]
        return tuple(name for name in names if _is_possible(partial(spot, name)))
    own = OwnCharts(charts)
    return tuple(
        f"{one} vs {other}, {kind}"
        for one, other in combinations(own.seats, 2)
        for kind, raises in KINDS.items()
        if _is_possible(partial(own.spot, (one, other), raises, ""))
    )


def _is_possible(question: Callable[[], object]) -> bool:
    """Check whether the charts have an answer to a question."""
    try:
        question()
    except InputError:
        return False
    return True
