"""A wrapper that turns an agent written for RLCard into an agent of handsight.

RLCard has two hold'em environments, each with its own format of states and actions:
``limit-holdem`` and ``no-limit-holdem``. An agent sees states of the former at a limit table, and
states of the latter at all other tables. RLCard's big blind is 2 chips, so chips are converted for
the agent.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any

from handsight.cards import Card
from handsight.cards.card import STREETS
from handsight.errors import IllegalActionError, MissingExtraError
from handsight.game import Action, Observation
from handsight.interop.generators import seeded_from

BIG_BLIND = 2
"""RLCard's big blind in chips."""
SUITS, RANKS = "SHDC", "A23456789TJQK"
"""RLCard's order of suits and ranks, in which it numbers the cards."""
LIMIT_WORDS = ("call", "raise", "fold", "check")
"""The actions of ``limit-holdem`` in the order of their numbers."""
FEATURES = {"limit": 72, "no-limit": 54}
"""The length of the array that describes a state, for each environment."""


class RLCardPlayer:
    """An agent whose actions come from an RLCard agent.

    If the RLCard agent has a method ``eval_step``, it is called instead of ``step``, so that a
    learning agent does not explore. As in RLCard, an illegal answer becomes a check, or a fold when
    facing a bet. RLCard's agents draw from numpy's global generator, which is seeded from the
    agent's own random numbers while it decides.

    Args:
        agent: an agent of RLCard.
        name: name of the agent; if empty, the name of its class.

    Example:
        >>> class Caller:
        ...     use_raw = True
        ...     def eval_step(self, state):
        ...         legal = state["raw_legal_actions"]
        ...         return ("call" if "call" in legal else "check"), {}
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> table = HandState.start(Rules(structure="fixed-limit"), [900, 900], button=0, seed=7)
        >>> RLCardPlayer(Caller()).act(HandCursor(table).observation(), Random(1))
        Action(kind='call', amount=0)
    """

    def __init__(self, agent: Any, name: str = "") -> None:
        self.agent = agent
        self.name = name or type(agent).__name__
        self._is_raw = bool(getattr(agent, "use_raw", False))

    def act(self, observation: Observation, rng: Random) -> Action:
        """Ask the agent for an action.

        Raises:
            IllegalActionError: if the answer should be the number of an action but is not a number,
                or is not an RLCard action at a limit table.
            MissingExtraError: if RLCard is not installed, at a table without a limit.
        """
        limited = observation.rules.is_limit
        state = (limit_state if limited else no_limit_state)(observation)
        with seeded_from(rng, with_numpy=True):
            if hasattr(self.agent, "eval_step"):
                answer, _ = self.agent.eval_step(state)
            else:
                answer = self.agent.step(state)
        choices = dict(zip(state["legal_actions"], state["raw_legal_actions"], strict=True))
        raw = answer if self._is_raw else self._decoded(answer, choices, limited)
        if raw not in choices.values():
            if limited and raw not in LIMIT_WORDS:
                raise IllegalActionError(
                    f"{self.name} answered {raw!r}, which is not an action there"
                )
            return Action.fold() if observation.to_call else Action.check()
        return _limit_action(raw) if limited else _no_limit_action(raw.name, observation)

    def _decoded(self, answer: Any, choices: Mapping[int, Any], limited: bool) -> Any:
        try:
            number = int(answer)
            return LIMIT_WORDS[number] if limited else choices.get(number)
        except (TypeError, ValueError, IndexError):
            raise IllegalActionError(
                f"{self.name} answered {answer!r}; it must be the number of an action"
            ) from None


# --- with a limit ---------------------------------------------------------------------------------


def limit_state(seen: Observation) -> dict[str, Any]:
    """Convert an observation to the state that an agent gets in ``limit-holdem``."""
    legal = [
        *(["call"] if seen.to_call else []),
        *(["raise"] if seen.legal.can_raise else []),
        "fold",
        *([] if seen.to_call else ["check"]),
    ]
    raised = dict.fromkeys(STREETS, 0)
    for record in seen.actions:
        raised[record.street] += record.action.kind in ("bet", "raise")
    raw = _raw(seen, legal) | {"raise_nums": [*raised.values()]}
    numbers = _cards_seen(seen, FEATURES["limit"])
    for street, count in enumerate(raised.values()):
        numbers[52 + 5 * street + min(count, 4)] = 1
    words = [
        (each.seat, "raise" if each.action.kind == "bet" else each.action.kind)
        for each in seen.actions
    ]
    return _state(raw, numbers, {LIMIT_WORDS.index(word): word for word in legal}, words)


