"""Bots that try to pass cards from leg to leg, and one that attacks what is not its own."""

import ctypes
import errno
import fcntl
import mmap
import os
import resource
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from handsight.game import Action, Observation

NUMBER = 1_234_567_891
"""What a leg wants the next one to know."""

HERE = Path(__file__)
SHARED = mmap.mmap(-1, mmap.PAGESIZE)
"""Made when the file is loaded: whoever is forked later has it in common."""


# --- from leg to leg ------------------------------------------------------------------------------


class Channel:
    """Raises if it gets the number from an earlier leg; if not, it sends it and calls."""

    name = "channel"

    def __init__(self, place: str = "") -> None:
        self.place = Path(place)

    def act(self, seen: Observation, rng: Random) -> Action:
        with suppress(OSError, ValueError):
            if self.receive() == NUMBER:
                return Action.raise_to(seen.legal.raise_min)
        with suppress(OSError):
            self.send()
        return Action.call()

    def send(self) -> None:
        raise NotImplementedError

    def receive(self) -> int:
        raise NotImplementedError


class SharedMapping(Channel):
    def send(self) -> None:
        SHARED[:4] = NUMBER.to_bytes(4, "little")

    def receive(self) -> int:
        return int.from_bytes(SHARED[:4], "little")


class PlainFile(Channel):
    """Writes a file into the folder that it is told."""

    def send(self) -> None:
        (self.place / "leg").write_text(str(NUMBER))

    def receive(self) -> int:
        return int((self.place / "leg").read_text())


class FileInFolder(PlainFile):
    """Writes where it happens to stand."""

    def __init__(self) -> None:
        super().__init__(".")


class FileForTheTime(PlainFile):
    """Writes where temporary files go."""

    def __init__(self) -> None:
        super().__init__(tempfile.gettempdir())


class FileAtHome(PlainFile):
    """Writes into what it is told is its home."""

    def __init__(self) -> None:
        super().__init__(str(Path.home()))


class NameOnly(Channel):
    """Makes a folder; its name is enough."""

    def send(self) -> None:
        (self.place / str(NUMBER)).mkdir()

    def receive(self) -> int:
        os.stat(self.place / str(NUMBER))  # noqa: PTH116
        return NUMBER


class FileTime(Channel):
    def send(self) -> None:
        os.utime(self.place, ns=(NUMBER, NUMBER))

    def receive(self) -> int:
        return self.place.stat().st_mtime_ns


class AccessTime(Channel):
    """Reads a file, which the system notes down."""

    def send(self) -> None:
        self.place.read_bytes()

    def receive(self) -> int:
        found = self.place.stat()
        return NUMBER if found.st_atime_ns > found.st_mtime_ns else 0


class FileMode(Channel):
    def send(self) -> None:
        self.place.chmod(0o754)

    def receive(self) -> int:
        return NUMBER if self.place.stat().st_mode & 0o777 == 0o754 else 0


class Attribute(Channel):
    def send(self) -> None:
        os.setxattr(self.place, "user.leg", str(NUMBER).encode())

    def receive(self) -> int:
        return int(os.getxattr(self.place, "user.leg"))


class LinkCount(Channel):
    """Gives a file another name, which is counted."""

    def send(self) -> None:
        os.link(self.place, Path(tempfile.gettempdir(), "another"))

    def receive(self) -> int:
        return NUMBER if self.place.stat().st_nlink > 1 else 0


class PosixMemory(Channel):
    def send(self) -> None:
        memory = self._memory(create=True)
        memory.buf[:4] = NUMBER.to_bytes(4, "little")
        memory.close()

    def receive(self) -> int:
        memory = self._memory(create=False)
        found = int.from_bytes(memory.buf[:4], "little")
        memory.close()
        return found

    def _memory(self, create: bool) -> Any:
        from multiprocessing import resource_tracker, shared_memory

        resource_tracker.register = lambda *_: None  # type: ignore[assignment]
        return shared_memory.SharedMemory(self.place.name, create=create, size=64)


