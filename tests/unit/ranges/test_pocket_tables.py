"""The pocket tables that ship: complete, consistent, and nothing but exact equity and chance."""

from math import fsum, sqrt

import pytest

from handsight.errors import InputError, OptionError
from handsight.ranges import (
    PocketGame,
    PocketValue,
    pocket_equity,
    pocket_table,
    shipped_pocket_table,
)
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.ranges.pocket_tables import RULES
from tests import fresh
from tests.naive.blind_play import blind_play
from tests.naive.game import Table

COMBOS = {"": 6, "s": 4, "o": 12}
MIDDLE_99_9 = (0.83, 1.18)
"""Where the root mean square of 169 normal errors lies, but for one time in a thousand."""

each_table = pytest.mark.parametrize("rules", RULES)


def mean_square_root(numbers: list[float]) -> float:
    return sqrt(fsum(number * number for number in numbers) / len(numbers))


# --- what is in it -------------------------------------------------------------------------------


@each_table
def test_a_table_has_the_169_classes_with_more_than_a_million_games_each(rules: str) -> None:
    table = shipped_pocket_table(rules)
    assert tuple(table.values) == CLASSES_BY_RANK
    assert {value.games for value in table.values.values()} == {table.games} == {1_200_000}
    assert {value.seed for value in table.values.values()} == {table.seed}


@each_table
def test_every_game_is_won_lost_or_neither(rules: str) -> None:
    for value in shipped_pocket_table(rules).values.values():
        assert value.tie >= 0
        assert value.win + value.tie + value.lose == value.games
        assert value.tie <= value.showdowns  # only a shared pot is neither


@each_table
def test_the_errors_are_as_small_as_documented(rules: str) -> None:
    values = shipped_pocket_table(rules).values.values()
    assert max(value.win_stderr for value in values) < 0.0005
    assert max(value.chips_stderr for value in values) < {"no-limit": 8.2, "limit": 0.2}[rules]


def test_two_cards_have_the_numbers_of_their_class() -> None:
    assert pocket_table("AhAd") == pocket_table(["As", "Ac"]) == pocket_table("aa")
    assert pocket_table("4c3s") == pocket_table("4h3d")  # the paper's example


def test_the_classes_are_sorted_by_the_games_they_won() -> None:
    table = shipped_pocket_table()
    wins = [table.values[name].win for name in table.ranked()]
    assert wins == sorted(wins, reverse=True)
    assert sorted(table.ranked()) == sorted(CLASSES_BY_RANK)


def test_shares_and_errors_follow_from_the_counts() -> None:
    value = PocketValue(games=4, win=2, lose=1, chips=8, squares=64, showdowns=1, seed=0)
    assert (value.win_frequency, value.tie_frequency, value.lose_frequency) == (0.5, 0.25, 0.25)
    assert (value.win_stderr, value.lose_stderr) == (0.25, pytest.approx(sqrt(3) / 8))
    assert (value.chips_per_game, value.chips_stderr) == (2, pytest.approx(2))


def test_one_game_has_no_error_of_chips() -> None:
    assert PocketValue(1, 1, 0, 50, 2500, 0, 0).chips_stderr == 0


# --- what it must be -----------------------------------------------------------------------------


@each_table
def test_all_hands_together_win_what_they_lose(rules: str) -> None:
    """Seats alternate, so that the two players are alike."""
    values = shipped_pocket_table(rules).values
    weights = {name: COMBOS[name[2:]] / 1326 for name in CLASSES_BY_RANK}
    mean = fsum(weights[name] * values[name].chips_per_game for name in CLASSES_BY_RANK)
    error = sqrt(fsum((weights[name] * values[name].chips_stderr) ** 2 for name in CLASSES_BY_RANK))
    assert abs(mean) < 4 * error


@each_table
def test_games_won_are_a_line_in_the_exact_wins_and_chance(rules: str) -> None:
    """Players who do not look win as often by a fold whatever they hold, and all-in at the end."""
    table = shipped_pocket_table(rules)
    showdowns = sum(value.showdowns for value in table.values.values()) / 169 / table.games
    errors = []
    for name, value in table.values.items():
        exact = pocket_equity(name)
        expected = (1 - showdowns) / 2 + showdowns * exact.win / exact.total
        errors.append((value.win_frequency - expected) / value.win_stderr)
    assert MIDDLE_99_9[0] < mean_square_root(errors) < MIDDLE_99_9[1]


def test_the_limit_table_is_what_following_every_line_of_betting_gives() -> None:
    ends = blind_play(Table(free_folds=True, limit=(100, 200)), 20_000)
    values = shipped_pocket_table("limit").values
    showdown, stake = float(ends.showdown), float(ends.stake)
    wins, chips = [], []
    for name, value in values.items():
        exact = pocket_equity(name)
        expected = (1 - showdown) / 2 + showdown * exact.win / exact.total
        wins.append((value.win_frequency - expected) / value.win_stderr)
        chips.append((value.chips_per_game - stake * (2 * exact.equity - 1)) / value.chips_stderr)
    for errors in (wins, chips):
        assert MIDDLE_99_9[0] < mean_square_root(errors) < MIDDLE_99_9[1]


# --- asking --------------------------------------------------------------------------------------


def test_a_hand_that_cannot_be_read_is_an_error_of_ours() -> None:
    with pytest.raises(InputError):
        pocket_table("AK")


def test_other_rules_are_refused() -> None:
    with pytest.raises(
        OptionError, match="rules is 'pot-limit'; it must be one of no-limit, limit"
    ):
        pocket_table("AA", "pot-limit")


@pytest.mark.parametrize("players", [1, 11, 2.0, True])
def test_a_game_takes_two_to_ten(players: int) -> None:
    with pytest.raises(OptionError, match="it must be 2 to 10"):
        PocketGame(players=players)


def test_looking_up_loads_neither_numpy_nor_numba() -> None:
    result = fresh.run(
        "from handsight.ranges import pocket_table; pocket_table('AA')\n"
        "import sys; print({'numpy', 'numba'} & set(sys.modules))"
    )
    assert result.stdout.strip() == "set()", result.stderr
