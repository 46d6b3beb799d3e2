"""Blocks, the units of work of an arena: runs of consecutive pairs of one matchup."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.agents import AgentSpec
from handsight.arena.player_factory import is_sandboxed, players_of
from handsight.arena.players import InProcessPlayer, Player
from handsight.arena.schedule import ArenaMatchup, ArenaSpec, MatchupSeeds, agent_of, is_ours
from handsight.arena.sums.block_sums import BlockSums, sum_block
from handsight.arena.table import TableHand, play_hand
from handsight.errors import FaultError, OptionError
from handsight.formats.hand_log import HandRow, decode_hands, encode_hands
from handsight.game import PlayableHand, hand_of
from handsight.interop import build_agent

if TYPE_CHECKING:
    from handsight.agents import Agent, Policy
    from handsight.arena.sandbox.player import SandboxedPlayer
    from handsight.arena.variance.recording import PolicyRecorder


class BlockTask(NamedTuple):
    """A block to play.

    Attributes:
        spec: the specification of the arena.
        matchup: number of the matchup, from 0.
        block: number of the block in the matchup, from 0.
        objects: the agents that were passed as objects, pickled for another process; empty if
            ``spec`` contains them.
        secret: secret that the arena deals from in addition to its seed; empty for none.
        hidden: files that no sandboxed player may open.
        strict: whether the first fault raises a `handsight.errors.FaultError`.
        bots: the names of bots whose files have another path on this machine, each with its
            specification on this machine; the file of any other bot is at the path in its name.
        aivat: whether to remove luck from the results while the hands are played, if possible; None
            does so only if an agent is costly to ask again in a later replay.
        counted: whether to count what the agents do, for a store.
    """

    spec: ArenaSpec
    matchup: int
    block: int
    objects: bytes = b""
    secret: bytes = b""
    hidden: tuple[Path, ...] = ()
    strict: bool = False
    bots: tuple[tuple[str, AgentSpec], ...] = ()
    aivat: bool | None = False
    counted: bool = False

    def __repr__(self) -> str:
        # Leaves out the secret, which must not appear in a traceback or log.
        return f"BlockTask(matchup={self.matchup}, block={self.block})"


class PairRow(NamedTuple):
    """The result of one pair, as defined in `handsight.arena.ArenaSpec`.

    Attributes:
        pair: number of the pair, from 0.
        chips: for each leg the net winnings of each slot in chips; negative for a loss.
        hands: the number of hands played in each leg.
    """

    pair: int
    chips: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]


class FaultRow(NamedTuple):
    """A fault of an agent, and the numbers of the hand and decision in which it occurred.

    A fault while an agent is reset is recorded in the hand that follows, before its first action.

    Attributes:
        pair: number of the pair, from 0.
        leg: number of the leg, from 0.
        hand: number of the hand in the match, from 1.
        decision: number of actions in the hand when the fault was recorded, by all players. An
            illegal action that a lenient game turned into a fold is itself counted.
        slot: slot of the agent at fault.
        kind: one of the keys of `handsight.arena.players.FAULTS`.
        detail: description of the fault, in one line.
        trace: traceback of an exception, in several lines; empty if unknown, or if the fault is not
            an exception.
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
    """The result of a block; its pairs, hands and faults are sorted by pair, leg and hand.

    Attributes:
        matchup: number of the matchup, from 0.
        block: number of the block in the matchup, from 0.
        pairs: the result of each pair.
        log: the hands, as `handsight.formats.hand_log` writes them.
        faults: the faults of all agents.
        decisions: number of decisions of each slot.
        seconds: total thinking time of each slot, in seconds.
        longest: longest time that each slot took for one decision, in seconds.
        remarks: remarks of each slot's agent about itself.
        corrected: chips that the agent of the first slot won in each hand of the log, with luck
            removed by AIVAT; empty if luck was not, or could not be, removed during play.
        sums: sums of the block; None if they were not computed.
    """

    matchup: int
    block: int
    pairs: tuple[PairRow, ...]
    log: bytes
    faults: tuple[FaultRow, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    longest: tuple[float, ...]
    remarks: tuple[tuple[str, ...], ...] = ()
    corrected: tuple[float, ...] = ()
    sums: BlockSums | None = None

    @property
    def hands(self) -> list[HandRow]:
        """The hands, decoded from the log."""
        return decode_hands(self.log)


class LegResult(NamedTuple):
    """The result of one leg of a pair.

    Attributes:
        pair: number of the pair, from 0.
        chips: net winnings of each slot in chips; negative for a loss.
        hands: number of hands played.
    """

    pair: int
    chips: tuple[int, ...]
    hands: int


def play_block(task: BlockTask) -> Block:
    """Play a block.

    Apart from times and late answers, the result depends on the task alone. Agents in this process
    are created again for each block, except objects that `run_arena` got with ``copies=False``.

    Raises:
        OptionError: if an agent cannot be created, if an agent must be isolated and cannot be, or
            if the pickled objects cannot be unpickled.
        ArenaError: if the specification records files, and a file that an agent plays by differs
            from the recorded file or is not recorded.
        FaultError: at the first fault, if the task is strict.

    Example:
        >>> spec = ArenaSpec(agents=("call", "fold"), pairs=2)
        >>> block = play_block(BlockTask(spec, matchup=0, block=0))
        >>> [pair.chips for pair in block.pairs]
        [((-100, 100), (50, -50)), ((100, -100), (50, -50))]
    """
    matchup = task.spec.matchups[task.matchup]
    with players_of(task.spec, matchup, _objects(task), task.hidden, dict(task.bots)) as players:
        recorder = _recorder(task, matchup, players)
        seated = players if recorder is None else recorder.players
        play = BlockPlay(task.spec, matchup, seated, task.secret, strict=task.strict)
        block = play.block(task.block)
        if recorder is not None:
            block = block._replace(corrected=_corrected(task, play, recorder, block.faults))
        block = block._replace(remarks=tuple([tuple(player.remarks) for player in players]))
        hands = sorted(play.hands) if task.counted else None
        return block._replace(sums=sum_block(task.spec, block, hands))


def _recorder(
    task: BlockTask, matchup: ArenaMatchup, players: Sequence[InProcessPlayer | SandboxedPlayer]
) -> PolicyRecorder | None:
    """Create the recorder of the players' policies; return None to play without removing luck.

    Luck is removed only from hands of two agents that are played by handsight's own rules, in
    format ``reset``. The result is also None if the task's field ``aivat`` is False, or if this
    field is None and no agent is costly.

    An agent that is not one of handsight's own could play differently after it has been asked for
    its policy. So if such an agent in this process lacks the method ``policy_played``, the result
    is None. A bot in its own process cannot be asked, but its opponent can. If one of handsight's
    own agents plays in its own process, the result is None too, because a replay can ask the agent.
    """
    spec = task.spec
    is_adjustable = spec.plays_ours and spec.format == "reset" and len(players) == 2
    if task.aivat is False or not is_adjustable:
        return None
    seated: list[tuple[Player, Agent | None]] = []
    for name, player in zip(matchup.agents, players, strict=True):
        is_own = name not in spec.objects and is_ours(name)
        agent = player.agent if isinstance(player, InProcessPlayer) else None
        if is_own if agent is None else not (is_own or hasattr(agent, "policy_played")):
            return None
        seated.append((player, agent))
    if not task.aivat and not any(getattr(agent, "is_costly", False) for _, agent in seated):
        return None
    from handsight.arena.variance.recording import PolicyRecorder

    return PolicyRecorder(seated, is_live=True)


def _corrected(
    task: BlockTask, play: BlockPlay, recorder: PolicyRecorder, faults: Sequence[FaultRow]
) -> tuple[float, ...]:
    """Return the chips that the agent of the first slot won in each hand, without luck.

    The results are in the order of the log. They are empty if the correction raised an error, or if
    one of them is not a finite number.
    """
    at_fault = [(fault.pair, fault.leg, fault.decision) for fault in faults]
    first, second = (_policy_to_guess(task, name) for name in play.matchup.agents)
    try:
        won = recorder.corrected(play.spec, play.matchup, play.hands, at_fault, (first, second))
    except Exception:  # the hands are valid, and a replay of them raises the error
        return ()
    if not all(map(isfinite, won)):
        return ()
    return tuple([chips for _, chips in sorted(zip(play.hands, won, strict=True))])


def _policy_to_guess(task: BlockTask, name: str) -> Policy | None:
    from handsight.arena.variance.recording import fresh_policy

    if name in task.spec.objects or is_sandboxed(task.spec, name):
        return None
    return fresh_policy(build_agent(dict(task.bots).get(name) or agent_of(name)))


def _objects(task: BlockTask) -> Mapping[str, Any]:
    if not task.objects:
        return task.spec.objects
    try:
        objects: Mapping[str, Any] = pickle.loads(task.objects)
    except Exception as error:
        raise OptionError(
            f"the agents {', '.join(task.spec.objects)}, which are given as objects, cannot be "
            f"sent to a worker: {type(error).__name__}: {error}"
        ) from error
    return objects


class BlockPlay:
    """Plays one block of a matchup; each block needs a new instance, which collects its results.

    Args:
        spec: the specification of the arena.
        matchup: the matchup.
        players: the player of each slot.
        secret: secret that the arena deals from in addition to its seed; empty for none.
        strict: whether the first fault raises a `handsight.errors.FaultError`.
    """

    def __init__(
        self,
        spec: ArenaSpec,
        matchup: ArenaMatchup,
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
        self.seeds = MatchupSeeds(spec, matchup, secret)
        self.hands: list[HandRow] = []
        self.faults: list[FaultRow] = []
        size = len(players)
        self.decisions, self.seconds, self.longest = [0] * size, [0.0] * size, [0.0] * size

    def block(self, number: int) -> Block:
        """Play the block with this number, from 0."""
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

    def _reset(self, pairs: range) -> Iterator[LegResult]:
        """Play one hand for each leg of each pair, and yield the results.

        All legs of a pair start from the same state. All first legs are played, then all second
        legs, and so on; the players forget before each of these series.
        """
        stacks = (self.spec.stack,) * len(self.players)
        deck = self.seeds.deck
        # States are immutable, so the legs of a pair can share a state, and each deck is shuffled
        # only once.
        starts = [self.game.start(stacks, 0, seed=deck(pair, 1)) for pair in pairs]
        for leg in range(len(self.players)):
            self._forget(pairs[0], leg)
            for count, (pair, start) in enumerate(zip(pairs, starts, strict=True), start=1):
                self._hand(start, pair, leg, hand=1, shown=(count, 0))
                yield LegResult(pair, self.hands[-1].chips, 1)

    def _carried(self, pairs: range) -> Iterator[LegResult]:
        """Play one match for each leg of each pair, and yield the results.

        The players forget before each match.
        """
        for pair in pairs:
            for leg in range(len(self.players)):
                self._forget(pair, leg)
                stacks, hands = self._match(pair, leg)
                won = tuple([chips - self.spec.stack for chips in stacks])
                yield LegResult(pair, _by_slot(won, leg), hands)

    def _match(self, pair: int, leg: int) -> tuple[tuple[int, ...], int]:
        """Play a match of at most `rounds` hands; it ends early once no further hand can be played.

        Returns:
            The final stack of each seat, and the number of hands played.
        """
        stacks, button, rounds = (self.spec.stack,) * len(self.players), 0, self.spec.rounds
        for hand in range(1, rounds + 1):
            # Check before each hand: a game can take the chips of players who cannot pay a blind.
            left = self.game.stacks_if_over(stacks, button)
            if left is not None:
                return left, hand - 1
            start = self.game.start(stacks, button, seed=self.seeds.deck(pair, hand))
            state = self._hand(start, pair, leg, hand, shown=(hand, rounds)).state
            stacks, button = state.stacks, _next_button(state)
        return stacks, rounds

    # --- hands ------------------------------------------------------------------------------------

    def _forget(self, pair: int, leg: int) -> None:
        """Reset all players, so that they forget what they have learned, and note their faults."""
        for slot, player in enumerate(self.players):
            fault = player.reset()
            if fault is not None:
                self._note(FaultRow(pair, leg, 1, 0, slot, *fault))

    def _hand(
        self, start: PlayableHand, pair: int, leg: int, hand: int, shown: tuple[int, int]
    ) -> TableHand:
        """Play a hand and record it.

        Args:
            start: the hand before its first action.
            pair: number of the pair, from 0.
            leg: number of the leg, from 0.
            hand: number of the hand in its match, from 1.
            shown: what the players see: the number of the hand since they were last reset, from 1,
                and the number of hands in the match; 0 hands mean that it has no fixed length.
        """
        seats, seed = self.matchup.seats(leg), self.seeds.agent
        names = self.matchup.agents
        for slot, player in enumerate(self.players):
            player.begin(seed(pair, leg, hand, slot))
        sitting = tuple([names[slot] for slot in seats])
        players = [self.players[slot] for slot in seats]
        result = play_hand(start, players, sitting, *shown, lenient=self.game.lenient)
        self._count(result, seats)
        for seat, decision, fault in result.faults:
            self._note(FaultRow(pair, leg, hand, decision, seats[seat], *fault))
        chips = _by_slot(_won(result.state), leg)
        platform = "" if self.spec.plays_ours else self.spec.rules
        record = hand_of(result.state, sitting, {"hand": hand}, result.actions, platform)
        self.hands.append(HandRow(pair, leg, hand, chips, record))
        return result

    def _note(self, fault: FaultRow) -> None:
        """Record a fault, or raise an error if the arena is strict."""
        if self.strict:
            raise FaultError(
                f"{self.matchup.agents[fault.slot]}, {fault.kind}: {fault.detail} "
                f"(matchup {self.matchup.number}, pair {fault.pair}, leg {fault.leg}, hand "
                f"{fault.hand}, after {fault.decision} actions)",
                fault.trace,
            )
        self.faults.append(fault)

    def _count(self, result: TableHand, seats: tuple[int, ...]) -> None:
        for seat, slot in enumerate(seats):
            self.decisions[slot] += result.decisions[seat]
            self.seconds[slot] += result.seconds[seat]
            if result.longest[seat] > self.longest[slot]:
                self.longest[slot] = result.longest[seat]


def _pair_row(legs: Sequence[LegResult]) -> PairRow:
    chips, hands = tuple([leg.chips for leg in legs]), tuple([leg.hands for leg in legs])
    return PairRow(legs[0].pair, chips, hands)


def _won(state: PlayableHand) -> list[int]:
    return [now - was for now, was in zip(state.stacks, state.start_stacks, strict=True)]


def _by_slot(chips: Sequence[int], leg: int) -> tuple[int, ...]:
    """Reorder chips from the seats of a leg to the slots of the matchup."""
    size = len(chips)
    return tuple([chips[(slot + leg) % size] for slot in range(size)])


def _next_button(state: PlayableHand) -> int:
    stacks, size = state.stacks, len(state.stacks)
    around = [(state.button + step) % size for step in range(1, size + 1)]
    return next(seat for seat in around if stacks[seat])
