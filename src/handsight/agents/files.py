"""Loading an agent from a file that the user names. Such a file is code, and loading runs it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from handsight.errors import OptionError


def load_class(file: Path, name: str) -> Callable[..., Any]:
    """Run a file and get a class, or a function that makes agents, from it.

    The file may import its neighbours: its folder is searched for modules first.

    Raises:
        OptionError: if the file cannot be run, or has no such name.
    """
    path = file.resolve()
    label = f"handsight_bot_{path.stem}"
    spec = spec_from_file_location(label, path)
    if spec is None or spec.loader is None:
        raise OptionError(f"{str(file)!r} is no Python file")
    module = module_from_spec(spec)
    sys.path.insert(0, str(path.parent))
    sys.modules[label] = module  # so that its classes can be pickled, and its dataclasses made
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OptionError(f"{str(file)!r} fails: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.parent))
    maker = getattr(module, name, None)
    if not callable(maker):
        classes = [key for key, value in vars(module).items() if isinstance(value, type)]
        listed = f"; its classes are {', '.join(classes)}" if classes else ""
        raise OptionError(f"{str(file)!r} has no class {name!r}{listed}")
    return maker  # type: ignore[no-any-return]
