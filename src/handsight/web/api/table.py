"""A WebSocket for playing at tables, and endpoints for the hands that were played at them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from handsight.errors import HandsightError, InputError
from handsight.formats import phh_text
from handsight.game import Hand
from handsight.web.api.endpoints import ROOT, Call, Endpoint, RequestError, decode, reading
from handsight.web.guard import SOCKET_PROTOCOL
from handsight.web.play.hand_store import KeptHand
from handsight.web.play.messages import (
    FromBrowser,
    OpenTable,
    RefusedMessage,
    ResumeTable,
    TableEnded,
    ToBrowser,
    Whole,
)

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from handsight.views.listings import AgentEntry
    from handsight.web.play.tables import Table
    from handsight.web.server_state import ServerState

LARGEST_MESSAGE = 65_536
"""The maximum size of a message from a browser in bytes."""
FIRST_SECONDS = 15.0
"""Seconds within which a browser must send its first message."""
MOST_UNSENT = 500
"""The maximum number of messages queued for a slow browser before it is disconnected."""
LISTED = 100
OWN_BOT = "a bot of your own, which plays in its own process"
ENDED, TOO_SLOW, TOO_LARGE = 1000, 1008, 1009


# --- the socket -----------------------------------------------------------------------------------


async def play(socket: WebSocket) -> None:
    """Serve a person until the browser disconnects; a table that they have not left stays open."""
    offered = socket.scope.get("subprotocols", [])
    await socket.accept(SOCKET_PROTOCOL if SOCKET_PROTOCOL in offered else None)
    connection = _Connection(socket)
    sending = asyncio.create_task(connection.send())
    try:
        await connection.receive()
    except WebSocketDisconnect:
        return
    finally:
        connection.close()
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending


class _Connection:
    """A connected browser, and the table at which the person sits, if there is one."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._site: ServerState = socket.app.state.site
        self._loop = asyncio.get_running_loop()
        self._unsent: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._table: Table | None = None
        self._code = ENDED

    def tell(self, message: ToBrowser) -> None:
        """Queue a message to the browser; you can call this method from any thread."""
        content = msgspec.json.encode(message)
        with suppress(RuntimeError):  # the server has stopped
            self._loop.call_soon_threadsafe(self._queue, content)
            if isinstance(message, TableEnded):
                self._loop.call_soon_threadsafe(self._unsent.put_nowait, None)

    async def send(self) -> None:
        """Send queued messages, in order."""
        while (content := await self._unsent.get()) is not None:
            try:
                await self._socket.send_text(content.decode())
            except (WebSocketDisconnect, RuntimeError):  # the browser has disconnected
                return
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(self._code)

    async def receive(self) -> None:
        """Handle messages from the browser one by one, until it disconnects or is disconnected."""
        while True:
            waited = FIRST_SECONDS if self._table is None else None
            try:
                message = await asyncio.wait_for(self._socket.receive(), waited)
            except TimeoutError:
                await self._socket.close(TOO_SLOW)
                return
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                self.tell(RefusedMessage("messages are texts of JSON"))
            elif len(text) > LARGEST_MESSAGE or len(text.encode()) > LARGEST_MESSAGE:
                await self._socket.close(TOO_LARGE)
                return
            else:
                await self._take(text)

    def close(self) -> None:
        """Stop listening to the table, which stays open so that the person can come back."""
        if self._table is not None:
            self._table.detach(self.tell)

    def _queue(self, content: bytes) -> None:
        if self._unsent.qsize() >= MOST_UNSENT:
            while not self._unsent.empty():
                self._unsent.get_nowait()
            self._code = TOO_SLOW
            self._unsent.put_nowait(None)
        self._unsent.put_nowait(content)

    async def _take(self, text: str) -> None:
        try:
            message = decode(text, FromBrowser)
            # In a thread, because storing and counting a finished hand takes time.
            await self._loop.run_in_executor(self._site.tables.threads, self._do, message)
        except RequestError as error:
            self.tell(RefusedMessage(error.problem.message, error.problem.field))
        except HandsightError as error:
            self.tell(RefusedMessage(str(error)))

    def _do(self, message: FromBrowser) -> None:
        match message:
            case OpenTable(opponents=opponents, stacks=stacks):
                if stacks and len(stacks) != 1 + len(opponents):
                    raise RequestError(
                        f"there are {len(stacks)} stacks for {1 + len(opponents)} players", "stacks"
                    )
                with reading("opponents"):
                    table = self._site.tables.start(
                        opponents,
                        stacks or [message.stack] * (1 + len(opponents)),
                        carry=message.carry,
                    )
                self._sit_at(table)
            case ResumeTable(table=key, secret=secret):
                with reading("table"):
                    table = self._site.tables.find(key, secret)
                self._sit_at(table)
            case _ if self._table is None:
                raise RequestError("the first message must open a table or return to one", "type")
            case _:
                self._table.take(message)

    def _sit_at(self, table: Table) -> None:
        if self._table is not None and self._table is not table:
            self._table.detach(self.tell)
        self._table = table
        table.attach(self.tell)


