"""The report of an arena: who beats whom, by how much, and which comparisons are undecided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from handsight.arena.ratings import Rating, ratings
from handsight.arena.results import MOST_AT_FAULT, ArenaResult, MatchRecord, MatchupResult
from handsight.arena.schedule import ArenaSpec
from handsight.arena.statistics import (
    CONFIDENCE,
    Mean,
    PairedDifference,
    PairedMean,
    PairStatistics,
)
from handsight.errors import OptionError
from handsight.game import Rules
from handsight.opponents.stats import Counts, player_statistics
from handsight.runtime.statistics import FloatOrNull, holm, wilson
from handsight.views.report import HIDDEN, UNLESS_NONE, report_of

if TYPE_CHECKING:
    from handsight.arena.storage.store import StoredFault
    from handsight.arena.variance.reduction import AdjustedResult

HEADLINES = {"reset": "bb100", "carry": "win_share"}
"""The figure by which agents are ordered, for each format of the arena."""

TABLE = "the table"
"""The opponent's name in a result against several agents at one table."""

STATISTICS = {"vpip": "vpip", "pfr": "pfr", "af": "aggression_factor", "wtsd": "wtsd"}
"""The statistics shown for each agent, by label, and their names in `player_statistics`."""


@dataclass(frozen=True)
class ResultSums:
    """The results of an agent, from its own point of view.

    Attributes:
        pairs: mirrored pairs played.
        hands: hands played.
        bb100: big blinds won per hundred hands.
        ci95: the 95% interval of `bb100`; its ends are infinite, and null in JSON, with fewer than
            two pairs.
        p_value: probability of a result at least this far from 0 if the agents are equally strong;
            1 with fewer than two pairs.
        wins: matches in which the agent won more chips than every other agent; in format ``reset``,
            a match is a pair.
        losses: matches in which another agent won more chips.
        ties: matches in which the agent and another one both won the most chips.
        win_share: share of all matches that were won; None before the first match.
        win_ci95: the 95% Wilson interval of `win_share`; 0 to 1 before the first match.
    """

    pairs: int
    hands: int
    bb100: float
    ci95: tuple[FloatOrNull, FloatOrNull]
    p_value: float
    wins: int
    losses: int
    ties: int
    win_share: float | None
    win_ci95: tuple[float, float]

    @property
    def matches(self) -> int:
        """The number of matches played."""
        return self.wins + self.losses + self.ties


@dataclass(frozen=True)
class _Opponents:
    a: str
    b: str


@dataclass(frozen=True)
class Duel(ResultSums, _Opponents):  # the fields of the last base come first
    """The result of one agent against another, or against all others at a table.

    Attributes:
        a: the agent from whose point of view the result is given.
        b: the opponent of `a`; ``"the table"`` if `a` sits with several others.
        bb100: big blinds that `a` won per hundred hands; if `a` and `b` sit at a table with others,
            how many more `a` won than `b`. Wins, losses and ties then compare these two alone.
        winner: `a` or `b`, whichever won more chips; None if the interval contains zero, if it can
            be due to chance given the number of comparisons (see `corrected`), or if an agent is at
            fault.
        stopped: whether the stop rule ended the matchup before the declared maximum.
        at_fault: agents of the matchup whose faults are too many for a verdict.
        corrected: `p_value` corrected by Holm's method for all pairs of agents that are compared
            or, for results against a table, for all agents at the table; None if fewer than two
            comparisons are without fault, or if an agent of this one is at fault.
    """

    winner: str | None
    stopped: bool
    at_fault: tuple[str, ...]
    corrected: float | None = field(default=None, metadata=UNLESS_NONE)

    @property
    def verdict(self) -> str:
        """The conclusion in words."""
        if self.at_fault:
            return (
                f"{self.a} and {self.b}: no verdict, for the faults of {', '.join(self.at_fault)}"
            )
        if self.winner is None:
            return f"{self.a} and {self.b}: no significant difference (95%)"
        loser = self.b if self.winner == self.a else self.a
        return f"{self.winner} > {loser}: {p_text(_first_of(self.corrected, self.p_value))}"

    def among(self, corrected: float) -> Duel:
        """Return a copy with the corrected p-value, and without a winner if it is above 0.05."""
        is_chance = corrected > 1 - CONFIDENCE
        return replace(self, corrected=corrected, winner=None if is_chance else self.winner)

    def turned(self) -> Duel:
        """Return the same result from the point of view of `b`."""
        low, high = self.ci95
        return replace(
            self,
            a=self.b,
            b=self.a,
            bb100=-self.bb100,
            ci95=(-high, -low),
            **_matches(self.losses, self.wins, self.ties),
        )


