"""Results without the luck of the cards: the same mean with a smaller variance.

When board cards are dealt, the equities of the hands change. A player's gain in equity, times the
pot, is luck. The mean of luck over all decks is zero no matter what the agents do, because a hand's
equity before a card is the mean of its equities after the card. So a result minus a fixed share of
its luck has the same mean and a smaller variance. The share must not be chosen after looking at the
results from which the luck is removed.

The method ``luck`` uses one share for all agents. The method ``fitted`` fits two shares to each
matchup: one for the luck of all-ins and one for the luck of other cards. The shares that minimise
the variance of one half of the deals are used on the other half, and vice versa. So no result
influences the shares of luck that are removed from it, and the mean stays the same. With few
results, the shares stay near their usual values.

Mirrored deals already remove much of the same luck. Removing only the luck of all-ins is meant for
deals that are not mirrored. In a matchup of two agents, at least one of which has a known policy,
AIVAT removes far more luck: see `handsight.arena.variance.aivat`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from math import fsum, inf, sqrt
from operator import sub
from statistics import fmean, variance
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from handsight.arena.bot_files import with_bots
from handsight.arena.run import worker_processes
from handsight.arena.schedule import ArenaMatchup, ArenaSpec
from handsight.arena.statistics import Mean
from handsight.arena.storage.secret import hidden_paths
from handsight.arena.storage.store import ArenaStore, StoredHand
from handsight.arena.variance.aivat_replay import CorrectedHand, ReplayTask, replay_block
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
"""The share that the method ``luck`` removes of the luck of cards dealt between decisions."""

SHARES = {"luck": SHARE, "all-in": 0.0}
"""{method: share that it removes of the luck of cards dealt between decisions}.

