"""What the cards to come can make of an instance: whether, in how many ways, and how strong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

from handsight.cards import Card, CardSet
from handsight.errors import CardCountError
from handsight.odds.instances import ACE, Instance, straight_ranks
from handsight.ranking import CATEGORY_FLOORS, STRONGEST, evaluate_mask

ALL_CARDS = 7
_LOWEST_TOP = 3
_STRAIGHTS = frozenset(frozenset(straight_ranks(top)) for top in range(_LOWEST_TOP, ACE + 1))


@dataclass(frozen=True)
class Outlook:
    """The cards we see, and those that may still come to make seven.

    Attributes:
        held: the two to seven cards we can use, as a mask.
        live: the cards that may come, as a mask.
    """

    held: int
    live: int

    @classmethod
    def of(cls, held: CardSet, dead: CardSet) -> Outlook:
        """Look ahead from the cards held, when some others are dead.

        Raises:
            CardCountError: if fewer cards are live than are to come.
        """
        outlook = cls(held.mask, (CardSet.full() - held - dead).mask)
        if outlook.live.bit_count() < outlook.to_come:
            raise CardCountError(
                f"dead leaves {outlook.live.bit_count()} cards, and {outlook.to_come} are to come"
            )
        return outlook

    @property
    def to_come(self) -> int:
        """How many cards are still to come."""
        return ALL_CARDS - self.held.bit_count()

    @cached_property
    def runouts(self) -> int:
        """How many sets of cards may come."""
        return comb(self.live.bit_count(), self.to_come)

    @cached_property
    def strength_now(self) -> int | None:
        """What the cards held are worth; nothing while they are fewer than five."""
        return evaluate_mask(self.held) if self.held.bit_count() >= 5 else None

    def ways(self, instance: Instance) -> int:
        """Count the runouts that complete an instance.

        Example:
            >>> from handsight.odds.instances import instances
            >>> ahead = Outlook.of(CardSet("7c7d"), CardSet())
            >>> ahead.ways(instances("four_of_a_kind")[7]) == comb(48, 3)
            True
        """
        ways_of = {0: 1}  # cards drawn from the pools so far -> ways to draw them
        others = self.live.bit_count()
        for part, has in zip(instance.parts, instance.held(self.held), strict=True):
            if has < part.wanted:
                live = (part.pool & self.live).bit_count()
                others -= live
                ways_of = _drawing(ways_of, live, part.wanted - has, self.to_come)
        return sum(ways * comb(others, self.to_come - drawn) for drawn, ways in ways_of.items())

    def best_strength(self, instance: Instance) -> int | None:
        """Find the strongest hand that an instance can still be.

        Of the five-card hands that hold the instance and are of its class and no better one.
        Where there is none, because what we hold is already better and no card can come between,
        it is the strength now. A straight has the strength of its top rank in any case.

        Args:
            instance: any.

        Returns:
            0..7461, or nothing if the instance is out of reach.
        """
        if not self.ways(instance):
            return None
        match instance.hand_class:
            case "royal_flush":
                return STRONGEST
            case "straight" | "straight_flush" as straight:
                return CATEGORY_FLOORS[straight] + instance.ranks[0] - _LOWEST_TOP
            case "full_house":
                three, two = instance.ranks
                return CATEGORY_FLOORS["full_house"] + 12 * three + two - (two > three)
            case "flush":
                best = self._best_flush(instance.parts[0].pool)
            case _:
                best = self._best_of_kinds(instance)
        return self.strength_now if best is None else evaluate_mask(best)

    def _best_flush(self, suit: int) -> int | None:
        cards = list(CardSet.from_mask(suit & (self.held | self.live)))
        for five in combinations(cards, 5):  # the strongest flush first
            mask = _mask(five)
            straight = frozenset(card.rank for card in five) in _STRAIGHTS
            if not straight and (mask & ~self.held).bit_count() <= self.to_come:
                return mask
        return None

    def _best_of_kinds(self, instance: Instance) -> int | None:
        """Fill up with kickers what is made of one rank or two."""
        free = self.to_come - instance.missing(self.held)
        kickers = self._best_kickers(5 - instance.size, instance.ranks, free)
        if kickers is None:
            return None
        pairs = zip(instance.ranks, instance.parts, strict=True)
        sets = [Card(4 * rank + suit) for rank, part in pairs for suit in range(part.wanted)]
        return _mask(sets) | _mask(Card(4 * rank) for rank in kickers)

    def _best_kickers(
        self, count: int, taken: Sequence[int], to_come: int
    ) -> tuple[int, ...] | None:
        held, live = _ranks(self.held), _ranks(self.live)
        ranks = sorted((held | live) - set(taken), reverse=True)
        choices = combinations(ranks, count)  # the strongest first
        return next((each for each in choices if len(set(each) - held) <= to_come), None)


def _drawing(ways_of: dict[int, int], live: int, least: int, most: int) -> dict[int, int]:
    """Go on to draw at least so many cards from one more pool."""
    onward: dict[int, int] = {}
    for drawn, ways in ways_of.items():
        for more in range(least, most - drawn + 1):
            total = drawn + more
            onward[total] = onward.get(total, 0) + ways * comb(live, more)
    return onward


def _mask(cards: Iterable[Card]) -> int:
    return sum(card.mask for card in cards)


def _ranks(mask: int) -> set[int]:
    return {card.rank for card in CardSet.from_mask(mask)}
