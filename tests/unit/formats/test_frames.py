"""Hands as frames: every seat and action is there once, and the numbers are those of the record."""

from dataclasses import replace
from pathlib import Path

import pytest

from handsight.errors import OptionError
from handsight.formats import HandChunk, hand_chunks, phhs_text
from handsight.game import Damaged, Hand, hand_result, random_hands
from tests.unit.formats.hands import LIMIT, history

HANDS = list(random_hands(4, seed=3, hands=25))


@pytest.fixture(scope="module")
def chunk() -> HandChunk:
    return HandChunk(HANDS)


def test_a_hand_is_a_row_with_its_blinds_and_board(chunk: HandChunk) -> None:
    rows = list(chunk.hands.rows())
    assert [row["hand"] for row in rows] == list(range(25))
    for row, hand in zip(rows, HANDS, strict=True):
        assert row["board"] == "".join(str(card) for card in hand.board)
        assert (row["small_blind"], row["big_blind"], row["players"]) == (50, 100, 4)
        assert (row["site"], row["day"], row["money"]) == (None, None, None)


def test_a_seat_is_a_row_whose_net_is_what_it_won(chunk: HandChunk) -> None:
    rows = list(chunk.seats.rows())
    assert len(rows) == 4 * 25
    for row in rows:
        hand, seat = HANDS[row["hand"]], row["seat"]
        assert row["net"] == hand.finishing_stacks[seat] - hand.stacks[seat]
        assert row["hole"] == str(hand.holes[seat][0]) + str(hand.holes[seat][1])
        assert row["position"] == hand.positions[seat]


def test_an_action_is_a_row_in_the_order_of_the_hand(chunk: HandChunk) -> None:
    rows = list(chunk.actions.rows())
    acted = [(number, *record) for number, hand in enumerate(HANDS) for record in hand.actions]
    assert len(rows) == len(acted)
    for row, (number, street, seat, action, chips, all_in) in zip(rows, acted, strict=True):
        assert (row["hand"], row["street"], row["seat"]) == (number, street, seat)
        assert (row["action"], row["amount"], row["chips"]) == (action.kind, action.amount, chips)
        assert row["all_in"] == all_in


def test_chips_of_the_actions_and_posts_are_what_the_players_lose(chunk: HandChunk) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    seats, actions = chunk.seats.to_frame(), chunk.actions.to_frame()
    put_in = seats.set_index(["hand", "seat"])[["ante", "post"]].sum(axis=1)
    put_in = put_in.add(actions.groupby(["hand", "seat"])["chips"].sum(), fill_value=0)
    assert pandas.api.types.is_numeric_dtype(put_in)
    lost = -seats.set_index(["hand", "seat"])["net"]
    assert (lost <= put_in).all()
    assert lost.groupby("hand").sum().abs().max() == 0


def test_without_a_recorded_result_the_hand_is_replayed() -> None:
    hand = history()
    bare = replace(hand, finishing_stacks=None)
    (three,) = [[row["net"] for row in HandChunk([each]).seats.rows()] for each in [bare]]
    assert three == [2600, -100, -2500] == list(hand_result(bare).payoffs)
    unfinished = replace(bare, actions=bare.actions[:1])
    rows = list(HandChunk([unfinished]).seats.rows())
    assert [row["net"] for row in rows] == [None] * 3
    assert [row["finishing_stack"] for row in rows] == [None] * 3


def test_the_structure_and_what_a_record_says_of_the_game_are_columns() -> None:
    told = {"venue": "Stars", "currency": "USD", "year": 2024, "month": 5, "day": 6, "hand": 77}
    row = next(iter(HandChunk([replace(history(LIMIT), metadata=told)]).hands.rows()))
    assert (row["structure"], row["site"], row["day"]) == ("fixed-limit", "Stars", "2024-05-06")
    assert (row["money"], row["currency"], row["number"]) == ("cash", "$", "77")


def test_files_are_read_in_chunks_that_count_on(tmp_path: Path) -> None:
    (tmp_path / "a.phhs").write_text("".join(phhs_text(HANDS[:10])), encoding="utf-8")
    broken = "[1]\nvariant = 5\n"
    (tmp_path / "b.phhs").write_text(broken, encoding="utf-8")
    (tmp_path / "c.phhs").write_text("".join(phhs_text(HANDS[10:])), encoding="utf-8")
    chunks = list(hand_chunks(tmp_path, 8))
    numbers = [row["hand"] for chunk in chunks for row in chunk.hands.rows()]
    assert numbers == list(range(25))
    assert max(len(chunk.hands) for chunk in chunks) == 8
    (fault,) = [row for chunk in chunks for row in chunk.damaged.rows()]
    assert fault["file"].endswith("b.phhs")
    assert fault["reason"].startswith("variant is 5")
    last = {row["hand"] for row in chunks[-1].actions.rows()}
    assert last == set(range(chunks[-1].first, 25))


def test_tables_without_rows_have_the_same_columns(chunk: HandChunk) -> None:
    empty = HandChunk([Damaged("a.phh", 1, "no hand")])
    for name in ("hands", "seats", "actions"):
        assert list(getattr(empty, name).columns) == list(getattr(chunk, name).columns)
    assert len(empty.damaged) == 1


def test_no_column_is_of_objects(chunk: HandChunk) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra: notebook)")
    for frame in (chunk.hands, chunk.seats, chunk.actions, chunk.damaged):
        table = frame.to_frame()
        assert [name for name in table if table[name].dtype == object] == []


def test_a_chunk_has_at_least_a_hand() -> None:
    with pytest.raises(OptionError, match="size is 0; it must be a whole number"):
        next(hand_chunks(HANDS, 0))


def test_hands_can_be_given_as_they_are() -> None:
    def stream() -> list[Hand | Damaged]:
        return [HANDS[0], Damaged("x", 1, "y"), HANDS[1]]

    (one,) = hand_chunks(stream())
    assert (len(one.hands), len(one.damaged)) == (2, 1)
