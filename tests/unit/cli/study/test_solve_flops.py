"""`handsight solve-flops`: which flops, what is shown and written, going on, and errors."""

import csv
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from handsight.cards import CardSet
from handsight.cli.main import main
from handsight.cli.study import solve_flops as solve_flops_command
from handsight.ranges import named_flops
from handsight.solver import SolvedFlop

RANGES = ["--oop", "AA, KQs", "--ip", "QQ, AKo"]
SPOT = [*RANGES, "--pot", "100", "--stack", "30", "--bets", "a", "--accuracy", "5%"]
LIST = ["--flops", "Qs7h2d, KhJh5h"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["solve-flops", *words])


@cache
def shown() -> str:
    return run(*SPOT, *LIST, "--json").stdout


def test_flops_are_solved_shown_and_written(tmp_path: Path) -> None:
    table, picture = tmp_path / "flops.csv", tmp_path / "flops.svg"
    result = run(*SPOT, *LIST, "--csv", str(table), "--svg", str(picture))
    assert result.exit_code == 0, result.stderr
    assert "2 flops for 28, pot 100, stacks 30" in result.stdout
    assert re.search(r"^rainbow +\d+\.\d\d%", result.stdout, re.MULTILINE)
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["flop"] for row in rows] == ["Qs7h2d", "KhJh5h"]
    for row in rows:
        assert float(row["check"]) + float(row["all-in 30"]) == pytest.approx(1, abs=1e-4)
        assert f">{row['flop']}<" in picture.read_text("utf-8")


@pytest.mark.exhaustive
def test_json_has_the_keys_that_programs_read() -> None:
    fields = json.loads(shown())
    assert list(fields) == [
        *("ranges", "pot", "stack", "accuracy", "exploitability", "ev", "equity", "actions"),
        *("textures", "flops"),
    ]
    assert fields["ranges"] == {"oop": "AA, KQs", "ip": "QQ, AKo"}
    assert sum(fields["ev"].values()) == pytest.approx(100, abs=0.01)
    assert sum(row["weight"] for row in fields["flops"]) == pytest.approx(1)
    assert list(fields["flops"][0]) == ["name", "count", "weight", "ev", "equity", "actions"]
    mean = sum(row["weight"] * row["ev"]["oop"] for row in fields["flops"])
    assert fields["ev"]["oop"] == pytest.approx(mean)
    assert [each["name"] for each in fields["textures"]] == ["rainbow", "monotone"]


@pytest.mark.exhaustive
def test_workers_change_nothing() -> None:
    assert run(*SPOT, *LIST, "--json", "--workers", "2").stdout == shown()


def test_flops_come_from_a_file_with_weights(tmp_path: Path) -> None:
    file = tmp_path / "my flops"
    file.write_text("Qs7h2d:3\nKhJh5h:1\n", "utf-8")
    fields = json.loads(run(*SPOT, "--flops", str(file), "--json").stdout)
    assert [(row["name"], row["count"]) for row in fields["flops"]] == [
        ("Qs7h2d", 3),
        ("KhJh5h", 1),
    ]


def what_is_asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Solve nothing, but note the flops that are to be solved."""
    asked: list[Any] = []

    def solved(players: object, betting: object, flops: object, *_: object, **__: object) -> object:
        asked.append(flops)
        return [SolvedFlop("Qs7h2d", 24, 1.0, (50, 50), (0.5, 0.5), ("check",), (1.0,), 0.0)]

    monkeypatch.setattr(solve_flops_command, "solve_flops", solved)
    return asked


def test_a_list_may_be_longer_than_any_name_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    flops = ", ".join(map(str, named_flops("49")))
    asked = what_is_asked(monkeypatch)
    assert run(*SPOT, "--flops", flops).exit_code == 0
    assert len(flops) > 255
    [listed] = asked
    assert list(map(CardSet, listed)) == list(named_flops("49"))


@pytest.mark.exhaustive
def test_all_flops_of_a_long_list_are_solved() -> None:
    flops = ", ".join(map(str, named_flops("49")))
    fields = json.loads(run(*SPOT, "--flops", flops, "--json").stdout)
    assert len(flops) > 255
    assert len(fields["flops"]) == 49


def test_a_subset_of_ours_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = what_is_asked(monkeypatch)
    for name in ("25", "49", "all"):
        assert run(*SPOT, "--flops", name).exit_code == 0
    run(*SPOT)
    assert asked == ["25", "49", None, "25"]
    assert named_flops("25")


@pytest.mark.exhaustive
def test_an_interrupt_leaves_a_file_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.json"
    words = [*SPOT, *LIST, "--save", str(kept), "--json"]
    whole = json.loads(shown())
    real, solved = solve_flops_command.solve_flops, []

    def interrupted(*args: object, **options: object) -> object:
        for row in real(*args, **options):  # type: ignore[arg-type]
            solved.append(row.flop)
            yield row
            raise KeyboardInterrupt

    monkeypatch.setattr(solve_flops_command, "solve_flops", interrupted)
    stopped = run(*words)
    assert stopped.exit_code == 130
    assert "run the same command again to continue" in stopped.stderr
    assert solved == ["Qs7h2d"]
    assert [row["flop"] for row in json.loads(kept.read_text("utf-8"))["rows"]] == solved
    monkeypatch.setattr(solve_flops_command, "solve_flops", real)
    assert json.loads(run(*words).stdout) == whole


@pytest.mark.repeats(7)
@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "a spot needs --oop, --ip, --pot, --stack"),
        ([*SPOT, "--flops", "26"], "--flops must be all, 25, 49, a file, or a list"),
        ([*SPOT, "--flops", ""], "the list of flops is empty"),
        ([*SPOT, "--flops", "Qs7h"], "a flop has 2 cards"),
        ([*SPOT, "--flops", "Qs7h2d, Qc7d2s"], "the same flop up to suits"),
        ([*SPOT[2:], "--oop", "AhKh", "--flops", "25"], "name no suits"),
        ([*SPOT, "--workers", "0"], "--workers is 0"),
        ([*SPOT, "--accuracy", "0"], "never reached"),
        ([*SPOT, "--bets", "5"], "bets: '5' has no unit"),
        ([*SPOT, *LIST, "--storage", "f16"], "storage is 'f16'"),
        ([*SPOT, *LIST, "--save", "no such folder/x"], "--save cannot write 'no such folder/x'"),
        ([*SPOT, *LIST, "--csv", "no such folder/x"], "--csv cannot write 'no such folder/x'"),
        ([*SPOT, *LIST, "--svg", "no such folder/x"], "--svg cannot write 'no such folder/x'"),
    ],
)
def test_what_cannot_be_solved_is_one_line(words: list[str], error: str) -> None:
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert error in result.stderr
    lines = [line for line in result.stderr.splitlines() if not line.startswith("First run")]
    assert len(lines) == 1


def test_a_file_of_another_spot_is_one_line(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("{}", "utf-8")
    result = run(*SPOT, *LIST, "--save", str(kept))
    assert result.exit_code == 2
    assert "is not a flops file of handsight" in result.stderr
