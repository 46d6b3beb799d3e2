"""What the figures were measured on."""

from __future__ import annotations

import os

import llvmlite.binding as llvm

from handsight.runtime import machine


def describe_machine() -> dict[str, str]:
    """Describe the machine, without its name.

    Returns:
        Descriptions by name: processor, cores, system, Python and load. The libraries are not
        among them, for a run lists all versions.
    """
    described = machine.describe_machine() | {
        "compiled for": f"{llvm.get_host_cpu_name()} ({_vectors()})",
        "cores": f"{os.cpu_count()}, of which one is used, but for jobs of two threads",
    }
    del described["libraries"]
    return described


def _vectors() -> str:
    """Name the widest vectors that the compiler may use."""
    features = llvm.get_host_cpu_features()
    for feature, name in (("avx512bw", "AVX-512"), ("avx2", "AVX2"), ("neon", "NEON")):
        if features.get(feature):
            return name
    return "no wide vectors"
