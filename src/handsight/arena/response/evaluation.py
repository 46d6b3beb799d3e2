"""All measurements of one agent at once: matches without luck, and opponents that exploit it.

Matches say what the agent wins from given opponents; AIVAT removes the luck that is known. A local
best response and a learned exploiter say how much it can lose to an opponent that knows how it
plays: what they win is a lower bound. Every number has a 95% interval.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.agents import Agent
from handsight.agents.policy import Policy
from handsight.arena.match import BlockPlay
from handsight.arena.objects import AgentSource, fresh_agent, require_importable
from handsight.arena.players import InProcessPlayer
from handsight.arena.response.exploitation import (
    FINEST,
    ExploitResult,
    ExploitSpec,
    MirroredWinnings,
    exploit,
    require_counts,
)
from handsight.arena.response.learned_response import (
    LearnedExploitResult,
    LearnedExploitSpec,
    learned_exploit,
    plays_by_blueprint,
)
from handsight.arena.run import lost_workers_reported, worker_processes
from handsight.arena.schedule import ArenaSpec, agent_of
from handsight.arena.statistics import PairStatistics
from handsight.arena.variance.aivat_replay import CorrectedHand, ReplayTask, replay_block
from handsight.arena.variance.recording import PolicyRecorder, fresh_policy
from handsight.errors import OptionError
from handsight.game import Rules
from handsight.interop import build_agent
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    from concurrent.futures import Executor

OPPONENTS = ("call", "ehs", "blueprint")
"""The default opponents: one that never folds, one that plays by strength, and an equilibrium."""

BLOCK = 10
"""The maximum number of pairs of hands in one task of a worker."""

HANDS = 2000
STEPS = ("matches", "response", "exploiter")
"""The parts of an evaluation, in order, as ``progress`` names them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationSpec:
    """The settings of an evaluation.

    Attributes:
        agent: the agent's name, with options, or an object, as in `ArenaSpec`.
        opponents: the names of the opponents in matches.
        hands: the number of hands of each match, and of each opponent that exploits the agent; an
            even number, because each deal is two hands.
        rounds: the number of rounds that an exploiter learns; 0 for no exploiter. Only agents that
            play by a blueprint can have one.
        respond: whether a local best response plays against the agent.
        stack: chips of each player before each hand.
        rules: blinds and table rules.
        seed: seed of all cards and random numbers.

    Raises:
        OptionError: if a value is invalid, or if an exploiter is asked for and the agent does not
            play by a blueprint.
    """

    agent: str | AgentSource
    opponents: tuple[str, ...] = OPPONENTS
    hands: int = HANDS
    rounds: int = 0
    respond: bool = True
    stack: int = 10_000
    rules: Rules = field(default_factory=Rules)
    seed: int = 0

    def __post_init__(self) -> None:
        require_counts(hands=self.hands, stack=self.stack)
        for number in range(len(self.opponents)):
            self.match(number)
        self.response()  # raises an error if the agent is invalid
        if self.rounds:
            if not is_whole(self.rounds, ABOVE_0):
                raise OptionError(f"rounds is {self.rounds!r}; it must be a whole number from 0")
            self.learned()

    @property
    def name(self) -> str:
        """The name of the agent."""
        return self.response().name

    @property
    def until(self) -> None:
        """No stopping rule: all hands are played."""
        return None

    def match(self, number: int) -> ArenaSpec:
        """Return the arena of the match against an opponent.

        Args:
            number: the number of the opponent, from 0.
        """
        opponent = self.opponents[number]
        named = f"{opponent}#2" if opponent == self.agent else opponent
        agents: tuple[Any, ...] = self.agent, named
        return ArenaSpec(
            agents=agents,
            stakes=self.rules,
            stack=self.stack,
            pairs=self.hands // 2,
            block=BLOCK,
            seed=self.seed,
        )

    def response(self) -> ExploitSpec:
        """Return the settings of the local best response."""
        return ExploitSpec(
            agent=self.agent,
            hands=self.hands,
            stack=self.stack,
            rules=self.rules,
            seed=self.seed,
        )

    def learned(self) -> LearnedExploitSpec:
        """Return the settings of the learned exploiter.

        Raises:
            OptionError: if the agent does not play by a blueprint.
        """
        if not isinstance(self.agent, str) or not plays_by_blueprint(self.agent):
            raise OptionError(
                f"{self.name} does not play by a blueprint, so no exploiter can learn against it; "
                "leave out rounds"
            )
        return LearnedExploitSpec(
            agent=self.agent,
            hands=self.hands,
            stack=self.stack,
            rules=self.rules,
            seed=self.seed,
        )


