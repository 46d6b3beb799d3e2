"""The ranges of opponents as people and programs get them: text, picture and JSON."""

import io
import json
import math
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

from handsight.ranges import Range
from handsight.ranges.combos import COMBOS_OF
from handsight.views.range_update.hand import hand_of_history
from handsight.views.range_update.report import (
    RangeUpdateReport,
    range_update_report,
    relative_rows,
)
from handsight.views.range_update.svg import range_update_svg
from handsight.views.range_update.text import (
    GAIN,
    LEGEND,
    range_grid,
    range_update_text,
    read_lines,
)
from handsight.views.range_update.words import hand_in_words
from handsight.views.report import to_dict
from handsight.views.text_parts import action_text, chips_text
from tests.unit.formats.hands import history
from tests.unit.views.pictures import outside

FLOP = "Qh7h2c"
TOLD = "p1 raises 300, p2 calls, p1 bets 400"
THREE = "p3 raises 300, p1 calls, p2 calls, p1 checks, p2 bets 500, p3 raises 1500"
HEADER = "  A  K  Q  J  T  9  8  7  6  5  4  3  2"


@pytest.fixture(scope="module")
def found() -> RangeUpdateReport:
    return range_update_report(hand_in_words("AhKh", FLOP, TOLD))


@pytest.fixture(scope="module")
def both() -> RangeUpdateReport:
    return range_update_report(hand_in_words("AhKh", FLOP, THREE, us="p1"))


@pytest.fixture(scope="module")
def revealed() -> RangeUpdateReport:
    return range_update_report(
        hand_of_history(history(players=["Ann", "Bob", "Cyd"]), 5), reveal=True
    )


def lines_of(
    shown: RangeUpdateReport,
    width: int = 100,
    *,
    colours: Any = None,
    drawn: bool = False,
    verbose: bool = False,
) -> list[str]:
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=colours is not None, color_system=colours
    )
    console.print(range_update_text(shown, drawn_suits=drawn, verbose=verbose))
    return [line.rstrip() for line in out.getvalue().splitlines()]


# --- text -----------------------------------------------------------------------------------------


def test_the_heading_says_who_plays_where_against_whom(found: RangeUpdateReport) -> None:
    assert lines_of(found)[:4] == [
        "AhKh on Qh7h2c   flop, you are p2 (BB) against p1 (SB)",
        "3 players, blinds 50/100, 10,000 chips each: p1 (SB) to p3 (BTN)",
        "not named, so folded before the flop: p3",
        "model: dirichlet, without data: as people play in general, set by hand",
    ]


def test_there_is_a_grid_for_each_action_side_by_side(found: RangeUpdateReport) -> None:
    lines = lines_of(found)
    top = lines.index(f"{HEADER:<44}{HEADER}")
    assert lines[top - 3].split("   ")[0] == "2. raises to 300 before the flop"
    assert lines[top - 3].endswith("4. bets 400 on the flop")
    assert lines[top + 1].startswith("A ** ")
    assert [line[0] for line in lines[top + 1 : top + 14]] == list("AKQJT98765432")


def test_a_narrow_terminal_has_one_grid_a_row_and_a_wide_one_three(
    found: RangeUpdateReport,
) -> None:
    assert sum(line == HEADER for line in lines_of(found, 80)) == 2
    assert max(map(len, lines_of(found, 80))) <= 80
    three = range_update_report(
        hand_in_words("AhKh", FLOP + "2d", f"{TOLD}, p2 calls, p1 bets 900")
    )
    assert sum(line.count(HEADER) == 3 for line in lines_of(three, 140)) == 1


def test_each_action_says_how_it_updates_the_range(found: RangeUpdateReport) -> None:
    lines = lines_of(found)
    place = next(n for n, line in enumerate(lines) if line.startswith("the model gave"))
    opened, bet = found.rivals[0].updates
    for step in (opened, bet):
        assert f"the model gave this action {step.chance:.0%};" in lines[place]
        assert f"about {step.spread:,.0f} combos remain" in lines[place + 1]
    assert not any("bits" in line for line in lines)


def test_bits_are_shown_on_demand(found: RangeUpdateReport) -> None:
    lines = lines_of(found, verbose=True)
    for step in found.rivals[0].updates:
        assert any(f"combos remain ({step.gain_bits:.2f} bits)" in line for line in lines)
    assert GAIN in lines


def test_a_read_is_a_line_for_each_action_without_grids(found: RangeUpdateReport) -> None:
    first, second = read_lines(found)
    assert first.startswith("p1 (SB) raises to 300 before the flop: the model gave this action")
    assert second.startswith("p1 (SB) bets 400 on the flop: ")


