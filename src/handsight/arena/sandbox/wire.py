"""What goes between the arena and an isolated player, and how it is written.

The arena sends frames: a length, a kind, and values written by `marshal`, or by `pickle` where they
are objects. That is safe in this direction only. What comes back is one short line of text, which
is read strictly: it starts with the number of the question, which is drawn at random, so that an
answer to another question, or one that was given before its question, never counts.
"""

from __future__ import annotations

import marshal
import pickle
import re
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

from handsight.agents import AgentEvent, AgentSpec
from handsight.arena.players import Fault, one_line, plain_action, several_lines
from handsight.cards import Card, CardSet
from handsight.cards.card import DECK_SIZE
from handsight.game import Action, ActionRecord, LegalActions, Observation
from handsight.game.actions import KINDS

BEGIN, ACT, OBSERVE = b"B", b"A", b"O"
"""The kinds of frames: a hand begins, choose an action, take note of events."""

LOAD, KERNELS = b"L", b"K"
"""More kinds: load the agent and say who it is, and tell which kernels were used."""

DONE = "done"
"""What is answered where there is nothing to choose."""

LONGEST = 1000
"""Bytes of an answer; a write of so few is never torn apart."""

LONGEST_LIST = 1 << 16
"""Bytes of a list of kernels."""

REPORTED = ("exception", "garbage", "memory")
"""The kinds of faults that a player's own process reports."""

_BREAK = "\x1f"
"""Stands between the lines of a fault: first what happened, then where it came from."""

_FRAME = struct.Struct("<Ic")
_SEED = struct.Struct("<Q")
_CARDS = tuple(Card(index) for index in range(DECK_SIZE))
_ANSWER = re.compile(rb"([0-9a-f]{1,16}) ([a-z-]{3,8}) (0|-?[1-9][0-9]{0,17})\n")
_KERNELS = re.compile(rb"[a-z0-9_. ();,\[\]CFA]{0,%d}\n" % LONGEST_LIST)
_FAULT = re.compile(rb"([0-9a-f]{1,16}) !([a-z]{4,9}) ([^\n]*)\n")


REHEARSE, FORK, END, WARM = b"H", b"F", b"E", b"W"
"""The orders to a server: rehearse; fork a leg, whose wire comes along; end a leg; load kernels."""

ORDER_BYTES = 64


class Start(NamedTuple):
    """What a server is told first.

    Attributes:
        spec: the agent as it was asked for.
        memory: megabytes.
        rehearsal: frames with questions to rehearse with, for an agent of ours.
        hidden: paths that a leg must not open.
        network: whether a leg may use the network.
    """

    spec: AgentSpec
    memory: int
    rehearsal: bytes
    hidden: tuple[str, ...]
    network: bool


class Reply(NamedTuple):
    """An answer, read from its line.

    Attributes:
        action: what was chosen; None if there is a fault, or nothing was to be chosen.
        fault: what the player's process says went wrong.
    """

    action: Action | None = None
    fault: Fault | None = None


# --- from the arena to the player -----------------------------------------------------------------


def frame(kind: bytes, payload: bytes) -> bytes:
    r"""Make a frame.

    Args:
        kind: one of `BEGIN`, `ACT` and `OBSERVE`.
        payload: what it carries.

    Example:
        >>> frame(ACT, b"xyz")
        b'\x03\x00\x00\x00Axyz'
    """
    return _FRAME.pack(len(payload), kind) + payload


def frames_in(data: bytearray) -> list[tuple[bytes, bytes]]:
    r"""Take the whole frames out of what has arrived; what is left of it is the start of another.

    Args:
        data: what has arrived; the frames are removed from it.

    Example:
        >>> data = bytearray(frame(ACT, b"xyz") + b"\x09")
        >>> frames_in(data), data
        ([(b'A', b'xyz')], bytearray(b'\t'))
    """
    found = []
    while len(data) >= _FRAME.size:
        length, kind = _FRAME.unpack_from(data)
        end = _FRAME.size + length
        if len(data) < end:
            break
        found.append((kind, bytes(data[_FRAME.size : end])))
        del data[:end]
    return found


def begin_frame(seed: int) -> bytes:
    """Say that a hand begins.

    Args:
        seed: of the agent's random numbers, below 2**64.
    """
    return frame(BEGIN, _SEED.pack(seed))


def seed_in(payload: bytes) -> int:
    """Read the seed of a hand that begins.

    Example:
        >>> seed_in(begin_frame(7)[5:])
        7
    """
    return int(_SEED.unpack(payload)[0])


def observe_frame(number: int, events: Sequence[AgentEvent]) -> bytes:
    """Tell of events.

    Args:
        number: of the question, below 2**64.
        events: what the player may see.
    """
    return frame(OBSERVE, _SEED.pack(number) + pickle.dumps(tuple(events)))


def events_in(payload: bytes) -> tuple[int, tuple[AgentEvent, ...]]:
    """Read the number of a question, and the events.

    Example:
        >>> events_in(observe_frame(7, [])[5:])
        (7, ())
    """
    number, events = _SEED.unpack_from(payload)[0], pickle.loads(payload[_SEED.size :])
    return number, events


