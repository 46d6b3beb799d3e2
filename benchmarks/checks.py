"""Check our own answers to jobs against another way to compute them."""

from __future__ import annotations

import numpy as np

from benchmarks import workloads
from benchmarks.agreement import near_shares, same_order, same_values
from benchmarks.inputs import SEED, Deal, Size, seven_cards
from benchmarks.timing import Work
from handsight import CardSet, evaluate_mask, masks_from_cards, score_many

NAIVE_DEALS = 50_000
NAIVELY_CHECKED = 5
"""How many hands of a job are checked by naive deals."""


def scores_order_like_strengths(work: Work, size: Size) -> str:
    """Check that scores order hands like strengths."""
    return same_order(work.answers(), workloads.strengths(size).answers())


def strengths_are_those_of_single_hands(work: Work, size: Size) -> str:
    """Compare an array of strengths with hands ranked one by one, from their cards."""
    hands = seven_cards(size.loop).tolist()
    return same_values(work.answers(), [evaluate_mask(CardSet(hand).mask) for hand in hands])


def single_hands_order_like_scores(work: Work, size: Size) -> str:
    """Compare hands ranked one by one with the scores of an array."""
    scores = score_many(masks_from_cards(seven_cards(size.calls)))
    return same_order(work.answers(), scores.tolist())


def potential_adds_up_to_odds(work: Work, deals: list[Deal], opponents: int) -> str:
    """Compare the river totals of a potential with exact wins, ties and losses."""
    return same_values(work.answers(), workloads.odds_in_counts(deals, opponents))


def shares_are_near_dealt(work: Work, deals: list[Deal], opponents: int, trials: int) -> str:
    """Compare shares of the pot with hands that are dealt in numpy and ranked one by one.

    Args:
        trials: number of trials behind each share; `NAIVE_DEALS` or more if it is exact.

    Returns:
        What is wrong; empty if nothing is.
    """
    dealt = [naive_share(*deal, opponents) for deal in deals[:NAIVELY_CHECKED]]
    return near_shares(work.answers()[:NAIVELY_CHECKED], dealt, min(NAIVE_DEALS, trials))


def naive_share(hole: str, board: str, opponents: int) -> float:
    """Deal hands and boards from shuffled decks, rank all hands and share the pots.

    Args:
        hole: two cards.
        board: 0, 3, 4 or 5 cards.

    Returns:
        Our share, in 0..1.
    """
    ours, shown = _indices(hole), _indices(board)
    live = np.setdiff1d(np.arange(52), ours + shown)
    shuffled = np.random.default_rng(SEED).random((NAIVE_DEALS, len(live)), np.float32)
    dealt = live[shuffled.argsort(axis=1)]
    to_come = 5 - len(shown)
    table = np.hstack([np.tile(np.array(shown, int), (NAIVE_DEALS, 1)), dealt[:, :to_come]])
    starts = range(to_come, to_come + 2 * opponents, 2)
    hands = [np.tile(ours, (NAIVE_DEALS, 1)), *(dealt[:, at : at + 2] for at in starts)]
    scores = np.array([score_many(masks_from_cards(np.hstack([hand, table]))) for hand in hands])
    best = scores == scores.max(axis=0)
    return float((best[0] / best.sum(axis=0)).mean())


def _indices(cards: str) -> list[int]:
    return [card.index for card in CardSet(cards)]
