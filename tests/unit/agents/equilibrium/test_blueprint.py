"""The agent that plays by a blueprint."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest

from handsight.agents import agent
from handsight.agents.equilibrium.blueprint import BlueprintPlayer
from handsight.agents.thresholds.ehs import EhsPlayer
from handsight.blueprint import Blueprint, HandBetting, Training, blueprint_of
from handsight.errors import InputError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.multiway import table_blueprint_for
from handsight.ranges.combos import COMBOS, MASKS
from handsight.testing import check_agent
from tests.damage import damaged


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a blueprint for three big blinds, with the buckets that ship."""
    training = Training(HandBetting(3), blueprint_of(100).buckets, seed=1, deals=500)
    training.learn(3)
    path = tmp_path_factory.mktemp("blueprint") / "small.npz"
    Blueprint.of(training, training.curve(100)).save(path, packed=False)
    return path


def table(stack: int, *actions: Action, seed: int = 7, seats: int = 2) -> HandCursor:
    cursor = HandCursor(HandState.start(Rules(), [100 * stack] * seats, button=0, seed=seed))
    for action in actions:
        cursor.apply(action)
    return cursor


def decisions(stack: int, hands: int) -> Iterator[HandCursor]:
    """Play hands at random, and give each decision on the way."""
    for seed in range(hands):
        cursor, draw = table(stack, seed=seed), Random(seed)
        while cursor.state.actor != -1:
            yield cursor
            legal = cursor.state.legal_actions
            choices = [Action.call(), Action.call()]
            if legal.can_raise:
                choices.append(Action.raise_to(draw.randint(legal.raise_min, legal.raise_max)))
            cursor.apply(draw.choice(choices))


def test_it_keeps_the_contract_of_agents() -> None:
    check_agent(agent("blueprint"), hands=30)


def test_it_is_registered_by_its_stack(small: Path) -> None:
    assert agent(f"blueprint:file={small}").blueprint().betting.stack == 3  # type: ignore[attr-defined]
    assert agent("blueprint").blueprint().betting.stack == 100  # type: ignore[attr-defined]
    with pytest.raises(
        OptionError, match="no blueprint ships for 77 big blinds; make one by 'handsight"
    ):
        agent("blueprint:stack=77")
    with pytest.raises(OptionError, match="stack is -5; it must be from 1 to 1,000 big blinds"):
        agent("blueprint:stack=-5")
    with pytest.raises(OptionError, match=r"least is 0\.9"):
        BlueprintPlayer(least=0.9)


def test_each_hand_alone_is_played_as_among_many(small: Path) -> None:
    """One policy for all combos says the same as one policy for each."""
    player = BlueprintPlayer(file=str(small))
    checked = 0
    for cursor in decisions(3, 40):
        seen = cursor.observation()
        number = MASKS.index(seen.hole.mask)
        every = player.probabilities(seen, np.array([number, 0 if number else 1]))
        alone = player.explain(seen).numbers
        if list(alone) != [str(action) for action in every.actions]:
            assert "the blueprint has no such line" in player.explain(seen).reason
            continue
        assert list(alone.values()) == pytest.approx(every.chances[0].tolist())
        checked += 1
    assert checked > 60


def test_it_draws_its_actions_as_often_as_it_says() -> None:
    player = BlueprintPlayer()
    seen = table(100).observation()
    said = player.explain(seen).numbers
    draw, count = Random(3), 3000
    drawn = Counter(str(player.act(seen, draw)) for _ in range(count))
    for name, share in said.items():
        assert isinstance(share, float)
        error = (share * (1 - share) / count) ** 0.5
        assert abs(drawn[name] / count - share) <= 5 * error + 1e-9


def test_chances_are_those_of_legal_actions_and_add_up() -> None:
    player = BlueprintPlayer()
    for cursor in decisions(100, 25):
        seen = cursor.observation()
        blocked = sum(1 << card.index for card in seen.board)
        combos = np.array(
            [n for n, (one, other) in enumerate(COMBOS) if not blocked & (1 << one | 1 << other)]
        )
        policy = player.probabilities(seen, combos)
        assert policy.chances.shape == (len(combos), len(policy.actions))
        assert np.allclose(policy.chances.sum(1), 1)
        assert (policy.chances >= 0).all()
        for action, chances in zip(policy.actions, policy.chances.T, strict=True):
            if chances.any() and (action.amount or action.kind in ("fold", "call")):
                cursor.state.verify(action)


def test_aces_are_not_folded_and_the_worst_hand_is() -> None:
    player = BlueprintPlayer()
    shoved = table(100, Action.all_in())
    aces, worst = MASKS.index(_mask("AsAh")), MASKS.index(_mask("7s2h"))
    policy = player.probabilities(shoved.observation(), np.array([aces, worst]))
    folds = policy.of(Action.fold())
    assert folds[0] < 0.01
    assert folds[1] > 0.99


def _mask(text: str) -> int:
    from handsight.cards import CardSet

    return CardSet(text).mask


def test_among_ten_it_plays_as_ehs() -> None:
    seen = table(100, seats=10).observation()
    assert BlueprintPlayer().act(seen, Random(1)) == EhsPlayer().act(seen, Random(1))
    reason = BlueprintPlayer().explain(seen).reason
    assert reason.startswith("there is no blueprint for this table, so it plays as ehs; ")


def test_rare_actions_can_be_left_out(small: Path) -> None:
    player = BlueprintPlayer(file=str(small), least=0.15)
    for cursor in decisions(3, 10):
        policy = player.probabilities(cursor.observation(), np.arange(900, 1000))
        if not policy.actions:
            continue
        assert np.allclose(policy.chances.sum(1), 1)
        assert not ((policy.chances > 0) & (policy.chances < 0.14)).any()


def test_the_same_seed_and_rounds_make_the_same_file(small: Path, tmp_path: Path) -> None:
    blueprint = Blueprint.load(small)
    training = Training(HandBetting(3), blueprint.buckets, seed=1, deals=500)
    training.learn(3)
    Blueprint.of(training, training.curve(100)).save(tmp_path / "again.npz", packed=False)
    assert (tmp_path / "again.npz").read_bytes() == small.read_bytes()
    assert blueprint.deals == training.all_deals == 6000
    assert [point.deals for point in blueprint.curve] == [2000, 4000]


def test_a_damaged_blueprint_is_refused_with_our_own_error(small: Path, tmp_path: Path) -> None:
    content = small.read_bytes()
    for number, bad in enumerate(damaged(content, 5, 40)):
        path = tmp_path / f"{number}.npz"
        path.write_bytes(bad)
        with suppress(InputError):  # what an unread byte of the archive holds is not noticed
            Blueprint.load(path)


def test_the_blueprint_that_ships_is_small() -> None:
    from handsight.blueprint.blueprint import DATA

    assert sum(path.stat().st_size for path in DATA.iterdir()) <= 8_000_000


def test_at_a_table_of_six_it_plays_its_blueprint_for_six() -> None:
    state = HandState.start(Rules(), [10_000] * 6, button=0, seed=3)
    seen = HandCursor(state).observation()
    decision = agent("blueprint").explain(seen)
    assert decision.reason == "drawn by the blueprint's shares"
    blueprint = table_blueprint_for(6, 100)
    assert blueprint is not None
    assert decision.numbers == {
        str(action): share for action, share in blueprint.shares(seen).items()
    }
