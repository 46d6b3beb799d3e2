"""Compiles kernels into wheels, and fills in the text and the addresses for a package index.

A wheel contains the extension that ``build_kernels`` makes, if it can be made here. A wheel without
it, and an editable installation, need numba to compile kernels at run time.

A package index shows the README, with links that work there, and the project's addresses.

The repository has no address of its own yet. Where a release has one, environment variables name
it:

``HANDSIGHT_REPOSITORY``
    Address of the repository, like ``https://example.org/poker/handsight``. Links to files and
    images become absolute, and the index lists the addresses. Without it, links to files become
    plain text and images are left out, so that nothing is broken.
``HANDSIGHT_DOCUMENTATION``
    Address of the documentation, like ``https://handsight.example.org/en/latest``. Links to pages
    of the documentation then lead there instead of to the repository.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)#]+)(#[^)]*)?\)")
"""A link to a file or an image: a mark of an image, its text, the file, and the place in it."""


class AddressHook(MetadataHookInterface):
    """Sets the long description and the addresses."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what depends on the addresses."""
        address = os.environ.get("HANDSIGHT_REPOSITORY", "").rstrip("/")
        documentation = os.environ.get("HANDSIGHT_DOCUMENTATION", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, address, documentation),
        }
        if address:
            metadata["urls"] = addresses(address, documentation)


class KernelsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the extension with compiled kernels to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the extension, or say why not and make the wheel require numba."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        from build_kernels.levels import levels
        from build_kernels.linking import extension_name
        from build_kernels.making import CannotBuild, build
        from build_kernels.wanted import COMPILER

        if version == "editable":
            build_data["dependencies"].append(COMPILER)
            return
        self._folder = TemporaryDirectory(prefix="handsight-wheel-")
        file = Path(self._folder.name, extension_name())
        try:
            build(file, levels())
        except CannotBuild as reason:
            self.app.display_warning(
                f"The wheel has no compiled kernels: {reason}. It requires numba, which compiles "
                "them when they are needed."
            )
            build_data["dependencies"].append(COMPILER)
            return
        build_data["force_include"][str(file)] = f"handsight/kernels/{file.name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def with_absolute_links(text: str, address: str, documentation: str = "") -> str:
    """Make links to files and images absolute.

    Without an address, leave only the text of a link, and nothing of an image.

    Args:
        text: Markdown, with paths relative to the repository.
        address: address of the repository; empty if it has none.
        documentation: address of the built documentation; empty if it has none.
    """

    def absolute(match: re.Match[str]) -> str:
        image, name, file, place = match[1], match[2], match[3], match[4] or ""
        page = re.fullmatch(r"docs/(.+)\.md", file)
        if image:
            return f"![{name}]({address}/raw/main/{file})" if address else ""
        if page and documentation:
            return f"[{name}]({documentation}/{page[1]}.html{place})"
        return f"[{name}]({address}/blob/main/{file}{place})" if address else name

    return LINK.sub(absolute, text)


def addresses(address: str, documentation: str = "") -> dict[str, str]:
    """Return the addresses that an index lists, by name."""
    return {
        "Repository": address,
        "Documentation": documentation or f"{address}/blob/main/docs/index.md",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }
