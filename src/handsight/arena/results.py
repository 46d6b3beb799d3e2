"""The results of an arena: sums over the blocks played so far."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from handsight.arena.match import Block
from handsight.arena.ratings import MatchSeries
from handsight.arena.schedule import ArenaMatchup, ArenaSpec
from handsight.arena.statistics import (
    Influence,
    PairColumns,
    PairedDifference,
    PairedMean,
    PairStatistics,
    PairSum,
)
from handsight.arena.sums.block_sums import BlockSums, MatchSums, SlotSums, sum_block
from handsight.errors import OptionError
from handsight.runtime.notebooks import ShownInNotebooks, shortened
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Columns = tuple["Sequence[int]", "Sequence[int]"]
"""What an agent won, and what it played, in each pair of a matchup."""

MOST_AT_FAULT = 0.01
"""The share of decisions with a fault above which an agent's results get no verdict."""


@dataclass(slots=True, repr=False)
class MatchRecord(ShownInNotebooks):
    """The chips that one agent won, and its numbers of matches won, lost and tied.

    In format ``reset`` a match is a pair with all its legs; in format ``carry`` it is one leg. The
    agent that wins the most chips wins the match. If several agents win the most chips, the match
    is tied for them, and lost for all others.

    Attributes:
        agent: the agent's name.
        statistics: sums of the agent's chips over its pairs.
        wins: number of matches won.
        losses: number of matches lost.
        ties: number of matches tied.
    """

    agent: str
    statistics: PairStatistics
    wins: int = 0
    losses: int = 0
    ties: int = 0

    @property
    def matches(self) -> int:
        """The number of matches played."""
        return self.wins + self.losses + self.ties

    def add(self, sums: MatchSums) -> None:
        """Add the sums of a block."""
        self.statistics.merge(sums.statistics)
        self.wins += sums.wins
        self.losses += sums.losses
        self.ties += sums.ties


@dataclass(slots=True, repr=False)
class SlotResult(MatchRecord):
    """The result of one agent in one matchup.

    Attributes:
        faults: number of faults of each kind.
        at_fault: number of decisions with a fault; several faults at one decision count once. A
            fault outside a decision, such as while the agent is reset, counts too.
        decisions: number of decisions.
        seconds: total time of the agent's decisions, in seconds.
        longest: longest time of one decision, in seconds.
    """

    faults: Counter[str] = field(default_factory=Counter)
    at_fault: int = 0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add_decisions(self, sums: SlotSums) -> None:
        """Add the decisions and the faults of a block."""
        for kind, count in sums.faults:
            self.faults[kind] += count
        self.at_fault += sums.at_fault
        self.decisions += sums.decisions
        self.seconds += sums.seconds
        self.longest = max(self.longest, sums.longest)

    @property
    def fault_share(self) -> float:
        """`at_fault` as a share of the agent's decisions, but at most 1; 0 without faults."""
        return min(1.0, self.at_fault / max(1, self.decisions))

    @property
    def is_at_fault(self) -> bool:
        """Whether faults were so frequent that the results say nothing about the agent's play."""
        return self.fault_share > MOST_AT_FAULT


@dataclass(frozen=True, slots=True)
class PairSeries:
    """The result of each pair of a matchup; the index of an entry is the number of its pair.

    Attributes:
        chips: for each slot the net winnings in chips in each pair, over all legs.
        hands: number of hands played in each pair, over all legs.
        won: for each slot the number of matches won in each pair, over all legs; ties do not count.
        matches: number of matches played in each pair, over all legs.
    """

    chips: tuple[array[int], ...]
    hands: array[int]
    won: tuple[bytearray, ...]
    matches: bytearray

    @classmethod
    def of(cls, slots: int) -> PairSeries:
        """Create an empty series for a number of slots."""
        return cls(
            tuple(array("q") for _ in range(slots)),
            array("q"),
            tuple(bytearray() for _ in range(slots)),
            bytearray(),
        )

    def add(self, sums: BlockSums) -> None:
        """Add the pairs of the next block."""
        for slot, chips in enumerate(self.chips):
            chips.extend(sums.chips[slot])
            self.won[slot].extend(sums.won[slot])
        self.hands.extend(sums.hands)
        self.matches.extend(sums.matches)


