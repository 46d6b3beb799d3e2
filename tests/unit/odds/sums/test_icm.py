"""Stacks in prize money: against all orders, against PokerKit, and against samples."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from handsight.errors import NoExactMethodError, OptionError
from handsight.odds import icm
from handsight.odds.sums.icm import MODELS
from tests.naive.icm import places

TABLES = [
    ([50, 30, 20], [70, 30]),
    ([1], [10]),
    ([3, 3, 3, 3], [50, 30, 20]),
    ([1, 999], [65, 35]),
    ([5000, 120, 3300, 780, 2500, 1], [500, 300, 200, 100, 50, 25]),
]


def equities(stacks: list[Any], payouts: list[Any], *more: Any, **named: Any) -> list[float]:
    return [player.equity for player in icm(stacks, payouts, *more, **named).players]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("stacks", "payouts"), TABLES)
def test_all_sets_give_what_all_orders_give(
    stacks: list[int], payouts: list[int], model: str
) -> None:
    wanted = places(stacks, model)
    result = icm(stacks, payouts, model)
    assert result.method == "exact"
    for player, row in zip(result.players, wanted, strict=True):
        paid = [float(share) for share in row[: len(payouts)]]
        assert player.places == pytest.approx(paid, rel=1e-12)
        money = sum(share * prize for share, prize in zip(row, payouts, strict=False))
        assert player.equity == pytest.approx(float(money), rel=1e-12)
        assert player.stderr is None
    assert sum(equities(stacks, payouts, model)) == pytest.approx(sum(payouts))


def test_the_example_of_the_encyclopedia_is_met() -> None:
    """Wikipedia, "Independent Chip Model": 50, 30 and 20 percent of the chips, 70 and 30 units."""
    assert equities([50, 30, 20], [70, 30]) == pytest.approx([45.17, 32.25, 22.57], abs=0.01)


@pytest.mark.parametrize("stacks", [[50, 30, 20], [198, 1, 1], [4, 8, 15, 16, 23, 42, 7, 9, 11]])
def test_pokerkit_finds_the_same(stacks: list[int]) -> None:
    pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")
    payouts = [50, 30, 20]
    theirs = pokerkit.calculate_icm(payouts, stacks)
    assert equities(stacks, payouts) == pytest.approx(theirs, rel=1e-9)


@pytest.mark.parametrize("model", MODELS)
def test_the_chance_to_win_is_the_share_of_chips(model: str) -> None:
    stacks = [13, 1, 400, 77, 77, 5, 900, 20, 31, 64, 2]
    for player in icm(stacks, [1], model).players:
        assert player.equity == pytest.approx(player.stack / sum(stacks))


@pytest.mark.repeats(2)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("players", [9, 16])
def test_samples_lie_about_the_exact_value(model: str, players: int) -> None:
    stacks = [10 + 7 * number**2 for number in range(players)]
    payouts = [50, 30, 20, 10, 5]
    exact = icm(stacks, payouts, model)
    sampled = icm(stacks, payouts, model, "monte_carlo", trials=50_000, seed=3)
    assert (sampled.trials, sampled.seed, sampled.reason) == (50_000, 3, None)
    for ours, drawn in zip(exact.players, sampled.players, strict=True):
        assert drawn.stderr is not None
        assert abs(ours.equity - drawn.equity) < 4.5 * drawn.stderr
    assert sum(player.equity for player in sampled.players) == pytest.approx(sum(payouts))


def test_many_players_are_sampled_the_same_on_any_executor() -> None:
    stacks = [100 + number for number in range(60)]
    alone = icm(stacks, [50, 30, 20], trials=20_000, seed=1)
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        shared = icm(
            stacks,
            [50, 30, 20],
            trials=20_000,
            seed=1,
            executor=executor,
            progress=lambda done, most: seen.append((done, most)),
        )
    assert shared == alone
    assert seen[-1] == (20_000, 20_000)
    assert alone.reason is not None
    assert "up to 20 players" in alone.reason
    with pytest.raises(NoExactMethodError, match="no exact value of 60 stacks"):
        icm(stacks, [50], method="exact")


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("method", ["exact", "monte_carlo"])
def test_players_without_chips_share_the_last_places(model: str, method: str) -> None:
    found = equities([50, 0, 30, 0], [40, 30, 20, 10], model, method, seed=1, trials=1000)
    assert found[1] == found[3] == 15
    assert found[0] + found[2] == pytest.approx(70)
    assert equities([50, 0, 30], [60, 40], model, method, seed=1, trials=1000)[1] == 0
    assert equities([50, 0], [60, 40], model, method, seed=1) == [60, 40]


@pytest.mark.parametrize("model", MODELS)
def test_equal_stacks_are_worth_the_same(model: str) -> None:
    found = equities([7, 9, 7, 7], [5, 3, 1], model)
    assert found[0] == pytest.approx(found[2]) == pytest.approx(found[3])


def test_the_unit_of_chips_does_not_matter() -> None:
    small = equities([0.5, 0.3, 0.2], [70, 30])
    assert small == pytest.approx(equities([50_000, 30_000, 20_000], [70, 30]))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (([], [1]), "there are 0 stacks"),
        (([0, 0], [1]), "all stacks together are 0 chips"),
        (([1, -1], [1]), "stack 2 is -1; it must be a number, 0 or more"),
        (([1, "x"], [1]), "stack 2 is 'x'"),
        (([1, float("nan")], [1]), "stack 2 is nan"),
        (([1, 1e-14], [1]), "stack 2 is 1e-14, below 1e-12 of all chips"),
        (([1, 1], []), "there are no payouts"),
        (([1, 1], [3, 2, 1]), "there are 3 payouts for 2 players"),
        (
            ([1, 1], [2, 3]),
            "place 2 is paid 3 and place 1 2; list the payouts from first place down",
        ),
        (([1, 1], [1], "roberts"), "model is 'roberts'; it must be one of malmuth-harville"),
        (([1, 1], [1], MODELS[0], "quick"), "method is 'quick'"),
    ],
)
def test_what_cannot_be_valued_is_said(words: tuple[Any, ...], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        icm(*words)
    with pytest.raises(OptionError, match="trials is 0"):
        icm([1, 1], [1], method="monte_carlo", trials=0)
