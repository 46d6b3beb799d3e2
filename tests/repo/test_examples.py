"""Every example runs as it stands and has something to say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
NEEDS_TORCH = ROOT / "examples" / "policy_in_torch.py"


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


@pytest.mark.repeats(1)
@pytest.mark.parametrize("script", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_prints(script: Path, tmp_path: Path) -> None:
    if script == NEEDS_TORCH:
        pytest.importorskip("torch", reason="torch is not installed (extra: torch)")
    result = run(script, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()
    assert list(tmp_path.iterdir()) == [], "it leaves files behind"


def test_nothing_but_an_example_needs_torch() -> None:
    """It is large; neither the tests nor the docs install it."""
    users = [
        path
        for folder in ("src", "examples", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "import torch" in path.read_text("utf-8")
    ]
    assert users == [NEEDS_TORCH]


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_begins_with_what_it_shows(script: Path) -> None:
    assert script.read_text("utf-8").startswith('"""')
