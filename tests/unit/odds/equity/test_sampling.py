"""Sampled equities: jointly uniform deals, right within their error, the same for the same seed."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from statistics import pvariance

import numba
import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError, InputError
from handsight.kernels.ahead import built
from handsight.kernels.odds.deals import play_deals
from handsight.kernels.ranges.deals import play_range_deals
from handsight.odds import Equity, current_hand_odds
from handsight.odds.equity import sampling as equity_sampling
from handsight.odds.equity.range_groups import FEW_PAIRS
from handsight.odds.equity.sampling import sample_equity, stderr_of_shares
from handsight.odds.sampling import CHUNK, Sampling, counts_by_share
from handsight.odds.spot import ANY, Player, Spot, read_range
from handsight.ranges import Range
from tests.naive import range_deals as naive

Hand = CardSet | Range
RANDOM = Range("random")


def seat(*hands: str) -> list[Hand]:
    """Read known hands like ``"AhAs!"``, and ranges."""
    return [CardSet(hand[:-1]) if hand.endswith("!") else Range(hand) for hand in hands]


def sampled(players: Sequence[Hand], board: str = "", dead: str = "", **options: object) -> Equity:
    chosen = Sampling(**({"trials": 200_000, "seed": 1} | options))
    known = CardSet(board) | CardSet(dead)
    for hand in players:
        known |= hand if isinstance(hand, CardSet) else CardSet()
    held = tuple(left_of(hand, known) for hand in players)
    return sample_equity(Spot(held, CardSet(board), CardSet(dead)), chosen)


def left_of(hand: Hand, known: CardSet) -> Player:
    if isinstance(hand, CardSet):
        return hand
    return ANY if read_range(hand) is ANY else hand.without(known)


def equity(sample: Equity, player: int) -> float:
    return sample.players[player].equity


def stderr(sample: Equity, player: int) -> float:
    error = sample.players[player].stderr
    assert error is not None
    return error


def check_against_exact(sample: Equity, exact: dict[int, Fraction], players: int) -> None:
    assert sum(sample.winners.values()) == sample.trials
    assert sample.winners.keys() <= exact.keys()
    for mask, chance in exact.items():
        error = float(chance * (1 - chance) / sample.trials) ** 0.5
        assert abs(sample.winners.get(mask, 0) / sample.trials - chance) <= 4 * error
    for player in range(players):
        off = abs(equity(sample, player) - naive.equity(exact, player))
        assert off <= 4 * stderr(sample, player)


@pytest.fixture(params=[0, FEW_PAIRS], ids=["drawn apart", "drawn together"])
def _grouping(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw every player on their own, or as many as possible at once."""
    monkeypatch.setattr(equity_sampling, "FEW_PAIRS", request.param)


# --- right ----------------------------------------------------------------------------------------

RIVER, TURN, FLOP = "2c7d9hJsJd", "2c7d9hJs", "2c7d9h"
TABLES = {
    "two ranges": (["99,AJs:0.5,T8s:0.25", "22:0.3,AA,KQs:0.7"], RIVER, ""),
    "three ranges with weights": (["99,AJ:0.3", "77:0.1,AA,QJs", "AJs,KJs:0.6,JTs"], RIVER, ""),
    "four ranges": (["AK", "AQs,AKs:0.5", "KQs,AA", "AJs,KK:0.4"], RIVER, "QcQs"),
    "ranges on the turn": (["99,AJs", "22,T8s:0.2", "KQs,AA:0.3"], TURN, ""),
    "a range and a known hand": (["AcKc!", "JJ,T8s:0.5,AKs:0.2"], TURN, "Ah"),
    "a random hand and ranges": (["AJs:0.5,99", "random", "KJs,77:0.3"], RIVER, ""),
    "one of each": (["9c9s!", "AJ:0.5,88", "random"], RIVER, "Ac"),
    "known hands only": (["9c9s!", "KdQd!", "8s8d!"], FLOP, ""),
    "known and random": (["9c9s!", "random"], TURN, "8s8d"),
    "much that is dead": (["22:0.5,77", "99", "JTs:0.5,T8s"], RIVER, "3c3d4c4d5c5d6c6dTcAhAs"),
}


