"""What an arena found, gathered: who beats whom, by how much, and what cannot be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from handsight.arena.ratings import Rating, Score, ratings
from handsight.arena.results import ArenaResult, Tally
from handsight.arena.schedule import ArenaSpec
from handsight.arena.statistics import CONFIDENCE, PairStatistics
from handsight.errors import OptionError
from handsight.opponents.stats import Counts
from handsight.runtime.intervals import wilson

TABLE = "the table"
"""The rival of an agent that sits with several others."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is known of one agent against another, or against a table.

    Attributes:
        a: the agent whose side is told.
        b: its rival; `TABLE` where several sit together.
        pairs: mirrored pairs played.
        hands: hands played.
        bb100: big blinds that `a` won in a hundred hands; where both sit with others, that it won
            more than `b`.
        low: of its 95 % interval; minus infinity below two pairs.
        high: of its 95 % interval.
        p_value: how likely a result as far from 0 is between equals.
        wins: matches that `a` won.
        losses: matches that it lost.
        ties: matches that nobody won.
        always_valid: whether the interval and the p-value allow for stopping when one likes.
        stopped: whether the stop rule ended it before the declared maximum.
    """

    a: str
    b: str
    pairs: int
    hands: int
    bb100: float
    low: float
    high: float
    p_value: float
    wins: int
    losses: int
    ties: int
    always_valid: bool
    stopped: bool

    @property
    def matches(self) -> int:
        """Matches played."""
        return self.wins + self.losses + self.ties

    @property
    def win_share(self) -> float | None:
        """Matches won, of all; None before the first."""
        return self.wins / self.matches if self.matches else None

    @property
    def win_interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of `win_share`."""
        return wilson(self.wins, self.matches)

    @property
    def winner(self) -> str | None:
        """Who won the more chips, if the interval does not hold zero; None if it does."""
        if self.low > 0:
            return self.a
        return self.b if self.high < 0 else None

    @property
    def verdict(self) -> str:
        """What can be said, in words."""
        if self.winner is None:
            return f"{self.a} and {self.b}: not told apart"
        loser = self.b if self.winner == self.a else self.a
        return f"{self.winner} > {loser}: {p_text(self.p_value)}"


@dataclass(frozen=True, slots=True)
class Standing:
    """An agent against all its rivals together.

    Attributes:
        agent: its name.
        duel: the sums over its matchups.
        counts: what it did, for VPIP and the like; None if that was not counted.
        decisions: how often it was asked.
        milliseconds: a decision took on average; None before the first.
        longest: seconds that one decision took at most.
        faults: how many there were of each kind.
        rating: by Bradley and Terry; None for fewer than three agents.
    """

    agent: str
    duel: Duel
    counts: Counts | None
    decisions: int
    milliseconds: float | None
    longest: float
    faults: Mapping[str, int]
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class ArenaReport:
    """What an arena found.

    Attributes:
        spec: what it played.
        finished: whether it came to its end.
        duels: one for each matchup, or at one table for each agent.
        between: at one table, one for each two agents: what the first won more than the second.
        standings: one for each agent, the best first.
    """

    spec: ArenaSpec
    finished: bool
    duels: tuple[Duel, ...]
    between: tuple[Duel, ...]
    standings: tuple[Standing, ...]

    @property
    def faults(self) -> dict[str, dict[str, int]]:
        """The faults of each agent that has some, by kind."""
        return {each.agent: dict(each.faults) for each in self.standings if each.faults}

    def duel(self, a: str, b: str) -> Duel:
        """Find what is known of two agents, told from the side of the first.

        Args:
            a: an agent.
            b: its rival.

        Raises:
            OptionError: if they did not meet.
        """
        for each in (*self.duels, *self.between):
            if (each.a, each.b) == (a, b):
                return each
            if (each.a, each.b) == (b, a):
                return _turned(each)
        raise OptionError(f"{a} and {b} did not meet")


def arena_report(result: ArenaResult, counts: Mapping[str, Counts] | None = None) -> ArenaReport:
    """Gather what an arena found.

    Args:
        result: of the arena, finished or not.
        counts: what each agent did, if that was counted.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> report = arena_report(run_arena(spec))
        >>> report.duels[0].verdict
        'min-raise > fold: p < .001'
    """
    spec = result.spec
    duels = tuple(_duels(result))
    rated = _rated(spec, duels)
    standings = [
        _standing(result, name, (counts or {}).get(name), rated.get(name)) for name in spec.agents
    ]
    standings.sort(key=lambda each: -each.duel.bb100)
    between = tuple(_between(result))
    return ArenaReport(spec, result.is_finished, duels, between, tuple(standings))


def p_text(p_value: float) -> str:
    """Write a p-value.

    Args:
        p_value: 0..1.

    Example:
        >>> p_text(0.0123), p_text(0.0001)
        ('p = .012', 'p < .001')
    """
    if p_value < 0.001:
        return "p < .001"
    return f"p = {p_value:.3f}".replace("= 0.", "= .")


def _duels(result: ArenaResult) -> Iterator[Duel]:
    for found in result.matchups:
        if len(found.slots) == 2:
            yield _duel(result.spec, found.slots[0], found.slots[1].agent, found.stopped)
        else:
            yield from (_duel(result.spec, slot, TABLE, found.stopped) for slot in found.slots)


def _between(result: ArenaResult) -> Iterator[Duel]:
    for found in result.matchups:
        for (_, other), tally in found.between.items():
            yield _duel(result.spec, tally, found.matchup.agents[other], found.stopped)


def _duel(spec: ArenaSpec, tally: Tally, rival: str, stopped: bool) -> Duel:
    sums = tally.statistics
    always_valid = spec.until is not None
    low, high = sums.interval(always_valid)
    p_value = sums.p_value(always_valid)
    if low > 0 or high < 0:
        p_value = min(p_value, 1 - CONFIDENCE)  # the two are equal to the last digits only
    return Duel(
        *(tally.agent, rival, sums.pairs, sums.hands, sums.bb100, low, high, p_value),
        *(tally.wins, tally.losses, tally.ties, always_valid, stopped),
    )


def _turned(duel: Duel) -> Duel:
    return Duel(
        *(duel.b, duel.a, duel.pairs, duel.hands, -duel.bb100, -duel.high, -duel.low),
        *(duel.p_value, duel.losses, duel.wins, duel.ties, duel.always_valid, duel.stopped),
    )


def _rated(spec: ArenaSpec, duels: tuple[Duel, ...]) -> dict[str, Rating]:
    if len(spec.agents) < 3 or spec.table == "all" or not all(duel.matches for duel in duels):
        return {}
    scores = {(duel.a, duel.b): Score(duel.wins, duel.losses, duel.ties) for duel in duels}
    return ratings(spec.agents, scores, spec.seed)


def _standing(
    result: ArenaResult, name: str, counts: Counts | None, rating: Rating | None
) -> Standing:
    slots = [slot for found in result.matchups for slot in found.slots if slot.agent == name]
    sums = Tally(name, PairStatistics(result.spec.stakes.big_blind))
    faults: Counter[str] = Counter()
    for slot in slots:
        sums.statistics.merge(slot.statistics)
        sums.wins += slot.wins
        sums.losses += slot.losses
        sums.ties += slot.ties
        faults.update(slot.faults)
    decisions = sum(slot.decisions for slot in slots)
    seconds = sum(slot.seconds for slot in slots)
    return Standing(
        name,
        _duel(result.spec, sums, TABLE, stopped=False),
        counts,
        decisions,
        1000 * seconds / decisions if decisions else None,
        max((slot.longest for slot in slots), default=0.0),
        faults,
        rating,
    )
