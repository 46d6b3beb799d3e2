"""Load test of the page of `handsight serve`, and its start-up time: ``python -m benchmarks.page``.

The load generator runs next to the server, on the same cores. Each client asks one question per
second. One in ten is heavy (a range against a range on a flop); the others are a page, a list of
agents or arenas, a range, and known hands. At the tables, people play against agents, which decide
in their own processes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.request import urlopen

import psutil
from websockets.asyncio.client import connect

from benchmarks.machine import describe_machine

CLIENTS, TABLES, SECONDS = 50, 20, 60
HEAVY_SHARE = 10
"""One question in this many is heavy."""
THINKING = 0.5
"""Seconds that a person at a table takes to act."""
SETTLING = 10
"""Seconds in which kernels are loaded and processes start."""
SETTLED = f"light after the first {SETTLING} s"
STARTS, LOOKS = 3, 4
OPPONENTS = ("loki", "ehs", "chen-tight", "blog-range", "call")
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
RANGES = (
    "22+, A2s+, KTs+, QTs+, JTs, ATo+, KJo+",
    "77+, ATs+, KQs, AQo+",
    "15%",
    "40%",
    "T9s, 98s",
)
GOALS = {
    "errors": "0",
    "light p99": "must 100 ms, aim 30 ms",
    "memory growth": "flat",
    "ready": "must 2 s, aim 1 s",
}


@dataclass(slots=True)
class LoadResult:
    """The results of a run.

    Attributes:
        ready: seconds from the command to the first byte of the page, for each start.
        began: when the load began.
        times: {kind: seconds of each question}; light ones appear a second time without the
            beginning, in which kernels are loaded and processes start.
        statuses: {kind and status: count}.
        memory: megabytes of the server and its processes, at equal intervals until the end.
        cpu: processor seconds of the server and its processes, before and after the load.
        hands: number of hands that were played at the tables.
    """

    ready: list[float] = field(default_factory=list)
    began: float = 0.0
    times: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    hands: int = 0

    def note(self, kind: str, status: str, began: float) -> None:
        """Count an answer."""
        self.statuses[f"{kind} {status}"] += 1
        self.times.setdefault(kind, []).append(perf_counter() - began)
        if kind == "light" and began > self.began + SETTLING:
            self.times.setdefault(SETTLED, []).append(perf_counter() - began)

    def report(self) -> dict[str, Any]:
        """Return the figures by name; times are in milliseconds."""
        errors = {name: count for name, count in self.statuses.items() if not name.endswith(" ok")}
        return {
            "ready, s": [round(each, 2) for each in self.ready],
            **{
                f"{kind}, ms": {
                    "count": len(times),
                    **{f"p{share}": round(1000 * _at(times, share), 1) for share in (50, 90, 99)},
                    "most": round(1000 * max(times), 1),
                }
                for kind, times in sorted(self.times.items())
            },
            "errors": errors,
            "hands played": self.hands,
            "memory, MB": [round(each) for each in self.memory],
            "computed by the server, s": round(self.cpu[-1] - self.cpu[0], 1),
            "goals": GOALS,
        }


def _at(times: list[float], share: int) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


@contextmanager
def _server(result: LoadResult) -> Iterator[tuple[int, psutil.Process]]:
    """Start the server, and yield its port and its process."""
    began = perf_counter()
    command = [sys.executable, "-m", "handsight", "serve", "--port", "0"]
    with (
        TemporaryDirectory() as folder,
        subprocess.Popen(
            [*command, "--store", str(Path(folder, "hands.db"))], stdout=subprocess.PIPE, text=True
        ) as process,
    ):
        try:
            line = process.stdout.readline() if process.stdout else ""
            found = re.search(r":(\d+)/", line)
            if found is None:
                raise RuntimeError(f"the server did not start: {line}")
            urlopen(f"http://127.0.0.1:{found[1]}/").read()
            result.ready.append(perf_counter() - began)
            yield int(found[1]), psutil.Process(process.pid)
        finally:
            process.terminate()


# --- questions ------------------------------------------------------------------------------------


class _Client:
    """Asks over one connection, as a browser does."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, question: object = None) -> int:
        """Ask a question, read the whole answer, and return its status."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        body = b"" if question is None else json.dumps(question).encode()
        head = [
            f"{'GET' if question is None else 'POST'} {path} HTTP/1.1",
            f"host: 127.0.0.1:{self._port}",
            *(["content-type: application/json", f"content-length: {len(body)}"] if body else []),
        ]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", answer)
        await reader.readexactly(int(length[1]) if length else 0)
        return int(answer.split()[1])


def _light(rng: random.Random) -> tuple[str, object]:
    cards = rng.sample(CARDS, 7)
    known = {"players": [cards[0] + cards[1], cards[2] + cards[3]], "board": "".join(cards[4:])}
    choice: list[tuple[str, object]] = [
        *[("/api/v1/equity", known)] * 4,
        ("/", None),
        ("/js/base.js", None),
        ("/api/v1/agents", None),
        ("/api/v1/arena/list", None),
        ("/api/v1/range", {"text": rng.choice(RANGES)}),
    ]
    return rng.choice(choice)


def _heavy(rng: random.Random) -> tuple[str, object]:
    board = "".join(rng.sample(CARDS, 3))
    return "/api/v1/equity", {"players": rng.sample(RANGES, 2), "board": board}


async def _visit(number: int, port: int, seconds: float, result: LoadResult) -> None:
    """Ask one question per second."""
    rng, client = random.Random(number), _Client(port)
    loop = asyncio.get_running_loop()
    first = loop.time() + rng.random()
    for count in range(int(seconds)):
        await asyncio.sleep(max(0.0, first + count - loop.time()))
        heavy = (number + count) % HEAVY_SHARE == 0
        path, question = (_heavy if heavy else _light)(rng)
        began = perf_counter()
        try:
            status = await client.ask(path, question)
        except OSError as error:
            result.note("heavy" if heavy else "light", type(error).__name__, began)
            return
        word = "ok" if status == 200 else str(status)
        result.note("heavy" if heavy else "light", word, began)


# --- tables ---------------------------------------------------------------------------------------


async def _play(number: int, port: int, seconds: float, result: LoadResult) -> None:
    """Play hand after hand: mostly calls, now and then a raise."""
    rng = random.Random(number)
    until = perf_counter() + seconds
    address, origin = f"ws://127.0.0.1:{port}/api/v1/table", f"http://127.0.0.1:{port}"
    async with connect(address, origin=origin, subprotocols=["handsight"]) as socket:  # type: ignore[arg-type, list-item]
        await socket.send(json.dumps({"type": "open", "opponents": [OPPONENTS[number % 5]]}))
        asked = perf_counter()
        while perf_counter() < until:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 10))
            except TimeoutError:
                result.note("table", "silent", asked)
                return
            if message["type"] == "error":
                result.note("table", message["message"], asked)
                return
            if message["type"] != "state":
                continue
            over = message["turn"] is None
            if not over and message["turn"] != message["you"]:
                continue
            result.note("table", "ok", asked)
            await asyncio.sleep(THINKING)
            asked = perf_counter()
            result.hands += over
            await socket.send(json.dumps({"type": "next"} if over else _action(message, rng)))


def _action(state: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    action = {"type": "act", "hand": state["hand"], "decision": state["decision"], "action": "call"}
    least = state["offered"]["raise_min"]
    if least and rng.random() < 0.15:
        action |= {"action": "raise", "to": least}
    return action


# --- a run ----------------------------------------------------------------------------------------


def _megabytes(process: psutil.Process) -> float:
    every = [process, *process.children(recursive=True)]
    return sum(each.memory_info().rss for each in every) / 1e6


def _computed(process: psutil.Process) -> float:
    every = [process, *process.children(recursive=True)]
    return sum(sum(each.cpu_times()[:2]) for each in every)


async def _load(
    options: argparse.Namespace, port: int, process: psutil.Process, result: LoadResult
) -> None:
    async def look() -> None:
        for _ in range(LOOKS - 1):
            await asyncio.sleep(options.seconds / LOOKS)
            result.memory.append(_megabytes(process))

    result.cpu.append(_computed(process))
    result.began = perf_counter()
    await asyncio.gather(
        look(),
        *(_visit(number, port, options.seconds, result) for number in range(options.clients)),
        *(_play(number, port, options.seconds, result) for number in range(options.tables)),
    )
    result.memory.append(_megabytes(process))
    result.cpu.append(_computed(process))


def main(arguments: list[str] | None = None) -> dict[str, Any]:
    """Measure, print the figures, and return them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args(arguments)
    result = LoadResult()
    for _ in range(STARTS - 1):
        with _server(result):
            pass
    with _server(result) as (port, process):
        asyncio.run(_load(options, port, process, result))
    figures = {"machine": describe_machine(), **result.report()}
    text = json.dumps(figures, indent=2)
    print(text)
    if options.json:
        options.json.write_text(f"{text}\n", "utf-8")
    return figures


if __name__ == "__main__":
    main()
