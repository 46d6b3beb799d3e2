"""The endpoints of the JSON interface: requests, responses, execution and description.

An endpoint takes and returns a `msgspec.Struct`. These classes validate requests and describe them
in the OpenAPI document. Requests are POSTs of JSON, or GETs without parameters. If the client
accepts ``text/event-stream``, a heavy endpoint sends events about its progress (``progress``), and
then its answer (``result``) or a description of the problem (``error``).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from handsight._version import __version__
from handsight.errors import HandsightError, InputError
from handsight.views.schema import attribute_texts
from handsight.web.jobs import HeavyPool, Job, StoppedError, TooManyError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from handsight.web.server_state import ServerState

ROOT = "/api/v1"
SMALL = 65_536
"""The maximum size of an ordinary request in bytes."""
SECONDS_TO_SEND = 10.0
MOST_UPDATES = 100
"""The maximum number of updates queued for a slow client; beyond it, the oldest are dropped."""
LIGHT_SECONDS = 10.0
HEAVY_SECONDS = 120.0
JSON = "application/json"
EVENTS = "text/event-stream"


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with a request.

    Attributes:
        message: what is wrong, and what would be right.
        field: the field of the request that is wrong; empty if no single field is.
    """

    message: str
    field: str = ""


class Progress(msgspec.Struct, frozen=True):
    """The progress of a computation: the number of steps done, and the total number of steps."""

    done: int
    total: int


class RequestError(HandsightError):
    """A request that cannot be answered.

    Attributes:
        status: HTTP status of the response.
        problem: content of the response.
    """

    def __init__(self, message: str, field: str = "", status: int = 400) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(message, field)


@contextmanager
def reading(field: str) -> Iterator[None]:
    """Turn each `InputError` in the ``with`` block into a `RequestError` that names a field.

    Args:
        field: name of the request's field that the block reads.

    Example:
        >>> with reading("board"):
        ...     raise InputError("no card: '1x'")
        Traceback (most recent call last):
            ...
        handsight.web.api.endpoints.RequestError: no card: '1x'
    """
    try:
        yield
    except RequestError:
        raise
    except InputError as error:
        raise RequestError(str(error), field) from None


@dataclass(frozen=True, slots=True)
class Call:
    """The context that an endpoint's `answer` function receives besides the request."""

    site: ServerState
    job: Job


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint of the JSON interface: a question that the page can ask.

    Attributes:
        path: path below the root of the interface, like ``/equity``.
        summary: what the endpoint does, in one line.
        request: class of the request; None for a GET.
        response: class of the response.
        answer: function that computes the answer; it runs in a thread.
        heavy: whether the answer can take more than a few milliseconds, or a function that decides
            this for a request. A heavy request waits for a free thread, is refused if too many
            requests are waiting, and is stopped if the client disconnects.
        limit: maximum size of a request in bytes.
        seconds: maximum time for the answer, in seconds; 0 for the default, `HEAVY_SECONDS` or
            `LIGHT_SECONDS`.
        pool: name of the attribute of `ServerState` with the threads for heavy requests.
        update: class of the events that a heavy request sends before its answer.
        example: an example request.
    """

    path: str
    summary: str
    request: type[msgspec.Struct] | None
    response: Any
    answer: Callable[[Any, Call], Any]
    heavy: bool | Callable[[Any], bool] = False
    limit: int = SMALL
    seconds: float = 0.0
    pool: Literal["heavy", "long", "watching", "reviewing", "training"] = "heavy"
    update: type[msgspec.Struct] = Progress
    example: dict[str, Any] | None = None

    @property
    def method(self) -> str:
        """The HTTP method of the endpoint."""
        return "GET" if self.request is None else "POST"

    def is_heavy(self, question: Any) -> bool:
        """Check whether a request is heavy (see `heavy`)."""
        return self.heavy(question) if callable(self.heavy) else self.heavy

    def route(self) -> Route:
        """Return the route under which the server finds the endpoint."""
        return Route(f"{ROOT}{self.path}", partial(_respond, self), methods=[self.method])


# --- answering ------------------------------------------------------------------------------------


async def _respond(endpoint: Endpoint, request: Request) -> Response:
    try:
        question = await _read(endpoint, request)
    except RequestError as error:
        return error_response(error)
    except ClientDisconnect:
        return Response(status_code=400)
    heavy = endpoint.is_heavy(question)
    if heavy and EVENTS in request.headers.get("accept", ""):
        return await _stream(endpoint, request, question)
    job = Job(endpoint.seconds or (HEAVY_SECONDS if heavy else LIGHT_SECONDS))
    try:
        answering = _start(endpoint, request, question, job)
        if heavy:
            leaving = asyncio.create_task(_left(request))
            leaving.add_done_callback(lambda _: job.stop())
            try:
                answer = await answering
            finally:
                leaving.cancel()
        else:
            answer = await answering
    except HandsightError as error:
        return error_response(error)
    return Response(msgspec.json.encode(answer), media_type=JSON)


def _start(endpoint: Endpoint, request: Request, question: Any, job: Job) -> asyncio.Future[Any]:
    """Start computing the answer in a pool of threads, and return a future of the answer."""
    site: ServerState = request.app.state.site
    work = partial(endpoint.answer, question, Call(site, job))
    if endpoint.is_heavy(question):
        pool: HeavyPool = getattr(site, endpoint.pool)
        return asyncio.wrap_future(pool.start(job, work))
    return asyncio.wrap_future(site.light.submit(work))


async def _left(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _stream(endpoint: Endpoint, request: Request, question: Any) -> Response:
    """Answer with events, the last of which is the result or an error.

    If the request is refused before it starts, the answer is an ordinary error.
    """
    loop = asyncio.get_running_loop()
    updates: asyncio.Queue[Any] = asyncio.Queue()

    def queue(update: Any) -> None:
        if updates.qsize() >= MOST_UPDATES:
            updates.get_nowait()
        updates.put_nowait(update)

    def keep(update: Any) -> None:
        loop.call_soon_threadsafe(queue, update)

    job = Job(endpoint.seconds or HEAVY_SECONDS, keep)
    try:
        answering = _start(endpoint, request, question, job)
    except HandsightError as error:
        return error_response(error)
    answering.add_done_callback(lambda _: updates.put_nowait(None))

    async def events() -> AsyncIterator[bytes]:
        while (update := await updates.get()) is not None:
            yield _event("progress", update)
        try:
            yield _event("result", answering.result())
        except HandsightError as error:
            yield _event("error", _problem(error)[1])

    def end() -> None:
        job.stop()
        answering.cancel()

    return _EventResponse(events(), end)


class _EventResponse(StreamingResponse):
    """A response that sends events and then ends their source, even if the client reads nothing."""

    def __init__(self, events: AsyncIterator[bytes], end: Callable[[], None]) -> None:
        super().__init__(events, media_type=EVENTS, headers={"cache-control": "no-store"})
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events, and then end their source."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._end()


def _event(name: str, content: Any) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), msgspec.json.encode(content))


async def _read(endpoint: Endpoint, request: Request) -> Any:
    """Read a request's body, and decode it as the endpoint's request class."""
    if endpoint.request is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise RequestError(f"the content type must be {JSON}", status=415)
    try:
        body = await asyncio.wait_for(_body(endpoint, request), SECONDS_TO_SEND)
    except TimeoutError:
        raise RequestError("the request was sent too slowly", status=408) from None
    return decode(body, endpoint.request)


async def _body(endpoint: Endpoint, request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > endpoint.limit:
            raise RequestError(f"a request may have at most {endpoint.limit:,} bytes", status=413)
    return bytes(body)


def decode(text: bytes | str, kind: Any) -> Any:
    """Decode JSON as an instance of a class.

    Args:
        text: the JSON.
        kind: a class, or a union of classes.

    Raises:
        RequestError: if the text is not JSON, or does not match the class; the error names the
            field that is wrong, if there is one.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        message, _, path = str(error).partition(" - at `")  # "$.board`", "key` in `$.sizes`"
        field = path.rpartition("$")[2].rstrip("`").lstrip(".")
        raise RequestError(_in_words(message, field), field) from None


_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "nothing",
    "object": "an object",
    "str": "a string",
}
_BOUNDS = {">=": ", at least {}", ">": " above {}", "<=": ", at most {}", "<": " below {}"}
_EXPECTED = re.compile(
    r"Expected `(?P<wanted>[^`]+)`"
    r"(?:, got `(?P<got>[^`]+)`| of length (?P<most><= )?(?P<length>\d+)"
    r"| (?P<bound>[<>]=?) (?P<number>\S+)| matching regex .*)"
)
_NAMED = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<name>[^`]*)`")


def _in_words(message: str, field: str) -> str:
    """Rephrase an error message from msgspec, which decodes the JSON.

    Example:
        >>> _in_words("Expected `int`, got `float`", "pot")
        'pot must be a whole number, not one with a fraction'
        >>> _in_words("Expected `str` of length <= 200", "sizes.flop_bets")
        'sizes.flop_bets must have at most 200 characters'
        >>> _in_words("JSON is malformed: invalid character (byte 3)", "")
        'the request cannot be read as JSON, at byte 3'
    """
    what = field or "the request"
    if named := _NAMED.fullmatch(message):
        where = f"{field}.{named['name']}" if field else named["name"]
        is_missing = named["what"].startswith("missing")
        return f"{where} is missing" if is_missing else f"the request has no field {where}"
    if message.startswith("Invalid enum value "):
        return f"{what} cannot be {message.removeprefix('Invalid enum value ')}"
    if message == "Number out of range":
        return f"{what} is too large a number"
    expected = _EXPECTED.fullmatch(message)
    if expected is None:
        place = re.search(r"byte \d+", message)
        return f"{what} cannot be read as JSON{f', at {place[0]}' if place else ''}"
    kinds = [_KINDS.get(kind, kind) for kind in expected["wanted"].split(" | ")]
    wanted = " or ".join(kinds)
    if got := expected["got"]:
        fraction = got == "float" and "int" in expected["wanted"]
        return f"{what} must be {wanted}, not " + (
            "one with a fraction" if fraction else _KINDS.get(got, got)
        )
    if length := expected["length"]:
        unit = "characters" if expected["wanted"].startswith("str") else "entries"
        return f"{what} must have {'at most ' * bool(expected['most'])}{length} {unit}"
    if bound := expected["bound"]:
        return f"{what} must be {wanted}{_BOUNDS[bound].format(expected['number'])}"
    return f"{what} does not have the right form"


def _problem(error: HandsightError) -> tuple[int, Problem]:
    match error:
        case RequestError():
            return error.status, error.problem
        case TooManyError():
            return 429, Problem(str(error))
        case StoppedError():
            return 503, Problem(str(error))
        case _:
            return 400, Problem(str(error))


def error_response(error: HandsightError) -> Response:
    """Build the response that describes an error and names the wrong field, if there is one."""
    status, problem = _problem(error)
    headers = {"retry-after": "1"} if status == 429 else None
    return Response(
        msgspec.json.encode({"error": problem}), status, media_type=JSON, headers=headers
    )


# --- the description ------------------------------------------------------------------------------

REFUSALS = {
    "400": "Something in the request is wrong; `field` names the part, if there is only one.",
    "401": "The server was started with a token, and the token is missing or wrong.",
    "403": "Another page, or another site, made the request.",
    "404": "The store has no hand with that number.",
    "408": "The request was sent too slowly.",
    "413": "The request is too long.",
    "415": "The request is not JSON.",
    "421": "The Host header does not name this server.",
    "429": "Too many heavy requests are running or waiting; ask again after `Retry-After` seconds.",
    "503": "The answer takes longer than allowed, or the request was stopped.",
}
"""The reasons for which the server refuses requests, by HTTP status."""

FROM_GUARD = ("401", "403", "421")
"""The statuses with which a request is refused before it is read, with a line of plain text."""

ABOUT = f"""The interface that the page of `handsight serve` uses.

A request without parameters is a GET; every other request is a POST of JSON. If the server was
started with a token, each request carries the token in the header `Authorization: Bearer`.

A heavy request waits for a free thread, and ends when its client disconnects. A client that accepts
`{EVENTS}` receives events: `progress` while the server computes, and at the end `result` with the
answer or `error` with the problem. The data of an event is one line of JSON."""


def openapi(endpoints: list[Endpoint]) -> dict[str, Any]:
    """Describe endpoints as an OpenAPI 3.1 document, from their request and response classes."""
    kinds: list[Any] = [Problem]
    for each in endpoints:
        kinds += [each.response, each.update]
        kinds += [] if each.request is None else [each.request]
    schemas, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    for schema in components.values():
        _explain(schema)
    known = dict(zip(map(repr, kinds), schemas, strict=True))
    paths = {each.path: {each.method.lower(): _operation(each, known)} for each in endpoints}
    return {
        "openapi": "3.1.0",
        "info": {"title": "handsight", "version": __version__, "description": ABOUT},
        "servers": [{"url": ROOT}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _explain(schema: dict[str, Any]) -> None:
    """Move the descriptions of attributes from a schema's docstring to the schema's fields."""
    docstring = cleandoc(schema.get("description", ""))
    schema["description"] = " ".join(docstring.partition("\n\nAttributes:\n")[0].split())
    for name, text in attribute_texts(docstring).items():
        field = schema.get("properties", {}).get(name)
        if field is not None:
            field["description"] = text


def _operation(endpoint: Endpoint, known: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.path.strip("/").replace("/", "-"),
        "summary": endpoint.summary,
    }
    refusals = set(FROM_GUARD) | ({"429", "503"} if endpoint.heavy else set())
    if endpoint.request is not None:
        content: dict[str, Any] = {"schema": known[repr(endpoint.request)]}
        if endpoint.example is not None:
            content["example"] = endpoint.example
        operation["requestBody"] = {"required": True, "content": {JSON: content}}
        refusals = set(REFUSALS) - (set() if endpoint.heavy else {"429", "503"})
        if "hand" not in endpoint.request.__struct_fields__:  # only a stored hand can be missing
            refusals.remove("404")
    answer = {JSON: {"schema": known[repr(endpoint.response)]}}
    if endpoint.heavy:
        answer[EVENTS] = {
            "schema": {
                "type": "string",
                "description": "Events `progress`, then one of `result` or `error`.",
                "x-events": {
                    "progress": known[repr(endpoint.update)],
                    "result": known[repr(endpoint.response)],
                    "error": known[repr(Problem)],
                },
            }
        }
    error = {"type": "object", "properties": {"error": known[repr(Problem)]}, "required": ["error"]}
    operation["responses"] = {
        "200": {"description": "The answer.", "content": answer},
        **{
            status: {
                "description": REFUSALS[status],
                "content": {"text/plain": {"schema": {"type": "string"}}}
                if status in FROM_GUARD
                else {JSON: {"schema": error}},
            }
            for status in sorted(refusals)
        },
    }
    return operation
