"""A check that an agent keeps its contract, at many tables against players who act at random."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from handsight.agents import Agent, AgentEvent, AgentSpec, Decision
from handsight.arena.players import Answer, Fault, spoken_action
from handsight.arena.table import SeatFault, play_hand
from handsight.errors import ContractError, OptionError
from handsight.game import Action, HandState, Observation, Rules
from handsight.runtime.integers import ABOVE_0, is_whole

AGENT_CLAUSES = {
    "members": "name is a string, act takes an observation and a random.Random",
    "answers": "act raises nothing, and gives an Action whose amount is an int, or its text",
    "legal": "the action that act gives is legal where it was asked",
    "observation": "the observation stays as it was",
    "seed": "the same random numbers lead to the same decisions",
    "reset": "after reset the decisions are those of the first time",
    "copies": "an agent can be pickled",
    "random numbers": "random and numpy.random are left alone; an agent has its own generator",
    "observe": "observe takes every event and raises nothing",
    "explain": "explain gives a Decision with the action of act, and changes nothing; it also "
    "takes an observation alone",
}
"""{name of a clause of the contract of agents: what the clause demands}."""

TABLES = (
    Rules(),
    Rules(structure="fixed-limit"),
    Rules(small_blind=5, big_blind=10, ante=2),
    Rules(ante=100, ante_by="big-blind"),
    Rules(structure="fixed-limit", small_blind=10, big_blind=20, heads_up_uncapped=True, bet_cap=3),
    Rules(small_blind=1, big_blind=2, reopen="any-raise", muck=False),
    Rules(straddles=(200,)),
)
"""Rules of the games to play: no-limit and fixed-limit, with and without antes or straddles."""

DEPTHS = ((1, 150), (150, 1500), (1500, 30_000))
"""Ranges of stacks in hundredths of a big blind: about as small as the blinds, short, and deep."""

_SEATS = range(2, 11)


@dataclass(frozen=True)
class AgentReport:
    """The measurements of an agent that keeps the contract.

    Attributes:
        name: the agent's name.
        hands: number of different hands played; replays do not count.
        decisions: {street: number of the agent's decisions in these hands}.
        seconds: mean time of a decision, in seconds.
        longest: time of the slowest decision, in seconds.

    Example:
        >>> AgentReport("mine", 10, {"preflop": 12}, 1e-5, 1e-4).decisions["preflop"]
        12
    """

    name: str
    hands: int
    decisions: dict[str, int]
    seconds: float
    longest: float


def check_agent(
    agent: Agent | str, *, seats: Sequence[int] = (2, 3, 6), hands: int = 200, seed: int = 0
) -> AgentReport:
    """Check that an agent, built in or your own, keeps the contract of agents.

    The agent plays hands against players who fold, call and raise at random. The hands are
    no-limit or fixed-limit, some with antes or straddles, and with stacks from less than one blind
    to three hundred big blinds. The check replays the hands after a reset, then with a copy of the
    agent, and then, if the agent has a method ``explain``, with this method called before each
    action of another copy.

    Args:
        agent: the agent, or its name as `handsight.agents.AgentSpec.parse` reads it.
        seats: numbers of players at the tables, each 2 to 10.
        hands: number of hands at each table size.
        seed: seed of the hands.

    Raises:
        ContractError: if the agent breaks clauses of `AGENT_CLAUSES`; the error lists each broken
            clause with the first situation in which the agent broke it.
        OptionError: if there is no such agent, or an argument is out of range.

    Example:
        >>> check_agent("call", hands=20).decisions.keys() >= {"preflop", "river"}
        True
    """
    _require(seats, hands)
    subject: Any = AgentSpec.parse(agent).build() if isinstance(agent, str) else agent
    faults = dict(_faults_of_members(subject))
    if faults:
        _refuse(subject, faults)
    copies = _copies(subject, faults)
    plan = [(size, hand, seed) for size in seats for hand in range(hands)]
    first = _Run(subject, plan, strict=True)
    again, twin = _Run(subject, plan), _Run(copies[0], plan)
    faults |= {**first.faults, **faults}
    faults |= _differences(first, again, twin)
    if callable(getattr(subject, "explain", None)):
        faults |= _faults_of_explain(first, _Run(copies[1], plan, explains=True))
    if faults:
        _refuse(subject, faults)
    return first.report(len(plan))


def situation(seen: Observation) -> str:
    """Describe a player's observation in one line.

    Example:
        >>> from handsight.game import HandCursor
        >>> state = HandState.start(Rules(), [900, 900], button=0, holes=["AhKh", None], seed=7)
        >>> situation(HandCursor(state).observation())
        'AhKh preflop, seat 0 of 2, button 0, pot 150, stacks (850, 800); fold, call 50, \
raise to 200..900'
    """
    board = " ".join(map(str, seen.board))
    before = ", ".join(f"{record.seat} {record.action}" for record in seen.actions)
    return (
        f"{seen.hole} {f'on {board} ' if board else ''}{seen.street}, seat {seen.seat} of "
        f"{len(seen.stacks)}, button {seen.button}, pot {seen.pot}, stacks {seen.stacks}; "
        f"{f'after {before}; ' if before else ''}{seen.legal}"
    )


# --- playing --------------------------------------------------------------------------------------


class _SeenDecision(NamedTuple):
    """A decision of the agent: what the agent saw and chose, and how long it took to decide."""

    seen: Observation
    action: Any
    seconds: float


class _Run:
    """An agent as a player of the arena, which plays all hands of a plan and records faults.

    Args:
        agent: the agent.
        plan: (number of players, number of the hand, seed) of each hand to play.
        strict: whether to check that the observations and the global random state stay unchanged.
        explains: whether to call ``explain`` before each action.
    """

    observes: bool

    def __init__(
        self,
        agent: Any,
        plan: Sequence[tuple[int, int, int]],
        *,
        strict: bool = False,
        explains: bool = False,
    ) -> None:
        self.agent = agent
        self.name = str(agent.name)
        self.observes = callable(getattr(agent, "observe", None))
        self.faults: dict[str, str] = {}
        self.decisions: list[_SeenDecision] = []
        self._strict, self._explains = strict, explains
        self._explained_action: Any = None
        self._rng = Random(0)
        for size, hand, seed in plan:
            if not hand:
                self.reset()
            self._play(size, hand, seed)

    def reset(self) -> None:
        """Reset the agent before the first hand at each table size, if it has such a method."""
        if callable(getattr(self.agent, "reset", None)):
            try:
                self.agent.reset()
            except Exception as error:
                self.note("reset", f"reset raises {_shown(error)}")

    def begin(self, seed: int) -> None:
        """Seed the agent's random numbers for a hand."""
        self._rng.seed(seed)

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Pass events to the agent."""
        for event in events:
            try:
                self.agent.observe(event)
            except Exception as error:
                self.note("observe", f"{event!r} raises {_shown(error)}")
        return None

    def act(self, observation: Observation) -> Answer:
        """Return the agent's action, after checks of the action and of the agent's side effects."""
        known, before = (deepcopy(observation), _global_state()) if self._strict else (None, None)
        if self._explains:
            self._explained_action = self._explained(observation)
        start = perf_counter()
        try:
            action = self.agent.act(observation, self._rng)
        except Exception as error:
            self.note("answers", f"act raises {_shown(error)}", observation)
            action = None
        seconds = perf_counter() - start
        if isinstance(action, str):
            action, fault = spoken_action(action, observation)
            if fault is not None:
                self.note("answers", f"act {fault.detail}", observation)
        self.decisions.append(_SeenDecision(observation, action, seconds))
        if self._explained_action not in (None, action):
            both = f"explain gives {_shown(self._explained_action)}, act {_shown(action)}"
            self.note("explain", both, observation)
        if self._strict and observation != known:
            self.note("observation", f"it changes to {observation}", known)
        if self._strict and _global_state() != before:
            self.note("random numbers", "the state of a global generator changes", observation)
        return self._answer(action, seconds, observation)

    def close(self) -> None:
        """Do nothing."""

    def note(self, clause: str, what: str, seen: Any = None) -> None:
        """Record that the agent broke a clause; only the first breach of each clause is kept.

        Args:
            clause: name of the clause, one of `AGENT_CLAUSES`.
            what: what the agent did wrong.
            seen: the observation to which the agent responded, if any.
        """
        self.faults.setdefault(clause, what + (f", at {situation(seen)}" if seen else ""))

    def report(self, hands: int) -> AgentReport:
        """Summarise the agent's decisions.

        Args:
            hands: number of hands played.
        """
        times = [each.seconds for each in self.decisions]
        streets = Counter(each.seen.street for each in self.decisions)
        mean = sum(times) / max(1, len(times))
        return AgentReport(self.name, hands, dict(streets), mean, max(times, default=0.0))

    def _answer(self, action: Any, seconds: float, seen: Observation) -> Answer:
        wrong = _wrong_with(action)
        if wrong and action is not None:
            self.note("answers", wrong, seen)
        return Answer(None if wrong else action, seconds, Fault("garbage", "") if wrong else None)

    def _explained(self, seen: Observation) -> Action | None:
        rng = Random()
        rng.setstate(self._rng.getstate())
        try:
            if not self.decisions:
                self.agent.explain(seen)
            reasons = self.agent.explain(seen, rng)
        except Exception as error:
            self.note("explain", f"explain raises {_shown(error)}", seen)
            return None
        if not isinstance(reasons, Decision):
            self.note(
                "explain", f"explain returns {_shown(reasons)}, which is not a Decision", seen
            )
            return None
        return reasons.action

    def _play(self, size: int, hand: int, seed: int) -> None:
        rng = Random(f"{seed} {size} {hand}")  # Random takes a single value, so join the numbers
        state = _dealt(size, hand, rng)
        me = rng.randrange(size)
        players: list[Any] = [_Stranger(rng) for _ in range(size)]
        players[me] = self
        self.begin(rng.getrandbits(64))
        before = len(self.decisions)
        result = play_hand(state, players, ("",) * size, hand + 1)
        self._look_at(result.faults, self.decisions[before:])

    def _look_at(self, faults: Sequence[SeatFault], decisions: Sequence[_SeenDecision]) -> None:
        """Record the illegal actions that the table reported.

        Args:
            faults: all faults that the table reported in the hand.
            decisions: the agent's decisions in the hand.
        """
        for _, number, fault in faults:
            for each in decisions:
                if fault.kind == "illegal" and len(each.seen.actions) == number:
                    self.note("legal", fault.detail, each.seen)


class _Stranger:
    """A player who acts at random, with a slight preference for actions that prolong a hand."""

    name, observes = "stranger", False

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def act(self, observation: Observation) -> Answer:
        """Choose a random action."""
        legal, rng = observation.legal, self._rng
        kind = rng.choices(("fold", "call", "small", "any", "all"), (2, 12, 3, 2, 1))[0]
        if kind == "fold" and legal.call_cost:
            return Answer(Action.fold(), 0.0)
        if kind in ("fold", "call") or not legal.can_raise:
            return Answer(Action.call(), 0.0)
        amounts = {
            "small": legal.raise_min,
            "any": rng.randint(legal.raise_min, legal.raise_max),
            "all": legal.raise_max,
        }
        return Answer(Action.raise_to(amounts[kind]), 0.0)

    def reset(self) -> None:
        """Do nothing."""

    def begin(self, seed: int) -> None:
        """Do nothing."""

    def observe(self, events: Sequence[AgentEvent]) -> Fault | None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def _dealt(size: int, hand: int, rng: Random) -> HandState:
    usual = TABLES[hand % (len(TABLES) - (size == 2))]  # nobody can straddle heads-up
    rules = replace(usual)  # a copy, because an agent could write to it
    depths = [rng.randint(*rng.choice(DEPTHS)) for _ in range(size)]
    stacks = [max(1, depth * rules.big_blind // 100) for depth in depths]
    return HandState.start(rules, stacks, rng.randrange(size), seed=rng.getrandbits(32))


def _global_state() -> object:
    import numpy as np

    state: Any = np.random.get_state(legacy=False)
    return random.getstate(), state["state"]["key"].tobytes(), state["state"]["pos"]


# --- clauses --------------------------------------------------------------------------------------


def _faults_of_members(subject: Any) -> Iterator[tuple[str, str]]:
    name = getattr(subject, "name", None)
    if not (isinstance(name, str) and name):
        yield "members", f"name is {_shown(name)}; it must be a string"
    elif not callable(getattr(subject, "act", None)):
        yield "members", "there is no method act(observation, rng)"


def _copies(subject: Any, faults: dict[str, str]) -> list[Any]:
    """Make two copies of an agent before it plays, by pickling or, if that fails, by deep copy."""
    try:
        return [pickle.loads(pickle.dumps(subject)) for _ in range(2)]
    except Exception as error:
        faults["copies"] = f"pickling it raises {_shown(error)}"
        return [deepcopy(subject) for _ in range(2)]


def _differences(first: _Run, again: _Run, twin: _Run) -> dict[str, str]:
    """Compare the decisions of three runs, and return {broken clause: difference}.

    If a copy made before the first run decides differently, ``reset`` is not to blame.

    Args:
        first: the agent's first run.
        again: the agent's second run, after a reset.
        twin: the run of a copy that was made before the first run.
    """
    by_chance = _difference(first, twin)
    if by_chance:
        return {"seed": f"a copy of the agent chooses {by_chance}"}
    left_over = _difference(first, again)
    return {"reset": f"after reset the agent chooses {left_over}"} if left_over else {}


def _difference(one: _Run, other: _Run) -> str:
    for before, after in zip(one.decisions, other.decisions, strict=False):
        if before.action != after.action or before.seen != after.seen:
            return f"{_shown(after.action)} in place of {_shown(before.action)}, at " + situation(
                before.seen
            )
    return ""


def _faults_of_explain(first: _Run, explained: _Run) -> dict[str, str]:
    if "explain" in explained.faults:
        return {"explain": explained.faults["explain"]}
    changed = _difference(first, explained)
    return {"explain": f"once asked to explain, act chooses {changed}"} if changed else {}


def _wrong_with(action: Any) -> str:
    if type(action) is not Action:
        return f"act gives {_shown(action)}, which is not an Action"
    if type(action.amount) is not int:
        return (
            f"act gives {_shown(action)}, whose amount is {type(action.amount).__name__}, not int"
        )
    return ""


def _shown(value: object) -> str:
    try:
        text = f"{type(value).__name__}: {value}" if isinstance(value, Exception) else repr(value)
    except Exception:
        text = f"something of type {type(value).__name__}"
    return " ".join(text.split())[:200]


def _require(seats: Sequence[int], hands: int) -> None:
    if not seats or not all(is_whole(size, _SEATS) for size in seats):
        raise OptionError(f"seats is {seats!r}; it must be numbers of players, each from 2 to 10")
    if not is_whole(hands, ABOVE_0):
        raise OptionError(f"hands is {hands!r}; it must be a positive integer")


def _refuse(subject: Any, faults: dict[str, str]) -> None:
    name = _shown(getattr(subject, "name", type(subject).__name__))
    listed = "; ".join(f"[{clause}] {fault}" for clause, fault in faults.items())
    raise ContractError(
        f"{name} does not keep the contract of an agent: {listed}", tuple(faults.items())
    )
