"""A package that imports what it exports at its first use."""

import sys
from pathlib import Path

import pytest

from handsight.runtime.exports import lazy_exports


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make a package of two modules, of which it exports three names."""
    folder = tmp_path / "lazy_example"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from handsight.runtime.exports import lazy_exports\n"
        "__getattr__, __dir__ = lazy_exports(\n"
        "    __name__, {'hearts': ('ace', 'king'), 'spades': ('queen',)}\n"
        ")\n"
    )
    (folder / "hearts.py").write_text("ace, king = object(), object()\n")
    (folder / "spades.py").write_text("queen = object()\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.startswith("lazy_example")]:
        monkeypatch.delitem(sys.modules, name)
    return "lazy_example"


def test_a_module_is_imported_when_one_of_its_names_is_asked_for(package: str) -> None:
    imported = __import__(package)
    assert f"{package}.hearts" not in sys.modules
    ace = imported.ace
    assert ace is sys.modules[f"{package}.hearts"].ace
    assert f"{package}.spades" not in sys.modules


def test_a_name_is_looked_up_only_once(package: str) -> None:
    imported = __import__(package)
    assert "king" not in vars(imported)
    king = imported.king
    assert vars(imported)["king"] is king


def test_dir_lists_names_that_were_not_imported_yet(package: str) -> None:
    assert {"ace", "king", "queen", "__name__"} <= set(dir(__import__(package)))


def test_another_name_is_an_attribute_error_that_names_the_package(package: str) -> None:
    with pytest.raises(AttributeError, match="module 'lazy_example' has no attribute 'jack'"):
        __import__(package).jack  # noqa: B018


def test_a_name_that_a_module_would_displace_is_refused() -> None:
    with pytest.raises(ImportError, match="has a module 'equity'; import its namesake at once"):
        lazy_exports("handsight.odds", {"equity": ("equity",)})


def test_a_name_that_another_module_of_the_list_would_displace_is_refused() -> None:
    with pytest.raises(ImportError, match="has a module 'grid'"):
        lazy_exports("handsight.ranges", {"heatmap": ("grid",), "grid": ("class_means",)})
