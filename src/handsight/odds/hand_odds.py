"""One number for a hand on every street."""

from __future__ import annotations

from typing import TypedDict

from handsight.cards import CardSet, CardsLike, Situation
from handsight.errors import OptionError
from handsight.odds.current import current_hand_odds
from handsight.odds.effective import effective_hand_strength
from handsight.odds.villains import VillainLike, villain_ranges

PREFLOP_VALUES = ("equity", "chen", "pocket-table")


class _Against(TypedDict):
    opponents: int | None
    villain: VillainLike
    excluded: CardsLike


def hand_odds(
    hole: CardsLike,
    board: CardsLike = "",
    opponents: int | None = None,
    preflop: str = "equity",
    dead: CardsLike = "",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
    seed: int = 0,
) -> float:
    """Give one number that says how good a hand is, on any street.

    After the flop it is the effective hand strength. Before it, where two cards have no rank,
    it is the named value.

    Args:
        hole: two cards.
        board: 0, 3, 4 or 5 cards.
        opponents: 1 to 9; None for one, or as many as there are ranges.
        preflop: ``"equity"``, the share of the pot, exact up to two opponents with any cards and
            against one range, else sampled where that is quicker; ``"chen"``, Chen's formula,
            normalised to 0..1; ``"pocket-table"``, the share of games won between two players who
            act at random without a limit. These two know nothing of opponents or dead cards.
        dead: cards out of play.
        villain: what the opponents may hold: one range for all of them, or a list of one for each
            (up to three after the flop); None for any cards.
        excluded: cards that they probably have not; these may still come to the board.
        seed: of that sample.

    Returns:
        A number in 0..1.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        OptionError: for another number of opponents or an unknown preflop value.

    Source:
        CISTI-2013, sections IV.B and V; DSIE-2011, section 3.3, which combine EHS with a value
        for the two cards alone.

    Example:
        >>> round(hand_odds("AdQc", "3h4cJh"), 6)
        0.671539
        >>> round(hand_odds("AdQc"), 6), round(hand_odds("AdQc", preflop="chen"), 6)
        (0.644318, 0.47619)
        >>> round(hand_odds("AdQc", preflop="pocket-table"), 3)
        0.513
        >>> round(hand_odds("AdQc", "3h4cJh", villain="sklansky:1-4"), 6)
        0.443648
    """
    if preflop not in PREFLOP_VALUES:
        known = ", ".join(PREFLOP_VALUES)
        raise OptionError(f"preflop is {preflop!r}; it takes one of {known}")
    situation = Situation.parse(hole, board, dead)
    against: _Against = {"opponents": opponents, "villain": villain, "excluded": excluded}
    if situation.board:
        return effective_hand_strength(hole, board, dead=dead, **against).ehs
    if preflop == "equity":
        return current_hand_odds(hole, board, dead=dead, seed=seed, **against).equity
    villain_ranges(villain, excluded, opponents, situation)
    return _of_two_cards(situation.hole, preflop)


def _of_two_cards(hole: CardSet, preflop: str) -> float:
    """Give a value that knows nothing of opponents."""
    from handsight.preflop import chen, pocket_table

    if preflop == "chen":
        return chen(hole, normalised=True)
    return pocket_table(hole).win_frequency
