"""An assistant's client calls the tools over the standard input and output of a real process."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from handsight.cli.assistants.tools import TOOLS
from handsight.formats import phhs_text
from handsight.game import random_hands
from tests.unit.cli.assistants.long import PLAYERS, compile_long
from tests.unit.cli.running import fields, run

anyio = pytest.importorskip("anyio", reason="anyio is not installed (extra: mcp)")
mcp = pytest.importorskip("mcp", reason="mcp is not installed (extra: mcp)")

HANDS = "".join(phhs_text(random_hands(2, seed=7, hands=3)))


def talk(visit: Callable[[Any], Awaitable[Any]], *words: str) -> Any:
    """Start the server, initialize a session, and return what the visit returns."""

    async def session() -> Any:
        server = mcp.StdioServerParameters(
            command=sys.executable, args=["-m", "handsight", "mcp", *words], env=dict(os.environ)
        )
        async with mcp.stdio_client(server) as streams, mcp.ClientSession(*streams) as client:
            await client.initialize()
            return await visit(client)

    return anyio.run(session)


def test_a_client_lists_all_tools_and_their_answers_are_those_of_json() -> None:
    async def visit(client: Any) -> Any:
        listed = await client.list_tools()
        calls = [
            ("equity", {"players": ["AhKh", "QsQd"]}),
            ("bet_odds", {"pot": "100", "bet": "50"}),
            ("icm", {"stacks": [5000, 3000, 2000], "payouts": "50 30 20"}),
        ]
        return listed.tools, [await client.call_tool(*call) for call in calls]

    tools, answers = talk(visit)
    assert [tool.name for tool in tools] == [tool.name for tool in TOOLS]
    assert all(tool.annotations.read_only_hint for tool in tools)
    expected = [
        fields("equity", "AhKh", "QsQd"),
        fields("ev", "--pot", "100", "--bet", "50"),
        fields("icm", "5000", "3000", "2000", "--payouts", "50 30 20"),
    ]
    for answer, wanted in zip(answers, expected, strict=True):
        assert not answer.is_error
        assert answer.structured_content == wanted
        assert json.loads(answer.content[0].text) == wanted
        assert len(answer.content) == 1


def test_what_is_wrong_with_a_call_is_said_in_plain_words() -> None:
    wrong = [
        ("equity", {"players": ["AhKh", "AhQd"]}, "Ah"),
        ("equity", {"players": "AhKh"}, "players: 'AhKh' is not of type 'array'"),
        ("equity", {}, "'players' is a required property"),
        ("equity", {"players": ["AA"], "save": "x"}, "'save' was unexpected"),
        ("solve", {"board": "Kd7h5s3c2c", "oop": "22+"}, "a spot needs ip, pot, stack"),
        ("chart", {"name": "BTN opn"}, "'BTN opn' is not the name of a chart"),
        ("no-tool", {}, "there is no tool 'no-tool'; the tools are equity,"),
    ]

    async def visit(client: Any) -> Any:
        return [await client.call_tool(name, values) for name, values, _ in wrong]

    for answer, (_, _, words) in zip(talk(visit), wrong, strict=True):
        assert answer.is_error
        assert words in answer.content[0].text
        assert "--help" not in answer.content[0].text


def test_recorded_hands_come_as_text_or_from_an_allowed_folder(tmp_path: Path) -> None:
    (tmp_path / "hands.phhs").write_text(HANDS)

    async def visit(client: Any) -> Any:
        reviewing = {"player": "player 1", "quick": True}
        return (
            await client.call_tool("replay", {"text": HANDS}),
            await client.call_tool("review", {"file": "hands.phhs", **reviewing}),
            await client.call_tool("replay", {"file": "/etc/passwd"}),
        )

    replayed, reviewed, refused = talk(visit, "--allow", str(tmp_path), "--hands", "2")
    assert len(replayed.structured_content["hands"]) == 3
    assert {hand["file"] for hand in replayed.structured_content["hands"]} == {"hands.txt"}
    assert reviewed.structured_content["hands"] == 2
    assert reviewed.content[1].text == "hands leaves out 1 of the hands"
    assert refused.is_error
    assert "outside the folders that may be read" in refused.content[0].text


def test_several_calls_are_answered_while_a_long_one_runs_into_its_limit() -> None:
    async def visit(client: Any) -> Any:
        answers: dict[str, Any] = {}

        async def ask(key: str, name: str, values: dict[str, Any]) -> None:
            answers[key] = await client.call_tool(name, values)

        async with anyio.create_task_group() as group:
            exact = {"players": PLAYERS, "method": "exact"}
            group.start_soon(ask, "long", "equity", exact)
            group.start_soon(ask, "short", "rank", {"cards": "AhKhQhJhTh"})
        return answers

    compile_long()
    answers = talk(visit, "--seconds", "10")
    assert [*answers] == ["short", "long"]
    assert answers["long"].is_error
    # The count stops itself, unless the process starts late.
    stopped = r"the exact count .* after 8 seconds, with|this takes longer than the 10 seconds"
    assert re.match(stopped, answers["long"].content[0].text)


def test_standard_output_holds_only_messages_of_the_protocol() -> None:
    said = [
        {"id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {
            "name": "rank", "arguments": {"cards": "AhKhQhJhTh"},
        }},
    ]  # fmt: skip
    lines = "".join(json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in said)
    process = subprocess.Popen(
        [sys.executable, "-m", "handsight", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(lines)
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(2)]
    rest, errors = process.communicate(timeout=60)  # which closes standard input
    assert [each["id"] for each in answers] == [1, 2]
    assert (process.returncode, rest, errors) == (0, "", "")


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = run("mcp", "--allow", str(tmp_path / "none"))
    assert result.exit_code == 2
    assert "which is not a folder" in result.stderr
