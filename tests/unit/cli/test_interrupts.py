"""An interrupt leaves status 130, wherever it strikes.

Where it strikes is no matter of luck here: it is sent at the nth call of a Python function, or from
a command that stands in for ours and does what libraries do with an interrupt.
"""

import os
import re
import signal
import subprocess
import sys

import pytest

from tests.fresh import ROOT
from tests.thorough import up_to

pytestmark = pytest.mark.skipif(os.name != "posix", reason="interrupts are signals here")

AT_CALL = """
import os, signal, sys

def main():
    nth, calls, sys.argv[1:] = int(sys.argv[1]), 0, sys.argv[2:]

    def hook(frame, event, arg):
        nonlocal calls
        calls += event == "call"
        if event == "call" and calls == nth:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)

    from handsight.__main__ import _Interrupts, run
    watch, ignore = _Interrupts.watch, _Interrupts.ignore

    def watched(self):
        watch(self)
        sys.setprofile(hook)

    def ignored(self):
        ignore(self)
        sys.setprofile(None)
        print(f"calls: {calls}", file=sys.stderr)

    _Interrupts.watch, _Interrupts.ignore = watched, ignored
    run()

if __name__ == "__main__":
    main()
"""

IN_PLACE = """
import os, signal, sys, time, weakref
from types import ModuleType
from handsight.__main__ import run

def strike():
    os.kill(os.getpid(), signal.SIGINT)

def main(prog_name):
    {body}

module = ModuleType("handsight.cli.main")
module.main = main
sys.modules["handsight.cli.main"] = module
run()
"""

SWALLOWED = {
    "turned into another error": """
    try:
        strike()
    except KeyboardInterrupt:
        raise OSError("cannot write") from None
""",
    "turned into a bad end": """
    try:
        strike()
    finally:
        raise SystemExit(1)
""",
    "lost": """
    try:
        strike()
    except BaseException:
        pass
    print("went on")
""",
    "in a finalizer": """
    class Thing:
        def __del__(self):
            strike()
    Thing()
    time.sleep(20)
    print("went on to the end")
""",
    "in a callback of a weak reference": """
    class Thing:
        pass
    thing = Thing()
    kept = weakref.ref(thing, lambda gone: strike())
    del thing
    time.sleep(20)
    print("went on to the end")
""",
    "between two steps of LLVM, which would free a module twice": """
    import llvmlite.binding as llvm
    from llvmlite.binding.ffi import ObjectRef
    detach = ObjectRef.detach
    def struck(self):
        ObjectRef.detach = detach
        strike()
    def build():
        with llvm.parse_assembly("define void @nothing() { ret void }"):
            ObjectRef.detach = struck
    build()
""",
    "with something left that cannot be taken apart": """
    class Half:
        def __del__(self, end=os.abort):
            end()
    sys.kept = Half()
    print("what was printed stays")
    strike()
""",
    "while it is told": """
    try:
        strike()
    except KeyboardInterrupt:
        strike()
""",
}


@pytest.fixture(autouse=True)
def _interrupts_arrive():
    """Let what is started be interrupted, also where these tests run in a shell's background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def ran(program, *words):
    path = os.pathsep.join(filter(None, [*sys.path, str(ROOT)]))
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c" if "\n" in program else program, program, *words],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def interrupted_at(nth, folder, *words):
    file = folder / "at_call.py"  # a file, so that processes can be spawned from it
    file.write_text(AT_CALL, "utf-8")
    path = os.pathsep.join(filter(None, [*sys.path, str(ROOT)]))
    return subprocess.run(
        [sys.executable, "-W", "ignore", str(file), str(nth), *words],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def calls_of(done):
    assert done.returncode == 0, done.stderr
    return int(re.findall(r"calls: (\d+)", done.stderr)[-1])


@pytest.mark.parametrize("body", SWALLOWED.values(), ids=SWALLOWED.keys())
def test_an_interrupt_that_others_swallow_counts_all_the_same(body):
    done = ran(IN_PLACE.format(body=body.strip("\n").lstrip()))
    assert done.returncode == 130, done.stderr
    assert done.stderr == "handsight: stopped\n"
    assert "to the end" not in done.stdout


def test_other_errors_and_ends_pass_through():
    done = ran(IN_PLACE.format(body="raise SystemExit(2)"))
    assert (done.returncode, done.stderr) == (2, "")
    done = ran(IN_PLACE.format(body="raise RuntimeError('a bug')"))
    assert done.returncode == 1
    assert "RuntimeError: a bug" in done.stderr


def test_an_interrupt_that_comes_when_all_is_done_is_too_late():
    done = ran(IN_PLACE.format(body="import atexit; atexit.register(strike)"))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("parts", [2, pytest.param(4, marks=pytest.mark.exhaustive)])
def test_an_interrupt_at_any_call_of_a_command_leaves_130(tmp_path, parts):
    words = ("rank", "AhKhQhJhTh")
    calls = calls_of(interrupted_at(0, tmp_path, *words))
    points = [1, 2, calls - 500, *(calls * part // parts for part in range(1, parts))]
    for nth in points:
        done = interrupted_at(nth, tmp_path, *words)
        assert done.returncode == 130, (nth, done.stderr)
        assert "Traceback" not in done.stderr
        assert done.stderr.count("handsight: stopped\n") == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_at_any_call_of_an_arena_leaves_130(workers, tmp_path):
    def words(number):
        store = str(tmp_path / f"{number}.db")
        return "arena", "random", "call", "--pairs", "30", "--workers", workers, "--store", store

    calls = calls_of(interrupted_at(0, tmp_path, *words(0)))
    points = up_to(16, 6)
    for number in range(1, points + 1):
        nth = calls * number // points if number % 2 else max(1, calls - 4 ** (number // 2))
        done = interrupted_at(nth, tmp_path, *words(number))
        assert done.returncode in (130, 0), (nth, done.stderr)
        assert "stopped" in done.stderr or done.returncode == 0
        assert "Traceback" not in done.stderr
