"""The strategy by which a hand is judged: the same in a review and in a drill."""

import pytest

from handsight.coach import strategies
from handsight.coach.drill.decisions import strategy_for as of_drill
from handsight.coach.review.pricing import strategy_for as of_review
from handsight.coach.strategies import nearest_strategy
from handsight.game import Action, HandCursor, HandState, Rules, hand_of

SHIPPED = {2: (100,), 6: (40, 100), 9: (20,)}


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "_stacks_of", lambda players: SHIPPED.get(players, ()))


@pytest.mark.parametrize(
    ("stacks", "words"),
    [
        ([10_000, 10_000], "heads-up, 100 bb"),
        ([10_000] * 6, "6 players, 100 bb, rake 5% up to 3 bb"),
        ([10_000, 3_000, 4_000, 0, 4_000], "6 players, 40 bb"),
        ([10_000] * 5 + [2_200], "6 players, 100 bb, rake 5% up to 3 bb"),
        ([2_200] * 6, "9 players, 20 bb, ante 0.12 bb"),
    ],
)
def test_the_stack_that_can_be_played_for_decides(stacks: list[int], words: str) -> None:
    found = nearest_strategy(stacks, 0, 100)
    assert found is not None
    assert found.words == words


def test_a_stack_far_from_all_is_named_as_such_and_nobody_has_a_strategy_for_ten() -> None:
    far = nearest_strategy([100_000] * 6, 0, 100)
    assert far is not None
    assert not far.is_near
    assert nearest_strategy([10_000] * 10, 0, 100) is None


def test_a_drill_judges_by_the_strategy_of_the_review_also_after_deep_players_folded() -> None:
    stacks = [10_000, 2_000, 10_000, 10_000, 10_000, 10_000]
    cursor = HandCursor(HandState.start(Rules(), stacks, 5, seed=1))
    for _ in range(4):
        cursor.apply(Action.fold())
    seen = cursor.observation()
    assert (seen.seat, seen.opponents) == (0, (1,))
    reviewed = of_review(hand_of(cursor.state), 0)
    assert reviewed is not None
    assert of_drill(seen)[0] is reviewed.blueprint
