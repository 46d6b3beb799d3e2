"""What goes over the wire arrives as it was, and what comes back is read strictly."""

import pickle
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.agents import AgentSpec
from handsight.arena.players import MOST_CHIPS, Fault
from handsight.arena.sandbox.wire import (
    ACT,
    BEGIN,
    LONGEST,
    OBSERVE,
    Introduction,
    ObservationReader,
    ObservationWriter,
    Reply,
    ServerStart,
    action_reply,
    begin_frame,
    events_in,
    fault_reply,
    frame,
    frames_in,
    introduction_line,
    noted_reply,
    observe_frame,
    read_introduction,
    read_reply,
    read_start,
    seed_in,
    start_message,
    unreadable,
)
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.game.actions import KINDS
from handsight.interop.pypokerengine import EngineHand, EngineRules

HEAD = 5


def decisions(hands: int = 30) -> list[Observation]:
    """Give what the players of random hands see, tables of two to six players mixed."""
    found, rng = [], Random(3)
    for hand in range(hands):
        size = rng.randint(2, 6)
        stacks = [rng.randint(50, 5000) for _ in range(size)]
        names = tuple("abcdef"[:size]) if hand % 2 else ()
        state = HandState.start(Rules(ante=hand % 3), stacks, hand % size, seed=hand)
        table = HandCursor(state, hand + 1, 30, names)
        while not table.state.is_over:
            seen = table.observation()
            found.append(seen)
            raises = seen.legal.can_raise and rng.random() < 0.3
            table.apply(Action.raise_to(seen.legal.raise_min) if raises else Action.call())
    return found


# --- to the player --------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["as played", "shuffled", "one seat"])
def test_observations_arrive_as_they_were_in_any_order(order: str) -> None:
    seen = decisions()
    if order == "shuffled":
        Random(1).shuffle(seen)
    elif order == "one seat":
        seen = [each for each in seen if each.seat == 0]
    writer, reader = ObservationWriter(), ObservationReader()
    for number, each in enumerate(seen):
        [(kind, payload)] = frames_in(bytearray(writer.frame(number, each)))
        arrived = reader.read(payload)
        assert (kind, arrived) == (ACT, (number, each))
        assert pickle.dumps(arrived[1].rules) == pickle.dumps(each.rules)
        assert type(arrived[1].legal) is type(each.legal)


def test_what_stays_the_same_through_a_hand_is_sent_once() -> None:
    table = HandCursor(HandState.start(Rules(), [9000, 9000], 0, seed=1), names=("left", "right"))
    writer, sizes = ObservationWriter(), []
    while not table.state.is_over:
        sizes.append(len(writer.frame(1, table.observation())))
        table.apply(Action.call())
    assert max(sizes[1:]) < sizes[0] - 50


def test_frames_arrive_whole_however_they_are_cut() -> None:
    sent = [(BEGIN, b"12345678"), (ACT, b""), (OBSERVE, b"x" * 300)]
    whole = b"".join(frame(kind, payload) for kind, payload in sent)
    for cut in (1, 2, 7, 100):
        data, found = bytearray(), []
        for start in range(0, len(whole), cut):
            data += whole[start : start + cut]
            found += frames_in(data)
        assert found == sent
        assert not data


def test_seeds_and_events_arrive_as_they_were() -> None:
    assert seed_in(begin_frame(2**64 - 1)[HEAD:]) == 2**64 - 1
    events = HandState.start(Rules(), [500, 500], 0, seed=1).view(0).events
    assert events_in(observe_frame(2**64 - 1, events)[HEAD:]) == (2**64 - 1, events)


def test_events_of_a_whole_hand_arrive_as_they_were_by_all_rules() -> None:
    ours = HandState.start(Rules(ante=3, straddles=(200,)), [500, 5000, 900, 70], 0, seed=1)
    theirs = EngineHand.start(EngineRules(5, ante=1), [90, 90, 200], button=0, seed=7)
    for state in (ours, theirs):
        while not state.is_over:
            state = state.apply(Action.all_in() if state.legal_actions.can_raise else Action.call())
        events = tuple(state.events)
        arrived = events_in(observe_frame(7, events)[HEAD:])
        assert arrived == (7, events)
        assert list(map(type, arrived[1])) == list(map(type, events))


