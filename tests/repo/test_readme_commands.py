"""The README's two commands exist, and make knows how to run them."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = ["demo", "test"]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("target", COMMANDS)
def test_the_readme_names_the_command(target: str) -> None:
    assert re.search(rf"\bmake {target}\b", read("README.md"))


def test_every_make_command_of_the_readme_and_the_guide_is_a_target() -> None:
    text = read("README.md") + read("CONTRIBUTING.md")
    named = re.findall(r"(?:`|\$ )make ([a-z]+)", text)
    targets = re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE)
    assert set(named) <= set(targets)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", COMMANDS)
def test_make_knows_how_to_run_the_command(target: str) -> None:
    apart = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    result = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, env=apart, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


def test_the_readme_says_where_the_program_is_before_it_is_used() -> None:
    before, used, _ = read("README.md").partition("$ handsight")
    assert used
    assert "`.venv/bin/handsight`" in before
    assert "source .venv/bin/activate" in before
    assert "pip install ." in before
