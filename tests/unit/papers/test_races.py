"""Racers, their hands, and how their passes are timed."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from handsight.papers.dsie_2011_table_1 import random_hands
from handsight.papers.races import (
    PIECES,
    Racer,
    Timing,
    milliseconds,
    of_a_size,
    quicker,
    racers,
    time_passes,
)
from handsight.ranking import evaluate_many, masks_from_cards
from handsight.ranking.arrays import every_five


@pytest.mark.exhaustive
def test_every_five_is_every_hand_once_and_in_order() -> None:
    hands = every_five().astype(np.int64)
    keys = hands @ 52 ** np.arange(5)[::-1]
    assert len(hands) == 2_598_960
    assert (np.diff(keys) > 0).all()
    assert (np.diff(hands, axis=1) > 0).all()


@pytest.mark.parametrize(("size", "absent"), [(5, {"senzee-7"}), (7, set())])
def test_who_takes_hands_of_that_size_takes_part(size: int, absent: set[str]) -> None:
    names = {racer.name for racer in racers(random_hands(4, size, seed=1))}
    seven = {"senzee-7", "two-plus-two", "handsight, ready masks"}
    assert seven - absent <= names
    assert not absent & names


def test_our_two_racers_give_the_same_strengths() -> None:
    hands = random_hands(100, 7, seed=1)
    ready, ours = racers(hands)[:2]
    expected = evaluate_many(masks_from_cards(hands)).tolist()
    for racer in (ready, ours):
        assert np.asarray(racer.rank(racer.hands)).tolist() == expected


def test_workers_share_all_hands_in_pieces() -> None:
    seen: list[int] = []
    racer = Racer("one", lambda some: seen.append(len(some)), np.zeros((1000, 5), np.uint8))
    with ThreadPoolExecutor(2) as pool:
        racer.shared(pool, 2)
    assert sum(seen) == 1000
    assert len(seen) == 2 * PIECES


def test_passes_are_timed_after_one_to_warm_up() -> None:
    calls: list[None] = []
    timing = time_passes(lambda: calls.append(None), 3)
    assert len(calls) == 4
    assert 0 <= timing.best <= timing.mean
    assert Timing.of([2.0, 4.0]) == Timing(3.0, 2.0)
    assert milliseconds(0.0012345678) == 1.235


def test_random_hands_are_hands_and_those_of_their_seed() -> None:
    hands = random_hands(500, 7, seed=3)
    assert all(len(set(hand)) == 7 for hand in hands.tolist())
    assert hands.max() < 52
    assert (hands == random_hands(500, 7, seed=3)).all()
    assert (hands != random_hands(500, 7, seed=4)).any()


@pytest.mark.parametrize(
    ("one", "other", "holds"),
    [
        ((1.0, 0.9), (2.0, 1.8), True),
        ((2.0, 1.8), (1.0, 0.9), False),
        ((2.0, 0.8), (1.0, 0.9), None),
    ],
)
def test_who_is_quicker_is_open_unless_means_and_best_passes_agree(
    one: tuple[float, float], other: tuple[float, float], holds: bool | None
) -> None:
    assert quicker("One is", one, other).holds is holds


def test_times_are_of_a_size_within_a_factor_of_two() -> None:
    assert of_a_size({"a": 10, "b": 20}, {"a": 5, "b": 40}).holds is True
    assert of_a_size({"a": 10, "b": 20}, {"a": 4, "b": 20}).holds is False
