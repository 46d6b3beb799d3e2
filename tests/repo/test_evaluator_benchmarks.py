"""The race of evaluators runs, refuses a wrong order, and its page is that of all who take part.

How fast anything is depends on the machine and is not tested.
"""

import json
import os
import subprocess
import sys
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks.__main__ import main
from benchmarks.evaluators import (
    BATCHES,
    FIVES_IN_ORDER,
    QUICK,
    RANDOM_SEVENS,
    SEVENS_IN_ORDER,
    SINGLES,
    Bound,
    Line,
    bounds_of,
    faults_of,
    hands_of,
    line_of,
    some_of,
    start_of,
    times_as_fast,
)
from benchmarks.evaluators_chart import GREY, Bar, Panel, Scale, chart
from benchmarks.evaluators_field import (
    LANES,
    OURS,
    PAPERS,
    PEER,
    PEERS,
    REFERENCE,
    SCORES,
    STRENGTHS,
    WALKED,
    Entrant,
    Hands,
    block_of_sevens,
    field,
    installed_bytes,
)
from benchmarks.evaluators_report import COMMAND, Race, as_json, as_page, as_svg, as_text
from benchmarks.peers import find_peers
from benchmarks.timing import Effort, Work
from handsight.ranking import evaluator, evaluators
from handsight.views.svg import contrast
from tests.peers import reason
from tests.unit.views.pictures import outside

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
UNFIT = "blog-4"
LARGE = {"senzee-7", "two-plus-two", WALKED}
"""Their tables take some time to build."""
OURS_TWICE = (SCORES, STRENGTHS)
EVERYONE = (*OURS_TWICE, *evaluators(), LANES, WALKED, *PEERS)
CHEAP = replace(QUICK, hands=50, loop=20, calls=5, effort=Effort(1, 0.0, 0.1))


def entrant(name: str) -> Entrant:
    peers, missing = find_peers([name] if name in PEERS else [])
    if name in missing:
        pytest.skip(reason(name))
    return next(each for each in field(peers, all_walked=False) if each.name == name)


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
    )


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str, str]:
    """Race one evaluator quickly; give what was written as JSON, the page, and the chart."""
    folder = tmp_path_factory.mktemp("race")
    data, page, drawn = (folder / f"race.{ending}" for ending in ("json", "md", "svg"))
    files = ("--json", str(data), "--markdown", str(page), "--svg", str(drawn))
    result = command("--evaluators", "--quick", "--only", "cactus", *files)
    assert result.returncode == 0, result.stderr
    assert "cactus-kev: all five-card hands in order" in result.stdout
    return json.loads(data.read_text("utf-8")), page.read_text("utf-8"), drawn.read_text("utf-8")


def test_a_race_tells_what_was_run_and_on_what(written: tuple[dict[str, Any], str, str]) -> None:
    texts, page, _ = written
    assert texts["command"].startswith("python -m benchmarks --evaluators --quick")
    assert {"processor", "cores", "system", "Python"} <= set(texts["machine"])
    assert {"handsight", "numpy", "numba"} <= set(texts["versions"])
    assert texts["quick"] is True
    assert "worth little" in page


def test_a_race_holds_all_figures_of_an_evaluator(
    written: tuple[dict[str, Any], str, str],
) -> None:
    (kev,) = written[0]["evaluators"]
    assert (kev["name"], kev["kind"]) == ("cactus-kev", PAPERS)
    assert kev["rates"].keys() == {task.name for task in BATCHES + SINGLES}
    assert all(rate > 0 for rate in kev["rates"].values())
    assert kev["bytes"] == evaluator("cactus-kev").memory_bytes
    assert kev["start"] > written[0]["python_start"] > 0
    assert kev["wrong"] is None


def test_a_race_draws_the_evaluator(written: tuple[dict[str, Any], str, str]) -> None:
    assert words_of(written[2]).count("cactus-kev") == 2


def test_nobody_of_an_unknown_name_races() -> None:
    with pytest.raises(SystemExit) as refused:
        main(["--evaluators", "--quick", "--only", "no-such-evaluator"])
    assert all(name in str(refused.value.code) for name in evaluators())


def test_a_chart_without_evaluators_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["--quick", "--svg", str(tmp_path / "chart.svg")])
    assert refused.value.code not in (0, None)
    assert "--svg takes --evaluators" in capsys.readouterr().err


# --- the page -------------------------------------------------------------------------------------


def words_of(drawn: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(drawn).iter() if each.text]


def test_the_page_tells_how_it_was_made_and_is_no_quick_one() -> None:
    page = (DOCS / "evaluators-measured.md").read_text("utf-8")
    assert page.count(COMMAND) == 2
    assert "worth little" not in page
    assert "MISMATCH" not in page


