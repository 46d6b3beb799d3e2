"""Rows formatted for a terminal and for a page, and what is listed below the figures of any run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10

Rows = Sequence[Sequence[str]]
"""The first row names the columns."""


def figure(value: float | None) -> str:
    """Write a number with three significant digits.

    Example:
        >>> figure(0.09613), figure(1234.5), figure(17.0)
        ('0.0961', '1,234', '17.0')
    """
    if value is None:
        return ""
    before_point = floor(log10(value)) + 1 if value > 0 else 1
    return f"{value:,.{max(0, 3 - before_point)}f}"


def columns(rows: Rows) -> str:
    """Format rows in columns of equal width.

    Example:
        >>> print(columns([("job", "figure"), ("equity", "3.21")]))
        job     figure
        equity  3.21
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def grid(rows: Rows) -> str:
    """Format rows as a Markdown table.

    Example:
        >>> print(grid([("job", "figure"), ("equity", "3.21")]))
        | job | figure |
        | --- | --- |
        | equity | 3.21 |
    """
    head, *rest = rows
    ruled = [head, ["---"] * len(head), *rest]
    return "\n".join("| " + " | ".join(row) + " |" for row in ruled)


def facts(machine: Mapping[str, str], versions: Mapping[str, str], command: str) -> list[str]:
    """List the machine, the libraries and the command of a run.

    Example:
        >>> facts({"cores": "2"}, {"numpy": "2.4.6"}, "python -m benchmarks")
        ['cores: 2', 'versions: numpy 2.4.6', 'command: `python -m benchmarks`']
    """
    libraries = ", ".join(f"{name} {version}" for name, version in versions.items())
    entries = [*machine.items(), ("versions", libraries), ("command", f"`{command}`")]
    return [f"{name}: {text}" for name, text in entries]
