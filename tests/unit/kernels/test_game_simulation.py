"""Random play inside a kernel: fair draws, seats that move on, and chips that stay."""

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.game import Mixture, Rules
from handsight.game.simulation import _plan
from handsight.kernels.game import simulation
from handsight.kernels.game import state as at
from handsight.kernels.game.simulation import (
    COLUMNS,
    SimulationPlan,
    draw_below,
    draw_cards,
    play_hands,
)
from handsight.runtime.seeds import raw_words

MOST_PLAYERS = 10


def words_of(seed: int) -> NDArray[np.uint64]:
    return raw_words(seed, count=simulation.STATE_WORDS)


def plan_for(stacks: list[int], rules: Rules | None = None, **options: object) -> SimulationPlan:
    mixtures = [Mixture()] * len(stacks)
    return _plan(rules or Rules(), stacks, mixtures, options.get("holes", ()))  # type: ignore[arg-type]


def totals_of(plan: SimulationPlan, hands: int, seed: int) -> NDArray[np.int64]:
    totals = np.zeros((plan.stacks.size, COLUMNS), np.int64)
    play_hands(plan, hands, words_of(seed), totals)
    return totals


@pytest.mark.pure_python
def test_numbers_are_drawn_below_their_bound_and_all_alike() -> None:
    words = words_of(1)
    counts = np.bincount([draw_below(words, 6) for _ in range(6000)], minlength=6)
    assert counts.sum() == 6000
    assert abs(counts - 1000).max() < 5 * 1000**0.5


@pytest.mark.pure_python
def test_drawn_cards_are_different_and_known_ones_stay() -> None:
    plan = plan_for([500] * 3, holes=["AhKh", None, None])
    state, pack = plan.template.copy(), plan.pack.copy()
    for hand in range(20):
        simulation.seat_players(state, plan, hand)
        draw_cards(state, pack, words_of(hand))
        seat = hand % 3
        assert state[at.HOLES + 2 * seat : at.HOLES + 2 * seat + 2].tolist() == [50, 46]
        drawn = [*state[at.HOLES : at.HOLES + 6].tolist(), *state[at.DECK : at.DECK + 5].tolist()]
        assert len(set(drawn)) == 11
        assert min(drawn) >= 0


@pytest.mark.pure_python
def test_chips_move_between_the_players_only() -> None:
    totals = totals_of(plan_for([300, 500, 900, 90]), 20, seed=2)
    assert totals[:, simulation.CHIPS].sum() == 0
    assert (totals[:, simulation.HANDS] == 20).all()


def test_every_card_is_drawn_alike() -> None:
    plan = plan_for([500, 500])
    state, pack, words = plan.template.copy(), plan.pack.copy(), words_of(3)
    counts = np.zeros(52, np.int64)
    for hand in range(10_000):
        simulation.seat_players(state, plan, hand)
        draw_cards(state, pack, words)
        counts[state[at.HOLES : at.HOLES + 4]] += 1
        counts[state[at.DECK : at.DECK + 5]] += 1
    expected = 90_000 / 52
    assert abs(counts - expected).max() < 5 * expected**0.5


RULES = [
    Rules(),
    Rules(structure="fixed-limit", ante=10),
    Rules(ante=150, ante_by="big-blind", short_blind_price="paid", fold_when_free=True),
    Rules(straddles=(200,), reopen="any-raise"),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", RULES)
def test_chips_are_kept_in_a_million_random_hands(rules: Rules) -> None:
    draw = np.random.Generator(np.random.PCG64(1))
    for round_ in range(100):
        players = 3 + round_ % (MOST_PLAYERS - 2) if rules.straddles else 2 + round_ % 9
        stacks = draw.integers(1, draw.choice([200, 1000, 20_000]), players).tolist()
        totals = totals_of(plan_for(stacks, rules), 10_000, seed=round_)
        assert totals[:, simulation.CHIPS].sum() == 0
        assert (totals[:, simulation.CHIPS_LOST] <= 10_000 * np.array(stacks)).all()
