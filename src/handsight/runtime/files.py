"""Functions that write files completely or not at all, and that cache what was read from files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TypeVar

T = TypeVar("T")


def kept_while_unchanged(most: int) -> Callable[[Callable[[str], T]], Callable[[Path | str], T]]:
    """Return a decorator that caches the result of reading a file until the file changes.

    Args:
        most: the maximum number of files whose results are cached at a time.

    Raises:
        OSError: when the decorated function is called, if the file does not exist.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> @kept_while_unchanged(1)
        ... def size_of(path):
        ...     print("read")
        ...     return len(Path(path).read_bytes())
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder, "hand.txt")
        ...     write_whole(path, "AhKh")
        ...     print(size_of(path), size_of(path))
        ...     write_whole(path, "AhKhQh")
        ...     print(size_of(path))
        read
        4 4
        read
        6
    """

    def kept_as(read: Callable[[str], T]) -> Callable[[Path | str], T]:
        @lru_cache(most)
        def read_once(path: str, *_: int) -> T:
            return read(path)

        @wraps(read)
        def asked(path: Path | str) -> T:
            state = Path(path).stat()
            return read_once(str(path), state.st_mtime_ns, state.st_size, state.st_ino)

        return asked

    return kept_as


def file_digest(path: Path | str) -> str:
    """Return the SHA-256 of a file, as hexadecimal digits.

    Raises:
        OSError: if the file cannot be read.
    """
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_whole(path: Path | str, data: str | bytes) -> None:
    """Write or replace a file in such a way that no reader ever sees an incomplete file.

    Text is encoded as UTF-8, and its line endings are not changed. If the path is a link, its
    target is replaced. Devices and pipes cannot be replaced, so the data is written to them.

    Raises:
        OSError: if the file cannot be written; an existing file is then unchanged.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     write_whole(Path(folder, "hand.txt"), "AhKh")
        ...     print(Path(folder, "hand.txt").read_text("utf-8"))
        AhKh
    """
    content = data.encode() if isinstance(data, str) else data
    with replacing_file(path) as beside:
        beside.write_bytes(content)


@contextmanager
def replacing_file(path: Path | str) -> Iterator[Path]:
    """Yield a temporary path; after the block, the file written there replaces the given file.

    No reader ever sees an incomplete file, and if the block fails, the old file is unchanged. If
    the path is a link, its target is replaced. Devices and pipes are never replaced, because other
    programs use them; the content of the temporary file is written to them.

    Raises:
        OSError: if the file cannot be written.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        with TemporaryDirectory(prefix="handsight-") as folder:
            beside = Path(folder, "new")
            yield beside
            with beside.open("rb") as file, target.open("wb") as device:
                copyfileobj(file, device)
        return
    # On the target's own disk, so that the system can replace the target in one step.
    beside = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        yield beside
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path for a new file, which gets its final name after the block.

    No reader ever sees an incomplete file, and if the block fails, no file is left.

    Raises:
        FileExistsError: if a file with the final name already exists.
        OSError: if the file cannot be written.
    """
    if path.exists() or not path.name:
        raise FileExistsError(str(path))
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        yield beside
        put_new(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def put_new(file: Path, path: Path) -> None:
    """Give a file a new name, unless another file already has that name.

    The file is hard-linked where possible, because a link, unlike a rename, never replaces an
    existing file.

    Args:
        file: the current path of the file; a linked file keeps this path too.
        path: the new path, in the same folder.

    Raises:
        FileExistsError: if a file with the new name already exists.
    """
    try:
        os.link(file, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(str(path)) from None
        file.replace(path)
