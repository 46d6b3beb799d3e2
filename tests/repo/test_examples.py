"""Every example runs as it stands and has something to say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def run(script: Path, folder: Path) -> "subprocess.CompletedProcess[str]":
    modes = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, script],
        cwd=folder,
        env=os.environ | modes,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_prints(script: Path, tmp_path: Path) -> None:
    result = run(script, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()
    assert list(tmp_path.iterdir()) == [], "it leaves files behind"


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_begins_with_what_it_shows(script: Path) -> None:
    assert script.read_text("utf-8").startswith('"""')
