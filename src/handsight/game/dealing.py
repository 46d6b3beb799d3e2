"""Deals hands between players who act at random, as examples or as input for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handsight.errors import OptionError
from handsight.game.actions import Action
from handsight.game.legal import LegalActions
from handsight.game.records.cursor import HandCursor
from handsight.game.records.hand import Hand
from handsight.game.rules import Rules
from handsight.game.state import HandState
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.seeds import checked_seed, raw_words

MOST_ACTIONS = 64
"""Number of random words that are drawn at a time for the actions of a hand."""

FOLD, CALL = 2, 8
"""Cumulative frequencies of the actions of a player who faces a bet: 2 of 10 actions are folds, and
8 of 10 are folds or calls."""

SIZES = ((1, 2), (2, 3), (1, 1), (2, 1))
"""Sizes of raises as shares of the pot: pairs of a numerator and a denominator."""


def random_hands(
    players: int = 6,
    *,
    seed: int = 0,
    hands: int = 1,
    stack: int = 10_000,
    rules: Rules | None = None,
) -> Iterator[Hand]:
    """Deal hands to players who act at random. The button moves after every hand.

    Args:
        players: number of players, 2 to 10.
        seed: the seed of cards and actions. With the same table, the cards and actions of a hand
            depend only on the seed and on the number of the hand.
        hands: number of hands.
        stack: chips of each player at the start of each hand.
        rules: rules of the table; no limit with blinds of 50 and 100 if None.

    Yields:
        The records of the hands, in order.

    Raises:
        OptionError: if the number of players or hands, the stack or the seed is invalid, or if the
            rules have more straddles than players to post them.

    Example:
        >>> [hand.number for hand in random_hands(3, seed=7, hands=2)]
        [1, 2]
    """
    checked_seed(seed)
    if not is_whole(players, range(2, 11)):
        raise OptionError(f"players is {players!r}; a table has 2 to 10")
    for name, number in (("hands", hands), ("stack", stack)):
        if not is_whole(number, ABOVE_0):
            raise OptionError(f"{name} is {number!r}; it must be a positive integer")
    require_drawable("hands", hands)
    names = tuple(f"player {seat + 1}" for seat in range(players))
    return _hands(rules or Rules(), [stack] * players, names, seed, hands)


def _hands(
    rules: Rules, stacks: Sequence[int], names: tuple[str, ...], seed: int, hands: int
) -> Iterator[Hand]:
    for number in range(hands):
        cards = int(raw_words(seed, number, 0, count=1)[0])
        state = HandState.start(rules, stacks, number % len(stacks), seed=cards)
        cursor, words = HandCursor(state, names=names), _words(seed, number)
        while not cursor.state.is_over:
            cursor.apply(_action(cursor.state.legal_actions, next(words)))
        yield cursor.record({"hand": number + 1})


def _words(seed: int, number: int) -> Iterator[int]:
    block = 1
    while True:
        yield from raw_words(seed, number, block, count=MOST_ACTIONS).tolist()
        block += 1


def _action(legal: LegalActions, word: int) -> Action:
    choice, size = word % 10, word // 10 % len(SIZES)
    if choice < FOLD and legal.call_cost:
        return Action.fold()
    if choice < CALL or not legal.can_raise:
        return Action.call()
    return Action.raise_to(legal.share_of_pot(*SIZES[size]))