@dataclass(slots=True)
class MatchEvaluation(MirroredWinnings):
    """What an agent wins from an opponent, without luck.

    Attributes:
        spec: the settings.
        opponent: the name of the opponent.
        statistics: statistics of the agent's chips, in units of 1 / `FINEST` chips.
        chips: total chips that the agent won on the button and in the big blind, in the same units.
        faults: the number of the agent's faults.
    """

    spec: EvaluationSpec
    opponent: str
    statistics: PairStatistics
    chips: tuple[int, int] = (0, 0)
    faults: int = 0


@dataclass(slots=True, repr=False)
class AgentEvaluation(ShownInNotebooks):
    """What an agent wins from opponents, and what opponents that know it win from it.

    Attributes:
        spec: the settings.
        matches: the results against each opponent, without luck.
        response: the result of a local best response; None if none played.
        exploiter: the result of a learned exploiter; None if none learned.

    Example:
        >>> result = evaluate_agent("fold", opponents=["min-raise"], hands=20)
        >>> for row in result.rows():
        ...     print(row["measure"], row["opponent"], row["mbb"])
        match min-raise -750.0
        local best response None -750.0
    """

    spec: EvaluationSpec
    matches: tuple[MatchEvaluation, ...]
    response: ExploitResult | None = None
    exploiter: LearnedExploitResult | None = None

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each measurement, in thousandths of a big blind per hand.

        All numbers are the agent's own winnings, which are negative where an opponent exploits it.
        """
        rows = [_row("match", each, each.opponent, 1) for each in self.matches]
        if self.response is not None:
            rows.append(_row("local best response", self.response, None, -1))
        if self.exploiter is not None:
            rows.append(_row("learned exploiter", self.exploiter, None, -1))
        return rows


MEASURES = ("match", "local best response", "learned exploiter")


def _row(measure: str, result: MirroredWinnings, opponent: str | None, sign: int) -> dict[str, Any]:
    ends = result.interval() if result.statistics.pairs > 1 else (None, None)
    low, high = (None if end is None else sign * end for end in ends[::sign])
    button, big_blind = (sign * each for each in result.mbb_by_seat)
    return {
        "measure": measure,
        "opponent": opponent,
        "hands": result.statistics.hands,
        "mbb": sign * result.mbb,
        "low": low,
        "high": high,
        "button": button,
        "big_blind": big_blind,
    }


def evaluate_agent(
    agent: str | AgentSource,
    opponents: Sequence[str] = OPPONENTS,
    *,
    workers: int = 1,
    progress: Callable[[str, int, int], None] | None = None,
    **settings: Any,
) -> AgentEvaluation:
    """Measure an agent in every way: matches by AIVAT, a local best response, an exploiter.

    The result depends only on the settings.

    Args:
        agent: the agent's name, with options, or an object: an instance, its class, or a function
            that makes one. An object is asked for its policy only if it is a
            `handsight.agents.Policy`; otherwise its matches keep the luck of its own decisions.
        opponents: the names of the opponents in matches.
        workers: number of processes that play; 1 plays in this process.
        progress: called with the part of the evaluation (``"matches"``, ``"response"`` or
            ``"exploiter"``), the number of hands played in it and their maximum number.
        settings: further attributes of `EvaluationSpec`, such as ``hands`` and ``rounds``.

    Raises:
        OptionError: if a setting is invalid, or a worker cannot import an object.
        FaultError: at the first fault of the agent against a local best response.
        ArenaError: if an agent takes an action that its own policy never takes, or if a worker
            process ended.

    Example:
        >>> result = evaluate_agent("call", opponents=["ehs"], hands=40, seed=3)
        >>> [row["measure"] for row in result.rows()]
        ['match', 'local best response']
    """
    if isinstance(opponents, str):
        raise OptionError(f"opponents is {opponents!r}; it must be a list of names")
    spec = EvaluationSpec(agent=agent, opponents=tuple(opponents), **settings)
    if not is_whole(workers, ABOVE_0):
        raise OptionError(f"workers is {workers!r}; it must be a positive integer")
    if workers > 1 and not isinstance(agent, str):
        require_importable({spec.name: agent})

    def told(part: str) -> Callable[[int, int], None] | None:
        return None if progress is None else lambda done, most: progress(part, done, most)

    with lost_workers_reported(), ExitStack() as stack:
        pool = stack.enter_context(worker_processes(workers)) if workers > 1 else None
        matches = _matches(spec, pool, told(STEPS[0]))
        response = None
        if spec.respond:
            response = exploit(spec.response(), executor=pool, progress=told(STEPS[1]))
    exploiter = None
    if spec.rounds:
        exploiter = learned_exploit(
            spec.learned(), spec.rounds, workers=workers, progress=told(STEPS[2])
        )
    return AgentEvaluation(spec, matches, response, exploiter)


# --- matches --------------------------------------------------------------------------------------


class MatchTask(NamedTuple):
    """A block of a match to play."""

    spec: EvaluationSpec
    number: int
    block: int


class MatchBlock(NamedTuple):
    """The hands of a block without luck, and the number of the agent's faults in it."""

    hands: list[CorrectedHand]
    faults: int


