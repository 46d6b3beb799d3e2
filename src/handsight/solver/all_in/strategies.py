"""Push-or-fold strategies for two to nine players: exact for two, and learned on deals for more.

All hands of a class are equivalent before the flop, so each decision has 169 frequencies. For two
players, they come from the exact table of all matchups, as in `handsight.solver.push_fold`. For
more players, they are learned by regret matching on batches of random deals: full hands and boards,
without a model of who holds what. Each batch has new deals, so the strategies do not adapt to the
luck of one sample. New deals then measure what the strategies win, and what a best response of a
single player would gain.

With more than two players, no theorem says that the average strategies approach an equilibrium, and
a game can have several. The measured gains show how near the strategies are to one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from handsight.errors import NoExactMethodError, OptionError
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS, COMBOS_OF
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.seeds import seed_or_fresh
from handsight.solver.all_in.charts import PAIRS, class_matchups, class_ties, learn
from handsight.solver.all_in.game import PushFoldGame, showdowns

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from handsight.kernels.solver.push_fold import PushFoldSums, PushFoldTree
    from handsight.runtime.chunks import Progress

GOAL = 0.001
"""Default goal: learning ends after half of the deals if the mean gain of the seats' best responses
is then measured below this, in big blinds per hand."""

BLOCKS = 100
BATCH = 512 * BLOCKS
"""The number of deals after which the strategies change."""

DEALS = 40_000_000
"""The default number of deals after which learning ends in any case."""

TRIFLE = 0.005
"""A hand that plays less often than this never plays, and one that folds less often always plays.

