"""The server's application: all subjects of the page, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from handsight.errors import HandsightError
from handsight.web.api.endpoints import JSON, ROOT, Endpoint, RequestError, error_response, openapi
from handsight.web.assets import asset_routes
from handsight.web.guard import RequestGuard
from handsight.web.server_state import ServerState

if TYPE_CHECKING:
    from starlette.requests import Request

    from handsight.web.settings import Settings

SUBJECTS = (
    *("odds", "ranges", "charts", "table", "replay"),
    *("solver.spots", "solver.solve", "solver.nodes", "solver.files", "solver.flops", "arena"),
    *("review", "drill"),
)
"""The modules with the page's subjects. Each module has `ENDPOINTS`, and can have `ROUTES` for
sockets."""


def subject_modules() -> list[object]:
    """Import and return the modules with the page's subjects."""
    return [import_module(f"handsight.web.api.{name}") for name in SUBJECTS]


def all_endpoints() -> list[Endpoint]:
    """Return the endpoints of all subjects."""
    return [each for module in subject_modules() for each in module.ENDPOINTS]  # type: ignore[attr-defined]


def create_app(settings: Settings) -> Starlette:
    """Build the server's application, with a `ServerState` of its own."""
    site = ServerState(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            site.close()

    modules = subject_modules()
    routes: list[BaseRoute] = [Route(f"{ROOT}/openapi.json", _describe, methods=["GET"])]
    routes += [each.route() for each in all_endpoints()]
    for module in modules:
        routes += getattr(module, "ROUTES", [])
    routes += asset_routes()
    app = Starlette(
        routes=routes,
        middleware=[Middleware(RequestGuard, settings=settings)],
        exception_handlers={404: _not_found, 405: _not_found},
        lifespan=lifespan,
    )
    app.state.site = site
    return app


async def _describe(request: Request) -> Response:
    import msgspec

    return Response(msgspec.json.encode(openapi(all_endpoints())), media_type=JSON)


async def _not_found(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    reason = "there is nothing at this address"
    if status == 405:
        reason = f"{request.method} is not allowed for this address"
    problem: HandsightError = RequestError(reason, status=status)
    return error_response(problem)
