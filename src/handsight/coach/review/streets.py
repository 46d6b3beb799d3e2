"""Streets of a recorded hand between two players, solved with the bets that were made.

The ranges at the start of a street come from the solution of the street before; at the first one,
a blueprint derives them from the actions before it. The hero's actual hand is always part of the
hero's range.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.blueprint.subgame import (
    LIMITED,
    Subgame,
    fitted,
    leaf_values,
    node_after,
    subgame_of,
    trimmed,
)
from handsight.blueprint.turn_values import turn_values_of
from handsight.cards import Card, CardSet
from handsight.cards.card import STREETS
from handsight.errors import InputError, OptionError
from handsight.multiway import TableBlueprint
from handsight.multiway.pots import pot_values
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.solver.betting import Betting
from handsight.solver.game import met_weights
from handsight.solver.learning import make_task
from handsight.solver.limited import (
    LimitedLearner,
    flop_equity,
    limited_game,
    load_limited_kernels,
)
from handsight.solver.lines import option_text, spread_out
from handsight.solver.solving import memory_of, solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from handsight.blueprint.blueprint import Blueprint, PlayedStrategy
    from handsight.blueprint.policy import WeightedNode
    from handsight.blueprint.resolving import ValuesAt
    from handsight.blueprint.turn_values import TurnValues
    from handsight.game import ActionRecord, Observation
    from handsight.solver.learning import Learner
    from handsight.solver.tree import Node, StreetTree

SIZES = {
    "flop": {
        "flop_bets": "50%",
        "flop_raises": "75%",
        "turn_bets": "66%",
        "turn_raises": "",
        "river_bets": "66%",
        "river_raises": "",
    },
    "turn": {
        "turn_bets": "50%, 100%",
        "turn_raises": "75%",
        "river_bets": "75%",
        "river_raises": "a",
    },
    "river": {"river_bets": "33%, 75%, 150%", "river_raises": "75%, a"},
}
"""The bet sizes of each street's tree; the bets that were made are added. Later streets are solved
again once their cards are known, so a tree has few sizes on them."""

ACCURACY = {"flop": 0.003, "turn": 0.003, "river": 0.0002}
"""The exploitability at which a solve ends, as a share of the pot. A single hand's values converge
more slowly, above all where the line is rare, so a river, which costs little, is solved further."""

LEAF_ERROR = 0.02
"""The mean error of action values on a flop whose tree stops at the turn, as a share of the pot. A
test compares them with those of a solution to the end of the hand."""

LIMITED_STEPS = 200
"""The number of iterations for a flop whose tree stops at the turn."""

MOST_STEPS = {"flop": 300, "turn": 500, "river": 3_000}
LEAST_WEIGHT = 0.01
"""The minimum weight of the hero's actual hand in the hero's range, which raises a smaller one."""
PARTS = 10_000


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
        exploitability: the exploitability of the solution, in chips.
        inexact: how much more the best action wins than the solution's own mix of actions with the
            hand, in chips. In rare lines, a solution is less exact than elsewhere. 0 if ``shares``
            is None.
        met_share: the share of the opponent's range at the start of the street that takes the
            opponent's actions by the solution, 0 to 1.
    """

    actions: tuple[str, ...]
    amounts: tuple[int, ...]
    evs: NDArray[np.float64]
    shares: NDArray[np.float64] | None
    taken: int
    exploitability: float
    inexact: float
    met_share: float


