"""`handsight review`: formats, files, continued reviews and errors."""

import json
from pathlib import Path

import pytest

from handsight.formats import phhs_text
from handsight.game import random_hands
from tests.unit.cli.running import fields, run, shown

WHO = ("--player", "player 1", "--quick", "--workers", "1")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "hands.phhs"
    path.write_text("".join(phhs_text(random_hands(6, seed=5, hands=8))))
    return str(path)


def test_a_review_is_shown_as_text(file: str) -> None:
    text = shown("review", file, *WHO)
    assert text.startswith("player 1: 8 hands, ")
    assert "Lost by street" in text
    assert "± is half the width" in text


def test_json_has_the_same_numbers_every_time(file: str) -> None:
    found = fields("review", file, *WHO)
    assert (found["player"], found["hands"], found["unread"]) == ("player 1", 8, 0)
    assert found == fields("review", file, *WHO)
    assert len(fields("review", file, *WHO, "--costliest", "1")["costliest"]) <= 1


def test_formats_are_written_to_files(file: str, tmp_path: Path) -> None:
    targets = {form: str(tmp_path / f"review.{form}") for form in ("json", "csv", "html")}
    words = [word for form, target in targets.items() for word in (f"--{form}", target)]
    result = run("review", file, *WHO, *words)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == ""
    for target in targets.values():
        assert f"written to {target}" in result.stderr
    assert json.loads(Path(targets["json"]).read_text(encoding="utf-8"))["hands"] == 8
    assert (
        Path(targets["csv"]).read_text(encoding="utf-8").startswith("hand,file,line,action,street,")
    )
    assert "<table" in Path(targets["html"]).read_text(encoding="utf-8")


def test_a_store_continues_a_review(file: str, tmp_path: Path) -> None:
    store = str(tmp_path / "review.db")
    first = fields("review", file, *WHO, "--store", store)
    assert Path(store).exists()
    assert fields("review", file, *WHO, "--store", store) == first


def test_unreadable_hands_are_counted_and_the_status_says_so(file: str, tmp_path: Path) -> None:
    path = Path(file)
    path.write_text(
        path.read_text(encoding="utf-8") + '\n[99]\nvariant = "NT"\nactions = 7\n', encoding="utf-8"
    )
    listed = tmp_path / "faults.txt"
    result = run("review", file, *WHO, "--faults", str(listed))
    assert result.exit_code == 1
    assert "left out: 1 hand not readable, 0 with unknown cards" in result.stdout
    assert listed.read_text().count("hands.phhs") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing.phhs",), "there is no file or folder 'nothing.phhs'"),
        (
            ("FILE", "--player", "nobody"),
            "no hand has a player 'nobody'; players whose cards are known are player",
        ),
        (("FILE",), "there is no hero; name the player to review"),
        (("FILE", *WHO, "--costliest", "-1"), "costliest"),
        (("FILE", *WHO, "--seed", "-1"), "seed"),
        (("FILE", *WHO, "--json", "--csv"), "--csv and --json both print; name files"),
        (("FILE", *WHO, "--flop-memory", "-1"), "--flop-memory is -1; it must be"),
    ],
)
def test_errors_are_one_line_that_names_what_is_wrong(
    words: tuple[str, ...], message: str, file: str
) -> None:
    result = run("review", *(file if word == "FILE" else word for word in words))
    assert result.exit_code not in (0, 1)
    assert message in result.stderr.replace("--json and --csv", "--csv and --json")
    assert "Traceback" not in result.stderr
