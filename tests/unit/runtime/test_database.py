"""Rows that are changed, missing or exchanged are found, and named."""

import sqlite3
from pathlib import Path

import pytest

from handsight.errors import OptionError
from handsight.runtime.database import CheckedTable, Database, DatabaseKind, application_of

KIND = DatabaseKind("list", 7, 2, {"names": "INTEGER", "ages": "TEXT"}, OptionError)
ROWS = [(3, b"Ann"), (5, b"Bob"), (9, b"Cleo")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Database(tmp_path / "a.db", KIND, create=True) as database:
        database.set_up(lambda: CheckedTable[int](database, "names").insert(ROWS))
    return tmp_path / "a.db"


def change(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def names_of(path: Path) -> list[tuple[int, bytes]]:
    with Database(path, KIND) as database:
        return list(CheckedTable[int](database, "names", "name {}".format).rows())


def test_what_was_written_is_read(path: Path) -> None:
    assert names_of(path) == ROWS
    assert application_of(path) == 7
    with Database(path, KIND) as database:
        names = CheckedTable[int](database, "names")
        with database.transaction():
            names.replace(5, b"Bert")
        assert names.values([5, 4]) == {5: b"Bert"}
        assert (names.size, names.has(4), names.get(4)) == (3, False, None)
        names.check()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (["UPDATE names SET value = x'00' WHERE key = 5"], "name 5 cannot be read"),
        (["UPDATE names SET checksum = x'00' WHERE key = 5"], "name 5 cannot be read"),
        (["UPDATE names SET key = 6 WHERE key = 5"], "name 6 cannot be read"),
        (["DELETE FROM names WHERE key = 9"], "it has 2 rows, and 3 were written"),
        (["UPDATE contents SET rows = 2", "DELETE FROM names WHERE key = 9"], "the size of the"),
        (["DELETE FROM contents"], "the size of the table names cannot be read"),
        (
            ["UPDATE names SET value = (SELECT value FROM names WHERE key = 3) WHERE key = 5"],
            "name 5 cannot be read",
        ),
    ],
)
def test_damage_is_found_and_named(path: Path, damage: list[str], message: str) -> None:
    change(path, *damage)
    with pytest.raises(OptionError, match=message):
        names_of(path)


def test_a_size_beyond_all_memory_may_be_damage(path: Path) -> None:
    """SQLite asks for as much memory as a damaged row says that it holds."""
    with (
        Database(path, KIND) as database,
        pytest.raises(OptionError, match=r"not enough memory .*; it may be damaged"),
        database.snapshot(),
    ):
        raise MemoryError


def test_of_an_error_in_a_transaction_nothing_is_left(path: Path) -> None:
    with Database(path, KIND) as database:
        names = CheckedTable[int](database, "names")

        def write() -> None:
            with database.transaction():
                names.insert([(10, b"Dora")])
                names.insert([(3, b"Eve")])

        with pytest.raises(OptionError, match="UNIQUE"):
            write()
        assert names.keys() == [3, 5, 9]


def test_older_and_newer_versions_are_refused(path: Path) -> None:
    change(path, "PRAGMA user_version = 1")
    with pytest.raises(OptionError, match=r"version 1; .* convert it: handsight convert-store"):
        names_of(path)
    change(path, "PRAGMA user_version = 3")
    with pytest.raises(OptionError, match=r"has version 3; this handsight reads version 2$"):
        names_of(path)
