"""Make the table that `pocket_equity` reads: ``python -m handsight.papers.pocket_equities``.

All 169 classes are counted to the last deal, which takes about half a minute.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import click

from handsight.odds import current_hand_odds
from handsight.preflop.classes import CLASSES
from handsight.preflop.equities import DIGEST, TABLE


def line_of(name: str) -> str:
    """Count one class and write its line of the table.

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
    """Write the table of some classes, one line each.

    Example:
        >>> print(table_of(["AA"]), end="")
        {
        "AA": [1781508418, 11402312, 304661670]
        }
    """
    return "{\n" + ",\n".join(map(line_of, names)) + "\n}\n"


def write_whole(path: Path, text: str) -> None:
    """Write a text file so that nobody ever sees half of it; its lines end as in ``text``.

    Args:
        path: where; what stands there is replaced.
        text: the whole of it.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        beside.write_text(text, "utf-8", newline="\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def shipped_table() -> Path:
    """Give the file that the package ships."""
    return Path(str(files("handsight.preflop").joinpath(TABLE)))


def _cards_of(name: str) -> str:
    """Give two cards of a class."""
    return f"{name[0]}h{name[1]}{'h' if name.endswith('s') else 'd'}"


@click.command()
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write, if not into the package.",
)
def main(out: Path | None) -> None:
    """Count the equity of the 169 classes of hole cards and write the table."""
    path = out or shipped_table()
    with click.progressbar(CLASSES, label="Counting 169 classes") as names:
        text = table_of(names)
    write_whole(path, text)
    digest = sha256(text.encode()).hexdigest()
    click.echo(f"Wrote {path}")
    if digest != DIGEST:
        click.echo(f"Its SHA-256 is new; DIGEST of handsight.preflop.equities must be {digest}")


if __name__ == "__main__":
    main()
