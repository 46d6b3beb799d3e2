"""The benchmarks run, refuse wrong answers, and their page is that of the jobs there are.

How fast anything is depends on the machine and is not tested.
"""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from benchmarks import cases, checks_game, checks_ranges, workloads_game, workloads_ranges
from benchmarks.__main__ import main
from benchmarks.agreement import near_shares, same_order, same_shares, same_values
from benchmarks.cases import Case
from benchmarks.figures_page import COMMAND, BenchmarksPage
from benchmarks.inputs import (
    QUICK,
    TIGHT,
    WIDE,
    Pot,
    hand_texts,
    is_hand,
    named_flops,
    random_flops,
    seven_cards,
)
from benchmarks.job import MICRO, MILLI, TIMES, Job
from benchmarks.jobs import JOBS, job_named
from benchmarks.layout import columns, facts, figure, grid
from benchmarks.machine import describe_machine, vector_units
from benchmarks.measure import Result, measure
from benchmarks.peers import NAMES, RANKERS, STACK, Game, Peer, Played, find_peers
from benchmarks.report import Run, as_json, as_text
from benchmarks.results import FOLDER, Origin, read_all
from benchmarks.timing import Work
from handsight import equity, evaluate
from tests.peers import reason

ROOT = Path(__file__).parents[2]
REMEDY = "python -m benchmarks --from-results --markdown docs/benchmarks.md writes it anew"
TINY = replace(QUICK, trials=20_000)


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )


# --- the command --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    """Run one cheap job; give what was written as JSON, and the page."""
    folder = tmp_path_factory.mktemp("run")
    data, page = folder / "run.json", folder / "run.md"
    result = command(
        "--quick", "--only", "evaluate-mask", "--json", str(data), "--markdown", str(page)
    )
    assert result.returncode == 0, result.stderr
    return json.loads(data.read_text("utf-8")), page.read_text("utf-8")


def test_a_run_tells_what_was_run_and_on_what(written: tuple[dict[str, Any], str]) -> None:
    run, _ = written
    assert run["command"].startswith("python -m benchmarks --quick")
    assert run["quick"] is True
    assert run["kind"].startswith(vector_units())
    assert all(run[name] for name in ("date", "commit"))
    assert {"processor", "cores", "system", "Python"} <= set(run["machine"])
    assert {"handsight", "numpy", "numba"} <= set(run["versions"])
    assert set(run["missing"]) | set(run["versions"]) >= set(NAMES)


def test_a_run_holds_the_figures_of_the_job(written: tuple[dict[str, Any], str]) -> None:
    (job,) = written[0]["jobs"]
    assert (job["name"], job["unit"], job["must"], job["aim"]) == ("evaluate-mask", "µs", 0.3, 0.12)
    assert job["figure"] > 0
    assert job["megabytes"] > 0
    assert job["mismatches"] == []
    assert all(each["figure"] > 0 for each in job["rivals"].values())


def test_a_quick_page_says_what_its_figures_are_worth(written: tuple[dict[str, Any], str]) -> None:
    assert "worth little" in written[1]
    assert written[1].count("| `evaluate-mask` |") >= 2


def test_an_unknown_job_is_refused_with_the_names_of_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["--only", "no-such-job"])
    assert refused.value.code not in (0, None)
    texts = f"{refused.value.code} {capsys.readouterr().err}"
    assert all(job.name in texts for job in JOBS)


# --- the page -----------------------------------------------------------------------------------


def test_the_page_tells_how_it_was_made_and_is_no_quick_one() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    kinds = list((ROOT / "benchmarks" / "results").glob("*.json"))
    assert page.count(COMMAND) == 1 + len(kinds) == 3  # each kind was measured whole
    assert "worth little" not in page


def test_the_page_names_every_job() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    lines = [(f"| `{job.name}` |", f"- `{job.name}`: {job.title}") for job in JOBS]
    assert [line for both in lines for line in both if line not in page] == [], REMEDY


def test_the_page_is_made_of_the_results_that_are_kept_and_of_nothing_else() -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    assert page == str(BenchmarksPage(JOBS, read_all(FOLDER))), REMEDY


