"""The players of a hand, their answers, and their faults.

A player that is asked for an action can answer much later, for example a person at a terminal, over
a socket or in a browser. The players of an arena answer at once. A player in this process is
trusted to answer in time; a player in its own process (`handsight.arena.sandbox`) is not.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from operator import index
from pathlib import Path
from random import Random
from time import perf_counter
from types import CodeType
from typing import Any, NamedTuple, Protocol

from handsight.agents import Agent, AgentEvent, Decision, action_of
from handsight.game import Action, Observation
from handsight.game.actions import KINDS

FAULTS = {
    "exception": "raised an exception",
    "garbage": "gave an answer that is not an action",
    "illegal": "chose an action that is not legal",
    "late": "was past its time limit",
    "memory": "was past its memory limit",
    "died": "its process ended",
}
"""{kind of fault: its description}. Only faults of kind ``late`` depend on the machine's
speed."""

MOST_CHIPS = 10**18
"""The amount of an action must lie strictly between -MOST_CHIPS and MOST_CHIPS."""

MOST_TEXT = 10_000
"""The maximum number of characters that are read from each text of an agent."""

MOST_REMARKS = 8
"""The maximum number of remarks that are read from an agent."""

MOST_FRAMES = 8
"""The maximum number of calls that are kept from a traceback; the innermost calls are kept."""

MOST_TRACE_LINES = 2 * MOST_FRAMES + 1

_PACKAGE = Path(__file__).parents[1]


class Fault(NamedTuple):
    """A fault of a player; if it spoils an answer, the arena checks or folds for the player.

    Attributes:
        kind: one of the keys of `FAULTS`.
        detail: description of the fault, in one line; for an exception it includes file and line,
            if they are known.
        trace: traceback of an exception, in several lines; empty if unknown, or if the fault is not
            an exception.
    """

    kind: str
    detail: str
    trace: str = ""


class Answer(NamedTuple):
    """The answer of a player to an observation.

    Attributes:
        action: the chosen action; None if there is a fault.
        seconds: time that the player took, in seconds.
        fault: the player's fault; None if there is no fault.
    """

    action: Action | None
    seconds: float
    fault: Fault | None = None


class Player(Protocol):
    """A player who acts for a seat.

    Attributes:
        name: name of the agent in tables.
        observes: whether the player wants the events of its hands.
    """

    name: str
    observes: bool

    def reset(self) -> Fault | None:
        """Begin a match: forget what was learned, and restart if the player's process has died.

        Returns:
            The fault if this failed, or None.
        """

    def begin(self, seed: int) -> None:
        """Begin a hand, with a new stream of random numbers.

        Args:
            seed: seed of the stream, below 2**64.
        """

    def act(self, observation: Observation) -> Answer | None:
        """Ask for an action.

        Returns:
            The answer, or None if there is no answer yet; in that case the next call of
            `handsight.arena.table.HandPlay.advance` asks again with the same observation.
        """

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Show the player the new events that it may see.

        Args:
            events: the events, in order.

        Returns:
            The player's fault, or None.
        """

    def close(self) -> None:
        """Stop the player, and release its processes and files."""


