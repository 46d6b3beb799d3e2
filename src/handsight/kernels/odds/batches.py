"""Kernels for many questions in one call: known hands, or one hand against any other hand.

The cards that complete a board, or that an opponent holds, are grouped into kinds
(`handsight.kernels.odds.kinds`). Only one suit can make a flush on a board. So known hands are
first compared by ranks alone, and then the counts of the boards with a flush are corrected for each
suit. If one hand is compared with any other hand, the boards are split by the suit of which they
hold three or more cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, inlined, kernel, popcount64
from handsight.kernels.odds.kinds import (
    ALL_SUITS,
    FIRST,
    GROUP_ENDS,
    GROUP_SIZES,
    GROUP_STARTS,
    MOST,
    NO_SUIT,
    ROOM,
    ROW,
    SECOND,
    SUITED,
    count_left,
    score_kinds,
    weigh_group,
)
from handsight.kernels.odds.known_hands import (
    FEW_OUTCOMES,
    FLUSH,
    HEAD,
    KICKERS,
    WINNERS,
    clear_best,
    count_known_hands,
    count_ranks,
    lane_of,
    padded,
    winners_with,
)
from handsight.kernels.odds.runouts import LONGEST, popcount
from handsight.kernels.ranking.hands import NONE, ONE, add_rank, u16

u64 = np.uint64
i16 = np.int16
DECK = u64(0x1FFF1FFF1FFF1FFF)

FLUSH_BOARD = 3
"""The number of cards of one suit on the board that makes a flush possible."""

PARTS = 2520
"""The number of parts of a pot, which up to ten players can share in whole numbers."""

SCORES, BY_RANK, TRUE = np.int64(0), np.int64(1), np.int64(2)
"""The layers of the workspace for pots of known hands.

They are the scores of one hand, the winners without flushes, and the winners with flushes. Each
layer has the rows `HEAD`, `KICKERS` and `WINNERS`.
"""

OURS, MARKS = BY_RANK, TRUE
"""The layers of the workspace for one hand against any hand.

They are the scores of our hand, and, in the first row of its layer, the marks that tell how our
hand compares with each kind of hand now.
"""

OUTCOMES = 9
"""The number of outcomes; an outcome is 3 * the comparison now + the comparison after the runout.

