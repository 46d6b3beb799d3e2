"""The formats in which a command can print a report or write it to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import click

from handsight.cli.files import force_option, require_same_kind
from handsight.cli.options import JsonOption
from handsight.errors import OptionError
from handsight.runtime.files import replacing_file

FORMS = {
    "svg": "a picture",
    "html": "a page",
    "csv": "a CSV table",
    "markdown": "a page in Markdown",
    "json": "one JSON object",
}
"""The formats of reports, with their names in help."""

STDOUT = "-"
"""The target, in place of a file, that prints the report."""


def form_options(
    *names: str, reports: tuple[str, ...] = ()
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options that choose the format of a report, and ``--force``.

    The command receives ``forms``: for each format, the file to write, ``-`` to print the report,
    or None to omit it.

    Args:
        names: the formats, in the reverse of the order in which help lists them.
        reports: the types of which the report can be, for JSON; see `JsonOption`.
    """

    def adding(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gathering(*args: Any, **values: Any) -> Any:
            forms = {form: values.pop(form) for form in reversed(names)}
            for form, target in forms.items():
                if target == "":
                    raise OptionError(f"--{form} is empty; name a file, or leave it out to print")
                if target not in (None, STDOUT):
                    require_same_kind(f"--{form}", Path(target), form)
            require_one_on_stdout(forms)
            return command(*args, forms=forms, **values)

        gathering = force_option(gathering)
        for form in names:
            json: dict[str, Any] = {"cls": JsonOption, "reports": reports} if form == "json" else {}
            gathering = click.option(
                f"--{form}",
                **json,
                is_flag=False,
                flag_value=STDOUT,
                metavar="[FILE]",
                help=f"Print {FORMS[form]}; with FILE, write it to FILE instead.",
            )(gathering)
        return gathering

    return adding


def require_one_on_stdout(forms: Mapping[str, str | None]) -> None:
    """Raise an OptionError if more than one format is to be printed.

    Args:
        forms: for each format, the file to write, ``-`` to print the report, or None.
    """
    printed = [f"--{form}" for form, target in forms.items() if target == STDOUT]
    if len(printed) > 1:
        raise OptionError(f"{' and '.join(printed)} both print; name files for all but one of them")


def write_form(text: str | Iterable[str], target: str) -> None:
    """Print a report, or write it to a file and name the file on standard error.

    Args:
        text: the report, or pieces of a long one, of which only one is in memory at a time.
        target: the file; ``-`` to print the report.

    Raises:
        OptionError: if the file cannot be written.
    """
    pieces = [text] if isinstance(text, str) else text
    if target == STDOUT:
        for piece in pieces:
            click.echo(piece, nl=False)
        return
    try:
        with (
            replacing_file(target) as beside,
            beside.open("w", encoding="utf-8", newline="") as file,
        ):
            file.writelines(pieces)
    except OSError as error:
        raise OptionError(f"{target!r} cannot be written: {error.strerror}") from None
    click.echo(f"written to {target}", err=True)
