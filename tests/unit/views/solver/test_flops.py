"""The picture of many flops: a line each, or side by side, and nothing outside of it."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from handsight.cards import CardSet
from handsight.odds import Spot
from handsight.ranges import named_flops
from handsight.ranges.flop_subsets import TEXTURES
from handsight.solver import Betting, SolvedFlop, flop_classes
from handsight.views.solver.flops import FlopsReport, flops_report, flops_svg
from handsight.views.solver.solution import action_colours

BETTING = Betting(100, 200, "33%, a")
PLAYERS = Spot.parse(["QQ+, AK", "TT-88, AQs"]).players
ACTIONS = ("check", "bet 33 (33%)", "all-in 200")
ROW = SolvedFlop("Qs7h2d", 24, 0.0, (55.0, 45.0), (0.55, 0.45), ACTIONS, (0.5, 0.3, 0.2), 0.004)
SVG = "{http://www.w3.org/2000/svg}"


def report_for(flops: dict[CardSet, int]) -> FlopsReport:
    rows = []
    for number, (flop, count) in enumerate(flops.items()):
        check = (number * 7 % 11) / 10
        shares = (min(check, 1.0), 0.0, 1 - min(check, 1.0))
        weight = count / 22_100
        rows.append(replace(ROW, flop=str(flop), count=count, weight=weight, frequencies=shares))
    return flops_report(PLAYERS, BETTING, 0.005, rows)


@pytest.mark.parametrize("which", ["49", "all"])
def test_bars_stay_inside_of_the_picture_and_fill_their_place(which: str) -> None:
    flops = flop_classes(["AA", "KK"]) if which == "all" else named_flops(which)
    report = report_for(flops)
    root = ElementTree.fromstring(flops_svg(report))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    colours = action_colours(ACTIONS)
    bars: dict[str, float] = {}
    for rect in root.iter(f"{SVG}rect"):
        left, top, wide, high = (float(rect.attrib[n]) for n in ("x", "y", "width", "height"))
        assert 0 <= left <= left + wide <= width + 0.2
        assert 0 <= top <= top + high <= height + 0.2
        tip = rect.find(f"{SVG}title")
        if tip is not None:
            assert rect.attrib["fill"] in colours
            name = str(tip.text).partition(",")[0]
            bars[name] = bars.get(name, 0.0) + (wide if len(flops) < 120 else high)
    assert bars.keys() == {str(flop) for flop in flops}
    [whole] = {round(length) for length in bars.values()}
    assert whole > 50


def test_a_picture_says_what_its_colours_mean_and_how_often_textures_come() -> None:
    text = flops_svg(report_for(flop_classes(["AA", "KK"])))
    for action in ACTIONS:
        assert re.search(rf">{re.escape(action)}: \d+\.\d%<", text)
    for texture in TEXTURES:
        assert re.search(rf">{texture}, \d+\.\d% of deals<", text)


def test_the_textures_add_up_to_all() -> None:
    report = report_for(named_flops("49"))
    assert sum(each.weight for each in report.textures) == pytest.approx(1)
    assert sum(each.count for each in report.textures) == 22_100
    for number, action in enumerate(report.actions):
        mean = sum(each.weight * each.actions[number].frequency for each in report.textures)
        assert action.frequency == pytest.approx(mean)
