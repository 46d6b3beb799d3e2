"""A hand of an arena once more, with what led each agent at each decision.

Everything follows from the specification, so the block of the hand is played again, with the same
cards, the same random numbers and the same memories.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from handsight.agents import Agent, Decision
from handsight.arena.match import BlockPlay
from handsight.arena.players import Answer, Player, Trusted
from handsight.arena.schedule import ArenaSpec, Seeds, agent_of
from handsight.arena.seating import isolated_player
from handsight.arena.store import ArenaStore
from handsight.errors import OptionError
from handsight.game import Hand, Observation
from handsight.interop import build_agent
from handsight.runtime.integers import require_drawable


class HandPlace(NamedTuple):
    """Where a hand stands in an arena.

    Attributes:
        matchup: the number of its matchup.
        pair: of its pair.
        leg: of its leg.
        hand: its number in the match, from 1.
    """

    matchup: int
    pair: int
    leg: int
    hand: int


class Told(NamedTuple):
    """A decision of a hand.

    Attributes:
        agent: who decided.
        seen: what it saw.
        decision: what it did and why; None where the agent does not say.
    """

    agent: str
    seen: Observation
    decision: Decision | None


def retold(
    spec: ArenaSpec, place: HandPlace, secret: bytes = b"", hidden: Sequence[Path] = ()
) -> list[Told]:
    """Play a hand of an arena again and let the agents explain themselves.

    Bots in files play in processes of their own here too, and do not say what led them; those that
    the arena trusted play in this process, and may.

    Args:
        spec: what the arena played.
        place: the hand.
        secret: that it dealt from beside its seed; empty for none.
        hidden: files that no isolated player may open.

    Returns:
        The decisions in their order.

    Raises:
        OptionError: if there is no such hand.

    Example:
        >>> spec = ArenaSpec(agents=("fai-v1", "call"), pairs=3, seed=7)
        >>> told = retold(spec, HandPlace(matchup=0, pair=2, leg=1, hand=1))
        >>> told[0].agent, told[0].decision.reason
        ('call', 'calls whatever it costs: the calling station')
    """
    if not 0 <= place.matchup < len(spec.matchups) or not 0 <= place.pair < spec.pairs:
        raise OptionError(f"there is no pair {place.pair} of matchup {place.matchup}")
    matchup = spec.matchups[place.matchup]
    seeds, told = Seeds(spec.seed, secret), list[Told]()
    with ExitStack() as stack:
        players: list[Player] = []
        for slot, name in enumerate(matchup.agents):
            players.append(_player(spec, name, seeds.agent(*place, slot), told, hidden))
            stack.callback(players[-1].close)
        BlockPlay(spec, matchup, players, secret).block(place.pair // spec.block)
    if not told:
        raise OptionError(f"nobody decided anything in hand {place.hand} of pair {place.pair}")
    return told


def place_of(store: ArenaStore, number: int) -> tuple[HandPlace, Hand]:
    """Find a hand by its number in the canonical export: its place, and its record.

    Args:
        store: an open store.
        number: of the hand, from 1.

    Raises:
        OptionError: if there are fewer hands.
    """
    if number < 1:
        raise OptionError(f"hand is {number}; hands are counted from 1")
    require_drawable("hand", number)
    found = next(islice(store.hands(), number - 1, None), None)
    if found is None:
        raise OptionError(f"hand is {number}; the store holds fewer hands")
    return HandPlace(found.matchup, found.pair, found.leg, found.hand), found.record


class _Explaining(Trusted):
    """An agent that explains itself in one hand, which it knows by its random numbers."""

    __slots__ = ("_asked", "_now", "_told")

    def __init__(self, agent: Agent, name: str, asked: int, told: list[Told]) -> None:
        super().__init__(agent)
        self.name = name
        self._asked, self._now, self._told = asked, False, told

    def begin(self, seed: int) -> None:
        """Begin a hand."""
        self._now = seed == self._asked
        super().begin(seed)

    def act(self, observation: Observation) -> Answer:
        """Ask the agent, in the hand in question also what leads it."""
        if self._now:
            self._told.append(Told(self.name, observation, self.explain(observation)))
        return super().act(observation)


def _player(
    spec: ArenaSpec, name: str, asked: int, told: list[Told], hidden: Sequence[Path]
) -> Player:
    if agent_of(name).file is None or spec.trust:
        return _Explaining(build_agent(agent_of(name)), name, asked, told)
    return isolated_player(spec, name, hidden)
