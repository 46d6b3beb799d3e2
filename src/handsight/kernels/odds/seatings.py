"""Deals in which players change hands: what each would have won in another's seat.

If two ranges hold a hand at the same weight, a deal is as likely as the one in which the two
players hold each other's hands, so both may count, each by half. The deals are evaluated once.
Players change hands in pairs, in rounds like those of a round-robin tournament until everybody has
met everybody, plus one round in which all keep their own hand (with an odd number, each sits out
once instead). Averaged over these rounds, every deal counts as often as in a plain sample, but
shares vary less.
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
"""The parts of a pot, a number that lets up to ten players share it in whole numbers."""

HANDS = 1 << 12
"""The size of the table of hands: 64 times the index of one card's bit, plus that of the other."""


class Seatings(NamedTuple):
    """Which players may change hands with each other.

    Attributes:
        players: int64[k], their numbers, party by party; empty if nobody can.
        parties: int64[m, 2], where a party begins and ends among them. Players change hands within
            their party, over as many rounds as it has players.
        holders: uint16[4096], for each hand, by the indices of its bits in either order, the
            players whose range holds it at its most common weight: bit i stands for player i.
    """

    players: NDArray[np.int64]
    parties: NDArray[np.int64]
    holders: NDArray[np.uint16]


class SeatingRoom(NamedTuple):
    """Workspace arrays.

    Attributes:
        holders: uint16[players, BLOCK], who else may hold a player's hand.
        sharers: uint16[BLOCK], who shares the pot.
        parts: uint16[BLOCK], the parts of the pot that each of them gets.
        rounds: uint16[players, BLOCK], the number of rounds in which a player is among them.
    """

    holders: NDArray[np.uint16]
    sharers: NDArray[np.uint16]
    parts: NDArray[np.uint16]
    rounds: NDArray[np.uint16]


@kernel
def make_seating_room(players: int) -> SeatingRoom:
    """Allocate the workspace arrays."""
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
    """Look up who may hold a player's hand, in each trial.

    Args:
        bits: uint8[drawn, BLOCK], bit positions; the hand is in this row and the next one.
        table: uint16[4096] of `Seatings`.
        holders: uint16[BLOCK], filled.
    """
    for i in range(BLOCK):
        holders[i] = table[(u64(bits[row, i]) << u64(6)) | u64(bits[row + 1, i])]


@kernel
def split_pots(
    sharers: NDArray[np.uint32], count: int, units: NDArray[np.uint16], room: SeatingRoom
) -> None:
    """Find the parts of the pot that each sharer gets; 0 in trials that do not count.

    Args:
        sharers: uint32[BLOCK].
        count: the number of trials that count.
        units: uint16[17], the parts by the number of sharers.
    """
    for i in range(BLOCK):
        who = u16(sharers[i])
        room.sharers[i] = who
        room.parts[i] = units[popcount16(who)]
    for i in range(count, BLOCK):
        room.parts[i] = u16(0)


@kernel
def keep_seats(player: Int, room: SeatingRoom) -> None:
    """Start with the round in which a player keeps their own hand."""
    for i in range(BLOCK):
        room.rounds[player, i] = u16(u16(room.sharers[i] >> u16(player)) & u16(1))


@kernel
def change_seats(one: Int, other: Int, room: SeatingRoom) -> None:
    """Count the round in which two players meet: they change hands if both may hold both."""
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
    """Add up a player's parts of the pots, and their squares.

    Args:
        shares: int64[players, 2], added to.
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
    """Add up the winnings of the players in a block of deals, over all rounds of changing hands.

    Args:
        bits: uint8[drawn, BLOCK], bit positions of the drawn cards.
        rows: int64[players], the index of a player's first card among them.
        sharers: uint32[BLOCK], who shares the pot.
        count: the number of trials that count.
        units: uint16[17], the parts of a pot by the number of sharers.
        shares: int64[players, 2], added to: a player's parts of the pots, PARTS per pot and round,
            and their squares. A player without a party has one round.
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
    """Return the parts of a pot that each sharer gets, by the number of sharers: uint16[17]."""
    units = np.zeros(17, np.uint16)
    for sharers in range(1, 11):
        units[sharers] = u16(PARTS // sharers)
    return units
