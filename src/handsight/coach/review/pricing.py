"""What each decision of a recorded hand was worth.

Before the flop, values come from the charts. From the flop on, a street that two players see is
solved; where more players are left, hands are played out by a blueprint, and the values are
estimates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.arena.variance.reduction import all_in_luck
from handsight.blueprint.policy import CALLED, FOLDED, actions_at
from handsight.blueprint.subgame import subgame_of
from handsight.coach.review.decisions import (
    BLUEPRINT,
    CHART,
    EQUITY,
    SOLVER,
    ReviewedAction,
    ReviewedDecision,
    ReviewedHand,
)
from handsight.coach.review.flops import SolvedFlops
from handsight.coach.review.records import prepared, stake_of
from handsight.coach.review.settings import Rake, ReviewSettings
from handsight.coach.review.streets import (
    LEAST_WEIGHT,
    HeroValues,
    SolvedStreet,
    solve_street,
    turn_values_for,
)
from handsight.coach.review.words import action_words, drill_key, pot_kind
from handsight.coach.spots import combo_of, records_on
from handsight.coach.strategies import Strategy, faces_similar_bet, nearest_strategy
from handsight.errors import HandsightError, InputError
from handsight.game import Action, walk
from handsight.multiway.rollouts import (
    actions_of,
    call_values,
    ends_betting,
    parts_of,
    plain,
    roll_out,
    without_folds_of_all_ins,
)
from handsight.opponents.stats.store import hand_digest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from handsight.game import ActionRecord, Hand, Observation

SIX = 6
"""With more players than this, a strategy must have been made for about the same stack."""
DEALS, QUICK_DEALS = 4_000, 1_000
"""The number of random deals behind an estimate, in a full review and in a quick one."""

MOST_UNANSWERED = 0.03
"""An action is not the best one if the solution's answers to it lose more than this share of the
pot. The solution hardly ever takes such an action, so its EV is that against an opponent who has
not learned to answer it."""

LEAST_ERROR = 0.005
"""A chart's value with a smaller standard error, in big blinds, is not used: it comes from too few
deals, which happened to end alike."""

RAISES = {
    0: "nobody raises except as in this hand",
    1: "there is at most one raise except as in this hand",
    2: "there are at most two raises except as in this hand",
}
"""What is assumed of a flop that is solved to the end of the hand, by the raises of its tree."""


def review_hand(
    hand: Hand,
    seat: int,
    settings: ReviewSettings | None = None,
    rake: Rake | None = None,
    known: SolvedFlops | None = None,
) -> ReviewedHand:
    """Value all decisions of a player in a recorded hand.

    Args:
        hand: the hand.
        seat: the seat of the player, whose cards must be known.
        settings: how the hand is reviewed; None for the default.
        rake: the rake of the stake, for the solver; None for no rake.
        known: flops that need not be solved again; None for none.

    Returns:
        The hand with its decisions. If none could be valued, ``skipped`` says why.

    Raises:
        HistoryError: if the hand cannot be replayed.
        InputError: if the player's cards are not known.

    Example:
        >>> from handsight.game import HandState, Rules, hand_of
        >>> start = HandState.start(Rules(), [10_000] * 6, 5, holes=["AsAh"] + [None] * 5)
        >>> for action in ["fold", "fold", "fold", "fold", "fold"]:
        ...     start = start.apply(action)
        >>> reviewed = review_hand(hand_of(start), 0)
        >>> reviewed.decisions[0].taken, reviewed.decisions[0].best
        ('fold', 'raise to 2.2 bb')
    """
    decisions = review_decisions(hand, seat, settings, rake, known)
    big_blind = hand.rules.big_blind
    *_, end = walk(hand)
    skipped = "fixed-limit hands are not valued" if hand.rules.is_limit else ""
    if decisions and not any(each.is_valued for each in decisions):
        skipped = decisions[0].assumed[0]
    net = float(_net(hand, seat, end.state))
    return ReviewedHand(
        hand_digest(hand).hex(),
        "" if hand.number is None else str(hand.number),
        hand.file,
        hand.line,
        stake_of(hand),
        hand.positions[seat],
        "".join(map(str, hand.holes[seat] or ())),
        "".join(map(str, hand.board)),
        hand.stacks[seat] / big_blind,
        net / big_blind,
        _adjusted(hand, seat, net),
        decisions,
        skipped,
        hand.name_of(seat),
    )


def review_decisions(
    hand: Hand,
    seat: int,
    settings: ReviewSettings | None = None,
    rake: Rake | None = None,
    known: SolvedFlops | None = None,
) -> tuple[ReviewedDecision, ...]:
    """Value the decisions of a player in a hand that may still be played.

    Args:
        hand: the record of the hand so far.
        seat: the seat of the player, whose cards must be known.
        settings: how the hand is reviewed; None for the default.
        rake: the rake of the stake, for the solver; None for no rake.
        known: flops that need not be solved again; None for none.

    Returns:
        The decisions, in order; none in fixed limit.

    Raises:
        HistoryError: if the hand cannot be replayed.
        InputError: if the player's cards are not known.
    """
    if hand.holes[seat] is None:
        raise InputError(f"the cards of {hand.name_of(seat)} in hand {hand.number} are not known")
    if hand.rules.is_limit:
        return ()
    reviewer = _Reviewer(hand, seat, settings or ReviewSettings(), rake or Rake(), known)
    return tuple(reviewer.decisions())


def _net(hand: Hand, seat: int, state: object) -> float:
    if hand.finishing_stacks is not None:
        return float(hand.finishing_stacks[seat] - hand.stacks[seat])
    return float(state.payoffs[seat])  # type: ignore[attr-defined]


def _adjusted(hand: Hand, seat: int, net: float) -> float | None:
    """Return the net result in big blinds without the luck after the last decision."""
    try:
        return (net - all_in_luck(hand)[seat]) / hand.rules.big_blind
    except HandsightError:
        return None


def strategy_for(hand: Hand, seat: int) -> Strategy | None:
    """Return the strategy for a hand's number of players, made for the nearest stack.

    Args:
        hand: the hand.
        seat: the seat of the player.

    Returns:
        None if there is no strategy for that many players or, with more than six, none for about
        the stack that can be played for.
    """
    found = nearest_strategy(hand.stacks, seat, hand.rules.big_blind)
    dealt = sum(stack > 0 for stack in hand.stacks)
    return None if found is None or (dealt > SIX and not found.is_near) else found


def judged_by(hand: Hand, seat: int) -> str:
    """Return a name of the strategy by which a hand is judged, and of how long it was trained.

    If you train another one, it can take the place of the strategy of an earlier review.

    Args:
        hand: the hand as it was recorded.
        seat: the seat of the player in it.

    Returns:
        Empty if there is none.
    """
    ready = prepared(hand, seat, SIX)
    found = strategy_for(ready.hand, ready.seat)
    return "" if found is None else f"{found.words}, {found.blueprint.deals} deals"


class _Reviewer:
    """Values the decisions of one player in one hand."""

    def __init__(
        self,
        hand: Hand,
        seat: int,
        settings: ReviewSettings,
        rake: Rake,
        known: SolvedFlops | None,
    ) -> None:
        self.settings, self.rake, self.known = settings, rake, known
        self.position = hand.positions[seat]
        self.hand, self.seat, self.shift = prepared(hand, seat, SIX)
        self.combo = combo_of(hand.holes[seat] or ())
        self.strategy = strategy_for(self.hand, self.seat)
        self.streets: dict[str, SolvedStreet | None] = {}
        self._first, self._is_vague = "", False

    def decisions(self) -> list[ReviewedDecision]:
        """Return the decisions of the player, in order."""
        found = []
        for number, cursor in enumerate(walk(self.hand)):
            if number == len(self.hand.actions) or cursor.state.is_over:
                break
            record = self.hand.actions[number]
            if record.seat == self.seat:
                found.append(self._decision(number, cursor.observation(), record))
        return found

    def _decision(self, number: int, seen: Observation, record: ActionRecord) -> ReviewedDecision:
        unit = self.hand.rules.big_blind
        taken = plain(record.action)
        valued = self._valued(seen, taken)
        base = (
            number + self.shift,
            seen.street,
            "".join(map(str, seen.board)),
            self.position,
            pot_kind(seen),
            len(seen.players),
            seen.winnable(seen.legal.stack) / unit,
            seen.legal.call_cost / unit,
        )
        if isinstance(valued, str):
            return ReviewedDecision(
                *base, action_words(taken, seen, unit), "", (), 0.0, 0.0, "", (valued,)
            )
        named = [action_words(action, seen, unit) for action in valued.actions]
        evs = valued.evs / unit
        shares = [None] * len(named) if valued.shares is None else valued.shares.tolist()
        rows = tuple(
            ReviewedAction(name, round(float(ev), 4), share)
            for name, ev, share in zip(named, evs, shares, strict=True)
        )
        return ReviewedDecision(
            *base,
            named[valued.taken],
            named[valued.best],
            rows,
            round(valued.lost / unit, 4),
            round(valued.error / unit, 4),
            valued.method,
            valued.assumed,
            drill_key(seen),
        )

    def _valued(self, seen: Observation, taken: Action) -> _Valued | str:
        """Return the values of a decision, or the reason why there are none."""
        strategy = self.strategy
        if strategy is None:
            dealt = sum(stack > 0 for stack in self.hand.stacks)
            return f"there is no strategy for {dealt} players with such stacks"
        settings, valued = self.settings, None
        deals = QUICK_DEALS if settings.quick else DEALS
        if seen.street != "preflop" and not settings.quick:
            valued = self._solved(strategy, seen)
        elif seen.street == "preflop" and strategy.is_near:
            valued = _charted(strategy, seen, taken, self.combo)
        if valued is None and strategy.is_near:
            valued = _played_out(strategy, seen, taken, deals, settings.seed)
        if valued is None:
            valued = _by_equity(strategy, seen, taken, deals, settings.seed)
        if valued is not None:
            return valued
        if not strategy.is_near:
            return f"the stacks are far from those of the strategy ({strategy.words})"
        return "the strategy has neither this line nor these ranges"

    # --- solved streets ---------------------------------------------------------------------------

    def _solved(self, strategy: Strategy, seen: Observation) -> _Valued | None:
        street = self._street(strategy, seen)
        if street is None:
            return None
        values = street.hero_values(len(records_on(seen.street, seen.actions)), self.combo)
        if not np.isfinite(values.evs).all():
            return None
        actions = [_action_named(n, a) for n, a in zip(values.actions, values.amounts, strict=True)]
        unsure = values.unanswered > MOST_UNANSWERED * seen.winnable(seen.legal.stack)
        unsure[values.taken] = False
        best = int(np.argmax(np.where(unsure, -np.inf, values.evs)))
        lost = float(values.evs[best] - values.evs[values.taken])
        error = max(values.uncertain, values.inexact)
        if best != values.taken:
            error = max(error, *values.unanswered[[best, values.taken]].tolist())
        return _Valued(
            tuple(actions),
            values.evs,
            values.shares,
            values.taken,
            best,
            lost,
            min(error, float(seen.legal.stack)),
            SOLVER,
            self._assumed(strategy, street, values),
        )

    def _assumed(
        self, strategy: Strategy, street: SolvedStreet, values: HeroValues
    ) -> tuple[str, ...]:
        assumed = [f"ranges before the {self._first} as among {strategy.words}"]
        if self._is_vague:
            assumed.append("actions that this strategy does not know say nothing of the hands")
        if street.raises is not None:
            assumed.append(f"on the flop, {RAISES[street.raises]}; later, nobody raises")
        if street.is_limited:
            assumed.append("hands at the turn are worth what that strategy wins with them")
        if street.is_unexpected:
            assumed.append("this line is unusual for your hand, so the opponent does not expect it")
        if values.met_share < LEAST_WEIGHT:
            assumed.append("the solution hardly ever plays as the opponent did")
        return tuple(assumed)

    def _street(self, strategy: Strategy, seen: Observation) -> SolvedStreet | None:
        if seen.street not in self.streets:
            self.streets[seen.street] = self._solve(strategy, seen)
        return self.streets[seen.street]

    def _solve(self, strategy: Strategy, seen: Observation) -> SolvedStreet | None:
        earlier = list(self.streets.values())[-1] if self.streets else None
        start = None
        if earlier is not None:
            before = records_on(earlier.subgame.street, self.hand.actions)
            start = earlier.after([card.index for card in seen.board], before)
            if start is not None and start.street != seen.street:
                start = None
        if start is None:
            start = subgame_of(strategy.blueprint, seen, seen.street)
            self._first = seen.street
            steps = strategy.blueprint.line(seen)
            self._is_vague = any(
                not step.moves and step.record.seat in seen.players
                for step in steps
                if step.record.street != seen.street
            )
        if start is None:
            return None
        unit = self.hand.rules.big_blind
        cap = None if self.rake.cap is None else self.rake.cap * unit
        return solve_street(
            *(start, records_on(seen.street, self.hand.actions), self.seat, self.combo),
            turn_values_for(strategy.blueprint),
            rake=(self.rake.share, cap),
            memory=self.settings.flop_memory,
            known=self.known,
        )


class _Valued(NamedTuple):
    """The values of a decision, in chips."""

    actions: tuple[Action, ...]
    evs: NDArray[np.float64]
    shares: NDArray[np.float64] | None
    taken: int
    best: int
    lost: float
    error: float
    method: str
    assumed: tuple[str, ...]


# --- methods --------------------------------------------------------------------------------------


def _charted(strategy: Strategy, seen: Observation, taken: Action, combo: int) -> _Valued | None:
    """Value a decision before the flop with the charts; return None if they do not have it."""
    blueprint, unit = strategy.blueprint, seen.rules.big_blind
    places = blueprint.places(seen, blueprint.line(seen))
    places = without_folds_of_all_ins(blueprint, seen, places)
    if not places or (taken == FOLDED and not seen.legal.call_cost):
        return None
    if not faces_similar_bet(blueprint, places, seen):
        return None
    values, row = strategy.values(), blueprint.buckets.board_buckets()[combo]
    known = [(weight, node, blueprint.tree.options(node)) for weight, node in places]
    named = actions_of([options for _, _, options in known], seen.legal, taken)
    evs, variances, shares = (dict.fromkeys(named, 0.0) for _ in range(3))
    for weight, node, options in known:
        found, errors = (each[row] for each in values.at(node))
        if not np.isfinite(found).all() or (errors[1:] < LEAST_ERROR).any():
            return None
        table = blueprint.table(node)[row]
        for share, action in zip(table, actions_at(options, seen.legal), strict=True):
            shares[_nearest(action, named)] += weight * float(share)
        for action in named:
            parts = parts_of(options, action, seen.legal)
            if not parts:  # a fold, where the tree has none
                return None
            ev = sum(share * float(found[place] - found[0]) for share, place in parts)
            spread = sum((share * float(errors[place])) ** 2 for share, place in parts)
            evs[action] += weight * ev
            variances[action] += weight * weight * spread
    actions = tuple(evs)
    worth = np.array([evs[each] for each in actions]) * unit
    mix = np.array([shares[each] for each in actions])
    best, place = int(np.argmax(mix)), actions.index(taken)
    assumed: tuple[str, ...] = (f"everybody plays as among {strategy.words}",)
    if FOLDED not in actions:
        assumed += ("what an action wins is counted from a check, which wins 0",)
    error = 0.0 if best == place else (variances[actions[best]] + variances[taken]) ** 0.5 * unit
    return _Valued(
        *(actions, worth, mix, place, best, float(worth[best] - worth[place]), error, CHART),
        assumed,
    )


def _played_out(
    strategy: Strategy, seen: Observation, taken: Action, deals: int, seed: int
) -> _Valued | None:
    """Value a decision by playing hands out (see `crosswise`)."""
    found = roll_out(strategy.blueprint, seen, taken, deals, seed)
    if found is None or taken not in found.actions:
        return None
    place = found.actions.index(taken)
    lost, error = crosswise(found.values, place)
    assumed = [f"everybody plays as among {strategy.words}"]
    if found.unlikely:
        assumed.append("any hand for players whose actions this strategy never takes")
    means = found.values.mean(0)
    return _Valued(
        *(found.actions, means, None, place, int(np.argmax(means))),
        *(lost, error, BLUEPRINT, tuple(assumed)),
    )


def crosswise(values: NDArray[np.float64], taken: int) -> tuple[float, float]:
    """Estimate how much better the best action is than the one taken, without bias.

    The action that is best on the same deals that price it looks better than it is. So each half of
    the deals chooses an action, and the other half prices it. The estimate is an unbiased one of
    what these actions win more than the one taken; if the halves choose different actions, it is
    the mean over both.

    Args:
        values: float64[deals, actions], what each action wins on each of at least two deals.
        taken: the index of the action taken.

    Returns:
        The estimate, which chance can make negative, and its standard error.

    Example:
        >>> crosswise(np.array([[0.0, 1.0], [0.0, 3.0], [0.0, 1.0], [0.0, 3.0]]), 0)
        (2.0, 0.5773502691896257)
    """
    half = len(values) // 2
    parts = values[:half], values[half:]
    gaps = np.concatenate(
        [
            priced[:, int(np.argmax(choosing.mean(0)))] - priced[:, taken]
            for choosing, priced in (parts, parts[::-1])
        ]
    )
    return float(gaps.mean()), float(gaps.std(ddof=1)) / len(gaps) ** 0.5


def _by_equity(
    strategy: Strategy, seen: Observation, taken: Action, deals: int, seed: int
) -> _Valued | None:
    """Value a check, call or fold by its equity against the opponents' ranges.

    Before the flop, much betting is still to come, so only a call that ends it has a value.
    """
    if taken not in (CALLED, FOLDED) or (seen.street == "preflop" and not ends_betting(seen)):
        return None
    won = call_values(strategy.blueprint, seen, deals, seed)
    if won is None:
        return None
    actions = (FOLDED, CALLED)
    evs = np.array([0.0, float(won.mean())])
    best, place = int(np.argmax(evs)), actions.index(taken)
    error = float(won.std(ddof=1)) / len(won) ** 0.5 if best != place else 0.0
    assumed = (f"ranges as among {strategy.words}", "nobody bets any more")
    return _Valued(
        *(actions, evs, None, place, best, float(evs[best] - evs[place]), error, EQUITY),
        assumed[: 1 if ends_betting(seen) else 2],
    )


def _nearest(action: Action, actions: Iterable[Action]) -> Action:
    """Return the action of the same kind, and of the nearest size, among some actions."""
    known = [each for each in actions if each.kind == action.kind]
    return min(known, key=lambda each: abs(each.amount - action.amount))


def _action_named(name: str, amount: int) -> Action:
    if name == "fold":
        return FOLDED
    return Action("raise", amount) if amount else CALLED
