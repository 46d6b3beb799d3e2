"""A wrapper that turns an agent written for Neuron Poker into an agent of handsight.

Such an agent has a method ``action(action_space, observation, info)``. The arguments are the
actions to choose from, an array of numbers, and the same information by name. Chips are counted in
units of 100 big blinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from random import Random
from typing import Any

from handsight.agents.thresholds.win_rate import win_rate
from handsight.cards.card import STREETS
from handsight.errors import IllegalActionError, OptionError
from handsight.game import Action, Observation
from handsight.interop.generators import seeded_from, uses_numpy

MOST_RAISES = 2
"""The maximum number of bets and raises by each player on a street."""
STAGES = 8
"""The number of rows of stage data: one for each of the four streets, and four empty ones."""
UNIT = 100
"""The number of big blinds in one of Neuron Poker's units of chips."""


class NeuronAction(Enum):
    """Neuron Poker's actions with their numbers; the last two post the blinds."""

    FOLD = 0
    CHECK = 1
    CALL = 2
    RAISE_3BB = 3
    RAISE_HALF_POT = 4
    RAISE_POT = 5
    RAISE_2POT = 6
    ALL_IN = 7
    SMALL_BLIND = 8
    BIG_BLIND = 9


class NeuronStage(Enum):
    """The stages of a hand in Neuron Poker, with their numbers."""

    PREFLOP = 0
    FLOP = 1
    TURN = 2
    RIVER = 3
    END_HIDDEN = 4
    SHOWDOWN = 5


class NeuronPlayer:
    """An agent whose actions come from an agent of Neuron Poker.

    While the agent decides, Python's global generator is seeded from the agent's own random
    numbers, and so is numpy's if the agent's file imports numpy.

    Args:
        agent: an object with ``action(action_space, observation, info)``.
        name: name of the agent; if empty, the name of its class.

    Example:
        >>> class Caller:
        ...     def action(self, action_space, observation, info):
        ...         return next(each for each in action_space if each.name in ("CHECK", "CALL"))
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> table = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7))
        >>> NeuronPlayer(Caller()).act(table.observation(), Random(1))
        Action(kind='call', amount=0)
    """

    def __init__(self, agent: Any, name: str = "") -> None:
        self.agent = agent
        self.name = name or type(agent).__name__
        self._uses_numpy = uses_numpy(agent)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask the agent for an action.

        Raises:
            OptionError: at a limit table, which Neuron Poker does not have.
            IllegalActionError: if the answer is not one of the actions offered.
        """
        if observation.rules.is_limit:
            raise OptionError("Neuron Poker is played without a limit")
        legal = actions_there(observation)
        row, info = seen_there(observation, list(legal), rng)
        with seeded_from(rng, self._uses_numpy):
            answer = self.agent.action(list(legal), row, info)
        chosen = _chosen(answer)
        if chosen not in legal:
            listed = ", ".join(each.name for each in legal)
            raise IllegalActionError(f"{self.name} answered {answer!r}; it may choose {listed}")
        return legal[chosen]


def _chosen(answer: Any) -> NeuronAction | None:
    """Convert an answer to an action; None if it is neither an action nor an action's number."""
    try:
        return NeuronAction(int(getattr(answer, "value", answer)))
    except (TypeError, ValueError, OverflowError):
        return None


def actions_there(seen: Observation) -> dict[NeuronAction, Action]:
    """Return the actions that Neuron Poker offers a player, each with its equivalent in handsight.

    A raise is offered if our rules allow its size, and all-in is offered if the player has chips
    left. Neither is offered once the player has bet or raised `MOST_RAISES` times on the street.
    """
    found = {NeuronAction.CALL: Action.call(), NeuronAction.FOLD: Action.fold()}
    if not seen.to_call:
        found = {NeuronAction.CHECK: Action.check()}
    raised = sum(
        each.seat == seen.seat
        and each.street == seen.street
        and each.action.kind in ("bet", "raise")
        for each in seen.actions
    )
    if raised >= MOST_RAISES:
        return found
    bet, pot = seen.legal.bet, seen.pot
    sizes = {
        NeuronAction.RAISE_3BB: 3 * seen.rules.big_blind,
        NeuronAction.RAISE_HALF_POT: bet + pot // 2,
        NeuronAction.RAISE_POT: bet + pot,
        NeuronAction.RAISE_2POT: bet + 2 * pot,
    }
    for action, total in sizes.items():
        if seen.legal.raise_min <= total <= seen.legal.raise_max:
            found[action] = Action("raise", total)
    if seen.stack:
        found[NeuronAction.ALL_IN] = Action.all_in()
    return found


