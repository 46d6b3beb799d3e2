"""What an equity is answered with."""

from fractions import Fraction

import pytest

from handsight.cards import CardSet
from handsight.errors import InputError
from handsight.odds.equity.result import (
    Equity,
    PlayerEquity,
    exact_equity,
    exact_equity_of_one,
    player_equity,
)
from handsight.odds.spot import ANY, Spot

WINNERS = {0b001: 10, 0b010: 4, 0b011: 6, 0b101: 2, 0b111: 9}
TWO, THREE = Spot((ANY,) * 2), Spot((ANY,) * 3)


@pytest.mark.parametrize(
    ("number", "win", "ties", "lose", "share"),
    [
        (0, 10, {1: 8, 2: 9}, 4, 10 + 8 / 2 + 9 / 3),
        (1, 4, {1: 6, 2: 9}, 12, 4 + 6 / 2 + 9 / 3),
        (2, 0, {1: 2, 2: 9}, 20, 2 / 2 + 9 / 3),
    ],
)
def test_a_tie_is_shared_by_those_who_tie(
    number: int, win: int, ties: dict[int, int], lose: int, share: float
) -> None:
    player = player_equity(WINNERS, number)
    assert (player.win, player.ties, player.lose) == (win, ties, lose)
    assert player.tie == sum(ties.values())
    assert player.equity == pytest.approx(share / 31)


def test_the_equities_add_up_to_1_and_the_winners_to_the_total() -> None:
    result = exact_equity(THREE, WINNERS)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-15)
    assert result.total == sum(WINNERS.values()) == 31


def test_weights_are_divided_by_their_unit() -> None:
    result = exact_equity(TWO, {1: 3, 2: 4, 3: 1}, unit=4)
    assert result.winners == {1: Fraction(3, 4), 2: 1, 3: Fraction(1, 4)}
    assert result.total == 2
    assert type(result.total) is int
    assert result.players[0].lose == 1


def test_ties_stand_in_the_order_of_those_who_share() -> None:
    assert list(player_equity({0b111: 1, 0b011: 1}, 0).ties or {}) == [1, 2]


def test_zeros_are_left_out() -> None:
    result = exact_equity(TWO, {0: 0, 1: 3, 2: 0, 3: 0})
    assert result.winners == {1: 3}
    assert (result.players[1].ties, result.players[1].equity) == ({}, 0)


def test_an_exact_result_says_so_and_has_no_sample() -> None:
    result = exact_equity(THREE, WINNERS)
    sample = (result.trials, result.seed, result.acceptance, result.reason, result.stderr)
    assert (result.method, *sample) == ("exact", None, None, None, None, None)


def test_the_standard_error_is_the_largest_of_the_players() -> None:
    players = tuple(player_equity({1: 1, 2: 1}, i, stderr=0.1 * (i + 1)) for i in range(2))
    result = Equity(players, {1: 1, 2: 1}, 2, "monte_carlo", 2, 7, 1.0, spot=TWO)
    assert (result.largest_stderr, result.stderr) == (0.2, 0.1)


def test_where_only_shares_are_known_there_are_no_ties() -> None:
    assert PlayerEquity(0.25, None, None, None).tie is None


def test_results_compare_by_value_and_can_be_kept_in_a_set() -> None:
    assert len({exact_equity(THREE, WINNERS), exact_equity(THREE, WINNERS)}) == 1
    assert exact_equity(THREE, WINNERS) != exact_equity(THREE, WINNERS, 2)


# --- what is asked of the first player -----------------------------------------------------------


def test_without_a_player_the_first_one_is_meant() -> None:
    result = exact_equity(THREE, WINNERS)
    assert (result.win, result.ties, result.tie, result.lose) == (10, {1: 8, 2: 9}, 17, 4)
    assert (result.equity, result.opponents) == (result.players[0].equity, 2)
    assert (result.p_win, result.p_tie, result.equity_ties_ahead) == (10 / 31, 17 / 31, 27 / 31)
    assert result.p_win_stderr is result.p_tie_stderr is None


def test_the_ties_are_told_for_each_number_of_sharers() -> None:
    assert exact_equity(THREE, {1: 3}).ties == {1: 0, 2: 0}


def test_of_a_sample_the_chances_have_the_errors_of_shares_of_deals() -> None:
    rows = tuple(player_equity({1: 200, 2: 780, 3: 20}, number, 0.01) for number in range(2))
    result = Equity(rows, None, 1000, "monte_carlo", trials=1000, seed=1, spot=TWO)
    assert result.p_win_stderr == pytest.approx((0.2 * 0.8 / 1000) ** 0.5)
    assert result.p_tie_stderr == pytest.approx((0.02 * 0.98 / 1000) ** 0.5)


def test_who_fares_like_all_others_has_no_counts() -> None:
    result = exact_equity_of_one(THREE, 1, win=10, ties={1: 6, 2: 3}, lose=12)
    assert result.players[1] == PlayerEquity(14 / 31, 10, {1: 6, 2: 3}, 12)
    assert result.equity == pytest.approx((1 - 14 / 31) / 2)
    with pytest.raises(InputError, match="the deals of player 1 were not counted"):
        result.win  # noqa: B018


@pytest.mark.parametrize(("number", "winners"), [(0, {1: 5, 2: 7, 3: 4}), (1, {2: 5, 1: 7, 3: 4})])
def test_of_two_players_the_other_s_counts_are_known_too(
    number: int, winners: dict[int, int]
) -> None:
    result = exact_equity_of_one(TWO, number, win=5, ties={1: 4}, lose=7)
    assert result == exact_equity(TWO, winners)


def test_a_result_carries_its_spot_which_is_no_part_of_its_value() -> None:
    result = exact_equity(TWO, {1: 1})
    assert result.spot is TWO
    assert "spot" not in repr(result)
    assert result == exact_equity(Spot((CardSet("AhKh"), ANY)), {1: 1})