def test_an_observation_by_rules_of_another_platform_arrives_as_it_was() -> None:
    table = HandCursor(EngineHand.start(EngineRules(5, ante=1), [90, 90], button=0, seed=7))
    writer, reader = ObservationWriter(), ObservationReader()
    seen = table.observation()
    arrived = reader.read(writer.frame(7, seen)[HEAD:])
    assert arrived == (7, seen)
    assert type(arrived[1].rules) is EngineRules


# --- from the player ------------------------------------------------------------------------------


def packed(*values: object) -> bytes:
    """Write down values as a player would that writes its answers by itself."""
    return msgspec.msgpack.encode(values)


AMOUNTS = st.integers(1 - MOST_CHIPS, MOST_CHIPS - 1)


@given(st.integers(0, 2**64 - 1), st.sampled_from(["bet", "raise"]), AMOUNTS)
def test_actions_come_back_as_they_were(number: int, kind: str, amount: int) -> None:
    message = action_reply(number, Action(kind, amount))
    assert message is not None
    assert read_reply(message, number) == Reply(Action(kind, amount))
    assert read_reply(message, number ^ 1) is None


@pytest.mark.parametrize(
    ("kind", "amount"),
    [
        ("raise", float("nan")),
        ("raise", 300.0),
        ("raise", True),
        ("raise", -MOST_CHIPS),
        ("raise", MOST_CHIPS),
        ("raise", "300"),
        ("raise", None),
        ("steal", 1),
        ("noted", 0),
        (b"call", 0),
        (None, 0),
        ([], 0),
    ],
)
def test_what_is_no_action_is_not_written(kind: object, amount: object) -> None:
    assert action_reply(7, Action(kind, amount)) is None  # type: ignore[arg-type]


@given(st.binary(max_size=60))
def test_noise_is_no_answer(noise: bytes) -> None:
    assert read_reply(noise, 7) is None


CALL = packed("chosen", 7, "call", 0)


def test_the_messages_that_are_damaged_below_are_answers_when_whole() -> None:
    assert read_reply(CALL, 7) == Reply(Action("call", 0))
    assert read_reply(packed("noted", 7), 7) == Reply()
    assert read_reply(packed("failed", 7, "exception", "bad", ""), 7) is not None


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\n",
        b"7 call 0\n",
        CALL[:-1],
        CALL + b"\n",
        CALL + CALL,
        b" " + CALL,
        packed("chosen", 7, "call"),
        packed("chosen", 7, "call", 0, 0),
        packed("chosen", 7, "raise", 300.0),
        packed("chosen", 7, "raise", "300"),
        packed("chosen", 7, "raise", True),
        packed("chosen", 7, "raise", None),
        packed("chosen", 7, "raise", [300]),
        packed("chosen", 7, "raise", MOST_CHIPS),
        packed("chosen", 7, "raise", -MOST_CHIPS),
        packed("chosen", 7, "raise", 2**64 - 1),
        packed("chosen", 7, "steal", 0),
        packed("chosen", 7, "noted", 0),
        packed("chosen", 7, b"call", 0),
        packed("chosen", 7.0, "call", 0),
        packed("chosen", "7", "call", 0),
        packed("chosen", True, "call", 0),
        packed("chosen", -7, "call", 0),
        packed("chosen", 8, "call", 0),
        packed("taken", 7, "call", 0),
        packed(0, 7, "call", 0),
        packed("noted", 7, 0),
        packed("noted"),
        packed(),
        packed("failed", 7, "late", "too late", ""),
        packed("failed", 7, "died", "of shame", ""),
        packed("failed", 7, "exception", "bad"),
        packed("failed", 7, "exception", None, ""),
        packed("failed", 7, "exception", "x" * LONGEST, ""),
        packed("failed", 7, "exception", "x", "").replace(b"x", b"\xff"),
        msgspec.msgpack.encode({"type": "chosen", "number": 7, "kind": "call", "amount": 0}),
        msgspec.msgpack.encode(msgspec.msgpack.Ext(5, CALL)),
        b"\x91" * LONGEST,
        b"\xdd\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
    ],
)
def test_what_is_nearly_an_answer_is_none(message: bytes) -> None:
    assert read_reply(message, 7) is None