def test_the_odds_are_told_for_each_opponent_and_for_all(both: RangeUpdateReport) -> None:
    lines = lines_of(both)
    top = next(place for place, line in enumerate(lines) if line.startswith("odds of AhKh"))
    assert lines[top].split()[3:] == ["HS", "PPot", "NPot", "EHS", "equity"]
    names = [line.split("  ")[0] for line in lines[top + 1 : top + 4]]
    assert names == ["against p2 (BB)", "against p3 (BTN)", "against both"]
    effective = both.together.effective
    assert effective is not None
    ahead = [effective.hand_strength, effective.ppot, effective.npot, effective.ehs]
    numbers = [*ahead, both.together.odds.equity]
    assert lines[top + 3].split()[2:] == [f"{number:.4f}" for number in numbers]


def test_odds_that_are_sampled_or_not_counted_say_so() -> None:
    told = "p3 calls, p4 calls, p1 calls, p2 checks"
    lines = lines_of(range_update_report(hand_in_words("AhKh", FLOP, told, us="p1")))
    assert any(
        line.startswith("sampled, 95% interval, 1,000,000 deals, seed 0: ") for line in lines
    )
    assert "strength and potential are not counted against 3 at once" in lines


def test_on_the_river_there_is_no_potential(revealed: RangeUpdateReport) -> None:
    told = f"{TOLD}, p2 calls, p1 checks, p2 checks, p1 bets 900"
    (line,) = (
        line
        for line in lines_of(range_update_report(hand_in_words("AhKh", FLOP + "2d3s", told)))
        if line.startswith("against p1")
    )
    assert len(line.split()) == 6


def test_it_is_told_whose_turn_it_is(found: RangeUpdateReport) -> None:
    assert lines_of(found)[-1] == "it is your turn"
    theirs = range_update_report(hand_in_words("AhKh", FLOP, TOLD, us="p1"))
    assert theirs.next is not None
    fold, call, raises = theirs.next.fold, theirs.next.call, theirs.next.raise_
    assert lines_of(theirs)[-1] == (
        f"next, p2: folds {fold:.0%}, checks or calls {call:.0%}, bets or raises {raises:.0%}"
    )


def test_an_opponent_who_has_not_acted_holds_any_cards() -> None:
    lines = lines_of(range_update_report(hand_in_words("AhKh", "", "")))
    assert lines[lines.index("p1 (BB)") + 1] == "has not acted yet: any cards"
    assert LEGEND[0] not in lines


def test_what_opponents_hold_is_told_where_it_is_revealed(revealed: RangeUpdateReport) -> None:
    lines = lines_of(revealed)
    assert "after 5 of 6 actions" in lines
    (line,) = (line for line in lines if line.startswith("Ann  "))
    for words in ("QsQd", "bits better than even", "of it is likelier"):
        assert words in line
    assert any("the true hand" in line for line in lines)
    hidden = lines_of(range_update_report(hand_of_history(history(), 5)))
    assert not any("true hand" in line or "QsQd" in line for line in hidden)


def test_a_terminal_shows_suits_and_colours(found: RangeUpdateReport) -> None:
    text = "\n".join(lines_of(found, colours="truecolor", drawn=True))
    assert "A♥" in text
    assert "48;2;12;74;110" in text  # the deep blue of the likeliest


def test_chips_are_told_in_the_units_of_the_record() -> None:
    cents = history(
        starting_stacks=[100.25, 100, 100],
        min_bet=1,
        blinds_or_straddles=[0.5, 1, 0],
        actions=["d dh p1 QsQd", "d dh p2 9c8c", "d dh p3 AhKh", "p3 cbr 2.5", "p1 f", "p2 f"],
        finishing_stacks=None,
    )
    hand = hand_of_history(cents)
    assert action_text(hand.actions[0], hand.scale) == "raises to 2.50"
    lines = lines_of(range_update_report(hand))
    assert lines[1].startswith("3 players, blinds 0.50/1.00, stacks 100.25 100.00 100.00: ")
    assert chips_text(12_345) == "12,345"


# --- the numbers of a grid ------------------------------------------------------------------------


def test_a_cell_compares_single_hands_with_the_likeliest() -> None:
    weights = np.zeros(1326)
    weights[list(COMBOS_OF["AA"])] = 2.0
    weights[list(COMBOS_OF["KK"])[:1]] = 1.0
    rows = relative_rows(weights / weights.sum())
    assert (rows[0][0], rows[1][1]) == (1.0, 0.5)
    assert math.isnan(rows[2][2])


