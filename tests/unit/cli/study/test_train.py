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
from handsight.charts import table_evs
from handsight.charts.evs import preflop_path, preflop_values_of
from handsight.cli.main import main
from handsight.cli.study import train as train_command
from handsight.learning import training as policy_training
from handsight.multiway import TableBlueprint
from handsight.multiway import training as table_training

SMALL = ("--stack-bb", "3", "--flop", "a", "--turn", "a", "--river", "a", "--workers", "1")
TABLE = (
    *("--players", "3", "--stack-bb", "4", "--preflop", "a", "--flop", "a", "--turn", "a"),
    *("--river", "a", "--multiway", "a", "--workers", "1"),
)


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "DEALS", 200)
    monkeypatch.setattr(training.Training.curve, "__defaults__", (50, None, None))
    monkeypatch.setattr(table_training, "DEALS", 5)
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


# --- tables of three or more ----------------------------------------------------------------------


def test_a_blueprint_for_three_is_trained_shown_and_played(tmp_path: Path) -> None:
    file = tmp_path / "three.npz"
    result = run(*TABLE, "--rounds", "2", "--save", str(file))
    assert result.exit_code == 0, result.output
    assert "3 players" in result.stdout
    assert "80 deals in 2 rounds" in result.stdout
    assert str(file) in result.stdout
    assert " numbers, " in result.stderr
    blueprint = TableBlueprint.load(file)
    assert (blueprint.betting.players, blueprint.betting.stack, blueprint.deals) == (3, 4, 80)
    words = ["arena", f"blueprint:table={file}", "ehs", "call", "--table", "all", "--pairs", "2"]
    played = CliRunner().invoke(main, [*words, "--json"])
    assert played.exit_code == 0, played.output


def test_json_says_what_was_trained_for_three(tmp_path: Path) -> None:
    file = tmp_path / "three.npz"
    said = fields(run(*TABLE, "--rounds", "2", "--seed", "4", "--save", str(file), "--json"))
    assert list(said) == [
        *("players", "stack", "decisions", "lines", "pots", "numbers", "buckets", "seed"),
        *("rounds", "deals", "seconds", "file"),
    ]
    assert said["buckets"] == [169, 60, 60, 60]
    assert (said["players"], said["stack"], said["seed"]) == (3, 4, 4)
    assert (said["rounds"], said["deals"], said["file"]) == (2, 80, str(file))
    tree = TableBlueprint.load(file).tree
    assert said["numbers"] == tree.numbers((169, 60, 60, 60))
    assert (said["lines"], said["pots"]) == (len(tree.entries), len(tree.pots))


def test_a_table_has_the_options_that_were_given(tmp_path: Path) -> None:
    file = tmp_path / "five.npz"
    words = ("--players", "5", "--stack-bb", "6", "--preflop", "a", "--multiway", "")
    others = ("--flop-players", "2", "--ante", "10", "--straddles", "200,400", "--rake", "5%")
    last = ("--rake-cap", "300", "--sharing", "order", "--rounds", "1", "--save", str(file))
    fields(run(*words, *others, *last, "--flop", "a", "--turn", "", "--river", "", "--json"))
    betting = TableBlueprint.load(file).betting
    assert (betting.players, betting.stack, betting.flop_players) == (5, 6, 2)
    assert (betting.ante, betting.straddles) == (10, (200, 400))
    assert (betting.rake, betting.rake_cap, betting.sharing) == (0.05, 300, "order")
    assert (betting.preflop, betting.flop, betting.multiway) == ("a", "a", "")


