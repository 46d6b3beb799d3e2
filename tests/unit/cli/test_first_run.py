"""The first run says that it compiles, and shows how far it is."""

import json
import re
from pathlib import Path

import pytest

from handsight.cli.hands.hand_eval import STEP
from handsight.cli.progress import announcing, first_run_notice
from handsight.kernels import compiler
from handsight.runtime.compiling import listening, report_compilation
from tests.fresh import run

NOTICE = (
    "First run: compiling kernels, once for this machine; `handsight warmup` compiles all ahead."
)


def test_it_is_said_once_and_the_steps_are_shown_from_the_one_that_compiles(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with first_run_notice(), announcing(("first", "second", "third")) as announce:
        announce("first")
        announce("second")
        report_compilation("a_kernel")
        report_compilation("another_kernel")
        announce("third")
    shown = capsys.readouterr()
    assert shown.out == ""
    *lines, last = shown.err.splitlines()
    assert lines == [NOTICE, "  2/3 second", "  3/3 third"]
    assert re.fullmatch(r"Compiled 2 kernels; with the rest it took \d+ s\.", last)


def test_a_warm_start_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    with first_run_notice(), announcing(("first",)) as announce:
        announce("first")
    assert capsys.readouterr() == ("", "")


def test_after_a_command_nobody_listens(capsys: pytest.CaptureFixture[str]) -> None:
    with first_run_notice(), announcing(("first",)):
        pass
    report_compilation("a_kernel")
    assert capsys.readouterr() == ("", "")


DEALS = """
from handsight.cli.main import main
main("hand-eval --pocket AhKh --community Qh7h2c3d4s --deals 10 --json".split())
"""
LISTENS = """
from handsight.runtime.compiling import listening
with listening(print):
    import numba
    from handsight.ranking import evaluate_many, masks_from_cards
    numba.njit(lambda number: number + 1)(1)
    evaluate_many(masks_from_cards([[50, 46, 42, 22, 0]]), cards=5)
    evaluate_many(masks_from_cards([[50, 46, 42, 22, 1]]), cards=5)
"""


def test_a_kernel_of_ours_that_is_compiled_is_told_and_another_is_not() -> None:
    numba = compiler.numba  # with the module that listens to it
    told: list[str] = []

    def ours(number: int) -> int:
        return number + 1

    def another(number: int) -> int:
        return number + 2

    ours.__module__ = "handsight.kernels.example"
    with listening(told.append):
        assert (numba.njit(ours)(1), numba.njit(another)(1)) == (2, 3)
    assert told == ([] if numba.config.DISABLE_JIT else ["ours"])


@pytest.mark.exhaustive
def test_only_what_the_cache_does_not_hold_is_compiled_and_only_our_kernels_are_told(
    tmp_path: Path,
) -> None:
    first, second, third, fourth = (
        run(script, HANDSIGHT_CACHE_DIR=str(tmp_path)) for script in (DEALS, DEALS, *2 * (LISTENS,))
    )
    *lines, last = first.stderr.splitlines()
    assert lines == [NOTICE, "  1/1 " + STEP]
    assert re.match(r"Compiled \d+ kernels?; ", last)
    assert json.loads(first.stdout) == json.loads(second.stdout)
    assert (second.stderr, third.stdout, third.stderr) == ("", "masks_of_words\n", "")
    assert (fourth.stdout, fourth.stderr) == ("", "")


def test_to_rank_a_hand_nothing_is_compiled(tmp_path: Path) -> None:
    script = "from handsight.cli.main import main\nmain(['rank', 'AhKhQh7h2c'])"
    first = run(script, HANDSIGHT_CACHE_DIR=str(tmp_path))
    assert first.stdout.startswith("ace high")
    assert (first.stderr, [*tmp_path.iterdir()]) == ("", [])


@pytest.mark.parametrize(
    ("words", "total"), [([], 1_712_304), (["--board", "Qh7h2c"], 990)], ids=["no board", "flop"]
)
def test_for_two_known_hands_nothing_is_compiled(
    tmp_path: Path, words: list[str], total: int
) -> None:
    question = ["equity", "AhKh", "QsQd", *words, "--json"]
    script = f"from handsight.cli.main import main\nmain({question})"
    first = run(script, HANDSIGHT_CACHE_DIR=str(tmp_path))
    assert json.loads(first.stdout)["total"] == total
    assert (first.stderr, [*tmp_path.iterdir()]) == ("", [])


@pytest.mark.exhaustive
def test_for_three_known_hands_few_kernels_are_compiled(tmp_path: Path) -> None:
    question = ["equity", "AhKh", "QsQd", "7c7d", "--json"]
    script = f"from handsight.cli.main import main\nmain({question})"
    first = run(script, HANDSIGHT_CACHE_DIR=str(tmp_path))
    said = re.search(r"^Compiled (\d+) kernels;", first.stderr, re.MULTILINE)
    assert said
    assert int(said[1]) <= 6
    assert json.loads(first.stdout)["total"] == 1_370_754


@pytest.mark.exhaustive
def test_an_arena_on_two_workers_says_so_once(tmp_path: Path) -> None:
    script = (
        "from handsight.cli.main import main\n"
        "if __name__ == '__main__':\n"
        "    main(['arena', 'call', 'fold', '--pairs', '2', '--workers', '2', '--json', '-'])"
    )
    first = run(script, HANDSIGHT_CACHE_DIR=str(tmp_path))
    assert first.stderr.splitlines()[0] == NOTICE
    assert first.stderr.count(NOTICE) == 1
