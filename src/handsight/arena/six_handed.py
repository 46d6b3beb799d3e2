"""The six-handed leaderboard: agents sit at tables of six, with opponents drawn at random.

Every table is its own arena, with mirrored deals: each of the six plays the cards of all six seats.
A leaderboard is kept in a file, table by table. So you can add another agent later, and only its
tables are played.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, NamedTuple
from zlib import crc32

import msgspec

from handsight.agents import AgentSpec
from handsight.agents.registry import with_class
from handsight.arena.leaderboard import possible_half_width, require_few_faults, require_members
from handsight.arena.run import run_arenas
from handsight.arena.schedule import ArenaSpec
from handsight.arena.statistics import PairStatistics
from handsight.arena.storage.leaderboards import read_leaderboard
from handsight.errors import InputError, OptionError
from handsight.interop import build_agent
from handsight.runtime.files import write_whole
from handsight.runtime.integers import is_whole
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import checked_seed

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from handsight.arena.results import ArenaResult

KIND, VERSION = "handsight six-handed leaderboard", 1
SHIPPED = Path(__file__).parent / "data" / "leaderboard-six.json"
"""The file of the six-handed leaderboard of handsight's own agents."""

SEATS = 6
TABLES, PAIRS, STACK = 40, 20, 10_000
MOST_TABLES, MOST_PAIRS = 100_000, 1_000_000
_COPY = re.compile(r"#[1-9]$")
_SIX = msgspec.Meta(min_length=SEATS, max_length=SEATS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SixHandedSpec:
    """The settings of a six-handed leaderboard: how much is played, the stacks, and the seed.

    Attributes:
        tables: number of tables that each agent hosts.
        pairs: number of mirrored deals at each table; each deal is six hands.
        stack: chips of each player before every hand; the blinds are 50 and 100.
        seed: seed of the opponents, the cards and the agents.

    Raises:
        OptionError: if a value is out of range.
    """

    tables: int = TABLES
    pairs: int = PAIRS
    stack: int = STACK
    seed: int = 0

    def __post_init__(self) -> None:
        if not is_whole(self.tables, range(2, MOST_TABLES + 1)):
            raise OptionError(f"tables is {self.tables!r}; it must be from 2 to {MOST_TABLES:,}")
        if not is_whole(self.pairs, range(1, MOST_PAIRS + 1)):
            raise OptionError(f"pairs is {self.pairs!r}; it must be from 1 to {MOST_PAIRS:,}")
        checked_seed(self.seed)
        self._example()  # refuses a stack that cannot be played

    @property
    def big_blind(self) -> int:
        """The big blind, in chips."""
        return self._example().stakes.big_blind

    def _example(self) -> ArenaSpec:
        return self.arena(self.players("call", 0, ["fold"]), "call", 0)

    def players(self, host: str, number: int, others: Iterable[str]) -> tuple[str, ...]:
        """Draw the players of a table: the host and five others.

        The draw depends only on the seed, the host, the number of the table and the set of others.
        With fewer than five others, some sit down more than once, as ``call`` and ``call#2``.

        Args:
            host: name of the host.
            number: number of the table among the tables of this host, from 0.
            others: names of the agents to draw from, at least one besides the host; the host itself
                is never drawn.

        Returns:
            The names of the six players, the host first.

        Raises:
            OptionError: if there is nobody besides the host.

        Example:
            >>> SixHandedSpec(seed=7).players("call", 0, ["fold", "random"])
            ('call', 'random', 'fold', 'fold#2', 'random#2', 'fold#3')
        """
        pool = sorted({*others} - {host})
        if not pool:
            raise OptionError(f"{host!r} sits alone; a table needs at least one other agent")
        # A seed of text is hashed by SHA-512, so it is the same in every process.
        rng = Random(f"{self.seed} {number} {host}")
        drawn: list[str] = []
        while len(drawn) < SEATS - 1:
            drawn += rng.sample(pool, min(len(pool), SEATS - 1 - len(drawn)))
        copies: Counter[str] = Counter()
        names = [host]
        for name in drawn:
            copies[name] += 1
            names.append(name if copies[name] == 1 else f"{name}#{copies[name]}")
        return tuple(names)

    def arena(
        self, players: Sequence[str], host: str, number: int, *, pairs: int | None = None
    ) -> ArenaSpec:
        """Return the arena of a table.

        Its seed depends only on the leaderboard's seed, the host and the number of the table.

        Args:
            players: names of the six players.
            host: name of the host.
            number: number of the table among the tables of this host, from 0.
            pairs: number of mirrored deals; None for the number in these settings.
        """
        return ArenaSpec(
            agents=tuple(players),
            table="all",
            stack=self.stack,
            pairs=self.pairs if pairs is None else pairs,
            seed=crc32(f"{self.seed} {number} {host}".encode()),
        )


class TableRow(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The result of one table.

    Attributes:
        host: name of the agent for which the opponents were drawn.
        number: number of the table among the tables of this host, from 0.
        players: names of the six players, the host first; a second copy of an agent ends in ``#2``.
        pairs: number of mirrored deals played; each deal is six hands.
        chips: net winnings of each player in chips, over all hands; negative for a loss.
    """

    host: str
    number: int
    players: Annotated[tuple[str, ...], _SIX]
    pairs: int
    chips: Annotated[tuple[int, ...], _SIX]

    def won(self, agent: str) -> int:
        """Return the net winnings of an agent and its copies at this table, in chips."""
        each = zip(self.players, self.chips, strict=True)
        return sum(chips for name, chips in each if _COPY.sub("", name) == agent)

    def hands(self, agent: str) -> int:
        """Return the sum of the hands that an agent and its copies played at this table."""
        seats = sum(_COPY.sub("", name) == agent for name in self.players)
        return seats * SEATS * self.pairs


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    version: int
    stack: int
    seed: int
    field: list[str]
    tables: list[TableRow]


class SixHandedStanding(NamedTuple):
    """The rank and the result of one agent of a six-handed leaderboard.

    Attributes:
        agent: the name of the agent.
        rank: rank by `mbb`, from 1 for the highest.
        provisional: whether the agent is a guest: it plays against the field, but is never drawn as
            an opponent. Its rank is then the rank that it would have in the field.
        mbb: winnings in thousandths of a big blind per hand.
        half_width: half the width of the 95% interval of `mbb`. The interval covers the luck of
            the cards and the draw of the opponents, because whole tables are its sampling units.
        tables: number of tables that count for the agent.
        hands: number of hands that the agent played at these tables, counted once for each copy
            of the agent.
    """

    agent: str
    rank: int
    provisional: bool
    mbb: float
    half_width: float
    tables: int
    hands: int


@dataclass(slots=True, repr=False)
class SixHandedLeaderboard(ShownInNotebooks):
    """Results of tables of six, with the same stacks and seed.

    The *field* is the set of agents from which opponents are drawn. Each agent of the field hosts
    the same number of tables, with five opponents drawn from the others, and the results of all
    six players count. So an agent of the field also gets results at tables of other hosts, and its
    opponents there are a random draw as well. Other agents are *guests*: they host tables against
    the field, at which only their own result counts.

    Attributes:
        spec: the settings: how much each added agent plays, the stacks, and the seed.
        members: the names of the agents of the field, in alphabetical order; empty before play.
        tables: result of each table, by the name of its host and its number, which starts from 0
            for each host.

    Example:
        >>> board = SixHandedLeaderboard(SixHandedSpec(tables=2, pairs=2))
        >>> board.play(["fold", "call", "min-raise"])
        >>> board.members
        ('call', 'fold', 'min-raise')
        >>> sorted(each.agent for each in board.standings())
        ['call', 'fold', 'min-raise']
        >>> sum(board.tables["call", 0].chips)
        0
    """

    spec: SixHandedSpec
    members: tuple[str, ...] = ()
    tables: dict[tuple[str, int], TableRow] = field(default_factory=dict)

    @property
    def agents(self) -> list[str]:
        """The names of the field and of all guests, in alphabetical order."""
        return sorted({*self.members, *(host for host, _ in self.tables)})

    def hosted(self, agent: str) -> int:
        """Return the number of tables that an agent has hosted."""
        return next(number for number in count() if (agent, number) not in self.tables)

    def result(self, agent: str) -> PairStatistics:
        """Sum an agent's results over the tables that count for it.

        All tables that the agent hosts count. For an agent of the field, the tables of other hosts
        of the field at which it sits count too, but of each host only the first n, where n is the
        smallest number of tables that an agent of the field has hosted. So all these hosts count
        alike, and the opponents remain a fair draw from the field.

        Returns:
            Statistics in which each "pair" is a table.
        """
        common = min(map(self.hosted, self.members), default=0) if agent in self.members else 0
        sums = PairStatistics(self.spec.big_blind)
        for (host, number), row in self.tables.items():
            counts = host == agent or (number < common and host in self.members)
            if counts and (hands := row.hands(agent)):
                sums.add(row.won(agent), hands)
        return sums

    def standings(self) -> list[SixHandedStanding]:
        """Rank the agents by their winnings per hand.

        Returns:
            The standings, from rank 1 on; a guest comes before an agent of the field of the same
            rank.

        Raises:
            InputError: if an agent has hosted fewer than two tables.
        """
        for agent in self.agents:
            if (hosted := self.hosted(agent)) < 2:
                raise InputError(
                    f"{agent} has hosted {hosted} tables of at least 2; name it with the same file "
                    "to play the others"
                )
        results = {agent: self.result(agent) for agent in self.agents}
        standings = []
        for agent, sums in results.items():
            better = [
                other
                for other in self.members
                if (-results[other].bb100, other) < (-sums.bb100, agent)
            ]
            standings.append(
                SixHandedStanding(
                    agent,
                    1 + len(better),
                    agent not in self.members,
                    10 * sums.bb100,
                    possible_half_width(10 * sums.half_width(), self.spec.stack),
                    sums.pairs,
                    sums.hands,
                )
            )
        return sorted(standings, key=lambda each: (each.rank, not each.provisional, -each.mbb))

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
        """Add agents: each hosts `SixHandedSpec.tables` tables.

        On a leaderboard without a field, the named agents become the field, apart from agents that
        are slow by their attribute ``is_costly``: these are guests, and so are all agents that are
        added later. Unless `again` is true, tables with enough mirrored deals are not played again.

        Args:
            agents: names as `handsight.agents.AgentSpec.parse` reads them. Bots in files play in
                their own processes.
            again: whether to play all tables of the leaderboard again at which one of the agents
                sits, instead of adding tables; for example after an agent has changed. The
                opponents and the number of mirrored deals at each table stay the same, and so do
                the deals of tables at which only handsight's own agents sit; other tables deal from
                a fresh secret, as in `run_arena`.
            workers: number of processes that play; 1 plays in this process.
            network: whether bots in files may use the network.
            progress: called before each table with the number of tables that this call has finished
                and the number that it plays in all.
            executor: executor that plays the tables instead of new processes; it must accept
                picklable work.
            kept: called after each table, for example to save the leaderboard.

        Raises:
            OptionError: if an agent does not exist, is named twice or is named as a copy such as
                ``call#2``; if the field would have fewer than two agents; if an agent that is to
                play again is not on the leaderboard; or for any reason that `run_arenas` names.
            ArenaError: if an agent has so many faults that its results say nothing, or if a worker
                process ended.
        """
        agents = [with_class(name) for name in agents]
        costly = _costly(agents)
        if again:
            require_members(agents, self.agents)
        members = self.members or tuple(sorted(name for name in agents if not costly[name]))
        if len(members) < 2:
            raise OptionError("the field of a six-handed leaderboard needs at least two agents")
        self.members = members
        places = self._to_play(agents, again)
        specs = (
            self.spec.arena(row.players, row.host, row.number, pairs=row.pairs) for row in places
        )
        specs = (replace(spec, network=network) for spec in specs)
        with closing(run_arenas(specs, workers=workers, executor=executor)) as results:
            for number, row in enumerate(places):
                if progress is not None:
                    progress(number, len(places))
                self.tables[row.host, row.number] = _played(row, next(results))
                if kept is not None:
                    kept()

    def _to_play(self, agents: Sequence[str], again: bool) -> list[TableRow]:
        """Return the tables to play, in playing order; the chips in these rows mean nothing.

        The first tables of all hosts are played first, so an interrupted leaderboard is fair too.
        """
        if again:
            rows = [row for row in self.tables.values() if any(map(row.hands, agents))]
        else:
            rows = [
                self._empty(host, number)
                for host in agents
                for number in range(self.spec.tables)
                if (row := self.tables.get((host, number))) is None or row.pairs < self.spec.pairs
            ]
        return sorted(rows, key=lambda row: (row.number, row.host))

    def _empty(self, host: str, number: int) -> TableRow:
        players = self.spec.players(host, number, self.members)
        return TableRow(host, number, players, self.spec.pairs, (0,) * SEATS)

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: Path | str) -> None:
        """Write the leaderboard; an existing file is replaced only once the new one is complete.

        Raises:
            OSError: if the file cannot be written.
        """
        head = _File(KIND, VERSION, self.spec.stack, self.spec.seed, [*self.members], [])
        rows = [msgspec.json.encode(self.tables[place]) for place in sorted(self.tables)]
        start = msgspec.json.encode(head).removesuffix(b"]}")
        write_whole(path, start + b"\n" + b",\n".join(rows) + b"\n]}\n")

    @classmethod
    def load(
        cls, path: Path | str, *, tables: int = TABLES, pairs: int = PAIRS
    ) -> SixHandedLeaderboard:
        """Read a leaderboard, which keeps the stack, the seed and the field of its file.

        Args:
            path: the file.
            tables: number of tables that an agent hosts if you pass it to `play` from now on.
            pairs: number of mirrored deals at each table that is played from now on.

        Raises:
            OptionError: if ``tables`` or ``pairs`` is out of range.
            InputError: if the file is not a six-handed leaderboard, or is damaged.
            OSError: if the file cannot be read.
        """
        asked = SixHandedSpec(tables=tables, pairs=pairs)
        content, spec = read_leaderboard(path, _File, KIND, VERSION, asked)
        board = cls(
            spec, tuple(content.field), {(row.host, row.number): row for row in content.tables}
        )
        for problem in _problems(content, board):
            raise InputError(f"{str(path)!r} is damaged: {problem}")
        return board


def _costly(agents: Sequence[str]) -> Mapping[str, bool]:
    """Find out which agents are slow; bots in files count as fast.

    Returns:
        {name of an agent: whether it is slow}.

    Raises:
        OptionError: if an agent does not exist, is named twice or is named as a copy.
    """
    twice = sorted({name for name in agents if agents.count(name) > 1})
    if twice:
        raise OptionError(f"{', '.join(twice)} is named twice; name each agent only once")
    costly = {}
    for name in agents:
        if _COPY.search(name):
            raise OptionError(f"{name} is a copy; name the agent without its number")
        spec = AgentSpec.parse(name)
        agent = None if spec.file is not None else build_agent(spec)
        costly[name] = bool(getattr(agent, "is_costly", False))
    return costly


def _played(row: TableRow, result: ArenaResult) -> TableRow:
    (matchup,) = result.matchups
    require_few_faults(matchup.slots)
    chips = tuple(slot.statistics.chips for slot in matchup.slots)
    return TableRow(row.host, row.number, row.players, matchup.pairs, chips)


def _problems(content: _File, board: SixHandedLeaderboard) -> Iterator[str]:
    members = {*content.field}
    if content.field != sorted(members):
        yield "the field is out of order"
    if content.tables and len(members) < 2:
        yield "the field has fewer than two agents"
    if len(board.tables) < len(content.tables):
        yield "a table appears twice"
    if len(board.tables) != sum(map(board.hosted, board.agents)):
        yield "the tables of a host are not numbered from 0 on"
    for row in content.tables:
        where = f"table {row.number} of {row.host!r}"
        others = {_COPY.sub("", name) for name in row.players[1:]}
        if row.players[0] != row.host or row.host in others or not others <= members:
            yield f"{where} has other players than its host and five of the field"
        if len({*row.players}) < SEATS:
            yield f"{where} has a player twice"
        if not 1 <= row.pairs <= MOST_PAIRS or sum(row.chips) != 0:
            yield f"{where} has impossible numbers"


@cache
def shipped_six_handed() -> dict[str, SixHandedStanding]:
    """Return {name of an agent: its standing in the six-handed leaderboard of handsight}."""
    return {each.agent: each for each in SixHandedLeaderboard.load(SHIPPED).standings()}
