"""The report of `handsight warmup`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WarmStep:
    """The commands of one subject, run one after the other.

    Attributes:
        name: name of the subject.
        seconds: duration of all its commands together, in seconds.
        compiled: number of kernels that they compiled.
    """

    name: str
    seconds: float
    compiled: int


@dataclass(frozen=True, slots=True)
class WarmupReport:
    """The steps of a warm-up.

    Attributes:
        steps: the steps, in the order in which they ran.
        seconds: duration of all steps together, in seconds.
        compiled: number of kernels that all steps compiled.
    """

    steps: tuple[WarmStep, ...]
    seconds: float
    compiled: int
