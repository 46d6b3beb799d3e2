"""Solved spots against values that postflop-solver found (``solver.json`` says what each means)."""

import json
from pathlib import Path
from typing import Any

import pytest

from handsight.odds import Spot
from handsight.solver import Betting, memory_of, solve

SPOTS = json.loads(Path(__file__).with_name("solver.json").read_text("utf-8"))


def betting_of(spot: dict[str, Any]) -> Betting:
    names = ("pot", "stack", "bets", "raises", "add_allin", "force_allin", "merging", "river_donk")
    return Betting(**{name: spot[name] for name in names if name in spot})


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", ["R1", "R2", "T2", "T1"])
def test_both_ranges_are_worth_the_same_within_a_thousandth_of_the_pot(name: str) -> None:
    spot = SPOTS[name]
    question = Spot.parse([spot["oop"], spot["ip"]], spot["board"])
    solution = solve(question, betting_of(spot), 0.0005)
    assert solution.ev == pytest.approx(spot["ev"], abs=0.001 * spot["pot"])


@pytest.mark.exhaustive
def test_so_are_those_of_a_flop() -> None:
    spot = SPOTS["F2"]
    question = Spot.parse([spot["oop"], spot["ip"]], spot["board"])
    assert memory_of(question, betting_of(spot)) < 165e6
    assert memory_of(question, betting_of(spot), "i16") < 90e6
    solution = solve(question, betting_of(spot), 0.001)
    assert solution.ev == pytest.approx(spot["ev"], abs=0.001 * spot["pot"])
