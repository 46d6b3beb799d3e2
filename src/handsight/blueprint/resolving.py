"""Plays from the flop on by safely solving each street from the ranges that a blueprint reaches.

At the first decision on the flop, the betting on the flop is solved for the ranges that both
players have there if they follow the blueprint. The tree stops at the turn, where both players
choose among variants of the blueprint to play on. On the turn the rest of the hand is solved, and
on the river it is solved again with more bet sizes, each time from the ranges of the solution
before. If a street was not solved, the next one begins with the ranges of the blueprint. Each
solve is a gadget game, in which no hand that the opponent can be dealt should be worth more than
before (see `handsight.solver.gadget`), unless the opponent's range is fully trusted or nothing
tells what their hands were worth. With a small probability, the opponent is assumed to play as the
blueprint. If a player makes a bet that the tree lacks, the bet is added to the tree, and the street
is solved again from its start.

Without a limit on time, a solution depends only on the options, the seats, the actions and the
board, but not on what was solved before. Solutions of the current hand are cached for speed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from handsight.blueprint.policy import MixedPolicy
from handsight.blueprint.subgame import (
    LIMITED,
    Subgame,
    chips_before,
    fitted,
    followed,
    leaf_values,
    node_after,
    places_at,
    play_blueprint,
    subgame_of,
    trimmed,
)
from handsight.cards import Card, CardSet
from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.errors import InputError, OptionError
from handsight.game import Action
from handsight.ranges.combos import COMBO_COUNT
from handsight.ranges.suits import combo_tables
from handsight.solver.gadget import Gadget, KnownOpponent
from handsight.solver.learning import Learner
from handsight.solver.limited import LimitedLearner, flop_equity, load_limited_kernels
from handsight.solver.lines import find_deal, spread_out
from handsight.solver.solving import load_kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint.blueprint import PlayedStrategy
    from handsight.blueprint.policy import WeightedNode
    from handsight.blueprint.turn_values import TurnValues
    from handsight.game import ActionRecord, LegalActions, Observation
    from handsight.solver.betting import Betting
    from handsight.solver.tree import Node, StreetTree

ValuesAt: TypeAlias = Callable[[list["WeightedNode"]], tuple["TurnValues", list["WeightedNode"]]]
"""Takes the weighted nodes of a flop in the tree of the blueprint. Returns the values at the turn,
and the weighted nodes of the flop in the tree of these values."""

SOLVED = STREETS[1:]
"""The streets that can be solved live."""
MOST_KEPT = 8
"""Maximum number of solutions that are cached for the current hand."""

STEPS_BETWEEN = {"flop": 5, "turn": 2, "river": 10}
"""Number of iterations between two checks of the clock, by street."""


class ResolvedStreet(NamedTuple):
    """A solved street.

    Attributes:
        learner: the learner with the strategies.
        is_safe: whether the street was solved as a gadget game, in which the opponent can stop at
            the start for the value that their hand had before.
    """

    learner: Learner
    is_safe: bool

    @property
    def betting(self) -> Betting:
        """The betting of the street."""
        return self.learner.game.betting

    @property
    def tree(self) -> StreetTree:
        """The tree of the street."""
        return self.learner.game.trees[0]

    def shares(self, node: int) -> NDArray[np.float64]:
        """Return the average strategy at a node: float64[1326, options].

        The rows of hands outside the range of the player who acts are 0.
        """
        shares = self.learner.shares(0, 0, node)
        spread = np.zeros((COMBO_COUNT, shares.shape[1]))
        spread[self.learner.game.combos_at(0, 0, self.tree.nodes[node].player)] = shares
        return spread


class ResolvedPlace(NamedTuple):
    """The position of a hand in the tree of a solved street.

    Attributes:
        street: the solved street; its tree has all bets that were made.
        taken: the index of the option that each action on the street takes.
    """

    street: ResolvedStreet
    taken: list[int]

    @property
    def node(self) -> Node:
        """The node at which the hand is, in the street's tree."""
        return self.street.tree.nodes[self.number]

    @property
    def number(self) -> int:
        """The number of the node in the street's tree."""
        return node_after(self.street.tree, self.taken)


