"""Every example in a docstring runs, and every exported function and class has one."""

import doctest
import importlib
import inspect
import linecache
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


SLOW = {
    "handsight.arena.variance.aivat_replay",
    "handsight.arena.response.exploitation",
    "handsight.papers.b351_claims",
    "handsight.papers.odds_methods",
    "handsight.papers.printed_counts",
    "handsight.solver.flops",
    "handsight.testing.evaluators",
}
"""Modules whose examples take half a second or more; they are run on demand."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.exhaustive] if name in SLOW else [])
        for name in module_names()
    ],
)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    # To run a docstring that shows nothing takes as long as to run a short example.
    found = [each for each in doctest.DocTestFinder().find(module, name) if each.examples]
    failed = sum(runner.run(each).failed for each in found)
    linecache.clearcache()  # each run looks at every file in it
    assert failed == 0, f"{failed} failed; see the output"


def test_every_exported_function_and_class_shows_an_example() -> None:
    exported = {name: getattr(handsight, name) for name in handsight.__all__}
    expected = [name for name, each in exported.items() if needs_example(each)]
    assert [name for name in expected if ">>>" not in (exported[name].__doc__ or "")] == []
