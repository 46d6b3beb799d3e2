"""Without the package, `handsight mcp` says how to install it."""

import sys

import pytest

from tests.unit.cli.running import run


def test_the_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*sys.modules]:
        if name.partition(".")[0] in {"mcp", "mcp_types"} or "cli.assistants.server" in name:
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    result = run("mcp")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "pip install 'handsight[mcp]'" in result.stderr
