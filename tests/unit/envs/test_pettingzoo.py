"""The environment of PettingZoo, by its own tests."""

import pytest

from handsight.envs.pettingzoo import HoldemAECEnv
from handsight.errors import IllegalActionError, OptionError

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (extra: envs)")
# Its tests load a game of its own, where pygame is installed, in a way that it calls old itself.
pytestmark = pytest.mark.filterwarnings("ignore:The old environment creation:DeprecationWarning")


@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent:UserWarning",  # it is a dictionary, with a mask
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Environment has not defined a render:UserWarning",
)
@pytest.mark.parametrize(("seats", "encoding"), [(2, "compact"), (3, "features"), (9, "compact")])
def test_the_test_of_pettingzoo_finds_nothing(seats: int, encoding: str) -> None:
    from pettingzoo.test import api_test

    api_test(HoldemAECEnv(seats, encoding=encoding), num_cycles=200)


def test_the_same_seed_gives_the_same_hands() -> None:
    from pettingzoo.test import seed_test

    seed_test(HoldemAECEnv, num_cycles=100)


def test_rewards_are_big_blinds_and_add_up_to_nothing() -> None:
    env = HoldemAECEnv(3)
    env.reset(seed=7)
    assert env.agent_selection == "seat_0"
    env.step(1)
    env.step(0)
    assert not any(env.terminations.values())
    env.step(4)
    env.step(0)
    assert all(env.terminations.values())
    assert env.rewards == {"seat_0": -1.0, "seat_1": -0.5, "seat_2": 1.5}
    observation, reward, terminated, _, _ = env.last()
    assert (reward, terminated) == (env.rewards[env.agent_selection], True)
    assert not observation["action_mask"].any()


def test_only_the_own_cards_are_seen() -> None:
    env = HoldemAECEnv(2)
    env.reset(seed=7)
    first, second = (env.observe(agent)["observation"] for agent in env.agents)
    assert not set(first[:2]) & set(second[:2])
    assert (first[2:7] == 52).all()
    assert env.observe("seat_1")["action_mask"].tolist() == [0] * 5


def test_actions_that_are_not_legal_are_errors_and_amounts_are_refused() -> None:
    env = HoldemAECEnv(2)
    env.reset(seed=7)
    env.step(1)
    with pytest.raises(IllegalActionError):
        env.step(0)
    with pytest.raises(OptionError, match="amounts have no mask"):
        HoldemAECEnv(2, choices="amounts")
