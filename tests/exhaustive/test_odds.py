"""Odds on all starting hands, and on many flops dealt out one by one."""

from random import Random

import pytest

from handsight.odds import class_odds, current_hand_odds, hand_potential
from tests.naive import odds as naive
from tests.naive.deals import DECK
from tests.oracles.test_odds import hole_of
from tests.oracles.values import oracle
from tests.thorough import up_to

pytestmark = pytest.mark.exhaustive

STARTING_HANDS = oracle("preflop169")
FLOPS = up_to(40, 10)


@pytest.mark.parametrize("hand_class", STARTING_HANDS)
def test_before_the_flop_the_deals_are_those_of_the_oracle(hand_class: str) -> None:
    row = STARTING_HANDS[hand_class]
    odds = current_hand_odds(hole_of(hand_class))
    found = (odds.win, odds.ties[1], odds.lose, odds.total)
    assert found == (row["win"], row["tie"], row["lose"], row["total"])


@pytest.mark.parametrize("hole", ["AhAd", "AhKh", "7h2d", "5h4h", "QhJd"])
def test_before_the_flop_three_opponents_are_counted_as_random_deals_say(hole: str) -> None:
    exact = current_hand_odds(hole, opponents=3, method="exact")
    sampled = current_hand_odds(hole, opponents=3, trials=10_000_000, seed=3, method="monte_carlo")
    assert exact.win + sum(exact.ties.values()) + exact.lose == exact.total
    assert abs(sampled.equity - exact.equity) <= 4 * (sampled.stderr or 0)
    for k, deals in exact.ties.items():
        share = deals / exact.total
        error = (share * (1 - share) / sampled.total) ** 0.5
        assert abs(sampled.ties[k] / sampled.total - share) <= 4 * error


@pytest.mark.parametrize("seed", range(FLOPS))
def test_a_flop_at_random_is_counted_as_dealing_gives(seed: int) -> None:
    cards = Random(seed).sample(DECK, 5)
    hole, board = cards[:2], cards[2:]
    potential = hand_potential(hole, board)
    assert potential.counts == naive.hand_potential(hole, board)
    odds = current_hand_odds(hole, board)
    columns = [sum(column) for column in zip(*potential.counts, strict=True)]
    assert [odds.win, odds.ties[1], odds.lose] == columns


@pytest.mark.parametrize("hole", ["AhAd", "8h7h"])
def test_before_the_flop_all_boards_end_in_the_categories_that_dealing_gives(hole: str) -> None:
    assert class_odds(hole).river == naive.class_odds(hole, "", 5)