# --- what an agent sees ---------------------------------------------------------------------------


def seen_there(
    seen: Observation, legal: Sequence[NeuronAction], rng: Random
) -> tuple[Any, dict[str, Any]]:
    """Return what an agent sees: an array of numbers, and the same information by name.

    Args:
        seen: what the player sees in handsight.
        legal: actions that Neuron Poker offers the player.
        rng: random numbers, from which the seed of the sampled equities is drawn.
    """
    import numpy as np

    size, unit = len(seen.start_stacks), UNIT * seen.rules.big_blind
    player = {
        "position": seen.seat,
        "equity_to_river_alive": _equity(seen, len(seen.opponents), rng),
        "equity_to_river_2plr": _equity(seen, 1, rng),
        "equity_to_river_3plr": _equity(seen, 2, rng),
        "stack": [stack / unit for stack in seen.stacks],
    }
    on_street = sum(seen.bets)
    community = {
        "current_player_position": [False] * size,
        "stage": [street == seen.street for street in STREETS],
        "community_pot": (sum(seen.paid) - on_street) / unit,
        "current_round_pot": on_street / unit,
        "active_players": [False] * size,
        "big_blind": seen.rules.big_blind,
        "small_blind": seen.rules.small_blind,
        "legal_moves": [action in legal for action in NeuronAction],
    }
    stages = _stages(seen)
    values = [*_flat(player), *_flat(community), *(each for row in stages for each in _flat(row))]
    info = {
        "player_data": player,
        "community_data": community,
        "stage_data": stages,
        "legal_moves": list(legal),
    }
    return np.array(values, dtype=float), info


def _equity(seen: Observation, opponents: int, rng: Random) -> float:
    return win_rate(seen.hole, seen.board, opponents, rng).share


def _flat(fields: dict[str, Any]) -> Iterator[float]:
    for value in fields.values():
        if isinstance(value, list):
            yield from value
        else:
            yield value


def _stages(seen: Observation) -> list[dict[str, list[Any]]]:
    """Return the stage data: each player's chips and last action except a fold, by street.

    Amounts of chips are in units of `UNIT` big blinds.
    """
    size, unit = len(seen.start_stacks), UNIT * seen.rules.big_blind
    stages: list[dict[str, list[Any]]] = [
        {
            "calls": [False] * size,
            "raises": [False] * size,
            "min_call_at_action": [0] * size,
            "contribution": [0] * size,
            "stack_at_action": [0] * size,
            "community_pot_at_action": [0] * size,
        }
        for _ in range(STAGES)
    ]
    stacks, street, before, most = list(seen.start_stacks), "", 0, 0
    put_in = 0
    for seat, where, chips, kind in _moves(seen):
        if where != street:
            street, before, most = where, put_in, 0
        row, most = stages[STREETS.index(where)], max(most, chips)
        stacks[seat] -= chips
        put_in += chips
        row["calls"][seat] = kind == "call"
        row["raises"][seat] = kind in ("bet", "raise")
        row["min_call_at_action"][seat] = most / unit
        row["contribution"][seat] += chips / unit
        row["stack_at_action"][seat] = stacks[seat] / unit
        row["community_pot_at_action"][seat] = before / unit
    return stages


def _moves(seen: Observation) -> Iterator[tuple[int, str, int, str]]:
    """Yield seat, street, added chips and kind of each post, then of each action except folds."""
    acted = [0] * len(seen.start_stacks)
    for record in seen.actions:
        acted[record.seat] += record.chips
    for seat, chips in enumerate(seen.paid):
        if chips > acted[seat]:
            yield seat, STREETS[0], chips - acted[seat], "post"
    for record in seen.actions:
        if record.action.kind != "fold":
            yield record.seat, record.street, record.chips, record.action.kind
