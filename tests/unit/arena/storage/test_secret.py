"""The secret beside the seed: nobody deals ahead, nothing is lost, and our own games stay.

What a bot tries here it may try in earnest: it knows the seed, and deals the deck that follows.
"""

import json
import os
import pickle
import stat
from dataclasses import replace
from hashlib import sha256

import pytest

from handsight.agents.projects import BotProject
from handsight.arena import ArenaSpec, ArenaStore, export, resume, run_arena
from handsight.arena.decision_trace import place_of, trace_decisions
from handsight.arena.match import BlockTask, play_block
from handsight.arena.player_factory import can_sandbox, players_of
from handsight.arena.sandbox import missing_measures
from handsight.arena.schedule import Seeds
from handsight.arena.storage.conversion import convert_store
from handsight.arena.storage.secret import (
    SIZE,
    files_with_secret,
    hidden_paths,
    needs_secret,
    new_secret,
    read_secret,
    secret_beside,
    write_secret,
)
from handsight.errors import ArenaError, OptionError
from handsight.formats import phh_text
from handsight.game import HandState, Rules
from tests.stores import V1_DIGEST, version_1
from tests.unit.arena.agents_for_tests import Says

SEED = 7
SEER = f"""
from handsight.arena.schedule import Seeds
from handsight.game import Action, HandState, Rules

class Seer:
    '''Deals the decks of all pairs ahead from the seed, and finds the hand that it is in.'''

    def __init__(self, name="seer"):
        self.name = name

    def act(self, seen, rng):
        for pair in range(40):
            deck = Seeds({SEED}).deck(0, pair, 1)
            hand = HandState.start(Rules(), [10_000, 10_000], 0, seed=deck)
            if hand.hole(seen.seat) == seen.hole:
                return Action.call()
        return Action.fold() if seen.to_call else Action.check()
"""


@pytest.fixture
def seer(tmp_path):
    file = tmp_path / "seer.py"
    file.write_text(SEER, "utf-8")
    return f"{file}:Seer"


def spec_of(*agents, **options):
    return ArenaSpec(agents=agents, **{"pairs": 20, "seed": SEED, "block": 10, **options})


def folds(store):
    with ArenaStore.read(store) as kept:
        return sum('f",' in phh_text(hand.record) for hand in kept.hands())


def stop_after(pairs):
    def interrupt(result):
        if result.pairs == pairs:
            raise KeyboardInterrupt

    return interrupt


# --- dealing ahead ------------------------------------------------------------------------------


def test_a_bot_that_knows_the_seed_knows_every_deck_without_a_secret(seer, tmp_path):
    run_arena(spec_of(seer, "call", trust=True), tmp_path / "a.db", secret="none")
    assert folds(tmp_path / "a.db") == 0


def test_a_bot_that_knows_the_seed_knows_no_deck_where_there_is_a_secret(seer, tmp_path):
    write_secret(tmp_path / "s", bytes(range(SIZE)))  # a fixed one, for it may strike by chance
    run_arena(spec_of(seer, "call", trust=True), tmp_path / "a.db", secret=tmp_path / "s")
    assert folds(tmp_path / "a.db") >= 18  # of twenty hands in which it has to pay


HISTORIAN = f"""
import re
from pathlib import Path
from handsight.arena.schedule import Seeds
from handsight.game import Action, HandState, Rules

class Historian:
    '''Looks for a secret in what earlier arenas have left in its folder, and deals ahead.'''

    name = "historian"

    def act(self, seen, rng):
        for path in sorted(Path(__file__).parent.rglob("*")):
            try:
                texts = re.findall(rb'[0-9a-f]{{64}}', path.read_bytes())
            except OSError:
                continue
            for text in texts:
                seeds = Seeds({SEED}, bytes.fromhex(text.decode()))
                for pair in range(4):
                    deck = seeds.deck(0, pair, 1)
                    hand = HandState.start(Rules(), [10_000, 10_000], 0, seed=deck)
                    if hand.hole(seen.seat) == seen.hole:
                        return Action.call()
        return Action.fold() if seen.to_call else Action.check()
"""


