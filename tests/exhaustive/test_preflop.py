"""The whole table of equities, made anew."""

import pytest

from handsight.papers.pocket_equities import shipped_table, table_of
from handsight.preflop.classes import CLASSES

pytestmark = pytest.mark.exhaustive


def test_the_shipped_table_is_what_its_generator_makes_to_the_byte() -> None:
    assert table_of(CLASSES).encode() == shipped_table().read_bytes()