Both methods remove all luck of all-ins.
"""

FITTED, AIVAT = "fitted", "aivat"
METHODS = (*SHARES, FITTED, AIVAT)

USUAL_SHARES = (SHARE, 1.0)
"""The shares that fitting starts from: those of ``luck``, for cards between decisions and for
all-ins."""

USUAL_COUNT = 10
"""When shares are fitted, each usual share weighs as much as this many results with luck of its
kind, because all-ins are rare and large."""


# --- one hand -------------------------------------------------------------------------------------


class Luck(NamedTuple):
    """The chips that each seat of a hand gained from the board cards; each field adds up to 0.

    Attributes:
        between: chips from cards that were dealt while decisions were still to be made, by seat.
        all_in: chips from cards that were dealt when no decision was left, by seat.
    """

    between: tuple[float, ...]
    all_in: tuple[float, ...]

    def adjusted(self, chips: int, seat: int, share: float = SHARE) -> float:
        """Remove all luck of all-ins, and a share of other luck, from the chips that a seat won.

        Args:
            chips: chips that the seat won.
            seat: the seat.
            share: share of the other luck to remove, 0..1, chosen before the hand; with 0, only the
                luck of all-ins is removed.

        Example:
            >>> Luck((100.0, -100.0), (50.0, -50.0)).adjusted(400, 0, share=0.5)
            300.0
        """
        return chips - self.all_in[seat] - share * self.between[seat]


def luck_of(history: Hand) -> Luck:
    """Compute the chips that each seat of a hand gained from the board cards.

    Args:
        history: a hand that was played to its end, with all hole cards known.

    Raises:
        HistoryError: if the hand cannot be replayed.
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
    """Compute the chips that each seat gained from cards dealt when no decision was left.

    The hole cards of players who folded need not be known: their unknown cards count as cards that
    can still be dealt.

    Args:
        history: a hand that was played to its end, with the hole cards of all all-in players known.

    Raises:
        HistoryError: if the hand cannot be replayed.
        InputError: if the cards of an all-in player are not known.

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
    """Yield the states before and after each deal of board cards with at least two players left."""
    for before, after in pairwise(replay(history)):
        if len(before.board) != len(after.board) and len(after.players) > 1:
            yield before, after


def _add_gains(gains: list[float], before: HandState, after: HandState) -> None:
    for pot in after.pots:
        for seat, chips in _gains(after, pot, before.board):
            gains[seat] += chips


def _gains(state: HandState, pot: Pot, board: tuple[Card, ...]) -> Iterator[tuple[int, float]]:
    """Yield each seat of a pot, and the chips by which its share grew since an earlier board.

    Args:
        state: the hand with the current board.
        pot: the pot.
        board: the earlier board.
    """
    if len(pot.seats) < 2:
        return
    earlier, later = (_shares(state, pot.seats, each) for each in (board, state.board))
    for seat, was, now in zip(pot.seats, earlier, later, strict=True):
        yield seat, pot.chips * (now - was)


def _shares(state: HandState, seats: tuple[int, ...], board: tuple[Card, ...]) -> Iterator[float]:
    # Cards of players who take no part in this pot are dead: they cannot be dealt to the board.
    holes = [(seat, state.hole(seat)) for seat in range(state.seats)]
    dead = [card for seat, hole in holes if seat not in seats for card in hole or ()]
    known = [hole or "" for seat, hole in holes if seat in seats]
    return (float(player.equity) for player in equity(known, board, dead, "exact").players)


# --- all hands of a store -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AdjustedResult:
    """The result of an agent in a matchup, with and without luck.

    Attributes:
        agent: the agent's name.
        opponents: the names of the agent's opponents.
        hands: number of hands in the matchup.
        played: the actual result, with the interval computed over mirrored pairs.
        single: the actual result, with the interval computed over single hands, as if they were not
            mirrored.
        adjusted: the result without luck, with the interval computed over mirrored pairs.
        single_adjusted: the result without luck, with the interval computed over single hands. Its
            mean can differ from that of ``adjusted`` if the shares of luck to remove were fitted.
        luck: the luck that was removed, with the interval computed over mirrored pairs; the mean
            tends to 0 over many hands.
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
    again: bool = False,
) -> list[AdjustedResult]:
    """Remove luck from the results of a store.

    Args:
        store: an open store of hands played by handsight's own rules, with stacks that are reset.
        method: ``"luck"`` removes all luck of cards dealt when no decision was left, and the share
            `SHARE` of the luck of other board cards; ``"all-in"`` only the former; ``"fitted"``
            both kinds of luck, in the shares that `fitted_shares` computes from the other half of
            the deals; ``"aivat"`` everything that is known to be luck. AIVAT asks each agent
            outside a sandbox for its policy, either when a block is played or in a replay.
        progress: called after each hand with the number of finished hands and the total number.
        workers: number of processes that replay blocks; 1 replays in this process.
        executor: executor that replays the blocks instead of new processes; it must accept
            picklable work.
        again: whether to replay also the blocks from which luck was removed when they were played;
            see `handsight.arena.run_arena`. The results are the same, to the last bit.

    Returns:
        One result for each matchup of two agents, namely that of the first agent, or one for each
        agent of a larger table.

    Raises:
        OptionError: if the method is unknown, if the hands were played by other rules or with
            carried stacks, if AIVAT is requested for a table of more than two agents or with an
            invalid number of workers, or if an agent of a replayed block was passed as an object.
        ArenaError: if the store is damaged, or if an agent now plays differently than in the store,
            or takes an action that its own policy never takes.
        FaultError: if an agent of a replayed block cannot state its policy.
    """
    spec = store.spec
    require_adjustable(spec, method)
    total, done = store.result().hands, 0
    results: list[AdjustedResult] = []
    all_hands = (
        _less_aivat(store, workers, executor, again=again)
        if method == AIVAT
        else _less_luck(store, method)
    )
    for matchup, hands in zip(spec.matchups, all_hands, strict=True):
        sums = _MatchupSums(matchup)
        for hand, less in hands:
            sums.add(hand, less)
            done += 1
            if progress is not None:
                progress(done, total)
        sums.fit(spec.block)
        # The second of two agents won what the first agent lost, so one row is enough.
        slots = range(1) if len(matchup.agents) == 2 else range(len(matchup.agents))
        results += [sums.result(slot, spec.stakes.big_blind) for slot in slots]
    return results


