"""The tables of the environments, step by step beside `HandState`, by both kernels."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.envs import TableBatch, draw_actions, tables
from handsight.game import Action, HandState, Rules
from handsight.kernels.ahead import built
from handsight.kernels.envs import heads_up as env_heads_up
from handsight.kernels.envs import layout as env_layout
from handsight.kernels.envs import parts as env_parts
from handsight.kernels.envs import tables as env_tables
from handsight.kernels.game import state as at
from handsight.ranges.combos import CLASSES, class_of
from handsight.ranking import evaluate

CHOICES = "fold call min 1/3 1/2 1 all-in"
BLINDS = Rules(small_blind=25, big_blind=50)
ANTES = Rules(small_blind=25, big_blind=50, ante=7)
STRADDLED = Rules(small_blind=25, big_blind=50, ante=7, ante_by="big-blind", straddles=(100,))
CODES = {"fold": 1, "call": 2}


@dataclass
class Twin:
    """A table beside a hand of `HandState`, on the same cards and with the same actions."""

    batch: TableBatch
    table: int
    state: HandState | None = None
    street: str = ""
    actions: list[int] = field(default_factory=list)
    raises: list[int] = field(default_factory=list)

    def look(self, seen: NDArray[np.uint16], mask: NDArray[np.bool_]) -> None:
        """Compare what the player sees whose turn it is, and what they may do."""
        state = self.deal() if self.state is None else self.state
        self.state, seats = state, state.seats
        if state.street != self.street:
            self.street, self.actions = state.street, []
            self.raises.append(0)
        legal = state.legal_actions
        around = [(state.actor + step) % seats for step in range(seats)]
        left = sum(1 << n for n, seat in enumerate(around) if seat in state.players)
        board = [card.index for card in state.board]
        assert self.batch.actors[self.table] == state.actor
        assert sorted(seen[:2]) == sorted(card.index for card in state.hole(state.actor))
        assert seen.tolist()[2:] == [
            *board,
            *[52] * (5 - len(board)),
            *((state.actor - state.button) % seats, left, state.pot),
            *(legal.call_cost, legal.raise_min),
            sum(code << 2 * n for n, code in enumerate(self.actions[:8])),
            sum(min(count, 15) << 4 * n for n, count in enumerate(self.raises)),
            *(state.stacks[seat] for seat in around),
            *(state.bets[seat] for seat in around),
        ]
        assert mask.tolist() == [self.is_legal(name) for name in self.batch.choices.names]

    def is_legal(self, name: str) -> bool:
        assert self.state is not None
        return self.state.can(self.action(name))

    def action(self, name: str) -> Action:
        assert self.state is not None
        legal = self.state.legal_actions
        if name in CODES:
            return Action.fold() if name == "fold" else Action.call()
        if name in ("min", "all-in"):
            return Action.raise_to(legal.raise_min if name == "min" else legal.all_in)
        size, _, of = name.partition("/")
        share = (legal.pot + legal.call_cost) * int(size) // int(of or 1)
        return Action.raise_to(legal.price + share)

    def deal(self) -> HandState:
        self.street, self.raises = "", []
        stacks = self.batch.stacks[self.table].tolist()
        button = int(self.batch.hands[self.table]) % len(stacks)
        deck = list(self.batch.cards(self.table))
        return HandState.start(self.batch.rules, stacks, button, deck=deck)

    def act(self, name: str) -> None:
        assert self.state is not None
        code = CODES.get(name, 3)
        self.actions.insert(0, code)
        self.raises[-1] += code == 3
        self.state = self.state.apply(self.action(name))

    def end(self, rewards: NDArray[np.int32], done: bool) -> int:
        assert self.state is not None
        assert done == self.state.is_over
        assert rewards.tolist() == list(self.state.payoffs if done else [0] * self.state.seats)
        assert rewards.sum() == 0
        self.state = None if done else self.state
        return int(done)


def play_beside(batch: TableBatch, steps: int, seed: int) -> list[NDArray[np.generic]]:
    """Play at random, compare each step, and give all arrays that came out."""
    rng = np.random.default_rng(seed)
    seen, mask = batch.reset(seed)
    twins = [Twin(batch, table) for table in range(batch.tables)]
    arrays: list[NDArray[np.generic]] = [seen, mask]
    ended = 0
    for _ in range(steps):
        for twin in twins:
            twin.look(seen[twin.table], mask[twin.table])
        actions = draw_actions(mask, rng)
        for twin, action in zip(twins, actions.tolist(), strict=True):
            twin.act(batch.choices.names[action])
        step = batch.step(actions)
        for twin in twins:
            ended += twin.end(step.rewards[twin.table], bool(step.done[twin.table]))
        seen, mask = step.observations, step.mask
        arrays += step
    assert ended >= 2 * batch.tables
    return arrays


def random_stacks(seats: int, seed: int, count: int = 6) -> NDArray[np.int64]:
    return np.random.default_rng(seed).integers(158, 7000, (count, seats))


@pytest.fixture
def by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the kernel of many players play for two."""
    monkeypatch.setattr(tables, "is_for_two", lambda rules, seats: False)


