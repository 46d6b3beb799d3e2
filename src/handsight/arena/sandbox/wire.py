"""The format of the messages between the arena and a sandboxed player.

Questions and answers are MessagePack, and introductions are lines of JSON; msgspec encodes and
decodes both, and checks types while decoding. The arena sends frames: a length, a kind, and values.
Rules and events can belong to another platform, so they are sent with the name of their class, a
dataclass or a named tuple; the player's process trusts the arena. The player's process replies with
one short message, which a hostile bot can have written. The message must have one of three exact
shapes, does not name a class, and contains the number of the question, which is drawn at random. So
an answer to another question never counts, nor does an answer that is sent before its question.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.msgpack import Decoder, Encoder

from handsight.agents import AgentEvent, AgentSpec
from handsight.arena.players import MOST_CHIPS, Fault, one_line, plain_action, several_lines
from handsight.cards import Card, CardSet
from handsight.cards.card import DECK_SIZE
from handsight.game import Action, ActionRecord, LegalActions, Observation

BEGIN, ACT, OBSERVE = b"B", b"A", b"O"
"""The kinds of frames in a match: begin a hand, choose an action, observe events."""

LOAD, KERNELS = b"L", b"K"
"""Further kinds of frames: load the agent and send its introduction; list the kernels in use."""

LONGEST = 1000
"""The maximum size of an answer in bytes; a write of this size is never split."""

LONGEST_LIST = 1 << 16
"""The maximum size of a list of kernels in bytes."""

REHEARSAL = 1
"""The question number that all questions of a rehearsal share."""

REHEARSE, FORK, END, WARM = b"H", b"F", b"E", b"W"
"""The orders to a server: rehearse, fork a leg with its connection, end a leg, load kernels."""

ORDER_BYTES = 64

_FRAME = struct.Struct("<Ic")
_SEED = struct.Struct("<Q")
_CARDS = tuple(Card(index) for index in range(DECK_SIZE))
_KERNELS = re.compile(rb"[a-z0-9_. ();,\[\]CFA]{0,%d}\n" % LONGEST_LIST)


class ServerStart(NamedTuple):
    """The first message to a server.

    Attributes:
        spec: the specification of the agent.
        memory: megabytes that a leg may use.
        rehearsal: frames with questions to rehearse, for one of handsight's own agents.
        hidden: paths that a leg must not open.
        network: whether a bot may use the network.
    """

    spec: AgentSpec
    memory: int
    rehearsal: bytes
    hidden: tuple[Path, ...]
    network: bool


class Introduction(msgspec.Struct, frozen=True, omit_defaults=True):
    """The introduction of an agent: a line of JSON from the process of a player.

    Attributes:
        name: the agent's name; empty if the agent is not loaded yet.
        observes: whether the agent wants the events of its hands.
        error: the reason why the agent cannot be loaded; empty if it can be loaded.
    """

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    observes: bool = False
    error: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Reply(NamedTuple):
    """The answer of a player's process to one question.

    Attributes:
        action: the chosen action; None if there is a fault, or if the question did not ask for an
            action.
        fault: the fault in the player's process; None if there is no fault.
        remark: a remark of the agent about itself; usually empty.
    """

    action: Action | None = None
    fault: Fault | None = None
    remark: str = ""


# --- the shapes of messages -----------------------------------------------------------------------

_Typed: TypeAlias = tuple[str, msgspec.Raw]
"""The class of a value, as ``module:name``, and the value itself."""


class _Table(msgspec.Struct, array_like=True):
    """The part of an observation that stays the same throughout a hand."""

    button: int
    start_stacks: tuple[int, ...]
    rules: _Typed
    hand: int
    hands: int
    names: tuple[str, ...]


class _Question(msgspec.Struct, array_like=True):
    """An observation without the parts that the player's process knows from earlier questions."""

    number: int
    table: _Table | None
    known: int
    news: tuple[ActionRecord, ...]
    seat: int
    hole: int
    board: tuple[int, ...]
    street: str
    legal: LegalActions
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    players: tuple[int, ...]
    main_pot: int