def test_a_secret_that_is_used_again_is_not_read_in_what_earlier_arenas_have_left(tmp_path):
    if not can_sandbox() or "landlock" in missing_measures():
        pytest.skip("here a bot reads what you can read")
    bot, secret = tmp_path / "historian.py", tmp_path / "my.secret"
    bot.write_text(HISTORIAN, "utf-8")
    run_arena(spec_of("call", "fold", pairs=2), tmp_path / "first.db", secret=secret)
    exported = export(tmp_path / "first.db")
    assert read_secret(secret).hex() in exported
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "first.jsonl").write_text(exported)
    (tmp_path / "old" / "copy").write_bytes(secret.read_bytes())
    spec = spec_of(f"{bot}:Historian", "call", pairs=4, block=2)
    run_arena(replace(spec, trust=True), tmp_path / "trusted.db", secret=secret)
    assert folds(tmp_path / "trusted.db") == 0
    with pytest.raises(KeyboardInterrupt):  # what goes on does not name the secret again
        run_arena(spec, tmp_path / "a.db", secret=secret, progress=stop_after(2))
    resume(tmp_path / "a.db")
    assert folds(tmp_path / "a.db") == 4  # it pays in one leg of each pair, and knows nothing
    told = {path.name for path in files_with_secret(read_secret(secret), [BotProject.of(bot)])}
    assert told == {"first.db", "first.jsonl", "copy", "trusted.db", "a.db", "my.secret"}
    assert not list(files_with_secret(b"", [BotProject.of(bot)]))


def test_the_store_of_an_arena_that_goes_on_with_the_same_secret_is_hidden_too(tmp_path):
    (tmp_path / "bot.py").touch()
    with pytest.raises(KeyboardInterrupt):
        run_arena(
            spec_of("call", "fold"),
            tmp_path / "a.db",
            secret=tmp_path / "s",
            progress=stop_after(10),
        )
    secret = read_secret(tmp_path / "s")
    told = {path.name for path in files_with_secret(secret, [BotProject.of(tmp_path / "bot.py")])}
    assert told == {"a.db", "a.db.secret", "s"}


def test_decks_and_streams_follow_from_seed_and_secret_both():
    secrets = [b"", b"1" * SIZE, b"2" * SIZE]
    decks = {Seeds(seed, each).deck(0, 0, 1) for seed in (1, 2) for each in secrets}
    streams = {Seeds(seed, each).agent(0, 0, 0, 1, 0) for seed in (1, 2) for each in secrets}
    assert len(decks) == len(streams) == 6
    assert Seeds(1, secrets[1]).deck(0, 0, 1) == Seeds(1, secrets[1]).deck(0, 0, 1)


# --- who gets one -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agents", "needed"),
    [
        (("call", "fai-v5:trials=500"), False),
        (("call", "call#2"), False),
        (("call", "bot.py:Bot"), True),
        (("call", "call:x.py:Bot"), True),
        (("call", "agent-of-another-package"), True),
    ],
)
def test_a_secret_is_drawn_unless_all_are_ours_by_name(agents, needed):
    assert needs_secret(ArenaSpec(agents=agents)) is needed


def test_an_agent_given_as_an_object_is_code_of_the_caller():
    spec = spec_of("mine", "call", objects={"mine": Says(None)})
    assert not needs_secret(spec)
    assert not run_arena(spec).has_secret
    assert not run_arena(spec_of("mine", "call"), agents={"mine": Says(None)}).has_secret


@pytest.mark.parametrize(
    ("options", "digest"),
    [
        (
            {"agents": ("random", "call", "fai-v2"), "pairs": 30, "seed": 7},
            "66bab768bcc3e48e726ae6b7f8908a942fcb9e5793e9b30183520e29bf6fe348",
        ),
        (
            {
                "agents": ("random", "maniac"),
                "format": "carry",
                "rules": "pypokerengine",
                "pairs": 6,
                "seed": 11,
            },
            "155262c4db68ae6d0bd40c5544d5f6c3ff5a7637a04e453921c09c72f55c8e26",
        ),
        (
            {"agents": ("random", "maniac", "call"), "table": "all", "pairs": 20, "seed": 3},
            "6457ffe834b7a06ad00cf5ba683dc2b4722e796963e99aa07007997b02ddd781",
        ),
    ],
    ids=["reset", "carry", "a table"],
)
def test_among_our_own_agents_the_bytes_are_those_from_before_there_were_secrets(
    options, digest, tmp_path
):
    """The digests were taken from exports of the version before."""
    run_arena(ArenaSpec(**options, deal="apart"), tmp_path / "a.db")
    assert sha256(export(tmp_path / "a.db").encode()).hexdigest() == digest


def test_a_store_from_before_there_were_secrets_is_read_and_gone_on_with(tmp_path):
    convert_store(version_1(tmp_path / "old.db"), tmp_path / "new.db")
    before = export(tmp_path / "new.db")
    assert sha256(before.encode()).hexdigest() == V1_DIGEST
    result = resume(tmp_path / "new.db")
    assert result.is_finished
    assert not result.has_secret
    with ArenaStore.read(tmp_path / "new.db") as store:
        assert list(store.faults()) == store.first_faults() == []


