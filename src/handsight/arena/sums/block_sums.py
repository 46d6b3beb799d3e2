"""The sums of a block: everything that a report needs to know about its hands.

A report adds up the sums of all blocks instead of reading their hands. They are computed where the
block is played, and a store keeps them beside the block; see `handsight.arena.storage.kept_sums`.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, Protocol

from handsight.arena.statistics import PairStatistics
from handsight.arena.sums.hand_counts import Numbers, count_hands
from handsight.errors import OptionError

if TYPE_CHECKING:
    from handsight.arena.schedule import ArenaSpec
    from handsight.formats.hand_log import HandRow


class PlayedPair(Protocol):
    """A `handsight.arena.match.PairRow`."""

    @property
    def chips(self) -> Sequence[Sequence[int]]:
        """For each leg the net winnings of each slot in chips."""

    @property
    def hands(self) -> Sequence[int]:
        """The number of hands played in each leg."""


class PlayedFault(Protocol):
    """A `handsight.arena.match.FaultRow`; its first four fields are the place of a decision."""

    @property
    def slot(self) -> int:
        """The slot of the agent at fault."""

    @property
    def kind(self) -> str:
        """The kind of the fault."""

    def __getitem__(self, place: slice) -> tuple[object, ...]:
        """Return some of the fields."""


class PlayedBlock(Protocol):
    """A `handsight.arena.match.Block`, as far as it is summed up."""

    @property
    def matchup(self) -> int:
        """The number of the matchup, from 0."""

    @property
    def pairs(self) -> Sequence[PlayedPair]:
        """The result of each pair."""

    @property
    def faults(self) -> Sequence[PlayedFault]:
        """The faults of all agents."""

    @property
    def decisions(self) -> Sequence[int]:
        """The number of decisions of each slot."""

    @property
    def seconds(self) -> Sequence[float]:
        """The total thinking time of each slot, in seconds."""

    @property
    def longest(self) -> Sequence[float]:
        """The longest time that each slot took for one decision, in seconds."""

    @property
    def remarks(self) -> Sequence[Sequence[str]]:
        """The remarks of each slot's agent about itself; empty if there are none."""


class MatchSums(NamedTuple):
    """Sums over the pairs and matches of a block for one agent, or for one agent against another.

    Attributes:
        statistics: sums of the chips over the pairs.
        wins: number of matches won.
        losses: number of matches lost.
        ties: number of matches tied.
    """

    statistics: PairStatistics
    wins: int
    losses: int
    ties: int


class SlotSums(NamedTuple):
    """Sums over the decisions of one agent in a block.

    Attributes:
        faults: number of faults of each kind, in the order in which the kinds first occurred.
        at_fault: number of decisions with a fault; see `handsight.arena.results.SlotResult`.
        decisions: number of decisions.
        seconds: total time of the decisions, in seconds.
        longest: longest time of one decision, in seconds.
        remarks: remarks of the agent about itself.
    """

    faults: tuple[tuple[str, int], ...]
    at_fault: int
    decisions: int
    seconds: float
    longest: float
    remarks: tuple[str, ...]


class BlockSums(NamedTuple):
    """The sums of a block. Lists of numbers are in the order of the pairs or of the hands.

    Attributes:
        records: sums of each slot.
        between: at a table of more than two agents, the sums of every two agents, in the order of
            their slots; see `handsight.arena.results.MatchupResult`.
        slots: sums over the decisions of each slot.
        chips: for each slot the net winnings in chips in each pair, over all legs.
        hands: number of hands played in each pair, over all legs.
        won: for each slot the number of matches won in each pair; ties do not count.
        matches: number of matches played in each pair.
        hand_chips: for each slot the net winnings in chips in each hand; empty if the hands were
            not counted.
        counts: counts of each slot's play; empty if the hands were not counted.
    """

    records: tuple[MatchSums, ...]
    between: tuple[MatchSums, ...]
    slots: tuple[SlotSums, ...]
    chips: tuple[array[int], ...]
    hands: array[int]
    won: tuple[bytes, ...]
    matches: bytes
    hand_chips: tuple[array[int], ...] = ()
    counts: tuple[Numbers, ...] = ()


