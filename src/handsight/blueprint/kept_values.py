"""Files of values that belong to a blueprint: beside its file, or in the user's cache folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from handsight.blueprint.blueprint import blueprint_of, blueprint_path
from handsight.errors import InputError
from handsight.runtime.tables import tables_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.blueprint.blueprint import Blueprint
    from handsight.runtime.archives import ArchiveReader


MOST_KEPT = 8
"""The maximum number of `Values` objects that are cached in memory."""


class Values(Protocol):
    """Values that can be written to a file."""

    def save(self, path: Path) -> None:
        """Write the values to a file."""


class HasStrategy(Protocol):
    """A strategy in one array."""

    @property
    def strategy(self) -> NDArray[np.uint8]:
        """The numbers of the strategy."""

    def __hash__(self) -> int:
        """Return a hash, as for a key of a cache."""


Kept = TypeVar("Kept", bound=Values)
Played = TypeVar("Played", bound=HasStrategy)


def strategy_digest(blueprint: HasStrategy) -> str:
    """Return the SHA-256 of a blueprint's strategy, as hexadecimal digits."""
    return hashlib.sha256(blueprint.strategy.tobytes()).hexdigest()


def require_same(archive: ArchiveReader, blueprint: HasStrategy) -> None:
    """Check that values belong to a blueprint.

    Args:
        archive: the archive with the values, whose header has the blueprint's digest.
        blueprint: the blueprint.

    Raises:
        InputError: if the values are those of another blueprint.
    """
    if archive.head["blueprint"] != strategy_digest(blueprint):
        raise InputError("its values are those of another blueprint; delete the file")


def path_beside(path: Path, kind: str) -> Path:
    """Return the path of the values of a kind that belong to the blueprint file at ``path``."""
    return path.with_name(f"{path.stem}.{kind}.npz")


def kept_values(
    kind: str,
    load: Callable[[Path, Blueprint], Kept],
    estimate: Callable[[Blueprint], Kept],
    stack: int,
    limit: bool,
    file: str,
) -> Kept:
    """Return values of a blueprint from the file beside it, or else from the cache folder.

    If neither file exists, the values are estimated and written to the cache folder. They are read
    again only if the blueprint's file has changed.

    Args:
        kind: the kind of values, which is part of the file's name.
        load: reads the values of a blueprint from a file.
        estimate: computes the values of a blueprint.
        stack, limit, file: the blueprint, as in `handsight.blueprint.blueprint.blueprint_of`.

    Raises:
        OptionError: if there is no such blueprint, if its file cannot be read, or if the stack is
            invalid.
        InputError: if a file is damaged, or holds the values of another blueprint.
        OSError: if a file of values cannot be read, or the estimate cannot be stored.
    """
    blueprint = blueprint_of(stack, limit, file)
    beside = path_beside(blueprint_path(stack, limit, file), kind)
    return values_beside(kind, load, estimate, blueprint, beside)


def values_beside(
    kind: str,
    load: Callable[[Path, Played], Kept],
    estimate: Callable[[Played], Kept],
    strategy: Played,
    beside: Path | None,
) -> Kept:
    """Return values of a strategy from a file, or else from the cache folder, as `kept_values`.

    Args:
        kind: the kind of values, which is part of the name of a file in the cache folder.
        load: reads the values of a strategy from a file.
        estimate: computes the values of a strategy.
        strategy: the strategy.
        beside: the file, which need not exist; None to look in the cache folder only.

    Raises:
        InputError: if a file is damaged, or holds the values of another strategy.
        OSError: if a file of values cannot be read, or the estimate cannot be stored.
    """
    values: Kept = _values(kind, load, estimate, strategy, beside)
    return values


@lru_cache(MOST_KEPT)
def _values(
    kind: str,
    load: Callable[[Path, Any], Kept],
    estimate: Callable[[Any], Kept],
    blueprint: Any,
    beside: Path | None,
) -> Kept:
    return found_or_estimated(kind, load, estimate, blueprint, beside)


def found_or_estimated(
    kind: str,
    load: Callable[[Path, Played], Kept],
    estimate: Callable[[Played], Kept],
    strategy: Played,
    beside: Path | None,
) -> Kept:
    """Return the same as `values_beside`, but without a cache in memory."""
    folder = tables_folder().parent / "blueprints"
    kept = folder / f"{strategy_digest(strategy)[:16]}.{kind}.npz"
    for path in (beside, kept):
        if path is not None and path.is_file():
            return load(path, strategy)
    folder.mkdir(parents=True, exist_ok=True)
    estimate(strategy).save(kept)
    return load(kept, strategy)
