"""Stores of older versions are converted without loss, whole or not at all."""

import sqlite3
from hashlib import sha256

import pytest
from click.testing import CliRunner

from handsight.arena import ArenaSpec, ArenaStore, export, resume, run_arena
from handsight.arena.storage.conversion import convert_store
from handsight.arena.storage.secret import secret_beside, write_secret
from handsight.cli.main import main
from handsight.errors import ArenaError
from handsight.formats import phh_text
from handsight.opponents.stats import PlayerStore, import_hands
from tests.stores import V1_DIGEST, V2_DIGEST, players_version_1, version_1, version_2

SECRET = bytes(range(32))
MAKERS = {1: version_1, 2: version_2}


def rows_of(path, query):
    base = sqlite3.connect(path)
    rows = base.execute(query).fetchall()
    base.close()
    return rows


def change(path, statement):
    base = sqlite3.connect(path)
    base.execute(statement)
    base.commit()
    base.close()


@pytest.mark.parametrize(("version", "digest"), [(1, V1_DIGEST), (2, V2_DIGEST)])
def test_the_export_is_the_same_to_the_byte(version, digest, tmp_path):
    old = MAKERS[version](tmp_path / "old.db")
    before = old.read_bytes()
    convert_store(old, tmp_path / "new.db")
    assert sha256(export(tmp_path / "new.db").encode()).hexdigest() == digest
    assert old.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["new.db", "old.db"]
    assert (tmp_path / "new.db").stat().st_size < old.stat().st_size


@pytest.mark.parametrize("version", [1, 2])
def test_every_hand_is_the_same_phh(version, tmp_path):
    old = MAKERS[version](tmp_path / "old.db")
    convert_store(old, tmp_path / "new.db")
    query = "SELECT phh FROM hands ORDER BY matchup, pair, leg, hand"
    with ArenaStore.read(tmp_path / "new.db") as store:
        assert [(phh_text(hand.record),) for hand in store.hands()] == rows_of(old, query)


def test_results_faults_and_traces_are_the_same(tmp_path):
    old, new = version_2(tmp_path / "old.db"), tmp_path / "new.db"
    convert_store(old, new)
    columns = "matchup, pair, leg, hand, decision, slot, kind, detail"
    query = f"SELECT {columns}, coalesce(trace, '') FROM faults NATURAL LEFT JOIN traces"
    with ArenaStore.read(new) as store:
        faults, result = list(store.faults()), store.result()
        assert store.secret() == SECRET
        assert store.secret_text() == SECRET.hex()
    assert faults == rows_of(old, f"{query} ORDER BY {columns}")
    assert any(fault.trace for fault in faults)
    assert result.is_finished
    times = rows_of(old, "SELECT decisions, seconds, longest FROM blocks WHERE matchup = 1")
    for slot in (0, 1):
        found = result.matchups[1].slots[slot]
        assert found.decisions == sum(eval(row[0])[slot] for row in times)
        assert found.seconds == pytest.approx(sum(eval(row[1])[slot] for row in times), rel=1e-15)
        assert found.longest == max(eval(row[2])[slot] for row in times)


def test_a_secret_that_is_kept_beside_a_store_is_kept_beside_the_new_one(tmp_path):
    old, new = version_2(tmp_path / "old.db"), tmp_path / "new.db"
    change(old, "UPDATE secret SET value = NULL")
    write_secret(secret_beside(old), SECRET)
    convert_store(old, new)
    assert secret_beside(new).read_bytes() == secret_beside(old).read_bytes()
    with ArenaStore.read(new) as store:
        assert store.secret_text() is None
        assert store.secret() == SECRET


def test_a_converted_store_goes_on_as_the_old_one_would_have(tmp_path):
    old, new = version_1(tmp_path / "old.db"), tmp_path / "new.db"
    spec = ArenaSpec(agents=("random", "call"), pairs=2, seed=7, deal="apart")
    convert_store(old, new)
    run_arena(spec, tmp_path / "whole.db")
    assert resume(new).is_finished
    assert export(new) == export(tmp_path / "whole.db")


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ("DELETE FROM hands WHERE pair = 1 AND leg = 0 AND matchup = 0", "block 1 of matchup 0"),
        ("UPDATE hands SET phh = 'no hand' WHERE pair = 1 AND matchup = 2", "block 1 of matchup 2"),
        ("DELETE FROM pairs WHERE pair = 1 AND matchup = 0", "block 1 of matchup 0"),
        ("UPDATE blocks SET seconds = '[1.0]' WHERE block = 1", "block 1 of matchup 0"),
        ("UPDATE faults SET slot = -1 WHERE matchup = 1", "block 0 of matchup 1"),
        (
            "UPDATE faults SET pair = 9",
            "the table faults cannot be read: it has rows that belong to no block",
        ),
        ("UPDATE arena SET spec = '{}'", "its specification"),
        ("UPDATE secret SET fingerprint = x'00'", "its secret"),
        ("DELETE FROM secret", "its secret"),
    ],
)
def test_a_damaged_store_is_not_converted(damage, message, tmp_path):
    old = version_2(tmp_path / "old.db")
    change(old, damage)
    with pytest.raises(ArenaError, match=message):
        convert_store(old, tmp_path / "new.db")
    assert [each.name for each in tmp_path.iterdir()] == ["old.db"]


def test_no_file_is_replaced_and_no_store_of_today_converted(tmp_path):
    old, new = version_1(tmp_path / "old.db"), tmp_path / "new.db"
    new.write_text("my notes")
    with pytest.raises(ArenaError, match=r"the file '.*new\.db' already exists; name a new one"):
        convert_store(old, new)
    assert new.read_text() == "my notes"
    new.unlink()
    convert_store(old, new)
    with pytest.raises(ArenaError, match="already has version 3"):
        convert_store(new, tmp_path / "newer.db")
    with pytest.raises(ArenaError, match="there is no arena store"):
        convert_store(tmp_path / "none.db", tmp_path / "newer.db")


def test_progress_is_told_to_the_end(tmp_path):
    done = []
    old = version_2(tmp_path / "old.db")
    convert_store(old, tmp_path / "new.db", lambda *numbers: done.append(numbers))
    assert done == [(number, 9) for number in range(1, 10)]


def test_one_command_converts_stores_of_arenas_and_of_players(tmp_path):
    old, new = version_2(tmp_path / "old.db"), tmp_path / "new.db"
    result = CliRunner().invoke(main, ["convert-store", str(old), str(new)])
    assert (result.exit_code, result.stderr) == (0, f"written to {new}\n")
    assert sha256(export(new).encode()).hexdigest() == V2_DIGEST
    old, new = players_version_1(tmp_path / "p.db"), tmp_path / "players.db"
    result = CliRunner().invoke(main, ["convert-store", str(old), str(new)])
    assert (result.exit_code, result.stderr) == (0, f"written to {new}\n")
    with PlayerStore(new) as store:
        assert store.hands == 20


def test_hands_of_an_old_store_and_of_its_conversion_are_the_same_hands(tmp_path):
    old, new = version_1(tmp_path / "old.db"), tmp_path / "new.db"
    convert_store(old, new)
    with PlayerStore(tmp_path / "players.db", create=True) as players:
        first, second = import_hands(old, players), import_hands(new, players)
    assert (first.new, first.known, second.new, second.known) == (4, 0, 0, 4)
