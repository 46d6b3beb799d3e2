"""What Sphinx does beyond its own extensions when it builds the documentation."""

import re
from pathlib import Path

import pytest

from tests.repo.extensions import FOLDER, extension

NAMES = extension("name_lists")
PAGES = FOLDER.parent / "reference" / "python"
PAGE = """# handsight.cards

Text.

```{eval-rst}
.. automodule:: handsight.cards

.. autoclass:: Card
   :members:

.. autofunction:: parse_cards

.. autodata:: handsight.cards.CardsLike
```

```{eval-rst}
.. autoclass:: Deck
```
"""


def test_a_section_begins_with_its_names_and_their_first_sentences() -> None:
    page = NAMES.with_lists(PAGE)
    rows = re.findall(r"^   \* - :py:obj:`~([\w.]+)`\n     - ?(.*)$", page, re.MULTILINE)
    assert [name for name, _ in rows] == [
        "handsight.cards.Card",
        "handsight.cards.parse_cards",
        "handsight.cards.CardsLike",
    ]
    sentences = [sentence for _, sentence in rows]
    assert all(sentence.endswith(".") for sentence in sentences[:2])
    assert sentences[2] == ""
    assert page.index("automodule") < page.index("list-table") < page.index("autoclass:: Card")


def test_all_else_of_a_page_stays_and_a_short_section_has_no_list() -> None:
    page = NAMES.with_lists(PAGE)
    added = set(page.splitlines()) - set(PAGE.splitlines())
    assert all(line.startswith((".. list-table", "   ")) for line in added)
    assert page.count("list-table") == 1
    assert page.endswith("```{eval-rst}\n.. autoclass:: Deck\n```\n")


def test_every_function_and_class_of_the_reference_has_a_sentence() -> None:
    without = []
    for path in sorted(PAGES.glob("*.md")):
        for _, name in re.findall(
            r"^   \* - (:py:obj:`~([\w.]+)`)\n     - ?$",
            NAMES.with_lists(path.read_text("utf-8")),
            re.MULTILINE,
        ):
            last = name.rpartition(".")[2]
            if not (last.isupper() or last in {"AgentSource", "CardsLike", "SmallPolicy"}):
                without.append(name)
    assert without == []


SITE = {
    "conf.py": 'extensions = ["sphinx.ext.autodoc"]\nhtml_theme = "furo"\n',
    "index.rst": "Top\n===\n\n.. toctree::\n\n   one\n   two\n",
    "one.rst": "One\n===\n\nPart\n----\n\n.. py:class:: Thing\n\n   .. py:method:: act\n\n"
    "More\n----\n\n.. toctree::\n\n   deep\n",
    "two.rst": "Two\n===\n\n.. toctree::\n   :hidden:\n\n   other\n",
    "deep.rst": "Deep\n====\n\n.. py:function:: call\n",
    "other.rst": "Other\n=====\n\nA\n-\n\nB\n-\n",
}


@pytest.mark.exhaustive
def test_the_quick_sidebar_is_the_theme_s_own(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="sphinx is not installed (extra: docs)")
    pytest.importorskip("furo", reason="furo is not installed (extra: docs)")
    from sphinx.cmd.build import main

    for name, content in SITE.items():
        (tmp_path / name).write_text(content, "utf-8")
    built = {}
    for kind in ("slow", "quick"):
        if kind == "quick":
            settings = f"import sys\nsys.path.insert(0, {str(FOLDER)!r})\n{SITE['conf.py']}"
            settings += 'extensions.append("quick_sidebar")\n'
            (tmp_path / "conf.py").write_text(settings, "utf-8")
        out = tmp_path / f"_{kind}"
        assert main(["-q", "-E", "-b", "html", str(tmp_path), str(out)]) == 0
        built[kind] = {path.name: path.read_text("utf-8") for path in out.glob("*.html")}
    assert len(built["slow"]) >= len(SITE) - 1
    assert (
        "Deep" in re.findall(r'class="sidebar-tree".*?</div>', built["slow"]["two.html"], re.S)[0]
    )
    assert built["quick"] == built["slow"]
