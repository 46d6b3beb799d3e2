"""Zip archives of numpy arrays, with a JSON header and a checksum for each array.

Nothing is unpickled. No memory is allocated for an array before its header has been read and shows
the type and shape that the caller expects.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from lzma import LZMAError
from pathlib import Path
from tokenize import TokenError
from typing import IO, TYPE_CHECKING, Any

from handsight.errors import HandsightError, InputError
from handsight.runtime.files import replacing_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HEAD = "head.json"
MOST_HEAD = 1_000_000
"""The maximum size of an archive's JSON header in bytes."""

MOST_NPY_HEAD = 1 << 16
"""The number of bytes for numpy's header that is added to an array's size when the array's member
of the archive is created."""

_LOCAL_HEAD, _BEFORE_NAME = 30, 26
"""The offsets of a member's name, and of the length of that name, in the member's header (APPNOTE,
4.3.7)."""


def write_archive(
    path: Path | str,
    kind: str,
    version: int,
    head: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
    *,
    packed: bool = False,
) -> None:
    """Write arrays to an archive; an existing file is replaced once the new one is complete.

    Args:
        path: path of the archive.
        kind: what the archive contains, like ``"handsight solution"``.
        version: the version of the archive's format.
        head: further entries of the header; JSON must be able to represent them.
        arrays: {array name: array}.
        packed: whether to compress the arrays as much as possible, which is slow. By default,
            nothing is compressed.

    Raises:
        OSError: if the file cannot be written.
    """
    import numpy as np

    digests = {name: _digest(array) for name, array in arrays.items()}
    text = json.dumps({"format": kind, "version": version, **head, "sha256": digests})
    method = zipfile.ZIP_LZMA if packed else zipfile.ZIP_STORED
    with replacing_file(path) as beside, zipfile.ZipFile(beside, "w", method) as archive:
        archive.writestr(_member(HEAD, method), text)
        for name, array in arrays.items():
            member = _member(f"{name}.npy", method, array.nbytes + MOST_NPY_HEAD)
            with archive.open(member, "w") as file:
                np.lib.format.write_array(file, np.ascontiguousarray(array), (1, 0), False)


def _member(name: str, method: int, size: int = 0) -> zipfile.ZipInfo:
    """Return an archive member's entry with a fixed time, so that equal arrays give equal files."""
    member = zipfile.ZipInfo(name)
    member.compress_type, member.file_size = method, size
    return member


