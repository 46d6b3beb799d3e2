"""Opponents in Python: they get the same hands as the kernels' own, and every action is legal."""

from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.agents import agent
from handsight.envs import TableBatch, draw_actions
from handsight.errors import IllegalActionError, OptionError
from handsight.game import Action, Observation

CHOICES = "fold call min 1/2 1 all-in"


def calls(observations: NDArray[np.uint16], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.ones(len(observations), np.int64)


class Caller:
    name = "caller"

    def act(self, observation: Observation, rng: Random) -> str:
        return "call"


class Drawer:
    """Takes a legal action at random, of all sizes."""

    name = "drawer"

    def act(self, observation: Observation, rng: Random) -> Action:
        legal = observation.legal
        kinds = ["call"] + ["fold"] * legal.can_fold + ["raise"] * legal.can_raise
        kind = rng.choice(kinds)
        if kind == "raise":
            return Action.raise_to(rng.randint(legal.raise_min, legal.raise_max))
        return Action(kind)


def played(batch: TableBatch, seed: int, steps: int) -> list[Any]:
    """Play at random, and return everything that can be seen."""
    rng, shown = np.random.default_rng(seed), []
    _, mask = batch.reset(seed)
    shown.append((batch.observe(0), mask))
    for _ in range(steps):
        step = batch.step(draw_actions(mask, rng))
        mask = step.mask
        shown.append((*step, batch.finals, batch.totals, batch.unplayed, batch.actors))
    return shown


@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("other", [calls, Caller(), Caller, agent("call")])
@pytest.mark.parametrize("pause", [False, True])
@pytest.mark.repeats(8)
def test_a_caller_in_python_plays_as_that_of_the_kernels(
    seats: int, other: object, pause: bool
) -> None:
    weights = np.random.default_rng(1).random((4, 169, 2, 6))
    rest = ["random", weights, "call", "random"][: seats - 2]
    shown = [
        played(
            TableBatch(
                50,
                seats,
                choices=CHOICES,
                opponents=[caller, *rest],
                keep_final=True,
                pause=pause,
            ),
            seed=seats,
            steps=40,
        )
        for caller in ("call", other)
    ]
    for one, two in zip(*shown, strict=True):
        for array, twin in zip(one, two, strict=True):
            np.testing.assert_array_equal(array, twin)


def test_any_action_of_an_agent_is_played_to_the_chip() -> None:
    batch = TableBatch(40, 4, choices=CHOICES, opponents=[Drawer(), "random", Drawer()])
    rng, ended = np.random.default_rng(5), 0
    _, mask = batch.reset(5)
    for _ in range(60):
        step = batch.step(draw_actions(mask, rng))
        mask = step.mask
        assert (step.rewards.sum(1) == 0).all()
        assert (batch.actors == 0).all()
        ended += int(step.done.sum())
    assert ended > 200
    assert (batch.unplayed.sum(1) == 0).all()


def test_an_agent_sees_the_cards_that_the_environment_dealt() -> None:
    seen: dict[int, list[set[int]]] = {}

    class Watcher(Caller):
        def act(self, observation: Observation, rng: Random) -> str:
            seen.setdefault(observation.hand, []).append({c.index for c in observation.hole})
            assert observation.seat == 1
            return "call"

    batch = TableBatch(1, opponents=Watcher())
    batch.reset(3)
    for _ in range(30):
        hole = set(batch.observe(1)[0, :2].tolist())
        number = int(batch.hands[0]) + 1
        assert all(each == hole for each in seen.get(number, []))
        batch.step([1])
    assert len(seen) > 5


def test_the_same_seed_plays_the_same_hands() -> None:
    batches = [TableBatch(30, 3, opponents=[agent("ehs"), "random"]) for _ in range(2)]
    one, two = (played(batch, 9, 12) for batch in batches)
    again = played(batches[0], 9, 12)
    for first, second, third in zip(one, two, again, strict=True):
        for arrays in zip(first, second, third, strict=True):
            np.testing.assert_array_equal(arrays[0], arrays[1])
            np.testing.assert_array_equal(arrays[0], arrays[2])


def test_a_hand_depends_on_its_own_table_alone() -> None:
    few, many = (TableBatch(n, opponents=Drawer()) for n in (3, 20))
    one, other = (played_by_calls(batch) for batch in (few, many))
    for first, second in zip(one, other, strict=True):
        np.testing.assert_array_equal(first, second[:3])


def played_by_calls(batch: TableBatch) -> list[NDArray[np.int32]]:
    batch.reset(4)
    return [batch.step(np.ones(batch.tables)).rewards for _ in range(20)]


def test_a_function_is_asked_with_what_its_seat_sees() -> None:
    asked: list[tuple[NDArray[np.uint16], NDArray[np.bool_]]] = []

    def policy(observations: NDArray[np.uint16], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        asked.append((observations, mask))
        return mask.argmax(1)  # folds where it may

    batch = TableBatch(100, opponents=policy)
    batch.reset(1)
    steps = [batch.step(np.full(100, 4)) for _ in range(3)]  # all-in, so that somebody must fold
    observations, mask = asked[0]
    assert observations.shape[1:] == (18,)
    assert mask.shape[1:] == (5,)
    assert mask.any(1).all()
    won = np.concatenate([step.rewards[step.done, 0] for step in steps])
    assert set(won.tolist()) <= {50}  # who always folds to an all-in loses the big blind


@pytest.mark.parametrize(
    ("opponent", "error", "message"),
    [
        (
            lambda rows, mask: np.zeros(1 + len(rows)),
            OptionError,
            "it must return one whole number",
        ),
        (lambda rows, mask: np.full(len(rows), 99), IllegalActionError, "table 0: seat 1 may not"),
        (type("A", (), {"act": lambda s, o, r: "bet 3"}), IllegalActionError, "table 0: A: "),
        (object(), OptionError, "an agent, a function, or a list of these"),
        ("fai-v5", OptionError, r"passed as objects, like handsight.agents.agent\('fai-v5'\)"),
    ],
)
def test_opponents_that_cannot_play_are_named(
    opponent: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        played(TableBatch(4, opponents=opponent), 1, 5)


def test_illegal_actions_of_the_learner_are_refused_or_counted() -> None:
    batch = TableBatch(4, opponents=Caller())
    batch.reset(1)
    before = batch.observe(0)
    with pytest.raises(IllegalActionError, match="seat 0 may not take the action 9"):
        batch.step([1, 9, 1, 1])
    np.testing.assert_array_equal(batch.observe(0), before)
    lenient = TableBatch(4, opponents=Caller(), illegal="fold")
    lenient.reset(1)
    lenient.step([1, 9, 1, 1])
    assert lenient.illegal.tolist() == [0, 1, 0, 0]


def test_amounts_of_the_learner_are_played_too() -> None:
    batch = TableBatch(10, choices="amounts", opponents=[Drawer()])
    batch.reset(2)
    for _ in range(30):
        least = batch.totals[:, 2]
        step = batch.step(np.where(least > 0, least, 0))
        assert (step.rewards.sum(1) == 0).all()
