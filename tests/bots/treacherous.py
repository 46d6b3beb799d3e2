"""A file that takes its template over while it is loaded, and names another process as its leg."""

import os
import sys
from random import Random
from typing import Any

from handsight.arena import isolation_child
from handsight.game import Action, Observation

VICTIM = int(os.environ.get("HANDSIGHT_TEST_VICTIM", "0"))


class Traitor:
    name = "traitor"

    def act(self, seen: Observation, rng: Random) -> Any:
        return Action.call()


def name_another(*_: object) -> int:
    return VICTIM


if "isolation_child" in " ".join(sys.orig_argv):
    isolation_child.Template._fork = name_another  # type: ignore[method-assign]
