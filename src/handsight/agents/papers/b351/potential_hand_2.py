"""The player that B351-2017 would have built next, which values a hand's category, and bluffs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from math import comb
from random import Random
from typing import ClassVar, NamedTuple

import numpy as np

from handsight.agents.papers.b351.draw_progress import (
    ALL_CARDS,
    REMEMBERED,
    all_instances,
    draw_progress,
)
from handsight.agents.protocol import Decision, Number, stream_for
from handsight.agents.thresholds.thresholds import betting_of, price_of
from handsight.cards import Card
from handsight.cards.card import DECK_SIZE, RANKS
from handsight.errors import OptionError
from handsight.game import Action, Observation

WORTH = {
    "one_pair": 1,
    "two_pair": 3,
    "three_of_a_kind": 4,
    "straight": 6,
    "flush": 7,
    "full_house": 9,
    "four_of_a_kind": 10,
    "straight_flush": 11,
    "royal_flush": 12,
}
"""The relative worth of the hand categories, chosen so that on the flop and on the turn, an
open-ended straight draw ranks above a pair, but a gutshot does not."""

TRUST = {
    "one_pair": 0.65,
    "two_pair": 0.8,
    "three_of_a_kind": 0.85,
    "straight": 0.9,
    "flush": 0.93,
}
"""The trust in each category: the assumed probability that a hand of the category beats one
opponent. For the categories above a flush, it is `NEARLY_CERTAIN`."""

NEARLY_CERTAIN = 0.97
OVERCARD = 0.1
"""The amount by which the trust in a pair falls for each rank on the board above the pair's."""
NOTHING = 0.2
"""The trust if no hand is complete, not even a pair."""

LONG = ("straight", "flush", "straight_flush", "royal_flush")
"""The categories that need five cards, whose partial hands are counted."""
HIGH = RANKS.index("T")
"""The lowest rank of a hole card that counts before the flop as a partial pair."""


BLUFF = "it has no hand and no draw, and bluffs"
"""The reason that `explain` returns for a bluff."""


class Aim(NamedTuple):
    """The hands of one category that count for a player, and are complete or need one more card.

    Attributes:
        hand_class: the category.
        name: the name of the highest of these hands, or of the highest complete hand if there is
            one.
        outs: the number of cards that complete one of the hands; 0 if a hand is already complete.
        probability: the exact probability that an out is dealt by the river; 1 if a hand is
            complete.
        trust: the assumed probability that a complete hand beats one opponent.
        partial: the number of these hands that need one more card.

    Example:
        >>> draw = Aim("straight", "straight, nine high", 8, 0.315, 0.9, 2)
        >>> round(draw.priority, 2)
        1.89
    """

    hand_class: str
    name: str
    outs: int
    probability: float
    trust: float
    partial: int

    @property
    def complete(self) -> bool:
        """Whether one of the hands is complete."""
        return self.probability == 1

    @property
    def priority(self) -> float:
        """The worth of the category times `probability`."""
        return WORTH[self.hand_class] * self.probability


@lru_cache(REMEMBERED)
def aims(hole: int, board: tuple[Card, ...]) -> tuple[Aim, ...]:
    """Return the categories in which a hand is complete or needs one card, by falling priority.

    Args:
        hole: the mask of the player's two hole cards.
        board: the cards on the board.

    Example:
        >>> from handsight.cards import CardSet
        >>> best = aims(CardSet("8c8d").mask, tuple(CardSet("7h6s5c")))
        >>> [(aim.hand_class, aim.outs) for aim in best][:3]
        [('straight', 8), ('two_pair', 9), ('one_pair', 0)]
    """
    lacks, counts = draw_progress(hole, board)
    near: dict[str, list[int]] = {}
    for number in np.flatnonzero(counts & (lacks <= 1)).tolist():
        near.setdefault(all_instances().each[number].hand_class, []).append(number)
    unsorted = [_aim(name, near[name], lacks.tolist(), hole, board) for name in near]
    return tuple(sorted(unsorted, key=lambda aim: -aim.priority))


