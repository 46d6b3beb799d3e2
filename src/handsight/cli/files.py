"""The parameter types of files, and the protection of files that a command would overwrite."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click

from handsight.errors import OptionError


class FilePath(click.Path):
    """A parameter type for paths; it refuses empty text, which `Path` takes for a folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Convert the text to a path."""
        if not str(value):
            self.fail("it is empty; name a file", param, ctx)
        if "\0" in os.fsdecode(value):
            self.fail("a file's name has no character 0", param, ctx)
        return Path(os.fsdecode(super().convert(value, param, ctx)))


FILE = FilePath(path_type=Path)
"""The parameter type of options and arguments that name a file."""


# --- files that are written -----------------------------------------------------------------------

_FORCED = "handsight.force"
_BEGINNING = 4096
"""The number of bytes from which the kind of a text is recognised."""


class FileKind(NamedTuple):
    """A kind of file that commands write.

    Attributes:
        words: the kind in words, with an article.
        matches: callable that checks whether an existing file is of this kind, so that replacing it
            loses nothing that another program wrote.
        is_text: whether a device or a pipe can take the place of the file.
    """

    words: str
    matches: Callable[[Path], bool]
    is_text: bool = True


def _begins(pattern: str) -> Callable[[Path], bool]:
    """Return a check of whether a text begins with a pattern, apart from white space."""

    def check(path: Path) -> bool:
        with path.open("rb") as file:
            beginning = file.read(_BEGINNING)
        text = beginning.decode("utf-8-sig", "replace")
        found = re.match(rf"\s*(?:{pattern})", text, re.IGNORECASE | re.MULTILINE)
        return b"\0" not in beginning and found is not None

    return check


def _holds(*kinds: str) -> Callable[[Path], bool]:
    """Return a check of whether a file is an archive of one of these kinds, in any version."""

    def check(path: Path) -> bool:
        from handsight.runtime.archives import archive_kind

        return archive_kind(path) in kinds

    return check


KINDS = {
    "blueprint": FileKind(
        "a blueprint", _holds("handsight blueprint", "handsight table blueprint"), is_text=False
    ),
    "policy": FileKind("a policy", _holds("handsight policy"), is_text=False),
    "solution": FileKind("a solution", _holds("handsight solution"), is_text=False),
    "hands": FileKind("a file of hands in PHHS", _begins(r"\[\d+\]\s")),
    "log": FileKind("a log of the ACPC", _begins(r"STATE:\d")),
    "faults": FileKind("a list of hands that cannot be read", _begins(r".+:\d+: \S")),
    "svg": FileKind("a picture in SVG", _begins(r"(?:<\?xml[^>]*>\s*)?<svg\b")),
    "html": FileKind("an HTML page", _begins(r"<!doctype html|<html\b")),
    "json": FileKind("a JSON document", _begins(r"""\{\s*["}]|\[\s*["{\]]""")),
    "csv": FileKind("a CSV table", _begins(r"\w[^,\n]*(?:,[^\s,][^,\n]*)+$")),
    "markdown": FileKind("a page in Markdown", _begins(r"(?s:.)*?^\|")),
}
"""The kinds of files that commands write, by name."""


class WrittenFile(FilePath):
    """A parameter type for a file to write; it refuses an existing file of another kind.

    With ``--force``, which `force_option` adds to the command, it refuses no file.

    Args:
        kind: a key of `KINDS`.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(path_type=Path)
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Convert the text to a path.

        Raises:
            OptionError: if the path names a file of another kind.
        """
        path = super().convert(value, param, ctx)
        option = param.opts[0] if isinstance(param, click.Option) else "FILE"
        require_same_kind(option, path, self.kind)
        return path


def require_same_kind(option: str, path: Path, kind: str) -> None:
    """Check that writing a file replaces nothing of another kind, unless ``--force`` is given.

    Empty files are not protected. Texts can be written to devices and pipes, archives cannot. A
    file that cannot be read is refused later, when it cannot be written.

    Args:
        option: option that names the file, with its hyphens.
        path: path of the file, which need not exist.
        kind: a key of `KINDS`.

    Raises:
        OptionError: if there is a file of another kind.
    """
    words, matches, is_text = KINDS[kind]
    context = click.get_current_context(silent=True)
    forced = context is not None and context.meta.get(_FORCED)
    try:
        is_device = path.exists() and not path.is_file() and not path.is_dir()
        is_other = path.is_file() and path.stat().st_size > 0 and not matches(path)
    except (OSError, ValueError):
        return
    if is_device and not is_text:
        raise OptionError(f"{option} cannot write {words} to {os.fspath(path)!r}; name a file")
    if is_other and not forced:
        raise OptionError(
            f"{option} would overwrite {os.fspath(path)!r}, which is not {words}; name another "
            "file, or add --force"
        )


def _force(context: click.Context, _: click.Parameter, given: bool) -> None:
    context.meta[_FORCED] = given


force_option = click.option(
    "--force",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_force,
    help="Overwrite an existing FILE even if it is of another kind. Default: refuse.",
)
"""A decorator that adds the option to commands that write a `WrittenFile`."""
