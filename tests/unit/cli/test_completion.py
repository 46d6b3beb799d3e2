"""Shells complete commands and options, as the page on the installation says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "installation.md"
SHELLS = ("bash", "zsh", "fish")


def completed(shell: str, words: str, place: int, **more: str) -> str:
    """Ask for completions as the script of a shell does."""
    asked = {"_HANDSIGHT_COMPLETE": f"{shell}_complete", "COMP_WORDS": words}
    result = subprocess.run(
        [sys.executable, "-m", "handsight"],
        env=os.environ | asked | {"COMP_CWORD": str(place)} | more,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout


@pytest.mark.repeats(1)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_gets_a_script_that_the_page_names(shell: str) -> None:
    assert f"_HANDSIGHT_COMPLETE={shell}_source handsight" in PAGE.read_text("utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "handsight"],
        env=os.environ | {"_HANDSIGHT_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=False,
    )
    if shell == "bash" and "not supported" in result.stderr:
        pytest.skip("this system has no bash that completes")
    assert "_HANDSIGHT_COMPLETE" in result.stdout


@pytest.mark.repeats(1)
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_commands_and_options_are_completed(shell: str) -> None:
    assert "equity" in completed(shell, "handsight eq", 1)
    assert "--board" in completed(shell, "handsight equity --bo", 2)
