"""The tables as an `Env` and a `VectorEnv` of Gymnasium, which the extra ``envs`` installs.

Importing this module registers both classes as ``handsight/Holdem-v0``. An episode is one hand, and
rewards are in big blinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.envs.encoding import Encoding
from handsight.envs.tables import TableBatch, TableStep
from handsight.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    gymnasium = None

ID = "handsight/Holdem-v0"
LEAST_AMOUNT = -1
"""The lowest action if actions are amounts; it stands for a fold."""

_Env: Any = gymnasium.Env if gymnasium else object
_VectorEnv: Any = VectorEnv if gymnasium else object


class HoldemEnv(_Env):  # type: ignore[misc]
    """One table as a Gymnasium environment; an episode is one hand.

    ``info["action_mask"]`` marks the legal choices, in the form that ``action_space.sample`` takes;
    if actions are amounts, it has only three entries, which the action space does not take.
    ``info["payoffs"]`` has the chips that each seat won or lost, 0 until the hand ends.
    ``info["illegal"]`` is the number of illegal actions since the first hand of the current seed;
    by default, an illegal action counts as a check if there is nothing to call, or else as a fold.

    Args:
        seats: the number of players at the table.
        encoding: the encoding of the observations: ``"compact"`` or ``"features"``, whose unit is
            100 big blinds; see `handsight.envs.observations`.
        opponents: the players in the other seats, as in `TableBatch`. In self-play
            (``"outside"``), `step` returns the observation of the player to act, and the reward of
            the player who acted.
        options: further options of `TableBatch`.

    Raises:
        MissingExtraError: if Gymnasium is not installed.
        OptionError: if an argument is invalid.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        seats: int = 2,
        *,
        encoding: str = "compact",
        opponents: Any = "random",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        _require_gymnasium()
        self.render_mode = render_mode
        options = {"illegal": "fold", **options, "pause": True}
        self.batch = TableBatch(1, seats, opponents=opponents, **options)
        self._encoding = Encoding.of(encoding, self.batch)
        self.observation_space = _observation_space(self._encoding)
        self.action_space = _action_space(self.batch)
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal the next hand, or the first hand of a seed if you pass a seed.

        The first call without a seed draws a random one. The options are ignored.
        """
        super().reset(seed=seed)
        observations, mask = _dealt(self.batch, seed)
        self._is_over = False
        return self._encoding(observations)[0], self._info(mask, np.zeros(self.batch.seats, int))

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Take an action, and play on to the next decision or to the end of the hand.

        Raises:
            IllegalActionError: if the action is illegal and the option ``illegal`` is ``"raise"``.
            OptionError: if the hand is over or none has been dealt, or if the action is not a whole
                number.
        """
        if self._is_over:
            raise OptionError("the hand is over; reset() deals the next one")
        seat = self.batch.actors[0]
        step = self.batch.step(np.array([action]))
        self._is_over = bool(step.done[0])
        reward = float(step.rewards[0, seat]) / self.batch.rules.big_blind
        info = self._info(step.mask, step.rewards[0])
        return self._encoding(step.observations)[0], reward, self._is_over, False, info

    def _info(self, mask: NDArray[np.bool_], payoffs: NDArray[Any]) -> dict[str, Any]:
        return {
            "action_mask": mask[0].astype(np.int8),
            "payoffs": payoffs,
            "illegal": int(self.batch.illegal[0]),
        }


class HoldemVectorEnv(_VectorEnv):  # type: ignore[misc]
    """Many tables as a Gymnasium vector environment.

    When a hand ends, the next hand is dealt in the same step (`AutoresetMode.SAME_STEP`). The infos
    of a step contain ``"action_mask"``, bool[num_envs, choices]; ``"payoffs"``, int32[num_envs,
    seats]; ``"actor"``, the seat to act at each table; and, if hands ended, ``"final_obs"`` with
    the final observations, and ``"_final_obs"``, which marks the tables that have one. The infos of
    a reset contain only ``"action_mask"`` and ``"actor"``. Rewards are those of the players who
    acted, as in `HoldemEnv`. By default, an illegal action counts as a check if there is nothing to
    call, or else as a fold.

    Args:
        num_envs: the number of tables.
        seats: the number of players at a table.
        encoding: the encoding of the observations, as in `HoldemEnv`.
        opponents: the players in the other seats, as in `HoldemEnv`.
        options: further options of `TableBatch`; ``keep_final=False`` leaves out ``"final_obs"``.

    Raises:
        MissingExtraError: if Gymnasium is not installed.
        OptionError: if an argument is invalid.
    """

    metadata: dict[str, Any] = (
        {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP} if gymnasium else {}
    )

    def __init__(
        self,
        num_envs: int = 1024,
        seats: int = 2,
        *,
        encoding: str = "compact",
        opponents: Any = "random",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        _require_gymnasium()
        self.render_mode = render_mode
        options = {"illegal": "fold", "keep_final": True, **options, "pause": False}
        self.batch = TableBatch(num_envs, seats, opponents=opponents, **options)
        self.num_envs = self.batch.tables
        self._encoding = Encoding.of(encoding, self.batch)
        self.single_observation_space = _observation_space(self._encoding)
        self.single_action_space = _action_space(self.batch)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._places = np.arange(self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Deal the next hand at every table, or the first hand of a seed if you pass a seed.

        The first call without a seed draws a random one. The options are ignored.
        """
        super().reset(seed=seed)
        observations, mask = _dealt(self.batch, seed)
        return self._encoding(observations), {"action_mask": mask, "actor": self.batch.actors}

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Take an action at each table, and play on to the next decisions.

        Raises:
            IllegalActionError: if an action is illegal and the option ``illegal`` is ``"raise"``.
            OptionError: if the actions have another shape or type, or before the first `reset`.
        """
        seats = self.batch.actors
        step = self.batch.step(actions)
        rewards = step.rewards[self._places, seats] / self.batch.rules.big_blind
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._encoding(step.observations), rewards, step.done, truncated, self._infos(step)

    def _infos(self, step: TableStep) -> dict[str, Any]:
        infos = {"action_mask": step.mask, "payoffs": step.rewards, "actor": self.batch.actors}
        if len(self.batch.finals) and step.done.any():
            infos["final_obs"] = self._encoding(self.batch.finals)
            infos["_final_obs"] = step.done
        return infos


def _require_gymnasium() -> None:
    if gymnasium is None:
        raise MissingExtraError("Gymnasium is not installed: pip install 'handsight[envs]'")


def _dealt(batch: TableBatch, seed: int | None) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
    """Deal the next hands, or the first hands of a seed.

    Args:
        batch: the tables.
        seed: the seed; None for the next hands, or for a random seed if no hand was dealt yet.
    """
    if seed is not None or not batch.is_dealt:
        return batch.reset(seed)
    return batch.new_hands()


def _observation_space(encoding: Encoding) -> Any:
    low, high = encoding.bounds
    return gymnasium.spaces.Box(low, high, (encoding.width,), encoding.dtype)


def _action_space(batch: TableBatch) -> Any:
    if batch.choices.amounts:
        most = int(batch.stacks.max())
        return gymnasium.spaces.Discrete(most - LEAST_AMOUNT + 1, start=LEAST_AMOUNT)
    return gymnasium.spaces.Discrete(len(batch.choices.names))


if gymnasium and ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point=f"{__name__}:{HoldemEnv.__name__}",
        vector_entry_point=f"{__name__}:{HoldemVectorEnv.__name__}",
    )
