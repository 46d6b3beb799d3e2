"""What the package root promises: names that exist, are documented, and cost nothing unused."""

import inspect
import json
import subprocess
import sys

import pytest

import handsight

HEAVY = {"msgspec", "numba", "numpy", "psutil", "rich"}


def test_every_exported_name_resolves() -> None:
    assert [name for name in handsight.__all__ if not hasattr(handsight, name)] == []


def test_every_exported_function_and_class_is_documented() -> None:
    exported = {name: getattr(handsight, name) for name in handsight.__all__}
    texts = {
        name: (each.__doc__ or "").strip()
        for name, each in exported.items()
        if inspect.isclass(each) or callable(each)
    }
    assert [name for name, text in texts.items() if not text] == [], "no docstring"
    alone = [name for name, text in texts.items() if text.startswith(f"{name}(")]
    assert alone == [], "only the docstring of a dataclass"


def test_exported_names_are_sorted_and_stand_once() -> None:
    assert list(handsight.__all__) == sorted(set(handsight.__all__))


def test_no_exported_name_is_private() -> None:
    private = [name for name in handsight.__all__ if name.startswith("_")]
    assert set(private) <= {"__version__"}


def test_dir_lists_the_exported_names() -> None:
    assert set(handsight.__all__) <= set(dir(handsight))


def test_a_name_that_is_not_exported_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="royal_flash"):
        handsight.royal_flash  # noqa: B018


@pytest.mark.parametrize("module", ["handsight", "handsight.cli.main"])
def test_importing_loads_nothing_heavy(module: str) -> None:
    assert HEAVY & loaded_after(f"import {module}") == set()


def test_listing_the_names_loads_nothing_heavy() -> None:
    assert HEAVY & loaded_after("import handsight; dir(handsight)") == set()


def loaded_after(statement: str) -> set[str]:
    code = f"{statement}; import json, sys; print(json.dumps(sorted(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return set(json.loads(result.stdout))