Such shares are left from the first batches.
"""

METHODS = ("auto", "exact", "monte_carlo")
EXACT_GOAL = 1e-7
"""An exact solve ends once the mean gain of both players' best responses is below this, in big
blinds per hand."""

PLACES = 3
"""The number of decimal places of learned frequencies, which `measure_three` reads as multiples of
1/1000."""

LEARNING, MEASURING = 0, 1
"""The first of the two numbers that select a stream of random deals, by what the deals are for."""


@dataclass(frozen=True)
class PushFoldRange:
    """What a seat plays at one decision.

    Attributes:
        seat: the seat that acts; seat 0 acts first.
        all_in: the earlier seats that are all-in; empty if the seat can push as the first one in.
        faced: the share of deals in which the seat faces this decision.
        share: the share of all hands dealt to the seat with which it pushes or calls here, whether
            or not it faces the decision in the deal.
        play: how often the seat pushes or calls with each class, by the name of the class. If the
            decision is hardly ever faced, few sampled deals have taught these numbers.
    """

    seat: int
    all_in: tuple[int, ...]
    faced: float
    share: float
    play: dict[str, float]


@dataclass(frozen=True)
class PushFoldSeat:
    """What a hand is worth to a seat, in chips, or in prize money if the game has payouts.

    Attributes:
        stack: the chips of the seat before the hand.
        before: the worth of the stack before the hand: the stack itself, or its prize money by the
            independent chip model.
        value: what the seat wins per hand, net of what it had before; negative for a loss.
        stderr: the standard error of ``value``; None if it is exact.
        gain_low: what the seat gains per hand by a response to the others that is chosen on one
            half of the measured deals and measured on the other half. This is at most what the best
            response gains, except for sampling error; it can be slightly negative.
        gain_high: the gain of the best response to the measured deals, which fits their luck. On
            average, this is more than what the best response gains. If exact, both gains are the
            same: what the best response gains.
    """

    stack: float
    before: float
    value: float
    stderr: float | None
    gain_low: float
    gain_high: float


@dataclass(frozen=True)
class PushFoldStrategies:
    """Push-or-fold strategies of all seats.

    Attributes:
        game: the rules, stacks and payouts.
        ranges: what each seat plays at each decision, by seat, then by the number of players who
            are all-in.
        seats: what the hand is worth to each seat.
        method: how the values and gains of these strategies were computed, ``"exact"`` or
            ``"monte_carlo"``.
        learned: the number of deals from which the strategies were learned; None for exact
            strategies of two players.
        measured: the number of other deals on which they were measured; None if exact.
        seed: the seed of all deals; None for exact strategies of two players.
    """

    game: PushFoldGame
    ranges: tuple[PushFoldRange, ...]
    seats: tuple[PushFoldSeat, ...]
    method: str
    learned: int | None = None
    measured: int | None = None
    seed: int | None = None

    def range_of(self, seat: int, all_in: tuple[int, ...] = ()) -> PushFoldRange:
        """Return what a seat plays after exactly the earlier seats ``all_in`` came in.

        Raises:
            OptionError: if the seat has no such decision.
        """
        for each in self.ranges:
            if (each.seat, each.all_in) == (seat, tuple(all_in)):
                return each
        raise OptionError(
            f"seat {seat} has no decision after {tuple(all_in)}; seats are numbered from 0 in the "
            f"order in which they act, up to {self.game.callers} may call, and the big blind acts "
            "only after a push"
        )


def solve_push_fold(
    game: PushFoldGame,
    method: str = "auto",
    *,
    deals: int = DEALS,
    goal: float = GOAL,
    seed: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> PushFoldStrategies:
    """Find push-or-fold strategies for all seats, and measure how far they can be exploited.

    Two players are solved exactly. Three or more players learn their strategies on random deals.
    Others measure what these win, and the result carries standard errors. They cover the deals.
    They do not cover the strategies, which are only near an equilibrium; the gains of the seats
    show how near. If chips count, the values and gains of three players' strategies can be counted
    exactly instead, over all hands and boards; this takes one to two minutes. The result depends
    only on the game, the method, the deals, the goal and the seed.

    Args:
        game: the rules, stacks and payouts.
        method: ``"exact"``, for two players, or for three without payouts; ``"monte_carlo"``; or
            ``"auto"``, which is exact for two players.
        deals: the number of deals to learn from, rounded up to a multiple of 102,400. As many
            others measure the strategies.
        goal: half of the deals are enough if the mean of the seats' ``gain_high`` is then below
            this, in big blinds per hand. With payouts, a big blind counts as its share of all chips
            times the sum of the payouts.
        seed: the seed of all deals; None for a fresh seed, which the result stores.
        progress: called with the number of deals learned from and the maximum number of these; then
            with the number of boards counted and of all boards, if any are counted. Not called if
            two players are solved exactly.
        executor: counts the boards of three players; the result does not depend on the executor.
            None counts them in this thread.

    Raises:
        OptionError: if the method is unknown, or the deals, the goal or the seed of a sample are
            invalid.
        NoExactMethodError: if the method is ``"exact"``, and there are more than three players, or
            three players with payouts.
        HandsightError: if the shipped table of matchups was altered.

    Example:
        >>> two = solve_push_fold(PushFoldGame((10, 15)))
        >>> round(two.range_of(0).share, 3), round(two.seats[0].value, 4), two.method
        (0.583, -0.0454, 'exact')
        >>> three = solve_push_fold(PushFoldGame((3, 3, 3)), deals=1_000_000, seed=1)
        >>> three.range_of(0).play["AA"], three.range_of(1, (0,)).play["32o"], three.method
        (1.0, 0.0, 'monte_carlo')
    """
    if method not in METHODS:
        raise OptionError(f"method is {method!r}; it must be one of {', '.join(METHODS)}")
    if not is_whole(deals, ABOVE_0):
        raise OptionError(f"deals is {deals!r}; it must be a whole number above 0")
    require_drawable("deals", deals)
    if type(goal) not in (int, float) or not goal > 0:
        raise OptionError(f"goal is {goal!r}; it must be a number of big blinds above 0")
    if method == "exact" and (game.seats > 3 or (game.seats == 3 and game.payouts)):
        players = f"{game.seats} players" + " with payouts" * bool(game.payouts)
        raise NoExactMethodError(
            f"no exact values of {players}: showdowns are counted for two players, and for three "
            "without payouts; method='monte_carlo' samples them"
        )
    if method != "monte_carlo" and game.seats == 2:
        return _exact(game)
    rounds = -(-deals // (2 * BATCH))
    learner = _Learner(game, seed_or_fresh(seed), 2 * rounds, progress)
    learner.learn(rounds)
    result = learner.measure()
    if sum(seat.gain_high for seat in result.seats) >= goal * _unit(game) * game.seats:
        learner.learn(2 * rounds)
        result = learner.measure()
    return _counted(result, progress, executor) if method == "exact" else result


def _unit(game: PushFoldGame) -> float:
    """Return the worth of a big blind: its chips, or with payouts its share of the prize money."""
    if not game.payouts:
        return game.big_blind
    return game.big_blind * sum(game.payouts) / sum(game.stacks)


def _exact(game: PushFoldGame) -> PushFoldStrategies:
    """Solve a game of two players, whose worths add up to a constant, also with payouts."""
    pairs, won = class_matchups()
    ties = class_ties()
    dealt = pairs.sum(axis=1)
    called = [game.chips_after((0, 1), better) for better in showdowns(2)]
    results = [game.chips_after(()), game.chips_after((0,)), *called]
    before = game.worth(np.array([game.stacks]))
    walk, steal, tie, win, lose = game.worth(np.array(results)) - before
    wins, losses = won - ties / 2, (won - ties / 2).T
    # What the small blind (row) and the big blind (column) win in the pairs that are played out.
    small, big = (wins * win[seat] + ties * tie[seat] + losses * lose[seat] for seat in (0, 1))

    def push_gain(call: NDArray[np.float64]) -> NDArray[np.float64]:
        stolen = steal[0] * (dealt - pairs @ call)
        return np.asarray((stolen + small @ call - walk[0] * dealt) / PAIRS)

    def call_gain(push: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((push @ big - steal[1] * (push @ pairs)) / PAIRS)

    def gains_of(push: NDArray[np.float64], call: NDArray[np.float64]) -> list[float]:
        gains = (push, push_gain(call)), (call, call_gain(push))
        return [float((np.maximum(gain, 0) - share * gain).sum()) for share, gain in gains]

    goal = 2 * EXACT_GOAL * _unit(game)
    push, call = learn(
        (push_gain, call_gain), dealt.shape, lambda push, call: sum(gains_of(push, call)) < goal
    )
    value = float(walk[0] + push @ push_gain(call))
    faced = np.array([1, push @ dealt / PAIRS])
    rows = zip(game.stacks, before[0].tolist(), (value, -value), gains_of(push, call), strict=True)
    seats = tuple(PushFoldSeat(*row[:3], None, row[3], row[3]) for row in rows)
    return PushFoldStrategies(game, _ranges(game, np.stack([push, call]), faced), seats, "exact")


def _counted(
    result: PushFoldStrategies, progress: Progress | None, executor: Executor | None
) -> PushFoldStrategies:
    """Count the values and gains of three players' strategies over all hands and boards."""
    from handsight.solver.all_in.three_handed import measure_three

    game = result.game
    plays = np.array([list(each.play.values()) for each in result.ranges])
    gains, faced, values = measure_three(game, plays, progress, executor)
    best = (np.maximum(gains, 0) - plays * gains).sum(axis=1)
    by_seat = np.bincount([seat for seat, _ in game.decisions], best)
    seats = tuple(
        replace(seat, value=value, stderr=None, gain_low=gain, gain_high=gain)
        for seat, value, gain in zip(result.seats, values.tolist(), by_seat.tolist(), strict=True)
    )
    ranges = _ranges(game, plays, faced)
    return replace(result, ranges=ranges, seats=seats, method="exact", measured=None)


