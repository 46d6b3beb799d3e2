"""What commands print with --json, checked against their schemas, more strictly than these ask.

A schema allows keys that a later release adds. Here, a key that the schema lacks is an error.
"""

import json
import shlex
from collections.abc import Sequence
from copy import deepcopy
from functools import cache, wraps
from typing import Any

from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from handsight.cli.main import main
from handsight.cli.schema import LINES, error_schema, json_options, schema_of

OPEN = ("ReproducedRow",)
"""The objects that may have further keys, which depend on the question."""


@cache
def schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of each command that prints JSON, by its path."""
    return {path: schema_of(path, option) for path, option in json_options(main)}


@cache
def validator_of(path: str) -> Draft202012Validator:
    """Return the strict validator of a command's JSON; that of errors for an empty path."""
    schema = deepcopy(schemas()[path] if path else error_schema())
    Draft202012Validator.check_schema(schema)
    for name, each in schema["$defs"].items():
        if name not in OPEN and not path.endswith(LINES):
            each["additionalProperties"] = False
    for each in schema.get("anyOf", ()) if path.endswith(LINES) else ():
        each["unevaluatedProperties"] = False
    return Draft202012Validator(schema)


def require_valid(words: Sequence[str], document: Any, *, lines: bool = False) -> None:
    """Fail if what a command line printed does not fit the schema of its command."""
    lines = LINES if lines else ""
    paths = [" ".join(words[:2]) + lines, words[0] + lines]
    path = next(path for path in paths if path in schemas())
    _require(path, document)


def require_valid_error(document: Any) -> None:
    """Fail if the last line on standard error is not an error as its schema describes it."""
    _require("", document)


def check_all_runs() -> None:
    """Make each run of a command with --json in a test fail if its output fits no schema."""
    invoke = CliRunner.invoke

    @wraps(invoke)
    def checked(self: CliRunner, cli: Any, args: Any = None, *rest: Any, **extra: Any) -> Result:
        result = invoke(self, cli, args, *rest, **extra)
        words = shlex.split(args) if isinstance(args, str) else list(map(str, args or ()))
        if getattr(cli, "name", None) == "main" and words:
            _check_run(words, result)
        return result

    CliRunner.invoke = checked  # type: ignore[method-assign]


def _check_run(words: list[str], result: Result) -> None:
    if "--json" in words and result.stdout.startswith(("{", "[")):
        require_valid(words, json.loads(result.stdout))
    elif result.stdout.startswith('{"question": '):
        for line in result.stdout.splitlines():
            require_valid(words, json.loads(line), lines=True)
    last = result.stderr.rstrip().rpartition("\n")[2]
    if last.startswith("{"):
        error = json.loads(last)
        require_valid_error(error)
        assert error["error"]["status"] == result.exit_code


def _require(path: str, document: Any) -> None:
    errors = sorted(validator_of(path).iter_errors(document), key=lambda each: -len(each.path))
    assert not errors, f"{path}: {errors[0].json_path}: {errors[0].message[:300]}"
