"""The agent `match-player`, which maximises its probability of winning the match, not its chips.

Once the match is certainly won, the agent folds every hand, as `match-lock` does. If few chips are
at stake, it pushes or folds by the match-win tables of `handsight.solver.match_play`. Otherwise it
plays as another agent, except that it caps bets and does not fold if that loses the match.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from handsight.agents.papers.fai.fold_out import FoldOut, cost_of_folding, is_won_by_folding
from handsight.agents.protocol import Decision, Number, stream_for
from handsight.errors import OptionError
from handsight.game import Action, Observation
from handsight.ranges.combos import CLASSES, class_of
from handsight.solver.match_play import MOST_HANDS, MatchGame, MatchLayer, match_layer

DEEPEST = 100.0


@dataclass(frozen=True)
class MatchPlayer(FoldOut):
    """Plays to win a heads-up match: by match-win tables and the fold-out, else as another agent.

    With three or more players, in matches of open length, in fixed limit, and with antes or
    straddles, it uses no tables: it plays as the other agent, and folds out as `match-lock` does.
    In the last hand of a heads-up match, it calls instead of folding if a fold would lose the match
    for certain.

    Args:
        inner: name of the other agent, with at most one option.
        depth: the agent plays the push-or-fold equilibrium if at most 20 hands are left, this hand
            included, and at most this many big blinds are at stake. The chips at stake are the
            shorter stack, or the cost of folding every remaining hand if that is less: a larger
            lead wins the match, so further chips are worth nothing.
        hands: number of final hands, 0 to 20, in which the agent still pushes even if the leader
            would win the match by folding every hand. It pushes the hands that do best against a
            leader who calls every push.
        cap: whether to cap bets at the amount with which winning the pot wins the match for
            certain; see `enough`.

    Raises:
        OptionError: if there is no such agent, or ``depth`` or ``hands`` is out of range.

    Source:
        The fold-out of FAI-2022; the tables are our own.
    """

    name: str = "match-player"
    inner: str = "simulator:leaning=0"
    depth: float = 4.0
    hands: int = 3
    cap: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= DEEPEST:
            raise OptionError(f"depth is {self.depth}; it must be from 0 to {DEEPEST:g} big blinds")
        if not 0 <= self.hands <= MOST_HANDS:
            raise OptionError(f"hands is {self.hands}; it must be from 0 to {MOST_HANDS}")
        super().__post_init__()

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        decision = self._by_tables(observation, rng)
        if decision is not None:
            return decision.action
        return self._adjusted(super().act(observation, rng), observation)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action and its reason; if the tables decide, add the match-win probability."""
        rng = stream_for(rng)
        decision = self._by_tables(observation, rng)
        if decision is not None:
            return decision
        decision = super().explain(observation, rng)
        action = self._adjusted(decision.action, observation)
        if action == decision.action:
            return decision
        why = "a fold loses the match" if decision.action.kind == "fold" else "less wins the match"
        return decision._replace(action=action, reason=f"{decision.reason}; {why} for certain")

    def _adjusted(self, action: Action, seen: Observation) -> Action:
        """Turn a fold that loses the match into a call; else apply `enough` if `cap` is true."""
        if _loses(action, seen):
            return Action.call()
        return enough(action, seen) if self.cap else action

    def _by_tables(self, seen: Observation, rng: Random) -> Decision | None:
        """Decide by the match-win tables; return None if they do not decide."""
        if not _is_push_or_fold(seen) or is_won_by_folding(seen):
            return None
        left = seen.hands - seen.hand + 1
        is_shallow = at_stake(seen) <= self.depth * seen.rules.big_blind
        layer = _layer_of(seen) if is_shallow or left <= self.hands else None
        if layer is None:
            return None
        stack, is_small = seen.start_stacks[seen.seat], _is_small(seen)
        numbers: dict[str, Number] = {"chance to win": layer.value(stack, is_small=is_small)}
        shares = layer.shares(stack, is_small=is_small)
        if shares is None:
            if left > self.hands:
                return None
            pushes = layer.hopeful(stack, is_small=is_small)[_class_number(seen)]
            reason = "only one who does not fold out can lose this; best if they call everything"
            return Decision(_all_in_or_least(seen, bool(pushes)), reason, numbers)
        if not is_shallow or not seen.legal.call_cost:
            return None  # the tables do not cover limped hands
        share = float(shares[_class_number(seen)])
        numbers["share of pushes" if is_small else "share of calls"] = share
        reason = "drawn by the equilibrium of push or fold in this match"
        return Decision(_all_in_or_least(seen, rng.random() < share), reason, numbers)


