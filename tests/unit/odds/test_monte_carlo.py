"""Equity from random deals: right within their error, and the same for the same seed."""

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from statistics import pvariance

import pytest

from handsight.cards import CardSet
from handsight.odds import Equity, current_hand_odds
from handsight.odds.sampling import CHUNK
from tests.unit.odds.situations import thinned

BOARDS = ["", "2s5h9d", "2s5h9dJc", "2s5h9dJcJd"]
HOLE = "KcAc"
FLOP = (HOLE, "2s5h9d")


def sampled(opponents: int = 2, **options: object) -> Equity:
    return current_hand_odds(*FLOP, opponents, method="monte_carlo", **options)


def check_against_exact(estimate: Equity, exact: Equity) -> None:
    assert exact.method == "exact"
    assert abs(estimate.equity - exact.equity) <= 4 * (estimate.stderr or 0)
    for k, deals in exact.ties.items():
        share = deals / exact.total
        error = (share * (1 - share) / estimate.total) ** 0.5
        assert abs(estimate.ties[k] / estimate.total - share) <= 4 * error


# --- right ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("board", BOARDS[1:])
def test_shares_lie_within_four_standard_errors_of_the_counts(board: str, opponents: int) -> None:
    estimate = current_hand_odds(
        HOLE, board, opponents, method="monte_carlo", trials=300_000, seed=11
    )
    check_against_exact(estimate, current_hand_odds(HOLE, board, opponents))


@pytest.mark.parametrize("opponents", [1, 2])
def test_before_the_flop_they_do_too(opponents: int) -> None:
    estimate = current_hand_odds(HOLE, "", opponents, method="monte_carlo", trials=300_000, seed=12)
    check_against_exact(estimate, current_hand_odds(HOLE, "", opponents))


@pytest.mark.parametrize("street", [0, 3, 4, 5])
@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_with_many_dead_cards_they_do_too(street: int, opponents: int) -> None:
    dealt = thinned("8h8c", "7d5s5cKhQh"[: 2 * street], 14, seed=street)
    cards = dealt.hole, dealt.board, opponents, dealt.dead
    estimate = current_hand_odds(*cards, method="monte_carlo", trials=200_000, seed=13)
    check_against_exact(estimate, current_hand_odds(*cards, method="exact"))


def test_with_just_enough_cards_for_nine_opponents_all_of_them_are_dealt() -> None:
    dead = sorted(CardSet.full() - CardSet("KcAc2s5h9d"))[20:]
    odds = sampled(9, dead=dead, trials=2_000, seed=1)
    assert odds.win + sum(odds.ties.values()) + odds.lose == 2_000


@pytest.mark.parametrize("opponents", range(1, 10))
def test_wins_ties_and_losses_make_up_all_trials(opponents: int) -> None:
    odds = sampled(opponents, trials=3_000, seed=2)
    assert odds.win + sum(odds.ties.values()) + odds.lose == odds.total == odds.trials == 3_000
    assert odds.opponents == opponents == max(odds.ties)


def test_a_hand_that_cannot_lose_never_does() -> None:
    odds = current_hand_odds("AhKh", "QhJhTh", 9, trials=5_000, seed=3)
    assert odds.win == 5_000
    assert 0 < (odds.stderr or 0) < 1e-3


def test_a_board_that_plays_is_shared_by_all() -> None:
    odds = current_hand_odds("2c2d", "AsKsQsJsTs", 9, trials=5_000, seed=4)
    assert odds.ties[9] == 5_000
    assert odds.equity == pytest.approx(0.1)


@pytest.mark.parametrize("trials", [1, 7, 511, 512, 513, 1000, CHUNK - 1, CHUNK + 1, CHUNK + 700])
def test_any_number_of_trials_is_played_to_the_last(trials: int) -> None:
    odds = sampled(trials=trials, seed=5)
    assert odds.trials == odds.total == trials


# --- the standard error ---------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [1, 3, 9])
def test_the_standard_error_is_that_of_a_mean_of_shares(opponents: int) -> None:
    odds = sampled(opponents, trials=2_000, seed=6)
    shares = [1.0] * odds.win + [0.0] * odds.lose
    shares += [1 / (k + 1) for k, deals in odds.ties.items() for _ in range(deals)]
    assert odds.equity == pytest.approx(sum(shares) / 2_000)
    assert odds.stderr == pytest.approx((pvariance(shares) / 2_000) ** 0.5)


def test_two_standard_errors_hold_the_share_nine_times_in_ten() -> None:
    exact = current_hand_odds(*FLOP, 2).equity
    drawn = [sampled(trials=1_000, seed=seed) for seed in range(200)]
    held = sum(abs(odds.equity - exact) <= 2 * (odds.stderr or 0) for odds in drawn)
    assert held > 180


# --- the seed -------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_tally_and_another_seed_another() -> None:
    assert sampled(trials=10_000, seed=1) == sampled(trials=10_000, seed=1)
    assert sampled(trials=10_000, seed=1) != sampled(trials=10_000, seed=2)


def test_a_fresh_seed_is_told_and_gives_the_same_again() -> None:
    fresh = sampled(trials=5_000)
    assert fresh == sampled(trials=5_000, seed=fresh.seed)
    assert fresh.seed != sampled(trials=5_000).seed


def test_more_trials_begin_with_the_chunks_of_fewer() -> None:
    tallies: list[tuple[int, int]] = []
    sampled(trials=3 * CHUNK, seed=8, progress=lambda done, most: tallies.append((done, most)))
    assert [done for done, _ in tallies] == [CHUNK, 2 * CHUNK, 3 * CHUNK]
    first = sampled(trials=CHUNK, seed=8)
    longer = sampled(trials=2 * CHUNK, seed=8)
    assert 0 <= longer.win - first.win <= CHUNK
    assert 0 <= longer.lose - first.lose <= CHUNK


@pytest.mark.parametrize("workers", [1, 2])
def test_threads_change_nothing(workers: int) -> None:
    alone = sampled(trials=5 * CHUNK + 321, seed=9)
    with ThreadPoolExecutor(workers) as executor:
        assert sampled(trials=5 * CHUNK + 321, seed=9, executor=executor) == alone


def test_processes_change_nothing() -> None:
    alone = sampled(trials=2 * CHUNK + 5, seed=9)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert sampled(trials=2 * CHUNK + 5, seed=9, executor=executor) == alone


# --- when to stop ---------------------------------------------------------------------------------


def threads_or_none(workers: int) -> Executor | None:
    return ThreadPoolExecutor(workers) if workers else None


@pytest.mark.parametrize("workers", [0, 2])
def test_it_stops_once_the_standard_error_is_small_enough(workers: int) -> None:
    executor = threads_or_none(workers)
    odds = sampled(target_stderr=1e-3, trials=100 * CHUNK, seed=10, executor=executor)
    if executor is not None:
        executor.shutdown()
    assert (odds.stderr or 1) <= 1e-3
    assert odds.trials is not None
    assert odds.trials < 10 * CHUNK
    before = sampled(trials=odds.trials - CHUNK, seed=10)
    assert (before.stderr or 0) > 1e-3


def test_a_standard_error_out_of_reach_leaves_all_trials() -> None:
    assert sampled(target_stderr=1e-9, trials=CHUNK + 3, seed=10).trials == CHUNK + 3


def test_out_of_time_it_stops_after_a_chunk_and_can_be_repeated_by_its_trials() -> None:
    odds = sampled(max_seconds=1e-9, trials=50 * CHUNK, seed=14)
    assert odds.trials == CHUNK
    assert odds == sampled(trials=odds.trials, seed=14)


def test_with_time_enough_all_trials_are_played() -> None:
    assert sampled(max_seconds=3600, trials=CHUNK + 3, seed=14).trials == CHUNK + 3


def test_progress_is_told_chunk_by_chunk() -> None:
    told: list[tuple[int, int]] = []
    most = 3 * CHUNK + 100
    sampled(trials=most, seed=15, progress=lambda *done: told.append(done))
    assert told == [(CHUNK, most), (2 * CHUNK, most), (3 * CHUNK, most), (most, most)]


def test_progress_is_told_in_order_on_threads_too() -> None:
    told: list[int] = []
    with ThreadPoolExecutor(2) as executor:
        sampled(
            trials=20 * CHUNK,
            seed=15,
            executor=executor,
            progress=lambda done, _: told.append(done),
        )
    assert told == [CHUNK * number for number in range(1, 21)]
