"""Small games in Gymnasium: a learner sees its own cards, and learns what the truth says."""

import numpy as np
import pytest

from handsight.envs.exact import best_responses, equilibrium, uniform_strategy, values
from handsight.envs.small_games import KUHN, LEDUC, RAISE
from handsight.errors import IllegalActionError, OptionError

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed (extra: envs)")

from handsight.envs.small_env import IDS, SmallEnv  # noqa: E402


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_accepts_the_environment(name: str) -> None:
    env = gymnasium.make(name, disable_env_checker=True)
    seen, info = env.reset(seed=1)
    for _ in range(60):
        assert env.observation_space.contains(seen)
        action = env.action_space.sample(info["action_mask"])
        seen, reward, over, cut, info = env.step(action)
        assert not cut
        if over:
            assert reward == int(reward) != 0 or reward == 0
            assert info["row"] == -1
            seen, info = env.reset()
        else:
            assert reward == 0


def test_the_seat_changes_and_the_same_seed_deals_the_same_hands() -> None:
    def hands(env: SmallEnv) -> list[tuple[int, bytes, float]]:
        shown = []
        for number in range(40):
            seen, info = env.reset(seed=7 if number == 0 else None)
            seat, over, reward = info["seat"], False, 0.0
            assert seat == number % 2
            while not over:
                action = int(np.argmax(info["action_mask"]))
                _, reward, over, _, info = env.step(action)
            shown.append((seat, seen.tobytes(), reward))
        return shown

    env = SmallEnv(LEDUC)
    assert hands(env) == hands(env) == hands(SmallEnv("leduc"))


def test_rewards_add_up_to_the_exact_value() -> None:
    """A learner who plays at random against an equilibrium loses what the exact value says."""
    theirs, mine, rng = equilibrium(KUHN, 300), uniform_strategy(KUHN), np.random.default_rng(3)
    env, won = SmallEnv(KUHN, opponent=theirs), []
    for number in range(6000):
        _, info = env.reset(seed=11 if number == 0 else None)
        over, reward = False, 0.0
        while not over:
            action = int(rng.choice(3, p=mine[info["row"]]))
            _, reward, over, _, info = env.step(action)
        won.append(reward)
    expected = (values(KUHN, mine, theirs)[0] + values(KUHN, theirs, mine)[1]) / 2
    assert abs(np.mean(won) - expected) < 4 * np.std(won) / np.sqrt(len(won))


def test_a_learner_finds_the_best_response_and_the_curve_shows_what_it_is_worth() -> None:
    """Q-learning against a random opponent earns nearly what the exact best response earns."""
    env, rng = SmallEnv(KUHN), np.random.default_rng(1)
    table = np.zeros((KUHN.rows, 3))
    for number in range(8000):
        _, info = env.reset(seed=5 if number == 0 else None)
        path, over, reward = [], False, 0.0
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            row = info["row"]
            greedy = legal[np.argmax(table[row, legal])]
            action = int(rng.choice(legal) if rng.random() < 0.2 else greedy)
            path.append((row, action))
            _, reward, over, _, info = env.step(action)
        for row, action in path:
            table[row, action] += 0.02 * (reward - table[row, action])
    learned = np.eye(3)[np.where(KUHN.mask, table, -np.inf).argmax(1)]
    theirs = uniform_strategy(KUHN)
    earned = (values(KUHN, learned, theirs)[0] + values(KUHN, theirs, learned)[1]) / 2
    best = sum(best_responses(KUHN, theirs)) / 2
    assert best - 0.06 < earned <= best + 1e-12
    assert env.exploitability(learned) > 0.1  # which is far from an equilibrium
    assert env.exploitability(theirs) == pytest.approx(best)


def test_a_function_plays_as_its_strategy() -> None:
    def raises(seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.where(mask[:, [RAISE]], [0, 0, 1], [0, 1, 0])

    env = SmallEnv(KUHN, opponent=raises)
    _, info = env.reset(seed=1)
    assert info["seat"] == 0
    seen, _, over, _, info = env.step(1)
    assert not over
    assert seen[-2:].tolist() == [1.0, 2.0]  # the opponent has bet
    with pytest.raises(IllegalActionError, match="legal: fold, call"):
        env.step(RAISE)


def test_wrong_use_is_named() -> None:
    with pytest.raises(OptionError, match=r"reset\(\) deals"):
        SmallEnv(KUHN).step(1)
    with pytest.raises(OptionError, match="'nit' is not 'random'"):
        SmallEnv(KUHN, opponent="nit")
