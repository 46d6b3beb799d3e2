"""Priors for unknown players: frequencies that are set by hand.

The frequencies were not measured. They are round numbers, close to how a sensible player plays
six-handed or heads-up no-limit games, so that a model is useful from its first hand on. Data soon
outweighs these priors.
"""

from __future__ import annotations

from handsight.opponents.model.contexts import (
    AGGRESSIVE,
    IS_LED,
    LEADS,
    MOST_BEHIND,
    Context,
)

Triple = tuple[float, float, float]
"""Probabilities of fold, call and raise, which sum to 1."""

OPENS = (0.25, 0.42, 0.45, 0.30, 0.22, 0.17)
"""The probability of a raise before anyone else raises, by the number of seats that act later; the
first entry is for a player who can check, and the last entry is for 5 or more seats. Heads-up, the
other player raises with probability `OPENS_HEADS_UP` instead."""

OPENS_HEADS_UP = 0.70
LIMPS = 0.05
BETS = (0.35, 0.55, 0.20)
"""The probability of a bet heads-up from the flop on, by who raised last on earlier streets:
nobody, the player to act, or another player. With more players, it is 0.75 times as high."""


def prior(context: Context) -> Triple:
    """Return the probabilities of fold, call and raise for an unknown player.

    Example:
        >>> from handsight.opponents.model.contexts import BettingContext
        >>> button = BettingContext([1000] * 3, button=0, posts=[0, 5, 10]).context(0)
        >>> [round(chance, 2) for chance in prior(button)]
        [0.5, 0.05, 0.45]
    """
    if context.street == 0:
        return _before(context)
    if context.free:
        bets = BETS[context.lead] * (1.0 if context.players == 2 else 0.75)
        return 0.0, 1 - bets, bets
    raises = 0.12 if context.raises < 2 else 0.10
    folds = min(0.18 + 0.9 * context.price, 0.70)
    return folds, 1 - folds - raises, raises


def _before(context: Context) -> Triple:
    heads_up = context.seats == 2
    if context.free:
        return 0.0, 1 - OPENS[0], OPENS[0]
    if context.raises == 0:
        behind = min(context.behind, MOST_BEHIND)
        raises = OPENS_HEADS_UP if heads_up else OPENS[behind]
        calls = LIMPS * (2 if context.callers else 1)
        return 1 - raises - calls, calls, raises
    if context.raises == 1:
        cold = (0.60, 0.30, 0.10) if context.behind == 0 else (0.82, 0.11, 0.07)
        return _priced((0.35, 0.50, 0.15) if heads_up else cold, context.price)
    invested = heads_up or context.own == AGGRESSIVE
    return _priced((0.50, 0.36, 0.14) if invested else (0.90, 0.04, 0.06), context.price)


def _priced(usual: Triple, price: float) -> Triple:
    """Adapt probabilities to the price: more folds above a third of the pot, fewer folds below it.

    Args:
        usual: the probabilities of fold, call and raise at a price of a third of the pot.
        price: the chips to call, as a share of the pot after the call, 0..1.
    """
    fold, call, raises = usual
    folds = min(max(fold + 0.8 * (price - 1 / 3), 0.05), 0.97)
    stays = (1 - folds) / (call + raises)
    return folds, call * stays, raises * stays


def steepness(context: Context) -> float:
    """Return the slope of the soft thresholds, which sets how sharply they separate hands.

    If the percentiles of two hands differ by d, then the odds of calling rather than folding, and
    of raising rather than calling, differ by the factor exp(slope · d).
    """
    if context.street:
        return 5.0 if context.lead in (LEADS, IS_LED) else 4.0
    return (9.0, 9.0, 20.0, 30.0)[context.raises]
