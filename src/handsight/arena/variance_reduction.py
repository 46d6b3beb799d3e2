"""Results with the luck of the cards taken out: the same mean, and a smaller spread.

When cards come to the board, the chances of the hands change; what a player gains by that, times
the pot, is luck. Over all decks its mean is zero whatever the agents do, as each change is one
between a chance and what it becomes. So a result less a fixed share of its luck has the same mean,
and a smaller spread. The share must not be chosen after looking at the results.

Mirrored deals take much of the same luck out already. Taking out the luck of all-ins alone is for
deals that are not mirrored. AIVAT takes out far more, between two agents one of whose policies is
known at least: see `handsight.arena.aivat`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, pairwise
from math import inf, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from handsight.arena.aivat_replay import ReplayTask, replay_block
from handsight.arena.run import worker_processes
from handsight.arena.schedule import ArenaMatchup, ArenaSpec
from handsight.arena.secret import hidden_paths
from handsight.arena.store import ArenaStore, StoredHand
from handsight.cards import Card
from handsight.errors import ArenaError, OptionError
from handsight.game import Hand, HandState, Pot, replay
from handsight.odds.equity import equity
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.statistics import Z_95
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from concurrent.futures import Executor

SHARE = 0.7
"""The share of the luck of cards dealt between decisions that is taken out."""

SHARES = {"luck": SHARE, "all-in": 0.0}
"""For each method that share; the luck of all-ins is always taken out as a whole."""

AIVAT = "aivat"
METHODS = (*SHARES, AIVAT)


# --- one hand -------------------------------------------------------------------------------------


class Luck(NamedTuple):
    """What the cards of the board brought each seat, in chips; each sums to 0 over the seats.

    Attributes:
        between: by cards that came while decisions were still to be made.
        all_in: by cards that came when none was left.
    """

    between: tuple[float, ...]
    all_in: tuple[float, ...]

    def adjusted(self, chips: int, seat: int, share: float = SHARE) -> float:
        """Take luck out of the chips that a seat won: that of all-ins, and a share of the rest.

        Args:
            share: 0..1, chosen beforehand; 0 is the all-in adjustment alone.

        Example:
            >>> Luck((100.0, -100.0), (50.0, -50.0)).adjusted(400, 0, share=0.5)
            300.0
        """
        return chips - self.all_in[seat] - share * self.between[seat]


def luck_of(history: Hand) -> Luck:
    """Compute what the cards of the board brought each seat of a hand.

    Args:
        history: a hand that was played to its end, all hole cards known.

    Raises:
        HistoryError: if it cannot be replayed.
        InputError: if a player's cards are not known.

    Example:
        >>> from handsight.game import random_hands
        >>> luck = luck_of(next(random_hands(2, seed=3)))
        >>> round(sum(luck.between), 9), round(sum(luck.all_in), 9)
        (0.0, 0.0)
    """
    between, all_in = [0.0] * len(history.stacks), [0.0] * len(history.stacks)
    for before, after in _new_boards(history):
        _add_gains(all_in if after.is_over else between, before, after)
    return Luck(tuple(between), tuple(all_in))


def all_in_luck(history: Hand) -> tuple[float, ...]:
    """Compute what the cards that came when no decision was left brought each seat, in chips.

    The cards of those who folded need not be known: all that are not seen may come then.

    Args:
        history: a hand that was played to its end, the hole cards of all that were all-in known.

    Raises:
        HistoryError: if it cannot be replayed.

    Example:
        >>> from handsight.game import HandState, Rules, hand_of
        >>> start = HandState.start(
        ...     Rules(), [900, 900], button=1, holes=["AhAd", "KhKd"], board="2c7d9sJs3h"
        ... )
        >>> hand = hand_of(start.apply("all in").apply("call"))
        >>> [round(chips) for chips in all_in_luck(hand)]
        [313, -313]
    """
    chips = [0.0] * len(history.stacks)
    for before, after in _new_boards(history):
        if after.is_over:
            _add_gains(chips, before, after)
    return tuple(chips)


def _new_boards(history: Hand) -> Iterator[tuple[HandState, HandState]]:
    """Give the states before and after new cards came, if somebody is left to lose the pot to."""
    for before, after in pairwise(replay(history)):
        if len(before.board) != len(after.board) and len(after.players) > 1:
            yield before, after


def _add_gains(gains: list[float], before: HandState, after: HandState) -> None:
    for pot in after.pots:
        for seat, chips in _gains(after, pot, before.board):
            gains[seat] += chips


def _gains(state: HandState, pot: Pot, board: tuple[Card, ...]) -> Iterator[tuple[int, float]]:
    """Compute the chips by which each seat's share of a pot grew since the earlier board."""
    if len(pot.seats) < 2:
        return
    earlier, later = (_shares(state, pot.seats, each) for each in (board, state.board))
    for seat, was, now in zip(pot.seats, earlier, later, strict=True):
        yield seat, pot.chips * (now - was)


