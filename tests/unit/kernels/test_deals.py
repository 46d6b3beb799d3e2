"""Random deals: every card equally likely, none twice, and the same for the same states."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.deals import (
    BLOCK,
    FRACTION_BITS,
    STATE_WORDS,
    draw_places,
    follow_swaps,
    lay_out,
    next_fractions,
    play_deals,
    tally_block,
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


def laid_out(states: NDArray[np.uint64], opponents: int) -> list[list[int]]:
    """Deal one block from the flop and give everyone's masks, trial by trial."""
    bits = deal_block(states, ABSENT, 2 + 2 * opponents)
    masks = np.empty((opponents + 1, BLOCK), np.uint64)
    lay_out(bits, np.uint64(HOLE.mask), np.uint64(BOARD.mask), 2, masks)
    return masks.T.tolist()


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
    for ours, *others in laid_out(states_of(5), opponents=3):
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
def test_outcomes_are_tallied_by_those_who_tie() -> None:
    scores = np.array([[5, 5, 5, 5, 5, 5], [4, 5, 5, 6, 5, 1], [3, 5, 2, 5, 6, 5]], np.uint32)
    ahead, tied = np.empty(6, np.uint32), np.empty(6, np.uint32)
    tally = np.zeros(4, np.int64)
    tally_block(scores, 5, ahead, tied, tally)
    assert tally.tolist() == [1, 1, 1, 2]
    tally_block(scores, 6, ahead, tied, tally)
    assert tally.tolist() == [2, 3, 2, 4]


@pytest.mark.pure_python
@pytest.mark.parametrize(("opponents", "trials"), [(1, 40), (2, 60)])
def test_deals_are_played_as_the_rules_say(opponents: int, trials: int) -> None:
    expected = [0] * (opponents + 2)
    for masks in laid_out(states_of(8), opponents)[:trials]:
        ours, *others = (ranking.worth(cards_of(mask)) for mask in masks)
        beaten = max(others) > ours
        expected[-1 if beaten else others.count(ours)] += 1
    tally = np.zeros(opponents + 2, np.int64)
    fixed = np.uint64(HOLE.mask), np.uint64(BOARD.mask)
    play_deals(ABSENT, states_of(8), *fixed, 2, opponents, trials, tally)
    assert tally.tolist() == expected