class Resolver:
    """Solves flops, turns and rivers for one player, with the ranges that a blueprint reaches.

    Args:
        blueprint: the blueprint that both players are assumed to follow before the flop.
        iterations: by street, the maximum number of iterations of a solve.
        trust: how far to trust the opponent's range, from 0 to 1; see `Gadget`.
        as_blueprint: the probability with which the opponent is assumed to play as the blueprint
            for the whole hand, from 0 to 1; see `KnownOpponent`.
        milliseconds: wall time after which a solve stops iterating; 0 for no limit. The clock is
            checked every few iterations (see `STEPS_BETWEEN`), for the first time after them.
        turn_values: returns, for the places at which a flop begins in the blueprint's tree, the
            values of the blueprint at the start of the turn, and the places in the tree of these
            values. If None, flops are not solved, and the turn begins with the ranges of the
            blueprint.
        threads: number of threads that share the rivers of a turn while it is solved.

    Attributes:
        solved: the streets that are solved: the flop, the turn and the river; without
            ``turn_values`` only the turn and the river.
        flaw: what is wrong with the values at the turn, so that the flop of the current hand could
            not be solved; empty if nothing is.
    """

    def __init__(
        self,
        blueprint: PlayedStrategy,
        iterations: Mapping[str, int],
        trust: float,
        as_blueprint: float = 0.0,
        milliseconds: float = 0.0,
        turn_values: ValuesAt | None = None,
        threads: int = 1,
    ) -> None:
        self.blueprint, self.trust, self.as_blueprint = blueprint, trust, as_blueprint
        self.milliseconds, self.threads = milliseconds, threads
        self.iterations, self.turn_values = iterations, turn_values
        self.solved, self.flaw = SOLVED[1:] if turn_values is None else SOLVED, ""
        self._hand: Hashable = None
        self._starts: dict[Hashable, Subgame | None] = {}
        self._streets: OrderedDict[Hashable, ResolvedStreet | None] = OrderedDict()
        self._equity = lru_cache(1)(flop_equity)

    def policy(
        self, seen: Observation, combos: NDArray[np.int64]
    ) -> tuple[MixedPolicy, NDArray[np.bool_]] | None:
        """Return how often to take each action with each of many hands.

        Args:
            seen: an observation of a hand on one of the streets in ``solved``, by the player to
                act; the player's cards in it are ignored.
            combos: the combo numbers of the hands.

        Returns:
            The shares of the actions, and bool[n], for which hands they are valid. They are not
            valid for hands with which the player rarely or never gets to this street, which are not
            solved. None if the street cannot be solved, such as when it began with three players,
            or if it is not the player's turn in the solved tree.
        """
        self._begin(seen)
        subgame = self._start(seen, seen.street)
        if subgame is None:
            return None
        me = subgame.player(seen.seat)
        place = self._place(subgame, me, _actions_on(seen, seen.street))
        if place is None or place.node.player != me:
            return None
        known = np.isin(combos, place.street.learner.game.combos_at(0, 0, me))
        shares = place.street.shares(place.number)[combos]
        columns: dict[Action, NDArray[np.float64]] = {}
        for action, part in zip(table_actions(place.node, seen.legal), shares.T, strict=True):
            columns[action] = columns[action] + part if action in columns else part
        return MixedPolicy(tuple(columns), np.stack(list(columns.values()), 1)), known

    def _begin(self, seen: Observation) -> None:
        """Empty the cache if it holds solutions of another hand."""
        before = tuple(record for record in seen.actions if record.street not in self.solved)
        stakes = (seen.rules, seen.start_stacks, seen.button, seen.seat)
        hand = (stakes, seen.board[: BOARD_SIZES[self.solved[0]]], before)
        if hand != self._hand:
            self._hand, self.flaw = hand, ""
            self._starts.clear()
            self._streets.clear()

    # --- the start of a street --------------------------------------------------------------------

    def _start(self, seen: Observation, street: str) -> Subgame | None:
        """Return the subgame at the start of a street, or None if it cannot be solved."""
        number = self.solved.index(street)
        before = tuple(_actions_on(seen, each) for each in self.solved[:number])
        key = (seen.board[: BOARD_SIZES[street]], before)
        if key not in self._starts:
            subgame = self._after(seen, self.solved[number - 1], street) if number else None
            self._starts[key] = subgame or subgame_of(self.blueprint, seen, street)
        return self._starts[key]

    def _after(self, seen: Observation, earlier: str, street: str) -> Subgame | None:
        """Return the subgame after a solved street.

        Our own range follows from the strategies by which we acted, each from the solution that was
        current at the time, or from the last solution if the earlier tree lacks our action. The
        opponent's range follows from the last solution, whose tree has all their bets.

        Args:
            seen: an observation of the hand.
            earlier: the street before.
            street: the street that begins.

        Returns:
            The subgame. None if the street before was not solved or its betting has not ended, if a
            player is all-in, or if a range has no hand left.
        """
        start, records = self._start(seen, earlier), _actions_on(seen, earlier)
        if start is None:
            return None
        me = start.player(seen.seat)
        last = self._place(start, me, records)
        if last is None or last.node.end != "deal":
            return None
        ranges = start.ranges.copy()
        for number, record in enumerate(records):
            player, place = start.player(record.seat), last
            if player == me:
                place = self._place(start, me, records[:number]) or last
            taken = followed(place.street.tree, place.street.betting, records[: number + 1])
            if len(taken) <= number:  # the earlier tree lacks our action: use the last solution
                place, taken = last, last.taken[: number + 1]
            node = node_after(place.street.tree, taken[:-1])
            ranges[player] *= place.street.shares(node)[:, taken[-1]]
        board = tuple(card.index for card in seen.board[: BOARD_SIZES[street]])
        ranges = np.stack([trimmed(row, board) for row in ranges])
        pot, stack = chips_before(seen, street)
        if stack < 1 or not ranges.any(1).all():
            return None
        stops = None
        if earlier != LIMITED:  # a flop's leaves have no values of single turns
            stops = _worth_on_river(last, board[-1], ranges[me], 1 - me)
        places = places_at(self.blueprint, seen, street, start.numbers[0])
        before = (*start.before, *records)
        other = subgame_of(self.blueprint, seen, street)
        return Subgame(
            *(street, board, before, pot, stack, start.first),
            *(ranges, start.numbers, places, stops),
            habits=None if other is None else other.ranges[1 - me],
        )

    # --- solving ----------------------------------------------------------------------------------

    def _place(
        self, subgame: Subgame, me: int, records: Sequence[ActionRecord]
    ) -> ResolvedPlace | None:
        """Solve a street with all bets that were made, and return the position after them.

        Args:
            subgame: the start of the street.
            me: the solver's number of the player for whom the street is solved.
            records: the actions on the street so far.

        Returns:
            The position in the solved tree. None if no tree can have these actions, or if every
            hand of one range shares a card with every hand of the other.
        """
        fit = fitted(subgame, records)
        if fit is None:
            return None
        betting, taken = fit
        key = (subgame.board, subgame.before, betting)
        if key not in self._streets:
            self._streets[key] = self._solve(subgame, me, betting)
        self._streets.move_to_end(key)
        if len(self._streets) > MOST_KEPT:
            self._streets.popitem(last=False)
        street = self._streets[key]
        return None if street is None else ResolvedPlace(street, taken)

    def _solve(self, subgame: Subgame, me: int, betting: Betting) -> ResolvedStreet | None:
        if subgame.street != LIMITED:
            load_kernels(len(subgame.board), "f32")
        elif not self._prepare(subgame.places):
            return None
        began = perf_counter()
        try:
            learner = self._learner(subgame, 1 - me, betting)
        except InputError:  # every hand of one range shares a card with every hand of the other
            return None
        stops, known = self._opponent(subgame, 1 - me, learner)
        learn = learner.learn
        if stops is not None or known is not None:
            trust = self.trust if stops is not None else 1.0
            learn = Gadget(learner, me, np.zeros(0) if stops is None else stops, trust, known).learn
        most = self.iterations[subgame.street]
        with learner.threads(self.threads):
            if not self.milliseconds:
                learn(most)
            while learner.steps < most:
                learn(min(STEPS_BETWEEN[subgame.street], most - learner.steps))
                if 1000 * (perf_counter() - began) >= self.milliseconds:
                    break
        return ResolvedStreet(learner, stops is not None)

    def _prepare(self, places: list[WeightedNode]) -> bool:
        """Load what a flop needs before the clock starts; return whether this succeeds."""
        if self.turn_values is None:
            return False
        load_limited_kernels()
        try:
            self.turn_values(places)
        except (InputError, OptionError, OSError) as error:
            self.flaw = str(error)
        return not self.flaw

    def _learner(self, subgame: Subgame, opponent: int, betting: Betting) -> Learner:
        """Return a learner of a street, in which the opponent can hold any hand unless trusted.

        Raises:
            InputError: if no two hands can be dealt together.
        """
        game = (subgame if self.trust == 1 else subgame.with_any_hand(opponent)).game(betting)
        if subgame.street != LIMITED or self.turn_values is None:
            return Learner(game)
        board = subgame.board
        equity = self._equity(CardSet([Card(card) for card in board]))
        values, places = self.turn_values(subgame.places)
        return LimitedLearner(game, leaf_values(values, places, betting, board, equity))

    def _opponent(
        self, subgame: Subgame, opponent: int, learner: Learner
    ) -> tuple[NDArray[np.float64] | None, KnownOpponent | None]:
        """Return what the opponent's hands were worth before a street is solved, and their habits.

        On the river, a hand is worth the value of its best response to the solution of the turn, if
        there is one; otherwise, the value of its best response to the blueprint. The known opponent
        plays as the blueprint. The blueprint is written into the learner's average strategies,
        which are 0 again at the end.

        Returns:
            The values in the order of the opponent's hands in the game, in chips above half of the
            pot, times the weight of our hands that share no card with the opponent's hand; None if
            the range is fully trusted, or if there is neither a solution of the turn nor a node for
            the line in the blueprint's tree. And the opponent who plays as the blueprint, or None
            if there is no such node or such an opponent is not expected.
        """
        combos, stops = learner.game.combos_at(0, 0, opponent), subgame.stops
        stops = None if stops is None else stops[combos]
        if subgame.places and (self.as_blueprint or (stops is None and self.trust < 1)):
            play_blueprint(self.blueprint, subgame.places, subgame.numbers, learner)
            if stops is None:
                stops = learner.root_values(opponent, worth_mode())[: len(combos)]
        known = None
        if subgame.places and self.as_blueprint:
            weights = subgame.ranges[opponent] if subgame.habits is None else subgame.habits
            shares = [store.averages.copy() for store in learner.stores]
            known = KnownOpponent(self.as_blueprint, weights[combos], shares)
        for store in learner.stores:
            store.averages.fill(0)
        return (stops if self.trust < 1 else None), known


