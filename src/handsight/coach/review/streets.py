"""Streets of a recorded hand between two players, solved with the bets that were made.

The ranges at the start of a street come from the solution of the street before; at the first one,
a blueprint derives them from the actions before it. The hero's actual hand is always part of the
hero's range.
"""

from __future__ import annotations

from functools import lru_cache, partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint.subgame import (
    LIMITED,
    Subgame,
    leaf_values,
    node_after,
    trimmed,
)
from handsight.blueprint.turn_values import turn_values_of
from handsight.cards.card import STREETS
from handsight.coach.review.flops import SolvedFlops, solve_whole_flop
from handsight.coach.review.solution import StreetSolution
from handsight.coach.spots import REVIEW_SIZES, street_spot, with_hand
from handsight.errors import InputError, OptionError
from handsight.multiway import TableBlueprint
from handsight.multiway.pots import pot_values
from handsight.solver.game import met_weights
from handsight.solver.limited import (
    LimitedLearner,
    flop_equity,
    limited_game,
    load_limited_kernels,
)
from handsight.solver.lines import option_text, spread_out
from handsight.solver.solving import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from handsight.blueprint.blueprint import Blueprint
    from handsight.blueprint.policy import WeightedNode
    from handsight.blueprint.resolving import ValuesAt
    from handsight.blueprint.turn_values import TurnValues
    from handsight.game import ActionRecord
    from handsight.solver.tree import Node, StreetTree

ACCURACY = {"turn": 0.003, "river": 0.0002}
"""The exploitability at which a solve ends, as a share of the pot. A single hand's values converge
more slowly, above all where the line is rare, so a river, which costs little, is solved further."""

WHOLE_ERROR = 0.003
"""How much a flop that is solved to the end of the hand can be off in what an action loses compared
with another one, as a share of the pot, in 95% of the decisions on it."""

LEAF_ERROR = 0.02
"""The mean error of action values on a flop whose tree stops at the turn, as a share of the pot. A
test compares them with those of a solution to the end of the hand."""

LIMITED_STEPS = 200
"""The number of iterations for a flop whose tree stops at the turn."""

MOST_STEPS = {"turn": 500, "river": 3_000}
LEAST_WEIGHT = 0.01
"""The minimum weight of the hero's actual hand in the hero's range, which raises a smaller one."""


class HeroValues(NamedTuple):
    """What the actions of a decision are worth with the hero's hand.

    Attributes:
        actions: the actions of the tree, such as ``bet 60 (50%)``.
        amounts: for each action the chips to which it bets or raises on the street; 0 for a fold,
            check or call.
        evs: float64[actions], the expected chips from the pot, minus those that the hero still puts
            in; NaN if no hand of the opponent gets there.
        shares: float64[actions], how often the solution takes each action with the hand; None if
            it hardly ever gets there with the hand, and so has not learned how to play it there.
        taken: the index of the action that the hero took; -1 if the hero has not acted yet.
        uncertain: how far the solution can be off, in chips; see `SolvedStreet`.
        inexact: how much more the best action wins than the solution's own mix of actions with the
            hand, in chips. In rare lines, a solution is less exact than elsewhere. 0 if ``shares``
            is None.
        met_share: the share of the opponent's range at the start of the street that takes the
            opponent's actions by the solution, 0 to 1.
        unanswered: float64[actions], how much more the opponent would win by answering each action
            in the best way, in chips, on average over both ranges. It is large where the solution
            hardly ever takes the action, and so has not learned the answer; infinite where it never
            does; 0 where the opponent need not answer.
    """

    actions: tuple[str, ...]
    amounts: tuple[int, ...]
    evs: NDArray[np.float64]
    shares: NDArray[np.float64] | None
    taken: int
    uncertain: float
    inexact: float
    met_share: float
    unanswered: NDArray[np.float64]


