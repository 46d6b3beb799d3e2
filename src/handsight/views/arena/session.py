"""The report of a session on another server."""

from __future__ import annotations

from dataclasses import dataclass

from handsight.runtime.statistics import FloatOrNull


@dataclass(frozen=True, slots=True)
class SessionReport:
    """The result of an agent on a server.

    Attributes:
        agent: name of the agent.
        server: address of the server.
        hands: number of finished hands.
        chips: chips won or lost in these hands.
        bb100: big blinds won per hundred hands.
        ci95: the 95% interval of `bb100`; its ends are infinite, and null in JSON, for fewer than
            two hands.
    """

    agent: str
    server: str
    hands: int
    chips: int
    bb100: float
    ci95: tuple[FloatOrNull, FloatOrNull]
