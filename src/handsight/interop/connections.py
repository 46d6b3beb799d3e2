"""Connections to other programs, and the lines of text that arrive through them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from time import monotonic, sleep

from handsight.errors import ArenaError, HistoryError, OptionError

MOST_BYTES = 4096
"""The length in bytes from which a line is too long."""
MOST_PORT = 65535
MOST_PATIENCE = 10**7
"""The upper limit, itself excluded, on the seconds to wait for a connection."""
PAUSE = 0.1
"""Seconds between two attempts to connect."""


def checked_host(host: str) -> str:
    """Return the name or address of a machine, if it is valid.

    Raises:
        OptionError: if the host is invalid or empty; with an empty host, a server would listen on
            all networks.

    Example:
        >>> checked_host("")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: the host is ''; it must be a name or an address...
    """
    try:
        is_name = bool(host.encode("idna"))
    except UnicodeError:  # a part of the name is empty or too long
        is_name = False
    if not is_name:
        raise OptionError(f"the host is {host!r}; it must be a name or an address, like 127.0.0.1")
    return host


def checked_port(port: int, least: int = 0) -> int:
    """Return a port, if it is valid.

    Args:
        least: lowest valid port: 1 if the port must be explicit, because 0 means any free port.

    Raises:
        OptionError: if the port is invalid.

    Example:
        >>> checked_port(70000)
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: a port is 70000; it must be from 0 to 65535
    """
    if not least <= port <= MOST_PORT:
        raise OptionError(f"a port is {port}; it must be from {least} to {MOST_PORT}")
    return port


def connected(host: str, port: int, patience: float, server: str) -> socket.socket:
    """Return a connection to a server; after a failed attempt, try again until time runs out.

    Args:
        host: name or address of the server's machine.
        port: port of the server, above 0.
        patience: seconds to keep trying; 0 for a single attempt.
        server: name of the server, for error messages.

    Raises:
        OptionError: if the host, the port or the patience is invalid.
        ArenaError: if the server cannot be reached within the patience.
    """
    checked_host(host)
    checked_port(port, least=1)
    if not 0 <= patience < MOST_PATIENCE:
        raise OptionError(f"the patience is {patience:g} s; it must be 0 or more")
    until = monotonic() + patience
    while True:
        try:
            line = socket.create_connection((host, port), timeout=max(0.1, until - monotonic()))
        except OSError as error:
            if monotonic() + PAUSE > until:
                reason = error.strerror or str(error)
                raise ArenaError(f"no {server} at {host} port {port}: {reason}") from None
            sleep(PAUSE)
            continue
        line.settimeout(None)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line


def sent(line: socket.socket, data: bytes) -> bool:
    """Send data, and return whether the connection is still open."""
    try:
        line.sendall(data)
    except OSError:
        return False
    return True


def received(line: socket.socket) -> bytes:
    """Wait for the next data and return it, or empty bytes if the connection has ended."""
    try:
        return line.recv(1 << 16)
    except OSError:
        return b""


def lines_in(data: bytearray) -> Iterator[str]:
    r"""Remove complete lines from the data, and yield those that are neither empty nor comments.

    Comments begin with ``#`` or ``;``. Spaces around a line are removed.

    Raises:
        HistoryError: if a line has `MOST_BYTES` or more.

    Example:
        >>> arrived = bytearray(b"# hello\r\nVERSION:2.0.0\r\nMATCH")
        >>> list(lines_in(arrived)), bytes(arrived)
        (['VERSION:2.0.0'], b'MATCH')
    """
    while (end := data.find(b"\n")) >= 0 and end < MOST_BYTES:
        line = data[:end].decode("latin-1").strip()
        del data[: end + 1]
        if line and line[0] not in "#;":
            yield line
    if len(data) >= MOST_BYTES:
        raise HistoryError(f"a line has {MOST_BYTES:,} bytes or more")