# --- the same bytes -----------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_the_same_seed_and_secret_give_the_same_bytes_on_any_number_of_workers(tmp_path):
    spec, file = spec_of("random", "maniac", pairs=40), tmp_path / "secret"
    texts = []
    for workers in (1, 2):
        run_arena(spec, tmp_path / f"{workers}.db", workers=workers, secret=file)
        texts.append(export(tmp_path / f"{workers}.db"))
    assert texts[0] == texts[1]
    run_arena(spec, tmp_path / "none.db", secret="none")
    assert export(tmp_path / "none.db") != texts[0]
    other = tmp_path / "other"
    run_arena(spec, tmp_path / "other.db", secret=other)
    assert export(tmp_path / "other.db") != texts[0]


def test_an_interrupted_arena_goes_on_with_its_own_secret(tmp_path):
    spec, file = spec_of("random", "maniac", pairs=40), tmp_path / "secret"
    store = tmp_path / "a.db"
    with pytest.raises(KeyboardInterrupt):
        run_arena(spec, store, secret=file, progress=stop_after(20))
    assert secret_beside(store).exists()
    resume(store)
    run_arena(spec, tmp_path / "whole.db", secret=file)
    assert export(store) == export(tmp_path / "whole.db")


# --- where it is --------------------------------------------------------------------------------


def test_until_the_arena_ends_the_secret_stands_beside_the_store_and_then_in_it(seer, tmp_path):
    store = tmp_path / "a.db"
    with pytest.raises(KeyboardInterrupt):
        run_arena(spec_of(seer, "call", trust=True), store, progress=stop_after(10))
    beside = secret_beside(store)
    secret = read_secret(beside)
    if os.name == "posix":
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    for part in tmp_path.glob("a.db*"):
        if part != beside:
            assert secret not in part.read_bytes()
            assert secret.hex().encode() not in part.read_bytes()
    head = json.loads(export(store).splitlines()[0])
    assert head["secret"] is True
    with ArenaStore.read(store) as kept:
        assert kept.result().has_secret
        assert kept.secret() == secret
        assert kept.secret_text() is None
    resume(store)
    assert sorted(each.name for each in tmp_path.glob("a.db*")) == ["a.db"]
    with ArenaStore.read(store) as kept:
        assert kept.secret() == secret
    assert json.loads(export(store).splitlines()[0])["secret"] == secret.hex()


def test_an_end_between_the_last_block_and_the_secret_is_made_good(tmp_path, monkeypatch):
    store = tmp_path / "a.db"
    spec = spec_of("random", "call")
    with pytest.raises(KeyboardInterrupt):
        run_arena(spec, store, secret=tmp_path / "s", progress=stop_after(20))
    assert secret_beside(store).exists()
    with ArenaStore.read(store) as kept:
        assert kept.result().is_finished
        assert kept.secret_text() is None
    resume(store)
    assert not secret_beside(store).exists()
    with ArenaStore.read(store) as kept:
        assert kept.secret() == read_secret(tmp_path / "s")


def test_a_hand_is_told_again_from_the_secret(tmp_path):
    store = tmp_path / "a.db"
    run_arena(spec_of("random", "call"), store, secret=tmp_path / "s")
    with ArenaStore.read(store) as kept:
        place, record = place_of(kept, 5)
        told = trace_decisions(kept.spec, place, kept.secret())
        without = trace_decisions(kept.spec, place)
    holes = [set(hole) for hole in record.holes]
    assert all(set(each.seen.hole) in holes for each in told)
    assert not any(set(each.seen.hole) in holes for each in without)


def test_every_hand_of_a_store_can_be_dealt_again(tmp_path):
    store = tmp_path / "a.db"
    run_arena(spec_of("random", "call"), store, secret=tmp_path / "s")
    with ArenaStore.read(store) as kept:
        seeds = Seeds(SEED, kept.secret())
        for hand in kept.hands():
            deck = seeds.deck(hand.matchup, hand.pair, hand.hand)
            dealt = HandState.start(Rules(), [10_000, 10_000], 0, seed=deck)
            holes = [set(hole) for hole in hand.record.holes]
            assert all(set(dealt.hole(seat)) in holes for seat in (0, 1))