@dataclass(slots=True, repr=False)
class MatchupResult(ShownInNotebooks):
    """The result of one matchup.

    Attributes:
        matchup: the agents that play each other.
        slots: the result of each agent.
        series: the result of each pair.
        between: at a table of more than two agents, the comparison of every two agents, keyed by
            their slots, the lower slot first. The chips are those of the first agent minus those of
            the second; matches are counted as if no other agent had played. Empty for two agents.
        blocks: number of blocks played.
        pairs: number of pairs played.
        hands: number of hands played, over all legs.
        finished: whether the stop rule or the maximum number of pairs has ended the matchup.
        stopped: whether the stop rule ended the matchup.
    """

    matchup: ArenaMatchup
    slots: tuple[SlotResult, ...]
    series: PairSeries
    between: dict[tuple[int, int], MatchRecord] = field(default_factory=dict)
    blocks: int = 0
    pairs: int = 0
    hands: int = 0
    finished: bool = False
    stopped: bool = False


class ArenaResult(ShownInNotebooks):
    """The results of an arena, to which blocks are added while the arena runs.

    Attributes:
        spec: the specification of the arena.
        has_secret: whether the arena deals from a secret in addition to its seed.
        matchups: results of the matchups, in the order of the specification.
        remarks: the distinct remarks that agents have made about themselves, by the agent's name;
            a remark is a sentence without a subject.

    Example:
        >>> from handsight.arena.match import BlockTask, play_block
        >>> result = ArenaResult(ArenaSpec(agents=("call", "fold"), pairs=2))
        >>> result.add(play_block(BlockTask(result.spec, matchup=0, block=0)))
        >>> result.is_finished, result.hands, result.matchups[0].slots[0].statistics.chips
        (True, 4, 100)
    """

    def __init__(self, spec: ArenaSpec, *, has_secret: bool = False) -> None:
        self.spec = spec
        self.has_secret = has_secret
        self.matchups = tuple(_fresh(spec, matchup) for matchup in spec.matchups)
        self.remarks: dict[str, list[str]] = {}
        self._rule = spec.stop_rule

    def __repr__(self) -> str:
        agents = shortened(", ".join(self.spec.agents), 100)
        state = "finished" if self.is_finished else "not finished"
        return f"<ArenaResult {agents}: {self.pairs:,} pairs, {self.hands:,} hands, {state}>"

    @property
    def is_finished(self) -> bool:
        """Whether all matchups have finished."""
        return all(result.finished for result in self.matchups)

    @property
    def pairs(self) -> int:
        """The number of pairs played in all matchups."""
        return sum(result.pairs for result in self.matchups)

    @property
    def hands(self) -> int:
        """The number of hands played in all matchups."""
        return sum(result.hands for result in self.matchups)

    # --- an agent in all its matchups ----------------------------------------------------------

    def chips_by_pair(self, agent: str) -> list[PairSum]:
        """Return the chips and hands of an agent for each pair, summed over all its matchups.

        Unless the dealing rule is ``apart``, all matchups play the same cards, so results are
        independent only between pairs. If a matchup ended before the others, its later pairs are
        missing from the sums.
        """
        return self._chips(agent).listed()

    def matches_by_pair(self, agent: str) -> list[PairSum]:
        """Return for each pair how many matches an agent won, and how many it played.

        Both numbers are summed over all the agent's matchups. A tie counts only as played.
        """
        return self._matches(agent).listed()

    def total(self, agent: str) -> PairStatistics:
        """Return the statistics of an agent's winnings in all its matchups together.

        Each pair counts once, with its chips and hands added over all the agent's matchups, as in
        `chips_by_pair`.

        Raises:
            OptionError: if no agent has this name. Other methods that take a name raise the same
                error.
        """
        return self._chips(agent).statistics(self.spec.stakes.big_blind)

    def effective_matches(self, agent: str) -> float:
        """Return how many independent matches tell as much as the matches of an agent.

        See `handsight.arena.statistics.effective_trials`.
        """
        return self._matches(agent).effective_trials()

    def difference(self, one: str, other: str) -> PairedDifference:
        """Compare the winnings of two agents, in bb/100 against all their opponents.

        Both agents play the same cards, unless the dealing rule is ``apart``. The means compared
        are those of `mean`.
        """
        return self._difference(self._chips_met, one, other, 100 / self.spec.stakes.big_blind)

    def match_difference(self, one: str, other: str) -> PairedDifference:
        """Compare the shares of matches that two agents won against all their opponents."""
        return self._difference(self._matches_met, one, other, 1.0)

    def mean(self, agent: str) -> PairedMean:
        """Return an agent's winnings against all its opponents, in bb/100.

        They are those of all hands. If a stop rule ends matchups, they are the mean of the matchups
        instead, in which each matchup counts alike: how long a matchup lasts then depends on its
        result, so one that is lost heavily would hardly count.
        """
        scale = 100 / self.spec.stakes.big_blind
        return PairedMean.of_influence(self._influence(self._chips_met(agent)), scale)

    def match_mean(self, agent: str) -> PairedMean:
        """Return the share of its matches that an agent won, as a mean like that of `mean`."""
        return PairedMean.of_influence(self._influence(self._matches_met(agent)), 1.0)

    def match_series(self) -> dict[tuple[str, str], MatchSeries]:
        """Return {(agent, opponent): the matches between them}, for all heads-up matchups.

        The agents of a matchup are in the order of the specification.
        """
        return {
            (one, other): MatchSeries(wins, losses, result.series.matches)
            for result in self.matchups
            if len(result.slots) == 2
            for one, other in [result.matchup.agents]
            for wins, losses in [result.series.won]
        }

    def _met(self, agent: str) -> list[tuple[MatchupResult, int]]:
        if agent not in self.spec.agents:
            names = self.spec.agents
            raise OptionError(
                f"no agent of the arena is named {agent!r}{did_you_mean(agent, names)}; the "
                f"agents are {', '.join(names)}"
            )
        return [
            (result, result.matchup.agents.index(agent))
            for result in self.matchups
            if agent in result.matchup.agents
        ]

    def _chips_met(self, agent: str) -> list[Columns]:
        met = self._met(agent)
        return [(one.series.chips[slot], one.series.hands) for one, slot in met]

    def _matches_met(self, agent: str) -> list[Columns]:
        met = self._met(agent)
        return [(one.series.won[slot], one.series.matches) for one, slot in met]

    def _chips(self, agent: str) -> PairColumns:
        return PairColumns.summed(self._chips_met(agent))

    def _matches(self, agent: str) -> PairColumns:
        return PairColumns.summed(self._matches_met(agent))

    def _influence(self, met: Sequence[Columns]) -> Influence:
        if self.spec.until is None or len(met) == 1:
            return Influence.of(PairColumns.summed(met))
        return Influence.of_matchups([PairColumns.summed([each]) for each in met])

    def _difference(
        self, met: Callable[[str], list[Columns]], one: str, other: str, scale: float
    ) -> PairedDifference:
        ours, theirs = self._influence(met(one)), self._influence(met(other))
        # With a stop rule, the error is only as well known as that of the shortest matchup.
        count = max if self.spec.until is None else min
        return PairedDifference.of_influences(ours, theirs, scale, count(ours.pairs, theirs.pairs))

    # --- adding --------------------------------------------------------------------------------

    def is_awaited(self, matchup: int, block: int) -> bool:
        """Check whether a block is still to be played; blocks of finished matchups never are."""
        result = self.matchups[matchup]
        return not result.finished and block >= result.blocks

    def add(self, block: Block) -> None:
        """Add a block, which must be the next one of its matchup."""
        self.add_sums(block.matchup, block.sums or sum_block(self.spec, block))

    def add_sums(self, matchup: int, sums: BlockSums) -> None:
        """Add the sums of the next block of a matchup, and end the matchup if it is over.

        A matchup is over after its last block, or once the results of all its agents satisfy the
        stop rule.

        Args:
            matchup: number of the matchup, from 0.
            sums: the sums of the block.
        """
        result = self.matchups[matchup]
        result.blocks += 1
        result.pairs += len(sums.hands)
        result.hands += sum(sums.hands)
        result.series.add(sums)
        for slot, record, more in zip(result.slots, sums.records, sums.slots, strict=True):
            slot.add(record)
            slot.add_decisions(more)
            kept = self.remarks.setdefault(slot.agent, []) if more.remarks else []
            kept += [each for each in more.remarks if each not in kept]
        for both, record in zip(result.between.values(), sums.between, strict=True):
            both.add(record)
        rule = self._rule
        if rule is not None:
            result.stopped = all(rule.reached(slot.statistics) for slot in result.slots)
        result.finished = result.stopped or result.blocks == self.spec.blocks


def _fresh(spec: ArenaSpec, matchup: ArenaMatchup) -> MatchupResult:
    blind = spec.stakes.big_blind
    names = matchup.agents
    slots = [SlotResult(name, PairStatistics(blind)) for name in names]
    couples = combinations(range(len(names)), 2) if len(names) > 2 else ()
    between = {
        (one, other): MatchRecord(names[one], PairStatistics(blind)) for one, other in couples
    }
    return MatchupResult(matchup, tuple(slots), PairSeries.of(len(slots)), between)
