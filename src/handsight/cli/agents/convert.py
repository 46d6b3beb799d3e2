"""The implementation of `handsight convert-store`."""

from __future__ import annotations

from pathlib import Path

import click

from handsight.cli.progress import progress_bar
from handsight.runtime.database import application_of


def convert_file(old: Path, new: Path) -> None:
    """Convert a store of an older version to the current one, which is written to a new file."""
    from handsight.opponents.stats.conversion import convert_players
    from handsight.opponents.stats.store import KIND

    with progress_bar(f"converting {old.name}") as progress:
        if application_of(old) == KIND.application:
            convert_players(old, new, progress)
        else:
            from handsight.arena.storage.conversion import convert_store

            convert_store(old, new, progress)
    click.echo(f"written to {new}", err=True)
