"""A cache of compiled kernels that detects damaged files.

Numba caches machine code without a checksum and runs whatever is in the file. In this cache, each
file begins with a digest of the file's name and content, and the content is not unpickled before
the digest has been checked. A damaged file is deleted, one line on standard error reports this, and
the kernel is compiled again. Kernels are loaded from a read-only cache folder too. If the folder
cannot be used at all, each process compiles its kernels again, which only takes time.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    UserProvidedCacheLocator,
)
from numba.core.environment import Environment, _rebuild_env, lookup_environment
from numba.core.runtime import rtsys

_DIGEST = hashlib.sha256().digest_size
_MADE_BY = f"{numba.__version__} {llvmlite.__version__} {np.__version__}\n".encode()
"""The versions that each file states after its digest.

Files that state other versions are ignored, not deleted.
"""


class _Folder(UserProvidedCacheLocator):  # type: ignore[misc]
    """A locator of the cache folder `numba.config.CACHE_DIR`, whether or not it is writable."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Folder:
        return cls(py_func, py_file)  # numba itself rejects a folder that is read-only


class _Form(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Folder,)


class _Files(IndexDataCacheFile):  # type: ignore[misc]
    """An index file and the files of machine code that the index lists, each with a digest."""

    def load(self, key: Any) -> Any:
        """Return the machine code that is cached for these argument types, or None.

        Each file states its argument types, because two processes that compile at the same time can
        choose the same file name for different argument types.

        Args:
            key: the argument types, the processor, and a hash of the function's code.
        """
        name = self._load_index().get(key)
        kept = None if name is None else self._read(self._data_path(name))
        return kept[1] if kept is not None and kept[0] == key else None

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (key, data))

    def discard(self, key: Any) -> None:
        """Delete the file for these argument types, because its code cannot be loaded."""
        name = self._load_index().get(key)
        if name is not None:
            _throw_away(self._data_path(name))

    def _load_index(self) -> dict[Any, str]:
        stamp, names = self._read(self._index_path) or (None, {})
        return names if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._source_stamp, overloads))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    def _write(self, path: str, content: Any) -> None:
        with self._open_for_write(path) as file:
            file.write(sealed(Path(path).name, _MADE_BY + self._dump(content)))

    def _read(self, path: str) -> Any:
        """Return the unpickled content of a file, or None if it is missing or cannot be used."""
        try:
            held = Path(path).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            _say(f"the compiled kernel {path} cannot be read: {_said(error)}; it is compiled again")
            return None
        content = held[_DIGEST:]
        if sealed(Path(path).name, content) != held:
            return _throw_away(path)
        if not content.startswith(_MADE_BY):
            return None
        try:
            return _Reader(io.BytesIO(content[len(_MADE_BY) :])).load()
        except MemoryError:
            raise
        except Exception:  # raised if a library has changed that `_MADE_BY` does not name
            return _throw_away(path)


class _Reader(pickle.Unpickler):
    """An unpickler of cached machine code that does not import what only the compiler needs."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        return _environment if found is _rebuild_env else found


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """Return the environment of a compiled function: the Python objects that its code refers to.

    Numba imports the function's module because code in object mode looks up global names there. But
    no function of numba that was compiled into a kernel runs in object mode. So it would be
    pointless to import numba's module for arrays, which takes as long as loading two kernels.

    Args:
        module: the name of the module that defines the function.
        constants: the objects that the code refers to.
        name: the name of the environment.
    """
    if lookup_environment(name) or module in sys.modules or not module.startswith("numba."):
        return _rebuild_env(module, constants, name)
    made = Environment({"__name__": module})
    made.consts[:] = constants
    made.env_name = name
    Environment._memo[name] = made
    return made


class KernelCache(FunctionCache):  # type: ignore[misc]
    """A cache for the machine code of one kernel, in `numba.config.CACHE_DIR`."""

    _impl_class = _Form

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = _Files(
            locator.get_cache_path(), self._impl.filename_base, locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for these argument types, or None if it cannot be loaded.

        The function is then compiled again. It cannot be loaded if it is not cached, or if its file
        cannot be used, in which case the file is deleted.

        Numba's own method first loads the support for everything that numba can compile, which
        takes a quarter of a second, half of it for SciPy. Cached code needs only the symbols of
        numba's runtime. If the function is not cached, the compiler loads the rest.
        """
        try:
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)
        except MemoryError:
            raise
        except Exception:  # numba can raise anything here
            self._cache_file.discard(self._index_key(sig, target_context.codegen()))
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Cache a compiled function; if the folder is not writable, report this once instead."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_not_kept(str(self.cache_path), _said(error))


def sealed(name: str, content: bytes) -> bytes:
    """Return the bytes of a cache file: a digest of its name and content, followed by the content.

    Example:
        >>> sealed("a.nbc", b"code")[32:], sealed("a.nbc", b"code") == sealed("b.nbc", b"code")
        (b'code', False)
    """
    return hashlib.sha256(name.encode() + b"\0" + content).digest() + content


def _throw_away(path: str) -> None:
    _say(f"the compiled kernel {path} is damaged; it is thrown away and compiled again")
    try:
        Path(path).unlink(missing_ok=True)
    except OSError:  # the file does no harm: the next process finds it damaged again
        return


@cache
def _say_not_kept(folder: str, reason: str) -> None:
    """Report, only once for each folder and reason, that kernels cannot be cached in the folder."""
    _say(
        f"compiled kernels cannot be kept in {folder}: {reason}; each process compiles them again. "
        "HANDSIGHT_CACHE_DIR may name another folder"
    )


def _said(error: OSError) -> str:
    return error.strerror or str(error)


def _say(sentence: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"handsight: {sentence}\n")
