"""The choices of a learner: fold, call, shares of the pot and all-in, or amounts of chips."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from handsight.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from handsight.game import LegalActions

NAMED = ("fold", "call", "min", "all-in")
"""Choices that are not shares of the pot, in the order of their codes in the kernels."""

GREATEST_SHARE = 1000
"""The maximum numerator and the maximum denominator of a share of the pot."""

AMOUNTS = "amounts"

DOING = {"fold": "fold", "call": "call", "min": "raise the least", "all-in": "raise all-in"}
"""The words for each named choice in error messages."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices that a player has in an environment.

    A share of the pot is a bet or raise to the price (the street total of a call) plus that share
    of the pot after a call, rounded down. It is legal only if the rules allow that exact amount:
    the amount is neither increased to the minimum raise nor cut to the stack.

    Attributes:
        names: the names of the choices; an action is the index of a choice in this tuple.
        amounts: whether actions are amounts instead of indices: a number below 0 is a fold, 0 is a
            check or call, and any other number is the street total of a bet or raise. The mask of
            legal choices then covers a fold, a call and the minimum raise.

    Example:
        >>> choices = Choices.parse("fold call 1/2 1 all-in")
        >>> choices.names
        ('fold', 'call', '1/2', '1', 'all-in')
        >>> Choices.parse("amounts").amounts
        True
        >>> Choices.parse("fold call pot")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: 'pot' is not a choice; the choices are fold, call, min, \
