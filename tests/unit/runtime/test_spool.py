"""Sequences in temporary files: the same as lists, in memory and on disk."""

from collections.abc import Iterator

import pytest

from handsight.errors import OptionError
from handsight.runtime import spool
from handsight.runtime.spool import Spool

ITEMS = [f"hand {number} " * number for number in range(200)]


@pytest.fixture(params=[spool.MOST_IN_MEMORY, 50])
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spool[str]]:
    monkeypatch.setattr(spool, "MOST_IN_MEMORY", request.param)
    with Spool(str.encode, bytes.decode) as kept:
        yield kept


def test_a_spool_reads_like_a_list(kept: Spool[str]) -> None:
    assert not kept
    for item in ITEMS:
        kept.append(item)
    assert len(kept) == 200
    assert list(kept) == ITEMS
    assert (kept[0], kept[17], kept[-1]) == (ITEMS[0], ITEMS[17], ITEMS[-1])
    assert kept[190:] == ITEMS[190:]
    assert kept[::-50] == ITEMS[::-50]
    assert list(reversed(kept)) == ITEMS[::-1]
    with pytest.raises(IndexError):
        kept[200]


def test_readers_and_the_writer_do_not_disturb_each_other(kept: Spool[str]) -> None:
    for item in ITEMS[:100]:
        kept.append(item)
    one, other = iter(kept), iter(kept)
    read = [next(one), next(one), next(other)]
    kept.append(ITEMS[100])
    assert [*read, next(other)] == [*ITEMS[:2], *ITEMS[:2]]
    assert [*one] == ITEMS[2:101]


def test_a_full_disk_is_an_error_that_says_what_helps(
    kept: Spool[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept._file, "write", full)
    with pytest.raises(OptionError, match="No space left on device; set TMPDIR to a folder with"):
        kept.append("hand")
