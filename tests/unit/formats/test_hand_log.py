"""The compact log of hands reads as the hands that were written."""

import zlib
from dataclasses import replace

import pytest
from msgspec import msgpack

from handsight.errors import HistoryError
from handsight.formats import phh_text
from handsight.formats.hand_log import HandRow, decode_hands, encode_hands
from handsight.game import random_hands


def rows(seats: int, hands: int = 60) -> list[HandRow]:
    return [
        HandRow(number, 0, int(hand.number or 0), (1, -1), hand)
        for number, hand in enumerate(random_hands(seats, seed=seats, hands=hands))
    ]


@pytest.mark.parametrize("seats", range(2, 11))
def test_hands_are_read_as_they_were_written(seats: int) -> None:
    written = rows(seats)
    read = decode_hands(encode_hands(written))
    assert read == written
    assert [phh_text(row.record) for row in read] == [phh_text(row.record) for row in written]


def test_cards_that_are_not_known_and_platforms_are_kept() -> None:
    (row,) = rows(3, hands=1)
    hand = replace(row.record, holes=(None, *row.record.holes[1:]), platform="toy", players=())
    written = [row._replace(record=hand), row]
    assert decode_hands(encode_hands(written)) == written


def test_a_log_is_much_smaller_than_phh() -> None:
    written = rows(2, hands=200)
    text = "".join(phh_text(row.record) for row in written)
    assert len(encode_hands(written)) < len(text) / 6


@pytest.mark.repeats(26)
@pytest.mark.parametrize("place", range(3, 16))
@pytest.mark.parametrize("odd", [None, -1, 10**9, "x", [], [255], b"\xff", [[1]]])
def test_what_is_no_log_is_an_error_of_ours(place: int, odd: object) -> None:
    held = msgpack.decode(zlib.decompress(encode_hands(rows(3, hands=2))))
    held[2][0][place] = odd
    log = zlib.compress(msgpack.encode(held))
    if (place, odd) in ((3, [255]), *((free, []) for free in (3, 9, 12, 13, 14))):
        decode_hands(log)  # a list that can stand there
        return
    with pytest.raises(HistoryError, match="this is not a log of hands"):
        decode_hands(log)


@pytest.mark.parametrize("log", [b"", b"x", zlib.compress(b""), zlib.compress(b"\xc0")])
def test_other_bytes_are_an_error_of_ours(log: bytes) -> None:
    with pytest.raises(HistoryError, match="this is not a log of hands"):
        decode_hands(log)
