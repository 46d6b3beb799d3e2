"""Reading of files, folders and archives as one stream of files, without unpacking to disk."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import os
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, TypeAlias, cast

from handsight.errors import OptionError
from handsight.game import Damaged

Progress: TypeAlias = Callable[[int, int], None]
"""A callable that receives the bytes read so far and in total, as counted in the files on disk."""

FORMATS = {
    ".phh": "phh",
    ".phhs": "phhs",
    ".txt": "text",
    ".log": "text",
    ".xml": "text",
}
"""The file endings that are read in folders and archives, and the format of each."""

TARS = (".tar", ".tgz", ".tar.gz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz")
ZIPS = (".zip",)

_BROKEN = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(ArithmeticError, LookupError, MemoryError, RuntimeError, TypeError, ValueError, struct.error),
)
"""Exceptions that Python's archive readers raise for damaged archives."""


class BrokenFileError(Exception):
    """A stream cannot be read any further; only readers of `HandFile.stream` get this error."""


@dataclass(frozen=True, slots=True)
class HandFile:
    """A file to read.

    Attributes:
        name: path of the file, for error messages; the path of an archive's member begins with the
            path of the archive, as if it were a folder.
        format: one of the values of `FORMATS`.
        stream: bytes of the file.
    """

    name: str
    format: str
    stream: FileBytes


class FileBytes:
    """The bytes of a file on disk, in an archive or in memory.

    Attributes:
        broken: whether the file could not be read to its end.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.broken = False

    def read(self) -> bytes:
        """Return all remaining bytes.

        Raises:
            BrokenFileError: if the bytes cannot be read.
        """
        with self._watched():
            return self._stream.read()

    def __iter__(self) -> Iterator[bytes]:
        with self._watched():
            yield from self._stream

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except _BROKEN as error:
            self.broken = True
            raise BrokenFileError(f"the file is broken or cut off: {_said(error)}") from None


def text_lines(stream: FileBytes) -> Iterator[bytes]:
    """Yield the lines of a text as bytes, with UTF-16 converted to UTF-8.

    Old Mac line ends count as line ends too. Text in any other encoding stays unchanged.

    Raises:
        BrokenFileError: if the stream cannot be read.
    """
    lines = iter(stream)
    first = next(lines, b"")
    encoding = _wide_encoding(first)
    if encoding is not None:
        text = b"".join((first, *lines)).decode(encoding, "replace")
        yield from text.encode("utf-8", "replace").splitlines(keepends=True)
        return
    for line in chain((first,), lines):
        if b"\r" in line and b"\r" in line[:-2]:
            yield from line.splitlines(keepends=True)
        elif line:
            yield line


def _wide_encoding(first: bytes) -> str | None:
    """Return the UTF-16 encoding of a text from its first bytes, or None if it is not UTF-16."""
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    begin = first[:200]
    if len(begin) > 20 and 5 * begin.count(b"\0") > 2 * len(begin):
        return "utf-16-be" if begin.startswith(b"\0") else "utf-16-le"
    return None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # not a valid file name
        return False


def entries(path: Path, progress: Progress | None = None) -> Iterator[HandFile | Damaged]:
    """Yield the files at a path in order, and `Damaged` for a broken file or an unreadable folder.

    Args:
        path: a file with any ending, an archive, or a folder, which is searched recursively. In
            folders and archives, only files with an ending in `FORMATS` are read, and archives in
            folders; archives inside archives are skipped.
        progress: called after each file, and after each member that is read from an archive; None
            for no calls.

    Raises:
        OptionError: if nothing is at the path.
    """
    if not _exists(path):
        raise OptionError(f"there is no file or folder {str(path)!r}")
    refused: list[OSError] = []
    files = _files_below(path, refused) if path.is_dir() else [path]  # a file or a pipe
    for error in refused:
        yield Damaged(str(error.filename), 1, f"the folder cannot be read: {_said(error)}")
    sizes = [_size(file) for file in files]
    done, most = 0, sum(sizes)
    for file, size in zip(files, sizes, strict=True):
        yield from _entries_of(file, _Part(progress, done, most))
        done += size
        if progress is not None:
            progress(done, most)


def _files_below(folder: Path, refused: list[OSError]) -> list[Path]:
    """Return the archives and the files of known formats in a folder and its subfolders, sorted.

    Errors of unreadable folders are appended to `refused`.
    """
    walked = os.walk(folder, onerror=refused.append)
    paths = (Path(above, name) for above, _, names in walked for name in names)
    read = (each for each in paths if each.suffix.lower() in FORMATS or _is_archive(each.name))
    return sorted(each for each in read if _exists(each) and each.is_file())


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0  # opening the file later reports the error


def _is_archive(name: str) -> bool:
    return name.lower().endswith(TARS + ZIPS)


@dataclass(frozen=True, slots=True)
class _Part:
    """Reports progress in one file as part of the progress in all files.

    Attributes:
        progress: called with the bytes read so far and in total; None for no calls.
        before: bytes of the files before this one.
        most: bytes of all files.
    """

    progress: Progress | None
    before: int
    most: int

    def reached(self, place: int) -> None:
        if self.progress is not None:
            self.progress(self.before + place, self.most)


def _entries_of(file: Path, part: _Part) -> Iterator[HandFile | Damaged]:
    name = str(file)
    try:
        with file.open("rb") as stream:
            if name.lower().endswith(TARS):
                yield from _members_of_tar(name, stream, part)
            elif name.lower().endswith(ZIPS):
                yield from _members_of_zip(name, stream, part)
            else:
                yield HandFile(name, FORMATS.get(file.suffix.lower(), "text"), FileBytes(stream))
    except _BROKEN as error:
        kind = "archive" if _is_archive(name) else "file"
        yield Damaged(name, 1, f"the {kind} is broken or cut off: {_said(error)}")


def _said(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    message = " ".join(str(error).split()) or type(error).__name__
    return message[:1].lower() + message[1:]


def _members_of_tar(name: str, stream: IO[bytes], part: _Part) -> Iterator[HandFile | Damaged]:
    unpacked = _Unpacked(_decompressed(stream))
    with tarfile.open(
        fileobj=cast("IO[bytes]", unpacked),
        mode="r|",
        tarinfo=_Member,
        ignore_zeros=True,  # also skips invalid data, which is reported below
    ) as archive:
        last = ""
        for member in archive:
            vars(archive)["members"].clear()  # otherwise the archive keeps all members
            if _Member.skipped(archive):
                yield Damaged(name, 1, f"the archive is broken {_behind(last)}")
            last = member.name.removeprefix("./")
            member_stream = archive.extractfile(member) if member.isfile() else None
            suffix = Path(member.name).suffix.lower()
            if member_stream is not None and suffix in FORMATS:
                entry = HandFile(f"{name}/{last}", FORMATS[suffix], FileBytes(member_stream))
                yield entry
                if entry.stream.broken:
                    return  # the rest cannot be read; the error has been reported
                part.reached(stream.tell())
        if _Member.skipped(archive):
            yield Damaged(name, 1, f"the archive is broken {_behind(last)}")
            return
    unpacked.read_to_the_end()


def _behind(member: str) -> str:
    return f"behind its member {member!r}" if member else "at its beginning"


class _Member(tarfile.TarInfo):
    """A member of a tar archive; reading it marks the archive if anything invalid was skipped."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> _Member:
        try:
            return super().fromtarfile(archive)
        except tarfile.InvalidHeaderError:  # type: ignore[attr-defined]  # exists
            vars(archive)["skipped"] = True
            raise

    @staticmethod
    def skipped(archive: tarfile.TarFile) -> bool:
        """Check whether invalid data has been skipped since the last call."""
        return bool(vars(archive).pop("skipped", False))


