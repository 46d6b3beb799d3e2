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
from handsight.multiway import TableBetting, TableBlueprint, table_blueprint_for
from handsight.multiway.blueprint import shipped_buckets, trained_table_path
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


# --- tables of three or more ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A blueprint for four players that plays at random."""
    betting = TableBetting(4, 20, preflop="60% / a", flop="a", turn="a", river="a", multiway="a")
    buckets = shipped_buckets()
    count = betting.tree.numbers(buckets.counts)
    numbers = np.random.default_rng(1).integers(0, 256, count).astype(np.uint8)
    path = tmp_path_factory.mktemp("table") / "four.npz"
    TableBlueprint(betting, buckets, numbers, 0).save(path, packed=False)
    return path


def test_it_keeps_the_contract_at_larger_tables(four: Path) -> None:
    for name in ("blueprint", f"blueprint:table={four},least=0.1"):
        report = check_agent(name, seats=(3, 4, 6), hands=40)
        assert report.decisions.keys() == {"preflop", "flop", "turn", "river"}


def test_a_file_is_played_at_tables_that_it_has_room_for(four: Path) -> None:
    player = BlueprintPlayer(table=str(four))
    blueprint = TableBlueprint.load(four)
    for seats in (3, 4):
        seen = table(20, seats=seats).observation()
        decision = player.explain(seen)
        assert decision.reason == "drawn by the blueprint's shares"
        expected = {str(action): share for action, share in blueprint.shares(seen).items()}
        assert decision.numbers == pytest.approx(expected)
        found = player.strategy_for(seen)
        assert found is not None
        assert len(found.positions) == 4
    larger = table(20, seats=5).observation()
    assert player.strategy_for(larger) is None
    reason = player.explain(larger).reason
    assert reason.startswith("there is no blueprint for this table, so it plays as ehs; ")
    two = table(20).observation()
    assert isinstance(player.strategy_for(two), Blueprint)


def test_a_line_that_the_tree_lacks_is_played_as_ehs() -> None:
    """A fourth caller counts as folded, and so cannot be followed when it acts on the flop."""
    fold, call, check = Action.fold(), Action.call(), Action.check()
    line = (Action.raise_to(250), call, call, call, fold, fold, check, check, check)
    seen = table(100, *line, seats=6).observation()
    assert (seen.street, len(seen.players)) == ("flop", 4)
    player = BlueprintPlayer()
    reason = player.explain(seen).reason
    assert reason.startswith("the blueprint has no such line; ")
    assert player.act(seen, Random(1)) == EhsPlayer().act(seen, Random(1))
    combos = np.arange(5)
    policy, other = (each.probabilities(seen, combos) for each in (player, EhsPlayer()))
    assert policy.actions == other.actions
    assert np.array_equal(policy.chances, other.chances)


def test_in_fixed_limit_among_three_it_plays_as_ehs() -> None:
    rules = Rules(structure="fixed-limit")
    seen = HandCursor(HandState.start(rules, [10_000] * 3, 0, seed=7)).observation()
    assert BlueprintPlayer().strategy_for(seen) is None
    assert BlueprintPlayer().act(seen, Random(1)) == EhsPlayer().act(seen, Random(1))


def test_a_trained_blueprint_of_a_table_is_named_among_its_files(
    four: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    trained = trained_table_path(4, 33)
    trained.parent.mkdir(parents=True)
    trained.write_bytes(four.read_bytes())
    assert BlueprintPlayer(stack=33).data_files() == {trained.name: trained}


def test_a_table_s_file_is_read_at_once_and_named_among_its_files(
    four: Path, small: Path, tmp_path: Path
) -> None:
    assert BlueprintPlayer(table=str(four)).data_files() == {str(four): four}
    both = BlueprintPlayer(table=str(four), file=str(small)).data_files()
    assert both == {str(small): small, str(four): four}
    assert BlueprintPlayer().data_files() == {}
    with pytest.raises(OptionError, match="cannot read the blueprint"):
        BlueprintPlayer(table=str(tmp_path / "none.npz"))
    with pytest.raises(InputError, match="it is not a handsight table blueprint file"):
        BlueprintPlayer(table=str(small))
    with pytest.raises(InputError, match="it is not a handsight blueprint file"):
        BlueprintPlayer(file=str(four))


def test_rare_actions_can_be_left_out_at_a_table(four: Path) -> None:
    whole, few = BlueprintPlayer(table=str(four)), BlueprintPlayer(table=str(four), least=0.15)
    for seed in range(20):
        seen = table(20, seed=seed, seats=4).observation()
        every, kept = whole.explain(seen).numbers, few.explain(seen).numbers
        shares = {name: float(share) for name, share in every.items() if float(share) >= 0.15}  # type: ignore[arg-type]
        total = sum(shares.values())
        assert kept == pytest.approx({name: share / total for name, share in shares.items()})


def test_a_strategy_for_tables_alone_is_enough() -> None:
    player = agent("blueprint:stack=40")
    state = HandState.start(Rules(), [4_000] * 6, button=0, seed=3)
    seen = HandCursor(state).observation()
    assert player.explain(seen).reason == "drawn by the blueprint's shares"  # type: ignore[attr-defined]
    two = HandCursor(HandState.start(Rules(), [4_000] * 2, button=0, seed=3)).observation()
    assert player.explain(two).reason.startswith("there is no blueprint")  # type: ignore[attr-defined]
    with pytest.raises(OptionError, match="no blueprint ships for 41 big blinds"):
        agent("blueprint:stack=41")
