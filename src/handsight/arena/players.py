"""What sits in a seat: an agent, and what goes wrong with it.

A player is asked for an action, and may answer much later: somebody at a terminal, over a socket or
in a browser. The players of an arena answer at once, in any case. One in this process is trusted
with its time; one in a process of its own (`handsight.arena.sandbox`) is not.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from operator import index
from pathlib import Path
from random import Random
from time import perf_counter
from types import CodeType
from typing import Any, NamedTuple, Protocol

from handsight.agents import Agent, AgentEvent, Decision
from handsight.game import Action, Observation
from handsight.game.actions import KINDS

FAULTS = {
    "exception": "raised an exception",
    "garbage": "answered with what is no action",
    "illegal": "chose an action that is not legal",
    "late": "was past its time limit",
    "memory": "was past its memory limit",
    "died": "its process ended",
}
"""The kinds of faults, in words. Only ``late`` depends on the machine."""


MOST_CHIPS = 10**18
"""No amount is as large as this."""

MOST_SAID = 10_000
"""Characters of what an agent says that are looked at."""

MOST_FRAMES = 8
"""Calls of a trace that are kept: the innermost ones."""

MOST_TRACE_LINES = 2 * MOST_FRAMES + 1

_OURS = Path(__file__).parents[1]


class Fault(NamedTuple):
    """Something that a player did wrong; the arena then checks or folds for it.

    Attributes:
        kind: one of `FAULTS`.
        detail: what happened, in one line; of an exception, with its file and line.
        trace: where an exception came from, in lines; empty where nobody knows.
    """

    kind: str
    detail: str
    trace: str = ""


class Answer(NamedTuple):
    """What a player says when it is its turn.

    Attributes:
        action: what it chose; None if there is a fault.
        seconds: how long it took.
        fault: what went wrong, if something did.
    """

    action: Action | None
    seconds: float
    fault: Fault | None = None


class Player(Protocol):
    """What a table asks of a seat.

    Attributes:
        name: what the agent is called in tables.
        observes: whether it wants to be told the events of its hands.
    """

    name: str
    observes: bool

    def reset(self) -> Fault | None:
        """Begin a match: what was learned is forgotten, and a stopped player is started again."""

    def begin(self, seed: int) -> None:
        """Begin a hand, with a stream of random numbers of its own.

        Args:
            seed: of the stream, below 2**64.
        """

    def act(self, observation: Observation) -> Answer | None:
        """Ask for an action.

        Args:
            observation: what the player may know.

        Returns:
            None if there is no answer yet; then the player is asked the same again, when
            `handsight.arena.table.HandPlay.advance` is called the next time.
        """

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Tell the player what happened since it was told last.

        Args:
            events: what it may see, in order.
        """

    def close(self) -> None:
        """Stop, and give back what is held."""


class Stream(Random):
    """The random numbers of an agent, as `random.Random` draws them; most agents never ask.

    Seeding takes longer than many a decision, so it waits until the first number is drawn.

    Example:
        >>> stream = Stream()
        >>> stream.later(7)
        >>> stream.random() == Random(7).random()
        True
    """

    def later(self, seed: int) -> None:
        """Take a seed for the numbers to come.

        Args:
            seed: of the stream.
        """
        told = self.__dict__
        told.clear()
        told["_waiting"] = seed
        told["gauss_next"] = None

    def random(self) -> float:
        """Draw a number from 0 up to 1."""
        self._begin()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Draw so many bits.

        Args:
            k: how many.
        """
        self._begin()
        return super().getrandbits(k)

    def getstate(self) -> tuple[Any, ...]:
        """Give what `setstate` takes."""
        self._begin()
        return super().getstate()

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Go on from what `getstate` gave.

        Args:
            state: the state.
        """
        self.__dict__.pop("_waiting", None)
        super().setstate(state)

    def seed(self, *args: Any, **options: Any) -> None:
        """Seed at once, as `random.Random` does.

        Args:
            args: as there.
            options: as there.
        """
        self.__dict__.pop("_waiting", None)
        super().seed(*args, **options)

    def _begin(self) -> None:
        waiting = self.__dict__.pop("_waiting", None)
        if waiting is not None:
            super().seed(waiting)
            # From now on there is nothing to look after.
            self.__dict__.update(random=super().random, getrandbits=super().getrandbits)


