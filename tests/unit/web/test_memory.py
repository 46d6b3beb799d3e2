"""A server that runs for long keeps nothing of what it has answered."""

import http.client
import json
import re
import subprocess
import sys
from pathlib import Path

import psutil

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


def ask(port: int, question: object) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"content-type": "application/json"}
    connection.request("POST", "/api/v1/solve", json.dumps(question), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def test_two_hundred_questions_leave_no_memory_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "handsight", "serve", "--port", "0"]
    command += ["--store", str(tmp_path / "hands.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])  # type: ignore[index]
            memory = psutil.Process(server.pid).memory_info
            for _ in range(10):
                assert ask(port, LARGE) == 400
            before = memory().rss
            for _ in range(200):
                ask(port, LARGE)
            assert memory().rss - before < 100e6
        finally:
            server.terminate()
