"""Confines a player's process: namespaces, Landlock, a system call filter, and no privileges.

Each measure is used if the system supports it, and no measure depends on another. A leg is the
process that plays one match. Namespaces give a leg its own processes, queues and network, and a
file tree that is read-only and records no access times. Landlock opens only listed paths of that
tree. The system call filter (`syscalls`) refuses calls that neither namespaces nor Landlock govern.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from handsight.agents.projects import BotProject

MEASURES = {
    "namespaces": "a bot can see which processes run and when a file was last read, and "
    "processes that it starts end with its match only as far as they can be found",
    "landlock": "a bot can read the files that you can read",
    "landlock-write": "a bot can write the files that you can write",
    "landlock-truncate": "a bot can empty the files that you can write",
    "landlock-signals": "a bot can send signals only to itself, not to processes that it starts",
    "seccomp": "a bot can open sockets, lock files, set their times, and change the limits "
    "and the priority of your other processes",
    "signals": "a bot can stop your other processes",
}
"""The measures that a system can lack, and what a bot can do without each measure."""

WHERE_ISOLATED = "use Linux, or macOS with fewer protections"
"""The advice in errors where bots cannot be isolated."""

_LINUX = sys.platform.startswith("linux")


def can_sandbox() -> bool:
    """Check whether this system supports sandboxed players; Windows does not.

    Example:
        >>> can_sandbox() or sys.platform not in ("linux", "darwin")
        True
    """
    return hasattr(os, "fork") and hasattr(socket, "send_fds")


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _done(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)}: {what}")
    return result


# --- namespaces -----------------------------------------------------------------------------------

_MOUNTS, _HOST_NAME, _QUEUES = 0x20000, 0x4000000, 0x8000000
_USERS, _PROCESSES, _NETWORK = 0x10000000, 0x20000000, 0x40000000
_PRIVATE, _RECURSIVE = 0x40000, 0x4000
_NO_SETUID, _NO_DEVICES, _NO_PROGRAMS = 2, 4, 8
_MOUNT_SETATTR, _AT_RECURSIVE, _AT_HERE = 442, 0x8000, -100
_READ_ONLY = 1
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE = 1, 4
_PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 36, 38
SHARED_MEMORY = Path("/dev/shm")


def move_apart(network: bool = False) -> bool:
    """Continue in a child process in new namespaces.

    The function returns in the child; this process waits for the child to end, and then exits.
    Call the function while there is only one thread, before an import starts more threads.

    Args:
        network: whether the child keeps the network of this process.

    Returns:
        Whether the move succeeded; if not, this process continues unchanged.
    """
    if not _LINUX or not _succeeds(lambda: _try_namespaces(network)):
        return False
    _enter_namespaces(network)
    child = os.fork()
    if not child:
        end_with_parent()
        _done(_libc().mount(None, b"/", None, _PRIVATE | _RECURSIVE, None), "private mounts")
        return True
    os.closerange(3, 256)
    while True:
        with suppress(InterruptedError):
            _, status = os.waitpid(child, 0)
            os._exit(max(0, os.waitstatus_to_exitcode(status)))


def _try_namespaces(network: bool) -> None:
    """Try all steps of a server and its legs once, and raise an error if a step is forbidden."""
    _enter_namespaces(network)

    def inside() -> None:
        _done(_libc().mount(None, b"/", None, _PRIVATE | _RECURSIVE, None), "private mounts")
        ChildNamespaces().fork_apart(lambda: own_files(Path("/"), megabytes=1, only_try=True))

    if not _succeeds(inside):
        raise OSError(errno.EPERM, "namespaces inside namespaces")


def _enter_namespaces(network: bool) -> None:
    user, group = os.geteuid(), os.getegid()
    kinds = _MOUNTS | _QUEUES | _HOST_NAME | _PROCESSES | (0 if network else _NETWORK)
    _done(_libc().unshare(_USERS | kinds), "unshare")
    with suppress(OSError):  # old systems neither have this file nor need it
        Path("/proc/self/setgroups").write_text("deny", "ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", "ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", "ascii")


class ChildNamespaces:
    """Forks children, each in its own process namespace."""

    def __init__(self) -> None:
        self._own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)

    def fork_apart(self, work: Callable[[], None]) -> int:
        """Fork a child as the first process of a new namespace; the child does its work and exits.

        Args:
            work: callable that the child runs; if it raises an exception, the exit code is 1.

        Returns:
            The process id of the child.
        """
        libc = _libc()
        _done(libc.unshare(_PROCESSES), "unshare processes")
        try:
            child = os.fork()
            if not child:
                _work_and_end(work)
        finally:
            _done(libc.setns(self._own, 0), "setns")
        return child


def own_files(folder: Path, megabytes: int, only_try: bool = False) -> None:
    """Give this process its own file tree, in which only temporary folders are writable.

    Args:
        folder: a temporary folder, over which an empty file system in memory is mounted; files
            written to it are lost when the last process that uses this file tree ends.
        megabytes: capacity of this folder in megabytes; the folder of shared memory is replaced in
            the same way, with the same capacity.
        only_try: whether to leave ``folder`` unchanged.
    """
    libc = _libc()
    _done(libc.unshare(_MOUNTS | _QUEUES | _HOST_NAME), "unshare mounts")
    wish = struct.pack("QQQQ", _READ_ONLY, 0, 0, 0)
    number = ctypes.c_long(_MOUNT_SETATTR)
    arguments = (_AT_HERE, b"/", _AT_RECURSIVE, wish, ctypes.c_size_t(len(wish)))
    _done(libc.syscall(number, *arguments), "mount_setattr")
    # A container can forbid this mount. Landlock opens only the leg's own process in it.
    libc.mount(b"proc", b"/proc", b"proc", _NO_SETUID | _NO_DEVICES | _NO_PROGRAMS, None)
    flags, options = _NO_SETUID | _NO_DEVICES, f"size={megabytes}m,mode=700".encode()
    targets = [SHARED_MEMORY] if SHARED_MEMORY.is_dir() else []
    for target in targets if only_try else [*targets, folder]:
        _done(libc.mount(b"tmpfs", os.fsencode(target), b"tmpfs", flags, options), "tmpfs")


def end_with_parent() -> None:
    """Make the system kill this process when its parent ends; do nothing except on Linux."""
    if _LINUX:
        _libc().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def hide_memory() -> None:
    """Keep other processes of the same user from reading this process's memory, on Linux only."""
    if _LINUX:
        _libc().prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def adopt_orphans() -> None:
    """Adopt all orphaned descendants, so that every descendant can be found, on Linux only."""
    if _LINUX:
        _libc().prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


# --- readable paths -------------------------------------------------------------------------------

_SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime"),
    *("/etc/timezone", "/etc/mime.types", "/etc/ssl", "/etc/pki", "/etc/ca-certificates"),
    *("/etc/nsswitch.conf", "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf"),
    *("/etc/services", "/etc/protocols"),
    *("/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"),
    *("/proc/cpuinfo", "/sys/devices/system/cpu"),
)
_ITSELF = Path("/proc/self")
_LIBRARIES = ("site-packages", "dist-packages")
"""Folders of the search path with these names hold libraries; other folders can hold the user's own
files."""
_NOTHING = Path("/dev/null")


class Opening(NamedTuple):
    """A path that is open to a leg.

    Attributes:
        path: the path; everything below it is open in the same way.
        names: whether the leg can only list names, and cannot read files.
    """

    path: Path
    names: bool = False


def openings(
    project: BotProject | None, caches: Iterable[Path], hidden: Iterable[Path]
) -> list[Opening]:
    """Return the paths that a leg may read.

    Args:
        project: project of the bot; None for an agent from an installed package.
        caches: folders of compiled kernels and tables.
        hidden: paths that the leg must not open, in any folder. Files in the same folder whose
            names begin with the name of a hidden path, such as journals, are hidden too.
    """
    away = [path.resolve() for path in hidden]
    paths = [
        opening
        for root in _roots(caches)
        if root.exists()
        for opening in _without(root.resolve(), away)
    ]
    return paths + (_project(project, away) if project is not None else [])


def _roots(caches: Iterable[Path]) -> Iterator[Path]:
    prefixes = (sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix)
    known = {*prefixes, *sysconfig.get_paths().values()}
    yield from map(Path, (*_SYSTEM, *sorted(known)))
    yield Path(__file__).resolve().parents[2]
    yield from caches
    yield from (Path(entry) for entry in sys.path if Path(entry).name in _LIBRARIES)


