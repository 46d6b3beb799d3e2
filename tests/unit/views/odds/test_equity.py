"""Equities in the terminal and for programs."""

import io
import json
import re
from collections.abc import Sequence
from fractions import Fraction

import pytest
from rich.console import Console, RenderableType

from handsight import equity
from handsight.views.odds.equity import SharedDeals, equity_report, equity_text, numbers_of
from handsight.views.report import to_dict
from handsight.views.text_parts import count_text, shortened

LONG = "22+, A2s+, KTs+, QTs+, 87s, 98s, AJo+"


def printed(content: RenderableType, width: int = 80, colours: str | None = None) -> str:
    out = io.StringIO()
    terminal = colours is not None
    console = Console(file=out, width=width, force_terminal=terminal, color_system=colours)  # type: ignore[arg-type]
    console.print(content)
    return out.getvalue()


def equities(players: Sequence[str], board: str = "", width: int = 80, **more: object) -> list[str]:
    result = equity(players, board, **more)  # type: ignore[arg-type]
    return printed(equity_text(equity_report(result), drawn_suits=False), width).splitlines()


# --- counts --------------------------------------------------------------------------------------


def test_counts_are_whole_numbers_or_fractions() -> None:
    deals = [to_dict(SharedDeals((1,), count))["deals"] for count in (3, Fraction(1, 4))]
    assert deals == [3, 0.25]
    assert isinstance(deals[0], int)
    assert count_text(10**15) == "1,000,000,000,000,000"
    assert count_text(Fraction(10001, 8)) == "1,250.125"


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("QQ+, AKs", 8, "QQ+, AKs"),
        ("QQ+, AKs, 22", 10, "QQ+, …"),
        ("sklansky:1-4", 6, "sklan…"),
    ],
)
def test_a_long_list_of_hands_is_cut_at_a_comma(text: str, most: int, short: str) -> None:
    assert shortened(text, most) == short
    assert len(short) <= most


# --- equities ------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("trials", [None, 5_000])
def test_the_table_fits_its_terminal(width: int, trials: int | None) -> None:
    players = ["AhKh", LONG, "random"]
    more = {"method": "monte_carlo", "trials": trials, "seed": 1} if trials else {}
    lines = equities(players, "Qh7h2c", width, **more)
    assert all(len(line) <= width for line in lines)
    assert not any("…%" in line or "0…" in line for line in lines)
    rows = [line for line in lines if re.match(r"[123]  ", line)]
    assert len(rows) == 3
    assert all(re.search(r"0\.\d{4}", row) for row in rows)


def test_where_there_is_little_room_bars_and_sizes_are_left_out() -> None:
    assert "combos" in equities(["AhKh", "QQ"], "Qh7h2c", 80)[2]
    assert "combos" not in equities(["AhKh", "QQ"], "Qh7h2c", 60)[2]
    assert "combos" not in equities(["AhKh", "QsQd"], "Qh7h2c", 80)[2]


def test_a_sample_tells_how_it_was_made() -> None:
    last = equities(["22+, A2+"] * 7, trials=1000, seed=7)[-3:]
    assert last[0].startswith("sampled: 1,000 deals, seed 7")
    assert last[1].startswith("largest standard error 0.0")
    assert last[2] == "not counted: there is no exact method for these players"


def test_many_groups_that_share_are_told_together() -> None:
    lines = equities([f"{rank}{rank}" for rank in "AKQJT"], "9c8d2h", trials=3000, seed=1)
    shared = [line for line in lines if line.startswith("player")]
    assert 5 <= len(shared) <= 8


def test_where_only_shares_are_known_nothing_else_is_said() -> None:
    players = ["AhKh", "random", "random"]
    lines = equities(players)
    assert not any(line.startswith("pot goes to") for line in lines)
    fields = to_dict(equity_report(equity(players)))
    assert fields["winners"] is None
    assert fields["players"][1]["win"] is fields["players"][1]["ties"] is None
    assert json.loads(json.dumps(fields)) == fields


def test_sharers_are_listed_from_1() -> None:
    assert numbers_of(0b1000000001) == (1, 10)
    assert to_dict(SharedDeals(numbers_of(3), Fraction(1, 2))) == {"players": [1, 2], "deals": 0.5}
    fields = to_dict(equity_report(equity(["AhKh", "QQ:0.25"])))
    assert fields["winners"]["3"]["players"] == [1, 2]
