"""AIVAT while hands are played: what was solved is used again, and the results are the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from handsight.agents import agent
from handsight.agents.equilibrium.blueprint import BlueprintPlayer
from handsight.agents.equilibrium.resolver import ResolverPlayer
from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.match import BlockPlay, BlockTask, play_block
from handsight.arena.players import InProcessPlayer
from handsight.arena.storage import log
from handsight.arena.storage.log import decode_block, encode_block
from handsight.arena.variance import reduction
from handsight.arena.variance.recording import PolicyRecorder
from handsight.arena.variance.reduction import adjusted_results
from handsight.blueprint.resolving import Resolver
from handsight.errors import ArenaError, FaultError
from handsight.game import HandCursor, HandState, Rules
from handsight.ranges.combos import combo_number
from tests.thorough import thorough
from tests.unit.agents.equilibrium.test_resolver import TO_RIVER, live

QUICK = "resolver:iterations=5,turn_iterations=1"
TIMED = f"{QUICK},milliseconds=1"


def spec_of(*agents, pairs=4, block=2, **options):
    return ArenaSpec(agents=agents, pairs=pairs, seed=3, block=block, **options)


def block_of(spec, number=0, *, aivat=True):
    return play_block(BlockTask(spec, 0, number, aivat=aivat))


def by_aivat(file, **options):
    with ArenaStore.read(file) as store:
        return adjusted_results(store, "aivat", **options)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "arena.db"


@pytest.fixture
def solves(monkeypatch):
    """List the streets that are solved."""
    solved, solve = [], Resolver._solve

    def counted(self, *args):
        solved.append(args)
        return solve(self, *args)

    monkeypatch.setattr(Resolver, "_solve", counted)
    return solved


@pytest.fixture
def no_replay(monkeypatch):
    def refused(task):
        raise AssertionError(f"{task} is replayed")

    monkeypatch.setattr(reduction, "replay_block", refused)


# --- the same results ---------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=[pytest.mark.exhaustive, thorough])])
def test_a_costly_agent_is_corrected_in_play_to_the_last_bit_as_in_a_replay(path, workers):
    spec = spec_of(QUICK, "blueprint")
    run_arena(spec, path, workers=workers)
    with ArenaStore.read(path) as store:
        assert sorted(store.corrected(0)) == [0, 1]
        hands = list(store.corrected(0).values())
    assert [len(chips) for chips in hands] == [4, 4]
    in_play, again = by_aivat(path), by_aivat(path, again=True, workers=workers)
    assert in_play == again
    assert in_play[0].adjusted != in_play[0].played
    with ThreadPoolExecutor(2) as pool:
        run_arena(spec, path.with_name("threads.db"), executor=pool)
    with ArenaStore.read(path.with_name("threads.db")) as store:
        assert list(store.corrected(0).values()) == hands


def test_nothing_is_solved_again(path, solves, no_replay):
    spec = spec_of(QUICK, "blueprint", pairs=3)
    run_arena(spec, path, aivat=False)
    plain = len(solves)
    solves.clear()
    run_arena(spec, path.with_name("corrected.db"))
    assert len(solves) == plain > 0
    by_aivat(path.with_name("corrected.db"), workers=2)
    assert len(solves) == plain


def test_all_of_our_agents_are_corrected_in_play_on_request(path, no_replay):
    spec = spec_of("call", "all-in", "loki", pairs=2)
    run_arena(spec, path, aivat=True)
    assert by_aivat(path)[0].adjusted.bb100 == pytest.approx(0, abs=1e-6)
    with ArenaStore.read(path) as store:
        assert [len(store.corrected(matchup)) for matchup in range(3)] == [1, 1, 1]


def test_blocks_that_were_not_corrected_are_replayed(path):
    spec = spec_of("blueprint", "loki", pairs=5)
    with ArenaStore.open(path, spec) as store:
        for number in range(3):
            store.add(block_of(spec, number, aivat=number == 1))
    with ArenaStore.read(path) as store:
        assert list(store.corrected(0)) == [1]
    assert by_aivat(path) == by_aivat(path, again=True)


def test_at_a_fault_of_a_bot_the_arena_has_decided(path, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Faulty:\n"
        "    name = 'faulty'\n"
        "    def act(self, seen, rng):\n"
        "        return 'call' if rng.random() < 0.6 else 1 / 0\n"
    )
    result = run_arena(spec_of(str(bot), "blueprint"), path, aivat=True)
    assert result.matchups[0].slots[0].at_fault > 0
    with ArenaStore.read(path) as store:
        assert len(store.corrected(0)) == 2
    assert by_aivat(path) == by_aivat(path, again=True)


# --- who is asked, and when ---------------------------------------------------------------------


def test_cheap_agents_are_corrected_on_request_only_and_none_without_a_store(path):
    run_arena(spec_of("call", "random"), path)
    with ArenaStore.read(path) as store:
        assert store.corrected(0) == {}
    assert block_of(spec_of("call", "random"), aivat=None).corrected == ()
    assert len(block_of(spec_of(QUICK, "call", block=1), aivat=None).corrected) == 2


def test_other_peoples_agents_are_not_asked_while_they_play(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "class Bot:\n    name = 'bot'\n    def act(self, seen, rng):\n        return 'call'\n"
    )
    for spec in (
        spec_of(agent("call"), "random"),
        spec_of(str(bot), "random", trust=True),
        spec_of("call", "random", isolate=True),
        spec_of("call", "random", format="carry"),
        spec_of("call", "random", "fold", table="all"),
    ):
        assert block_of(spec).corrected == (), spec


class Noted:
    """Calls, and notes what it is asked."""

    name = "noted"

    def __init__(self):
        self.asked = []

    def act(self, observation, rng):
        self.asked.append("act")
        return agent("call").act(observation, rng)

    def probabilities(self, observation, combos):
        self.asked.append("probabilities")
        return agent("call").probabilities(observation, combos)


class Slow(Noted):
    def policy_played(self, observation, combos):
        self.asked.append("policy_played")
        return agent("call").probabilities(observation, combos)


@pytest.mark.parametrize(
    ("kind", "is_live", "order"),
    [
        (Noted, True, ["probabilities", "act"]),
        (Slow, True, ["act", "policy_played"]),
        (Slow, False, ["probabilities", "act"]),
    ],
)
def test_an_agent_is_asked_just_before_it_acts_or_for_what_it_has_just_played(kind, is_live, order):
    """So the time of solving counts as that of the decision, and a replay is not taken for it."""
    spec, asked = spec_of("call", "fold", pairs=1), kind()
    seated = [(InProcessPlayer(asked), asked), (InProcessPlayer(agent("min-raise")), None)]
    recorder = PolicyRecorder(seated, is_live=is_live)
    BlockPlay(spec, spec.matchups[0], recorder.players).block(0)
    assert asked.asked[: 2 * 4] == order * 4


def test_an_object_that_tells_what_it_played_is_asked_for_that_alone(path):
    spec = spec_of(Slow(), "all-in", pairs=2)
    assert block_of(spec, aivat=None).corrected == ()
    run_arena(spec, path, aivat=True, copies=False)
    assert set(spec.objects["noted"].asked) == {"act", "policy_played"}
    [result] = by_aivat(path)
    assert result.single.half_width > 1000
    assert result.single_adjusted.half_width == pytest.approx(0, abs=1e-6)


def test_an_agent_that_cannot_tell_its_policy_plays_on_and_a_replay_says_why(path, monkeypatch):
    spec = spec_of("blueprint", "call", pairs=2)
    plain = block_of(spec, aivat=False)

    def failing(self, observation, combos):
        raise ValueError("no idea")

    monkeypatch.setattr(BlueprintPlayer, "probabilities", failing)
    block = block_of(spec)
    assert (block.log, block.corrected) == (plain.log, ())
    run_arena(spec, path, aivat=True)
    with pytest.raises(FaultError, match="blueprint raised ValueError: no idea"):
        by_aivat(path)


class Vague(Slow):
    def policy_played(self, observation, combos):
        return "no table"


class Boundless(Slow):
    def policy_played(self, observation, combos):
        table = super().policy_played(observation, combos)
        return table._replace(chances=table.chances * float("nan"))


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("kind", [Vague, Boundless])
def test_a_policy_that_makes_no_sense_spoils_no_hand(kind):
    block = block_of(spec_of(kind(), "min-raise"))
    assert block.log == block_of(spec_of(kind(), "min-raise"), aivat=False).log
    assert block.corrected == ()


# --- an agent whose answer depends on the time --------------------------------------------------


def test_what_a_timed_agent_played_is_exact_and_not_solved_again(solves):
    cursor = HandCursor(HandState.start(Rules(), [10_000] * 2, button=0, seed=7))
    for action in TO_RIVER:
        cursor.apply(action)
    seen, player = cursor.observation(), agent(TIMED)
    combos = live(seen)
    assert isinstance(player, ResolverPlayer)
    assert not player.probabilities(seen, combos).is_exact
    done, played = len(solves), player.policy_played(seen, combos)
    own = int(np.flatnonzero(combos == combo_number(*(card.index for card in seen.hole)))[0])
    shares = dict(zip(played.actions, played.chances[own].tolist(), strict=True))
    assert played.is_exact
    assert player._shares(seen) == {action: shares[action] for action in player._shares(seen)}
    assert shares.get(player.act(seen, Random(1)), 0) > 0
    assert len(solves) == done


def test_hands_of_a_timed_agent_are_corrected_in_play(path, no_replay):
    run_arena(spec_of(TIMED, "blueprint", pairs=2), path)
    with ArenaStore.read(path) as store:
        assert list(store.corrected(0)) == [0]
    assert by_aivat(path)[0].hands == 4


# --- what is stored -----------------------------------------------------------------------------


def test_a_block_without_corrected_results_is_stored_as_before():
    block = block_of(spec_of("call", "random"), aivat=False)
    assert decode_block(encode_block(block, {})).correction is None
    with_them = block._replace(corrected=(0.1, -1.5, 1e4, 0.0))
    held = decode_block(encode_block(with_them, {}))
    assert held.corrected == with_them.corrected
    assert held.pair_rows(range(2), 2) == list(block.pairs)


def test_results_of_another_version_are_not_read(path, monkeypatch):
    spec = spec_of("blueprint", "call", pairs=2)
    with monkeypatch.context() as older:
        older.setattr(log, "CORRECTION", 0)
        run_arena(spec, path, aivat=True)
    with ArenaStore.read(path) as store:
        assert store.corrected(0) == {}
    assert by_aivat(path) == by_aivat(path, again=True)


@pytest.mark.parametrize(
    ("chips", "message"),
    [
        ((1.0,), "it has 1 results without luck, but 4 hands"),
        ((1.0, 2.0, 3.0, float("nan")), "not a log of a block"),
        ((1.0, 2.0, 3.0, float("inf")), "not a log of a block"),
        ((1.0, 2.0, 3.0, "4"), "not a log of a block"),
    ],
)
def test_results_that_cannot_be_are_refused(path, chips, message):
    spec = spec_of("call", "random", pairs=2)
    with ArenaStore.open(path, spec) as store:
        store.add(block_of(spec, aivat=False)._replace(corrected=chips))
    with pytest.raises(ArenaError, match=rf"block 0 of matchup 0.*{message}"):
        by_aivat(path)