def _ranges(
    game: PushFoldGame, plays: NDArray[np.float64], faced: NDArray[np.float64]
) -> tuple[PushFoldRange, ...]:
    dealt = np.array([len(COMBOS_OF[name]) for name in CLASSES]) / COMBO_COUNT
    return tuple(
        PushFoldRange(
            *(seat, all_in, float(often), float(play @ dealt)),
            dict(zip(CLASSES, play.tolist(), strict=True)),
        )
        for (seat, all_in), often, play in zip(game.decisions, faced, plays, strict=True)
    )


class _Learner:
    """Strategies that are learned from one batch of deals after another.

    Attributes:
        regrets: float64[2, decisions, 169], the regrets of folding and of playing. The regrets of a
            batch count in proportion to its number.
        sums: float64[decisions, 169], the strategies of all batches, weighted by the squares of
            their numbers.
        played: float64[decisions, 169], how often each hand class plays in the next batch.
    """

    def __init__(self, game: PushFoldGame, seed: int, most: int, progress: Progress | None) -> None:
        self.game, self.seed, self.batches = game, seed, 0
        self.most, self.progress = most, progress
        self.tree = tree_of(game)
        shape = len(game.decisions), len(CLASSES)
        self.regrets, self.sums, self.weight = np.zeros((2, *shape)), np.zeros(shape), 0.0
        self.played = np.full(shape, 0.5)

    def learn(self, batches: int) -> None:
        """Learn from further batches until there have been this many in all."""
        for number in range(self.batches + 1, batches + 1):
            gains = self.play(self.played, (LEARNING, number), BLOCKS).gains
            old = (number - 1) / number
            self.regrets *= old
            self.regrets[0] -= self.played * gains
            self.regrets[1] += (1 - self.played) * gains
            self.sums = self.sums * old**2 + self.played
            self.weight = self.weight * old**2 + 1
            positive = np.maximum(self.regrets, 0)
            total = positive.sum(axis=0)
            share = positive[1] / np.where(total > 0, total, 1)
            self.played = np.where(total > 0, share, 0.5)
            if self.progress is not None:
                self.progress(number * BATCH, self.most * BATCH)
        self.batches = batches

    def play(
        self, strategies: NDArray[np.float64], stream: tuple[int, int], blocks: int
    ) -> PushFoldSums:
        """Play strategies on deals of one of the seed's streams."""
        from handsight.kernels.solver.push_fold import PushFoldSums, play_push_fold
        from handsight.odds.sampling import states_of

        sums = PushFoldSums(
            np.zeros(strategies.shape),
            np.zeros(len(strategies), np.int64),
            np.zeros((self.game.seats, 2)),
        )
        states = states_of(self.seed, *stream)
        shares = strategies.astype(np.float32)
        play_push_fold(self.tree, shares, class_numbers(), states, blocks, sums)
        return sums

    def measure(self) -> PushFoldStrategies:
        """Measure the average strategies on as many new deals as they were learned from."""
        average = np.round(self.sums / self.weight, PLACES)
        average[average < TRIFLE] = 0
        average[average > 1 - TRIFLE] = 1
        blocks, deals = self.batches * BLOCKS // 2, self.batches * BATCH
        halves = [self.play(average, (MEASURING, number), blocks) for number in range(2)]
        return PushFoldStrategies(
            self.game,
            _ranges(self.game, average, np.add(*(half.faced for half in halves)) / deals),
            self._seats(average, halves, deals),
            "monte_carlo",
            learned=deals,
            measured=deals,
            seed=self.seed,
        )

    def _seats(
        self, average: NDArray[np.float64], halves: list[PushFoldSums], deals: int
    ) -> tuple[PushFoldSeat, ...]:
        one, other = (half.gains for half in halves)
        actual = average * (one + other)
        high = np.maximum(one + other, 0) - actual
        low = np.where(one > 0, other, 0) + np.where(other > 0, one, 0) - actual
        seats = np.array([seat for seat, _ in self.game.decisions])
        gains = [np.bincount(seats, each.sum(axis=1) / deals) for each in (low, high)]
        values, squares = (np.add(*(half.worths for half in halves)) / deals).T
        stderrs = np.sqrt(np.maximum(squares - values**2, 0) / deals)
        stacks = np.array([self.game.stacks])
        numbers = np.stack([stacks[0], self.game.worth(stacks)[0], values, stderrs, *gains])
        return tuple(PushFoldSeat(*row) for row in numbers.T.tolist())