def test_a_training_for_three_goes_on_where_it_ended(tmp_path: Path) -> None:
    apart, whole = tmp_path / "apart.npz", tmp_path / "whole.npz"
    fields(run(*TABLE, "--rounds", "1", "--save", str(apart), "--json"))
    result = run(*TABLE, "--rounds", "3", "--save", str(apart), "--json")
    assert "going on after 40 deals" in result.stderr
    assert fields(result)["rounds"] == 3
    fields(run(*TABLE, "--rounds", "3", "--save", str(whole), "--workers", "2", "--json"))
    assert apart.read_bytes() == whole.read_bytes()
    other = run(*TABLE, "--rounds", "3", "--rake", "5%", "--save", str(apart))
    assert other.exit_code == 2
    assert "--restart begins again" in other.stderr
    words = (*TABLE, "--rounds", "1", "--rake", "5%", "--restart", "--save", str(apart), "--json")
    assert fields(run(*words))["deals"] == 40


def test_a_compact_blueprint_is_smaller_and_its_training_goes_on(tmp_path: Path) -> None:
    whole, small = tmp_path / "whole.npz", tmp_path / "small.npz"
    fields(run(*TABLE, "--rounds", "2", "--save", str(whole), "--json"))
    fields(run(*TABLE, "--rounds", "2", "--compact", "--save", str(small), "--json"))
    assert small.stat().st_size < whole.stat().st_size
    strategy = TableBlueprint.load(small).strategy
    assert strategy.max() <= 17
    assert abs(strategy / 17 - TableBlueprint.load(whole).strategy / 255).max() < 0.032
    for path in (whole, small):
        fields(run(*TABLE, "--rounds", "3", "--save", str(path), "--json"))
    assert whole.read_bytes() == small.read_bytes()


def test_a_chart_shows_a_trained_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "three.npz"
    monkeypatch.setattr(table_evs, "CHUNK", 100)
    words = (*TABLE, "--rounds", "2", "--save", str(file), "--json")
    fields(run(*words, "--chart-deals", "200"))
    assert preflop_path(file).exists()
    shown = CliRunner().invoke(main, ["chart", "SB vs BTN all-in", "--file", str(file), "--json"])
    said = fields(shown)
    assert [each["action"] for each in said["actions"]] == ["fold", "call"]
    assert len(said["classes"]) == 169
    # A further training without new values removes the old ones.
    fields(run(*words, "--rounds", "3"))
    assert not preflop_path(file).exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--memory", "0"), "--memory is 0; it must be megabytes, 1 or more"),
        (("--limit",), "--limit is for two players"),
        (("--players", "10"), "players is 10; it must be from 2 to 9"),
        (("--players", "1"), "players is 1; it must be from 2 to 9"),
        (("--stack-bb", "0"), "stack is 0; it must be from 1 to 1,000 big blinds"),
        (("--straddles", "much"), "--straddles is 'much'; it must be chips such as 200"),
        (("--straddles", "200"), "3 players have room for 0"),
        (("--ante", "400"), "below the stack"),
        (("--rake", "much"), "--rake"),
        (("--rake", "30%"), "it must be a share from 0 to 0.2"),
        (("--rake-cap", "-1"), "rake_cap is -1"),
        (("--sharing", "all"), "one of lines, positions, order"),
        (("--flop-players", "1"), "flop_players is 1"),
        (("--multiway", "much"), "'much' is not a size"),
        (("--minutes", "0"), "--minutes is 0; it must be a number above 0"),
        (("--chart-deals", "-1"), "--chart-deals is -1"),
        (("--buckets", "300"), "--buckets is 300; it must be from 1 to 256"),
        (("--save", "/"), "--save cannot write '/'"),
    ],
)
def test_what_cannot_be_trained_for_three_is_said(words: tuple[str, ...], said: str) -> None:
    result = run(*TABLE, "--rounds", "1", *words)
    assert result.exit_code == 2, result.output
    assert said in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--multiway", "a"),
        ("--flop-players", "3"),
        ("--ante", "0"),
        ("--straddles", "200"),
        ("--rake", "0"),
        ("--rake-cap", "100"),
        ("--sharing", "order"),
        ("--compact",),
        ("--memory", "0"),
    ],
)
def test_options_of_tables_are_not_for_two(words: tuple[str, ...]) -> None:
    result = run(*SMALL, "--rounds", "1", *words)
    assert result.exit_code == 2
    assert f"{words[0]} needs --players 3 or more" in result.stderr


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
