"""The gadget game of safe re-solving, in which the opponent can decline to enter the subgame.

A strategy that was solved for one range of the opponent can lose to another range. In the gadget
game the opponent has a choice with each hand at the root: they stop and take the value that the
hand has against the player's strategy before re-solving, or they follow into the subgame. If
possible, the player's solution gives no hand of the opponent more than the value of stopping.

An opponent who knows the player's strategy can take any line with any hand. So a hand enters the
gadget game as often as it is dealt, however rarely the opponent's range has it.

With some probability the opponent can also be a known one, who plays a fixed strategy. The solution
then wins more from this opponent, and the player's answers are learned even to bets that the
opponent would hardly make in the solution.

Source:
    N. Burch, M. Johanson and M. Bowling, "Solving Imperfect Information Games Using Decomposition",
    AAAI 2014; N. Brown and T. Sandholm, "Safe and Nested Subgame Solving for Imperfect-Information
    Games", NeurIPS 2017; M. Johanson, M. Zinkevich and M. Bowling, "Computing Robust
    Counter-Strategies", NIPS 2007. The code is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.kernels.solver.tables import Deals
    from handsight.solver.learning import Learner

KEPT_DEBT = 0.5
"""The share of negative regrets that is kept at each step, as in the subgame."""


class KnownOpponent(NamedTuple):
    """An opponent with a fixed strategy, whom the player meets with some probability.

    Attributes:
        probability: the probability of meeting this opponent, from 0 to 1.
        weights: float64[hands], the weight of each hand in the opponent's range, in the order of
            the board's hands.
        shares: for each street, the opponent's strategy in the order of the averages of the
            learner's store, which leave out the last action of each node.
    """

    probability: float
    weights: NDArray[np.float64]
    shares: Sequence[NDArray[np.float32]]


class Gadget:
    """Solves a game for one player whose opponent can stop at the root.

    Args:
        learner: a learner of the prepared game that has taken no steps yet.
        player: the player to solve for, 0 or 1.
        stops: float64[hands], what each hand of the opponent gets by stopping, in the order of the
            board's hands: chips above half of the pot, times the weight of the player's hands that
            share no card with it.
        trust: the probability that the opponent must follow and has the range of the game, from 0
            (safe) to 1 (as in a plain solve). Otherwise the opponent can stop, and any hand with a
            positive weight is equally likely.
        known: a known opponent, whom the player meets with some probability instead; None to never
            meet one. The game must be stored as float32.

    Raises:
        OptionError: if ``trust`` or the known opponent's probability is not between 0 and 1.

    Example:
        >>> from handsight.odds import Spot
        >>> from handsight.solver import Betting
        >>> from handsight.solver.game import SolverGame
        >>> from handsight.solver.learning import Learner
        >>> spot = Spot.parse(["AA, QQ", "KK"], "2c2d2h3s3d")
        >>> game = SolverGame.of(spot, Betting(100, 100, bets="a"))
        >>> game.prepare()
        >>> gadget = Gadget(Learner(game), 0, np.full(6, 1e6))
        >>> gadget.learn(50)
        >>> float(gadget.follows[:6].max())  # nobody follows where stopping pays a million
        0.0
    """

    def __init__(
        self,
        learner: Learner,
        player: int,
        stops: NDArray[np.float64],
        trust: float = 0.0,
        known: KnownOpponent | None = None,
    ) -> None:
        probability = known.probability if known else 0.0
        for name, share in (("trust", trust), ("the known opponent's probability", probability)):
            if not 0 <= share <= 1:
                raise OptionError(f"{name} is {share}; it must be a share from 0 to 1")
        self.learner, self.player, self.trust = learner, player, trust
        self._weights = learner.game.root_weights()[1 - player]
        width, live = self._weights.size, self._weights > 0
        self._dealt = live * (self._weights.sum() / live.sum())
        self._stops = np.zeros(width)
        self._stops[: len(stops)] = stops
        self._regrets = np.zeros((2, width))
        self._unknown = 1 - probability
        self._known: tuple[NDArray[np.float32], tuple[Deals, ...]] | None = None
        if known is not None and known.weights.any():
            weights = np.zeros(width)
            weights[: len(known.weights)] = known.weights
            weights *= probability * self._weights.sum() / weights.sum()
            self._known = weights.astype(np.float32), learner.fix(1 - player, known.shares)

    @property
    def follows(self) -> NDArray[np.float64]:
        """The current probability of following for each hand that can stop: float64[padded]."""
        gains = np.maximum(self._regrets, 0)
        total = gains.sum(0)
        return np.where(total > 0, gains[0] / np.where(total > 0, total, 1), 0.5)

    def learn(self, steps: int) -> None:
        """Take a number of steps; in each step, both players learn in turn.

        The opponent learns in the subgame as usual. Their choice at the root only changes the
        weights with which their hands enter it. A hand that stops still learns what it would get by
        following.
        """
        own = self.learner.game.root_weights()[self.player]
        for _ in range(steps):
            for player in range(2):
                if player == self.player:
                    chosen = (1 - self.trust) * self._dealt * self.follows
                    entering = self._unknown * (self.trust * self._weights + chosen)
                    weights = entering.astype(np.float32)
                    if self._known is None:
                        self.learner.learn_alone(player, weights)
                    else:
                        self.learner.learn_alone(player, weights, walks=2)
                        self.learner.learn_alone(player, *self._known)
                else:
                    self._choose(self.learner.learn_alone(player, own).astype(np.float64))
            self.learner.steps += 1

    def _choose(self, follow: NDArray[np.float64]) -> None:
        """Update the choice at the root by one step of discounted learning.

        Args:
            follow: what each hand of the opponent got by following, in the units of ``stops``.
        """
        share = self.follows
        worth = share * follow + (1 - share) * self._stops
        reached = self.learner.steps**1.5
        kept = np.where(self._regrets > 0, reached / (reached + 1), KEPT_DEBT)
        self._regrets = self._regrets * kept + np.stack([follow, self._stops]) - worth
