"""What an equity is answered with."""

from fractions import Fraction

import pytest

from handsight.odds.equity_result import EquityResult, PlayerEquity, exact_result, player_equity

WINNERS = {0b001: 10, 0b010: 4, 0b011: 6, 0b101: 2, 0b111: 9}


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
    result = exact_result(WINNERS, 3, unit=1)
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-15)
    assert result.total == sum(WINNERS.values()) == 31


def test_weights_are_divided_by_their_unit() -> None:
    result = exact_result({1: 3, 2: 4, 3: 1}, 2, unit=4)
    assert result.winners == {1: Fraction(3, 4), 2: 1, 3: Fraction(1, 4)}
    assert result.total == 2
    assert type(result.total) is int
    assert result.players[0].lose == 1


def test_ties_stand_in_the_order_of_those_who_share() -> None:
    assert list(player_equity({0b111: 1, 0b011: 1}, 0).ties or {}) == [1, 2]


def test_zeros_are_left_out() -> None:
    result = exact_result({0: 0, 1: 3, 2: 0, 3: 0}, 2, unit=1)
    assert result.winners == {1: 3}
    assert (result.players[1].ties, result.players[1].equity) == ({}, 0)


def test_an_exact_result_says_so_and_has_no_sample() -> None:
    result = exact_result(WINNERS, 3, unit=1)
    sample = (result.trials, result.seed, result.acceptance, result.reason, result.stderr)
    assert (result.method, *sample) == ("exact", None, None, None, None, None)


def test_the_standard_error_is_the_largest_of_the_players() -> None:
    players = tuple(player_equity({1: 1, 2: 1}, i, stderr=0.1 * (i + 1)) for i in range(2))
    result = EquityResult(players, {1: 1, 2: 1}, 2, "monte_carlo", 2, 7, 1.0)
    assert result.stderr == 0.2


def test_where_only_shares_are_known_there_are_no_ties() -> None:
    assert PlayerEquity(0.25, None, None, None).tie is None


def test_results_compare_by_value_and_can_be_kept_in_a_set() -> None:
    assert len({exact_result(WINNERS, 3, 1), exact_result(WINNERS, 3, 1)}) == 1
    assert exact_result(WINNERS, 3, 1) != exact_result(WINNERS, 3, 2)