@dataclass(frozen=True)
class Lead:
    """How far an agent is ahead of the agent that ranks next, by the figure that ranks them.

    If all matchups played the same cards (see `ArenaReport.deal`), the difference is known more
    precisely than either of the figures.

    Attributes:
        a: the agent that ranks higher.
        b: the agent that ranks next.
        by: name of the figure compared, as in `ArenaReport.headline`.
        difference: the figure of `a` minus that of `b`.
        ci95: the 95% interval of the difference; its ends are infinite, and null in JSON, with
            fewer than two pairs.
        p_value: probability of a difference at least this far from 0 if both are equally strong.
        at_fault: which of the two agents have too many faults for a verdict.
        corrected: `p_value` corrected by Holm's method for all leads; None if fewer than two leads
            are without fault, or if an agent of this one is at fault.
    """

    a: str
    b: str
    by: str
    difference: float
    ci95: tuple[FloatOrNull, FloatOrNull]
    p_value: float
    at_fault: tuple[str, ...]
    corrected: float | None = field(default=None, metadata=UNLESS_NONE)

    def among(self, corrected: float) -> Lead:
        """Return a copy with the corrected p-value."""
        return replace(self, corrected=corrected)

    @property
    def verdict(self) -> str:
        """The conclusion in words."""
        if self.at_fault:
            return f"{self.a} above {self.b}: no verdict, for the faults of " + ", ".join(
                self.at_fault
            )
        low, high = self.ci95
        p_value = _first_of(self.corrected, self.p_value)
        if low <= 0 <= high or p_value > 1 - CONFIDENCE:
            return f"{self.a} above {self.b}: no significant difference (95%)"
        return f"{self.a} above {self.b}: {p_text(p_value)}"


@dataclass(frozen=True)
class CountedStatistic:
    """A statistic of an agent, with the counts from which it is computed.

    Attributes:
        numerator: how often the counted thing happened.
        denominator: how often it could have happened or, for a ratio, how often the other thing
            happened.
        value: value of the statistic; None if nothing was counted.
        is_share: whether the statistic is a share of a whole; otherwise it is the ratio of two
            counts.
    """

    value: float | None
    numerator: int
    denominator: int
    is_share: bool = field(metadata=HIDDEN)


@dataclass(frozen=True)
class AgentResult(ResultSums):
    """The result of an agent against all its opponents together.

    Attributes:
        player_statistics: VPIP and other statistics of play; None if they were not counted.
        rating: Bradley-Terry rating from matches won; None for fewer than three agents, at one
            table, before every matchup has played a pair, and if stacks are reset, because then
            results are measured in chips, not matches.
        decisions: number of decisions that the agent had to make.
        ms_per_decision: mean time per decision in milliseconds; None before the agent's first
            decision.
        longest_seconds: time of the slowest decision in seconds; 0 before the first decision.
        fault_share: share of the agent's decisions that were faults, 0..1.
        is_at_fault: whether the agent had too many faults for a verdict in at least one matchup.
        counted_hands: number of hands over which the agent's statistics were counted.
    """

    player_statistics: dict[str, CountedStatistic] | None
    rating: Rating | None
    decisions: int
    ms_per_decision: float | None
    longest_seconds: float
    fault_share: float
    is_at_fault: bool
    counted_hands: int = field(metadata=HIDDEN)


@dataclass(frozen=True)
class FirstFault:
    """The first fault of one kind by an agent; see `handsight.arena.storage.store.StoredFault`.

    Attributes:
        agent: name of the agent.
    """

    agent: str
    matchup: int
    pair: int
    leg: int
    hand: int
    decision: int
    slot: int
    kind: str
    detail: str
    trace: str


@dataclass(frozen=True)
class LessLuck:
    """The result of an agent in a matchup, with and without luck.

    Results and luck are means in big blinds per hundred hands, with half the width of their 95%
    intervals.

    Attributes:
        agent: name of the agent.
        hands: number of hands played in the matchup.
        against: the other agents of the matchup.
        played: result as played, with mirrored pairs as the sample.
        adjusted: result with luck taken out, with mirrored pairs as the sample.
        single: result as played, with single hands as the sample, as if they were not mirrored.
        single_adjusted: result with luck taken out, with single hands as the sample.
        luck: the luck that was taken out, with mirrored pairs as the sample.
    """

    agent: str
    against: tuple[str, ...]
    hands: int
    played: Mean
    adjusted: Mean
    single: Mean
    single_adjusted: Mean
    luck: Mean


