"""Deals in which players swap hands, which reduce the variance of a sample.

Suppose that two ranges both hold two hands, and that each range gives the two hands equal weights.
Then a deal is exactly as likely as the deal in which the two players have swapped these hands, so
both deals can be counted, each by half, although hands are evaluated only once. Players swap hands
in pairs, in rounds like those of a round-robin tournament, until every player has met every other
player. There is one more round in which all players keep their own hands; with an odd number of
players, each player sits out one round instead. On average over the rounds, every deal counts as
often as in a plain sample, but the players' shares have a lower variance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import Int, kernel, popcount16
from handsight.kernels.odds.deals import BLOCK

u16 = np.uint16
u32 = np.uint32
u64 = np.uint64
PARTS = 2520
"""The number of parts of a pot, which up to ten players can share in whole numbers."""

HANDS = 1 << 12
"""The size of the table of hands; an index is 64 * the bit position of one card + the other's."""


class Seatings(NamedTuple):
    """The players who can swap hands with each other.

    Attributes:
        players: int64[k], the numbers of the players who can swap hands, party by party; empty if
            nobody can.
        parties: int64[m, 2], the indices in ``players`` at which each party begins and ends.
            Players swap hands within their party, over as many rounds as the party has players.
        holders: uint16[4096], for each hand, the players whose range holds the hand at the most
            common weight of the range, as a mask in which bit i stands for player i. A hand is
            indexed by the bit positions of its cards in either order.
    """

    players: NDArray[np.int64]
    parties: NDArray[np.int64]
    holders: NDArray[np.uint16]


class SeatingRoom(NamedTuple):
    """Workspace arrays for a block of trials.

    Attributes:
        holders: uint16[players, BLOCK], for each player's hand, the mask of the players who can
            hold it (see `Seatings`).
        sharers: uint16[BLOCK], the mask of the players who share the pot.
        parts: uint16[BLOCK], the number of parts of the pot that each of these players gets.
        rounds: uint16[players, BLOCK], the number of rounds in which a player shares the pot.
    """

    holders: NDArray[np.uint16]
    sharers: NDArray[np.uint16]
    parts: NDArray[np.uint16]
    rounds: NDArray[np.uint16]


@kernel
def make_seating_room(players: int) -> SeatingRoom:
    """Allocate the workspace arrays for this number of players."""
    return SeatingRoom(
        np.zeros((players, BLOCK), np.uint16),
        np.empty(BLOCK, np.uint16),
        np.empty(BLOCK, np.uint16),
        np.empty((players, BLOCK), np.uint16),
    )


@kernel
def look_up_holders(
    bits: NDArray[np.uint8], row: Int, table: NDArray[np.uint16], holders: NDArray[np.uint16]
) -> None:
    """Look up which players can hold a player's hand, in each trial.

    Args:
        bits: uint8[drawn, BLOCK], the bit positions of the drawn cards.
        row: the row of the hand's first card; the second card is in the next row.
        table: uint16[4096], the attribute ``holders`` of `Seatings`.
        holders: uint16[BLOCK], filled with masks of players.
    """
    for i in range(BLOCK):
        holders[i] = table[(u64(bits[row, i]) << u64(6)) | u64(bits[row + 1, i])]


@kernel
def split_pots(
    sharers: NDArray[np.uint32], count: int, units: NDArray[np.uint16], room: SeatingRoom
) -> None:
    """Find the number of parts of the pot that each sharer gets; 0 in trials that do not count.

    Args:
        sharers: uint32[BLOCK], the mask of the players who share the pot.
        count: the number of trials that count, from the first one.
        units: uint16[17] from `parts_by_sharers`.
        room: the workspace, whose sharers and parts are filled.
    """
    for i in range(BLOCK):
        who = u16(sharers[i])
        room.sharers[i] = who
        room.parts[i] = units[popcount16(who)]
    for i in range(count, BLOCK):
        room.parts[i] = u16(0)


@kernel
def keep_seats(player: Int, room: SeatingRoom) -> None:
    """Start a player's count of rounds with a share: 1 if the dealt hand shares the pot, else 0.

    This counts the round in which the player keeps the dealt hand.

    Args:
        player: the number of the player.
        room: the workspace, whose rounds of the player are set.
    """
    for i in range(BLOCK):
        room.rounds[player, i] = u16(u16(room.sharers[i] >> u16(player)) & u16(1))


@kernel
def change_seats(one: Int, other: Int, room: SeatingRoom) -> None:
    """Count the round in which two players meet: they swap hands if both can hold both hands.

    Args:
        one: the number of one player.
        other: the number of the other player.
        room: the workspace, whose rounds of these players are increased.
    """
    pair = u16(u16(u16(1) << u16(one)) | u16(u16(1) << u16(other)))
    for i in range(BLOCK):
        both = u16(u16(room.holders[one, i] & room.holders[other, i]) & pair)
        first = u16(u16(room.sharers[i] >> u16(one)) & u16(1))
        second = u16(u16(room.sharers[i] >> u16(other)) & u16(1))
        moved = u16(first ^ second) if both == pair else u16(0)
        room.rounds[one, i] += u16(first ^ moved)
        room.rounds[other, i] += u16(second ^ moved)


@kernel
def add_shares(player: Int, room: SeatingRoom, shares: NDArray[np.int64]) -> None:
    """Add up a player's parts of the pots, and the squares of these parts.

    Args:
        player: the number of the player.
        room: the workspace.
        shares: int64[players, 2]; the row of the player is increased.
    """
    total, squares = u64(0), u64(0)
    for i in range(BLOCK):
        parts = u32(room.rounds[player, i]) * u32(room.parts[i])
        total += u64(parts)
        squares += u64(parts) * u64(parts)
    shares[player, 0] += np.int64(total)
    shares[player, 1] += np.int64(squares)


@kernel
def share_in_seatings(
    bits: NDArray[np.uint8],
    rows: NDArray[np.int64],
    sharers: NDArray[np.uint32],
    count: int,
    seatings: Seatings,
    units: NDArray[np.uint16],
    room: SeatingRoom,
    shares: NDArray[np.int64],
) -> None:
    """Add up the winnings of the players in a block of deals, over all rounds of swapping hands.

    Args:
        bits: uint8[drawn, BLOCK], the bit positions of the drawn cards.
        rows: int64[players], the row in ``bits`` of each player's first card.
        sharers: uint32[BLOCK], the mask of the players who share the pot.
        count: the number of trials that count, from the first one.
        seatings: the players who can swap hands.
        units: uint16[17] from `parts_by_sharers`.
        room: the workspace.
        shares: int64[players, 2], increased by the parts of the pots that each player wins, where a
            pot has `PARTS` parts in each round, and by the squares of these parts. A player without
            a party has one round.
    """
    players = seatings.players
    split_pots(sharers, count, units, room)
    for player in range(rows.size):
        keep_seats(player, room)
    for player in players:
        look_up_holders(bits, rows[player], seatings.holders, room.holders[player])
    for party in range(seatings.parties.shape[0]):
        first, last = seatings.parties[party, 0], seatings.parties[party, 1]
        for place in range(first, last):
            for before in range(first, place):
                change_seats(players[before], players[place], room)
    for player in range(rows.size):
        add_shares(player, room, shares)


@kernel
def parts_by_sharers() -> NDArray[np.uint16]:
    """Return the number of parts of a pot that each sharer gets if 0..16 players share: uint16[17].

    The entries for 0 and for more than 10 players are 0.
    """
    units = np.zeros(17, np.uint16)
    for sharers in range(1, 11):
        units[sharers] = u16(PARTS // sharers)
    return units
