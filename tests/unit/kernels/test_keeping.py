"""What is kept of a compiled kernel is run as it was written, or not at all."""

import os
import pickle
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numba
import numpy as np
import pytest

from handsight.kernels import compiler, keeping
from tests.damage import damaged
from tests.fresh import ROOT
from tests.thorough import up_to

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

RIGHT = (10, 10)
THROWN_AWAY = "; it is thrown away and compiled again\n"


def total(values):  # type: ignore[no-untyped-def]
    result = 0
    for value in values:
        result += value
    return result


def call() -> tuple[tuple[int, int], int]:
    """Load the kernel anew from its files, or compile it, for two types of arguments.

    Returns:
        What it gives for each, and how often it was compiled.
    """
    declared = compiler.kernel(total)
    result = declared(np.arange(5)), declared(np.arange(5, dtype=np.uint8))
    return result, sum(declared.stats.cache_misses.values())


def python(script: str, cache: Path) -> subprocess.Popen[str]:
    """Begin a Python that has this module."""
    path = os.pathsep.join([*sys.path, str(ROOT)])
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", f"from {__name__} import *\n{script}"],
        env=os.environ | {"PYTHONPATH": path, "HANDSIGHT_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which the kernel lies."""
    folder = tmp_path_factory.mktemp("warm")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "cache_folder", lambda: folder)
        assert call() == (RIGHT, 2)
    return folder