@pytest.mark.parametrize("name", EVERYONE)
def test_the_page_and_its_chart_name_everyone(name: str) -> None:
    page = (DOCS / "evaluators-measured.md").read_text("utf-8")
    assert f"| {name} |" in page
    assert f"- `{name}` (" in page
    drawn = (DOCS / "evaluators-measured.svg").read_text("utf-8")
    assert name in words_of(drawn) or name == WALKED  # which cannot do what is drawn


def test_the_page_shows_the_chart_and_stands_in_the_index() -> None:
    assert "](evaluators-measured.svg)" in (DOCS / "evaluators-measured.md").read_text("utf-8")
    assert "\n../evaluators-measured\n" in (DOCS / "reference" / "index.md").read_text("utf-8")


def test_the_page_tells_of_every_bound_whether_it_is_kept() -> None:
    page = (DOCS / "evaluators-measured.md").read_text("utf-8")
    bounds = page.partition("## Bounds")[2].partition("##")[0]
    assert bounds.count("| yes |") + bounds.count("| NO |") == len(bounds_of([])) == 5


# --- soundness ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.exhaustive] if name in LARGE else [])
        for name in EVERYONE
        if name != UNFIT
    ],
)
def test_everyone_orders_hands_as_we_do(name: str) -> None:
    assert faults_of(entrant(name), 2000) == ""


@pytest.mark.exhaustive
def test_blog_4_does_not_and_says_so_and_is_measured_all_the_same() -> None:
    line = line_of(replace(entrant(UNFIT), starts=False), CHEAP)
    assert line.wrong == ""
    assert line.remark.startswith("does not order hands as the rules do")
    assert len(line.rates) == len(BATCHES + SINGLES)


def made_up(answers: int = 0, **fields: Any) -> Entrant:
    """Give one to whom all hands are the same."""

    def batch(hands: Hands) -> Work:
        return Work(lambda: None, len(hands), lambda: [answers] * len(hands))

    return Entrant("mine", PEER, "in no way", batch, **fields)


def test_who_orders_otherwise_gets_no_figures_but_is_reported() -> None:
    line = line_of(made_up(), CHEAP)
    assert (line.rates, line.start) == ({}, None)
    assert line.wrong.startswith("5 cards: what we give 0 and 1 is given 0 and 0")
    race = race_of(line)
    assert race.mismatches() == [f"mine: {line.wrong}"]
    assert f"MISMATCH: mine: {line.wrong}" in as_text(race)
    assert f"**MISMATCH: mine: {line.wrong}**" in as_page(race)
    assert as_json(race)["evaluators"][0]["wrong"] == line.wrong


def test_who_fails_does_not_end_the_race() -> None:
    def batch(hands: Hands) -> Work:
        raise ZeroDivisionError("no hands")

    line = line_of(replace(made_up(), batch=batch), CHEAP)
    assert line.wrong == "fails with ZeroDivisionError: no hands"


# --- figures --------------------------------------------------------------------------------------


def race_of(*lines: Line) -> Race:
    return Race("python -m benchmarks", False, {}, {}, {"gone": "not installed"}, list(lines), 0.02)


def named(name: str, kind: str, **fields: Any) -> Entrant:
    return replace(made_up(), name=name, kind=kind, **fields)


LINES = [
    Line(named(SCORES, OURS), {RANDOM_SEVENS: 9e8}),
    Line(named(STRENGTHS, OURS), {FIVES_IN_ORDER: 2_598_960 / 6e-3, SINGLES[0]: 4e6}),
    Line(named(REFERENCE, OURS, bytes=0), {RANDOM_SEVENS: 4e8}, start=0.5),
    Line(named("cactus-kev", PAPERS), {FIVES_IN_ORDER: 29e6, RANDOM_SEVENS: 5e6}),
    Line(named("senzee-5", PAPERS, bytes=48_000), {FIVES_IN_ORDER: 61e6, RANDOM_SEVENS: 1e8}),
    Line(named(UNFIT, PAPERS, sound=False), {RANDOM_SEVENS: 1e10}, remark="is unfit"),
    Line(named("other", PEER, bytes=31_000_000), {SINGLES[0]: 2e6}, start=0.25),
]


def test_bounds_are_compared_with_the_best_that_is_fit() -> None:
    bounds = bounds_of(LINES)
    assert [each.figure for each in bounds] == pytest.approx([9.0, 29.0, 61.0, None, 6.0])
    assert [each.kept for each in bounds] == [True, False, True, None, False]
    assert "(senzee-5)" in bounds[0].words


def test_a_rate_has_to_be_as_large_and_a_time_as_small_as_its_bound() -> None:
    assert Bound("", "", 3, 3.0).kept is True
    assert Bound("", "", 3, 2.9).kept is False
    assert Bound("", "", 5, 5.0, is_rate=False).kept is True
    assert Bound("", "", 5, 5.1, is_rate=False).kept is False