class LazyRandom(Random):
    """The random numbers of an agent: the numbers that `random.Random` draws from the same seed.

    Seeding takes longer than many decisions, and most agents draw nothing, so the stream is seeded
    only when the first number is drawn.

    Example:
        >>> stream = LazyRandom()
        >>> stream.seed_later(7)
        >>> stream.random() == Random(7).random()
        True
    """

    def seed_later(self, seed: int) -> None:
        """Set the seed that is applied when the first random number is drawn."""
        attributes = self.__dict__
        attributes.clear()  # also removes the shortcuts that `_begin` has set
        attributes["_waiting"] = seed
        attributes["gauss_next"] = None

    def random(self) -> float:
        """Return a random number in [0, 1)."""
        self._begin()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """Return a random integer of `k` bits."""
        self._begin()
        return super().getrandbits(k)

    def getstate(self) -> tuple[Any, ...]:
        """Return the state of the generator, which `setstate` accepts."""
        self._begin()
        return super().getstate()

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Restore a state that `getstate` returned."""
        self.__dict__.pop("_waiting", None)
        super().setstate(state)

    def seed(self, *args: Any, **options: Any) -> None:
        """Seed at once, as `random.Random` does."""
        self.__dict__.pop("_waiting", None)
        super().seed(*args, **options)

    def _begin(self) -> None:
        waiting = self.__dict__.pop("_waiting", None)
        if waiting is not None:
            super().seed(waiting)
            # The seed is applied now, so further draws call the methods of `Random` directly.
            self.__dict__.update(random=super().random, getrandbits=super().getrandbits)


class InProcessPlayer:
    """An agent in this process: fast, and without limits on time or memory.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> player = InProcessPlayer(agent("call"))
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
        self._rng = LazyRandom(0)

    @property
    def agent(self) -> Agent:
        """The agent that plays."""
        return self._agent

    @property
    def remarks(self) -> Sequence[str]:
        """Remarks of the agent about itself."""
        return remarks_of(self._agent)

    def reset(self) -> Fault | None:
        """Begin a match: the agent forgets what it has learned. An exception is a fault."""
        forget = getattr(self._agent, "reset", None)
        try:
            if forget is not None:
                forget()
        except (Exception, SystemExit) as error:
            return raised(error)
        return None

    def begin(self, seed: int) -> None:
        """Begin a hand, with a new stream of random numbers."""
        self._rng.seed_later(seed)

    def act(self, observation: Observation) -> Answer:
        """Ask the agent for an action.

        The agent can also answer with the text of an action. An exception or any other answer is a
        fault.
        """
        start = perf_counter()
        try:
            action = self._agent.act(observation, self._rng)
        except (Exception, SystemExit) as error:
            return Answer(None, perf_counter() - start, raised(error))
        seconds = perf_counter() - start
        if type(action) is Action:
            return Answer(action, seconds)
        spoken, fault = spoken_action(action, observation)
        return Answer(spoken, seconds, fault)

    def explain(self, observation: Observation) -> Decision | None:
        """Ask the agent for the reason for its decision, just before it acts.

        Returns:
            The decision with its reason; None if the agent does not explain itself, raises an
            exception, or returns anything but a `Decision`.
        """
        explain = getattr(self._agent, "explain", None)
        if explain is None:
            return None
        # The agent gets a copy of its random stream: explaining must not change its next draws.
        rng = Random(0)
        rng.setstate(self._rng.getstate())
        try:
            decision = explain(observation, rng)
        except (Exception, SystemExit):
            return None
        return decision if isinstance(decision, Decision) else None

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Pass events to the agent; an exception is a fault."""
        if self._tell is None:
            return None
        try:
            for event in events:
                self._tell(event)
        except (Exception, SystemExit) as error:
            return raised(error)
        return None

    def close(self) -> None:
        """Do nothing, because the agent belongs to the caller."""


class AgentDecision(NamedTuple):
    """A decision of an agent, with what the agent saw.

    Attributes:
        agent: name of the agent at the table.
        seen: the observation that the agent acted on.
        decision: the action and the reason; None if the agent does not explain itself, or fails to.
    """

    agent: str
    seen: Observation
    decision: Decision | None


class TracedPlayer(InProcessPlayer):
    """An agent in this process that is asked to explain its decisions, in all hands or in one hand.

    The agent explains a decision before it acts, because it can learn by acting, which would change
    the explanation.

    Args:
        agent: the agent.
        name: name of the agent at the table.
        trace: called with each explained decision, just before the agent acts.
        only_seed: the agent's seed in the only hand to trace; None to trace every hand.
    """

    __slots__ = ("_is_traced", "_only_seed", "_trace")

    def __init__(
        self,
        agent: Agent,
        name: str,
        trace: Callable[[AgentDecision], None],
        only_seed: int | None = None,
    ) -> None:
        super().__init__(agent)
        self.name = name
        self._trace, self._only_seed = trace, only_seed
        self._is_traced = only_seed is None

    def begin(self, seed: int) -> None:
        """Begin a hand, and decide by the agent's seed whether to trace the hand."""
        self._is_traced = self._only_seed in (None, seed)
        super().begin(seed)

    def act(self, observation: Observation) -> Answer:
        """Ask the agent for its action; in a traced hand, ask it first to explain its decision."""
        if self._is_traced:
            self._trace(AgentDecision(self.name, observation, self.explain(observation)))
        return super().act(observation)


def remarks_of(agent: object) -> list[str]:
    """Return an agent's remarks about itself, each cut by `one_line`.

    Only the first `MOST_REMARKS` entries of the attribute ``remarks`` are read; those that are not
    strings are left out. The result is empty if the attribute is missing, or neither a list nor a
    tuple.
    """
    said = getattr(agent, "remarks", ())
    listed = said if isinstance(said, list | tuple) else ()
    return [one_line(each) for each in listed[:MOST_REMARKS] if isinstance(each, str)]


# --- answers and faults ---------------------------------------------------------------------------