@pytest.fixture
def cache(warm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to be damaged."""
    keeping._say_not_kept.cache_clear()
    folder = shutil.copytree(warm, tmp_path / "cache")
    monkeypatch.setattr(compiler, "cache_folder", lambda: folder)
    return folder


def files(cache: Path) -> list[Path]:
    """The machine code for each type of arguments, and the index."""
    result = sorted(cache.rglob("*.nb?"))
    assert [file.suffix for file in result] == [".nbc", ".nbc", ".nbi"]
    return result


def test_what_is_kept_is_loaded_without_a_word(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call() == (RIGHT, 0)
    assert capsys.readouterr().err == ""


def spread(count):  # type: ignore[no-untyped-def]
    if count == -2:
        raise ValueError("a count is", count)
    return np.zeros(count, np.int64) + np.arange(count)


AFTER_LOADING = """
declared = compiler.kernel(spread)
print(declared(4).tolist(), sum(declared.stats.cache_misses.values()))
print("numba.np.arrayobj" in sys.modules)
for count in (-1, -2):
    try:
        declared(count)
    except ValueError as error:
        print(error)
user = numba.njit(lambda count: (np.zeros((count, 2)) + 1).sum() + np.arange(count).max())
print(user(3))
"""


def test_a_kernel_that_makes_arrays_is_loaded_without_their_compiler(tmp_path: Path) -> None:
    first, again = (python(AFTER_LOADING, tmp_path).communicate() for _ in range(2))
    said = "negative dimensions not allowed\n('a count is', -2)\n8.0\n"
    assert first == (f"[0, 1, 2, 3] 1\nTrue\n{said}", "")
    assert again == (f"[0, 1, 2, 3] 0\nFalse\n{said}", "")


@pytest.mark.parametrize("place", range(3), ids=["one type", "another type", "index"])
@pytest.mark.parametrize(
    "cases", [6, pytest.param(up_to(80, 20), marks=pytest.mark.exhaustive)], ids=["some", "many"]
)
def test_a_file_that_is_flipped_cut_or_empty_is_made_anew_with_one_line(
    cache: Path, place: int, cases: int, capsys: pytest.CaptureFixture[str]
) -> None:
    file = files(cache)[place]
    whole = {each: each.read_bytes() for each in files(cache)}
    for content in damaged(whole[file], seed=place, cases=cases):
        for each, before in whole.items():
            each.write_bytes(before)
        file.write_bytes(content)
        assert call()[0] == RIGHT
        said = capsys.readouterr().err
        assert said == f"handsight: the compiled kernel {file} is damaged{THROWN_AWAY}"
        assert call() == (RIGHT, 0), "all is as it should be again"
        assert capsys.readouterr().err == ""


def test_everything_damaged_at_once_is_made_anew(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in files(cache):
        file.write_bytes(b"")
    assert call() == (RIGHT, 2)
    assert capsys.readouterr().err.endswith(THROWN_AWAY)
    assert call() == (RIGHT, 0)


def test_code_that_was_made_for_other_types_is_not_run(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other, _ = files(cache)
    other.write_bytes(one.read_bytes())
    assert call() == (RIGHT, 1)
    assert capsys.readouterr().err.endswith(THROWN_AWAY)


def test_a_name_that_two_processes_took_at_once_gives_nobody_the_others_code(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each found no index, so that both took the first name; the last one's file stands."""
    one, other, _ = files(cache)
    content = other.read_bytes()[keeping._DIGEST :]
    one.write_bytes(keeping.sealed(one.name, content))
    assert call() == (RIGHT, 1)
    assert capsys.readouterr().err == "", "this is nobody's fault"
    assert call() == (RIGHT, 0)


def test_an_index_that_names_a_file_that_is_gone_is_no_damage(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files(cache)[0].unlink()
    assert call() == (RIGHT, 1)
    assert capsys.readouterr().err == ""
    assert call() == (RIGHT, 0)


def rewrite(file: Path, change: Callable[[bytes], bytes], made_by: bytes) -> None:
    """Change what a file holds, with the digest of that."""
    content = file.read_bytes()[keeping._DIGEST + len(keeping._MADE_BY) :]
    file.write_bytes(keeping.sealed(file.name, made_by + change(content)))


def without_a_kernel(content: bytes) -> bytes:
    key, _ = pickle.loads(content)
    return pickle.dumps((key, "no kernel"))


@pytest.mark.parametrize(
    ("place", "change"), [(0, lambda _: b"no pickle"), (0, without_a_kernel), (2, lambda c: c[:-1])]
)
def test_a_pickle_that_cannot_be_read_is_made_anew(
    cache: Path,
    place: int,
    change: Callable[[bytes], bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    rewrite(files(cache)[place], change, keeping._MADE_BY)
    assert call()[0] == RIGHT
    assert capsys.readouterr().err.endswith(THROWN_AWAY)
    assert call() == (RIGHT, 0)
    assert capsys.readouterr().err == ""


def test_what_another_version_made_is_replaced_without_a_word(
    cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrite(files(cache)[0], lambda _: b"who knows", b"0.1 0.2 0.3\n")
    assert call() == (RIGHT, 1)
    assert capsys.readouterr().err == ""


def as_a_folder(file: Path) -> None:
    file.unlink()
    (file / "inside").mkdir(parents=True)


def without_its_folder(file: Path) -> None:
    shutil.rmtree(file.parent)
    file.parent.write_text("a file where a folder should be")


@pytest.mark.parametrize("spoil", [as_a_folder, without_its_folder])
def test_a_cache_that_cannot_be_used_costs_time_only(
    cache: Path, spoil: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(files(cache)[2])
    assert call() == (RIGHT, 2)
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith("handsight: ") for line in lines)
    assert sum("compiled kernels cannot be kept in" in line for line in lines) == 1


ANOTHER_USER = """
numba.njit(total)(np.arange(3.0))  # imports what another user may not find
call()
compiler.cache_folder = lambda: Path({cache!r})
if os.getuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
print(*call())
"""


@pytest.fixture
def read_only(warm: Path) -> Iterator[Path]:
    """A copy that only a superuser can write, where everybody comes to."""
    if not hasattr(os, "setuid"):
        pytest.skip("this system has no other user to be")
    with TemporaryDirectory() as above:
        cache = shutil.copytree(warm, Path(above, "cache"))
        folders = [cache, *(path for path in cache.rglob("*") if path.is_dir())]
        Path(above).chmod(0o755)
        for folder in folders:
            folder.chmod(0o555)
        yield cache
        for folder in folders:
            folder.chmod(0o755)


@pytest.mark.exhaustive
def test_a_cache_that_can_only_be_read_is_read(read_only: Path) -> None:
    done = python(ANOTHER_USER.format(cache=str(read_only)), read_only)
    assert done.communicate() == (f"{RIGHT} 0\n", "")


def test_damage_in_a_cache_that_can_only_be_read_is_told(read_only: Path) -> None:
    file = files(read_only)[0]
    file.write_bytes(file.read_bytes()[:-1])
    said, texts = python(ANOTHER_USER.format(cache=str(read_only)), read_only).communicate()
    assert said == f"{RIGHT} 1\n", texts
    damage, kept = texts.splitlines(keepends=True)
    assert damage.endswith(THROWN_AWAY)
    assert "compiled kernels cannot be kept in" in kept


@pytest.mark.exhaustive
def test_a_full_disk_costs_time_only(tmp_path: Path) -> None:
    import resource

    limit = f"import resource\nresource.setrlimit({resource.RLIMIT_FSIZE}, (100, 100))"
    said, texts = python(f"{limit}\nprint(*call())", tmp_path / "cache").communicate()
    assert said == f"{RIGHT} 2\n", texts
    assert texts.count("\n") == 1
    assert "compiled kernels cannot be kept in" in texts
    assert not [file for file in tmp_path.rglob("*") if ".nbc" in file.name]


@pytest.mark.exhaustive
def test_processes_that_damage_and_mend_the_same_files_all_compute_right(cache: Path) -> None:
    """Whoever reads sees whole files, or damaged ones, and never runs what is wrong."""
    script = (
        f"from pathlib import Path\ncompiler.cache_folder = lambda: Path({str(cache)!r})\n"
        "print({call()[0] for _ in range(4)})"
    )
    running = [python(script, cache) for _ in range(2)]
    targets = files(cache)
    whole = [file.read_bytes() for file in targets]
    draw = random.Random(7)
    while any(process.poll() is None for process in running):
        place = draw.randrange(3)
        content = list(damaged(whole[place], seed=draw.random(), cases=2))[1]
        targets[place].write_bytes(content)
        time.sleep(0.05)
    for process in running:
        said, texts = process.communicate()
        assert said == f"{{{RIGHT}}}\n", texts
        assert all(line.startswith("handsight: ") for line in texts.splitlines())
