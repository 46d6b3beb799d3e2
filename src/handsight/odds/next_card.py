"""Outs: the next cards that lift our hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import TYPE_CHECKING, Literal

from handsight.cards import Card, CardSet, CardsLike
from handsight.errors import CardCountError, StreetError
from handsight.odds.counting import MOST_EXACT_OPPONENTS, require_enough, require_possible
from handsight.odds.spot import Spot, VillainLike
from handsight.ranking import CATEGORIES, Evaluation, category_of, evaluate_mask

if TYPE_CHECKING:
    from handsight.ranges import Range

Kind = Literal["clean", "tainted"]

_WITHOUT_KICKERS = ("straight", "flush", "full_house", "straight_flush")
_OF_REPEATS = {
    (2, 1, 1): "one_pair",
    (2, 2): "two_pair",
    (3, 1): "three_of_a_kind",
    (4,): "four_of_a_kind",
}


@dataclass(frozen=True, slots=True)
class NextCard:
    """What one card makes of our hand.

    Attributes:
        card: the card that comes.
        evaluation: our hand with it.
        equity: our share of the pot then, all in against one random hand, or against ranges;
            exact.
        kind: ``clean`` if the card is an out and makes us the favourite, ``tainted`` if it is an
            out and does not, and none if it is no out.
        weight: how likely the card is, in 0..1, where 1 is the likeliest. Random hands leave all
            cards equally likely; of cards that a range holds often, fewer are left to come.
    """

    card: Card
    evaluation: Evaluation
    equity: float
    kind: Kind | None
    weight: float = 1.0

    @property
    def category(self) -> str:
        """Our category with it, such as ``flush``."""
        return self.evaluation.category

    @property
    def name(self) -> str:
        """Our hand with it, in words."""
        return self.evaluation.name


@dataclass(frozen=True, slots=True)
class Outs:
    """Every card that may come next, and those of them that are outs.

    Its length is the number of outs, and it iterates over them, the highest card first.

    Attributes:
        now: our hand before the card.
        cards: every card that may come next, outs or not, the highest first.
        spot: the question; None for cards that come from elsewhere.

    Example:
        >>> found = outs("AhKh", "Qh7h2c")
        >>> len(found), found.now.name
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
        """The outs that lift our hand and leave us behind all the same."""
        return self._of_kind("tainted")

    @property
    def equity(self) -> float:
        """Our equity before the card: the mean of that after it, each as likely as it is."""
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
    """Tell for each card that may come next what it makes of our hand.

    A card is an out if it lifts our hand to a higher category with the help of a hole card. That
    is: the best five of our cards are then of a higher category than now, and the new board alone
    is of a lower one; or of the same one, if that has no kickers (straight, flush, full house,
    straight flush), and weaker. An out is clean if we are then the favourite, with an equity above
    a fair share of the pot, and tainted if not. A fair share is one half against one opponent,
    1/(n + 1) against n.

    A card that every hand of an opponent holds cannot come, and is left out.

    Args:
        hole: two cards, in any notation of `parse_cards`.
        board: three or four cards.
        dead: cards that cannot come and that the opponent cannot hold.
        villain: what the opponent may hold, a range; or a list of up to three, one for each
            opponent. None for one opponent with any cards.
        excluded: cards that opponents probably have not; these may still come to the board.

    Returns:
        All next cards, each with the hand it makes and the equity after it; the outs among them.

    Raises:
        UnknownCardError: for a symbol that is no card.
        DuplicateCardError: if a card appears twice.
        CardCountError: if a group has a wrong number of cards, or dead leaves too few to deal.
        StreetError: before the flop, and on the river, where no card is to come.
        InputError: for a range that cannot be read, has no hand left, or none beside the others.
        OptionError: for more than three ranges.

    Source:
        DSIE-2011, section 3.2.1, and CISTI-2013, section IV.A, for hands that an opponent
        probably has, and cards that he probably has not.

    Example:
        >>> found = outs("8c7d", "6h5sKc 2d")
        >>> print(found.clean, len(found.tainted))
        9s9h9d9c8s8h8d7s7h7c4s4h4d4c 0
        >>> found = outs("8c7d", "6h5sKc 2d", villain="AK, KQ")
        >>> print(found.clean, "|", found.tainted)
        9s9h9d9c4s4h4d4c | 8s8h8d7s7h7c
    """
    return outs_of(
        Spot.hand(hole, board, dead, villain=villain, excluded=excluded, most=MOST_EXACT_OPPONENTS)
    )


def outs_of(spot: Spot) -> Outs:
    """Find the outs of a spot's first player (see `outs`).

    Args:
        spot: our hand, against one opponent with any cards or one to three with ranges.
    """
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
            f"no card is to come on {spot.board}; outs takes a board of three or four cards"
        )
    wanted = spot.to_come + 2
    if len(spot.live) < wanted:
        raise CardCountError(
            f"dead leaves {len(spot.live)} cards; the board and an opponent take {wanted}"
        )


def _with(spot: Spot, card: Card) -> Spot:
    return replace(spot, board=CardSet.from_mask(spot.board.mask | card.mask))


def _after(card: Card, now: Evaluation, spot: Spot) -> NextCard:
    from handsight.odds.against_any import count_against_any

    with_it = _with(spot, card)
    win, unbeaten, _, deals = count_against_any(with_it, 1, with_it.live)
    return _judged(card, now, with_it, (win + unbeaten) / (2 * deals), 1 / 2)


def _judged(
    card: Card, now: Evaluation, with_it: Spot, equity: float, fair: float, weight: float = 1.0
) -> NextCard:
    """Say what a card is to us that brings so much equity, where so much is a fair share."""
    ours = with_it.hole | with_it.board
    then = Evaluation(ours, evaluate_mask(ours.mask))
    lifted = _rank_of(then.category) > _rank_of(now.category)
    if not lifted or not _beats_board(then, with_it.board):
        return NextCard(card, then, equity, None, weight)
    return NextCard(card, then, equity, "clean" if equity > fair else "tainted", weight)


def _all_against(now: Evaluation, spot: Spot) -> tuple[NextCard, ...]:
    """Judge each card that can come, by how much of the ranges is left with it."""
    ranges = spot.ranges
    after = {card: _with(spot, card) for card in spot.live}
    found = {card: _against(ranges, with_it) for card, with_it in after.items()}
    likeliest = max(deals for _, deals in found.values())
    require_possible(likeliest)
    fair = 1 / (len(ranges) + 1)
    return tuple(
        _judged(card, now, after[card], equity, fair, deals / likeliest)
        for card, (equity, deals) in found.items()
        if deals
    )


def _against(ranges: Sequence[Range], spot: Spot) -> tuple[float, int]:
    """Give our exact share of the pot against ranges, and the weight of all deals."""
    from handsight.odds.equity_result import player_equity
    from handsight.odds.range_counts import weigh_winners

    winners = weigh_winners([spot.hole], ranges, spot.board, spot.dead)
    deals = sum(winners.values())
    return (player_equity(winners, 0).equity if deals else 0.0), deals


def _rank_of(category: str) -> int:
    return CATEGORIES.index(category)


def _beats_board(hand: Evaluation, board: CardSet) -> bool:
    """Whether a hole card is part of what makes the hand's category."""
    if len(board) == 4:
        return _rank_of(hand.category) > _rank_of(_category_of_four(board))
    strength = evaluate_mask(board.mask)
    if hand.category in _WITHOUT_KICKERS:
        return hand.strength > strength
    return _rank_of(hand.category) > _rank_of(category_of(strength))


def _category_of_four(board: CardSet) -> str:
    """The category that four cards have, without a fifth."""
    ranks = [card.rank for card in board]
    repeats = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return _OF_REPEATS.get(tuple(repeats), "high_card")
