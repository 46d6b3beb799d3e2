"""Player types: two words from two numbers, and the hands that go with them."""

from collections.abc import Mapping
from itertools import pairwise

import pytest

from handsight.errors import OptionError
from handsight.odds import hand_strength
from handsight.opponents.stats import (
    Counts,
    PlayerType,
    counts_by_type,
    player_type,
)
from handsight.opponents.stats.player_type import DEALT, PLAYED, RAISED, group_of
from handsight.ranges import sklansky_group
from handsight.ranges.combos import CLASSES
from tests.unit.opponents.records import counts_of_the_collection

NO_STREET = (0,) * 5
STYLES = [(one, two) for one in ("tight", "loose") for two in ("passive", "aggressive")]
every_style = pytest.mark.parametrize(("looseness", "aggression"), STYLES)


def counts(vpip: int, wagers: int, calls: int, hands: int = 100, pfr: int = 0) -> Counts:
    return Counts(
        hands=hands,
        decided=hands,
        vpip=vpip,
        pfr=pfr,
        actions=(NO_STREET, (0, 0, calls, wagers, 0), NO_STREET, NO_STREET),
    )


def kind(*numbers: int, **options: float) -> PlayerType:
    found = player_type(counts(*numbers), **options)
    assert found is not None
    return found


# --- the two words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "name"),
    [
        ((27, 9, 10), "tight-passive"),
        ((27, 10, 10), "tight-aggressive"),
        ((28, 9, 10), "loose-passive"),
        ((28, 10, 10), "loose-aggressive"),
        ((0, 1, 0), "tight-aggressive"),
        ((0, 0, 1), "tight-passive"),
    ],
)
def test_who_stands_on_a_threshold_is_loose_or_aggressive(
    numbers: tuple[int, int, int], name: str
) -> None:
    assert kind(*numbers).name == name


def test_thresholds_are_options() -> None:
    assert kind(27, 10, 10, loose_from=0.2).name == "loose-aggressive"
    assert kind(27, 10, 10, aggressive_from=1.5).name == "tight-passive"


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"loose_from": 28}, "loose_from is 28"),
        ({"loose_from": -0.1}, "a share from 0 to 1"),
        ({"aggressive_from": 0}, "aggressive_from is 0"),
        ({"aggressive_from": float("nan")}, "above 0"),
    ],
)
def test_thresholds_out_of_range_are_refused(options: Mapping[str, float], fault: str) -> None:
    with pytest.raises(OptionError, match=fault):
        player_type(counts(1, 1, 1), **options)


def test_who_was_never_asked_or_did_nothing_after_the_flop_has_no_type() -> None:
    assert player_type(Counts(hands=9)) is None
    assert player_type(counts(30, 0, 0)) is None
    assert player_type(Counts(actions=(NO_STREET, (0, 0, 1, 1, 0), NO_STREET, NO_STREET))) is None


def test_a_type_is_sure_where_both_intervals_are_clear_of_their_thresholds() -> None:
    assert kind(200, 300, 100, 1000).sure
    assert not kind(279, 300, 100, 1000).sure
    assert not kind(200, 101, 100, 1000).sure
    assert not kind(2, 3, 1, 10).sure


# --- the hands ------------------------------------------------------------------------------------


@every_style
def test_better_groups_are_played_and_raised_more_often(looseness: str, aggression: str) -> None:
    typical = PlayerType.typical(looseness, aggression)
    for action in ("play", "raise"):
        shares = typical.frequencies(action)
        assert all(one > two for one, two in pairwise(shares))
        assert all(0 < share < 1 for share in shares)


@every_style
def test_the_range_is_as_wide_as_the_vpip_and_its_raised_part(
    looseness: str, aggression: str
) -> None:
    typical = PlayerType.typical(looseness, aggression)
    vpip = {"tight": 20, "loose": 40}[looseness]
    raised = {"passive": 0.3, "aggressive": 0.7}[aggression]
    assert typical.range().percent == pytest.approx(vpip, abs=0.1)
    assert typical.range("raise").percent == pytest.approx(vpip * raised, abs=0.1)
    called = typical.range("call").percent
    assert called == pytest.approx(vpip * (1 - raised), abs=0.2)


