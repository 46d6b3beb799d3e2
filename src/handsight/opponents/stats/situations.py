"""Situations that show players' habits: continuation bets, steals, check-raises and more.

In each situation, a player has the chance to act in a certain way, and takes the chance or not. The
documentation's page on player statistics defines the chances in words; this module finds them in a
hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from handsight.game import position_names

POSITIONS = ("SB", "BB", "EP", "HJ", "CO", "BTN")
"""The names of positions, as in `handsight.game.position_names`, but EP covers UTG to LJ."""

STREETS_AFTER = ("flop", "turn", "river")

BEFORE_FLOP = (*("vpip", "pfr", "three_bet", "fold_to_three_bet", "steal", "fold_to_steal"),)
AFTER_FLOP = ("c_bet", "fold_to_c_bet", "check_raise", "donk_bet")

SITUATIONS = (
    *BEFORE_FLOP,
    *(f"{name}_{street}" for name in AFTER_FLOP for street in STREETS_AFTER),
)
"""The names of all situations, in the order of the rows of `Counts.chances` and `Counts.taken`."""

SB, BB, EP, HJ, CO, BTN = range(len(POSITIONS))
_PLACES = {name: place for place, name in enumerate(POSITIONS)}
_STEALERS = (CO, BTN, SB)
_BLINDS = (SB, BB)
_NOBODY = -1
_FEWEST_FOR_STEALS = 3
_ROWS = {name: row for row, name in enumerate(SITUATIONS)}
_STEAL, _FOLD_TO_STEAL = _ROWS["steal"], _ROWS["fold_to_steal"]
_THREE_BET, _FOLD_TO_THREE_BET = _ROWS["three_bet"], _ROWS["fold_to_three_bet"]
_C_BET, _FOLD_TO_C_BET, _CHECK_RAISE, _DONK_BET = (
    [_NOBODY, *(_ROWS[f"{name}_{street}"] for street in STREETS_AFTER)] for name in AFTER_FLOP
)


Turn: TypeAlias = tuple[int, int, bool, bool, bool, bool, bool]
"""A player's turn: the seat; the street, 0 (preflop) to 3; three flags for whether the player
folded, checked, or wagered; whether the rules allowed a bet or raise; and whether the player put in
all their remaining chips. The turn is a plain tuple because named fields would take more time than
the rules themselves."""

Wager: TypeAlias = "tuple[int, bool] | None"
"""The last bet or raise on a street: the player's seat, and whether it put the player all-in; None
if nobody bet or raised."""

Note = Callable[[int, int, bool], None]
"""A callable that takes a seat, the index of a situation, and whether the chance was taken."""


def positions_of(seats: Sequence[int], big_blind: int) -> dict[int, int]:
    """Return {seat: index of the seat's position in `POSITIONS`}.

    Heads-up, the button counts as BTN and the other player as BB, or as SB if the players have
    exchanged blinds.

    Args:
        seats: the seats of the players in clockwise order, starting left of the button.
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
    """Report each chance in a hand: the seat, the situation, and whether the chance was taken.

    Args:
        turns: the turns of all players, in order.
        positions: {seat that was dealt in: index of the seat's position in `POSITIONS`}.
        note: called for each chance, except for VPIP and PFR, which do not depend on earlier
            actions.
    """
    by_street: list[list[Turn]] = [[], [], [], []]
    for turn in turns:
        by_street[turn[1]].append(turn)
    aggressor = _before_the_flop(by_street[0], positions, note)
    bet_on = True
    for street in range(1, 4):
        aggressor, bet_on = _on_street(by_street[street], street, aggressor, bet_on, note)


def _before_the_flop(turns: list[Turn], positions: Mapping[int, int], note: Note) -> Wager:
    """Report each chance before the flop to ``note``, and return the last bet or raise.

    Blinds and straddles are no bets.
    """
    raisers: list[int] = []
    calls = 0
    is_steal = was_all_in = False
    for seat, _, folds, _, wagers, could_raise, all_in in turns:
        if not raisers:
            if not calls:
                opens = positions[seat] in _STEALERS and len(positions) >= _FEWEST_FOR_STEALS
                if opens and could_raise:
                    note(seat, _STEAL, wagers)
                is_steal = opens and wagers
        elif len(raisers) == 1:
            if raisers[0] != seat:
                if could_raise:
                    note(seat, _THREE_BET, wagers)
                if is_steal and not calls and positions[seat] in _BLINDS:
                    note(seat, _FOLD_TO_STEAL, folds)
        elif len(raisers) == 2 and raisers[0] == seat != raisers[1]:
            note(seat, _FOLD_TO_THREE_BET, folds)
        if wagers:
            raisers.append(seat)
            was_all_in = all_in
        elif not folds:
            # A player who posted out of turn can check; they are in the pot like a caller.
            calls += 1
    return (raisers[-1], was_all_in) if raisers else None


def _on_street(
    turns: list[Turn], street: int, aggressor: Wager, bet_on: bool, note: Note
) -> tuple[Wager, bool]:
    """Report the chances on one street from the flop on.

    Args:
        turns: the turns of all players on this street, in order.
        street: the street, 1 to 3.
        aggressor: the last bet or raise on the previous street.
        bet_on: whether a bet by the aggressor is a continuation bet: always on the flop, and later
            only if the last wager on the previous street was a continuation bet.
        note: called for each chance.

    Returns:
        The last wager on this street, and whether it was a continuation bet.
    """
    wagered = 0
    last: Wager = None
    acted: set[int] = set()
    checked: set[int] = set()
    continued = False
    seat_before, was_all_in = (_NOBODY, True) if aggressor is None else aggressor
    for seat, _, folds, checks, wagers, could_raise, all_in in turns:
        if last is None:
            if could_raise and seat not in acted:
                if seat == seat_before:
                    if bet_on:
                        note(seat, _C_BET[street], wagers)
                        continued = wagers
                elif not was_all_in and seat_before not in acted:
                    note(seat, _DONK_BET[street], wagers)
        elif last[0] != seat:
            if wagered == 1 and continued:
                note(seat, _FOLD_TO_C_BET[street], folds)
            if could_raise and seat in checked:
                note(seat, _CHECK_RAISE[street], wagers)
        checked.discard(seat)
        if checks:
            checked.add(seat)
        elif wagers:
            wagered += 1
            last = seat, all_in
        acted.add(seat)
    return last, continued and wagered == 1