class ObservationWriter:
    """Writes observations; what stays the same through a hand is sent once.

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
        """Ask for an action.

        Args:
            number: of the question, below 2**64.
            seen: what the player may know.
        """
        table = (seen.button, seen.start_stacks, seen.rules, seen.hand, seen.hands, seen.names)
        told = None
        if table != self._table:
            self._table, self._actions = table, ()
            told = pickle.dumps(table)
        known = len(self._actions)
        if seen.actions[:known] != self._actions:
            known = 0
        self._actions = seen.actions
        news = [
            (street, seat, kind, amount, chips, all_in)
            for street, seat, (kind, amount), chips, all_in in seen.actions[known:]
        ]
        cards = (seen.seat, seen.hole.mask, [card.index for card in seen.board], seen.street)
        chips = (seen.stacks, seen.bets, seen.paid, seen.players, seen.main_pot)
        values = (number, told, known, news, cards, tuple(seen.legal), chips)
        return frame(ACT, marshal.dumps(values))


class ObservationReader:
    """Reads what an `ObservationWriter` has written, in the same order."""

    __slots__ = ("_actions", "_table")

    def __init__(self) -> None:
        self._table: tuple[Any, ...] = ()
        self._actions: tuple[ActionRecord, ...] = ()

    def read(self, payload: bytes) -> tuple[int, Observation]:
        """Read the number of a question, and the observation.

        Args:
            payload: of a frame.
        """
        number, told, known, news, cards, legal, chips = marshal.loads(payload)
        if told is not None:
            self._table = pickle.loads(told)
        seat, hole, board, street = cards
        button, start_stacks, *rest = self._table
        self._actions = self._actions[:known] + tuple(
            ActionRecord(where, who, Action(kind, amount), added, all_in)
            for where, who, kind, amount, added, all_in in news
        )
        return number, Observation(
            *(seat, CardSet.from_mask(hole), tuple([_CARDS[card] for card in board]), street),
            *(LegalActions(*legal), button, start_stacks, *chips, self._actions, *rest),
        )


# --- from the player to the arena -----------------------------------------------------------------


def action_line(number: int, said: object) -> bytes | None:
    r"""Write down an answer.

    Args:
        number: of the question.
        said: what the player answered.

    Returns:
        The line; None if it is no action at all, as `plain_action` has it.

    Example:
        >>> action_line(7, Action.raise_to(300)), action_line(7, Action("raise", float("nan")))
        (b'7 raise 300\n', None)
    """
    plain = plain_action(said)
    return plain and b"%x %s %d\n" % (number, plain.kind.encode(), plain.amount)


def done_line(number: int) -> bytes:
    """Write down that events were taken note of."""
    return b"%x %s 0\n" % (number, DONE.encode())


def fault_line(number: int, fault: Fault) -> bytes:
    r"""Write down a fault.

    Example:
        >>> fault_line(7, Fault("exception", "KeyError: 'pot'"))
        b"7 !exception KeyError: 'pot'\n"
    """
    detail = one_line(fault.detail).encode("utf-8", "replace")[: LONGEST - 40]
    kept = several_lines(fault.trace).split("\n") if fault.trace else []
    lines = [f"{_BREAK}{line}".encode("utf-8", "replace") for line in kept]
    while len(detail) + sum(map(len, lines)) > LONGEST - 40:
        del lines[0]  # the innermost call says most
    return b"%x !%s %s\n" % (number, fault.kind.encode(), detail + b"".join(lines))


def read_reply(line: bytes, number: int) -> Reply | None:
    r"""Read an answer, as strictly as it must be read where anybody may have written it.

    Args:
        line: what arrived.
        number: of the question.

    Returns:
        The answer; None if this is not one line that answers the question.

    Example:
        >>> read_reply(b"7 raise 300\n", 7).action
        Action(kind='raise', amount=300)
        >>> read_reply(b"7 raise 1e9\n", 7), read_reply(b"8 call 0\n", 7)
        (None, None)
    """
    answer = _ANSWER.fullmatch(line)
    if answer:
        kind = answer[2].decode()
        if int(answer[1], 16) != number or kind not in (*KINDS, DONE):
            return None
        return Reply() if kind == DONE else Reply(Action(kind, int(answer[3])))
    fault = _FAULT.fullmatch(line) if len(line) <= LONGEST else None
    if fault is None or int(fault[1], 16) != number or fault[2].decode() not in REPORTED:
        return None
    detail, *lines = fault[3].decode("utf-8", "replace").split(_BREAK)
    trace = several_lines("\n".join(lines))
    return Reply(fault=Fault(fault[2].decode(), one_line(detail), trace))


def read_kernels(line: bytes) -> bytes:
    r"""Read which kernels a player says that it has used.

    Args:
        line: what arrived.

    Returns:
        The names with the types of arguments; empty if they are not written as they should be.

    Example:
        >>> read_kernels(b"handsight.kernels.evaluate strength (uint64)\n")
        b'handsight.kernels.evaluate strength (uint64)'
        >>> read_kernels(b"__import__('os')\n")
        b''
    """
    return line[:-1] if _KERNELS.fullmatch(line) else b""


def unreadable(line: bytes) -> Fault:
    """Make the fault of an answer that cannot be read.

    Args:
        line: what arrived.

    Example:
        >>> unreadable(b"raise all of it").detail
        "its process wrote b'raise all of it', which does not answer the question"
    """
    shown = line[:60]
    return Fault("garbage", f"its process wrote {shown!r}, which does not answer the question")
