"""Situations in which players show their habits: continuation bets, steals, check-raises and more.

In each a player has a chance, which they take or not. What makes a chance is said in words on the
page on player statistics; here it is counted, hand by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from handsight.game import position_names

POSITIONS = ("SB", "BB", "EP", "HJ", "CO", "BTN")
"""The names of `handsight.game.position_names`; early position is all from UTG to LJ."""

STREETS_AFTER = ("flop", "turn", "river")

BEFORE_FLOP = (*("vpip", "pfr", "three_bet", "fold_to_three_bet", "steal", "fold_to_steal"),)
AFTER_FLOP = ("c_bet", "fold_to_c_bet", "check_raise", "donk_bet")

SITUATIONS = (
    *BEFORE_FLOP,
    *(f"{name}_{street}" for name in AFTER_FLOP for street in STREETS_AFTER),
)
"""The names of all situations; `Counts.chances` and `Counts.taken` have a row for each."""

SB, BB, EP, HJ, CO, BTN = range(len(POSITIONS))
_PLACES = {name: place for place, name in enumerate(POSITIONS)}
_STEALERS = (CO, BTN, SB)
_BLINDS = (SB, BB)
_NOBODY = -1
_FEWEST_FOR_STEALS = 3
_ROWS = {name: row for row, name in enumerate(SITUATIONS)}
_ROW_AFTER = {
    name: [_NOBODY, *(_ROWS[f"{name}_{street}"] for street in STREETS_AFTER)] for name in AFTER_FLOP
}


class Turn(NamedTuple):
    """A player's turn.

    Attributes:
        street: 0 to 3, preflop to river.
        could_raise: whether the rules allowed a bet or raise.
        all_in: whether the action took all their chips.
    """

    seat: int
    street: int
    folds: bool
    checks: bool
    wagers: bool
    could_raise: bool
    all_in: bool


Note = Callable[[int, int, bool], None]
"""Called with the seat, the row of the situation, and whether the chance was taken."""


def positions_of(seats: Sequence[int], big_blind: int) -> dict[int, int]:
    """Name the places at the table, as places in `POSITIONS`.

    Between two players the button posts the small blind, and is the button.

    Args:
        seats: the players from the left of the button on.
        big_blind: the seat of the big blind.

    Example:
        >>> [POSITIONS[place] for place in positions_of([0, 1, 2, 3, 4, 5, 6], 1).values()]
        ['SB', 'BB', 'EP', 'EP', 'HJ', 'CO', 'BTN']
        >>> [POSITIONS[place] for place in positions_of([0, 1], 0).values()]
        ['BB', 'BTN']
    """
    names = position_names(seats, big_blind)
    return {seat: _PLACES.get(name, EP) for seat, name in names.items()}


def note_situations(turns: Iterable[Turn], positions: Mapping[int, int], note: Note) -> None:
    """Say of each chance of a hand who had it, and whether they took it.

    Args:
        turns: of all players, in order.
        positions: by seat, of those who were dealt in.
        note: is called for each chance but those of VPIP and PFR, which need no looking back.
    """
    by_street: list[list[Turn]] = [[] for _ in range(4)]
    for turn in turns:
        by_street[turn.street].append(turn)
    aggressor = _before_the_flop(by_street[0], positions, note)
    bet_on = True
    for street in range(1, 4):
        aggressor, bet_on = _on_street(by_street[street], street, aggressor, bet_on, note)


def _before_the_flop(turns: list[Turn], positions: Mapping[int, int], note: Note) -> Turn | None:
    """Note what happens before the flop; give the last raise."""
    raises: list[Turn] = []
    calls = 0
    is_steal = False
    for turn in turns:
        seat, place = turn.seat, positions[turn.seat]
        others = [each for each in raises if each.seat != seat]
        if not raises and not calls:
            opens = place in _STEALERS and len(positions) >= _FEWEST_FOR_STEALS
            if opens and turn.could_raise:
                note(seat, _ROWS["steal"], turn.wagers)
            is_steal = opens and turn.wagers
        elif len(raises) == 1 and others:
            if turn.could_raise:
                note(seat, _ROWS["three_bet"], turn.wagers)
            if is_steal and not calls and place in _BLINDS:
                note(seat, _ROWS["fold_to_steal"], turn.folds)
        elif len(raises) == 2 and raises[0].seat == seat and others:
            note(seat, _ROWS["fold_to_three_bet"], turn.folds)
        if turn.wagers:
            raises.append(turn)
        elif not turn.folds and not turn.checks:
            calls += 1
    return raises[-1] if raises else None


def _on_street(
    turns: list[Turn], street: int, aggressor: Turn | None, bet_on: bool, note: Note
) -> tuple[Turn | None, bool]:
    """Note what happens on a street after the flop.

    Args:
        aggressor: who bet or raised last on the street before.
        bet_on: whether a bet now is a continuation: always on the flop, later where the last wager
            of the street before was one itself.

    Returns:
        The last wager of this street, and whether it was a continuation bet.
    """
    wagers: list[Turn] = []
    acted: set[int] = set()
    checked: set[int] = set()
    continued = False
    seat_before = _NOBODY if aggressor is None else aggressor.seat
    for turn in turns:
        seat = turn.seat
        if not wagers and seat not in acted and turn.could_raise:
            if seat == seat_before:
                if bet_on:
                    note(seat, _ROW_AFTER["c_bet"][street], turn.wagers)
                    continued = turn.wagers
            elif aggressor is not None and not aggressor.all_in and seat_before not in acted:
                note(seat, _ROW_AFTER["donk_bet"][street], turn.wagers)
        if wagers and wagers[-1].seat != seat:
            if len(wagers) == 1 and continued:
                note(seat, _ROW_AFTER["fold_to_c_bet"][street], turn.folds)
            if seat in checked and turn.could_raise:
                note(seat, _ROW_AFTER["check_raise"][street], turn.wagers)
        checked.discard(seat)
        if turn.checks:
            checked.add(seat)
        if turn.wagers:
            wagers.append(turn)
        acted.add(seat)
    last = wagers[-1] if wagers else None
    return last, continued and len(wagers) == 1
