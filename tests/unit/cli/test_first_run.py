"""The first run says that it compiles, and shows how far it is."""

import json
from pathlib import Path

import pytest

from handsight.cli.first_run import announcing
from handsight.kernels import jit
from tests.fresh import run


def test_a_cold_start_is_announced_step_by_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jit, "is_cold", lambda kernels: True)
    with announcing(("first", "second"), ()) as announce:
        announce("first")
        announce("second")
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines() == [
        "First run: compiling kernels, once for this machine.",
        "  1/2 first",
        "  2/2 second",
    ]


def test_a_warm_start_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jit, "is_cold", lambda kernels: False)
    with announcing(("first",), ()) as announce:
        announce("first")
    assert capsys.readouterr() == ("", "")


def test_it_is_cold_while_a_kernel_that_is_needed_was_not_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "module.warm-7.py311.nbi").touch()
    assert not jit.is_cold(["warm"])
    assert jit.is_cold(["warm", "cold"])


@pytest.mark.exhaustive
def test_the_very_first_run_works_and_the_second_is_silent(tmp_path: Path) -> None:
    script = (
        "from handsight.cli.main import main\n"
        "main(['explain', 'AhKh', '--board', 'Qh7h2c', '--json'])"
    )
    first = run(script, HANDSIGHT_CACHE_DIR=str(tmp_path))
    second = run(script, HANDSIGHT_CACHE_DIR=str(tmp_path))
    assert "First run" in first.stderr
    assert second.stderr == ""
    assert json.loads(first.stdout) == json.loads(second.stdout)
