"""Draws: the hands that our cards can become, how complete they are, and which cards they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb

from handsight.cards import Card, CardSet, CardsLike, parse_cards, refuse_shared, require_count
from handsight.errors import CardCountError
from handsight.odds.strength.draw_instances import (
    ACE,
    CLASS_SIZES,
    CardRequirement,
    Instance,
    instances,
    straight_ranks,
)
from handsight.ranking import CATEGORY_FLOORS, STRONGEST, evaluate_mask
from handsight.runtime.notebooks import ShownInNotebooks

ALL_CARDS = 7
_LOWEST_TOP = 3
_STRAIGHTS = frozenset(frozenset(straight_ranks(top)) for top in range(_LOWEST_TOP, ACE + 1))
_CLASSES = tuple(CLASS_SIZES)


@dataclass(frozen=True, slots=True, repr=False)
class PotentialHand(ShownInNotebooks):
    """A hand that our cards already make or can still become.

    Attributes:
        hand_class: a key of `handsight.odds.strength.draw_instances.CLASS_SIZES`, such as
            ``one_pair``.
        name: the name of the hand, such as ``straight, ten high``.
        have: the cards of the hand that we hold, the highest first; never more than the hand needs.
        choices: the missing cards, as pairs (number, cards): ``number`` of the cards must be dealt,
            such as one of the four eights and one of the four nines. Dead cards are listed only if
            too few live cards are left, which makes the hand impossible.
        completion: the percentage of the hand's cards that we hold, even if the hand is impossible.
        possible: whether the hand is complete or can still be completed.
        ways: the number of runouts that complete the hand, counted exactly.
        runouts: the number of all runouts: sets of live cards that fill our cards up to seven.
        score: the strength, 0..7461, of the best five-card hand of this class that contains this
            hand and that our cards can still become; None if the hand is impossible. If our cards
            are already better and can no longer become such a hand, this is the current strength. A
            straight always has the strength of its top rank.
        current_score: the strength of our cards now; None if we have fewer than five.

    Example:
        >>> best = potential_hands("2h3h4h5h2s")[0]
        >>> best.hand_class, best.completion, best.missing
        ('one_pair', 100.0, 0)
    """

    hand_class: str
    name: str
    have: tuple[Card, ...]
    choices: tuple[tuple[int, tuple[Card, ...]], ...]
    completion: float
    possible: bool
    ways: int
    runouts: int
    score: int | None
    current_score: int | None

    @property
    def size(self) -> int:
        """The number of cards that a hand of this class needs."""
        return CLASS_SIZES[self.hand_class]

    @property
    def missing(self) -> int:
        """The number of cards that are missing."""
        return self.size - len(self.have)

    @property
    def complete(self) -> bool:
        """Whether we hold all cards of the hand."""
        return not self.missing

    @property
    def need(self) -> tuple[Card, ...]:
        """All cards that help to complete the hand; ``missing`` of them must be dealt.

        ``choices`` tells how many of which cards must be dealt.
        """
        return tuple(card for _, cards in self.choices for card in cards)

    @property
    def probability(self) -> float:
        """The probability that our seven cards contain the hand, even alongside a better hand."""
        return self.ways / self.runouts


def potential_hands(
    cards: CardsLike, dead: CardsLike = "", *, as_published: bool = False
) -> list[PotentialHand]:
    """List the hands of every class that our cards already make or can still become.

    Complete hands are first, and incomplete hands follow. Both groups are sorted by the probability
    of completion times the score, in descending order. In each class, the hands of which we hold
    the most cards are listed: all of these if we hold more than half of the cards or only one card
    is missing, and otherwise only the strongest. If these hands are complete, stronger possible
    hands of the class that lack one card are listed too. If none of these hands is possible, the
    nearest possible hands of the class are listed too.

    Our cards become seven in all. Unknown opponents' cards count as live.

    Args:
        cards: our hole cards and the board together, two to seven cards.
        dead: cards that cannot be dealt.
        as_published: whether to list only the hands that the paper lists, with its percentages:
            75 and 50 for three and four of a kind from a pair, 75 for four of a kind from three,
            and 80, 60 and 40 for cards of one suit. Every ``score`` then equals ``current_score``.

    Raises:
        InputError: if the cards are invalid, or there are not enough live cards.

    Source:
        B351-2017, section 2: completion, score, have, need. The paper's code does not run; here
        completion is the share of the cards that the class needs.

    Example:
        >>> flush = potential_hands("AhKh Qh7h2c")[0]
        >>> flush.completion, flush.missing, len(flush.need), flush.ways, flush.runouts
        (80.0, 1, 9, 378, 1081)
        >>> hands = potential_hands("AsKsQsJs2d", dead="Ts")
        >>> royal, = [each for each in hands if each.hand_class == "royal_flush"]
        >>> royal.completion, royal.need, royal.possible
        (80.0, (Card('Ts'),), False)
    """
    return potential_hands_of(*_checked(cards, dead), as_published=as_published)


def potential_hands_of(
    held: CardSet, dead: CardSet, *, as_published: bool = False
) -> list[PotentialHand]:
    """List the hands that our cards make or can become (see `potential_hands`).

    Whether there are two to seven cards, none of them dead, is not checked.

    Args:
        held: our hole cards and the board together.
        dead: cards that cannot be dealt.
        as_published: as in `potential_hands`.

    Raises:
        CardCountError: if there are not enough live cards.
    """
    outlook = Outlook.of(held, dead)
    hands = _published(outlook) if as_published else _worth_listing(outlook)
    return sorted(hands, key=_place)


def _checked(cards: CardsLike, dead: CardsLike) -> tuple[CardSet, CardSet]:
    held, gone = parse_cards(cards, "cards"), parse_cards(dead, "dead")
    refuse_shared({"cards": held, "dead": gone})
    require_count(held, "cards", tuple(range(2, ALL_CARDS + 1)))
    return CardSet.of(held), CardSet.of(gone)


def _place(hand: PotentialHand) -> tuple[bool, int, int]:
    """Return the sort key of a potential hand.

    Complete hands come first, then the hands with the highest product of ways and score (0 without
    a score), then those of the strongest class.
    """
    promise = hand.ways * (hand.score or 0)
    return (not hand.complete, -promise, -_CLASSES.index(hand.hand_class))


# --- which hands to list ------------------------------------------------------------------------


def _worth_listing(outlook: Outlook) -> Iterator[PotentialHand]:
    for hand_class in _CLASSES:
        every = instances(hand_class)
        listed = _nearest(every, outlook)
        yield from listed
        if not any(hand.possible for hand in listed):
            reachable = tuple(instance for instance in every if outlook.ways(instance))
            yield from _nearest(reachable, outlook)


def _nearest(choice: tuple[Instance, ...], outlook: Outlook) -> list[PotentialHand]:
    """Build the hands with the fewest missing cards, or only the strongest if many are missing.

    If these hands are complete, possible stronger hands with one missing card follow.
    """
    lacking = [instance.missing(outlook.held) for instance in choice]
    least = min(lacking, default=0)
    pairs = zip(choice, lacking, strict=True)
    hands = [_make(instance, outlook) for instance, missing in pairs if missing == least]
    if hands and not least:
        best = max(hand.score or 0 for hand in hands)
        nearly = [_make(i, outlook) for i in choice if i.missing(outlook.held) == 1]
        return hands + [hand for hand in nearly if hand.possible and (hand.score or 0) > best]
    if not hands or least <= 1 or 2 * least < hands[0].size:
        return hands
    return [max(hands, key=_weight)]


def _weight(hand: PotentialHand) -> tuple[int, int, list[int]]:
    """Return the sort key of a hand among those with the same number of missing cards."""
    return (hand.score or 0, hand.ways, [card.rank for card in hand.have])


# --- one hand -----------------------------------------------------------------------------------


def _make(instance: Instance, outlook: Outlook) -> PotentialHand:
    have = _have(instance, outlook.held)
    ways = outlook.ways(instance)
    return PotentialHand(
        hand_class=instance.hand_class,
        name=instance.name,
        have=have,
        choices=tuple(_choices(instance, outlook)),
        completion=100 * len(have) / instance.size,
        possible=ways > 0,
        ways=ways,
        runouts=outlook.runouts,
        score=outlook.best_strength(instance),
        current_score=outlook.strength_now,
    )


def _have(instance: Instance, held: int) -> tuple[Card, ...]:
    parts = [
        tuple(CardSet.from_mask(need.pool & held))[: need.wanted] for need in instance.requirements
    ]
    return tuple(card for cards in parts for card in cards)


def _choices(instance: Instance, outlook: Outlook) -> Iterator[tuple[int, tuple[Card, ...]]]:
    for need, has in zip(instance.requirements, instance.held(outlook.held), strict=True):
        if has < need.wanted:
            missing = need.wanted - has
            yield missing, tuple(CardSet.from_mask(_serving(need, missing, outlook)))


def _serving(need: CardRequirement, missing: int, outlook: Outlook) -> int:
    """Return the mask of a pool's live cards, with its dead cards if too few live cards are left.

    Args:
        need: the pool, and how many cards of it the instance needs.
        missing: the number of cards that must still be dealt from the pool.
        outlook: our cards and the live cards.
    """
    live = need.pool & outlook.live
    return live if live.bit_count() >= missing else need.pool & ~outlook.held


# --- the next cards ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Outlook:
    """Our cards, and the cards that can still be dealt to complete hands.

    Attributes:
        held: our two to seven cards, hole cards and board, as a mask.
        live: the cards that can still be dealt, as a mask.
    """

    held: int
    live: int

    @classmethod
    def of(cls, held: CardSet, dead: CardSet) -> Outlook:
        """Build the outlook of our cards, given the dead cards.

        Raises:
            CardCountError: if there are not enough live cards to complete the board.
        """
        outlook = cls(held.mask, (CardSet.full() - held - dead).mask)
        if outlook.live.bit_count() < outlook.to_come:
            raise CardCountError(
                f"dead leaves {outlook.live.bit_count()} cards, but {outlook.to_come} are to come"
            )
        return outlook

    @property
    def to_come(self) -> int:
        """The number of cards still to be dealt."""
        return ALL_CARDS - self.held.bit_count()

    @cached_property
    def runouts(self) -> int:
        """The number of runouts: sets of ``to_come`` live cards."""
        return comb(self.live.bit_count(), self.to_come)

    @cached_property
    def strength_now(self) -> int | None:
        """The strength of our cards now, or None if we have fewer than five."""
        return evaluate_mask(self.held) if self.held.bit_count() >= 5 else None

    def ways(self, instance: Instance) -> int:
        """Count the runouts that complete an instance.

        Example:
            >>> from handsight.odds.strength.draw_instances import instances
            >>> ahead = Outlook.of(CardSet("7c7d"), CardSet())
            >>> ahead.ways(instances("four_of_a_kind")[7]) == comb(48, 3)
            True
        """
        ways_of = {0: 1}  # number of cards drawn from the pools so far -> ways to draw them
        others = self.live.bit_count()
        for need, has in zip(instance.requirements, instance.held(self.held), strict=True):
            if has < need.wanted:
                live = (need.pool & self.live).bit_count()
                others -= live
                ways_of = _drawing(ways_of, live, need.wanted - has, self.to_come)
        return sum(ways * comb(others, self.to_come - drawn) for drawn, ways in ways_of.items())

    def best_strength(self, instance: Instance) -> int | None:
        """Find the strength of the best hand that an instance can still become; None if impossible.

        The candidates are the five-card hands of exactly the instance's class that contain the
        instance. If there is no candidate, because our hand is already better, the current strength
        is returned. A straight always has the strength of its top rank.
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
                best = self._best_flush(instance.requirements[0].pool)
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
        """Return the mask of the best hand of an instance of one or two ranks, with its kickers.

        Return None if no kickers complete the hand to exactly its class.
        """
        free = self.to_come - instance.missing(self.held)
        kickers = self._best_kickers(5 - instance.size, instance.ranks, free)
        if kickers is None:
            return None
        pairs = zip(instance.ranks, instance.requirements, strict=True)
        sets = [Card(4 * rank + suit) for rank, need in pairs for suit in range(need.wanted)]
        return _mask(sets) | _mask(Card(4 * rank) for rank in kickers)

    def _best_kickers(
        self, count: int, taken: Sequence[int], to_come: int
    ) -> tuple[int, ...] | None:
        held, live = _ranks(self.held), _ranks(self.live)
        ranks = sorted((held | live) - set(taken), reverse=True)
        choices = combinations(ranks, count)  # the strongest first
        return next((each for each in choices if len(set(each) - held) <= to_come), None)


