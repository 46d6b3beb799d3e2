"""The file that keeps solved flops: whole, checked, and of one spot."""

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from handsight.errors import HandsightError, InputError
from handsight.odds import Spot
from handsight.runtime.kept_work import digest_of
from handsight.solver import Betting, SolvedFlop, solve_flops
from handsight.solver.solved_flops import (
    question_of,
    read_flops,
    write_flops,
)
from tests.damage import damaged, odd_json
from tests.thorough import up_to

BETTING = Betting(100, 30, "a")
PLAYERS = ["AA, KQs", "QQ, AKo"]
FLOPS = ["Qs7h2d", "KhJh5h", "8d8c3s"]
ACCURACY = 0.05
QUESTION = question_of(Spot.parse(PLAYERS), BETTING, ACCURACY)
ROW = SolvedFlop("Qs7h2d", 24, 0.5, (60, 40.5), (0.6, 0.4), ("check",), (1.0,), 0.005)


def test_work_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "flops.json"
    rows = list(islice(solve_flops(PLAYERS, BETTING, FLOPS, ACCURACY, save=file), 2))
    assert [row.flop for row in read_flops(file, QUESTION)] == FLOPS[:2]
    held = json.loads(file.read_text("utf-8"))
    held["rows"][0]["ev"] = [1.0, 99.0]  # would be another number if it were solved again
    rewrite(file, held)
    whole = list(solve_flops(PLAYERS, BETTING, FLOPS, ACCURACY, save=file))
    assert whole[0].ev == (1.0, 99.0)
    assert whole[1] == rows[1]
    assert len(read_flops(file, QUESTION)) == 3


@pytest.mark.exhaustive
def test_a_file_keeps_what_other_lists_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "flops.json"
    list(solve_flops(PLAYERS, BETTING, FLOPS[:1], ACCURACY, save=file))
    list(solve_flops(PLAYERS, BETTING, FLOPS[1:], ACCURACY, save=file))
    assert [row.flop for row in read_flops(file, QUESTION)] == FLOPS


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("other", "what"),
    [
        (([*PLAYERS[:1], "QQ"], BETTING, ACCURACY), "ranges"),
        ((PLAYERS, Betting(100, 31, "a"), ACCURACY), "betting"),
        ((PLAYERS, BETTING, 0.02), "accuracy"),
    ],
)
def test_a_file_of_another_spot_is_refused_and_left_alone(
    other: tuple[Any, ...], what: str, tmp_path: Path
) -> None:
    file = tmp_path / "flops.json"
    write_flops(file, QUESTION, [ROW])
    content = file.read_bytes()
    players, betting, accuracy = other
    with pytest.raises(InputError, match=f"another spot: {what} differ"):
        solve_flops(players, betting, FLOPS, accuracy, save=file)
    assert file.read_bytes() == content


def test_ranges_in_another_notation_are_the_same_spot(tmp_path: Path) -> None:
    file = tmp_path / "flops.json"
    write_flops(file, QUESTION, [ROW])
    spot = Spot.parse(["KQs, AA", "AKo, QQ"])
    assert read_flops(file, question_of(spot, BETTING, ACCURACY)) == [ROW]


def test_a_place_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        solve_flops(PLAYERS, BETTING, FLOPS, ACCURACY, save=tmp_path / "nowhere" / "flops.json")


@pytest.mark.parametrize(
    "cases", [300, pytest.param(up_to(5000, 1000), marks=pytest.mark.exhaustive)]
)
def test_a_damaged_file_gives_what_it_held_or_our_error(cases: int, tmp_path: Path) -> None:
    file = tmp_path / "flops.json"
    write_flops(file, QUESTION, [ROW])
    content = file.read_bytes()
    for copy in damaged(content, 3, cases):
        file.write_bytes(copy)
        try:
            found = read_flops(file, QUESTION)
        except HandsightError:
            continue
        assert found == [ROW]


@pytest.mark.parametrize(
    "cases", [300, pytest.param(up_to(5000, 1000), marks=pytest.mark.exhaustive)]
)
def test_odd_values_with_a_right_checksum_give_our_error(cases: int, tmp_path: Path) -> None:
    file, draw = tmp_path / "flops.json", Random(5)
    write_flops(file, QUESTION, [ROW])
    good = json.loads(file.read_bytes())
    for _ in range(cases):
        held = odd_json(good, draw)
        if isinstance(held, dict) and "sha256" in held:
            rewrite(file, held)
        else:
            file.write_text(json.dumps(held), "utf-8")
        try:
            rows = read_flops(file, QUESTION)
        except HandsightError:
            continue
        assert all(isinstance(row, SolvedFlop) for row in rows)


def rewrite(file: Path, held: dict[str, Any]) -> None:
    """Write a file with the checksum that its content takes."""
    rest = {name: value for name, value in held.items() if name != "sha256"}
    file.write_text(json.dumps(rest | {"sha256": digest_of(rest)}), "utf-8")
