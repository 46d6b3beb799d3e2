"""Outs: the next cards that improve our hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import TYPE_CHECKING, Literal

from handsight.cards import Card, CardSet, CardsLike
from handsight.errors import CardCountError, StreetError
from handsight.odds.counting.hands import (
    MOST_EXACT_OPPONENTS,
    count_against_any,
    require_enough,
    require_possible,
)
from handsight.odds.spot import Spot, VillainLike
from handsight.odds.strength.made_hands import makes_category
from handsight.ranking import CATEGORIES, Evaluation, evaluate_mask
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from handsight.ranges import Range

Kind = Literal["clean", "tainted"]


@dataclass(frozen=True, slots=True, repr=False)
class NextCard(ShownInNotebooks):
    """A card that can be dealt next, and our hand with that card.

    Attributes:
        card: the card.
        evaluation: our hand with the card.
        equity: our exact share of the pot after the card, all-in against one random hand or against
            ranges.
        kind: ``clean`` if the card is an out that makes us the favourite, ``tainted`` if it is an
            out that does not make us the favourite, None if it is not an out.
        weight: the relative likelihood of the card, 0..1, where 1 is the likeliest card. Cards that
            a range often contains are dealt less often.
    """

    card: Card
    evaluation: Evaluation
    equity: float
    kind: Kind | None
    weight: float = 1.0

    @property
    def category(self) -> str:
        """Our category with the card, such as ``flush``."""
        return self.evaluation.category

    @property
    def name(self) -> str:
        """Our hand with the card, in words."""
        return self.evaluation.name


@dataclass(frozen=True, slots=True, repr=False)
class Outs(ShownInNotebooks):
    """The cards that can be dealt next, and which of them are outs.

    ``len`` returns the number of outs, and iteration yields the outs, the highest card first.

    Attributes:
        now: our hand before the next card.
        cards: every card that can be dealt next, whether or not it is an out, the highest first.
        spot: the question; None if the cards were not found from a spot.

    Example:
        >>> result = outs("AhKh", "Qh7h2c")
        >>> len(result), result.now.name
        (15, 'ace high, king kicker')
    """

    now: Evaluation
    cards: tuple[NextCard, ...]
    spot: Spot | None = field(default=None, repr=False, compare=False, kw_only=True)

    def __len__(self) -> int:
        return len(self.clean) + len(self.tainted)

    def __iter__(self) -> Iterator[NextCard]:
        return (each for each in self.cards if each.kind)

    @property
    def clean(self) -> CardSet:
        """The outs that make us the favourite."""
        return self._of_kind("clean")

    @property
    def tainted(self) -> CardSet:
        """The outs that improve our hand but do not make us the favourite."""
        return self._of_kind("tainted")

    @property
    def equity(self) -> float:
        """Our equity before the next card: the weighted mean over all cards that can be dealt."""
        weights = fsum(each.weight for each in self.cards)
        return fsum(each.weight * each.equity for each in self.cards) / weights

    def _of_kind(self, kind: Kind) -> CardSet:
        return CardSet.of(each.card for each in self.cards if each.kind == kind)


def outs(
    hole: CardsLike,
    board: CardsLike,
    dead: CardsLike = "",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
) -> Outs:
    """Find the cards that improve our hand to a higher category with the help of a hole card.

    A card is an out on two conditions. First, with the card, our best five cards must have a higher
    category than now. Second, the new board alone must have a lower category than our hand, or the
    same category but a weaker hand, if that category has no kickers (straight, flush, full house,
    straight flush). An out is clean if it makes us the favourite, with more than a fair share of
    the pot: one half against one opponent, 1/(n + 1) against n opponents. Otherwise the out is
    tainted.

    A card is left out if the opponents could not all hold hands without it, because then it cannot
    be dealt.

    Args:
        hole: our two hole cards.
        board: three or four cards.
        dead: cards that cannot be dealt.
        villain: a range, or a list with one range for each of up to three opponents; None for one
            opponent with any cards.
        excluded: cards that opponents probably do not hold, but that can still be dealt to the
            board.

    Raises:
        InputError: if cards or ranges are invalid, or too few cards are left.
        StreetError: before the flop and on the river.
        OptionError: if a list does not have one to three ranges.

    Source:
        DSIE-2011, section 3.2.1, for ranges, and CISTI-2013, section IV.A, for ``excluded``.

    Example:
        >>> result = outs("8c7d", "6h5sKc 2d")
        >>> print(result.clean, len(result.tainted))
        9s9h9d9c8s8h8d7s7h7c4s4h4d4c 0
        >>> result = outs("8c7d", "6h5sKc 2d", villain="AK, KQ")
        >>> print(result.clean, "|", result.tainted)
        9s9h9d9c4s4h4d4c | 8s8h8d7s7h7c
    """
    return outs_of(
        Spot.hand(hole, board, dead, villain=villain, excluded=excluded, most=MOST_EXACT_OPPONENTS)
    )


def outs_of(spot: Spot) -> Outs:
    """Find the outs of a spot's first player (see `outs`)."""
    _require_card_to_come(spot)
    ours = spot.hole | spot.board
    now = Evaluation(ours, evaluate_mask(ours.mask))
    if spot.opponents == 1 and spot.is_against_any:
        return Outs(now, tuple(_after(card, now, spot) for card in spot.live), spot=spot)
    require_enough(spot.live, spot.opponents, spot.to_come)
    return Outs(now, _all_against(now, spot), spot=spot)