class _Chosen(msgspec.Struct, tag="chosen", array_like=True, forbid_unknown_fields=True):
    """An action, which can be illegal."""

    number: int
    kind: Literal["fold", "check", "call", "bet", "raise", "all-in"]
    amount: Annotated[int, msgspec.Meta(gt=-MOST_CHIPS, lt=MOST_CHIPS)]
    remark: Annotated[str, msgspec.Meta(max_length=200)] = ""


class _Noted(msgspec.Struct, tag="noted", array_like=True, forbid_unknown_fields=True):
    """The confirmation that events were observed."""

    number: int


class _Failed(msgspec.Struct, tag="failed", array_like=True, forbid_unknown_fields=True):
    """A fault that the player's process itself reports."""

    number: int
    kind: Literal["exception", "garbage", "memory"]
    detail: str
    trace: str


def _plain(value: Any) -> Any:
    """Encode a card or a path, which msgspec does not support."""
    if isinstance(value, Card):
        return value.index
    if isinstance(value, Path):
        return _bytes_of(str(value))
    raise NotImplementedError(f"{type(value).__name__} cannot be sent to a player's process")


def _object(wanted: type, value: Any) -> Any:
    """Decode a value that `_plain` has encoded."""
    if wanted is Card:
        return Card(value)
    if wanted is Path:
        return Path(_text_of(value))
    raise NotImplementedError(f"{wanted.__name__} cannot be read in a player's process")


def _bytes_of(text: str) -> bytes:
    """Encode text that can contain a file name, even a name that is not valid Unicode."""
    return text.encode("utf-8", "surrogatepass")


def _text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _typed(value: Any) -> tuple[str, Any]:
    return f"{type(value).__module__}:{type(value).__qualname__}", value


def _value(typed: _Typed) -> Any:
    path, value = typed
    return _decoder(path).decode(value)


@cache
def _decoder(path: str) -> Decoder[Any]:
    module, _, name = path.partition(":")
    return Decoder(getattr(import_module(module), name), dec_hook=_object)


_ENCODER = Encoder(enc_hook=_plain)
_START = Decoder(
    tuple[
        bytes,
        bytes,
        dict[bytes, bytes],
        Path | None,
        Path | None,
        int,
        bytes,
        tuple[Path, ...],
        bool,
    ],
    dec_hook=_object,
)
_EVENTS = Decoder(tuple[int, tuple[_Typed, ...]])
_QUESTION = Decoder(_Question)
_INTRODUCTION = msgspec.json.Decoder(Introduction)
_ANSWER = Decoder(_Chosen | _Noted | _Failed)


# --- from the arena to the player -----------------------------------------------------------------


def start_message(start: ServerStart) -> bytes:
    """Encode the first message to a server."""
    spec, *rest = start
    options = {_bytes_of(name): _bytes_of(value) for name, value in spec.options.items()}
    named = _bytes_of(spec.text), _bytes_of(spec.name), options, spec.file, spec.root
    return _ENCODER.encode((*named, *rest))


def read_start(message: bytes) -> ServerStart:
    """Decode the first message to a server.

    Example:
        >>> start = ServerStart(AgentSpec.parse("call"), 2048, b"", (Path("arena.db"),), False)
        >>> read_start(start_message(start)) == start
        True
    """
    text, name, options, file, root, memory, rehearsal, hidden, network = _START.decode(message)
    plain = {_text_of(name): _text_of(value) for name, value in options.items()}
    spec = AgentSpec(_text_of(text), _text_of(name), plain, file, root)
    return ServerStart(spec, memory, rehearsal, hidden, network)


def frame(kind: bytes, payload: bytes) -> bytes:
    r"""Build a frame.

    Args:
        kind: one of `BEGIN`, `ACT`, `OBSERVE`, `LOAD` and `KERNELS`.
        payload: the content of the frame.

    Example:
        >>> frame(ACT, b"xyz")
        b'\x03\x00\x00\x00Axyz'
    """
    return _FRAME.pack(len(payload), kind) + payload


