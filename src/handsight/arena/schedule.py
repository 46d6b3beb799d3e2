"""The specification of an arena, and what it determines: matchups, blocks and seeds.

The cards of a hand depend only on the seed, the secret if there is one, the pair and the number of
the hand, so all matchups play the same cards. The random numbers of an agent depend on the same
values and on the agent's name and seat. So two agents that always decide alike get the same results
against every other agent, and neither the order of the blocks nor the number of workers matters.
That is the default rule. Under the other one, each matchup has its own cards; leaderboards use it,
and so do stores from before handsight 0.3, which continue with it. See `DEALS`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import blake2b
from itertools import chain, combinations
from typing import Any, NamedTuple

from handsight.agents import AgentSpec
from handsight.agents.registry import OWN, is_in_file, with_class
from handsight.arena.objects import AgentSource, named_agents
from handsight.arena.sandbox.limits import Limits
from handsight.arena.statistics import StopRule
from handsight.errors import OptionError
from handsight.game import Game, Rules
from handsight.game.platform import OURS
from handsight.interop import game_maker
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.seeds import checked_seed
from handsight.runtime.suggestions import did_you_mean

FORMATS = ("reset", "carry")
"""``reset``: equal stacks before every hand; ``carry``: stacks carry over within a match."""

TABLES = ("heads-up", "all")
"""``heads-up``: each agent plays every other agent; ``all``: all agents sit at one table."""

DEALS = ("same", "apart")
"""``same``: all matchups play the same cards; ``apart``: each matchup has its own cards."""

SOURCE = "source of "
"""The beginning of the names under which the sources of bots are among `ArenaSpec.files`."""

MOST_SEATS = 10
MOST_ROUNDS = 1_000_000
_COPY = re.compile(r"#[1-9]\d*$")
_MACHINE = ("isolate", "limits", "trust")
"""Fields that can differ between machines, and affect the hands only if an agent is at fault."""

_DEAL_BEFORE = "apart"
"""The dealing rule of stored specifications that do not name one."""

_STAKES = {"reset": (50, 100, 10_000), "carry": (5, 10, 1000)}
_ROUNDS = {"reset": 1, "carry": 20}
_BLOCKS = {"reset": 100, "carry": 10}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaSpec:
    """The specification of an arena. Some defaults depend on the format.

    A *pair* is one deal (format ``reset``), or one match of at most `rounds` hands with carried
    stacks (format ``carry``). It is played once per *leg*, always with the same cards, and each
    agent moves one seat on from leg to leg: two agents play two legs, k agents play k legs. A
    *block* is a run of consecutive pairs. In format ``reset``, all first legs of a block are
    played, then all second legs, and so on; before each of these series, the agents forget what
    they have learned. In format ``carry``, all legs of a pair are played before the next pair, and
    the agents forget before each leg.

    Attributes:
        agents: two or more names as `handsight.agents.AgentSpec.parse` reads them, or agents as
            objects: instances, classes, or functions that make one. Objects are replaced here by
            their names. To play an agent against itself, name it twice, as ``call`` and ``call#2``.
            For a file that holds one bot class, the path is enough.
        format: one of `FORMATS`.
        rules: one of `handsight.interop.game_names`.
        stakes: blinds and table rules; the default is 50/100, or 5/10 in format ``carry``.
        stack: chips of each player at the start of every hand in format ``reset``, and of every
            match in format ``carry``; the default is 10,000, or 1,000 in format ``carry``.
        rounds: maximum number of hands in a match in format ``carry``; the default is 20. It must
            be 1 in format ``reset``, where that is the default.
        seed: seed of all cards and all agents.
        pairs: maximum number of pairs in each matchup.
        until: rule that ends a matchup earlier, as `StopRule.parse` reads it; None for no rule. The
            rule is checked after each block.
        table: one of `TABLES`; at most 10 agents can sit at one table.
        block: number of pairs in a block; the default is 100, or 10 in format ``carry``.
        isolate: whether each agent, and not only each bot in a file, plays in its own process, with
            the limits of `limits`. This excludes `trust`, and agents passed as objects.
        limits: resources that an agent in its own process may use.
        trust: whether bots in files play in the arena's own process, where they can do everything
            that the arena can do.
        network: whether bots in their own processes may use the network.
        objects: the agents that were passed as objects, by name. They are the caller's code and
            play in the arena's own process. A store keeps only their names, so in a specification
            from a store each object is None.
        deal: one of `DEALS`. If this is the default, a store that was begun under the other rule
            keeps its own rule.
        files: SHA-256 of each file that agents play by, such as a flop atlas or a trained model, by
            name; also of the source of each bot in a file, with the files of its project that it
            imports, by the bot's name after `SOURCE`. `run_arena` fills in the hashes, and refuses
            a file with another hash.

    Raises:
        OptionError: if a field has an invalid value or contradicts another field.

    Example:
        >>> spec = ArenaSpec(agents=("call", "fold"), pairs=500, seed=7)
        >>> spec.stack, spec.stakes.big_blind, spec.block
        (10000, 100, 100)
        >>> ArenaSpec.from_json(spec.to_json()) == spec
        True
        >>> class Mine:
        ...     name = "mine"
        ...     def act(self, seen, rng):
        ...         return "call"
        >>> ArenaSpec(agents=(Mine(), "fold")).agents
        ('mine', 'fold')
    """

    agents: tuple[Any, ...]
    format: str = "reset"
    rules: str = OURS
    stakes: Rules = None  # type: ignore[assignment]  # filled in at once
    stack: int = None  # type: ignore[assignment]
    rounds: int = None  # type: ignore[assignment]
    seed: int = 0
    pairs: int = 1000
    until: str | None = None
    table: str = "heads-up"
    block: int = None  # type: ignore[assignment]
    isolate: bool = False
    limits: Limits = field(default_factory=Limits)
    trust: bool = False
    network: bool = False
    objects: Mapping[str, AgentSource | None] = field(
        default_factory=dict, repr=False, compare=False
    )
    deal: str = DEALS[0]
    files: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)

    def __post_init__(self) -> None:
        for name, allowed in (("format", FORMATS), ("table", TABLES), ("deal", DEALS)):
            if getattr(self, name) not in allowed:
                value = getattr(self, name)
                meant = did_you_mean(value, allowed)
                raise OptionError(
                    f"{name} is {value!r}{meant}; it must be one of {', '.join(allowed)}"
                )
        game_maker(self.rules)
        self._fill_in()
        _require_agents(self.agents, self.table)
        for name in ("stack", "rounds", "pairs", "block"):
            if not is_whole(getattr(self, name), ABOVE_0):
                value = getattr(self, name)
                raise OptionError(f"{name} is {value!r}; it must be a positive integer")
        require_drawable("pairs", self.pairs)
        if self.rounds > (MOST_ROUNDS if self.format == "carry" else 1):
            raise OptionError(
                f"rounds is {self.rounds}; a match has at most {MOST_ROUNDS} hands, and more than "
                "one only in format 'carry'"
            )
        checked_seed(self.seed)
        if self.until is not None:
            StopRule.parse(self.until)
        files: Any = self.files
        if not isinstance(files, Mapping) or not all(
            isinstance(each, str) for each in chain(files, files.values())
        ):
            raise OptionError(f"files is {files!r}; it must hold the SHA-256 of each file")
        if self.isolate and self.trust:
            raise OptionError("isolate and trust are opposites; leave out one of them")
        if self.isolate and self.objects:
            raise OptionError("agents given as objects are trusted; isolate works only with names")
        self._require_stakes()

    def _fill_in(self) -> None:
        small, big, stack = _STAKES[self.format]
        usual = {
            "stakes": Rules(small_blind=small, big_blind=big),
            "stack": stack,
            "rounds": _ROUNDS[self.format],
            "block": _BLOCKS[self.format],
        }
        for name, value in usual.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        agents: Any = self.agents
        if isinstance(agents, str):
            raise OptionError(f"agents is {agents!r}; it must be a list of names")
        names, objects = named_agents(agents, self.objects)
        strange = [name for name in objects if name not in names]
        if strange:
            raise OptionError(
                f"no agent of the arena is named {strange[0]!r}; the agents are {', '.join(names)}"
            )
        whole = [name if name in objects else _with_class(name) for name in names]
        object.__setattr__(self, "agents", tuple(whole))
        object.__setattr__(self, "objects", objects)

    def _require_stakes(self) -> None:
        stakes = self.game.rules
        if self.stack < stakes.big_blind + stakes.ante:
            raise OptionError(
                f"stack is {self.stack}, which does not pay a big blind of {stakes.big_blind}"
                + (f" and an ante of {stakes.ante}" if stakes.ante else "")
            )
        seats = len(self.agents) if self.table == "all" else 2
        stakes.posts_of(range(seats))

    @property
    def game(self) -> Game:
        """The game that `rules` names, at the stakes of this specification."""
        return game_maker(self.rules)(self.stakes)

    @property
    def plays_ours(self) -> bool:
        """Whether hands are played by handsight's own rules."""
        return self.rules == OURS

    @property
    def stop_rule(self) -> StopRule | None:
        """The rule that `until` describes, or None."""
        return None if self.until is None else StopRule.parse(self.until)

    @property
    def matchups(self) -> tuple[ArenaMatchup, ...]:
        """The matchups: one for every two agents, or a single one with all agents at one table."""
        groups = [self.agents] if self.table == "all" else combinations(self.agents, 2)
        return tuple(ArenaMatchup(number, tuple(group)) for number, group in enumerate(groups))

    @property
    def trusted(self) -> tuple[str, ...]:
        """The names of the bots in files that play in the arena's own process."""
        return tuple(name for name in self.named if self.trust and name_is_in_file(name))

    @property
    def named(self) -> tuple[str, ...]:
        """The names of the agents that were passed by name rather than as objects."""
        return tuple(name for name in self.agents if name not in self.objects)

    @property
    def blocks(self) -> int:
        """The number of blocks in a matchup that no stop rule ends early."""
        return -(-self.pairs // self.block)

    def pairs_of(self, block: int) -> range:
        """Return the numbers of the pairs of a block; pairs and blocks are numbered from 0."""
        return range(block * self.block, min((block + 1) * self.block, self.pairs))

    def to_json(self) -> dict[str, Any]:
        """Return the specification as plain numbers, strings, lists and dictionaries.

        Agents that were passed as objects are represented by their names alone. Fields that older
        versions did not have are left out if they have the values that those versions used.
        """
        fields = asdict(replace(self, objects={})) | {"objects": list(self.objects)}
        plain: dict[str, Any] = json.loads(json.dumps(fields))
        for name in ("trust", "network", "objects", "files"):
            if not plain[name]:
                del plain[name]  # keeps the bytes of exports from before the field existed
        if self.deal == _DEAL_BEFORE:
            del plain["deal"]  # for the same reason
        return plain

    def canonical(self) -> dict[str, Any]:
        """Return the fields of `to_json` except isolate, limits and trust.

        These three can differ between machines. They affect the hands only if an agent is at fault.
        """
        return {name: value for name, value in self.to_json().items() if name not in _MACHINE}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> ArenaSpec:
        """Build a specification from the result of `to_json`.

        A specification without a dealing rule is from a version in which each matchup always had
        its own cards.

        Raises:
            OptionError: if a field is unknown or invalid, or if the agents are missing.
        """
        fields = {"deal": _DEAL_BEFORE, **values}
        for name, kind in (("stakes", Rules), ("limits", Limits)):
            if fields.get(name) is not None:
                fields[name] = _from_fields(kind, fields[name], name)
        fields["objects"] = dict.fromkeys(fields.get("objects", ()))
        spec: ArenaSpec = _from_fields(cls, fields, "the specification")
        return spec


class ArenaMatchup(NamedTuple):
    """A group of agents that play each other.

    Attributes:
        number: number of the matchup, from 0.
        agents: names of the agents; the index of an agent here is its *slot*.
    """

    number: int
    agents: tuple[str, ...]

    def seats(self, leg: int) -> tuple[int, ...]:
        """Return the slot of the agent on each seat.

        Args:
            leg: number of the leg, from 0; each leg moves the agents one seat on.

        Example:
            >>> ArenaMatchup(0, ("a", "b", "c")).seats(1)
            (2, 0, 1)
        """
        size = len(self.agents)
        return tuple((seat - leg) % size for seat in range(size))


def agent_of(name: str) -> AgentSpec:
    """Parse the name of an agent in a specification.

    Args:
        name: name as in `ArenaSpec.agents`, perhaps with the number of a copy.

    Raises:
        OptionError: if there is no such agent.

    Example:
        >>> agent_of("call#2").text
        'call'
    """
    return AgentSpec.parse(_plain(name))


def name_is_in_file(name: str) -> bool:
    """Check whether a name in a specification means a bot in a file, existing or not.

    Args:
        name: name as in `ArenaSpec.agents`.

    Example:
        >>> name_is_in_file("path/to/bot.py:MyBot#2"), name_is_in_file("call")
        (True, False)
    """
    return is_in_file(_plain(name))


def is_ours(name: str) -> bool:
    """Check whether a name in a specification means one of handsight's own agents.

    Args:
        name: name as in `ArenaSpec.agents`.

    Example:
        >>> is_ours("fai-v5:trials=500#2"), is_ours("call/bot.py:MyBot")
        (True, False)
    """
    plain = _plain(name)
    return not is_in_file(plain) and plain.strip().partition(":")[0] in OWN


def replayed_agent(spec: ArenaSpec, name: str) -> AgentSpec:
    """Parse the name of an agent whose hands are to be replayed.

    Raises:
        OptionError: if there is no such agent, or if it was passed as an object.
    """
    if name in spec.objects:
        raise OptionError(
            f"{name} was given as an object, which is not in a store; only agents with a name "
            "from `handsight agents`, or in a file, can play their hands again"
        )
    return agent_of(name)


def _with_class(name: Any) -> Any:
    """Add the class to the name of a bot in a file; a copy number such as ``#2`` stays last."""
    if not isinstance(name, str):
        return name
    plain = _plain(name)
    return with_class(plain) + name[len(plain) :]


def _plain(name: str) -> str:
    """Remove a copy number such as ``#2`` from a name."""
    return _COPY.sub("", name)


class Seeds:
    """The seeds of decks and agents, from a keyed digest, for both dealing rules.

    None of these seeds can be computed from another one. But anybody who knows the arena's seed can
    compute all of them, unless there is a secret.

    Args:
        seed: the arena's seed.
        secret: the secret, at most 64 bytes; empty for none.

    Example:
        >>> seeds = Seeds(7)
        >>> seeds.deck(matchup=0, pair=1, hand=1) == Seeds(7).deck(0, 1, 1)
        True
        >>> seeds.agent(0, 1, 0, 1, slot=0) == seeds.agent(0, 1, 1, 1, slot=0)
        False
        >>> seeds.seat("call", pair=0, hand=1, seat=0) == seeds.seat("call", 0, 1, seat=1)
        False
    """

    __slots__ = ("_agent", "_deck", "_seat")

    def __init__(self, seed: int, secret: bytes = b"") -> None:
        number = checked_seed(seed)
        plain = number.to_bytes(number.bit_length() // 8 + 1, "little")
        key = blake2b(plain, key=secret).digest()
        self._deck = blake2b(key=key, digest_size=16, person=b"handsight deck")
        self._agent = blake2b(key=key, digest_size=8, person=b"handsight agent")
        self._seat = blake2b(key=key, digest_size=8, person=b"handsight seat")

    def deck(self, matchup: int, pair: int, hand: int) -> int:
        """Compute the seed of the cards of a hand, below 2**128.

        Args:
            matchup: number of the matchup, from 0.
            pair: number of the pair, from 0.
            hand: number of the hand in the match, from 1.
        """
        digest = self._deck.copy()  # includes the key; faster than creating a keyed digest
        digest.update(b"%d %d %d" % (matchup, pair, hand))
        return int.from_bytes(digest.digest(), "little")

    def agent(self, matchup: int, pair: int, leg: int, hand: int, slot: int) -> int:
        """Compute the seed of an agent's random numbers for a hand, below 2**64.

        Args:
            matchup: number of the matchup, from 0.
            pair: number of the pair, from 0.
            leg: number of the leg, from 0.
            hand: number of the hand in the match, from 1.
            slot: slot of the agent in the matchup.
        """
        digest = self._agent.copy()
        digest.update(b"%d %d %d %d %d" % (matchup, pair, leg, hand, slot))
        return int.from_bytes(digest.digest(), "little")

    def seat(self, name: str, pair: int, hand: int, seat: int) -> int:
        """Compute the seed of an agent's random numbers for a hand on a seat, below 2**64.

        The seed is the same in every matchup and every leg in which the agent has this seat.

        Args:
            name: name of the agent, without a copy number.
            pair: number of the pair, from 0.
            hand: number of the hand in the match, from 1.
            seat: the agent's seat, from 0.
        """
        digest = self._seat.copy()
        # The name comes last, so that no part of it can be read as a number.
        digest.update(b"%d %d %d %s" % (pair, hand, seat, name.encode()))
        return int.from_bytes(digest.digest(), "little")


class MatchupSeeds:
    """The seeds of the hands of a matchup, under the dealing rule of its arena.

    Under the rule ``same``, copies of an agent, such as ``random`` and ``random#2``, share one
    random stream for each seat, so they play alike. Two copies never have the same seat in one
    hand, so they never draw the same numbers in it.

    Args:
        spec: the specification of the arena.
        matchup: the matchup.
        secret: secret that the arena deals from in addition to its seed; empty for none.

    Example:
        >>> spec = ArenaSpec(agents=("call", "fold", "random", "random#2"), seed=7)
        >>> one, other = (MatchupSeeds(spec, spec.matchups[number]) for number in (1, 2))
        >>> one.matchup.agents, other.matchup.agents
        (('call', 'random'), ('call', 'random#2'))
        >>> one.deck(0, 1) == other.deck(0, 1), one.agent(0, 0, 1, 1) == other.agent(0, 0, 1, 1)
        (True, True)
    """

    __slots__ = ("_names", "_seeds", "_shared", "matchup")

    def __init__(self, spec: ArenaSpec, matchup: ArenaMatchup, secret: bytes = b"") -> None:
        self.matchup = matchup
        self._names = [_plain(name) for name in matchup.agents]
        self._seeds, self._shared = Seeds(spec.seed, secret), spec.deal == "same"

    def deck(self, pair: int, hand: int) -> int:
        """Return the seed of the cards of a hand.

        Under the rule ``same``, all matchups use the seeds of the first matchup.

        Args:
            pair: number of the pair, from 0.
            hand: number of the hand in the match, from 1.
        """
        return self._seeds.deck(0 if self._shared else self.matchup.number, pair, hand)

    def agent(self, pair: int, leg: int, hand: int, slot: int) -> int:
        """Return the seed of an agent's random numbers for a hand.

        Args:
            pair: number of the pair, from 0.
            leg: number of the leg, from 0.
            hand: number of the hand in the match, from 1.
            slot: slot of the agent in the matchup.
        """
        if not self._shared:
            return self._seeds.agent(self.matchup.number, pair, leg, hand, slot)
        seat = (slot + leg) % len(self._names)
        return self._seeds.seat(self._names[slot], pair, hand, seat)


def _from_fields(kind: type[Any], values: Any, what: str) -> Any:
    if not isinstance(values, Mapping):
        raise OptionError(f"{what} is {values!r}; it must be an object with fields")
    known = {each.name for each in fields(kind)}
    strange = [name for name in values if name not in known]
    if strange:
        raise OptionError(
            f"{what} has no field {strange[0]!r}; the fields are {', '.join(sorted(known))}"
        )
    try:
        return kind(**values)
    except TypeError as error:
        raise OptionError(f"{what} cannot be read: {error}") from None


def _require_agents(agents: tuple[Any, ...], table: str) -> None:
    if len(agents) < 2:
        raise OptionError(f"an arena needs at least two agents; there are {len(agents)}")
    if table == "all" and len(agents) > MOST_SEATS:
        raise OptionError(f"a table has {MOST_SEATS} seats, but there are {len(agents)} agents")
    for name in agents:
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise OptionError(f"an agent is named {name!r}; a name must be text on one line")
    for name, count in Counter(agents).items():
        if count > 1:
            raise OptionError(f"{name} is named {count} times; write {name}#2 for a second one")


def schedule(spec: ArenaSpec) -> Iterator[tuple[int, int]]:
    """Yield all blocks in playing order: the first block of every matchup, then the second, etc.

    Yields:
        The number of the matchup, and the number of the block, both from 0.

    Example:
        >>> list(schedule(ArenaSpec(agents=("call", "fold", "random"), pairs=101)))
        [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    """
    for block in range(spec.blocks):
        for matchup in spec.matchups:
            yield matchup.number, block