def _require_card_to_come(spot: Spot) -> None:
    spot.require_board("counting outs", "potential_hands")
    if spot.street == "river":
        raise StreetError(
            f"no card is to come on {spot.board}; outs needs a board of three or four cards"
        )
    wanted = spot.to_come + 2
    if len(spot.live) < wanted:
        raise CardCountError(
            f"dead leaves {len(spot.live)} cards; the board and an opponent need {wanted}"
        )


def _with(spot: Spot, card: Card) -> Spot:
    return replace(spot, board=CardSet.from_mask(spot.board.mask | card.mask))


def _after(card: Card, now: Evaluation, spot: Spot) -> NextCard:
    with_it = _with(spot, card)
    win, unbeaten, _, deals = count_against_any(with_it, 1, with_it.live)
    return _judged(card, now, with_it, (win + unbeaten) / (2 * deals), 1 / 2)


def _judged(
    card: Card, now: Evaluation, with_it: Spot, equity: float, fair: float, weight: float = 1.0
) -> NextCard:
    """Classify a card by our category with the card, and by our equity compared with a fair share.

    Args:
        card: the card.
        now: our hand before the card.
        with_it: the spot with the card on the board.
        equity: our share of the pot after the card, 0..1.
        fair: the fair share of the pot, 0..1.
        weight: the relative likelihood of the card, 0..1.
    """
    ours = with_it.hole | with_it.board
    then = Evaluation(ours, evaluate_mask(ours.mask))
    lifted = CATEGORIES.index(then.category) > CATEGORIES.index(now.category)
    if not lifted or not makes_category(then.strength, with_it.board):
        return NextCard(card, then, equity, None, weight)
    return NextCard(card, then, equity, "clean" if equity > fair else "tainted", weight)


def _all_against(now: Evaluation, spot: Spot) -> tuple[NextCard, ...]:
    """Classify each card that can be dealt, and weight it by how likely the ranges make it."""
    ranges = spot.ranges
    after = {card: _with(spot, card) for card in spot.live}
    equities = {card: _against(ranges, with_it) for card, with_it in after.items()}
    likeliest = max(deals for _, deals in equities.values())
    require_possible(likeliest)
    fair = 1 / (len(ranges) + 1)
    return tuple(
        _judged(card, now, after[card], equity, fair, deals / likeliest)
        for card, (equity, deals) in equities.items()
        if deals
    )


def _against(ranges: Sequence[Range], spot: Spot) -> tuple[float, int]:
    """Return our exact share of the pot against ranges, and the total weight of the deals."""
    from handsight.odds.counting.ranges import weigh_winners
    from handsight.odds.equity.result import player_equity

    winners = weigh_winners([spot.hole], ranges, spot.board, spot.dead)
    deals = sum(winners.values())
    return (player_equity(winners, 0).equity if deals else 0.0), deals
