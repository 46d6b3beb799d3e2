"""The system calls that a confined process may make; all other calls are refused.

The filter refuses calls that Landlock does not govern: those for times, modes and owners of files,
locks, notifications, sockets, shared memory and queues of System V and POSIX, and calls that read
another process or change its limits. The list names the allowed calls, so a new call of a later
system is refused until it is added to the list.

libseccomp builds the filter, because it knows the call numbers of each processor.
"""

from __future__ import annotations

import ctypes
import errno
import socket
import tempfile
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

_FILES = """
read write readv writev pread64 pwrite64 preadv pwritev open openat openat2 creat close close_range
dup dup2 dup3 lseek _llseek stat lstat fstat stat64 lstat64 fstat64 newfstatat fstatat64 statx
statfs fstatfs statfs64 fstatfs64 access faccessat faccessat2 readlink readlinkat getdents
getdents64 getcwd chdir fchdir mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 symlink
symlinkat ftruncate ftruncate64 fallocate fsync fdatasync sendfile sendfile64 copy_file_range
splice tee pipe pipe2 poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64
epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_wait epoll_pwait epoll_pwait2 eventfd
eventfd2 signalfd signalfd4 umask memfd_create
"""

_MEMORY = """
brk mmap mmap2 munmap mremap mprotect msync mlock mlock2 munlock mlockall munlockall pkey_alloc
pkey_free pkey_mprotect membarrier
"""

_PROCESSES = """
fork vfork execve execveat exit exit_group wait4 waitid waitpid getpid getppid gettid getpgid
getpgrp setpgid getsid setsid getuid getuid32 geteuid geteuid32 getgid getgid32 getegid getegid32
getresuid getresuid32 getresgid getresgid32 getgroups getgroups32 capget set_tid_address
set_robust_list rseq arch_prctl set_thread_area get_thread_area futex futex_time64 futex_wait
futex_wake futex_waitv futex_requeue sched_yield sched_getaffinity sched_getparam
sched_getscheduler sched_get_priority_max sched_get_priority_min getpriority getrlimit ugetrlimit
getrusage times sysinfo uname getcpu getrandom sigaltstack rt_sigaction rt_sigprocmask
rt_sigpending rt_sigsuspend rt_sigtimedwait rt_sigtimedwait_time64 rt_sigreturn sigreturn pause
restart_syscall
"""

_TIME = """
clock_gettime clock_gettime64 clock_getres clock_getres_time64 clock_nanosleep
clock_nanosleep_time64 nanosleep gettimeofday time alarm getitimer setitimer timer_create
timer_delete timer_settime timer_settime64 timer_gettime timer_gettime64 timer_getoverrun
timerfd_create timerfd_settime timerfd_settime64 timerfd_gettime timerfd_gettime64
"""

_CONNECTED = """
sendto recvfrom send recv sendmsg recvmsg sendmmsg recvmmsg recvmmsg_time64 shutdown getsockname
getpeername getsockopt setsockopt
"""
"""Calls on a pair of connected sockets within one process."""

_NETWORK = "connect bind listen accept accept4"
_SIGNALS = ("kill", "tkill", "tgkill")

ALLOWED = frozenset(f"{_FILES} {_MEMORY} {_PROCESSES} {_TIME} {_CONNECTED}".split())
"""Calls that are allowed with any arguments."""

ABSENT = ("clone3",)
"""Calls that fail as if the system lacked them, so that a C library replaces them with others."""

_NEW_NAMESPACES = 0x7E020080
_SOCKET_TYPE = 0xF
_NETLINK = 16


class Rule(NamedTuple):
    """A system call, and the values of its arguments with which it is allowed.

    Attributes:
        call: name of the call.
        values: the allowed values of arguments, by the index of the argument.
        mask: the bits of an argument that are compared with these values.
    """

    call: str
    values: dict[int, tuple[int, ...]]
    mask: int = 0xFFFFFFFF


