"""The blueprint's fallback by buckets does on average what it does with the hands of a bucket."""

import numpy as np
import pytest

from handsight.agents.equilibrium.blueprint import FALLBACK
from handsight.agents.equilibrium.fallback import BucketFallback
from handsight.agents.thresholds.thresholds import betting_of
from handsight.blueprint import blueprint_of
from handsight.cards.card import STREETS
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.ranges.combos import MASKS


@pytest.fixture(scope="module")
def fallback() -> BucketFallback:
    return BucketFallback(blueprint_of(100).buckets)


@pytest.mark.parametrize("street", [1, 2, 3])
@pytest.mark.parametrize("bets", [0, 1])
def test_by_buckets_it_acts_as_often_as_with_all_hands(
    fallback: BucketFallback, street: int, bets: int
) -> None:
    found, wanted = [], []
    for seed in range(12):
        cursor = HandCursor(HandState.start(Rules(), [10_000] * 2, 0, seed=seed))
        for _ in range(2 * street):
            cursor.apply(Action.call())
        if bets:
            cursor.apply(Action.raise_to(150))
        seen = cursor.observation()
        assert seen.street == STREETS[street]
        lying = np.uint64(sum(card.mask for card in seen.board))
        free = np.flatnonzero(np.array(MASKS, np.uint64) & lying == 0)
        table = FALLBACK.probabilities(seen, free)
        policy = fallback.policy(street, seen.legal, betting_of(seen).pressure)
        assert policy.actions == table.actions
        assert policy.shares.sum(1) == pytest.approx(1)
        buckets = fallback.buckets.board_buckets([card.index for card in seen.board])[free]
        found.append(policy.shares[buckets].mean(0))
        wanted.append(table.chances.mean(0))
    np.testing.assert_allclose(np.mean(found, 0), np.mean(wanted, 0), atol=0.05)


def test_better_buckets_stay_more_often(fallback: BucketFallback) -> None:
    cursor = HandCursor(HandState.start(Rules(), [10_000] * 2, 0, seed=1))
    for _ in range(6):
        cursor.apply(Action.call())
    cursor.apply(Action.raise_to(200))
    shares = fallback.policy(3, cursor.state.legal_actions, pressure=1).shares
    assert shares[0].tolist() == [1, 0, 0]
    assert shares[-1].tolist() == [0, 0, 1]
    folds = shares[:, 0]
    assert (np.diff(folds) <= 0.1).all()
