"""A file that takes over what runs in its process while it is loaded."""

import os
import signal
import sys
from random import Random
from typing import Any

from handsight.arena.sandbox import server
from handsight.game import Action, Observation


class Traitor:
    """Wants a process of others ended: it asks the server to, and tries itself."""

    name = "traitor"

    def __init__(self, victim: int = 0) -> None:
        self.victim = victim

    def act(self, seen: Observation, rng: Random) -> Any:
        for each in range(256):
            try:
                os.write(each, b"E%d" % self.victim)
            except OSError:
                continue
        for kill in (os.kill, os.killpg):
            try:
                kill(self.victim, signal.SIGKILL)
            except OSError:
                continue
        return Action.call()


if "handsight.arena.sandbox.server" in " ".join(sys.orig_argv):
    server.Server._fork = lambda *_: os.getppid()  # type: ignore[method-assign]
    server.Guard.watch = lambda *_: None  # type: ignore[method-assign]
    server.end_descendants = lambda *_: {}
