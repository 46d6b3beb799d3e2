"""Small games as environments of Gymnasium, which the extra ``envs`` installs.

Importing this module registers ``handsight/Kuhn-v0``, ``handsight/Leduc-v0`` and
``handsight/TenCardHoldem-v0``. An episode is one hand, and rewards are chips.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.envs.exact import (
    Strategy,
    checked_strategy,
    exploitability,
    strategy_of,
    uniform_strategy,
)
from handsight.envs.small_games import (
    ACTIONS,
    KUHN,
    LEDUC,
    TEN_CARDS,
    SmallGame,
    SmallHand,
    small_game,
)
from handsight.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.envs.exact import SmallPolicy

try:
    import gymnasium
except ImportError:
    gymnasium = None

IDS = {
    "handsight/Kuhn-v0": KUHN,
    "handsight/Leduc-v0": LEDUC,
    "handsight/TenCardHoldem-v0": TEN_CARDS,
}

_Env: Any = gymnasium.Env if gymnasium else object


class SmallEnv(_Env):  # type: ignore[misc]
    """A small game against an opponent; the learner's seat changes with each hand.

    ``info["action_mask"]`` marks the legal actions (fold, call, raise), in the form that
    ``action_space.sample`` takes; ``info["seat"]`` is the learner's seat, and ``info["row"]`` the
    row of a strategy for the learner's decision, or -1 at the end. An illegal action raises an
    error.

    Args:
        game: a game or its name.
        opponent: ``"random"`` for an opponent who takes every legal action with the same
            probability; a strategy, such as `handsight.envs.exact.equilibrium` returns; or a policy
            function, as `handsight.envs.exact.strategy_of` reads it.

    Raises:
        MissingExtraError: if Gymnasium is not installed.
        OptionError: if an argument is invalid.

    Attributes:
        game: the game.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str | SmallGame = "leduc",
        *,
        opponent: str | Strategy | SmallPolicy = "random",
        render_mode: None = None,
    ) -> None:
        if gymnasium is None:
            raise MissingExtraError("Gymnasium is not installed: pip install 'handsight[envs]'")
        self.render_mode = render_mode
        self.game = small_game(game)
        self._theirs = opponent_strategy(self.game, opponent)
        most = float(max(max(node.paid) for node in self.game.nodes))
        shape = (self.game.width,)
        self.observation_space = gymnasium.spaces.Box(0.0, most, shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(ACTIONS))
        self._seat = 1
        self._hand: SmallHand | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal the next hand, or the first hand of a seed if you pass a seed.

        A hand in which the opponent folds before the learner acts is dealt again. The options are
        ignored.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._seat = 1
        self._seat = 1 - self._seat
        hand = SmallHand.deal(self.game, self.np_random)
        self._play_on(hand)
        while hand.is_over:
            hand = SmallHand.deal(self.game, self.np_random)
            self._play_on(hand)
        self._hand = hand
        return hand.observation, self._info(hand)

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Take an action, and play on to the next decision or to the end of the hand.

        Raises:
            IllegalActionError: if the action is illegal.
            OptionError: if the hand is over or none has been dealt.
        """
        hand = self._hand
        if hand is None or hand.is_over:
            raise OptionError("the hand is over; reset() deals the next one")
        seen = hand.observation
        hand.apply(int(action))
        self._play_on(hand)
        if not hand.is_over:
            seen = hand.observation
        return seen, float(hand.returns[self._seat]), hand.is_over, False, self._info(hand)

    def exploitability(self, policy: Strategy | SmallPolicy) -> float:
        """Return the exact exploitability of a strategy or a policy function, in chips per hand."""
        return exploitability(self.game, opponent_strategy(self.game, policy))

    def _play_on(self, hand: SmallHand) -> None:
        while not hand.is_over and hand.actor != self._seat:
            hand.apply(int(self.np_random.choice(len(ACTIONS), p=self._theirs[hand.row])))

    def _info(self, hand: SmallHand) -> dict[str, Any]:
        legal = np.zeros(len(ACTIONS), bool) if hand.is_over else hand.legal
        row = -1 if hand.is_over else hand.row
        return {"action_mask": legal.astype(np.int8), "seat": self._seat, "row": row}


def opponent_strategy(game: SmallGame, opponent: str | Strategy | SmallPolicy) -> Strategy:
    """Return the strategy of an opponent of `SmallEnv`.

    Raises:
        OptionError: if the opponent is not one of those that `SmallEnv` describes.
    """
    if isinstance(opponent, str):
        if opponent != "random":
            raise OptionError(
                f"the opponent {opponent!r} is not 'random', a strategy or a policy function"
            )
        return uniform_strategy(game)
    if callable(opponent):
        return strategy_of(game, opponent)
    return checked_strategy(game, opponent)


for _id, _game in IDS.items():
    if gymnasium and _id not in gymnasium.registry:
        gymnasium.register(
            _id, entry_point=f"{__name__}:{SmallEnv.__name__}", kwargs={"game": _game.name}
        )
