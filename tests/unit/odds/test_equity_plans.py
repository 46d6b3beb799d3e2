"""How long an exact count is thought to take: the tuples of combos that it has to deal."""

from itertools import product
from math import comb

import pytest

from handsight.odds.equity_exact import (
    KNOWN_PREFLOP,
    LOOK,
    _pots,
    _share_apart,
    _share_of_pairs_apart,
    _symmetries,
    plan_exact,
)
from handsight.odds.spot import PlayerLike, Spot
from handsight.ranges import Range
from handsight.ranges.combos import MASKS


def masks_of(text: str) -> list[int]:
    return [mask for mask, n in zip(MASKS, Range(text).numerators, strict=True) if n]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AA", "AA"),
        ("AA", "KK"),
        ("AK", "AQ+"),
        ("22+", "random"),
        ("AhKh", "AhKh"),
        ("A2s+", "AA"),
    ],
)
def test_the_share_of_pairs_apart_is_that_of_trying_all(one: str, other: str) -> None:
    pairs = list(product(masks_of(one), masks_of(other)))
    apart = sum(not ours & theirs for ours, theirs in pairs)
    found = _share_of_pairs_apart(masks_of(one), masks_of(other))
    assert found == pytest.approx(apart / len(pairs), abs=1e-12)


def test_any_two_hands_are_apart_as_often_as_cards_are_left() -> None:
    everything = masks_of("random")
    assert _share_of_pairs_apart(everything, everything) == pytest.approx(comb(50, 2) / comb(52, 2))


def test_one_range_alone_is_always_apart() -> None:
    assert _share_apart([Range("22+")]) == 1


@pytest.mark.parametrize(
    "players",
    [
        *(["QQ+", "JJ+", "AK"], ["AhKh", "QQ+", "AK", "TT"], ["QQ+, AK", "TT+", "AQ"]),
        *(["QQ", "JJ", "TT", "99"], ["AKs", "AQs", "KQs"], ["KK+", "KK+", "QQ+"]),
    ],
)
def test_the_pots_are_estimated_within_a_third(players: list[PlayerLike]) -> None:
    spot = Spot.parse(players)
    tuples = 1
    for hands in spot.ranges:
        tuples *= len(hands)
    estimated = tuples * _share_apart(spot.ranges) / len(_symmetries(spot))
    assert estimated == pytest.approx(len(_pots(spot)), rel=0.34)
    plan = plan_exact(spot)
    assert plan is not None
    assert plan.seconds == pytest.approx(tuples * LOOK + estimated * KNOWN_PREFLOP)


def test_hands_that_collide_are_not_thought_to_take_long() -> None:
    aces, pairs = plan_exact(Spot.parse(["AA"] * 3)), plan_exact(Spot.parse(["AA", "KK", "QQ"]))
    assert aces is not None
    assert pairs is not None
    assert aces.seconds < pairs.seconds / 2
