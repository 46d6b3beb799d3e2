"""Importing hands: from all kinds of files, once each, however often it is broken off."""

import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from handsight.errors import MissingExtraError, OptionError
from handsight.formats import phh_text, phhs_text
from handsight.formats.parts import Chunk
from handsight.game import Damaged, Hand, random_hands
from handsight.opponents.stats import (
    HandCounter,
    ImportReport,
    PlayerStore,
    count_hands,
    import_hands,
)
from handsight.opponents.stats import importing as module
from tests.unit.formats.hands import text_of
from tests.unit.opponents.records import record, text

HANDS = list(random_hands(4, seed=5, hands=30))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PlayerStore]:
    with PlayerStore(tmp_path / "players.db", create=True) as made:
        yield made


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    file = tmp_path / "hands.phhs"
    file.write_text("".join(phhs_text(HANDS)))
    return file


def arena(path: Path, texts: Iterable[object], table: str = "hands", column: str = "phh") -> Path:
    base = sqlite3.connect(path)
    base.execute(f"CREATE TABLE {table} (number INTEGER PRIMARY KEY, {column} TEXT, seed INTEGER)")
    base.executemany(f"INSERT INTO {table} ({column}) VALUES (?)", [(each,) for each in texts])
    base.commit()
    base.close()
    return path


# --- once each ------------------------------------------------------------------------------------


def test_importing_counts_all_hands_and_a_second_time_none(hands: Path, store: PlayerStore) -> None:
    first, second = import_hands(hands, store), import_hands(hands, store)
    assert (first.new, first.known, second.new, second.known) == (30, 0, 0, 30)
    assert (store.hands, store.players()) == (30, count_hands(HANDS))


