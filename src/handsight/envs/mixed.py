"""Steps of tables at which Python plays some of the opponents.

The kernels stop at every decision that is not theirs. Then each opponent acts at all tables where
it is that opponent's turn, until it is the learner's turn at every table. Only the tables at which
an opponent has to act are stepped, so no action changes a table at which the learner has to act.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.envs.opponents import (
    BY_AMOUNTS,
    Amounts,
    FollowedHands,
    Moves,
    SeatedAgent,
    SeatPlayer,
    TableGame,
    Turns,
    legal_amounts,
    player_for,
)
from handsight.envs.stepping import TableKernels
from handsight.errors import IllegalActionError
from handsight.kernels.envs.layout import ILLEGAL, OUTSIDE, SEE_STACKS
from handsight.kernels.game.state import CALL, FOLD, NOBODY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.kernels.envs.parts import TablePlan, TableRows


class MixedTables:
    """The players of an environment, some of whom decide in Python, and the steps between them.

    Args:
        game: the game at the tables.
        kernels: the kernels that step them.
        plan: the kernels' plan, in which Python's players count as outside players.
        state: the kernels' state, which is changed.
        opponents: for each seat the player that decides in Python, or None.
    """

    def __init__(
        self,
        game: TableGame,
        kernels: TableKernels,
        plan: TablePlan,
        state: TableRows,
        opponents: list[Any],
    ) -> None:
        self._game = game
        self._kernels = kernels
        self._state = state
        self._opponents = opponents
        self._width = SEE_STACKS + 2 * game.seats
        sizes, outside = BY_AMOUNTS.sizes(), np.zeros_like(plan.players)
        self._choices = plan._replace(amounts=False, fold_illegal=False, stay=True)
        # Between decisions, actions are amounts, and their totals are those of `BY_AMOUNTS`.
        self._amounts = self._choices._replace(amounts=True, sizes=sizes, players=outside)
        self._limits = np.full((game.tables, len(sizes) + 1), ILLEGAL, np.int32)
        self._seen = np.zeros((game.tables, self._width), np.uint16)
        self._learner = np.full(game.tables, NOBODY, np.int64)
        self._is_ours = plan.players != OUTSIDE
        self._is_ours |= np.array([each is not None for each in opponents])
        self._players: dict[int, SeatPlayer] = {}
        self._followers: list[Any] = []

    def start(self, seed: int) -> None:
        """Seat the opponents for a new seed.

        Args:
            seed: the seed from which the opponents' random numbers derive.
        """
        hands = FollowedHands(self._game)
        self._players = {
            seat: player_for(opponent, self._game, seat, np.random.default_rng([seed, seat]), hands)
            for seat, opponent in enumerate(self._opponents)
            if opponent is not None
        }
        needs_hands = any(isinstance(each, SeatedAgent) for each in self._players.values())
        self._followers = [*([hands] if needs_hands else []), *self._players.values()]
        self._learner[:] = NOBODY

    def amounts_of(self, actions: NDArray[np.int32], is_error: bool) -> Amounts:
        """Convert the learner's actions to amounts, and refuse or count illegal ones.

        Args:
            actions: int32[tables], the actions; ignored where the hand is over.
            is_error: whether an illegal action is an error; if not, it is counted.

        Raises:
            IllegalActionError: if an action is illegal and illegal actions are errors.
        """
        state, choices = self._state, self._game.choices
        amounts, legal = choices.as_amounts(actions, state.totals)
        wrong = np.flatnonzero(~legal & (state.actors != NOBODY))
        if is_error and len(wrong):
            table = int(wrong[0])
            seat, totals = int(state.actors[table]), state.totals[table].tolist()
            raise IllegalActionError(choices.refusal(int(actions[table]), totals, table, seat))
        state.illegal[wrong] += 1
        return amounts

    def play(
        self,
        amounts: Amounts,
        rewards: NDArray[np.int32],
        done: NDArray[np.bool_],
        finals: NDArray[np.uint16],
        *,
        pause: bool,
    ) -> NDArray[np.uint16]:
        """Apply the learner's actions, and play on to the learner's next decisions.

        Args:
            amounts: the learner's actions; ignored where the hand is over.
            rewards: int32[tables, seats], zeros; filled as in `TableStep`.
            done: bool[tables], False; filled as in `TableStep`.
            finals: uint16[tables, width], zeros; filled if it has rows.
            pause: whether a table keeps a hand that has ended until the next step.

        Returns:
            The observations of a `TableStep`.
        """
        state = self._state
        playing = state.actors != NOBODY
        self._learner[playing] = state.actors[playing]
        tables = np.arange(len(amounts))
        while len(tables):
            fresh = state.actors[tables] == NOBODY
            dealt, played = tables[fresh], tables[~fresh]
            self._show(played, amounts[~fresh])
            won = self._step(tables, amounts)
            self._learner[dealt] = NOBODY
            for each in self._followers:
                each.deal(dealt)
            over = (state.actors[tables] == NOBODY) & ~fresh
            decided = self._learner[tables] != NOBODY
            ended, idle = tables[over & decided], tables[over & ~decided]
            done[ended] = True
            rewards[ended] = won[over & decided]
            state.unplayed[idle] += won[over & ~decided]
            if len(finals) and len(ended):
                finals[ended] = self._views(self._learner)[ended]
            again = idle if pause else tables[over]
            waiting = tables[~over]
            turns = waiting[self._is_ours[state.actors[waiting]]]
            amounts = np.concatenate([np.zeros(len(again), np.int32), self._choose(turns)])
            tables = np.concatenate([again, turns])
        self._write_totals(self._choices, state)
        return self._views(np.where(state.actors == NOBODY, self._learner, state.actors))

    # --- the kernels ------------------------------------------------------------------------------

    def _step(self, tables: NDArray[np.int64], amounts: Amounts) -> NDArray[np.int32]:
        """Step some tables by one decision, and return the chips won where a hand ended."""
        from handsight.kernels.envs.parts import TableViews

        part = self._part(tables, self._limits)
        shape = (len(tables), self._game.seats)
        views = TableViews(
            np.empty((len(tables), self._width), np.uint16),
            np.zeros(shape, np.int32),
            np.zeros(len(tables), np.bool_),
            np.empty((len(tables), self._limits.shape[1] - 1), np.bool_),
            np.zeros((0, self._width), np.uint16),
        )
        plan = self._amounts._replace(keys=self._amounts.keys[tables])
        self._kernels.step(plan, part, views, np.ascontiguousarray(amounts, np.int32))
        changes: list[NDArray[Any]] = list(part)
        for name, changed in zip(part._fields, changes, strict=True):
            if name == "totals":
                self._limits[tables] = changed
            elif name not in ("codes", "which"):
                whole: NDArray[Any] = getattr(self._state, name)
                whole[tables] = changed
        self._seen[tables] = views.observations
        return views.rewards

    def _part(self, tables: NDArray[np.int64], totals: NDArray[np.int32]) -> TableRows:
        """Return copies of the rows of some tables, with other totals."""
        arrays: list[Any] = [array[tables] for array in self._state._replace(totals=totals)]
        return type(self._state)(*arrays)

    def _write_totals(self, plan: TablePlan, state: TableRows) -> None:
        state.which[:] = np.arange(len(state.which))
        self._kernels.write_totals(plan, state)

    def _views(self, seats: NDArray[np.int64]) -> NDArray[np.uint16]:
        seen = np.zeros_like(self._seen)
        self._kernels.write_views(self._state, seats, seen)
        return seen

    # --- the players ------------------------------------------------------------------------------

    def _show(self, tables: NDArray[np.int64], amounts: Amounts) -> None:
        if not len(tables):
            return
        moves = Moves(tables, self._state.actors[tables].copy(), self._seen[tables], amounts)
        for each in self._followers:
            each.watch(moves)

    def _choose(self, tables: NDArray[np.int64]) -> Amounts:
        """Return the opponents' actions at some tables."""
        amounts = np.zeros(len(tables), np.int32)
        if not len(tables):
            return amounts
        part = self._part(tables, self._state.totals)
        plan = self._choices._replace(keys=self._choices.keys[tables])
        self._write_totals(plan, part)
        seats = part.actors
        by_kernel = plan.players[seats] != OUTSIDE
        if by_kernel.any():
            amounts[by_kernel] = self._chosen_by_kernel(plan, part, tables)[by_kernel]
        for seat, player in self._players.items():
            here = np.flatnonzero(seats == seat)
            if len(here):
                turns = self._turns(tables[here], part.totals[here])
                limits = self._limits[turns.tables]
                chosen = player.choose(turns)
                amounts[here] = legal_amounts(BY_AMOUNTS, chosen, limits, turns.tables, seat)
        return amounts

    def _turns(self, tables: NDArray[np.int64], totals: NDArray[np.int32]) -> Turns:
        mask, limits = totals[:, :-1] != ILLEGAL, self._limits[tables]
        return Turns(tables, self._seen[tables], mask, totals, limits[:, 2], limits[:, 3])

    def _chosen_by_kernel(
        self, plan: TablePlan, part: TableRows, tables: NDArray[np.int64]
    ) -> Amounts:
        """Return the actions of the opponents that the kernels play; other entries mean nothing."""
        from handsight.kernels.envs.parts import choose_for_opponents, list_opponents

        _, count = list_opponents(plan, part)
        choose_for_opponents(plan, part, self._seen[tables], count)
        self._state.chance[tables] = part.chance
        codes, totals = part.codes.T
        return np.where(codes == FOLD, -1, np.where(codes == CALL, 0, totals)).astype(np.int32)