@pytest.mark.pure_python
@pytest.mark.parametrize("seats", range(2, 10))
def test_tables_with_uneven_stacks_and_antes_play_as_hand_state(seats: int) -> None:
    batch = TableBatch(6, seats, rules=ANTES, stacks=random_stacks(seats, seats), choices=CHOICES)
    play_beside(batch, 60, seed=seats)


@pytest.mark.pure_python
def test_straddles_and_the_ante_for_all_play_as_hand_state() -> None:
    batch = TableBatch(6, 4, rules=STRADDLED, stacks=random_stacks(4, 1), choices=CHOICES)
    play_beside(batch, 40, seed=1)


@pytest.mark.pure_python
@pytest.mark.parametrize("rules", [BLINDS, ANTES])
@pytest.mark.usefixtures("by_the_rules")
def test_the_kernel_of_many_players_plays_for_two(rules: Rules) -> None:
    batch = TableBatch(6, 2, rules=rules, stacks=random_stacks(2, 5), choices=CHOICES)
    assert batch._state.rows.shape == (6, env_tables.ROW)
    play_beside(batch, 40, seed=5)


@pytest.mark.pure_python
@pytest.mark.parametrize("opponents", ["outside", "random", "call", "policy"])
def test_both_kernels_give_the_same_bytes_for_two(
    opponents: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = np.random.default_rng(3).random((4, 169, 2, 7))
    options = {
        "rules": ANTES,
        "stacks": random_stacks(2, 9, count=20),
        "choices": CHOICES,
        "opponents": weights if opponents == "policy" else opponents,
        "keep_final": True,
    }
    ours = TableBatch(20, 2, **options)
    monkeypatch.setattr(tables, "is_for_two", lambda rules, seats: False)
    general = TableBatch(20, 2, **options)
    rng = np.random.default_rng(2)
    seen, mask = ours.reset(4)
    np.testing.assert_array_equal(general.reset(4)[0], seen)
    for _ in range(40):
        actions = draw_actions(mask, rng)
        step, other = ours.step(actions), general.step(actions)
        for name in step._fields:
            np.testing.assert_array_equal(getattr(step, name), getattr(other, name), name)
        for name in ("finals", "unplayed", "hands", "actors", "totals"):
            np.testing.assert_array_equal(getattr(ours, name), getattr(general, name), name)
        mask = step.mask
    assert ours.hands.min() > 3


@pytest.mark.pure_python
def test_cards_are_drawn_without_any_twice_and_each_as_often() -> None:
    cards = np.empty(23, np.int64)
    counts = np.zeros(52, np.int64)
    hands = 300
    for hand in range(hands):
        env_parts.deal_first_cards(np.uint64(12345), hand, cards)
        assert len(set(cards.tolist())) == 23
        counts[cards] += 1
    expected = hands * 23 / 52
    chi_squared = ((counts - expected) ** 2 / expected).sum()
    assert chi_squared < 51 + 5 * np.sqrt(2 * 51)


@pytest.mark.pure_python
def test_the_row_of_a_hand_before_the_flop_is_its_place_in_the_grid() -> None:
    for first, second in [(51, 50), (51, 47), (51, 46), (0, 5), (5, 0), (0, 4), (33, 20)]:
        name = class_of([first, second])
        assert CLASSES[env_parts.hand_row(first, second, 0, 0)] == name


@pytest.mark.pure_python
def test_the_row_of_a_hand_on_a_board_is_its_strength_in_steps() -> None:
    for cards in ([51, 47, 43, 39, 35], [20, 1, 6, 10, 15, 30], [0, 5, 14, 19, 23, 29, 42]):
        mask = sum(1 << (16 * (card & 3) + (card >> 2)) for card in cards)
        row = env_parts.hand_row(cards[0], cards[1], mask, len(cards) - 4)
        assert row == evaluate(cards).strength * 169 // 7462


@pytest.mark.skipif(built() is not None, reason="numba compiles nothing: kernels are built ahead")
def test_each_kernel_is_compiled_for_one_kind_of_arguments() -> None:
    for seats in (2, 3):
        batch = TableBatch(4, seats, opponents="random", keep_final=True)
        batch.reset(1)
        batch.step(np.ones(4))
    for module in (env_heads_up, env_tables):
        for name in ("step_two", "step_tables"):
            entry = getattr(module, name, None)
            assert entry is None or len(getattr(entry, "signatures", [0])) == 1


@pytest.mark.pure_python
def test_rows_and_observations_have_places_that_do_not_overlap() -> None:
    two = (
        *((env_heads_up.STACKS, 2), (env_heads_up.BETS, 2), (env_heads_up.CARDS, 9)),
        *((env_heads_up.START_STACKS, 2), (env_heads_up.SMALL_BLIND, 1)),
        *((env_heads_up.BIG_BLIND, 1), (env_heads_up.ANTE, 1), (0, env_heads_up.STACKS)),
    )
    places = sorted(place + step for place, size in two for step in range(size))
    assert places == list(range(env_heads_up.ROW))
    assert env_tables.ACTIONS == at.SIZE
    assert len(tables.COMMON_FIELDS) == env_layout.SEE_STACKS