def _personal() -> Iterator[Path]:
    """Yield the user's home folder and the folder for temporary files.

    Neither these folders nor the folders above them count as projects.
    """
    with suppress(RuntimeError):  # the user has no home folder
        yield Path.home().resolve()
    yield Path(tempfile.gettempdir()).resolve()


def project_entries(project: BotProject) -> list[Path]:
    """Return the files and folders that a bot can open in the folders of its project.

    These are all entries except dot files, links, and folders that are themselves folders of the
    project. In a folder that holds more than the project, the bot can open only what it imports
    from there, and the Python files in its own folder.
    """
    folders = project.folders
    return [
        entry for folder in folders for entry in _entries(folder, project) if entry not in folders
    ]


def _entries(folder: Path, project: BotProject) -> Iterator[Path]:
    below = [file for file in project.files if file.is_relative_to(folder)]
    imported = {folder / file.relative_to(folder).parts[0] for file in below}
    is_whole = project.owns(folder) and not any(one.is_relative_to(folder) for one in _personal())
    is_own = folder == project.file.parent
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if is_whole or entry in imported or (is_own and entry.suffix == ".py"):
            yield entry


def _project(project: BotProject, away: list[Path]) -> list[Opening]:
    paths = [Opening(folder, names=True) for folder in project.folders]
    for entry in project_entries(project):
        paths += _without(entry, away)
    return paths


def project_links(project: BotProject) -> list[Path]:
    """Return the paths that a bot can refer to relative to a folder of its project."""
    folders = project.folders
    return project_entries(project) + [each for each in folders if each.parent in folders]


def settle_project(
    project: BotProject, folder: Path, started_in: Path, hidden: Iterable[Path] = ()
) -> Path:
    """Fill a folder so that a bot can use relative paths as in its project.

    The bot's own folder has a place in the folder, below those of the project's folders above it,
    so that paths such as ``../data/weights.json`` work too. Paths can also be relative to any
    folder of the project, or to the folder in which the arena was started. If several entries have
    the same name, the one nearest to the bot is found.

    Small files of the bot's own folder are copied, so that the bot can also write to them, and to
    folders in it; nothing reaches the originals. All others are links.

    Args:
        project: the project of the bot.
        folder: the folder to fill.
        started_in: the folder in which the arena was started.
        hidden: paths that the bot must not open; they are not copied.

    Returns:
        The place of the bot's own folder, which becomes the bot's working directory.
    """
    own = project.file.parent
    top = min((each for each in project.folders if own.is_relative_to(each)), key=_depth)
    place = folder / own.relative_to(top)
    place.mkdir(parents=True, exist_ok=True)
    copies = _Copies([path.resolve() for path in hidden])
    targets = project_links(project)
    for target in targets:
        if target.parent == own:
            copies.put(target, place / target.name)
        elif target.is_relative_to(top) and not own.is_relative_to(target):
            _link(target, folder / target.relative_to(top))
    if project.file.is_relative_to(started_in):
        targets.append(started_in / project.file.relative_to(started_in).parts[0])
    for target in targets:
        _link(target, place / target.name)
    return place


def _depth(folder: Path) -> int:
    return len(folder.parts)


def _link(target: Path, place: Path) -> None:
    """Link to a file or folder, unless the place is taken or its folder is a link itself."""
    with suppress(FileExistsError, FileNotFoundError):
        if not place.parent.is_symlink():
            place.symlink_to(target)


MOST_COPIED = 1_000_000
"""The maximum size of a file that is copied for a bot, in bytes."""
MOST_COPIED_ALL = 16_000_000
"""The maximum size of all files that are copied for a bot, in bytes."""
MOST_COPIED_ENTRIES = 500
"""The maximum number of files and folders that are copied for a bot."""