def _shares(state: HandState, seats: tuple[int, ...], board: tuple[Card, ...]) -> Iterator[float]:
    # Cards of players who take no part in this pot are dead: they cannot come to the board.
    holes = [(seat, state.hole(seat)) for seat in range(state.seats)]
    dead = [card for seat, hole in holes if seat not in seats for card in hole or ()]
    known = [hole or "" for seat, hole in holes if seat in seats]
    return (float(player.equity) for player in equity(known, board, dead, "exact").players)


# --- all hands of a store -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mean:
    """A result in bb/100.

    Attributes:
        half_width: half of its 95 % interval; infinite for fewer than two values.
    """

    bb100: float
    half_width: float


@dataclass(frozen=True, slots=True)
class AdjustedResult:
    """The result of an agent in a matchup, with and without luck.

    Attributes:
        played: on mirrored pairs, as it was played.
        single: as it was played, the hands taken one by one, as if they were not mirrored.
        adjusted: on mirrored pairs, luck taken out.
        single_adjusted: of single hands, luck taken out.
        luck: what was taken out, on mirrored pairs; over many hands its mean goes to 0.
    """

    agent: str
    opponents: tuple[str, ...]
    hands: int
    played: Mean
    single: Mean
    adjusted: Mean
    single_adjusted: Mean
    luck: Mean


def adjusted_results(
    store: ArenaStore,
    method: str = "luck",
    progress: Callable[[int, int], None] | None = None,
    *,
    workers: int = 1,
) -> list[AdjustedResult]:
    """Take luck out of the results of a store.

    Args:
        store: an open store of hands played by our own rules, with stacks that are reset.
        method: ``"luck"`` for all cards of the board, ``"all-in"`` for those that came when no
            decision was left, ``"aivat"`` for all that is known to be luck: the blocks of the store
            are played again, and each agent is asked how it plays.
        progress: is called with the number of hands that are done, and of all hands.
        workers: number of processes that play blocks again; 1 plays in this one.

    Returns:
        One result for each matchup of two agents; for each agent of a larger table.

    Raises:
        OptionError: for another method, other rules or carried stacks; for AIVAT at a table of
            more than two.
        ArenaError: if an agent plays otherwise now than in the store.
    """
    spec = store.spec
    require_adjustable(spec, method)
    total, done = store.result().hands, 0
    results: list[AdjustedResult] = []
    all_hands = _less_aivat(store, workers) if method == AIVAT else _less_luck(store, method)
    for matchup, hands in zip(spec.matchups, all_hands, strict=True):
        sums = _MatchupSums(matchup)
        for hand, less in hands:
            sums.add(hand, less)
            done += 1
            if progress is not None:
                progress(done, total)
        # What the second of two agents won is what the first one lost, so one row says it all.
        slots = range(1) if len(matchup.agents) == 2 else range(len(matchup.agents))
        results += [sums.result(slot, spec.stakes.big_blind) for slot in slots]
    return results


def require_adjustable(spec: ArenaSpec, method: str) -> None:
    """Refuse what luck cannot be taken out of.

    Args:
        method: as `adjusted_results` takes it.

    Raises:
        OptionError: as there.
    """
    if method not in METHODS:
        raise OptionError(
            f"adjust is {method!r}{did_you_mean(method, METHODS)}; it takes one of "
            f"{', '.join(METHODS)}"
        )
    if not spec.plays_ours or spec.format != "reset":
        raise OptionError("luck is taken out of hands by our own rules, with stacks reset")
    if method == AIVAT and any(len(matchup.agents) != 2 for matchup in spec.matchups):
        raise OptionError("aivat is for matchups of two agents, and not for a larger table")


_LessLuck: TypeAlias = "tuple[StoredHand, list[float]]"
"""A hand, and what the agent of each slot won in it without luck."""


