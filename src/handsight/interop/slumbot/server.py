"""A server that speaks Slumbot's protocol, with one of our agents in place of Slumbot.

Use it to try out clients without a network: by default it listens on this machine only. What a
client sends is not trusted: it must be short and arrive in time, and the number of sessions is
limited.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_hex
from threading import Lock, Thread
from types import TracebackType
from typing import Any

import msgspec

from handsight.agents import Agent
from handsight.errors import HandsightError, OptionError
from handsight.game import HandCursor, HandState
from handsight.interop.connections import checked_host, checked_port
from handsight.interop.slumbot.client import ACT, NEW_HAND
from handsight.interop.slumbot.hands import (
    BUTTON,
    RULES,
    STACK,
    SlumbotReply,
    SlumbotSeat,
    follow,
    is_action,
    with_streets,
)
from handsight.runtime.seeds import checked_seed, raw_words

MOST_BODY = 4096
"""The maximum length of a request in bytes."""
MOST_SESSIONS = 100
"""The maximum number of sessions; beyond it, a new session replaces the oldest."""
SECONDS = 30.0
"""Seconds after which a connection that sends nothing is closed."""


class _Request(msgspec.Struct, frozen=True):
    token: str | None = None
    incr: str | None = None


class _Session:
    """The consecutive hands of one client; the client switches seats from hand to hand."""

    def __init__(self, number: int, agent: Agent, seed: int) -> None:
        self._number, self._seed = number, seed
        self._bot = SlumbotSeat(agent, seed)
        self._hand = self._won = 0
        self._before = self._actions = ""
        self._start: HandState | None = None

    def new_hand(self) -> dict[str, Any]:
        """Deal a hand, and return the client's view of it.

        Raises:
            OptionError: if the previous hand is not over.
        """
        if self._start is not None:
            raise OptionError("the previous hand is not over")
        deck = int(raw_words(self._seed, self._number, self._hand, count=1)[0])
        self._hand += 1
        self._before = self._actions = ""
        self._start = HandState.start(RULES, (STACK, STACK), BUTTON, seed=deck)
        return self._played(self._start)

    def act(self, word: str) -> dict[str, Any]:
        """Apply the client's action and the agent's answers, and return the client's view.

        Raises:
            HandsightError: if no hand is in progress, or the action is illegal.
        """
        if self._start is None:
            raise OptionError("there is no hand; ask for a new one")
        if not is_action(word):
            raise OptionError(f"{word[:20]!r} is not an action; write k, c, f or one like b300")
        follow(HandCursor(self._start), self._actions + word)  # rejects illegal actions
        self._before = self._actions
        return self._played(self._start, word)

    def _played(self, start: HandState, word: str | None = "") -> dict[str, Any]:
        """Apply the client's action and the agent's answers, and return the client's view."""
        client = self._hand % 2
        while True:
            self._actions += word or ""
            state = follow(HandCursor(start), self._actions)
            self._actions = with_streets(self._actions, state)
            if state.actor == client:
                return self._shown(state, client)
            word = self._bot.hear(SlumbotReply.parse(self._shown(state, 1 - client)))
            if state.is_over:
                self._start = None
                self._won += state.payoffs[client]
                sums = {"session_num_hands": self._hand, "session_total": self._won}
                return self._shown(state, client) | sums

    def _shown(self, state: HandState, seat: int) -> dict[str, Any]:
        own, other = ([str(card) for card in state.hole(each) or ()] for each in (seat, 1 - seat))
        answer: dict[str, Any] = {
            "old_action": self._before,
            "action": self._actions,
            "client_pos": seat,
            "hole_cards": own,
            "board": [str(card) for card in state.board],
        }
        if not state.is_over:
            return answer
        shown = other if len(state.players) > 1 else []
        return answer | {"bot_hole_cards": shown, "winnings": state.payoffs[seat]}


class _Sessions:
    """All sessions of a server, by their tokens."""

    def __init__(self, make: Callable[[], Agent], seed: int) -> None:
        self._make, self._seed = make, seed
        self._lock = Lock()
        self._count = 0
        self._open: dict[str, _Session] = {}

    def answer(self, path: str, body: bytes) -> dict[str, Any]:
        """Answer a request; the answer to an invalid request describes the error."""
        try:
            request = msgspec.json.decode(body or b"{}", type=_Request)
            with self._lock:
                return self._answered(path, request)
        except (msgspec.MsgspecError, RecursionError) as error:
            return {"error_msg": f"the request is not a JSON object of the protocol: {error}"}
        except HandsightError as error:
            return {"error_msg": str(error)}

    def _answered(self, path: str, request: _Request) -> dict[str, Any]:
        token, session = request.token or "", self._open.get(request.token or "")
        if path == NEW_HAND:
            if session is None:
                token = token_hex(16)
                session = self._begun(token)
            return session.new_hand() | {"token": token}
        if session is None or request.incr is None:
            raise OptionError("the session does not exist, or incr has no action")
        return session.act(request.incr)

    def _begun(self, token: str) -> _Session:
        while len(self._open) >= MOST_SESSIONS:
            del self._open[next(iter(self._open))]
        self._count += 1
        session = _Session(self._count, self._make(), self._seed)
        self._open[token] = session
        return session


class SlumbotServer:
    """A server of Slumbot's protocol that runs in its own threads within a ``with`` block.

    Args:
        make: called once for each session; creates the agent that the client plays against.
        port: port to listen on; 0 for any free port.
        host: address to listen on.
        seed: seed of the cards and the agents' random numbers.

    Attributes:
        url: address of the server, for a `SlumbotClient`.

    Raises:
        OptionError: if the address or the seed is invalid, or the server cannot listen there.

    Example:
        >>> from handsight.agents import agent
        >>> from handsight.interop.slumbot import SlumbotClient, SlumbotSeat, play_hands
        >>> with SlumbotServer(lambda: agent("fold"), seed=7) as server:
        ...     seat = SlumbotSeat(agent("call"))
        ...     [hand.chips for hand in play_hands(SlumbotClient(server.url), seat, 3)]
        [-100, 50, 100]
    """

    def __init__(
        self,
        make: Callable[[], Agent],
        *,
        port: int = 0,
        host: str = "127.0.0.1",
        seed: int = 0,
    ) -> None:
        sessions = _Sessions(make, checked_seed(seed))

        class Handler(_Handler):
            answer = staticmethod(sessions.answer)

        try:
            self._server = _Server((checked_host(host), checked_port(port)), Handler)
        except OSError as error:
            raise OptionError(f"cannot listen on {host} port {port}: {error.strerror}") from None
        self._server.daemon_threads = True
        self.url = f"http://{host}:{self._server.server_address[1]}"
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> SlumbotServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def wait(self) -> None:
        """Wait until the server stops or the program is interrupted."""
        self._thread.join()


class _Server(ThreadingHTTPServer):
    """An HTTP server that reports no error when a client disconnects before its answer."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report an error, unless the client has disconnected."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """A handler of HTTP requests, which passes requests of the protocol to `answer`."""

    timeout = SECONDS
    answer: Callable[[str, bytes], dict[str, Any]]

    def do_POST(self) -> None:
        """Answer one of the protocol's requests, all of which are POST."""
        if self.path not in (NEW_HAND, ACT):
            self.send_error(404)
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or len(length) > 9 or int(length) > MOST_BODY:
            self.send_error(413)
            return
        content = msgspec.json.encode(self.answer(self.path, self.rfile.read(int(length))))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, because the client reports on the session."""
