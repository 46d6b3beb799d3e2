"""What opponents may hold: a range for all, one for each, and cards that they hardly have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from handsight.cards import CardSet, CardsLike, Situation, parse_cards
from handsight.errors import InputError, OptionError
from handsight.odds.counting import MOST_OPPONENTS, check_opponents
from handsight.ranges import Range

VillainLike: TypeAlias = "str | Range | Sequence[str | Range] | None"
"""One range for every opponent, or a list of one for each; None for any cards."""


def villain_ranges(
    villain: VillainLike,
    excluded: CardsLike,
    opponents: int | None,
    situation: Situation,
    most: int = MOST_OPPONENTS,
) -> tuple[int, tuple[Range, ...] | None]:
    """Read what each opponent may hold.

    Args:
        villain: one range for all opponents, or one for each; None for any cards.
        excluded: cards that they probably have not; these may still come to the board.
        opponents: how many; None for as many as there are ranges, or one.
        situation: our cards, which they cannot hold either.
        most: opponents allowed.

    Returns:
        How many opponents, and a range for each; None in its place if they may hold any cards.

    Raises:
        InputError: if a range cannot be read, or has no hand that is left.
        OptionError: for another number of opponents than there are ranges, or more than allowed.

    Example:
        >>> situation = Situation.parse("AhKh", "Qh7h2c")
        >>> opponents, ranges = villain_ranges("QQ", "Qs", None, situation)
        >>> opponents, len(ranges[0])
        (1, 1)
    """
    named = _named(villain)
    if isinstance(named, list) and len(named) not in range(1, most + 1):
        raise OptionError(f"villain has {len(named)} ranges; it takes 1 to {most}")
    if opponents is None:
        opponents = len(named) if isinstance(named, list) else 1
    opponents = check_opponents(opponents, most)
    if isinstance(named, list) and len(named) != opponents:
        raise OptionError(
            f"villain has {len(named)} ranges and opponents is {opponents}; give one range for "
            "all opponents, or one for each"
        )
    unlikely = CardSet.of(parse_cards(excluded, "excluded"))
    if named is None and not unlikely:
        return opponents, None
    each = named if isinstance(named, list) else ["random" if named is None else named] * opponents
    return opponents, tuple(_left_of(hands, unlikely, situation) for hands in each)


def _named(villain: VillainLike) -> str | Range | list[str | Range] | None:
    if villain is None or isinstance(villain, str | Range):
        return villain
    try:
        return list(villain)
    except TypeError:
        raise OptionError(
            f"villain is of type {type(villain).__name__}; it takes a range or a list of them"
        ) from None


def _left_of(hands: str | Range, unlikely: CardSet, situation: Situation) -> Range:
    named = Range(hands)
    left = named.without(unlikely | situation.known)
    if not left:
        why = "each holds one of our cards, a card of the board, a dead or an excluded one"
        raise InputError(
            f"villain {str(hands)!r} has no hand left: {why if named else 'it is empty'}"
        )
    return left
