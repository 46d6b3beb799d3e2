"""Running an arena in a process of its own, and killing it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import psutil

PROGRAM = """
import json, sys
from handsight.arena import ArenaSpec, run_arena

def main():
    spec, path, workers = json.loads(sys.argv[1])
    tell = lambda result: print(result.pairs, flush=True)
    run_arena(ArenaSpec.from_json(spec), path, workers=workers, progress=tell)

if __name__ == "__main__":
    main()
"""


class Killer:
    """Starts an arena again and again and kills it at random moments.

    Args:
        spec: what it plays.
        path: its store.
        workers: its processes.
        seed: of the moments.
    """

    def __init__(self, spec, path: Path, workers: int = 1, seed: int = 1) -> None:
        self.told = json.dumps([spec.to_json(), str(path), workers])
        self.program = path.with_suffix(".py")
        self.program.write_text(PROGRAM)
        self.rng = Random(seed)
        self.kills = 0

    def start(self) -> subprocess.Popen:
        command = [sys.executable, str(self.program), self.told]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def kill_once(self, longest: float, while_starting: bool = False) -> bool:
        """Start it, kill it, and say whether that was before its end.

        Args:
            longest: seconds that it may have, after it has played a block.
            while_starting: whether it may be killed before that.
        """
        process = self.start()
        with process:
            if not while_starting:
                process.stdout.readline()
                process.stdout.readline()
            time.sleep(self.rng.uniform(0, longest))
            early = process.poll() is None
            process.send_signal(signal.SIGKILL)
        self.kills += early and process.returncode == -signal.SIGKILL
        return early

    def finish(self) -> None:
        process = self.start()
        process.communicate()
        assert process.returncode == 0


def is_running(process: int) -> bool:
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
