"""What an option or an argument takes that names a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click


class FilePath(click.Path):
    """A path; nothing is no path, though `Path` takes it for the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Give the path."""
        if not str(value):
            self.fail("it is empty; name a file", param, ctx)
        return Path(os.fsdecode(super().convert(value, param, ctx)))


FILE = FilePath(path_type=Path)
