"""A drill asks what is due, then new questions, and keeps the answers, by a clock that is given."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from handsight.coach.drill import KINDS, Drill, DrillStore, DrillTable, Mistake, Question
from handsight.coach.drill.schedule import DAY, MINUTE
from handsight.errors import InputError


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Iterator[DrillStore]:
    with DrillStore(tmp_path / "drill.db", create=True) as opened:
        yield opened


def asked(drill: Drill) -> str:
    question = drill.next()
    assert question is not None
    return question.key


def test_the_same_seed_asks_the_same_questions() -> None:
    def keys(seed: int) -> list[str]:
        with Drill(["pot-odds", "push-fold"], seed=seed) as drill:
            return [asked(drill) for _ in range(8)]

    assert keys(1) == keys(1) != keys(2)
    assert {key.split()[0] for key in keys(1)} == {"pot-odds", "push-fold"}


def test_a_wrong_answer_comes_back_when_it_is_due_and_a_right_one_does_not(store) -> None:
    clock = Clock()
    with Drill(["pot-odds"], seed=3, store=store, clock=clock) as drill:
        first = drill.next()
        assert first is not None
        wrong = drill.answer(first, "99")
        assert not wrong.right
        second = drill.next()
        assert second is not None
        best = KINDS["pot-odds"].judge(second, "1").best.rstrip("%")
        assert drill.answer(second, best).right
        assert second.key != first.key != asked(drill)
        clock.now += 10 * MINUTE
        assert asked(drill) == first.key
        assert drill.answer(first, wrong.best).right
        assert asked(drill) != first.key
    assert [each.time for each in store.answers()] == [1000, 1000, 1600]


def test_mistakes_of_a_review_are_asked_alone_and_only_until_none_is_due(store) -> None:
    clock = Clock()
    store.add_mistakes([Mistake("pot-odds 12 6 20", 0, 4.0), Mistake("outs broken", 0, 9.0)])
    kinds = ["pot-odds", "outs", "push-fold"]
    with Drill(kinds, store=store, only_due=True, clock=clock) as drill:
        question = drill.next()
        assert question is not None
        assert question.key == "pot-odds 12 6 20"  # the other one cannot be made, and is skipped
        drill.answer(question, "fold")
        assert drill.next() is None
        clock.now += DAY
        assert asked(drill) == "pot-odds 12 6 20"


def test_what_is_due_of_another_kind_or_of_another_spot_waits(store) -> None:
    store.add_mistakes([Mistake("pot-odds 12 6 20", 0)])
    with Drill(["push-fold"], store=store, seed=1) as drill:
        assert asked(drill).startswith("push-fold")
    with Drill(table=DrillTable(spot="BTN open"), store=store, seed=1) as drill:
        assert drill.kinds == ("preflop",)
        assert asked(drill).startswith("preflop")


def test_a_spots_name_chooses_the_kinds() -> None:
    for name, kinds in (
        ("BTN vs BB, 3-bet pot", ("flop", "turn", "river")),
        ("BTN vs BB, single raised, heads-up", ("flop", "turn", "river")),
        ("BTN vs BB 3bet", ("preflop",)),
        ("CO open", ("preflop",)),
    ):
        with Drill(table=DrillTable(spot=name)) as drill:
            assert drill.kinds == kinds
    with pytest.raises(InputError, match="is about the flop or turn or river, not preflop"):
        Drill(["preflop"], DrillTable(spot="BTN vs BB, 3bet"))
    with pytest.raises(InputError, match="is not the name of a chart"):
        Drill(table=DrillTable(spot="BTN often"))
    with pytest.raises(InputError, match="is no kind of pot"):
        Drill(table=DrillTable(spot="BTN vs BB, 9bet"))
    with pytest.raises(InputError, match=r"'turns' is no kind of question \(did you mean 'turn'"):
        Drill(["turns"])


def test_an_answer_that_is_not_understood_is_not_kept(store) -> None:
    with Drill(["pot-odds"], seed=3, store=store) as drill:
        question = drill.next()
        assert question is not None
        with pytest.raises(InputError):
            drill.answer(question, "perhaps")
    assert store.answers() == []


def test_a_question_that_is_ready_is_asked_before_it_is_prepared(monkeypatch) -> None:
    goes_on, prepared = Event(), list[str]()

    def prepare(question: Question, stopped: object = None) -> None:
        if prepared:  # the second one takes long
            assert goes_on.wait(30)
        prepared.append(question.key)

    monkeypatch.setattr(KINDS["pot-odds"], "prepare", prepare)
    with Drill(["pot-odds"], seed=3) as drill:
        first = asked(drill)
        with ThreadPoolExecutor(1) as pool:
            second = pool.submit(asked, drill).result(30)
        assert prepared in ([], [first])
        goes_on.set()
        assert second != first
