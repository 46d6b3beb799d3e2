"""How results show themselves in notebooks: the package of views is asked for it, by name.

A result knows nothing of how it is shown. This is the one call upward: when a notebook asks for a
picture or a table, and not before, the views are loaded.
"""

from __future__ import annotations

from importlib import import_module

VIEWS = "handsight.views.notebooks"
"""The module whose ``html_of`` knows how each result is shown."""


class ShownInNotebooks:
    """Base of results that notebooks show as tables and pictures."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(import_module(VIEWS).html_of(self))
