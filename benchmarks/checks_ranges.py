"""Check our answers about several players against another way to compute them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from benchmarks import workloads
from benchmarks.agreement import near_shares, same_shares, same_values
from benchmarks.inputs import SEED, Pot
from benchmarks.timing import Work
from handsight import (
    BoardStrengths,
    CardSet,
    Equity,
    Range,
    current_hand_odds,
    effective_hand_strength,
    equity,
    score_many,
)

NAIVE_DEALS = 300_000
DRAWN_AT_ONCE = 1 << 18
CARDS = np.array([CardSet([index]).mask for index in range(52)], np.uint64)

Counts = tuple[int, int, int]
"""How often the first player wins, ties and loses."""

HAND_V_HAND: Counts = (787_966, 6_732, 917_606)
WIDE_V_TIGHT: dict[str, Counts] = {
    "": (5_138_556_492, 489_661_016, 9_772_244_668),
    "2s5h9d": (2_790_517, 244_356, 5_202_917),
    "AhKd7h": (1_797_515, 86_466, 3_298_669),
}
ANY_V_ANY: dict[str, Counts] = {"2s5h9d": (618_707_691, 21_128_058, 618_707_691)}
"""Counted by other programs: OMPEval and postflop-solver."""


def counts_are(work: Work, counts: Counts) -> str:
    """Compare the first player's wins, ties and losses with counts of other programs."""
    counted = [_counts(result) for result in work.answers()]
    return same_values(counted, [counts] * len(counted))


def hand_v_any_adds_up(work: Work, pots: list[Pot]) -> str:
    """Compare a hand against one random hand with odds that are counted, not looked up."""
    deals = [(pot.players[0], pot.board) for pot in pots]
    counted = [list(_counts(result)) for result in work.answers()]
    return same_values(counted, workloads.odds_in_counts(deals, 1))


def hand_v_all_any_adds_up(work: Work, pots: list[Pot]) -> str:
    """Compare a hand against several random hands with odds, which take no ranges."""
    counted = [result.players[0] for result in work.answers()]
    odds = [
        current_hand_odds(pot.players[0], pot.board, len(pot.players) - 1, method="exact")
        for pot in pots
    ]
    return same_values([(each.win, each.ties) for each in counted], [(o.win, o.ties) for o in odds])


def any_v_all_any_adds_up(work: Work, pots: list[Pot]) -> str:
    """Compare players with random hands with the odds of every hand that they can hold."""
    for result, pot in zip(work.answers(), pots, strict=True):
        held = Range(pot.players[0]).without(pot.board).combos
        others = len(pot.players) - 1
        odds = [current_hand_odds(hand, pot.board, others, method="exact") for hand, _ in held]
        expected = sum(each.win for each in odds), sum(each.lose for each in odds)
        if wrong := same_values(
            [(p.win, p.lose) for p in result.players], [expected] * (others + 1)
        ):
            return wrong
    return ""


def shares_are_those_of_all_boards(work: Work, pots: list[Pot]) -> str:
    """Compare known hands with their scores on every possible board."""
    counted = [player.equity for result in work.answers() for player in result.players]
    return same_shares(counted, shares_on_all_boards(pots[0].players) * len(pots))


def shares_are_near_dealt(work: Work, pot: Pot, trials: int = NAIVE_DEALS) -> str:
    """Compare the first pot with deals in numpy.

    Args:
        trials: number of trials behind each share; `NAIVE_DEALS` or more if it is exact.
    """
    ours = [player.equity for player in work.answers()[0].players]
    return near_shares(ours, dealt_shares(pot), min(NAIVE_DEALS, trials))


def samples_are_the_same(work: Work, baseline: Work) -> str:
    """Check that two ways to take one sample agree in every deal."""
    ours, others = (each.answers() for each in (work, baseline))
    return same_values([r.winners for r in ours], [r.winners for r in others])


def tables_are_those_of_single_hands(work: Work, pots: list[Pot]) -> str:
    """Compare the first board's table with hands that are evaluated one by one."""
    table: BoardStrengths = work.answers()[0]
    hands = [hand for hand, _ in Range("random").without(pots[0].board).combos]
    ours = [number for hand in hands for number in (table.of(hand, "ehs"), table.of(hand))]
    theirs = [number for hand in hands for number in _of_one(hand, pots[0])]
    return same_shares(ours, theirs)


def _of_one(hand: CardSet, pot: Pot) -> tuple[float, float]:
    """Return EHS and the share of the pot."""
    (villain,) = pot.players
    if villain == "random":
        odds = current_hand_odds(hand, pot.board)
        return effective_hand_strength(hand, pot.board).ehs, odds.equity
    effective = effective_hand_strength(hand, pot.board, villain=villain)
    return effective.ehs, equity([hand, villain], pot.board).players[0].equity


def _counts(result: Equity) -> tuple[object, object, object]:
    first = result.players[0]
    return first.win, first.tie, first.lose


# --- the other way ------------------------------------------------------------------------------


def shares_on_all_boards(hands: Sequence[str]) -> list[float]:
    """Score known hands on every board, before the flop.

    Returns:
        The share of each, in 0..1.
    """
    masks = np.array([CardSet(hand).mask for hand in hands], np.uint64)
    live = CARDS[CARDS & ~np.bitwise_or.reduce(masks) != 0]
    chosen = np.array(list(combinations(range(len(live)), 5)), np.uint8)
    return _shares(masks[:, None], np.bitwise_or.reduce(live[chosen], axis=1))


def dealt_shares(pot: Pot) -> list[float]:
    """Draw hands and boards without duplicate cards, score all hands and share the pots.

    Args:
        pot: hands, and ranges whose combos have equal weights.

    Returns:
        The share of each player in `NAIVE_DEALS` deals or more, 0..1.
    """
    source = np.random.default_rng(SEED)
    choices = [_masks(player) for player in pot.players]
    lying = np.uint64(CardSet(pot.board).mask)
    drawn = [_draw(source, choices, lying)]
    while sum(hands.shape[1] for hands, _ in drawn) < NAIVE_DEALS:
        drawn.append(_draw(source, choices, lying))
    hands, boards = zip(*drawn, strict=True)
    return _shares(np.hstack(hands), np.hstack(boards))


def _masks(player: str) -> NDArray[np.uint64]:
    return np.array([hand.mask for hand, _ in Range(player).combos], np.uint64)


def _draw(
    source: np.random.Generator, choices: list[NDArray[np.uint64]], lying: np.uint64
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Draw a batch, and return the hands and boards without duplicate cards."""
    to_come = 5 - int(lying).bit_count()
    hands = np.array([each[source.integers(0, len(each), DRAWN_AT_ONCE)] for each in choices])
    coming = CARDS[source.integers(0, 52, (to_come, DRAWN_AT_ONCE))]
    boards = np.bitwise_or.reduce(coming, axis=0) | lying
    cards = np.bitwise_or.reduce(hands, axis=0) | boards
    fair = np.bitwise_count(cards) == 2 * len(choices) + 5
    return hands[:, fair], boards[fair]


def _shares(hands: NDArray[np.uint64], boards: NDArray[np.uint64]) -> list[float]:
    """Share the pots.

    Args:
        hands: uint64[players, deals], or one hand for all deals.
        boards: uint64[deals], five cards each.
    """
    scores = np.array([score_many(each | boards) for each in hands])
    best = scores == scores.max(axis=0)
    return [float(share) for share in (best / best.sum(axis=0)).mean(axis=1)]
