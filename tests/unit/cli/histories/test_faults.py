"""Hands that cannot be read are grouped by their reason; a file lists them all."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from handsight.cli.main import main
from tests.unit.formats import site_texts as texts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a folder of 300 bad hands with two reasons, and one good hand."""
    hands = tmp_path / "hands"
    hands.mkdir()
    for number in range(300):
        bad = texts.PARTY_CASH.replace("5501", f"{6000 + number}")
        if number % 3:
            bad = bad.replace("Ann wins $11", f"Ann wins ${1100 + number}")
        else:
            bad = bad.replace("Cyd folds", f"Cyd ponders {number}")
        (hands / f"{number:03}.txt").write_text(bad, "utf-8")
    (hands / "good.txt").write_text(texts.PARTY_CASH, "utf-8")
    return hands


@pytest.mark.parametrize("command", ["import", "leaks"])
def test_three_hundred_bad_hands_are_a_line_for_each_reason(command: str, folder: Path) -> None:
    store = str(folder.parent / "players.db")
    words = {
        "import": ["import", str(folder), "--store", store],
        "leaks": ["leaks", "--recorded", str(folder)],
    }[command]
    listed = folder.parent / "faults.txt"
    done = CliRunner().invoke(main, [*words, "--faults", str(listed)])
    told = [line for line in done.stderr.splitlines() if "cannot be read" in line]
    assert done.exit_code == 1
    assert [line.split()[1] for line in told if "hands cannot" in line] == ["200", "100"]
    assert "first in" in done.stderr
    assert "001.txt:1" in " ".join(done.stderr.split())
    assert len(done.stderr.splitlines()) < 15
    assert len(listed.read_text("utf-8").splitlines()) == 300


def test_a_file_in_no_folder_is_named_before_anything_is_counted(folder: Path) -> None:
    store, nowhere = folder.parent / "players.db", folder.parent / "none" / "faults.txt"
    words = ["import", str(folder), "--store", str(store), "--faults", str(nowhere)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert "for the file of --faults" in done.stderr
    assert not store.exists()


def test_without_a_file_the_option_is_named(folder: Path) -> None:
    done = CliRunner().invoke(main, ["leaks", "--recorded", str(folder)])
    assert "--faults FILE lists each of them" in done.stderr


def test_the_hero_of_the_hands_is_who_leaks_looks_at(tmp_path: Path) -> None:
    text = texts.PARTY_CASH + texts.PARTY_CASH.replace("5501", "5502").replace("Ann", "Eve")
    text += texts.PARTY_CASH.replace("5501", "5503")
    file = tmp_path / "hands.txt"
    file.write_text(text.replace("Dealt to Eve [  Ah Kh ]\n", ""), "utf-8")
    done = CliRunner().invoke(main, ["leaks", "--recorded", str(file)])
    assert "Ann is the hero of these hands" in done.stdout  # Bob and Cyd were dealt more
