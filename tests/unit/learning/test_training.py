"""Training by self-play: what is kept, files, going on, and what is won afterwards."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from handsight.errors import InputError, OptionError
from handsight.learning import LearnedPolicy, PolicyGame, PolicyTraining
from handsight.learning.network import Network
from handsight.learning.selfplay import drawn, play_matches
from tests.damage import damaged
from tests.thorough import thorough, up_to

SMALL = PolicyGame(hidden=(12,))


def begun(rounds: int = 0, game: PolicyGame = SMALL, seed: int = 3) -> PolicyTraining:
    training = PolicyTraining(game, seed, tables=32, hands=2)
    training.learn(rounds)
    return training


@pytest.fixture(scope="module")
def trained() -> PolicyTraining:
    return begun(5)


# --- rounds ---------------------------------------------------------------------------------------


def test_a_round_is_of_whole_hands(trained: PolicyTraining) -> None:
    assert (trained.rounds, trained.all_hands) == (5, 5 * 64)
    assert sorted(trained.snapshots) == [1, 2, 4]


def test_decisions_are_judged_by_what_is_won_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a critic's word, each decision of a hand has what its player won in it."""
    monkeypatch.setattr("handsight.learning.training.TRACE", 1.0)
    training = begun()
    training.critic.vector[:] = 0
    part = training._played(1)
    won = np.rint(part.advantages * 50).astype(int)
    # The last decision of each hand is a call, which ends it, or a fold, which loses what was paid.
    folds = part.actions == 0
    assert (won[folds] < 0).all()
    assert (part.returns == part.advantages / 100).all()
    assert won.min() >= -5000
    assert won.max() <= 5000


def test_what_both_players_win_adds_up_to_nothing() -> None:
    mean, _ = play_matches(begun().policy(), begun().policy(), pairs=64, seed=1)
    assert mean == 0  # mirrored: each hand is played both ways by the same policy and stream


def test_the_average_follows_the_rounds_later_ones_more() -> None:
    vectors = []
    training = begun()

    def watch(rounds: int, hands: int) -> bool:
        vectors.append(training.actor.vector.copy())
        return False

    training.learn(4, watch)
    average = vectors[0]
    for number, vector in enumerate(vectors[1:], 1):
        average = average + 4 / (number + 4) * (vector - average)
    assert training.average == pytest.approx(average, abs=1e-6)


def test_a_watcher_ends_it() -> None:
    training = begun()
    training.learn(10, lambda rounds, hands: hands >= 128)
    assert training.rounds == 2


def test_another_seed_gives_another_policy(trained: PolicyTraining) -> None:
    assert not np.array_equal(begun(5, seed=4).average, trained.average)


@pytest.mark.parametrize("seats", [3, 6])
def test_more_than_two_learn_too(seats: int) -> None:
    training = begun(2, PolicyGame(seats=seats, stack=30, hidden=(6,)))
    assert np.isfinite(training.average).all()
    assert {point.hands for point in training.curve(20)} == {64, 128}


# --- files ----------------------------------------------------------------------------------------


def test_a_training_that_goes_on_is_one_that_never_ended(
    trained: PolicyTraining, tmp_path: Path
) -> None:
    begun(2).save(tmp_path / "half.npz")
    second = begun()
    second.load(tmp_path / "half.npz")
    second.learn(3)
    for name, training in (("one", trained), ("other", second)):
        training.save(tmp_path / f"{name}.training")
        training.policy(training.curve(50)).save(tmp_path / f"{name}.npz")
    for ending in ("training", "npz"):
        one, other = (tmp_path / f"{name}.{ending}" for name in ("one", "other"))
        assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (PolicyTraining(SMALL, 4, 32, 2), "its seed is 3, but this training has 4"),
        (PolicyTraining(SMALL, 3, 16, 2), "its tables is 32, but this training has 16"),
        (PolicyTraining(replace(SMALL, stack=50), 3, 32, 2), "its game is .*'stack': 100"),
    ],
)
def test_a_training_of_another_kind_is_refused(
    other: PolicyTraining, message: str, trained: PolicyTraining, tmp_path: Path
) -> None:
    trained.save(tmp_path / "kept.npz")
    with pytest.raises(InputError, match=message):
        other.load(tmp_path / "kept.npz")


