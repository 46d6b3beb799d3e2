"""Fills in what a package index shows: the README with links that work there, and the addresses.

The repository has no address of its own yet. Where a release has one, the environment variable
``HANDSIGHT_REPOSITORY`` names it, like ``https://example.org/poker/handsight``: links to files
become absolute, and the index lists the addresses. Without it, links to files become plain text,
so that none is broken.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)#]+)(#[^)]*)?\)")
"""A link to a file: its text, the file, and the place in it."""


class AddressHook(MetadataHookInterface):
    """Sets the long description and the addresses."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what depends on the address."""
        address = os.environ.get("HANDSIGHT_REPOSITORY", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, address),
        }
        if address:
            metadata["urls"] = addresses(address)


def with_absolute_links(text: str, address: str) -> str:
    """Make links to files absolute; without an address, leave their text alone."""

    def absolute(match: re.Match[str]) -> str:
        name, file, place = match[1], match[2], match[3] or ""
        return f"[{name}]({address}/blob/main/{file}{place})" if address else name

    return LINK.sub(absolute, text)


def addresses(address: str) -> dict[str, str]:
    """Give the addresses that an index lists, by name."""
    return {
        "Repository": address,
        "Documentation": f"{address}/blob/main/docs/index.md",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }
