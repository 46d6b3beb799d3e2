"""Players beside the others: what is beyond chance, and that it seldom is where nothing differs."""

from random import Random

import pytest

from handsight.errors import OptionError
from handsight.opponents.stats import POSITIONS, SITUATIONS, Counts, leaks
from tests.unit.opponents.records import counts_of_the_collection


def playing(shares: dict[str, float], hands: int, rng: Random) -> Counts:
    """Draw what a player does who takes each chance with a probability."""
    taken = [
        [sum(rng.random() < shares.get(name, 0.3) for _ in range(hands)) for _ in POSITIONS]
        for name in SITUATIONS
    ]
    rows = tuple(map(tuple, taken))
    return Counts(chances=((hands,) * len(POSITIONS),) * len(SITUATIONS), taken=rows)


def test_what_differs_is_named_with_its_direction_and_interval() -> None:
    rng = Random(7)
    players = {
        "Ann": playing({"fold_to_three_bet": 0.9, "c_bet_flop": 0.05}, 60, rng),
        **{name: playing({}, 60, rng) for name in ("Bob", "Cyd", "Dan")},
    }
    result = leaks(players, "Ann")
    named = {leak.player.name: leak for leak in result.leaks if leak.position is None}
    assert named.keys() == {"fold_to_three_bet", "c_bet_flop"}
    assert named["fold_to_three_bet"].is_more
    assert not named["c_bet_flop"].is_more
    assert 0.5 < named["fold_to_three_bet"].low < 0.6 < named["fold_to_three_bet"].high < 0.7
    assert [leak.p for leak in result.leaks] == sorted(leak.p for leak in result.leaks)
    assert (result.other_players, result.name) == (3, "Ann")


@pytest.mark.parametrize(
    ("reports", "most"), [(100, 10), pytest.param(400, 30, marks=pytest.mark.exhaustive)]
)
def test_where_all_play_alike_hardly_ever_anything_is_named(reports: int, most: int) -> None:
    """At most one report in twenty; twice the standard error more would be beyond it."""
    rng = Random(11)
    false = 0
    for _ in range(reports):
        players = {name: playing({}, 6, rng) for name in ("Ann", "Bob", "Cyd")}
        false += bool(leaks(players, "Ann").leaks)
    assert false < most


@pytest.mark.exhaustive
def test_a_higher_level_names_more() -> None:
    players = counts_of_the_collection(1500)
    strict, lax = (leaks(players, "MrBlue", level=level) for level in (0.001, 0.2))
    assert 0 < len(strict.leaks) < len(lax.leaks) <= lax.comparisons == strict.comparisons


def test_counts_without_situations_are_compared_in_what_they_have() -> None:
    players = {"Ann": Counts(decided=90, vpip=60), "Bob": Counts(decided=90, vpip=9)}
    result = leaks(players, "Ann")
    assert (result.comparisons, [leak.player.name for leak in result.leaks]) == (2, ["vpip"])


def test_shares_whose_chances_depend_on_each_other_are_not_compared() -> None:
    """Several actions of one hand do, and so do showdowns that one player wins from the other."""
    nothing = (0,) * 5
    often = Counts(
        actions=(nothing, (0, 0, 10, 900, 0), nothing, nothing), showdowns=90, showdowns_won=80
    )
    seldom = Counts(
        actions=(nothing, (0, 0, 900, 10, 0), nothing, nothing), showdowns=90, showdowns_won=10
    )
    result = leaks({"Ann": often, "Bob": seldom}, "Ann")
    assert (result.comparisons, result.leaks) == (0, ())


@pytest.mark.parametrize(
    ("name", "level", "reason"),
    [
        ("Eve", 0.05, "there is no player 'Eve' among the 2 players"),
        ("Ann", 0, "level is 0; it must be a share above 0 and below 1"),
        ("Ann", 1.0, "level is 1.0; it must be"),
    ],
)
def test_what_cannot_be_compared_is_an_error(name: str, level: float, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        leaks({"Ann": Counts(), "Bob": Counts()}, name, level=level)


def test_a_player_alone_has_nobody_to_be_compared_with() -> None:
    with pytest.raises(OptionError, match="'Ann' is the only player"):
        leaks({"Ann": Counts()}, "Ann")
