"""A client of Slumbot's server, which plays hands over HTTP, one request at a time.

The server's answers are not trusted: they must be short and arrive in time, and every field is
checked. A failed request is not repeated, because an action that has arrived would be applied
twice.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ssl import create_default_context
from threading import Event, Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from handsight.errors import ArenaError, HistoryError, OptionError
from handsight.interop.connections import checked_host
from handsight.interop.slumbot.hands import SlumbotHand, SlumbotReply, SlumbotSeat

PUBLIC = "https://slumbot.com"
"""The URL of the public server."""
NEW_HAND, ACT = "/api/new_hand", "/api/act"
MOST_BYTES = 1 << 16
"""The maximum length of an answer in bytes."""
MOST_CHARACTERS = 200
"""The number of characters to which a server's error message is cut."""


class SlumbotClient:
    """A session with a server.

    Args:
        url: address of the server, without ``/api``.
        timeout: seconds allowed to connect, and then seconds allowed for the whole answer.

    Raises:
        OptionError: if the address is invalid, or the timeout is not above 0 and below 1,000,000.

    Example:
        >>> SlumbotClient("slumbot.com")
        Traceback (most recent call last):
        ...
        handsight.errors.OptionError: the URL is 'slumbot.com'; it must begin with http:// ...
    """

    def __init__(self, url: str = PUBLIC, *, timeout: float = 60.0) -> None:
        if not 0 < timeout < 10**6:
            raise OptionError(f"the time for an answer is {timeout:g} s; it must be more than 0")
        self.url = url.rstrip("/")
        self._place = _place_of(self.url)
        self._timeout = timeout
        self._token: str | None = None

    def new_hand(self) -> SlumbotReply:
        """Begin a hand.

        Raises:
            ArenaError: if the server cannot be reached, refuses, or does not return a hand.
        """
        return self._asked(NEW_HAND, {})

    def act(self, word: str) -> SlumbotReply:
        """Send an action in the current hand.

        Args:
            word: the action, such as ``"b300"``.

        Raises:
            ArenaError: if the server cannot be reached, refuses, or does not return a hand.
        """
        return self._asked(ACT, {"incr": word})

    def _asked(self, path: str, fields: dict[str, str]) -> SlumbotReply:
        token = {} if self._token is None else {"token": self._token}
        try:
            reply = SlumbotReply.parse(self._answer(path, msgspec.json.encode(token | fields)))
        except HistoryError as error:
            raise ArenaError(f"{self.url}: {error.reason}") from None
        self._token = reply.token or self._token
        return reply

    def _answer(self, path: str, body: bytes) -> Any:
        status, content = self._exchanged(path, body)
        try:
            answer = msgspec.json.decode(content)
        except (msgspec.DecodeError, RecursionError):
            answer = None
        refusal = answer.get("error_msg") if isinstance(answer, dict) else None
        if refusal is not None:
            raise ArenaError(f"{self.url} refuses {path}: {_printable(refusal)}")
        if status != 200:
            raise ArenaError(f"{self.url} answered {path} with the status {status}")
        if answer is None:
            raise ArenaError(f"{self.url} answered {path} with something that is not JSON")
        return answer

    def _exchanged(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Send a request, and return the answer's status code and content."""
        is_encrypted, is_late = self._place.scheme == "https", Event()
        kind = HTTPSConnection if is_encrypted else HTTPConnection
        host = self._place.hostname or ""
        connection = kind(host, self._place.port or kind.default_port)
        try:
            # A socket's timeout applies to each piece of data, not to the whole answer.
            line = socket.create_connection((host, connection.port), self._timeout)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with closing(connection), _cut_after(line, self._timeout, is_late):
                connection.sock = line
                if is_encrypted:
                    connection.sock = create_default_context().wrap_socket(
                        line, server_hostname=host
                    )
                headers = {"Content-Type": "application/json", "Connection": "close"}
                connection.request("POST", self._place.path + path, body, headers)
                answer = connection.getresponse()
                content = answer.read(MOST_BYTES + 1)
        except (OSError, HTTPException) as error:
            if is_late.is_set() or isinstance(error, TimeoutError):
                raise ArenaError(f"{self.url} did not answer in {self._timeout:g} s") from None
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise ArenaError(f"no answer from {self.url}: {_printable(reason)}") from None
        if is_late.is_set():
            raise ArenaError(f"{self.url} did not answer in {self._timeout:g} s")
        if len(content) > MOST_BYTES:
            raise ArenaError(f"{self.url} answered {path} with more than {MOST_BYTES:,} bytes")
        return answer.status, content


def _place_of(url: str) -> SplitResult:
    try:
        place = urlsplit(url)
        is_address = place.scheme in ("http", "https") and place.hostname and place.port != 0
        checked_host(place.hostname or "")
    except ValueError:
        is_address = False
    if not is_address or not url.isascii() or not url.isprintable() or " " in url:
        raise OptionError(
            f"the URL is {url!r}; it must begin with http:// or https:// and name a host"
        )
    if place.username is not None or place.query or place.fragment:
        raise OptionError(f"the URL is {url!r}; it must have a host and a path, and nothing else")
    return place


@contextmanager
def _cut_after(line: socket.socket, seconds: float, is_late: Event) -> Iterator[None]:
    """Cut the connection and set `is_late` if the ``with`` block takes longer than `seconds`."""
    with line.dup() as end:  # because TLS takes ownership of the socket

        def cut() -> None:
            is_late.set()
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

        timer = Timer(seconds, cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _printable(text: object) -> str:
    plain = "".join(each if each.isprintable() else " " for each in str(text)[:MOST_CHARACTERS])
    return " ".join(plain.split())


def play_hands(client: SlumbotClient, seat: SlumbotSeat, hands: int) -> Iterator[SlumbotHand]:
    """Play hands, and yield each hand when it is over.

    Raises:
        ArenaError: if the server fails or violates the protocol, or the agent fails.
        IllegalActionError: if the agent's answer is illegal.
    """
    for _ in range(hands):
        reply = client.new_hand()
        while (word := _heard(client, seat, reply)) is not None:
            reply = client.act(word)
        if seat.last is not None:
            yield seat.last


def _heard(client: SlumbotClient, seat: SlumbotSeat, reply: SlumbotReply) -> str | None:
    try:
        return seat.hear(reply)
    except HistoryError as error:
        raise ArenaError(f"{client.url}: {error.reason}") from None
