"""What `handsight play` does: seat a person at the terminal against agents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import click

from handsight.agents import Agent, AgentSpec, Decision
from handsight.cli.first_run import say_if_first
from handsight.cli.terminal import has_terminal, show
from handsight.errors import IllegalActionError, InputError, OptionError
from handsight.game import Action, Follower, HandState, Observation, Rules
from handsight.history import history_of, phhs_text
from handsight.runtime.files import write_whole
from handsight.runtime.seeds import checked_seed, raw_words, seed_or_fresh

YOU = "you"
EQUITY = ("count_known_hands",)
HELP = """\
  f fold    k check    c call    b 300 bet    r 300 raise to 300
  h half the pot    p the pot    a all in
  ? the numbers of your hand    why what led the agents in the last hand    q quit"""
_SEAT_AND_LEGAL = re.compile(r"^seat \d+: |; legal: .*$")
"""What an error says that the person sees anyway."""
_SIZES = {"h": (1, 2), "half": (1, 2), "p": (1, 1), "pot": (1, 1)}


@dataclass(frozen=True, slots=True)
class Sitting:
    """What is played, as it was asked for.

    Attributes:
        agents: the names of the others.
        stack: chips of each player before every hand, or before the first.
        blinds: like ``50/100``.
        hands: how many; 0 until the person leaves.
        carry: whether stacks are carried from hand to hand.
        seed: of the cards and of the agents.
        save: a file for the histories of the hands.
    """

    agents: tuple[str, ...]
    stack: int
    blinds: str
    hands: int
    carry: bool
    seed: int | None
    save: Path | None


class _Leaves(Exception):
    """The person has enough."""


@dataclass(slots=True)
class _Thought:
    """What an agent saw, and where its random numbers stood."""

    agent: Agent
    seen: Observation
    random_state: Any


@dataclass(slots=True)
class _Table:
    """The players, what they have, and what is remembered of the last hand."""

    players: list[tuple[str, Agent | None]]
    stacks: list[int]
    rules: Rules
    seed: int
    hand: int = 0
    won: int = 0
    thoughts: list[_Thought] = field(default_factory=list)


def play_hands(asked: Sitting) -> None:
    """Play until the person leaves, or all hands are played, or somebody is broke."""
    table = _table(asked)
    say_if_first(EQUITY)
    click.echo(f"Seed {table.seed}.\n{HELP}\n")
    played: list[HandState] = []
    names: list[list[str]] = []
    try:
        while _goes_on(table, asked):
            state, order = _play_hand(table, asked)
            played.append(state)
            names.append(order)
    except _Leaves:
        pass
    hands = "1 hand" if len(played) == 1 else f"{len(played)} hands"
    left = "" if table.hand == len(played) else " The hand that you left does not count."
    click.echo(f"\n{hands} played to the end; you won {table.won:+,} chips.{left}")
    if asked.save is not None:
        _save(asked.save, played, names)


def _table(asked: Sitting) -> _Table:
    if asked.hands < 0:
        raise OptionError(f"--hands is {asked.hands}; it takes how many to play, 0 for no end")
    if not 1 <= len(asked.agents) <= 9:
        raise OptionError(f"{len(asked.agents)} agents; 1 to 9 sit down with you")
    small, big = _blinds(asked.blinds)
    rules = Rules(small_blind=small, big_blind=big)
    if asked.stack < big:
        raise OptionError(f"--stack is {asked.stack}; it takes a big blind of {big} or more")
    agents = [AgentSpec.parse(text).build() for text in asked.agents]
    players: list[tuple[str, Agent | None]] = [(YOU, None)]
    for each in agents:
        copies = sum(other.name == each.name for other in agents)
        number = sum(name.startswith(each.name) for name, _ in players) + 1
        players.append((f"{each.name} #{number}" if copies > 1 else each.name, each))
    seed = seed_or_fresh(None) if asked.seed is None else checked_seed(asked.seed)
    return _Table(players, [asked.stack] * len(players), rules, seed)


def _blinds(text: str) -> tuple[int, int]:
    small, _, big = text.partition("/")
    if not (small.isdecimal() and big.isdecimal() and len(text) < 30):
        raise OptionError(f"--blinds is {text!r}; write small and big blind like 50/100")
    return int(small), int(big)


def _goes_on(table: _Table, asked: Sitting) -> bool:
    if asked.hands and table.hand >= asked.hands:
        return False
    if not asked.carry:
        table.stacks = [asked.stack] * len(table.players)
    return table.stacks[0] > 0 and sum(map(bool, table.stacks)) > 1


# --- a hand ---------------------------------------------------------------------------------------


def _play_hand(table: _Table, asked: Sitting) -> tuple[HandState, list[str]]:
    """Play a hand; the seats go round the table, so that the button has the last one."""
    table.hand += 1
    table.thoughts, last = [], table.thoughts
    order = _order(table)
    names = [table.players[place][0] for place in order]
    streams = [Random(int(word)) for word in raw_words(table.seed, table.hand, count=len(order))]
    deck_seed = int(raw_words(table.seed, table.hand, 1, count=1)[0])
    stacks = [table.stacks[place] for place in order]
    state = HandState.start(table.rules, stacks, button=len(order) - 1, seed=deck_seed)
    follower = Follower(state, table.hand, asked.hands, tuple(names))
    teller = _Teller(names, order.index(0), table.hand)
    while not follower.state.is_over:
        seat = follower.state.actor
        agent = table.players[order[seat]][1]
        if agent is None:
            teller.tell(follower)
            action = _asked(follower.observation(), last)
        else:
            action = _chosen(agent, follower, streams[seat], table.thoughts)
        follower.apply(action)
    teller.tell(follower)
    end = _end(follower)
    for seat, place in enumerate(order):
        table.stacks[place] = end.stacks[seat]
    table.won += end.payoffs[order.index(0)]
    click.echo()
    return end, names


def _end(follower: Follower) -> HandState:
    if not isinstance(follower.state, HandState):
        raise TypeError("a hand is played here by our own rules")
    return follower.state


def _order(table: _Table) -> list[int]:
    """Seat those who have chips, the button moving on from hand to hand."""
    size = len(table.players)
    around = [(table.hand + step) % size for step in range(size)]
    return [place for place in around if table.stacks[place]]


class _Teller:
    """Tells the person what happens, each thing once."""

    def __init__(self, names: list[str], seat: int, hand: int) -> None:
        self.names, self.seat, self.hand, self.told = names, seat, hand, 0

    def tell(self, follower: Follower) -> None:
        from handsight.reports.replay import watched
        from handsight.reports.replay_text import replay_text

        seen = watched(_end(follower).view(self.seat), self.names, {"hand": self.hand})
        pieces = list(replay_text(seen, drawn_suits=has_terminal()))
        for piece in pieces[self.told :]:
            show(piece)
        self.told = len(pieces)


def _chosen(agent: Agent, follower: Follower, rng: Random, thoughts: list[_Thought]) -> Action:
    """Ask an agent; what it may not do is said, and it checks or folds instead."""
    seen = follower.observation()
    thoughts.append(_Thought(agent, seen, rng.getstate()))
    try:
        action = agent.act(seen, rng)
        _end(follower).verify(action)
    except Exception as error:
        click.echo(f"handsight: {agent.name}: {type(error).__name__}: {error}", err=True)
        return Action.fold() if seen.to_call else Action.check()
    return action


# --- the person -----------------------------------------------------------------------------------


def _asked(seen: Observation, thoughts: list[_Thought]) -> Action:
    """Ask the person until there is an answer that is an action."""
    while True:
        words = click.prompt(f"  {seen.legal}", prompt_suffix=" > ", default="", show_default=False)
        try:
            action = _answer(words.strip().lower(), seen, thoughts)
        except InputError as error:
            click.echo(f"  {_SEAT_AND_LEGAL.sub('', str(error))}")
            continue
        if action is not None:
            return action


def _answer(words: str, seen: Observation, thoughts: list[_Thought]) -> Action | None:
    if words in ("q", "quit"):
        raise _Leaves
    if words in ("", "help"):
        click.echo(HELP)
    elif words == "?":
        _show_numbers(seen)
    elif words == "why":
        _show_thoughts(thoughts)
    elif words in _SIZES:
        return Action.raise_to(_sized(seen, *_SIZES[words]))
    else:
        return _legal(Action.parse(words), seen)
    return None


def _sized(seen: Observation, numerator: int, denominator: int) -> int:
    total = seen.legal.share_of_pot(numerator, denominator)
    if not total:
        raise IllegalActionError(f"you may not raise here; legal: {seen.legal}")
    return total


def _legal(action: Action, seen: Observation) -> Action:
    """Refuse here what the hand would refuse, so that the person is asked again."""
    seen.sampled(seed=0).verify(action)
    return action


def _show_numbers(seen: Observation) -> None:
    from handsight.reports.explain import explain
    from handsight.reports.explain_text import explanation_text

    found = explain(seen.hole, seen.board, opponents=len(seen.opponents))
    show(explanation_text(found, drawn_suits=has_terminal()))
    if seen.to_call:
        share = seen.to_call / (seen.pot + seen.to_call)
        click.echo(f"  A call of {seen.to_call:,} into {seen.pot:,} needs {share:.1%} of the pot.")


def _show_thoughts(thoughts: Sequence[_Thought]) -> None:
    if not thoughts:
        click.echo("  No agent has decided anything in a hand that is over.")
    for thought in thoughts:
        for line in _thought_lines(thought):
            click.echo(line)


def _thought_lines(thought: _Thought) -> Iterator[str]:
    explain = getattr(thought.agent, "explain", None)
    seen = thought.seen
    where = f"  {thought.agent.name}, {seen.street}, {seen.hole}"
    if explain is None:
        yield f"{where}: it does not say"
        return
    rng = Random(0)
    rng.setstate(thought.random_state)
    decision: Decision = explain(seen, rng)
    yield f"{where}: {decision}"


def _save(file: Path, played: list[HandState], names: list[list[str]]) -> None:
    histories = (
        history_of(state, order, {"hand": number})
        for number, (state, order) in enumerate(zip(played, names, strict=True), start=1)
    )
    write_whole(file, "".join(phhs_text(histories)))
    click.echo(f"{len(played)} hands written to {file}.")