def test_a_policy_comes_back_from_its_file(trained: PolicyTraining, tmp_path: Path) -> None:
    policy = trained.policy(trained.curve(20))
    policy.save(tmp_path / "policy.npz")
    again = LearnedPolicy.load(tmp_path / "policy.npz")
    assert (again.game, again.hands, again.curve) == (policy.game, 320, policy.curve)
    np.testing.assert_array_equal(again.network.vector, policy.network.vector)
    with pytest.raises(InputError, match="it is not a handsight policy training file"):
        begun().load(tmp_path / "policy.npz")


def read_training(file: Path) -> None:
    begun().load(file)


@pytest.mark.parametrize("read", [LearnedPolicy.load, read_training])
@pytest.mark.parametrize(
    "cases", [60, pytest.param(up_to(3000, 500), marks=pytest.mark.exhaustive)]
)
def test_a_damaged_file_gives_our_own_errors_only(
    read: Callable[[Path], object], cases: int, trained: PolicyTraining, tmp_path: Path
) -> None:
    file = tmp_path / "kept.npz"
    (trained.policy([]) if read is not read_training else trained).save(file)
    read(file)
    unnamed, taken = [], 0
    for copy in damaged(file.read_bytes(), 7, cases):
        file.write_bytes(copy)
        try:
            read(file)
        except InputError as error:
            unnamed += [str(error)] if str(file) not in str(error) else []
        else:
            taken += 1  # what is damaged is not read, such as a date in the archive
    assert unnamed == []
    assert taken < cases // 2


def test_numbers_that_are_none_are_refused(trained: PolicyTraining, tmp_path: Path) -> None:
    network = Network(SMALL.sizes, np.full_like(trained.average, np.nan))
    LearnedPolicy(SMALL, network).save(tmp_path / "policy.npz")
    with pytest.raises(InputError, match="some numbers of its network are not finite"):
        LearnedPolicy.load(tmp_path / "policy.npz")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seats": 1}, "seats is 1; it must be from 2 to 9"),
        ({"stack": 0}, "stack is 0; it must be from 2 to 1,310"),
        ({"seats": 9, "stack": 200}, "at most 145 big blinds are possible"),
        ({"choices": "amounts"}, "choices cannot be amounts"),
        ({"choices": "fold"}, "they must begin with fold and call"),
        ({"hidden": ()}, "it must have 1 to 4 layers of 1 to 512 numbers"),
        ({"hidden": (0,)}, "it must have 1 to 4 layers"),
    ],
)
def test_a_game_that_cannot_be_learnt_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        PolicyGame(**fields)  # type: ignore[arg-type]


# --- what it comes to -----------------------------------------------------------------------------


def test_choices_are_drawn_by_their_shares() -> None:
    shares = np.tile([0.0, 0.25, 0.75, 0.0], (20_000, 1))
    draws = np.random.default_rng(7).random(20_000, np.float32)
    counts = np.bincount(drawn(shares, draws), minlength=4) / 20_000
    assert counts == pytest.approx([0, 0.25, 0.75, 0], abs=0.015)


def test_a_curve_has_a_point_of_each_opponent_for_each_snapshot(trained: PolicyTraining) -> None:
    points = trained.curve(40)
    assert [point.hands for point in points] == [n * 64 for n in (1, 2, 4, 5) for _ in range(3)]
    assert [point.opponent for point in points[:3]] == ["now", "call", "random"]
    assert points[-3].mean == 0
    assert all(point.error > 0 for point in points if point.opponent == "random")


def test_after_a_short_training_it_wins_from_random_actions() -> None:
    """By more than four standard errors, over mirrored deals that it has not seen."""
    training = PolicyTraining(PolicyGame(stack=10, hidden=(16,)), seed=1, tables=512, hands=4)
    training.learn(12)
    mean, error = play_matches(training.policy(), "random", pairs=2000, seed=99)
    assert mean > 4 * error


@pytest.mark.exhaustive
@thorough
def test_after_half_a_minute_of_training_it_wins_from_calls() -> None:
    training = PolicyTraining(PolicyGame(), seed=1)
    training.learn(50)
    mean, error = play_matches(training.policy(), "call", pairs=8000, seed=99)
    assert mean > 4 * error