def tree_of(game: PushFoldGame) -> PushFoldTree:
    """Build the arrays of a game's tree; worths are differences from the worth before the hand."""
    from handsight.kernels.solver.push_fold import PushFoldTree

    masks = 1 << game.seats
    nodes, ends = np.full((game.seats, masks), -1), np.full(masks, -1)
    for number, (seat, earlier) in enumerate(game.decisions):
        nodes[seat, sum(1 << each for each in earlier)] = number
    places, results = [], []
    for number, all_in in enumerate(game.ends):
        ends[sum(1 << each for each in all_in)] = number
        base = len(all_in)
        for better in showdowns(base):
            places.append((number, sum(each * base**digit for digit, each in enumerate(better))))
            results.append(game.chips_after(all_in, better))
    most = max(len(all_in) for all_in in game.ends)
    worths = np.zeros((len(game.ends), most**most, game.seats))
    before = game.worth(np.array([game.stacks]))
    worths[tuple(np.array(places).T)] = game.worth(np.array(results)) - before
    folded = np.full(game.seats, nan)
    if not game.payouts:
        folded[:-1] = -np.add(game.antes, game.blinds)[:-1]
    return PushFoldTree(nodes, ends, worths, folded)


@cache
def class_numbers() -> NDArray[np.uint8]:
    """Return the number of the hand class of two cards, by their indices: uint8[52, 52]."""
    table = np.zeros((52, 52), np.uint8)
    for number, name in enumerate(CLASSES):
        for combo in COMBOS_OF[name]:
            low, high = COMBOS[combo]
            table[low, high] = table[high, low] = number
    return table
