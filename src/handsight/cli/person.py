"""A person at the terminal, in a seat like any player."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

import click

from handsight.agents import Agent, AgentEvent, Decision
from handsight.arena.players import Answer, Fault, Trusted
from handsight.cli.terminal import has_terminal, say, show
from handsight.errors import IllegalActionError, InputError
from handsight.game import Action, HandState, Observation

HELP = """\
  f fold    k check    c call    b 300 bet    r 300 raise to 300
  h half the pot    p the pot    a all in
  ? the numbers of your hand    why what led the agents in the last hand    q quit"""
_SEAT_AND_LEGAL = re.compile(r"^seat \d+: |; legal: .*$")
"""What an error says that the person sees anyway."""
_SIZES = {"h": (1, 2), "half": (1, 2), "p": (1, 1), "pot": (1, 1)}


@dataclass(frozen=True, slots=True)
class Thought:
    """What an agent saw, and what led it.

    Attributes:
        name: of the agent at this table.
        seen: what it saw.
        decision: what it did and why; None if it does not say.
    """

    name: str
    seen: Observation
    decision: Decision | None


class Thinker(Trusted):
    """An agent in this process whose thoughts are kept, to be told when the hand is over.

    It is asked for them at once: later it may have learned more, and would answer for that.

    Args:
        agent: the agent.
        name: what it is called at this table.
        thoughts: where they are kept.
    """

    __slots__ = ("_thoughts",)

    def __init__(self, agent: Agent, name: str, thoughts: Callable[[], list[Thought]]) -> None:
        super().__init__(agent)
        self.name = name
        self._thoughts = thoughts

    def act(self, observation: Observation) -> Answer:
        """Ask the agent, and keep what it saw and what led it."""
        self._thoughts().append(Thought(self.name, observation, self.explain(observation)))
        return super().act(observation)


class Person:
    """A person at the terminal.

    Args:
        name: what he is called.
        thoughts: gives what the agents thought in the hand before.

    Attributes:
        name: what he is called.
        observes: no; he is told as `tell` goes on.
    """

    def __init__(self, name: str, thoughts: Callable[[], Sequence[Thought]]) -> None:
        self.name = name
        self.observes = False
        self._thoughts = thoughts
        self._told = 0

    def reset(self) -> Fault | None:
        """Keep in mind what he likes."""
        return None

    def begin(self, seed: int) -> None:
        """Begin a hand."""
        self._told = 0

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """See for himself."""
        return None

    def close(self) -> None:
        """Get up."""

    def act(self, observation: Observation) -> Answer | None:
        """Tell them what happened, and ask until there is an answer that is an action.

        Returns:
            None if they leave the table.
        """
        start = perf_counter()
        self.tell(
            observation.sampled(seed=0), observation.seat, observation.names, observation.hand
        )
        while True:
            words = click.prompt(
                f"  {observation.legal}", prompt_suffix=" > ", default="", show_default=False
            )
            said = words.strip().lower()
            if said in ("q", "quit"):
                return None
            try:
                action = _answer(said, observation, self._thoughts())
            except InputError as error:
                say(f"  {_SEAT_AND_LEGAL.sub('', str(error))}")
                continue
            if action is not None:
                return Answer(action, perf_counter() - start)

    def tell(self, state: HandState, seat: int, names: Sequence[str], hand: int) -> None:
        """Tell what happened since he was told last, as far as he may see it.

        Args:
            state: the hand; what is hidden from him in it does not matter.
            seat: his.
            names: of all seats, the button's being the last.
            hand: the number of the hand.
        """
        from handsight.views.replay import watched_report
        from handsight.views.replay_text import replay_text

        seen = watched_report(state.view(seat), names, {"hand": hand})
        pieces = list(replay_text(seen, drawn_suits=has_terminal()))
        for piece in pieces[self._told :]:
            show(piece)
        self._told = len(pieces)


def _answer(words: str, seen: Observation, thoughts: Sequence[Thought]) -> Action | None:
    if words in ("", "help"):
        say(HELP)
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
    from handsight.views import explain
    from handsight.views.explanation_text import explanation_text

    found = explain(seen.hole, seen.board, opponents=len(seen.opponents))
    show(explanation_text(found, drawn_suits=has_terminal()))
    if seen.to_call:
        share = seen.to_call / (seen.pot + seen.to_call)
        say(f"  A call of {seen.to_call:,} into {seen.pot:,} needs {share:.1%} of the pot.")


def _show_thoughts(thoughts: Sequence[Thought]) -> None:
    if not thoughts:
        say("  No agent has decided anything in a hand that is over.")
    for thought in thoughts:
        where = f"{thought.name}, {thought.seen.street}, {thought.seen.hole}"
        say(f"  {where}: {thought.decision or 'it does not say'}")