@pytest.mark.repeats(8)
@pytest.mark.usefixtures("_grouping")
@pytest.mark.parametrize(("hands", "board", "dead"), TABLES.values(), ids=TABLES.keys())
def test_shares_lie_within_four_standard_errors_of_the_counts(
    hands: list[str], board: str, dead: str
) -> None:
    players = seat(*hands)
    exact = naive.winners(players, board, dead)
    check_against_exact(sampled(players, board, dead), exact, len(players))


@pytest.mark.usefixtures("_grouping")
def test_deals_are_joint_and_not_one_after_another() -> None:
    """AA v AA,KK v KK: the second has aces in half of the joint deals, else in one of seven."""
    players = seat("AA", "AA,KK", "KK")
    hands = [naive.hands_in(player) for player in players]
    board = CardSet(RIVER).mask
    apart = naive.one_after_another(hands, board)
    shares = {
        "joint": naive.equity(naive.winners(players, RIVER), 1),
        "one after another": sum(
            chance / 2 for deal, chance in apart.items() if naive.sharers(deal, board) == 0b011
        ),
    }
    assert shares == {"joint": Fraction(1, 4), "one after another": Fraction(1, 14)}
    sample = sampled(players, RIVER)
    assert abs(equity(sample, 1) - 1 / 4) <= 4 * stderr(sample, 1) < 0.01


@pytest.mark.repeats(1)
@pytest.mark.usefixtures("_grouping")
def test_the_order_of_players_changes_nothing_but_names() -> None:
    players = seat("AA,72o:0.1", "random", "KK,QJs", "8s8d!")
    exact = naive.winners(players, RIVER)
    there, back = sampled(players, RIVER), sampled(players[::-1], RIVER)
    for player in range(4):
        assert abs(equity(there, player) - equity(back, 3 - player)) <= 4 * 2**0.5 * max(
            stderr(there, player), stderr(back, 3 - player)
        )
    check_against_exact(back, naive.winners(players[::-1], RIVER), 4)
    check_against_exact(there, exact, 4)


def test_before_the_flop_random_hands_meet_the_exact_odds_of_a_known_one() -> None:
    exact = current_hand_odds("KcAc", "", 2, method="exact")
    sample = sampled([CardSet("KcAc"), RANDOM, RANDOM], trials=500_000)
    assert abs(equity(sample, 0) - exact.equity) <= 4 * stderr(sample, 0)


def test_a_range_of_one_hand_is_as_good_as_the_hand() -> None:
    one, other = sampled(seat("AhKh", "QQ")), sampled(seat("AhKh!", "QQ"))
    assert abs(equity(one, 0) - equity(other, 0)) <= 4 * 2**0.5 * stderr(one, 0)


def test_a_lighter_random_range_is_a_random_hand_too() -> None:
    players = [CardSet("KcAc"), RANDOM]
    lighter = [CardSet("KcAc"), Range("random:0.5")]
    assert sampled(players, seed=4) == sampled(lighter, seed=4)


def test_hands_of_weight_zero_never_come() -> None:
    sample = sampled(seat("AA:0,KK", "QQ,AKs:0"), RIVER)
    assert sample.winners.keys() == {0b01}


@pytest.mark.parametrize("count", [2, 6, 10])
@pytest.mark.parametrize("hand", ["random", "22+,A2s+,KTs+,QTs+,JTs,T9s,98s,87s,AJo+,KQo"])
def test_equal_players_have_equal_equities(hand: str, count: int) -> None:
    sample = sampled(seat(hand) * count, trials=50_000)
    for player in range(count):
        assert abs(equity(sample, player) - 1 / count) <= 4 * stderr(sample, player)
    assert sum(equity(sample, player) for player in range(count)) == pytest.approx(1)


def test_ten_players_of_all_kinds_play_the_board() -> None:
    players = seat("2c2d!", "3c3d!", "4c4d!", "55+", "66+,A2s", "A2s+", "KQ", *["random"] * 3)
    sample = sampled(players, "AsKsQsJsTs", trials=3_000)
    assert sample.winners == {(1 << 10) - 1: 3_000}
    assert equity(sample, 9) == pytest.approx(0.1)


# --- attempts -------------------------------------------------------------------------------------


def test_nothing_is_thrown_away_where_nothing_collides() -> None:
    for players in ([RANDOM] * 4, seat("AA", "KK"), seat("AA,KK", "AA,KK", "random")):
        sample = sampled(players, trials=1_000)
        assert (sample.trials, sample.acceptance) == (1_000, 1)


