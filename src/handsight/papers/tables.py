"""The last step of all generators of tables: write the table and report its digest."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from handsight.ranges.shipped import shipped_path
from handsight.runtime.files import write_whole

Command = Callable[..., Any]


def out_option(command: Command) -> Command:
    """Add the option for the output path to a generator's command."""
    return click.option(
        "--out",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Where to write, if not into the package.",
    )(command)


def save_table(data: str | bytes, name: str, digest: str, home: str, out: Path | None) -> None:
    """Write a table, and report where; also report if the digest in the table's reader must change.

    Args:
        data: content of the table.
        name: file name of the table in the package.
        digest: SHA-256 that the table's reader expects.
        home: name of the module that reads the table.
        out: file to write; None for the file in the package.
    """
    path = out or shipped_path(name)
    content = data.encode() if isinstance(data, str) else data
    write_whole(path, content)
    click.echo(f"Wrote {path}")
    actual = sha256(content).hexdigest()
    if actual != digest:
        click.echo(f"Its SHA-256 is new; the digest in {home} must be {actual}")
