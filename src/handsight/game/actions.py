"""What a player may say, how people write it, and an action as it was taken."""

from __future__ import annotations

import re
from typing import NamedTuple, SupportsIndex

from handsight.cards.card import BOARD_SIZES
from handsight.errors import IllegalActionError
from handsight.runtime.integers import NOT_NEGATIVE, is_whole

KINDS = ("fold", "check", "call", "bet", "raise", "all-in")
"""The kinds of actions."""

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
    """One action; whether it is legal, only a hand can say.

    A check or a bet is refused where there is a price to pay. The words that programs exchange
    are wider: a call of nothing is a check, and a raise over nothing is a bet.

    Attributes:
        kind: one of ``fold``, ``check``, ``call``, ``bet``, ``raise`` and ``all-in``.
        amount: of a bet or a raise, what the player will have put in on this street in all: the
            total that they raise *to*. 0 leaves it open, which will do where only one is legal.

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
        """Give up the hand."""
        return _FOLD

    @classmethod
    def check(cls) -> Action:
        """Stay in for nothing."""
        return _CHECK

    @classmethod
    def call(cls) -> Action:
        """Pay the price, or what is left of the stack; where the price is paid, check."""
        return _CALL

    @classmethod
    def all_in(cls) -> Action:
        """Put in the whole stack: a raise if it is above the price, else a call.

        It is a call too where nobody else could call more.
        """
        return _ALL_IN

    @classmethod
    def bet(cls, amount: SupportsIndex = 0) -> Action:
        """Open the betting on a street.

        Args:
            amount: chips, 0 for the only legal number.

        Raises:
            IllegalActionError: if the amount is no whole number.
        """
        return cls("bet", _chips(amount, "bet"))

    @classmethod
    def raise_to(cls, amount: SupportsIndex = 0) -> Action:
        """Raise the price.

        Args:
            amount: the street total, so the new price; 0 for the only legal one.

        Raises:
            IllegalActionError: if the amount is no whole number.
        """
        return cls("raise", _chips(amount, "raise"))

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read an action as people and programs write it.

        Understood are ``f``, ``fold``; ``k``, ``x``, ``check``; ``c``, ``call``; ``b300``,
        ``bet 300``; ``r300``, ``raise 300``, ``raise to 300``; ``a``, ``all in``.

        Raises:
            IllegalActionError: if it is none of these.

        Example:
            >>> [Action.parse(text).kind for text in ("f", "c", "raise to 300", "all in")]
            ['fold', 'call', 'raise', 'all-in']
        """
        match = _TEXT.fullmatch(text.strip().lower())
        kind = _WORDS.get(match["word"]) if match else None
        if match is None or kind is None or (match["amount"] and kind not in _SIZED):
            raise IllegalActionError(
                f"{text!r} is no action: write fold, check, call, bet 300, raise to 300 or all in "
                "(f, k, c, b300, r300, a)"
            )
        return cls(kind, int(match["amount"] or 0))

    def __str__(self) -> str:
        if not self.amount:
            return self.kind
        return f"raise to {self.amount}" if self.kind == "raise" else f"{self.kind} {self.amount}"


class ActionRecord(NamedTuple):
    """An action that was taken.

    Attributes:
        action: a fold, check, call, bet or raise; bets and raises with their street total.
        chips: what it added to the pot.

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
        """How many cards lay on the board."""
        return BOARD_SIZES[self.street]


_FOLD, _CHECK, _CALL, _ALL_IN = (Action(kind) for kind in ("fold", "check", "call", "all-in"))


def _chips(amount: SupportsIndex, kind: str) -> int:
    if not is_whole(amount, NOT_NEGATIVE):
        raise IllegalActionError(f"{kind} of {amount!r}: an amount is a whole number of chips")
    return amount.__index__()
