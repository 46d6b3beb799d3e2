"""What a local best response does, from the rule in words; nothing of it is shared with the code.

Against a caller the rule says: all-in as soon as the share of the pot, all in, against any two
cards is above one half, and check until then. What that wins follows from the cards alone.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from handsight.cards import Card, CardSet
from handsight.kernels.ranges.board_strengths import weigh_board
from handsight.odds.counting.ranges import all_combos
from handsight.ranges import pocket_equity
from handsight.ranges.combos import COMBOS, MASKS
from handsight.ranking import evaluate_mask

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

STREETS = ("preflop", "flop", "turn", "river")
EVEN = 0.5 + 1e-9


def river_shares(board: int) -> NDArray[np.float64]:
    """Give each combo's share of the pot on five cards against any two others; NaN for no hand."""
    masks, cards = all_combos()
    free = np.flatnonzero(masks & np.uint64(board) == 0)
    met = np.zeros((3, len(free), 3))
    nothing = np.zeros(1, np.uint64)
    weigh_board(
        masks[free], cards[free], np.ones(len(free)), np.uint64(board), nothing, 7, met
    )  # fmt: skip
    shares = np.full(len(MASKS), np.nan)
    behind, level, ahead = met[0].T
    shares[free] = (behind + level / 2) / (behind + level + ahead)
    return shares


def before_the_flop() -> NDArray[np.float64]:
    """Give each combo's share of the pot against any two others."""
    odds = [pocket_equity(CardSet.from_mask(mask)) for mask in MASKS]
    return np.array([(each.win + each.tie / 2) / each.total for each in odds])


SUITS = [*permutations(range(4))]


class Rivers:
    """Twice the opponents' hands that each combo beats on a river, and those it ties with.

    They are counted once for boards that are alike but for suits.
    """

    def __init__(self) -> None:
        self._counted: dict[int, NDArray[np.int16]] = {}
        places = {frozenset(cards): number for number, cards in enumerate(COMBOS)}
        # For each change of suits, the combo that each combo becomes.
        self._moved = np.array(
            [
                [
                    places[frozenset(card & ~3 | order[card & 3] for card in cards)]
                    for cards in COMBOS
                ]
                for order in SUITS
            ]
        )

    def points(self, boards: NDArray[np.uint64]) -> Iterator[NDArray[np.int16]]:
        """Give the 0 to 1980 points of all combos on each board, -1 for combos that meet it."""
        parts = [boards >> np.uint64(16 * suit) & np.uint64(0xFFFF) for suit in range(4)]
        images = np.array(
            [
                sum(part << np.uint64(16 * to) for part, to in zip(parts, order, strict=True))
                for order in SUITS
            ]
        )
        for board, change in zip(images.min(0).tolist(), images.argmin(0).tolist(), strict=True):
            if board not in self._counted:
                points = np.rint(1980 * river_shares(board))
                self._counted[board] = np.nan_to_num(points, nan=-1).astype(np.int16)
            yield self._counted[board][self._moved[change]]


def gains_of_flop(flop: Sequence[int], rivers: Rivers) -> dict[str, float]:
    """Give what all-ins win a hand, as parts of the stack, if this flop comes.

    Args:
        flop: three cards, 0 to 51.
        rivers: what was counted for other flops.

    Returns:
        {first street on which it bets: the mean over hands and runouts of 2 w - 1 where it goes
        all-in, at the w of that moment, and 0 where it never does}.
    """
    lying = sum(Card(card).mask for card in flop)
    free = [number for number, cards in enumerate(COMBOS) if not {*cards} & {*flop}]
    pairs = [*combinations([card for card in range(52) if card not in flop], 2)]
    boards = [lying | Card(one).mask | Card(other).mask for one, other in pairs]
    # Sums over the rivers of each turn. A hand meets 46 of them: of the 49 cards that the flop
    # leaves, it holds two, and one is the turn. It meets 47 turns.
    shares, gains = np.zeros((2, 52, len(COMBOS)), np.int64)
    for pair, points in zip(pairs, rivers.points(np.array(boards, np.uint64)), strict=True):
        won, gained = np.maximum(points, 0), np.maximum(points - 990, 0)
        for turn in pair:
            shares[turn] += won
            gains[turn] += gained
    turn, from_river = shares[:, free] / (46 * 1980), gains[:, free] / (46 * 990)
    from_turn = np.where(turn > EVEN, 2 * turn - 1, from_river)
    whole = turn.sum(0) / 47
    on_flop = np.where(whole > EVEN, 2 * whole - 1, from_turn.sum(0) / 47)
    early = before_the_flop()[free]
    from_deal = np.where(early > EVEN, 2 * early - 1, on_flop)
    means = from_deal, on_flop, from_turn.sum(0) / 47, from_river.sum(0) / 47
    return {street: float(mean.mean()) for street, mean in zip(STREETS, means, strict=True)}


def share_of_pot(hole: int, other: int, board: int) -> Fraction:
    """Deal all runouts of a turn or a river, and count the pots that a hand wins from another."""
    cards = [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]
    runouts = (
        [0] if board.bit_count() == 5 else [c for c in cards if not c & (hole | other | board)]
    )
    won = Fraction(0)
    for runout in runouts:
        ours, theirs = (evaluate_mask(board | runout | hand) for hand in (hole, other))
        won += Fraction(int(ours > theirs) + int(ours >= theirs), 2)
    return won / len(runouts)


def bayes(weights: Mapping[int, Fraction], chances: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Multiply the weight of each hand by how likely the opponent acts so with it."""
    parts = {hand: weight * chances[hand] for hand, weight in weights.items()}
    whole = sum(parts.values())
    return {hand: part / whole for hand, part in parts.items()}


def value_of_call(
    shares: Mapping[int, Fraction], weights: Mapping[int, Fraction], pot: int, price: int
) -> Fraction:
    """Give what is won if a hand pays the price, and all check to the end; less a fold."""
    wins = sum(weight * shares[hand] for hand, weight in weights.items())
    return wins * pot - (1 - wins) * price


def value_of_bet(
    shares: Mapping[int, Fraction],
    weights: Mapping[int, Fraction],
    folds: Mapping[int, Fraction],
    pot: int,
    price: int,
    raised: int,
) -> Fraction:
    """Give what is won by paying the price and raising by so much; less a fold.

    A hand of the opponent folds as often as it does, else it calls, and all check to the end.
    """
    value = Fraction(0)
    for hand, weight in weights.items():
        called = shares[hand] * (pot + raised) - (1 - shares[hand]) * (price + raised)
        value += weight * (folds[hand] * pot + (1 - folds[hand]) * called)
    return value