def _aim(name: str, near: list[int], lacks: list[int], hole: int, board: tuple[Card, ...]) -> Aim:
    every = all_instances().each
    complete = [number for number in near if not lacks[number]]
    best = every[(complete or near)[0]]
    trust = TRUST.get(name, NEARLY_CERTAIN)
    if name == "one_pair":
        trust -= OVERCARD * len({card.rank for card in board if card.rank > best.ranks[0]})
    if complete:
        return Aim(name, best.name, 0, 1.0, trust, len(near) - len(complete))
    held = hole | sum(card.mask for card in board)
    outs = 0
    for number in near:
        for pool, wanted in every[number].requirements:
            if (pool & held).bit_count() < wanted:
                outs |= pool & ~held
    # The opponents' cards are unknown, so all unseen cards are equally likely to be dealt.
    live, to_come = DECK_SIZE - 2 - len(board), ALL_CARDS - 2 - len(board)
    others = live - outs.bit_count()
    probability = 1 - comb(others, to_come) / comb(live, to_come)
    return Aim(name, best.name, outs.bit_count(), probability, trust, len(near))


@lru_cache(REMEMBERED)
def partial_before(hole: int) -> int:
    """Count the partial hands that two hole cards make: pairs of high cards, and `LONG` categories.

    Args:
        hole: the mask of the two hole cards.

    Example:
        >>> from handsight.cards import CardSet
        >>> [partial_before(CardSet(cards).mask) for cards in ("JsTs", "AsKd", "7s2d")]
        [6, 3, 0]
    """
    lacks, counts = draw_progress(hole, ())
    partial: set[str] = set()
    for number in np.flatnonzero(counts & (lacks <= 3)).tolist():
        instance = all_instances().each[number]
        if instance.hand_class in LONG:
            partial.add(instance.hand_class)
        elif instance.hand_class == "one_pair" and instance.ranks[0] >= HIGH:
            partial.add(instance.name)
    return len(partial)


class View(NamedTuple):
    """The player's judgement of their cards.

    Attributes:
        aim: the hand that the player plays for; None if no hand is complete or, from the flop on,
            needs just one card.
        best: the best complete hand; None if no hand is complete.
        partial: the number of partial hands: as counted by `partial_before` before the flop; from
            the flop on, those of `LONG` categories that need one more card.
        chance: the estimated probability of winning the hand, 0..1.
    """

    aim: Aim | None
    best: Aim | None
    partial: int
    chance: float


