"""Actions of a player, their parsing from text, and the records of actions."""

from __future__ import annotations

import re
from typing import NamedTuple, SupportsIndex

from handsight.cards.card import BOARD_SIZES
from handsight.errors import IllegalActionError
from handsight.runtime.integers import NOT_NEGATIVE, is_whole

KINDS = ("fold", "check", "call", "bet", "raise", "all-in")
"""The possible values of `Action.kind`."""

_WORDS = {
    **dict.fromkeys(("f", "fold"), "fold"),
    **dict.fromkeys(("k", "x", "check"), "check"),
    **dict.fromkeys(("c", "call"), "call"),
    **dict.fromkeys(("b", "bet"), "bet"),
    **dict.fromkeys(("r", "raise", "raise to"), "raise"),
    **dict.fromkeys(("a", "all-in", "all in", "allin"), "all-in"),
}
_SIZED = ("bet", "raise")
_TEXT = re.compile(r"(?P<word>[a-z]+(?:[ -][a-z]+)?)\s*(?P<amount>\d+)?", re.ASCII)


class Action(NamedTuple):
    """One action of a player. Only a hand can tell whether the action is legal.

    A check is refused if there is a bet to call. A bet is refused if there is a bet or a blind on
    the street. Calls and raises are treated more leniently: a call of nothing counts as a check,
    and a raise when nobody has bet counts as a bet.

    Attributes:
        kind: one of ``fold``, ``check``, ``call``, ``bet``, ``raise`` and ``all-in``.
        amount: for a bet or a raise, the total that the player bets or raises *to* on this street.
            0 stands for the only legal amount, and is refused if several amounts are legal.

    Example:
        >>> print(Action.raise_to(300))
        raise to 300
        >>> Action.parse("r300") == Action.raise_to(300)
        True
    """

    kind: str
    amount: int = 0

    @classmethod
    def fold(cls) -> Action:
        """Return a fold, with which the player gives up the hand."""
        return _FOLD

    @classmethod
    def check(cls) -> Action:
        """Return a check, with which the player stays in the hand without adding chips."""
        return _CHECK

    @classmethod
    def call(cls) -> Action:
        """Return a call: all-in if the stack is too short, and a check if it costs nothing."""
        return _CALL

    @classmethod
    def all_in(cls) -> Action:
        """Return an all-in: a raise with the whole stack if it exceeds the price, otherwise a call.

        If no other player could put in more than the price, the action is also a call, even though
        that leaves chips behind. It is refused if the rules forbid the raise, for example because a
        fixed limit is smaller.
        """
        return _ALL_IN

    @classmethod
    def bet(cls, amount: SupportsIndex = 0) -> Action:
        """Return a bet, which opens the betting on a street.

        Args:
            amount: chips of the bet; 0 for the only legal amount.

        Raises:
            IllegalActionError: if the amount is not a whole number.
        """
        return cls("bet", _chips(amount, "bet"))

    @classmethod
    def raise_to(cls, amount: SupportsIndex = 0) -> Action:
        """Return a raise to a street total.

        Args:
            amount: the player's total on this street after the raise, which is the new price to
                stay in; 0 for the only legal amount.

        Raises:
            IllegalActionError: if the amount is not a whole number.
        """
        return cls("raise", _chips(amount, "raise"))

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read an action from text.

        The forms are ``f``, ``fold``; ``k``, ``x``, ``check``; ``c``, ``call``; ``b300``,
        ``bet 300``; ``r300``, ``raise 300``, ``raise to 300``; ``a``, ``all in``, ``all-in``,
        ``allin``. A bet or raise without a number has the amount 0.

        Raises:
            IllegalActionError: if the text is none of these.

        Example:
            >>> [Action.parse(text).kind for text in ("f", "c", "raise to 300", "all in")]
            ['fold', 'call', 'raise', 'all-in']
        """
        match = _TEXT.fullmatch(text.strip().lower())
        kind = _WORDS.get(match["word"]) if match else None
        if match is None or kind is None or (match["amount"] and kind not in _SIZED):
            raise IllegalActionError(
                f"{text!r} is not an action: write fold, check, call, bet 300, raise to 300 or "
                "all in (f, k, c, b300, r300, a)"
            )
        return cls(kind, int(match["amount"] or 0))

    def __str__(self) -> str:
        if not self.amount:
            return self.kind
        return f"raise to {self.amount}" if self.kind == "raise" else f"{self.kind} {self.amount}"


class ActionRecord(NamedTuple):
    """An action that was taken.

    Attributes:
        street: one of ``preflop``, ``flop``, ``turn`` and ``river``.
        seat: the seat that acted.
        action: a fold, check, call, bet or raise; bets and raises have their street total.
        chips: chips that the action added to the pot.
        all_in: whether the action put in the player's last chip.

    Example:
        >>> record = ActionRecord("flop", 1, Action.bet(300), 300, all_in=False)
        >>> record.board, str(record.action)
        (3, 'bet 300')
    """

    street: str
    seat: int
    action: Action
    chips: int
    all_in: bool

    @property
    def board(self) -> int:
        """The number of cards on the board when the action was taken."""
        return BOARD_SIZES[self.street]


_FOLD, _CHECK, _CALL, _ALL_IN = (Action(kind) for kind in ("fold", "check", "call", "all-in"))


def _chips(amount: SupportsIndex, kind: str) -> int:
    if not is_whole(amount, NOT_NEGATIVE):
        raise IllegalActionError(f"{kind} of {amount!r}: an amount is a whole number of chips")
    return amount.__index__()
