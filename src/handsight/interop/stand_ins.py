"""Modules that replace a package of another platform while its bots are loaded."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any


def stand_in_modules(names: Mapping[str, Mapping[str, Any]], text: str) -> dict[str, ModuleType]:
    """Create modules with the names under which bots import them.

    Args:
        names: contents of each module, by name; packages come before their submodules.
        text: docstring of each module.

    Example:
        >>> made = stand_in_modules({"there": {}, "there.cards": {"SUITS": "cdhs"}}, "A stand-in.")
        >>> made["there"].cards.SUITS
        'cdhs'
    """
    modules: dict[str, ModuleType] = {}
    for name, contents in names.items():
        module = modules[name] = ModuleType(name, text)
        vars(module).update(contents)
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(modules[parent], child, module)
        if any(other.startswith(f"{name}.") for other in names):
            module.__path__ = []  # a module with a path is a package, and may hold others
    return modules


@contextmanager
def standing_in(package: str, modules: Mapping[str, ModuleType]) -> Iterator[None]:
    """Make imports of a package return these modules within the ``with`` block.

    Whatever was imported from them remains usable.

    Args:
        package: package whose real modules are hidden meanwhile.
    """
    hidden = {name: sys.modules.pop(name) for name in _loaded(package)}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in _loaded(package):
            del sys.modules[name]
        sys.modules.update(hidden)


def _loaded(package: str) -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == package]
