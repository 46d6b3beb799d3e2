"""The commands on the sums of every day."""

from pathlib import Path

import pytest

from tests.unit.cli.running import fields, run, shown

RANGES = ("QQ+, AKs", "22+, A5s, AKo:0.5")


# --- aggregate ------------------------------------------------------------------------------------


def test_all_flops_are_shown_by_texture_and_by_their_ends() -> None:
    text = shown("aggregate", *RANGES)
    assert "1,755 boards, which stand for 22,100" in text
    for heading in ("by texture", "best for the first player", "worst for the first player"):
        assert heading in text


def test_the_json_holds_every_board() -> None:
    found = fields("aggregate", *RANGES, "--boards", "25", "--workers", "2")
    assert list(found) == ["players", "count", "equity", "textures", "boards"]
    assert found["players"] == list(RANGES)
    assert len(found["boards"]) == 25


def test_a_table_and_a_picture_are_written(tmp_path: Path) -> None:
    table, picture = tmp_path / "flops.csv", tmp_path / "flops.svg"
    shown("aggregate", *RANGES, "--boards", "25", "--csv", str(table), "--svg", str(picture))
    assert len(table.read_text().splitlines()) == 26
    assert picture.read_text().startswith("<svg")


def test_a_file_lists_boards(tmp_path: Path) -> None:
    file = tmp_path / "turns"
    file.write_text("Qs7h2d9c\nKhJh5h2s\n", "utf-8")
    found = fields("aggregate", *RANGES, "--boards", str(file))
    assert [row["board"] for row in found["boards"]] == ["Qs9c7h2d", "KhJh5h2s"]
    assert found["textures"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--boards", "Qs7h"], "board"),
        (["--boards", "nothing"], "--boards must be all, 25, 49, a file, or a list"),
        (["--workers", "0"], "--workers is 0; it must be from 1 to 1,024"),
        (["--csv", "/nowhere/at/all.csv"], "--csv cannot write"),
    ],
)
def test_what_aggregate_cannot_do_is_said(words: list[str], said: str) -> None:
    result = run("aggregate", *RANGES, *words)
    assert result.exit_code == 2
    assert said in result.stderr


# --- texture --------------------------------------------------------------------------------------


def test_two_ranges_stand_side_by_side() -> None:
    text = shown("texture", "40%", "15%", "--board", "Qh7h2c")
    for heading in ("advantage", "made hand", "draw", "kind", "hands with equity"):
        assert heading in text
    assert "straight flush" not in text  # neither has one
    assert "draw" not in shown("texture", "40%", "--board", "Qh7h2c9d3s").partition("kind")[0]


def test_the_json_of_a_texture_has_every_hand() -> None:
    found = fields("texture", "QQ+", "--board", "Qh7h2c", "--dead", "Kh")
    assert found["dead"] == "Kh"
    ours, theirs = found["players"]
    assert ours["hands"] == "QQ+"
    assert ours["made"]["set"] == {"combos": 3, "share": 0.25}
    assert len(theirs["distribution"]) == 10
    assert len(theirs["curve"]) == 101


def test_a_texture_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "curves.svg"
    shown("texture", "QQ+", "40%", "--board", "Qh7h2c", "--svg", str(picture))
    assert picture.read_text().count("<line") == 5 + 2 * 100


def test_what_texture_cannot_do_is_said() -> None:
    result = run("texture", "QQ+", "--board", "")
    assert result.exit_code == 2
    assert "before the flop" in result.stderr


# --- ev -------------------------------------------------------------------------------------------


def test_a_bet_is_shown_with_what_it_needs() -> None:
    text = shown("ev", "--pot", "100", "--bet", "50")
    for number in ("25.00%", "33.33%", "66.67%", "pot odds 3 to 1", "0.33 bluffs a value bet"):
        assert number in text
    assert "is worth" not in text
    text = shown("ev", "--pot", "100", "--bet", "50", "--equity", "30%", "--folds", "0.4")
    assert "+46.00" in text


def test_the_json_of_a_bet_has_nulls_where_nothing_is_known() -> None:
    found = fields("ev", "--pot", "100", "--bet", "50", "--equity", "30%")
    assert (found["ev_call"], found["ev_bet"], found["folds"]) == (10.0, None, None)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--pot", "x", "--bet", "5"], "--pot is 'x'; it must be a number like 1500 or 0.05"),
        (["--pot", "5", "--bet", "0"], "bet is 0; it must be a number of chips above 0"),
        (["--pot", "5", "--bet", "5", "--equity", "120%"], "--equity is '120%'"),
        (["--pot", "5", "--bet", "5", "--folds", "often"], "--folds is 'often'"),
    ],
)
def test_what_ev_cannot_do_is_said(words: list[str], said: str) -> None:
    result = run("ev", *words)
    assert result.exit_code == 2
    assert said in result.stderr


# --- icm ------------------------------------------------------------------------------------------


def test_stacks_are_shown_in_prize_money() -> None:
    text = shown("icm", "5000", "3000", "2000", "--payouts", "70 30")
    assert "45.18" in text
    assert "exact: all orders of finishing are weighed" in text
    sampled = shown("icm", "50 30 20", "--payouts", "70, 30", "--method", "monte_carlo")
    assert "sampled: 100,000 tournaments, seed 0" in sampled


def test_the_json_of_stacks_has_places() -> None:
    found = fields("icm", "50", "30", "20", "--payouts", "70 30", "--model", "malmuth-weitzman")
    assert found["model"] == "malmuth-weitzman"
    assert found["players"][0]["places"][0] == pytest.approx(0.5)
    assert found["trials"] is None


def test_what_icm_cannot_do_is_said() -> None:
    result = run("icm", "50", "30", "--payouts", "")
    assert result.exit_code == 2
    assert "there are no payouts" in result.stderr


# --- blockers -------------------------------------------------------------------------------------


def test_what_a_card_takes_is_shown_by_class_and_on_a_board_by_hand() -> None:
    text = shown("blockers", "As", "QQ+, AK")
    assert "class" in text
    assert "made hand" not in text
    text = shown("blockers", "AhKd", "QQ+, AK, JTs", "--board", "Qh7h2c")
    for heading in ("hands", "made hand", "draw", "class"):
        assert f"\n{heading} " in text


def test_the_json_of_blockers_has_combos_before_and_after() -> None:
    found = fields("blockers", "As", "AA, KK", "--board", "Qh7h2c")
    assert found["classes"]["AA"] == {
        "before": 6,
        "after": 3,
        "removed": 3,
        "share": 0.5,
        "of_range_before": 0.5,
        "of_range_after": pytest.approx(1 / 3),
    }


def test_what_blockers_cannot_do_is_said() -> None:
    result = run("blockers", "AsKsQs", "AA")
    assert result.exit_code == 2
    assert "cards" in result.stderr
