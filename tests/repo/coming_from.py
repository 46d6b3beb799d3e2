"""The pages for users of other packages: their tables, and the names that the tables use."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "coming-from"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(
    r"\| (?P<want>[^|]+) \| (?:`(?P<theirs>[^`]+)`)? \| `(?P<ours>[^`]+)` \| `(?P<gives>[^`]+)` \|"
)


@dataclass(frozen=True)
class Row:
    """What somebody wants, the other package's call (empty if it has none), ours, its result."""

    want: str
    theirs: str
    ours: str
    gives: str


@dataclass(frozen=True)
class Page:
    """A page: what each side has to run first, and the rows of its table."""

    theirs: str
    ours: str
    rows: list[Row]

    def of_theirs(self) -> dict[str, Any]:
        """Run what the other package's calls need; return the names."""
        names: dict[str, Any] = {}
        exec(self.theirs, names)
        return names

    def of_ours(self) -> dict[str, Any]:
        """Run what our calls need; return the names."""
        names: dict[str, Any] = {}
        exec(self.ours, names)
        return names


def page_of(name: str) -> Page:
    """Read a page."""
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    theirs, ours = BLOCK.findall(text)
    lines = [line for line in text.splitlines() if line.startswith("| ")][1:]
    rows = [ROW.fullmatch(line) for line in lines]
    if None in rows:
        raise ValueError(f"{name}: a row is not read: {lines[rows.index(None)]}")
    return Page(
        theirs,
        ours,
        [Row(**{k: v or "" for k, v in row.groupdict().items()}) for row in rows if row],
    )


def names() -> list[str]:
    """List the packages that have a page."""
    return sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "index")
