"""The benchmarks' page is made from the results of each kind of machine, and marks other runs.

All runs here are made up.
"""

import sys
from dataclasses import replace
from pathlib import Path
from socket import gethostname

import pytest

from benchmarks import machine
from benchmarks.__main__ import main
from benchmarks.figures_page import BenchmarksPage
from benchmarks.job import MEGA, MICRO, TIMES, Job
from benchmarks.jobs import JOBS
from benchmarks.measure import Result
from benchmarks.report import Run, as_text
from benchmarks.results import KindResults, Origin, file_of, read_all, store

SERVER, LAPTOP = "AVX-512, Some Server", "AVX2, Some Laptop"
FAST = Job("fast", "hands in an array", MEGA, 1.0, 5.0)
SMALL = Job("small", "a single call", MICRO, 10.0, 2.0)
TWICE = Job("twice", "two threads against one", TIMES, 1.5, 1.9)
MADE_UP = [FAST, SMALL, TWICE]
NAMES = [job.name for job in MADE_UP]
OLD = Origin("2026-01-01", "aaa1111", "python -m benchmarks", {"load before": "0.1"}, {}, {}, {})
NEW = replace(OLD, date="2026-02-02", commit="bbb2222", command="python -m benchmarks --only fast")


def run_on(kind: str, origin: Origin, **figures: float) -> KindResults:
    """Make up a run in which one peer has half of our figure."""
    results = [
        Result(job, ours=figures[job.name], peers={"other": figures[job.name] / 2}, seconds=3.0)
        for job in MADE_UP
        if job.name in figures
    ]
    return Run(kind, origin, False, results).figures()


WHOLE = run_on(SERVER, OLD, fast=8.0, small=1.0, twice=1.6)


def page_of(*kinds: KindResults) -> str:
    return str(BenchmarksPage(MADE_UP, kinds))


def rows(page: str, name: str) -> list[str]:
    return [line for line in page.splitlines() if line.startswith(f"| `{name}` |")]


# --- what is kept -----------------------------------------------------------------------------


def test_what_is_kept_is_read_again_as_it_was(tmp_path: Path) -> None:
    store(WHOLE, NAMES, tmp_path)
    assert read_all(tmp_path) == [WHOLE]


def test_a_run_replaces_the_figures_of_its_own_kind_only(tmp_path: Path) -> None:
    store(WHOLE, NAMES, tmp_path)
    other = run_on(LAPTOP, OLD, fast=2.0, small=4.0, twice=1.4)
    store(other, NAMES, tmp_path)
    again = run_on(SERVER, NEW, fast=9.0, small=0.5, twice=2.0)
    store(again, NAMES, tmp_path)
    assert read_all(tmp_path) == [again, other]
    assert len(list(tmp_path.iterdir())) == 2


def test_single_rows_are_refreshed_and_keep_their_run(tmp_path: Path) -> None:
    store(WHOLE, NAMES, tmp_path)
    store(run_on(SERVER, NEW, fast=9.0), NAMES, tmp_path)
    (kept,) = read_all(tmp_path)
    assert {name: (row.figure, row.run) for name, row in kept.jobs.items()} == {
        "fast": (9.0, NEW),
        "small": (1.0, OLD),
        "twice": (1.6, OLD),
    }
    assert kept.main_run == OLD


def test_a_whole_run_leaves_nothing_of_older_ones(tmp_path: Path) -> None:
    store(WHOLE, NAMES, tmp_path)
    store(run_on(SERVER, NEW, fast=9.0, small=0.5, twice=2.0), NAMES, tmp_path)
    assert OLD.commit not in file_of(SERVER, tmp_path).read_text("utf-8")


def test_a_row_added_by_hand_and_jobs_that_are_gone_vanish(tmp_path: Path) -> None:
    gone = WHOLE.jobs | {"no-such-job": WHOLE.jobs["fast"]}
    KindResults(SERVER, gone).write(file_of(SERVER, tmp_path))
    assert "no-such-job" not in page_of(*read_all(tmp_path))
    store(run_on(SERVER, NEW, fast=9.0), NAMES, tmp_path)
    assert list(read_all(tmp_path)[0].jobs) == NAMES


