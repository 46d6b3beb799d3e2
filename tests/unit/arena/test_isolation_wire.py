"""What goes over the wire arrives as it was, and what comes back is read strictly."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.arena.players import MOST_CHIPS, Fault
from handsight.arena.sandbox.wire import (
    ACT,
    BEGIN,
    LONGEST,
    OBSERVE,
    ObservationReader,
    ObservationWriter,
    Reply,
    action_line,
    begin_frame,
    done_line,
    events_in,
    fault_line,
    frame,
    frames_in,
    observe_frame,
    read_reply,
    seed_in,
    unreadable,
)
from handsight.game import Action, HandCursor, HandState, Observation, Rules

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


# --- from the player ------------------------------------------------------------------------------


AMOUNTS = st.integers(1 - MOST_CHIPS, MOST_CHIPS - 1)


@given(st.integers(0, 2**64 - 1), st.sampled_from(["bet", "raise"]), AMOUNTS)
def test_actions_come_back_as_they_were(number: int, kind: str, amount: int) -> None:
    line = action_line(number, Action(kind, amount))
    assert line is not None
    assert read_reply(line, number) == Reply(Action(kind, amount))
    assert read_reply(line, number ^ 1) is None


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
        ("done", 0),
        (b"call", 0),
        (None, 0),
        ([], 0),
    ],
)
def test_what_is_no_action_is_not_written(kind: object, amount: object) -> None:
    assert action_line(7, Action(kind, amount)) is None  # type: ignore[arg-type]


@given(st.binary(max_size=60))
def test_noise_is_no_answer(noise: bytes) -> None:
    assert read_reply(noise, 7) is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"7 call 0",
        b"7 call 0\n\n",
        b"7 call 0\n7 call 0\n",
        b" 7 call 0\n",
        b"7 call 00\n",
        b"7 raise +300\n",
        b"7 raise -0\n",
        b"7 raise --1\n",
        b"7 raise 3_00\n",
        b"7 raise 1e3\n",
        b"7 raise \xd9\xa3\n",
        b"7 raise " + b"9" * 19 + b"\n",
        b"7 steal 0\n",
        b"07x call 0\n",
        b"7 !late too late\n",
        b"7 !died of shame\n",
        b"7 !exception " + b"x" * LONGEST + b"\n",
    ],
)
def test_what_is_nearly_an_answer_is_none(line: bytes) -> None:
    assert read_reply(line, 7) is None


@given(st.text())
def test_faults_come_back_in_one_printable_line(text: str) -> None:
    line = fault_line(7, Fault("exception", text))
    reply = read_reply(line, 7)
    assert len(line) <= LONGEST
    assert reply is not None
    assert reply.fault is not None
    assert reply.fault.detail.isprintable()


def test_that_events_were_noted_is_no_action() -> None:
    assert read_reply(done_line(7), 7) == Reply()


def test_what_cannot_be_read_is_shown_in_part() -> None:
    assert len(unreadable(b"x" * 5000).detail) < 200


def test_the_calls_of_a_fault_come_along_as_far_as_there_is_room() -> None:
    lines = [f'  File "bot.py", line {number}, in act' for number in range(8)]
    short = Fault("exception", "ValueError: no idea", "\n".join(lines))
    reply = read_reply(fault_line(7, short), 7)
    assert reply is not None
    assert reply.fault == short
    long = Fault("exception", "é" * 200, "\n".join(f"{line} {'x' * 150}" for line in lines))
    line = fault_line(7, long)
    assert len(line) <= LONGEST
    reply = read_reply(line, 7)
    assert reply is not None
    assert reply.fault is not None
    kept = reply.fault.trace.splitlines()
    assert 0 < len(kept) < 8
    assert kept == long.trace.splitlines()[-len(kept) :]


def test_what_a_player_writes_as_its_calls_is_held_to_lines_that_can_be_printed() -> None:
    line = b"7 !exception bad\x1f\x1b[2J\x07one\x1f" + b"\x1f".join([b"y"] * 100) + b"\n"
    reply = read_reply(line, 7)
    assert reply is not None
    assert reply.fault is not None
    lines = reply.fault.trace.splitlines()
    assert lines[0] == " [2J one"
    assert len(lines) <= 20
    assert all(each.isprintable() for each in lines)
