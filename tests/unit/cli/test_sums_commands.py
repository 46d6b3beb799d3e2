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
    found = fields("aggregate", *RANGES, "--boards", "25", "--threads", "2")
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
        (["--boards", "nothing"], "--boards takes all, 25, 49, a file, or a list"),
        (["--threads", "0"], "--threads is 0; it takes 1 to 256"),
        (["--csv", "/nowhere/at/all.csv"], "--csv cannot write"),
    ],
)
def test_what_aggregate_cannot_do_is_said(words: list[str], said: str) -> None:
    result = run("aggregate", *RANGES, *words)
    assert result.exit_code == 2
    assert said in result.stderr
