"""Whether our own answers to a job are right, by another way through the library."""

from __future__ import annotations

import numpy as np

from benchmarks import workloads
from benchmarks.checks import near_shares, same_order, same_values
from benchmarks.inputs import SEED, Deal, Size, seven_cards
from benchmarks.timing import Work
from handsight import CardSet, evaluate_mask, masks_from_cards, score_many

NAIVE_DEALS = 20_000


def scores_order_like_strengths(work: Work, size: Size) -> str:
    """Compare scores with strengths."""
    return same_order(work.answers(), workloads.strengths(size).answers())


def strengths_are_those_of_single_hands(work: Work, size: Size) -> str:
    """Compare an array of strengths with hands ranked one by one, from their cards."""
    hands = seven_cards(size.loop).tolist()
    return same_values(work.answers(), [evaluate_mask(CardSet(hand).mask) for hand in hands])


def single_hands_order_like_scores(work: Work, size: Size) -> str:
    """Compare hands ranked one by one with the scores of an array."""
    scores = score_many(masks_from_cards(seven_cards(size.calls)))
    return same_order(work.answers(), scores.tolist())


def adds_up_to_odds(work: Work, deals: list[Deal], opponents: int) -> str:
    """Compare what a potential comes to on the river with the odds, deal for deal."""
    return same_values(work.answers(), workloads.odds_in_counts(deals, opponents))


def shares_add_up_in_potential(work: Work, deals: list[Deal], opponents: int) -> str:
    """Compare wins, ties and losses from a flop with what a potential comes to on the river."""
    counted = workloads.odds_in_counts(deals, opponents)
    return same_values(workloads.potential(deals, opponents).answers(), counted)


def sample_is_near(work: Work, hole: str, opponents: int, size: Size) -> str:
    """Compare sampled shares with deals made and ranked in numpy, hand by hand."""
    found = work.answers()
    trials = min(NAIVE_DEALS, size.trials // len(found))
    return near_shares(found, [naive_share(hole, opponents)] * len(found), trials)


def naive_share(hole: str, opponents: int, deals: int = NAIVE_DEALS) -> float:
    """Deal and compare, before the flop.

    Args:
        hole: two cards.
        opponents: 1 to 9.
        deals: how many.

    Returns:
        Our share of the pot, in 0..1.
    """
    ours = [card.index for card in CardSet(hole)]
    live = np.setdiff1d(np.arange(52), ours)
    order = np.random.default_rng(SEED).random((deals, len(live))).argsort(axis=1)
    dealt = live[order]
    board = dealt[:, :5]
    hands = [np.broadcast_to(ours, (deals, 2))]
    hands += [dealt[:, at : at + 2] for at in range(5, 5 + 2 * opponents, 2)]
    scores = np.array([score_many(masks_from_cards(np.hstack([hand, board]))) for hand in hands])
    best = scores == scores.max(axis=0)
    return float((best[0] / best.sum(axis=0)).mean())