def test_the_acceptance_is_the_chance_that_no_card_is_drawn_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(equity_sampling, "FEW_PAIRS", 0)
    sample = sampled(seat("AA", "AA,KK:0.5"), trials=100_000)
    chance = (1 + 3) / 9  # aces weigh six and one of six fits; kings weigh three and all fit
    attempts = 100_000 / sample.acceptance
    assert abs(sample.acceptance - chance) < 4 * (chance * (1 - chance) / attempts) ** 0.5


def test_where_draws_often_collide_larger_groups_are_drawn_together() -> None:
    sample = sampled(seat(*["AA,KK,QQ,JJ"] * 8), trials=500)
    assert sample.trials == 500
    assert sample.acceptance > 2e-4


# --- what cannot be dealt -------------------------------------------------------------------------


def test_a_range_that_known_cards_leave_empty_is_refused() -> None:
    with pytest.raises(InputError, match="no hand in the range of player 2 is possible"):
        sampled(seat("AhAs!", "AA:0,AKs:0"), FLOP)
    with pytest.raises(InputError, match="no hand in the range of player 1 is possible"):
        sampled(seat("AA", "KK"), FLOP, "AhAsAd")


@pytest.mark.usefixtures("_grouping")
@pytest.mark.parametrize(
    ("hands", "named"),
    [
        (["AA", "AA", "AA"], "players 1, 2 and 3"),
        (["AhAs!", "AA", "random", "AcKc,AdKd"], "players 2 and 4"),
        (["random", "KK", *["AA,KK"] * 4, "QQ"], "players 2, 3, 4, 5 and 6"),
    ],
)
def test_ranges_that_never_go_together_are_refused_by_name(hands: list[str], named: str) -> None:
    with pytest.raises(InputError, match=f"no deal is possible: the ranges of {named} do not hold"):
        sampled(seat(*hands))


def test_ranges_that_hardly_ever_go_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equity_sampling, "LONG_LOOK", 1 << 18)
    hands = ["AA,KK,QQ,JJ,TT"] * 10
    with pytest.raises(InputError, match=r"the ranges collide too often .* of 262144 draws only"):
        sampled(seat(*hands))


def test_too_few_cards_are_refused() -> None:
    dead = "".join(str(card) for card in sorted(CardSet.full() - CardSet("KcAc2s5h9d"))[20:])
    players: list[Hand] = [CardSet("KcAc"), *[RANDOM] * 9]
    assert sampled(players, "2s5h9d", dead, trials=100).trials == 100
    with pytest.raises(CardCountError, match="too few live cards are left: 20, with 18 for the"):
        sampled(players, "", dead + "2s5h9d")


# --- the standard error ---------------------------------------------------------------------------


def test_the_standard_error_is_that_of_a_mean_of_shares() -> None:
    sample = sampled(seat("AK", "AQ", "KQ", "random"), trials=2_000)
    for player in range(4):
        shares = [
            (mask >> player & 1) / mask.bit_count()
            for mask, deals in sample.winners.items()
            for _ in range(deals)
        ]
        expected = (pvariance(shares) / sample.trials) ** 0.5
        assert stderr(sample, player) == pytest.approx(expected)


@pytest.mark.parametrize("winners", [{0b01: 50}, {0b10: 50}, {0b11: 50}, {0b110: 50}, {0b111: 50}])
def test_the_standard_error_of_a_sample_is_never_0(winners: dict[int, int]) -> None:
    assert all(0 < stderr_of_shares(winners, 50, player) < 0.1 for player in range(3))


def test_two_standard_errors_hold_the_share_nineteen_times_in_twenty() -> None:
    players = seat("99,AJs", "22,T8s:0.2", "KQs,AA:0.3")
    exact = float(naive.equity(naive.winners(players, TURN), 2))
    drawn = [sampled(players, TURN, trials=1_000, seed=seed) for seed in range(400)]
    held = sum(abs(equity(each, 2) - exact) <= 2 * stderr(each, 2) for each in drawn)
    assert 362 <= held <= 398  # four standard errors around 95.4%


# --- the seed -------------------------------------------------------------------------------------

