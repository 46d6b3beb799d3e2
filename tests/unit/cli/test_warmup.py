"""Everything is compiled ahead, on demand, and it is said how long that took."""

import json
import re
import shlex

import pytest

from handsight.cli import warmup as warmup_command
from handsight.cli.warmup import was_built
from tests.fresh import run as run_apart
from tests.pins.commands import PINS, commands
from tests.unit.cli.running import run

SMALL = {"ranking": ("rank AhKhQh7h2c",), "known hands": ("equity AhKh QsQd --board Qh7h2c",)}

EVERYTHING = """
import os
from numba.core.dispatcher import Dispatcher
from handsight.cli.main import main
os.chdir({folder!r})  # of the files that the commands read
called = []
compiled = Dispatcher.compile
def compile(dispatcher, signature):
    called.append((dispatcher.py_func.__qualname__, signature))
    return compiled(dispatcher, signature)
Dispatcher.compile = compile
try:
    main(["warmup", "--json"])
except SystemExit as end:
    assert end.code == 0
print("called:", len(called))
called.clear()
for words in {words!r}:
    try:
        main(words)
    except SystemExit as end:
        assert end.code == 0, words
print("called later:", called)
"""
"""Runs the warm-up, and then commands in the same process.

Numba asks for a kernel to be compiled at its first call with each signature, and then takes it from
the cache if it can. So kernels that only the commands call are noticed even if they are cached.
"""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup_command, "STEPS", SMALL)
    monkeypatch.setattr(warmup_command, "was_built", lambda: False)


@pytest.mark.skipif(not was_built(), reason="no kernels are compiled ahead")
def test_with_kernels_compiled_ahead_there_is_nothing_to_do() -> None:
    assert "came compiled with the package" in run("warmup").stdout
    assert json.loads(run("warmup", "--json").stdout) == {
        "steps": [],
        "seconds": 0.0,
        "compiled": 0,
    }


@pytest.mark.usefixtures("small")
def test_steps_are_counted_and_the_time_is_said() -> None:
    result = run("warmup")
    assert result.exit_code == 0
    assert result.stderr.splitlines()[:2] == ["  1/2 ranking", "  2/2 known hands"]
    assert re.search(r"2 steps took \d+ s\. No command has to wait for it now\.", result.stdout)
    assert "strength 1243" not in result.stdout


@pytest.mark.usefixtures("small")
def test_programs_get_each_step_with_its_time() -> None:
    found = json.loads(run("warmup", "--json").stdout)
    assert [each["name"] for each in found["steps"]] == list(SMALL)
    assert found["seconds"] == pytest.approx(sum(each["seconds"] for each in found["steps"]))
    assert found["compiled"] == sum(each["compiled"] for each in found["steps"])


@pytest.mark.usefixtures("small")
def test_what_was_compiled_is_not_compiled_again() -> None:
    run("warmup")
    assert json.loads(run("warmup", "--json").stdout)["compiled"] == 0


@pytest.mark.exhaustive
def test_the_pinned_commands_call_no_other_kernels_than_the_warm_up() -> None:
    words = [[*shlex.split(each), "--json"] for each in commands() if "reproduce" not in each]
    script = EVERYTHING.format(words=words, folder=str(PINS.parent))
    done = run_apart(script, HANDSIGHT_BUILT_KERNELS="0")
    assert done.returncode == 0, done.stderr
    told = dict(re.findall("^(called|called later): (.*)", done.stdout, re.MULTILINE))
    assert int(told["called"]) > 50  # also if those that these call are in the cache
    assert told["called later"] == "[]"
