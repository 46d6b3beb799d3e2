"""Random spots, their exact shares, and the correlation of ranks."""

import numpy as np
import pytest

from handsight import current_hand_odds, pocket_equity
from handsight.papers.spots import STREETS, deal_spots, rank_correlation


@pytest.mark.parametrize("street", STREETS)
def test_spots_have_the_cards_of_their_street_each_once(street: str) -> None:
    for spot in deal_spots(5, street, 20):
        assert (len(spot.hole), len(spot.board)) == (2, STREETS[street])
        assert not spot.hole & spot.board


def test_a_seed_gives_the_same_spots_and_streets_do_not_share_them() -> None:
    assert deal_spots(5, "flop", 10) == deal_spots(5, "flop", 10)
    assert deal_spots(5, "flop", 10) != deal_spots(6, "flop", 10)
    assert [spot.hole for spot in deal_spots(5, "flop", 10)] != [
        spot.hole for spot in deal_spots(5, "turn", 10)
    ]


def test_more_spots_begin_with_the_same_ones() -> None:
    assert deal_spots(5, "turn", 20)[:10] == deal_spots(5, "turn", 10)


def test_the_share_of_a_spot_is_exact() -> None:
    for street in ("flop", "turn", "river"):
        spot = deal_spots(1, street, 1)[0]
        assert spot.equity == current_hand_odds(spot.hole, spot.board).equity
    pocket = deal_spots(1, "preflop", 1)[0]
    assert pocket.equity == pocket_equity(pocket.hole).equity


# --- rank correlation -----------------------------------------------------------------------------


def naive_ranks(values: list[float]) -> list[float]:
    """Rank by counting: those below, and half of the others that are equal."""
    return [
        sum(other < value for other in values) + (values.count(value) - 1) / 2 for value in values
    ]


def test_only_the_order_counts() -> None:
    values = np.array([0.1, 0.5, 0.2, 0.9])
    assert rank_correlation(values, np.exp(values)) == pytest.approx(1)
    assert rank_correlation(values, -values) == pytest.approx(-1)


def test_equal_values_share_their_rank() -> None:
    rng = np.random.default_rng(1)
    one, other = rng.integers(0, 6, 40).astype(float), rng.integers(0, 9, 40).astype(float)
    expected = np.corrcoef(naive_ranks(one.tolist()), naive_ranks(other.tolist()))[0, 1]
    assert rank_correlation(one, other) == pytest.approx(expected)


def test_values_that_are_all_equal_correlate_with_nothing() -> None:
    assert rank_correlation(np.ones(3), np.arange(3.0)) is None
