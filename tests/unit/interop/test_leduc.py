"""Leduc hold'em as a game of another package, in which OpenSpiel's CFR plays at our tables."""

import sys
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.errors import IllegalActionError
from handsight.game import (
    Acted,
    Action,
    Award,
    Blind,
    Game,
    HandCursor,
    Observation,
    Rules,
    UncalledReturned,
)
from handsight.interop import game_maker
from tests.unit.interop.leduc_platform import DECK, LeducGame, LeducHand
from tests.unit.interop.test_registry import install

TEXT = Path(__file__).with_name("leduc_platform.py").read_text("utf-8")
VALUE = -0.0856
"""Of the game for player 0 (Lanctot et al., "OpenSpiel", 2019)."""


@pytest.fixture
def leduc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site-packages"
    entry_points = "[handsight.games]\nleduc = leduc_platform:LeducGame\n"
    install(folder, entry_points, "leduc_platform", TEXT)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "leduc_platform", raising=False)


def spiel() -> Any:
    return pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: peers)")


def state_of(seen: Observation) -> Any:
    """Play a hand again in OpenSpiel, as its player knows it; the other's card is any."""
    own = next(DECK.index(card) for card in seen.hole if card in DECK)
    board = [DECK.index(card) for card in seen.board if card in DECK]
    other = next(card for card in range(6) if card not in (own, *board))
    state = game().new_initial_state()
    for card in (own, other) if seen.seat == seen.button else (other, own):
        state.apply_action(card)
    for record in seen.actions:
        if state.is_chance_node():
            state.apply_action(board[0])
        state.apply_action({"fold": 0, "check": 1, "call": 1}.get(record.action.kind, 2))
    if state.is_chance_node():
        state.apply_action(board[0])
    return state


@cache
def game() -> Any:
    return spiel().load_game("leduc_poker")


@cache
def solved(steps: int) -> Any:
    """Run OpenSpiel's own CFR, and give its average policy."""
    solver = spiel().CFRPlusSolver(game())
    for _ in range(steps):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()


def shares(seen: Observation, steps: int) -> dict[Action, float]:
    """Give how often OpenSpiel's policy takes each action."""
    own = {0: Action.fold(), 1: Action.call(), 2: Action("raise", seen.legal.raise_min)}
    state = state_of(seen)
    assert state.current_player() == int(seen.seat != seen.button)
    return {own[there]: share for there, share in solved(steps).action_probabilities(state).items()}


class CfrBot:
    """OpenSpiel's CFR as an agent of ours."""

    name = "cfr"

    def act(self, seen: Observation, rng: Random) -> Action:
        actions, weights = zip(*shares(seen, 100).items(), strict=True)
        return rng.choices(actions, weights)[0]  # type: ignore[no-any-return]


def value(cursor: HandCursor, steps: int) -> float:
    """Give what player 0 wins on average where both play by the policy."""
    hand: Any = cursor.state
    if hand.is_over:
        return float(hand.won[0])
    total = 0.0
    for action, share in shares(cursor.observation(), steps).items():
        ahead = cursor.copy()
        ahead.apply(action)
        total += share * value(ahead, steps)
    return total


def lines(hand: LeducHand) -> list[LeducHand]:
    """List all ends of a hand."""
    if hand.is_over:
        return [hand]
    legal = hand.legal_actions
    actions = [Action.fold()] * legal.can_fold + [Action.call()]
    actions += [Action("raise", legal.raise_min)] * (legal.raise_min > 0)
    return [end for action in actions for end in lines(hand.apply(action))]


def test_a_hand_goes_as_in_openspiel_on_every_line() -> None:
    game()
    ends = 0
    for cards in permutations(range(6), 3):
        for end in lines(LeducHand((100, 100), 0, cards)):
            state = game().new_initial_state()
            for card in cards[:2]:
                state.apply_action(card)
            for _, player, kind, _ in end.done:
                if state.is_chance_node():
                    state.apply_action(cards[2])
                assert state.current_player() == player
                state.apply_action({"fold": 0, "call": 1, "raise": 2}[kind])
            assert state.is_terminal()
            assert tuple(state.returns()) == end.won
            ends += 1
    assert ends == 120 * len(lines(LeducHand((100, 100), 0, (0, 2, 4))))


def test_its_chips_are_kept() -> None:
    for button in (0, 1):
        for end in lines(LeducHand((50, 60), button, (0, 2, 4))):
            assert sum(end.stacks) == 110
            put_in = sum(each.chips for each in end.events if isinstance(each, Blind | Acted))
            given = (Award, UncalledReturned)
            assert sum(each.chips for each in end.events if isinstance(each, given)) == put_in


def test_openspiels_cfr_has_the_known_value_at_our_table() -> None:
    steps, start = 300, (100, 100)
    deals = list(permutations(range(6), 3))
    won = [value(HandCursor(LeducHand(start, 0, cards)), steps) for cards in deals]
    # Of two strategies that could gain so much together, neither can win more than that above it.
    to_gain = spiel().nash_conv(game(), solved(steps))
    assert to_gain < 0.01
    assert sum(won) / len(deals) == pytest.approx(VALUE, abs=to_gain + 0.00005)


def test_openspiels_cfr_plays_an_arena_of_it(leduc: None, tmp_path: Path) -> None:
    spiel()
    assert isinstance(game_maker("leduc")(Rules()), Game)
    store = tmp_path / "arena.db"
    spec = ArenaSpec(agents=(CfrBot(), "call"), rules="leduc", pairs=150, stack=100, seed=5)
    result = run_arena(spec, store)
    bot = result.matchups[0].slots[0]
    assert (bot.agent, result.hands) == ("cfr", 300)
    assert bot.statistics.bb100 > 0  # in chips, of which the big blind is one
    with ArenaStore.read(store) as kept:
        assert kept.result().hands == 300
        assert not list(kept.faults())


def test_the_game_refuses_what_its_rule_does_not_have() -> None:
    hand = LeducGame(Rules()).start((100, 100), 0, seed=1)
    with pytest.raises(IllegalActionError, match="fold is not legal"):
        hand.apply(Action.fold())
    twice = hand.apply(Action("raise", 3)).apply(Action("raise", 5))
    with pytest.raises(IllegalActionError, match="raise to 7 is not legal"):
        twice.apply(Action("raise", 7))
