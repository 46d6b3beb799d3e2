"""The sidebar of the documentation: every page stands in it, and no list in it is long."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
TREE = re.compile(r"^```\{toctree\}\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
MOST = 12


def entries_of(page: Path) -> list[Path]:
    """List the pages that a page has below it."""
    trees = TREE.findall(page.read_text("utf-8"))
    lines = [line for tree in trees for line in tree.splitlines() if line and line[0] != ":"]
    return [(page.parent / f"{line}.md").resolve() for line in lines]


def pages() -> list[Path]:
    return [page for page in sorted(DOCS.rglob("*.md")) if "_build" not in page.parts]


def test_no_list_of_pages_is_long() -> None:
    assert {str(page): n for page in pages() if (n := len(entries_of(page))) > MOST} == {}


def test_every_page_stands_below_the_index_once() -> None:
    listed = [entry for page in pages() for entry in entries_of(page)]
    assert sorted(listed) == sorted(page for page in pages() if page != DOCS / "index.md")


def test_the_index_starts_from_what_people_want_and_has_pictures() -> None:
    index = (DOCS / "index.md").read_text("utf-8")
    assert "## I want to ..." in index
    targets = re.findall(r"\]\(([\w/-]+\.(?:md|svg))", index)
    assert sum(target.endswith(".svg") for target in targets) >= 3
    assert [target for target in targets if not (DOCS / target).is_file()] == []