class _Copies:
    """Copies the small files of a bot's folder within limits, and links to all others.

    Args:
        hidden: paths that are never copied.
    """

    def __init__(self, hidden: list[Path]) -> None:
        self._hidden = hidden
        self._bytes = self._entries = 0

    def put(self, source: Path, place: Path) -> None:
        """Copy a file, or a folder that holds no modules; link to it if it cannot be copied."""
        try:
            if self._is_copied(source):
                self._copy(source, place)
                return
        except OSError:  # the file is gone, or cannot be read
            return
        _link(source, place)

    def _is_copied(self, source: Path) -> bool:
        self._entries += 1
        if self._entries > MOST_COPIED_ENTRIES or source.is_symlink():
            return False
        if any(
            is_hidden(source, hidden) or hidden.is_relative_to(source) for hidden in self._hidden
        ):
            return False
        if source.is_dir():
            return not any(source.glob("*.py"))
        size = source.stat().st_size
        fits = size <= MOST_COPIED and self._bytes + size <= MOST_COPIED_ALL
        return source.is_file() and source.suffix != ".py" and fits

    def _copy(self, source: Path, place: Path) -> None:
        if source.is_dir():
            place.mkdir()
            for entry in sorted(source.iterdir()):
                self.put(entry, place / entry.name)
            return
        content = source.read_bytes()
        self._bytes += len(content)
        place.write_bytes(content)


def _without(path: Path, away: list[Path]) -> list[Opening]:
    """Return the openings for a path, without the hidden paths below it.

    Args:
        path: the path.
        away: the hidden paths.
    """
    if any(is_hidden(path, hidden) for hidden in away):
        return []
    if not any(hidden.is_relative_to(path) for hidden in away):
        return [Opening(path)]
    paths = [Opening(path, names=True)]
    for entry in sorted(path.iterdir()):
        if not entry.is_symlink():
            paths += _without(entry, away)
    return paths


def is_hidden(path: Path, hidden: Path) -> bool:
    """Check whether a path is hidden along with a hidden path.

    This is so if both are in the same folder, and the name of ``path`` begins with that of
    ``hidden``.
    """
    return path.parent == hidden.parent and path.name.startswith(hidden.name)