def _drawing(ways_of: dict[int, int], live: int, least: int, most: int) -> dict[int, int]:
    """Extend the ways to draw cards from some pools by the draws from one more pool.

    Args:
        ways_of: {number of cards drawn from the pools so far: ways to draw them}.
        live: the number of live cards in the new pool.
        least: the minimum number of cards to draw from the new pool.
        most: the maximum number of cards drawn from all pools.

    Returns:
        {number of cards drawn from all pools: ways to draw them}.
    """
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


# --- as published -------------------------------------------------------------------------------
#
# The percentages that B351-2017 assigns to its potential hands.
#
# The paper's code looks for groups of cards of one rank or one suit. It finds all other hands only
# when they are complete. The code does not run, so handsight follows what the code evidently means.
# The differences from the corrected method are:
#
# - a pair counts as three quarters of three of a kind, although two of three cards are two thirds;
# - a group counts only as itself and not as the smaller groups that it contains: four of a kind is
#   not also listed as a pair and as three of a kind, a full house is three cards and exactly two,
#   and two pair is two cards and exactly two;
# - a straight, full house, straight flush or royal flush is not listed before it is complete, and
#   no hand is listed of which we hold only one card.
#
# For a lone pair, the code adds a second hand of 50% without a label. This is the pair's
# four of a kind, which it has already listed.

