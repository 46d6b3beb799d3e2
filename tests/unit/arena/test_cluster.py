"""An arena on the workers of a Dask scheduler: to the byte what one process plays."""

import os
import signal
import subprocess
import sys
import time

import pytest

from handsight import cluster_executor
from handsight.agents import AgentSpec
from handsight.agents.registry import in_project
from handsight.arena import ArenaSpec, ArenaStore, export, resume, run_arena
from handsight.arena.bot_files import pack_bot
from handsight.arena.player_factory import can_sandbox
from handsight.errors import ClusterError, OptionError
from handsight.runtime import cluster as cluster_module
from tests.clusters import distributed, local_cluster
from tests.unit.arena.agents_for_tests import Says

isolating = pytest.mark.skipif(not can_sandbox(), reason="this system cannot isolate")

BOT = """
from pathlib import Path
from game.habits import share
from .names import NAME

CALLS = float(Path(__file__).with_name("weights.txt").read_text())

class Bot:
    name = NAME

    def act(self, seen, rng):
        if rng.random() < 0.02:
            raise ValueError(f"no idea in {__file__}")
        return "call" if rng.random() < share(CALLS) else "fold"
"""


@pytest.fixture(scope="module")
def cluster():
    with local_cluster(2) as started:
        yield started


@pytest.fixture
def executor(cluster):
    with cluster_executor(cluster.scheduler_address) as connected:
        yield connected


def spec_of(*agents, **options):
    options = {"pairs": 200, "seed": 7, "block": 10, **options}
    return ArenaSpec(agents=agents or ("random", "maniac", "call"), **options)