def _limit_action(word: str) -> Action:
    return {"call": Action.call(), "fold": Action.fold(), "check": Action.check()}.get(
        word, Action("raise")
    )


# --- without a limit ------------------------------------------------------------------------------


def no_limit_state(seen: Observation) -> dict[str, Any]:
    """Convert an observation to the state that an agent gets in ``no-limit-holdem``.

    Raises:
        MissingExtraError: if RLCard, which defines the actions, is not installed.
    """
    try:
        there = import_module("rlcard.games.nolimitholdem.round").Action
        stages = import_module("rlcard.games.nolimitholdem.game").Stage
    except ImportError:
        raise MissingExtraError(
            "without a limit the actions are those of RLCard, which is not installed: "
            "pip install rlcard"
        ) from None
    legal = [there.FOLD, there.CHECK_CALL]
    for word, total in _raises(seen).items():
        if seen.legal.raise_min <= total <= seen.legal.raise_max:
            legal.append(there[word])
    if seen.legal.can_raise and seen.legal.raise_max == seen.legal.all_in:
        legal.append(there.ALL_IN)
    raw = _raw(seen, legal) | {
        "stakes": [_chips(seen, stack) for stack in seen.stacks],
        "current_player": seen.seat,
        "pot": _chips(seen, seen.pot),
        "stage": stages(STREETS.index(seen.street)),
    }
    numbers = _cards_seen(seen, FEATURES["no-limit"])
    numbers[52], numbers[53] = float(raw["my_chips"]), float(max(raw["all_chips"]))
    record = [(each.seat, there[_word_of(each.action.kind, each.all_in)]) for each in seen.actions]
    return _state(raw, numbers, {each.value: each for each in legal}, record)


def _raises(seen: Observation) -> dict[str, int]:
    """Return the street totals of RLCard's raises, which add half the pot or the pot to the bet."""
    bet = seen.legal.bet
    return {"RAISE_HALF_POT": bet + seen.pot // 2, "RAISE_POT": bet + seen.pot}


def _no_limit_action(word: str, seen: Observation) -> Action:
    if word == "FOLD":
        return Action.fold() if seen.to_call else Action.check()
    if word == "CHECK_CALL":
        return Action.call()
    return Action.all_in() if word == "ALL_IN" else Action("raise", _raises(seen)[word])


def _word_of(kind: str, all_in: bool) -> str:
    """Return RLCard's name for a past action; a raise of any size but all-in is a pot raise."""
    if kind == "fold":
        return "FOLD"
    if kind in ("check", "call"):
        return "CHECK_CALL"
    return "ALL_IN" if all_in else "RAISE_POT"


# --- both -----------------------------------------------------------------------------------------


def card_there(card: Card) -> str:
    """Format a card as RLCard does, with the suit first.

    Example:
        >>> card_there(Card("Ah"))
        'HA'
    """
    text = str(card)
    return text[1].upper() + text[0]


def _raw(seen: Observation, legal: list[Any]) -> dict[str, Any]:
    return {
        "hand": [card_there(card) for card in sorted(seen.hole, reverse=True)],
        "public_cards": [card_there(card) for card in seen.board],
        "all_chips": [_chips(seen, paid) for paid in seen.paid],
        "my_chips": _chips(seen, seen.paid[seen.seat]),
        "legal_actions": legal,
    }


def _chips(seen: Observation, chips: int) -> int | float:
    """Convert chips to RLCard's chips, where the big blind is 2."""
    there = Fraction(chips * BIG_BLIND, seen.rules.big_blind)
    return int(there) if there.denominator == 1 else float(there)


def _cards_seen(seen: Observation, size: int) -> Any:
    import numpy as np

    numbers = np.zeros(size)
    for card in (*seen.hole, *seen.board):
        there = card_there(card)
        numbers[13 * SUITS.index(there[0]) + RANKS.index(there[1])] = 1
    return numbers


def _state(
    raw: dict[str, Any], numbers: Any, legal: Mapping[int, Any], record: list[tuple[int, Any]]
) -> dict[str, Any]:
    return {
        "legal_actions": OrderedDict.fromkeys(legal),
        "obs": numbers,
        "raw_obs": raw,
        "raw_legal_actions": [*legal.values()],
        "action_record": record,
    }
