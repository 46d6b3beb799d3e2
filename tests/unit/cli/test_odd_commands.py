"""Odd command lines of all kinds: each ends with a status and, if it fails, with a sentence."""

import shutil
from pathlib import Path

import pytest

from tests.odd_commands import odd_lines
from tests.unit.cli.running import run, shown

SEED, NUMBER = 20260, 240
STATUSES = (0, 1, 2, 3, 130)
TYPED = ("", "q\n", "\nx\n-1\n" + "9" * 400 + "\n\0\n" * 3, "fold\n" * 50)
NOTES = "my notes\nimport os\n"
LINES = odd_lines(NUMBER, SEED, quick=True)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the command lines name."""
    place = tmp_path_factory.mktemp("odd")
    (place / "hands.phhs").write_text(
        shown("deal", "--hands", "3", "--seed", "7", "--phh"), "utf-8"
    )
    shown("import", str(place / "hands.phhs"), "--store", str(place / "players.db"))
    shown("arena", "call", "fold", "--pairs", "5", "--store", str(place / "arena.db"))
    (place / "folder").mkdir()
    (place / "notes.txt").write_text(NOTES)
    (place / "bytes.bin").write_bytes(bytes(range(256)) * 4)
    (place / "empty").touch()
    return place


@pytest.mark.repeats(80)
@pytest.mark.parametrize("number", range(NUMBER), ids=lambda number: " ".join(LINES[number])[:60])
def test_an_odd_command_line_ends_well(
    number: int, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_: str(tmp_path / "data"))
    words = LINES[number]
    result = run(*words, typed=TYPED[number % len(TYPED)])
    assert result.exception is None or isinstance(result.exception, SystemExit), words
    assert result.exit_code in STATUSES, words
    if result.exit_code == 2:
        last = result.stderr.rstrip().rpartition("\n")[2]
        assert last.startswith(("handsight: ", "{")), words
    if "--force" not in words:
        assert (tmp_path / "notes.txt").read_text() == NOTES, words
