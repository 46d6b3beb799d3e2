"""Players with one habit."""

from random import Random

import pytest

from handsight.agents import Decision, agent
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Rules


def asked(name, *actions, stacks=(1000, 1000), **options):
    """What an agent does after these actions of a hand."""
    table = HandCursor(HandState.start(Rules(**options), stacks, button=0, seed=7))
    for action in actions:
        table.apply(Action.parse(action))
    return agent(name).act(table.observation(), Random(1))


@pytest.mark.parametrize(
    ("name", "to_pay", "free"),
    [
        ("fold", Action.fold(), Action.check()),
        ("call", Action.call(), Action.call()),
        ("check-call", Action.call(), Action.call()),
        ("min-raise", Action.raise_to(200), Action.raise_to(200)),
        ("all-in", Action.raise_to(1000), Action.raise_to(1000)),
    ],
)
def test_a_habit_is_kept_whether_there_is_something_to_pay_or_not(name, to_pay, free):
    assert asked(name) == to_pay
    assert asked(name, "call") == free


def test_check_call_folds_above_its_share_of_the_pot():
    assert asked("check-call", "raise to 300") == Action.call()
    assert asked("check-call:most=0.4", "raise to 300") == Action.fold()


def test_min_raise_and_all_in_call_where_they_may_not_raise():
    for name in ("min-raise", "all-in", "maniac"):
        assert asked(name, "all in") == Action.call()


@pytest.mark.parametrize(
    "text", ["check-call:most=-1", "check-call:most=nan", "maniac:folds=1.5", "maniac:folds=nan"]
)
def test_a_share_that_is_none_is_refused(text):
    with pytest.raises(OptionError, match="it must be a share"):
        agent(text)


@pytest.mark.parametrize("name", ["random", "maniac"])
def test_without_a_stream_the_explanation_is_always_the_same(name):
    seen = HandCursor(HandState.start(Rules(), [10_000, 10_000], button=0, seed=7)).observation()
    told = [agent(name).explain(seen) for _ in range(5)]
    assert told == [told[0]] * 5
    assert told[0].action == agent(name).act(seen, Random(0))


def test_all_in_raises_by_the_limit_where_there_is_one():
    assert asked("all-in", structure="fixed-limit") == Action.raise_to(200)


def test_the_maniac_raises_between_half_the_pot_and_twice_the_pot():
    table = HandCursor(HandState.start(Rules(), [10_000, 10_000], button=0, seed=7))
    seen, rng = table.observation(), Random(1)
    sizes = {agent("maniac").act(seen, rng).amount for _ in range(200)}
    assert sizes == {seen.legal.share_of_pot(quarters, 4) for quarters in range(2, 9)}


def test_the_maniac_may_give_up_at_times():
    table = HandCursor(HandState.start(Rules(), [10_000, 10_000], button=0, seed=7))
    rng, some = Random(1), agent("maniac:folds=0.3")
    folds = sum(some.act(table.observation(), rng) == Action.fold() for _ in range(1000))
    assert 250 < folds < 350


def test_random_takes_each_kind_as_often_and_any_amount():
    table = HandCursor(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
    rng, seen, one = Random(1), table.observation(), agent("random")
    drawn = [one.act(seen, rng) for _ in range(3000)]
    for kind in ("fold", "call", "raise"):
        assert 900 < sum(action.kind == kind for action in drawn) < 1100
    amounts = {action.amount for action in drawn if action.kind == "raise"}
    assert min(amounts) < 210
    assert max(amounts) > 990


def test_random_does_not_fold_for_nothing():
    table = HandCursor(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
    table.apply(Action.call())
    rng = Random(1)
    assert {agent("random").act(table.observation(), rng).kind for _ in range(100)} == {
        "call",
        "raise",
    }


def test_a_habit_explains_itself():
    table = HandCursor(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
    decision = agent("fold").explain(table.observation(), Random(1))
    assert decision == Decision(Action.fold(), "folds whenever there is something to pay", {})
    assert str(decision) == "fold: folds whenever there is something to pay"
