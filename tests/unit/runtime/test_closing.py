"""Objects that close at the end of a ``with`` block."""

import pytest

from handsight.runtime.closing import Closing


class Door(Closing):
    closed = 0

    def close(self) -> None:
        self.closed += 1


def test_a_block_closes_once_and_hands_over_the_object_itself() -> None:
    door = Door()
    with door as entered:
        assert entered is door
        assert not door.closed
    assert door.closed == 1


def test_an_error_in_the_block_closes_too_and_is_raised() -> None:
    door = Door()
    with pytest.raises(KeyError, match="lost"), door:
        raise KeyError("lost")
    assert door.closed == 1
