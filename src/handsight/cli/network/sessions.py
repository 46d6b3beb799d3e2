"""Seats and reports shared by the commands that play on other people's servers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import click

from handsight.agents import Agent, AgentEvent, AgentSpec
from handsight.arena.players import Fault, Player
from handsight.arena.statistics import PairStatistics
from handsight.cli.terminal import say
from handsight.errors import ArenaError, OptionError
from handsight.formats import phhs_text
from handsight.game import Action, Hand, Observation
from handsight.interop import build_agent
from handsight.runtime.files import write_whole
from handsight.views.arena.session import SessionReport
from handsight.views.report import to_json

MOST_HANDS = 10**6


class SessionHands:
    """Counts the hands of a session, and saves their histories.

    Args:
        agent: name of the agent.
        server: address of the server.
        big_blind: chips of the big blind.
        save: file for the hand histories; None to save no histories.
    """

    def __init__(self, agent: str, server: str, big_blind: int, save: Path | None) -> None:
        self._names = agent, server
        self._statistics = PairStatistics(big_blind)
        self._save = save
        self._records: list[Hand] = []

    def add(self, chips: int, record: Hand) -> None:
        """Count a finished hand, and keep its record if histories are saved."""
        self._statistics.add(chips, hands=1)
        if self._save is not None:
            self._records.append(record)

    def end(self, as_json: bool) -> None:
        """Show what the agent won, and write the hand histories if they are saved.

        Raises:
            OptionError: if the hand histories cannot be written.
        """
        sums = self._statistics
        report = SessionReport(*self._names, sums.hands, sums.chips, sums.bb100, sums.interval())
        if self._save is not None:
            try:
                write_whole(self._save, "".join(phhs_text(self._records)))
            except OSError as error:
                raise OptionError(
                    f"--save cannot write {str(self._save)!r}: {error.strerror}"
                ) from None
        if as_json:
            click.echo(to_json(report))
            return
        hands = "1 hand" if sums.hands == 1 else f"{sums.hands:,} hands"
        say(f"{report.agent} won {sums.chips:+,} chips in {hands} at {report.server}.")
        half = sums.half_width()
        if math.isfinite(half):
            say(f"{sums.bb100:+.1f} bb/100 ± {half:.1f} (95% interval)")
        if self._save is not None:
            say(f"The hands are in {str(self._save)!r}.")


def require_hands(hands: int) -> None:
    """Check that a number of hands can be played.

    Raises:
        OptionError: if the number is out of range.
    """
    if not 1 <= hands <= MOST_HANDS:
        raise OptionError(f"--hands is {hands}; it must be from 1 to {MOST_HANDS:,}")


# --- agents ---------------------------------------------------------------------------------------


@contextmanager
def seated_agent(text: str) -> Iterator[Agent]:
    """Yield an agent, which is built from its name; a bot from a file plays in a sandbox.

    Args:
        text: name of the agent, or file of the bot.

    Raises:
        OptionError: if there is no such agent, or it cannot be loaded.
    """
    spec = AgentSpec.parse(text)
    if spec.file is None:
        yield build_agent(spec)
        return
    from handsight.arena.sandbox.player import SandboxedPlayer

    player = SandboxedPlayer(spec)
    try:
        yield _ObservingSeat(player) if player.observes else _Seat(player)
    finally:
        player.close()


class _Seat:
    """An agent whose decisions come from a player that runs in its own process.

    The agent raises an error if the player fails.
    """

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self._player = player
        self._hand = 0

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask the player for an action.

        Raises:
            ArenaError: if the player gives no answer, or its answer is a fault.
        """
        if observation.hand != self._hand:
            self._hand = observation.hand
            self._player.begin(rng.getrandbits(64))
        answer = self._player.act(observation)
        if answer is None or answer.action is None:
            raise _failed(self.name, answer and answer.fault)
        return answer.action


class _ObservingSeat(_Seat):
    """A seat whose player wants to observe events."""

    def observe(self, event: AgentEvent) -> None:
        """Pass an event on to the player.

        Raises:
            ArenaError: if the player fails.
        """
        fault = self._player.observe([event])
        if fault is not None:
            raise _failed(self.name, fault)


def _failed(name: str, fault: Fault | None) -> ArenaError:
    detail = "gives no answer" if fault is None else f"{fault.kind}: {fault.detail}"
    return ArenaError(f"{name} fails: {detail}")