def test_the_same_hands_are_known_in_an_archive_a_folder_and_an_arena(
    hands: Path, store: PlayerStore, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for number, each in enumerate(HANDS[:20]):
        (folder / f"{number}.phh").write_text(phh_text(each))
    archive = tmp_path / "hands.tgz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(hands, "inside/hands.phhs")
    played = arena(tmp_path / "arena.db", map(phh_text, HANDS[10:]))
    found = [import_hands(path, store) for path in (folder, played, archive, hands)]
    assert [(each.new, each.known) for each in found] == [(20, 0), (10, 10), (0, 30), (0, 30)]
    assert store.players() == count_hands(HANDS)


def test_several_paths_share_a_report(hands: Path, store: PlayerStore, tmp_path: Path) -> None:
    other = tmp_path / "other.phh"
    other.write_text(text("Cleo f", "Ada f"))
    report = ImportReport()
    for path in (hands, other, hands):
        assert import_hands(path, store, report=report) is report
    assert (report.new, report.known) == (31, 30)


def test_a_log_of_the_competition_is_counted(store: PlayerStore, tmp_path: Path) -> None:
    pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
    log = tmp_path / "match.log"
    log.write_text("STATE:0:r300c/cc/cc/cc:AhKh|QsQd/Qh7h2c/3h/2d:300|-300:Ann|Bob\n")
    report = import_hands(log, store)
    assert (report.new, report.unreadable) == (1, [])
    assert set(store.players()) == {"Ann", "Bob"}


# --- what cannot be read --------------------------------------------------------------------------


def test_what_cannot_be_counted_is_told_at_once_and_the_rest_is_counted(
    store: PlayerStore, tmp_path: Path
) -> None:
    texts = [
        text("Cleo f", "Ada f"),
        text("Cleo f", "Ada f")[:-40],
        text("Ada f"),
        text("Cleo f"),
        text_of(),
        "variant = 'PO'",
        text("Cleo f", "Ada f", hand=2),
    ]
    file = tmp_path / "mixed.phhs"
    file.write_text("".join(f"[{n}]\n{each}\n" for n, each in enumerate(texts, 1)))
    told: list[Damaged] = []
    report = import_hands(file, store, on_fault=told.append)
    assert (report.new, report.unreadable, len(report.unsupported)) == (2, told, 1)
    reasons = ("not TOML", "turn of Cleo", "breaks off", "names no players")
    for damaged, reason in zip(told, reasons, strict=True):
        assert reason in damaged.reason
        assert damaged.file == str(file)
        assert damaged.line > 1
    assert store.hands == 2


def test_a_cut_off_archive_gives_the_hands_before_the_cut(
    store: PlayerStore, tmp_path: Path
) -> None:
    archive = tmp_path / "hands.tar"
    with tarfile.open(archive, "w") as packed:
        for number, each in enumerate(HANDS):
            file = tmp_path / f"{number}.phh"
            file.write_text(phh_text(each))
            packed.add(file, file.name)
    archive.write_bytes(archive.read_bytes()[: 5 * 2048 + 700])
    report = import_hands(archive, store)
    assert 0 < report.new < 30
    assert "broken or cut off" in report.unreadable[-1].reason
    assert store.players() == count_hands(HANDS[: report.new])


def test_rows_of_an_arena_that_hold_no_hand_are_told_one_by_one(
    store: PlayerStore, tmp_path: Path
) -> None:
    good = text("Cleo f", "Ada f")
    rows = [good, None, "no hand", "variant = 'PO'", good.encode(), text("Ada f")]
    path = arena(tmp_path / "arena.db", rows)
    report = import_hands(path, store)
    assert (report.new, report.known, len(report.unsupported)) == (1, 1, 1)
    places = [each.file.removeprefix(str(path)) for each in report.unreadable]
    assert places == ["/hands/2", "/hands/3", "/hands/6"]


def test_a_database_without_hands_is_refused(store: PlayerStore, tmp_path: Path) -> None:
    others = arena(tmp_path / "a.db", [], column="text"), arena(tmp_path / "b.db", [], "deals")
    for path in (*others, store.path):
        with pytest.raises(OptionError, match="is a database without hands"):
            import_hands(path, store)


def test_a_broken_database_is_told(store: PlayerStore, tmp_path: Path) -> None:
    path = arena(tmp_path / "arena.db", map(phh_text, HANDS))
    path.write_bytes(path.read_bytes()[:9000])
    report = import_hands(path, store)
    assert len(report.unreadable) == 1
    assert "broken or cut off" in report.unreadable[0].reason


def test_where_there_is_nothing_there_is_an_error(store: PlayerStore, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="there is no file or folder"):
        import_hands(tmp_path / "none.phh", store)


def test_progress_is_told_to_the_end(hands: Path, store: PlayerStore, tmp_path: Path) -> None:
    for path in (hands, arena(tmp_path / "arena.db", map(phh_text, HANDS[:3]))):
        told: list[tuple[int, int]] = []
        import_hands(path, store, progress=lambda done, most, to=told: to.append((done, most)))
        assert told[-1][0] == told[-1][1] > 0


# --- broken off -----------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [0, 2])
def test_what_came_before_an_error_is_kept(
    hands: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    def breaking(chunk: object) -> Iterator[Hand]:
        yield from HANDS[:7]
        raise MissingExtraError("an extra is missing")

    monkeypatch.setattr(module, "read_chunk", breaking)
    with ExitStack() as stack:
        executor = stack.enter_context(ThreadPoolExecutor(workers)) if workers else None
        with pytest.raises(MissingExtraError):
            import_hands(hands, store, executor=executor)
    assert store.players() == count_hands(HANDS[:7])


@pytest.mark.parametrize("stop", [3, 10, 11, 25])
def test_an_import_that_was_broken_off_goes_on_where_it_was(
    hands: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    monkeypatch.setattr(module, "BATCH", 5)
    monkeypatch.setattr("handsight.formats.parts.SIZE", 1)  # each hand is a chunk
    real, numbers = module.read_chunk, count()

    def stopped(chunk: Chunk) -> Iterator[object]:
        for each in real(chunk):
            number = next(numbers)
            if number == stop:
                raise KeyboardInterrupt
            yield each

    with monkeypatch.context() as patched:
        patched.setattr(module, "read_chunk", stopped)
        with pytest.raises(KeyboardInterrupt):
            import_hands(hands, store)
    assert store.hands == 5 * (stop // 5)
    report = import_hands(hands, store)
    assert (report.new, report.known) == (30 - 5 * (stop // 5), 5 * (stop // 5))
    assert store.players() == count_hands(HANDS)


IMPORT = """
import os, sys
from handsight.opponents.stats import PlayerStore, import_hands, importing, store

def die(): os._exit(9)  # at once, as if killed: nothing is closed and nothing taken back

def reading(done, most):
    if done == stop: die()

def writing(writer, finish=store.StoreWriter.finish):
    global stop
    finish(writer)
    stop -= importing.BATCH
    if stop <= 0: die()

importing.BATCH, source, path, when, stop = 7, *sys.argv[1:4], int(sys.argv[4])
if when == "writing": store.StoreWriter.finish = writing
with PlayerStore(path, create=True) as kept:
    import_hands(source, kept, progress=reading if when == "reading" else None)
"""


def killed(source: Path, path: Path, when: str, stop: int) -> None:
    """Import in a process of its own, which dies with so many hands read, or just not written."""
    command = [sys.executable, "-c", IMPORT, str(source), str(path), when, str(stop)]
    assert subprocess.run(command, check=False).returncode == 9


@pytest.mark.exhaustive
def test_an_import_that_is_killed_again_and_again_loses_and_doubles_nothing(tmp_path: Path) -> None:
    many = list(random_hands(6, seed=9, hands=100))
    source, path = arena(tmp_path / "arena.db", map(phh_text, many)), tmp_path / "killed.db"
    stages = []
    for when, stop in (("writing", 5), ("reading", 30), ("writing", 60)):
        killed(source, path, when, stop)
        with PlayerStore(path) as store:
            stages.append(store.hands)
            assert store.players() == count_hands(many[: store.hands])
    assert stages == [0, 28, 56]
    with PlayerStore(path) as store:
        report = import_hands(source, store)
        assert (report.new, report.known) == (44, 56)
        assert store.players() == count_hands(many)


def test_a_hand_that_names_no_players_does_not_stop_the_others(
    store: PlayerStore, tmp_path: Path
) -> None:
    file = tmp_path / "two.phhs"
    file.write_text(f"[1]\n{text_of()}\n[2]\n{phh_text(record('Cleo f', 'Ada f'))}")
    report = import_hands(file, store)
    assert (report.new, len(report.unreadable)) == (1, 1)


# --- workers ------------------------------------------------------------------------------------


def imported(path: Path, file: Path, executor: ThreadPoolExecutor | None, times: int = 1) -> object:
    """Import hands, and give the reports, the faults in order, and the store's bytes."""
    reports, faults = [], list[Damaged]()
    with PlayerStore(path, create=True) as made:
        for _ in range(times):
            told = import_hands(file, made, executor=executor, on_fault=faults.append)
            reports.append(told)
    return reports, faults, path.read_bytes()


@pytest.mark.parametrize("times", [1, 2])
def test_workers_make_the_same_store_to_the_last_byte(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handsight.formats.parts.SIZE", 2000)
    monkeypatch.setattr(module, "BATCH", 10)
    text_of_hands = "".join(phhs_text([*HANDS, *HANDS[:4]])).replace("[7]\nvariant", "[7]\nwariant")
    file = tmp_path / "hands.phhs"
    file.write_text(text_of_hands)
    alone = imported(tmp_path / "one.db", file, None, times)
    with ThreadPoolExecutor(3) as executor:
        assert imported(tmp_path / "three.db", file, executor, times) == alone
    (first, *_), faults, _ = alone
    assert (first.new, first.known, len(faults)) == (29, 4, times)


def test_workers_count_only_the_new_hands_of_a_chunk(tmp_path: Path) -> None:
    few, all_of_them = tmp_path / "few.phhs", tmp_path / "all.phhs"
    few.write_text("".join(phhs_text(HANDS[3:20])))
    all_of_them.write_text("".join(phhs_text(HANDS)))
    counts = []
    with ThreadPoolExecutor(2) as executor:
        for name, those in (("one", None), ("two", executor)):
            with PlayerStore(tmp_path / f"{name}.db", create=True) as made:
                import_hands(few, made)
                told = import_hands(all_of_them, made, executor=those)
                assert (told.new, told.known) == (13, 17)
                counts.append(made.players())
    assert counts[0] == counts[1] == count_hands(HANDS)


def test_running_counts_are_merged_as_counts_are_added() -> None:
    one, other, both = HandCounter(), HandCounter(), HandCounter()
    for number, hand in enumerate(HANDS):
        (one if number % 3 else other).add_record(hand)
        both.add_record(hand)
    one.merge(other)
    assert one.counts == both.counts
