"""A solution valued the slow way, by the rules of the game and dense float64 matrices.

The betting is played out chip by chip from the options alone, hands are compared by the evaluator,
and the strategies are read from the solution's public nodes. Nothing of the solver's trees, tables
or kernels is used.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.ranges import Range
from handsight.ranges.combos import COMBOS, MASKS
from handsight.ranking import evaluate_mask
from handsight.solver import Betting, Solution
from handsight.solver.betting import STREETS
from handsight.solver.lines import option_text

Matrix = NDArray[np.float64]
STREET_OF = {3: "flop", 4: "turn", 5: "river"}


@dataclass(frozen=True)
class Point:
    """Where the betting is."""

    board: CardSet
    line: tuple[str, ...] = ()
    paid: tuple[int, int] = (0, 0)
    own: tuple[int, int] = (0, 0)
    player: int = 0
    raises: int = 0
    acted: bool = False
    caller: int | None = None


class SlowValues:
    """What two strategies, or best responses to them, are worth."""

    def __init__(self, solution: Solution, ranges: list[NDArray[np.float64]]) -> None:
        self.solution = solution
        # lines are compared as text: a lock must name its own in full
        self.locked = {
            lock.line: np.any([Range(text).weights > 0 for text in lock.strategy], axis=0)
            for lock in solution.learner.game.locks
        }
        self.betting: Betting = solution.learner.game.betting
        self.hands = [np.flatnonzero(weights) for weights in ranges]
        self.weights = [w[h] for w, h in zip(ranges, self.hands, strict=True)]
        first, second = (np.array([COMBOS[i] for i in hands]) for hands in self.hands)
        shared = (first[:, None, :, None] == second[None, :, None, :]).any(axis=(2, 3))
        self.apart = (~shared).astype(np.float64)
        self.pairs = float(self.weights[0] @ self.apart @ self.weights[1])

    def value(self, player: int, best: bool, chips: Callable[[float, int], float]) -> float:
        """Value a player's range.

        Args:
            player: whose.
            best: whether they respond in the best way, or by the solution.
            chips: what the player has at the end of what the pot gives them and what they paid.
        """
        other = 1 - player
        values = self._node(
            Point(self.solution.learner.game.spot.board), player, best, self.weights[other], chips
        )
        return float(values @ self.weights[player]) / self.pairs

    def exploitability(self) -> float:
        """The mean of what both gain by best responses, in chips."""

        def net(pot: float, paid: int) -> float:
            return pot - paid

        gains = [self.value(p, True, net) - self.value(p, False, net) for p in range(2)]
        return sum(gains) / 2

    def evs(self) -> list[float]:
        """Chips that both get."""
        return [self.value(player, False, lambda pot, paid: pot - paid) for player in range(2)]

    # --- the rules ------------------------------------------------------------------------------

    def _node(
        self,
        at: Point,
        player: int,
        best: bool,
        reach: Matrix,
        chips: Callable[[float, int], float],
    ) -> Matrix:
        betting, mover, other = self.betting, at.player, 1 - at.player
        pot, faced = betting.pot + 2 * at.paid[other], at.own[other]
        options = betting.options(
            STREET_OF[len(at.board)], mover, pot, faced, at.own[mover],
            betting.stack - at.paid[other], at.raises,
            donk=mover == 0 and at.caller == 0 and at.own == (0, 0),
        )  # fmt: skip
        if at.paid == (betting.stack, betting.stack):
            return self._closed(at, player, best, reach, chips)
        strategy = self.solution.node(", ".join(at.line)).strategy[self.hands[mover]]
        strategy = np.nan_to_num(strategy)
        results = []
        for number, option in enumerate(options):
            weights = reach if mover == player else reach * strategy[:, number]
            line = (*at.line, option_text(option, pot, faced))
            after = replace(at, line=line, player=other, acted=True)
            if option.kind == "fold":
                won = (
                    betting.pot + 2 * min(at.paid) - betting.rake_of(betting.pot + 2 * min(at.paid))
                )
                gain = chips(0.0 if mover == player else won, min(at.paid))
                results.append(gain * self._met(player, weights))
                continue
            if option.kind in ("check", "call"):
                paid, own = (max(at.paid),) * 2, (max(at.own),) * 2
                caller = mover if option.kind == "call" else at.caller
                after = replace(after, paid=paid, own=own, caller=caller)
                closed = option.kind == "call" or at.acted
                follow = self._closed if closed else self._node
                results.append(follow(after, player, best, weights, chips))
                continue
            added = option.amount - at.own[mover]
            paid = tuple(p + added * (i == mover) for i, p in enumerate(at.paid))
            own = tuple(p + added * (i == mover) for i, p in enumerate(at.own))
            raises = at.raises + (faced > 0)
            after = replace(after, paid=paid, own=own, raises=raises)
            results.append(self._node(after, player, best, weights, chips))
        stacked = np.stack(results, axis=1)
        if mover != player:
            return stacked.sum(axis=1)
        played = (stacked * strategy).sum(axis=1)
        if not best:
            return played
        held = self.locked.get(", ".join(at.line), np.zeros(len(MASKS), bool))[self.hands[mover]]
        return np.where(held, played, stacked.max(axis=1))

    def _closed(
        self,
        at: Point,
        player: int,
        best: bool,
        reach: Matrix,
        chips: Callable[[float, int], float],
    ) -> Matrix:
        if len(at.board) == 5:
            return self._showdown(at, player, reach, chips)
        total = np.zeros(len(self.hands[player]))
        left = 52 - len(at.board) - 4
        for index in range(52):
            card = Card(index)
            if card in at.board:
                continue
            caller = at.caller if at.own[0] > 0 else None
            after = Point(at.board | CardSet([card]), (*at.line, str(card)), at.paid, caller=caller)
            blocked = reach * self._without(1 - player, card)
            values = self._node(after, player, best, blocked, chips)
            total += values * self._without(player, card) / left
        return total

    def _showdown(
        self, at: Point, player: int, reach: Matrix, chips: Callable[[float, int], float]
    ) -> Matrix:
        board = at.board.mask
        ranks = [
            np.array([evaluate_mask(MASKS[i] | board) if not MASKS[i] & board else -1 for i in h])
            for h in self.hands
        ]
        pot = self.betting.pot + sum(at.paid)
        won = pot - self.betting.rake_of(pot)
        ours, theirs = ranks[player][:, None], ranks[1 - player][None, :]
        win, tie, lose = (chips(share * won, at.paid[player]) for share in (1, 0.5, 0))
        table = np.where(ours > theirs, win, np.where(ours == theirs, tie, lose))
        apart = self.apart if player == 0 else self.apart.T
        dealt = (ranks[player] >= 0)[:, None] & (ranks[1 - player] >= 0)[None, :]
        return (table * apart * dealt) @ reach

    def _met(self, player: int, reach: Matrix) -> Matrix:
        return (self.apart if player == 0 else self.apart.T) @ reach

    def _without(self, player: int, card: Card) -> Matrix:
        bit = CardSet([card]).mask
        return np.array([not MASKS[i] & bit for i in self.hands[player]], np.float64)


def last_street(board: CardSet) -> bool:
    """Whether no card is to come."""
    return STREET_OF[len(board)] == STREETS[-1]