def require_adjustable(spec: ArenaSpec, method: str) -> None:
    """Check that luck can be removed from the results of a specification.

    Args:
        spec: the specification of the arena.
        method: ``"luck"``, ``"all-in"``, ``"fitted"`` or ``"aivat"``; see `adjusted_results`.

    Raises:
        OptionError: if the method is unknown, if hands are played by other rules or with carried
            stacks, or if AIVAT is requested for a table of more than two agents.
    """
    if method not in METHODS:
        raise OptionError(
            f"adjust is {method!r}{did_you_mean(method, METHODS)}; it must be one of "
            f"{', '.join(METHODS)}"
        )
    if not spec.plays_ours or spec.format != "reset":
        raise OptionError(
            "luck can be taken out only of hands by handsight's own rules whose stacks are reset"
        )
    if method == AIVAT and any(len(matchup.agents) != 2 for matchup in spec.matchups):
        raise OptionError("aivat works for matchups of two agents, not for larger tables")


class Unfitted(NamedTuple):
    """An agent's result in a hand or pair and its luck, before the shares to remove are fitted.

    Attributes:
        won: chips won.
        between: chips gained from cards that were dealt while decisions were still to be made.
        all_in: chips gained from cards that were dealt when no decision was left.
    """

    won: float
    between: float
    all_in: float

    def less(self, shares: tuple[float, float]) -> float:
        """Return the result without a share of each kind of luck.

        Args:
            shares: the shares of ``between`` and of ``all_in`` to remove; fitted shares can lie
                outside of 0..1.
        """
        return self.won - shares[0] * self.between - shares[1] * self.all_in


_LessLuck: TypeAlias = "tuple[StoredHand, Sequence[float | Unfitted]]"
"""A hand, and for each slot the chips that its agent won: without luck, or `Unfitted`."""


def _less_luck(store: ArenaStore, method: str) -> Iterator[Iterator[_LessLuck]]:
    """Yield an iterator over the hands of each matchup, without the luck of the board.

    For the method ``fitted``, the luck is not removed yet: each result is an `Unfitted`.
    """
    for matchup in store.spec.matchups:
        yield _less_luck_of(store, matchup, SHARES.get(method))


def _less_luck_of(
    store: ArenaStore, matchup: ArenaMatchup, share: float | None
) -> Iterator[_LessLuck]:
    for hand in store.hands(matchup.number):
        with store.reading(f"hand {hand.hand} of pair {hand.pair}"):
            luck = luck_of(hand.record)
            # The seats of a record begin left of the button, so agents are found by name.
            seats = [hand.record.players.index(name) for name in matchup.agents]
            won = list(zip(hand.chips, seats, strict=True))
        if share is None:
            yield hand, [Unfitted(c, luck.between[seat], luck.all_in[seat]) for c, seat in won]
        else:
            yield hand, [luck.adjusted(chips, seat, share) for chips, seat in won]


def _less_aivat(
    store: ArenaStore, workers: int, executor: Executor | None, *, again: bool
) -> Iterator[Iterator[_LessLuck]]:
    """Yield an iterator over the hands of each matchup, without all that AIVAT knows to be luck."""
    if not is_whole(workers, ABOVE_0):
        raise OptionError(f"workers is {workers!r}; it must be a positive integer")
    matchups = store.result().matchups
    known = [{} if again else store.corrected(each.matchup.number) for each in matchups]
    is_known = all(len(held) >= each.blocks for held, each in zip(known, matchups, strict=True))
    with ExitStack() as stack:
        if executor is None and workers > 1 and not is_known:
            executor = stack.enter_context(worker_processes(workers))
        for held, each in zip(known, matchups, strict=True):
            yield _less_aivat_of(store, each.matchup, each.blocks, held, executor)


