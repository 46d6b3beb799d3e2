"""Small games with known answers, played by the kernels that solve hold'em.

A hand in these games is one card. The kernels expect hands of two cards, and exclude pairs of hands
that share a card. So each hand gets a second card that no other hand has.

Source:
    H. W. Kuhn, "A Simplified Two-Person Poker", 1950; F. Southey et al., "Bayes' Bluff: Opponent
    Modelling in Poker", UAI 2005 (Leduc).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.odds import ANY, Spot
from handsight.solver.betting import Betting
from handsight.solver.boards import DealtBoard, make_empty_deals
from handsight.solver.game import SolverGame
from handsight.solver.learning import Learner
from handsight.solver.tree import build_streets, forest_of

OWN = 26
"""The number of the first of the cards that serve as the second card of a hand."""


def kuhn(steps: int) -> Learner:
    """Solve Kuhn poker: three cards, an ante of one chip, and at most one bet of one chip.

    Args:
        steps: the number of learning steps.

    Example:
        >>> learner = kuhn(1000)
        >>> round(learner.values()[0] - 1, 3)  # the first player loses 1/18 of a chip
        -0.056
    """
    betting = Betting(2, 1, bets="a", add_allin=0, force_allin=0, merging=0)
    return _learnt(_game(betting, "river", [0, 1, 2]), steps)


def leduc(steps: int) -> Learner:
    """Solve Leduc hold'em: two suits of three ranks, two rounds, one card on the board.

    The ante is one chip. Bets are two chips in the first round and four chips in the second, with
    at most one raise in each round.

    Args:
        steps: the number of learning steps.

    Example:
        >>> learner = leduc(500)
        >>> round(learner.values()[0] - 1, 3)
        -0.086
    """
    betting = Betting(
        2,
        100,
        turn_bets="2c",
        turn_raises="2c",
        river_bets="4c",
        river_raises="4c",
        raise_cap=1,
        add_allin=0,
        force_allin=0,
        merging=0,
    )
    return _learnt(_game(betting, "turn", [0, 0, 1, 1, 2, 2]), steps)


def _learnt(game: SolverGame, steps: int) -> Learner:
    learner = Learner(game)
    learner.learn(steps)
    return learner


def _game(betting: Betting, street: str, ranks: list[int]) -> SolverGame:
    """Lay out a game with a hand for each card, and on a second street a board for each card."""
    cards = range(len(ranks))
    trees = build_streets(betting, street)
    boards = [[DealtBoard(CardSet(), 0, -1, [(-1, 0)], [0])]]
    if len(trees) > 1:
        boards.append([DealtBoard(CardSet(), 0, card, [(card, 0)], [0]) for card in cards])
    counts = [
        np.full((2, len(level)), len(ranks) - number, np.int32)
        for number, level in enumerate(boards)
    ]
    following = [*boards[1:], []]
    deals = tuple(
        make_empty_deals(
            level,
            following[number],
            counts[number],
            trees[number],
            1 / (len(ranks) - 2) if number else 1.0,
        )
        for number, level in enumerate(boards)
    )
    for number, level in enumerate(boards):
        for deal, board in enumerate(level):
            held = [card for card in cards if card != board.card]
            paired = ranks[board.card] if board.card >= 0 else -1
            strengths = {card: ranks[card] + 10 * (ranks[card] == paired) for card in held}
            if number == len(boards) - 1:
                held.sort(key=strengths.__getitem__)
            _fill(deals[number].hands, deals[number].table[deal], held, strengths)
            if number > 0:
                _map(deals[number].maps, deals[number].table[deal], held)
    weights = np.ones((2, len(ranks)), np.float32)
    pairs = float(len(ranks) * (len(ranks) - 1))
    spot = Spot((ANY, ANY))
    game = SolverGame(spot, betting, weights, trees, boards, counts, "f32", False, (), pairs)
    game.deals, game.forests = deals, tuple(forest_of(tree, betting) for tree in trees)
    return game


def _fill(
    hands: NDArray[np.int16], table: NDArray[np.int64], held: list[int], strengths: dict[int, int]
) -> None:
    from handsight.kernels.solver.tables import COMBO, HIGH, LEVEL, LOW, SAME, START, WEAKER

    for player in range(2):
        start = int(table[player, START])
        for place, card in enumerate(held):
            row = start + place
            hands[[COMBO, LOW, HIGH, SAME], row] = card, card, OWN + card, place
            hands[WEAKER, row] = sum(strengths[card] > strengths[each] for each in held)
            hands[LEVEL, row] = sum(strengths[card] >= strengths[each] for each in held)


def _map(maps: NDArray[np.int16], table: NDArray[np.int64], held: list[int]) -> None:
    from handsight.kernels.solver.tables import MAPS

    for player in range(2):
        start = int(table[player, MAPS])
        maps[start : start + len(held)] = held
