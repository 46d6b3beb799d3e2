"""Random deals that are played to the showdown.

The trials of a block are dealt together. Each step is a loop over all trials of the block, which is
compiled to vector instructions. For the same reason, all hands of a block are evaluated together.
Each trial of a block has its own stream of random words. The generator is xoshiro256++ (Blackman
and Vigna); its states are an argument.

In each trial, the players who share the pot are a mask with a bit for each player. The result is
how often each mask occurred. Wins, ties and equities are sums over these counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel
from handsight.kernels.ranking.evaluation import score_lanes
from handsight.kernels.ranking.hands import u16
from handsight.kernels.xoshiro import drawn_from, stepped

u8 = np.uint8
u32 = np.uint32
u64 = np.uint64
BLOCK = 512
"""The number of trials that are dealt together."""

STATE_WORDS = 4
FRACTION_BITS = u64(58)
FRACTION = u64((1 << 58) - 1)
DRAWS_A_WORD = 5
"""The number of cards drawn from one random word; five of at most 52 have a bias below 2**-29."""


class FixedArrays(NamedTuple):
    """The cards that are the same in all deals, as arrays for kernels.

    Attributes:
        absent: uint8[k], the indices of the cards that cannot be drawn, ascending.
        holes: uint64[players], the mask of each player's two cards; 0 if they are drawn.
        rows: int64[players], the index among the drawn cards of each player's first card.
        board: the mask of the cards on the board.
        to_come: the number of cards that are still dealt to the board; they are drawn first.
    """

    absent: NDArray[np.uint8]
    holes: NDArray[np.uint64]
    rows: NDArray[np.int64]
    board: np.uint64
    to_come: int


class Room(NamedTuple):
    """Workspace arrays for a block of trials.

    Attributes:
        boards: uint64[BLOCK], the masks of the complete boards.
        masks: uint64[players, BLOCK], the masks of each player's seven cards.
        scores: uint32[players, BLOCK], the scores of these hands.
        best: uint32[BLOCK], the highest of the players' scores.
        sharers: uint32[BLOCK], the players with the highest score: bit i is set if player i shares
            the pot.
    """

    boards: NDArray[np.uint64]
    masks: NDArray[np.uint64]
    scores: NDArray[np.uint32]
    best: NDArray[np.uint32]
    sharers: NDArray[np.uint32]


@kernel
def next_fractions(states: NDArray[np.uint64], fractions: NDArray[np.uint64]) -> None:
    """Step every generator once, and store the upper bits of its output.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        fractions: uint64[BLOCK], filled with numbers below 2**58.
    """
    for i in range(BLOCK):
        a, b, c, d = states[0, i], states[1, i], states[2, i], states[3, i]
        fractions[i] = drawn_from(a, d) >> (u64(64) - FRACTION_BITS)
        states[0, i], states[1, i], states[2, i], states[3, i] = stepped(a, b, c, d)


@kernel
def draw_places(
    states: NDArray[np.uint64],
    fractions: NDArray[np.uint64],
    size: int,
    swaps: NDArray[np.uint8],
) -> None:
    """Draw the swaps of a partial Fisher-Yates shuffle for each trial.

    Args:
        states: uint64[4, BLOCK], the generators' states; changed.
        fractions: uint64[BLOCK], workspace.
        size: the number of cards in the deck.
        swaps: uint8[drawn, BLOCK], filled: in each trial, position j of the deck is swapped with
            position swaps[j], which is uniform on j .. size - 1.
    """
    for place in range(swaps.shape[0]):
        if place % DRAWS_A_WORD == 0:
            next_fractions(states, fractions)
        choices = u64(size - place)
        row = swaps[place]
        for i in range(BLOCK):
            product = fractions[i] * choices
            row[i] = u8(u8(place) + u8(product >> FRACTION_BITS))
            fractions[i] = product & FRACTION


@kernel
def undo_swap(swaps: NDArray[np.uint8], places: NDArray[np.uint8], drawn: int, filled: int) -> None:
    """Undo one swap for a drawn card: move it back to position ``filled`` if the swap moved it.

    Args:
        swaps: uint8[drawn, BLOCK] from `draw_places`.
        places: uint8[drawn, BLOCK], the positions of the cards; the row ``drawn`` is changed.
        drawn: the number of the drawn card.
        filled: the number of the swap.
    """
    place = u8(filled)
    for i in range(BLOCK):
        here = places[drawn, i]
        places[drawn, i] = place if here == swaps[filled, i] else here


@kernel
def follow_swaps(swaps: NDArray[np.uint8], places: NDArray[np.uint8]) -> None:
    """Find the position of each drawn card in the sorted deck, before all swaps.

    Args:
        swaps: uint8[drawn, BLOCK] from `draw_places`.
        places: uint8[drawn, BLOCK], filled.
    """
    for drawn in range(swaps.shape[0]):
        for i in range(BLOCK):
            places[drawn, i] = swaps[drawn, i]
        # Earlier swaps have moved the card. Undo them from the last to the first to find the card's
        # position in the sorted deck.
        for filled in range(drawn - 1, -1, -1):
            undo_swap(swaps, places, drawn, filled)


@kernel
def skip_card(places: NDArray[np.uint8], drawn: int, card: np.uint8) -> None:
    """Increase the positions of drawn cards by one from an absent card on.

    Args:
        places: uint8[drawn, BLOCK], positions in the deck; the row ``drawn`` is changed.
        drawn: the number of the drawn card.
        card: the index of the absent card.
    """
    for i in range(BLOCK):
        here = places[drawn, i]
        places[drawn, i] = u8(here + u8(here >= card))


@kernel
def turn_into_bits(places: NDArray[np.uint8], absent: NDArray[np.uint8]) -> None:
    """Convert positions in the deck to bit positions in a mask.

    Args:
        places: uint8[drawn, BLOCK], the positions of the drawn cards; changed.
        absent: uint8[k], the indices of the cards that are not in the deck, ascending.
    """
    for drawn in range(places.shape[0]):
        for card in absent:
            skip_card(places, drawn, card)
        for i in range(BLOCK):
            here = places[drawn, i]  # 4 * rank + suit becomes 16 * suit + rank
            places[drawn, i] = u8(u8(u8(here & u8(3)) << u8(4)) | u8(here >> u8(2)))


@kernel
def lay_board(
    bits: NDArray[np.uint8], board: np.uint64, to_come: int, boards: NDArray[np.uint64]
) -> None:
    """Complete the board of each trial.

    Args:
        bits: uint8[drawn, BLOCK], the bit positions of the drawn cards; those that are dealt to the
            board are first.
        board: the mask of the cards on the board.
        to_come: the number of cards that are dealt to the board.
        boards: uint64[BLOCK], filled with the masks of the complete boards.
    """
    for i in range(BLOCK):
        boards[i] = board
    for place in range(to_come):
        for i in range(BLOCK):
            boards[i] |= u64(1) << u64(bits[place, i])


@kernel
def add_hand(
    hole: np.uint64, boards: NDArray[np.uint64], masks: NDArray[np.uint64], player: int
) -> None:
    """Write the seven cards of a player whose hand is the same in every trial.

    Args:
        hole: the mask of the player's hole cards.
        boards: uint64[BLOCK], the complete boards.
        masks: uint64[players, BLOCK]; the row of the player is filled.
        player: the number of the player.
    """
    for i in range(BLOCK):
        masks[player, i] = boards[i] | hole


@kernel
def add_two_cards(
    bits: NDArray[np.uint8],
    place: Int,
    boards: NDArray[np.uint64],
    masks: NDArray[np.uint64],
    player: int,
) -> None:
    """Write the seven cards of a player whose two hole cards are drawn.

    Args:
        bits: uint8[drawn, BLOCK], the bit positions of the drawn cards.
        place: the row in ``bits`` of the first hole card; the second is in the next row.
        boards: uint64[BLOCK], the complete boards.
        masks: uint64[players, BLOCK]; the row of the player is filled.
        player: the number of the player.
    """
    for i in range(BLOCK):
        cards = (u64(1) << u64(bits[place, i])) | (u64(1) << u64(bits[place + 1, i]))
        masks[player, i] = boards[i] | cards


@kernel
def lay_out(bits: NDArray[np.uint8], fixed: FixedArrays, room: Room) -> None:
    """Write the boards and the seven cards of each player in each trial.

    Args:
        bits: uint8[drawn, BLOCK], the bit positions of the drawn cards.
        fixed: the cards that are the same in all trials.
        room: the workspace, whose boards and masks are filled.
    """
    lay_board(bits, fixed.board, fixed.to_come, room.boards)
    for player in range(fixed.holes.size):
        if fixed.holes[player]:
            add_hand(fixed.holes[player], room.boards, room.masks, player)
        else:
            add_two_cards(bits, fixed.rows[player], room.boards, room.masks, player)


@kernel
def find_best(scores: NDArray[np.uint32], best: NDArray[np.uint32]) -> None:
    """Find the highest score in each trial.

    Args:
        scores: uint32[players, BLOCK], the scores of the players' hands.
        best: uint32[BLOCK], filled.
    """
    for trial in range(BLOCK):
        best[trial] = scores[0, trial]
    for player in range(1, scores.shape[0]):
        for trial in range(BLOCK):
            theirs = scores[player, trial]
            best[trial] = theirs if theirs > best[trial] else best[trial]


@kernel
def mark_sharers(
    scores: NDArray[np.uint32], best: NDArray[np.uint32], sharers: NDArray[np.uint32]
) -> None:
    """Mark the players who have the highest score in each trial.

    Args:
        scores: uint32[players, BLOCK], the scores of the players' hands.
        best: uint32[BLOCK] from `find_best`.
        sharers: uint32[BLOCK], filled with masks in which bit i stands for player i.
    """
    for trial in range(BLOCK):
        sharers[trial] = 0
    for player in range(scores.shape[0]):
        bit = u32(u32(1) << u32(player))
        for trial in range(BLOCK):
            sharers[trial] |= bit if scores[player, trial] == best[trial] else u32(0)


@kernel
def show_down(
    places: NDArray[np.uint8], fixed: FixedArrays, room: Room, count: int, tally: NDArray[np.int64]
) -> None:
    """Evaluate a block of deals, and count how often each set of players shares the pot.

    Args:
        places: uint8[drawn, BLOCK], the drawn cards as positions in the deck without absent cards;
            converted to bit positions.
        fixed: the cards that are the same in all trials.
        room: the workspace.
        count: the number of trials that count, from the first one.
        tally: int64[2**players], increased by one for each trial at the mask of the sharers.
    """
    turn_into_bits(places, fixed.absent)
    lay_out(places, fixed, room)
    lanes, halves = room.masks.ravel().view(np.uint16), room.scores.ravel().view(np.uint16)
    score_lanes(lanes, u16(7), u16(1), u16(1), halves)
    find_best(room.scores, room.best)
    mark_sharers(room.scores, room.best, room.sharers)
    for trial in range(count):
        tally[room.sharers[trial]] += 1


@kernel
def make_room(players: int) -> Room:
    """Allocate the workspace arrays for this number of players."""
    return Room(
        np.empty(BLOCK, np.uint64),
        np.empty((players, BLOCK), np.uint64),
        np.empty((players, BLOCK), np.uint32),
        np.empty(BLOCK, np.uint32),
        np.empty(BLOCK, np.uint32),
    )


@kernel
def cards_to_draw(fixed: FixedArrays) -> int:
    """Return the number of cards that are drawn in each deal."""
    drawn = fixed.to_come
    for hole in fixed.holes:
        drawn += 0 if hole else 2
    return drawn


@kernel
def play_deals(
    fixed: FixedArrays, states: NDArray[np.uint64], trials: int, tally: NDArray[np.int64]
) -> None:
    """Play random deals of known and random hands, to the river and the showdown.

    Args:
        fixed: the cards that are the same in all deals; unknown hands can be any two cards.
        states: uint64[4, BLOCK], the generators' states; changed.
        trials: the number of deals.
        tally: int64[2**players], increased by how often each set of players shared the pot.
    """
    drawn = cards_to_draw(fixed)
    swaps, places = np.empty((drawn, BLOCK), u8), np.empty((drawn, BLOCK), u8)
    fractions, room = np.empty(BLOCK, np.uint64), make_room(fixed.holes.size)
    for done in range(0, trials, BLOCK):
        draw_places(states, fractions, 52 - fixed.absent.size, swaps)
        follow_swaps(swaps, places)
        show_down(places, fixed, room, min(BLOCK, trials - done), tally)
