"""What tools take comes from the options of their commands, and calls become command lines."""

import copy
import json
from pathlib import Path
from typing import Any

import click
import pytest

from handsight.cli.assistants.limits import ToolLimits
from handsight.cli.assistants.questions import command_line, in_terms_of_tools, input_schema
from handsight.cli.assistants.tools import TOOLS, Tool
from handsight.cli.files import FilePath
from handsight.cli.main import main
from handsight.cli.numbers import FiniteNumber, WholeNumber, bound_numbers
from handsight.errors import OptionError

BY_NAME = {tool.name: tool for tool in TOOLS}
LIMITS = ToolLimits(seconds=50, memory=1000, hands=7)


def of(name: str) -> tuple[Tool, click.Command]:
    tool = BY_NAME[name]
    return tool, main.commands[tool.command_name]


def words_of(tool: str, folder: Path, limits: ToolLimits = LIMITS, **values: Any) -> list[str]:
    return command_line(*of(tool), values, limits, folder)


def test_each_tool_offers_options_that_its_command_has_and_none_that_is_a_file() -> None:
    wrong = []
    for name in BY_NAME:
        tool, command = of(name)
        known = {option: each for each in command.params for option in each.opts}
        wrong += [
            f"{name} {option}"
            for option in (*tool.options, *tool.limits)
            if f"--{option}" not in known or isinstance(known[f"--{option}"].type, FilePath)
        ]
        arguments = [each for each in command.params if isinstance(each, click.Argument)]
        if bool(arguments) != bool(tool.argument):
            wrong.append(name)
        if "--json" not in known:
            wrong.append(f"{name} --json")
    assert wrong == []


def test_no_option_that_a_tool_offers_makes_its_command_write() -> None:
    writing = {"save", "svg", "csv", "html", "store", "faults"}
    assert [tool.name for tool in TOOLS if writing & {*tool.options}] == []


def test_a_schema_has_the_types_help_and_defaults_of_the_options() -> None:
    properties = input_schema(*of("solve"), LIMITS)["properties"]
    assert properties["pot"]["type"] == "integer"
    assert properties["rake_cap"]["type"] == "number"
    assert properties["oop"]["type"] == "string"
    assert "Required without spot." in properties["oop"]["description"]
    equity = input_schema(*of("equity"), LIMITS)["properties"]
    assert equity["players"]["type"] == "array"
    assert (equity["method"]["default"], equity["seed"]["default"]) == ("auto", 0)
    villain = input_schema(*of("explain"), LIMITS)["properties"]["villain"]
    assert (villain["type"], villain["items"]["type"]) == ("array", "string")


def test_numbers_with_bounds_have_the_types_of_numbers() -> None:
    """A command gets the bounds when it runs for the first time, be it before or after."""
    tool, command = of("solve")
    bounded = copy.copy(command)
    bounded.params = [copy.copy(each) for each in command.params]
    bound_numbers(bounded)
    assert {WholeNumber, FiniteNumber} <= {type(each.type) for each in bounded.params}
    schema = input_schema(tool, bounded, LIMITS)
    assert schema == input_schema(tool, command, LIMITS)
    assert schema["properties"]["pot"]["type"] == "integer"
    assert schema["properties"]["rake_cap"]["type"] == "number"


def test_options_that_the_server_sets_are_not_offered() -> None:
    for name in ("solve", "equity", "review"):
        tool, command = of(name)
        offered = {
            each.replace("_", "-") for each in input_schema(tool, command, LIMITS)["properties"]
        }
        assert not offered & tool.limits.keys()


def test_all_schemas_are_json_and_small() -> None:
    size = sum(len(json.dumps(input_schema(*of(name), LIMITS))) for name in BY_NAME)
    assert size < 20_000  # an assistant reads them all before its first question


