"""Agents that play by files, and arenas, which keep to the same files."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from handsight.agents import agent, agent_options
from handsight.agents.protocol import data_files_of
from handsight.agents.thresholds.ehs import EhsPlayer
from handsight.arena import ArenaResult, ArenaSpec, ArenaStore, resume, run_arena
from handsight.blueprint import blueprint_of
from handsight.blueprint.blueprint import trained_path
from handsight.errors import ArenaError, InputError, OptionError
from handsight.game import Action, Observation
from handsight.learning import learned_policy
from handsight.odds import make_flop_atlas
from handsight.odds.board import flop_atlas
from handsight.runtime.files import file_digest
from tests.unit.odds.board.test_flop_atlas import fake


@pytest.fixture
def atlas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One flop, whose numbers are not right; all others are counted."""
    monkeypatch.setattr(flop_atlas, "count_flops", fake)
    path = tmp_path / "one.atlas"
    make_flop_atlas(path, ["AsAhAc"])
    return path


def spec_of(atlas: Path, **fields: object) -> ArenaSpec:
    agents = (f"ehs:atlas={atlas}", "call")
    return ArenaSpec(**{"agents": agents, "pairs": 4, "block": 2, "seed": 7, **fields})  # type: ignore[arg-type]


def test_a_store_keeps_the_digest_of_the_atlas(atlas: Path, tmp_path: Path) -> None:
    result = run_arena(spec_of(atlas), tmp_path / "arena.db")
    digest = file_digest(atlas)
    assert result.spec.files == {str(atlas): digest}
    with ArenaStore.read(tmp_path / "arena.db") as store:
        assert store.spec.files == {str(atlas): digest}
        assert store.spec.to_json()["files"] == {str(atlas): digest}
        assert store.spec == ArenaSpec.from_json(store.spec.to_json())


def test_a_resumed_arena_refuses_another_atlas(atlas: Path, tmp_path: Path) -> None:
    file = tmp_path / "arena.db"

    def stop(result: object) -> None:
        if result.hands:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_arena(spec_of(atlas), file, progress=stop)
    kept = atlas.read_bytes()
    atlas.unlink()
    with pytest.raises(InputError, match="cannot be read: No such file"):
        resume(file)
    make_flop_atlas(atlas, ["KsKhKc"])
    with pytest.raises(ArenaError, match=r"the arena was begun with .* use the earlier file"):
        resume(file)
    with pytest.raises(
        ArenaError, match=r"belongs to another arena: it was begun with another .*\.atlas; use"
    ):
        run_arena(spec_of(atlas), file)
    atlas.write_bytes(kept)
    assert resume(file).is_finished
    assert run_arena(spec_of(atlas), file).is_finished


def test_an_arena_without_an_atlas_says_nothing_of_any() -> None:
    spec = run_arena(ArenaSpec(agents=("fold", "call"), pairs=1)).spec
    assert "files" not in spec.to_json()
    assert ArenaSpec.from_json(spec.to_json()) == spec


def test_an_atlas_is_found_in_objects_and_in_the_options_of_options(atlas: Path) -> None:
    digest = file_digest(atlas)
    mine = EhsPlayer("mine", atlas=str(atlas))
    for agents in ((mine, "call"), (f"match-player:inner=ehs:atlas={atlas}", "call")):
        result = run_arena(ArenaSpec(agents=agents, pairs=1, block=1))
        assert result.spec.files == {str(atlas): digest}


class Traveller:
    """An agent of somebody else, which calls other things an atlas."""

    name = "traveller"
    atlas = "maps of the world"

    def act(self, observation: Observation, rng: Random) -> Action:
        return Action.call()


def test_what_agents_of_others_call_an_atlas_is_theirs() -> None:
    result = run_arena(ArenaSpec(agents=(Traveller(), "call"), pairs=1, block=1))
    assert result.spec.files == {}
    assert result.is_finished


def test_a_block_is_not_played_with_another_atlas_than_was_noted(atlas: Path) -> None:
    from handsight.arena.match import BlockTask, play_block

    spec = replace(spec_of(atlas), files={str(atlas): "0" * 64})
    with pytest.raises(ArenaError, match="was begun with 0000"):
        play_block(BlockTask(spec, 0, 0))