def plain_action(answer: object) -> Action | None:
    """Convert an answer to an action whose kind is a plain string and amount a plain integer.

    Returns:
        An action of a known kind, whose amount lies strictly between -`MOST_CHIPS` and
        `MOST_CHIPS`; the action can be illegal. None if the answer is not such an action.

    Example:
        >>> plain_action(Action("raise", 300)), plain_action(Action("raise", 0.5))
        (Action(kind='raise', amount=300), None)
    """
    try:
        kind, amount = answer if type(answer) is Action else ("", 0)
        # Check the common case first, because this runs once for each decision of an arena.
        if type(amount) is int and type(kind) is str and kind in KINDS:
            return answer if -MOST_CHIPS < amount < MOST_CHIPS else None  # type: ignore[return-value]
        if type(kind) is not str or kind not in KINDS or amount is True or amount is False:
            return None
        chips = index(amount)
    except (TypeError, ValueError):
        return None
    if not -MOST_CHIPS < chips < MOST_CHIPS:
        return None
    return Action(kind, chips)


def spoken_action(answer: object, seen: Observation) -> tuple[Action | None, Fault | None]:
    """Parse an agent's answer as the text of an action; any other answer is a fault.

    Args:
        answer: the agent's answer.
        seen: the observation that the agent acted on.

    Returns:
        The action and None, or None and the fault.
    """
    if not isinstance(answer, str):
        return None, no_action(answer)
    try:
        return action_of(answer[:MOST_TEXT], seen), None
    except Exception as error:  # the text can be an instance of a class that the agent defines
        return None, Fault("garbage", one_line(str(error)))


def raised(error: BaseException) -> Fault:
    """Convert an exception to a fault.

    Example:
        >>> raised(KeyError("pot")).detail
        "KeyError: 'pot'"
    """
    try:
        text = str(error)
    except Exception:  # the method ``__str__`` can be the agent's code too
        text = "its text cannot be read"
    where, trace = _trace(error)
    return Fault("exception", one_line(f"{where}{type(error).__name__}: {text}"), trace)


def _trace(error: BaseException) -> tuple[str, str]:
    """Describe where an exception was raised.

    Returns:
        The file and line, and the calls from the agent's code on, of which the last `MOST_FRAMES`
        are listed. If the agent is handsight's own, all calls count as the agent's code. If the
        calls are not known, both texts are empty.
    """
    try:
        calls = list(traceback.walk_tb(error.__traceback__))[1:]  # skip the arena's own call
        own = (place for place, (frame, _) in enumerate(calls) if not _is_ours(frame.f_code))
        calls = calls[next(own, 0) :]
        if not calls:
            return "", ""
        kept = traceback.StackSummary.extract(iter(calls[-MOST_FRAMES:]))
        head = f"  ({len(calls) - MOST_FRAMES} more)\n" if len(calls) > MOST_FRAMES else ""
        where = f"{Path(kept[-1].filename).name}:{kept[-1].lineno}: "
        return where, several_lines(head + "".join(kept.format()))
    except Exception:  # the agent can have replaced anything that this code uses
        return "", ""


def _is_ours(code: CodeType) -> bool:
    return Path(code.co_filename).is_relative_to(_PACKAGE)


def no_action(answer: object) -> Fault:
    """Return the fault for an answer that is not an action.

    Example:
        >>> no_action(7).detail
        'answered 7, which is not an Action'
    """
    try:
        text = repr(answer)
    except Exception:
        text = f"something of type {type(answer).__name__}"
    return Fault("garbage", one_line(f"answered {text}, which is not an Action"))


def one_line(text: str) -> str:
    r"""Convert an agent's text to one printable line of at most two hundred characters.

    Example:
        >>> one_line("pot\nof\x1b gold")
        'pot of gold'
    """
    plain = "".join([each if each.isprintable() else " " for each in text[:MOST_TEXT]])
    return " ".join(plain.split())[:200]


def several_lines(text: str) -> str:
    r"""Convert an agent's text to printable lines of at most two hundred characters each.

    Empty lines are left out, and only the first `MOST_TRACE_LINES` lines are kept.

    Example:
        >>> several_lines("  File 'bot.py', line 4\n    raise\n")
        "  File  'bot.py', line 4\n    raise"
    """
    lines = text[:MOST_TEXT].split("\n")
    plain = ["".join([each if each.isprintable() else " " for each in line]) for line in lines]
    kept = [line.rstrip()[:200] for line in plain if line.strip()]
    return "\n".join(kept[:MOST_TRACE_LINES])
