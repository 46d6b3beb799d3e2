"""The commands on ranges and hole cards, as a user sees them."""

import re
from pathlib import Path

import pytest

from handsight import grid_svg
from handsight.ranges import Range, grid_text
from tests import fresh
from tests.unit.cli.running import fields, run, shown

# --- range ---------------------------------------------------------------------------------------


def test_a_range_is_shown_with_its_size_and_grid() -> None:
    text = shown("range", "a2s+, 22+")
    assert text == f"22+, A2s+\n126 combos, 9.5% of all hands\n\n{grid_text('22+, A2s+')}\n"


def test_the_terms_of_a_range_may_be_words_of_their_own() -> None:
    assert shown("range", "22+,", "A2s+") == shown("range", "22+,A2s+")


@pytest.mark.parametrize("share", ["15%", "15.0%", "0.15", ".15"])
def test_the_top_is_a_share_of_all_hands(share: str) -> None:
    found = fields("range", "--top", share)
    assert Range(found["range"]) == Range.top(0.15)
    assert (found["top"], found["order"]) == (share, "equity@1")


@pytest.mark.parametrize("order", ["nine-handed", "chen@1", "sklansky"])
def test_the_top_is_taken_from_the_order_that_is_named(order: str) -> None:
    words = ("range", "--top", "10%", "--order", order)
    assert Range(fields(*words)["range"]) == Range.top(0.1, order)
    assert f"the best 10% by {order.removesuffix('@1')}@1, in whole classes" in shown(*words)


def test_cards_that_nobody_can_hold_are_taken_out() -> None:
    found = fields("range", "AA, KK", "--without", "Ah Kd")
    assert (found["combos"], found["without"]) == (6, "AhKd")
    assert "without AhKd" in shown("range", "AA, KK", "--without", "AhKd")


def test_a_range_in_words_has_neither_top_nor_order() -> None:
    found = fields("range", "AA")
    assert (found["top"], found["order"], found["without"]) == (None, None, "")


def test_an_empty_range_is_a_range() -> None:
    assert shown("range", "").startswith("no hands\n0 combos")


# --- its picture ---------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_the_picture_is_written(tmp_path: Path, more: list[str]) -> None:
    path = tmp_path / "range.svg"
    text = shown("range", "22+", "--svg", str(path), *more)
    assert path.read_text("utf-8") == grid_svg("22+")
    assert list(tmp_path.iterdir()) == [path]
    assert ("drawn in" in text) == (not more)


def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "range.svg"
    result = run("range", "22+", "--svg", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"handsight: --svg cannot write '{path}': No such file")
    assert result.stderr.count("\n") == 1


# --- preflop -------------------------------------------------------------------------------------


def test_a_class_and_two_of_its_cards_are_valued_alike() -> None:
    assert shown("preflop", "AKs") == shown("preflop", "AhKh") == shown("preflop", "Ah", "Kh")


def test_hole_cards_are_valued_for_programs() -> None:
    found = fields("preflop", "AKs")
    assert found["chen"]["original"]["points"] == 12
    assert found["one_opponent"]["win"] == 1_389_004_215
    assert found["orders"]["chen"] == {
        "version": "chen@1",
        "place": 5,
        "top": pytest.approx(28 / 1326),
    }


# --- what can go wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["range"], "give RANGE or --top, .* not both; neither was given"),
        (["range", "AA", "--top", "5%"], "give RANGE or --top, .* not both; both were given"),
        (["range", "AA", "--order", "chen"], "--order needs --top"),
        (["range", "22+, XX"], "cannot read 'XX' in range '22\\+, XX', at character 6"),
        (["range", "--top", "15"], "--top is '15'; it must be a share like 15% or 0.15"),
        (["range", "--top", "101%"], "--top is '101%'; it must be a share"),
        (["range", "--top", "-5%"], "--top is '-5%'; it must be a share"),
        (
            ["range", "--top", "5%", "--order", "luck"],
            "order 'luck' does not exist; the orders are",
        ),
        (["range", "--top", "5%", "--order", "chen@9"], "'chen' has no version '9'; .* chen@1"),
        (["range", "AA", "--without", "Ax"], "unknown card 'Ax'"),
        (["preflop"], "Missing argument 'HOLE'"),
        (["preflop", "AK"], "'AK' is ambiguous; write 'AKs'"),
        (["preflop", "AhAh"], "Ah appears twice"),
    ],
)
def test_an_error_is_one_line_on_standard_error_and_status_2(
    words: list[str], message: str
) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search(message, result.stderr), result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [["range", "22+"], ["preflop", "AKs"]])
def test_nothing_is_compiled_for_it(words: list[str], tmp_path: Path) -> None:
    script = f"from handsight.cli.main import main; main({words!r})"
    done = fresh.run(script, HANDSIGHT_CACHE_DIR=str(tmp_path))
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []
