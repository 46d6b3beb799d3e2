"""Our agents in PettingZoo's environments of hold'em, with its wrappers and without."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from handsight.agents import agent
from handsight.errors import OptionError
from handsight.interop.pettingzoo import PettingZooGuest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra: envs)")
pytest.importorskip("rlcard", reason="rlcard is not installed (extra: peers)")

NAMES = {
    "texas_holdem_v4": ("limit-holdem", 72),
    "texas_holdem_no_limit_v6": ("no-limit-holdem", 54),
}


def base(name: str) -> Any:
    """Make what their environment is built on, which needs no pygame to draw with."""
    module = import_module("pettingzoo.classic.rlcard_envs.rlcard_base")
    game, numbers = NAMES[name]
    env = module.RLCardBase(game, 2, (numbers,))
    env.render_mode = None
    return env


def whole(name: str) -> Any:
    return import_module(f"pettingzoo.classic.{name}").env()


WITH_PYGAME = pytest.mark.skipif(
    find_spec("pygame") is None,
    reason="pygame is not installed (extra: peers)",
)


@pytest.mark.parametrize("make", [base, pytest.param(whole, marks=WITH_PYGAME)])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning",
    "ignore:.*precision lowered by casting:UserWarning",
)
def test_our_agents_play_hands_to_the_end(name: str, make: Any) -> None:
    env = make(name)
    ours = {
        "player_0": PettingZooGuest(agent("random"), seed=1),
        "player_1": PettingZooGuest(agent("maniac"), seed=2),
    }
    won = []
    for seed in range(20):
        env.reset(seed=seed)
        totals = dict.fromkeys(ours, 0.0)
        asked = 0
        for player in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[player] += reward
            action = ours[player].act(env)
            assert (action is None) == (terminated or truncated)
            if action is not None:
                asked += 1
                assert observation["action_mask"][action]
            env.step(action)
        assert asked > 0
        assert sum(totals.values()) == 0
        won.append(totals["player_0"])
    assert len({*won}) > 2


def test_another_environment_is_refused() -> None:
    from handsight.envs.pettingzoo import HoldemAECEnv

    env = HoldemAECEnv()
    env.reset(seed=1)
    with pytest.raises(OptionError, match="they play texas_holdem_v4 and"):
        PettingZooGuest(agent("call")).act(env)