@dataclass(frozen=True)
class ArenaReport:
    """The results of an arena.

    Attributes:
        seed: seed of the cards and the agents.
        format: ``"reset"`` if stacks are reset before every hand, ``"carry"`` if they carry over
            from hand to hand.
        rules: name of the rules that were played, ``"handsight"`` or another platform.
        pairs: maximum number of pairs in each matchup.
        stakes: blinds and betting.
        stack: chips of each player at the start of each match or, in format ``reset``, of each
            hand.
        rounds: maximum number of hands in a match; 1 in format ``reset``.
        until: the stop rule; None for a fixed number of pairs.
        table: how agents are seated: ``"heads-up"``, or ``"all"`` for all at one table.
        secret: whether the cards depended on a secret as well as on the arena's seed.
        trusted: agents that played in the arena's own process.
        warnings: warnings to read before the results.
        finished: whether the arena played to its end.
        interval: ``"always valid"`` if the intervals allow for stopping at any time, otherwise
            ``"fixed number of pairs"``.
        deal: which cards the matchups played, as one of `handsight.arena.schedule.DEALS`.
        headline: the figure that orders the agents: ``"bb100"``, or ``"win_share"`` in format
            ``carry``.
        results: one result for each matchup, or, at one table, for each agent.
        between: at one table, a result for every two agents: how much more the first won than the
            second; otherwise empty.
        agents: results by name of the agent, best agent first.
        leads: the lead of each agent over the next agent; empty at one table, before every matchup
            has played a pair, and for two agents, which are compared in `results`.
        faults: ``{agent: {kind: count}}`` for agents that have faults.
        first_faults: each agent's first fault of each kind; empty if the faults were not looked up.
        less_luck: results with luck taken out; None if luck was not taken out.
        objects: agents that were passed as objects and so played in the arena's own process; None
            if there are none.
        network: whether bots may use the network.
        remarks: what agents said about themselves during play; None if they said nothing.
    """

    format: str
    rules: str
    seed: int
    pairs: int
    stakes: Rules
    stack: int
    rounds: int
    until: str | None
    table: str
    secret: bool
    trusted: tuple[str, ...]
    warnings: tuple[str, ...]
    finished: bool
    interval: str
    deal: str
    headline: str
    results: tuple[Duel, ...]
    between: tuple[Duel, ...]
    agents: dict[str, AgentResult]
    leads: tuple[Lead, ...]
    faults: dict[str, dict[str, int]]
    first_faults: tuple[FirstFault, ...]
    less_luck: tuple[LessLuck, ...] | None = field(default=None, metadata=UNLESS_NONE)
    objects: tuple[str, ...] | None = field(default=None, metadata=UNLESS_NONE)
    network: bool = field(default=False, metadata=HIDDEN)
    remarks: tuple[str, ...] | None = field(default=None, metadata=UNLESS_NONE)

    @property
    def at_fault(self) -> tuple[str, ...]:
        """The agents that had too many faults for a verdict."""
        return tuple(name for name, each in self.agents.items() if each.is_at_fault)

    def duel(self, a: str, b: str) -> Duel:
        """Return the result of two agents, from the point of view of `a`.

        Raises:
            OptionError: if there is no result of the two agents.
        """
        for each in (*self.results, *self.between):
            if (each.a, each.b) == (a, b):
                return each
            if (each.a, each.b) == (b, a):
                return each.turned()
        raise OptionError(f"{a} and {b} did not meet")

    def has_verdict(self, agent: str) -> bool:
        """Check that an agent is not at fault, and has a result in which no agent is."""
        met = [each.at_fault for each in self.results if agent in (each.a, each.b)]
        return not self.agents[agent].is_at_fault and not all(met)


