"""The cores of this machine, and a description of it for benchmarks, without its name."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from pathlib import Path

CONTROL_GROUP = Path("/sys/fs/cgroup")
"""The folder with the limits of this process's control group, on Linux."""


def cores() -> int:
    """Return the number of processor cores that this process can use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def free_memory() -> int:
    """Return the memory in bytes that processes can still use without swapping.

    The limit of this process's control group counts too, if there is one.
    """
    import psutil

    free = int(psutil.virtual_memory().available)
    try:
        most = int((CONTROL_GROUP / "memory.max").read_text("ascii"))
        used = int((CONTROL_GROUP / "memory.current").read_text("ascii"))
        stats = dict(
            line.split() for line in (CONTROL_GROUP / "memory.stat").read_text("ascii").splitlines()
        )
    except (OSError, ValueError):  # no control group, or no limit: its text is "max"
        return free
    # Files that were read lately are counted, but make room at once.
    return max(0, min(free, most - used + int(stats.get("inactive_file", 0))))


def describe_machine() -> dict[str, str]:
    """Describe this machine as {property, such as ``"processor"``: value as a string}."""
    return {
        "processor": _processor(),
        "compiled for": _target(),
        "cores": str(cores()),
        "system": f"{_system()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": _libraries(),
        "load before": _load(),
    }


def _processor() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _target() -> str:
    """Return the kind of processor for which the kernels of this process are compiled."""
    built = sys.modules.get("handsight.kernels.built")
    if built is not None:
        return f"{built.LEVELS.split()[built.level()]}, with the package"
    try:
        from llvmlite import binding
    except ImportError:
        return "unknown"
    return str(binding.get_host_cpu_name())


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return f"{platform.system()} {platform.release()}"


def _libraries() -> str:
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in ("numpy", "numba"):
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    return ", ".join(found)


def _load() -> str:
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return f"{os.getloadavg()[0]:.2f} in the last minute"