def _less_aivat_of(
    store: ArenaStore,
    matchup: ArenaMatchup,
    blocks: int,
    known: Mapping[int, Sequence[float]],
    executor: Executor | None,
) -> Iterator[_LessLuck]:
    """Remove the luck that AIVAT knows from the hands of a matchup.

    Args:
        store: the store.
        matchup: the matchup.
        blocks: number of blocks that were played.
        known: by block, for blocks that are not replayed: the results of the first slot's agent in
            each hand, without luck.
        executor: executor that replays blocks; None replays them in this process.
    """
    missing = [block for block in range(blocks) if block not in known]
    replayed: Iterator[list[CorrectedHand]] = iter(())
    if missing:
        secret, hidden = store.secret(), tuple(hidden_paths(store.path, None))
        tasks = (ReplayTask(store.spec, matchup.number, each, secret, hidden) for each in missing)
        network = store.spec.network
        replay = with_bots(replay_block, matchup.agents, hidden, executor, network=network)
        replayed = map_chunks(replay, tasks, executor)
    # An arena that is still running can add blocks in the meantime.
    end = store.spec.pairs_of(blocks - 1).stop if blocks else 0
    counted = takewhile(lambda hand: hand.pair < end, store.hands(matchup.number))
    for block, rows in groupby(counted, lambda hand: hand.pair // store.spec.block):
        hands = list(rows)
        chips = known[block] if block in known else _replayed(matchup, hands, next(replayed))
        with store.reading(f"the results without luck of block {block}"):
            pairs = list(zip(hands, chips, strict=True))
        for hand, won in pairs:
            yield hand, [won, -won]


def _replayed(
    matchup: ArenaMatchup, hands: Sequence[StoredHand], replayed: Sequence[CorrectedHand]
) -> list[float]:
    """Return the results of a replayed block without luck.

    Raises:
        ArenaError: if the actions of a replayed hand differ from those in the store.
    """
    for hand, again in zip(hands, replayed, strict=True):
        if hand.record.actions != again.row.record.actions:
            raise ArenaError(
                f"pair {hand.pair}, leg {hand.leg} of {' v '.join(matchup.agents)} goes "
                "differently when it is played again; aivat needs the same agents, deciding by "
                "their seeds and not by time"
            )
    return [again.chips for again in replayed]


class _MatchupSums:
    """The chips of each agent of a matchup, for each hand and for each pair."""

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
        """Add a hand.

        Args:
            row: the hand.
            less: for each slot the chips that its agent won, without luck; luck is removed from an
                `Unfitted` result by `fit`.
        """
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
        """Remove luck from the results that were added as `Unfitted`, for pairs and single hands.

        Args:
            block: number of pairs in a block. The luck of an agent that learns carries over from
                pair to pair, but not from block to block, so blocks are assigned to the two halves
                alternately. If there is only one block, its pairs are.
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
    """Remove luck from results, using for each half the shares that fit the other half.

    Args:
        results: (half, result) of each result, where the half to which it belongs is 0 or 1.

    Returns:
        The chips of each result, with luck removed.

    Source:
        Control variates: Lavenberg and Welch, "A Perspective on the Use of Control Variables to
        Increase the Efficiency of Monte Carlo Simulations", Management Science 27, 1981; splitting
        the results into halves: Avramidis and Wilson, "A Splitting Scheme for Control Variates",
        Operations Research Letters 14, 1993.

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
    """Compute the shares of both kinds of luck that minimise the variance of results.

    Each share is drawn towards its usual value, one of `USUAL_SHARES`, which weighs as much as ten
    results with luck of this kind, counted by Kish's effective sample size. So a few large all-ins
    cannot decide the shares alone. Without results, the usual shares are returned.

    Args:
        results: the results; none of them may be a result whose luck these shares remove.

    Returns:
        The share of `Unfitted.between` and the share of `Unfitted.all_in` to remove.

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

    # Least squares of the winnings on both kinds of luck; the unknowns are changes to the usual
    # shares.
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
    """Return the mean of values in bb/100, and half the width of its 95% interval.

    Args:
        values: chips won in each hand, or per leg of each pair. Without values, the mean is 0; with
            fewer than two, the interval is infinite.
        scale: factor that converts chips to bb/100: 100 divided by the big blind.

    Example:
        >>> mean_of([100.0, -100.0, 300.0], scale=1.0).bb100
        100.0
    """
    if len(values) < 2:
        return Mean(scale * fmean(values) if values else 0.0, inf)
    half = Z_95 * sqrt(variance(values) / len(values))
    return Mean(scale * fmean(values), scale * half)
