"""The results of an arena: sums over the blocks that were played."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, zip_longest

from handsight.arena.match import Block, PairRow
from handsight.arena.ratings import MatchSeries
from handsight.arena.schedule import ArenaMatchup, ArenaSpec
from handsight.arena.statistics import PairedDifference, PairStatistics, PairSum
from handsight.errors import OptionError
from handsight.runtime.notebooks import ShownInNotebooks, shortened
from handsight.runtime.suggestions import did_you_mean

MOST_AT_FAULT = 0.01
"""The share of decisions at fault above which an agent gets no verdict."""


@dataclass(slots=True, repr=False)
class MatchRecord(ShownInNotebooks):
    """The chips and matches of one agent.

    A match is a pair in format ``reset``, over all its legs, and a leg in format ``carry``. Who won
    the most chips wins it; it is tied if several did.

    Attributes:
        statistics: of its chips.
    """

    agent: str
    statistics: PairStatistics
    wins: int = 0
    losses: int = 0
    ties: int = 0

    @property
    def matches(self) -> int:
        """Matches that were played."""
        return self.wins + self.losses + self.ties

    def decide(self, ours: int, most: int, is_tied: bool) -> None:
        """Count a match.

        Args:
            most: chips that anybody won.
            is_tied: whether several won as many.
        """
        if ours < most:
            self.losses += 1
        elif is_tied:
            self.ties += 1
        else:
            self.wins += 1


@dataclass(slots=True, repr=False)
class SlotResult(MatchRecord):
    """The result of one agent in one matchup.

    Attributes:
        faults: how many there were of each kind.
        at_fault: decisions before which there was a fault; several faults of one count once.
        decisions: how many it was asked for.
        seconds: how long it took in all.
        longest: how long it took at most for a decision.
    """

    faults: Counter[str] = field(default_factory=Counter)
    at_fault: int = 0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    @property
    def fault_share(self) -> float:
        """The share of its decisions that were at fault, 0..1."""
        return min(1.0, self.at_fault / max(1, self.decisions))

    @property
    def is_at_fault(self) -> bool:
        """Whether it was at fault so often that its results say nothing about its play."""
        return self.fault_share > MOST_AT_FAULT


@dataclass(frozen=True, slots=True)
class PairSeries:
    """What came of each pair of a matchup, by its number.

    Attributes:
        chips: of each slot, over all legs.
        hands: over all legs.
        won: matches of each slot, over all legs.
        matches: over all legs.
    """

    chips: tuple[array[int], ...]
    hands: array[int]
    won: tuple[bytearray, ...]
    matches: bytearray

    @classmethod
    def of(cls, slots: int) -> PairSeries:
        """Begin the series of a matchup."""
        return cls(
            tuple(array("q") for _ in range(slots)),
            array("q"),
            tuple(bytearray() for _ in range(slots)),
            bytearray(),
        )

    def add(self, chips: Sequence[int], hands: int, matches: Sequence[Sequence[int]]) -> None:
        """Add the next pair.

        Args:
            chips: that each slot won.
            matches: chips of each slot in each match of the pair.
        """
        wins = [0] * len(self.won)
        for match in matches:
            most = max(match)
            if match.count(most) == 1:
                wins[match.index(most)] += 1
        for slot, won in enumerate(wins):
            self.chips[slot].append(chips[slot])
            self.won[slot].append(won)
        self.hands.append(hands)
        self.matches.append(len(matches))


@dataclass(slots=True, repr=False)
class MatchupResult(ShownInNotebooks):
    """The result of one matchup.

    Attributes:
        slots: the result of each agent.
        series: what came of each pair.
        between: at a table of more than two, what each agent won more than each later one: chips
            less chips, and matches as if there were no others. The keys are pairs of slots.
        hands: in all legs.
        finished: whether its stop rule or its maximum of pairs has ended it.
        stopped: whether the stop rule ended it.
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
    """The results of an arena, which grow while it runs.

    Attributes:
        matchups: in the order of the specification.
        remarks: what agents have said of themselves, each once: {agent: sentences without their
            subject}.

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
        """Whether all matchups have come to their ends."""
        return all(result.finished for result in self.matchups)

    @property
    def pairs(self) -> int:
        """Pairs that were played, in all matchups."""
        return sum(result.pairs for result in self.matchups)

    @property
    def hands(self) -> int:
        """Hands that were played, in all matchups."""
        return sum(result.hands for result in self.matchups)

    # --- an agent in all its matchups ----------------------------------------------------------

    def chips_by_pair(self, agent: str) -> list[PairSum]:
        """Give what an agent won of each pair in all its matchups, and in how many hands.

        All matchups play the same cards, so whole pairs are what is independent. Where a matchup
        has ended before another, its later pairs are not there.
        """
        return self._by_pair(
            [(one.series.chips[slot], one.series.hands) for one, slot in self._met(agent)]
        )

    def matches_by_pair(self, agent: str) -> list[PairSum]:
        """Give how many matches of each pair an agent won in all its matchups, and played."""
        return self._by_pair(
            [(one.series.won[slot], one.series.matches) for one, slot in self._met(agent)]
        )

    def total(self, agent: str) -> PairStatistics:
        """Give the sums of an agent over the pairs, each of them in all its matchups.

        Raises:
            OptionError: if no agent is named so, here and in the other methods.
        """
        sums = PairStatistics(self.spec.stakes.big_blind)
        for pair in self.chips_by_pair(agent):
            sums.add(*pair)
        return sums

    def difference(self, one: str, other: str) -> PairedDifference:
        """Compare two agents by their bb/100 against all that they met, on the same cards."""
        scale = 100 / self.spec.stakes.big_blind
        return _difference(self.chips_by_pair(one), self.chips_by_pair(other), scale)

    def match_difference(self, one: str, other: str) -> PairedDifference:
        """Compare two agents by the shares of matches that they won from all that they met."""
        return _difference(self.matches_by_pair(one), self.matches_by_pair(other))

    def match_series(self) -> dict[tuple[str, str], MatchSeries]:
        """Give for each two agents that met alone who won how many matches of each pair."""
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
                f"no agent of the arena is named {agent!r}{did_you_mean(agent, names)}; there are "
                f"{', '.join(names)}"
            )
        return [
            (result, result.matchup.agents.index(agent))
            for result in self.matchups
            if agent in result.matchup.agents
        ]

    def _by_pair(self, series: Sequence[tuple[Sequence[int], Sequence[int]]]) -> list[PairSum]:
        won, played = zip(*series, strict=True)
        return [
            PairSum(sum(gains), sum(counts))
            for gains, counts in zip(
                zip_longest(*won, fillvalue=0), zip_longest(*played, fillvalue=0), strict=True
            )
        ]

    # --- adding --------------------------------------------------------------------------------

    def is_awaited(self, matchup: int, block: int) -> bool:
        """Say whether a block is still to be played; none is once its matchup has ended."""
        result = self.matchups[matchup]
        return not result.finished and block >= result.blocks

    def add(self, block: Block) -> None:
        """Add a block, the next one of its matchup."""
        self.add_pairs(block.matchup, block.pairs)
        faults = Counter((fault.slot, fault.kind) for fault in block.faults)
        places = {(fault.slot, *fault[:4]) for fault in block.faults}
        self.add_faults(block.matchup, faults, Counter(slot for slot, *_ in places))
        self.add_times(block.matchup, block.decisions, block.seconds, block.longest)
        self.add_remarks(block.matchup, block.remarks)
        self.end_block(block.matchup)

    def add_remarks(self, matchup: int, remarks: Sequence[Sequence[str]]) -> None:
        """Add what the agent of each slot said of itself; nothing if there is no list for it."""
        for slot, said in zip(self.matchups[matchup].slots, remarks, strict=False):
            kept = self.remarks.setdefault(slot.agent, []) if said else []
            kept += [each for each in said if each not in kept]

    def add_pairs(self, matchup: int, pairs: Sequence[PairRow]) -> None:
        """Add pairs of the next block of a matchup."""
        result = self.matchups[matchup]
        for pair in pairs:
            hands = sum(pair.hands)
            totals = tuple(map(sum, zip(*pair.chips, strict=True)))
            result.pairs += 1
            result.hands += hands
            for slot, chips in zip(result.slots, totals, strict=True):
                slot.statistics.add(chips, hands)
            for (one, other), record in result.between.items():
                record.statistics.add(totals[one] - totals[other], hands)
            # A carried leg is a match of its own; legs of one deal are only fair together.
            matches = pair.chips if self.spec.format == "carry" else (totals,)
            result.series.add(totals, hands, matches)
            for outcome in matches:
                _decide(result, outcome)

    def add_faults(
        self, matchup: int, faults: Counter[tuple[int, str]], at_fault: Counter[int]
    ) -> None:
        """Add faults.

        Args:
            faults: how many, by slot and kind.
            at_fault: before how many decisions, by slot.
        """
        slots = self.matchups[matchup].slots
        for (slot, kind), count in faults.items():
            slots[slot].faults[kind] += count
        for slot, count in at_fault.items():
            slots[slot].at_fault += count

    def add_times(
        self,
        matchup: int,
        decisions: Sequence[int],
        seconds: Sequence[float],
        longest: Sequence[float],
    ) -> None:
        """Add decisions and how long they took, for each slot.

        Args:
            longest: of one decision.
        """
        given = zip(self.matchups[matchup].slots, decisions, seconds, longest, strict=True)
        for slot, count, took, most in given:
            slot.decisions += count
            slot.seconds += took
            slot.longest = max(slot.longest, most)

    def end_block(self, matchup: int) -> None:
        """Count a block whose pairs were all added, and end the matchup if it is the last."""
        result = self.matchups[matchup]
        result.blocks += 1
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


def _difference(ours: list[PairSum], theirs: list[PairSum], scale: float = 1.0) -> PairedDifference:
    """Compare two agents; of what one did not play, there is nothing."""
    most, nothing = max(len(ours), len(theirs)), PairSum(0, 0)
    one, other = ([*sums, *[nothing] * (most - len(sums))] for sums in (ours, theirs))
    return PairedDifference.of(one, other, scale)


def _decide(result: MatchupResult, chips: Sequence[int]) -> None:
    most = max(chips)
    is_tied = chips.count(most) > 1
    for slot, won in zip(result.slots, chips, strict=True):
        slot.decide(won, most, is_tied)
    for (one, other), record in result.between.items():
        ours, theirs = chips[one], chips[other]
        record.decide(ours, max(ours, theirs), ours == theirs)