class ArchiveReader:
    """An archive that is open for reading; `open_archive` yields it.

    Attributes:
        head: the archive's header, including the further entries passed to `write_archive`.
    """

    def __init__(
        self, archive: zipfile.ZipFile, kind: str, version: int, older: tuple[int, ...] = ()
    ) -> None:
        self._archive = archive
        if HEAD not in archive.namelist():
            raise InputError(f"it has no {HEAD}; it is not a {kind} file, or has an older version")
        if archive.getinfo(HEAD).file_size > MOST_HEAD:
            raise InputError(f"its head has more than {MOST_HEAD:,} bytes")
        head = json.loads(archive.read(HEAD))
        if not isinstance(head, dict) or head.get("format") != kind:
            raise InputError(f"it is not a {kind} file")
        if head["version"] not in (version, *older):
            raise InputError(
                f"it has version {head['version']}, but this handsight reads version {version}"
            )
        self.head: dict[str, Any] = head

    def array(self, name: str, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
        """Read an array.

        Args:
            name: the array's name.
            dtype: the type that the array must have, like ``"<f4"``.
            shape: the shape that the array must have.

        Raises:
            InputError: if the type or shape differs, the array is cut short or too long, or its
                checksum is wrong.
            KeyError: if the archive has no such array; `open_archive` converts this error.
        """
        import numpy as np

        with self._archive.open(f"{name}.npy") as file:
            kind, size = _npy_head(file, name, dtype, shape)
            data = file.read(size)
            if len(data) != size or file.read(1):
                raise InputError(f"{name} is cut short or too long")
        array = np.frombuffer(data, kind).reshape(shape)
        if _digest(array) != self.head["sha256"][name]:
            raise InputError(f"the checksum of {name} does not match")
        return array

    def mapped(self, name: str, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
        """Map an array into memory, read-only; the array stays usable after the archive is closed.

        The array is read once to verify its checksum. Arguments and errors are as in `array`.
        Arrays of an archive that was written with ``packed=True`` cannot be mapped; they raise an
        `InputError` too.
        """
        import numpy as np

        member = self._archive.getinfo(f"{name}.npy")
        if member.compress_type != zipfile.ZIP_STORED or self._archive.filename is None:
            raise InputError(f"{name} is compressed")
        with self._archive.open(member) as file:
            kind, size = _npy_head(file, name, dtype, shape)
            before = file.tell()
        if member.file_size != before + size:
            raise InputError(f"{name} is cut short or too long")
        with Path(self._archive.filename).open("rb") as raw:
            raw.seek(member.header_offset + _BEFORE_NAME)
            lengths = raw.read(4)  # lengths of the name and of the extra field before the content
        begin = member.header_offset + _LOCAL_HEAD + sum(struct.unpack("<HH", lengths)) + before
        array = np.asarray(np.memmap(self._archive.filename, kind, "r", begin, shape))
        if _digest(array) != self.head["sha256"][name]:
            raise InputError(f"the checksum of {name} does not match")
        return array


def _npy_head(
    file: IO[bytes], name: str, dtype: str, shape: tuple[int, ...]
) -> tuple[np.dtype[Any], int]:
    """Read the header of an array, and return the array's type and size in bytes.

    Raises:
        InputError: if the header is not that of an array with this type and shape.
    """
    import numpy as np
    from numpy.lib import format as npy

    if npy.read_magic(file) != (1, 0):
        raise InputError(f"{name} has another format")
    found, by_column, kind = npy.read_array_header_1_0(file)
    if found != shape or kind != np.dtype(dtype) or by_column:
        raise InputError(
            f"{name} has shape {found} and type {kind}; it must have {shape} and {dtype}"
        )
    return kind, int(np.prod(shape, dtype=object)) * kind.itemsize


@contextmanager
def open_archive(
    path: Path | str, kind: str, version: int, older: tuple[int, ...] = ()
) -> Iterator[ArchiveReader]:
    """Open an archive for reading; a damaged file raises an `InputError`, in the block too.

    Args:
        path: path of the archive.
        kind: what the archive must contain, as passed to `write_archive`.
        version: the version that the archive's format must have.
        older: earlier versions that the caller can also read.

    Raises:
        InputError: if the file is damaged, or has another kind or version, also if that appears
            only when the block reads an array.
        OSError: if the file cannot be read.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            yield ArchiveReader(archive, kind, version, older)
    except HandsightError as error:
        raise InputError(f"{str(path)!r} cannot be used: {error}") from None
    except OSError as error:
        if error.filename is not None:
            raise
        # A damaged list of members can contain an offset that is beyond the end of the file.
        raise InputError(f"{str(path)!r} is not a {kind} file, or is damaged: {error}") from None
    except (zipfile.BadZipFile, zlib.error, LZMAError, EOFError, RuntimeError) as error:
        # zipfile raises a RuntimeError if a damaged member looks encrypted.
        raise InputError(f"{str(path)!r} is not a {kind} file, or is damaged: {error}") from None
    except (LookupError, TypeError, ValueError, ArithmeticError, TokenError) as error:
        # numpy tokenizes the header of an array.
        raise InputError(f"{str(path)!r} is not a {kind} file, or is damaged: {error!r}") from None


def archive_kind(path: Path | str) -> str:
    """Return what an archive contains, as passed to `write_archive`.

    Returns:
        Empty if the file cannot be read, or is damaged or no archive.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if archive.getinfo(HEAD).file_size > MOST_HEAD:
                return ""
            return str(json.loads(archive.read(HEAD))["format"])
    except (OSError, zipfile.BadZipFile, zlib.error, LZMAError, EOFError, RuntimeError):
        return ""
    except (LookupError, TypeError, ValueError):
        return ""


def _digest(array: NDArray[Any]) -> str:
    import numpy as np

    return hashlib.sha256(
        np.ascontiguousarray(array).data.cast("B") if array.size else b""
    ).hexdigest()
