"""How long an exact count is thought to take: the tuples of combos that it has to deal."""

from itertools import product
from math import comb

import pytest

from handsight.odds.counting import boards as board_counts
from handsight.odds.counting.long_counts import Counting
from handsight.odds.equity import exact as equity_exact
from handsight.odds.equity.exact import (
    KNOWN_PREFLOP,
    LOOK,
    _plan_tuples,
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
    plan = _plan_tuples(spot)
    assert plan.seconds == pytest.approx(tuples * LOOK + estimated * KNOWN_PREFLOP)


def test_hands_that_collide_are_not_thought_to_take_long() -> None:
    aces, pairs = plan_exact(Spot.parse(["AA"] * 3)), plan_exact(Spot.parse(["AA", "KK", "QQ"]))
    assert aces.seconds < pairs.seconds / 2


def test_far_too_many_tuples_are_not_looked_at_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten wide ranges the estimate alone took a quarter of a second."""

    def refuse(ranges: object) -> float:
        raise AssertionError

    monkeypatch.setattr(equity_exact, "_share_apart", refuse)
    assert plan_exact(Spot.parse(["random"] * 10)).steps > equity_exact.MOST_STEPS
    with pytest.raises(AssertionError):
        plan_exact(Spot.parse(["AA", "KK", "QQ", "JJ"]))


@pytest.mark.parametrize(
    "players",
    [["AhKh", "QQ:0.123456789", "JJ:0.3,TT"], ["KK", "QQ:0.5", "JJ:0.123456789"]],
)
def test_a_long_sweep_is_cut_into_parts_and_gives_the_same(
    players: list[PlayerLike], monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = Spot.parse(players, "2c7d9hJs")
    at_once = plan_exact(spot).count(Counting())
    monkeypatch.setattr(equity_exact, "LONG_SWEEP", 0.0)
    monkeypatch.setattr(board_counts, "SWEEPS_A_PART", 40)
    calls: list[tuple[int, int]] = []
    parts = plan_exact(spot).count(Counting(progress=lambda *done: calls.append(done)))
    assert parts == at_once
    assert len(calls) > 2


def test_weights_of_many_digits_make_a_sweep_long() -> None:
    wide = Spot.parse(["random:0.123456789123", "random:0.987654321987", "random"], "2c7d9h")
    assert plan_exact(wide).seconds > equity_exact.LONG_SWEEP


def test_weights_of_many_digits_take_more_sweeps() -> None:
    coarse, fine = (
        plan_exact(Spot.parse(["QQ+", f"22+:{weight}"], "2c7d9h"))
        for weight in ("0.5", "0.123456789")
    )
    assert fine.seconds == pytest.approx(2 * coarse.seconds)
