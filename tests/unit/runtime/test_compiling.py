"""The notice about compiling: after a second in all, once, and only where a person sees it."""

import io
import sys
import time
from importlib import import_module
from types import SimpleNamespace

import numba
import pytest

from handsight.runtime import compiling
from handsight.runtime.compiling import NOTICE, Notice, listening, report_compilation, show_notice


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def watch(stream: io.StringIO | None, monkeypatch: pytest.MonkeyPatch) -> None:
    # pytest puts its own stream back between a fixture and its test.
    monkeypatch.setattr(compiling, "sys", SimpleNamespace(stderr=stream, modules=sys.modules))


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    stream = Terminal()
    watch(stream, monkeypatch)
    monkeypatch.setattr(compiling, "_notice", Notice())
    monkeypatch.setattr(compiling, "LONG", 0.05)
    return stream


def compile_for(seconds: float) -> None:
    report_compilation("a_kernel")
    time.sleep(seconds)
    compiling._notice.end()


def test_a_long_compilation_is_told_once(terminal: Terminal) -> None:
    compile_for(0.3)
    compile_for(0.3)
    assert terminal.getvalue().count(NOTICE) == 1
    assert "HANDSIGHT_COMPILE_NOTICE=0" in terminal.getvalue()


def test_a_short_one_is_not_told(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "LONG", 30.0)
    compile_for(0.01)
    time.sleep(0.1)
    assert terminal.getvalue() == ""


def test_short_ones_are_added_up(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "LONG", 0.5)
    for _ in range(4):
        compile_for(0.2)
    assert NOTICE in terminal.getvalue()


def test_only_the_outer_of_nested_kernels_stops_the_clock(terminal: Terminal) -> None:
    report_compilation("outer")
    report_compilation("inner")
    compiling._notice.end()
    time.sleep(0.3)
    assert NOTICE in terminal.getvalue()
    compiling._notice.end()


def test_who_listens_gets_no_notice(terminal: Terminal) -> None:
    heard: list[str] = []
    with listening(heard.append):
        compile_for(0.3)
    assert (heard, terminal.getvalue()) == (["a_kernel"], "")


def test_the_notice_can_be_switched_off(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_notice(False)
    compile_for(0.3)
    monkeypatch.setenv("HANDSIGHT_COMPILE_NOTICE", "0")
    monkeypatch.setattr(compiling, "_notice", Notice())
    compile_for(0.3)
    assert terminal.getvalue() == ""
    show_notice()
    compile_for(0.3)
    assert NOTICE in terminal.getvalue()


def test_a_stream_that_nobody_watches_stays_empty(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = io.StringIO()
    watch(file, monkeypatch)
    compile_for(0.3)
    watch(None, monkeypatch)
    compile_for(0.3)
    assert file.getvalue() == ""


def test_a_notebook_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})()
    watch(stream, monkeypatch)
    assert compiling.is_watched()


def test_numba_starts_and_stops_the_clock(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_module("handsight.kernels.compiler")  # which listens to numba
    if numba.config.DISABLE_JIT:
        pytest.skip("nothing is compiled")

    def ours(number: int) -> int:
        return number + 1

    ours.__module__ = "handsight.kernels.example"
    monkeypatch.setattr(compiling, "LONG", 30.0)
    assert numba.njit(ours)(1) == 2
    notice = compiling._notice
    assert (notice._depth, notice._timer) == (0, None)
    assert 0 < notice._spent < 30
