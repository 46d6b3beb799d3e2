"""Decisions in hands, written as keys of questions and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.coach.strategies import nearest_strategy
from handsight.errors import InputError, OptionError
from handsight.game import HandCursor, HandState

if TYPE_CHECKING:
    from collections.abc import Callable

    from handsight.blueprint import Blueprint
    from handsight.charts.evs import PreflopValues
    from handsight.charts.table_evs import TableValues
    from handsight.game import ActionRecord, Observation
    from handsight.multiway import TableBlueprint

_VERBS = {"fold": "folds", "check": "checks", "call": "calls"}
_POTS = ("limped", "single raised", "3-bet", "4-bet", "5-bet")


def decision_key(seen: Observation) -> str:
    """Return the key of the question about a decision, such as one in a hand that you played.

    Preflop decisions are judged by the charts, later ones by the solver.

    Args:
        seen: what the player saw at the decision.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> state = HandState.start(Rules(), [900, 900], button=1, holes=[None, "AhKh"], seed=1)
        >>> decision_key(HandCursor(state).observation())
        'preflop 50/100 stacks 900,900 button 1 holes ?,AhKh'
    """
    return f"{seen.street} {line_of(seen)}"


def line_of(seen: Observation) -> str:
    """Return a decision as a line of text, without the cards that the player did not see."""
    return seen.sampled(seed=0).view(seen.seat).line


def seen_in(line: str) -> Observation:
    """Return what the player to act sees in a hand.

    Args:
        line: the hand, as `line_of` writes it.

    Raises:
        InputError: if the line cannot be read, the hand is over, or the player's cards are missing.
    """
    state = HandState.parse(line, seed=0)
    if state.is_over:
        raise InputError(f"the hand is over, so nobody has a decision: {line}")
    first, *states = state.history()
    cursor = HandCursor(first)
    for each in states:
        if each.last_action is not None:
            cursor.apply(each.last_action)
    seen = cursor.observation()
    if line_of(seen) != line:
        raise InputError(f"it is not the hand of the player to act that is known: {line}")
    return seen


def strategy_for(
    seen: Observation,
) -> tuple[Blueprint | TableBlueprint, Callable[[], PreflopValues | TableValues]]:
    """Return the strategy that fits the table of a hand best, and a function with its values.

    It is the one that a review takes, too; see `nearest_strategy`.

    Raises:
        OptionError: if there is no strategy for that many players or more.
    """
    found = nearest_strategy(seen.start_stacks, seen.seat, seen.rules.big_blind)
    if found is None:
        dealt = sum(map(bool, seen.start_stacks))
        raise OptionError(
            f"there is no strategy for {dealt} players; `handsight train` makes others"
        )
    return found.blueprint, found.values


# --- words ----------------------------------------------------------------------------------------


def bb_text(chips: float, big_blind: int) -> str:
    """Write chips in big blinds, with up to two decimal places.

    Example:
        >>> bb_text(250, 100), bb_text(5000, 30)
        ('2.5 bb', '166.67 bb')
    """
    return f"{round(chips / big_blind, 2):g} bb"


def street_lines(seen: Observation) -> tuple[str, ...]:
    """Describe the actions before a decision, one text for each street.

    Folds of players who never called or raised before the flop are left out.
    """
    positions = seen.positions
    lines = []
    for street in STREETS[: STREETS.index(seen.street) + 1]:
        records = [each for each in seen.actions if each.street == street]
        acted = {
            each.seat
            for each in seen.actions
            if each.action.kind != "fold" and each.street == STREETS[0]
        }
        told = [
            f"{positions[each.seat]} {_act_text(each, seen.rules.big_blind)}"
            for each in records
            if each.action.kind != "fold" or each.seat in acted
        ]
        if street == STREETS[0] and not told:
            told = ["everybody folds to you" if records else "you act first"]
        board = "".join(map(str, seen.board[: BOARD_SIZES[street]]))
        head = f"{street} {board}".strip()
        lines.append(f"{head}: {', '.join(told)}" if told else head)
    return tuple(lines)


def _act_text(record: ActionRecord, big_blind: int) -> str:
    kind, amount = record.action
    if kind in _VERBS:
        return _VERBS[kind]
    if record.all_in:
        return f"goes all-in for {bb_text(amount, big_blind)}"
    return f"{'bets' if kind == 'bet' else 'raises to'} {bb_text(amount, big_blind)}"


def stacks_of(seen: Observation) -> dict[str, float]:
    """Return {position: big blinds behind} for the players who have not folded."""
    positions, blind = seen.positions, seen.rules.big_blind
    return {positions[seat]: round(seen.stacks[seat] / blind, 2) for seat in seen.players}


def raises_before_flop(seen: Observation) -> int:
    """Return the number of raises before the flop."""
    return sum(each.action.kind == "raise" for each in seen.actions if each.street == STREETS[0])


def preflop_spot(seen: Observation) -> str:
    """Name the kind of spot of a decision before the flop, such as ``BB facing a raise``.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> state = HandState.start(Rules(), [900, 900], button=1, seed=1)
        >>> preflop_spot(HandCursor(state).observation())
        'BTN unopened'
    """
    raises = raises_before_flop(seen)
    called = any(each.action.kind == "call" for each in seen.actions)
    faced = ("unopened", "facing a raise", "facing a 3-bet", "facing a 4-bet", "facing a 5-bet")
    situation = "after a limp" if called and not raises else faced[min(raises, 4)]
    return f"{seen.positions[seen.seat]} {situation}"


def pot_spot(seen: Observation) -> str:
    """Name the kind of spot of a decision after the flop, such as ``3-bet pot, in position``."""
    pot = _POTS[min(raises_before_flop(seen), 4)]
    return f"{pot} pot, {'out of' if seen.position else 'in'} position"
