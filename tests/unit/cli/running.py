"""Running a command as a user does, and reading what it prints."""

import json
from typing import Any

from click.testing import CliRunner, Result

from handsight.cli.main import main


def run(*words: str, typed: str = "") -> Result:
    """Run a command to its end, whatever it is."""
    return CliRunner().invoke(main, list(words), input=typed)


def shown(*words: str) -> str:
    """Run a command that must succeed, and give what it prints."""
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def fields(*words: str) -> dict[str, Any]:
    """Run a command with --json, and give what it says."""
    found: dict[str, Any] = json.loads(shown(*words, "--json"))
    return found
