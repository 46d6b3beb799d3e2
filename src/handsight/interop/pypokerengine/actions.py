"""Actions as PyPokerEngine's bots declare them: a word and a street total, ``("raise", 30)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, SupportsIndex

from handsight.errors import IllegalActionError
from handsight.game import Action, LegalActions

WORDS = ("fold", "call", "raise")
"""The words that a bot may declare."""


def read_declaration(
    answer: Any, bot: str, legal: LegalActions, remark: Callable[[str], Any] | None = None
) -> tuple[str, int]:
    """Parse a bot's declaration; a float amount is rounded down.

    Two other forms, which forks of the engine accept, are accepted here too: the word alone, with
    which a call pays the price and a raise is the minimum raise; and a mapping with the key
    ``action``, and perhaps ``amount`` and others. A missing amount is that of the word alone.

    Args:
        answer: what the bot's ``declare_action`` returned.
        bot: name of the bot, for error messages.
        legal: legal actions of the bot.
        remark: called with a sentence about one of the two other forms if the bot uses it; the
            sentence is the same each time.

    Raises:
        IllegalActionError: if the answer has none of the three words, or the amount of a call or
            raise is neither an integer nor a finite float.

    Example:
        >>> legal = LegalActions(True, 50, 200, 1000, 100, 50, 950, 150, False)
        >>> read_declaration(("raise", 300.5), "MyBot", legal)
        ('raise', 300)
    """
    is_pair = type(answer) in (tuple, list) and len(answer) == 2
    word, amount = answer if is_pair else _in_another_form(answer, legal, remark)
    # The common case comes first, because the checks below are slow.
    if type(amount) is int and word in WORDS:
        return word, amount
    if word in WORDS and isinstance(amount, SupportsIndex) and not isinstance(amount, bool):
        return word, amount.__index__()
    if word in WORDS and isinstance(amount, float) and isfinite(amount):
        return word, int(amount // 1)
    if word == "fold":
        return word, 0
    raise IllegalActionError(
        f"{bot} declared {answer!r}; it must be two values: one of fold, call and raise, and a "
        "number"
    )


def _in_another_form(
    answer: Any, legal: LegalActions, remark: Callable[[str], Any] | None
) -> tuple[Any, Any]:
    """Return the word and the amount of an answer that is not a plain pair.

    Forks of PyPokerEngine accept a word alone or a mapping; an answer in one of these forms is
    reported with `remark`. Any other answer is taken as a pair.
    """
    amounts = {"fold": 0, "call": legal.price, "raise": legal.raise_min}
    if isinstance(answer, str) and answer in WORDS:
        word, amount, form = answer, amounts[answer], "a word alone, like 'call'"
    elif isinstance(answer, Mapping) and answer.get("action") in WORDS:
        word, form = answer["action"], "a mapping, like {'action': 'call'}"
        amount = answer.get("amount", amounts[word])
    else:
        return _pair_of(answer)
    if remark is not None:
        remark(
            f"declares {form}, which forks of PyPokerEngine accept but PyPokerEngine itself does "
            "not; it is read as they read it"
        )
    return word, amount


def _pair_of(answer: Any) -> tuple[Any, Any]:
    try:
        word, amount = answer
    except (TypeError, ValueError):
        return answer, None
    return word, amount


def engine_action(word: str, amount: int, price: int) -> Action:
    """Convert a declaration to an action that means the same to an `EngineHand`.

    Args:
        word: ``fold``, ``call`` or ``raise``.
        amount: declared street total.
        price: street total that the player must reach to stay in.

    Example:
        >>> engine_action("call", 10, price=10), engine_action("call", 0, price=10)
        (Action(kind='call', amount=10), Action(kind='call', amount=-1))
    """
    if word == "call" and not amount and price:
        return Action("call", -1)  # `EngineHand` takes 0 as the price
    return Action(word, amount)


def own_action(word: str, amount: int, legal: LegalActions) -> Action:
    """Convert a declaration to an action under our own rules.

    Args:
        word: ``fold``, ``call`` or ``raise``.
        amount: declared street total; ignored for a fold or call.
        legal: the player's legal actions.

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
    """Convert an agent's action to a declaration.

    Args:
        action: the action; a bet or raise without an amount becomes a minimum raise.
        legal: the player's legal actions.

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
