"""Groups of hands at a node: by made hand and by draw, each with what it is worth."""

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.odds import Spot
from handsight.odds.strength.made_hands import draw_of, made_hand
from handsight.ranges.combos import MASKS
from handsight.solver import Betting, Solution, solve
from handsight.views.solver.hand_groups import hand_groups


@pytest.fixture(scope="module")
def turn() -> Solution:
    spot = Spot.parse(["QQ+, AQs, T9s, KhTh:0.5", "JJ, KQs, T8s, A5s"], "QsJh2h8c")
    return solve(spot, Betting(180, 400, "55%", "a"), 0, iterations=20)


@pytest.mark.parametrize("line", ["", "check", "check, check, 3c, check"])
@pytest.mark.parametrize("player", ["oop", "ip"])
def test_groups_are_means_of_their_hands(turn: Solution, line: str, player: str) -> None:
    """The naive twin asks for the names of one hand after another, and sums hand by hand."""
    node = turn.node(line)
    number, acts = ("oop", "ip").index(player), node.player == player
    sums: dict[tuple[str, str], list[float]] = {}
    total = 0.0
    for combo, mask in enumerate(MASKS):
        weight = node.weights[number, combo]
        if not weight > 0:
            continue
        total += weight
        hand = CardSet.from_mask(mask)
        kinds = [("made", made_hand(hand, node.board))]
        if len(node.board) < 5:
            kinds.append(("draw", draw_of(hand, node.board)))
        numbers = [1.0, node.evs[number, combo], node.equities[number, combo]]
        if acts:
            numbers += [*node.strategy[combo], *node.action_evs[combo]]
        for kind in kinds:
            held = sums.setdefault(kind, [0.0] * len(numbers))
            sums[kind] = [one + weight * other for one, other in zip(held, numbers, strict=True)]
    groups = hand_groups(node, player)
    assert {(each.kind, each.name) for each in groups} == set(sums)
    for each in groups:
        weight, *others = sums[each.kind, each.name]
        assert each.share == pytest.approx(weight / total)
        found = [each.ev, each.equity, *each.strategy, *each.action_evs]
        assert found == pytest.approx([other / weight for other in others])


def test_a_range_that_never_gets_there_has_no_groups() -> None:
    spot = Spot.parse(["AA", "KK"], "2c2d2h3s3d")
    solution = solve(spot, Betting(10, 100, bets="a"), 0, iterations=50)
    node = solution.node("check, all-in")
    node.reach[1] = 0
    assert hand_groups(node, "ip") == []


def test_an_action_is_worth_what_the_hands_that_take_it_win(turn: Solution) -> None:
    node = turn.root
    for action in range(len(node.actions)):
        weights = node.weights[0] * np.nan_to_num(node.strategy[:, action])
        mean = np.nansum(weights * node.action_evs[:, action]) / weights.sum()
        assert node.action_ev[action] == pytest.approx(mean)
    assert np.dot(node.action_ev, node.frequencies) == pytest.approx(node.ev[0], abs=1e-3)


def test_a_class_has_the_value_of_each_action(turn: Solution) -> None:
    row = turn.root.classes("oop")["AQs"]
    assert np.dot(row.strategy, row.action_evs) == pytest.approx(row.ev, abs=5)
    assert turn.root.classes("ip")["JJ"].action_evs == ()
