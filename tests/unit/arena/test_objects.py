"""Agents that are given to an arena as objects: instances, classes and functions that make one."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from handsight.agents.scripted import Caller, Folder
from handsight.arena import ArenaResult, ArenaSpec, ArenaStore, export, resume, run_arena
from handsight.cli.main import main
from handsight.errors import ArenaError, OptionError
from handsight.game import Action, Observation
from handsight.views.arena.report import arena_report
from handsight.views.arena.text import heading_of
from handsight.views.report import to_dict


class Mine:
    """Calls, and counts what it has decided."""

    name = "mine"

    def __init__(self) -> None:
        self.decided = 0

    def act(self, seen: Observation, rng: Random) -> Action:
        self.decided += 1
        return Action.call()


class Texts:
    """Answers with texts."""

    def __init__(self, answer: str, name: str = "texts") -> None:
        self.name, self.answer = name, answer

    def act(self, seen: Observation, rng: Random) -> str:
        return self.answer


class Foreign:
    """A bot for another platform."""

    def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> Any:
        return "call", valid_actions[1]["amount"]


def bb100(*agents: Any, **fields: Any) -> list[float]:
    result = run_arena(ArenaSpec(agents=agents, pairs=20, seed=7, **fields))
    return [slot.statistics.bb100 for slot in result.matchups[0].slots]


def test_an_instance_a_class_and_a_function_play_as_the_name_does() -> None:
    by_name = bb100("call", "random")
    assert bb100(Caller(), "random") == by_name
    assert bb100(Caller, "random") == by_name
    assert bb100(lambda: Caller(), "random") == by_name
    assert bb100(Mine(), "random") == by_name


def test_objects_are_called_as_they_say_and_second_ones_get_a_number() -> None:
    spec = ArenaSpec(agents=(Mine, Mine(), "fold", Foreign(), Texts("call")))
    assert spec.agents == ("mine", "mine#2", "fold", "Foreign", "texts")
    assert tuple(spec.objects) == ("mine", "mine#2", "Foreign", "texts")
    assert spec.named == ("fold",)


def test_a_bot_of_another_platform_plays_as_an_object() -> None:
    assert bb100(Foreign, "random") == pytest.approx(bb100("call", "random"))


def test_an_instance_is_copied_and_stays_as_it_was() -> None:
    mine = Mine()
    bb100(mine, "fold")
    assert mine.decided == 0


@pytest.mark.parametrize("text", ["call", "CHECK ", "raise to 200", "all-in", "fold", "bet 50"])
def test_a_text_plays_as_the_action_that_it_says(text: str) -> None:
    class Says(Texts):
        def act(self, seen: Observation, rng: Random) -> Any:
            return Action.parse(self.answer)

    assert bb100(Texts(text), "call") == bb100(Says(text), "call")


def test_a_text_that_is_no_action_is_a_fault_that_says_what_is_legal(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=(Texts("raise a bit"), "call"), pairs=1, seed=1), file)
    with ArenaStore.read(file) as store:
        fault = next(store.faults())
    assert fault.kind == "garbage"
    assert "'raise a bit' is not an action: write fold" in fault.detail
    assert "legal: fold, call 50, raise to 200..10000" in fault.detail


def test_an_illegal_text_is_a_fault_that_says_what_is_legal(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=(Texts("check"), "call"), pairs=1, seed=1), file)
    with ArenaStore.read(file) as store:
        fault = next(store.faults())
    assert (fault.kind, "legal: fold, call 50" in fault.detail) == ("illegal", True)


def test_the_result_the_report_and_the_store_say_who_was_an_object(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    result = run_arena(ArenaSpec(agents=(Mine, "fold"), pairs=3, seed=1), file)
    report = arena_report(result)
    assert report.objects == ("mine",)
    assert to_dict(report)["objects"] == ["mine"]
    assert "given as objects, in the arena's own process: mine" in heading_of(report)
    with ArenaStore.read(file) as store:
        assert tuple(store.spec.objects) == ("mine",)
    assert json.loads(export(file).splitlines()[0])["spec"]["objects"] == ["mine"]


def test_names_alone_leave_no_trace_of_objects(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    report = arena_report(run_arena(ArenaSpec(agents=("call", "fold"), pairs=3, seed=1), file))
    assert "objects" not in to_dict(report)
    assert "objects" not in export(file)


def test_who_goes_on_gives_the_object_again(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    spec = ArenaSpec(agents=(Mine, "random"), pairs=30, block=10, seed=1)
    whole = export_of(spec, tmp_path / "whole.db")

    def stop(result: Any) -> None:
        if result.pairs == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_arena(spec, file, progress=stop)
    with pytest.raises(OptionError, match=r"mine was given as an object.*\{'mine': \.\.\.\}"):
        resume(file)
    resume(file, agents={"mine": Mine()})
    assert export(file) == whole


def export_of(spec: ArenaSpec, file: Path) -> str:
    run_arena(spec, file)
    return export(file)


def test_a_name_does_not_go_on_for_an_object(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=(Caller(), "fold"), pairs=3), file)
    with pytest.raises(ArenaError, match="its objects is"):
        run_arena(ArenaSpec(agents=("call", "fold"), pairs=3), file)


@pytest.mark.exhaustive
def test_several_workers_take_a_class_that_can_be_imported() -> None:
    spec = ArenaSpec(agents=(Caller, "random"), pairs=20, seed=7, block=10)
    shared = run_arena(spec, workers=2)
    assert [slot.statistics.bb100 for slot in shared.matchups[0].slots] == bb100(
        "call", "random", block=10
    )


def test_an_object_itself_plays_in_all_blocks_where_asked() -> None:
    collecting, copied = Mine(), Mine()
    spec = ArenaSpec(agents=(collecting, "call"), pairs=20, seed=7, block=5)
    result = run_arena(spec, copies=False)
    decisions = result.matchups[0].slots[0].decisions
    assert collecting.decided == decisions > 0
    again = run_arena(ArenaSpec(agents=(copied, "call"), pairs=20, seed=7, block=5))
    assert copied.decided == 0
    for slot, other in zip(result.matchups[0].slots, again.matchups[0].slots, strict=True):
        assert slot.statistics == other.statistics


def test_of_a_class_one_agent_is_made_that_plays_in_all_blocks() -> None:
    made = []

    def making() -> Mine:
        made.append(Mine())
        return made[-1]

    spec = ArenaSpec(agents=("call", "fold"), pairs=20, seed=7, block=5)
    run_arena(replace(spec, agents=("mine", "call"), objects={"mine": making}), copies=False)
    assert len(made) == 1
    assert made[0].decided > 0


def test_an_object_that_plays_itself_does_so_in_one_process() -> None:
    with pytest.raises(OptionError, match=r"copies=False .* needs workers=1 and no executor"):
        run_arena(ArenaSpec(agents=(Mine, "fold"), pairs=3), workers=2, copies=False)


def test_an_arena_goes_on_with_the_object_itself(tmp_path: Path) -> None:
    class Ended(Exception):
        pass

    def end(result: ArenaResult) -> None:
        if result.hands > 10:
            raise Ended

    file, first, second = tmp_path / "a.db", Mine(), Mine()
    spec = ArenaSpec(agents=(first, "call"), pairs=20, seed=7, block=5)
    with pytest.raises(Ended):
        run_arena(spec, file, progress=end, copies=False)
    resume(file, agents={"mine": second}, copies=False)
    assert min(first.decided, second.decided) > 0


def test_several_workers_refuse_a_class_of_a_cell() -> None:
    class Cell(Mine):
        pass

    for given in (Cell, Cell(), lambda: Cell()):
        with pytest.raises(OptionError, match=r"mine cannot play on several workers: .*import"):
            run_arena(ArenaSpec(agents=(given, "fold"), pairs=3), workers=2)


def test_an_object_that_cannot_be_copied_is_asked_for_as_a_class() -> None:
    class Held(Mine):
        def __deepcopy__(self, memo: object) -> None:
            raise TypeError("it holds a lock")

    with pytest.raises(OptionError, match=r"mine cannot be copied.*holds a lock.*give its class"):
        run_arena(ArenaSpec(agents=(Held(), "fold"), pairs=3))
    assert bb100(Held, "fold") == bb100("call", "fold")


@pytest.mark.parametrize("given", [7, object(), lambda: 7, dict])
def test_what_is_no_agent_is_refused_at_once(given: Any) -> None:
    with pytest.raises(OptionError, match="is not an agent"):
        ArenaSpec(agents=(given, "fold"))


def test_objects_are_not_isolated() -> None:
    with pytest.raises(OptionError, match="isolate works only with names"):
        ArenaSpec(agents=(Mine, "fold"), isolate=True)


def test_objects_need_no_secret() -> None:
    assert not run_arena(ArenaSpec(agents=(Mine, Folder), pairs=2)).has_secret


# --- on the command line --------------------------------------------------------------------------


def said(*words: str) -> str:
    result = CliRunner().invoke(main, list(words), prog_name="handsight")
    return result.output + result.stderr


def test_a_store_with_an_object_is_reported_and_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=(Mine, "fold"), pairs=3, seed=1), file)
    assert "as objects, in the arena's own process: mine" in " ".join(
        said("report", str(file)).split()
    )
    assert "mine was given as an object" in said("report", str(file), "--hand", "1")
    assert "mine was given as an object" in said("arena", "--resume", str(file))


def test_what_is_no_agent_and_what_is_no_specification_are_named() -> None:
    with pytest.raises(OptionError, match=r"^5 is int, which is not an agent: "):
        ArenaSpec(agents=(5, "call"))
    with pytest.raises(
        OptionError, match=r"^spec is of type tuple; run_arena needs an ArenaSpec, "
    ):
        run_arena(("call", "fold"))
