"""Our small games in OpenSpiel: its algorithms find there what they find in its own games."""

import numpy as np
import pytest

from handsight.envs.exact import exploitability, uniform_strategy, values
from handsight.envs.small_games import KUHN, LEDUC, SMALL_GAMES, SmallGame
from handsight.interop.openspiel import openspiel_game, strategy_from

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: peers)")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, tabular_qlearner  # noqa: E402
from open_spiel.python.algorithms import exploitability as theirs  # noqa: E402

TWINS = [(KUHN, "kuhn_poker"), (LEDUC, "leduc_poker")]
BOTH = pytest.mark.parametrize(("game", "twin"), TWINS)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_hands_are_played_to_their_end(name: str) -> None:
    game, rng = openspiel_game(name), np.random.default_rng(1)
    assert game.num_players() == 2
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert sum(share for _, share in outcomes) == pytest.approx(1)
                state.apply_action(outcomes[rng.integers(len(outcomes))][0])
            else:
                text = state.information_state_string()
                assert text.startswith(f"{state.current_player()}: ")
                state.apply_action(int(rng.choice(state.legal_actions())))
        assert sum(state.returns()) == 0


@BOTH
@pytest.mark.repeats(1)
def test_a_random_player_is_as_exploitable_in_all_three(game: SmallGame, twin: str) -> None:
    ours, its = openspiel_game(game), pyspiel.load_game(twin)
    here = exploitability(game, uniform_strategy(game))
    there = [
        theirs.exploitability(each, policies.UniformRandomPolicy(each)) for each in (ours, its)
    ]
    assert there == pytest.approx([here, here], abs=1e-9)


@BOTH
@pytest.mark.repeats(1)
def test_cfr_takes_the_same_way_as_in_its_own_game(game: SmallGame, twin: str) -> None:
    steps = 20 if game is KUHN else 2
    solvers = [cfr.CFRPlusSolver(each) for each in (openspiel_game(game), pyspiel.load_game(twin))]
    for solver in solvers:
        for _ in range(steps):
            solver.evaluate_and_update_policy()
    strategy = strategy_from(game, solvers[0].average_policy())
    its = theirs.exploitability(pyspiel.load_game(twin), solvers[1].average_policy())
    assert exploitability(game, strategy) == pytest.approx(its, abs=1e-9)


def test_kuhns_value_is_a_loss_of_an_eighteenth() -> None:
    solver = cfr.CFRPlusSolver(openspiel_game("kuhn"))
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    state = openspiel_game("kuhn").new_initial_state()
    won = expected_game_score.policy_value(state, [policy, policy])
    ours = values(KUHN, strategy_from("kuhn", policy))
    assert won.tolist() == pytest.approx(list(ours))
    assert ours[0] == pytest.approx(-1 / 18, abs=1e-3)


def test_a_q_learner_of_openspiel_learns_on_our_game() -> None:
    env = rl_environment.Environment(openspiel_game("kuhn"))
    env.seed(3)
    np.random.seed(3)  # its agents draw from the global generator
    agents = [
        tabular_qlearner.QLearner(player, num_actions=env.action_spec()["num_actions"])
        for player in range(2)
    ]
    learner, won = agents[0], []
    for _ in range(3000):
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            if player == 0:
                action = learner.step(step).action
            else:
                action = int(np.random.choice(step.observations["legal_actions"][player]))
            step = env.step([action])
        learner.step(step)
        won.append(step.rewards[0])
    assert np.mean(won[-1500:]) > 0.1  # a player at random loses 1/8 to another one in this seat
