"""With --json, an error is one JSON object too: the last line on standard error."""

import json
from typing import Any

import pytest

from handsight.cli import AT_FAULT, BAD_INPUT, CANNOT_WRITE, STOPPED, wants_json
from handsight.cli.errors import failure_of
from handsight.errors import FaultError, HistoryError, InputError, OptionError
from handsight.formats.phh import OtherVariantError
from tests.schemas import require_valid_error
from tests.unit.cli.running import run


def error_of(*words: str, typed: str = "") -> dict[str, Any]:
    """Run a command that fails, and give the error that it describes as JSON."""
    result = run(*words, typed=typed)
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    document = json.loads(result.stderr.splitlines()[-1])
    require_valid_error(document)
    error: dict[str, Any] = document["error"]
    assert error["status"] == result.exit_code
    return error


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ("rank AhK --json", "UnknownCardError", "unknown card 'K'"),
        ("rank AhAhKhQhJh --json", "DuplicateCardError", "Ah appears twice"),
        ("rank AhKh --json", "CardCountError", "has 2 cards"),
        ("rank --jsn --json", "UsageError", "No such option '--jsn' (did you mean '--json'?)"),
        ("equity AhKh QsQd --trials x --json", "UsageError", "--trials is 'x'"),
        ("nothing --json", "UsageError", "No such command 'nothing'"),
        ("equity AhKh QsQd --method best --json", "OptionError", "best"),
        ("report missing.db --json", "ArenaError", "missing.db"),
        ("report missing.db --json out.json", "ArenaError", "missing.db"),
        ("report missing.db --json=out.json", "ArenaError", "missing.db"),
    ],
)
def test_an_error_names_its_kind(line: str, kind: str, message: str) -> None:
    result = run(*line.split())
    assert result.stdout == ""
    error = error_of(*line.split())
    assert error["kind"] == kind
    assert message in error["message"]
    assert error["status"] == BAD_INPUT


def test_answers_from_lines_end_with_an_error() -> None:
    result = run("rank", "-", "--jsonl", typed="AhKhQhJhTh\nAhK\n")
    assert json.loads(result.stdout)["question"] == "AhKhQhJhTh"
    assert error_of("rank", "-", "--jsonl", typed="AhKhQhJhTh\nAhK\n")["kind"] == "UnknownCardError"


def test_without_json_an_error_is_a_sentence() -> None:
    assert run("rank", "AhK").stderr.startswith("handsight: unknown card 'K'")
    assert run("rank", "AhK", "--", "--json").stderr.startswith("handsight: ")


@pytest.mark.parametrize(
    ("error", "kind", "status"),
    [
        (OSError(28, "No space left on device"), "OSError", CANNOT_WRITE),
        (MemoryError(), "MemoryError", CANNOT_WRITE),
        (KeyboardInterrupt(), "KeyboardInterrupt", STOPPED),
        (FaultError("it failed", "Traceback ..."), "FaultError", AT_FAULT),
        (OtherVariantError("PO", 1, "hands.phh"), "HistoryError", BAD_INPUT),
        (InputError("wrong"), "InputError", BAD_INPUT),
    ],
)
def test_errors_of_the_system_have_kinds_too(error: Any, kind: str, status: int) -> None:
    failure = failure_of(error)
    assert (failure.kind, failure.status) == (kind, status)
    document = json.loads(failure.line(as_json=True))
    require_valid_error(document)
    assert document["error"].get("trace") == getattr(error, "trace", None)


def test_the_kind_of_an_error_is_its_first_public_class() -> None:
    class OwnError(OptionError):
        """An error that no other module knows."""

    assert failure_of(OwnError("wrong")).kind == "OptionError"
    assert failure_of(HistoryError("wrong")).kind == "HistoryError"


def test_json_is_wanted_where_an_option_says_so() -> None:
    assert wants_json(["rank", "AhKh", "--jsonl"])
    assert not wants_json(["rank", "json", "--", "--json"])
