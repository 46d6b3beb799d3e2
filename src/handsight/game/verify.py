"""Translates actions to codes for the kernels; errors name the rule that an action breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from handsight.errors import IllegalActionError
from handsight.game.actions import KINDS, Action
from handsight.kernels.game import state as at

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.game.legal import LegalActions
    from handsight.game.rules import Rules

Move = tuple[int, int]
"""The code and the amount of an action."""


class _Turn(NamedTuple):
    """A hand at the turn of a player."""

    rules: Rules
    vector: NDArray[np.int64]
    legal_actions: LegalActions

    @property
    def actor(self) -> int:
        return self.number(at.ACTOR)

    def number(self, offset: int) -> int:
        return int(self.vector.item(offset))


def plain_move(head: list[int], action: Action) -> Move | None:
    """Translate a common legal action to its code and amount; return None for all other actions.

    Args:
        head: the values of the hand's vector before those of the seats.
        action: the action to translate.
    """
    kind, amount = action
    if kind == "call" and not head[at.OVER]:
        return at.CALL, 0
    if kind == "fold" and head[at.CAN_FOLD]:
        return at.FOLD, 0
    if kind == "raise" and 0 < head[at.RAISE_MIN] <= amount <= head[at.RAISE_MAX]:
        return at.RAISE, amount
    return None


def could_be_called(vector: NDArray[np.int64], total: int) -> bool:
    """Check whether anybody but the player to act could put in over ``total`` on this street."""
    for seat in range(vector[at.PLAYERS]):
        stack, bet, status = (
            int(vector[place + seat]) for place in (at.STACKS, at.BETS, at.STATUS)
        )
        if seat != vector[at.ACTOR] and status < at.FOLDED and stack and stack + bet > total:
            return True
    return False


def move_of(rules: Rules, vector: NDArray[np.int64], legal: LegalActions, action: Action) -> Move:
    """Translate an action to its code and amount.

    Raises:
        IllegalActionError: if the action is not legal; the message names the rule and the legal
            actions.
    """
    kind, amount = action
    turn = _Turn(rules, vector, legal)
    if legal.is_over:
        raise IllegalActionError("the hand is over; nobody may act")
    if kind == "fold" and legal.can_fold:
        return at.FOLD, 0
    if kind == "call" or (kind == "check" and not legal.call_cost):
        return at.CALL, 0
    if kind == "all-in":
        return _all_in(turn, legal)
    if kind == "raise" or (kind == "bet" and not legal.price):
        return at.RAISE, _raise_amount(turn, legal, amount)
    raise _refusal(turn, _why_not(turn, legal, kind))


def _all_in(turn: _Turn, legal: LegalActions) -> Move:
    if legal.raise_max == legal.all_in:
        return at.RAISE, legal.raise_max
    if legal.call_cost == legal.stack or not could_be_called(turn.vector, legal.price):
        return at.CALL, 0
    if legal.raise_max:
        reason = f"cannot go all-in: the limit of this street is {legal.raise_max}"
    else:
        reason = f"cannot go all-in: {_why_no_raise(turn, legal)}"
    raise _refusal(turn, reason)


def _raise_amount(turn: _Turn, legal: LegalActions, amount: int) -> int:
    if not legal.raise_max:
        raise _refusal(turn, f"cannot {_verb(legal)}: {_why_no_raise(turn, legal)}")
    if not amount and legal.raise_min == legal.raise_max:
        return legal.raise_min
    if legal.raise_min <= amount <= legal.raise_max:
        return amount
    if not amount:
        reason = f"how much? {_verb(legal)} to an amount"
    elif turn.rules.is_limit:
        reason = f"{_verb(legal)} to {amount} is not the {legal.raise_min} of the limit"
    elif amount > legal.raise_max:
        reason = f"{_verb(legal)} to {amount} is more than the {legal.all_in} that the player has"
    else:
        reason = f"{_verb(legal)} to {amount} is below the minimum of {_minimum(turn, legal)}"
    raise _refusal(turn, reason)


def _verb(legal: LegalActions) -> str:
    return "raise" if legal.price else "bet"


def _minimum(turn: _Turn, legal: LegalActions) -> str:
    if legal.raise_min == legal.all_in:
        return f"{legal.raise_min}, all that the player has"
    raised = turn.number(at.FULL_RAISE)
    if not legal.price:
        return f"{legal.raise_min}, the big blind"
    last = "the last full raise was" if turn.number(at.RAISES) > 1 else "a raise is at least"
    return f"{legal.raise_min}: the price is {legal.price}, and {last} {raised}"


def _why_not(turn: _Turn, legal: LegalActions, kind: str) -> str:
    if kind == "fold":
        return (
            "cannot fold: checking is free, and the rules do not let a player fold for nothing "
            "(fold_when_free=True would)"
        )
    if kind == "check":
        return f"cannot check: the price is {legal.price}, and the player has put in {legal.bet}"
    if kind == "bet":
        return f"cannot bet: there is a price of {legal.price} to pay; raise instead"
    return f"{kind!r} is not a kind of action; it must be one of {', '.join(KINDS)}"


def _why_no_raise(turn: _Turn, legal: LegalActions) -> str:
    if turn.number(at.CAPPED):
        return f"the cap of {turn.rules.bet_cap} bets on this street is reached"
    if legal.all_in <= legal.price:
        return f"the player has {legal.all_in} in all, and the price is {legal.price}"
    acted_at = turn.number(at.ACTED_AT + turn.actor)
    if acted_at != at.NOT_YET and not _open_again(turn, legal, acted_at):
        return (
            f"the player acted at {acted_at}, and since then the price has gone up by "
            f"{legal.price - acted_at}, which is less than a full raise of {_full_raise(turn)}"
        )
    return "nobody else has the chips to call more"


def _full_raise(turn: _Turn) -> int:
    if turn.rules.is_limit:
        return turn.rules.bet_sizes[turn.number(at.STREET) >= 2]
    return turn.number(at.FULL_RAISE)


def _open_again(turn: _Turn, legal: LegalActions, acted_at: int) -> bool:
    if turn.rules.reopen == "any-raise":
        return True
    grown = legal.price - acted_at
    return (2 * grown if turn.rules.is_limit else grown) >= _full_raise(turn)


def _refusal(turn: _Turn, reason: str) -> IllegalActionError:
    return IllegalActionError(f"seat {turn.actor}: {reason}; legal: {turn.legal_actions}")
