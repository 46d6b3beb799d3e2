"""Modules that stand in for another platform's package while its bots are loaded."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any


def stand_in_modules(names: Mapping[str, Mapping[str, Any]], text: str) -> dict[str, ModuleType]:
    """Create modules, and return them by the names under which bots import them.

    Args:
        names: contents of each module, by its name; packages come before their submodules.
        text: docstring of every module.

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
            module.__path__ = []  # a module with a path is a package, and can hold submodules
    return modules


@contextmanager
def standing_in(package: str, modules: Mapping[str, ModuleType]) -> Iterator[None]:
    """Make imports of a package find stand-in modules within the ``with`` block.

    Names that were imported from the stand-ins remain usable afterwards.

    Args:
        package: name of the package; its real modules are hidden within the block.
        modules: {name: stand-in}, as `stand_in_modules` returns them.
    """
    hidden = {name: sys.modules.pop(name) for name in _loaded(package)}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in _loaded(package):
            del sys.modules[name]
        sys.modules.update(hidden)


def stand_ins_of(package: str, text: str) -> dict[str, ModuleType]:
    """Return the stand-ins for a package that imports find now, or nothing if there are none.

    Args:
        package: name of the package.
        text: docstring of the stand-ins.
    """
    if getattr(sys.modules.get(package), "__doc__", None) != text:
        return {}
    return {name: sys.modules[name] for name in _loaded(package)}


@contextmanager
def present(modules: Mapping[str, ModuleType]) -> Iterator[None]:
    """Make imports find stand-ins within the ``with`` block, as `standing_in` does, but faster.

    Other modules of the package are not hidden.

    Args:
        modules: {name: stand-in}; if it is empty, nothing is done.
    """
    hidden = {name: sys.modules[name] for name in modules if name in sys.modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in modules:
            sys.modules.pop(name, None)
        sys.modules.update(hidden)


def _loaded(package: str) -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == package]