def arena_report(
    result: ArenaResult,
    counts: Mapping[str, Counts] | None = None,
    faults: Sequence[StoredFault] = (),
    less_luck: Sequence[AdjustedResult] = (),
) -> ArenaReport:
    """Build the report of an arena, finished or not.

    Args:
        result: result of the arena.
        counts: counts of each agent's play, by name; None if nothing was counted.
        faults: each agent's first fault of each kind, as `ArenaStore.first_faults` returns them.
        less_luck: results with luck taken out; empty if luck was not taken out.

    Example:
        >>> from handsight.arena import ArenaSpec, run_arena
        >>> spec = ArenaSpec(agents=("min-raise", "fold"), pairs=200, seed=7)
        >>> report = arena_report(run_arena(spec))
        >>> report.results[0].verdict
        'min-raise > fold: p < .001'
    """
    spec = result.spec
    results, between = _holm(tuple(_results(result))), _holm(tuple(_between(result)))
    rated = _rated(result)
    agents = [
        (name, _agent(result, name, (counts or {}).get(name), rated.get(name)))
        for name in spec.agents
    ]
    headline = HEADLINES[spec.format]
    agents.sort(key=lambda each: -(getattr(each[1], headline) or 0.0))
    kinds = {name: _faults(result, name) for name, _ in agents}
    return ArenaReport(
        format=spec.format,
        rules=spec.rules,
        seed=spec.seed,
        pairs=spec.pairs,
        stakes=spec.stakes,
        stack=spec.stack,
        rounds=spec.rounds,
        until=spec.until,
        table=spec.table,
        secret=result.has_secret,
        trusted=tuple(spec.trusted),
        warnings=(*_fault_warnings(result), *_trust_warnings(spec)),
        finished=result.is_finished,
        interval="always valid" if spec.until else "fixed number of pairs",
        deal=spec.deal,
        headline=headline,
        results=results,
        between=between,
        agents=dict(agents),
        leads=_holm(tuple(_leads(result, [name for name, _ in agents], headline))),
        faults={name: counted for name, counted in kinds.items() if counted},
        first_faults=tuple(
            FirstFault(spec.matchups[each.matchup].agents[each.slot], *each) for each in faults
        ),
        less_luck=tuple(report_of(LessLuck, each, against=each.opponents) for each in less_luck)
        or None,
        objects=tuple(spec.objects) or None,
        network=spec.network,
        remarks=tuple(f"{name} {said}." for name, each in result.remarks.items() for said in each)
        or None,
    )


def p_text(p_value: float) -> str:
    """Write a p-value.

    Example:
        >>> p_text(0.0123), p_text(0.0001)
        ('p = .012', 'p < .001')
    """
    if p_value < 0.001:
        return "p < .001"
    return f"p = {p_value:.3f}".replace("= 0.", "= .")


# --- faults ---------------------------------------------------------------------------------------


def _fault_warnings(result: ArenaResult) -> Iterator[str]:
    for agent in _at_fault(result):
        met = [
            (slot.fault_share, slot, played)
            for played in result.matchups
            for slot in played.slots
            if slot.agent == agent
        ]
        _, worst, played = max(met, key=lambda each: each[0])
        opponents = ", ".join(name for name in played.matchup.agents if name != agent)
        yield (
            f"{agent} was at fault in {worst.at_fault:,} of {worst.decisions:,} decisions against "
            f"{opponents}. That is more than {MOST_AT_FAULT:.0%}, so its matchups get no verdict."
        )


def _trust_warnings(spec: ArenaSpec) -> Iterator[str]:
    if spec.trusted:
        yield (
            f"{', '.join(spec.trusted)} played trusted, in the arena's own process: nothing kept "
            "it from seeing all cards or changing the result."
        )


def _at_fault(result: ArenaResult) -> list[str]:
    """Return the agents that had too many faults in at least one matchup."""
    slots = [slot for played in result.matchups for slot in played.slots if slot.is_at_fault]
    return list(dict.fromkeys(slot.agent for slot in slots))


def _faults(result: ArenaResult, name: str) -> dict[str, int]:
    faults: Counter[str] = Counter()
    for played in result.matchups:
        for slot in played.slots:
            if slot.agent == name:
                faults.update(slot.faults)
    return dict(faults)


# --- results --------------------------------------------------------------------------------------


def _results(result: ArenaResult) -> Iterator[Duel]:
    for played in result.matchups:
        if len(played.slots) == 2:
            yield _duel(result, played, played.slots[0], played.slots[1].agent)
        else:
            yield from (_duel(result, played, slot, TABLE) for slot in played.slots)


def _between(result: ArenaResult) -> Iterator[Duel]:
    for played in result.matchups:
        for (_, other), tally in played.between.items():
            yield _duel(result, played, tally, played.matchup.agents[other])


def _duel(result: ArenaResult, played: MatchupResult, tally: MatchRecord, opponent: str) -> Duel:
    at_fault = tuple(name for name in _at_fault(result) if name in played.matchup.agents)
    sums = _sums(result.spec, tally)
    low, high = sums.ci95
    winner = tally.agent if low > 0 else opponent if high < 0 else None
    return Duel(
        **vars(sums),
        a=tally.agent,
        b=opponent,
        winner=None if at_fault else winner,
        stopped=played.stopped,
        at_fault=at_fault,
    )


