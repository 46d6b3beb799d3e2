"""The leaderboard: every agent against every other, and each against a local best response.

Each pairing is an arena of its own with mirrored deals and a number of pairs that is fixed before.
A leaderboard is kept in a file, so that another agent can be added to it: then only its own
pairings are played.
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
from handsight.arena.response.exploitation import ExploitSpec, exploit
from handsight.arena.response.local_best_response import ACTIONS
from handsight.arena.results import ArenaResult, SlotResult
from handsight.arena.run import run_arena
from handsight.arena.schedule import ArenaSpec, agent_of
from handsight.errors import ArenaError, InputError, OptionError
from handsight.interop import build_agent
from handsight.runtime.files import write_whole
from handsight.runtime.integers import is_whole
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import checked_seed

if TYPE_CHECKING:
    from concurrent.futures import Executor

KIND, VERSION = "handsight leaderboard", 1
SHIPPED = Path(__file__).parent / "data" / "leaderboard.json"
"""The leaderboard of our own agents."""

PAIRS, HANDS, STACK = 2_500, 1_000, 10_000
MOST = 1_000_000
"""Pairs of a pairing, and hands against a response."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardSpec:
    """How much is played for a leaderboard.

    Attributes:
        pairs: mirrored deals of a pairing.
        hands: against the local best response; 0 to leave it out.
        stack: chips of each player before every hand; the blinds are 50 and 100.
        seed: of all cards and agents.

    Raises:
        OptionError: if one does not fit.
    """

    pairs: int = PAIRS
    hands: int = HANDS
    stack: int = STACK
    seed: int = 0

    def __post_init__(self) -> None:
        if not is_whole(self.pairs, range(2, MOST + 1)):
            raise OptionError(f"pairs is {self.pairs!r}; it takes 2 to {MOST:,}")
        if not is_whole(self.hands, range(0, MOST + 1, 2)) or self.hands == 2:
            raise OptionError(f"hands is {self.hands!r}; it takes 4, 6, 8 to {MOST:,}, or 0")
        checked_seed(self.seed)
        self.arena("call", "fold")  # refuses a stack that cannot be played

    def arena(self, first: str, second: str) -> ArenaSpec:
        """Give the arena of a pairing; its seed comes from the names, so that it is the same alone.

        Args:
            first: the agent whose name comes first in the alphabet.
            second: the other one.
        """
        seed = crc32(f"{self.seed} {first} {second}".encode())
        # The rule by which leaderboards have begun. Between two agents it names other streams only.
        return ArenaSpec(
            agents=(first, second), stack=self.stack, pairs=self.pairs, seed=seed, deal="apart"
        )


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long an agent took.

    Attributes:
        decisions: how many it was asked for.
        seconds: in all.
    """

    decisions: int
    seconds: float


class PairingRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of two agents, `first` before `second` in the alphabet.

    Attributes:
        pairs: mirrored deals that were played.
        mbb: thousandths of a big blind that the first one won a hand.
        half_width: of the 95 % interval of `mbb`.
        times: of both agents.
    """

    first: str
    second: str
    pairs: int
    mbb: float
    half_width: float
    times: tuple[Times, Times]


class ResponseRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a local best response won from an agent.

    Attributes:
        hands: that were played.
        mbb: thousandths of a big blind that the response won a hand.
        half_width: of the 95 % interval of `mbb`.
        exact_hands: in which it knew the exact range of the agent to the end.
        actions: what it considered.
    """

    agent: str
    hands: int
    mbb: float
    half_width: float
    exact_hands: int
    actions: str = "fold, call, pot, all-in"  # of files from before 0.3, which do not say it


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    version: int
    stack: int
    seed: int
    pairings: list[PairingRow]
    responses: list[ResponseRow]


class Standing(NamedTuple):
    """One agent of a leaderboard.

    Attributes:
        rank: from 1, by the run-off.
        provisional: whether its pairings are shorter than those of most agents. Then its
            rank is the one that it would have if it joined the others, whose ranks stay.
        rest: thousandths of a big blind that it won a hand from the agents that rank above it, on
            average; of the first one, from the second.
        rest_half_width: of the 95 % interval of `rest`.
        mbb: the same from all agents.
        half_width: of the 95 % interval of `mbb`.
        opponents: how many it has played.
        worst: the pairing with the least result, as this agent sees it; the half width of its 95 %
            interval is the third value.
        response: what a local best response won from it; None where none was played.
        milliseconds: that it took for a decision.
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