def sum_block(
    spec: ArenaSpec, block: PlayedBlock, rows: Iterable[HandRow] | None = None
) -> BlockSums:
    """Compute the sums of a block.

    Args:
        spec: specification of the arena.
        block: the block.
        rows: hands of the block, by pair, leg and hand; None not to count them. Hands that cannot
            be counted are not counted either.

    Example:
        >>> from handsight.arena import ArenaSpec
        >>> from handsight.arena.match import BlockTask, play_block
        >>> spec = ArenaSpec(agents=("call", "fold"), pairs=2)
        >>> sums = sum_block(spec, play_block(BlockTask(spec, matchup=0, block=0)))
        >>> sums.records[0].statistics.chips, sums.records[0].wins, list(sums.chips[0])
        (100, 1, [-50, 150])
    """
    agents = spec.matchups[block.matchup].agents
    slots = range(len(agents))
    hands = [sum(pair.hands) for pair in block.pairs]
    totals = [tuple(map(sum, zip(*pair.chips, strict=True))) for pair in block.pairs]
    # With carried stacks, each leg is a match. Otherwise a match is all legs of a pair, because
    # only all legs together are fair.
    if spec.format == "carry":
        matches = [list(pair.chips) for pair in block.pairs]
    else:
        matches = [[total] for total in totals]
    blind = spec.stakes.big_blind
    couples = combinations(slots, 2) if len(agents) > 2 else ()
    listed = None if rows is None else list(rows)
    counts: tuple[Numbers, ...] = ()
    if listed is not None:
        try:
            counts = count_hands(listed, agents)
        except OptionError:
            listed = None  # counting the hands again raises the error
    return BlockSums(
        records=tuple([_record(blind, totals, hands, matches, slot) for slot in slots]),
        between=tuple([_between(blind, totals, hands, matches, *both) for both in couples]),
        slots=_slots(block, len(agents)),
        chips=tuple([array("q", [total[slot] for total in totals]) for slot in slots]),
        hands=array("q", hands),
        won=tuple([bytes([_won(each, slot) for each in matches]) for slot in slots]),
        matches=bytes(map(len, matches)),
        hand_chips=()
        if listed is None
        else tuple([array("q", [row.chips[slot] for row in listed]) for slot in slots]),
        counts=counts,
    )


_Chips = Sequence[Sequence[int]]


def _record(
    blind: int, totals: _Chips, hands: Sequence[int], matches: Sequence[_Chips], slot: int
) -> MatchSums:
    """Compare the chips of one agent with those of the best other agent."""
    won = [total[slot] for total in totals]
    ours = [match[slot] for pair in matches for match in pair]
    best = [max(match) for pair in matches for match in pair]
    is_alone = [match.count(max(match)) == 1 for pair in matches for match in pair]
    wins = sum([mine == top and one for mine, top, one in zip(ours, best, is_alone, strict=True)])
    losses = sum([mine < top for mine, top in zip(ours, best, strict=True)])
    return MatchSums(_statistics(blind, won, hands), wins, losses, len(ours) - wins - losses)


def _between(
    blind: int,
    totals: _Chips,
    hands: Sequence[int],
    matches: Sequence[_Chips],
    one: int,
    other: int,
) -> MatchSums:
    """Compare the chips of two agents, as if no other agent had played."""
    ahead = [total[one] - total[other] for total in totals]
    leads = [match[one] - match[other] for pair in matches for match in pair]
    wins, losses = sum([lead > 0 for lead in leads]), sum([lead < 0 for lead in leads])
    return MatchSums(_statistics(blind, ahead, hands), wins, losses, len(leads) - wins - losses)


def _statistics(blind: int, chips: Sequence[int], hands: Sequence[int]) -> PairStatistics:
    sums = PairStatistics(blind)
    for won, played in zip(chips, hands, strict=True):
        sums.add(won, played)
    return sums


def _won(matches: _Chips, slot: int) -> int:
    """Return the number of matches in which the agent of a slot alone won the most chips."""
    return sum([match[slot] == max(match) and match.count(match[slot]) == 1 for match in matches])


def _slots(block: PlayedBlock, size: int) -> tuple[SlotSums, ...]:
    faults = [Counter[str]() for _ in range(size)]
    for fault in block.faults:
        faults[fault.slot][fault.kind] += 1
    at_fault = Counter([slot for slot, *_ in {(fault.slot, *fault[:4]) for fault in block.faults}])
    remarks: Sequence[Sequence[str]] = block.remarks or ((),) * size
    return tuple(
        [
            SlotSums(
                tuple(faults[slot].items()),
                at_fault[slot],
                block.decisions[slot],
                block.seconds[slot],
                block.longest[slot],
                tuple(remarks[slot]),
            )
            for slot in range(size)
        ]
    )
