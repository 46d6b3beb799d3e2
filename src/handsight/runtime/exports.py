"""Packages that import what they export at its first use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_exports(
    package: str, homes: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the ``__getattr__`` and ``__dir__`` of a package, as PEP 562 describes them.

    A name that is also the name of a module of the package must be imported at once instead: when
    the module is loaded, it takes that place in the package.

    Args:
        package: its ``__name__``.
        homes: the names that each of its modules exports, by the module's last name.

    Example:
        >>> find, names = lazy_exports("handsight.runtime", {"integers": ("is_whole",)})
        >>> find("is_whole")(7, range(9)), "is_whole" in names()
        (True, True)
    """
    home_of = {name: home for home, names in homes.items() for name in names}
    clashing = home_of.keys() & homes.keys()
    if clashing:
        raise ImportError(f"{package} has a module {clashing.pop()!r}; import its namesake at once")

    def find(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted(home_of.keys() | vars(sys.modules[package]).keys())

    return find, names