def test_without_a_store_nothing_is_written(seer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert run_arena(spec_of(seer, "call", trust=True)).has_secret
    assert [each for each in sorted(tmp_path.iterdir()) if each.name != "__pycache__"] == before


def test_a_task_does_not_show_its_secret():
    task = BlockTask(spec_of("call", "fold"), 0, 0, secret=b"x" * SIZE)
    assert "x" * SIZE not in repr(task)
    assert play_block(pickle.loads(pickle.dumps(task))) != play_block(task._replace(secret=b""))


def test_the_players_are_told_which_files_are_hidden(tmp_path, monkeypatch):
    asked = []

    class Player:
        name, observes = "hidden", False

        def close(self):
            pass

    def started(kind, agent):
        assert agent.text == kind.agent
        asked.append((kind.agent, kind.hidden))
        return Player()

    monkeypatch.setattr("handsight.arena.player_factory._started", started)
    spec = spec_of("call", "fold", isolate=True)
    hidden = hidden_paths(tmp_path / "a.db", tmp_path / "s")
    with players_of(spec, spec.matchups[0], {}, hidden):
        pass
    names = {"a.db", "a.db-wal", "a.db-shm", "a.db-journal", "a.db-lock", "a.db.secret", "s"}
    assert [name for name, _ in asked] == ["call", "fold"]
    for _, files in asked:
        assert {each.name for each in files} == names
        assert all(each.is_absolute() for each in files)


# --- files --------------------------------------------------------------------------------------


def test_a_secret_is_made_once_and_then_read(tmp_path):
    file = tmp_path / "s"
    made = new_secret(file, needed=False)
    assert len(made) == SIZE
    assert new_secret(str(file), needed=True) == made
    assert new_secret("none", needed=True) == b""
    assert new_secret(None, needed=False) == b""
    assert new_secret(None, needed=True) != new_secret(None, needed=True)
    assert [each.name for each in tmp_path.iterdir()] == ["s"]


def test_a_secret_that_stands_there_is_not_replaced_unless_it_is_said(tmp_path):
    file = tmp_path / "s"
    write_secret(file, b"1" * SIZE)
    with pytest.raises(FileExistsError):
        write_secret(file, b"2" * SIZE)
    assert read_secret(file) == b"1" * SIZE
    write_secret(file, b"2" * SIZE, replace=True)
    assert read_secret(file) == b"2" * SIZE


@pytest.mark.parametrize(
    "content",
    [b"", b"0" * 64, b"handsight secret 1\n" + b"0" * 63 + b"\n", b"handsight secret 2\n", b"\xff"],
)
def test_what_is_no_secret_is_refused(content, tmp_path):
    file = tmp_path / "s"
    file.write_bytes(content)
    with pytest.raises(ArenaError, match="does not hold a secret: a line 'handsight secret 1'"):
        new_secret(file, needed=True)
    assert file.read_bytes() == content


def test_a_secret_that_cannot_be_read_or_made_is_refused(tmp_path):
    with pytest.raises(ArenaError, match="cannot be read"):
        new_secret(tmp_path, needed=True)
    with pytest.raises(ArenaError, match="cannot be written"):
        new_secret(tmp_path / "nowhere" / "s", needed=True)
    with pytest.raises(OptionError, match="secret is empty; name a file, or write none"):
        new_secret("", needed=True)


def test_an_arena_that_has_begun_takes_no_other_secret(tmp_path):
    spec, store, file = spec_of("random", "call"), tmp_path / "a.db", tmp_path / "s"
    with pytest.raises(KeyboardInterrupt):
        run_arena(spec, store, secret=file, progress=stop_after(10))
    write_secret(tmp_path / "other", b"1" * SIZE)
    with pytest.raises(ArenaError, match="was dealt with a different secret"):
        run_arena(spec, store, secret=tmp_path / "other")
    with pytest.raises(ArenaError, match="was dealt with a secret"):
        run_arena(spec, store, secret="none")
    assert run_arena(spec, store, secret=file).is_finished
    plain = tmp_path / "plain.db"
    run_arena(spec, plain)
    with pytest.raises(ArenaError, match="was dealt without a secret"):
        run_arena(spec, plain, secret=file)


def test_a_secret_that_is_lost_or_another_is_told(tmp_path):
    store = tmp_path / "a.db"
    with pytest.raises(KeyboardInterrupt):
        run_arena(spec_of("random", "call"), store, secret=tmp_path / "s", progress=stop_after(10))
    write_secret(secret_beside(store), b"1" * SIZE, replace=True)
    with pytest.raises(ArenaError, match="a different secret from the one in"):
        resume(store)
    secret_beside(store).unlink()
    with pytest.raises(ArenaError, match=r"a\.db\.secret' cannot be read"):
        resume(store)
    with ArenaStore.read(store) as kept:
        assert kept.result().pairs == 10  # which takes no secret


def test_a_store_that_begins_anew_takes_no_secret_that_was_left(seer, tmp_path):
    store = tmp_path / "a.db"
    write_secret(secret_beside(store), b"1" * SIZE)
    run_arena(spec_of(seer, "call", trust=True), store)
    with ArenaStore.read(store) as kept:
        assert kept.secret() != b"1" * SIZE
