"""Begins each section of the Python reference with a list of its names and what they are.

A section documents its names one after the other, with ``autoclass`` and ``autofunction``. Before
them, this extension puts a table of the same names with the first sentence of each docstring, so
that nobody has to write or update it.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any

FOLDER = "reference/python/"
BLOCK = re.compile(r"^```\{eval-rst\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"^\.\. (auto\w+|currentmodule):: ([\w.]+)$", re.MULTILINE)
PACKAGE = re.compile(r"\.\. (?:automodule|currentmodule):: [\w.]+\n\n")
SENTENCE_END = re.compile(r"(?<=\.)\s(?=[A-Z`])")
FEWEST = 3
"""A section with fewer names has no list."""

HEAD = ".. list-table::\n   :widths: 35 65\n   :class: names\n\n"


def names_of(block: str) -> list[str]:
    """Return the full names that a block of reStructuredText documents, in their order."""
    package, found = "", []
    for kind, name in NAMED.findall(block):
        if kind in ("automodule", "currentmodule"):
            package = name
        else:
            found.append(name if name.startswith("handsight.") else f"{package}.{name}")
    return found


def sentence_of(name: str) -> str:
    """Return the first sentence of a name's docstring; empty if it is data, which has none."""
    module, _, last = name.rpartition(".")
    found = getattr(import_module(module), last)
    if not callable(found) or found.__doc__ == type(found).__doc__:
        return ""
    paragraph = (inspect.getdoc(found) or "").partition("\n\n")[0]
    return SENTENCE_END.split(" ".join(paragraph.split()))[0]


def with_lists(page: str) -> str:
    """Return a page of the reference with a list of names before each block that has several.

    Args:
        page: Markdown, with blocks of reStructuredText.
    """

    def with_list(match: re.Match[str]) -> str:
        names = names_of(match[1])
        if len(names) < FEWEST:
            return match[0]
        rows = [f"   * - :py:obj:`~{name}`\n     - {sentence_of(name)}\n" for name in names]
        package = PACKAGE.match(match[1])
        end = package.end() if package else 0
        return f"```{{eval-rst}}\n{match[1][:end]}{HEAD}{''.join(rows)}\n{match[1][end:]}```"

    return BLOCK.sub(with_list, page)


def add_lists(app: Any, page: str, source: list[str]) -> None:
    """Change the text of a page when Sphinx has read it."""
    if page.startswith(FOLDER):
        source[0] = with_lists(source[0])


def setup(app: Any) -> dict[str, Any]:
    """Connect the extension to Sphinx."""
    app.connect("source-read", add_lists)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