def write_project(folder):
    """Write a project with a package at its root, relative imports and data beside the bot."""
    files = {
        "README.md": "",
        "game/__init__.py": "",
        "game/habits.py": "def share(calls):\n    return calls / 2\n",
        "bots/__init__.py": "",
        "bots/names.py": "NAME = 'travels'\n",
        "bots/weights.txt": "1.4",
        "bots/bot.py": BOT,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "bots" / "bot.py"


def pids(cluster):
    """Give the processes of the workers by address."""
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        return client.run(os.getpid)


# --- the same bytes -------------------------------------------------------------------------------


def test_a_worker_that_is_killed_changes_no_byte(cluster, tmp_path):
    spec = spec_of(pairs=100, block=4)
    killed = []

    def kill_one(result):
        busy = [each for each, chunks in executor._client.processing().items() if chunks]
        # Workers that are quick may have done all that waits; then the next block is looked at.
        if result.pairs >= 12 and busy and not killed:
            killed.append(processes[busy[0]])
            os.kill(killed[0], signal.SIGKILL)

    processes = pids(cluster)
    with cluster_executor(cluster.scheduler_address) as executor:
        shared = run_arena(spec, tmp_path / "b.db", executor=executor, progress=kill_one)
    alone = run_arena(spec, tmp_path / "a.db")
    assert killed
    assert shared.hands == alone.hands == 3 * 100 * 2
    assert export(tmp_path / "b.db") == export(tmp_path / "a.db")


def test_a_stop_rule_stops_at_the_same_block(executor, tmp_path):
    spec = spec_of("random", "fold", pairs=400, until="decided")
    run_arena(spec, tmp_path / "a.db")
    run_arena(spec, tmp_path / "b.db", executor=executor)
    assert export(tmp_path / "b.db") == export(tmp_path / "a.db")


def test_objects_of_a_module_play_on_workers(executor, tmp_path):
    spec, agents = spec_of("seven", "call", pairs=30), {"seven": Says(7)}
    run_arena(spec, tmp_path / "a.db", agents=agents)
    run_arena(spec, tmp_path / "b.db", agents=agents, executor=executor)
    assert export(tmp_path / "b.db") == export(tmp_path / "a.db")


# --- bots in files --------------------------------------------------------------------------------


def test_bots_with_a_network_go_to_no_scheduler_that_they_could_use(executor, tmp_path):
    spec = spec_of("call", str(write_project(tmp_path / "project")), pairs=1, network=True)
    with pytest.raises(OptionError, match="without TLS, outside their sandboxes"):
        run_arena(spec, executor=executor)


@isolating
def test_a_bot_goes_to_the_workers_with_its_project(executor, tmp_path):
    bot = write_project(tmp_path / "project")
    rooted = in_project(str(bot), tmp_path / "project")
    spec = spec_of("maniac", rooted, pairs=30, block=5)
    secret = tmp_path / "kept" / "secret"
    secret.parent.mkdir()
    run_arena(spec, tmp_path / "a.db", secret=secret)

    def move_away(result):
        if result.pairs == 5:  # the workers have files of their own
            bot.parent.rename(tmp_path / "project" / "elsewhere")

    run_arena(spec, tmp_path / "b.db", secret=secret, executor=executor, progress=move_away)
    assert export(tmp_path / "b.db") == export(tmp_path / "a.db")
    with ArenaStore.read(tmp_path / "a.db") as one, ArenaStore.read(tmp_path / "b.db") as other:
        said = [[fault.detail for fault in store.faults()] for store in (one, other)]
    assert said[0] == said[1] != []


def test_the_same_project_is_the_same_bytes_and_nothing_hidden_goes_with_it(tmp_path):
    packed = []
    for name in ("one", "other"):
        bot = write_project(tmp_path / name)
        (bot.parent / ".env").write_text("PASSWORD=1")
        (bot.parent / "arena.db").write_text("cards")
        (bot.parent / "arena.db-wal").write_text("cards")
        (bot.parent / "passwd").symlink_to("/etc/passwd")
        (tmp_path / name / ".git").mkdir()
        packed.append(pack_bot(AgentSpec.parse(str(bot)), [bot.parent / "arena.db"]))
    assert packed[0].packed == packed[1].packed
    assert packed[0].file == "bots/bot.py"
    for kept_back in (b".env", b"arena.db", b"passwd", b".git"):
        assert kept_back not in packed[0].packed
    assert b"bots/weights.txt" in packed[0].packed


def test_a_project_that_is_too_large_stays(tmp_path):
    bot = write_project(tmp_path)
    with (tmp_path / "data.bin").open("wb") as file:
        file.truncate(50_000_001)
    with pytest.raises(OptionError, match=r"has 50 MB in \d+ files; at most 50 MB"):
        pack_bot(AgentSpec.parse(str(bot)))


def test_a_bot_that_imports_from_a_folder_not_above_it_stays(tmp_path, monkeypatch):
    (tmp_path / "here" / "shared_habits").mkdir(parents=True)
    (tmp_path / "here" / "shared_habits" / "__init__.py").touch()
    bot = tmp_path / "there" / "bot.py"
    bot.parent.mkdir()
    bot.write_text("import shared_habits\nclass Bot:\n    def act(self, seen, rng): ...\n")
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(OptionError, match="which is not above it"):
        pack_bot(AgentSpec.parse(str(bot)))


def test_a_root_that_the_user_has_named_goes_with_the_project(tmp_path):
    bot = write_project(tmp_path / "project")
    (tmp_path / "project" / "far.txt").write_text("needed")
    sent = pack_bot(AgentSpec.parse(in_project(str(bot), tmp_path / "project")))
    assert (sent.folder, sent.file, sent.root) == (tmp_path / "project", "bots/bot.py", ".")
    assert b"far.txt" in sent.packed


@isolating
def test_a_package_that_a_worker_lacks_is_named_with_the_worker(executor, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("import no_such_package\nclass Bot:\n    def act(self, seen, rng): ...\n")
    told = r"the worker tcp://127.*not installed \(no_such_package\): pip install no_such_package"
    with pytest.raises(OptionError, match=told):
        run_arena(spec_of("call", str(bot)), executor=executor)


# --- what goes wrong ------------------------------------------------------------------------------


def test_another_version_on_a_worker_is_refused(executor, monkeypatch):
    monkeypatch.setattr(cluster_module, "_sources", lambda: "those of another version")
    with pytest.raises(
        ClusterError, match=r"the worker tcp://127.*a different version of handsight"
    ):
        run_arena(spec_of(), executor=executor)


def test_a_scheduler_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    with (
        pytest.raises(ClusterError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"),
        cluster_executor("127.0.0.1:9"),
    ):
        pass


def test_a_scheduler_without_workers_is_named(monkeypatch):
    monkeypatch.setattr(cluster_module, "PATIENCE", 0.5)
    with (
        local_cluster(0) as empty,
        pytest.raises(ClusterError, match="has no workers"),
        cluster_executor(empty.scheduler_address),
    ):
        pass


@pytest.mark.exhaustive
def test_work_that_ends_every_worker_is_given_up(cluster):
    with (
        pytest.raises(ClusterError, match="4 workers ended while doing the same work"),
        cluster_executor(cluster.scheduler_address) as executor,
    ):
        executor.submit(os._exit, 1).result()


INTERRUPTED = """
import sys, time
from handsight import cluster_executor
from handsight.arena import ArenaSpec, run_arena

def show(done):
    print(done.pairs, flush=True)
    time.sleep(0.05)

spec = ArenaSpec(agents=("random", "maniac"), pairs=4000, seed=7, block=10)
with cluster_executor(sys.argv[1]) as executor:
    run_arena(spec, sys.argv[2], executor=executor, progress=show)
"""
"""Plays for at least twenty seconds, so that no interrupt comes too late on a busy machine."""


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are signals here")
def test_ctrl_c_leaves_a_store_that_resumes_and_workers_that_are_free(cluster, tmp_path):
    store = tmp_path / "b.db"
    command = [sys.executable, "-c", INTERRUPTED, cluster.scheduler_address, str(store)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while int(process.stdout.readline()) == 0:
            pass
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert said.rstrip().endswith("KeyboardInterrupt")
    with cluster_executor(cluster.scheduler_address) as executor:
        deadline = time.monotonic() + 20
        while any(executor._client.processing().values()) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not any(executor._client.processing().values())
        with ArenaStore.read(store) as opened:
            assert 0 < opened.result().pairs < 4000
        resume(store, executor=executor)
    run_arena(spec_of("random", "maniac", pairs=4000), tmp_path / "a.db")
    assert export(store) == export(tmp_path / "a.db")