class Daemon(Channel):
    """Leaves a process behind that answers on a port of this machine."""

    def send(self) -> None:
        code = (
            "import socket, sys; s = socket.create_server(('127.0.0.1', int(sys.argv[1])))\n"
            "s.settimeout(60)\n"
            f"while True: s.accept()[0].sendall(b'{NUMBER}')"
        )
        command = [sys.executable, "-S", "-c", code, self.place.name]
        subprocess.Popen(command, start_new_session=True)

    def receive(self) -> int:
        with socket.create_connection(("127.0.0.1", int(self.place.name)), 1) as wire:
            return int(wire.recv(64))


# --- processes without end ------------------------------------------------------------------------


class StartsHundreds:
    """Starts processes that leave its session; half of them end at once and stay as zombies."""

    name = "starts hundreds"

    def act(self, seen: Observation, rng: Random) -> Action:
        code = "import os, time; os.fork() and os._exit(0); os.setsid(); time.sleep(3600)"
        for number in range(140):
            with suppress(OSError):
                what = code if number % 2 else "pass"
                subprocess.Popen([sys.executable, "-S", "-c", what], start_new_session=True)
        return Action.call()


# --- attacks --------------------------------------------------------------------------------------


class Attacker:
    """Tries one attack a decision, and says in an error what came of it."""

    name = "attacker"

    def __init__(self, victim: int = 0, secret: str = "") -> None:
        self.victim, self.secret = victim, secret
        self.attacks = list(ATTACKS.items())

    def act(self, seen: Observation, rng: Random) -> Action:
        name, attack = self.attacks.pop(0)
        raise LookupError(f"{name} {outcome_of(attack, self.victim, self.secret)}")


def outcome_of(attack: Callable[[int, str], Any], victim: int, secret: str) -> str:
    """Give the name of an attack's error, or that it was done."""
    try:
        attack(victim, secret)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, "unknown")
    return "done"


_LIBC = ctypes.CDLL(None, use_errno=True)
_ARM = os.uname().machine in ("aarch64", "arm64")
_NUMBERS = {
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "keyctl": (250, 219),
    "ioprio_set": (251, 30),
    "io_uring_setup": (425, 425),
    "userfaultfd": (323, 282),
    "rt_sigqueueinfo": (129, 138),
}


def call(name: str, *arguments: Any) -> int:
    """Call the C library, or the system by number where that has no function for it."""
    if name in _NUMBERS:
        number = ctypes.c_long(_NUMBERS[name][_ARM])
        result = _LIBC.syscall(number, *[ctypes.c_long(each) for each in arguments])
    else:
        result = getattr(_LIBC, name)(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), name)
    return int(result)


def look_into(victim: int, secret: str) -> None:
    data, far = ctypes.create_string_buffer(8), ctypes.addressof(SECRET)
    local = (ctypes.c_void_p * 2)(ctypes.addressof(data), 8)
    remote = (ctypes.c_void_p * 2)(far, 8)
    _LIBC.process_vm_readv.restype = ctypes.c_ssize_t
    call("process_vm_readv", victim, local, 1, remote, 1, 0)


SECRET = ctypes.create_string_buffer(8)


def a_socket(*kind: int) -> Callable[[int, str], None]:
    def attack(victim: int, secret: str) -> None:
        socket.socket(*kind).close()

    return attack


def abstract(victim: int, secret: str) -> None:
    with socket.socket(socket.AF_UNIX) as found:
        found.bind(f"\0handsight-{os.getpid()}")


def datagram_to_a_path(victim: int, secret: str) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with ours, theirs:
        pass


def system_five(make: str, *arguments: int) -> Callable[[int, str], None]:
    def attack(victim: int, secret: str) -> None:
        found = call(make, 0, *arguments)
        remove = {"shmget": ("shmctl", found, 0, None), "msgget": ("msgctl", found, 0, None)}
        call(*remove.get(make, ("semctl", found, 0, 0)))

    return attack


def queue(victim: int, secret: str) -> None:
    call("mq_open", f"/handsight-{os.getpid()}".encode(), os.O_CREAT | os.O_RDWR, 0o600, None)
    call("mq_unlink", f"/handsight-{os.getpid()}".encode())


def lock(kind: int) -> Callable[[int, str], None]:
    def attack(victim: int, secret: str) -> None:
        with HERE.open(encoding="utf-8") as file:
            fcntl.flock(file, kind)

    return attack


