"""Kernels that are compiled ahead do what those compiled at run time do, or leave it to them."""

import gc
import importlib.util
import os
import pickle
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest

from build_kernels.levels import levels
from build_kernels.linking import extension_name, link
from build_kernels.making import best_level, compile_apart
from build_kernels.manifest import FILE, read_signatures
from build_kernels.wanted import reason_against
from handsight.errors import OptionError
from handsight.kernels import ahead, jit
from handsight.kernels.signatures import SCALARS, read_types, write_types
from tests.fresh import run
from tests.unit.kernels import ahead_kernels as at_run_time
from tests.unit.kernels.ahead_kernels import Room

COMPILES = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

ROOM = f"{Room.__module__}:Room"
NUMBERS = [name for name in SCALARS if name not in ("bool", "none")]
SIGNATURES = [
    *(f"twice ({name})" for name in NUMBERS),
    "negated (bool)",
    "nothing (none)",
    *(f"total ({name}[1Cr])" for name in NUMBERS),
    *(f"total (float64[{form}r])" for form in ("1A", "2C", "2F", "3A", "0C")),
    "write (int64[1Cw],int64)",
    "write (uint8[1Aw],int64)",
    "made (int64)",
    "divided (int64,int64)",
    f"in_tuples (({ROOM}(int64[1Cr],int64),{ROOM}(int64[1Cr],int64)),(float64,int64))",
    f"moved ({ROOM}(int64[1Cr],int64))",
    "calls_another (float64[1Cr])",
    "reshaped (float64[3Cr])",
]


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The small kernels, compiled ahead for this processor."""
    if numba.config.DISABLE_JIT or reason_against() or not best_level():
        pytest.skip(reason_against() or "nothing is compiled, or this processor is too old")
    folder = tmp_path_factory.mktemp("ahead")
    listed = folder / "signatures.txt"
    listed.write_text("".join(f"{at_run_time.__name__} {line}\n" for line in SIGNATURES))
    (level,) = best_level()
    compile_apart(level, folder / "object.o", listed)
    file = folder / extension_name()
    link([level], [folder / "object.o"], "some sources", file)
    spec = importlib.util.spec_from_file_location("tests.built", file)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    assert (module.SOURCES, module.LEVELS, module.level()) == ("some sources", level.name, 0)
    return module


class Missed(Exception):
    """No compiled function fits."""


def missed(*_: object, **__: object) -> None:
    raise Missed


@pytest.fixture
def kernels(extension: Any) -> Any:
    """The small kernels that are compiled ahead, by name; what fits none of them is an error."""
    names = {line.split(" ")[0] for line in SIGNATURES}
    return SimpleNamespace(
        **{name: extension.entry(f"{at_run_time.__name__} {name}", missed) for name in names}
    )


def alike(one: object, other: object) -> bool:
    """Check that two results are of the same type and equal to the bit."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        same = (one.dtype, one.shape, one.strides) == (other.dtype, other.shape, other.strides)
        return same and one.tobytes() == other.tobytes()
    if isinstance(one, tuple) and isinstance(other, tuple):
        return type(one) is type(other) and all(map(alike, one, other))
    return type(one) is type(other) and repr(one) == repr(other)


