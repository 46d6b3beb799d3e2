"""Samples in which players change hands: right, steadier, and honest about their error."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.odds import Equity, equity
from handsight.odds.equity.range_groups import Group
from handsight.odds.equity.sampling import stderr_of_shares
from handsight.odds.equity.seatings import Parties
from handsight.odds.sampling import CHUNK, DealCounts
from handsight.ranges import Range
from tests.naive import range_deals as naive
from tests.thorough import up_to

WIDE = "22+,A2s+,KTs+,QTs+,JTs,T9s,98s,87s,AJo+,KQo"
SIX = ["15%", "20%", "25%", "30%", "35%", "40%"]
TURN = "2c7d9hJs"


def parties_of(*ranges: str) -> Parties:
    return Parties.of([Group.of_range(i, Range(text), CardSet()) for i, text in enumerate(ranges)])


def sampled(players: list[str], board: str = "", **options: object) -> Equity:
    chosen = {"method": "monte_carlo", "trials": 20_000, "seed": 1} | options
    return equity(players, board, **chosen)  # type: ignore[arg-type]


# --- who is in a party ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranges", "parties"),
    [
        (["AA", "KK"], ()),
        (["AA", "AA"], ((0, 1),)),
        (["QQ+", "22+", "KK+"], ((0, 1, 2),)),
        (["22+", "A2s+", "33+", "A3s+"], ((0, 2), (1, 3))),
        (["AhAd", "AhAd"], ()),
        (["AA", "20%"], ()),
        (["22+:0.5", "22+:0.3"], ((0, 1),)),
        (["AA, KK:0.5, QQ:0.5", "AA:0.5, KK, QQ"], ((0, 1),)),
    ],
)
def test_those_change_hands_whose_ranges_share_many(
    ranges: list[str], parties: tuple[tuple[int, ...], ...]
) -> None:
    assert parties_of(*ranges).parties == parties


def test_hands_of_another_weight_than_the_commonest_are_kept() -> None:
    holders = parties_of("AA, KK, QQ:0.5", "AA:0.5, KK, QQ").holders
    assert set(map(str, map(CardSet.from_mask, holders))) == {
        str(hand) for hand, _ in Range("KK+, QQ")
    }
    assert {holders[hand.mask] for hand, _ in Range("KK")} == {0b11}
    assert {holders[hand.mask] for hand, _ in Range("QQ")} == {0b10}
    assert {holders[hand.mask] for hand, _ in Range("AA")} == {0b01}


# --- right ----------------------------------------------------------------------------------------

POTS: dict[str, tuple[list[str], str]] = {
    "the same ranges": (["99,AJs,KQs"] * 3, TURN + "3d"),
    "two that overlap": (["99,AJs,KQs,22", "99,AJs,T8s"], TURN),
    "weights": (
        ["99,AJs:0.5,KQs:0.25,22:0.5", "99:0.3,AJs,T8s:0.2", "AJs,KQs:0.5,QQ"],
        TURN + "3d",
    ),
    "two parties": (["99,AJs", "QQ,KK", "99,AJs,22", "QQ,KK,TT"], TURN + "3d"),
    "a known hand and any cards": (["AhKh", "99,AJs", "99,AJs,JJ", "random"], TURN + "3d"),
}


@pytest.mark.parametrize(("players", "board"), POTS.values(), ids=POTS)
def test_shares_lie_within_four_standard_errors_of_the_counts(
    players: list[str], board: str
) -> None:
    seats = [CardSet(each) if each == "AhKh" else Range(each) for each in players]
    exact = naive.winners(seats, board)
    sample = sampled(players, board, trials=100_000)
    for number, player in enumerate(sample.players):
        assert player.stderr is not None
        assert abs(player.equity - naive.equity(exact, number)) <= 4 * player.stderr
    assert sum(player.equity for player in sample.players) == pytest.approx(1, abs=1e-12)


def test_deals_themselves_are_counted_as_they_came() -> None:
    sample = sampled(SIX)
    assert sample.winners is not None
    for number, player in enumerate(sample.players):
        won = sample.winners.get(1 << number, 0)
        assert player.win == won
        raw = sum(
            Fraction(deals, who.bit_count())
            for who, deals in sample.winners.items()
            if who >> number & 1
        )
        assert abs(float(raw) / sample.trials - player.equity) < 5 * stderr_of_shares(
            sample.winners, sample.trials, number
        )


@pytest.mark.parametrize("workers", [1, 3])
def test_a_seed_gives_the_same_sample_on_any_executor(workers: int) -> None:
    alone = sampled(SIX, trials=3 * CHUNK + 321)
    with ThreadPoolExecutor(workers) as threads:
        assert sampled(SIX, trials=3 * CHUNK + 321, executor=threads) == alone


def test_a_sample_stops_at_the_error_that_it_reports() -> None:
    sample = sampled(SIX, trials=100 * CHUNK, target_stderr=0.0006)
    assert (sample.largest_stderr or 1) <= 0.0006
    assert sample.trials == 3 * CHUNK
    before = sampled(SIX, trials=2 * CHUNK, target_stderr=0.0006)
    assert (before.largest_stderr or 0) > 0.0006


# --- steadier -------------------------------------------------------------------------------------


def test_players_with_the_same_range_have_the_same_equity() -> None:
    sample = sampled([WIDE] * 6)
    assert {player.equity for player in sample.players} == {1 / 6}
    assert 0 < (sample.largest_stderr or 0) < 1e-4


def test_the_variance_of_six_overlapping_ranges_is_a_third() -> None:
    sample = sampled(SIX, trials=65_536)
    assert sample.winners is not None
    raw = max(stderr_of_shares(sample.winners, sample.trials, player) for player in range(6))
    assert (sample.largest_stderr or 1) ** 2 < 0.36 * raw**2


# --- honest ---------------------------------------------------------------------------------------


def test_the_standard_error_is_that_of_the_mean_of_deals() -> None:
    """Two players, two rounds: deals that give the first player 0, a half and all of the pot."""
    parties = parties_of("QQ+", "QQ+")
    whole = 2 * 2520
    parts = np.array([0] * 5 + [whole // 2] * 3 + [whole] * 8)
    counts = DealCounts({}, 16, 16, ((int(parts.sum()), int((parts**2).sum())), (0, 0)))
    assert parties.equity(counts, 0) == pytest.approx(parts.mean() / whole)
    assert parties.stderr(counts, 0) == pytest.approx(parts.std() / whole / 4)
    assert parties.stderr(counts, 1) == pytest.approx((1 / 18 * 17 / 18 / 16) ** 0.5)


@pytest.mark.parametrize(
    "seeds", [60, pytest.param(up_to(3000, 800), marks=pytest.mark.exhaustive)]
)
@pytest.mark.parametrize(("players", "board"), list(POTS.values())[1:4], ids=list(POTS)[1:4])
def test_two_standard_errors_hold_the_share_nineteen_times_in_twenty(
    players: list[str], board: str, seeds: int
) -> None:
    exact = naive.winners([Range(each) for each in players], board)
    held, off = 0, []
    for seed in range(seeds):
        player = sampled(players, board, trials=500, seed=seed).players[0]
        error = (player.equity - float(naive.equity(exact, 0))) / (player.stderr or 0)
        held += abs(error) <= 2
        off.append(error)
    spread = (0.9545 * 0.0455 / seeds) ** 0.5
    assert abs(held / seeds - 0.9545) <= 4 * spread + 0.005
    assert abs(np.mean(off)) <= 4 / seeds**0.5  # no bias
    assert np.std(off) == pytest.approx(1, abs=4 / (2 * seeds) ** 0.5)
