"""Agents that break the contract, each in one way; what they do is in their names."""

import ctypes
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from handsight.game import Action, HandState, Observation

BLOCK = 1 << 24


class Bad:
    """Misbehaves at each decision, and calls if that did not stop it."""

    name = "bad"

    def act(self, seen: Observation, rng: Random) -> Any:
        return self.misbehave(seen) or Action.call()

    def misbehave(self, seen: Observation) -> Any:
        raise NotImplementedError


# --- exceptions, and answers that are none --------------------------------------------------------


class Raises(Bad):
    def misbehave(self, seen: Observation) -> Any:
        raise KeyError("pot\nof gold")


class RaisesWhatCannotBeShown(Bad):
    def misbehave(self, seen: Observation) -> Any:
        class Nameless(Exception):
            def __str__(self) -> str:
                raise ValueError

        raise Nameless


class RecursesWithoutEnd(Bad):
    def misbehave(self, seen: Observation) -> Any:
        return self.misbehave(seen)


class RaisesInReset(Bad):
    def misbehave(self, seen: Observation) -> Any:
        return None

    def reset(self) -> None:
        raise ValueError("not again")


class RaisesInObserve(Bad):
    def misbehave(self, seen: Observation) -> Any:
        return None

    def observe(self, event: object) -> None:
        raise ValueError("saw too much")


class Unspeakable:
    def __repr__(self) -> str:
        raise ValueError


class AnswersGarbage(Bad):
    """Answers with something else each time, and with no action ever."""

    def __init__(self) -> None:
        self.answers = cycle(GARBAGE)

    def act(self, seen: Observation, rng: Random) -> Any:
        return next(self.answers)


GARBAGE: list[Any] = [
    None,
    "call\n1 call 0\n",
    ("call", 0),
    Unspeakable(),
    Action("steal", 100),
    Action("raise", float("nan")),  # type: ignore[arg-type]
    Action("raise", 300.0),  # type: ignore[arg-type]
    Action("raise", True),
    Action("raise", "300"),  # type: ignore[arg-type]
    Action("raise", 10**4000),
    Action("raise", -(10**18)),
    Action(None, 300),  # type: ignore[arg-type]
]


class AnswersText(Bad):
    def misbehave(self, seen: Observation) -> Any:
        return "stay in"


class AnswersNan(Bad):
    def misbehave(self, seen: Observation) -> Any:
        return Action("raise", float("nan"))  # type: ignore[arg-type]


class RaisesByOneChip(Bad):
    def misbehave(self, seen: Observation) -> Any:
        return Action("raise", seen.legal.price + 1)


class RaisesBeyondItsStack(Bad):
    def misbehave(self, seen: Observation) -> Any:
        return Action("raise", seen.legal.all_in + 1)


class WritesToItsObservation(Bad):
    def misbehave(self, seen: Observation) -> Any:
        seen.legal.raise_min = 0  # type: ignore[misc]


# --- time and memory ------------------------------------------------------------------------------


class LoopsForEver(Bad):
    def misbehave(self, seen: Observation) -> Any:
        while True:
            pass


class Sleeps(Bad):
    def misbehave(self, seen: Observation) -> Any:
        time.sleep(3600)


class SwallowsSigterm(Bad):
    def misbehave(self, seen: Observation) -> Any:
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGALRM):
            signal.signal(each, signal.SIG_IGN)
        while True:
            try:
                time.sleep(3600)
            except BaseException:
                continue


class DawdlesALittle(Bad):
    def misbehave(self, seen: Observation) -> Any:
        time.sleep(0.12)


class AllocatesWithoutEnd(Bad):
    kept: list[bytearray] = []  # noqa: RUF012

    def misbehave(self, seen: Observation) -> Any:
        while True:
            self.kept.append(bytearray(BLOCK))


class AllocatesInSmallPieces(Bad):
    kept: list[str] = []  # noqa: RUF012

    def misbehave(self, seen: Observation) -> Any:
        while True:
            self.kept.append(str(len(self.kept)) * 500)


class SharesMemoryWithoutEnd(Bad):
    def misbehave(self, seen: Observation) -> Any:
        import mmap

        kept = []
        while True:
            block = mmap.mmap(-1, BLOCK)
            block.write(b"x" * BLOCK)
            kept.append(block)
            time.sleep(0.002)


# --- its process ----------------------------------------------------------------------------------


class Exits(Bad):
    def misbehave(self, seen: Observation) -> Any:
        sys.exit(3)


class ExitsAtOnce(Bad):
    def misbehave(self, seen: Observation) -> Any:
        os._exit(4)


class KillsItself(Bad):
    def misbehave(self, seen: Observation) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Crashes(Bad):
    def misbehave(self, seen: Observation) -> Any:
        ctypes.string_at(0)


class ClosesEverything(Bad):
    def misbehave(self, seen: Observation) -> Any:
        os.closerange(0, 1000)


class ClosesItsStreams(Bad):
    def misbehave(self, seen: Observation) -> Any:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            stream.close()
        os.closerange(0, 3)


