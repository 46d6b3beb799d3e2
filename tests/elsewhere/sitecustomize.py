"""Takes from handsight, in a Python that finds this file, what only POSIX systems offer.

The standard library and other people's packages keep everything, because on each system they have
code of their own. What cannot be taken away stays: paths, line ends of the system, and processes.
"""

import builtins
import sys
from types import ModuleType
from typing import Any


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MODULES = words("fcntl grp pty pwd readline resource syslog termios tty")
"""Modules that Windows does not have."""
NAMES = {
    "os": words(
        "fork forkpty killpg waitid setsid getsid getpgid setpgid getuid geteuid "
        "getgid getegid getgroups sched_getaffinity sched_setaffinity sched_yield sysconf "
        "confstr getloadavg register_at_fork chown chroot fchmod fchown lchown mkfifo mknod "
        "nice statvfs uname pread pwrite posix_fallocate posix_spawn getpriority "
        "setpriority openpty ttyname memfd_create sendfile WNOHANG WEXITED WNOWAIT P_ALL "
        "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC"
    ),
    "signal": words(
        "SIGKILL SIGHUP SIGALRM SIGUSR1 SIGUSR2 SIGCHLD SIGPIPE SIGSTOP SIGCONT SIGTSTP "
        "alarm setitimer getitimer pause pthread_kill pthread_sigmask siginterrupt "
        "sigpending sigwait sigwaitinfo sigtimedwait SIG_BLOCK SIG_UNBLOCK SIG_SETMASK"
    ),
    "select": words("poll epoll devpoll kqueue POLLIN POLLOUT"),
    "socket": words(
        "AF_UNIX SO_REUSEPORT SO_PASSCRED SO_PEERCRED SCM_RIGHTS SCM_CREDENTIALS CMSG_SPACE "
        "CMSG_LEN send_fds recv_fds MSG_DONTWAIT MSG_NOSIGNAL"
    ),
    "time": words("clock_gettime clock_settime CLOCK_MONOTONIC tzset"),
}
"""Names of modules that Windows does not have."""

real_import = builtins.__import__


class Reduced(ModuleType):
    """A module without some of its names."""

    def __init__(self, whole: ModuleType, hidden: frozenset[str]) -> None:
        super().__init__(whole.__name__)
        self._whole, self._hidden = whole, hidden

    def __getattr__(self, name: str) -> Any:
        if name in self._hidden:
            raise AttributeError(f"module {self.__name__!r} has no {name!r} on this system")
        return getattr(self._whole, name)


def reduced_import(
    name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
) -> ModuleType:
    """Import a module, and give handsight only what other systems have too."""
    importer = str((globals or {}).get("__name__", ""))
    if importer.partition(".")[0] != "handsight":
        return real_import(name, globals, locals, fromlist, level)
    if name in MODULES:
        raise ImportError(f"this system has no {name}", name=name)
    found = real_import(name, globals, locals, fromlist, level)
    if name not in NAMES:
        return found
    missing = [each for each in fromlist or () if each in NAMES[name]]
    if missing:
        raise ImportError(f"cannot import name {missing[0]!r} from {name!r}", name=name)
    return Reduced(sys.modules[name], NAMES[name])


if __name__ == "sitecustomize":  # found by Python as it starts, rather than read by a test
    builtins.__import__ = reduced_import
