"""Charts of your own: files in the formats of other programs, and what follows from them."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from handsight.charts import OwnCharts, chart, spot
from handsight.cli.main import main
from handsight.errors import InputError, OptionError
from handsight.ranges import Range
from handsight.ranges.combos import CLASSES
from handsight.views.solver.preflop_chart import chart_csv, chart_svg, class_lines

HEADS_UP = {
    # PioSOLVER's text, and GTO+'s
    "BTN open/raise to 2.5 bb.txt": "22+,A2s+:0.5,[50.0]KTo+,QTo+[/50.0]\n",
    "BTN open/call.txt": "A5o:0.25",
    # Equilab's, over two lines
    "BB vs BTN open.txt": "call: 88-22, A5s\n# value and bluffs\n3bet 4x: 100: QQ+, AK,\n50: TT\n",
    "BTN vs BB 3bet.txt": "call: JJ-TT, A9s\nall-in: QQ+, A8s",
    "BB vs BTN limp.txt": "raise 4bb: TT+",
}
SIX_HANDED = """
# one file for all charts
[CO open]
raise to 2.3 bb: 55+, A9s+, KTs+, ATo+
[BTN vs CO 2.3bb]
call: JJ-88, AQs
3bet 7.5bb: QQ+, AK
[CO vs BTN 3bet]
call: JJ-99, AQs
4bet 20bb: KK+
[BTN vs CO 4bet]
call: QQ
all-in: KK+
[SB open]
limp: 22+
raise 3x: AA
[BB vs SB limp]
raise 3.5bb: AQ+
"""
TREE = {
    # a line of actions as folders, with the ranges of those who see the flop
    "ranges/CO/2.5bb/BB/call/CO.txt": "AA:1.0,AKs:1.0,76s:0.5,AKo:0.0",
    "ranges/CO/2.5bb/BB/call/BB.txt": "TT:1.0,76s:0.25",
    "ranges/CO/2.5bb/BB/11bb/CO/call/CO_range.txt": "AKs:1.0",
    "ranges/CO/2.5bb/BB/11bb/CO/call/BB_range.txt": "KK:1.0",
    "ranges/CO/2.5bb/BTN/call/BB/Call/BB.txt": "55:1.0",
    "ranges/CO/2.5bb/BTN/call/BB/Call/CO.txt": "AA:1.0,AKs:1.0,76s:0.5",
    "info.txt": "six players, 100 big blinds",
    "._notes.txt": "\0\1",
}


def folder(path: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text, "utf-8")
    return path


@pytest.fixture
def heads_up(tmp_path: Path) -> Path:
    return folder(tmp_path, HEADS_UP)


@pytest.fixture
def six_handed(tmp_path: Path) -> Path:
    return folder(tmp_path, {"six.txt": SIX_HANDED}) / "six.txt"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return folder(tmp_path, TREE)


# --- charts ---------------------------------------------------------------------------------------


def test_a_folder_replaces_the_blueprints_charts(heads_up: Path) -> None:
    opening = chart("BTN open", charts=heads_up)
    assert (opening.player, opening.line, opening.stack) == ("BTN", (), 100)
    assert opening.actions == ("fold", "call", "raise to 2.5 bb")
    assert opening.share_of("A2s", "raise to 2.5 bb") == 0.5
    assert opening.share_of("KTo", "fold") == 0.5
    assert opening.share_of("A5o", "call") == 0.25
    assert opening.range("raise to 2.5 bb") == Range("22+, A2s+:0.5, KTo+:0.5, QTo+:0.5")
    assert opening.shares.sum(1) == pytest.approx(np.ones(169))
    assert np.isnan(opening.evs).all()
    assert np.isnan(opening.errors).all()


def test_a_name_need_not_say_sizes_that_the_charts_say(heads_up: Path) -> None:
    for name in ("BB vs BTN", "BB vs BTN open", "BB vs BTN 2.5x", "bb vs sb 2.5bb"):
        answer = chart(name, charts=heads_up)
        assert answer.line == ("BTN raises to 2.5 bb",)
        assert answer.actions == ("fold", "call", "raise to 10 bb")
    back = chart("BTN vs BB 3bet 4x", charts=heads_up)
    assert back.line == ("BTN raises to 2.5 bb", "BB raises to 10 bb")
    with pytest.raises(InputError, match=r"there is no chart 'BB vs BTN 3x' in .* it has BTN open"):
        chart("BB vs BTN 3x", charts=heads_up)


def test_a_hand_gets_to_a_decision_as_often_as_it_took_the_actions_before(heads_up: Path) -> None:
    back = chart("BTN vs BB 3bet", charts=heads_up)
    reach = dict(zip(CLASSES, back.reach.tolist(), strict=True))
    assert (reach["AA"], reach["A9s"], reach["K9o"]) == (1, 0.5, 0)
    assert back.share_of("A9s", "call") == 1  # the file says 1, but it opens half of the time
    assert back.range("call") == Range("JJ-TT, A9s:0.5")
    assert back.range("fold") == Range("99-22, 0.5(A7s-A2s, ATs+, KTo+, QTo+)")


def test_the_big_blind_checks_what_it_does_not_raise(heads_up: Path) -> None:
    limped = chart("BB vs BTN limp", charts=heads_up)
    assert limped.actions == ("check", "raise to 4 bb")
    assert limped.share_of("72o", "check") == 1


def test_one_file_can_hold_charts_of_more_positions(six_handed: Path) -> None:
    assert OwnCharts(six_handed).names == (
        *("CO open", "SB open", "BTN vs CO 2.3bb", "BB vs SB limp", "CO vs BTN 3bet 7.5bb"),
        "BTN vs CO 4bet 20bb",
    )
    answer = chart("CO vs BTN 3bet", charts=six_handed)
    assert answer.line == ("CO raises to 2.3 bb", "BTN raises to 7.5 bb")
    assert answer.range("raise to 20 bb") == Range("KK+")
    again = chart("BTN vs CO 4bet", charts=six_handed)
    assert again.line[2] == "CO raises to 20 bb"
    assert again.actions == ("fold", "call", "all-in")


def test_a_line_of_actions_as_folders_is_a_chart(tree: Path) -> None:
    answer = chart("BB vs CO 2.5x", charts=tree)
    assert answer.actions == ("fold", "call", "raise to 11 bb")
    assert answer.range("call") == Range("TT, 76s:0.25")
    assert answer.range("raise to 11 bb") == Range("KK")
    assert chart("CO vs BB 3bet", charts=tree).range("fold") == Range("AA, 76s:0.5")
    behind = chart("CO/2.5bb/BTN/call/BB", charts=tree)
    assert behind.line == ("CO raises to 2.5 bb", "BTN calls")
    assert behind.range("call") == Range("55")
    assert behind.name in OwnCharts(tree).names


def test_the_list_of_all_weights_is_a_range_too(tmp_path: Path) -> None:
    numbers = ["1"] * 6 + ["0"] * 1319 + ["0.5"]
    folder(tmp_path, {"BTN open.txt": "raise 2bb: " + " ".join(numbers)})
    assert chart("BTN open", charts=tmp_path).share_of("22", "raise to 2 bb") == 1
    assert chart("BTN open", charts=tmp_path).share_of("AA", "raise to 2 bb") == pytest.approx(
        1 / 12
    )


def test_a_file_of_windows_is_read(tmp_path: Path) -> None:
    (tmp_path / "BTN open.txt").write_text("raise 2bb: AA\nKK\n", "utf-16")
    assert chart("BTN open", charts=tmp_path).range("raise to 2 bb") == Range("KK+")


def test_an_open_without_a_word_is_a_raise(tmp_path: Path) -> None:
    folder(tmp_path, {"BTN open.txt": "AA:1,\nAKs:0.5\n"})
    assert chart("BTN open", charts=tmp_path).range("raise") == Range("AA, AKs:0.5")


# --- spots ----------------------------------------------------------------------------------------


def test_a_spot_takes_ranges_pot_and_stack_from_the_charts(heads_up: Path) -> None:
    single = spot("BTN vs BB, single raised", charts=heads_up)
    assert single.line == ("BTN raises to 2.5 bb", "BB calls")
    assert (single.pot, single.stack) == (500, 9750)
    assert single.ip == Range("22+, A2s+:0.5, KTo+:0.5, QTo+:0.5")
    assert single.oop == Range("88-22, A5s")
    raised = spot("SB vs BB, 3bet, 40bb", charts=heads_up)
    assert (raised.pot, raised.stack) == (2000, 3000)
    assert raised.ip == Range("JJ-TT, A9s:0.5")
    assert raised.oop == Range("QQ+, AK, TT:0.5")
    limped = spot("BTN vs BB, limped", charts=heads_up)
    assert (limped.ip, limped.oop) == (
        Range("A5o:0.25"),
        Range("99-22, A2+, K2+, Q2+, J2+, T2+, 92+, 82+, 72+, 62+, 52+, 42+, 32"),
    )
    assert (limped.pot, limped.stack) == (200, 9900)


def test_blinds_who_fold_leave_their_money_in_the_pot(six_handed: Path) -> None:
    single = spot("BTN vs CO, single raised", charts=six_handed)
    assert (single.oop, single.ip) == (Range("55+, A9s+, KTs+, ATo+"), Range("JJ-88, AQs"))
    assert (single.pot, single.stack) == (460 + 150, 9770)
    fourth = spot("CO vs BTN, 4bet", charts=six_handed)
    assert (fourth.oop, fourth.ip) == (Range("KK+"), Range("QQ"))
    assert (fourth.pot, fourth.stack) == (4150, 8000)
    blinds = spot("SB vs BB, limped", charts=six_handed)
    assert blinds.oop == Range("22+")  # at a table with a button, the small blind acts first
    assert "AK" not in blinds.ip
    assert (blinds.pot, blinds.stack) == (200, 9900)


def test_a_spot_of_a_tree_of_folders(tree: Path) -> None:
    raised = spot("CO vs BB, 3bet", charts=tree)
    assert (raised.oop, raised.ip, raised.pot, raised.stack) == (
        *(Range("KK"), Range("AKs"), 2250, 8900),
    )


def test_a_spot_needs_no_charts_of_the_decisions_before(tmp_path: Path) -> None:
    files = {name: text for name, text in TREE.items() if "11bb" in name}
    folder(tmp_path, files | {"CO/3bb/BB/12bb/CO/call/CO.txt": "QQ,JJ"})  # which lacks the other
    raised = spot("CO vs BB, 3bet", charts=tmp_path)
    assert raised.line == ("CO raises to 2.5 bb", "BB raises to 11 bb", "CO calls")
    assert (raised.oop, raised.ip) == (Range("KK"), Range("AKs"))
    with pytest.raises(InputError, match="there is no chart 'CO open'"):
        spot("CO vs BB, single raised", charts=tmp_path)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("CO vs HJ, single raised", "there is no chart 'HJ open'"),
        ("CO vs BTN, 5bet", "there is no chart 'CO vs BTN 5bet all-in'"),
        ("CO vs BTN, limped", "only the big blind can check"),
        ("SB vs BB, single raised", "there is no chart 'BB vs SB 3bb'"),
        ("CO vs BTN, single raised, 2bb", "with 2 bb nobody can bet after that"),
        ("CO and BTN, 3bet", "must begin with two different positions"),
        ("CO vs BTN", "has no kind of pot"),
    ],
)
def test_a_spot_that_the_charts_lack_is_refused(six_handed: Path, name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        spot(name, charts=six_handed)


def test_a_raise_without_a_size_makes_no_pot(tmp_path: Path) -> None:
    files = {"BTN open.txt": "raise: 22+", "BB vs BTN open.txt": "call: AK"}
    folder(tmp_path, files)
    with pytest.raises(InputError, match=r"write the action as 'raise to 2\.5 bb'"):
        spot("BTN vs BB, single raised", charts=tmp_path)
    (tmp_path / "BB vs BTN open.txt").rename(tmp_path / "BB vs BTN 3x.txt")
    assert spot("BTN vs BB, single raised", charts=tmp_path).pot == 600  # the other name says it


# --- faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"BTN opne.txt": "AA"},
            r"has no charts; not charts by their names: BTN opne\.txt; a chart",
        ),
        ({"BB vs BTN 2x.txt": "AA"}, "line 1: begin with an action, like 'call: QQ-22'"),
        ({"BTN open.txt": "raise 2bb: AA\nraise 2bb: KK"}, "has 'raise to 2 bb' a second time"),
        ({"all.txt": "[BTN open]\nAA\n[BTN opne]\nAA"}, "line 3: 'BTN opne' is not the name"),
        ({"all.txt": "raise: AA\n[BTN open]\nAA"}, "line 1: write the name of a chart above it"),
        ({"BB vs BTN 3bet.txt": "call: AA"}, "BB would have to act before BTN"),
    ],
)
def test_files_that_are_no_charts_say_what_is_right(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        OwnCharts(folder(tmp_path, files))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise 2bb: AA, XY", r"BTN open\.txt, line 1, raise to 2 bb: cannot read 'XY' in range"),
        ("call: AA:0.7\nraise 2bb: AA:0.4", "weights of AA add up to 1.1 over all actions"),
        ("fold: AA:0.2, KK2", "fold: cannot read 'KK2'"),
    ],
)
def test_a_fault_in_a_range_says_where(tmp_path: Path, text: str, message: str) -> None:
    folder(tmp_path, {"BTN open.txt": text})
    with pytest.raises(InputError, match=message):
        chart("BTN open", charts=tmp_path)


def test_what_cannot_be_read_is_refused(tmp_path: Path, heads_up: Path) -> None:
    with pytest.raises(OptionError, match="cannot be read: No such file"):
        OwnCharts(tmp_path / "none")
    with pytest.raises(OptionError, match="pass one of them"):
        chart("BTN open", file="a.npz", charts=heads_up)
    with pytest.raises(OptionError, match="pass one of them"):
        spot("BTN vs BB, 3bet", file="a.npz", charts=heads_up)
    (tmp_path / "BTN open.txt").write_bytes(b"\xff\x00\x81")
    with pytest.raises(InputError, match="is not text"):
        OwnCharts(tmp_path)


def test_a_name_that_is_none_is_refused(six_handed: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'open' is not the name of a chart; write names like 'CO"):
        chart("open", charts=six_handed)
    folder(tmp_path / "empty", {"BTN vs BB 3bet.txt": "call: AA:0"})
    with pytest.raises(InputError, match="no hand gets there"):
        chart("BTN vs BB 3bet", charts=tmp_path / "empty")


# --- how they are shown ---------------------------------------------------------------------------


def run(*words: str) -> str:
    result = CliRunner().invoke(main, [*words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_shows_a_chart_without_evs(six_handed: Path, tmp_path: Path) -> None:
    words = ("chart", "CO", "open", "--charts", str(six_handed))
    assert run(*words).startswith("CO opens, stacks of 100 bb:\n")
    hand = run(*words, "--class", "AA")
    assert "raise to 2.3 bb         100.0%\n" in hand
    assert "interval" not in hand
    report = json.loads(run(*words, "--json", "--svg", str(tmp_path / "a.svg")))
    assert report["classes"][0]["evs"] == [None, None]
    assert "raise to 2.3 bb" in (tmp_path / "a.svg").read_text()


def test_table_and_picture_leave_out_unknown_evs(six_handed: Path) -> None:
    found = chart("CO vs BTN 3bet", charts=six_handed)
    head, first, *_ = csv.reader(io.StringIO(chart_csv(found)))
    assert head[:5] == ["class", "reach", "fold", "fold EV", "fold EV error"]
    assert first == ["AA", "1.0000", "0.0000", "", "", "0.0000", "", "", "1.0000", "", ""]
    assert "CO after CO raises to 2.3 bb" in chart_svg(found)
    assert class_lines(found, "AA")[1:] == [
        "  fold                      0.0%",
        "  call                      0.0%",
        "  raise to 20 bb          100.0%",
    ]


def test_charts_of_your_own_need_no_folds(tmp_path: Path) -> None:
    line = "CO/2.5bb/BTN/8bb/BB/20bb"
    mine = folder(tmp_path, {"x.txt": f"[{line}/BTN]\nall-in: AA\n"})
    assert chart(f"{line}/CO/fold/BTN", charts=mine).range("all-in") == Range("AA")
    named = folder(tmp_path / "named", {"x.txt": f"[{line}/CO/fold/BTN]\nall-in: AA\n"})
    assert chart(f"{line}/BTN", charts=named).range("all-in") == Range("AA")


BLINDS = "[SB open]\nraise to 3 bb: AA, 22\n[BB vs SB]\ncall: KK\n"
BUTTON = "[BTN open]\nraise to 2.5 bb: AA, 22\n[BB vs BTN]\ncall: KK\n"


def test_a_named_number_of_players_goes_before_the_positions(tmp_path: Path) -> None:
    """Charts of two positions can be part of those for six players."""
    blinds = folder(tmp_path / "blinds", {"x.txt": BLINDS})
    button = folder(tmp_path / "button", {"x.txt": BUTTON})
    guessed = spot("SB vs BB, single raised", charts=blinds)
    assert (guessed.line[0], str(guessed.oop), guessed.pot) == ("BTN raises to 3 bb", "KK", 600)
    named = spot("SB vs BB, single raised, 6 players", charts=blinds)
    assert (named.line[0], str(named.oop), named.pot) == ("SB raises to 3 bb", "AA, 22", 600)
    assert spot("BTN vs BB, single raised", charts=button).pot == 500
    assert spot("BTN vs BB, single raised, 6 players", charts=button).pot == 550
    assert chart("SB open", charts=blinds).player == "BTN"
    for found in (
        chart("SB open", charts=blinds, players=6),
        chart("SB open, 6 players", charts=blinds),
    ):
        assert found.player == "SB"
    words = ["chart", "SB open", "--charts", str(blinds)]
    assert "BTN opens" in run(*words)
    assert "SB opens" in run(*words, "--players", "6")


def test_two_players_have_no_other_positions(six_handed: Path) -> None:
    said = r"has charts of CO; heads-up, positions are BTN \(or SB\) and BB"
    with pytest.raises(InputError, match=said):
        chart("BTN open, heads-up", charts=six_handed)
    with pytest.raises(InputError, match=said):
        spot("BTN vs BB, single raised, heads-up", charts=six_handed)


def test_a_spot_of_your_own_is_solved(six_handed: Path) -> None:
    words = ["solve", "Kd7h2s5c3h", "--bets", "50%", "--iterations", "2"]
    named = ["--spot", "CO vs BTN, 3bet", "--charts", str(six_handed)]
    assert "pot 1650, behind 9250" in run(*words, *named)
    refused = CliRunner().invoke(main, [*words, "--charts", str(six_handed)])
    assert refused.exit_code == 2
    assert "--charts has spots by name; add --spot" in refused.stderr


def test_a_server_does_not_start_with_charts_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "BB vs BTN 2x.txt").write_text("AA")
    for path, message in ((tmp_path, "begin with an action"), (tmp_path / "no", "cannot be read")):
        refused = CliRunner().invoke(main, ["serve", "--charts", str(path)])
        assert refused.exit_code == 2
        assert message in refused.stderr


def test_a_stack_is_one_that_can_be(six_handed: Path) -> None:
    with pytest.raises(OptionError, match="stack is 0; it must be from 1 to 1,000 big blinds"):
        chart("CO open", 0, charts=six_handed)
