"""Equities of known hands, ranges and random hands from random deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from handsight.cards import CardSet
from handsight.errors import CardCountError, InputError
from handsight.odds.players import is_any_hand
from handsight.odds.range_groups import (
    FEW_PAIRS,
    MANY_PAIRS,
    Group,
    entries_of,
    impossible_players,
    merge_groups,
)
from handsight.odds.sampling import (
    CHUNK,
    FixedCards,
    Sampling,
    Tally,
    counts_by_share,
    play_chunk,
    play_chunks,
    states_of,
    stderr_of,
    without_zeros,
)
from handsight.ranges import Range
from handsight.runtime.seeds import seed_or_fresh

if TYPE_CHECKING:
    from handsight.kernels.range_deals import Entries

QUICK_LOOK = 1 << 17
"""Attempts to find out how many are accepted."""

ENOUGH_SEEN = 64
"""Accepted attempts that tell the acceptance well enough."""

LONG_LOOK = 100_000_000
"""Attempts where a quick look has not seen enough; about a second."""

HOPELESS = 10
"""At most so many accepted in a long look are too few to go on: one in ten millions."""

ATTEMPTS_A_CHUNK = 1 << 24
"""A chunk has fewer trials where they take more attempts; stops are decided between chunks."""

SMALLEST_CHUNK = 16
ENDLESS = 1 << 62


@dataclass(frozen=True, slots=True)
class SampledEquity:
    """Who shared the pot in a sample of deals.

    Attributes:
        winners: {mask: deals that exactly these players shared}; bit i stands for player i, in
            the order in which they were given.
        trials: the deals.
        attempts: draws that they took; more than trials where ranges collide.
        seed: of the deals.
    """

    winners: dict[int, int] = field(hash=False)
    trials: int
    attempts: int
    seed: int

    @property
    def acceptance(self) -> float:
        """The fraction of draws in which no card was drawn twice, in 0..1."""
        return self.trials / self.attempts


def sample_equity(
    players: Sequence[CardSet | Range], board: CardSet, dead: CardSet, sampling: Sampling
) -> SampledEquity:
    """Play random deals of any mix of known hands, ranges and random hands.

    A deal of hands is as likely as the product of their weights, if they have no card in common;
    given the hands, all boards are equally likely.

    Args:
        players: 2 to 10; two cards or a range each. A range in which all combos weigh alike is a
            random hand.
        board: 0, 3, 4 or 5 cards.
        dead: cards out of play. That no card stands in two places is trusted.
        sampling: how much and how; ``target_stderr`` is that of the least certain equity.

    Returns:
        The sample. The same seed gives the same on any executor.

    Raises:
        CardCountError: if too few live cards are left.
        InputError: if a range has no hand that is possible, if the ranges have none together, or
            if less than one draw in ten millions gives everyone cards of his own.

    Example:
        >>> sampling = Sampling(trials=10_000, seed=7)
        >>> aces, kings = CardSet("AhAs"), Range("KK")
        >>> sample = sample_equity([aces, kings], CardSet("2c7d9h"), CardSet(), sampling)
        >>> sorted(sample.winners), sum(sample.winners.values()), sample.attempts
        ([1, 2], 10000, 10000)
    """
    seed = seed_or_fresh(sampling.seed)
    known = reduce(or_, (hand for hand in players if isinstance(hand, CardSet)), board | dead)
    _require_enough(players, board, known)
    holes = [hand.mask if isinstance(hand, CardSet) else 0 for hand in players]
    groups = [
        Group.of_range(number, hand, known)
        for number, hand in enumerate(players)
        if isinstance(hand, Range) and not is_any_hand(hand.without(known), CardSet.full() - known)
    ]
    error = partial(_largest_error, players=len(players))
    if groups:
        deals, acceptance = _plan(groups, holes, board, known, seed)
        size = min(CHUNK, max(SMALLEST_CHUNK, int(acceptance * ATTEMPTS_A_CHUNK)))
        tally = play_chunks(partial(_play_chunk, deals, seed), sampling, error, size)
    else:
        fixed = FixedCards.of(holes, board, known)
        tally = play_chunks(partial(play_chunk, fixed, seed), sampling, error)
    return SampledEquity(dict(tally.winners), tally.trials, tally.attempts, seed)


def stderr_of_shares(winners: Mapping[int, int], trials: int, player: int) -> float:
    """Estimate the standard error of a player's equity.

    That is of a mean of shares 1, 1/2, 1/3, ..., 0. It is never 0: where all deals ended alike for
    the player, one win and one loss are added to them.

    Args:
        winners: deals by the mask of those who shared the pot.
        trials: all deals.
        player: whose equity, from 0.

    Example:
        >>> round(stderr_of_shares({0b01: 50, 0b10: 50}, 100, 0), 6)
        0.05
        >>> stderr_of_shares({0b01: 100}, 100, 0) > 0
        True
    """
    most = max(map(int.bit_count, winners))
    counts = counts_by_share(winners, player, most)
    counts[-1] = trials - sum(counts[:-1])
    return stderr_of(counts)


@dataclass(frozen=True, slots=True)
class _RangeDeals:
    """What the chunks of one sample share."""

    fixed: FixedCards
    entries: Entries

    @classmethod
    def of(
        cls, groups: Sequence[Group], holes: Sequence[int], board: CardSet, known: CardSet
    ) -> _RangeDeals:
        seats = [player for group in groups for player in group.players]
        fixed = FixedCards.of(holes, board, known, seats)
        return cls(fixed, entries_of(groups, fixed.absent))

    def play(self, seed: int, path: tuple[int, ...], trials: int, most: int) -> Tally:
        """Play so many deals from a stream, or give up after so many attempts."""
        from handsight.kernels.range_deals import play_range_deals

        winners = np.zeros(1 << len(self.fixed.holes), dtype=np.int64)
        states = states_of(seed, *path)
        played, attempts = play_range_deals(
            self.fixed.table(), self.entries, states, trials, most, winners
        )
        return Tally(without_zeros(winners), played, attempts)


def _play_chunk(deals: _RangeDeals, seed: int, chunk: tuple[int, int]) -> Tally:
    number, trials = chunk
    return deals.play(seed, (number,), trials, ENDLESS)


def _plan(
    groups: Sequence[Group], holes: Sequence[int], board: CardSet, known: CardSet, seed: int
) -> tuple[_RangeDeals, float]:
    """Choose what is drawn together, and estimate which fraction of the draws is accepted."""
    for number, (pairs, look) in enumerate(((FEW_PAIRS, QUICK_LOOK), (MANY_PAIRS, LONG_LOOK)), 1):
        merged = merge_groups(groups, pairs)
        if len(merged[0].masks):
            deals = _RangeDeals.of(merged, holes, board, known)
            seen = deals.play(seed, (0, number), ENOUGH_SEEN, look)
            if seen.trials == ENOUGH_SEEN:
                return deals, seen.trials / seen.attempts
        _require_possible(groups)
    if seen.trials <= HOPELESS:
        raise InputError(
            f"the ranges collide too often to sample: of {seen.attempts} draws only {seen.trials} "
            "gave every player cards of his own; narrow them, or give fewer players ranges"
        )
    return deals, seen.trials / seen.attempts


def _require_possible(groups: Sequence[Group]) -> None:
    players = [str(player + 1) for player in impossible_players(groups)]
    if players:
        raise InputError(
            f"no deal is possible: the ranges of players {', '.join(players[:-1])} and "
            f"{players[-1]} do not hold cards for all of them"
        )


def _require_enough(players: Sequence[CardSet | Range], board: CardSet, known: CardSet) -> None:
    drawn = 2 * sum(isinstance(hand, Range) for hand in players)
    left, to_come = 52 - len(known), 5 - len(board)
    if left < drawn + to_come:
        raise CardCountError(
            f"dead leaves too few live cards: {left}, with {drawn} for the players' hands and "
            f"{to_come} to come"
        )


def _largest_error(winners: Mapping[int, int], players: int) -> float:
    trials = sum(winners.values())
    return max(stderr_of_shares(winners, trials, player) for player in range(players))