@dataclass(slots=True, repr=False)
class Leaderboard(ShownInNotebooks):
    """Results of pairings and of local best responses, all for the same stacks and seed.

    Attributes:
        pairings: by the names of both agents, the one that comes first in the alphabet first.
        responses: by the name of the agent.

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

    @property
    def agents(self) -> list[str]:
        """The names of all agents that have played, in the order of the alphabet."""
        return sorted({name for pairing in self.pairings for name in pairing})

    def response(self, agent: str) -> ResponseRow | None:
        """Give what a local best response won from an agent, or None."""
        return self.responses.get(agent)

    def result(self, agent: str, other: str) -> tuple[float, float] | None:
        """Give what an agent won from another one.

        Returns:
            Thousandths of a big blind a hand, and half the width of the 95 % interval; None where
            they have not played.
        """
        first, second = sorted((agent, other))
        row = self.pairings.get((first, second))
        if row is None:
            return None
        return (row.mbb if agent == first else 0 - row.mbb), row.half_width

    def pairs(self, agent: str, other: str) -> int:
        """Count the mirrored deals that two agents have played with each other."""
        first, second = sorted((agent, other))
        row = self.pairings.get((first, second))
        return 0 if row is None else row.pairs

    def standings(self) -> list[Standing]:
        """Rank the agents by a run-off.

        Again and again the agent that wins least from those that are left, on average, is taken
        out. So nobody ranks high for what they win from the weak ones: these go first. The Annual
        Computer Poker Competition ranked in this way ("bankroll instant run-off").

        Agents with shorter pairings than most join the others one by one, so that their
        luck moves nobody else. They need not have played each other.

        Raises:
            InputError: if two agents have not played each other.
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
                f"{len(lacking)} pairings are missing, the first of {first} and {second}; name "
                f"{first} with the same file to play them"
            )
        standings = self._run_off(ranked)
        for agent in added:
            joined = self._run_off([*ranked, agent])
            (place,) = (each for each in joined if each.agent == agent)
            standings.append(place._replace(provisional=True))
        return sorted(standings, key=lambda each: (each.rank, not each.provisional))

    def _long_pairings(self) -> list[str]:
        """Give more than half of the agents, whose shortest pairing is as long as can be."""
        for pairs in sorted({row.pairs for row in self.pairings.values()}, reverse=True):
            left = self.agents
            while short := Counter(
                agent
                for names in combinations(left, 2)
                if self.pairs(*names) < pairs
                for agent in names
            ):
                # Who have the most short ones are left out, all of them, whatever their names.
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
        """Give what an agent won from others on average, and half the interval."""
        results = [result for other in others if (result := self.result(agent, other)) is not None]
        count = max(1, len(results))  # the last one has nobody left to win from
        # Pairings share no deal.
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
        )

    # --- playing ----------------------------------------------------------------------------------

    def play(
        self,
        agents: Sequence[str],
        *,
        workers: int = 1,
        network: bool = False,
        progress: Callable[[int, int], None] | None = None,
        executor: Executor | None = None,
        kept: Callable[[], None] | None = None,
    ) -> None:
        """Add agents: each plays those that are there, and the others that are added.

        What is there already, with as many pairs or hands, is not played again.

        Args:
            agents: names as `handsight.agents.AgentSpec.parse` reads them; bots in files play in
                processes of their own, and meet no local best response, which asks an agent in
                its own process.
            workers: number of processes that play.
            network: whether bots in files may use the network.
            progress: is called with the steps that are done, and with all of them.
            executor: where blocks are played instead, any that takes picklable work.
            kept: is called after each step, to write the file.

        Raises:
            OptionError: if there is no such agent, or it is named twice.
            ArenaError: if an agent is at fault so often that its results say nothing.
            FaultError: at the first fault of an agent against the local best response.
        """
        agents = [with_class(name) for name in agents]
        self._require(agents)
        pairings = self._missing(agents)
        responses = [name for name in agents if self._lacks_response(name)]
        steps = len(pairings) + len(responses)
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

    def _require(self, agents: Sequence[str]) -> None:
        twice = sorted({name for name in agents if agents.count(name) > 1})
        if twice:
            raise OptionError(f"{', '.join(twice)} is named twice; name each agent once")
        if len({*self.agents, *agents}) < 2:
            raise OptionError("a leaderboard takes two agents or more")
        for name in sorted({*self.agents, *agents}):
            spec = agent_of(name)
            if spec.file is None:
                build_agent(spec)

    def _missing(self, agents: Sequence[str]) -> list[tuple[str, str]]:
        everybody = sorted({*self.agents, *agents})
        return [
            names
            for names in combinations(everybody, 2)
            if not {*names}.isdisjoint(agents)
            and (names not in self.pairings or self.pairings[names].pairs < self.spec.pairs)
        ]

    def _lacks_response(self, agent: str) -> bool:
        row = self.response(agent)
        is_old = row is None or row.actions != ACTIONS or row.hands < self.spec.hands
        return agent_of(agent).file is None and is_old and self.spec.hands > 0

    def _respond(self, agent: str, workers: int, executor: Executor | None) -> ResponseRow:
        spec = ExploitSpec(
            agent=agent, hands=self.spec.hands, stack=self.spec.stack, seed=self.spec.seed
        )
        result = exploit(spec, workers=workers, executor=executor)
        low, high = result.interval()
        half = (high - low) / 2
        return ResponseRow(
            agent, result.statistics.hands, result.mbb, half, result.exact_hands, ACTIONS
        )

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write the leaderboard; a file that stands there is replaced when the new one is whole.

        Raises:
            OSError: if it cannot be written.
        """
        content = _File(
            KIND,
            VERSION,
            self.spec.stack,
            self.spec.seed,
            [self.pairings[names] for names in sorted(self.pairings)],
            [self.responses[agent] for agent in sorted(self.responses)],
        )
        write_whole(path, msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")

    @classmethod
    def load(cls, path: Path | str, *, pairs: int = PAIRS, hands: int = HANDS) -> Leaderboard:
        """Read a leaderboard; it goes on with the stack and the seed of its file.

        Args:
            pairs: mirrored deals of a pairing that is played from now on.
            hands: against the local best response.

        Raises:
            OptionError: if one of these does not fit.
            InputError: if it is no leaderboard, or damaged.
            OSError: if it cannot be read.
        """
        asked = LeaderboardSpec(pairs=pairs, hands=hands)
        try:
            content = msgspec.json.decode(Path(path).read_bytes(), type=_File)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"{str(path)!r} is no leaderboard: {error}") from None
        if (content.format, content.version) != (KIND, VERSION):
            raise InputError(
                f"{str(path)!r} is {content.format!r} {content.version}; {KIND!r} {VERSION} is read"
            )
        try:
            spec = replace(asked, stack=content.stack, seed=content.seed)
        except OptionError as error:
            raise InputError(f"{str(path)!r} is damaged: {error}") from None
        pairings = {(row.first, row.second): row for row in content.pairings}
        responses = {row.agent: row for row in content.responses}
        for problem in _problems(content, len(pairings), len(responses)):
            raise InputError(f"{str(path)!r} is damaged: {problem}")
        return cls(spec, pairings, responses)


def _problems(content: _File, pairings: int, responses: int) -> Iterator[str]:
    if pairings < len(content.pairings) or responses < len(content.responses):
        yield "something stands there twice"
    for row in content.pairings:
        if not row.first < row.second:
            yield f"the pairing of {row.first!r} and {row.second!r} is out of order"
        if row.pairs < 2 or any(each.decisions < 0 or each.seconds < 0 for each in row.times):
            yield f"the pairing of {row.first!r} and {row.second!r} has numbers that cannot be"
    for each in content.responses:
        if each.hands < 2 or not 0 <= each.exact_hands <= each.hands:
            yield f"the response to {each.agent!r} has numbers that cannot be"
    widths = [row.half_width for row in content.pairings]
    if min([*widths, *(each.half_width for each in content.responses)], default=0) < 0:
        yield "a half width is below 0"


@cache
def shipped_standings() -> dict[str, Standing]:
    """Give the standing of each agent in the leaderboard that ships, by its name."""
    return {each.agent: each for each in Leaderboard.load(SHIPPED).standings()}


def _pairing(result: ArenaResult) -> PairingRow:
    (matchup,) = result.matchups
    for slot in matchup.slots:
        if slot.is_at_fault:
            raise ArenaError(
                f"{slot.agent} was at fault in {slot.fault_share:.0%} of its decisions, so that "
                "its results say nothing about its play; see `handsight arena` for its faults"
            )
    one, other = matchup.slots
    statistics = one.statistics
    return PairingRow(
        one.agent,
        other.agent,
        matchup.pairs,
        10 * statistics.bb100,
        10 * statistics.half_width(),
        (_times(one), _times(other)),
    )


def _times(slot: SlotResult) -> Times:
    return Times(slot.decisions, slot.seconds)