ROUTES = [WebSocketRoute(f"{ROOT}/table", play)]


# --- the hands ------------------------------------------------------------------------------------


class AgentLine(msgspec.Struct):
    """An agent that a person can play against, and its place on the leaderboards.

    Attributes:
        about: one line that describes the agent.
        family: how the agent decides, in a word or two; empty for a bot of the user's own.
        rank: rank on the heads-up leaderboard, from 1; null for an agent that is not on it.
        mbb_per_hand: its mean winnings there against the others, in thousandths of a big blind per
            hand; null if `rank` is null.
        six_rank: rank on the six-handed leaderboard, from 1; null for an agent that is not on it.
    """

    name: str
    about: str
    family: str
    rank: int | None
    mbb_per_hand: float | None
    six_rank: int | None


class AgentList(msgspec.Struct):
    """The agents that a person can play against.

    Attributes:
        agents: names of the agents, in alphabetical order, followed by the user's own bots.
        described: the same agents, the strongest heads-up first; those without a rank come last.
    """

    agents: list[str]
    described: list[AgentLine]


class HandsRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for hands that were played, latest first.

    Attributes:
        before: return only hands with a lower number; 0 for the latest hands.
    """

    before: Whole = 0


class HandLine(msgspec.Struct):
    """A hand that was played, as an entry in a list.

    Attributes:
        played: time at which the hand ended, in seconds since 1970.
        hand: number under which the hand is stored.
        agents: agents at the table, clockwise from the person.
        hole: the person's hole cards.
        won: chips that the person won or lost.
        revealed: whether the person has asked to see all cards of the hand.
    """

    hand: int
    played: int
    agents: list[str]
    hole: str
    board: str
    won: int
    revealed: bool


class HandsResponse(msgspec.Struct):
    """A list of up to 100 hands that were played, latest first."""

    hands: list[HandLine]


class StoredRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a stored hand, by its number."""

    hand: Annotated[int, Meta(ge=1, le=2**53)]


class RecordResponse(msgspec.Struct):
    """A hand as a PHH file, with the cards that the person may see: all of them once revealed.

    Attributes:
        name: name for the file.
        text: content of the file.
    """

    name: str
    text: str


def _agents(request: None, call: Call) -> AgentList:
    names = [*call.site.settings.agents]
    lines = sorted(map(_agent_line, names), key=lambda each: each.rank or len(names) + 1)
    return AgentList(names, lines)


def _agent_line(name: str) -> AgentLine:
    entry = _entries().get(name)
    if entry is None:
        return AgentLine(name, OWN_BOT, "", None, None, None)
    return AgentLine(
        name, entry.about, entry.family, entry.rank, entry.mbb_per_hand, entry.six_rank
    )


@cache
def _entries() -> dict[str, AgentEntry]:
    from handsight.views.listings import agent_entries

    return agent_entries()


def _hands(request: HandsRequest, call: Call) -> HandsResponse:
    found = call.site.hands.hands(LISTED, request.before or None)
    return HandsResponse([_line(number, kept) for number, kept in found])


def _line(number: int, kept: KeptHand) -> HandLine:
    hand, seat = kept.seen(), kept.seat
    ended = hand.finishing_stacks or hand.stacks
    return HandLine(
        hand=number,
        played=kept.played,
        agents=[*kept.agents],
        hole=_joined(hand, seat),
        board="".join(map(str, hand.board)),
        won=int(ended[seat] - hand.stacks[seat]),
        revealed=kept.revealed,
    )


def _joined(hand: Hand, seat: int) -> str:
    return "".join(map(str, hand.holes[seat] or ()))


def _record(request: StoredRequest, call: Call) -> RecordResponse:
    return _file(request.hand, kept_hand(request.hand, call))


def _reveal(request: StoredRequest, call: Call) -> RecordResponse:
    kept_hand(request.hand, call)
    return _file(request.hand, call.site.hands.reveal(request.hand))


def kept_hand(number: int, call: Call) -> KeptHand:
    """Return the stored hand with a number from a request's field `hand`.

    Raises:
        RequestError: with status 404, if there is no hand with that number, or if the stored hand
            is damaged.
    """
    try:
        return call.site.hands.get(number)
    except InputError as error:
        raise RequestError(str(error), "hand", status=404) from None


def _file(number: int, kept: KeptHand) -> RecordResponse:
    return RecordResponse(f"hand-{number}.phh", phh_text(kept.seen()))


ENDPOINTS = [
    Endpoint("/agents", "List the agents that you can play against.", None, AgentList, _agents),
    Endpoint(
        "/hands",
        "List the hands that were played.",
        HandsRequest,
        HandsResponse,
        _hands,
        example={"before": 0},
    ),
    Endpoint(
        "/hands/record",
        "Return a hand in PHH.",
        StoredRequest,
        RecordResponse,
        _record,
        example={"hand": 1},
    ),
    Endpoint(
        "/hands/reveal",
        "Reveal all cards of a hand, and mark the hand as revealed.",
        StoredRequest,
        RecordResponse,
        _reveal,
        example={"hand": 1},
    ),
]