@dataclass(frozen=True)
class PotentialHandPlayer2:
    """Plays for the hand whose kind and probability promise most, and sometimes bluffs.

    Args:
        bluff: the probability that the player bets or raises without a hand or draw, 0..1; the
            player does so at most once per street.
        bluff_price: the highest pot odds at which the player bluffs, 0..1.
        partial: the number of partial hands with which two hole cards that are no pair are worth a
            call before the flop. A raise requires one more partial hand. Each earlier raise by any
            player requires one more, and so do more than two opponents.
        bet_at: the lowest probability of winning with which the player bets after the flop.
        raise_at: the lowest probability of winning with which the player raises a bet after the
            flop.
        push: the amount by which ``bet_at`` and ``raise_at`` fall, and by which the size of a bet
            as a share of the pot grows, for each partial hand of five cards.
        caution: the amount by which ``bet_at`` and ``raise_at``, and the probability of winning
            that a call needs after the flop, rise for each bet or raise by opponents on this
            street, and by half as much for each one on an earlier street from the flop on.
        raise_pot: the size of the player's bets and raises, as a share of the pot.

    Raises:
        OptionError: if an option is below 0, or if ``bluff`` or ``bluff_price`` is above 1.

    Source:
        B351-2017, section 2 (the more partial hands, the more aggressive the play) and section 4
        (additions that the authors would make: the type of a hand, and bluffs). All numbers are
        ours.
    """

    family: ClassVar[str] = "potential hands"
    source: ClassVar[str] = "B351-2017"

    name: str = "potential-hand-2"
    bluff: float = 0.1
    bluff_price: float = 0.34
    partial: int = 2
    bet_at: float = 0.6
    raise_at: float = 0.8
    push: float = 0.05
    caution: float = 0.05
    raise_pot: float = 0.6

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "name":
                continue
            if not value >= 0 or (each.name in ("bluff", "bluff_price") and value > 1):
                raise OptionError(
                    f"{each.name} is {value}; it must be 0 or more, a share at most 1"
                )

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        return self.decide(observation, rng)[0]

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, the rule that decided, and the player's hands and draws."""
        action, reason = self.decide(observation, stream_for(rng))
        numbers: dict[str, Number] = {}
        for aim in aims(observation.hole.mask, observation.board):
            numbers[f"{aim.name}: probability"] = aim.probability
            numbers[f"{aim.name}: priority"] = aim.priority
        view = self.view(observation)
        more: dict[str, Number] = {
            "plays for": view.aim and view.aim.name,
            "partial hands": view.partial,
            "chance": view.chance,
            "price": observation.to_call,
            "pot odds": price_of(observation),
        }
        return Decision(action, reason, {**numbers, **more})

    def view(self, seen: Observation) -> View:
        """Judge the player's cards."""
        candidates = aims(seen.hole.mask, seen.board)
        best = max((aim for aim in candidates if aim.complete), key=_worth, default=None)
        opponents = len(seen.players) - 1
        now = (best.trust if best else NOTHING) ** opponents
        if not seen.board:
            partial = partial_before(seen.hole.mask)
            return View(best, best, partial, now if best else 0.3 + 0.05 * partial)
        aim = candidates[0] if candidates else None
        partial = sum(each.partial for each in candidates if each.hand_class in LONG)
        if aim is None or aim.complete:
            return View(aim, best, partial, now)
        then = max(aim.trust**opponents, now)
        return View(aim, best, partial, aim.probability * then + (1 - aim.probability) * now)

    def decide(self, seen: Observation, rng: Random) -> tuple[Action, str]:
        """Play for the aim, bluff, or give up; return the action and the rule that decided."""
        view = self.view(seen)
        before = not seen.board
        play = self.before_the_flop(seen, view) if before else self.after_it(seen, view)
        if play is not None:
            return play
        if self.may_bluff(seen, view) and rng.random() < self.bluff:
            return self.raised(seen, 0), BLUFF
        if not seen.to_call:
            return Action.check(), "its hands are not enough to bet"
        return Action.fold(), "its hands are not worth the price"

    def before_the_flop(self, seen: Observation, view: View) -> tuple[Action, str] | None:
        """Play pairs, and hole cards with enough partial hands; return None to give up or bluff."""
        raises, price = betting_of(seen).raises, price_of(seen)
        need = self.partial + raises + (len(seen.players) > 3)
        pair = view.best is not None
        strong = view.partial >= need + 1 or (pair and raises <= 1 + (view.partial > 0))
        if strong and view.chance >= price:
            return self.raised(seen, 0), "a pair" if pair else "it has many draws"
        if seen.to_call and (pair or view.partial >= need) and view.chance >= price:
            return Action.call(), "its hands are worth the price"
        return None

    def after_it(self, seen: Observation, view: View) -> tuple[Action, str] | None:
        """Bet, raise or call by the probability of winning; return None to give up or bluff."""
        extra = self.caution * betting_of(seen).pressure
        threshold = self.raise_at if seen.to_call else self.bet_at
        if view.chance >= threshold + extra - self.push * view.partial:
            partial = f", with {view.partial} partial hands" if view.partial else ""
            return self.raised(seen, view.partial), f"its chance is enough to raise{partial}"
        if seen.to_call and view.chance >= price_of(seen) + extra:
            return Action.call(), "its chance covers the price"
        return None

    def may_bluff(self, seen: Observation, view: View) -> bool:
        """Check whether the player may bluff.

        They may if they have no hand or draw, can bet or raise but have not yet done so on this
        street, and the price is low enough.
        """
        nothing = view.best is None and not view.partial and seen.legal.can_raise
        tried = any(
            record.seat == seen.seat
            and record.street == seen.street
            and record.action.kind in ("bet", "raise")
            for record in seen.actions
        )
        return nothing and not tried and price_of(seen) <= self.bluff_price

    def raised(self, seen: Observation, partial: int) -> Action:
        """Bet or raise by a share of the pot; call or check if no raise is legal.

        Args:
            seen: the observation.
            partial: the number of partial hands of five cards; for each of them, the share grows by
                ``push``.
        """
        if not seen.legal.can_raise:
            return Action.call()
        share = round(100 * (self.raise_pot + self.push * partial))
        return Action.raise_to(seen.legal.share_of_pot(share, 100))


def _worth(aim: Aim) -> int:
    return WORTH[aim.hand_class]
