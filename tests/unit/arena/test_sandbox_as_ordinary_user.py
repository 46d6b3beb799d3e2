"""What the superuser's arena refuses to bots, an ordinary user's arena refuses as well.

And so where a measure is missing, as on systems that forbid it: what the others cover holds.
"""

import ctypes
import errno
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from handsight.arena.sandbox import missing_measures

ROOT = Path(__file__).parents[3]
NOBODY = 65_534
WHOLE = sys.platform.startswith("linux") and missing_measures() == ()
_NEW_MOUNTS, _PRIVATE, _BIND, _RECURSIVE = 0x20000, 0x40000, 0x1000, 0x4000

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux"),
    pytest.mark.skipif("os.getuid() != 0", reason="all tests run as an ordinary user here"),
]


def closed_above(path: Path) -> Path | None:
    """Give the highest folder on the way to a path that not everybody may pass."""
    for folder in reversed(path.parents):
        if not folder.stat().st_mode & 0o001:
            return folder
    return None


def views(needed: list[Path], into: Path) -> list[tuple[Path, Path]]:
    """List what to bind where, so that everybody can pass to the paths that are needed."""
    binds, closed = [], dict[Path, Path]()
    for path in needed:
        folder = closed_above(path)
        if folder is None:
            continue
        view = closed.setdefault(folder, into / f"view-{len(closed)}")
        inside = view / path.relative_to(folder)
        inside.mkdir(parents=True, exist_ok=True)
        view.chmod(0o755)
        binds.append((path, inside))
    return binds + [(view, folder) for folder, view in closed.items()]


def mount(source: bytes | None, target: bytes, flags: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(source, target, None, flags, None):
        raise OSError(ctypes.get_errno(), "mount")


SYSTEMS = {
    "whole": ((), ()),
    "namespaces": (("unshare",), ("namespaces",)),
    "landlock": (("landlock_create_ruleset",), ("landlock",)),
    "seccomp": ((), ("seccomp",)),
    "none": (
        ("unshare", "landlock_create_ruleset"),
        ("namespaces", "landlock", "landlock-write", "seccomp", "signals"),
    ),
}
"""Systems by what they lack: the calls that they do not know, and the measures that are missing."""

ALL = "channel or attack or hidden or hundreds or other_folders or lacks"
SOME = (
    "channel and (FileTime or PosixMemory or Daemon) or attack_is_refused or other_folders or lacks"
)
"""Which tests are run as somebody else."""


def deny(calls: tuple[str, ...]) -> None:
    """Be on a system that does not know some calls."""
    import pyseccomp

    filtered = pyseccomp.SyscallFilter(defaction=pyseccomp.ALLOW)
    for call in calls:
        filtered.add_rule(pyseccomp.ERRNO(errno.ENOSYS), call)
    filtered.load()


def become_nobody(binds: list[tuple[Path, Path]], unknown: tuple[str, ...]) -> None:
    """Be somebody else in a tree of files in which that one can read what is needed."""
    if binds:
        if ctypes.CDLL(None).unshare(_NEW_MOUNTS):
            raise OSError("no mounts of one's own")
        mount(None, b"/", _PRIVATE | _RECURSIVE)
        for source, target in binds:
            mount(os.fsencode(source), os.fsencode(target), _BIND | _RECURSIVE)
    os.chdir(ROOT)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    if unknown:
        deny(unknown)


def copy_what_is_there(folder: Path, into: Path) -> None:
    """Copy a folder into which others write, and which may not be there yet, as far as it goes."""
    into.mkdir(parents=True)
    for path in folder.rglob("*"):
        if path.is_file():
            (into / path.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # it was put in the place of another meanwhile
                shutil.copy2(path, into / path.relative_to(folder))


def test_a_folder_that_is_not_there_has_nothing_to_copy(tmp_path: Path) -> None:
    copy_what_is_there(tmp_path / "none", tmp_path / "copy" / "none")
    assert list((tmp_path / "copy" / "none").iterdir()) == []


def own(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY)


@pytest.mark.exhaustive
@pytest.mark.skipif(not WHOLE, reason="the superuser's arena lacks something too")
@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        pytest.param("whole", SOME, id="whole-some"),
        *[pytest.param(name, ALL, marks=pytest.mark.exhaustive, id=name) for name in SYSTEMS],
    ],
)
def test_an_ordinary_users_arena_refuses_the_same(lacking: str, named: str) -> None:
    from handsight.kernels.compiler import cache_folder

    unknown, missing = SYSTEMS[lacking]

    place = Path("/tmp", f"handsight-nobody-{os.getpid()}")  # pytest's own is closed to others
    place.mkdir()
    try:
        copy_what_is_there(cache_folder(), place / "cache" / "kernels" / cache_folder().name)
        (place / "stand-in").mkdir()
        (place / "stand-in" / "pyseccomp.py").write_text("raise RuntimeError('no libseccomp')")
        own(place)
        binds = views([Path(sys.base_prefix), Path(sys.prefix), ROOT], place)
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
        marks = "exhaustive or not exhaustive" if lacking != "whole" else "not exhaustive"
        found = subprocess.run(
            [*command, "-rs", "-m", marks, "-k", named, "tests/unit/arena/test_sandbox.py"],
            preexec_fn=lambda: become_nobody(binds, unknown),
            env={
                **os.environ,
                "HANDSIGHT_CACHE_DIR": str(place / "cache"),
                "HOME": str(place),
                "TMPDIR": str(place),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": str(place / "stand-in" if "seccomp" in missing else place),
                "HANDSIGHT_TEST_LACKS": ",".join(missing),
            },
            capture_output=True,
            text=True,
            check=False,
        )
    except subprocess.SubprocessError as error:
        pytest.skip(f"nobody else can be had here: {error}")
    finally:
        shutil.rmtree(place, ignore_errors=True)
    assert found.returncode == 0, found.stdout + found.stderr
    assert ("skipped" in found.stdout) == bool(missing)
