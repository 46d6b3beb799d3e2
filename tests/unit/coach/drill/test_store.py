"""The store of drills keeps every answer, brings mistakes back, and refuses damage."""

import sqlite3
from pathlib import Path

import pytest

from handsight.coach.drill import DrillAnswer, DrillStore, Mistake
from handsight.errors import OptionError
from handsight.opponents.stats import PlayerStore

ANSWERS = [
    DrillAnswer(100.0, "turn", "3-bet pot", "turn a", "call", False, 1.25, "BTN vs BB, 3bet"),
    DrillAnswer(200.5, "outs", "flop", "outs b", "8", True, None),
    DrillAnswer(300.0, "preflop", "BTN unopened", "preflop c", "fold", False, 0.0),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "drill.db"


def test_answers_are_read_as_they_were_stored_in_their_order(path: Path):
    with DrillStore(path, create=True) as store:
        for each in ANSWERS:
            store.add(each)
    with DrillStore(path) as store:
        assert store.answers() == ANSWERS


def test_wrong_answers_are_due_first_and_then_the_costliest_mistakes(path: Path):
    with DrillStore(path, create=True) as store:
        mistakes = [
            Mistake("turn x", 0, 2.0),
            Mistake("turn y", 0, 9.0),
            Mistake("turn z", 5000, 1),
        ]
        assert store.add_mistakes(mistakes) == 3
        assert store.add_mistakes([Mistake("turn x", 7, 3.0), Mistake("river w", 0)]) == 1
        for each in ANSWERS:
            store.add(each)
        due = [each.key for each in store.due(now=1000)]
        assert due == ["turn a", "preflop c", "turn y", "turn x", "river w"]
        assert [each.key for each in store.due(now=750)][:1] == ["turn a"]
        assert "preflop c" not in [each.key for each in store.due(now=750)]
        assert len(store.repetitions()) == 6
        assert [each.key for each in store.due(1000, "BTN vs BB, 3bet")] == ["turn a"]


def test_a_missing_file_another_file_and_a_changed_row_are_refused(path: Path):
    with pytest.raises(OptionError, match="handsight drill makes one with the first answer"):
        DrillStore(path)
    with PlayerStore(path, create=True):
        pass
    with pytest.raises(OptionError, match="is a database, but not a store of drills"):
        DrillStore(path)
    path.unlink()
    with DrillStore(path, create=True) as store:
        store.add(ANSWERS[0])
    base = sqlite3.connect(path)
    with base:
        base.execute("UPDATE answers SET value = replace(value, '1.25', '0.25')")
    base.close()
    with DrillStore(path) as store, pytest.raises(OptionError, match="answer 0 cannot be read"):
        store.answers()
