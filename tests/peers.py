"""What others have built and some tests compare with: how a run tells that a peer is not there.

A test that needs a peer says so in its own place, as `reason` writes it. The closing summary of a
run would have a line for each such place; here they become one line for each peer, which ends with
the command that installs it.
"""

import re
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
REASON = re.compile(r"(?P<peer>.+) is not installed \(extra: (?P<extra>[a-z]+)\)")
CALLED = {
    "open_spiel": "OpenSpiel",
    "pokerkit": "PokerKit",
    "pypokerengine": "PyPokerEngine",
}

Place = tuple[str, int, str]
"""Where a test was skipped, and why: path, line and reason."""


def reason(peer: str, extra: str = "peers") -> str:
    """Say that a peer is not there, by its distribution's name."""
    return f"{CALLED.get(peer, peer)} is not installed (extra: {extra})"


def in_one_place(place: Place) -> Place:
    """Give the line of the extra in place of the test's own, and say what installs the peer."""
    found = REASON.fullmatch(place[2].removeprefix("Skipped: "))
    if found is None:
        return place
    extra = found["extra"]
    command = f'make .venv/.{extra} (or: pip install -e ".[{extra}]")'
    return str(PROJECT), line_of(extra), f"{found['peer']} is not installed; {command}"


def line_of(extra: str) -> int:
    """Give the line of pyproject.toml on which an extra begins."""
    lines = PROJECT.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(f"{extra} = ["))