A comparison is 0 if our hand is ahead, 1 if it ties, and 2 if it is behind.
"""

NOW, THEN = u16(3), ONE
"""The numbers that are added to a mark for a tie, now and after the runout."""

ADD, TAKE_OFF = np.int64(1), np.int64(-1)

NO_CARD, PAIR, SEVEN = np.int64(0), np.int64(2), np.int64(7)
"""Arguments of kernels, with a numpy type because numba compiles again for a plain literal."""


# --- known hands ----------------------------------------------------------------------------------


@kernel
def compete(
    heads: NDArray[np.uint16],
    kickers: NDArray[np.uint16],
    bits: np.uint16,
    best_heads: NDArray[np.uint16],
    best_kickers: NDArray[np.uint16],
    winners: NDArray[np.uint16],
) -> None:
    """Compare the scores of one hand with the best scores so far, and update the winners.

    Args:
        heads: uint16[n], the heads of the hand's scores.
        kickers: uint16[n], the kickers of the hand's scores.
        bits: the bit of the hand.
        best_heads: uint16[n], the heads of the best scores; changed.
        best_kickers: uint16[n], the kickers of the best scores; changed.
        winners: uint16[n], the masks of the hands that have the best scores; changed.
    """
    for i in range(heads.size):
        best_heads[i], best_kickers[i], winners[i] = winners_with(
            heads[i], kickers[i], best_heads[i], best_kickers[i], winners[i], bits
        )


@kernel
def add_winners(
    winners: NDArray[np.uint16], weights: NDArray[np.int16], sign: Int, tally: NDArray[np.int64]
) -> None:
    """Add the weight of each kind to the tally at its mask of winners, or subtract it.

    Args:
        winners: uint16[n], the mask of the winners for each kind.
        weights: int16[n], the weight of each kind, with a sum below 2**15.
        sign: `ADD` or `TAKE_OFF`.
        tally: int64[2 ** hands], changed.
    """
    if tally.size >= FEW_OUTCOMES:
        for i in range(winners.size):
            tally[winners[i]] += sign * np.int64(weights[i])
        return
    for bits in range(1, tally.size):
        total = i16(0)
        for i in range(winners.size):
            total = i16(total + (weights[i] if winners[i] == u16(bits) else i16(0)))
        tally[bits] += sign * np.int64(total)


@kernel
def play_kinds(
    board: np.uint64,
    holes: NDArray[np.uint64],
    to_come: Int,
    group: Int,
    suit: Int,
    layer: Int,
    lanes: NDArray[np.uint16],
    work: NDArray[np.uint16],
) -> None:
    """Find the winners for each kind of a group that is dealt to the board.

    Args:
        board: the mask of three or more cards on the board.
        holes: uint64[hands], the masks of the hole cards.
        to_come: the number of cards that are dealt: 0, 1 or 2.
        group: the number of these cards that are of the suit.
        suit: the suit that can make a flush, or `NO_SUIT` to ignore flushes.
        layer: the layer of the workspace to fill, `BY_RANK` or `TRUE`.
        lanes: uint16[3, 3, 384] from `list_kinds`.
        work: uint16[3, 3, 384], the workspace; this layer and the layer `SCORES` are changed.
    """
    size, start = padded(GROUP_SIZES[to_come][group]), GROUP_STARTS[group]
    heads, kickers = work[SCORES, HEAD, :size], work[SCORES, KICKERS, :size]
    best_heads, best_kickers = work[layer, HEAD, :size], work[layer, KICKERS, :size]
    winners, held = work[layer, WINNERS, :size], np.empty(4, np.uint16)
    clear_best(work[layer], size)
    for hand in range(holes.size):
        together, lane, suits = board | holes[hand], NONE, NONE
        if suit < NO_SUIT:
            lane, suits = lane_of(together, suit), ALL_SUITS
        count_ranks(together, held)
        score_kinds(lanes, to_come, start, held, lane, suits, SEVEN, heads, kickers)
        compete(heads, kickers, u16(1 << hand), best_heads, best_kickers, winners)


@kernel
def tally_winners(
    live: np.uint64,
    board: np.uint64,
    holes: NDArray[np.uint64],
    to_come: Int,
    lanes: NDArray[np.uint16],
    work: NDArray[np.uint16],
    tally: NDArray[np.int64],
) -> None:
    """Count the runouts of a flop, turn or river by the set of hands that share the pot.

    Args:
        live: the mask of the live cards.
        board: the mask of three, four or five cards on the board.
        holes: uint64[hands], the masks of the hole cards.
        to_come: the number of cards that are dealt: 0, 1 or 2.
        lanes: uint16[3, 3, 384] from `list_kinds`.
        work: uint16[3, 3, 384], workspace.
        tally: int64[2 ** hands] of zeros, filled with numbers of runouts; bit i of an index is set
            if hand i shares the pot.
    """
    left, weights = np.empty((2, ROW), np.int16), np.empty(GROUP_ENDS[1], np.int16)
    size = padded(GROUP_SIZES[to_come][0])
    count_left(live, NO_SUIT, left)
    weigh_group(to_come, NO_CARD, left, weights[:size])
    play_kinds(board, holes, to_come, NO_CARD, NO_SUIT, BY_RANK, lanes, work)
    add_winners(work[BY_RANK, WINNERS, :size], weights[:size], ADD, tally)
    for suit in range(4):
        most = 0
        for hand in range(holes.size):
            most = max(most, popcount(np.int64(lane_of(board | holes[hand], suit))))
        if most + to_come < FLUSH:
            continue
        count_left(live, suit, left)
        for group in range(max(0, FLUSH - most), to_come + 1):
            size = padded(GROUP_SIZES[to_come][group])
            weigh_group(to_come, group, left, weights[:size])
            play_kinds(board, holes, to_come, group, NO_SUIT, BY_RANK, lanes, work)
            play_kinds(board, holes, to_come, group, suit, TRUE, lanes, work)
            add_winners(work[TRUE, WINNERS, :size], weights[:size], ADD, tally)
            add_winners(work[BY_RANK, WINNERS, :size], weights[:size], TAKE_OFF, tally)


@kernel
def add_shares(tally: NDArray[np.int64], deals: NDArray[np.int64]) -> None:
    """Compute the wins, ties and winnings of each hand from the counts of sets of winners.

    Args:
        tally: int64[2 ** hands], the number of boards for each mask of winners.
        deals: int64[3, hands], filled (see `share_pots`).
    """
    deals[:] = 0
    for winners in range(1, tally.size):
        if tally[winners] == 0:
            continue
        sharing = popcount(np.int64(winners))
        for hand in range(deals.shape[1]):
            if (winners >> hand) & 1:
                deals[min(sharing, 2) - 1, hand] += tally[winners]
                deals[2, hand] += tally[winners] * (PARTS // sharing)


@kernel
def share_pots(
    holes: NDArray[np.uint64],
    boards: NDArray[np.uint64],
    dead: NDArray[np.uint64],
    lanes: NDArray[np.uint16],
    multisets: NDArray[np.uint16],
    starts: NDArray[np.int64],
    subsets: NDArray[np.uint16],
    subset_counts: NDArray[np.int64],
    deals: NDArray[np.int64],
) -> None:
    """Count the winnings of each hand in n pots of known hands, over all boards.

    Args:
        holes: uint64[n, hands], the masks of the hole cards.
        boards: uint64[n], the masks of none, three, four or five cards on the board.
        dead: uint64[n], the masks of the dead cards.
        lanes: uint16[3, 3, 384] from `list_kinds`.
        multisets: uint16[6, 4, 6176] from `list_multisets`; this table and the next three are used
            before the flop.
        starts: int64[6, 14] from `list_multisets`.
        subsets: uint16[6, 1312] from `list_subsets`.
        subset_counts: int64[6] from `list_subsets`.
        deals: int64[n, 3, hands], filled with the number of boards that each hand wins alone, the
            number of boards that it shares, and its total winnings, in units of 1/2520 of a pot.
    """
    hands = holes.shape[1]
    work, tally = np.empty((3, 3, ROOM), np.uint16), np.empty(1 << hands, np.int64)
    groups = np.empty(2 + hands, np.uint64)
    for row in range(boards.size):
        groups[1] = boards[row]
        known = boards[row] | dead[row]
        for hand in range(hands):
            groups[2 + hand] = holes[row, hand]
            known |= holes[row, hand]
        groups[0] = DECK & ~known
        to_come = np.int64(LONGEST) - np.int64(popcount64(boards[row]))
        tally[:] = 0
        if to_come > MOST:
            count_known_hands(groups, multisets, starts, subsets, subset_counts, tally)
        else:
            tally_winners(groups[0], boards[row], groups[2:], to_come, lanes, work, tally)
        add_shares(tally, deals[row])


# --- a hand against any other ---------------------------------------------------------------------


@kernel
def mark_outcomes(
    head: np.uint16,
    kicker: np.uint16,
    heads: NDArray[np.uint16],
    kickers: NDArray[np.uint16],
    step: np.uint16,
    marks: NDArray[np.uint16],
    codes: NDArray[np.uint16],
) -> None:
    """Mark how a score compares with n other scores.

    Args:
        head: the head of the score.
        kicker: the kickers of the score.
        heads: uint16[n], the heads of the other scores.
        kickers: uint16[n], the kickers of the other scores.
        step: `NOW` or `THEN`.
        marks: uint16[n], the earlier marks.
        codes: uint16[n], filled with the earlier marks plus 0 if the score is ahead, ``step`` if it
            ties, and 2 * ``step`` if it is behind.
    """
    for i in range(codes.size):
        level = heads[i] == head
        behind = (heads[i] > head) | (level & (kickers[i] > kicker))
        tied = level & (kickers[i] == kicker)
        change = step if tied else NONE
        codes[i] = u16(marks[i] + (u16(step + step) if behind else change))


@kernel
def add_outcomes(
    codes: NDArray[np.uint16], weights: NDArray[np.int16], times: Int, outcomes: NDArray[np.int64]
) -> None:
    """Add the weight of each kind to the count of its outcome.

    Args:
        codes: uint16[n] from `mark_outcomes`, the outcome of each kind.
        weights: int16[n], the weight of each kind, with a sum below 2**15.
        times: a factor for all weights.
        outcomes: int64[3 or 9], the counts of the outcomes; changed.
    """
    for code in range(outcomes.size):
        total, wanted = i16(0), u16(code)
        for i in range(codes.size):  # with an if instead of the product, AVX2 takes 14 times longer
            total = i16(total + i16(weights[i] * i16(codes[i] == wanted)))
        outcomes[code] += times * np.int64(total)


@kernel
def mark_now(
    hole: np.uint64,
    board: np.uint64,
    suit: Int,
    size: Int,
    lanes: NDArray[np.uint16],
    work: NDArray[np.uint16],
) -> None:
    """Mark how a hand compares now with each kind of opponent's hand.

    Args:
        hole: the mask of the hand's hole cards.
        board: the mask of the board.
        suit: the flush suit, 0..3, or `NO_SUIT`.
        size: the number of kinds, 384; or 96 if there is no flush suit, because all kinds are then
            in the first group.
        lanes: uint16[3, 3, 384] from `list_kinds`.
        work: uint16[3, 3, 384], the workspace; changed. The marks are in its row [MARKS, 0].
    """
    cards = MOST + np.int64(popcount64(board))
    held, ours = np.empty(4, np.uint16), work[OURS]
    count_ranks(board | hole, held)
    lane, our_lane = lane_in(board, suit), lane_in(board | hole, suit)
    # With no added cards there is one kind, whose score is the score of the hand itself.
    score_kinds(
        *(lanes, NO_CARD, NO_CARD, held, our_lane, ALL_SUITS, cards),
        *(ours[HEAD, :32], ours[KICKERS, :32]),
    )
    head, kicker = ours[HEAD, 0], ours[KICKERS, 0]
    count_ranks(board, held)
    heads, kickers = work[SCORES, HEAD, :size], work[SCORES, KICKERS, :size]
    score_kinds(lanes, PAIR, NO_CARD, held, lane, ALL_SUITS, cards, heads, kickers)
    marks = work[MARKS, 0, :size]
    marks[:] = NONE
    mark_outcomes(head, kicker, heads, kickers, NOW, marks, marks)


@inlined
def lane_in(mask: np.uint64, suit: Int) -> np.uint16:
    """Return the lane of the cards of a suit in a mask, or the empty lane for `NO_SUIT`."""
    return lane_of(mask, suit) if suit < NO_SUIT else NONE


@kernel
def compare_after(
    kind: Int,
    to_come: Int,
    board: np.uint64,
    suit: Int,
    size: Int,
    times: Int,
    lanes: NDArray[np.uint16],
    ranks: NDArray[np.int64],
    left: NDArray[np.int16],
    weights: NDArray[np.int16],
    work: NDArray[np.uint16],
    outcomes: NDArray[np.int64],
) -> None:
    """Compare a hand with all other hands after cards of one kind are dealt to the board.

    Args:
        kind: the index of the kind among the kinds of ``to_come`` cards.
        to_come: the number of cards that are dealt: 0, 1 or 2.
        board: the mask of the board before the cards are dealt.
        suit: the flush suit, 0..3, or `NO_SUIT`.
        size: the number of kinds of hands, 384; or 96 if there is no flush suit.
        times: the number of ways to deal the kind.
        lanes: uint16[3, 3, 384] from `list_kinds`.
        ranks: int64[3, 2, 384] from `list_kinds`.
        left: int16[2, 16] from `count_left`, which still includes the cards of the kind.
        weights: int16[384], workspace.
        work: uint16[3, 3, 384], which holds our scores after each kind and the marks; the layer
            `SCORES` is changed.
        outcomes: int64[3 or 9], the counts of the outcomes; changed.
    """
    suited = popcount(np.int64(lanes[to_come, SUITED, kind]))
    for card in range(to_come):  # if only one of two cards is of the suit, it is the first card
        left[1 if card < suited else 0, ranks[to_come, card, kind]] -= i16(1)
    for group in range(1 if size < ROOM else MOST + 1):
        part = weights[GROUP_STARTS[group] : GROUP_ENDS[group]]
        weigh_group(PAIR, group, left, part)
    for card in range(to_come):
        left[1 if card < suited else 0, ranks[to_come, card, kind]] += i16(1)
    held = np.empty(4, np.uint16)
    count_ranks(board, held)
    for row in (FIRST, SECOND):
        held[0], held[1], held[2], held[3] = add_rank(
            held[0], held[1], held[2], held[3], lanes[to_come, row, kind]
        )
    lane = u16(lane_in(board, suit) | lanes[to_come, SUITED, kind])
    cards = MOST + np.int64(popcount64(board)) + to_come
    heads, kickers = work[SCORES, HEAD, :size], work[SCORES, KICKERS, :size]
    score_kinds(lanes, PAIR, NO_CARD, held, lane, ALL_SUITS, cards, heads, kickers)
    head, kicker = work[OURS, HEAD, kind], work[OURS, KICKERS, kind]
    codes = work[SCORES, WINNERS, :size]
    mark_outcomes(head, kicker, heads, kickers, THEN, work[MARKS, 0, :size], codes)
    add_outcomes(codes, weights[:size], times, outcomes)


@kernel
def compare_with_any(
    hole: np.uint64,
    board: np.uint64,
    live: np.uint64,
    to_come: Int,
    lanes: NDArray[np.uint16],
    ranks: NDArray[np.int64],
    plain: NDArray[np.int64],
    weights: NDArray[np.int16],
    work: NDArray[np.uint16],
    outcomes: NDArray[np.int64],
) -> None:
    """Compare a hand with any other hand, over all ways to deal some cards to the board.

    Args:
        hole: the mask of the hand's hole cards.
        board: the mask of the board.
        live: the mask of the live cards, which can be dealt to the board or held by the opponent.
        to_come: the number of cards that are dealt: 0, 1 or 2.
        lanes: uint16[3, 3, 384] from `list_kinds`.
        ranks: int64[3, 2, 384] from `list_kinds`.
        plain: int64[3, 384] from `list_kinds`.
        weights: int16[2, 384], workspace.
        work: uint16[3, 3, 384], workspace.
        outcomes: int64[3 or 9], the counts of the outcomes; changed (see `compare_hands`). If there
            are three outcomes, hands are compared only after the cards are dealt, and not now.
    """
    left, held = np.empty((2, ROW), np.int16), np.empty(4, np.uint16)
    without, cards = np.zeros(GROUP_ENDS[0], np.int16), MOST + np.int64(popcount64(board)) + to_come
    count_left(live, NO_SUIT, left)
    size = padded(GROUP_SIZES[to_come][0])
    weigh_group(to_come, 0, left, without[:size])
    count_ranks(board | hole, held)
    for suit in range(5):
        # Boards with three or more cards of a suit are counted first. Subtracting them from all
        # boards with the same ranks leaves the boards without a flush suit, which are last.
        first_group: Int = 0
        last_group: Int = 0
        if suit < NO_SUIT:
            last_group = to_come
            first_group = max(0, FLUSH_BOARD - popcount(np.int64(lane_of(board, suit))))
            if first_group > to_come:
                continue
        every = ROOM if suit < NO_SUIT else GROUP_ENDS[0]
        count_left(live, suit, left)
        if outcomes.size == OUTCOMES:
            mark_now(hole, board, suit, every, lanes, work)
        else:
            work[MARKS, 0] = NONE
        lane = lane_in(board | hole, suit)
        for group in range(first_group, last_group + 1):
            start, count = GROUP_STARTS[group], GROUP_SIZES[to_come][group]
            times = weights[1, start : start + padded(count)]
            if suit < NO_SUIT:
                weigh_group(to_come, group, left, times)
            else:
                times[:] = without[: times.size]
            heads = work[OURS, HEAD, start : start + times.size]
            kickers = work[OURS, KICKERS, start : start + times.size]
            score_kinds(lanes, to_come, start, held, lane, ALL_SUITS, cards, heads, kickers)
            for i in range(count):
                if times[i] == 0:
                    continue
                if suit < NO_SUIT:
                    without[plain[to_come, start + i]] -= times[i]
                compare_after(
                    *(start + i, to_come, board, suit, every, np.int64(times[i])),
                    *(lanes, ranks, left, weights[0], work, outcomes),
                )


@kernel
def compare_hands(
    holes: NDArray[np.uint64],
    boards: NDArray[np.uint64],
    dead: NDArray[np.uint64],
    to_the_river: Int,
    lanes: NDArray[np.uint16],
    ranks: NDArray[np.int64],
    plain: NDArray[np.int64],
    outcomes: NDArray[np.int64],
) -> None:
    """Compare each of n hands with all hands that one opponent can hold.

    Args:
        holes: uint64[n], the masks of the hole cards.
        boards: uint64[n], the masks of three, four or five cards on the board.
        dead: uint64[n], the masks of the dead cards.
        to_the_river: 1 to compare hands now and after each runout, 0 to compare them only now, as
            is always done on the river.
        lanes: uint16[3, 3, 384] from `list_kinds`.
        ranks: int64[3, 2, 384] from `list_kinds`.
        plain: int64[3, 384] from `list_kinds`.
        outcomes: int64[n, 3, 3] of zeros, filled with the number of pairs of an opponent's hand and
            a runout, by whether our hand is ahead, tied or behind now, and after the runout. If
            hands are compared only now, the entries [:, k, k] are filled with numbers of hands.
    """
    work, weights = np.empty((3, 3, ROOM), np.uint16), np.empty((2, ROOM), np.int16)
    then = np.empty(3, np.int64)
    for row in range(boards.size):
        live = DECK & ~(holes[row] | boards[row] | dead[row])
        to_come = np.int64(LONGEST) - np.int64(popcount64(boards[row]))
        tables = lanes, ranks, plain, weights, work
        if to_the_river and to_come:
            flat = outcomes[row].reshape(OUTCOMES)
            compare_with_any(holes[row], boards[row], live, to_come, *tables, flat)
            continue
        then[:] = 0
        compare_with_any(holes[row], boards[row], live, NO_CARD, *tables, then)
        for outcome in range(3):
            outcomes[row, outcome, outcome] = then[outcome]
