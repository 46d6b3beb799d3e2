"""What the package root promises: names that exist, are documented, and cost nothing unused."""

import inspect
import json
import subprocess
import sys

import pytest

import handsight

HEAVY = {"msgspec", "numba", "numpy", "psutil", "rich"}


@pytest.mark.parametrize("name", handsight.__all__)
def test_an_exported_name_resolves(name: str) -> None:
    assert hasattr(handsight, name)


@pytest.mark.parametrize("name", handsight.__all__)
def test_an_exported_function_or_class_is_documented(name: str) -> None:
    exported = getattr(handsight, name)
    if inspect.isclass(exported) or callable(exported):
        text = exported.__doc__ or ""
        assert text.strip(), f"{name} has no docstring"
        assert not text.startswith(f"{name}("), f"{name} has only the docstring of a dataclass"


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
