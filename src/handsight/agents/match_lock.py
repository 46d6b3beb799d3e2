"""A match that cannot be lost any more is folded out, and not a hand sooner.

Who folds whatever is not free loses the blinds and antes of the hands to come, and nothing else.
Where more than half of all chips are left after that, nobody can end with more, whatever cards
come. The fold-out of FAI-2022 takes each of these hands for the big blind; here the blinds are
added up as they will come, so that the end is reached sooner and is no less certain.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from handsight.agents.protocol import Agent, AgentEvent, Decision, stream_for
from handsight.game import Action, Observation, Rules


def cost_of_folding(rules: Rules, hands: int, players: int = 2, big_first: bool = True) -> int:
    """Bound what folding costs in the hands to come.

    Between two players the blinds take turns, and the bound is what folding does cost. With more
    players the order may change when somebody goes broke; then every hand is taken for the dearest.

    Args:
        rules: what the table plays.
        hands: how many are to come.
        players: at the table, 2 or more.
        big_first: whether the first of these hands costs the big blind; of two players.

    Returns:
        Chips.

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
    """Tell whether the player posted the big blind in this hand, wherever the button may be.

    Args:
        seen: what the player may know. He is not too short to post it in full.

    Example:
        >>> from handsight.game import HandCursor, HandState
        >>> table = HandCursor(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
        >>> posted_big(table.observation())
        False
        >>> table.apply(Action.call())
        >>> posted_big(table.observation())
        True
    """
    added = sum([taken.chips for taken in seen.actions if taken.seat == seen.seat])
    posted = seen.paid[seen.seat] - added
    return posted >= seen.rules.big_blind + sum(_antes(seen.rules))


def _antes(rules: Rules) -> tuple[int, int]:
    """Give the ante of each player, and that of the big blind alone."""
    return (rules.ante, 0) if rules.ante_by == "each" else (0, rules.ante)


def _to_come(seen: Observation) -> int:
    left = max(seen.hands - seen.hand, 0)
    return cost_of_folding(seen.rules, left, len(seen.stacks), not posted_big(seen))


def is_locked(seen: Observation) -> bool:
    """Tell whether to fold from here on is to win the match for certain.

    It is, if more than half of all chips are left after the blinds of all hands to come. What lies
    in the pot of this hand is taken for lost. Who folds stays locked in every later hand. A match
    with no given end is never locked.

    Args:
        seen: what the player may know.

    Example:
        >>> from handsight.game import HandCursor, HandState
        >>> rules = Rules(small_blind=5, big_blind=10)
        >>> def leads_by(chips: int) -> bool:
        ...     stacks = [1005 + chips, 995 - chips]
        ...     start = HandState.start(rules, stacks, button=0, seed=7)
        ...     return is_locked(HandCursor(start, hand=11, hands=20).observation())
        >>> leads_by(70), leads_by(71)
        (False, True)
    """
    if not seen.hands:
        return False
    return 2 * (seen.legal.stack - _to_come(seen)) > sum(seen.start_stacks)


@dataclass(frozen=True)
class MatchLock:
    """Plays as another agent does until the match is won for certain, then folds to its end.

    Args:
        name: what it is called.
        inner: the other agent, by its name, with at most one option.

    Raises:
        OptionError: if there is no such agent.

    Source:
        The trick at the end of FAI-2022, with the blinds as they will come. See `is_locked`.
    """

    name: str = "match-lock"
    inner: str = "fai-v4"
    _agent: Agent = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from handsight.agents.registry import agent

        object.__setattr__(self, "_agent", agent(self.inner))

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action.

        Args:
            observation: what the player may know.
            rng: for the other agent.
        """
        if is_locked(observation):
            return _least(observation)
        return self._agent.act(observation, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Give the action, and why; before the lock what the other agent says, if it says anything.

        Args:
            observation: what the player may know.
            rng: for the other agent; without one it gets a stream that is always the same.
        """
        rng = stream_for(rng)
        if is_locked(observation):
            return Decision(
                _least(observation), "the match is won for certain", _numbers(observation)
            )
        explain = getattr(self._agent, "explain", None)
        if explain is None:
            said = Decision(self._agent.act(observation, rng), f"as {self.inner} plays", {})
        else:
            said = explain(observation, rng)
        return said._replace(numbers={**said.numbers, **_numbers(observation)})

    def observe(self, event: AgentEvent) -> None:
        """Pass on what the other agent may see.

        Args:
            event: what happened.
        """
        observe = getattr(self._agent, "observe", None)
        if observe is not None:
            observe(event)

    def reset(self) -> None:
        """Let the other agent forget the opponents."""
        reset = getattr(self._agent, "reset", None)
        if reset is not None:
            reset()


def _least(seen: Observation) -> Action:
    return Action.fold() if seen.legal.call_cost else Action.check()


def _numbers(seen: Observation) -> dict[str, float | int | str | bool | None]:
    return {
        "chips behind": seen.legal.stack,
        "blinds to come, at most": _to_come(seen),
        "half of all chips": sum(seen.start_stacks) / 2,
    }