class PrintsFloods(Bad):
    def misbehave(self, seen: Observation) -> Any:
        for _ in range(200):
            print("x" * 100_000)  # noqa: T201
            print("y" * 100_000, file=sys.stderr)  # noqa: T201
        os.write(1, b"z" * 1_000_000)


class Forks(Bad):
    def misbehave(self, seen: Observation) -> Any:
        for _ in range(2):
            try:
                os.fork()
            except OSError:
                continue


class StartsDaemons(Bad):
    """Starts processes that leave its group and its session."""

    def misbehave(self, seen: Observation) -> Any:
        code = "import os, time; os.fork() or os.setsid(); time.sleep(3600)"
        for _ in range(2):
            try:
                subprocess.Popen([sys.executable, "-S", "-c", code], start_new_session=True)
            except OSError:
                continue


class ForksBelowPython(Bad):
    def misbehave(self, seen: Observation) -> Any:
        if not ctypes.CDLL(None).fork():
            time.sleep(0.05)  # and then it answers as well


class LeavesItsGroup(Bad):
    def misbehave(self, seen: Observation) -> Any:
        with suppress(OSError):
            os.setpgid(0, os.getpgid(os.getppid()))
        while True:
            time.sleep(3600)


class StartsThreads(Bad):
    def misbehave(self, seen: Observation) -> Any:
        try:
            threading.Thread(target=time.sleep, args=(3600,), daemon=False).start()
        except RuntimeError:
            return


# --- the wire -------------------------------------------------------------------------------------


def wires() -> list[int]:
    found = []
    for each in range(3, 64):
        try:
            if "socket:" in str(Path(f"/proc/self/fd/{each}").readlink()):
                found.append(each)
        except OSError:
            continue
    return found


def number_of_question() -> int:
    frame = sys._getframe()
    while frame and "number" not in frame.f_locals:
        frame = frame.f_back  # type: ignore[assignment]
    return int(frame.f_locals["number"])


def answer(number: int, kind: str, amount: int) -> bytes:
    """Write what the arena would read as an answer."""
    return msgspec.msgpack.encode(("chosen", number, kind, amount))


class AnswersTwice(Bad):
    def misbehave(self, seen: Observation) -> Any:
        for wire in wires():
            os.write(wire, answer(number_of_question(), "call", 0))


class AnswersTwiceAfterAWhile(Bad):
    def misbehave(self, seen: Observation) -> Any:
        line = answer(number_of_question(), "raise", 10_000)
        for wire in wires():
            threading.Timer(0.01, os.write, (wire, line)).start()


class AnswersBeforeItIsAsked(Bad):
    def misbehave(self, seen: Observation) -> Any:
        line = answer(number_of_question() + 1, "raise", 10_000)
        for wire in wires():
            threading.Timer(0.01, os.write, (wire, line)).start()


class FloodsTheWire(Bad):
    def misbehave(self, seen: Observation) -> Any:
        for wire in wires():
            os.set_blocking(wire, False)
            for _ in range(100):
                try:
                    os.write(wire, b"call " * 10_000)
                except BlockingIOError:
                    break


# --- what it must not see -------------------------------------------------------------------------


class Spy(Bad):
    """Looks for what it must not know, and says in an error what it has found."""

    def __init__(self, what: str = "", arena: int = 0) -> None:
        self.what, self.arena = what, arena

    def misbehave(self, seen: Observation) -> Any:
        looks = {"objects": objects, "frames": frames, "files": files}
        found = others(self.arena) if self.what == "others" else looks[self.what]()
        raise LookupError(json.dumps(found))


def objects() -> list[str]:
    """List what knows a deck, or is a player of ours, among all objects there are."""
    players = {"InProcessPlayer", "SandboxedPlayer", "ServerProcess", "HandCursor"}
    return [
        type(each).__name__
        for each in gc.get_objects()
        if isinstance(each, HandState)
        or (type(each).__module__.startswith("handsight.arena.") and type(each).__name__ in players)
        or type(each).__name__ == "Connection"
    ]


def frames() -> list[str]:
    """List the states of a hand in the frames below."""
    frame, found = sys._getframe(), []
    while frame:
        found += [name for name, each in frame.f_locals.items() if isinstance(each, HandState)]
        frame = frame.f_back  # type: ignore[assignment]
    return found


def files() -> list[str]:
    """List what this process has open."""
    found = []
    for each in Path("/proc/self/fd").iterdir():
        try:
            found.append(str(each.readlink()).partition(":")[0])
        except OSError:
            continue
    return sorted(found)


def others(arena: int) -> list[str]:
    """List what of other processes can be read, and which can be sent signals."""
    found = []
    for process in {arena, os.getppid(), *range(1, os.getpid()), *range(arena - 9, arena + 9)}:
        for what in ("mem", "environ", "maps"):
            try:
                with Path(f"/proc/{process}/{what}").open("rb") as file:
                    if what == "mem" or file.read(1):
                        found.append(f"{process} {what}")
            except OSError:
                continue
        try:
            os.kill(process, 0)  # which only asks whether it could
            found.append(f"{process} signals")
        except OSError:
            pass
    return found
