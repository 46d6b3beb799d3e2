"""Compiles all kernels for some levels of processors, each in its own process, and links them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from build_kernels.levels import Level, levels
from build_kernels.linking import HERE, link, made_by
from build_kernels.manifest import FILE
from build_kernels.wanted import SWITCH, reason_against

ROOT = HERE.parent
KERNELS = ROOT / "src" / "handsight" / "kernels"


OBJECTS = ROOT / "build" / "kernels"
"""The folder that keeps object files, so that only levels with changes are compiled again."""


START = (
    "import runpy, sys; sys.path[:0] = sys.argv[1:3]; del sys.argv[1:3]; "
    "runpy.run_module('build_kernels.lowering', run_name='__main__', alter_sys=True)"
)
"""Starts compiling with two folders to import from.

They cannot be in ``PYTHONPATH``: if handsight is also installed in editable mode, the environment
in which pip builds drops that installation's folders from it.
"""


class CannotBuild(Exception):
    """The reason why kernels cannot be compiled ahead here."""


def build(into: Path, chosen: tuple[Level, ...]) -> None:
    """Compile all kernels for some levels, and link them.

    Args:
        into: the file to write.
        chosen: the levels.

    Raises:
        CannotBuild: if kernels cannot be compiled here (see `reason_against`), or compiling fails.
    """
    reason = reason_against() or ("" if chosen else "this processor is older than any level")
    if reason:
        raise CannotBuild(reason)
    sys.path.insert(0, str(ROOT / "src"))
    from handsight.kernels.sources import sources_digest

    digest = sources_digest()
    kept = OBJECTS / _inputs_digest(digest)
    kept.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="handsight-kernels-") as folder:
        objects = [kept / f"{level.name}.o" for level in chosen]
        try:
            with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
                list(pool.map(compile_apart, chosen, objects))
            made = Path(folder, into.name)
            link(list(chosen), objects, digest, made)
            _try_out(made)
        except subprocess.CalledProcessError as error:
            raise CannotBuild(f"compiling failed: {error}") from error
        beside = into.with_name(f"{into.name}.new")
        beside.write_bytes(made.read_bytes())
        beside.chmod(0o755)
        beside.replace(into)  # a process that runs the old one keeps it


def _inputs_digest(sources: str) -> str:
    """Return a hash of everything on which an object file depends."""
    digest = hashlib.sha256(f"{sources} {made_by()}".encode())
    for name in ("signatures.txt", "lowering.py", "levels.py"):
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()[:16]


def compile_apart(level: Level, file: Path, signatures: Path = FILE) -> None:
    """Compile kernels for a level in its own process, because numba supports one target only.

    Args:
        level: the kind of processor.
        file: the object file to write; if it exists, nothing is compiled.
        signatures: the list of kernels and argument types.
    """
    if file.exists():
        return
    own = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    own |= {SWITCH: "0"}
    folders = [str(ROOT / "src"), str(ROOT)]
    command = [sys.executable, "-c", START, *folders, level.name, str(file), str(signatures)]
    subprocess.run(command, env=own, check=True)


def _try_out(extension: Path) -> None:
    """Load the extension in another process, to detect missing symbols."""
    loads = (
        "import sys, importlib.util as util\n"
        "spec = util.spec_from_file_location('handsight.kernels.built', sys.argv[1])\n"
        "util.module_from_spec(spec)"
    )
    subprocess.run([sys.executable, "-c", loads, str(extension)], check=True)


def best_level() -> tuple[Level, ...]:
    """Return the newest level that this machine's processor can run, or nothing if none fits."""
    import llvmlite.binding as llvm

    has = llvm.get_host_cpu_features()
    for level in reversed(levels()):
        if level.name == "arm64" or all(has.get(name, False) for name in _features(level)):
            return (level,)
    return ()


def _features(level: Level) -> list[str]:
    groups = {
        "x86-64-v3": ["avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"],
        "x86-64-v4": ["avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
    }
    return [name for need in level.needs for name in groups.get(need, [need])]