class SolvedStreet(NamedTuple):
    """A solved street of a recorded hand.

    Attributes:
        subgame: the start of the street.
        learner: the learner with the strategies.
        exploitability: the exploitability in chips; for a flop whose tree stops at the turn, plus
            `LEAF_ERROR` of the pot.
        taken: for each action of the street, the index of its option at its node.
        is_limited: whether the tree stops at the turn, where a blueprint says what hands are worth.
        is_unexpected: whether the hero's hand had less than `LEAST_WEIGHT` in the hero's range.
    """

    subgame: Subgame
    learner: Learner
    exploitability: float
    taken: list[int]
    is_limited: bool
    is_unexpected: bool

    @property
    def tree(self) -> StreetTree:
        """The tree of the street."""
        return self.learner.game.trees[0]

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
        from handsight.kernels.solver.tables import AVERAGE

        learner, node = self.learner, self.node_before(number)
        me, betting = node.player, learner.game.betting
        row = learner.game.combos_at(0, 0, me).tolist().index(combo)
        values = learner.walk(make_task(me, AVERAGE, me)).values
        width = len(learner.game.root_weights()[me])
        after = [values[(node.first + each) * width + row] for each in range(len(node.options))]
        reach = self.reach(number)
        met = met_weights(reach[1 - me])[combo]
        evs = np.array(after, np.float64) / met if met > 0 else np.full(len(after), np.nan)
        is_rare = reach[me, combo] < LEAST_WEIGHT * self.subgame.ranges[me, combo]
        shares = learner.shares(0, 0, node_after(self.tree, self.taken[:number]))[row]
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
            self.exploitability,
            0.0 if is_rare else float(evs.max() - evs @ shares),
            float(reach[1 - me].sum() / self.subgame.ranges[1 - me].sum()),
        )

    def after(self, board: Sequence[int], records: Sequence[ActionRecord]) -> Subgame | None:
        """Return the start of the next street; None if nobody can bet there or a range is empty.

        Args:
            board: the card numbers of the board on the next street.
            records: the actions of this street, whose betting has ended.
        """
        subgame = self.subgame
        ranges = np.stack([trimmed(row, board) for row in self.reach(len(records))])
        last = self.node_before(len(records))
        left = self.learner.game.betting.stack - max(last.paid)
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
        learner, ranges = self.learner, self.subgame.ranges.copy()
        for each in range(number):
            place = node_after(self.tree, self.taken[:each])
            player = self.tree.nodes[place].player
            shares = learner.shares(0, 0, place)[:, self.taken[each]]
            ranges[player] *= spread_out(learner.game.combos_at(0, 0, player), shares)
        return ranges


def first_street(strategy: PlayedStrategy, seen: Observation) -> Subgame | None:
    """Return the start of a street that two players see, with the ranges of a blueprint.

    Args:
        strategy: the blueprint.
        seen: an observation of the hand on this street.

    Returns:
        None if the street did not begin with two players, if somebody is all-in, or if a range has
        no hand left.
    """
    return subgame_of(strategy, seen, seen.street)


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
    threads: int = 1,
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
        threads: number of threads; the result does not depend on it.

    Returns:
        None if no tree can have these actions, if the ranges block each other, or if nobody can
        bet.
    """
    me = subgame.player(hero)
    ranges = subgame.ranges.copy()
    is_unexpected = bool(ranges[me, combo] < LEAST_WEIGHT)
    ranges[me, combo] = max(ranges[me, combo], LEAST_WEIGHT)
    start = subgame._replace(ranges=ranges, sizes=SIZES[subgame.street])
    fit = fitted(start, records)
    if fit is None:
        return None
    betting, taken = _raked(fit[0], rake), fit[1]
    players = tuple(
        Range.from_whole(np.rint(row * PARTS).astype(int).tolist(), PARTS) for row in ranges
    )
    spot = Spot(players, CardSet([Card(card) for card in start.board]))
    is_flop = start.street == LIMITED
    storage = "i16" if is_flop else "f32"
    try:
        if is_flop and memory_of(spot, betting, storage) > memory:
            return _limited(start, records, spot, rake, turn_values, is_unexpected)
        solution = solve(
            *(spot, betting, ACCURACY[start.street]),
            iterations=MOST_STEPS[start.street],
            threads=threads,
            storage=storage,
        )
    except (InputError, OptionError):  # the ranges block each other, or nobody can bet
        return None
    return SolvedStreet(
        *(start, solution.learner, solution.exploitability * start.pot, taken),
        is_limited=False,
        is_unexpected=is_unexpected,
    )


def _limited(
    start: Subgame,
    records: Sequence[ActionRecord],
    spot: Spot,
    rake: tuple[float, float | None],
    turn_values: ValuesAt,
    is_unexpected: bool,
) -> SolvedStreet | None:
    """Solve the betting on a flop; at the turn, hands are worth what a blueprint wins with them."""
    start = start._replace(sizes=None)
    fit = fitted(start, records)
    if fit is None:
        return None
    betting, taken = _raked(fit[0], rake), fit[1]
    load_limited_kernels()
    values, places = turn_values(start.places)
    leaves = leaf_values(values, places, betting, start.board, _equity_on(spot.board))
    learner = LimitedLearner(limited_game(spot, betting), leaves)
    learner.learn(LIMITED_STEPS)
    uncertain = learner.exploitability() + LEAF_ERROR * start.pot
    return SolvedStreet(start, learner, uncertain, taken, True, is_unexpected)


_equity_on = lru_cache(maxsize=8)(flop_equity)


def _raked(betting: Betting, rake: tuple[float, float | None]) -> Betting:
    share, cap = rake
    if not share:
        return betting
    fields = dict(betting.fields())
    fields["rake"], fields["rake_cap"] = share, cap
    return Betting(**fields)  # type: ignore[arg-type]