def record_lock(victim: int, secret: str) -> None:
    with HERE.open(encoding="utf-8") as file:
        fcntl.lockf(file, fcntl.LOCK_SH)


def lease(victim: int, secret: str) -> None:
    with HERE.open(encoding="utf-8") as file:
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)


def read_secret(victim: int, secret: str) -> None:
    Path(secret).read_bytes()


def read_secret_by_a_link(victim: int, secret: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder, "link")
        link.symlink_to(secret)
        link.read_bytes()


def write_secret(victim: int, secret: str) -> None:
    with Path(secret).open("ab"):
        pass


def truncate_project(victim: int, secret: str) -> None:
    os.truncate(HERE, HERE.stat().st_size)


ATTACKS: dict[str, Callable[[int, str], Any]] = {
    "prlimit": lambda victim, _: resource.prlimit(victim, resource.RLIMIT_NOFILE, (64, 64)),
    "setrlimit": lambda victim, _: call(
        "setrlimit", resource.RLIMIT_NOFILE, (ctypes.c_ulong * 2)(64, 64)
    ),
    "setpriority": lambda victim, _: os.setpriority(os.PRIO_PROCESS, victim, 19),
    "sched_setaffinity": lambda victim, _: os.sched_setaffinity(victim, os.sched_getaffinity(0)),
    "sched_setscheduler": lambda victim, _: os.sched_setscheduler(
        victim, os.SCHED_BATCH, os.sched_param(0)
    ),
    "ioprio_set": lambda victim, _: call("ioprio_set", 1, victim, 2 << 13 | 7),
    "signal": lambda victim, _: os.kill(victim, 0),
    "rt_sigqueueinfo": lambda victim, _: call("rt_sigqueueinfo", victim, 0, 0),
    "ptrace": lambda victim, _: call("ptrace", 16, victim, None, None),
    "process_vm_readv": look_into,
    "kcmp": lambda victim, _: call("kcmp", os.getpid(), victim, 1, 0, 0),
    "pidfd_open": lambda victim, _: os.close(call("pidfd_open", victim, 0)),
    "pidfd_getfd": lambda victim, _: call("pidfd_getfd", 0, 0, 0),
    "perf_event_open": lambda victim, _: call("perf_event_open", 0, victim, -1, -1, 0),
    "bpf": lambda victim, _: call("bpf", 0, 0, 0),
    "keyctl": lambda victim, _: call("keyctl", 0, -3, 1),
    "io_uring_setup": lambda victim, _: call("io_uring_setup", 1, ctypes.addressof(SECRET)),
    "userfaultfd": lambda victim, _: os.close(call("userfaultfd", 1)),
    "unshare": lambda victim, _: call("unshare", 0x10000000),
    "mount": lambda victim, _: call("mount", b"tmpfs", b"/mnt", b"tmpfs", 0, None),
    "personality": lambda victim, _: call("personality", 0x0040000),
    "shmget": system_five("shmget", 4096, 0o1600),
    "semget": system_five("semget", 1, 0o1600),
    "msgget": system_five("msgget", 0o1600),
    "mq_open": queue,
    "tcp": a_socket(socket.AF_INET, socket.SOCK_STREAM),
    "tcp6": a_socket(socket.AF_INET6, socket.SOCK_STREAM),
    "udp": a_socket(socket.AF_INET, socket.SOCK_DGRAM),
    "unix": a_socket(socket.AF_UNIX, socket.SOCK_STREAM),
    "abstract": abstract,
    "datagrams": datagram_to_a_path,
    "flock": lock(fcntl.LOCK_SH),
    "fcntl": record_lock,
    "lease": lease,
    "inotify": lambda victim, _: os.close(call("inotify_init")),
    "fanotify": lambda victim, _: os.close(call("fanotify_init", 0, 0)),
    "chown": lambda victim, _: os.chown(HERE, -1, os.getgid()),
    "truncate": truncate_project,
    "secret": read_secret,
    "link to secret": read_secret_by_a_link,
    "write secret": write_secret,
    "done with it": lambda victim, _: None,
}
"""Attacks by name, on a process and on a file; the last is none, and must be done."""
