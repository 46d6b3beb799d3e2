"""One program at a time writes a database, and leaves no file of its lock behind."""

from pathlib import Path

import pytest

from handsight.errors import OptionError
from handsight.runtime.database import DatabaseKind
from handsight.runtime.locking import WriteLock

KIND = DatabaseKind("list", 7, 1, {"names": "INTEGER"}, OptionError)


def test_of_two_writers_the_second_is_refused_until_the_first_releases(tmp_path: Path) -> None:
    first = WriteLock(tmp_path / "a.db", KIND)
    with pytest.raises(OptionError, match="in use"):
        WriteLock(tmp_path / "a.db", KIND)
    first.release()
    WriteLock(tmp_path / "a.db", KIND).release()
    assert list(tmp_path.iterdir()) == []


def test_where_an_open_file_cannot_be_removed_it_is_removed_once_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = WriteLock(tmp_path / "a.db", KIND)
    remove, tries = Path.unlink, []

    def unlink(path: Path, missing_ok: bool = False) -> None:
        tries.append(path)
        if len(tries) == 1:
            raise PermissionError(13, "used by another process")
        remove(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    lock.release()
    assert tries == [lock.path, lock.path]
    assert list(tmp_path.iterdir()) == []
    WriteLock(tmp_path / "a.db", KIND).release()
