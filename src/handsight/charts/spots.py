"""Spots on the flop by the names that players use, such as ``BTN vs BB, single raised``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from handsight.blueprint.blueprint import SHIPPED
from handsight.blueprint.tree import BIG_BLIND
from handsight.charts.chart import PLAYERS, range_of, strategy_with_values
from handsight.charts.lines import flop_of
from handsight.charts.names import without_table
from handsight.charts.own import OwnCharts, seats_named
from handsight.errors import InputError, OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from handsight.ranges import Range

KINDS = {"limped": 0, "single raised": 1, "3bet": 2, "4bet": 3, "5bet": 4}
"""The number of raises before the flop in each kind of pot."""

_POT = re.compile(r"(limped|single[- ]raised|[345]-?bet)(?: pot)?", re.ASCII | re.IGNORECASE)


class PreflopSpot(NamedTuple):
    """The ranges with which two players see the flop, with the pot and the stacks.

    Attributes:
        line: the actions before the flop, without the folds of players who had not acted before.
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
    """Return the spot that a name means: by a blueprint's charts, or by your own.

    Args:
        name: the two positions, the kind of pot and, unless there are six players with 100 big
            blinds, the number of players and the stack: ``CO vs BB, single raised``, ``BTN vs CO,
            3bet, 40bb``, ``SB vs BB, limped`` or ``BTN vs BB, single raised, heads-up``. The sizes
            are those that the strategy uses most often, but not all-in if there is another.
        file: a blueprint file, for which the players and the stack in the name are ignored; empty
            for the blueprint that matches them.
        charts: a folder or a file with charts of your own, which replace the blueprint's, as for
            `chart`. Unless there are two players, blinds who fold leave their money in the pot. If
            the name does not say how many there are, there are two if the charts have no positions
            but the button (or the small blind) and the big blind.

    Raises:
        InputError: if the name cannot be read, no bet on the flop can follow, or a file is damaged.
        OptionError: if there is no blueprint for the players and the stack, ``file`` or your charts
            cannot be read, or both are passed.

    Example:
        >>> raised_pot = spot("BTN vs BB, single raised, heads-up")
        >>> raised_pot.line, raised_pot.pot, raised_pot.stack
        (('BTN raises to 2 bb', 'BB calls'), 400, 9800)
    """
    parts = _parts(name)
    seats, raises = seats_named(parts.positions), KINDS[parts.kind]
    if seats is None:
        raise InputError(f"{name!r} must begin with two different positions: 'BTN vs BB, …'")
    if charts:
        if file:
            raise OptionError("spots come from a blueprint file or are your own; pass one of them")
        return _own_spot(name, seats, raises, parts, charts)
    players = PLAYERS if parts.players is None else parts.players
    strategy, _ = strategy_with_values(players, parts.stack, file)
    at = flop_of(strategy, seats, raises, name)
    player, street = strategy.tree.acting(at.node)
    if not 0 <= player < len(strategy.positions) or street != 1:
        raise InputError(f"{name!r}: {', '.join(at.words)}; after that nobody can bet on the flop")
    flop = strategy.flop_at(at.node)
    oop, ip = (range_of(at.reach[number]) for number in flop.players)
    return PreflopSpot(at.words, oop, ip, flop.pot, flop.stack)


class _Parts(NamedTuple):
    """The parts of a spot's name: positions as text, kind of pot, stack in big blinds, players.

    The number of players is None if the name does not say.
    """

    positions: str
    kind: str
    stack: int
    players: int | None


def _parts(name: str) -> _Parts:
    (positions, *others), players, stack = without_table(name)
    kinds = [match[1].lower() for match in map(_POT.fullmatch, others) if match]
    for part in others:
        if not _POT.fullmatch(part):
            raise InputError(
                f"{name!r}: {part!r} is no kind of pot ({', '.join(KINDS)}), no stack such as "
                "100bb, and no number of players such as 6-max or heads-up"
            )
    if len(kinds) != 1:
        raise InputError(
            f"{name!r} has {'more than one' if kinds else 'no'} kind of pot; write one of "
            f"{', '.join(KINDS)}"
        )
    kind = kinds[0].replace("-", "").replace("singleraised", "single raised")
    return _Parts(positions, kind, SHIPPED if stack is None else stack, players)


def _own_spot(
    name: str, seats: Sequence[str], raises: int, parts: _Parts, charts: Path | str
) -> PreflopSpot:
    found = OwnCharts(charts, parts.players).spot(seats, raises, name)
    paid = round(BIG_BLIND * found.paid)
    left = BIG_BLIND * parts.stack - paid
    if left <= 0:
        raise InputError(
            f"{name!r}: {', '.join(found.line)}; with {parts.stack} bb nobody can bet after that"
        )
    return PreflopSpot(
        found.line, found.oop, found.ip, 2 * paid + round(BIG_BLIND * found.dead), left
    )
