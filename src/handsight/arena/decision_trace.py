"""Replays a hand of an arena and records why each agent decided as it did.

The specification and the secret determine the whole arena, except for late answers. So the hand's
block is played again with the same cards, random numbers and memories.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from handsight.arena.match import BlockPlay
from handsight.arena.player_factory import sandboxed_player
from handsight.arena.players import AgentDecision, Player, TracedPlayer
from handsight.arena.schedule import ArenaSpec, MatchupSeeds, replayed_agent
from handsight.arena.storage.store import ArenaStore
from handsight.errors import OptionError
from handsight.game import Hand
from handsight.interop import build_agent
from handsight.runtime.integers import require_drawable


class HandPlace(NamedTuple):
    """The numbers that identify a hand in an arena.

    Attributes:
        matchup: number of the matchup, from 0.
        pair: number of the pair, from 0.
        leg: number of the leg, from 0.
        hand: number of the hand in the match, from 1.
    """

    matchup: int
    pair: int
    leg: int
    hand: int


def trace_decisions(
    spec: ArenaSpec, place: HandPlace, secret: bytes = b"", hidden: Sequence[Path] = ()
) -> list[AgentDecision]:
    """Replay a hand of an arena, and collect the agents' reasons for their decisions.

    As in the arena, bots in files play in their own processes; their decisions are not collected.
    Bots that the arena trusts play in this process, and can give reasons. All other agents play in
    this process too, even if they were isolated in the arena.

    Args:
        spec: the specification of the arena.
        place: the numbers that identify the hand.
        secret: secret that the arena dealt from in addition to its seed; empty for none.
        hidden: files that no sandboxed player may open.

    Returns:
        The decisions of the agents in this process, in order.

    Raises:
        OptionError: if there is no such hand, if no agent in this process made a decision in it, if
            an agent does not exist or was passed as an object, or if a bot cannot be loaded or
            isolated.

    Example:
        >>> spec = ArenaSpec(agents=("fai-v1", "call"), pairs=3, seed=7)
        >>> decisions = trace_decisions(spec, HandPlace(matchup=0, pair=2, leg=1, hand=1))
        >>> decisions[0].agent, decisions[0].decision.reason
        ('call', 'calls whatever it costs: the calling station')
    """
    if not 0 <= place.matchup < len(spec.matchups) or not 0 <= place.pair < spec.pairs:
        raise OptionError(f"there is no pair {place.pair} of matchup {place.matchup}")
    matchup = spec.matchups[place.matchup]
    seeds, decisions = MatchupSeeds(spec, matchup, secret), list[AgentDecision]()
    with ExitStack() as stack:
        players: list[Player] = []
        for slot, name in enumerate(matchup.agents):
            # A player recognises the hand to trace by the seed of its own random numbers.
            players.append(_player(spec, name, seeds.agent(*place[1:], slot), decisions, hidden))
            stack.callback(players[-1].close)
        # The whole block is played, because agents can remember its earlier hands.
        BlockPlay(spec, matchup, players, secret).block(place.pair // spec.block)
    if not decisions:
        raise OptionError(f"nobody made a decision in hand {place.hand} of pair {place.pair}")
    return decisions


def place_of(store: ArenaStore, number: int) -> tuple[HandPlace, Hand]:
    """Return the numbers that identify a hand in an open store, and the record of the hand.

    Args:
        store: an open store.
        number: number of the hand in the canonical export, from 1.

    Raises:
        OptionError: if the number is below 1 or the store has fewer hands.
        ArenaError: if the store is damaged.
    """
    if number < 1:
        raise OptionError(f"hand is {number}; hands are numbered from 1")
    require_drawable("hand", number)
    hand = next(islice(store.hands(), number - 1, None), None)
    if hand is None:
        raise OptionError(f"hand is {number}; the store holds fewer hands")
    return HandPlace(hand.matchup, hand.pair, hand.leg, hand.hand), hand.record


def _player(
    spec: ArenaSpec, name: str, seed: int, decisions: list[AgentDecision], hidden: Sequence[Path]
) -> Player:
    agent = replayed_agent(spec, name)
    if agent.file is None or spec.trust:
        return TracedPlayer(build_agent(agent), name, decisions.append, only_seed=seed)
    return sandboxed_player(spec, agent, hidden)
