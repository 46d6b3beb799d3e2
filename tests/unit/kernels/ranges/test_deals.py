"""Deals from ranges: entries by weight, no card twice, the rest from what is left."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.kernels.odds.deals import BLOCK, FixedArrays
from handsight.kernels.ranges.deals import (
    Attempts,
    Entries,
    attempt_block,
    deal_rest,
    keep_accepted,
    list_accepted,
    play_range_deals,
    skip_held,
    sort_cards,
    take_block,
)
from handsight.odds.equity.range_groups import Group, entries_of
from handsight.odds.equity.seatings import Parties
from handsight.ranges import Range
from tests.unit.kernels.odds.test_deals import states_of

NOTHING = CardSet()


def groups_of(*ranges: str) -> list[Group]:
    return [Group.of_range(i, Range(text), NOTHING) for i, text in enumerate(ranges)]


def entries_for(*ranges: str) -> Entries:
    return entries_of(groups_of(*ranges), [])


def room_for(entries: Entries) -> Attempts:
    words = [np.empty(BLOCK, np.uint64) for _ in range(3)]
    slots = np.empty((len(entries.groups), BLOCK), np.uint32)
    return Attempts(*words, slots, np.empty(BLOCK, np.uint32))


def drawn_slots(entries: Entries, blocks: int, seed: int) -> NDArray[np.uint32]:
    """Draw many blocks of attempts and give the entries: uint32[groups, blocks * BLOCK]."""
    states, tried, drawn = states_of(seed), room_for(entries), []
    for _ in range(blocks):
        attempt_block(states, entries, tried)
        drawn.append(tried.slots.copy())
    return np.concatenate(drawn, axis=1)


def table_for(players: int, to_come: int = 5, board: str = "") -> FixedArrays:
    """Seat players whose hands are all drawn."""
    absent = np.array(sorted(card.index for card in CardSet(board)), np.uint8)
    rows = to_come + 2 * np.arange(players)
    return FixedArrays(
        absent, np.zeros(players, np.uint64), rows, np.uint64(CardSet(board).mask), to_come
    )


def check_frequencies(counts: NDArray[np.int64], shares: NDArray[np.float64]) -> None:
    expected = counts.sum() * shares
    assert (np.abs(counts - expected) <= 5 * np.sqrt(expected * (1 - shares)) + 1e-9).all()


# --- what is drawn --------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", ["AhAs", "AA", "22+", "22+,A2s+,KTs+", "random"])
def test_hands_of_one_weight_are_drawn_alike(hands: str) -> None:
    size = len(Range(hands))
    slots = drawn_slots(entries_for("KK", hands, hands), 300, seed=1)
    for drawn in slots[1:]:
        check_frequencies(np.bincount(drawn, minlength=size), np.full(size, 1 / size))


def test_several_groups_are_drawn_independently() -> None:
    first, second, third = drawn_slots(entries_for("AA", "KK", "QQ"), 300, seed=2).astype(int)
    check_frequencies(np.bincount(36 * first + 6 * second + third), np.full(216, 1 / 216))


@pytest.mark.parametrize("hands", ["AA, KK:0.5", "AhAs:0.001, KK", "22+:1/3, AKs:2/7, 72o:0.01"])
def test_weighted_hands_are_drawn_by_their_weights(hands: str) -> None:
    weights = np.array([float(weight) for _, weight in Range(hands)])
    slots = drawn_slots(entries_for("KK", hands), 400, seed=3)
    check_frequencies(np.bincount(slots[1], minlength=len(weights)), weights / weights.sum())


@pytest.mark.pure_python
def test_attempts_without_a_common_card_are_accepted() -> None:
    entries = entries_for("AA,KK", "AA", "AKs")
    tried = room_for(entries)
    accepted = attempt_block(states_of(4), entries, tried)
    first = entries.groups[:, 0].astype(np.uint64)
    expected = []
    for attempt in range(BLOCK):
        hands = [int(mask) for mask in entries.unions[first + tried.slots[:, attempt]]]
        if sum(hands).bit_count() == 6 == (hands[0] | hands[1] | hands[2]).bit_count():
            expected.append(attempt)
    assert tried.listed[:accepted].tolist() == expected
    assert 0 < accepted < BLOCK


@pytest.mark.pure_python
@pytest.mark.parametrize("bad", [[], [0], [BLOCK - 1], list(range(BLOCK))])
def test_attempts_with_a_clash_are_left_out(bad: list[int]) -> None:
    clash, listed = np.zeros(BLOCK, np.uint64), np.empty(BLOCK, np.uint32)
    clash[bad] = 1 << 60
    count = list_accepted(clash, listed)
    assert listed[:count].tolist() == sorted(set(range(BLOCK)) - set(bad))


# --- what is kept ---------------------------------------------------------------------------------


@pytest.mark.pure_python
def test_the_cards_of_accepted_attempts_are_kept_behind_the_others() -> None:
    groups = groups_of("AA,KK", "AKs", "QQ")
    pair = groups[0].merged(groups[1])
    entries = entries_of([pair, groups[2]], [])
    tried = room_for(entries)
    attempt_block(states_of(5), entries, tried)
    held = np.full((6, 2 * BLOCK), 99, np.uint8)
    keep_accepted(entries, tried, 3, held, 7)
    for k, attempt in enumerate(tried.listed[:3]):
        one, other = tried.slots[:, attempt]
        cards = [*pair.cards[one], *groups[2].cards[other]]
        assert held[:, 7 + k].tolist() == cards
    assert (held[:, :7] == 99).all()
    assert (held[:, 10:] == 99).all()


@pytest.mark.pure_python
@pytest.mark.parametrize("filled", [1, BLOCK - 1, BLOCK, BLOCK + 3])
def test_a_block_is_taken_and_the_others_move_up(filled: int) -> None:
    held = (np.arange(2 * BLOCK) % 251).astype(np.uint8)[None].repeat(2, axis=0)
    before, places = held.copy(), np.zeros((3, BLOCK), np.uint8)
    take_block(held, filled, places, 1)
    taken = min(filled, BLOCK)
    assert (places[1:, :taken] == before[:, :taken]).all()
    assert (places[0] == 0).all()
    rest = max(0, filled - BLOCK)
    assert (held[:, :rest] == before[:, BLOCK : BLOCK + rest]).all()


# --- the rest -------------------------------------------------------------------------------------


@pytest.mark.pure_python
@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_cards_are_sorted_trial_by_trial(count: int) -> None:
    cards = np.random.default_rng(count).integers(0, 52, (count, BLOCK)).astype(np.uint8)
    expected = np.sort(cards, axis=0)
    sort_cards(cards)
    assert np.array_equal(cards, expected)


@pytest.mark.pure_python
def test_places_in_what_is_left_become_places_of_the_deck() -> None:
    held = np.array([0, 1, 7, 9, 50, 51], np.uint8)
    left = [card for card in range(52) if card not in held]
    places = np.zeros((2, BLOCK), np.uint8)
    places[0, : len(left)] = range(len(left))
    skip_held(places, 1, held[:, None].repeat(BLOCK, axis=1))
    assert places[0, : len(left)].tolist() == left
    assert (places[1] == 0).all()


def test_the_rest_is_dealt_alike_from_the_cards_that_nobody_holds() -> None:
    states, absent, rest = states_of(6), 40, 3
    fractions, swaps = np.empty(BLOCK, np.uint64), np.empty((rest, BLOCK), np.uint8)
    ordered, dealt = np.empty((4, BLOCK), np.uint8), Counter[tuple[int, ...]]()
    blocks = 400
    for _ in range(blocks):
        places = np.zeros((rest + 4, BLOCK), np.uint8)
        places[rest:] = np.array([11, 0, 7, 2], np.uint8)[:, None]
        deal_rest(states, absent, fractions, places, swaps, ordered)
        assert (places[rest:, 0] == [11, 0, 7, 2]).all()
        dealt.update(map(tuple, places[:rest].T.tolist()))
    left = {1, 3, 4, 5, 6, 8, 9, 10}
    assert {card for cards in dealt for card in cards} == left
    assert len(dealt) == 8 * 7 * 6
    check_frequencies(np.array([*dealt.values()]), np.full(336, 1 / 336))


# --- all together ---------------------------------------------------------------------------------


def play(
    entries: Entries, table: FixedArrays, trials: int, seed: int = 7, most: int = 1 << 40
) -> tuple[list[int], int, int]:
    tally = np.zeros(1 << len(table.holes), np.int64)
    shares = np.zeros((len(table.holes), 2), np.int64)
    states, seatings = states_of(seed), Parties((), {}).table()
    played, attempts = play_range_deals(
        table, entries, states, trials, most, seatings, tally, shares
    )
    assert not shares.any()
    return tally.tolist(), played, attempts


@pytest.mark.pure_python
def test_better_hands_win_on_a_board_that_helps_nobody() -> None:
    board = "2c7d9hJsJd"
    absent = [card.index for card in CardSet(board)]
    groups = [Group.of_range(i, Range(text), CardSet(board)) for i, text in enumerate(("AA", "KK"))]
    table = table_for(2, 0, board)
    assert play(entries_of(groups, absent), table, 20) == ([0, 20, 0, 0], 20, 20)
    swapped = table._replace(rows=table.rows[::-1].copy())
    assert play(entries_of(groups, absent), swapped, 20) == ([0, 0, 20, 0], 20, 20)


@pytest.mark.parametrize("trials", [1, 10, BLOCK, BLOCK + 1, 3 * BLOCK - 1])
def test_attempts_are_counted_up_to_the_last_deal_that_counts(trials: int) -> None:
    """Attempts of the first block tell where its deals lie; a deal later the count goes on."""
    entries = entries_for("AA,KK", "AA,KK", "AA")
    tried = room_for(entries)
    count = attempt_block(states_of(7), entries, tried)
    _, played, attempts = play(entries, table_for(3), trials)
    assert played == trials
    if trials <= count:
        assert attempts == tried.listed[trials - 1] + 1
    else:
        assert attempts > BLOCK
    assert play(entries, table_for(3), trials + 1)[2] > attempts


def test_it_gives_up_after_enough_attempts() -> None:
    impossible = entries_for("AhAs", "AhAs")
    assert play(impossible, table_for(2), 10, most=3 * BLOCK) == ([0, 0, 0, 0], 0, 3 * BLOCK)
    rare = entries_for("AA,KK", "AA,KK", "AA,KK", "AA,KK")
    tally, played, attempts = play(rare, table_for(4), 1 << 40, most=20 * BLOCK)
    assert sum(tally) == played > 0
    assert attempts == 20 * BLOCK


def test_no_group_collides_with_itself_if_it_holds_all_players() -> None:
    one, other = groups_of("AA,KK", "AA,KK")
    _, played, attempts = play(entries_of([one.merged(other)], []), table_for(2), 3 * BLOCK)
    assert played == attempts == 3 * BLOCK
