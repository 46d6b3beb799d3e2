"""The unit of work: a block of pairs of one matchup, played leg by leg."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from handsight.agents import Agent
from handsight.arena.players import Player
from handsight.arena.schedule import ArenaSpec, Matchup, Seeds
from handsight.arena.seating import seated
from handsight.arena.table import TableHand, play_hand
from handsight.errors import FaultError
from handsight.formats.hand_log import HandRow, decode_hands, encode_hands
from handsight.game import PlayableHand, hand_of


class BlockTask(NamedTuple):
    """A block that is to be played.

    Attributes:
        spec: what the arena plays.
        matchup: the number of the matchup.
        block: the number of the block.
        own: agents that stand in for those of their names, pickled; empty for none.
        secret: that the arena deals from beside its seed; empty for none.
        hidden: files that no isolated player may open.
        strict: whether the first fault ends it.
    """

    spec: ArenaSpec
    matchup: int
    block: int
    own: bytes = b""
    secret: bytes = b""
    hidden: tuple[Path, ...] = ()
    strict: bool = False

    def __repr__(self) -> str:
        return f"BlockTask(matchup={self.matchup}, block={self.block})"  # and no secret


class PairRow(NamedTuple):
    """How a pair went.

    Attributes:
        pair: its number.
        chips: what the agent of each slot won, for each leg.
        hands: how many hands were played, for each leg.
    """

    pair: int
    chips: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]


class FaultRow(NamedTuple):
    """A fault as it is kept.

    Attributes:
        pair: its number.
        leg: its number.
        hand: its number in the match, from 1.
        decision: before how many actions of the hand it happened.
        slot: of the agent.
        kind: one of `handsight.arena.players.FAULTS`.
        detail: what happened.
        trace: where an exception came from, in lines; empty where nobody knows.
    """

    pair: int
    leg: int
    hand: int
    decision: int
    slot: int
    kind: str
    detail: str
    trace: str = ""


class Block(NamedTuple):
    """A block that was played. All rows stand in the order of pair, leg and hand.

    Attributes:
        matchup: the number of the matchup.
        block: the number of the block.
        pairs: how each pair went.
        log: of the hands, as `handsight.formats.hand_log` writes it.
        faults: the faults.
        decisions: of the agent of each slot.
        seconds: that the agent of each slot took in all.
        longest: that the agent of each slot took at most for a decision.
    """

    matchup: int
    block: int
    pairs: tuple[PairRow, ...]
    log: bytes
    faults: tuple[FaultRow, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    longest: tuple[float, ...]

    @property
    def hands(self) -> list[HandRow]:
        """The hands, read from their log."""
        return decode_hands(self.log)


class Leg(NamedTuple):
    """A leg of a pair that was played.

    Attributes:
        pair: the number of the pair.
        chips: what the agent of each slot won.
        hands: how many hands were played.
    """

    pair: int
    chips: tuple[int, ...]
    hands: int


def play_block(task: BlockTask) -> Block:
    """Play a block. What comes out depends on the task alone, but for times and late answers.

    Agents in this process are made anew for each block.

    Args:
        task: what to play.

    Raises:
        OptionError: if an agent cannot be made.
        FaultError: at the first fault, if the task is strict.

    Example:
        >>> spec = ArenaSpec(agents=("call", "fold"), pairs=2)
        >>> block = play_block(BlockTask(spec, matchup=0, block=0))
        >>> [pair.chips for pair in block.pairs]
        [((-100, 100), (50, -50)), ((100, -100), (50, -50))]
    """
    matchup = task.spec.matchups[task.matchup]
    own: Mapping[str, Agent] = pickle.loads(task.own) if task.own else {}
    with seated(task.spec, matchup, own, task.hidden) as players:
        play = BlockPlay(task.spec, matchup, players, task.secret, strict=task.strict)
        return play.block(task.block)


class BlockPlay:
    """Plays the blocks of a matchup.

    Args:
        spec: what the arena plays.
        matchup: who sits together.
        players: one a slot.
        secret: that the arena deals from beside its seed; empty for none.
        strict: whether the first fault ends it.
    """

    def __init__(
        self,
        spec: ArenaSpec,
        matchup: Matchup,
        players: Sequence[Player],
        secret: bytes = b"",
        *,
        strict: bool = False,
    ) -> None:
        self.spec = spec
        self.strict = strict
        self.matchup = matchup
        self.players = players
        self.game = spec.game
        self.seeds = Seeds(spec.seed, secret)
        self.hands: list[HandRow] = []
        self.faults: list[FaultRow] = []
        size = len(players)
        self.decisions, self.seconds, self.longest = [0] * size, [0.0] * size, [0.0] * size

    def block(self, number: int) -> Block:
        """Play a block.

        Args:
            number: of the block.
        """
        pairs = self.spec.pairs_of(number)
        legs = list(self._carried(pairs) if self.spec.format == "carry" else self._reset(pairs))
        legs.sort(key=lambda leg: leg.pair)  # stable: the legs of a pair stay in order
        size = len(self.players)
        groups = [legs[first : first + size] for first in range(0, len(legs), size)]
        return Block(
            self.matchup.number,
            number,
            tuple([_pair_row(group) for group in groups]),
            encode_hands(sorted(self.hands)),
            tuple(sorted(self.faults)),
            tuple(self.decisions),
            tuple(self.seconds),
            tuple(self.longest),
        )

    # --- the two formats --------------------------------------------------------------------------

    def _reset(self, pairs: range) -> Iterator[Leg]:
        """Play one hand a leg; all legs of a pair begin with the very same state."""
        stacks = (self.spec.stack,) * len(self.players)
        deck, number = self.seeds.deck, self.matchup.number
        starts = [self.game.start(stacks, 0, seed=deck(number, pair, 1)) for pair in pairs]
        for leg in range(len(self.players)):
            self._forget(pairs[0], leg)
            for count, (pair, start) in enumerate(zip(pairs, starts, strict=True), start=1):
                self._hand(start, pair, leg, hand=1, told=(count, 0))
                yield Leg(pair, self.hands[-1].chips, 1)

    def _carried(self, pairs: range) -> Iterator[Leg]:
        """Play one match a leg."""
        for pair in pairs:
            for leg in range(len(self.players)):
                self._forget(pair, leg)
                stacks, hands = self._match(pair, leg)
                won = tuple([chips - self.spec.stack for chips in stacks])
                yield Leg(pair, _by_slot(won, leg), hands)

    def _match(self, pair: int, leg: int) -> tuple[tuple[int, ...], int]:
        """Play the rounds of a match until one has all chips, or they are over."""
        stacks, button, rounds = (self.spec.stack,) * len(self.players), 0, self.spec.rounds
        for hand in range(1, rounds + 1):
            left = self.game.stacks_if_over(stacks, button)
            if left is not None:
                return left, hand - 1
            seed = self.seeds.deck(self.matchup.number, pair, hand)
            start = self.game.start(stacks, button, seed=seed)
            state = self._hand(start, pair, leg, hand, told=(hand, rounds)).state
            stacks, button = state.stacks, _next_button(state)
        return stacks, rounds

    # --- hands ------------------------------------------------------------------------------------

    def _forget(self, pair: int, leg: int) -> None:
        for slot, player in enumerate(self.players):
            fault = player.reset()
            if fault is not None:
                self._note(FaultRow(pair, leg, 1, 0, slot, *fault))

    def _hand(
        self, start: PlayableHand, pair: int, leg: int, hand: int, told: tuple[int, int]
    ) -> TableHand:
        """Play a hand and keep it.

        Args:
            start: the hand at its start.
            pair: the number of its pair.
            leg: the number of its leg.
            hand: its number in its match.
            told: the number that the players are told, and how many hands there are; 0 for open.
        """
        seats, seed = self.matchup.seats(leg), self.seeds.agent
        number, names = self.matchup.number, self.matchup.agents
        for slot, player in enumerate(self.players):
            player.begin(seed(number, pair, leg, hand, slot))
        sitting = tuple([names[slot] for slot in seats])
        players = [self.players[slot] for slot in seats]
        played = play_hand(start, players, sitting, *told, lenient=self.game.lenient)
        self._count(played, seats)
        for seat, decision, fault in played.faults:
            self._note(FaultRow(pair, leg, hand, decision, seats[seat], *fault))
        chips = _by_slot(_won(played.state), leg)
        platform = "" if self.spec.plays_ours else self.spec.rules
        record = hand_of(played.state, sitting, {"hand": hand}, played.actions, platform)
        self.hands.append(HandRow(pair, leg, hand, chips, record))
        return played

    def _note(self, fault: FaultRow) -> None:
        """Write a fault down; where none is suffered, it ends the arena."""
        if self.strict:
            raise FaultError(
                f"{self.matchup.agents[fault.slot]}, {fault.kind}: {fault.detail} "
                f"(matchup {self.matchup.number}, pair {fault.pair}, leg {fault.leg}, hand "
                f"{fault.hand}, after {fault.decision} actions)",
                fault.trace,
            )
        self.faults.append(fault)

    def _count(self, played: TableHand, seats: tuple[int, ...]) -> None:
        for seat, slot in enumerate(seats):
            self.decisions[slot] += played.decisions[seat]
            self.seconds[slot] += played.seconds[seat]
            if played.longest[seat] > self.longest[slot]:
                self.longest[slot] = played.longest[seat]


def _pair_row(legs: Sequence[Leg]) -> PairRow:
    chips, hands = tuple([leg.chips for leg in legs]), tuple([leg.hands for leg in legs])
    return PairRow(legs[0].pair, chips, hands)


def _won(state: PlayableHand) -> list[int]:
    return [now - was for now, was in zip(state.stacks, state.start_stacks, strict=True)]


def _by_slot(chips: Sequence[int], leg: int) -> tuple[int, ...]:
    """Bring chips by seat to chips by slot."""
    size = len(chips)
    return tuple([chips[(slot + leg) % size] for slot in range(size)])


def _next_button(state: PlayableHand) -> int:
    stacks, size = state.stacks, len(state.stacks)
    around = [(state.button + step) % size for step in range(1, size + 1)]
    return next(seat for seat in around if stacks[seat])
