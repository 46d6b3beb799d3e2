"""The canonical export: everything that was played, and nothing of the machine."""

import json
from fractions import Fraction

import pytest

from handsight.arena import ArenaSpec, ArenaStore, Limits, export, export_lines, run_arena
from handsight.formats import parse_phh, phh_text
from tests.stores import change_faults
from tests.unit.arena.agents_for_tests import Raises, Says

SPEC = ArenaSpec(agents=("random", "call"), format="carry", pairs=5, seed=7)


def exported(tmp_path, spec=SPEC, **options):
    path = tmp_path / "arena.db"
    run_arena(spec, path, **options)
    return [json.loads(line) for line in export(path).splitlines()]


def test_the_first_line_is_the_specification(tmp_path):
    head, *_ = exported(tmp_path)
    assert head == {"format": "handsight arena 1", "spec": SPEC.canonical()}


@pytest.mark.parametrize("rules", ["handsight", "pypokerengine"])
def test_every_hand_is_told_as_its_record_has_it(tmp_path, rules):
    spec = ArenaSpec.from_json({**SPEC.to_json(), "rules": rules})
    _, *told = exported(tmp_path, spec)
    with ArenaStore.read(tmp_path / "arena.db") as store:
        hands = list(store.hands())
    assert len(told) == len(hands) > 10
    for line, hand in zip(told, hands, strict=True):
        history = parse_phh(phh_text(hand.record))
        assert [line[key] for key in ("matchup", "pair", "leg", "hand")] == list(hand[:4])
        assert (tuple(line["players"]), tuple(line["stacks"])) == (history.players, history.stacks)
        assert line["holes"] == ["".join(map(str, hole)) for hole in history.holes]
        assert line["board"] == "".join(map(str, history.board))
        assert len(line["actions"]) == len(history.actions)
        assert tuple(map(Fraction, line["finishing_stacks"])) == history.finishing_stacks
        assert tuple(line["results"].values()) == hand.chips


def test_faults_stand_with_their_hands_and_timed_ones_are_marked(tmp_path):
    spec = ArenaSpec(agents=("seven", "call"), pairs=2, objects={"seven": Says(7)})
    _, *told = exported(tmp_path, spec)
    first = {"decision": 0, "agent": "seven", "kind": "garbage", "timed": False}
    assert told[0]["faults"] == [first]
    path = tmp_path / "arena.db"
    change_faults(path, spec, lambda fault: fault._replace(kind="late") if fault.pair else fault)
    again = [json.loads(line) for line in export(path).splitlines()[1:]]
    assert {fault["timed"] for line in again[:2] for fault in line["faults"]} == {False}
    assert {fault["timed"] for line in again[2:] for fault in line["faults"]} == {True}


def test_every_fault_is_told_once(tmp_path):
    agents = {"seven": Says(7), "deaf": Raises("observe")}
    spec = ArenaSpec(agents=("deaf", "seven", "random"), pairs=10)
    _, *told = exported(tmp_path, spec, agents=agents)
    with ArenaStore.read(tmp_path / "arena.db") as store:
        kept = [fault.kind for fault in store.faults()]
    assert [fault["kind"] for line in told for fault in line["faults"]] == kept


def test_no_times_and_no_limits_are_told(tmp_path):
    text = json.dumps(exported(tmp_path))
    assert "seconds" not in text
    assert "isolate" not in text
    assert Limits().decision == 5.0
    assert "limits" not in text


def test_an_open_store_can_be_exported_line_by_line(tmp_path):
    exported(tmp_path)
    with ArenaStore.read(tmp_path / "arena.db") as store:
        lines = list(export_lines(store))
        assert export(store) == "".join(lines)
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)


def test_names_of_any_letters_come_through(tmp_path):
    name = 'call "é" \\ = ['
    spec = ArenaSpec(agents=(name, "call"), pairs=1)
    _, first, _ = exported(tmp_path, spec, agents={name: Says(None)})
    assert first["players"] == ["call", name]


def test_a_line_has_the_words_that_a_reader_of_toml_finds_in_the_record(tmp_path):
    import tomllib

    _, *lines = exported(tmp_path)
    with ArenaStore.read(tmp_path / "arena.db") as store:
        for line, hand in zip(lines, store.hands(), strict=True):
            fields = tomllib.loads(phh_text(hand.record))
            actions = [each for each in fields["actions"] if each[0] == "p" and " sm" not in each]
            dealt = [each.split() for each in fields["actions"] if each[0] == "d"]
            assert line["actions"] == actions
            assert line["holes"] == [words[3] for words in dealt if words[1] == "dh"]
            assert line["board"] == "".join(words[2] for words in dealt if words[1] == "db")
            assert line["stacks"] == fields["starting_stacks"]
            assert line["players"] == fields["players"]
            assert line["finishing_stacks"] == fields["finishing_stacks"]
