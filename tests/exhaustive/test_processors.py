"""Another processor gives the same bytes: an arena's export, sampled odds, shares, and buckets.

The extension has the code of all kernels for each level of processors, and numpy and the library
below it for products of matrices choose code for a processor when they start. All three are told
here to take this machine for an older one. What they then compute must be the same, or an arena's
result, which its seed is to bring back anywhere, would hang on where it was played.
"""

import os
from functools import cache
from typing import NamedTuple

import numba
import pytest

from handsight.kernels.ahead import SWITCH, built
from tests import fresh

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled"),
]
NOT_BUILT = "not all kernels are compiled ahead: make kernels ARGS=--all"


class Processor(NamedTuple):
    """What tells our kernels, the library for matrices, and numpy to take this machine for another.

    Attributes:
        level: whose kernels run, of those that are compiled ahead.
        name: numba's name of such a processor.
        features: numba's list of features; without it numba would add those of this machine.
    """

    level: str
    name: str
    features: str
    core: str
    without: str

    @property
    def modes(self) -> dict[str, str]:
        libraries = {"OPENBLAS_CORETYPE": self.core, "NPY_DISABLE_CPU_FEATURES": self.without}
        return {SWITCH: self.level} | libraries

    @property
    def compiling(self) -> dict[str, str]:
        return {"NUMBA_CPU_NAME": self.name, "NUMBA_CPU_FEATURES": self.features}


# Of numpy's names for what processors can, the later versions know the first of each line.
BEYOND_HASWELL = "X86_V4 AVX512_ICL AVX512_SPR AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL"
BEYOND_GENERIC = f"X86_V3 AVX2 FMA3 {BEYOND_HASWELL}"
PROCESSORS = [
    Processor("v3", "haswell", "-avx512f", "Haswell", BEYOND_HASWELL),
    Processor("v2", "generic", "", "Prescott", BEYOND_GENERIC),
]

ARENA = """
import sys, tempfile
from pathlib import Path
from handsight.arena import ArenaSpec, export, run_arena
for agents in (("loki", "ehs"), ("loki", "blog-range"), ("simulator:trials=64", "ehs")):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arena.db"
        run_arena(ArenaSpec(agents=agents, pairs=60, seed=11), path)
        print(export(path))
"""

ODDS = """
from handsight.odds import current_hand_odds, effective_hand_strength, equity
sample = {"method": "monte_carlo", "trials": 200_000, "seed": 5}
print(repr(equity(["AhKh", "QQ+", "22+,A2s+"], "2c7d9h", **sample)))
print(repr(equity(["AhKh", "random", "random"], **sample)))
print(repr(current_hand_odds("AdQc", "3h4cJh", 5, seed=5)))
print(repr(effective_hand_strength("AdQc", "3h4cJh", samples=20, seed=5)))
"""

SHARES = """
import numpy as np
from handsight.agents.models.combo_equity import combo_equity_of
from handsight.cards import CardSet
from handsight.odds import board_strengths, class_odds
weights = np.arange(1326) % 17 / 16
for board in ((), (0, 5, 10), (0, 5, 10, 15), (0, 5, 10, 15, 20)):
    print([each.hex() for each in combo_equity_of(CardSet("AhKh"), board).against(weights)])
print(board_strengths("3h4cJh", "sklansky:1-4").equity.tobytes().hex())
print(class_odds("AhKh", "Qh7h2c"))
"""

BUCKETS = """
from handsight.blueprint.clustering import buckets_on, cluster, sample_hands
from handsight.ranges.suits import board_classes
for size, boards, hands in ((3, 4, 300), (4, 40, 30)):
    centres = cluster(sample_hands(size, boards, hands, seed=5), 40, seed=5).centres
    table = buckets_on(board_classes(size).firsts[::500], size, centres)
    print(centres.tobytes().hex(), table.tobytes().hex())
"""

TOLD = """
import numba
from numba.core.registry import cpu_target
print(cpu_target.target_context.codegen().magic_tuple()[1:])
"""


@cache
def printed(script: str, **modes: str) -> str:
    result = fresh.run(script, **modes)
    assert result.returncode == 0, result.stderr
    return result.stdout


each_processor = pytest.mark.parametrize("processor", PROCESSORS, ids=lambda each: each.name)


@pytest.mark.skipif(not built() or "v2" not in built().LEVELS.split(), reason=NOT_BUILT)
@each_processor
@pytest.mark.parametrize(
    "script", [ARENA, ODDS, SHARES, BUCKETS], ids=["arena", "odds", "shares", "buckets"]
)
def test_another_processor_gives_the_same_bytes(script: str, processor: Processor) -> None:
    assert printed(script, **processor.modes) == printed(script)


@each_processor
def test_kernels_of_another_processor_are_kept_apart(processor: Processor) -> None:
    told = printed(TOLD, **processor.compiling)
    assert f"'{processor.name}'" in told
    assert "+avx512" not in told
    assert os.environ.get("NUMBA_CPU_NAME") or printed(TOLD) != told
