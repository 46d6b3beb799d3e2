"""A shipped table is checked before anything is read from it."""

from hashlib import sha256
from pathlib import Path

import pytest

from handsight.errors import HandsightError
from handsight.ranges import shipped
from handsight.ranges.class_equities import EQUITY_TABLE, NINE_HANDED_DIGEST, NINE_HANDED_TABLE
from handsight.ranges.shipped import read_checked, shipped_path

TABLE, DIGEST = NINE_HANDED_TABLE, NINE_HANDED_DIGEST


@pytest.mark.parametrize("name", [EQUITY_TABLE, TABLE])
def test_a_shipped_table_stands_where_it_is_looked_for(name: str) -> None:
    assert shipped_path(name).is_file()


def test_a_table_with_its_digest_is_read_to_the_byte() -> None:
    assert sha256(read_checked(TABLE, DIGEST)).hexdigest() == DIGEST


def test_an_altered_table_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    altered = tmp_path / TABLE
    altered.write_bytes(shipped_path(TABLE).read_bytes().replace(b"1", b"2", 1))
    monkeypatch.setattr(shipped, "shipped_path", lambda name: altered)
    with pytest.raises(HandsightError, match=rf"{TABLE} .* was altered; .* handsight\.papers"):
        read_checked(TABLE, DIGEST)


def test_a_table_that_is_gone_is_an_error_of_ours() -> None:
    with pytest.raises(HandsightError, match=r"table data/none\.json .* cannot be read: No such"):
        read_checked("none.json", DIGEST)


def test_line_ends_that_were_changed_on_the_way_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    altered = tmp_path / TABLE
    altered.write_bytes(shipped_path(TABLE).read_bytes().replace(b"\n", b"\r\n"))
    monkeypatch.setattr(shipped, "shipped_path", lambda name: altered)
    with pytest.raises(HandsightError, match="was altered"):
        read_checked(TABLE, DIGEST)
