"""Wrong answers come back: soon at first, later with each right answer, until they are known."""

from handsight.coach.drill import DrillAnswer
from handsight.coach.drill.schedule import DAY, MINUTE, WAITS, repetitions


def given(time: float, right: bool, key: str = "outs a") -> DrillAnswer:
    return DrillAnswer(time, "outs", "turn", key, "8", right, None)


def test_a_question_that_was_answered_rightly_never_comes_back():
    assert repetitions([given(0, right=True)]) == []


def test_a_wrong_answer_comes_back_after_ten_minutes():
    [one] = repetitions([given(1000, right=False)])
    assert (one.key, one.due, one.box) == ("outs a", 1000 + 10 * MINUTE, 0)


def test_each_right_answer_when_it_is_due_makes_the_wait_longer_until_it_is_known():
    answers, time = [given(0, right=False)], 0.0
    waited = []
    while found := repetitions(answers):
        waited.append(found[0].due - time)
        time = found[0].due
        answers.append(given(time, right=True))
    assert waited == [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY]
    assert list(WAITS) == waited


def test_a_right_answer_before_it_is_due_changes_nothing_and_a_wrong_one_begins_anew():
    early = [given(0, right=False), given(MINUTE, right=True)]
    assert repetitions(early)[0].due == 10 * MINUTE
    later = [given(0, right=False), given(DAY, right=True), given(5 * DAY, right=False)]
    [one] = repetitions(later)
    assert (one.box, one.due) == (0, 5 * DAY + 10 * MINUTE)


def test_mistakes_from_elsewhere_are_due_at_their_time_and_move_on_like_others():
    [one] = repetitions([], {"turn b": 50.0})
    assert (one.key, one.due, one.box) == ("turn b", 50.0, 0)
    [one] = repetitions([given(60, right=True, key="turn b")], {"turn b": 50.0})
    assert (one.box, one.due) == (1, 60 + DAY)


def test_the_first_to_be_due_comes_first():
    answers = [given(50, right=False, key="outs late"), given(20, right=False, key="outs soon")]
    assert [each.key for each in repetitions(answers)] == ["outs soon", "outs late"]