class _Unpacked:
    """A tar stream that detects truncation between two members, unlike `tarfile`."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.tail = b""

    def read(self, size: int) -> bytes:
        content = self.stream.read(size)
        self.tail = (self.tail + content)[-tarfile.BLOCKSIZE :]
        return content

    def read_to_the_end(self) -> None:
        while self.read(1 << 16):
            pass
        if self.tail.strip(b"\0"):
            raise tarfile.ReadError("unexpected end of data")


def _decompressed(stream: IO[bytes]) -> IO[bytes]:
    begin = stream.read(6)
    stream.seek(0)
    if begin.startswith(b"\x1f\x8b"):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=stream))
    if begin.startswith(b"BZh"):
        return bz2.BZ2File(stream)
    if begin == b"\xfd7zXZ\x00":
        return lzma.LZMAFile(stream)
    return stream


def _members_of_zip(name: str, stream: IO[bytes], part: _Part) -> Iterator[HandFile | Damaged]:
    with zipfile.ZipFile(stream) as archive:
        for member in archive.infolist():
            suffix = Path(member.filename).suffix.lower()
            if member.is_dir() or suffix not in FORMATS:
                continue
            member_name = f"{name}/{member.filename}"
            try:
                with archive.open(member) as member_stream:
                    yield HandFile(member_name, FORMATS[suffix], FileBytes(member_stream))
            except _BROKEN as error:
                yield Damaged(member_name, 1, f"the file is broken: {_said(error)}")
            part.reached(stream.tell())
