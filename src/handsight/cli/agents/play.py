"""The implementation of `handsight play`, with which a person plays agents at the terminal."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import click

from handsight.agents import AgentSpec
from handsight.agents.registry import DEFAULT_AGENT
from handsight.arena.players import AgentDecision, Player, TracedPlayer
from handsight.arena.table import HandPlay, TableHand
from handsight.cli.agents.human import HELP, Human
from handsight.cli.terminal import say
from handsight.errors import OptionError
from handsight.formats import phhs_text
from handsight.game import HandState, Rules, Show, hand_of
from handsight.runtime.files import write_whole
from handsight.runtime.seeds import checked_seed, raw_words, seed_or_fresh

YOU = "you"


@dataclass(slots=True)
class _Table:
    """A table: its players, their stacks, and the decisions in this hand and the previous one.

    Attributes:
        most: number of hands to play; 0 for no limit.
        stack: chips of each player before every hand; None if stacks are carried over.
        hand: number of the current hand, from 1.
        won: chips that the person has won or lost so far.
        decisions: decisions of the agents in the current hand.
        last_decisions: decisions, in the previous hand, of agents that showed their cards; the
            cards and reasons of other agents stay hidden.
    """

    human: Human
    players: list[Player]
    stacks: list[int]
    rules: Rules
    seed: int
    most: int
    stack: int | None
    hand: int = 0
    won: int = 0
    decisions: list[AgentDecision] = field(default_factory=list)
    last_decisions: list[AgentDecision] = field(default_factory=list)


def play_hands(
    agents: tuple[str, ...],
    *,
    stack: int,
    blinds: tuple[int, int],
    hands: int,
    format: str,
    seed: int | None,
    save: Path | None,
) -> None:
    """Play until the person leaves, all hands are played, or only one player has chips.

    The game also ends when the person is broke.

    Args:
        agents: names of the agents; `DEFAULT_AGENT` if there are none.
        stack: chips of each player before every hand, or before the first hand if stacks are
            carried over.
        blinds: small and big blind, in chips.
        hands: number of hands to play; 0 for no limit.
        format: ``reset``, or ``carry`` for stacks that are carried over from hand to hand.
        seed: seed of cards and agents; None for a random seed.
        save: file for the hand histories; None to save no histories.
    """
    if hands < 0:
        raise OptionError(
            f"--hands is {hands}; it must be the number of hands to play, or 0 to play on "
            "without end"
        )
    if not agents:
        agents = (DEFAULT_AGENT,)
        say(
            f"You play against {DEFAULT_AGENT}, which solves flops, turns and rivers at the table; "
            "`handsight agents` lists all, and `handsight leaderboard` compares them."
        )
    if len(agents) > 9:
        raise OptionError(f"{len(agents)} agents; at most 9 can sit down with you")
    rules = Rules(small_blind=blinds[0], big_blind=blinds[1])
    if stack < rules.big_blind:
        raise OptionError(
            f"--stack is {stack}; it must be at least the big blind of {rules.big_blind}"
        )
    human = Human(YOU, lambda: table.last_decisions)
    table = _Table(
        human,
        players=[human],
        stacks=[stack] * (len(agents) + 1),
        rules=rules,
        seed=seed_or_fresh(None) if seed is None else checked_seed(seed),
        most=hands,
        stack=None if format == "carry" else stack,
    )
    with ExitStack() as ends:
        _seat(agents, table, ends)
        say(f"Seed {table.seed}.\n{HELP}\n")
        played: list[tuple[HandState, list[str]]] = []
        while _goes_on(table):
            end = _play_hand(table)
            if end is None:
                break
            played.append(end)
    count = "1 hand" if len(played) == 1 else f"{len(played)} hands"
    left = "" if table.hand == len(played) else " The hand that you left does not count."
    say(f"\n{count} played to the end; you won {table.won:+,} chips.{left}")
    if save is not None:
        _save(save, played)


def _seat(agents: tuple[str, ...], table: _Table, ends: ExitStack) -> None:
    for name, spec in _named([AgentSpec.parse(text) for text in agents]):
        player = _player(name, spec, table)
        ends.callback(player.close)
        table.players.append(player)


def _named(specs: list[AgentSpec]) -> list[tuple[str, AgentSpec]]:
    """Return each agent with a unique name; agents that are specified alike are numbered."""
    named: list[tuple[str, AgentSpec]] = []
    for spec in specs:
        if specs.count(spec) == 1:
            named.append((spec.text, spec))
        else:
            number = sum(spec == other for _, other in named) + 1
            named.append((f"{spec.text} #{number}", spec))
    return named


def _player(name: str, spec: AgentSpec, table: _Table) -> Player:
    """Return an agent as a player; a bot from a file plays in a sandbox and explains nothing."""
    if spec.file is None:
        # Each hand has its own list of decisions, so the list is looked up at each decision.
        return TracedPlayer(spec.build(), name, lambda each: table.decisions.append(each))
    from handsight.arena.sandbox.player import SandboxedPlayer

    player = SandboxedPlayer(spec)
    player.name = name
    return player


def _goes_on(table: _Table) -> bool:
    if table.most and table.hand >= table.most:
        return False
    if table.stack is not None:
        table.stacks = [table.stack] * len(table.players)
    return table.stacks[0] > 0 and sum(map(bool, table.stacks)) > 1


# --- a hand ---------------------------------------------------------------------------------------


def _play_hand(table: _Table) -> tuple[HandState, list[str]] | None:
    """Play a hand; seats rotate so that the last seat has the button.

    Returns:
        The final state of the hand and the players' names by seat, or None if the person left
        during the hand.
    """
    table.hand += 1
    table.decisions = []
    order = _order(table)
    players = [table.players[place] for place in order]
    names = [player.name for player in players]
    deck, *streams = map(int, raw_words(table.seed, table.hand, count=len(order) + 1))
    for player, stream in zip(players, streams, strict=True):
        player.begin(stream)
    stacks = [table.stacks[place] for place in order]
    start = HandState.start(table.rules, stacks, button=len(order) - 1, seed=deck)
    play = HandPlay(start, players, tuple(names), table.hand, table.most)
    if not play.advance():
        return None
    played = play.result()
    end = _end(played)
    table.human.show_hand(end, order.index(0), names, table.hand)
    _show_faults(played, names)
    for place, chips in zip(order, end.stacks, strict=True):
        table.stacks[place] = chips
    table.won += end.payoffs[order.index(0)]
    shown = {names[event.seat] for event in end.events if isinstance(event, Show)}
    table.last_decisions = [each for each in table.decisions if each.agent in shown]
    click.echo()
    return end, names


def _end(played: TableHand) -> HandState:
    if not isinstance(played.state, HandState):
        raise TypeError("handsight play deals hands by our own rules only")
    return played.state


def _order(table: _Table) -> list[int]:
    """Return the indices of the players who have chips, in seat order; the last has the button.

    The order begins one place further on in each hand.
    """
    size = len(table.players)
    around = [(table.hand + step) % size for step in range(size)]
    return [place for place in around if table.stacks[place]]


def _show_faults(played: TableHand, names: list[str]) -> None:
    for seat, _, fault in played.faults:
        say(f"handsight: {names[seat]}: {fault.kind}: {fault.detail}", err=True)


def _save(file: Path, played: list[tuple[HandState, list[str]]]) -> None:
    histories = (
        hand_of(state, names, {"hand": number})
        for number, (state, names) in enumerate(played, start=1)
    )
    try:
        write_whole(file, "".join(phhs_text(histories)))
    except OSError as error:
        raise OptionError(f"--save cannot write {str(file)!r}: {error.strerror}") from None
    say(f"{len(played)} hands written to {file}.")
