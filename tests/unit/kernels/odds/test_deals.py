"""Random deals: every card equally likely, none twice, and the same for the same states."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.odds.deals import (
    BLOCK,
    FRACTION_BITS,
    STATE_WORDS,
    FixedArrays,
    draw_places,
    find_best,
    follow_swaps,
    lay_out,
    make_room,
    mark_sharers,
    next_fractions,
    play_deals,
    turn_into_bits,
)
from handsight.runtime.seeds import raw_words
from tests.naive import ranking

HOLE, BOARD, DEAD = CardSet("KcAc"), CardSet("2s5h9d"), CardSet("2c3cQhAs")
ABSENT = np.array(sorted(card.index for card in HOLE | BOARD | DEAD), np.uint8)


def states_of(seed: int) -> NDArray[np.uint64]:
    return raw_words(seed, count=STATE_WORDS * BLOCK).reshape(STATE_WORDS, BLOCK)


def deal_block(
    states: NDArray[np.uint64], absent: NDArray[np.uint8], drawn: int
) -> NDArray[np.uint8]:
    """Draw cards for one block: places of bits, uint8[drawn, BLOCK]."""
    swaps, places = np.empty((drawn, BLOCK), np.uint8), np.empty((drawn, BLOCK), np.uint8)
    draw_places(states, np.empty(BLOCK, np.uint64), 52 - absent.size, swaps)
    follow_swaps(swaps, places)
    turn_into_bits(places, absent)
    return places


def cards_of(mask: int) -> list[int]:
    return [4 * (bit % 16) + bit // 16 for bit in range(64) if mask >> bit & 1]


def table_of(*holes: CardSet | None) -> FixedArrays:
    """Seat players with known hands, or any (None), at the flop."""
    masks = [0 if hole is None else hole.mask for hole in holes]
    rows, drawn = [], 2
    for mask in masks:
        rows.append(drawn)
        drawn += 0 if mask else 2
    known = np.array(masks, np.uint64), np.array(rows, np.int64)
    return FixedArrays(ABSENT, *known, np.uint64(BOARD.mask), 2)


def laid_out(states: NDArray[np.uint64], table: FixedArrays) -> list[list[int]]:
    """Deal one block from the flop and give everyone's masks, trial by trial."""
    drawn = 2 + 2 * int((table.holes == 0).sum())
    bits = deal_block(states, table.absent, drawn)
    room = make_room(len(table.holes))
    lay_out(bits, table, room)
    return room.masks.T.tolist()


# --- the cards ------------------------------------------------------------------------------------


def test_every_live_card_comes_equally_often_at_every_place() -> None:
    states, blocks, drawn = states_of(1), 400, 6
    live = 52 - ABSENT.size
    counts = np.zeros((drawn, 64), np.int64)
    for _ in range(blocks):
        bits = deal_block(states, ABSENT, drawn)
        for place in range(drawn):
            counts[place] += np.bincount(bits[place], minlength=64)
    expected = blocks * BLOCK / live
    sigma = (expected * (1 - 1 / live)) ** 0.5
    bits_live = [bit for bit in range(64) if (CardSet.full() - HOLE - BOARD - DEAD).mask >> bit & 1]
    assert counts[:, bits_live].sum() == drawn * blocks * BLOCK
    assert np.abs(counts[:, bits_live] - expected).max() < 5 * sigma


def test_every_ordered_pair_of_a_small_deck_comes_equally_often() -> None:
    states, blocks = states_of(2), 200
    absent = np.arange(5, 52, dtype=np.uint8)
    pairs: Counter[tuple[int, int]] = Counter()
    for _ in range(blocks):
        first, second = deal_block(states, absent, 2).tolist()
        pairs.update(zip(first, second, strict=True))
    expected = blocks * BLOCK / 20
    assert len(pairs) == 20
    assert max(abs(count - expected) for count in pairs.values()) < 5 * expected**0.5


@pytest.mark.pure_python
@pytest.mark.parametrize("absent", [[], [0], [51], [0, 1, 2, 50, 51], list(range(3, 44))])
def test_absent_cards_never_come_and_none_comes_twice(absent: list[int]) -> None:
    gone = CardSet(absent)
    live = [bit for bit in range(64) if (CardSet.full() - gone).mask >> bit & 1]
    bits = deal_block(states_of(3), np.array(absent, np.uint8), 9)
    assert set(np.unique(bits)) <= set(live)
    assert all(len(set(trial)) == 9 for trial in bits.T.tolist())


