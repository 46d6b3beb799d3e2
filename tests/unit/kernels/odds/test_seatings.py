"""Deals in which players change hands: the same as dealing each round out."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.kernels.odds.deals import BLOCK
from handsight.kernels.odds.seatings import (
    PARTS,
    Seatings,
    make_seating_room,
    parts_by_sharers,
    share_in_seatings,
)

pytestmark = pytest.mark.pure_python


def rounds_of(party: list[int]) -> list[list[tuple[int, int]]]:
    """Pair the players of a party so that each two meet once, as in a tournament of all."""
    seats: list[int | None] = [*party, *([None] if len(party) % 2 else [])]
    rounds: list[list[tuple[int, int]]] = [] if len(party) % 2 else [[]]  # or all keep their own
    for _ in range(len(seats) - 1):
        half = len(seats) // 2
        pairs = zip(seats[:half], [*seats[:half:-1], seats[half]], strict=True)
        rounds.append([(one, two) for one, two in pairs if one is not None and two is not None])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds


@pytest.mark.parametrize("players", range(2, 11))
def test_each_two_meet_once_in_as_many_rounds_as_players(players: int) -> None:
    """This is of the twin below: what its shares are the mean of."""
    rounds = rounds_of(list(range(players)))
    assert len(rounds) == players
    met = [tuple(sorted(pair)) for pairs in rounds for pair in pairs]
    assert sorted(met) == list(combinations(range(players), 2))
    for pairs in rounds:
        seated = [player for pair in pairs for player in pair]
        assert len(seated) == len(set(seated))


def shares_of(
    hands: list[int], may: dict[int, int], sharers: int, parties: list[list[int]]
) -> list[Fraction]:
    """Play out all rounds of each party: hands change where both players may hold both."""
    shares = []
    for player in range(len(hands)):
        party = next((each for each in parties if player in each), [player])
        got = Fraction(0)
        for pairs in rounds_of(party) if len(party) > 1 else [[]]:
            winning = {p for p in range(len(hands)) if sharers >> p & 1}
            for one, two in pairs:
                if all(may.get(hands[p], 0) >> q & 1 for p in (one, two) for q in (one, two)):
                    moved = {one: two, two: one}
                    winning = {moved.get(p, p) for p in winning}
            got += Fraction(int(player in winning), len(winning))
        shares.append(got)
    return shares


@pytest.mark.parametrize(
    ("players", "parties"),
    [
        *((2, [[0, 1]]), (3, [[0, 1, 2]]), (3, [[0, 2]]), (6, [[0, 1, 2, 3, 4, 5]])),
        *((5, [[0, 4], [1, 2, 3]]), (10, [list(range(10))]), (4, [])),
    ],
)
def test_shares_are_those_of_all_rounds(players: int, parties: list[list[int]]) -> None:
    draw = np.random.default_rng(players)
    count = 40
    table = np.zeros(4096, np.uint16)
    may: dict[int, int] = {}
    deck = np.array([16 * suit + rank for suit in range(4) for rank in range(13)], np.uint8)
    cards = np.array([draw.permutation(deck)[: 2 * players] for _ in range(BLOCK)], np.uint8).T
    for low, high in combinations(deck.tolist(), 2):
        who = int(draw.integers(1 << players)) | int(draw.integers(1 << players))
        table[low * 64 + high] = table[high * 64 + low] = who
        may[1 << low | 1 << high] = who
    sharers = draw.integers(1, 1 << players, BLOCK).astype(np.uint32)
    shares = np.zeros((players, 2), np.int64)
    share_in_seatings(
        *(cards, 2 * np.arange(players), sharers, count),
        *(seatings_of(parties, table), parts_by_sharers(), make_seating_room(players), shares),
    )
    each = [
        shares_of(hands_of(cards[:, trial], players), may, int(sharers[trial]), parties)
        for trial in range(count)
    ]
    for player in range(players):
        parts = [deal[player] * PARTS for deal in each]
        assert shares[player].tolist() == [sum(parts), sum(part * part for part in parts)]


def seatings_of(parties: list[list[int]], table: NDArray[np.uint16]) -> Seatings:
    ends = np.cumsum([0, *map(len, parties)])
    return Seatings(
        np.array([player for party in parties for player in party], np.int64),
        np.stack([ends[:-1], ends[1:]], axis=1).astype(np.int64),
        table,
    )


def hands_of(cards: NDArray[np.uint8], players: int) -> list[int]:
    bits = [1 << int(card) for card in cards]
    return [bits[2 * player] | bits[2 * player + 1] for player in range(players)]
