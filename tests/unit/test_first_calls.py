"""The first call of a function may come from several threads at once, in a process that is new.

Each call runs in a fresh process, in which eight threads wait for each other and then make it: no
thread may see a module that another one is still importing.
"""

import os
import subprocess
import sys
from inspect import isclass, ismodule
from pathlib import Path

import pytest

import handsight

CALLS = {
    "equity": "equity(['AhKh', 'QsQd'], 'Qh7h2c')",
    "hand_strength": "hand_strength('AhKh', 'Qh7h2c', villain='22+, AKs')",
    "aggregate": "aggregate(['AA', 'KK'], ['Qh7h2c'])",
    "blockers": "blockers('Ah', '22+, AKs', board='Qh7h2c')",
    "board_strengths": "board_strengths('Qh7h2c3h2d')",
    "chen": "chen('AhKh')",
    "class_odds": "class_odds('AhKh', 'Qh7h2c')",
    "cluster_executor": "cluster_executor('127.0.0.1:8786')",  # connects where it is entered
    "current_hand_odds": "current_hand_odds('AhKh', 'Qh7h2c')",
    "effective_hand_strength": "effective_hand_strength('AhKh', 'Qh7h2c')",
    "effective_hand_strength_many": "effective_hand_strength_many(['AhKh'], ['Qh7h2c3h'])",
    "equity_many": "equity_many([['AhKh', 'QsQd']], ['Qh7h2c3h'])",
    "ev": "ev(100, 50, equity=0.3)",
    "evaluate": "evaluate('AhKh Qh7h2c')",
    "evaluate_mask": "evaluate_mask(31)",
    "evaluate_many": "evaluate_many(['AhKhQh7h2c'])",
    "evaluator": "evaluator('handsight')",
    "evaluators": "evaluators()",
    "grid_svg": "grid_svg(Range('22+'))",
    "grid_text": "grid_text(Range('22+'))",
    "hand_eval": "hand_eval('AhKh', 'Qh7h2c')",
    "hand_odds": "hand_odds('AhKh', 'Qh7h2c3h2d')",
    "hand_potential": "hand_potential('AhKh', 'Qh7h2c')",
    "hand_strength_many": "hand_strength_many(['AhKh'], ['Qh7h2c'])",
    "icm": "icm([500, 300, 200], [50, 30])",
    "masks_from_cards": "masks_from_cards([[0, 1, 2, 3, 4]])",
    "matchup": "matchup('AhKh', 'QsQd')",
    "nine_handed": "nine_handed('AhKh')",
    "outs": "outs('AhKh', 'Qh7h2c')",
    "pocket_equity": "pocket_equity('AhKh')",
    "pocket_table": "pocket_table('AKs')",
    "potential_hands": "potential_hands('AhKhQh7h2c')",
    "progress_bar": "progress_bar('dealing').__enter__()(1, 2)",
    "push_fold": "push_fold(2)",
    "rank_many": "rank_many(['AhKhQh7h2c'])",
    "replay": "[list(replay(each)) for each in game.random_hands(2, seed=7)]",
    "run_arena": "run_arena(ArenaSpec(agents=('call', 'fold'), pairs=2))",
    "read_hands": "list(read_hands(__import__('os').devnull))",
    "score_many": "score_many(['AhKhQh7h2c'])",
    "sklansky_group": "sklansky_group('AhKh')",
    "solve": "solve(Spot.parse(['AA', 'KK'], '2c2d2h3s3d'), Betting(pot=9, stack=9), accuracy=.1)",
    "texture": "texture(['22+'], 'Qh7h2c')",
}
"""A short call of each public function."""

PROGRAM = """
import sys, threading
import handsight
waiting = threading.Barrier(8)
faults = []

def call():
    waiting.wait()
    try:
        names = {name: getattr(handsight, name) for name in NAMES}
        eval(CALL, names)
    except BaseException as fault:
        faults.append(repr(fault))

threads = [threading.Thread(target=call) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
print("\\n".join(faults))
"""


def test_every_public_function_has_a_call() -> None:
    functions = {
        name
        for name in handsight.__all__
        if callable(getattr(handsight, name)) and not isclass(getattr(handsight, name))
    }
    assert functions - CALLS.keys() == set()
    assert [name for name, call in CALLS.items() if f"{name}(" not in call] == []


@pytest.mark.repeats(3)
@pytest.mark.parametrize("name", CALLS)
def test_a_first_call_from_eight_threads_at_once(name: str, tmp_path: Path) -> None:
    call = CALLS[name]
    names = [each for each in handsight.__all__ if each in call]
    program = PROGRAM.replace("CALL", repr(call)).replace("NAMES", repr(names))
    for _ in range(3):
        in_a_fresh_process(program, tmp_path)


SUBPACKAGES = sorted(name for name in handsight.__all__ if ismodule(getattr(handsight, name)))

EVERY_NAME = """
import sys, threading
from importlib import import_module
waiting = threading.Barrier(8)
faults = []

def look(begin):
    waiting.wait()
    try:
        package = import_module("handsight.PACKAGE")
        names = package.__all__ if hasattr(package, "__all__") else []
        for name in [*names[begin:], *names[:begin]]:
            getattr(package, name)
    except BaseException as fault:
        faults.append(repr(fault))

threads = [threading.Thread(target=look, args=(3 * place,)) for place in range(8)]
for each in threads: each.start()
for each in threads: each.join()
print("\\n".join(faults))
"""


def in_a_fresh_process(program: str, folder: Path) -> None:
    """Run a program that prints its faults; there must be none."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr + done.stdout


@pytest.mark.parametrize("package", SUBPACKAGES)
def test_every_name_of_a_package_is_there_for_eight_threads_at_once(
    package: str, tmp_path: Path
) -> None:
    in_a_fresh_process(EVERY_NAME.replace("PACKAGE", package), tmp_path)


SLOW_IPYTHON = """
import sys, threading, time
sys.path.insert(0, ".")
import handsight
handsight.progress_bar
threading.Thread(target=lambda: __import__("IPython")).start()
while "IPython" not in sys.modules: time.sleep(0.01)
with handsight.progress_bar("dealing") as progress:
    progress(1, 2)
"""


def test_ipython_may_be_imported_by_another_thread_at_the_moment(tmp_path: Path) -> None:
    (tmp_path / "IPython.py").write_text(
        "import time\ntime.sleep(0.5)\ndef get_ipython(): return None\n"
    )
    in_a_fresh_process(SLOW_IPYTHON, tmp_path)
