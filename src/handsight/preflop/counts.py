"""Deals won, shared and lost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WinTieLose:
    """How often one hand wins, ties and loses against another, over all deals.

    Attributes:
        win: deals that it wins.
        tie: deals that both share.
        lose: deals that it loses.

    Example:
        >>> WinTieLose(win=2, tie=1, lose=1).equity
        0.625
    """

    win: int
    tie: int
    lose: int

    @property
    def total(self) -> int:
        """All deals."""
        return self.win + self.tie + self.lose

    @property
    def equity(self) -> float:
        """Share of the pot, in 0..1: wins and half of the ties."""
        return (2 * self.win + self.tie) / (2 * self.total)
