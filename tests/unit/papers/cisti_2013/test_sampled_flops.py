"""Sampled flops: counted and drawn as the library does it, and off as the oracle is."""

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight import effective_hand_strength, hand_potential
from handsight.cards import CardSet
from handsight.papers.cisti_2013.sampled_flops import (
    PAIRS,
    RUNOUTS,
    SCHEMES,
    Flop,
    Scheme,
    count_flop,
    deal_flop,
    full_deals,
    pairs,
    per_opponent,
    per_opponent_replaced,
    shared,
)
from handsight.papers.cisti_2013.table_3 import LETTERS, SAMPLES, sample_flops
from handsight.papers.reproduction import Order
from tests.oracles.values import oracle
from tests.thorough import thorough

FLOPS = ["AdQc 3h4cJh", "KcAc 2s5h9d", "7c2d AsKsQs", "9h8h 7h6hAd", "2c2d 2h2sAd"]
DRAWS = 400
QUICK_FLOPS = 200


def flop_of(text: str) -> Flop:
    hole, board = ([card.index for card in CardSet(cards)] for cards in text.split())
    return count_flop(hole, board)


def drawn(scheme: Scheme, flop: Flop, samples: int) -> NDArray[np.float64]:
    rng = np.random.default_rng(1)
    return np.array([scheme.draw(flop, samples, rng) for _ in range(DRAWS)])


every_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=LETTERS)


# --- what is counted ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", FLOPS)
def test_a_flop_is_counted_as_the_library_counts_it(text: str) -> None:
    flop, (hole, board) = flop_of(text), text.split()
    effective = effective_hand_strength(hole, board)
    assert flop.matrix.tolist() == [list(row) for row in hand_potential(hole, board).counts]
    assert flop.hs == pytest.approx(effective.hand_strength.value, abs=1e-14)
    assert flop.ehs == pytest.approx(effective.ehs, abs=1e-14)
    assert flop.equity == pytest.approx(effective.p_win, abs=1e-14)


def test_gains_of_runouts_and_of_hands_add_up_to_the_same() -> None:
    flop = deal_flop(3, 5)
    assert flop.ends.shape == (PAIRS, 3)
    assert set(flop.ends.sum(axis=1)) == {RUNOUTS}
    gain = 2 * flop.matrix[2, 0] + flop.matrix[2, 1] + flop.matrix[1, 0]
    assert flop.gains.sum() == gain
    assert flop.chances.sum() == 2 * flop.matrix[2].sum() + flop.matrix[1].sum()


def test_a_flop_is_that_of_its_seed_and_number() -> None:
    flops = [deal_flop(*key).matrix.tolist() for key in ((1, 0), (1, 0), (1, 1), (2, 0))]
    assert flops[0] == flops[1]
    assert flops[0] not in flops[2:]


# --- what is drawn --------------------------------------------------------------------------------


@pytest.mark.repeats(2)
@every_scheme
def test_a_scheme_comes_close_to_what_it_estimates(scheme: Scheme) -> None:
    """Of a ratio a sample is off by a little more than chance; four errors and a hundredth."""
    flop = flop_of(FLOPS[0])
    found = drawn(scheme, flop, 100)
    slack = 4 * found.std() / np.sqrt(DRAWS) + 0.01
    assert abs(found.mean() - scheme.truth(flop)) < slack


def test_all_runouts_leave_no_error() -> None:
    flop, rng = flop_of(FLOPS[0]), np.random.default_rng(1)
    assert shared(flop, PAIRS, rng) == flop.ehs
    assert per_opponent(flop, RUNOUTS, rng) == pytest.approx(flop.ehs, abs=1e-14)
    assert per_opponent(flop, 10 * RUNOUTS, rng) == pytest.approx(flop.ehs, abs=1e-14)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("scheme", "name", "samples"), [(0, "per-opponent", 20), (2, "shared", 50)]
)
def test_counts_are_drawn_as_the_library_draws_cards(scheme: int, name: str, samples: int) -> None:
    """The two spreads agree: 400 draws and a few of its own, within what is usual of so few."""
    ours = drawn(SCHEMES[scheme], flop_of(FLOPS[0]), samples).std()
    theirs = np.std(
        [
            effective_hand_strength("AdQc", "3h4cJh", samples=samples, seed=seed, scheme=name).ehs
            for seed in range(SEEDS[name])
        ]
    )
    assert 0.65 < ours / theirs < 1.5


SEEDS = {"per-opponent": 16, "shared": 60}


def test_replacing_runouts_makes_the_error_larger() -> None:
    flop, rng = flop_of(FLOPS[0]), np.random.default_rng(1)
    spread = [
        np.std([draw(flop, 600, rng) for _ in range(DRAWS)])
        for draw in (per_opponent, per_opponent_replaced)
    ]
    assert spread[0] < 0.75 * spread[1]  # the square root of 390/990 would be 0.63


def test_where_nothing_can_be_gained_the_strength_is_all() -> None:
    flop, rng = flop_of("AsAh AdAcKs"), np.random.default_rng(1)
    assert flop.ehs == 1.0
    assert [draw(flop, 10, rng) for draw in (shared, per_opponent, pairs)] == [1.0] * 3
    assert full_deals(flop, 10, rng) == 1.0


# --- the error of many flops ----------------------------------------------------------------------


def mean_errors(flops: int) -> NDArray[np.float64]:
    """Give the mean absolute error by scheme and number of samples."""
    found: NDArray[np.float64] = sample_flops(flops, Order(seed=7)).mean(axis=0)[:, :, 0]
    return found


def true_errors() -> NDArray[np.float64]:
    by_letter = {
        name[0]: row for name, row in oracle("mc_error_table_000").items() if name[1] == "_"
    }
    return np.array([[by_letter[letter][str(n)] for n in SAMPLES] for letter in LETTERS])


def assert_near_oracle(found: NDArray[np.float64], slack: float) -> None:
    true = true_errors()
    large = true > 0.0001  # what is smaller has been rounded away
    assert (np.abs(found - true) <= slack * true)[large].all()
    assert (found[~large] < 0.0001).all()


@pytest.mark.exhaustive
def test_every_scheme_is_off_by_about_what_the_oracle_says() -> None:
    assert_near_oracle(mean_errors(QUICK_FLOPS), slack=0.25)


@pytest.mark.exhaustive
@thorough
def test_every_scheme_is_off_by_what_the_oracle_says() -> None:
    """Shared runouts: within a tenth at 100 samples and 15% at 1,000."""
    found, true = mean_errors(3000), true_errors()
    assert_near_oracle(found, slack=0.15)
    assert abs(found[2, 1] / true[2, 1] - 1) < 0.10
    assert abs(found[2, 2] / true[2, 2] - 1) < 0.15


@pytest.mark.exhaustive
@thorough
def test_shared_runouts_are_off_by_what_the_oracle_says_in_the_usual_run() -> None:
    found, true = sample_flops(2000, Order()).mean(axis=0)[2, :, 0], true_errors()[2]
    assert abs(found[1] / true[1] - 1) < 0.10
    assert abs(found[2] / true[2] - 1) < 0.15