def test_a_call_becomes_a_command_line_with_values_that_cannot_be_options(tmp_path: Path) -> None:
    assert words_of("equity", tmp_path, players=["AhKh", "--save=x"], board="Qh 7h 2c", seed=3) == [
        *("equity", "--json", "--max-seconds=40", "--board=Qh 7h 2c", "--seed=3"),
        *("--", "AhKh", "--save=x"),
    ]
    assert words_of("chart", tmp_path, name="CO open", stack_bb=40, **{"class": "AJo"}) == [
        *("chart", "--json", "--class=AJo", "--stack-bb=40", "--", "CO open"),
    ]
    assert words_of("explain", tmp_path, hole="AhKh", villain=["22+", "15%"])[2:4] == [
        *("--villain=22+", "--villain=15%"),
    ]


def test_flags_are_given_only_if_they_are_true(tmp_path: Path) -> None:
    assert "--quick" in words_of("review", tmp_path, text="", quick=True)
    assert "--quick" not in words_of("review", tmp_path, text="", quick=False)


def test_the_limits_of_the_server_are_told_to_the_commands(tmp_path: Path) -> None:
    solve = words_of("solve", tmp_path, board="Kd7h5s3c2c")
    assert {"--seconds=40", "--memory=800"} < {*solve}
    assert {"--hands=7", "--workers=1"} < {*words_of("review", tmp_path, text="hands")}


@pytest.mark.parametrize("word", ["-", " - ", "a\0b"])
def test_a_word_that_would_read_standard_input_is_refused(word: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="players is"):
        words_of("equity", tmp_path, players=[word])
    with pytest.raises(OptionError, match="--board is"):
        words_of("equity", tmp_path, players=["AA"], board=word)


# --- hands and files ------------------------------------------------------------------------------


def test_the_text_of_hands_goes_to_a_file_of_the_call(tmp_path: Path) -> None:
    words = words_of("replay", tmp_path, text="one\r\ntwo")
    assert words[-1] == str(tmp_path / "hands.txt")
    assert (tmp_path / "hands.txt").read_bytes() == b"one\r\ntwo"


def test_files_are_offered_only_if_a_folder_may_be_read(tmp_path: Path) -> None:
    assert "file" not in input_schema(*of("review"), LIMITS)["properties"]
    assert input_schema(*of("review"), LIMITS)["required"] == ["text"]
    allowing = input_schema(*of("review"), ToolLimits(folders=(tmp_path,)))
    assert "file" in allowing["properties"]
    assert allowing["required"] == []


def test_either_a_text_or_a_file_is_needed(tmp_path: Path) -> None:
    limits = ToolLimits(folders=(tmp_path,))
    for values in ({}, {"text": "x", "file": "x"}):
        with pytest.raises(OptionError, match="either as text or as a file"):
            words_of("replay", tmp_path, limits, **values)


def test_only_files_in_the_folders_that_the_user_allowed_may_be_read(tmp_path: Path) -> None:
    ours, others = tmp_path / "ours", tmp_path / "others"
    for folder in (ours, others):
        folder.mkdir()
        (folder / "hands.txt").write_text("x")
    (ours / "link.txt").symlink_to(others / "hands.txt")
    (ours / "loop").symlink_to(ours / "loop")
    limits = ToolLimits(folders=(ours,))
    assert limits.readable("hands.txt") == (ours / "hands.txt").resolve()
    assert limits.readable(str(ours / "hands.txt")) == (ours / "hands.txt").resolve()
    assert limits.readable(".") == ours.resolve()
    for outside in ("../others/hands.txt", str(others / "hands.txt"), "link.txt", "/", ".."):
        with pytest.raises(OptionError, match="outside the folders that may be read"):
            limits.readable(outside)
    for missing in ("nothing.txt", "a\0b", "loop"):
        with pytest.raises(OptionError, match=r"there is no file|is not a path"):
            limits.readable(missing)
    with pytest.raises(OptionError, match="no folder may be read"):
        ToolLimits().readable("hands.txt")


# --- errors ---------------------------------------------------------------------------------------


def test_errors_speak_of_the_parameters_of_tools() -> None:
    said = "handsight: --stack-bb is 0; it must be from 1; 'handsight chart --help' shows how"
    assert in_terms_of_tools(said) == "stack_bb is 0; it must be from 1"
    assert in_terms_of_tools("No such option; 'handsight --help' shows how") == "No such option"
    assert in_terms_of_tools("AhKh - QsQd -- 5") == "AhKh - QsQd -- 5"
