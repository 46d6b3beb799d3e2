"""The whole table of matchups, made anew."""

import pytest

from handsight.papers.matchup_table import rows_of
from handsight.ranges.matchups import DIGEST, TABLE, canonical_cards, unpack
from handsight.ranges.shipped import read_checked

pytestmark = pytest.mark.exhaustive


def test_the_shipped_table_has_all_matchups_as_they_are_counted_anew() -> None:
    shipped = unpack(read_checked(TABLE, DIGEST)).tolist()
    assert list(map(list, rows_of(canonical_cards().tolist()))) == shipped