@given(st.binary(max_size=8), st.integers(0, len(CALL) - 1), st.integers(0, 8))
def test_a_damaged_answer_is_none_or_another_action(noise: bytes, start: int, gone: int) -> None:
    reply = read_reply(CALL[:start] + noise + CALL[start + gone :], 7)
    assert reply is None or reply == Reply() or reply.action is not None
    if reply is not None and reply.action is not None:
        kind, amount = reply.action
        assert kind in KINDS
        assert type(amount) is int
        assert abs(amount) < MOST_CHIPS


@given(st.text(), st.text())
def test_faults_come_back_in_one_printable_line(text: str, trace: str) -> None:
    message = fault_reply(7, Fault("exception", text, trace))
    reply = read_reply(message, 7)
    assert len(message) <= LONGEST
    assert reply is not None
    assert reply.fault is not None
    assert reply.fault.detail.isprintable()


def test_that_events_were_noted_is_no_action() -> None:
    assert read_reply(noted_reply(7), 7) == Reply()


def test_what_cannot_be_read_is_shown_in_part() -> None:
    assert len(unreadable(b"x" * 5000).detail) < 200


def test_the_calls_of_a_fault_come_along_as_far_as_there_is_room() -> None:
    lines = [f'  File "bot.py", line {number}, in act' for number in range(8)]
    short = Fault("exception", "ValueError: no idea", "\n".join(lines))
    reply = read_reply(fault_reply(7, short), 7)
    assert reply is not None
    assert reply.fault == short
    long = Fault("exception", "é" * 200, "\n".join(f"{line} {'x' * 150}" for line in lines))
    message = fault_reply(7, long)
    assert len(message) <= LONGEST
    reply = read_reply(message, 7)
    assert reply is not None
    assert reply.fault is not None
    kept = reply.fault.trace.splitlines()
    assert 0 < len(kept) < 8
    assert kept == long.trace.splitlines()[-len(kept) :]


def test_the_longest_detail_has_room_without_its_calls() -> None:
    fault = Fault("exception", "\U0001f0a1" * 5000, "\U0001f0a1" * 5000)
    reply = read_reply(fault_reply(2**64 - 1, fault), 2**64 - 1)
    assert reply is not None
    assert reply.fault == Fault("exception", "\U0001f0a1" * 200)


def test_what_a_player_writes_as_its_calls_is_held_to_lines_that_can_be_printed() -> None:
    trace = "\n".join(["\x1b[2J\x07one", *["y"] * 100])
    reply = read_reply(packed("failed", 7, "exception", "b\x1bad\nly", trace), 7)
    assert reply is not None
    assert reply.fault is not None
    assert reply.fault.detail == "b ad ly"
    lines = reply.fault.trace.splitlines()
    assert lines[0] == " [2J one"
    assert len(lines) <= 20
    assert all(each.isprintable() for each in lines)


# --- who a player is ------------------------------------------------------------------------------


def test_who_a_player_is_arrives_as_it_was() -> None:
    for said in (Introduction(), Introduction("call", True), Introduction(error="no such file")):
        assert read_introduction(introduction_line(said)) == said
    assert introduction_line(Introduction()) == b"{}\n"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"null\n",
        b"[]\n",
        b'{"name": 1}\n',
        b'{"name": null}\n',
        b'{"name": "call", "observes": 1}\n',
        b'{"name": "call"}{"name": "call"}\n',
        b'{"name": "%s"}\n' % (b"x" * 201),
        b'{"error": "%s"}\n' % (b"x" * 501),
        b'{"name": "\xff"}\n',
        b"[" * 4000,
    ],
)
def test_what_is_nearly_an_introduction_is_none(line: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_introduction(line)


# --- what a server is told ------------------------------------------------------------------------


def test_what_a_server_is_told_arrives_as_it_was_whatever_a_file_is_called() -> None:
    odd = Path("bots", "b\udcff\ud800t.py")
    spec = AgentSpec(f"{odd}:Bot:seen={odd}", "Bot", {"seen": str(odd)}, odd)
    start = ServerStart(spec, 2048, b"\x00\xff", (odd, Path("arena.db")), True)
    assert read_start(start_message(start)) == start