def _actions_on(seen: Observation, street: str) -> tuple[ActionRecord, ...]:
    return tuple(record for record in seen.actions if record.street == street)


def worth_mode() -> int:
    """Return the mode of the walks that value the opponent's hands: the best-response mode."""
    from handsight.kernels.solver.tables import BEST

    return BEST


def _worth_on_river(
    turn: ResolvedPlace, card: int, weights: NDArray[np.float64], player: int
) -> NDArray[np.float64]:
    """Return the value on a river of each of a player's combos, against the solution of the turn.

    The player plays a best response to the other player's strategy.

    Args:
        turn: the position at the end of the betting on the turn.
        card: the number of the river card.
        weights: float64[1326], the weights of the other player's hands.
        player: the solver's number of the player whose combos are valued.

    Returns:
        float64[1326], in chips above half of the pot, times the weight of the other player's hands
        that share no card with the combo; 0 for combos outside the player's range.
    """
    from handsight.kernels.solver.tables import WIDE

    learner = turn.street.learner
    game, line = learner.game, turn.street.tree.leaves.index(turn.number)
    deal, change = find_deal(game, 0, 0, 0, card)
    turned = combo_tables()[2][change]
    theirs, ours = (turned[game.combos_at(1, deal, each)] for each in (1 - player, player))
    widths = game.deals[1].table[deal, :, WIDE]
    met = np.zeros(int(widths[1 - player]))
    met[: len(theirs)] = weights[theirs]
    room = learner.line_values(1, deal, line, met, player, worth_mode())
    start = line * int(widths[player])
    return spread_out(ours, room.values[start : start + len(ours)].astype(np.float64))


def table_actions(node: Node, legal: LegalActions) -> list[Action]:
    """Return the action at the table that plays each option of a node.

    A fold becomes a check if there is nothing to call, and a bet or raise becomes a call or check
    if no raise is legal. So several options can have the same action.

    Args:
        node: a node of a solved street at which a player acts.
        legal: the legal actions at the table; sizes are moved into the legal range.
    """
    actions = []
    for kind, amount in ((option.kind, option.amount) for option in node.options):
        if kind == "fold" and legal.can_fold and legal.call_cost:
            actions.append(Action.fold())
        elif kind in ("bet", "raise", "all-in") and legal.can_raise:
            actions.append(Action("raise", min(max(amount, legal.raise_min), legal.raise_max)))
        else:
            actions.append(Action.call())
    return actions
