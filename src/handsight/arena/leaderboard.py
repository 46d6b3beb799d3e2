"""The leaderboard: agents play each other, and each plays opponents who know how it plays.

Each pairing is its own arena, with mirrored deals and a number of pairs that is fixed in advance. A
leaderboard is kept in a file. So you can add another agent later, and only the new agent's pairings
are played.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import msgspec

from handsight.agents.registry import with_class
from handsight.arena.player_factory import settled_files
from handsight.arena.response.exploitation import ExploitSpec, exploit
from handsight.arena.response.learned_response import (
    LearnedExploitSpec,
    learned_exploit,
    plays_by_blueprint,
)
from handsight.arena.response.local_best_response import ACTIONS
from handsight.arena.results import ArenaResult, SlotResult
from handsight.arena.run import run_arena
from handsight.arena.schedule import ArenaSpec, agent_of
from handsight.arena.storage.leaderboards import read_leaderboard
from handsight.errors import ArenaError, InputError, OptionError
from handsight.interop import build_agent
from handsight.runtime.files import write_whole
from handsight.runtime.integers import is_whole
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import checked_seed
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from concurrent.futures import Executor

KIND, VERSION = "handsight leaderboard", 1
SHIPPED = Path(__file__).parent / "data" / "leaderboard.json"
"""The file of the leaderboard of handsight's own agents."""

PAIRS, HANDS, STACK = 2_500, 1_000, 10_000
MOST_ROUNDS = 100_000
MOST = 1_000_000
"""The maximum number of mirrored deals in a pairing, and of hands against a local best response or
an exploiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardSpec:
    """The settings of a leaderboard: how much each agent plays, the stacks, and the seed.

    Attributes:
        pairs: number of mirrored deals in each pairing.
        hands: number of hands that each agent plays against a local best response and, if an
            exploiter is trained, as many again against the exploiter: an even number, at least 4,
            or 0 for no such hands.
        rounds: number of rounds that an exploiter learns against each agent that plays by a
            blueprint; 0 to train no exploiters.
        stack: chips of each player before every hand; the blinds are 50 and 100.
        seed: seed of all cards and agents.

    Raises:
        OptionError: if a value is out of range.
    """

    pairs: int = PAIRS
    hands: int = HANDS
    rounds: int = 0
    stack: int = STACK
    seed: int = 0

    def __post_init__(self) -> None:
        if not is_whole(self.pairs, range(2, MOST + 1)):
            raise OptionError(f"pairs is {self.pairs!r}; it must be from 2 to {MOST:,}")
        if not is_whole(self.hands, range(0, MOST + 1, 2)) or self.hands == 2:
            raise OptionError(f"hands is {self.hands!r}; it must be 4, 6, 8 to {MOST:,}, or 0")
        if not is_whole(self.rounds, range(MOST_ROUNDS + 1)):
            raise OptionError(f"rounds is {self.rounds!r}; it must be from 0 to {MOST_ROUNDS:,}")
        checked_seed(self.seed)
        self.arena("call", "fold")  # refuses a stack that cannot be played

    def arena(self, first: str, second: str) -> ArenaSpec:
        """Return the arena of a pairing.

        Its seed depends on the leaderboard's seed and the names of both agents, but not on other
        pairings.

        Args:
            first: the agent whose name comes first in alphabetical order.
            second: the other agent.
        """
        seed = crc32(f"{self.seed} {first} {second}".encode())
        # Leaderboards have always used this dealing rule. With two agents, the rules differ only in
        # their seeds.
        return ArenaSpec(
            agents=(first, second), stack=self.stack, pairs=self.pairs, seed=seed, deal="apart"
        )


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time that an agent took for its decisions in a pairing.

    Attributes:
        decisions: number of decisions.
        seconds: total time of the decisions, in seconds.
    """

    decisions: int
    seconds: float


class PairingRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of a pairing.

    Attributes:
        first: the agent whose name comes first in alphabetical order.
        second: the other agent.
        pairs: number of mirrored deals played.
        mbb: winnings of the first agent in thousandths of a big blind per hand.
        half_width: half the width of the 95% interval of `mbb`.
        times: the times that the first agent and the second agent took.
        files: SHA-256 of each file that the agents played by; see `ArenaSpec.files`.
    """

    first: str
    second: str
    pairs: int
    mbb: float
    half_width: float
    times: tuple[Times, Times]
    files: dict[str, str] = {}  # files from before 0.4 have none


class ResponseRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The winnings of a local best response against an agent.

    Attributes:
        agent: the name of the agent.
        hands: number of hands played.
        mbb: winnings of the response in thousandths of a big blind per hand.
        half_width: half the width of the 95% interval of `mbb`.
        exact_hands: number of hands throughout which the response knew the agent's exact range.
        actions: actions that the response considered.
    """

    agent: str
    hands: int
    mbb: float
    half_width: float
    exact_hands: int
    actions: str = "fold, call, pot, all-in"  # files from before 0.3 do not record the actions


class ExploiterRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The winnings of a learned exploiter against an agent.

    Attributes:
        agent: the name of the agent.
        hands: number of hands played.
        mbb: winnings of the exploiter in thousandths of a big blind per hand.
        half_width: half the width of the 95% interval of `mbb`.
        rounds: number of rounds that the exploiter learned.
        actions: the exploiter's actions for the first bet on each street, in addition to those of
            the agent's blueprint.
    """

    agent: str
    hands: int
    mbb: float
    half_width: float
    rounds: int
    actions: str


class _File(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    format: str
    version: int
    stack: int
    seed: int
    pairings: list[PairingRow]
    responses: list[ResponseRow]
    exploiters: list[ExploiterRow] = []  # omitted if empty; files from before 0.4 have none


class Standing(NamedTuple):
    """The rank and the results of one agent of a leaderboard.

    Attributes:
        agent: the name of the agent.
        rank: rank by elimination, from 1; see `Leaderboard.standings`.
        provisional: whether the agent was not ranked together with most agents, because some of its
            pairings are shorter than theirs. Its rank is then the rank that it would have if it
            alone joined the agents with long pairings, whose ranks stay the same.
        rest: average over the agents that rank above this one of the winnings against each, in
            thousandths of a big blind per hand; for the agent that ranks first, the winnings
            against the second.
        rest_half_width: half the width of the 95% interval of `rest`.
        mbb: average over all opponents of the winnings against each, in thousandths of a big blind
            per hand.
        half_width: half the width of the 95% interval of `mbb`.
        opponents: number of agents that this agent has played.
        worst: the pairing with this agent's lowest result: the opponent, the agent's winnings in
            thousandths of a big blind per hand, and half the width of their 95% interval.
        response: result of a local best response against the agent; None if none was played.
        milliseconds: average time of a decision in the agent's pairings, in milliseconds.
        exploiter: result of a learned exploiter against the agent; None if none was played.
    """

    agent: str
    rank: int
    provisional: bool
    rest: float
    rest_half_width: float
    mbb: float
    half_width: float
    opponents: int
    worst: tuple[str, float, float]
    response: ResponseRow | None
    milliseconds: float
    exploiter: ExploiterRow | None = None


@dataclass(slots=True, repr=False)
class Leaderboard(ShownInNotebooks):
    """Results of pairings, local best responses and exploiters, with the same stacks and seed.

    Attributes:
        spec: the settings: how much each added agent plays, the stacks, and the seed.
        pairings: result of each pairing, by the names of both agents in alphabetical order.
        responses: result of each local best response, by the name of its opponent.
        exploiters: result of each learned exploiter, by the name of its opponent.

    Example:
        >>> board = Leaderboard(LeaderboardSpec(pairs=20, hands=4))
        >>> board.play(["fold", "call", "min-raise"])
        >>> [(each.agent, each.mbb) for each in board.standings()][-1]
        ('fold', -487.5)
        >>> board.response("fold").mbb
        750.0
    """

    spec: LeaderboardSpec
    pairings: dict[tuple[str, str], PairingRow] = field(default_factory=dict)
    responses: dict[str, ResponseRow] = field(default_factory=dict)
    exploiters: dict[str, ExploiterRow] = field(default_factory=dict)

    @property
    def agents(self) -> list[str]:
        """The names of all agents that have played a pairing, in alphabetical order."""
        return sorted({name for pairing in self.pairings for name in pairing})

    def response(self, agent: str) -> ResponseRow | None:
        """Return the result of a local best response against an agent; None if none was played."""
        return self.responses.get(agent)

    def result(self, agent: str, other: str) -> tuple[float, float] | None:
        """Return an agent's winnings against another agent.

        Returns:
            Thousandths of a big blind per hand, and half the width of the 95% interval; None if
            they have not played.
        """
        first, second = sorted((agent, other))
        row = self.pairings.get((first, second))
        if row is None:
            return None
        return (row.mbb if agent == first else 0 - row.mbb), row.half_width

    def pairs(self, agent: str, other: str) -> int:
        """Return the number of mirrored deals between two agents; 0 if they have not played."""
        first, second = sorted((agent, other))
        row = self.pairings.get((first, second))
        return 0 if row is None else row.pairs

    def standings(self) -> list[Standing]:
        """Rank the agents by elimination.

        In each round, the agent with the lowest average winnings against the remaining agents is
        eliminated. Weak agents are eliminated first, so no agent ranks high by beating only weak
        agents. The Annual Computer Poker Competition ranked this way ("bankroll instant run-off").

        Agents with shorter pairings than most agents join the others one at a time, so their luck
        affects no other agent's rank. They need not have played each other.

        Returns:
            The standings, from rank 1 on; a provisional standing comes before another standing of
            the same rank.

        Raises:
            InputError: if two agents have not played each other, unless both have shorter pairings
                than most agents.
        """
        ranked = self._long_pairings()
        added = [agent for agent in self.agents if agent not in ranked]
        lacking = [
            names
            for names in combinations(self.agents, 2)
            if names not in self.pairings and not {*names} <= {*added}
        ]
        if lacking:
            first, second = lacking[0]
            raise InputError(
                f"{len(lacking)} pairings are missing, first that of {first} and {second}; name "
                f"{first} with the same file to play them"
            )
        standings = self._run_off(ranked)
        for agent in added:
            joined = self._run_off([*ranked, agent])
            (place,) = (each for each in joined if each.agent == agent)
            standings.append(place._replace(provisional=True))
        return sorted(standings, key=lambda each: (each.rank, not each.provisional))

    def _long_pairings(self) -> list[str]:
        """Choose more than half of the agents, such that all pairings between them are long.

        For each length, the longest first, the agents with the most shorter pairings are dropped
        until none of the pairings between the others is shorter. The first length that leaves more
        than half of the agents counts. If no length does, all agents are chosen.
        """
        for pairs in sorted({row.pairs for row in self.pairings.values()}, reverse=True):
            left = self.agents
            while short := Counter(
                agent
                for names in combinations(left, 2)
                if self.pairs(*names) < pairs
                for agent in names
            ):
                # All agents with the largest number of short pairings are dropped together, so the
                # order of names does not matter.
                most = max(short.values())
                left = [agent for agent in left if short[agent] < most]
            if 2 * len(left) > len(self.agents):
                return left
        return self.agents

    def _run_off(self, agents: Sequence[str]) -> list[Standing]:
        left = [*agents]
        standings: list[Standing] = []
        while left:
            means = {agent: self._mean(agent, left) for agent in left}
            out = min(left, key=lambda agent: (means[agent][0], agent))
            standings.append(self._standing(out, len(left), means[out]))
            left.remove(out)
        first_ones = standings[-2:]
        if len(first_ones) == 2:
            mean = self._mean(first_ones[1].agent, [first_ones[0].agent])
            standings[-1] = first_ones[1]._replace(rest=mean[0], rest_half_width=mean[1])
        return standings[::-1]

    def _mean(self, agent: str, others: Sequence[str]) -> tuple[float, float]:
        """Return an agent's average winnings against others, and half the width of their interval.

        Both are in thousandths of a big blind per hand, and 0 if no result is known; the interval
        is the 95% interval.
        """
        results = [result for other in others if (result := self.result(agent, other)) is not None]
        count = max(1, len(results))  # the last remaining agent has no opponents left
        # Pairings share no deals, so their errors are independent.
        return (
            math.fsum(mbb for mbb, _ in results) / count,
            math.hypot(*(half for _, half in results)) / count,
        )

    def _standing(self, agent: str, rank: int, rest: tuple[float, float]) -> Standing:
        rows = [row for names, row in self.pairings.items() if agent in names]
        results = [
            (other, *result)
            for other in self.agents
            if (result := self.result(agent, other)) is not None
        ]
        times = [row.times[agent == row.second] for row in rows]
        decisions = sum(each.decisions for each in times)
        return Standing(
            agent,
            rank,
            False,
            *rest,
            *self._mean(agent, self.agents),
            len(results),
            min(results, key=lambda each: each[1]),
            self.response(agent),
            1000 * math.fsum(each.seconds for each in times) / max(1, decisions),
            self.exploiters.get(agent),
        )

    # --- playing ----------------------------------------------------------------------------------

    def play(
        self,
        agents: Sequence[str],
        *,
        again: bool = False,
        workers: int = 1,
        network: bool = False,
        progress: Callable[[int, int], None] | None = None,
        executor: Executor | None = None,
        kept: Callable[[], None] | None = None,
    ) -> None:
        """Add agents: each plays all agents of the leaderboard and all others that are added.

        Unless `LeaderboardSpec.hands` is 0, each added agent also plays a local best response, and
        a learned exploiter if the agent plays by a blueprint and exploiters are to be trained.
        Existing results with enough mirrored deals, or enough hands and rounds, are kept, unless
        `again` is true. But a pairing is played again if a file by which one of its agents plays
        has changed, such as the source of a bot or a trained model. The result of a local best
        response is replaced if the response considered other actions than
        `handsight.arena.response.local_best_response.ACTIONS`. Results of responses and exploiters
        do not record files: after you have trained a model again, set `again`.

        Args:
            agents: names as `handsight.agents.AgentSpec.parse` reads them. Bots in files play in
                their own processes, and do not play against the local best response, which can
                question only an agent in the same process.
            again: whether to replace all results of the agents, which must be on the leaderboard;
                for example after handsight's own agents have changed.
            workers: number of processes that play; 1 plays in this process.
            network: whether bots in files may use the network.
            progress: called before each step with the number of finished steps and the total number
                of steps. A step plays one pairing, one local best response or one exploiter.
            executor: executor that plays the blocks instead of new processes; it must accept
                picklable work. Exploiters learn and play on this machine in any case.
            kept: called after each step, for example to save the leaderboard.

        Raises:
            OptionError: if an agent does not exist or is named twice, if the leaderboard would have
                fewer than two agents, if an agent that is to play again is not on the leaderboard,
                or for any reason that `run_arena` names.
            ArenaError: if an agent has so many faults that its results say nothing, if it takes an
                action that its own policy never takes, or if a worker process ended.
            FaultError: at the first fault of an agent against the local best response.
        """
        agents = [with_class(name) for name in agents]
        if again:
            require_members(agents, self.agents)
        self._require(agents)
        pairings = [
            names
            for names in combinations(sorted({*self.agents, *agents}), 2)
            if not {*names}.isdisjoint(agents) and (again or self._lacks_pairing(names))
        ]
        responses = [name for name in agents if self._lacks_response(name, again)]
        exploiters = [name for name in agents if self._lacks_exploiter(name, again)]
        steps = len(pairings) + len(responses) + len(exploiters)
        for number, (first, second) in enumerate(pairings):
            if progress is not None:
                progress(number, steps)
            spec = replace(self.spec.arena(first, second), network=network)
            self.pairings[first, second] = _pairing(
                run_arena(spec, workers=workers, executor=executor)
            )
            if kept is not None:
                kept()
        for number, agent in enumerate(responses, start=len(pairings)):
            if progress is not None:
                progress(number, steps)
            self.responses[agent] = self._respond(agent, workers, executor)
            if kept is not None:
                kept()
        for number, agent in enumerate(exploiters, start=len(pairings) + len(responses)):
            if progress is not None:
                progress(number, steps)
            self.exploiters[agent] = self._exploit(agent, workers)
            if kept is not None:
                kept()

    def _require(self, agents: Sequence[str]) -> None:
        twice = sorted({name for name in agents if agents.count(name) > 1})
        if twice:
            raise OptionError(f"{', '.join(twice)} is named twice; name each agent only once")
        if len({*self.agents, *agents}) < 2:
            raise OptionError("a leaderboard needs at least two agents")
        for name in sorted({*self.agents, *agents}):
            spec = agent_of(name)
            if spec.file is None:
                build_agent(spec)

    def _lacks_pairing(self, names: tuple[str, str]) -> bool:
        row = self.pairings.get(names)
        if row is None or row.pairs < self.spec.pairs:
            return True
        return bool(row.files) and row.files != settled_files(self.spec.arena(*names)).files

    def _lacks_response(self, agent: str, again: bool) -> bool:
        row = self.response(agent)
        is_old = again or row is None or row.actions != ACTIONS or row.hands < self.spec.hands
        return agent_of(agent).file is None and is_old and self.spec.hands > 0

    def _respond(self, agent: str, workers: int, executor: Executor | None) -> ResponseRow:
        spec = ExploitSpec(
            agent=agent, hands=self.spec.hands, stack=self.spec.stack, seed=self.spec.seed
        )
        result = exploit(spec, workers=workers, executor=executor)
        low, high = result.interval()
        half = possible_half_width((high - low) / 2, self.spec.stack)
        return ResponseRow(
            agent, result.statistics.hands, result.mbb, half, result.exact_hands, ACTIONS
        )

    def _lacks_exploiter(self, agent: str, again: bool) -> bool:
        row, spec = self.exploiters.get(agent), self.spec
        is_old = again or row is None or row.rounds < spec.rounds or row.hands < spec.hands
        return is_old and spec.rounds > 0 and spec.hands > 0 and plays_by_blueprint(agent)

    def _exploit(self, agent: str, workers: int) -> ExploiterRow:
        """Train an exploiter of an agent on this machine, and measure how much it wins."""
        spec = LearnedExploitSpec(
            agent=agent, hands=self.spec.hands, stack=self.spec.stack, seed=self.spec.seed
        )
        result = learned_exploit(spec, self.spec.rounds, workers=workers)
        low, high = result.interval()
        half = possible_half_width((high - low) / 2, self.spec.stack)
        hands = result.statistics.hands
        return ExploiterRow(agent, hands, result.mbb, half, result.rounds, result.actions)

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write the leaderboard; an existing file is replaced only once the new one is complete.

        Raises:
            OSError: if the file cannot be written.
        """
        content = _File(
            KIND,
            VERSION,
            self.spec.stack,
            self.spec.seed,
            [self.pairings[names] for names in sorted(self.pairings)],
            [self.responses[agent] for agent in sorted(self.responses)],
            [self.exploiters[agent] for agent in sorted(self.exploiters)],
        )
        write_whole(path, msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")

    @classmethod
    def load(
        cls, path: Path | str, *, pairs: int = PAIRS, hands: int = HANDS, rounds: int = 0
    ) -> Leaderboard:
        """Read a leaderboard, which keeps the stack and the seed of its file.

        Args:
            path: the file.
            pairs: number of mirrored deals in each pairing that is played from now on.
            hands: number of hands that each agent plays from now on against a local best response,
                and as many again against an exploiter.
            rounds: number of rounds that each exploiter learns from now on; 0 to train none.

        Raises:
            OptionError: if ``pairs``, ``hands`` or ``rounds`` is out of range.
            InputError: if the file is not a leaderboard, or is damaged.
            OSError: if the file cannot be read.
        """
        asked = LeaderboardSpec(pairs=pairs, hands=hands, rounds=rounds)
        content, spec = read_leaderboard(path, _File, KIND, VERSION, asked)
        pairings = {(row.first, row.second): row for row in content.pairings}
        responses = {row.agent: row for row in content.responses}
        exploiters = {row.agent: row for row in content.exploiters}
        board = cls(spec, pairings, responses, exploiters)
        for problem in _problems(content, board):
            raise InputError(f"{str(path)!r} is damaged: {problem}")
        return board


def _problems(content: _File, board: Leaderboard) -> Iterator[str]:
    for name in ("pairings", "responses", "exploiters"):
        if len(getattr(board, name)) < len(getattr(content, name)):
            yield "an entry appears twice"
    for row in content.pairings:
        if not row.first < row.second:
            yield f"the pairing of {row.first!r} and {row.second!r} is out of order"
        if row.pairs < 2 or any(each.decisions < 0 or each.seconds < 0 for each in row.times):
            yield f"the pairing of {row.first!r} and {row.second!r} has impossible numbers"
    for each in content.responses:
        if each.hands < 2 or not 0 <= each.exact_hands <= each.hands:
            yield f"the response to {each.agent!r} has impossible numbers"
    for learned in content.exploiters:
        if learned.hands < 2 or learned.rounds < 1:
            yield f"the exploiter of {learned.agent!r} has impossible numbers"
    widths = [row.half_width for row in content.pairings]
    widths += [each.half_width for each in content.responses]
    widths += [learned.half_width for learned in content.exploiters]
    if min(widths, default=0) < 0:
        yield "a half width is below 0"


@cache
def shipped_standings() -> dict[str, Standing]:
    """Return {name of an agent: its standing in the leaderboard that handsight ships}."""
    return {each.agent: each for each in Leaderboard.load(SHIPPED).standings()}


def require_members(agents: Sequence[str], members: Sequence[str]) -> None:
    """Raise an OptionError if an agent that is to play again is not on the leaderboard.

    Args:
        agents: the agents that are to play again.
        members: the agents on the leaderboard.
    """
    for name in agents:
        if name not in members:
            raise OptionError(
                f"{name} is not on the leaderboard{did_you_mean(name, members)}, so it has no "
                "results to replace"
            )


def require_few_faults(slots: Sequence[SlotResult]) -> None:
    """Raise an ArenaError if an agent's faults are so frequent that its results say nothing."""
    for slot in slots:
        if slot.is_at_fault:
            raise ArenaError(
                f"{slot.agent} was at fault in {slot.fault_share:.0%} of its decisions, so its "
                "results say nothing about its play; see `handsight arena` for its faults"
            )


def possible_half_width(mbb: float, stack: int) -> float:
    """Return half the width of an interval, at most that of all means that are possible.

    Intervals of a few hands that all end alike are infinite, but files hold finite numbers.

    Args:
        mbb: half the width, in thousandths of a big blind per hand.
        stack: chips of each player, at a big blind of 100.
    """
    return min(mbb, 10.0 * stack)


def _pairing(result: ArenaResult) -> PairingRow:
    (matchup,) = result.matchups
    require_few_faults(matchup.slots)
    one, other = matchup.slots
    statistics = one.statistics
    return PairingRow(
        one.agent,
        other.agent,
        matchup.pairs,
        10 * statistics.bb100,
        possible_half_width(10 * statistics.half_width(), result.spec.stack),
        (_times(one), _times(other)),
        dict(result.spec.files),
    )


def _times(slot: SlotResult) -> Times:
    return Times(slot.decisions, slot.seconds)