def at_stake(seen: Observation) -> int:
    """Return the chips at stake heads-up, in a match of fixed length.

    They are the shorter stack, or the cost of folding this hand and all later hands of the match if
    that is less. The cost is counted as if the player posted the big blind in this hand.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> start = HandState.start(Rules(small_blind=5, big_blind=10), [1000, 1000], 0, seed=7)
        >>> [at_stake(HandCursor(start, hand=hand, hands=20).observation()) for hand in (1, 16)]
        [150, 40]
    """
    return min(*seen.start_stacks, cost_of_folding(seen.rules, seen.hands - seen.hand + 1))


def enough(action: Action, seen: Observation) -> Action:
    """Cap a heads-up bet or raise at the amount that is enough to win the match.

    A player who wins a pot with that amount from the opponent can fold every later hand and still
    win the match, so a larger bet would risk chips for nothing. If checking or calling already puts
    in enough, a bet becomes a check and a raise becomes a call. In the last hand, bets stay as they
    are: there is nothing to save chips for, and a bet also wins if the opponent folds. They also
    stay as they are with more than two players, and in a match without a fixed length.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> start = HandState.start(Rules(small_blind=5, big_blind=10), [1000, 1000], 0, seed=7)
        >>> for hand in (1, 16, 20):
        ...     print(enough(Action.raise_to(1000), HandCursor(start, hand, 20).observation()))
        raise to 146
        raise to 31
        raise to 1000
    """
    later = seen.hands - seen.hand
    if action.kind not in ("bet", "raise") or len(seen.stacks) != 2 or later < 1:
        return action
    blinds = cost_of_folding(seen.rules, later, big_first=_is_small(seen))
    own, legal = seen.start_stacks[seen.seat], seen.legal
    needed = (sum(seen.start_stacks) + 2 * (blinds - own)) // 2 + 1
    before = seen.paid[seen.seat] - legal.bet  # chips put in on earlier streets
    if before + legal.price >= needed:
        return Action.call()
    return Action(action.kind, min(max(needed - before, legal.raise_min), action.amount))


def _is_push_or_fold(seen: Observation) -> bool:
    """Check whether the tables can cover this decision.

    It must be before the flop of a heads-up match in no-limit, without antes or straddles, with at
    most 20 hands left, this hand included.
    """
    rules = seen.rules
    return (
        seen.street == "preflop"
        and len(seen.start_stacks) == 2
        and all(seen.start_stacks)
        and 0 <= seen.hands - seen.hand < MOST_HANDS
        and not (rules.is_limit or rules.ante or rules.straddles)
    )


def _loses(action: Action, seen: Observation) -> bool:
    """Check whether an action is a fold after which the opponent has won the match."""
    is_last = seen.hand == seen.hands and len(seen.stacks) == 2
    return is_last and action.kind == "fold" and 2 * seen.legal.stack < sum(seen.start_stacks)


def _layer_of(seen: Observation) -> MatchLayer | None:
    """Return the match-win tables for the hands left, or None if none fit the blinds and chips."""
    try:
        game = MatchGame(sum(seen.start_stacks), seen.rules.small_blind, seen.rules.big_blind)
    except OptionError:
        return None
    return match_layer(game, seen.hands - seen.hand + 1)


def _is_small(seen: Observation) -> bool:
    """Check whether the player is the small blind, who acts first even without the button."""
    return not seen.actions or seen.actions[0].seat == seen.seat


def _class_number(seen: Observation) -> int:
    return CLASSES.index(class_of(seen.hole))


def _all_in_or_least(seen: Observation, pushes: bool) -> Action:
    legal = seen.legal
    if not pushes:
        return Action.fold() if legal.call_cost else Action.check()
    return Action.raise_to(legal.raise_max) if legal.can_raise else Action.call()
