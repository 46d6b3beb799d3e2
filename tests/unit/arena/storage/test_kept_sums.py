"""The sums of blocks that a store keeps: they save time, and never change an answer."""

import sqlite3

import pytest

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.match import BlockTask, play_block
from handsight.arena.storage import store as store_module
from handsight.arena.storage.kept_sums import SUMS
from handsight.arena.storage.store import KIND
from handsight.arena.sums.player_counts import player_counts
from handsight.errors import ArenaError
from handsight.runtime.database import CheckedTable, Database
from handsight.views.arena.report import arena_report
from handsight.views.report import to_json
from tests.unit.arena.agents_for_tests import Raises, Says

SPEC = ArenaSpec(agents=("random", "call"), pairs=120, seed=7, block=40)
SPECS = [
    ArenaSpec(agents=("random", "call", "maniac"), pairs=120, seed=7, block=50),
    ArenaSpec(agents=("random", "call", "maniac"), pairs=60, seed=7, table="all", block=25),
    ArenaSpec(agents=("random", "all-in", "call"), pairs=8, seed=7, format="carry", block=3),
    ArenaSpec(agents=("random", "call"), pairs=300, seed=7, until="20000bb", block=50),
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "arena.db"


def change(path, *statements):
    base = sqlite3.connect(path)
    with base:
        for statement in statements:
            base.execute(statement)
    base.close()


def report(path):
    with ArenaStore.read(path) as store:
        counts = player_counts(store)
        return to_json(arena_report(store.result(), counts, store.first_faults()))


def blocks_with_sums(path):
    with Database(path, KIND) as database:
        return len(CheckedTable(database, SUMS).keys())


def without_sums(path):
    """Make the store as a version without sums writes it."""
    change(path, "DROP TABLE sums", "DELETE FROM contents WHERE name = 'sums'")


@pytest.fixture
def uncounted(monkeypatch):
    """Fail if any block is summed up."""

    def fail(*_):
        raise AssertionError("a block is summed up again")

    return lambda: monkeypatch.setattr(store_module, "sum_block", fail)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("spec", SPECS, ids=["matchups", "one table", "carried", "stopped"])
def test_a_report_from_kept_sums_is_that_of_a_store_without_them(spec, path, uncounted):
    run_arena(spec, path)
    without_sums(path)
    slow = report(path)
    uncounted()
    assert report(path) == slow


def test_the_first_report_of_a_match_sums_nothing_up(path, uncounted):
    run_arena(SPEC, path)
    uncounted()
    assert '"random"' in report(path)


def test_faults_and_remarks_are_in_the_sums(path):
    spec = ArenaSpec(agents=("r", "seven", "call"), pairs=30, block=10)
    agents = {"r": Raises("act"), "seven": Says(7)}
    played = run_arena(spec, path, agents=agents)
    before = report(path)
    with ArenaStore.read(path) as store:
        firsts = {(fault.matchup, fault.slot, fault.kind): fault for fault in store.first_faults()}
        for fault in store.faults():
            place = (fault.matchup, fault.slot, fault.kind)
            assert firsts.pop(place, fault) == fault
        assert not firsts
        for kept, mine in zip(store.result().matchups, played.matchups, strict=True):
            assert kept == mine
    without_sums(path)
    assert report(path) == before


def test_an_older_store_gets_its_sums_with_the_first_report(path):
    run_arena(SPEC, path)
    expected = report(path)
    without_sums(path)
    assert report(path) == expected
    assert blocks_with_sums(path) == 3


def test_an_older_store_that_cannot_be_written_is_reported_too(path):
    run_arena(SPEC, path)
    expected = report(path)
    without_sums(path)
    with ArenaStore.read(path) as store:
        store._database.connection.execute("PRAGMA query_only = 1")
        counts = player_counts(store)
        shown = to_json(arena_report(store.result(), counts, store.first_faults()))
    assert shown == expected
    with pytest.raises(ArenaError, match="the table sums"):
        blocks_with_sums(path)


def test_an_interrupted_arena_of_an_older_store_goes_on_with_sums(path):
    with ArenaStore.open(path, SPEC) as store:
        store.add(play_block(BlockTask(SPEC, 0, 0)))
    without_sums(path)
    run_arena(SPEC, path)
    assert blocks_with_sums(path) == 2
    first = report(path)
    assert blocks_with_sums(path) == 3
    without_sums(path)
    assert report(path) == first


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE sums SET value = x'00' WHERE key = 1",
        "UPDATE sums SET checksum = x'00112233445566778899aabbccddeeff' WHERE key = 1",
        "DELETE FROM sums WHERE key = 1",
        "UPDATE sums SET key = 7 WHERE key = 1",
        "DELETE FROM contents WHERE name = 'sums'",
        "DROP TABLE sums",
    ],
)
def test_damaged_sums_are_noticed_and_computed_again(damage, path, uncounted):
    run_arena(SPEC, path)
    expected = report(path)
    change(path, damage)
    assert report(path) == expected
    assert blocks_with_sums(path) == 3
    uncounted()
    assert report(path) == expected


def test_sums_of_another_version_or_of_other_rows_are_computed_again(path, monkeypatch):
    run_arena(SPEC, path)
    expected = report(path)
    with Database(path, KIND) as database, database.transaction():
        rows = CheckedTable(database, SUMS)
        rows.replace(0, rows.value(1))  # those of another block, with a valid checksum
    assert report(path) == expected
    monkeypatch.setattr("handsight.arena.storage.kept_sums.VERSION", 99)
    assert report(path) == expected
    assert blocks_with_sums(path) == 3


def test_a_damaged_block_is_still_noticed(path):
    run_arena(SPEC, path)
    for table in ("blocks", "logs"):
        content = path.read_bytes()
        change(path, f"UPDATE {table} SET value = x'00' WHERE key = 1")
        with pytest.raises(ArenaError, match="block 1 of matchup 0 cannot be read"):
            report(path)
        path.write_bytes(content)
