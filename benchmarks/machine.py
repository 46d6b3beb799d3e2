"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import llvmlite.binding as llvm


def describe_machine() -> dict[str, str]:
    """Describe the machine, without its name.

    Returns:
        Texts by what they tell: processor, cores, system, Python and load.
    """
    return {
        "processor": _processor(),
        "compiled for": f"{llvm.get_host_cpu_name()} ({_vectors()})",
        "cores": f"{os.cpu_count()}, of which one is used, but for jobs of two threads",
        "system": f"{_system()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "load before": _load(),
    }


def _processor() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _vectors() -> str:
    """Name the widest vectors that the compiler may use."""
    features = llvm.get_host_cpu_features()
    for feature, name in (("avx512bw", "AVX-512"), ("avx2", "AVX2"), ("neon", "NEON")):
        if features.get(feature):
            return name
    return "no wide vectors"


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (AttributeError, KeyError, OSError):
        return f"{platform.system()} {platform.release()}"


def _load() -> str:
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return f"{os.getloadavg()[0]:.2f} in the last minute"
