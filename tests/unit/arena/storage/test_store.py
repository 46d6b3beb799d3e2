"""The store: whole blocks or nothing, one writer, and clear words for what is wrong with a file."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from handsight.arena import ArenaResult, ArenaSpec, ArenaStore, resume, run_arena
from handsight.arena.match import BlockTask, FaultRow, play_block
from handsight.arena.storage.log import decode_block
from handsight.arena.storage.store import KIND, MOST_TRACES
from handsight.errors import ArenaError
from handsight.formats import parse_phh, phh_text
from handsight.runtime.locking import WriteLock
from tests.stores import version_1, write_row
from tests.unit.arena.agents_for_tests import Raises, Says

SPEC = ArenaSpec(agents=("random", "call"), pairs=300, seed=7, block=50)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "arena.db"


def change(path, *statements):
    base = sqlite3.connect(path)
    with base:
        for statement in statements:
            base.execute(statement)
    base.close()


def numbers_of(result):
    return [
        (slot, found.blocks, found.pairs, found.hands, found.finished, found.stopped)
        for found in result.matchups
        for slot in found.slots
    ]


# --- what is kept -------------------------------------------------------------------------------


def test_a_store_gives_back_the_result_of_its_run(path):
    spec = ArenaSpec(agents=("seven", "random", "call"), format="carry", pairs=30, until="2000bb")
    result = run_arena(spec, path, agents={"seven": Says(7)})
    with ArenaStore.read(path) as store:
        assert store.spec == spec
        assert numbers_of(store.result()) == numbers_of(result)


def test_every_hand_is_kept_in_the_order_of_the_schedule(path):
    result = run_arena(SPEC, path)
    with ArenaStore.read(path) as store:
        hands = list(store.hands())
    assert len(hands) == result.hands == 600
    assert [(hand.pair, hand.leg) for hand in hands] == [(p, g) for p in range(300) for g in (0, 1)]
    for hand in hands[:50]:
        history = parse_phh(phh_text(hand.record))
        won = [now - was for now, was in zip(history.finishing_stacks, history.stacks, strict=True)]
        assert dict(zip(history.players, won, strict=True)) == dict(
            zip(SPEC.agents, hand.chips, strict=True)
        )


def test_the_hands_of_one_matchup_can_be_had_alone(path):
    spec = ArenaSpec(agents=("random", "call", "fold"), pairs=10)
    run_arena(spec, path)
    with ArenaStore.read(path) as store:
        assert {hand.matchup for hand in store.hands(1)} == {1}
        assert len(list(store.hands())) == 3 * len(list(store.hands(1))) == 60


def test_faults_are_kept_with_their_place_and_detail(path):
    run_arena(ArenaSpec(agents=("seven", "call"), pairs=1), path, agents={"seven": Says(7)})
    with ArenaStore.read(path) as store:
        first = next(store.faults())
    assert first[:6] == (0, 0, 0, 1, 0, 0)
    assert (first.kind, first.detail) == ("garbage", "answered 7, which is not an Action")


def test_a_finished_store_is_one_file(path):
    run_arena(SPEC, path)
    assert [each.name for each in path.parent.iterdir()] == ["arena.db"]


def test_a_finished_store_is_left_as_it_is(path):
    run_arena(SPEC, path)
    before = path.read_bytes()
    assert run_arena(SPEC, path).hands == 600
    with ArenaStore.read(path) as store:
        assert store.result().is_finished
    assert path.read_bytes() == before


def test_a_store_can_be_read_while_it_is_written(path):
    with ArenaStore.open(path, SPEC) as writer:
        writer.add(play_block(BlockTask(SPEC, 0, 0)))
        with ArenaStore.read(path) as reader:
            assert reader.result().pairs == 50
            writer.add(play_block(BlockTask(SPEC, 0, 1)))
            assert reader.result().pairs == 100


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": 8}, "its seed is 7, not 8"),
        ({"pairs": 500}, "its pairs is 300, not 500"),
        ({"agents": ("random", "fold")}, r'its agents is \["random", "call"\]'),
    ],
)
def test_a_store_of_another_specification_is_refused(path, options, message):
    run_arena(SPEC, path)
    with pytest.raises(ArenaError, match=message):
        run_arena(ArenaSpec.from_json({**SPEC.to_json(), **options}), path)


def test_a_file_that_is_no_database_is_refused_and_left_alone(path):
    path.write_text("my notes")
    for use in (lambda: run_arena(SPEC, path), lambda: resume(path)):
        with pytest.raises(ArenaError, match="is not an arena store"):
            use()
    assert path.read_text() == "my notes"


def test_a_database_of_somebody_else_is_refused_and_left_alone(path):
    change(path, "CREATE TABLE photos (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(ArenaError, match="is a database, but not an arena store"):
        run_arena(SPEC, path)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_handsight_is_refused(path):
    run_arena(SPEC, path)
    change(path, "PRAGMA user_version = 4")
    with pytest.raises(ArenaError, match=r"has version 4; this handsight reads version 3$"):
        resume(path)


def test_a_store_of_an_older_handsight_is_refused_with_the_command_that_converts_it(path):
    before = version_1(path).read_bytes()
    for use in (lambda: ArenaStore.read(path), lambda: resume(path), lambda: run_arena(SPEC, path)):
        with pytest.raises(ArenaError, match=r"has version 1; .* handsight convert-store .* NEW"):
            use()
    assert path.read_bytes() == before


def test_a_damaged_store_is_refused(path):
    run_arena(SPEC, path)
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * 5000 + content[5100:])
    with pytest.raises(ArenaError, match="cannot be used"):
        resume(path)


def test_a_specification_that_we_do_not_know_is_refused(path):
    run_arena(SPEC, path)
    write_row(path, "arena", "specification", b'{"agents": ["a", "b"], "colour": 1}')
    with pytest.raises(ArenaError, match="cannot be read: the specification has no field 'colour'"):
        resume(path)


def test_a_store_that_is_not_there_cannot_be_read(path):
    with pytest.raises(ArenaError, match="there is no arena store"):
        resume(path)
    assert not path.exists()


def test_an_empty_file_becomes_a_store_but_cannot_be_read(path):
    path.touch()
    with pytest.raises(ArenaError, match="is empty"):
        resume(path)
    assert run_arena(SPEC, path).hands == 600


def test_a_store_cannot_be_made_where_there_is_no_folder(tmp_path):
    with pytest.raises(ArenaError, match="there is no folder"):
        run_arena(SPEC, tmp_path / "nowhere" / "arena.db")
    with pytest.raises(ArenaError, match="is not an arena store"):
        run_arena(SPEC, tmp_path)


# --- one writer ---------------------------------------------------------------------------------


def test_a_store_in_use_is_refused(path):
    with (
        ArenaStore.open(path, SPEC),
        pytest.raises(ArenaError, match="is in use: another arena is writing it"),
    ):
        run_arena(SPEC, path)
    assert run_arena(SPEC, path).hands == 600


def test_of_many_that_want_a_lock_at_once_one_has_it_at_a_time(path):
    held = []

    def take(_):
        for _ in range(40):
            try:
                lock = WriteLock(path, KIND)
            except ArenaError:
                continue
            held.append(1)
            assert len(held) == 1
            held.pop()
            lock.release()

    with ThreadPoolExecutor(4) as executor:
        list(executor.map(take, range(4)))
    WriteLock(path, KIND).release()
    assert not list(path.parent.iterdir())


# --- whole or not at all ------------------------------------------------------------------------


def test_a_full_disk_is_told_and_nothing_is_lost(path):
    block = play_block(BlockTask(SPEC, 0, 1))
    with ArenaStore.open(path, SPEC) as store:
        store.add(play_block(BlockTask(SPEC, 0, 0)))
        pages = store._database.pragma("page_count")
        store._database.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ArenaError, match="the disk is full; make room and resume"):
            store.add(block)
        assert store.result().pairs == 50
        store._database.connection.execute("PRAGMA max_page_count = 100000")
        store.add(block)
        assert store.result().pairs == 100
    assert resume(path).hands == 600


def test_a_block_cannot_be_added_twice(path):
    block = play_block(BlockTask(SPEC, 0, 0))
    with ArenaStore.open(path, SPEC) as store:
        store.add(block)
        with pytest.raises(ArenaError, match="UNIQUE"):
            store.add(block)
        assert store.result().pairs == 50


def test_the_head_of_the_file_says_whose_it_is(path):
    run_arena(SPEC, path)
    assert path.read_bytes()[68:72] == KIND.application.to_bytes(4, "big")


# --- where faults came from ---------------------------------------------------------------------


def test_the_calls_of_an_exception_are_kept_once_each_and_told_with_every_fault(path):
    run_arena(ArenaSpec(agents=("r", "call"), pairs=5), path, agents={"r": Raises("act")})
    with ArenaStore.read(path) as store:
        faults = list(store.faults())
        (first,) = store.first_faults()
        kept = sum(len(decode_block(log).traces) for _, log in store._blocks.rows())
    assert len(faults) > kept == 1
    assert {fault.trace for fault in faults} == {first.trace}
    assert "agents_for_tests.py" in first.trace
    assert first.trace.endswith('raise RuntimeError("no idea")')
    assert first.detail.startswith("agents_for_tests.py:")
    assert first.detail.endswith(": RuntimeError: no idea")


def test_only_so_many_different_traces_of_an_agent_are_kept(path):
    block = play_block(BlockTask(SPEC, 0, 0))
    faults = tuple(
        FaultRow(0, 0, 1, place, place % 2, "exception", f"error {place}", f"trace {place}")
        for place in range(3 * MOST_TRACES)
    )
    with ArenaStore.open(path, SPEC) as store:
        store.add(block._replace(faults=faults, sums=None))
        found = list(store.faults())
    assert len(found) == 3 * MOST_TRACES
    for slot in (0, 1):
        traces = [fault.trace for fault in found if fault.slot == slot]
        assert sum(map(bool, traces)) == MOST_TRACES


def test_several_faults_of_one_decision_are_one_decision_at_fault(path):
    block = play_block(BlockTask(SPEC, 0, 0))
    row = FaultRow(0, 0, 1, 2, 0, "exception", "one")
    faults = (row, row._replace(detail="two"), row._replace(decision=4), row._replace(hand=2))
    with ArenaStore.open(path, SPEC) as store:
        store.add(block._replace(faults=faults, sums=None))
        slot = store.result().matchups[0].slots[0]
        result = ArenaResult(SPEC)
        result.add(block._replace(faults=faults, sums=None))
    assert (slot.at_fault, slot.faults) == (3, {"exception": 4})
    assert result.matchups[0].slots[0] == slot
    assert slot.fault_share == 3 / slot.decisions