def test_a_batch_is_compared_with_ours_from_cards_and_a_call_with_ours_of_a_mask() -> None:
    assert times_as_fast(LINES, LINES[4], RANDOM_SEVENS) == 4.0
    assert times_as_fast(LINES, LINES[6], SINGLES[0]) == 2.0
    assert times_as_fast(LINES, LINES[6], RANDOM_SEVENS) is None


def test_figures_sizes_and_who_is_missing_stand_on_the_page() -> None:
    page = as_page(race_of(*LINES))
    assert "| senzee-5 | 61.0 |  |  | 100 (4.00×) |" in page
    assert "| other | 0.500 (2.00×) |  |  |  |" in page
    assert "| senzee-5 | 48 kB |  |" in page
    assert "| other | 31.0 MB installed | 0.250 (0.500×) |" in page
    assert "| handsight | none | 0.500 (1.00×) |" in page
    assert "| 29.0 M hands/s | ≥ 30 | NO |" in page
    assert "**blog-4 is unfit**" in page
    assert "not measured: gone: not installed" in page


def test_a_process_that_fails_has_no_start_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert start_of("no-such-evaluator", 1) is None
    assert "no-such-evaluator" in capsys.readouterr().err


def test_what_is_not_installed_has_no_size() -> None:
    assert installed_bytes("no-such-distribution") is None
    assert (installed_bytes("numpy") or 0) > 1_000_000


# --- hands ----------------------------------------------------------------------------------------


def test_random_fives_are_all_fives_in_another_order() -> None:
    ordered, shuffled = hands_of(5, "in order"), hands_of(5, "random")
    numbers = [hands @ (52 ** np.arange(5)[::-1]) for hands in (ordered, shuffled)]
    assert np.all(np.diff(numbers[0]) > 0)
    assert np.array_equal(np.sort(numbers[1]), numbers[0])
    assert np.mean(numbers[1][:-1] < numbers[1][1:]) == pytest.approx(0.5, abs=0.01)


def test_sevens_in_order_are_a_block_of_two_lowest_cards() -> None:
    hands = hands_of(7, "in order")
    assert len(hands) == comb(51 - hands[0, 1], 5)
    assert np.all(np.diff(hands.astype(np.int64) @ (52 ** np.arange(7)[::-1])) > 0)
    assert np.all(np.diff(hands.astype(np.int64), axis=1) > 0)


def test_fewer_hands_follow_each_other() -> None:
    hands = block_of_sevens(40, 42)
    start = hands.tolist().index(some_of(hands, 5)[0].tolist())
    assert some_of(hands, 5).tolist() == hands[start : start + 5].tolist()
    assert some_of(hands, 10_000).tolist() == hands.tolist()


@pytest.mark.exhaustive
def test_a_walk_goes_over_all_hands_in_order() -> None:
    walked = next(each for each in field([], all_walked=True) if each.name == WALKED)
    assert walked.batch(hands_of(7, "in order")).items == comb(52, 7)
    assert line_of(walked, CHEAP).rates.keys() == {SEVENS_IN_ORDER}


# --- the chart ------------------------------------------------------------------------------------

BARS = Panel("Speed & more", (Bar("slow", 2e4, 1), Bar("quick", 5e8, 0), Bar("other", 3e6, 2)))


def test_a_chart_is_xml_with_the_longest_bar_first() -> None:
    words = words_of(chart([BARS], ["a", "b", "c"], "hands a second"))
    assert [word for word in words if word in {"quick", "other", "slow"}] == [
        "quick",
        "other",
        "slow",
    ]
    assert {"Speed & more", "500 M", "20 k", "a", "b", "c"} <= set(words)
    assert outside(chart([BARS], ["a", "b", "c"], "hands a second")) == []
    assert min(contrast(GREY, page) for page in ("#ffffff", "#000000")) >= 4.5


def test_a_power_of_ten_is_everywhere_as_long() -> None:
    scale = Scale(4, 9.5)
    steps = np.diff([scale.at(10.0**power) for power in range(4, 10)])
    assert steps == pytest.approx(steps[0])


def test_nothing_in_a_chart_is_near_black_or_white() -> None:
    drawn = chart([BARS], ["a", "b", "c"], "hands a second")
    colours = {
        value[1:]
        for each in ElementTree.fromstring(drawn).iter()
        for name, value in each.items()
        if name in {"fill", "stroke"}
    }
    assert len(colours) == 4
    for colour in colours:
        assert 90 < np.mean([int(colour[at : at + 2], 16) for at in (0, 2, 4)]) < 165


def test_a_race_is_drawn_without_those_who_did_not_take_part() -> None:
    words = words_of(as_svg(race_of(*LINES)))
    assert words.count("senzee-5") == 2
    assert "other" not in words