_PERCENT_OF_GROUPS: dict[str, dict[tuple[int, ...], float]] = {
    "one_pair": {(2,): 100.0},
    "two_pair": {(2, 2): 100.0},
    "three_of_a_kind": {(2,): 75.0, (3,): 100.0},
    "flush": {(2,): 40.0, (3,): 60.0, (4,): 80.0, (5,): 100.0, (6,): 100.0, (7,): 100.0},
    "full_house": {(3, 2): 100.0},
    "four_of_a_kind": {(2,): 50.0, (3,): 75.0, (4,): 100.0},
}


def published_completion(instance: Instance, held: int) -> float | None:
    """Return the percentage that the paper lists for an instance, or None if it lists none.

    Args:
        instance: the instance of a class.
        held: the mask of our cards.

    Source:
        B351-2017, code appendix, ``generatePotential``.

    Example:
        >>> from handsight.cards import CardSet
        >>> from handsight.odds.strength.draw_instances import instances
        >>> published_completion(instances("three_of_a_kind")[7], CardSet("7c7d").mask)
        75.0
    """
    groups = instance.held(held)
    if instance.hand_class in _PERCENT_OF_GROUPS:
        return _PERCENT_OF_GROUPS[instance.hand_class].get(groups)
    return 100.0 if all(groups) else None


def _published(outlook: Outlook) -> Iterator[PotentialHand]:
    for hand_class in _CLASSES:
        for instance in instances(hand_class):
            percent = published_completion(instance, outlook.held)
            if percent is not None:
                hand = _make(instance, outlook)
                yield replace(hand, completion=percent, score=hand.current_score)
