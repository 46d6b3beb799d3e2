"""Files of solutions: downloads of solutions that the server keeps, and uploads of saved ones.

A file goes through a temporary folder of its own, which is deleted at once. Nothing in a file is
unpickled, and no name in a request becomes a path.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from handsight.errors import HandsightError, InputError
from handsight.web.api.endpoints import (
    JSON,
    ROOT,
    SMALL,
    RequestError,
    decode,
    error_response,
)
from handsight.web.api.solver.nodes import SolutionRequest
from handsight.web.api.solver.solve import SolvedSpot
from handsight.web.jobs import Job, TooManyError
from handsight.web.solutions import bytes_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from handsight.solver import Solution
    from handsight.web.server_state import ServerState

BYTES = "application/octet-stream"
FILE = "solution.npz"
MOST_UPLOADS = 2
"""The maximum number of files that are received at once."""
SECONDS_OF_SILENCE = 10.0
SECONDS = 600.0
ROOM_FOR_HEAD = 2_000_000
"""The number of bytes by which a file may exceed the memory limit for solutions."""


class LoadedSpot(SolvedSpot):
    """A solution that was uploaded, with its spot; fields are those of `SolveRequest`."""

    board: str
    oop: str
    ip: str
    pot: int
    stack: int
    bets: str
    raises: str
    sizes: dict[str, str]
    raise_cap: int | None
    add_allin: float
    force_allin: float
    merging: float
    rake: float
    rake_cap: float | None
    storage: str


async def _save(request: Request) -> Response:
    """Return the file of a solution as the response."""
    site: ServerState = request.app.state.site
    folder = TemporaryDirectory(prefix="handsight-")
    path = Path(folder.name) / FILE
    try:
        key = decode(await _body(request, JSON, SMALL), SolutionRequest).id
        await _in_thread(site, lambda: _solution(site, key).save(path))
    except (HandsightError, ClientDisconnect, OSError) as error:
        folder.cleanup()
        return _refusal(error)
    except BaseException:
        folder.cleanup()
        raise
    done = BackgroundTask(folder.cleanup)
    return FileResponse(path, media_type=BYTES, filename=FILE, background=done)


async def _load(request: Request) -> Response:
    """Read an uploaded file, and keep its solution."""
    site: ServerState = request.app.state.site
    try:
        if len(site.uploads) >= MOST_UPLOADS:
            raise TooManyError(f"{MOST_UPLOADS} files are being received; send this one later")
        site.uploads.add(request)
        with TemporaryDirectory(prefix="handsight-") as folder:
            path = Path(folder) / FILE
            await _receive(request, path, site.solutions.most_bytes + ROOM_FOR_HEAD)
            answer = await _in_thread(site, lambda: _keep(site, path))
    except (HandsightError, ClientDisconnect, OSError) as error:
        return _refusal(error)
    finally:
        site.uploads.discard(request)
    return Response(msgspec.json.encode(answer), media_type=JSON)


ROUTES = [
    Route(f"{ROOT}/solve/save", _save, methods=["POST"]),
    Route(f"{ROOT}/solve/load", _load, methods=["POST"]),
]
ENDPOINTS: list[Any] = []
"""Empty, because requests to these routes or their responses are files and not JSON."""


# --- requests -------------------------------------------------------------------------------------


async def _body(request: Request, kind: str, most: int) -> bytes:
    body = bytearray()

    async def keep(part: bytes) -> None:
        body.extend(part)

    await _read(request, kind, most, keep)
    return bytes(body)


async def _receive(request: Request, path: Path, most: int) -> None:
    """Write the body of a request to a file."""
    with path.open("xb") as file:

        async def keep(part: bytes) -> None:
            await asyncio.to_thread(file.write, part)

        await _read(request, BYTES, most, keep)


async def _read(request: Request, kind: str, most: int, keep: Callable[[bytes], Any]) -> None:
    """Pass each part of a request's body to ``keep``; refuse a body of more than ``most`` bytes."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != kind:
        raise RequestError(f"the content type must be {kind}", status=415)
    size, parts = 0, request.stream().__aiter__()
    try:
        async with asyncio.timeout(SECONDS):
            while True:
                try:
                    part = await asyncio.wait_for(anext(parts), SECONDS_OF_SILENCE)
                except StopAsyncIteration:
                    return
                size += len(part)
                if size > most:
                    raise RequestError(f"it may have at most {most:,} bytes", status=413)
                await keep(part)
    except TimeoutError:
        raise RequestError("the request was sent too slowly", status=408) from None


async def _in_thread(site: ServerState, work: Callable[[], Any]) -> Any:
    return await asyncio.wrap_future(site.heavy.start(Job(SECONDS), work))


def _refusal(error: HandsightError | ClientDisconnect | OSError) -> Response:
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)
    if isinstance(error, OSError):
        reason = os.strerror(error.errno) if error.errno else "the disk cannot be used"
        return error_response(RequestError(f"no temporary file can be written: {reason}"))
    return error_response(error)


# --- solutions ------------------------------------------------------------------------------------


def _solution(site: ServerState, key: str) -> Solution:
    try:
        return site.solutions.solution(key)
    except InputError as error:
        raise RequestError(str(error), "id") from None


def _keep(site: ServerState, path: Path) -> LoadedSpot:
    """Read the file of a solution, and put the solution on the shelf."""
    from handsight.solver import Solution
    from handsight.solver.files import solution_memory

    shelf = site.solutions
    try:
        size, most = solution_memory(path), shelf.most_bytes
        if size > most:
            raise InputError(
                f"its solution takes {size / 1e6:,.0f} MB, but at most {most / 1e6:,.0f} MB may be "
                "used; start the server with more --memory"
            )
        place = shelf.reserve(size)
        try:
            solution = Solution.load(path, most)
            game = solution.learner.game
            place.board = tuple(map(str, game.spot.board))
            place.size = bytes_of(game)
            place.solution = solution
        except BaseException:
            shelf.remove(place.key)
            raise
    except InputError as error:  # the temporary path tells nobody anything
        raise RequestError(str(error).replace(repr(str(path)), "this file")) from None
    return _loaded(place.key, place.size, solution)


def _loaded(key: str, size: int, solution: Solution) -> LoadedSpot:
    game = solution.learner.game
    fields: dict[str, Any] = dict(game.betting.fields())
    names = {"bets", "raises", *LoadedSpot.__struct_fields__}
    sizes = {name: fields.pop(name) for name in [*fields] if name not in names}
    oop, ip = map(str, game.spot.players)
    spot: dict[str, Any] = {"board": str(game.spot.board), "oop": oop, "ip": ip, **fields}
    return LoadedSpot(
        *(key, solution.iterations, solution.exploitability, solution.seconds),
        *(sum(game.sizes), size, True),
        **spot,
        sizes=sizes,
        storage=game.storage,
    )
