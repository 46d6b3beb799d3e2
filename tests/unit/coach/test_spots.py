"""Spots of hands: trees with the actions that were taken, and ranges with the player's hand."""

import numpy as np
import pytest

from handsight.blueprint import blueprint_of
from handsight.blueprint.subgame import Subgame, subgame_of
from handsight.cards import Card, CardSet
from handsight.coach.spots import REVIEW_SIZES, combo_of, records_on, street_spot, with_hand
from handsight.game import Action, ActionRecord, HandCursor, HandState, Rules
from handsight.ranges.combos import COMBOS

LINE = ["raise to 300", "call", "check", "bet 345", "call", "check", "bet 777"]


@pytest.fixture(scope="module")
def actions() -> tuple[ActionRecord, ...]:
    return cursor_after(LINE).observation().actions


def cursor_after(line: list[str]) -> HandCursor:
    start = HandState.start(
        Rules(), [10_000] * 2, 0, seed=7, holes=[None, "9c9d"], board="Ts7c2d4h3c"
    )
    cursor = HandCursor(start)
    for action in line:
        cursor.apply(action)
    return cursor


@pytest.fixture(scope="module")
def turn() -> Subgame:
    found = subgame_of(blueprint_of(100), cursor_after(LINE).observation(), "turn")
    assert found is not None
    return found


def test_the_tree_of_a_spot_has_the_actions_on_its_street(
    turn: Subgame, actions: tuple[ActionRecord, ...]
) -> None:
    found = street_spot(turn, actions, REVIEW_SIZES["turn"])
    assert found is not None
    assert (found.betting.pot, found.betting.stack) == (600 + 2 * 345, 10_000 - 300 - 345)
    assert "777c" in found.betting.texts["turn_bets_ip"]
    assert "345c" not in "".join(found.betting.texts.values())
    assert found.node.own == (0, 777)
    assert found.node.player == 0
    assert found.spot.board == CardSet("Ts7c2d4h")
    root = street_spot(turn, [], REVIEW_SIZES["turn"])
    assert root is not None
    assert root.taken == []
    assert {each.kind for each in root.node.options} == {"check", "bet"}


def test_the_rake_is_that_of_the_caller(turn: Subgame, actions: tuple[ActionRecord, ...]) -> None:
    free, raked = street_spot(turn, actions), street_spot(turn, actions, rake=(0.05, 300.0))
    assert free is not None
    assert raked is not None
    assert (free.betting.rake, raked.betting.rake, raked.betting.rake_cap) == (0, 0.05, 300)
    assert free.betting.texts == raked.betting.texts


def test_actions_that_no_tree_can_have_make_no_spot(turn: Subgame) -> None:
    again = ActionRecord("turn", 1, Action("fold"), 0, False)
    assert street_spot(turn, [again]) is None  # nobody has bet


def test_only_the_actions_on_the_street_are_chosen(actions: tuple[ActionRecord, ...]) -> None:
    assert [each.action.kind for each in records_on("turn", actions)] == ["check", "bet"]
    assert records_on("river", actions) == []


def test_the_own_hand_gets_a_weight_that_it_lacks_and_keeps_a_larger_one(turn: Subgame) -> None:
    before = turn.ranges.copy()
    for seat in range(2):
        player = turn.player(seat)
        low, high = int(np.argmin(before[player])), int(np.argmax(before[player]))
        assert with_hand(turn, seat, low, 0.5).ranges[player, low] == 0.5
        assert with_hand(turn, seat, high, 0.5).ranges[player, high] == 1
        assert (with_hand(turn, seat, low, 0.5).ranges[1 - player] == before[1 - player]).all()
    assert (turn.ranges == before).all()


def test_a_combo_has_its_number_in_either_order() -> None:
    for number in (0, 17, 1325):
        cards = [Card(index) for index in COMBOS[number]]
        assert combo_of(cards) == combo_of(cards[::-1]) == number