def frames_in(data: bytearray) -> list[tuple[bytes, bytes]]:
    r"""Remove the complete frames from received data and return them.

    Args:
        data: received data; the start of an incomplete frame stays in it.

    Example:
        >>> data = bytearray(frame(ACT, b"xyz") + b"\x09")
        >>> frames_in(data), data
        ([(b'A', b'xyz')], bytearray(b'\t'))
    """
    frames = []
    while len(data) >= _FRAME.size:
        length, kind = _FRAME.unpack_from(data)
        end = _FRAME.size + length
        if len(data) < end:
            break
        frames.append((kind, bytes(data[_FRAME.size : end])))
        del data[:end]
    return frames


def begin_frame(seed: int) -> bytes:
    """Build the frame that begins a hand.

    Args:
        seed: seed of the agent's random numbers, below 2**64.
    """
    return frame(BEGIN, _SEED.pack(seed))


def seed_in(payload: bytes) -> int:
    """Decode the seed in the payload of a frame from `begin_frame`.

    Example:
        >>> seed_in(begin_frame(7)[5:])
        7
    """
    return int(_SEED.unpack(payload)[0])


def observe_frame(number: int, events: Sequence[AgentEvent]) -> bytes:
    """Build the frame that passes events to a player.

    Args:
        number: number of the question, below 2**64.
        events: the events.
    """
    return frame(OBSERVE, _ENCODER.encode((number, [_typed(event) for event in events])))


def events_in(payload: bytes) -> tuple[int, tuple[AgentEvent, ...]]:
    """Decode the payload of a frame from `observe_frame`: the number of a question, and the events.

    Example:
        >>> events_in(observe_frame(7, [])[5:])
        (7, ())
    """
    number, events = _EVENTS.decode(payload)
    return number, tuple([_value(event) for event in events])


class ObservationWriter:
    """Encodes observations; what stays the same throughout a hand is sent only once in that hand.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> seen = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7)).observation()
        >>> message = ObservationWriter().frame(7, seen)
        >>> ObservationReader().read(message[5:]) == (7, seen)
        True
    """

    __slots__ = ("_actions", "_table")

    def __init__(self) -> None:
        self._table: tuple[Any, ...] | None = None
        self._actions: tuple[ActionRecord, ...] = ()

    def frame(self, number: int, seen: Observation) -> bytes:
        """Build the frame of an observation.

        Args:
            number: number of the question, below 2**64.
            seen: the observation.
        """
        table = (seen.button, seen.start_stacks, seen.rules, seen.hand, seen.hands, seen.names)
        sent = None
        if table != self._table:
            self._table, self._actions = table, ()
            rules = _typed(seen.rules)
            sent = _Table(seen.button, seen.start_stacks, rules, seen.hand, seen.hands, seen.names)
        known = len(self._actions)
        if seen.actions[:known] != self._actions:
            known = 0
        self._actions = seen.actions
        board = tuple([card.index for card in seen.board])
        question = _Question(
            number,
            sent,
            known,
            seen.actions[known:],
            seen.seat,
            seen.hole.mask,
            board,
            seen.street,
            seen.legal,
            seen.stacks,
            seen.bets,
            seen.paid,
            seen.players,
            seen.main_pot,
        )
        return frame(ACT, _ENCODER.encode(question))


class ObservationReader:
    """Decodes observations in the order in which an `ObservationWriter` has encoded them."""

    __slots__ = ("_actions", "_table")

    def __init__(self) -> None:
        self._table: tuple[Any, ...] = ()
        self._actions: tuple[ActionRecord, ...] = ()

    def read(self, payload: bytes) -> tuple[int, Observation]:
        """Decode the payload of a frame: the number of a question, and the observation."""
        question = _QUESTION.decode(payload)
        if question.table is not None:
            sent = question.table
            self._table = (
                *(sent.button, sent.start_stacks, _value(sent.rules)),
                *(sent.hand, sent.hands, sent.names),
            )
        button, start_stacks, *rest = self._table
        self._actions = self._actions[: question.known] + question.news
        board = tuple([_CARDS[card] for card in question.board])
        return question.number, Observation(
            question.seat,
            CardSet.from_mask(question.hole),
            board,
            question.street,
            question.legal,
            button,
            start_stacks,
            question.stacks,
            question.bets,
            question.paid,
            question.players,
            question.main_pot,
            self._actions,
            *rest,
        )


