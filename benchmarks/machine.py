"""Describe the machine on which the figures were measured."""

from __future__ import annotations

import os
import re

import llvmlite.binding as llvm
import numba

from handsight.runtime import machine

LARGER_BYTES = """
define <32 x i8> @larger(<32 x i8> %one, <32 x i8> %other) {
  %is_larger = icmp ugt <32 x i8> %one, %other
  %kept = select <32 x i1> %is_larger, <32 x i8> %one, <32 x i8> zeroinitializer
  ret <32 x i8> %kept
}
"""
"""A step of our kernels that reveals the vector units: AVX-512 compares into mask registers."""

UNITS = ((r"%k\d", "AVX-512"), (r"vpcmp\w+\s+%ymm", "AVX2"), (r"\.16b", "NEON"))


def describe_machine() -> dict[str, str]:
    """Describe the machine, without its name.

    Returns:
        Descriptions by name: processor, cores, system, Python and load. The libraries are not
        included, because a run lists all versions.
    """
    chosen = ", by NUMBA_CPU_NAME" if numba.config.CPU_NAME else ""
    described = machine.describe_machine() | {
        "compiled for": f"{_compiled_for()} ({vector_units()}){chosen}",
        "cores": f"{os.cpu_count()}, of which one is used, but for jobs of two threads",
    }
    del described["libraries"]
    return described


def machine_kind() -> str:
    """Return the kind of machine: its vector units and the model of its processor.

    Kernels compiled for another processor (``NUMBA_CPU_NAME``) form a separate kind.
    """
    processor = machine.describe_machine()["processor"]
    if numba.config.CPU_NAME:
        return f"{vector_units()}, compiled for {_compiled_for()} on {processor}"
    return f"{vector_units()}, {processor}"


def vector_units() -> str:
    """Return the widest byte vectors that kernels get, by how the compiler translates a step.

    Like Numba, it respects ``NUMBA_CPU_NAME`` and ``NUMBA_CPU_FEATURES``.
    """
    features = numba.config.CPU_FEATURES
    if features is None:
        features = llvm.get_host_cpu_features().flatten()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    compiler = target.create_target_machine(cpu=_compiled_for(), features=features, opt=2)
    assembly = compiler.emit_assembly(llvm.parse_assembly(LARGER_BYTES))
    return next((name for sign, name in UNITS if re.search(sign, assembly)), "no wide vectors")


def _compiled_for() -> str:
    return str(numba.config.CPU_NAME or llvm.get_host_cpu_name())