class SolvedStreet(NamedTuple):
    """A solved street of a recorded hand.

    Attributes:
        subgame: the start of the street.
        solution: the strategies, and what they are worth.
        uncertain: how far the solution can be off, in chips: its exploitability; for a flop that is
            solved to the end of the hand, `WHOLE_ERROR` of the pot; for one whose tree stops at the
            turn, the exploitability and `LEAF_ERROR` of the pot.
        taken: for each action of the street, the index of its option at its node.
        is_limited: whether the tree stops at the turn, where a blueprint says what hands are worth.
        is_unexpected: whether the hero's hand had less than `LEAST_WEIGHT` in the hero's range.
        raises: for a flop that is solved to the end of the hand, how many raises in a row its tree
            has; otherwise None.
    """

    subgame: Subgame
    solution: StreetSolution
    uncertain: float
    taken: list[int]
    is_limited: bool
    is_unexpected: bool
    raises: int | None = None

    @property
    def tree(self) -> StreetTree:
        """The tree of the street."""
        return self.solution.tree

    def node_before(self, number: int) -> Node:
        """Return the node at which an action of the street was taken.

        Args:
            number: the index of the action on the street.
        """
        return self.tree.nodes[node_after(self.tree, self.taken[:number])]

    def hero_values(self, number: int, combo: int) -> HeroValues:
        """Return what the actions are worth at a decision of the hero.

        Args:
            number: the index of the hero's action on the street.
            combo: the number of the hero's combo.
        """
        solution, node = self.solution, self.node_before(number)
        me, betting = node.player, solution.betting
        row = solution.combos[me].tolist().index(combo)
        after = solution.values[me][node.first : node.first + len(node.options), row]
        reach = self.reach(number)
        met = met_weights(reach[1 - me])[combo]
        evs = after.astype(np.float64) / met if met > 0 else np.full(len(after), np.nan)
        is_rare = reach[me, combo] < LEAST_WEIGHT * self.subgame.ranges[me, combo]
        mix = self._shares(node_after(self.tree, self.taken[:number]))
        shares = mix[row]
        pot, faced = betting.pot + 2 * node.paid[1 - me], node.own[1 - me]
        return HeroValues(
            tuple(option_text(option, pot, faced) for option in node.options),
            tuple(
                option.amount if option.kind in ("bet", "raise", "all-in") else 0
                for option in node.options
            ),
            evs + betting.pot / 2 + node.paid[me],
            None if is_rare else shares,
            self.taken[number] if number < len(self.taken) else -1,
            self.uncertain,
            0.0 if is_rare else float(evs.max() - evs @ shares),
            float(reach[1 - me].sum() / self.subgame.ranges[1 - me].sum()),
            np.array(
                [
                    self._unanswered(node.first + place, me, reach, mix[:, place])
                    for place in range(len(node.options))
                ]
            ),
        )

    def _unanswered(
        self, place: int, me: int, reach: NDArray[np.float64], shares: NDArray[np.float64]
    ) -> float:
        """Return how much the opponent loses at a node by the solution's answers, in chips.

        Args:
            place: the number of the node, to which an action of the player leads.
            me: the player who took it.
            reach: float64[2, 1326], the weights of both players' combos before the action.
            shares: float64[hands], how often each of the player's hands takes it.
        """
        node, solution = self.tree.nodes[place], self.solution
        if node.player != 1 - me or node.end == "choice":
            return 0.0
        theirs = solution.combos[1 - me]
        met = met_weights(reach[me] * spread_out(solution.combos[me], shares))[theirs]
        weights = reach[1 - me][theirs]
        total = float(weights @ met)
        if not total > 0:
            return inf
        after = solution.values[1 - me][node.first : node.first + len(node.options)].astype(float)
        answered = (after * self._shares(place).T).sum(0)
        return float(weights @ (after.max(0) - answered)) / total

    def after(self, board: Sequence[int], records: Sequence[ActionRecord]) -> Subgame | None:
        """Return the start of the next street; None if nobody can bet there or a range is empty.

        Args:
            board: the card numbers of the board on the next street.
            records: the actions of this street, whose betting has ended.
        """
        subgame = self.subgame
        ranges = np.stack([trimmed(row, board) for row in self.reach(len(records))])
        last = self.node_before(len(records))
        left = self.solution.betting.stack - max(last.paid)
        if last.end != "deal" or left < 1 or not ranges.any(1).all():
            return None
        return Subgame(
            STREETS[STREETS.index(subgame.street) + 1],
            tuple(board),
            (*subgame.before, *records),
            subgame.pot + 2 * max(last.paid),
            left,
            subgame.first,
            ranges,
            subgame.numbers,
            [],
        )

    def reach(self, number: int) -> NDArray[np.float64]:
        """Return the weights of both players' combos before an action: float64[2, 1326].

        Args:
            number: the index of the action on the street.
        """
        ranges = self.subgame.ranges.copy()
        for each in range(number):
            place = node_after(self.tree, self.taken[:each])
            player = self.tree.nodes[place].player
            shares = self._shares(place)[:, self.taken[each]]
            ranges[player] *= spread_out(self.solution.combos[player], shares)
        return ranges

    def _shares(self, node: int) -> NDArray[np.float64]:
        return self.solution.shares[node].astype(np.float64)


