"""The commands on evaluators, as a user sees them."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import Executor
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray

from handsight.cli.hands.evaluators import announced_builds
from handsight.cli.main import main
from handsight.ranking.interface import evaluator, evaluators
from handsight.ranking.published.senzee_7 import Senzee7
from handsight.ranking.published.two_plus_two import TwoPlusTwo
from handsight.runtime import tables
from handsight.runtime.tables import TableFile, build_table

ENTRIES = np.arange(1500, dtype="<u2")


def pieces(pool: Executor) -> Iterator[NDArray[Any]]:
    return iter(np.split(ENTRIES, 3))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep tables in a folder of the test's own, and make them small."""
    monkeypatch.setattr(tables, "tables_folder", lambda: tmp_path)
    for kind in (Senzee7, TwoPlusTwo):
        digest = sha256(ENTRIES.tobytes()).hexdigest()
        monkeypatch.setattr(kind, "table", TableFile(kind.name, "<u2", 1500, digest, pieces))
        monkeypatch.setattr(evaluator(kind.name), "_opened", None)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["evaluators", *words])


def shown(*words: str) -> str:
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def built() -> set[str]:
    return {each["name"] for each in json.loads(shown("list", "--json")) if each["built"]}


WITHOUT_FILES = set(evaluators()) - {"senzee-7", "two-plus-two"}


# --- list ----------------------------------------------------------------------------------------


def test_all_evaluators_are_listed_for_programs() -> None:
    found = json.loads(shown("list", "--json"))
    assert [each["name"] for each in found] == list(evaluators())
    assert all(list(each) == ["name", "cards", "memory_bytes", "built"] for each in found)
    assert {
        "name": "two-plus-two",
        "cards": [5, 6, 7],
        "memory_bytes": 3000,
        "built": False,
    } in found


def test_all_evaluators_are_listed_for_people() -> None:
    build_table(Senzee7.table)
    lines = [line.split() for line in shown("list").splitlines()]
    assert lines[0] == ["evaluator", "cards", "tables", "built"]
    assert [line[0] for line in lines[1:]] == list(evaluators())
    assert ["senzee-7", "7", "3.0", "kB", "yes"] in lines
    assert ["two-plus-two", "5,", "6,", "7", "3.0", "kB", "no"] in lines


def test_what_has_no_file_counts_as_built() -> None:
    assert built() == WITHOUT_FILES


def test_to_list_builds_nothing(folder: Path) -> None:
    shown("list")
    assert list(folder.iterdir()) == []


# --- build ---------------------------------------------------------------------------------------


def test_a_table_is_built_and_it_is_said_where() -> None:
    result = run("build", "senzee-7")
    assert result.stderr == "Building the table of senzee-7, 3.0 kB, once.\n"
    assert result.stdout == f"built senzee-7, 3.0 kB: {Senzee7.table.path}\n"
    assert built() == {*WITHOUT_FILES, "senzee-7"}


def test_what_is_built_is_not_built_again() -> None:
    build_table(TwoPlusTwo.table)
    assert shown("build", "two-plus-two") == f"two-plus-two is built: {TwoPlusTwo.table.path}\n"


def test_a_first_use_inside_another_command_is_announced_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for _ in range(2):
        with announced_builds():
            TwoPlusTwo()._entries()
    assert capsys.readouterr() == ("", "Building the table of two-plus-two, 3.0 kB, once.\n")


# --- clear ---------------------------------------------------------------------------------------


def test_one_table_is_removed_or_all() -> None:
    for kind in (Senzee7, TwoPlusTwo):
        build_table(kind.table)
    assert re.fullmatch(r"removed 3\.\d kB\n", shown("clear", "senzee-7"))
    assert built() == {*WITHOUT_FILES, "two-plus-two"}
    assert re.fullmatch(r"removed 3\.\d kB\n", shown("clear"))
    assert built() == WITHOUT_FILES
    assert shown("clear") == "removed 0 bytes\n"


# --- what can go wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["build", "naive"],
            "naive keeps no table in a file; those that do are senzee-7 and two-plus-two",
        ),
        (
            ["clear", "naive"],
            "naive keeps no table in a file; those that do are senzee-7 and two-plus-two",
        ),
        (
            ["build", "senzee"],
            "evaluator 'senzee' does not exist (did you mean 'senzee-7'?); the evaluators are "
            "handsight, ",
        ),
        (["build"], "Missing argument 'NAME'"),
    ],
)
def test_an_error_is_one_line_on_standard_error_and_status_2(
    words: list[str], message: str
) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"handsight: {message}")
    assert result.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_used_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "file"
    file.touch()
    monkeypatch.setattr(tables, "tables_folder", lambda: file)
    result = run("build", "senzee-7")
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.match(
        "handsight: the table of senzee-7 .* another folder in HANDSIGHT_CACHE_DIR\n", result.stderr
    )
    assert result.stderr.count("\n") == 1
