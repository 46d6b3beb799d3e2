"""Hands played at random: chips, counts, seeds and executors."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from handsight.errors import DuplicateCardError, OptionError
from handsight.game import Mixture, PlayerTotals, Rules, simulate
from handsight.game.simulation import CHUNK

RULES = Rules()
EVEN = Mixture()


def test_the_players_win_from_each_other() -> None:
    result = simulate(RULES, [2000] * 4, [EVEN] * 4, 3000, seed=1)
    assert sum(player.chips for player in result.players) == 0
    for player in result.players:
        assert player.hands == 3000
        assert player.chips == player.chips_won - player.chips_lost
        assert player.hands_won + player.hands_lost <= player.hands


def test_the_same_seed_gives_the_same_result_on_any_executor() -> None:
    alone = simulate(RULES, [500, 500], [EVEN, EVEN], 3 * CHUNK // 2, seed=5)
    with ThreadPoolExecutor(2) as executor:
        assert alone == simulate(
            RULES, [500, 500], [EVEN, EVEN], 3 * CHUNK // 2, seed=5, executor=executor
        )
    assert alone != simulate(RULES, [500, 500], [EVEN, EVEN], 3 * CHUNK // 2, seed=6)


def test_a_fresh_seed_is_told() -> None:
    result = simulate(RULES, [500, 500], [EVEN, EVEN], 50)
    assert result == simulate(RULES, [500, 500], [EVEN, EVEN], 50, seed=result.seed)


def test_who_always_folds_loses_his_blinds_in_turn() -> None:
    folds, calls = Mixture(1, 0, 0), Mixture(0, 1, 0)
    result = simulate(RULES, [1000, 1000], [folds, calls], 1000, seed=2)
    quitter, other = result.players
    # On the button this player folds 50, and checks to a showdown for 100 in the big blind.
    assert quitter.hands_lost >= 500
    assert other.chips == -quitter.chips > 0
    assert quitter.showdowns == other.showdowns == 500


def test_two_who_always_call_win_what_the_cards_say() -> None:
    """Aces against a random hand win .8520 of the pot; at 100 a side that is 70.4 a hand."""
    calls = Mixture(0, 1, 0)
    result = simulate(RULES, [100, 100], [calls, calls], 20_000, holes=["AhAs", None], seed=3)
    aces = result.players[0]
    assert aces.mean == pytest.approx(2 * 85.20 - 100, abs=4 * aces.standard_error)
    assert 0.5 < aces.standard_error < 0.6


def test_one_hand_has_no_standard_error() -> None:
    assert PlayerTotals(1, 5, 25, 1, 0, 5, 0, 1).standard_error == 0.0


def test_limit_bets_are_what_is_left_to_raise() -> None:
    raises = Mixture(0, 0, 1)
    rules = Rules(structure="fixed-limit")
    result = simulate(rules, [5000, 5000], [raises, raises], 200, seed=4)
    spent = {4 * 100 + 4 * 100 + 4 * 200 + 4 * 200}
    won = result.players[0]
    assert {won.chips_won // max(won.hands_won, 1)} == spent


@pytest.mark.parametrize(
    ("stacks", "strategies", "hands", "message"),
    [
        ([500, 500], [EVEN], 10, "2 stacks, 1 strategies and 0 holes"),
        ([500, 0], [EVEN, EVEN], 10, "a stack is 0"),
        ([500, 1 << 22], [EVEN, EVEN], 10, "it must be from 1 to 4194303 chips"),
        ([500, 500], [EVEN, EVEN], 0, "hands is 0"),
        ([500], [EVEN], 10, "2 to 10 seats"),
    ],
)
def test_what_cannot_be_played_is_refused(
    stacks: list[int], strategies: list[Mixture], hands: int, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        simulate(RULES, stacks, strategies, hands, seed=1)


def test_a_card_is_held_once() -> None:
    with pytest.raises(DuplicateCardError, match="the hole of player 0 and in"):
        simulate(RULES, [500, 500], [EVEN, EVEN], 1, holes=["AhKh", "Ah2c"], seed=1)


@pytest.mark.parametrize("weights", [(0, 0, 0), (-1, 1, 1), (0.5, 0.5, 0)])
def test_weights_are_whole_and_not_all_nothing(weights: tuple[int, int, int]) -> None:
    with pytest.raises(OptionError, match="are not a mixture"):
        Mixture(*weights)
