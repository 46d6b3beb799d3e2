"""Spots on the flop by the names that players use, such as ``BTN vs BB, single raised``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from handsight.blueprint.blueprint import SHIPPED, blueprint_of
from handsight.blueprint.tree import BIG_BLIND, SHOWDOWN
from handsight.charts.chart import range_of
from handsight.charts.lines import LIMP, POSITIONS, SAME, Reached, raised, start, taken
from handsight.charts.own import OwnCharts, seats_named
from handsight.errors import InputError, OptionError

if TYPE_CHECKING:
    from pathlib import Path

    from handsight.blueprint import Blueprint
    from handsight.ranges import Range

KINDS = {"limped": 0, "single raised": 1, "3bet": 2, "4bet": 3, "5bet": 4}
"""The number of raises before the flop in each kind of pot."""

_POT = re.compile(r"(limped|single[- ]raised|[345]-?bet)(?: pot)?", re.ASCII | re.IGNORECASE)
_STACK = re.compile(r"(\d{1,4}) ?bb", re.ASCII | re.IGNORECASE)


class PreflopSpot(NamedTuple):
    """The ranges with which two players see the flop, with the pot and the stacks.

    Attributes:
        line: the actions before the flop.
        oop: the range of the player out of position.
        ip: the range of the player in position.
        pot: chips in the pot on the flop; the big blind is 100 chips.
        stack: chips that each player has left on the flop.
    """

    line: tuple[str, ...]
    oop: Range
    ip: Range
    pot: int
    stack: int


def spot(name: str, file: str = "", charts: Path | str = "") -> PreflopSpot:
    """Return the spot that a name means: by the blueprint's charts, heads-up, or by your own.

    Args:
        name: the two positions, the kind of pot and, unless it is 100 big blinds, the stack:
            ``BTN vs BB, single raised``, ``BTN vs BB, 3bet, 40bb`` or ``BTN vs BB, limped``. The
            sizes are those that the strategy uses most often, but not all-in if there is another.
        file: a blueprint file; empty for the blueprint that matches the stack.
        charts: a folder or a file with charts of your own, which replace the blueprint's, as for
            `chart`. If they have more positions than the button and the big blind, blinds who
            fold leave their money in the pot.

    Raises:
        InputError: if the name cannot be read, no bet on the flop can follow, or a file is damaged.
        OptionError: if there is no blueprint for the stack, ``file`` or your charts cannot be
            read, or both are passed.

    Example:
        >>> raised_pot = spot("BTN vs BB, single raised")
        >>> raised_pot.line, raised_pot.pot, raised_pot.stack
        (('BTN raises to 2 bb', 'BB calls'), 400, 9800)
    """
    positions, kind, stack = _parts(name)
    if charts:
        if file:
            raise OptionError("spots come from a blueprint file or are your own; pass one of them")
        return _own_spot(name, positions, KINDS[kind], stack, charts)
    _require_positions(positions, name)
    blueprint = blueprint_of(stack, file=file)
    at = _flop_after(blueprint, KINDS[kind])
    tree = blueprint.betting.tree
    player, street = tree.acting(at.node)
    if player >= SHOWDOWN or street != 1:
        raise InputError(f"{name!r}: {', '.join(at.words)}; after that nobody can bet on the flop")
    ip, oop = (range_of(at.reach[number]) for number in range(2))
    paid = tree.paid[at.node].tolist()
    return PreflopSpot(at.words, oop, ip, sum(paid), tree.stack - paid[0])


def _parts(name: str) -> tuple[str, str, int]:
    """Return what a name has: the text of the positions, the kind of pot, and the stack."""
    positions, *parts = (part.strip() for part in name.split(","))
    stack, kind = SHIPPED, None
    for part in parts:
        if match := _STACK.fullmatch(part):
            stack = int(match[1])
        elif (match := _POT.fullmatch(part)) and kind is None:
            kind = match[1].lower().replace("-", "").replace("singleraised", "single raised")
        else:
            raise InputError(
                f"{name!r}: {part!r} is neither a kind of pot ({', '.join(KINDS)}) nor a stack "
                "such as 100bb"
            )
    if kind is None:
        raise InputError(f"{name!r} has no kind of pot; add one of {', '.join(KINDS)}")
    return positions, kind, stack


def _own_spot(
    name: str, positions: str, raises: int, stack: int, charts: Path | str
) -> PreflopSpot:
    seats = seats_named(positions)
    if seats is None:
        raise InputError(f"{name!r} must begin with two positions: 'CO vs BB, …'")
    found = OwnCharts(charts).spot(seats, raises, name)
    paid = round(BIG_BLIND * found.paid)
    left = BIG_BLIND * stack - paid
    if left <= 0:
        raise InputError(
            f"{name!r}: {', '.join(found.line)}; with {stack} bb nobody can bet after that"
        )
    return PreflopSpot(
        found.line, found.oop, found.ip, 2 * paid + round(BIG_BLIND * found.dead), left
    )


def _require_positions(text: str, name: str) -> None:
    words = [SAME.get(word.upper(), word.upper()) for word in text.split()]
    if sorted(words) != sorted([*POSITIONS, "VS"]) or words[1] != "VS":
        raise InputError(f"{name!r} must begin with the two positions: 'BTN vs BB, …'")


def _flop_after(blueprint: Blueprint, raises: int) -> Reached:
    """Return the node after some raises and a call, or after a limp and a check if there are none.

    This is the start of the flop unless a player is all-in.
    """
    at = start()
    if not raises:
        return taken(blueprint, taken(blueprint, at, LIMP), "check")
    for _ in range(raises):
        at = raised(blueprint, at, None)
    return taken(blueprint, at, "call")
