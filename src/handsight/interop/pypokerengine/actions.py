"""Actions as PyPokerEngine declares them: a word and a street total, ``("raise", 30)``."""

from __future__ import annotations

from math import isfinite
from typing import Any, SupportsIndex

from handsight.errors import IllegalActionError
from handsight.game import Action, LegalActions

WORDS = ("fold", "call", "raise")
"""What a bot may declare."""


def read_declaration(answer: Any, bot: str) -> tuple[str, int]:
    """Read what a bot has declared; an amount that is a float is rounded down.

    Args:
        answer: of ``declare_action``.
        bot: its name, for the error.

    Raises:
        IllegalActionError: if the answer is not one of the three words and a number.

    Example:
        >>> read_declaration(("raise", 30.5), "MyBot")
        ('raise', 30)
    """
    try:
        word, amount = answer
    except (TypeError, ValueError):
        word, amount = answer, None
    # The usual case comes first, because it is slow to check for the protocol below.
    if type(amount) is int and word in WORDS:
        return word, amount
    if word in WORDS and isinstance(amount, SupportsIndex) and not isinstance(amount, bool):
        return word, amount.__index__()
    if word in WORDS and isinstance(amount, float) and isfinite(amount):
        return word, int(amount // 1)
    if word == "fold":
        return word, 0
    raise IllegalActionError(
        f"{bot} declared {answer!r}; it takes two values, one of fold, call and raise, and a number"
    )


def engine_action(word: str, amount: int, price: int) -> Action:
    """Make a declaration an action that an `EngineHand` takes in the same way.

    Args:
        word: ``fold``, ``call`` or ``raise``.
        amount: the street total that was declared.
        price: what must have been put in to stay.

    Example:
        >>> engine_action("call", 10, price=10), engine_action("call", 0, price=10)
        (Action(kind='call', amount=10), Action(kind='call', amount=-1))
    """
    if word == "call" and not amount and price:
        return Action("call", -1)  # as the amount 0 of a call means the price
    return Action(word, amount)


def own_action(word: str, amount: int, legal: LegalActions) -> Action:
    """Make a declaration an action by our own rules.

    Args:
        word: ``fold``, ``call`` or ``raise``.
        amount: the street total that was declared; of a call it does not matter.

    Example:
        >>> own_action("raise", 1000, LegalActions(True, 50, 200, 1000, 100, 50, 950, 150, False))
        Action(kind='all-in', amount=0)
    """
    if word == "fold":
        return Action.fold() if legal.can_fold else Action.check()
    if word == "call":
        return Action.call()
    return Action.all_in() if amount == legal.all_in else Action("raise", amount)


def declaration_of(action: Action, legal: LegalActions) -> tuple[str, int]:
    """Make an action of an agent a declaration.

    Args:
        action: a bet or raise without an amount is the least one.

    Example:
        >>> legal = LegalActions(True, 5, 15, 900, 10, 5, 895, 15, False)
        >>> declaration_of(Action.call(), legal), declaration_of(Action.all_in(), legal)
        (('call', 10), ('raise', 900))
    """
    kind, amount = action
    if kind == "fold":
        return "fold", 0
    if kind in ("bet", "raise"):
        return "raise", amount or legal.raise_min
    if kind == "all-in" and legal.all_in > legal.price:
        return "raise", legal.all_in
    return "call", legal.price
