"""Results with the luck of the cards taken out: the same mean, and a smaller spread.

When cards come to the board, the chances of the hands change; what a player gains by that, times
the pot, is luck. Over all decks its mean is zero whatever the agents do, as each change is one
between a chance and what it becomes. So a result less a fixed share of its luck has the same mean,
and a smaller spread. The share must not be chosen after looking at the results it is used on.

``luck`` takes a share that is the same for all agents. ``fitted`` takes two, one for the luck of
all-ins and one for that of other cards, as fits each matchup: those that make the spread of one
half of the deals least are used on the other half, and the other way round. So no result has had a
part in the shares it is adjusted by, and the mean stays what it is. Few results leave them near the
usual ones.

Mirrored deals take much of the same luck out already. Taking out the luck of all-ins alone is for
deals that are not mirrored. AIVAT takes out far more, between two agents one of whose policies is
known at least: see `handsight.arena.variance.aivat`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain, pairwise
from math import fsum, inf, sqrt
from operator import sub
from statistics import fmean, variance
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from handsight.arena.bot_files import with_bots
from handsight.arena.run import worker_processes
from handsight.arena.schedule import ArenaMatchup, ArenaSpec
from handsight.arena.storage.secret import hidden_paths
from handsight.arena.storage.store import ArenaStore, StoredHand
from handsight.arena.variance.aivat_replay import ReplayTask, replay_block
from handsight.cards import Card
from handsight.errors import ArenaError, OptionError
from handsight.game import Hand, HandState, Pot, replay
from handsight.odds.equity.equity import equity
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

FITTED, AIVAT = "fitted", "aivat"
METHODS = (*SHARES, FITTED, AIVAT)

USUAL_SHARES = (SHARE, 1.0)
"""Where fitted shares start from: those of ``luck``, of cards between decisions and of all-ins."""

USUAL_COUNT = 10
"""They weigh as much as so many results with luck of that kind; all-ins are rare, and large."""


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
    executor: Executor | None = None,
) -> list[AdjustedResult]:
    """Take luck out of the results of a store.

    Args:
        store: an open store of hands played by our own rules, with stacks that are reset.
        method: ``"luck"`` for all cards of the board, ``"all-in"`` for those that came when no
            decision was left, ``"fitted"`` for both in the shares that `fitted_shares` finds from
            the other half of the deals, ``"aivat"`` for all that is known to be luck: the blocks of
            the store are played again, and each agent is asked how it plays.
        progress: is called with the number of hands that are done, and of all hands.
        workers: number of processes that play blocks again; 1 plays in this one.
        executor: where they are played again instead, any that takes picklable work.

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
    all_hands = (
        _less_aivat(store, workers, executor) if method == AIVAT else _less_luck(store, method)
    )
    for matchup, hands in zip(spec.matchups, all_hands, strict=True):
        sums = _MatchupSums(matchup)
        for hand, less in hands:
            sums.add(hand, less)
            done += 1
            if progress is not None:
                progress(done, total)
        sums.fit(spec.block)
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


class Unfitted(NamedTuple):
    """A result whose luck is known, and not how much of it is to be taken out.

    Attributes:
        won: chips.
        between: luck, as `Luck` has it.
        all_in: the same.
    """

    won: float
    between: float
    all_in: float

    def less(self, shares: tuple[float, float]) -> float:
        """Take out a share of each of the two."""
        return self.won - shares[0] * self.between - shares[1] * self.all_in


_LessLuck: TypeAlias = "tuple[StoredHand, Sequence[float | Unfitted]]"
"""A hand, and what the agent of each slot won in it without luck."""


def _less_luck(store: ArenaStore, method: str) -> Iterator[Iterator[_LessLuck]]:
    """Take the luck of the board out of all hands of each matchup."""
    for matchup in store.spec.matchups:
        yield _less_luck_of(store, matchup, SHARES.get(method))


def _less_luck_of(
    store: ArenaStore, matchup: ArenaMatchup, share: float | None
) -> Iterator[_LessLuck]:
    for hand in store.hands(matchup.number):
        with store.reading(f"hand {hand.hand} of pair {hand.pair}"):
            luck = luck_of(hand.record)
            # A record's seats begin left of the button, so an agent is found by its name.
            seats = [hand.record.players.index(name) for name in matchup.agents]
            won = list(zip(hand.chips, seats, strict=True))
        if share is None:
            yield hand, [Unfitted(c, luck.between[seat], luck.all_in[seat]) for c, seat in won]
        else:
            yield hand, [luck.adjusted(chips, seat, share) for chips, seat in won]


def _less_aivat(
    store: ArenaStore, workers: int, executor: Executor | None
) -> Iterator[Iterator[_LessLuck]]:
    """Take the luck that AIVAT knows of out of all hands of each matchup."""
    if not is_whole(workers, ABOVE_0):
        raise OptionError(f"workers is {workers!r}; it takes a positive integer")
    with ExitStack() as stack:
        if executor is None and workers > 1:
            executor = stack.enter_context(worker_processes(workers))
        for result in store.result().matchups:
            yield _less_aivat_of(store, result.matchup, result.blocks, executor)


