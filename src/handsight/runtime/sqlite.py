"""SQLite's errors, in words that help."""

from __future__ import annotations

import sqlite3


def reason_of(error: BaseException) -> str:
    """Say why a database cannot be used, for an error of SQLite or of the system.

    SQLite calls a full disk by its name, but a limit to the size of files only an error of input
    or output.

    Example:
        >>> reason_of(sqlite3.OperationalError("database is locked"))
        'database is locked'
    """
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_FULL:
        return "the disk is full; make room and resume, nothing is lost"
    if code & 0xFF != sqlite3.SQLITE_IOERR:
        return str(error)
    most = _largest_file()
    if most is None:
        return f"{error}; the disk may be full, or broken"
    return f"{error}; files may not grow beyond {most:,} bytes here (ulimit -f)"


def _largest_file() -> int | None:
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return None if most == resource.RLIM_INFINITY else most