def test_names_of_jobs_are_unique() -> None:
    assert len({job.name for job in JOBS}) == len(JOBS)


def test_no_aim_is_easier_than_its_must() -> None:
    for job in JOBS:
        if job.must is not None and job.aim is not None:
            assert job.keeps(job.must, job.aim), job.name


# --- answers are compared before anything is timed ----------------------------------------------


def made_up_job(wrong: str = "", answers: tuple[int, ...] = (1, 2)) -> Job:
    def prepare(size: object) -> Work:
        return Work(lambda: None, 1, lambda: list(answers))

    def theirs(peer: Peer, size: object) -> Work:
        return Work(lambda: None, 1, lambda: [1, 2])

    case = Case(theirs, lambda ours, his, size: same_values(ours, his))
    # the name is that of a real job, whose memory is measured
    return Job("evaluate-mask", "", MICRO, 1.0, 0.5, prepare, lambda work, size: wrong, case)


@pytest.mark.exhaustive
def test_a_peer_with_other_answers_gets_no_figure_but_is_reported() -> None:
    result = measure(made_up_job(answers=(1, 3)), [Peer("other", "")], quick=True)
    assert result.peers == {}
    assert result.mismatches == ["other: answer 1: 3 and 2"]
    assert result.ours is not None


@pytest.mark.exhaustive
def test_answers_of_ours_that_are_wrong_get_no_figure_but_are_reported() -> None:
    result = measure(made_up_job("all wrong"), [Peer("other", "")], quick=True)
    assert (result.ours, result.peers) == (None, {})
    assert result.mismatches == ["handsight: all wrong"]