# --- from the player to the arena -----------------------------------------------------------------


def action_reply(number: int, answer: object, remark: str = "") -> bytes | None:
    """Encode the answer of an agent.

    Args:
        number: number of the question.
        answer: the agent's answer.
        remark: a remark of the agent about itself, at most 200 characters.

    Returns:
        The message; None if `plain_action` does not accept the answer as an action.

    Example:
        >>> read_reply(action_reply(7, Action.raise_to(300)), 7).action
        Action(kind='raise', amount=300)
        >>> action_reply(7, Action("raise", float("nan"))) is None
        True
    """
    plain = plain_action(answer)
    said = (remark,) if remark else ()
    return plain and _ENCODER.encode(("chosen", number, plain.kind, plain.amount, *said))


def noted_reply(number: int) -> bytes:
    """Encode the confirmation that events were observed."""
    return _ENCODER.encode(("noted", number))


def fault_reply(number: int, fault: Fault) -> bytes:
    """Encode a fault, with as much of its trace as fits into the message.

    Example:
        >>> read_reply(fault_reply(7, Fault("exception", "KeyError: 'pot'")), 7).fault.detail
        "KeyError: 'pot'"
    """
    detail = one_line(fault.detail)  # at most 200 characters, which always fit
    lines = several_lines(fault.trace).split("\n")
    while True:
        message = _ENCODER.encode(("failed", number, fault.kind, detail, "\n".join(lines)))
        if len(message) <= LONGEST:
            return message
        del lines[0]  # the outermost call says the least


def read_reply(message: bytes, number: int) -> Reply | None:
    """Decode an answer; a hostile bot can have written it.

    Args:
        message: the message from the player's process.
        number: number of the question that the message must answer.

    Returns:
        The answer; None if the message is not exactly one answer to this question.

    Example:
        >>> read_reply(noted_reply(7), 7), read_reply(noted_reply(8), 7), read_reply(b"call", 7)
        (Reply(action=None, fault=None, remark=''), None, None)
    """
    if len(message) > LONGEST:
        return None
    try:
        answer = _ANSWER.decode(message)
    except ValueError:  # the base class of msgspec's errors and of UTF-8 decoding errors
        return None
    if answer.number != number:
        return None
    if isinstance(answer, _Chosen):
        return Reply(Action(answer.kind, answer.amount), remark=one_line(answer.remark))
    if isinstance(answer, _Noted):
        return Reply()
    fault = Fault(answer.kind, one_line(answer.detail), several_lines(answer.trace))
    return Reply(fault=fault)


def introduction_line(introduction: Introduction) -> bytes:
    r"""Encode the introduction of an agent.

    Example:
        >>> introduction_line(Introduction("call", observes=True))
        b'{"name":"call","observes":true}\n'
    """
    return msgspec.json.encode(introduction) + b"\n"


def read_introduction(line: bytes) -> Introduction:
    """Decode the introduction of an agent; a hostile process can have written it.

    Raises:
        ValueError: if the line is not an introduction.
    """
    return _INTRODUCTION.decode(line)


def read_kernels(line: bytes) -> bytes:
    r"""Read the line in which a player's process lists the kernels that it has used.

    Returns:
        The names with their argument types; empty if the line is malformed.

    Example:
        >>> read_kernels(b"handsight.kernels.evaluate strength (uint64)\n")
        b'handsight.kernels.evaluate strength (uint64)'
        >>> read_kernels(b"__import__('os')\n")
        b''
    """
    return line[:-1] if _KERNELS.fullmatch(line) else b""


def unreadable(message: bytes) -> Fault:
    """Return the fault for an answer that cannot be decoded.

    Example:
        >>> unreadable(b"raise all of it").detail
        "its process wrote b'raise all of it', which does not answer the question"
    """
    shown = message[:60]
    return Fault("garbage", f"its process wrote {shown!r}, which does not answer the question")