all-in, and shares of the pot such as 1/2, 0.75 or 2
    """

    names: tuple[str, ...]
    amounts: bool = False

    @classmethod
    def parse(cls, text: str | Choices) -> Choices:
        """Parse the choices ``fold`` and ``call`` with any further ones, or the word ``amounts``.

        Spaces or commas separate the choices. A `Choices` object is returned unchanged.

        Raises:
            OptionError: if a word is not a choice, if two words mean the same choice, or if the
                text does not begin with fold and call.
        """
        if isinstance(text, Choices):
            return text
        if not isinstance(text, str):
            raise OptionError(
                f"the choices are {text!r}; they must be a string such as 'fold call 1/2 1 all-in'"
            )
        words = tuple(text.replace(",", " ").split())
        if words == (AMOUNTS,):
            return cls(NAMED[:3], amounts=True)
        shares = [size_of(word) for word in words]
        if words[:2] != NAMED[:2] or len(set(shares)) < len(shares):
            raise OptionError(
                f"the choices are {text!r}; they must begin with fold and call, and none may "
                "appear twice, as in 'fold call 1/2 1 all-in'"
            )
        return cls(words)

    def sizes(self) -> NDArray[np.int64]:
        """Return the codes by which the kernels know the choices: int64[choices, 2].

        The two numbers of each choice are those that `size_of` returns.
        """
        import numpy as np

        return np.array([size_of(name) for name in self.names], np.int64)

    def totals(self, legal: LegalActions) -> list[int]:
        """Return the player's street total after each choice, or -1 if the choice is illegal.

        A fold does not change the player's street total.

        Example:
            >>> from handsight.envs.tables import BLINDS
            >>> from handsight.game import HandState
            >>> legal = HandState.start(BLINDS, [5000, 5000], button=0, seed=7).legal_actions
            >>> Choices.parse("fold call 1/3 1 all-in").totals(legal)
            [25, 50, -1, 150, 5000]
        """
        return [_total_of(*size_of(name), legal) for name in self.names]

    def as_amounts(
        self, actions: NDArray[np.integer], totals: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """Convert actions to amounts, as the choices ``amounts`` have them.

        Args:
            actions: integers[n], one action for each row.
            totals: int32[n, choices + 1], the street total after each choice, or -1 if it is
                illegal; last the largest street total of a raise.

        Returns:
            int32[n] and bool[n]: the amounts, and whether each action is legal. The amount of an
            illegal action is a fold, or a check if checking is free.

        Example:
            >>> import numpy as np
            >>> row = np.array([[25, 50, 125, 5000, 5000]], np.int32)
            >>> choices = Choices.parse("fold call 1 all-in")
            >>> [int(choices.as_amounts(np.array([action]), row)[0][0]) for action in range(4)]
            [-1, 0, 125, 5000]
        """
        import numpy as np

        given = np.asarray(actions, np.int64)
        least, most = totals[:, 2], totals[:, -1]
        if self.amounts:
            is_raise = (least >= 0) & (least <= given) & (given <= most)
            legal = np.where(given < 0, totals[:, 0] >= 0, (given == 0) | is_raise)
            amounts = np.sign(np.minimum(given, 0)) + np.maximum(given, 0)
        else:
            inside = (given >= 0) & (given < len(self.names))
            place = np.where(inside, given, 0)
            amounts = totals[np.arange(len(given)), place].astype(np.int64)
            legal = inside & (amounts >= 0)
            amounts = np.where(place == 0, -1, np.where(place == 1, 0, amounts))
        passive = np.where(totals[:, 0] >= 0, -1, 0)
        return np.where(legal, amounts, passive).astype(np.int32), np.asarray(legal, np.bool_)

    def refusal(self, action: int, totals: Sequence[int], table: int, seat: int) -> str:
        """Return the message of the error about an illegal action.

        Args:
            action: the action.
            totals: the row of the decision, as in `as_amounts`.
            table: the number of the table.
            seat: the seat of the player.
        """
        names = self.names
        legal = [name for name, total in zip(names, totals, strict=False) if total >= 0]
        doing = f"take the action {action}, which is not one of 0..{len(names) - 1}"
        if self.amounts:
            doing = f"bet or raise to {action}" if action > 0 else "fold"
            if totals[2] >= 0:
                legal[-1] = f"{totals[2]}..{totals[-1]}"
        elif 0 <= action < len(names):
            doing = DOING.get(names[action], f"bet {names[action]} of the pot")
        return f"table {table}: seat {seat} may not {doing}; legal: {', '.join(legal)}"


def _total_of(size: int, of: int, legal: LegalActions) -> int:
    """Return the street total after a choice, or -1 if the choice is illegal.

    The kernels' `total_of` does the same, but only for the tables of the environments.

    Args:
        size: numerator of a share of the pot, or the code of a named choice; see `size_of`.
        of: denominator of the share; 0 for a named choice.
        legal: the legal actions of the player.
    """
    if of:
        share = legal.price + (legal.pot + legal.call_cost) * size // of
        return share if legal.can_raise and legal.raise_min <= share <= legal.raise_max else -1
    match NAMED[size]:
        case "fold":
            return legal.bet if legal.call_cost else -1
        case "call":
            return legal.bet + legal.call_cost
        case "min":
            return legal.raise_min if legal.can_raise else -1
        case _:
            return legal.raise_max if legal.can_raise else -1


@cache
def size_of(word: str) -> tuple[int, int]:
    """Return (numerator, denominator) of a share of the pot, or (code, 0) of a named choice.

    Raises:
        OptionError: if the word is not a choice, the share is not above 0, or its numerator or
            denominator exceeds 1000.

    Example:
        >>> size_of("0.75"), size_of("all-in")
        ((3, 4), (3, 0))
    """
    if word in NAMED:
        return NAMED.index(word), 0
    try:
        # A word like 1e999999999 would fill the memory before the code below could reject it.
        share = Fraction(word if "e" not in word.lower() else "")
    except (ValueError, ZeroDivisionError):
        raise OptionError(
            f"{word!r} is not a choice; the choices are {', '.join(NAMED)}, and shares of the pot "
            "such as 1/2, 0.75 or 2"
        ) from None
    if share <= 0 or max(share.as_integer_ratio()) > GREATEST_SHARE:
        raise OptionError(f"the share {word!r} must have numbers in 1..{GREATEST_SHARE}, like 1/2")
    return share.as_integer_ratio()