def test_a_peer_that_fails_does_not_end_the_run() -> None:
    def prepare(peer: Peer, size: object) -> Work:
        return Work(lambda: None, 1, lambda: 1 // 0)

    case = Case(prepare, lambda ours, theirs, size: "")
    job = Job("evaluate-mask", "", MICRO, prepare=made_up_job().prepare, case=case)
    (text,) = measure(job, [Peer("other", "")], quick=True).mismatches
    assert text.startswith("other: fails with ZeroDivisionError")


def run_of(result: Result) -> Run:
    origin = Origin("2026-01-31", "abc1234", COMMAND, {}, {}, {}, {"gone": "not installed"})
    return Run("AVX2, made up", origin, False, [result])


def page_of(run: Run) -> str:
    return str(BenchmarksPage([each.job for each in run.results], [run.figures()]))


def test_a_mismatch_stands_in_every_report() -> None:
    run = run_of(Result(made_up_job(), mismatches=["other: answer 1: 3 and 2"]))
    assert "MISMATCH: evaluate-mask: other: answer 1: 3 and 2" in as_text(run)
    assert "MISMATCH: evaluate-mask: other: answer 1: 3 and 2" in page_of(run)
    assert as_json(run)["jobs"][0]["mismatches"] == ["other: answer 1: 3 and 2"]


def test_who_is_missing_stands_in_every_report_with_the_reason() -> None:
    run = run_of(Result(made_up_job(), ours=0.4, peers={"other": 0.8}))
    assert "not measured: gone: not installed" in as_text(run)
    assert "0.400 µs" in as_text(run)
    assert "other 0.800 (2.00×)" in as_text(run)
    assert "not measured: gone: not installed" in page_of(run)


def test_what_answers_give_away_and_who_is_absent_stands_in_every_report() -> None:
    job = replace(made_up_job(), title="many deals", absent="other has none")
    run = run_of(Result(job, ours=0.4, remark="half of them accepted"))
    assert "evaluate-mask: half of them accepted" in as_text(run)
    assert "many deals (half of them accepted). Not compared: other has none" in page_of(run)
    (fields,) = as_json(run)["jobs"]
    assert (fields["remark"], fields["absent"]) == ("half of them accepted", "other has none")


# --- one way against another --------------------------------------------------------------------


def test_with_a_baseline_the_figure_is_how_many_times_as_fast_the_work_is() -> None:
    def work(seconds: float) -> Work:
        return Work(lambda: sleep(seconds), 1, list, remark=lambda: "slept")

    job = replace(
        made_up_job(),
        unit=TIMES,
        prepare=lambda size: work(0.001),
        baseline=lambda size: work(0.1),
        case=None,
    )
    result = measure(job, [], quick=True)
    assert result.ours is not None
    assert result.ours > 1
    assert result.remark == "slept"


@pytest.mark.exhaustive
def test_with_a_baseline_a_time_is_how_much_more_an_item_takes() -> None:
    def work(seconds: float) -> Work:
        return Work(lambda: sleep(seconds), 10, list)

    job = replace(
        made_up_job(),
        unit=MILLI,
        prepare=lambda size: work(0.15),
        baseline=lambda size: work(0.05),
        case=None,
    )
    result = measure(job, [], quick=True)
    assert result.ours == pytest.approx(10, rel=0.5)


def test_two_threads_are_not_measured_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    result = measure(job_named("monte-carlo-any-6-threads"), [], quick=True)
    assert (result.ours, result.skipped) == (None, "it takes two cores")


def test_two_threads_give_the_deals_of_one() -> None:
    one, two = (workloads_ranges.sampled_at_once(Pot((WIDE,) * 3), TINY, n) for n in (1, 2))
    assert checks_ranges.samples_are_the_same(two, one) == ""


# --- peers -------------------------------------------------------------------------------------


def test_a_peer_that_is_not_installed_is_left_out_with_a_reason() -> None:
    peers, missing = find_peers(["nobody"])
    assert peers == []
    assert missing["nobody"].startswith("not installed")


@pytest.mark.parametrize("name", RANKERS)
def test_a_peer_ranks_random_hands_in_our_order(name: str) -> None:
    peers, _ = find_peers([name])
    if not peers:
        pytest.skip(reason(name))
    ranking = peers[0].ranking
    assert ranking
    assert ranking.rank_texts
    assert ranking.rank_numbers
    hands = seven_cards(QUICK.loop).tolist()
    theirs = ranking.rank_all([ranking.ready(hand) for hand in hands])
    ours = [evaluate(hand).strength for hand in hands]
    texts = hand_texts(QUICK.loop)
    for ranked in (theirs, ranking.rank_texts(texts), ranking.rank_numbers(hands)):
        assert same_order(ours, [ranking.order(value) for value in ranked]) == ""


POTS = {
    "known hands": (Pot(("AhKh", "QsQd", "7c7d")), cases.known_hands),
    "two ranges": (Pot((WIDE, TIGHT), "AhKd7h"), cases.two_ranges),
    "any hands": (Pot(("random", TIGHT), "AhKd7hQs"), cases.two_ranges),
}


@pytest.mark.parametrize("kind", POTS)
def test_a_peer_shares_a_pot_as_we_do(kind: str) -> None:
    pot, case_of = POTS[kind]
    case = case_of(lambda size: [pot])
    ours, theirs = workloads_ranges.counted([pot]), their_work(case, "xiapl")
    assert case.agree(ours.answers(), theirs.answers(), TINY) == ""
    assert case.agree(ours.answers(), [[0.5] * len(pot.players)], TINY) != ""


@pytest.mark.parametrize("name", ["eval7", "xiapl"])
def test_a_peer_samples_two_ranges_as_we_do(name: str) -> None:
    pot = Pot((WIDE, TIGHT))
    case = cases.two_sampled_ranges(pot)
    ours, theirs = workloads_ranges.sampled(pot, TINY), their_work(case, name)
    assert case.agree(ours.answers(), theirs.answers(), TINY) == ""


TABLES = [(2, False), (2, True), (6, True)]


@pytest.mark.parametrize(
    ("name", "players", "raises"),
    [
        *(
            (name, *table)
            for name in NAMES
            for table in TABLES
            if name not in (*RANKERS, "rlcard", "donksolver")
        ),
        ("rlcard", 2, False),
    ],
)
def test_a_peer_plays_scripted_hands_as_we_do(name: str, players: int, raises: bool) -> None:
    case = cases.scripted_hands(players, raises=raises)
    ours = workloads_game.scripted_hands(players, TINY, raises=raises)
    theirs = their_work(case, name)
    assert case.agree(ours.answers(), theirs.answers(), TINY) == ""


@pytest.mark.parametrize(
    ("payoffs", "add_up"),
    [
        ((200, -100, -100), True),
        ((199, -100, -100), False),
        ((49, 49, -100), True),
        ((-1, -1, -1, 0), True),
        ((48, 49, -100), False),
        ((51, 51, -100), False),
        ((100 / 3, 100 / 3, 100 / 3, -100), True),
    ],
    ids=lambda value: str(value),
)
def test_odd_chips_may_be_dropped_only_where_pots_are_shared(
    payoffs: tuple[float, ...], add_up: bool
) -> None:
    played = [Played(0, payoffs)]
    wrong = cases.scripted_hands(3, raises=False).agree(played, played, TINY)
    assert wrong == ("" if add_up else "payoffs do not add up to 0")


def test_who_knows_no_least_raise_takes_no_part_where_there_are_raises() -> None:
    peer = Peer("other", "", game=Game(lambda players, scripts: [], raises=False))
    assert cases.scripted_hands(2, raises=True).prepare(peer, TINY) is None
    assert cases.scripted_hands(2, raises=False).prepare(peer, TINY) is not None


def their_work(case: Case, name: str) -> Work:
    peers, _ = find_peers([name])
    if not peers:
        pytest.skip(reason(name))
    theirs = case.prepare(peers[0], TINY)
    assert theirs is not None
    return theirs


# --- hands of the game --------------------------------------------------------------------------


PLAYED = Played(3, (200, -200))


@pytest.mark.parametrize(
    "other",
    [Played(4, (200, -200)), Played(3, (200, -100)), Played(3, (300, -300))],
    ids=["longer", "not all chips", "more chips"],
)
def test_other_play_is_found(other: Played) -> None:
    agree = cases.scripted_hands(2, raises=True).agree
    assert agree([PLAYED], [other], TINY) != ""
    assert agree([PLAYED], [], TINY) != ""


@pytest.mark.parametrize("other", [PLAYED, Played(3, (-200, 200)), Played(3, (0, 0))])
def test_who_wins_and_whether_a_pot_is_shared_depends_on_the_cards(other: Played) -> None:
    assert cases.scripted_hands(2, raises=True).agree([PLAYED], [other], TINY) == ""


@pytest.mark.parametrize(
    "played",
    [[], [Played(3, (200, -100))], [Played(3, (3000, -3000))], [Played(3, (0, 50, -50))]],
    ids=["none", "made chips", "lost more than there is", "three players"],
)
def test_hands_that_are_none_are_found(played: list[Played]) -> None:
    work = Work(lambda: None, 1, lambda: played)
    assert checks_game.scripted_hands_add_up(work, 2, 1) != ""


def test_scripts_are_the_same_each_time_and_play_no_stack_out() -> None:
    first, second = (workloads_game.scripts(QUICK.calls, raises=True) for _ in range(2))
    assert first == second
    hands = workloads_game.scripted_hands(6, QUICK, raises=True).answers()
    assert min(min(hand.payoffs) for hand in hands) > -STACK


def test_simulated_hands_that_are_too_few_are_found() -> None:
    work = workloads_game.random_hands(TINY)
    assert checks_game.simulated_hands_add_up(work, TINY) == ""
    assert checks_game.simulated_hands_add_up(work, replace(TINY, hands=TINY.hands + 1)) != ""


def test_a_state_that_is_its_own_copy_is_found() -> None:
    copies = workloads_game.copies(replace(TINY, calls=2))
    assert checks_game.copies_are_equal(copies) == ""
    same = Work(copies.run, 2, lambda: [(state, state) for state, _ in copies.answers()])
    assert checks_game.copies_are_equal(same) != ""


# --- naive answers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pot",
    [
        Pot(("AhKh", "QsQd", TIGHT), "2s5h9d"),
        Pot((WIDE, TIGHT)),
        Pot(("7c7d", "random"), "AhKd7hQs8c"),
    ],
    ids=str,
)
def test_naive_deals_come_near_exact_shares(pot: Pot) -> None:
    exact = workloads_ranges.counted([pot])
    assert checks_ranges.shares_are_near_dealt(exact, pot) == ""
    turned = Pot(pot.players[::-1], pot.board)
    assert checks_ranges.shares_are_near_dealt(exact, turned) != ""


@pytest.mark.exhaustive
def test_known_hands_share_all_boards_as_counted() -> None:
    hands = ("AhKh", "QsQd")
    exact = [player.equity for player in equity(hands).players]
    assert same_shares(exact, checks_ranges.shares_on_all_boards(hands)) == ""


def test_other_counts_are_found() -> None:
    work = workloads_ranges.counted([Pot(("AhKh", "QsQd"))])
    win, tie, lose = checks_ranges.HAND_V_HAND
    assert checks_ranges.counts_are(work, (win, tie, lose)) == ""
    assert checks_ranges.counts_are(work, (lose, tie, win)) != ""


# --- inputs, checks, numbers --------------------------------------------------------------------


def test_a_shorter_array_of_hands_is_the_beginning_of_a_longer_one() -> None:
    assert seven_cards(100_000)[:500].tolist() == seven_cards(500).tolist()


def test_hands_hold_seven_different_cards() -> None:
    assert all(len(set(hand)) == 7 for hand in seven_cards(1000).tolist())


def test_every_call_of_a_job_of_one_hand_has_other_cards() -> None:
    assert len(set(named_flops())) == 24
    assert len(set(random_flops(50))) == 50
    assert len(set(Pot(("AhKh", "QsQd"), "").in_suits(24))) == 24


