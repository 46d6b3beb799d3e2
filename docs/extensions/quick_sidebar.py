"""Builds the sidebar from the titles of pages alone, which takes a fraction of the time.

The theme asks for the whole tree of pages once for each page. Sphinx then copies all entries of all
tables of contents, one for each name of the reference among them, only to drop all but the titles.
Here they are dropped once, before the first page is written. The contents of a page itself, on its
right, keep all entries.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes


def pruned(contents: Any) -> Any:
    """Return a copy of a table of contents without entries that lead to no other page."""
    copy = contents.deepcopy()
    for title in copy.children:
        for entries in list(title.findall(nodes.bullet_list)):
            for entry in list(entries.children):
                if not any(True for _ in entry.findall(addnodes.toctree)):
                    entries.remove(entry)
    return copy


def quicken(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Replace the function that templates call for the tree of pages."""
    slow, env = context["toctree"], app.env
    if not hasattr(app, "titles_alone"):
        app.titles_alone = {name: pruned(contents) for name, contents in env.tocs.items()}

    def toctree(**options: Any) -> str:
        whole, env.tocs = env.tocs, app.titles_alone
        try:
            return str(slow(**options))
        finally:
            env.tocs = whole

    context["toctree"] = toctree


def setup(app: Any) -> dict[str, Any]:
    """Connect the extension to Sphinx, before the theme."""
    app.connect("html-page-context", quicken, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
