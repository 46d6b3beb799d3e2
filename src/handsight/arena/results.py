"""What is known of an arena: sums over the blocks that were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from handsight.arena.match import Block, PairRow
from handsight.arena.schedule import ArenaSpec, Matchup
from handsight.arena.statistics import PairStatistics

MOST_AT_FAULT = 0.01
"""The share of decisions at fault above which an agent gets no verdict."""


@dataclass(slots=True)
class Tally:
    """Chips and matches from the side of one agent.

    A match is a pair in format ``reset``, over all its legs, and a leg in format ``carry``. Who won
    the most chips wins it; it is tied if several did.

    Attributes:
        agent: its name.
        statistics: of its chips.
        wins: matches.
        losses: matches.
        ties: matches.
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
            ours: chips that the agent won.
            most: chips that anybody won.
            is_tied: whether several won as many.
        """
        if ours < most:
            self.losses += 1
        elif is_tied:
            self.ties += 1
        else:
            self.wins += 1


@dataclass(slots=True)
class SlotResult(Tally):
    """What is known of one agent in one matchup.

    Attributes:
        faults: how many there were of each kind.
        at_fault: decisions before which there was a fault; several faults of one count once.
        decisions: how often it was asked.
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


@dataclass(slots=True)
class MatchupResult:
    """What is known of one matchup.

    Attributes:
        matchup: who sits together.
        slots: what is known of each agent.
        between: at a table of more than two, what each agent won more than each later one: chips
            less chips, and matches as if there were no others. The keys are pairs of slots.
        blocks: how many were played.
        pairs: how many were played.
        hands: how many were played, in all legs.
        finished: whether it has come to its end, by its stop rule or its maximum of pairs.
        stopped: whether the stop rule ended it.
    """

    matchup: Matchup
    slots: tuple[SlotResult, ...]
    between: dict[tuple[int, int], Tally] = field(default_factory=dict)
    blocks: int = 0
    pairs: int = 0
    hands: int = 0
    finished: bool = False
    stopped: bool = False


class ArenaResult:
    """What is known of an arena; while it runs, more and more.

    Args:
        spec: what it plays.
        has_secret: whether it deals from a secret beside its seed.

    Attributes:
        spec: what it plays.
        has_secret: whether it deals from a secret beside its seed.
        matchups: what is known of each, in the order of the specification.

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
        self._rule = spec.stop_rule

    @property
    def is_finished(self) -> bool:
        """Whether all matchups have come to their ends."""
        return all(found.finished for found in self.matchups)

    @property
    def pairs(self) -> int:
        """Pairs that were played, in all matchups."""
        return sum(found.pairs for found in self.matchups)

    @property
    def hands(self) -> int:
        """Hands that were played, in all matchups."""
        return sum(found.hands for found in self.matchups)

    def is_awaited(self, matchup: int, block: int) -> bool:
        """Say whether a block is still to be played.

        Args:
            matchup: its number.
            block: its number.
        """
        found = self.matchups[matchup]
        return not found.finished and block >= found.blocks

    def add(self, block: Block) -> None:
        """Add a block, the next one of its matchup.

        Args:
            block: what was played.
        """
        self.add_pairs(block.matchup, block.pairs)
        faults = Counter((fault.slot, fault.kind) for fault in block.faults)
        places = {(fault.slot, *fault[:4]) for fault in block.faults}
        self.add_faults(block.matchup, faults, Counter(slot for slot, *_ in places))
        self.add_times(block.matchup, block.decisions, block.seconds, block.longest)
        self.end_block(block.matchup)

    def add_pairs(self, matchup: int, pairs: Sequence[PairRow]) -> None:
        """Add pairs of the next block of a matchup.

        Args:
            matchup: its number.
            pairs: how they went.
        """
        found = self.matchups[matchup]
        for pair in pairs:
            hands = sum(pair.hands)
            totals = tuple(map(sum, zip(*pair.chips, strict=True)))
            found.pairs += 1
            found.hands += hands
            for slot, chips in zip(found.slots, totals, strict=True):
                slot.statistics.add(chips, hands)
            for (one, other), tally in found.between.items():
                tally.statistics.add(totals[one] - totals[other], hands)
            for outcome in pair.chips if self.spec.format == "carry" else (totals,):
                _decide(found, outcome)

    def add_faults(
        self, matchup: int, faults: Counter[tuple[int, str]], at_fault: Counter[int]
    ) -> None:
        """Add faults.

        Args:
            matchup: its number.
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
            matchup: its number.
            decisions: how many.
            seconds: in all.
            longest: of one decision at most.
        """
        given = zip(self.matchups[matchup].slots, decisions, seconds, longest, strict=True)
        for slot, count, took, most in given:
            slot.decisions += count
            slot.seconds += took
            slot.longest = max(slot.longest, most)

    def end_block(self, matchup: int) -> None:
        """Say that a block is whole, and see whether the matchup has come to its end.

        Args:
            matchup: its number.
        """
        found = self.matchups[matchup]
        found.blocks += 1
        rule = self._rule
        if rule is not None:
            found.stopped = all(rule.reached(slot.statistics) for slot in found.slots)
        found.finished = found.stopped or found.blocks == self.spec.blocks


def _fresh(spec: ArenaSpec, matchup: Matchup) -> MatchupResult:
    blind = spec.stakes.big_blind
    names = matchup.agents
    slots = [SlotResult(name, PairStatistics(blind)) for name in names]
    couples = combinations(range(len(names)), 2) if len(names) > 2 else ()
    between = {(one, other): Tally(names[one], PairStatistics(blind)) for one, other in couples}
    return MatchupResult(matchup, tuple(slots), between)


def _decide(found: MatchupResult, chips: Sequence[int]) -> None:
    most = max(chips)
    is_tied = chips.count(most) > 1
    for slot, won in zip(found.slots, chips, strict=True):
        slot.decide(won, most, is_tied)
    for (one, other), tally in found.between.items():
        ours, theirs = chips[one], chips[other]
        tally.decide(ours, max(ours, theirs), ours == theirs)
