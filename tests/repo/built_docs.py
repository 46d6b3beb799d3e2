"""Checks the documentation after it is built: ``python -m tests.repo.built_docs docs/_build/html``.

Sphinx warns of links between sources. This looks at the pages themselves: every link and picture
leads to a file and to a place in it, the search knows the names of the reference, and no page is
huge.
"""

import json
import re
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

LINK = re.compile(r'\b(?:href|src)="([^"]+)"')
PLACE = re.compile(r'\bid="([^"]+)"')
OUTSIDE = ("http:", "https:", "mailto:", "data:", "javascript:")
LARGEST = 600_000
"""Of a page, in bytes."""

SOUGHT = ("push_fold", "equity", "Range", "handsight.solver.push_fold")
"""Some of what people look for."""


def broken_links(folder: Path) -> list[str]:
    """List the links that lead nowhere, with their pages."""
    texts = {path: path.read_text("utf-8") for path in sorted(folder.rglob("*.html"))}
    places = {
        path: {unescape(place) for place in PLACE.findall(text)} for path, text in texts.items()
    }
    broken = []
    for page, text in texts.items():
        for link in {unescape(each) for each in LINK.findall(text)}:
            if link.startswith(OUTSIDE) or link == "#":
                continue
            file, _, place = unquote(link.partition("?")[0]).partition("#")
            target = (page.parent / file).resolve() if file else page
            if not target.is_file() or (place and target in places and place not in places[target]):
                broken.append(f"{page.relative_to(folder)}: {link}")
    return broken


def names_sought(folder: Path) -> set[str]:
    """Return the full names that the search finds."""
    text = (folder / "searchindex.js").read_text("utf-8")
    index = json.loads(text.partition("(")[2].rpartition(")")[0])
    return {f"{prefix}.{name[-1]}" for prefix, names in index["objects"].items() for name in names}


def faults_of(folder: Path) -> list[str]:
    """List what is wrong with the built documentation."""
    faults = broken_links(folder)
    names = names_sought(folder)
    lasts = {name.rpartition(".")[2] for name in names}
    faults += [f"the search does not find {name}" for name in SOUGHT if name not in names | lasts]
    for path in folder.rglob("*.html"):
        if path.stat().st_size > LARGEST and path.name != "genindex.html":
            faults.append(f"{path.relative_to(folder)} has {path.stat().st_size:,} bytes")
    return faults


if __name__ == "__main__":
    found = faults_of(Path(sys.argv[1]))
    print(
        "\n".join(found)
        or "Every link and picture leads somewhere, and the search finds all names."
    )
    sys.exit(bool(found))