def test_of_two_halves_the_later_one_is_the_run_that_goes_unmarked() -> None:
    halves = KindResults(SERVER, {"fast": WHOLE.jobs["fast"]})
    assert halves.updated(run_on(SERVER, NEW, small=1.0), NAMES).main_run == NEW


# --- the page ---------------------------------------------------------------------------------


def test_each_kind_of_machine_has_a_column() -> None:
    page = page_of(WHOLE, run_on(LAPTOP, OLD, fast=2.0, small=11.0))
    assert f"| job | unit | must | aim | {SERVER} | {LAPTOP} |" in page
    assert "| `fast` | M hands/s | ≥ 1 | ≥ 5 | 8.00 (aim) | 2.00 (must) |" in page
    assert "| `small` | µs | ≤ 10 | ≤ 2 | 1.00 (aim) | 11.0 (NEITHER) |" in page
    assert f"{LAPTOP}: small does not keep its must" in page
    assert f"{LAPTOP}: not measured: twice" in page


def test_ratios_stand_before_figures() -> None:
    page = page_of(WHOLE)
    ratios, ours, theirs = (page.index(f"\n## {head}\n") for head in HEADS)
    assert ratios < ours < theirs
    first = page[ratios:ours]
    assert "| `fast` | other |  |  | 2.00× |" in first
    assert "| `small` | other |  |  | 0.500× |" in first  # half of our time is twice as fast
    assert "| `twice` | another way | ≥ 1.5 | ≥ 1.9 | 1.60× (must) |" in first
    assert "| `fast` | other | M hands/s | 4.00 |" in page[theirs:]


def test_a_lead_is_that_over_the_fastest_peer_and_has_bounds_of_its_own() -> None:
    job = replace(SMALL, must_lead=1.0, aim_lead=1.5)

    def page(**peers: float) -> str:
        run = Run(SERVER, OLD, False, [Result(job, ours=2.0, peers=peers)])
        return str(BenchmarksPage([job], [run.figures()])) + as_text(run)

    amiss = "small is slower than it must be beside the fastest of them"
    text = "small is slower than it must be beside the fastest peer"
    head = "| `small` | the fastest of them | ≥ 1 | ≥ 1.5 |"
    assert f"{head} 1.50× (aim) |" in page(quick=3.0, slow=9.0)
    assert f"{head} 1.20× (must) |" in page(slow=9.0, quick=2.4)
    assert f"{head} 0.500× (NEITHER) |" in page(slow=9.0, quick=1.0)
    assert [amiss in page(quick=each) for each in (1.0, 2.0)] == [True, False]
    assert [text in page(quick=each) for each in (1.0, 2.0)] == [True, False]
    assert f"{head}  |" in page()  # nobody took part


HEADS = ("Faster by", "Figures", "Figures of others")


def test_each_row_of_another_run_is_marked_and_its_run_is_named() -> None:
    page = page_of(WHOLE.updated(run_on(SERVER, NEW, fast=9.0), NAMES))
    assert [line.count(" [1] |") for line in rows(page, "fast")[:3]] == [1, 1, 1]
    assert all(" [1] |" not in line for name in ("small", "twice") for line in rows(page, name))
    assert f"- [1] 2026-02-02, commit bbb2222, `{NEW.command}`, {SERVER}, load before 0.1" in page


def test_a_note_on_another_run_says_what_differs_beside_the_load() -> None:
    """Processors that name themselves alike are of one kind, and need not be the same."""
    machine, versions = (
        {"processor": "Some Server", "compiled for": "old"},
        {"numpy": "1", "n": "1"},
    )
    first = replace(OLD, machine=machine, versions=versions)
    second = replace(
        NEW, machine=machine | {"compiled for": "new"}, versions=versions | {"numpy": "2"}
    )
    whole = run_on(SERVER, first, fast=8.0, small=1.0, twice=1.6)
    page = page_of(whole.updated(run_on(SERVER, second, fast=9.0), NAMES))
    assert f"`{NEW.command}`, {SERVER}, compiled for new, numpy 2\n" in page


def test_who_took_part_in_another_run_only_is_named_too() -> None:
    later = replace(NEW, calls={"other": "`rank`"}, versions={"other": "2.0"})
    page = page_of(WHOLE.updated(run_on(SERVER, later, fast=9.0), NAMES))
    assert "- other 2.0: `rank`" in page


def test_runs_on_two_kinds_of_machine_have_marks_of_their_own() -> None:
    laptop = run_on(LAPTOP, OLD, fast=2.0, small=4.0, twice=1.4)
    kinds = (WHOLE, laptop)
    page = page_of(*(each.updated(run_on(each.kind, NEW, small=3.0), NAMES) for each in kinds))
    assert "| `small` | µs | ≤ 10 | ≤ 2 | 3.00 (must) [1] | 3.00 (must) [2] |" in page
    assert f"`{NEW.command}`, {LAPTOP}" in page


def test_one_whole_run_marks_nothing() -> None:
    assert "[1]" not in page_of(WHOLE)
    assert "of other runs" not in page_of(WHOLE)


def test_figures_of_an_earlier_form_of_a_job_are_not_shown() -> None:
    (line, *_) = rows(str(BenchmarksPage([replace(FAST, unit=MICRO)], [WHOLE])), "fast")
    assert line == "| `fast` | µs | ≥ 1 | ≥ 5 |  |".replace("≥", "≤")


def test_remarks_of_kinds_that_differ_stand_side_by_side() -> None:
    first, second = (
        KindResults(kind, {"fast": replace(WHOLE.jobs["fast"], remark=remark)})
        for kind, remark in ((SERVER, "8 steps"), (LAPTOP, "9 steps"))
    )
    assert f"hands in an array ({SERVER}: 8 steps; {LAPTOP}: 9 steps)" in page_of(first, second)
    assert "hands in an array (8 steps)" in page_of(first, replace(first, kind=LAPTOP))


def test_the_page_is_written_without_measuring(tmp_path: Path) -> None:
    known = dict.fromkeys(("evaluate-many",), WHOLE.jobs["fast"])
    KindResults(SERVER, known).write(file_of(SERVER, tmp_path))
    page = tmp_path / "page.md"
    assert main(["--from-results", "--results", str(tmp_path), "--markdown", str(page)]) == 0
    assert page.read_text("utf-8") == str(BenchmarksPage(JOBS, read_all(tmp_path)))


def test_a_page_from_results_needs_a_file_for_it() -> None:
    with pytest.raises(SystemExit):
        main(["--from-results"])


# --- kinds of machine -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("processor", "features", "units"),
    [
        ("skylake-avx512", "", "AVX-512"),
        ("haswell", "-avx512f", "AVX2"),
        ("x86-64", "", "no wide vectors"),
    ],
)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the compiler is asked for x86-64")
def test_the_kind_names_the_vector_units_that_kernels_get(
    monkeypatch: pytest.MonkeyPatch, processor: str, features: str, units: str
) -> None:
    if "x86_64" not in machine.describe_machine()["system"]:
        pytest.skip("these are processors of the x86-64 family")
    monkeypatch.setattr("numba.config.CPU_NAME", processor)
    monkeypatch.setattr("numba.config.CPU_FEATURES", features)
    model = machine.machine_kind().partition(" on ")[2]
    assert machine.machine_kind() == f"{units}, compiled for {processor} on {model}"
    assert machine.describe_machine()["compiled for"].startswith(f"{processor} ({units})")


def test_the_kind_of_this_machine_does_not_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.config.CPU_NAME", None)
    monkeypatch.setattr("numba.config.CPU_FEATURES", None)
    described = machine.describe_machine()
    assert machine.machine_kind() == f"{machine.vector_units()}, {described['processor']}"
    assert gethostname() not in [machine.machine_kind(), *described.values()]