def _matches(
    spec: EvaluationSpec, pool: Executor | None, progress: Callable[[int, int], None] | None
) -> tuple[MatchEvaluation, ...]:
    results = [
        MatchEvaluation(
            spec, spec.match(number).agents[1], PairStatistics(spec.rules.big_blind * FINEST)
        )
        for number in range(len(spec.opponents))
    ]
    blocks = [
        MatchTask(spec, number, block)
        for number in range(len(results))
        for block in range(spec.match(number).blocks)
    ]
    played = 0
    for task, block in zip(blocks, map_chunks(play_match_block, blocks, pool), strict=True):
        _add(results[task.number], block)
        played += len(block.hands)
        if progress is not None:
            progress(played, spec.hands * len(results))
    return tuple(results)


def play_match_block(task: MatchTask) -> MatchBlock:
    """Play a block of a match, and remove luck; the result depends only on the task."""
    arena = task.spec.match(task.number)
    if isinstance(task.spec.agent, str):
        return MatchBlock(replay_block(ReplayTask(arena, 0, task.block)), 0)
    mine = fresh_agent(task.spec.agent, task.spec.name)
    theirs = build_agent(agent_of(task.spec.opponents[task.number]))
    known: list[Agent | None] = [mine if isinstance(mine, Policy) else None, theirs]
    players = [InProcessPlayer(mine), InProcessPlayer(theirs)]
    recorder = PolicyRecorder(list(zip(players, known, strict=True)))
    matchup = arena.matchups[0]
    play = BlockPlay(arena, matchup, recorder.players)
    faults = play.block(task.block).faults
    at_fault = [(fault.pair, fault.leg, fault.decision) for fault in faults]
    guessed = (None, fresh_policy(theirs))
    chips = recorder.corrected(arena, matchup, play.hands, at_fault, guessed)
    return MatchBlock(sorted(map(CorrectedHand, play.hands, chips)), len(faults))


def _add(result: MatchEvaluation, block: MatchBlock) -> None:
    """Add a block to a result; a block has both hands of each of its pairs."""
    pairs: dict[int, int] = {}
    for hand in block.hands:
        chips, record = round(hand.chips * FINEST), hand.row.record
        pairs[hand.row.pair] = pairs.get(hand.row.pair, 0) + chips
        on_button, off_it = result.chips
        if record.players[record.button] == result.opponent:
            result.chips = on_button, off_it + chips
        else:
            result.chips = on_button + chips, off_it
    for chips in pairs.values():
        result.statistics.add(chips, hands=2)
    result.faults += block.faults
