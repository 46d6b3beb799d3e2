"""Checks of each request's host, origin and token, and security headers for responses.

A page of another site can make a browser send requests to a server on the browser's machine. So the
host in a request must be a name of this server (with DNS rebinding, a foreign name can point to
it), and the page that sends the request must be one of the server's own.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from handsight.web.settings import Settings, ipaddress_or_none

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

API = "/api/"
"""The prefix of the paths that need the token, if the server has one. Other paths serve the pages,
which contain no private data."""

SOCKET_PROTOCOL = "handsight"
TOKEN_PROTOCOL = "token."
"""The prefix of the token in a WebSocket's list of protocols, because browsers cannot set a
WebSocket's headers."""

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}


class RequestGuard:
    """Refuses requests to other hosts or from other sites, and API requests without the token.

    Links on other sites can still open the pages. The guard also adds security headers to HTTP
    responses.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._token = settings.token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an allowed request on to the application, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            # Closing a socket before it is accepted sends status 403.
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
        else:
            status, reason = refusal
            response = PlainTextResponse(f"{reason}\n", status)
            await response(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and reason with which to refuse a request, or None if it is allowed."""
        headers = Headers(scope=scope)
        host = _host(f"//{headers.get('host', '')}")
        if host is None or host not in self._hosts:
            return 421, "the Host header does not name this server"
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers["host"]:
            return 403, "the Origin header names another page"
        if origin is None and scope["type"] == "websocket":
            return 403, "a WebSocket needs an Origin header"
        is_own = headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        if not is_own and not _follows_link(headers, scope):
            return 403, "the request was made by another site"
        if self._token and scope["path"].startswith(API):
            given = _given_token(headers, scope["type"])
            if not hmac.compare_digest(given.encode("latin-1", "replace"), self._token):
                return 401, "the token is missing or wrong; it was printed when the server started"
        return None


def _host(address: str) -> str | None:
    """Return the host in an address, without a port, in the form in which hosts are compared.

    A name is in lower case and has no dot at its end. The result is None if the address has no
    host, is malformed, or has a user name or a path.
    """
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    host = parts.hostname
    if host is None or parts.username is not None or parts.path:
        return None
    number = ipaddress_or_none(host)
    return host.lower().rstrip(".") if number is None else str(number)


def _follows_link(headers: Headers, scope: Scope) -> bool:
    """Check whether a request opens one of our pages, as a link on another site can."""
    is_page = scope["type"] == "http" and not scope["path"].startswith(API)
    return is_page and headers.get("sec-fetch-dest") == "document"


def _given_token(headers: Headers, kind: str) -> str:
    if kind == "websocket":
        offered = [each.strip() for each in headers.get("sec-websocket-protocol", "").split(",")]
        tokens = [each for each in offered if each.startswith(TOKEN_PROTOCOL)]
        return tokens[0].removeprefix(TOKEN_PROTOCOL) if tokens else ""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def _with_headers(send: Send) -> Send:
    async def send_bound(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_bound
