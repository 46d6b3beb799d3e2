"""Real hands of the sites are reviewed without a fault; the hands lie outside of this project."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from handsight.coach.review.decisions import METHODS, ReviewedHand
from handsight.coach.review.pricing import review_hand
from handsight.coach.review.settings import ReviewSettings
from handsight.game import Hand, walk
from tests.unit.formats.test_site_hands import SITES, files_of, read

FEW = 3


def hands_of(site: str, each: int) -> Iterator[Hand]:
    """Yield hands of a site that show the hero's cards: one of ``each`` in every file."""
    for file in files_of(site):
        known = (hand for hand in read(file) if isinstance(hand, Hand) and hand.hero is not None)
        yield from islice((hand for hand in known if hand.holes[hand.hero or 0]), 0, None, each)


def check(hand: Hand, found: ReviewedHand) -> None:
    big_blind = hand.rules.big_blind
    assert found.won == pytest.approx(
        (hand.finishing_stacks[hand.hero] - hand.stacks[hand.hero]) / big_blind
        if hand.finishing_stacks is not None and hand.hero is not None
        else found.won
    )
    if not found.skipped or found.decisions:
        # Some records have checks of players who are all-in, which are no decisions.
        actors = [cursor.state.actor for cursor in walk(hand)]
        acted = [number for number, seat in enumerate(actors) if seat == hand.hero]
        assert [each.number for each in found.decisions] == acted
    for each in found.decisions:
        assert each.pot > 0
        assert 0 <= each.to_call <= max(hand.stacks) / big_blind
        if not each.is_valued:
            assert each.assumed[0]
            continue
        assert each.method in METHODS
        named = [row.action for row in each.actions]
        assert each.taken in named
        assert each.best in named
        assert len(set(named)) == len(named)
        evs = [row.ev for row in each.actions]
        assert np.isfinite([*evs, each.lost, each.error]).all()
        shares = [row.frequency for row in each.actions if row.frequency is not None]
        assert not shares or sum(shares) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("site", SITES)
def test_some_hands_of_each_site_are_reviewed(site: str) -> None:
    found = list(islice(hands_of(site, 40), FEW * 10))
    for hand in found:
        assert hand.hero is not None
        check(hand, review_hand(hand, hand.hero, ReviewSettings(quick=True)))


@pytest.mark.exhaustive
@pytest.mark.parametrize("site", SITES)
def test_all_hands_of_each_site_are_reviewed(site: str) -> None:
    for hand in hands_of(site, 1):
        assert hand.hero is not None
        check(hand, review_hand(hand, hand.hero, ReviewSettings(quick=True)))
