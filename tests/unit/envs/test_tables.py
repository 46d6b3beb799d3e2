"""Many tables in one array: seeds, opponents, actions that are not legal, and ends of hands."""

import math

import numpy as np
import pytest

from handsight.envs import TableBatch, TableStep, draw_actions
from handsight.errors import IllegalActionError, OptionError
from handsight.game import Rules

TABLES = 64
ALL_IN = 4


def play(batch: TableBatch, seed: int, steps: int) -> list[TableStep]:
    rng = np.random.default_rng(seed)
    _, mask = batch.reset(seed)
    played = []
    for _ in range(steps):
        played.append(batch.step(draw_actions(mask, rng)))
        mask = played[-1].mask
    return played


def bytes_of(steps: list[TableStep]) -> bytes:
    return b"".join(np.ascontiguousarray(array).tobytes() for step in steps for array in step)


# --- seeds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("opponents", ["outside", "random"])
def test_the_same_seed_gives_the_same_bytes(seats: int, opponents: str) -> None:
    first, second = (TableBatch(TABLES, seats, opponents=opponents) for _ in range(2))
    same = bytes_of(play(first, 7, 50))
    assert bytes_of(play(second, 7, 50)) == same
    assert bytes_of(play(first, 7, 50)) == same
    assert bytes_of(play(first, 8, 50)) != same


def test_the_cards_do_not_depend_on_what_is_played_or_on_how_many_tables_there_are() -> None:
    few, many = TableBatch(3), TableBatch(TABLES)
    few.reset(7)
    many.reset(7)
    for batch in (few, many):
        step = batch.step(np.full(batch.tables, ALL_IN if batch is few else 1))
        while batch.hands[0] < 3:
            step = batch.step(np.where(step.mask[:, 0] & (batch is few), 0, 1))
    assert few.hands[0] == many.hands[0] == 3
    assert few.cards(0) == many.cards(0)


