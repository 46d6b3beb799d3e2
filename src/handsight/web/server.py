"""The server process, which listens and answers requests until it is stopped."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import Callable
from dataclasses import replace
from threading import Thread

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from handsight.errors import OptionError
from handsight.interop.connections import checked_port
from handsight.web.app import create_app
from handsight.web.settings import TOKEN_BYTES, Settings, is_any_address, is_loopback

MOST_CONNECTIONS = 400
LARGEST_FRAME = 65_536
HEAD_SECONDS = 15.0
"""Seconds after which a connection that waits between requests is closed, and seconds between two
checks for connections that have not sent a request."""


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve the page until the program is interrupted.

    Args:
        settings: settings of the server; a token is generated if one is needed.
        ready: called with the address of the page as soon as a browser can open it.

    Raises:
        OptionError: if the port is not valid, or the server cannot listen on the address.
    """
    if not is_loopback(settings.host) and not settings.token:
        settings = replace(settings, token=secrets.token_urlsafe(TOKEN_BYTES))
    listening = _listen(settings)
    port = listening.getsockname()[1]
    settings = replace(settings, port=port)
    config = uvicorn.Config(
        create_app(settings),
        http=_HttpProtocol,
        access_log=False,
        log_config=None,  # uvicorn's own would close all handlers of this process's loggers
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=int(HEAD_SECONDS),
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,
    )
    server = _Server(config, lambda: ready(page_address(settings)))
    Thread(target=_warm, name="warm-up", daemon=True).start()
    with listening:
        server.run(sockets=[listening])


def page_address(settings: Settings) -> str:
    """Return the address of the page, with the token in the fragment, which browsers do not send.

    If the server listens on all addresses, the result is one that a browser on this machine can
    reach.

    Example:
        >>> page_address(Settings(port=8000))
        'http://127.0.0.1:8000/'
        >>> page_address(Settings("::1", 80, token="abc"))
        'http://[::1]:80/#token=abc'
        >>> page_address(Settings("0.0.0.0", 80, token="abc"))
        'http://127.0.0.1:80/#token=abc'
    """
    host = settings.host
    if is_any_address(host):
        host = "::1" if ":" in host else "127.0.0.1"
    host = f"[{host}]" if ":" in host else host
    token = f"#token={settings.token}" if settings.token else ""
    return f"http://{host}:{settings.port}/{token}"


class _HttpProtocol(H11Protocol):
    """An HTTP protocol that closes connections that send no request; uvicorn's own does not."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the connection, and schedule regular checks of it."""
        super().connection_made(transport)
        self.loop.call_later(HEAD_SECONDS, self._look, None)

    def _look(self, before: RequestResponseCycle | None) -> None:
        """Close the connection if it awaits no answer and has sent no request since the last check.

        Args:
            before: the connection's latest request at the last check; None if there was none.
        """
        transport, last = self.transport, self.cycle
        if transport.is_closing() or transport.get_protocol() is not self:
            return  # the connection has ended, or has become a WebSocket
        if last is before and _is_answered(last):
            transport.close()
        else:
            self.loop.call_later(HEAD_SECONDS, self._look, last)


def _is_answered(request: RequestResponseCycle | None) -> bool:
    return request is None or request.response_complete


class _Server(uvicorn.Server):
    """A server that reports when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _listen(settings: Settings) -> socket.socket:
    checked_port(settings.port)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio sends small packets immediately only if the socket's protocol is named. Otherwise the
    # second part of an answer waits 40 milliseconds for the browser's delayed acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # on Windows, the option would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, UnicodeError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise OptionError(
            f"cannot listen on {settings.host} port {settings.port}: {reason}; choose another "
            "with --port, or 0 for any that is free"
        ) from None
    return listening


def _warm() -> None:
    """Load modules and kernels in advance, so that the first requests do not have to wait."""
    from handsight.odds import effective_hand_strength, equity, outs, texture

    board = "Qh7h2c"
    equity(["22+", "22+"], board=board)
    effective_hand_strength("AhKh", board, villain="22+")
    outs("AhKh", board, villain="22+")
    texture(["22+", "22+"], board)
    equity(["22+", "22+", "22+"], trials=1, seed=0)
