"""What an arena found, gathered: who beats whom, by how much, and what cannot be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from handsight.arena.ratings import Rating, Score, ratings
from handsight.arena.results import MOST_AT_FAULT, ArenaResult, MatchupResult, Tally
from handsight.arena.schedule import ArenaSpec
from handsight.arena.statistics import CONFIDENCE, PairStatistics
from handsight.arena.store import StoredFault
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
        at_fault: who sat there and is at fault too often for a verdict.
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
    at_fault: tuple[str, ...] = ()

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
        """Who won the more chips; None if the interval holds zero, or somebody is at fault."""
        if self.at_fault:
            return None
        if self.low > 0:
            return self.a
        return self.b if self.high < 0 else None

    @property
    def verdict(self) -> str:
        """What can be said, in words."""
        if self.at_fault:
            return (
                f"{self.a} and {self.b}: no verdict, for the faults of {', '.join(self.at_fault)}"
            )
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
        fault_share: the share of its decisions that were at fault, 0..1.
        is_at_fault: whether that were too many for a verdict, in one matchup at least.
        rating: by Bradley and Terry; None for fewer than three agents.
    """

    agent: str
    duel: Duel
    counts: Counts | None
    decisions: int
    milliseconds: float | None
    longest: float
    faults: Mapping[str, int]
    fault_share: float = 0.0
    is_at_fault: bool = False
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class FirstFault:
    """The first fault of an agent of its kind.

    Attributes:
        agent: its name.
        fault: what happened, and where.
    """

    agent: str
    fault: StoredFault


@dataclass(frozen=True, slots=True)
class ArenaReport:
    """What an arena found.

    Attributes:
        spec: what it played.
        finished: whether it came to its end.
        duels: one for each matchup, or at one table for each agent.
        between: at one table, one for each two agents: what the first won more than the second.
        standings: one for each agent, the best first.
        has_secret: whether it dealt from a secret beside its seed.
        first_faults: of each agent the first of each kind, if they were looked up.
        warnings: what must be known before any figure is read.
    """

    spec: ArenaSpec
    finished: bool
    duels: tuple[Duel, ...]
    between: tuple[Duel, ...]
    standings: tuple[Standing, ...]
    has_secret: bool = False
    first_faults: tuple[FirstFault, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def at_fault(self) -> tuple[str, ...]:
        """The agents that were at fault too often for a verdict."""
        return tuple(each.agent for each in self.standings if each.is_at_fault)

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


def arena_report(
    result: ArenaResult,
    counts: Mapping[str, Counts] | None = None,
    faults: Sequence[StoredFault] = (),
) -> ArenaReport:
    """Gather what an arena found.

    Args:
        result: of the arena, finished or not.
        counts: what each agent did, if that was counted.
        faults: of each agent the first of each kind, as `ArenaStore.first_faults` gives them.

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
    matchups = spec.matchups
    return ArenaReport(
        spec,
        result.is_finished,
        duels,
        tuple(_between(result)),
        tuple(standings),
        result.has_secret,
        tuple(FirstFault(matchups[each.matchup].agents[each.slot], each) for each in faults),
        (*_fault_warnings(result), *_trust_warnings(spec)),
    )


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


def _fault_warnings(result: ArenaResult) -> Iterator[str]:
    for agent in _at_fault(result):
        met = [
            (slot.fault_share, slot, found)
            for found in result.matchups
            for slot in found.slots
            if slot.agent == agent
        ]
        _, worst, found = max(met, key=lambda each: each[0])
        rivals = ", ".join(name for name in found.matchup.agents if name != agent)
        yield (
            f"{agent} was at fault in {worst.at_fault:,} of {worst.decisions:,} decisions against "
            f"{rivals}. That is more than {MOST_AT_FAULT:.0%}, so its matchups get no verdict."
        )


def _trust_warnings(spec: ArenaSpec) -> Iterator[str]:
    if spec.trusted:
        yield (
            f"{', '.join(spec.trusted)} played trusted, in the arena's own process: nothing kept "
            "it from seeing all cards or changing the result."
        )


def _at_fault(result: ArenaResult) -> list[str]:
    """List who was at fault too often in one matchup at least."""
    slots = [slot for found in result.matchups for slot in found.slots if slot.is_at_fault]
    return list(dict.fromkeys(slot.agent for slot in slots))


def _spoilers(result: ArenaResult, name: str) -> tuple[str, ...]:
    """List who was at fault against an agent, if that leaves none of its matchups a verdict."""
    failing = _at_fault(result)
    met = [found.matchup.agents for found in result.matchups if name in found.matchup.agents]
    spoilt = all(any(each in agents for each in failing) for agents in met)
    return tuple(failing) if spoilt else ()


def _duels(result: ArenaResult) -> Iterator[Duel]:
    for found in result.matchups:
        if len(found.slots) == 2:
            yield _duel(result, found, found.slots[0], found.slots[1].agent)
        else:
            yield from (_duel(result, found, slot, TABLE) for slot in found.slots)


def _between(result: ArenaResult) -> Iterator[Duel]:
    for found in result.matchups:
        for (_, other), tally in found.between.items():
            yield _duel(result, found, tally, found.matchup.agents[other])


def _duel(result: ArenaResult, found: MatchupResult, tally: Tally, rival: str) -> Duel:
    at_fault = [name for name in _at_fault(result) if name in found.matchup.agents]
    return _summed(result.spec, tally, rival, found.stopped, tuple(at_fault))


def _summed(
    spec: ArenaSpec, tally: Tally, rival: str, stopped: bool, at_fault: tuple[str, ...]
) -> Duel:
    sums = tally.statistics
    always_valid = spec.until is not None
    low, high = sums.interval(always_valid)
    p_value = sums.p_value(always_valid)
    if low > 0 or high < 0:
        p_value = min(p_value, 1 - CONFIDENCE)  # the two are equal to the last digits only
    return Duel(
        *(tally.agent, rival, sums.pairs, sums.hands, sums.bb100, low, high, p_value),
        *(tally.wins, tally.losses, tally.ties, always_valid, stopped, at_fault),
    )


def _turned(duel: Duel) -> Duel:
    return Duel(
        *(duel.b, duel.a, duel.pairs, duel.hands, -duel.bb100, -duel.high, -duel.low),
        *(duel.p_value, duel.losses, duel.wins, duel.ties, duel.always_valid, duel.stopped),
        duel.at_fault,
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
    is_at_fault = any(slot.is_at_fault for slot in slots)
    at_fault = (name,) if is_at_fault else _spoilers(result, name)
    seconds = sum(slot.seconds for slot in slots)
    return Standing(
        name,
        _summed(result.spec, sums, TABLE, False, at_fault),
        counts,
        decisions,
        1000 * seconds / decisions if decisions else None,
        max((slot.longest for slot in slots), default=0.0),
        faults,
        min(1.0, sum(slot.at_fault for slot in slots) / max(1, decisions)),
        is_at_fault,
        rating,
    )
