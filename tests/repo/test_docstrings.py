"""Every example in a docstring runs, and every exported function and class has one."""

import doctest
import importlib
import inspect
from pathlib import Path

import pytest

import handsight

SOURCE = Path(handsight.__file__).parent


def module_names() -> list[str]:
    parts = [path.relative_to(SOURCE.parent).with_suffix("") for path in SOURCE.rglob("*.py")]
    names = {".".join(part.parts).removesuffix(".__init__") for part in parts}
    return sorted(names - {"handsight.__main__"})


def needs_example(exported: object) -> bool:
    """Errors are shown by those who raise them; type aliases and constants have no docstring."""
    if inspect.isclass(exported):
        return not issubclass(exported, BaseException)
    return inspect.isroutine(exported)


@pytest.mark.parametrize("name", module_names())
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = importlib.import_module(name)
    outcome = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert outcome.failed == 0, f"{outcome.failed} of {outcome.attempted} failed; see the output"


def test_every_exported_function_and_class_shows_an_example() -> None:
    exported = {name: getattr(handsight, name) for name in handsight.__all__}
    expected = [name for name, each in exported.items() if needs_example(each)]
    assert [name for name in expected if ">>>" not in (exported[name].__doc__ or "")] == []
