"""The agent that plays by a network."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

import numpy as np
import pytest

from handsight.agents import AgentSpec, agent
from handsight.agents.equilibrium.learned import LearnedPlayer
from handsight.agents.thresholds.ehs import EhsPlayer
from handsight.arena import ArenaSpec, run_arena
from handsight.envs.tables import BLINDS
from handsight.errors import InputError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.learning import LearnedPolicy, PolicyGame, PolicyTraining, hand_strengths
from handsight.ranges.combos import COMBOS, MASKS
from handsight.testing import check_agent


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    training = PolicyTraining(PolicyGame(stack=20, hidden=(8,)), seed=1, tables=32, hands=2)
    training.learn(3)
    path = tmp_path_factory.mktemp("learned") / "small.npz"
    training.policy(training.curve(20)).save(path)
    return path


def decisions(stack: int, hands: int, rules: Rules = BLINDS) -> Iterator[HandCursor]:
    """Play hands at random, and give each decision on the way."""
    for seed in range(hands):
        chips, draw = [stack * rules.big_blind] * 2, Random(seed)
        cursor = HandCursor(HandState.start(rules, chips, button=seed % 2, seed=seed))
        while cursor.state.actor != -1:
            yield cursor
            legal = cursor.state.legal_actions
            choices = [Action.call()] * 3
            if legal.can_raise:
                choices.append(Action.raise_to(draw.randint(legal.raise_min, legal.raise_max)))
            cursor.apply(draw.choice(choices))


def player(file: object) -> LearnedPlayer:
    result = agent(f"learned:{file}")
    assert isinstance(result, LearnedPlayer)
    return result


def test_it_keeps_the_contract_of_agents(small: Path) -> None:
    check_agent(player(small), hands=10)


def test_a_file_needs_no_name_of_its_option(small: Path) -> None:
    assert AgentSpec.parse(f"learned:{small}").options == {"file": str(small)}
    assert AgentSpec.parse("learned:a/b=c.npz").options == {"file": "a/b=c.npz"}
    assert player(small).policy().game.stack == 20
    assert player(f"file={small}").policy() is player(small).policy()
    with pytest.raises(OptionError, match="'much' in 'call:much' is not an option"):
        AgentSpec.parse("call:much")


def test_the_one_that_ships_is_for_two_with_a_hundred_big_blinds() -> None:
    policy = LearnedPlayer().policy()
    assert (policy.game, policy.hands > 1_000_000) == (PolicyGame(), True)


def test_a_file_that_is_none_is_an_error_of_ours(small: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"cannot read the policy '.*nowhere.npz'"):
        agent(f"learned:{tmp_path}/nowhere.npz")
    (tmp_path / "cut.npz").write_bytes(small.read_bytes()[:500])
    with pytest.raises(InputError, match="is not a handsight policy file, or is damaged"):
        agent(f"learned:{tmp_path}/cut.npz")


def test_it_plays_as_its_network_does_in_the_environment(small: Path) -> None:
    """One encoder: the same decision has the same shares at a table and in the environment."""
    policy = LearnedPolicy.load(small)
    batch = policy.game.batch(1)
    _, mask = batch.reset(5)
    draw, seen_streets = Random(5), set()
    for hand in range(12):
        state = HandState.start(BLINDS, [1000, 1000], hand % 2, deck=batch.cards(0))
        cursor = HandCursor(state)
        while batch.hands[0] == hand:
            row = batch.observe(int(batch.actors[0]))
            shares = policy.of_rows(row, hand_strengths(row), mask)[0]
            [totals] = batch.totals.tolist()
            expected: dict[int, float] = {}
            for total, share in zip(totals, shares.tolist(), strict=True):
                if total >= 0:
                    expected[total] = expected.get(total, 0) + share
            seen, legal = cursor.observation(), cursor.state.legal_actions
            named = {Action.fold(): legal.bet, Action.call(): legal.bet + legal.call_cost}
            given: dict[int, float] = {}
            for action, share in policy.shares(seen).items():
                given[named.get(action, action.amount)] = share
            assert given == pytest.approx(expected, abs=1e-5)
            seen_streets.add(seen.street)
            choice = draw.choice([1, 1, *np.flatnonzero(mask[0]).tolist()])
            total = totals[choice]
            kinds = {0: Action.fold(), 1: Action.call()}
            cursor.apply(kinds.get(choice) or Action.raise_to(total))
            mask = batch.step([choice]).mask
    assert len(seen_streets) == 4


def test_its_policy_is_what_it_does_with_each_hand(small: Path) -> None:
    learned = player(small)
    for cursor in decisions(20, 6):
        seen = cursor.observation()
        board = {card.index for card in seen.board}
        combos = np.array([n for n, pair in enumerate(COMBOS) if not board & set(pair)])[::97]
        table = learned.probabilities(seen, combos)
        assert table.is_exact
        assert table.chances.sum(1) == pytest.approx(np.ones(len(combos)))
        for combo, row in zip(combos.tolist(), table.chances, strict=True):
            held = seen._replace(hole=type(seen.hole).from_mask(MASKS[combo]))
            shares = learned.policy().shares(held)
            assert dict(zip(table.actions, row, strict=True)) == pytest.approx(shares, abs=1e-5)


def test_it_draws_by_its_shares(small: Path) -> None:
    learned, cursor = player(small), next(decisions(20, 1))
    seen, rng = cursor.observation(), Random(7)
    shares = learned.policy().shares(seen)
    drawn = [learned.act(seen, rng) for _ in range(4000)]
    for action, share in shares.items():
        assert drawn.count(action) / 4000 == pytest.approx(share, abs=0.03)
    decision = learned.explain(seen, Random(3))
    assert decision.action == learned.act(seen, Random(3))
    assert list(decision.numbers.values()) == pytest.approx(list(shares.values()))


@pytest.mark.parametrize(
    ("rules", "stacks"),
    [
        (Rules(), [2000, 2000, 2000]),
        (Rules(structure="fixed-limit"), [2000, 2000]),
        (Rules(ante=10), [2000, 2000]),
    ],
)
def test_other_games_are_played_as_ehs(rules: Rules, stacks: list[int], small: Path) -> None:
    seen = HandCursor(HandState.start(rules, stacks, 0, seed=7)).observation()
    assert player(small).act(seen, Random(1)) == EhsPlayer().act(seen, Random(1))
    assert "not the game of the network" in player(small).explain(seen).reason
    own = player(small).probabilities(seen, np.arange(5))
    assert own.actions == EhsPlayer().probabilities(seen, np.arange(5)).actions


def test_other_blinds_are_scaled_and_deeper_stacks_count_as_its_own(small: Path) -> None:
    policy = player(small).policy()
    shares = []
    for rules, stack in ((BLINDS, 1000), (Rules(), 2000), (Rules(), 9000)):
        state = HandState.start(rules, [stack] * 2, 0, holes=["AhKh", None], seed=7)
        shares.append(list(policy.shares(HandCursor(state).observation()).values()))
    assert shares[0] == shares[1] == shares[2]


def test_it_plays_in_an_arena(small: Path) -> None:
    spec = ArenaSpec(agents=(f"learned:{small}", "call"), pairs=5, stack=2000, seed=7)
    [matchup] = run_arena(spec).matchups
    assert matchup.pairs == 5
    assert not any(slot.at_fault for slot in matchup.slots)


def test_a_decision_takes_well_below_a_millisecond() -> None:
    learned, rng = LearnedPlayer(), Random(7)
    seen = [cursor.observation() for cursor in decisions(100, 8)]
    for each in seen:
        learned.act(each, rng)
    began = process_time()
    for each in seen:
        learned.act(each, rng)
    assert (process_time() - began) / len(seen) < 1e-3