# --- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_of_every_type_go_in_and_out(kernels: Any, name: str) -> None:
    kind = np.dtype(name).type
    edges = (
        [0.1, -0.0, 1e30, np.inf, np.nan]
        if name.startswith("float")
        else [np.iinfo(kind).min // 2, np.iinfo(kind).max // 2, np.iinfo(kind).max, 3]
    )
    for value in map(kind, edges):
        assert alike(kernels.twice(value), at_run_time.twice(value)), value


@pytest.mark.parametrize("value", [0, -1, 2**63 - 1, -(2**63), 0.3, -0.0, 1e308, float("nan")])
def test_pythons_numbers_become_what_numba_makes_of_them(kernels: Any, value: float) -> None:
    assert alike(kernels.twice(value), at_run_time.twice(value))


@pytest.mark.parametrize("value", [2**63, 2**64, -(2**63) - 1])
def test_integers_of_more_than_64_bits_are_refused_as_numba_does(kernels: Any, value: int) -> None:
    for declared in (kernels, at_run_time):
        with pytest.raises(OverflowError):
            declared.twice(value)


@pytest.mark.parametrize("value", [True, False, np.True_, np.False_])
def test_truths_go_in_and_out(kernels: Any, value: bool) -> None:
    assert kernels.negated(value) is (not value)
    assert kernels.nothing(None) is None


def arrays() -> list[np.ndarray]:
    numbers = np.random.default_rng(5).integers(0, 100, 24)
    tall = numbers.astype(np.float64).reshape(6, 4) / 7
    return [
        *(numbers.astype(name) for name in NUMBERS),
        *(tall, tall.T, np.asfortranarray(tall), tall[0, ::2], tall.reshape(2, 3, 4)[:, 1:]),
        *(tall[:0], tall[0, :0], np.array(2.5), np.zeros((0, 3))),
    ]


@pytest.mark.parametrize("place", range(len(arrays())))
@pytest.mark.parametrize("writable", [True, False])
def test_arrays_of_every_type_and_order_go_in(kernels: Any, place: int, writable: bool) -> None:
    array = arrays()[place]
    array.flags.writeable = writable
    assert alike(kernels.total(array), at_run_time.total(array))


def test_arrays_are_written_in_place(kernels: Any) -> None:
    numbers, every_other = np.arange(3), np.zeros(6, np.uint8)
    assert kernels.write(numbers, 5) is None
    kernels.write(every_other[2::2], 300)
    assert numbers.tolist() == [10, 1, 2]
    assert every_other.tolist() == [0, 0, 600 % 256, 0, 0, 0]


def test_arrays_whose_items_are_not_aligned_go_in(kernels: Any) -> None:
    for kind in (np.int64, np.float32, np.uint16):
        values = np.frombuffer(bytes(range(65)), np.uint8)[1:].view(kind)
        assert alike(kernels.total(values), at_run_time.total(values))
    target = np.frombuffer(bytearray(65), np.uint8)[1:].view(np.int64)
    kernels.write(target, 5)
    assert target.tolist() == [10, *[0] * 7]


def test_arrays_that_kernels_make_belong_to_python(kernels: Any) -> None:
    kept = [kernels.made(count) for count in (0, 1, 1000)]
    gc.collect()
    for count, array in zip((0, 1, 1000), kept, strict=True):
        assert alike(array, at_run_time.made(count))
        assert array.flags.writeable
        assert array.flags.aligned
        array += 1


def test_memory_is_given_back(kernels: Any) -> None:
    import psutil

    process = psutil.Process()
    for _ in range(20):
        kernels.made(1_000_000)
    before = process.memory_info().rss
    for _ in range(200):
        kernels.made(1_000_000)
    assert process.memory_info().rss - before < 100e6


def test_tuples_go_in_and_out(kernels: Any) -> None:
    rooms = (Room(np.arange(5), 3), Room(np.arange(9), 9))
    assert alike(kernels.in_tuples(rooms, (0.5, 2)), at_run_time.in_tuples(rooms, (0.5, 2)))
    assert alike(kernels.moved(rooms[0]), at_run_time.moved(rooms[0]))


def test_a_kernel_calls_another(kernels: Any) -> None:
    values = np.linspace(0, 1, 50)
    assert alike(kernels.calls_another(values), at_run_time.calls_another(values))


def test_errors_are_those_of_the_kernel(kernels: Any) -> None:
    assert kernels.divided(-7, 2) == (-4, 1)
    for declared in (kernels, at_run_time):
        with pytest.raises(ZeroDivisionError):
            declared.divided(7, 0)
        with pytest.raises(ValueError, match="negative dimensions not allowed"):
            declared.made(-1)
    with pytest.raises(MemoryError):
        kernels.made(1 << 55)


# --- what does not fit is never run ---------------------------------------------------------------


class Own(np.ndarray):
    pass


class Whole(int):
    pass


NUMBERS_OF_8 = np.arange(8)
READ_ONLY = np.arange(8)
READ_ONLY.flags.writeable = False
STRANGERS: list[tuple[str, tuple[object, ...]]] = [
    ("twice", ()),
    ("twice", (1, 2)),
    ("twice", ("1",)),
    ("twice", (None,)),
    ("twice", (True,)),
    ("twice", (np.True_,)),
    ("twice", (Whole(1),)),
    ("twice", (np.float16(1),)),
    ("twice", (1j,)),
    ("twice", (NUMBERS_OF_8,)),
    ("twice", ((1,),)),
    ("negated", (1,)),
    ("nothing", (0,)),
    ("write", (NUMBERS_OF_8, 1.0)),
    ("write", (NUMBERS_OF_8, np.int32(1))),
    ("write", (NUMBERS_OF_8, np.uint64(1))),
    ("write", (NUMBERS_OF_8, True)),
    ("write", (READ_ONLY, 1)),
    ("write", (NUMBERS_OF_8[::2], 1)),
    ("write", (NUMBERS_OF_8[::-1], 1)),
    ("write", (NUMBERS_OF_8.reshape(2, 4), 1)),
    ("write", (NUMBERS_OF_8.astype(np.int32), 1)),
    ("write", (NUMBERS_OF_8.astype(np.uint64), 1)),
    ("write", (NUMBERS_OF_8.astype(">i8"), 1)),
    ("write", (NUMBERS_OF_8.astype("m8[s]"), 1)),
    ("write", (NUMBERS_OF_8.astype(object), 1)),
    ("write", (NUMBERS_OF_8.view(Own), 1)),
    ("write", (NUMBERS_OF_8.tolist(), 1)),
    ("write", (memoryview(NUMBERS_OF_8), 1)),
    ("in_tuples", ((Room(NUMBERS_OF_8, 3),), (0.5, 2))),
    ("in_tuples", ([Room(NUMBERS_OF_8, 3)] * 2, (0.5, 2))),
    ("in_tuples", ((Room(NUMBERS_OF_8, 3), (NUMBERS_OF_8, 3)), (0.5, 2))),
    ("in_tuples", ((Room(NUMBERS_OF_8, 3), Room(NUMBERS_OF_8, 3.0)), (0.5, 2))),  # type: ignore[arg-type]
    ("in_tuples", ((Room(NUMBERS_OF_8, 3),) * 2, (2, 0.5))),
    ("in_tuples", ((Room(NUMBERS_OF_8, 3),) * 2, (0.5, 2, 3))),
    ("moved", ((NUMBERS_OF_8, 3),)),
]


@pytest.mark.parametrize("case", STRANGERS, ids=[str(number) for number in range(len(STRANGERS))])
def test_what_is_of_another_type_goes_to_the_fallback(
    kernels: Any, case: tuple[str, tuple[object, ...]]
) -> None:
    name, arguments = case
    before = NUMBERS_OF_8.tolist()
    with pytest.raises(Missed):
        getattr(kernels, name)(*arguments)
    assert NUMBERS_OF_8.tolist() == before


def test_named_arguments_go_to_the_fallback(kernels: Any) -> None:
    with pytest.raises(Missed):
        kernels.twice(value=1)


def test_a_kernel_that_is_not_listed_has_no_entry(extension: Any) -> None:
    assert extension.entry("tests.unit.kernels.ahead_kernels scaled", missed) is None
    assert extension.entry("", missed) is None


def test_an_entry_passes_for_its_function(extension: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    deferred = jit.Deferred(at_run_time.total.py_func, "kernel")
    entry = extension.entry(f"{at_run_time.__name__} total", deferred)
    assert (entry.__name__, entry.__module__) == ("total", at_run_time.__name__)
    assert entry.py_func is at_run_time.total.py_func
    assert entry(np.arange(3.0)) == 3.5
    assert entry.signatures == []
    monkeypatch.setattr(at_run_time, "total", entry)
    assert pickle.loads(pickle.dumps(entry)) is entry

    @numba.njit
    def user(values):  # type: ignore[no-untyped-def]
        return entry(values) + 1

    assert user(np.arange(3.0)) == 4.5


# --- which code is used ---------------------------------------------------------------------------


@pytest.fixture
def fitting(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """An extension that was made from our sources."""
    for name in (ahead.SWITCH, *ahead.SETTINGS):
        monkeypatch.delenv(name, raising=False)
    made = SimpleNamespace(level=lambda: 1, LEVELS="v2 v3 v4", SOURCES=ahead.sources_digest())
    monkeypatch.setattr(ahead, "import_module", lambda name: made)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    return made


def chosen() -> object:
    """Choose anew; the function itself remembers."""
    return ahead.built.__wrapped__()


def test_an_extension_of_the_same_sources_is_used(fitting: SimpleNamespace) -> None:
    assert chosen() is fitting


@pytest.mark.parametrize("name", [ahead.SWITCH, *ahead.SETTINGS])
def test_a_setting_that_asks_for_other_code_switches_it_off(
    fitting: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "0" if name == ahead.SWITCH else "1")
    assert chosen() is None


@pytest.mark.parametrize(("name", "calls"), [("1", []), ("v2", [0]), ("v3", [1])])
def test_the_code_for_an_older_processor_can_be_chosen(
    fitting: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, name: str, calls: list[int]
) -> None:
    chosen_levels: list[int] = []
    fitting.set_level = chosen_levels.append
    monkeypatch.setenv(ahead.SWITCH, name)
    assert chosen() is fitting
    assert chosen_levels == calls


@pytest.mark.parametrize("name", ["v4", "v9", "V2", "v2 v3", "yes"])
def test_code_that_is_not_there_is_an_error(
    fitting: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(ahead.SWITCH, name)
    with pytest.raises(OptionError, match=f"is '{name}', but .* holds code for v2, v3; 1 chooses"):
        chosen()
    fitting.SOURCES = "others"
    with pytest.raises(OptionError, match=f"is '{name}', but .* was not built; 1 chooses"):
        chosen()


def test_changed_sources_or_an_old_processor_switch_it_off(fitting: SimpleNamespace) -> None:
    fitting.SOURCES = "others"
    assert chosen() is None
    fitting.SOURCES = ahead.sources_digest()
    fitting.level = lambda: -1
    assert chosen() is None


def test_an_uncompiled_process_uses_none(
    fitting: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert chosen() is None


@pytest.mark.parametrize("name", ["kernels/odds/deals.py", "ranking/published/naive.py"])
def test_a_change_in_any_source_of_kernels_changes_the_digest(tmp_path: Path, name: str) -> None:
    package = Path(ahead.__file__).parents[1]
    copied = shutil.copytree(package / "kernels", tmp_path / "kernels").parent
    shutil.copytree(package / "ranking", tmp_path / "ranking")
    before = ahead.sources_digest(copied)
    assert before == ahead.sources_digest()
    with (copied / name).open("a") as source:
        source.write("# changed\n")
    assert ahead.sources_digest(copied) != before


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from handsight.errors import MissingExtraError
from handsight.ranking import evaluate
print(evaluate("AhKhQh7h2c").strength)
try:
    from handsight.kernels.jit import kernel
    kernel(lambda values: 0)([])
except MissingExtraError as error:
    print(error)
"""


def test_without_numba_the_error_names_the_extra() -> None:
    done = run(WITHOUT_NUMBA)
    assert done.stderr == ""
    assert done.stdout.startswith("1243\nthis needs a kernel that was not compiled ahead")
    assert "handsight[compiler]" in done.stdout


# --- functions that numba compiles only if it has to ----------------------------------------------


@COMPILES
def test_deferred_functions_are_compiled_with_what_they_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    inner = jit.Deferred(at_run_time.scaled.py_func, "inlined")
    counted = jit._DeferredInstruction("handsight.kernels.instructions", "popcount64")

    def outer(value):  # type: ignore[no-untyped-def]
        return inner(value, 3) + counted(np.uint64(255))

    deferred = jit.Deferred(outer, "piece")
    called = numba.njit(lambda value: deferred(value))
    assert called(5.0) == 23.0
    misses = tmp_path / "misses"
    monkeypatch.setenv(jit.MISSES, str(misses))
    kernel = jit.Deferred(at_run_time.total.py_func, "kernel")
    assert kernel(np.arange(3.0)) == 3.5
    assert misses.read_text() == f"{at_run_time.__name__} total (float64[1Cw])\n"
    assert jit.dispatcher_of(kernel).signatures == kernel.signatures != []


# --- the list -------------------------------------------------------------------------------------


def test_the_list_is_sorted_and_has_types_that_are_written_as_they_are_read() -> None:
    from build_kernels.lowering import find_class

    lines = FILE.read_text("utf-8").splitlines()
    assert lines == sorted({*lines})
    for module, name, written in read_signatures():
        assert callable(getattr(importlib.import_module(module), name))
        types = read_types(written, find_class)
        assert types is not None, written
        assert write_types(types) == written


@pytest.mark.parametrize(
    "text", ["", "()x", "(int64", "int64", "(int65)", "(int64[1Cx])", "(os:system(int64))", "(())("]
)
def test_text_that_holds_no_types_is_refused(text: str) -> None:
    assert read_types(text) is None


def test_levels_go_from_the_oldest_to_the_newest() -> None:
    names = [level.name for level in levels()]
    assert names == sorted(names)
    assert best_level() in ((), *((level,) for level in levels()))


def test_nothing_is_built_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ahead.SWITCH, "0")
    assert reason_against() == f"{ahead.SWITCH} is 0"
    monkeypatch.delenv(ahead.SWITCH)
    monkeypatch.setenv("PATH", os.devnull)
    if sys.platform != "win32" and levels():
        assert reason_against() == "there is no C compiler"