MIXED = seat("22+,A2s+,KTs+", "KhKd!", "AJ+:0.4,88", "random")


@pytest.mark.parametrize(
    "players", [MIXED, [CardSet("KcAc"), RANDOM, RANDOM]], ids=["ranges", "none"]
)
def test_a_seed_gives_the_same_sample_on_any_executor(players: list[Hand]) -> None:
    trials = 3 * CHUNK + 321
    alone = sampled(players, trials=trials, seed=9)
    assert alone.trials == trials
    assert alone != sampled(players, trials=trials, seed=10)
    for workers in (1, 2, 3):
        with ThreadPoolExecutor(workers) as threads:
            assert sampled(players, trials=trials, seed=9, executor=threads) == alone


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", [MIXED, [CardSet("KcAc"), ANY, ANY]], ids=["ranges", "none"])
def test_a_seed_gives_the_same_sample_in_processes(players: list[Hand]) -> None:
    alone = sampled(players, trials=3 * CHUNK + 321, seed=9)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert sampled(players, trials=3 * CHUNK + 321, seed=9, executor=processes) == alone


def test_a_fresh_seed_is_told_and_gives_the_same_again() -> None:
    fresh = sampled(MIXED, trials=1_000, seed=None)
    assert fresh == sampled(MIXED, trials=1_000, seed=fresh.seed)
    assert fresh.seed != sampled(MIXED, trials=1_000, seed=None).seed


def test_a_first_look_does_not_shift_the_deals() -> None:
    """The chunks' streams are their own: more trials begin with the deals of fewer."""
    first, longer = sampled(MIXED, trials=CHUNK), sampled(MIXED, trials=CHUNK + 1)
    added = {mask: longer.winners[mask] - first.winners.get(mask, 0) for mask in longer.winners}
    assert sorted(added.values())[-2:] == [0, 1]
    assert sum(added.values()) == 1


@pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT) or built() is not None, reason="nothing is compiled"
)
def test_each_kernel_is_compiled_for_one_signature_however_it_is_called() -> None:
    for players in (MIXED, seat("AA:0.3,KK", "random"), [RANDOM, RANDOM], seat("AA", "KK")):
        for board in ("", FLOP, RIVER):
            sampled(players, board, trials=np.int64(600), seed=np.int32(1))
    assert len(play_range_deals.signatures) == 1
    assert len(play_deals.signatures) == 1


# --- when to stop ---------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [0, 2])
def test_it_stops_once_the_largest_standard_error_is_small_enough(workers: int) -> None:
    options = {"target_stderr": 1e-3, "trials": 100 * CHUNK, "seed": 10}
    if workers:
        with ThreadPoolExecutor(workers) as executor:
            sample = sampled(MIXED, executor=executor, **options)
    else:
        sample = sampled(MIXED, **options)
    assert max(stderr(sample, player) for player in range(4)) <= 1e-3
    assert sample.trials % CHUNK == 0
    before = sampled(MIXED, trials=sample.trials - CHUNK, seed=10)
    assert max(stderr(before, player) for player in range(4)) > 1e-3


def test_out_of_time_it_stops_after_a_chunk_and_can_be_repeated_by_its_trials() -> None:
    sample = sampled(MIXED, max_seconds=1e-9, trials=50 * CHUNK, seed=14)
    assert sample.trials == CHUNK
    assert sample == sampled(MIXED, trials=CHUNK, seed=14)


def test_chunks_are_smaller_where_a_deal_takes_many_attempts() -> None:
    told: list[tuple[int, int]] = []
    players = seat(*["AA,KK,QQ,JJ"] * 8)
    sampled(players, trials=40_000, progress=lambda *done: told.append(done))
    assert len(told) > 1
    assert told[0][0] < 40_000
    assert told[-1] == (40_000, 40_000)


# --- shares ---------------------------------------------------------------------------------------


def test_deals_are_counted_by_how_many_share_them() -> None:
    winners = {0b001: 1, 0b011: 20, 0b110: 300, 0b111: 4_000, 0b100: 50_000}
    assert counts_by_share(winners, 0, 3) == [1, 20, 4_000, 50_300]
    assert counts_by_share(winners, 1, 3) == [0, 320, 4_000, 50_001]
    assert counts_by_share(winners, 2, 3) == [50_000, 300, 4_000, 21]
