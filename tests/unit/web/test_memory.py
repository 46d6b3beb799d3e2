"""A server that runs for long keeps nothing of what it has answered."""

import http.client
import json
import re
import subprocess
import sys
from pathlib import Path
from time import sleep

import psutil
import pytest

from tests.thorough import up_to

LARGE = {
    "board": "QsJh2h",
    "oop": "100%",
    "ip": "100%",
    "pot": 10,
    "stack": 300,
    "bets": "50%, 100%",
    "raises": "3x",
}
"""A spot whose tree is far too large to solve: 13 GB."""


PATHS = ("/api/v1/solve", "/api/v1/solve/size")
REFUSED = {"/api/v1/solve": 400, "/api/v1/solve/size": 200}
"""The statuses: the size of a tree that is too large is told."""


def ask(port: int, path: str, question: object) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"content-type": "application/json"}
    connection.request("POST", path, json.dumps(question), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def wait_for_rest(process: psutil.Process) -> None:
    """Wait until a process has done nothing for a second: a new server compiles for a while."""
    used = -1.0
    while sum(process.cpu_times()[:2]) - used > 0.05:
        used = sum(process.cpu_times()[:2])
        sleep(1)


@pytest.mark.parametrize("times", [10, pytest.param(up_to(100, 30), marks=pytest.mark.exhaustive)])
def test_many_questions_leave_no_memory_behind(tmp_path: Path, times: int) -> None:
    command = [sys.executable, "-m", "handsight", "serve", "--port", "0"]
    command += ["--store", str(tmp_path / "hands.db"), "--memory", "400"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])  # type: ignore[index]
            process = psutil.Process(server.pid)
            for path in PATHS * 5:
                assert ask(port, path, LARGE) == REFUSED[path]
            wait_for_rest(process)
            before = process.memory_info().rss
            for path in PATHS * times:
                ask(port, path, LARGE)
            assert process.memory_info().rss - before < 100e6
        finally:
            server.terminate()
