"""Standard streams that were closed before the program began."""

import os
import shutil
import subprocess
import sys

import pytest

SHELL = shutil.which("sh")
pytestmark = pytest.mark.skipif(SHELL is None, reason="a shell closes the streams")


def closed(words: str, redirection: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell that closes some of its streams."""
    done = subprocess.run(
        [str(SHELL), "-c", f'"$0" -m handsight {words} {redirection}', sys.executable],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=os.environ,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("words", ["rank AhKhQhJhTh", "rank AhKhQhJhTh --json", "words", "--help"])
def test_what_cannot_be_printed_is_an_error(words: str) -> None:
    done = closed(words, ">&-")
    assert done.returncode == 1
    assert "cannot write: standard output is closed" in done.stderr
    assert done.stderr.startswith('{"error": ' if "--json" in words else "handsight: ")


def test_a_closed_input_is_empty() -> None:
    done = closed("play call --hands 1 --seed 7", "<&-")
    assert (done.returncode, done.stderr.splitlines()[-1]) == (130, "handsight: stopped")
    assert closed("rank -", "<&-").returncode == 0


def test_messages_that_cannot_be_printed_change_no_status() -> None:
    assert closed("rank AhKhQhJhTh", "2>&-").stdout.startswith("royal flush")
    assert closed("rank AhK", "2>&-").returncode == 2
    assert closed("rank AhKhQhJhTh", "<&- >&- 2>&-").returncode == 1


def test_a_command_that_prints_nothing_needs_no_output(tmp_path: object) -> None:
    assert closed(f"arena call fold --pairs 1 --csv {tmp_path}/table.csv", ">&-").returncode == 0