# --- Landlock -------------------------------------------------------------------------------------

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on all machines
_WHICH_VERSION, _BENEATH = 1, 1
_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_MAKE_DEVICES, _MAKE_SOCKETS = 1 << 6 | 1 << 11, 1 << 9
_FILE_RIGHTS_SINCE = {1: 0x1FFF, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
_TRUNCATE = 1 << 14
_OF_FILES = _EXECUTE | _WRITE | _READ | _TRUNCATE | 1 << 15
_TCP_SINCE, _BIND_AND_CONNECT = 4, 3
_SCOPES_SINCE, _ABSTRACT_SOCKETS_AND_SIGNALS = 6, 3


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def landlock_version() -> int:
    """Return the version of Landlock; 0 if the system does not support Landlock."""
    if not _LINUX:
        return 0
    call = (ctypes.c_long(_CREATE_RULESET), None, ctypes.c_size_t(0), _WHICH_VERSION)
    return int(max(0, _libc().syscall(*call)))


def enter_domain(readable: Iterable[Opening] | None, folders: Iterable[Path], network: bool) -> int:
    """Enter a Landlock domain: the process can then open only listed files.

    ``/dev/null`` and the process's own folder in ``/proc`` stay open too. From version 6 of
    Landlock on, the process also cannot send signals to processes outside the domain.

    Args:
        readable: paths that the process may read; None does not restrict reading and writing.
        folders: folders that the process may read and write; ignored if ``readable`` is None.
        network: whether the process may open TCP connections and listen for them. Before version 4
            of Landlock, this cannot be forbidden.

    Returns:
        The version of Landlock; 0 if the system does not support Landlock and nothing was done.
    """
    version = landlock_version()
    if not version:
        return 0
    files = sum(bits for since, bits in _FILE_RIGHTS_SINCE.items() if since <= version)
    rules = _Ruleset(
        files if readable is not None else _MAKE_DEVICES,
        _BIND_AND_CONNECT if version >= _TCP_SINCE and not network else 0,
        _ABSTRACT_SOCKETS_AND_SIGNALS if version >= _SCOPES_SINCE else 0,
    )
    size = 24 if version >= _SCOPES_SINCE else 16 if version >= _TCP_SINCE else 8
    libc, number = _libc(), ctypes.c_long
    call = (number(_CREATE_RULESET), ctypes.byref(rules), ctypes.c_size_t(size), 0)
    ruleset = _done(libc.syscall(*call), "landlock ruleset")
    if readable is not None:
        for path, names in (*readable, Opening(_ITSELF)):
            _open_up(libc, ruleset, path, _LIST if names else _EXECUTE | _READ | _LIST, files)
        _open_up(libc, ruleset, _NOTHING, _READ | _WRITE, files)
        for path in folders:
            _open_up(libc, ruleset, path, files & ~_MAKE_DEVICES & ~_MAKE_SOCKETS, files)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _done(libc.syscall(number(_RESTRICT_SELF), ruleset, 0), "landlock")
    os.close(ruleset)
    return version


def _open_up(libc: Any, ruleset: int, path: Path, rights: int, known: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # the path was removed in the meantime
    try:
        allowed = rights & known & (~0 if path.is_dir() else _OF_FILES)
        rule = _Beneath(allowed, place)
        if allowed:
            call = (ctypes.c_long(_ADD_RULE), ruleset, _BENEATH, ctypes.byref(rule), 0)
            _done(libc.syscall(*call), f"landlock rule for {path}")
    finally:
        os.close(place)


# --- privileges, and all measures together --------------------------------------------------------

_CAPABILITY_VERSION = 0x20080522


def give_up_privileges() -> bool:
    """Drop all capabilities, including those that a program could gain and those of the superuser.

    Returns:
        Whether the capabilities were dropped.
    """
    if not _LINUX:
        return False
    libc = _libc()
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    return not libc.capset(header, (ctypes.c_uint32 * 6)())


class Confinement(NamedTuple):
    """The confinement of a leg.

    Attributes:
        namespaces: whether the process is already in its own namespaces.
        readable: paths that the leg may read; None does not restrict files, as for handsight's own
            agents.
        network: whether the leg may make internet connections.
        code: system call filter from `handsight.arena.sandbox.syscalls.program`; None for no
            filter.
    """

    namespaces: bool
    readable: tuple[Opening, ...] | None
    network: bool
    code: bytes | None

    def apply(self, folders: Iterable[Path]) -> tuple[str, ...]:
        """Confine this process permanently.

        Args:
            folders: folders that the process may write.

        Returns:
            The measures that the system lacks.
        """
        from handsight.arena.sandbox.syscalls import install, program

        give_up_privileges()
        version = enter_domain(self.readable, folders, self.network)
        in_reach = not self.namespaces and version < _SCOPES_SINCE
        code = self.code
        if code is not None and in_reach:
            code = program(self.network, signals_to=os.getpid())
        filtered = code is not None and install(_libc(), code)
        return missing(self.namespaces, version, filtered)


def missing(namespaces: bool, landlock: int, filtered: bool) -> tuple[str, ...]:
    """Return the measures that a system lacks.

    Args:
        namespaces: whether the process is in its own namespaces.
        landlock: version of Landlock; 0 if the system does not support Landlock.
        filtered: whether a system call filter is installed.

    Example:
        >>> missing(True, 7, True), missing(False, 0, False)
        ((), ('namespaces', 'landlock', 'landlock-write', 'seccomp', 'signals'))
    """
    in_reach = not namespaces and landlock < _SCOPES_SINCE
    lacking = {
        "namespaces": not namespaces,
        "landlock": not landlock,
        "landlock-write": not landlock and not namespaces,
        "landlock-truncate": landlock in (1, 2) and not namespaces,
        "landlock-signals": in_reach and filtered,
        "seccomp": not filtered,
        "signals": in_reach and not filtered,
    }
    return tuple(name for name in MEASURES if lacking[name])


def missing_measures(network: bool = False) -> tuple[str, ...]:
    """Return which of `MEASURES` this system lacks, by trying them in a separate process.

    If that process fails, the result is that of a system without any measure.

    Example:
        >>> set(missing_measures()) <= set(MEASURES)
        True
    """
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; "
        f"from {__name__} import print_missing; print_missing({network!r})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    try:
        return tuple(json.loads(done.stdout))
    except ValueError:
        return missing(False, 0, False)


def print_missing(network: bool) -> None:
    """Confine this process, and print the measures that this system lacks as JSON."""
    from handsight.arena.sandbox.syscalls import program

    apart = move_apart(network)
    walls = Confinement(apart, (), network, program(network) if _LINUX else None)
    sys.stdout.write(json.dumps(walls.apply(())))


def _succeeds(work: Callable[[], None]) -> bool:
    """Run a function in a child process, and return whether it ran without an error."""
    child = os.fork()
    if not child:
        _work_and_end(work)
    return os.waitpid(child, 0)[1] == 0


def _work_and_end(work: Callable[[], None]) -> None:
    try:
        work()
        os._exit(0)
    finally:
        os._exit(1)
