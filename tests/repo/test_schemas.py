"""The schemas of what commands print are valid, complete, and kept from release to release."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from handsight import errors
from handsight.cli.main import main
from handsight.cli.schema import ERRORS, all_schemas
from tests.pins.schemas import breaches, minor_version, promised, schemas
from tests.schemas import require_valid

ALL = all_schemas(main)


def test_no_field_disappears_or_changes_its_type_without_a_new_version() -> None:
    kept = promised()
    if kept["version"] == minor_version():
        assert breaches(kept["schemas"], schemas()) == [], (
            "programs rely on these; keep them, or begin a new version and run python -m tests.pins"
        )


def test_every_command_that_prints_json_has_promised_its_schema() -> None:
    assert promised()["schemas"] == schemas(), "python -m tests.pins writes the schemas anew"


@pytest.mark.parametrize("name", ALL)
def test_a_schema_is_valid_and_describes_every_field(name: str) -> None:
    schema = ALL[name]
    Draft202012Validator.check_schema(schema)
    silent = [
        f"{title}.{key}"
        for title, each in schema["$defs"].items()
        for key, value in each["properties"].items()
        if len(value.get("description", "")) < 8
    ]
    assert silent == [], "add them below Attributes: in the docstring of the report"
    python = [word for word in ("None", "NaN", "True", "False", "``") if word in json.dumps(schema)]
    assert python == [], "a schema speaks of JSON, not of Python"


def test_a_command_prints_its_schema_and_all_schemas() -> None:
    run = CliRunner().invoke
    assert json.loads(run(main, ["schema", "train", "policy"]).stdout) == ALL["train policy"]
    assert json.loads(run(main, ["schema", "--all"]).stdout) == ALL
    listed = run(main, ["schema"]).stdout
    assert all(name in listed for name in ALL)


def test_a_command_without_a_schema_is_named() -> None:
    done = CliRunner().invoke(main, ["schema", "equty"])
    assert done.exit_code == 2
    assert "no command 'equty' prints JSON (did you mean 'equity'?)" in done.stderr


def test_every_public_error_is_a_kind_of_error() -> None:
    kinds = ALL[ERRORS]["$defs"]["Failure"]["properties"]["kind"]["enum"]
    public = {name for name in vars(errors) if name.endswith("Error")}
    assert public | {"UsageError", "OSError", "MemoryError", "KeyboardInterrupt"} == set(kinds)


def test_a_document_that_does_not_fit_is_seen() -> None:
    document = json.loads(CliRunner().invoke(main, ["rank", "AhKhQhJhTh", "--json"]).stdout)
    for wrong in (
        document | {"strength": "7461"},
        document | {"further": 1},
        {key: value for key, value in document.items() if key != "name"},
    ):
        with pytest.raises(AssertionError):
            require_valid(["rank"], wrong)


# --- what breaks a promise ------------------------------------------------------------------------


def thing(**fields: Any) -> dict[str, Any]:
    kind = {"type": "object", "properties": fields, "required": list(fields)}
    return {"thing": {"$ref": "#/$defs/Thing", "$defs": {"Thing": kind}}}


BEFORE = thing(a={"type": "integer"}, b={"type": "array", "items": {"type": ["number", "null"]}})


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({}, ["thing prints no JSON any more"]),
        (thing(a={"type": "integer"}), ["thing.b has disappeared"]),
        (thing(a={"type": "string"}, b={"type": "array", "items": {"type": "number"}}), [
            "thing.a was integer, and is string"
        ]),
        (thing(a={"type": ["integer", "null"]}, b={"type": "array", "items": {}}), [
            "thing.a was integer, and is integer or null",
            "thing.b[] was null or number, and is anything",
        ]),
        (thing(a={"type": "integer"}, b={"type": "array", "items": {"type": "integer"}}), []),
        (thing(**BEFORE["thing"]["$defs"]["Thing"]["properties"], c={"type": "string"}), []),
    ],
)  # fmt: skip
def test_a_breach_is_named(now: dict[str, Any], said: list[str]) -> None:
    assert breaches(BEFORE, now) == said


def test_a_key_that_may_be_left_out_is_a_breach() -> None:
    now = json.loads(json.dumps(BEFORE))
    now["thing"]["$defs"]["Thing"]["required"].remove("a")
    assert breaches(BEFORE, now) == ["thing.a may be left out"]