@pytest.mark.pure_python
def test_a_whole_deck_can_be_dealt_to_the_last_card() -> None:
    absent = np.arange(42, dtype=np.uint8)
    bits = deal_block(states_of(4), absent, 10)
    assert {tuple(sorted(trial)) for trial in bits.T.tolist()} == {
        tuple(bit for bit in range(64) if CardSet(range(42, 52)).mask >> bit & 1)
    }


@pytest.mark.pure_python
def test_everyone_gets_two_cards_of_his_own_and_the_same_board() -> None:
    for ours, *others in laid_out(states_of(5), table_of(HOLE, None, None, None)):
        board = ours & ~HOLE.mask
        assert ours & HOLE.mask == HOLE.mask
        assert board & BOARD.mask == BOARD.mask
        assert board.bit_count() == 5
        own = [each & ~board for each in others]
        assert [each & board for each in others] == [board] * 3
        assert [each.bit_count() for each in own] == [2, 2, 2]
        assert (board | sum(own) | HOLE.mask).bit_count() == 5 + 6 + 2
        assert not (board | sum(own)) & DEAD.mask


# --- the words ------------------------------------------------------------------------------------


@pytest.mark.pure_python
def test_equal_states_deal_equal_cards_and_move_on() -> None:
    states, again = states_of(6), states_of(6)
    first = deal_block(states, ABSENT, 6)
    assert np.array_equal(first, deal_block(again, ABSENT, 6))
    assert np.array_equal(states, again)
    assert not np.array_equal(first, deal_block(states, ABSENT, 6))


@pytest.mark.pure_python
def test_fractions_are_the_upper_bits_of_what_the_generator_gives() -> None:
    """Worked out by its definition, with integers that do not wrap around by themselves."""
    states, fractions = states_of(7), np.empty(BLOCK, np.uint64)
    whole, word = [row.tolist() for row in states], (1 << 64) - 1

    def rotate(bits: int, by: int) -> int:
        return (bits << by | bits >> (64 - by)) & word

    for _ in range(2):
        next_fractions(states, fractions)
        for trial, (a, b, c, d) in enumerate(zip(*whole, strict=True)):
            given = (rotate((a + d) & word, 23) + a) & word
            assert int(fractions[trial]) == given >> (64 - int(FRACTION_BITS))
            c, d = c ^ a, d ^ b
            mixed = (a ^ d, b ^ c, c ^ (b << 17 & word), rotate(d, 45))
            for row, value in zip(whole, mixed, strict=True):
                row[trial] = value
    assert states.tolist() == whole


# --- the tally ------------------------------------------------------------------------------------


@pytest.mark.pure_python
def test_those_with_the_best_score_share() -> None:
    rows = [[5, 5, 5, 5, 0, 7], [4, 5, 6, 5, 0, 8], [3, 1, 6, 5, 0, 2**29]]
    scores = np.zeros((3, BLOCK), np.uint32)
    scores[:, :6] = rows
    best, sharers = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    find_best(scores, best)
    mark_sharers(scores, best, sharers)
    assert best[:6].tolist() == [5, 5, 6, 5, 0, 2**29]
    assert sharers[:6].tolist() == [0b001, 0b011, 0b110, 0b111, 0b111, 0b100]


OTHER, THIRD = CardSet("QdQs"), CardSet("8h7h")
TABLES = {
    "one known hand": (HOLE, None),
    "a known hand between others": (None, HOLE, None),
    "known hands only": (HOLE, OTHER, THIRD),
    "random hands only": (None, None, None),
    "known and random hands": (HOLE, None, OTHER, None),
}


@pytest.mark.pure_python
@pytest.mark.parametrize("holes", TABLES.values(), ids=TABLES.keys())
def test_deals_are_played_as_the_rules_say(holes: tuple[CardSet | None, ...]) -> None:
    known = CardSet.from_mask(sum(hole.mask for hole in holes if hole is not None))
    absent = np.array(sorted(card.index for card in known | BOARD | DEAD), np.uint8)
    table = table_of(*holes)._replace(absent=absent)
    expected, trials = [0] * (1 << len(holes)), 40
    for masks in laid_out(states_of(8), table)[:trials]:
        worths = [ranking.worth(cards_of(mask)) for mask in masks]
        expected[sum(1 << i for i, worth in enumerate(worths) if worth == max(worths))] += 1
    tally = np.zeros(1 << len(holes), np.int64)
    play_deals(table, states_of(8), trials, tally)
    assert tally.tolist() == expected


def test_deals_are_added_to_what_was_tallied_before() -> None:
    table, tally = table_of(HOLE, None), np.array([0, 0, 0, 1_000_000])
    play_deals(table, states_of(9), BLOCK + 1, tally)
    assert tally.sum() == 1_000_000 + BLOCK + 1
    assert tally[0] == 0