def _leads(result: ArenaResult, names: Sequence[str], headline: str) -> Iterator[Lead]:
    if len(names) < 3 or result.spec.table == "all" or not all(r.pairs for r in result.matchups):
        return
    at_fault, always_valid = _at_fault(result), result.spec.until is not None
    compare = result.difference if headline == "bb100" else result.match_difference
    for one, other in pairwise(names):
        lead: PairedDifference = compare(one, other)
        yield Lead(
            one,
            other,
            headline,
            lead.value,
            lead.interval(always_valid),
            lead.p_value(always_valid),
            tuple(name for name in (one, other) if name in at_fault),
        )


Compared = TypeVar("Compared", Duel, Lead)


def _holm(compared: tuple[Compared, ...]) -> tuple[Compared, ...]:
    """Correct p-values for the number of comparisons, without those that have an agent at fault."""
    counted = [each for each in compared if not each.at_fault]
    if len(counted) < 2:
        return compared
    corrected = iter(holm([each.p_value for each in counted]))
    return tuple(each if each.at_fault else each.among(next(corrected)) for each in compared)


def _first_of(corrected: float | None, p_value: float) -> float:
    return p_value if corrected is None else corrected


def _sums(spec: ArenaSpec, tally: MatchRecord) -> ResultSums:
    sums = tally.statistics
    return ResultSums(
        pairs=sums.pairs,
        hands=sums.hands,
        bb100=sums.bb100,
        **_interval(spec, sums),
        **_matches(tally.wins, tally.losses, tally.ties),
    )


def _interval(spec: ArenaSpec, mean: PairStatistics | PairedMean) -> dict[str, Any]:
    """Return the interval and the p-value of a mean, by the names of the fields."""
    always_valid = spec.until is not None
    low, high = mean.interval(always_valid)
    p_value = mean.p_value(always_valid)
    if low > 0 or high < 0:
        p_value = min(p_value, 1 - CONFIDENCE)  # to agree with the interval despite rounding
    return {"ci95": (low, high), "p_value": p_value}


def _matches(wins: int, losses: int, ties: int) -> dict[str, Any]:
    """Return the fields of `ResultSums` that follow from the numbers of matches, by name."""
    matches = wins + losses + ties
    return {
        "wins": wins,
        "losses": losses,
        "ties": ties,
        "win_share": wins / matches if matches else None,
        "win_ci95": wilson(wins, matches),
    }


def _rated(result: ArenaResult) -> dict[str, Rating]:
    spec = result.spec
    if spec.format != "carry":
        return {}  # an agent that seldom folds wins many pairs but can still lose chips
    if len(spec.agents) < 3 or spec.table == "all" or not all(r.pairs for r in result.matchups):
        return {}
    return ratings(spec.agents, result.match_series(), spec.seed)


def _agent(
    result: ArenaResult, name: str, counts: Counts | None, rating: Rating | None
) -> AgentResult:
    slots = [slot for played in result.matchups for slot in played.slots if slot.agent == name]
    sums = MatchRecord(name, result.total(name))
    for slot in slots:
        sums.wins += slot.wins
        sums.losses += slot.losses
        sums.ties += slot.ties
    totals = vars(_sums(result.spec, sums))
    if len(slots) > 1:
        if result.spec.until is not None:  # each matchup counts alike
            mean, share = result.mean(name), result.match_mean(name).value
            totals |= {"bb100": mean.value, **_interval(result.spec, mean)}
            totals |= {"win_share": share if sums.matches else None}
        trials = result.effective_matches(name)
        totals |= {
            "pairs": sum(slot.statistics.pairs for slot in slots),
            "win_ci95": wilson((totals["win_share"] or 0.0) * trials, trials),
        }
    decisions = sum(slot.decisions for slot in slots)
    seconds = sum(slot.seconds for slot in slots)
    return AgentResult(
        **totals,
        player_statistics=None if counts is None else _statistics(counts),
        rating=rating,
        decisions=decisions,
        ms_per_decision=1000 * seconds / decisions if decisions else None,
        longest_seconds=max((slot.longest for slot in slots), default=0.0),
        fault_share=min(1.0, sum(slot.at_fault for slot in slots) / max(1, decisions)),
        is_at_fault=any(slot.is_at_fault for slot in slots),
        counted_hands=0 if counts is None else counts.hands,
    )


def _statistics(counts: Counts) -> dict[str, CountedStatistic]:
    statistics = player_statistics(counts)
    return {
        name: report_of(CountedStatistic, getattr(statistics, attribute))
        for name, attribute in STATISTICS.items()
    }