def _less_aivat_of(
    store: ArenaStore, matchup: ArenaMatchup, blocks: int, executor: Executor | None
) -> Iterator[_LessLuck]:
    secret, hidden = store.secret(), tuple(hidden_paths(store.path, None))
    tasks = (
        ReplayTask(store.spec, matchup.number, block, secret, hidden) for block in range(blocks)
    )
    replay = with_bots(replay_block, matchup.agents, hidden, executor, network=store.spec.network)
    replayed = chain.from_iterable(map_chunks(replay, tasks, executor))
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
        self.unfitted: list[list[tuple[int, Unfitted]]] = [[] for _ in range(size)]

    def add(self, row: StoredHand, less: Sequence[float | Unfitted]) -> None:
        """Add a hand, with what each agent won in it without luck."""
        for slot, (raw, without) in enumerate(zip(row.chips, less, strict=True)):
            self.raw[slot].append(raw)
            pair = self.pairs[slot][row.pair]
            pair[0] += raw
            if isinstance(without, Unfitted):
                self.unfitted[slot].append((row.pair, without))
            else:
                self.less[slot].append(without)
                pair[1] += without

    def fit(self, block: int) -> None:
        """Take luck out of what was added unfitted: of pairs, and of single hands.

        Args:
            block: how many pairs are played in a row. Agents that learn carry luck from pair to
                pair, but not from block to block, so blocks go to the halves by turns; where there
                is one block only, its pairs do.
        """
        together = block if len({number // block for number in self.pairs[0]}) > 1 else 1

        def half(number: int) -> int:
            return number // together % 2

        for slot, hands in enumerate(self.unfitted):
            if not hands:
                continue
            self.less[slot] = cross_fitted([(half(number), hand) for number, hand in hands])
            whole: dict[int, list[float]] = {number: [0.0] * 3 for number in self.pairs[slot]}
            for number, hand in hands:
                for place, value in enumerate(hand):
                    whole[number][place] += value
            less = cross_fitted([(half(number), Unfitted(*sums)) for number, sums in whole.items()])
            for number, without in zip(whole, less, strict=True):
                self.pairs[slot][number][1] = without

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


def cross_fitted(results: Sequence[tuple[int, Unfitted]]) -> list[float]:
    """Take luck out of results, of each half in the shares that fit the other half.

    Args:
        results: each with the number of its half, 0 or 1.

    Source:
        Control variates: Lavenberg and Welch, "A Perspective on the Use of Control Variables to
        Increase the Efficiency of Monte Carlo Simulations", Management Science 27, 1981; shares
        from results that they are not used on: Avramidis and Wilson, "A Splitting Scheme for
        Control Variates", Operations Research Letters 14, 1993.

    Example:
        >>> lucks = [-3, -3, 3, 3] * 30
        >>> results = [(n % 2, Unfitted(5 + 2 * luck, luck, 0)) for n, luck in enumerate(lucks)]
        >>> sorted({round(less, 2) for less in cross_fitted(results)})  # from -1 and 11
        [4.44, 5.56]
    """
    halves = [[result for half, result in results if half == number] for number in (0, 1)]
    shares = [fitted_shares(half) for half in halves]
    return [result.less(shares[1 - half]) for half, result in results]


def fitted_shares(results: Sequence[Unfitted]) -> tuple[float, float]:
    """Find the shares of both kinds of luck that leave results with the least spread.

    The usual shares weigh as much as ten results in which luck of that kind came, by Kish's
    effective number: a few large all-ins alone must not decide. Without results they are those.

    Example:
        >>> fitted_shares([])
        (0.7, 1.0)
    """
    if not results:
        return USUAL_SHARES
    means = [fmean(column) for column in zip(*results, strict=True)]
    rows = [tuple(map(sub, result, means)) for result in results]

    def product(one: int, other: int) -> float:
        return fsum(row[one] * row[other] for row in rows)

    def usual_weight(kind: int, squares: float) -> float:
        fourths = fsum(row[kind] ** 4 for row in rows)
        return USUAL_COUNT * fourths / squares if squares else 1.0

    # Least squares of what was won on both kinds of luck, as steps away from the usual shares.
    between, all_in, both = product(1, 1), product(2, 2), product(1, 2)
    usual_between, usual_all_in = USUAL_SHARES
    rest_between = product(0, 1) - usual_between * between - usual_all_in * both
    rest_all_in = product(0, 2) - usual_between * both - usual_all_in * all_in
    between += usual_weight(1, between)
    all_in += usual_weight(2, all_in)
    area = between * all_in - both * both
    return (
        usual_between + (rest_between * all_in - rest_all_in * both) / area,
        usual_all_in + (rest_all_in * between - rest_between * both) / area,
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
