"""`handsight train`: options, output, files, going on and errors."""

import json
import os
import signal
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from handsight.blueprint import blueprint_of, training
from handsight.blueprint.turn_values import turn_values_of, values_path
from handsight.charts.evs import preflop_path, preflop_values_of
from handsight.cli.main import main
from handsight.cli.study import train as train_command
from handsight.learning import training as policy_training

SMALL = ("--stack-bb", "3", "--flop", "a", "--turn", "a", "--river", "a", "--workers", "1")


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "DEALS", 200)
    monkeypatch.setattr(training.Training.curve, "__defaults__", (50, None, None))
    monkeypatch.setattr(policy_training, "TABLES", 16)
    monkeypatch.setattr(policy_training, "HANDS", 2)
    monkeypatch.setattr(policy_training.PolicyTraining.curve, "__defaults__", (20, None, None))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["train", "blueprint", *words])


def run_policy(*words: str) -> Result:
    return CliRunner().invoke(main, ["train", "policy", "--hidden", "8", *words])


def fields(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_a_blueprint_is_trained_shown_and_played(tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    result = run(*SMALL, "--rounds", "2", "--save", str(file))
    assert result.exit_code == 0, result.output
    assert "3 big blinds" in result.stdout
    assert "1,600 deals in 2 rounds" in result.stdout
    assert "mbb/hand against now" in result.stdout
    assert f"the agent 'blueprint:file={file}' plays by it" in result.stdout
    words = ["arena", f"blueprint:file={file}", "call", "--stack", "300", "--pairs", "5", "--json"]
    played = CliRunner().invoke(main, words)
    assert played.exit_code == 0, played.output
    assert json.loads(played.stdout)["pairs"]


def test_the_resolver_finds_the_values_at_the_turn_beside_a_blueprint(tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    words = (*SMALL, "--rounds", "1", "--save", str(file))
    assert run(*words, "--turn-deals", "500", "--chart-deals", "320").exit_code == 0
    assert preflop_values_of(100, file=str(file)).evs.shape[1] == 169
    assert preflop_path(file).exists()
    values = turn_values_of(100, file=str(file))
    assert len(values.tables) > 0
    # A further training without new values removes the old ones.
    assert run(*words, "--rounds", "2", "--turn-deals", "0").exit_code == 0
    assert not values_path(file).exists()
    assert not preflop_path(file).exists()


@pytest.mark.exhaustive
def test_json_says_what_was_trained(tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    said = fields(run(*SMALL, "--rounds", "2", "--seed", "4", "--save", str(file), "--json"))
    assert list(said) == [
        *("stack", "nodes", "numbers", "buckets", "seed", "rounds", "deals", "seconds", "file"),
        "curve",
    ]
    assert said["buckets"] == [169, 200, 200, 200]
    assert (said["stack"], said["seed"], said["rounds"], said["deals"]) == (3, 4, 2, 1600)
    assert list(said["curve"][0]) == ["deals", "mbb_per_hand", "standard_error"]
    assert [point["deals"] for point in said["curve"]] == [800, 1600]


def test_the_same_command_goes_on_where_it_ended(tmp_path: Path) -> None:
    apart, whole = tmp_path / "apart.npz", tmp_path / "whole.npz"
    fields(run(*SMALL, "--rounds", "1", "--save", str(apart), "--json"))
    result = run(*SMALL, "--rounds", "2", "--save", str(apart), "--json")
    assert "going on after 800 deals" in result.stderr
    assert fields(result)["rounds"] == 2
    fields(run(*SMALL, "--rounds", "2", "--save", str(whole), "--json"))
    assert apart.read_bytes() == whole.read_bytes()
    again = run(*SMALL, "--rounds", "1", "--restart", "--save", str(apart), "--json")
    assert fields(again)["rounds"] == 1


def test_an_earlier_training_of_another_kind_is_refused_with_a_way_out(tmp_path: Path) -> None:
    words = (*SMALL, "--rounds", "1", "--save", str(tmp_path / "small.npz"))
    fields(run(*words, "--json"))
    other = run(*words, "--seed", "5")
    assert other.exit_code == 2
    assert "its seed is 0, but this training has 5; --restart begins again" in other.stderr


def test_an_interrupt_keeps_what_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "small.npz"
    strategy, sent = training.Training.strategy, []

    def interrupted(learner: training.Training) -> Any:
        if learner.rounds == 4 and not sent:
            sent.append(signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
        return strategy(learner)

    monkeypatch.setattr(training.Training, "strategy", interrupted)
    said = fields(run(*SMALL, "--minutes", "10", "--save", str(file), "--json"))
    assert said["rounds"] >= 4
    assert file.exists()


def test_a_limit_game_has_a_blueprint_too(tmp_path: Path) -> None:
    file = tmp_path / "limit.npz"
    words = ("--stack-bb", "4", "--limit", "--rounds", "1", "--workers", "1", "--save", str(file))
    assert fields(run(*words, "--json"))["stack"] == 4
    words = ["arena", f"blueprint:file={file}", "call", "--limit", "--stack", "400", "--json"]
    played = CliRunner().invoke(main, [*words, "--pairs", "5"])
    assert played.exit_code == 0, played.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--minutes", "0"), "--minutes is 0; it must be a number above 0"),
        (("--rounds", "0"), "--rounds is 0; it must be from 1 to 10,000,000"),
        (("--chart-deals", "-1"), "--chart-deals is -1; it must be from 0 to 100,000,000"),
        (("--turn-deals", "-1"), "--turn-deals is -1; it must be from 0 to 100,000,000"),
        (("--stack-bb", "0"), "stack is 0; it must be from 1 to 1,000 big blinds"),
        (("--flop", "much"), "flop: 'much' is not a size"),
        (("--buckets", "300"), "--buckets is 300; it must be from 1 to 256"),
        (("--workers", "0"), "--workers is 0; it must be from 1 to 256"),
        (("--save", "/"), "--save cannot write '/'"),
    ],
)
def test_what_cannot_be_trained_is_said(words: tuple[str, ...], said: str) -> None:
    result = run(*SMALL, "--rounds", "1", *words)
    assert result.exit_code == 2
    assert said in result.stderr


# --- policies -------------------------------------------------------------------------------------


def test_a_policy_is_trained_shown_and_played(tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    result = run_policy("--rounds", "2", "--stack-bb", "30", "--save", str(file))
    assert result.exit_code == 0, result.output
    assert "2 players with 30 big blinds" in result.stdout
    assert "64 hands in 2 rounds" in result.stdout
    assert "after hands" in result.stdout
    assert "against random" in result.stdout
    assert f"the agent 'learned:{file}' plays by it" in result.stdout
    words = ["arena", f"learned:{file}", "call", "--stack", "3000", "--pairs", "5", "--json"]
    played = CliRunner().invoke(main, words)
    assert played.exit_code == 0, played.output
    assert json.loads(played.stdout)["pairs"]
    found = CliRunner().invoke(main, ["exploit", f"learned:{file}", "--hands", "2", "--json"])
    assert found.exit_code == 0, found.output


def test_json_says_what_a_policy_has_learnt(tmp_path: Path) -> None:
    words = ("--rounds", "2", "--seed", "4", "--save", str(tmp_path / "small.npz"), "--json")
    said = fields(run_policy(*words))
    assert list(said) == [
        *("seats", "stack", "choices", "numbers", "seed", "rounds", "hands", "seconds", "file"),
        "curve",
    ]
    assert (said["seats"], said["stack"], said["seed"], said["hands"]) == (2, 100, 4, 64)
    assert list(said["curve"][0]) == ["hands", "opponent", "mbb_per_hand", "standard_error"]
    assert [point["hands"] for point in said["curve"]] == [32, 32, 32, 64, 64, 64]


def test_a_policy_goes_on_where_it_ended(tmp_path: Path) -> None:
    apart, whole = tmp_path / "apart.npz", tmp_path / "whole.npz"
    fields(run_policy("--rounds", "1", "--save", str(apart), "--json"))
    result = run_policy("--rounds", "3", "--save", str(apart), "--json")
    assert "going on after 32 hands" in result.stderr
    fields(run_policy("--rounds", "3", "--save", str(whole), "--json"))
    assert apart.read_bytes() == whole.read_bytes()
    other = run_policy("--rounds", "3", "--stack-bb", "50", "--save", str(apart))
    assert other.exit_code == 2
    assert "--restart begins again" in other.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--minutes", "0"), "--minutes is 0; it must be a number above 0"),
        (("--players", "1"), "seats is 1; it must be from 2 to 9"),
        (("--stack-bb", "1"), "stack is 1; it must be from 2 to 1,310"),
        (("--hidden", "many"), "--hidden is 'many'; it must be numbers such as 96,96"),
        (("--hidden", "0"), "1 to 4 layers of 1 to 512 numbers"),
        (("--choices", "pot"), "'pot' is not a choice"),
        (("--choices", "amounts"), "choices cannot be amounts"),
        (("--save", "/"), "--save cannot write '/'"),
    ],
)
def test_what_cannot_be_learnt_is_said(words: tuple[str, ...], said: str) -> None:
    result = run_policy("--rounds", "1", *words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_blueprint_is_written_before_the_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def struck(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(training.Training, "curve", struck)
    file = tmp_path / "small.npz"
    run(*SMALL, "--rounds", "2", "--save", str(file))
    assert blueprint_of(3, file=str(file)).deals == 1600


def test_the_curve_ends_with_the_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that jumps an hour at each look leaves no time for the curve."""
    hours = count()
    monkeypatch.setattr(train_command, "monotonic", lambda: 3600.0 * next(hours))
    file = tmp_path / "small.npz"
    result = run(*SMALL, "--minutes", "1", "--save", str(file))
    assert result.exit_code == 0, result.output
    assert len(blueprint_of(3, file=str(file)).curve) <= 1


def test_the_curve_of_a_policy_ends_with_the_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = count()
    monkeypatch.setattr(train_command, "monotonic", lambda: 3600.0 * next(hours))
    said = fields(run_policy("--minutes", "1", "--save", str(tmp_path / "small.npz"), "--json"))
    assert len(said["curve"]) == 1


def test_an_interrupt_ends_the_curve_of_a_policy_with_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = policy_training.play_matches

    def struck(*given: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return played(*given)

    monkeypatch.setattr(policy_training, "play_matches", struck)
    file = tmp_path / "small.npz"
    said = fields(run_policy("--rounds", "1", "--save", str(file), "--json"))
    assert len(said["curve"]) == 1
    assert said["hands"] == 32
    assert file.is_file()