def test_every_class_weighs_as_much_as_its_group_is_played() -> None:
    typical = PlayerType.typical("tight", "aggressive")
    weights = typical.range().classes
    assert len(weights) == len(CLASSES)
    for name, weight in weights.items():
        group = sklansky_group(name)
        assert group_of(name) == (8 if group is None else group - 1)
        assert float(weight) == typical.plays[group_of(name)]


def test_the_range_of_many_hands_follows_the_players_own_numbers() -> None:
    player = kind(3500, 300, 100, 10000, 1000)
    assert player.range().percent == pytest.approx(35, abs=0.2)
    assert player.range("raise").percent == pytest.approx(10, abs=0.2)


def test_a_few_hands_say_little() -> None:
    assert kind(2, 1, 0, 2).range().percent == pytest.approx(100 * (20 * 0.4 + 2) / 22, abs=0.1)


def test_a_players_own_cards_take_the_place_of_the_curve() -> None:
    seen = Counts(dealt=(1000,) * 9, played=(500,) * 8 + (0,), raised=(100,) * 8 + (0,))
    player = player_type(counts(20, 3, 1) + seen)
    assert player is not None
    assert player.plays[:8] == pytest.approx([0.5] * 8, abs=0.011)
    assert player.raises[:8] == pytest.approx([0.1] * 8, abs=0.018)
    assert player.plays[8] < 0.01


@every_style
def test_the_range_goes_into_the_odds_as_it_is(looseness: str, aggression: str) -> None:
    villain = PlayerType.typical(looseness, aggression).range()
    against = hand_strength("AdQc", "3h4cJh", villain=villain).value
    assert against < hand_strength("AdQc", "3h4cJh").value


def test_a_tight_player_is_harder_to_be_ahead_of() -> None:
    tight, loose = (PlayerType.typical(each, "aggressive").range() for each in ("tight", "loose"))
    strengths = [hand_strength("AdQc", "3h4cJh", villain=each).value for each in (tight, loose)]
    assert strengths[0] < strengths[1]


def test_what_is_no_type_or_action_is_refused() -> None:
    with pytest.raises(OptionError, match="looseness is 'wild'"):
        PlayerType.typical("wild", "passive")
    with pytest.raises(OptionError, match="aggression is 'calm'"):
        PlayerType.typical("tight", "calm")
    with pytest.raises(OptionError, match="action is 'fold'"):
        PlayerType.typical("tight", "passive").range("fold")
    with pytest.raises(OptionError, match="plays must have 9 shares"):
        PlayerType("tight", "passive", (1.0,), (0.0,) * 9)


# --- types together, and the collection -----------------------------------------------------------


def test_counts_are_added_up_by_type_and_players_without_one_are_left_out() -> None:
    players = {"a": counts(20, 3, 1), "b": counts(10, 3, 1), "c": counts(50, 1, 3), "d": Counts()}
    found = counts_by_type(players)
    assert list(found) == ["loose-passive", "tight-aggressive"]
    assert found["tight-aggressive"] == players["a"] + players["b"]


@pytest.mark.exhaustive
def test_the_curve_is_what_the_collection_gives() -> None:
    whole = sum(counts_of_the_collection().values(), start=Counts())
    assert (whole.dealt, whole.played, whole.raised) == (DEALT, PLAYED, RAISED)


@pytest.mark.exhaustive
def test_the_range_of_a_known_player_comes_to_what_he_played() -> None:
    for name in ("Pluribus", "MrBlue", "MrOrange"):
        known = counts_of_the_collection()[name]
        player = player_type(known)
        assert player is not None
        played = 100 * sum(known.played) / sum(known.dealt)
        assert player.range().percent == pytest.approx(played, abs=1.0)