RULES = (
    # Allows duplicates, flags, pipes and seals, but no locks, leases, notifications, owners or
    # hints.
    Rule("fcntl", {1: (0, 1, 2, 3, 4, 1030, 1031, 1032, 1033, 1034)}),
    Rule("fcntl64", {1: (0, 1, 2, 3, 4, 1030, 1031, 1032, 1033, 1034)}),
    # Allows queries of terminals, their sizes and the readable bytes, and settings for blocking and
    # inheritance.
    Rule("ioctl", {1: (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)}),
    # Does not allow merging equal pages between processes, or dropping shared pages.
    Rule("madvise", {2: (*range(5), *range(8, 12), *range(14, 20), 22, 23, 24, 25)}),
    # Allows naming threads and memory, and queries.
    Rule("prctl", {0: (2, 3, 4, 15, 16, 21, 23, 30, 39, 41, 42, 0x53564D41)}),
    Rule("personality", {0: (0xFFFFFFFF,)}),
    # A process can read its own limits, but cannot set them.
    Rule("prlimit64", {0: (0,), 2: (0,)}, mask=0xFFFFFFFFFFFFFFFF),
    Rule("clone", {0: (0,)}, mask=_NEW_NAMESPACES),
)
"""Calls that are allowed only with some arguments."""


def program(network: bool = False, signals_to: int | None = None) -> bytes | None:
    """Build the system call filter in the form that the system accepts.

    Args:
        network: whether the process may create internet sockets.
        signals_to: id of the only process to which signals may be sent; None for all processes
            within reach.

    Returns:
        The BPF program; None if libseccomp is missing.
    """
    try:
        import pyseccomp
    except (ImportError, RuntimeError, OSError):
        return None
    filtering = pyseccomp.SyscallFilter(defaction=pyseccomp.ERRNO(errno.EPERM))
    filtering.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    _add(filtering, ABSENT, pyseccomp.ERRNO(errno.ENOSYS))
    _add(filtering, ALLOWED, pyseccomp.ALLOW)
    for rule in (*RULES, *_sockets(network)):
        _add_rule(filtering, rule)
    if signals_to is None:
        _add(filtering, _SIGNALS, pyseccomp.ALLOW)
    else:
        for call in _SIGNALS:
            _add_rule(filtering, Rule(call, {0: (signals_to,)}))
    if network:
        _add(filtering, _NETWORK.split(), pyseccomp.ALLOW)
    with tempfile.TemporaryFile() as file:
        filtering.export_bpf(file)
        file.seek(0)
        return file.read()


def _sockets(network: bool) -> Iterator[Rule]:
    # The sockets of a stream pair stay connected to each other; the sockets of a datagram pair
    # could send to other sockets.
    yield Rule("socketpair", {0: (socket.AF_UNIX,), 1: (socket.SOCK_STREAM,)}, mask=_SOCKET_TYPE)
    if network:
        yield Rule("socket", {0: (socket.AF_INET, socket.AF_INET6, _NETLINK)})


def _add(filtering: Any, calls: Any, action: int) -> None:
    for call in sorted(calls):
        _try_rule(filtering, action, call)


def _add_rule(filtering: Any, rule: Rule) -> None:
    import pyseccomp

    for chosen in product(*rule.values.values()):
        compared = [
            pyseccomp.Arg(place, pyseccomp.MASKED_EQ, rule.mask, value)
            for place, value in zip(rule.values, chosen, strict=True)
        ]
        _try_rule(filtering, pyseccomp.ALLOW, rule.call, *compared)


def _try_rule(filtering: Any, action: int, call: str, *compared: Any) -> None:
    try:
        filtering.add_rule(action, call, *compared)
    except OSError as error:
        if error.errno != errno.EINVAL:  # EINVAL: this libseccomp does not know the call
            raise


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_SET_MODE_FILTER, _ALL_THREADS, _NO_SLOWDOWN = 1, 1, 4


def install(libc: Any, code: bytes) -> bool:
    """Apply a filter permanently to this process and all processes that it starts.

    Args:
        libc: the C library, from `ctypes`.
        code: the filter, from `program`. The process must have set PR_SET_NO_NEW_PRIVS before.

    Returns:
        Whether the system has applied the filter.
    """
    import pyseccomp

    filtered = _Program(len(code) // 8, code)
    number = pyseccomp.resolve_syscall(pyseccomp.system_arch(), "seccomp")
    # Without `_NO_SLOWDOWN`, some systems slow down every process that runs under a filter.
    flags = _ALL_THREADS | _NO_SLOWDOWN
    call = (ctypes.c_long(number), _SET_MODE_FILTER, flags, ctypes.byref(filtered))
    if libc.syscall(*call) == 0:
        return True
    return bool(libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(filtered), 0, 0) == 0)
