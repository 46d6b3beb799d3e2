"""The agent `match-lock`, which folds until the end of a match that it can no longer lose.

A player who folds every hand loses only the blinds and antes of the hands to come. If the player
would then still have more than half of all chips, nobody can end with more, no matter what cards
are dealt. The fold-out of FAI-2022 counts a big blind for each of these hands. This agent adds up
the blinds as they will be posted, so its fold-out begins sooner and is just as certain.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import ClassVar

from handsight.agents.protocol import (
    Agent,
    AgentEvent,
    Decision,
    action_of,
    data_files_of,
    stream_for,
)
from handsight.game import Action, Observation, Rules


def cost_of_folding(rules: Rules, hands: int, players: int = 2, big_first: bool = True) -> int:
    """Return the maximum number of chips that it can cost to fold the next hands.

    Heads-up, the blinds alternate, and the result is the exact cost. With more players, the order
    of the blinds can change when a player goes broke, so every hand counts as the most expensive
    hand.

    Args:
        rules: the rules of the table.
        hands: number of hands to fold.
        players: number of players.
        big_first: whether the player posts the big blind in the first of these hands; ignored with
            more than two players.

    Example:
        >>> rules = Rules(small_blind=5, big_blind=10)
        >>> cost_of_folding(rules, hands=9), cost_of_folding(rules, hands=9, big_first=False)
        (70, 65)
        >>> cost_of_folding(rules, hands=9, players=3)
        90
    """
    if players > 2:
        return hands * (max((rules.big_blind, *rules.straddles)) + rules.ante)
    each, once = _antes(rules)
    big = (hands + big_first) // 2
    return big * (rules.big_blind + once) + (hands - big) * rules.small_blind + hands * each


def posted_big(seen: Observation) -> bool:
    """Check whether the player posted at least a full big blind, and the ante, in this hand.

    The result depends only on the chips posted, not on the seat of the button.

    Example:
        >>> from handsight.game import HandCursor, HandState
        >>> table = HandCursor(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
        >>> posted_big(table.observation())
        False
        >>> table.apply(Action.call())
        >>> posted_big(table.observation())
        True
    """
    added = sum([record.chips for record in seen.actions if record.seat == seen.seat])
    posted = seen.paid[seen.seat] - added
    return posted >= seen.rules.big_blind + sum(_antes(seen.rules))


def _antes(rules: Rules) -> tuple[int, int]:
    """Return the ante that each player posts, and the ante that only the big blind posts."""
    return (rules.ante, 0) if rules.ante_by == "each" else (0, rules.ante)


def _to_come(seen: Observation) -> int:
    left = max(seen.hands - seen.hand, 0)
    return cost_of_folding(seen.rules, left, len(seen.stacks), not posted_big(seen))


def is_won_by_folding(seen: Observation) -> bool:
    """Check whether the player is certain to win the match by folding from now on.

    The player is certain to win if they have more than half of all chips left after giving up the
    pot of this hand and posting the blinds and antes of all hands to come. If this holds in one
    hand and the player folds, it also holds in every later hand. In a match without a fixed length,
    it never holds.

    Example:
        >>> from handsight.game import HandCursor, HandState
        >>> rules = Rules(small_blind=5, big_blind=10)
        >>> def leads_by(chips: int) -> bool:
        ...     stacks = [1005 + chips, 995 - chips]
        ...     start = HandState.start(rules, stacks, button=0, seed=7)
        ...     return is_won_by_folding(HandCursor(start, hand=11, hands=20).observation())
        >>> leads_by(70), leads_by(71)
        (False, True)
    """
    if not seen.hands:  # the match has no fixed length
        return False
    return 2 * (seen.legal.stack - _to_come(seen)) > sum(seen.start_stacks)


@dataclass(frozen=True)
class FoldOut:
    """Plays as another agent until the match is won for certain, then folds to its end.

    Args:
        inner: name of the other agent, with at most one option.

    Raises:
        OptionError: if there is no such agent, or its option is wrong.

    Source:
        The fold-out of FAI-2022, with the blinds as they will be posted.
    """

    family: ClassVar[str] = "match play"
    source: ClassVar[str] = "FAI-2022"

    name: str = "match-lock"
    inner: str = "fai-v4"
    _agent: Agent = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from handsight.agents.registry import agent

        object.__setattr__(self, "_agent", agent(self.inner))

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        if is_won_by_folding(observation):
            return _least(observation)
        return action_of(self._agent.act(observation, rng), observation)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action and its reason, which before the fold-out come from the other agent."""
        rng = stream_for(rng)
        if is_won_by_folding(observation):
            return Decision(
                _least(observation), "the match is won for certain", _numbers(observation)
            )
        explain = getattr(self._agent, "explain", None)
        if explain is None:
            action = self.act(observation, rng)
            decision = Decision(action, f"as {self.inner} plays", {})
        else:
            decision = explain(observation, rng)
        return decision._replace(numbers={**decision.numbers, **_numbers(observation)})

    def observe(self, event: AgentEvent) -> None:
        """Pass an event on to the other agent."""
        observe = getattr(self._agent, "observe", None)
        if observe is not None:
            observe(event)

    def reset(self) -> None:
        """Make the other agent forget the opponents."""
        reset = getattr(self._agent, "reset", None)
        if reset is not None:
            reset()

    def data_files(self) -> dict[str, Path]:
        """Return {name: path} of the files that the other agent depends on."""
        return data_files_of(self._agent)


def _least(seen: Observation) -> Action:
    return Action.fold() if seen.legal.call_cost else Action.check()


def _numbers(seen: Observation) -> dict[str, float | int | str | bool | None]:
    return {
        "chips behind": seen.legal.stack,
        "blinds to come, at most": _to_come(seen),
        "half of all chips": sum(seen.start_stacks) / 2,
    }