def _less_luck(store: ArenaStore, method: str) -> Iterator[Iterator[_LessLuck]]:
    """Take the luck of the board out of all hands of each matchup."""
    for matchup in store.spec.matchups:
        yield _less_luck_of(store, matchup, SHARES[method])


def _less_luck_of(store: ArenaStore, matchup: ArenaMatchup, share: float) -> Iterator[_LessLuck]:
    for hand in store.hands(matchup.number):
        with store.reading(f"hand {hand.hand} of pair {hand.pair}"):
            luck = luck_of(hand.record)
            # A record's seats begin left of the button, so an agent is found by its name.
            seats = [hand.record.players.index(name) for name in matchup.agents]
            less = [
                luck.adjusted(chips, seat, share)
                for chips, seat in zip(hand.chips, seats, strict=True)
            ]
        yield hand, less


def _less_aivat(store: ArenaStore, workers: int) -> Iterator[Iterator[_LessLuck]]:
    """Take the luck that AIVAT knows of out of all hands of each matchup."""
    if not is_whole(workers, ABOVE_0):
        raise OptionError(f"workers is {workers!r}; it takes a positive integer")
    with ExitStack() as stack:
        executor = stack.enter_context(worker_processes(workers)) if workers > 1 else None
        for result in store.result().matchups:
            yield _less_aivat_of(store, result.matchup, result.blocks, executor)


def _less_aivat_of(
    store: ArenaStore, matchup: ArenaMatchup, blocks: int, executor: Executor | None
) -> Iterator[_LessLuck]:
    secret, hidden = store.secret(), tuple(hidden_paths(store.path, None))
    tasks = (
        ReplayTask(store.spec, matchup.number, block, secret, hidden) for block in range(blocks)
    )
    replayed = chain.from_iterable(map_chunks(replay_block, tasks, executor))
    # An arena that still runs may add blocks meanwhile.
    end = store.spec.pairs_of(blocks - 1).stop if blocks else 0
    counted = (hand for hand in store.hands(matchup.number) if hand.pair < end)
    for hand, again in zip(counted, replayed, strict=True):
        if hand.record.actions != again.row.record.actions:
            raise ArenaError(
                f"pair {hand.pair}, leg {hand.leg} of {' v '.join(matchup.agents)} goes another "
                "way when it is played again; aivat needs the same agents, which decide by their "
                "seeds and not by time"
            )
        yield hand, [again.chips, -again.chips]


class _MatchupSums:
    """The chips of each agent of a matchup, hand by hand and pair by pair."""

    def __init__(self, matchup: ArenaMatchup) -> None:
        self.matchup = matchup
        size = len(matchup.agents)
        self.raw: list[list[float]] = [[] for _ in range(size)]
        self.less: list[list[float]] = [[] for _ in range(size)]
        self.pairs: list[dict[int, list[float]]] = [
            defaultdict(lambda: [0.0, 0.0]) for _ in range(size)
        ]

    def add(self, row: StoredHand, less: Sequence[float]) -> None:
        """Add a hand, with what each agent won in it without luck."""
        for slot, (raw, without) in enumerate(zip(row.chips, less, strict=True)):
            self.raw[slot].append(raw)
            self.less[slot].append(without)
            pair = self.pairs[slot][row.pair]
            pair[0] += raw
            pair[1] += without

    def result(self, slot: int, big_blind: int) -> AdjustedResult:
        size = len(self.matchup.agents)
        pairs = list(self.pairs[slot].values())
        played, less = ([pair[which] / size for pair in pairs] for which in (0, 1))
        luck = [raw - without for raw, without in zip(played, less, strict=True)]
        name, scale = self.matchup.agents[slot], 100 / big_blind
        samples = (played, self.raw[slot], less, self.less[slot], luck)
        return AdjustedResult(
            name,
            tuple(other for other in self.matchup.agents if other != name),
            len(self.raw[slot]),
            *(mean_of(values, scale) for values in samples),
        )


def mean_of(values: Sequence[float], scale: float = 1.0) -> Mean:
    """Give the mean of values and half the width of its 95 % interval.

    Args:
        values: chips that were won, hand by hand or pair by pair.
        scale: that makes bb/100 of them: 100 by the big blind.

    Example:
        >>> mean_of([100.0, -100.0, 300.0], scale=1.0).bb100
        100.0
    """
    if len(values) < 2:
        return Mean(scale * fmean(values) if values else 0.0, inf)
    half = Z_95 * sqrt(variance(values) / len(values))
    return Mean(scale * fmean(values), scale * half)
