"""The files of the page. They are read at server start, so no request reaches the file system."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.requests import Request

FOLDER = "static"
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""Media types by suffix. Those of `mimetypes` depend on other programs' settings on Windows."""


class Asset:
    """A file of the page, ready to be sent."""

    def __init__(self, name: str, content: bytes) -> None:
        suffix = name[name.rfind(".") :]
        self._kind = KINDS.get(suffix, "text/plain")
        self._plain = content
        self._packed = gzip.compress(content, mtime=0)
        self._tag = f'"{sha256(content).hexdigest()[:20]}"'

    async def respond(self, request: Request) -> Response:
        """Return the file, or a reply that the browser's copy is up to date."""
        headers = {"etag": self._tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self._tag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self._packed, headers=headers, media_type=self._kind)
        return Response(self._plain, headers=headers, media_type=self._kind)


def asset_routes() -> list[Route]:
    """Read the page's files, and return a route for each file.

    The path of a page such as ``play.html`` is ``/play``, and that of ``index.html`` is ``/``.
    """
    routes = []
    for name, content in _read(files("handsight.web") / FOLDER, ""):
        paths = [f"/{name}"]
        if name.endswith(".html"):
            paths = ["/" if name == "index.html" else f"/{name.removesuffix('.html')}"]
        respond = Asset(name, content).respond
        routes += [Route(path, respond, methods=["GET"]) for path in paths]
    return routes


def _read(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _read(entry, f"{above}{entry.name}/")
        else:
            yield f"{above}{entry.name}", entry.read_bytes()
