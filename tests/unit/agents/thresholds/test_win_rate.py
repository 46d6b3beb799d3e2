"""Win rates for players: counted where that is cheaper, sampled where it is not."""

from random import Random
from types import SimpleNamespace

import pytest

from handsight.agents.thresholds import win_rate as win_rate_module
from handsight.agents.thresholds.win_rate import SEED_BITS, ShowdownCounts, win_rate
from handsight.cards import CardSet
from handsight.odds import current_hand_odds

HOLE = CardSet("KcAc")
BOARDS = ["", "2s5h9d", "2s5h9dJc", "2s5h9dJcJd"]


def rate_on(board, opponents=1, estimator="mixed", trials=1000, seed=1):
    cards = tuple(CardSet(board))
    return win_rate(HOLE, cards, opponents, Random(seed), trials, estimator)


@pytest.mark.parametrize("board", BOARDS)
def test_counted_it_is_the_current_hand_odds(board):
    odds, rate = current_hand_odds(HOLE, board), rate_on(board, estimator="exact")
    assert (rate.wins, rate.ties, rate.deals) == (odds.win, odds.ties[1], odds.total)
    assert (rate.share, rate.stderr, rate.method) == (odds.equity, 0, "exact")


@pytest.mark.parametrize("opponents", [2, 3])
def test_ties_of_several_are_shared_by_all_of_them(opponents):
    board = BOARDS[3]
    rate = rate_on(board, opponents, "exact")
    assert rate.share == pytest.approx(current_hand_odds(HOLE, board, opponents).equity)


@pytest.mark.repeats(3)
@pytest.mark.parametrize("opponents", [1, 2, 5])
@pytest.mark.parametrize("board", BOARDS)
def test_sampled_it_lies_within_four_standard_errors(board, opponents):
    rate = rate_on(board, opponents, "sampled", trials=20_000)
    method = {"method": "monte_carlo", "seed": 3, "trials": 400_000} if opponents == 5 else {}
    exact = current_hand_odds(HOLE, board, opponents, **method).equity
    assert abs(rate.share - exact) < 4 * rate.stderr
    assert (rate.deals, rate.method) == (20_000, "sampled")


@pytest.mark.parametrize(
    ("board", "counted"), list(zip(BOARDS, (True, False, False, True), strict=True))
)
def test_mixed_counts_before_the_flop_and_on_the_river(board, counted):
    assert (rate_on(board).method == "exact") is counted
    assert rate_on(board, opponents=2).method == "sampled"


def test_the_same_stream_gives_the_same_rate_and_the_seed_is_told():
    first, again, other = (rate_on(BOARDS[1], seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert first.seed == Random(1).getrandbits(53)


def test_what_is_counted_takes_nothing_from_the_stream():
    rng = Random(1)
    win_rate(HOLE, (), 1, rng)
    assert rng.getrandbits(53) == Random(1).getrandbits(53)


def test_against_more_opponents_than_can_be_counted_it_samples():
    assert rate_on(BOARDS[1], 4, "exact").method == "sampled"
    assert rate_on("", 2, "exact").method == "sampled"


def test_shares_are_of_all_deals():
    rate = ShowdownCounts(wins=1, ties=2, tied_pots=1.0, deals=4, seed=None)
    assert (rate.alone, rate.share) == (0.25, 0.5)


def test_a_sample_is_one_call_of_a_kernel_and_draws_one_seed(monkeypatch):
    calls, kernels = [], win_rate_module._kernels()

    def sample_wins(*given):
        calls.append(given)
        return kernels.sample_wins(*given)

    counted = SimpleNamespace(sample_wins=sample_wins)
    monkeypatch.setattr(win_rate_module, "_kernels", lambda: counted)
    board = tuple(CardSet(BOARDS[1]))
    rate = win_rate(HOLE, board, 1, Random(1), trials=1000)
    seed = Random(1).getrandbits(SEED_BITS)
    assert calls == [(HOLE.mask, CardSet(BOARDS[1]).mask, 1, 1000, seed)]
    assert (rate.deals, rate.seed) == (1000, seed)
