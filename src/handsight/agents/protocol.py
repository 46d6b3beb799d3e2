"""What an agent is: a plain Python object that is asked for an action."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from handsight.errors import IllegalActionError, OptionError
from handsight.game import Action, Event, Observation
from handsight.runtime.notebooks import LONGEST_REPR, dict_of, html_of, shortened

Number: TypeAlias = "int | float | str | bool | None"
"""A value among the numbers of a decision."""


class Decision(NamedTuple):
    """An action, and what led to it.

    Attributes:
        reason: the rule that decided, in one sentence.
        numbers: the numbers behind it by name, in the order in which they are shown.

    Example:
        >>> print(Decision(Action.call(), "the price is covered", {"win rate": 0.6}))
        call: the price is covered (win rate 0.6)
    """

    action: Action
    reason: str
    numbers: dict[str, Number]

    def to_dict(self) -> dict[str, Any]:
        """Give the decision as plain values: action, reason and numbers."""
        return dict_of(self)

    def _repr_html_(self) -> str:
        return html_of(self)

    def __repr__(self) -> str:
        values = (f"{name}={value!r}" for name, value in self._asdict().items())
        return shortened(f"Decision({', '.join(values)})", LONGEST_REPR)

    def __str__(self) -> str:
        numbers = numbers_text(self.numbers)
        return f"{self.action}: {self.reason}" + (f" ({numbers})" if numbers else "")


@runtime_checkable
class Agent(Protocol):
    """A player.

    It is plain Python and picklable. All its randomness comes from the generator that it gets with
    each observation, so that a match can be played again. ``name`` is shown in tables. It answers
    with an `Action`, or with a text that `Action.parse` reads, such as ``"raise to 300"``. An agent
    may have four more methods and an attribute:

    - ``observe(event)`` gets every event that the player may see, in order, at the latest before
      their next decision or at the end of the hand: a `HandStart`, then the events of
      `handsight.game` from the first ante or blind to the last award, without hidden cards.
    - ``reset()`` is called before each match, to forget what was learned about the opponents.
    - ``explain(observation, rng)`` gives a `Decision`: the action and the numbers behind it. It
      changes nothing, and with the same stream its action is that of ``act``. Without ``rng`` it
      draws from a stream that is always the same; see `stream_for`.
    - ``data_files()`` gives the files that it plays by and that may change, {name: path}. An arena
      notes their contents, and goes on with the same alone. One that plays in a process of its
      own is not asked.
    - ``remarks`` lists what whoever plays with the agent should know, in sentences without their
      subject. An arena shows each of them once.

    One that says how likely its actions are with other cards is a `handsight.agents.Policy` too.

    Example:
        >>> class Caller:
        ...     name = "caller"
        ...     def act(self, observation: Observation, rng: Random) -> str:
        ...         return "call"
        >>> isinstance(Caller(), Agent)
        True
    """

    name: str

    def act(self, observation: Observation, rng: Random) -> Action | str:
        """Choose an action."""
        ...


def action_of(answer: Action | str, seen: Observation) -> Action:
    """Give the action that an agent answers with; a text is read.

    Args:
        answer: what ``act`` gave. What is no text is given back as it is.
        seen: what the agent saw.

    Raises:
        IllegalActionError: if a text is no action; it says what is legal.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> start = HandState.start(Rules(), [900, 900], button=0, seed=7)
        >>> seen = HandCursor(start).observation()
        >>> action_of("raise to 300", seen)
        Action(kind='raise', amount=300)
        >>> action_of("raise a bit", seen)
        Traceback (most recent call last):
        ...
        handsight.errors.IllegalActionError: 'raise a bit' is no action: ...; legal: fold, ...
    """
    if not isinstance(answer, str):
        return answer
    try:
        return Action.parse(answer)
    except IllegalActionError as error:
        raise IllegalActionError(f"{error}; legal: {seen.legal}") from None


def data_files_of(agent: object) -> dict[str, Path]:
    """Give the files that an agent plays by, as its ``data_files`` says; none without that method.

    Returns:
        Each file by the name under which an arena notes it.

    Raises:
        OptionError: if the method gives something else.

    Example:
        >>> from handsight.agents import agent
        >>> data_files_of(agent("call"))
        {}
    """
    ask = getattr(agent, "data_files", None)
    found: Any = ask() if callable(ask) else {}
    if not isinstance(found, Mapping) or not all(
        isinstance(name, str) and isinstance(path, str | Path) for name, path in found.items()
    ):
        raise OptionError(
            f"data_files() of {type(agent).__name__} gives {found!r:.80}; it gives the files that "
            "the agent plays by, as {name: path}"
        )
    return {name: Path(path) for name, path in found.items()}


def stream_for(rng: Random | None) -> Random:
    """Give the stream for an explanation: the one given, or for None always the same new one.

    Example:
        >>> stream_for(None).random() == stream_for(None).random()
        True
    """
    return Random(0) if rng is None else rng


def drawn_by_shares(shares: Mapping[Action, float], rng: Random) -> Action:
    """Draw an action by its share; the shares add up to 1.

    Example:
        >>> drawn_by_shares({Action.fold(): 0.0, Action.call(): 1.0}, Random(7)).kind
        'call'
    """
    drawn = rng.random()
    chosen = None
    for action, share in shares.items():
        if share > 0 and (chosen is None or drawn >= 0):
            chosen = action
        drawn -= share
    return chosen or Action.call()


class HandStart(NamedTuple):
    """The first event of a hand.

    Attributes:
        seat: the agent's own seat.
        stacks: chips of each seat; 0 is an empty seat.
        hand: the number of the hand in its match, from 1.
        hands: how many hands the match has; 0 if that is open.
    """

    seat: int
    button: int
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    hand: int
    hands: int
    big_blind: int


AgentEvent: TypeAlias = "HandStart | Event"
"""What an agent's ``observe`` takes."""


def numbers_text(numbers: Mapping[str, Number]) -> str:
    """Write named numbers in one line, floats to four digits.

    Example:
        >>> numbers_text({"win rate": 2 / 3, "outs": 9})
        'win rate 0.6667, outs 9'
    """
    return ", ".join(f"{name} {_shown(value)}" for name, value in numbers.items())


def _shown(value: Number) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