def test_arrays_that_were_given_out_are_not_written_again() -> None:
    batch = TableBatch(TABLES)
    first = play(batch, 7, 1)[0]
    before = [array.copy() for array in first]
    batch.step(np.ones(TABLES))
    for array, copy in zip(first, before, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_new_hands_leave_the_old_ones_and_move_the_button_on() -> None:
    batch = TableBatch(TABLES, 3)
    batch.reset(7)
    batch.step(np.ones(TABLES))
    observations, mask = batch.new_hands()
    assert batch.hands.tolist() == [1] * TABLES
    assert batch.actors.tolist() == [1] * TABLES
    assert observations[:, 7].tolist() == [0] * TABLES
    assert mask[:, 0].all()


# --- chips ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 10))
def test_chips_are_conserved(seats: int) -> None:
    batch = TableBatch(TABLES, seats, rules=Rules(small_blind=5, big_blind=10, ante=1))
    for step in play(batch, seats, 100):
        assert not step.rewards.sum(1).any()
        stacks, pot = step.observations[:, 14 : 14 + seats], step.observations[:, 9]
        assert (stacks.sum(1) + pot == seats * 1000).all()


def test_a_compact_observation_has_at_most_64_bytes() -> None:
    for seats in range(2, 10):
        observations, _ = TableBatch(1, seats).reset(7)
        assert observations[0].nbytes <= 64


def test_stacks_may_be_of_each_seat_or_of_each_table_and_seat() -> None:
    assert TableBatch(2, stacks=[300, 400]).stacks.tolist() == [[300, 400]] * 2
    assert TableBatch(2, stacks=[[300, 400], [500, 600]]).stacks[1].tolist() == [500, 600]


# --- actions --------------------------------------------------------------------------------------


def test_an_action_that_is_not_legal_is_an_error_and_nothing_is_played() -> None:
    batch = TableBatch(TABLES)
    batch.reset(7)
    batch.step(np.ones(TABLES))
    rows = batch._state.rows.copy()
    actions = np.ones(TABLES, np.int64)
    actions[5] = 0
    with pytest.raises(IllegalActionError, match="table 5: seat 1 may not fold; legal: call, 1/2"):
        batch.step(actions)
    np.testing.assert_array_equal(batch._state.rows, rows)
    assert not batch.illegal.any()


@pytest.mark.parametrize("seats", [2, 3])
def test_or_it_folds_and_is_counted_or_checks_where_that_is_free(seats: int) -> None:
    batch = TableBatch(2, seats, illegal="fold")
    batch.reset(7)
    first = batch.step([9, 1])
    assert batch.illegal.tolist() == [1, 0]
    assert first.done.tolist() == [seats == 2, False]
    batch = TableBatch(1, 2, illegal="fold")
    batch.reset(7)
    batch.step([1])
    assert not batch.step([0]).done[0]
    assert batch.illegal.tolist() == [1]


def test_a_share_of_the_pot_below_the_least_raise_is_not_legal() -> None:
    batch = TableBatch(1, choices="fold call 1/3 1")
    _, mask = batch.reset(7)
    assert mask.tolist() == [[True, True, False, True]]
    assert batch.totals.tolist() == [[25, 50, -1, 150]]


def test_amounts_are_street_totals() -> None:
    batch = TableBatch(3, choices="amounts")
    _, mask = batch.reset(7)
    assert mask.tolist() == [[True] * 3] * 3
    step = batch.step([-1, 0, 137])
    assert step.done.tolist() == [True, False, False]
    assert step.rewards[0].tolist() == [-25, 25]
    assert step.observations[1:, 10].tolist() == [0, 87]
    with pytest.raises(IllegalActionError, match=r"bet or raise to 60; legal: fold, call, 224\.\."):
        batch.step([0, 0, 60])


@pytest.mark.parametrize("actions", [[1, 1], [0.5], ["call"], [[1]], [math.nan], [math.inf]])
def test_actions_are_a_whole_number_for_each_table(actions: list[object]) -> None:
    batch = TableBatch(1)
    batch.reset(7)
    with pytest.raises(OptionError, match="the actions"):
        batch.step(actions)


# --- opponents ------------------------------------------------------------------------------------


def test_opponents_inside_act_between_and_seat_0_sees_its_turns_only() -> None:
    batch = TableBatch(TABLES, 6, opponents=["call", "random", "call", "random", "call"])
    played = play(batch, 7, 60)
    assert batch.actors.tolist() == [0] * TABLES
    assert sum(int(step.done.sum()) for step in played) > TABLES


def test_a_caller_calls() -> None:
    batch = TableBatch(TABLES, opponents="call")
    batch.reset(7)
    step = batch.step(np.full(TABLES, ALL_IN))
    assert step.done.all()
    assert set(np.abs(step.rewards).ravel().tolist()) <= {0, 5000}


def test_what_is_won_without_a_decision_is_kept_apart() -> None:
    folds = np.zeros((4, 169, 2, 5))
    folds[..., 0] = 1
    batch = TableBatch(TABLES, 3, opponents=folds)
    batch.reset(7)
    rewards = sum(batch.step(np.ones(TABLES)).rewards.sum(0) for _ in range(12))
    assert (batch.unplayed[:, 0] > 0).all()
    assert rewards[0] > 0
    assert not batch.unplayed.sum(1).any()


def test_a_policy_array_plays_by_street_hand_and_price() -> None:
    shoves = np.zeros((4, 169, 2, 5))
    shoves[..., 1] = 1
    shoves[0, 0, :] = [0, 0, 0, 0, 1]  # aces before the flop
    batch = TableBatch(20_000, opponents=shoves)
    batch.reset(7)
    aces = np.array([[card.rank for card in batch.cards(table)[:4]] for table in range(2000)])
    button_is_ours = batch.hands[:2000] % 2 == 0
    theirs = np.where(button_is_ours[:, None], aces[:, 0::2], aces[:, 1::2])
    has_aces = (theirs == "A").all(1) if theirs.dtype.kind == "U" else (theirs == 12).all(1)
    step = batch.step(np.ones(20_000))
    shoved = step.observations[:2000, 10] == 4950
    assert has_aces.any()
    np.testing.assert_array_equal(shoved, has_aces)


# --- ends -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_a_table_that_pauses_waits_for_a_step(seats: int) -> None:
    batch = TableBatch(2, seats, pause=True, illegal="fold")
    batch.reset(7)
    while True:
        step = batch.step([0, 1])
        if step.done[0]:
            break
    assert batch.actors[0] == -1
    assert not step.mask[0].any()
    assert step.observations[0, 9:12].tolist() == [0, 0, 0]
    hand = batch.hands[0]
    after = batch.step([77, 1])
    assert batch.hands[0] == hand + 1
    assert not after.done[0]
    assert not after.rewards[0].any()


def test_the_last_look_at_a_hand_is_kept() -> None:
    batch = TableBatch(TABLES, keep_final=True, opponents="call")
    batch.reset(7)
    step = batch.step(np.full(TABLES, ALL_IN))
    assert step.done.all()
    assert (batch.finals[:, 2:7] < 52).all()
    assert (batch.finals[:, 14] == 5000 + step.rewards[:, 0]).all()


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tables": 0}, "tables is 0"),
        ({"seats": 10}, "seats is 10; it must be from 2 to 9"),
        ({"rules": Rules(structure="fixed-limit")}, "without a limit"),
        ({"rules": Rules(fold_when_free=True)}, "only with rules that forbid folding for free"),
        ({"stacks": 50}, "51 at least"),
        ({"stacks": 40_000}, "80,000 chips at a table, but at most 65,535 are possible"),
        ({"stacks": [100, 200, 300]}, "the stacks have the shape"),
        ({"stacks": 100.5}, "whole numbers"),
        ({"stacks": math.nan}, "whole numbers"),
        ({"stacks": 1 << 62}, "at most 65,535 are possible"),
        ({"rules": "no-limit"}, "rules is 'no-limit'; it must be handsight.game.Rules"),
        ({"choices": ["fold", "call"]}, "they must be a string such as 'fold call"),
        ({"opponents": None}, "opponents is None; it must be one of outside, random, call"),
        ({"opponents": np.full((4, 169, 2, 5), 1e300)}, "too large"),
        ({"choices": "call fold"}, "begin with fold and call"),
        ({"choices": "fold call 1/2 0.5"}, "none may appear twice"),
        ({"choices": "fold call 0"}, "must have numbers in 1..1000"),
        ({"illegal": "clip"}, "illegal is 'clip'; it must be one of raise, fold"),
        ({"opponents": "maniac"}, "'maniac' is not one of outside, random, call"),
        ({"opponents": ["call", "call"]}, "2 opponents for the 1 seats"),
        ({"opponents": np.ones((4, 169, 2, 3))}, r"of the shape \(4, 169, 2, 5\)"),
        ({"opponents": -np.ones((4, 169, 2, 5))}, "negative"),
    ],
)
def test_what_makes_no_tables_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        TableBatch(**{"tables": 2, **options})


def test_no_table_steps_before_the_first_reset() -> None:
    batch = TableBatch(1)
    for use in (batch.new_hands, lambda: batch.step([1]), lambda: batch.observe(0)):
        with pytest.raises(OptionError, match=r"call reset\(seed\) first"):
            use()