def turn_values_for(strategy: Blueprint | TableBlueprint) -> ValuesAt:
    """Return a function that looks up what hands are worth at the turn if a strategy is played."""
    if isinstance(strategy, TableBlueprint):
        return partial(pot_values, strategy)
    return partial(_heads_up_values, strategy.betting.stack)


def _heads_up_values(
    stack: int, places: list[WeightedNode]
) -> tuple[TurnValues, list[WeightedNode]]:
    return turn_values_of(stack), places


def solve_street(
    subgame: Subgame,
    records: Sequence[ActionRecord],
    hero: int,
    combo: int,
    turn_values: ValuesAt,
    *,
    rake: tuple[float, float | None] = (0.0, None),
    memory: int = 0,
    known: SolvedFlops | None = None,
) -> SolvedStreet | None:
    """Solve a street of a recorded hand.

    Args:
        subgame: the start of the street.
        records: the actions on the street, which the tree includes.
        hero: the hero's seat.
        combo: the number of the hero's combo.
        turn_values: function that returns what hands are worth at the turn, for flops whose tree
            stops there.
        rake: the share of the pot that the house takes, and its maximum in chips; None for no
            maximum.
        memory: the number of bytes up to which a flop is solved to the end of the hand; if it needs
            more, its tree stops at the turn.
        known: flops that need not be solved again; None for none.

    Returns:
        None if no tree can have these actions, if the ranges block each other, or if nobody can
        bet.
    """
    is_unexpected = bool(subgame.ranges[subgame.player(hero), combo] < LEAST_WEIGHT)
    start = with_hand(subgame, hero, combo, LEAST_WEIGHT)
    try:
        if start.street != LIMITED:
            return _later_street(start, records, rake, is_unexpected)
        whole = None
        if memory:
            whole = solve_whole_flop(start, records, rake, memory, known or SolvedFlops())
        if whole is None:
            return _limited(start, records, rake, turn_values, is_unexpected)
    except (InputError, OptionError):  # the ranges block each other, or nobody can bet
        return None
    return SolvedStreet(
        *(start, whole.solution, WHOLE_ERROR * start.pot, whole.taken, False, is_unexpected),
        raises=whole.raises,
    )


def _later_street(
    start: Subgame,
    records: Sequence[ActionRecord],
    rake: tuple[float, float | None],
    is_unexpected: bool,
) -> SolvedStreet | None:
    """Solve a turn or a river."""
    street = street_spot(start, records, REVIEW_SIZES[start.street], rake=rake)
    if street is None:
        return None
    found = solve(
        *(street.spot, street.betting, ACCURACY[start.street]),
        iterations=MOST_STEPS[start.street],
    )
    uncertain = found.exploitability * start.pot
    solution = StreetSolution.of(found.learner, uncertain)
    return SolvedStreet(street.start, solution, uncertain, street.taken, False, is_unexpected)


def _limited(
    start: Subgame,
    records: Sequence[ActionRecord],
    rake: tuple[float, float | None],
    turn_values: ValuesAt,
    is_unexpected: bool,
) -> SolvedStreet | None:
    """Solve the betting on a flop; at the turn, hands are worth what a blueprint wins with them."""
    street = street_spot(start, records, rake=rake)
    if street is None:
        return None
    spot, betting = street.spot, street.betting
    load_limited_kernels()
    values, places = turn_values(start.places)
    leaves = leaf_values(values, places, betting, start.board, _equity_on(spot.board))
    learner = LimitedLearner(limited_game(spot, betting), leaves)
    learner.learn(LIMITED_STEPS)
    exploitability = learner.exploitability()
    solution = StreetSolution.of(learner, exploitability)
    uncertain = exploitability + LEAF_ERROR * start.pot
    return SolvedStreet(start, solution, uncertain, street.taken, True, is_unexpected)


_equity_on = lru_cache(maxsize=8)(flop_equity)
