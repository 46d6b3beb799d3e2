"""Build the table that `pocket_equity` reads: ``python -m handsight.papers.pocket_equities``.

All 169 classes are counted exactly, which takes about half a minute.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from handsight.odds import current_hand_odds
from handsight.papers.tables import out_option, save_table
from handsight.ranges.class_equities import EQUITY_DIGEST, EQUITY_TABLE
from handsight.ranges.combos import CLASSES_BY_RANK


def line_of(name: str) -> str:
    """Count a class's wins, ties and losses against a random hand, and return them as a line.

    Args:
        name: one of the 169 classes.

    Returns:
        ``"class": [win, tie, lose]``.

    Example:
        >>> line_of("AA")
        '"AA": [1781508418, 11402312, 304661670]'
    """
    odds = current_hand_odds(_cards_of(name), method="exact")
    return f'"{name}": [{odds.win}, {odds.ties[1]}, {odds.lose}]'


def table_of(names: Iterable[str]) -> str:
    """Return the table of some classes as JSON, with a line for each class.

    Example:
        >>> print(table_of(["AA"]), end="")
        {
        "AA": [1781508418, 11402312, 304661670]
        }
    """
    return "{\n" + ",\n".join(map(line_of, names)) + "\n}\n"


def _cards_of(name: str) -> str:
    """Return the cards of one combo of a class, as text."""
    return f"{name[0]}h{name[1]}{'h' if name.endswith('s') else 'd'}"


@click.command()
@out_option
def main(out: Path | None) -> None:
    """Count the equity of the 169 classes of hole cards and write the table."""
    with click.progressbar(CLASSES_BY_RANK, label="Counting 169 classes") as names:
        text = table_of(names)
    save_table(text, EQUITY_TABLE, EQUITY_DIGEST, "handsight.ranges.class_equities", out)


if __name__ == "__main__":
    main()
