"""Sampled equities: random deals of known hands, ranges and random hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from handsight.cards import CardSet
from handsight.errors import InputError
from handsight.odds.equity.range_groups import (
    FEW_PAIRS,
    MANY_PAIRS,
    Group,
    entries_of,
    impossible_players,
    merge_groups,
)
from handsight.odds.equity.result import Equity, PlayerEquity, player_row
from handsight.odds.equity.seatings import Parties
from handsight.odds.sampling import (
    CHUNK,
    DealCounts,
    FixedCards,
    Sampling,
    counts_by_share,
    play_chunk,
    play_chunks,
    states_of,
    stderr_of,
    stderrs_of,
    without_zeros,
)
from handsight.odds.spot import ANY, Spot
from handsight.runtime.seeds import seed_or_fresh

if TYPE_CHECKING:
    from handsight.kernels.odds.seatings import Seatings
    from handsight.kernels.ranges.deals import Entries

QUICK_LOOK = 1 << 17
"""The maximum number of draws in the first estimate of the share of accepted draws.

A draw is accepted if no two of its hands share a card.
"""

ENOUGH_SEEN = 64
"""The number of accepted draws after which an estimate ends."""

LONG_LOOK = 100_000_000
"""The maximum number of draws in a second estimate, made if the first accepts too few draws.

It takes about a second.
"""

HOPELESS = 10
"""Sampling is refused if the second estimate accepts at most this many draws.

This is one draw in ten million.
"""

ATTEMPTS_A_CHUNK = 1 << 24
"""The approximate maximum number of draws in a chunk.

If a chunk would take more draws, it gets fewer trials, because a sample can stop only after a
complete chunk.
"""

SMALLEST_CHUNK = 16
ENDLESS = 1 << 62
NO_PARTIES = Parties((), {})


def sample_equity(spot: Spot, sampling: Sampling, watched: Sequence[int] | None = None) -> Equity:
    """Sample the equities of any mix of known hands, ranges and players with any cards.

    Hands that share no card are dealt with a probability proportional to the product of their
    weights. Given the hands, all boards are equally likely. The same seed leads to the same result
    on any executor.

    Args:
        spot: the question.
        sampling: the limits and the seed of the sample.
        watched: the players, from 0, whose standard errors are compared with
            `Sampling.target_stderr`; None for all players.

    Raises:
        CardCountError: if there are not enough live cards.
        InputError: if a player has no possible hand, if the players cannot all hold hands at once,
            or if at most one draw in ten million deals hands that share no card.

    Example:
        >>> from handsight.ranges import Range
        >>> sampling = Sampling(trials=10_000, seed=7)
        >>> spot = Spot((CardSet("AhAs"), Range("KK")), CardSet("2c7d9h"))
        >>> sample = sample_equity(spot, sampling)
        >>> sorted(sample.winners), sum(sample.winners.values()), sample.acceptance
        ([1, 2], 10000, 1.0)
    """
    seed = seed_or_fresh(sampling.seed)
    spot.require_enough()
    known = spot.known
    holes = [hand.mask if isinstance(hand, CardSet) else 0 for hand in spot.players]
    groups = list(_groups(spot))
    parties = Parties.of(groups)
    error = partial(_largest_error, parties, watched or range(len(spot.players)))
    if groups:
        deals, acceptance = _plan(groups, parties, holes, spot.board, known, seed)
        size = min(CHUNK, max(SMALLEST_CHUNK, int(acceptance * ATTEMPTS_A_CHUNK)))
        tally = play_chunks(partial(_play_chunk, deals, seed), sampling, error, size)
    else:
        fixed = FixedCards.of(holes, spot.board, known)
        tally = play_chunks(partial(play_chunk, fixed, seed), sampling, error)
    return sampled_equity(spot, tally, seed, parties)


def sampled_equity(
    spot: Spot, tally: DealCounts, seed: int, parties: Parties = NO_PARTIES
) -> Equity:
    """Build the result of a sample.

    Args:
        spot: the question.
        tally: the counts of the deals.
        seed: the seed of the sample.
        parties: the players who exchanged hands. Their equities and standard errors cover all
            rounds; their wins, ties and losses are those of the deals before any exchange.
    """
    return Equity(
        players=tuple(_rows(tally, parties, len(spot.players))),
        winners=dict(tally.winners),
        total=tally.trials,
        method="monte_carlo",
        trials=tally.trials,
        seed=seed,
        acceptance=tally.trials / tally.attempts,
        spot=spot,
    )


def _rows(tally: DealCounts, parties: Parties, players: int) -> Iterator[PlayerEquity]:
    # All rows are computed at once, as ten players can have a thousand sets of sharers.
    masks = np.array(list(tally.winners), dtype=np.int64)
    deals = np.array(list(tally.winners.values()), dtype=np.int64)
    shares_in = masks >> np.arange(players)[:, None] & 1
    sharers = shares_in.sum(axis=0) == np.arange(1, players + 1)[:, None]
    counts = np.append((shares_in * deals) @ sharers.T, np.zeros((players, 1), np.int64), axis=1)
    counts[:, -1] = tally.trials - counts.sum(axis=1)
    errors = stderrs_of(counts)
    rows = zip(counts.tolist(), errors.tolist(), strict=True)
    for player, ((win, *shared, lose), error) in enumerate(rows):
        ties = {others: n for others, n in enumerate(shared, start=1) if n}
        row = player_row(win, ties, lose, error)
        share, stderr = parties.equity(tally, player), parties.stderr(tally, player)
        if share is not None and parties.rounds(player) > 1:
            row = replace(row, equity=share, stderr=stderr)
        yield row


def _groups(spot: Spot) -> Iterator[Group]:
    """Yield a group for each player with a range, unless the range is any two cards."""
    known = spot.known
    for number, player in enumerate(spot.players):
        if not (isinstance(player, CardSet) or player is ANY or spot.is_any(number)):
            yield Group.of_range(number, player, known)


def stderr_of_shares(winners: Mapping[int, int], trials: int, player: int) -> float:
    """Estimate the standard error of a player's equity.

    The equity is the mean of shares 1, 1/2, 1/3, ..., 0. The error is never 0: if all deals ended
    the same way for the player, the estimate adds one win and one loss.

    Args:
        winners: {bitmask of those who share the pot: number of deals}.
        trials: the number of deals.
        player: the number of the player, from 0.

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
    """The players, groups and cards that are the same in all chunks of a sample."""

    fixed: FixedCards
    entries: Entries
    seatings: Seatings

    @classmethod
    def of(
        cls,
        groups: Sequence[Group],
        parties: Parties,
        holes: Sequence[int],
        board: CardSet,
        known: CardSet,
    ) -> _RangeDeals:
        seats = [player for group in groups for player in group.players]
        fixed = FixedCards.of(holes, board, known, seats)
        return cls(fixed, entries_of(groups, fixed.absent), parties.table())

    def play(self, seed: int, path: tuple[int, ...], trials: int, most: int) -> DealCounts:
        """Play up to ``trials`` deals from a random stream; stop after about ``most`` draws.

        Args:
            seed: the seed of the sample.
            path: numbers that select a stream of the seed.
            trials: the maximum number of deals.
            most: the approximate maximum number of draws.
        """
        from handsight.kernels.ranges.deals import play_range_deals

        winners = np.zeros(1 << len(self.fixed.holes), dtype=np.int64)
        shares = np.zeros((len(self.fixed.holes), 2), dtype=np.int64)
        states = states_of(seed, *path)
        played, attempts = play_range_deals(
            *(self.fixed.table(), self.entries, states, trials, most),
            *(self.seatings, winners, shares),
        )
        summed = tuple((total, squares) for total, squares in shares.tolist())
        found = summed if len(self.seatings.players) else None
        return DealCounts(without_zeros(winners), played, attempts, found)


