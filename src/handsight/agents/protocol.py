"""The agent protocol: an agent is a plain Python object that chooses actions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from handsight.errors import IllegalActionError, OptionError
from handsight.game import Action, Event, Observation
from handsight.runtime.notebooks import LONGEST_REPR, dict_of, html_of, shortened

Number: TypeAlias = "int | float | str | bool | None"
"""A value behind a decision: usually a number, else text, a truth value or None."""


class Decision(NamedTuple):
    """An action and the reasons for it.

    Attributes:
        action: the action.
        reason: the rule that decided, in one sentence.
        numbers: {name: number behind the decision}, in the order in which to show the numbers.

    Example:
        >>> print(Decision(Action.call(), "the price is covered", {"win rate": 0.6}))
        call: the price is covered (win rate 0.6)
    """

    action: Action
    reason: str
    numbers: dict[str, Number]

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as plain values: action, reason and numbers."""
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
    """The interface of agents: players that choose their own actions.

    An agent is a plain Python object that can be pickled. All its randomness comes from the
    generator that it receives with each observation, so that a match can be replayed. Its ``name``
    is shown in tables. It answers with an `Action`, or with a string that `Action.parse` reads,
    such as ``"raise to 300"``. An agent can have four more methods and an attribute:

    - ``observe(event)`` receives every event that the player may see, in order, before the player's
      next decision or at the latest at the end of the hand: a `HandStart`, then the events of
      `handsight.game` from the first ante or blind to the last award, without hidden cards.
    - ``reset()`` makes the agent forget what it has learned about its opponents. It is called
      before each match; in an arena's format ``reset``, before each leg of a block.
    - ``explain(observation, rng)`` returns a `Decision`: the action and the numbers behind it. The
      method does not change the agent, and with the same random stream it returns the same action
      as ``act``. Without ``rng``, it always draws from the same stream; see `stream_for`.
    - ``data_files()`` returns the files that the agent depends on and that can change, as a mapping
      from names to paths. An arena records the contents of these files, and continues only if they
      are unchanged. For an agent that plays in its own process, the method is called only if the
      agent is one of handsight's own.
    - ``remarks`` is a list of facts that anyone who plays with the agent should know, as sentences
      without a subject. An arena shows each remark once.

    An agent that knows the probabilities of its actions with any cards is also a
    `handsight.agents.Policy`.

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
    """Return the action that an agent answers with, after parsing the answer if it is a string.

    Args:
        answer: the answer of ``act``; anything but a string is returned unchanged.
        seen: the agent's observation.

    Raises:
        IllegalActionError: if the string is not an action; the message lists the legal actions.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> start = HandState.start(Rules(), [900, 900], button=0, seed=7)
        >>> seen = HandCursor(start).observation()
        >>> action_of("raise to 300", seen)
        Action(kind='raise', amount=300)
        >>> action_of("raise a bit", seen)
        Traceback (most recent call last):
        ...
        handsight.errors.IllegalActionError: 'raise a bit' is not an action: ...; legal: fold, ...
    """
    if not isinstance(answer, str):
        return answer
    try:
        return Action.parse(answer)
    except IllegalActionError as error:
        raise IllegalActionError(f"{error}; legal: {seen.legal}") from None


def data_files_of(agent: object) -> dict[str, Path]:
    """Return the files that an agent depends on, as its method ``data_files`` lists them.

    Returns:
        The paths of the files, by the names under which an arena records them. The result is empty
        if the agent has no such method.

    Raises:
        OptionError: if the method returns anything but a mapping from names to paths.

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
            f"data_files() of {type(agent).__name__} returned {found!r:.80}; it must return the "
            "files that the agent plays by, as {name: path}"
        )
    return {name: Path(path) for name, path in found.items()}


def stream_for(rng: Random | None) -> Random:
    """Return the random stream with which to explain a decision.

    The stream is ``rng`` itself, or a new stream with a fixed seed if ``rng`` is None.

    Example:
        >>> stream_for(None).random() == stream_for(None).random()
        True
    """
    return Random(0) if rng is None else rng


def drawn_by_shares(shares: Mapping[Action, float], rng: Random) -> Action:
    """Draw an action at random; return a call if no action has a share above 0.

    Args:
        shares: {action: probability}; the probabilities add up to 1.
        rng: generator that draws one number.

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
    """The first event of a hand, before any chips are posted and any cards are dealt.

    Attributes:
        seat: the agent's own seat.
        button: the seat of the button.
        stacks: chips of each seat before the hand; 0 for a seat that is empty or broke.
        names: the name of the player in each seat; empty if the names are unknown.
        hand: the number of the hand in its match, from 1; in an arena's format ``reset``, the
            number in its leg of the block.
        hands: the number of hands in the match; 0 if it is unknown or not fixed.
        big_blind: the big blind, in chips.
    """

    seat: int
    button: int
    stacks: tuple[int, ...]
    names: tuple[str, ...]
    hand: int
    hands: int
    big_blind: int


AgentEvent: TypeAlias = "HandStart | Event"
"""An event that an agent's method ``observe`` receives."""


def numbers_text(numbers: Mapping[str, Number]) -> str:
    """Format named numbers in one line, with four significant digits for floats.

    Example:
        >>> numbers_text({"win rate": 2 / 3, "outs": 9})
        'win rate 0.6667, outs 9'
    """
    return ", ".join(f"{name} {_shown(value)}" for name, value in numbers.items())


def _shown(value: Number) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
