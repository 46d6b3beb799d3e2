"""The environments of Gymnasium, by its own checker and beside the tables."""

import warnings

import numpy as np
import pytest

from handsight.agents import agent
from handsight.envs import TableBatch
from handsight.envs.gymnasium import ID, HoldemEnv, HoldemVectorEnv
from handsight.errors import OptionError

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed (extra: envs)")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 6, "encoding": "features"},
        {"opponents": "outside"},
        {"choices": "amounts", "opponents": "call"},
    ],
)
def test_the_checker_of_gymnasium_finds_nothing(options: dict[str, object]) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(gymnasium.make(ID, **options).unwrapped)
    assert [str(each.message) for each in said] == []


def test_an_episode_is_a_hand() -> None:
    env = HoldemEnv(opponents="call")
    observation, info = env.reset(seed=7)
    assert observation in env.observation_space
    assert info["action_mask"].tolist() == [1, 1, 1, 1, 1]
    seen, reward, terminated, truncated, info = env.step(4)
    assert (terminated, truncated) == (True, False)
    assert reward in (-100, 0, 100)
    assert info["payoffs"].tolist() == [50 * reward, -50 * reward]
    assert seen in env.observation_space
    with pytest.raises(OptionError, match="the hand is over"):
        env.step(1)


def test_a_sample_by_the_mask_is_legal() -> None:
    env = HoldemEnv(illegal="raise")
    _, info = env.reset(seed=7)
    env.action_space.seed(7)
    for _ in range(200):
        _, _, over, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
        if over:
            _, info = env.reset()
    assert info["illegal"] == 0


def test_the_vector_environment_is_made_by_gymnasium_and_gives_what_the_tables_give() -> None:
    env = gymnasium.make_vec(ID, num_envs=16, vectorization_mode="vector_entry_point")
    assert isinstance(env.unwrapped, HoldemVectorEnv)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    batch = TableBatch(16, opponents="random", illegal="fold", keep_final=True)
    observations, _ = env.reset(seed=7)
    np.testing.assert_array_equal(observations, batch.reset(7)[0])
    env.action_space.seed(7)
    ended = 0
    for _ in range(50):
        actions = env.action_space.sample()
        observations, rewards, done, truncated, infos = env.step(actions)
        step = batch.step(actions)
        assert observations in env.observation_space
        np.testing.assert_array_equal(observations, step.observations)
        np.testing.assert_array_equal(rewards, step.rewards[:, 0] / 50)
        np.testing.assert_array_equal(done, step.done)
        np.testing.assert_array_equal(infos["action_mask"], step.mask)
        assert not truncated.any()
        assert ("final_obs" in infos) == done.any()
        if done.any():
            np.testing.assert_array_equal(infos["final_obs"][done], batch.finals[done])
        ended += int(done.sum())
    assert ended > 16


def test_in_self_play_the_reward_is_that_of_the_player_who_acted() -> None:
    env = HoldemVectorEnv(4, opponents="outside")
    env.reset(seed=7)
    _, rewards, done, _, infos = env.step([0, 0, 0, 0])
    assert done.all()
    assert rewards.tolist() == [-0.5] * 4
    assert infos["payoffs"].tolist() == [[-25, 25]] * 4
    assert infos["actor"].tolist() == [1] * 4


def test_an_encoding_that_is_none_is_refused() -> None:
    with pytest.raises(OptionError, match="it must be one of compact, features"):
        HoldemEnv(encoding="pixels")


def test_any_agent_sits_in_both_environments() -> None:
    for kind, options in ((HoldemEnv, {}), (HoldemVectorEnv, {"num_envs": 8})):
        shown = []
        for opponent in ("call", agent("call")):
            env, rows = kind(seats=3, opponents=[opponent, "random"], **options), []
            env.reset(seed=4)
            for _ in range(20):
                observations, rewards, done, _, _ = env.step(np.ones(8, int) if options else 1)
                rows.append((observations.tolist(), np.array(rewards).tolist()))
                if not options and done:
                    env.reset()
            shown.append(rows)
        assert shown[0] == shown[1]
