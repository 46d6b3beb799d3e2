"""A command replaces a file of the kind that it writes, and no other unless it is forced."""

import os
from pathlib import Path

import click
import pytest

from handsight.cli.files import KINDS, WrittenFile
from tests.unit.cli.running import commands, run, shown

NOTES = "my notes, of years\nimport os, sys\n[list]\n"
SPOT = ("solve", "2c2d2h3s3d", "--oop", "AA", "--ip", "KK", "--pot", "10", "--stack", "10")
SAVING = {
    "train blueprint": ("train", "blueprint", "--stack-bb", "3", "--rounds", "1", "--save"),
    "train policy": ("train", "policy", "--rounds", "1", "--save"),
    "exploit": ("exploit", "blueprint", "--learn", "1", "--save"),
    "solve": (*SPOT, "--save"),
    "play": ("play", "call", "--hands", "1", "--save"),
    "acpc deal": ("acpc", "deal", "--log"),
    "svg": ("range", "22+", "--svg"),
    "csv": ("chart", "BTN", "open", "--csv"),
    "html": ("arena", "call", "fold", "--pairs", "1", "--html"),
    "markdown": ("arena", "call", "fold", "--pairs", "1", "--markdown"),
    "json": ("arena", "call", "fold", "--pairs", "1", "--json"),
    "faults": ("replay", "hands.phhs", "--faults"),
}


def forms_of(command: click.Command) -> set[str]:
    """The options that print a report, or write it to a file that is named."""
    return {str(each.name) for each in command.params if each.metavar == "[FILE]"}


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hands.phhs").write_text(shown("deal", "--hands", "1", "--phh"), "utf-8")
    path = tmp_path / "notes.txt"
    path.write_text(NOTES)
    return path


@pytest.mark.parametrize("words", SAVING.values(), ids=SAVING)
def test_a_file_of_another_kind_is_kept(words: tuple[str, ...], notes: Path) -> None:
    for content in (NOTES.encode(), bytes(range(256)), b"PK\x03\x04 a broken archive"):
        notes.write_bytes(content)
        result = run(*words, str(notes))
        assert result.exit_code == 2
        assert f"{words[-1]} would overwrite {str(notes)!r}, which is not a" in result.stderr
        assert "name another file, or add --force" in result.stderr
        assert notes.read_bytes() == content


def test_every_command_that_writes_a_file_can_be_forced() -> None:
    for path, command in commands():
        writes = forms_of(command) or any(
            isinstance(each.type, WrittenFile) for each in command.params
        )
        forced = sum("--force" in each.opts for each in command.params)
        assert forced == bool(writes), path


def test_every_kind_is_written_by_a_command() -> None:
    kinds = {
        each.type.kind
        for _, command in commands()
        for each in command.params
        if isinstance(each.type, WrittenFile)
    }
    forms = {form for _, command in commands() for form in forms_of(command)}
    assert kinds | forms == set(KINDS)


WRITTEN = {
    "solution": (*SPOT, "--iterations", "2", "--save"),
    "svg": ("range", "22+", "--svg"),
    "csv": ("chart", "BTN", "open", "--csv"),
    "faults": ("replay", "broken.phhs", "--faults"),
    **{
        form: ("arena", "call", "fold", "--pairs", "2", f"--{form}")
        for form in ("html", "markdown", "json", "csv", "svg")
    },
}


@pytest.mark.parametrize("words", WRITTEN.values(), ids=WRITTEN)
def test_a_file_of_the_same_kind_is_replaced_and_any_file_with_force(
    words: tuple[str, ...], notes: Path
) -> None:
    Path("broken.phhs").write_text("[1]\nvariant = 5\n", encoding="utf-8")
    assert run(*words, str(notes), "--force").exit_code in (0, 1)
    first = notes.read_bytes()
    assert first != NOTES.encode()
    again = run(*words, str(notes))
    assert again.exit_code in (0, 1), again.stderr
    assert notes.stat().st_size == pytest.approx(len(first), rel=0.1)


def test_hands_are_replaced_by_hands(notes: Path) -> None:
    hands = notes.with_name("hands.phhs")
    before = hands.read_text()
    result = run("play", "call", "--hands", "1", "--save", str(hands), typed="fold\n" * 9)
    assert result.exit_code == 0, result.stderr
    assert hands.read_text() != before


def test_empty_files_and_devices_are_not_protected(notes: Path) -> None:
    notes.write_bytes(b"")
    assert run("range", "22+", "--svg", str(notes)).exit_code == 0
    assert notes.read_text(encoding="utf-8").startswith("<svg")
    if Path(os.devnull).is_char_device():
        assert run("range", "22+", "--svg", os.devnull).exit_code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
@pytest.mark.parametrize("name", ["train blueprint", "train policy", "exploit", "solve"])
def test_an_archive_is_not_written_to_a_pipe(name: str, notes: Path) -> None:
    pipe = notes.with_name("pipe")
    os.mkfifo(pipe)
    for more in ([], ["--force"]):
        assert f"to {str(pipe)!r}; name a file" in run(*SAVING[name], str(pipe), *more).stderr
    assert pipe.is_fifo()
