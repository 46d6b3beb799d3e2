"""What learners see: names, and features, which say no more and no less."""

from collections.abc import Iterator

import numpy as np
import pytest

from handsight.envs import TableBatch, draw_actions, features, field_names
from handsight.envs.observations import observation_row
from handsight.envs.tables import BLINDS
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Rules


def test_every_number_has_a_name() -> None:
    for seats in (2, 9):
        assert len(field_names(seats)) == len(TableBatch(1, seats).reset(7)[0][0])


@pytest.mark.repeats(1)
@pytest.mark.parametrize("seats", [2, 6])
def test_features_say_what_the_compact_observation_says(seats: int) -> None:
    batch, rng = TableBatch(50, seats), np.random.default_rng(7)
    _, mask = batch.reset(7)
    for _ in range(20):
        step = batch.step(draw_actions(mask, rng))
        mask = step.mask
        rows = features(step.observations, unit=100)
        slow = [slow_features(seen, seats) for seen in step.observations.tolist()]
        np.testing.assert_allclose(rows, slow, rtol=1e-6)


def slow_features(seen: list[int], seats: int) -> list[float]:
    board = [card for card in seen[2:7] if card < 52]
    stacks, bets = seen[14 : 14 + seats], seen[14 + seats :]
    codes = [(seen[12] >> 2 * back) & 3 for back in range(8)]
    return [
        *(float(card in seen[:2]) for card in range(52)),
        *(float(card in board) for card in range(52)),
        *(float(len(board) == size) for size in (0, 3, 4, 5)),
        *(chips / 100 for chips in seen[9:12]),
        *(float(code == kind) for code in codes for kind in (1, 2, 3)),
        *((seen[13] >> 4 * street & 15) / 4 for street in range(4)),
        *(float(seen[7] == place) for place in range(seats)),
        *(float(seen[8] >> place & 1) for place in range(seats)),
        *(chips / 100 for chips in (*stacks, *bets)),
    ]


def test_features_are_of_compact_observations() -> None:
    with pytest.raises(OptionError, match="does not hold compact observations"):
        features(np.zeros((3, 17), np.uint16), 100)
    with pytest.raises(OptionError, match="unit is 0"):
        features(np.zeros((3, 18), np.uint16), 0)


# --- tables that are in no array ------------------------------------------------------------------


def lockstep(seats: int, hands: int, choices: str) -> Iterator[tuple[TableBatch, HandCursor]]:
    """Play hands in an environment and by the rules of the game, and give each decision of both."""
    batch, rng = TableBatch(1, seats, choices=choices), np.random.default_rng(seats)
    _, mask = batch.reset(seats)
    for hand in range(hands):
        state = HandState.start(BLINDS, [5000] * seats, hand % seats, deck=batch.cards(0))
        cursor = HandCursor(state)
        while batch.hands[0] == hand:
            yield batch, cursor
            action = int(draw_actions(mask, rng)[0])
            total = int(batch.totals[0, action])
            name = batch.choices.names[action]
            kinds = {"fold": Action.fold(), "call": Action.call()}
            cursor.apply(kinds.get(name) or Action.raise_to(total))
            mask = batch.step([action]).mask


@pytest.mark.parametrize("seats", [2, 3, 6, 9])
def test_a_table_gives_the_rows_and_choices_of_the_environment(seats: int) -> None:
    decisions = 0
    for batch, cursor in lockstep(seats, 12, "fold call min 1/2 1 2 all-in"):
        seen, [seat] = cursor.observation(), batch.actors.tolist()
        row, expected = observation_row(seen).tolist(), batch.observe(seat)[0].tolist()
        assert seen.seat == seat
        assert [*sorted(row[:2]), *row[2:]] == [*sorted(expected[:2]), *expected[2:]]
        assert batch.choices.totals(seen.legal) == batch.totals[0].tolist()
        decisions += 1
    assert decisions > 20


def test_chips_of_other_blinds_are_counted_in_those_of_the_environment() -> None:
    state = HandState.start(Rules(), [10_000, 9_000], 0, seed=7)
    small = HandState.start(Rules(small_blind=25, big_blind=50), [5_000, 4_500], 0, seed=7)
    rows = [observation_row(HandCursor(each).observation(), scale) for each, scale in
            ((state, 0.5), (small, 1.0))]  # fmt: skip
    assert rows[0].tolist() == rows[1].tolist()


def test_empty_seats_are_left_out() -> None:
    around = HandState.start(
        Rules(small_blind=25, big_blind=50), [0, 5000, 0, 5000, 4000], 3, seed=7
    )
    alone = HandState.start(Rules(small_blind=25, big_blind=50), [5000, 5000, 4000], 1, seed=7)
    rows = [observation_row(HandCursor(each).observation()).tolist() for each in (around, alone)]
    assert rows[0] == rows[1]