def _play_chunk(deals: _RangeDeals, seed: int, chunk: tuple[int, int]) -> DealCounts:
    number, trials = chunk
    return deals.play(seed, (number,), trials, ENDLESS)


def _plan(
    groups: Sequence[Group],
    parties: Parties,
    holes: Sequence[int],
    board: CardSet,
    known: CardSet,
    seed: int,
) -> tuple[_RangeDeals, float]:
    """Choose the groups to draw hands from, and estimate the share of draws that are accepted."""
    for number, (pairs, look) in enumerate(((FEW_PAIRS, QUICK_LOOK), (MANY_PAIRS, LONG_LOOK)), 1):
        merged = merge_groups(groups, pairs)
        if len(merged[0].masks):
            deals = _RangeDeals.of(merged, parties, holes, board, known)
            seen = deals.play(seed, (0, number), ENOUGH_SEEN, look)
            if seen.trials == ENOUGH_SEEN:
                return deals, seen.trials / seen.attempts
        _require_possible(groups)
    if seen.trials <= HOPELESS:
        raise InputError(
            f"the ranges collide too often to sample: of {seen.attempts} draws only {seen.trials} "
            "gave every player cards of their own; narrow them, or give fewer players ranges"
        )
    return deals, seen.trials / seen.attempts


def _require_possible(groups: Sequence[Group]) -> None:
    players = [str(player + 1) for player in impossible_players(groups)]
    if players:
        raise InputError(
            f"no deal is possible: the ranges of players {', '.join(players[:-1])} and "
            f"{players[-1]} do not hold cards for all of them"
        )


def _largest_error(parties: Parties, players: Sequence[int], tally: DealCounts) -> float:
    return max(_error(parties, tally, player) for player in players)


def _error(parties: Parties, tally: DealCounts, player: int) -> float:
    error = parties.stderr(tally, player) if parties.rounds(player) > 1 else None
    return stderr_of_shares(tally.winners, tally.trials, player) if error is None else error