class Trusted:
    """An agent in this process: quick, and not limited in time or memory.

    Args:
        agent: the agent.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> player = Trusted(agent("call"))
        >>> player.begin(seed=1)
        >>> table = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7))
        >>> player.act(table.observation()).action
        Action(kind='call', amount=0)
    """

    __slots__ = ("_agent", "_rng", "_tell", "name", "observes")

    def __init__(self, agent: Agent) -> None:
        self.name = agent.name
        self._agent = agent
        self._tell = getattr(agent, "observe", None)
        self.observes = self._tell is not None
        self._rng = Stream(0)

    def reset(self) -> Fault | None:
        """Begin a match: let the agent forget; an exception is a fault."""
        forget = getattr(self._agent, "reset", None)
        try:
            if forget is not None:
                forget()
        except (Exception, SystemExit) as error:
            return raised(error)
        return None

    def begin(self, seed: int) -> None:
        """Begin a hand, with a stream of random numbers of its own."""
        self._rng.later(seed)

    def act(self, observation: Observation) -> Answer:
        """Ask the agent; an exception or something that is no action is a fault."""
        start = perf_counter()
        try:
            action = self._agent.act(observation, self._rng)
        except (Exception, SystemExit) as error:
            return Answer(None, perf_counter() - start, raised(error))
        seconds = perf_counter() - start
        if type(action) is not Action:
            return Answer(None, seconds, no_action(action))
        return Answer(action, seconds)

    def explain(self, observation: Observation) -> Decision | None:
        """Ask the agent what leads it, just before it acts; what it will draw is left alone.

        Args:
            observation: what the player may know.

        Returns:
            None if it does not say, or fails to.
        """
        explain = getattr(self._agent, "explain", None)
        if explain is None:
            return None
        rng = Random(0)
        rng.setstate(self._rng.getstate())
        try:
            said = explain(observation, rng)
        except (Exception, SystemExit):
            return None
        return said if isinstance(said, Decision) else None

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Tell the agent what it may see; an exception is a fault."""
        if self._tell is None:
            return None
        try:
            for event in events:
                self._tell(event)
        except (Exception, SystemExit) as error:
            return raised(error)
        return None

    def close(self) -> None:
        """Do nothing; the agent is not ours."""


def plain_action(said: object) -> Action | None:
    """Give an action with a plain word and a plain number; None if it is none.

    Args:
        said: whatever a player answered.

    Returns:
        An action of a kind that exists, its amount a whole number below `MOST_CHIPS`, and maybe
        negative. Whether it is legal is another question.

    Example:
        >>> plain_action(Action("raise", 300)), plain_action(Action("raise", 0.5))
        (Action(kind='raise', amount=300), None)
    """
    try:
        kind, amount = said if type(said) is Action else ("", 0)
        if type(amount) is int and type(kind) is str and kind in KINDS:
            return said if -MOST_CHIPS < amount < MOST_CHIPS else None  # type: ignore[return-value]
        if type(kind) is not str or kind not in KINDS or amount is True or amount is False:
            return None
        chips = index(amount)
    except (TypeError, ValueError):
        return None
    if not -MOST_CHIPS < chips < MOST_CHIPS:
        return None
    return Action(kind, chips)


def raised(error: BaseException) -> Fault:
    """Make the fault of an exception.

    Args:
        error: the exception.

    Example:
        >>> raised(KeyError("pot")).detail
        "KeyError: 'pot'"
    """
    try:
        said = str(error)
    except Exception:  # its text is the agent's code too
        said = "says nothing that can be read"
    where, trace = _trace(error)
    return Fault("exception", one_line(f"{where}{type(error).__name__}: {said}"), trace)


def _trace(error: BaseException) -> tuple[str, str]:
    """Tell where an exception came from: file and line, and the calls from the agent's own code on.

    Where all of it is ours, because the agent is, all calls are told. The agent may have replaced
    whatever this needs.
    """
    try:
        calls = list(traceback.walk_tb(error.__traceback__))[1:]  # the first is the arena's own
        own = (place for place, (frame, _) in enumerate(calls) if not _is_ours(frame.f_code))
        calls = calls[next(own, 0) :]
        if not calls:
            return "", ""
        kept = traceback.StackSummary.extract(iter(calls[-MOST_FRAMES:]))
        head = f"  ({len(calls) - MOST_FRAMES} more)\n" if len(calls) > MOST_FRAMES else ""
        where = f"{Path(kept[-1].filename).name}:{kept[-1].lineno}: "
        return where, several_lines(head + "".join(kept.format()))
    except Exception:
        return "", ""


def _is_ours(code: CodeType) -> bool:
    return Path(code.co_filename).is_relative_to(_OURS)


def no_action(answer: object) -> Fault:
    """Make the fault of an answer that is no action.

    Args:
        answer: whatever it is.

    Example:
        >>> no_action(7).detail
        'answered 7, which is no Action'
    """
    try:
        text = repr(answer)
    except Exception:
        text = f"something of type {type(answer).__name__}"
    return Fault("garbage", one_line(f"answered {text}, which is no Action"))


def one_line(text: str) -> str:
    r"""Make one line of at most two hundred characters of what an agent says.

    Args:
        text: whatever it is.

    Example:
        >>> one_line("pot\nof\x1b gold")
        'pot of gold'
    """
    plain = "".join([each if each.isprintable() else " " for each in text[:MOST_SAID]])
    return " ".join(plain.split())[:200]


def several_lines(text: str) -> str:
    r"""Make a few lines of at most two hundred characters of what an agent says.

    Args:
        text: whatever it is.

    Example:
        >>> several_lines("  File 'bot.py', line 4\n    raise\n")
        "  File  'bot.py', line 4\n    raise"
    """
    lines = text[:MOST_SAID].split("\n")
    plain = ["".join([each if each.isprintable() else " " for each in line]) for line in lines]
    kept = [line.rstrip()[:200] for line in plain if line.strip()]
    return "\n".join(kept[:MOST_TRACE_LINES])