def test_ranges_stay_what_they_are_whatever_suits_are_called() -> None:
    first, *others = Pot(("AhKh", WIDE), "2s5h9d").in_suits(3)
    assert first == Pot(("AhKh", WIDE), "2s5h9d")
    assert {pot.players[1] for pot in others} == {WIDE}
    assert len({pot.board for pot in others}) == 2


@pytest.mark.parametrize("player", ["AhKh", "2c2d"])
def test_two_cards_are_a_hand(player: str) -> None:
    assert is_hand(player)


@pytest.mark.parametrize("player", [WIDE, TIGHT, "random", "15%", "AQs+", "AKo", "TT+"])
def test_everything_else_is_a_range(player: str) -> None:
    assert not is_hand(player)


@pytest.mark.parametrize("theirs", [[1, 2], [3, 1, 2], [1, 2, 2], [1, 1, 3]])
def test_another_order_is_found(theirs: list[int]) -> None:
    assert same_order([10, 20, 30], theirs) != ""


def test_another_scale_of_the_same_order_is_none() -> None:
    assert same_order([10, 30, 10], [(1, [2]), (1, [3]), (1, [2])]) == ""


def test_shares_may_differ_by_what_their_kind_allows() -> None:
    assert same_shares([0.5], [0.5 + 1e-12]) == ""
    assert same_shares([0.5], [0.5001]) != ""
    assert near_shares([0.5], [0.5001], trials=10_000) == ""
    assert near_shares([0.5], [0.6], trials=10_000) != ""
    assert near_shares([0.5], [float("nan")], trials=10_000) != ""


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0961, "0.0961"), (0.245, "0.245"), (1.0, "1.00"), (34.8, "34.8"), (6559.2, "6,559")],
)
def test_a_figure_has_three_digits_that_matter(value: float, text: str) -> None:
    assert figure(value) == text


# --- the layout -----------------------------------------------------------------------------------

ROWS = [("job", "figure"), ("equity", "3.21"), ("outs", "")]


def test_columns_are_as_wide_as_their_widest_entry_and_end_without_spaces() -> None:
    assert columns(ROWS).splitlines() == ["job     figure", "equity  3.21", "outs"]


def test_a_grid_has_a_rule_below_its_first_row() -> None:
    assert grid(ROWS).splitlines() == [
        *("| job | figure |", "| --- | --- |", "| equity | 3.21 |", "| outs |  |")
    ]


def test_the_facts_of_a_run_leave_no_library_out_and_name_none_twice() -> None:
    texts = facts({"cores": "2"}, {"numpy": "2", "numba": "0.6"}, "python -m benchmarks")
    assert texts == ["cores: 2", "versions: numpy 2, numba 0.6", "command: `python -m benchmarks`"]
    assert "libraries" not in describe_machine()
