"""The secret that an arena deals from in addition to its seed, so nobody can predict the deals.

An arena's seed appears on the command line and in the store, and anybody who knows the seed can
compute every deck. So by default, if the specification names agents other than handsight's own, the
seeds of decks and agents are computed from the arena's seed and from 32 random bytes, which no bot
can see before the arena has ended.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from mmap import ACCESS_READ, mmap
from pathlib import Path

from handsight.agents.projects import BotProject
from handsight.arena.sandbox.confinement import project_entries
from handsight.arena.schedule import ArenaSpec, is_ours
from handsight.errors import ArenaError, OptionError
from handsight.runtime.files import put_new

WITHOUT = "none"
"""The text that replaces the file name of a secret to deal from the seed alone."""

SIZE = 32
"""The number of bytes in a secret."""

_HEAD = "handsight secret 1"
_TEXT = re.compile(rf"{_HEAD}\n([0-9a-f]{{{2 * SIZE}}})\n")
_COMPANIONS = ("", "-wal", "-shm", "-journal", "-lock", ".secret")


def needs_secret(spec: ArenaSpec) -> bool:
    """Check whether an arena deals from a secret by default.

    An arena does so if the specification names any agent that is not one of handsight's own. Agents
    that you pass as objects do not count, because they are your own code, in your process.

    Example:
        >>> needs_secret(ArenaSpec(agents=("call", "fai-v5:trials=500")))
        False
        >>> needs_secret(ArenaSpec(agents=("call", "path/to/bot.py:MyBot")))
        True
    """
    return not all(map(is_ours, spec.named))


def new_secret(asked: Path | str | None, *, needed: bool) -> bytes:
    """Return the secret of a new arena.

    Args:
        asked: a file with the secret, created if it does not exist; `WITHOUT` for no secret; None
            for a fresh secret if ``needed`` is true.
        needed: whether a secret is needed by default.

    Returns:
        The secret; empty for no secret.

    Raises:
        ArenaError: if the file cannot be read or created, or does not hold a secret.
        OptionError: if the file name is empty.
    """
    if asked is None:
        return secrets.token_bytes(SIZE) if needed else b""
    if asked == WITHOUT:
        return b""
    if not str(asked):
        raise OptionError(f"secret is empty; name a file, or write {WITHOUT}")
    path = Path(asked)
    if not path.exists():
        with suppress(FileExistsError):  # another process has just created the file: use its secret
            write_secret(path, secrets.token_bytes(SIZE))
    return read_secret(path)


def read_secret(path: Path) -> bytes:
    """Read a secret from a file.

    Args:
        path: a file that `write_secret` has written.

    Raises:
        ArenaError: if the file cannot be read, or does not hold a secret.
    """
    try:
        with path.open("rb") as file:
            text = file.read(len(_HEAD) + 2 * SIZE + 3)
    except OSError as error:
        raise ArenaError(f"the secret {str(path)!r} cannot be read: {error.strerror}") from error
    found = _TEXT.fullmatch(text.decode("ascii", "replace"))
    if found is None:
        raise ArenaError(
            f"{str(path)!r} does not hold a secret: a line {_HEAD!r} and a line of {2 * SIZE} "
            "digits 0 to f"
        )
    return bytes.fromhex(found[1])


def write_secret(path: Path, secret: bytes, *, replace: bool = False) -> None:
    """Write a secret to a file, completely or not at all; only the file's owner can read it.

    Args:
        path: file to write. On Windows, its folder determines who may read it.
        secret: the secret.
        replace: whether to replace an existing file.

    Raises:
        FileExistsError: if the file exists and ``replace`` is false.
        ArenaError: if the file cannot be written.
    """
    new = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}.new")
    try:
        try:
            _write_new(new, f"{_HEAD}\n{secret.hex()}\n".encode())
            if replace:
                new.replace(path)
            else:
                put_new(new, path)
        finally:
            new.unlink(missing_ok=True)
    except FileExistsError:
        raise
    except OSError as error:
        raise ArenaError(f"the secret {str(path)!r} cannot be written: {error.strerror}") from error


def _write_new(path: Path, content: bytes) -> None:
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(number)


def secret_beside(store: Path) -> Path:
    """Return the file that keeps the secret of a store until its arena has ended.

    Args:
        store: file of the store.

    Example:
        >>> secret_beside(Path("arena.db")).name
        'arena.db.secret'
    """
    return store.with_name(f"{store.name}.secret")


def fingerprint_of(secret: bytes) -> str:
    """Return a string that identifies a secret without revealing it.

    Args:
        secret: the secret.
    """
    return blake2b(secret, digest_size=16, person=b"handsight secret").hexdigest()


def hidden_paths(store: Path | None, asked: Path | str | None) -> tuple[Path, ...]:
    """Return the files that no sandboxed player may open; they need not exist yet.

    Args:
        store: file of the arena's store; None if the arena has no store.
        asked: the file with the secret, as the user named it; `WITHOUT` or None if there is no such
            file.
    """
    files = []
    if store is not None:
        whole = store.resolve()
        files += [whole.with_name(f"{whole.name}{end}") for end in _COMPANIONS]
    if asked is not None and asked != WITHOUT:
        files.append(Path(asked).resolve())
    return tuple(files)


def files_with_secret(secret: bytes, projects: Iterable[BotProject]) -> Iterator[Path]:
    """Yield the files in bots' projects that hold a given secret, or will hold it.

    The names of files do not matter; links are left out.

    If a secret is used again, it is in the store of each earlier arena that has ended, in exports
    of that store, and in copies of the secret's own file. The store of an unfinished arena has the
    fingerprint of its secret, and will have the secret itself.

    Args:
        secret: the secret to look for; if it is empty, there are no such files.
        projects: the projects of the bots.
    """
    if not secret:
        return
    marks = (secret.hex().encode(), fingerprint_of(secret).encode())
    for entry in {entry for each in projects for entry in project_entries(each)}:
        for path in (entry, *entry.rglob("*")):
            if path.is_file() and not path.is_symlink() and _has_one(path, marks):
                yield path


def _has_one(path: Path, marks: Iterable[bytes]) -> bool:
    try:
        with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
            return any(content.find(mark) >= 0 for mark in marks)
    except (OSError, ValueError):  # an empty file cannot be mapped
        return False