def test_wrong_atlases(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        agent(f"chen-tight:atlas={tmp_path / 'none'}")
    with pytest.raises(OptionError, match="it must hold the SHA-256 of each file"):
        ArenaSpec(agents=("call", "fold"), files={"a": 1})  # type: ignore[dict-item]


def test_agents_whose_strength_is_not_ehs_have_no_such_option() -> None:
    assert "atlas" in agent_options("ehs")
    assert "atlas" in agent_options("sklansky-tight")
    assert "atlas" not in agent_options("blog-range")


def test_an_agent_looks_up_a_flop_of_the_atlas_and_counts_another(atlas: Path) -> None:
    from handsight.agents.thresholds.thresholds import board_odds_of, odds_of
    from handsight.cards import CardSet

    aces, other, hole = (CardSet(text) for text in ("AcAdAh", "3h4cJh", "KdQs"))
    known = flop_atlas.opened_atlas(atlas).look_up(hole, aces)
    assert odds_of(hole.mask, tuple(aces), str(atlas)) == (known.hs, known.ppot)
    assert odds_of(hole.mask, tuple(aces)) != (known.hs, known.ppot)
    assert odds_of(hole.mask, tuple(other), str(atlas)) == odds_of(hole.mask, tuple(other))
    looked_up = board_odds_of(tuple(aces), atlas=str(atlas))
    assert looked_up.of("KdQs", "hs") == known.hs


@pytest.mark.exhaustive
def test_ehs_against_several_opponents_is_within_a_step(tmp_path: Path) -> None:
    import random

    from handsight.agents.thresholds.thresholds import odds_of
    from handsight.cards import CardSet

    path = tmp_path / "some.atlas"
    flops = ["Qs7h2d", "KhJh5h", "8s8d3d", "AsAhAc", "Th9h4c"]
    make_flop_atlas(path, flops)
    rng = random.Random(7)
    for flop in flops:
        cards = [card for card in CardSet.full() if card not in CardSet(flop)]
        for _ in range(200):
            hole = CardSet.of(rng.sample(cards, 2))
            for opponents in (1, 2, 5):
                exact, found = (
                    odds_of(hole.mask, tuple(CardSet(flop)), atlas).ehs(opponents)
                    for atlas in ("", str(path))
                )
                assert abs(exact - found) <= 2.0**-16


def retrained(trained: Any, file: Path, amount: str) -> None:
    """Write what ships as if it had learnt from less."""
    replace(trained, **{amount: 7}).save(file)


@pytest.mark.parametrize(
    "name", [pytest.param("blueprint", marks=pytest.mark.exhaustive), "learned"]
)
def test_what_was_trained_anew_is_refused(name: str, tmp_path: Path) -> None:
    file, store = tmp_path / "trained.npz", tmp_path / "arena.db"
    shipped = blueprint_of(100) if name == "blueprint" else learned_policy()
    shipped.save(file)
    spec = ArenaSpec(agents=(f"{name}:file={file}", "call"), pairs=1)
    assert run_arena(spec, store).spec.files == {str(file): file_digest(file)}
    kept = file.read_bytes()
    retrained(shipped, file, "deals" if name == "blueprint" else "hands")
    with pytest.raises(
        ArenaError, match=r"trained.npz' of an agent has SHA-256 .* use the earlier file"
    ):
        resume(store)
    file.unlink()
    with pytest.raises(OptionError, match="cannot read"):
        resume(store)
    file.write_bytes(kept)
    assert resume(store).is_finished


def test_a_changed_file_is_read_again_in_the_same_process(tmp_path: Path) -> None:
    file = tmp_path / "trained.npz"
    for shipped, read, amount in (
        (blueprint_of(100), lambda: blueprint_of(100, file=str(file)), "deals"),
        (learned_policy(), lambda: learned_policy(str(file)), "hands"),
    ):
        shipped.save(file)  # type: ignore[attr-defined]
        first = read()
        assert read() is first
        retrained(shipped, file, amount)
        assert (getattr(first, amount), getattr(read(), amount)) == (getattr(shipped, amount), 7)


def test_a_blueprint_that_was_trained_here_is_known_by_its_name_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    path = trained_path(33, limit=False)
    path.parent.mkdir(parents=True)
    blueprint_of(100).save(path)
    spec = run_arena(ArenaSpec(agents=("blueprint:stack=33", "call"), pairs=1)).spec
    assert spec.files == {path.name: file_digest(path)}
    assert data_files_of(agent("blueprint")) == {}
    assert data_files_of(agent("match-player:inner=blueprint:stack=33")) == {path.name: path}


BOT = """
from moves import move
class Bot:
    name = "bot"
    def act(self, observation, rng):
        return move(observation)
"""
MOVES = """
from handsight.game import Action
def move(observation):
    return Action.{}()
"""


@pytest.mark.parametrize("trust", [True, False])
def test_a_bot_whose_source_changes_is_another_one(tmp_path: Path, trust: bool) -> None:
    bot, moves, file = tmp_path / "bot.py", tmp_path / "moves.py", tmp_path / "arena.db"
    bot.write_text(BOT, "utf-8")
    moves.write_text(MOVES.format("call"), "utf-8")
    spec = ArenaSpec(agents=(str(bot), "fold"), pairs=4, block=2, trust=trust)

    def stop(result: ArenaResult) -> None:
        if result.pairs:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_arena(spec, file, progress=stop)
    (tmp_path / "other.py").write_text("", "utf-8")  # no part of the bot
    moves.write_text(MOVES.format("fold"), "utf-8")
    with pytest.raises(ArenaError, match=r"begun with another source of .*bot\.py:Bot; use the"):
        run_arena(spec, file)
    with pytest.raises(ArenaError, match=r"the file 'source of .*bot\.py:Bot' of an agent has"):
        resume(file)
    moves.write_text(MOVES.format("call"), "utf-8")
    assert run_arena(spec, file).is_finished
    assert resume(file).is_finished


def test_a_store_that_holds_no_sources_goes_on(tmp_path: Path) -> None:
    bot, file = tmp_path / "bot.py", tmp_path / "arena.db"
    bot.write_text(BOT.replace("from moves import move", MOVES.format("call")), "utf-8")
    spec = ArenaSpec(agents=(str(bot), "fold"), pairs=4, block=2, trust=True)
    with ArenaStore.open(file, spec):
        pass  # as an earlier version begins it
    assert run_arena(spec, file).is_finished
    assert resume(file).spec.agents == spec.agents


def test_what_ought_to_name_files_and_does_not_is_refused() -> None:
    class Odd(Traveller):
        def data_files(self) -> list[str]:
            return ["maps of the world"]

    with pytest.raises(OptionError, match=r"data_files\(\) of Odd returned .* as {name: path}"):
        run_arena(ArenaSpec(agents=(Odd(), "call"), pairs=1, block=1))


def test_ours_in_processes_of_their_own_keep_to_their_files_too(tmp_path: Path) -> None:
    file = tmp_path / "trained.npz"
    learned_policy().save(file)
    spec = ArenaSpec(agents=(f"learned:{file}", "call"), pairs=1, isolate=True)
    assert list(run_arena(spec).spec.files) == [str(file)]
