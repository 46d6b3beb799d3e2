"""An arena that is killed, at any moment, goes on as if nothing had been."""

import os
import signal
import subprocess
import sys
import time

import pytest

from handsight.arena import ArenaSpec, ArenaStore, export, resume, run_arena
from handsight.arena.sandbox.limits import children_of
from handsight.arena.storage.store import KIND
from handsight.errors import ArenaError
from handsight.runtime.locking import WriteLock
from tests.thorough import up_to
from tests.unit.arena.killing import Killer, is_running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def spec_of(pairs, **options):
    return ArenaSpec(agents=("random", "maniac"), pairs=pairs, seed=7, block=20, **options)


def killed_and_whole(tmp_path, spec, kills, longest, workers=1):
    """Kill an arena so often, then let it finish; give the exports of it and of one left alone."""
    path = tmp_path / "killed.db"
    killer = Killer(spec, path, workers)
    for number in range(10 * kills):
        if killer.kills == kills:
            break
        killer.kill_once(longest if number % 4 else 1.5, while_starting=number % 4 == 0)
    assert killer.kills == kills
    with_hands = 0
    if path.exists():
        with ArenaStore.read(path) as store:
            with_hands = store.result().pairs
            assert not store.result().is_finished
    killer.finish()
    run_arena(spec, tmp_path / "whole.db")
    assert 0 < with_hands < spec.pairs
    return export(path), export(tmp_path / "whole.db")


@pytest.mark.exhaustive
def test_an_arena_that_is_killed_resumes_to_the_same_export(tmp_path):
    killed, whole = killed_and_whole(tmp_path, spec_of(2500), kills=2, longest=0.08)
    assert killed == whole


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
def test_an_arena_that_is_killed_again_and_again_resumes_to_the_same_export(tmp_path, workers):
    pairs, kills = up_to((40_000, 50), (6_000, 8))
    killed, whole = killed_and_whole(tmp_path, spec_of(pairs), kills, 0.15, workers)
    assert killed == whole


def test_the_workers_of_a_killed_arena_end_too_and_its_store_is_free(tmp_path):
    spec = spec_of(100_000)
    killer = Killer(spec, tmp_path / "killed.db", workers=2)
    process = killer.start()
    with process:
        while int(process.stdout.readline()) == 0:
            pass
        workers = children_of(process.pid)
        assert len(workers) >= 2
        with pytest.raises(ArenaError, match="in use"):
            run_arena(spec, tmp_path / "killed.db")
        process.kill()
    deadline = time.monotonic() + 20
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))
    ArenaStore.open(tmp_path / "killed.db", spec).close()


FORKS = """
import os, sys, time
from pathlib import Path
from handsight.arena.storage.store import KIND
from handsight.runtime.locking import WriteLock

lock = WriteLock(Path(sys.argv[1]), KIND)
child = os.fork()
if child:
    print(child, flush=True)
time.sleep(60)
"""


def test_what_a_killed_arena_has_forked_does_not_keep_its_store_locked(tmp_path):
    command = [sys.executable, "-c", FORKS, str(tmp_path / "arena.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        child = int(process.stdout.readline())
        with pytest.raises(ArenaError, match="in use"):
            WriteLock(tmp_path / "arena.db", KIND)
        process.kill()
        process.wait()
        assert is_running(child)
        WriteLock(tmp_path / "arena.db", KIND).release()
        os.kill(child, signal.SIGKILL)  # which closes the other end of the pipe too


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [pytest.param(1, marks=pytest.mark.exhaustive), 2])
def test_ctrl_c_leaves_a_store_that_resumes(tmp_path, workers):
    spec = spec_of(2000)
    killer = Killer(spec, tmp_path / "stopped.db", workers)
    process = killer.start()
    with process:
        while int(process.stdout.readline()) == 0:
            pass
        process.send_signal(signal.SIGINT)
    assert process.returncode in (1, -signal.SIGINT, 130)
    assert not list(tmp_path.glob("*-lock"))
    assert resume(tmp_path / "stopped.db").pairs == 2000
    run_arena(spec, tmp_path / "whole.db")
    assert export(tmp_path / "stopped.db") == export(tmp_path / "whole.db")
