"""Running a command as a user does, and reading what it prints."""

import json
from typing import Any

from click.testing import CliRunner, Result

from handsight.cli.main import main
from tests.schemas import require_valid


def run(*words: str, typed: str = "") -> Result:
    """Run a command to its end, whatever it is."""
    return CliRunner().invoke(main, list(words), input=typed)


def shown(*words: str) -> str:
    """Run a command that must succeed, and give what it prints."""
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def fields(*words: str) -> dict[str, Any]:
    """Run a command with --json, and give what it says, if its schema allows that."""
    found: dict[str, Any] = json.loads(shown(*words, "--json"))
    require_valid(words, found)
    return found