def test_labels_tell_the_likeliest_the_unlikely_and_the_impossible() -> None:
    row = (1.0, 0.999, 0.5, 0.005, 0.004, math.nan, *[0.0] * 7)
    plain = range_grid((row,) * 13).plain.splitlines()
    assert plain[1] == "A ** 99 50 .  .  -  .  .  .  .  .  .  ."


# --- the picture ----------------------------------------------------------------------------------


def test_the_picture_has_one_grid_for_each_action(both: RangeUpdateReport) -> None:
    root = ElementTree.fromstring(range_update_svg(both))
    space = "{http://www.w3.org/2000/svg}"
    panels = root.findall(f"{space}g")
    assert len(panels) == sum(len(opponent.updates) for opponent in both.rivals) == 4
    for panel in panels:
        names = {text.text for text in panel.findall(f"{space}text")}
        assert set(COMBOS_OF) <= names
    texts = [text.text or "" for text in root.iter(f"{space}text")]
    assert "AhKh on Qh7h2c: p1 (SB) against p2 (BB), p3 (BTN)" in texts
    assert "6. raises to 1,500 on the flop" in texts


def test_the_darkest_cells_are_the_likeliest_classes(found: RangeUpdateReport) -> None:
    picture = range_update_svg(found)
    assert picture.count('fill="#0c4a6e"') >= 2
    assert "<title>AA: 100%</title>" in picture


def test_all_of_the_picture_lies_in_its_frame(both: RangeUpdateReport) -> None:
    root = ElementTree.fromstring(range_update_svg(both))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert outside(range_update_svg(both)) == []
    for panel in root.findall("{http://www.w3.org/2000/svg}g"):
        left, top = map(int, panel.attrib["transform"][10:-1].split())
        assert left + 13 * 24 <= width
        assert top + 40 + 13 * 24 + 14 <= height


def test_names_are_escaped_in_the_picture() -> None:
    named = history(players=["<Ann & Co>", "Bob", "Cyd"])
    picture = range_update_svg(range_update_report(hand_of_history(named, 5)))
    assert "&lt;Ann &amp; Co&gt;" in picture
    ElementTree.fromstring(picture)


# --- JSON -----------------------------------------------------------------------------------------


def test_json_tells_every_step_and_opponent(both: RangeUpdateReport) -> None:
    fields = json.loads(json.dumps(to_dict(both)))
    assert (fields["hole"], fields["board"], fields["us"]) == ("AhKh", FLOP, "p1")
    assert [step["player"] for step in fields["steps"]] == ["p3", "p2", "p2", "p3"]
    assert [step["street"] for step in fields["steps"]] == ["preflop"] * 2 + ["flop"] * 2
    for step, made in zip(fields["steps"], both.steps, strict=True):
        assert step["gain_bits"] == made.gain_bits
        assert step["chance"] == made.chance
        assert sum(step["expected"].values()) == pytest.approx(1)
        assert sum(step["classes"].values()) == pytest.approx(1)
        assert len(step["top_classes"]) == len(step["top_combos"]) == 10
        assert list(step["top_classes"].values()) == sorted(
            step["top_classes"].values(), reverse=True
        )


def test_the_range_in_json_reads_back(found: RangeUpdateReport) -> None:
    fields = to_dict(found)
    assert Range(fields["rivals"][0]["range"]) == found.rivals[0].range
    assert fields["steps"][-1]["range"] == fields["rivals"][0]["range"]
    assert fields["rivals"][0]["actions"] == [2, 4]


def test_json_tells_odds_each_and_together(both: RangeUpdateReport) -> None:
    fields = to_dict(both)
    assert fields["together"]["odds"]["equity"] == both.together.odds.equity
    assert both.together.effective is not None
    assert fields["together"]["effective"]["ehs"] == both.together.effective.ehs
    assert [each["odds"]["opponents"] for each in fields["rivals"]] == [1, 1]


def test_json_tells_turn_prediction_and_truth(revealed: RangeUpdateReport) -> None:
    fields = to_dict(revealed)
    assert (fields["turn"], fields["next"]) == ("Cyd", None)
    truth = fields["rivals"][0]["truth"]
    assert truth["gain_bits"] == pytest.approx(math.log2(truth["chance"] / truth["even"]))
    theirs = to_dict(range_update_report(hand_in_words("AhKh", FLOP, TOLD, us="p1")))
    assert theirs["turn"] == "p2"
    assert sum(theirs["next"].values()) == pytest.approx(1)
    assert theirs["rivals"][0]["truth"] is None
