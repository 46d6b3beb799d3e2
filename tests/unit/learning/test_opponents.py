"""Strategies at all tables at once: each decision is that of the agent at one table."""

from typing import Any

import numpy as np
import pytest

from handsight.blueprint import blueprint_of
from handsight.blueprint.blueprint import Blueprint
from handsight.blueprint.tree import HandBetting
from handsight.envs import TableBatch, draw_actions
from handsight.envs.opponents import FollowedHands, Moves, Turns
from handsight.errors import OptionError
from handsight.game import Action
from handsight.learning import BlueprintOpponent, LearnedOpponent, learned_policy
from handsight.learning.inputs import hand_buckets

TABLES = 60
ON_TREE = "fold call 1/2 3/4 3/2 all-in"


@pytest.fixture(scope="module")
def blueprint() -> Blueprint:
    """The shipped strategy, as an agent plays it one decision at a time without a range."""
    shipped = blueprint_of(100)
    return Blueprint(
        shipped.betting, shipped.buckets, shipped.strategy, shipped.rows, 0, bounds_folds=False
    )


class Compared:
    """A blueprint that compares its shares at each decision with those of the same table's hand.

    After a bet between two sizes, the hand is at one node here and at several there.
    """

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint
        self.compared = self.translated = 0

    def seated(self, game: Any, seat: int, rng: np.random.Generator) -> "Compared":
        self.hands = FollowedHands(game)
        self.inner = BlueprintOpponent(self.blueprint).seated(game, seat, rng)
        return self

    def deal(self, tables: Any) -> None:
        self.hands.deal(tables)
        self.inner.deal(tables)

    def watch(self, moves: Moves) -> None:
        self.hands.watch(moves)
        self.inner.watch(moves)

    def choose(self, turns: Turns) -> Any:
        amounts, shares = self.inner.shares(turns)
        assert shares.sum(1) == pytest.approx(1.0)
        for row, table in enumerate(turns.tables.tolist()):
            seen = self.hands.at(table).observation()
            steps = self.blueprint.line(seen)
            places = self.blueprint.places(seen, steps)
            node = int(self.inner.nodes[table])
            if [each.node for each in places] != [node]:
                self.translated += 1
                continue
            self.compared += 1
            named: dict[int, float] = {}
            for amount, share in zip(amounts[row].tolist(), shares[row].tolist(), strict=True):
                if share > 0:
                    named[amount] = named.get(amount, 0.0) + share
            expected = {
                amount_of(action): share
                for action, share in self.blueprint.shares(seen).items()
                if share > 0
            }
            assert named == pytest.approx(expected), (table, str(seen))
        return self.inner.choose(turns)


def amount_of(action: Action) -> int:
    return {"fold": -1, "call": 0, "check": 0}.get(action.kind, action.amount)


def test_shares_are_those_of_the_blueprint_at_each_table(blueprint: Blueprint) -> None:
    watched = Compared(blueprint)
    batch, rng = TableBatch(TABLES, choices=ON_TREE, opponents=watched), np.random.default_rng(3)
    _, mask = batch.reset(3)
    for _ in range(40):
        mask = batch.step(draw_actions(mask, rng)).mask
    assert watched.compared > 500
    assert watched.translated < watched.compared


def test_a_bet_between_two_sizes_is_played_as_either_with_the_shares_of_the_mapping() -> None:
    # On the flop of this tree a first bet is half the pot or twice the pot.
    betting = HandBetting(100, preflop="", flop="50%, 200%", turn="", river="")
    counts = (169, 2, 2, 2)
    rows = betting.tree.rows(counts)
    shipped = blueprint_of(100)
    strategy = np.ones(int(rows[-1]), np.uint8)
    small = Blueprint(betting, shipped.buckets, strategy, rows, 0)
    opponent = BlueprintOpponent(small)
    tree, tables = betting.tree, 20_000
    flop = next(
        node
        for node in range(tree.node_count)
        if tree.acting(node) == (1, 1) and tree.bets[node].max() == 0
    )
    check, half, double = tree.children(flop)
    seat = opponent.seated(TableBatch(tables)._game, 1, np.random.default_rng(1))
    seat.nodes[:] = flop
    # The pot is 100 and nobody has bet; the player in position 1 bets the pot.
    seen = np.zeros((tables, 18), np.uint16)
    seen[:, 2:7] = [0, 5, 10, 52, 52]
    seen[:, 7], seen[:, 9], seen[:, 14:16] = 1, 100, 4950
    ones = np.ones(tables, np.int64)
    seat.watch(Moves(np.arange(tables), ones, seen, np.full(tables, 100, np.int32)))
    # (2 - 1)(1 + 1/2) / ((2 - 1/2)(1 + 1)) = 1/2
    assert set(seat.nodes.tolist()) == {half, double}
    assert (seat.nodes == half).mean() == pytest.approx(0.5, abs=0.02)
    seat.nodes[:] = flop
    seat.watch(Moves(np.arange(tables), ones, seen, np.full(tables, 50, np.int32)))
    assert set(seat.nodes.tolist()) == {half}
    seat.nodes[:] = flop
    seat.watch(Moves(np.arange(tables), ones, seen, np.zeros(tables, np.int32)))
    assert set(seat.nodes.tolist()) == {check}
    seat.nodes[:] = flop
    seat.watch(Moves(np.arange(tables), ones, seen, np.full(tables, 400, np.int32)))
    assert set(seat.nodes.tolist()) == {double}


def test_who_plays_at_random_loses_to_the_blueprint(blueprint: Blueprint) -> None:
    batch = TableBatch(2000, choices=ON_TREE, opponents=BlueprintOpponent(blueprint))
    rng, won, hands = np.random.default_rng(2), 0, 0
    _, mask = batch.reset(2)
    for _ in range(15):
        step = batch.step(draw_actions(mask, rng))
        mask = step.mask
        won, hands = won + int(step.rewards[:, 0].sum()), hands + int(step.done.sum())
    assert hands > 10_000
    assert won / hands / 50 < -1  # more than a big blind a hand


def test_buckets_of_many_hands_are_those_of_each(blueprint: Blueprint) -> None:
    batch, rng = TableBatch(30), np.random.default_rng(6)
    rows, mask = batch.reset(6)
    for _ in range(12):
        numbers = hand_buckets(rows, blueprint.buckets).tolist()
        for row, number in zip(rows.tolist(), numbers, strict=True):
            board = [card for card in row[2:7] if card < 52]
            assert number == blueprint.buckets.bucket_of(row[:2], board)
        rows, _, _, mask = batch.step(draw_actions(mask, rng))


def test_a_learned_policy_plays_its_shares() -> None:
    policy = learned_policy()
    asked: list[Turns] = []

    class Noted(LearnedOpponent):
        def seated(self, game: Any, seat: int, rng: np.random.Generator) -> Any:
            player = super().seated(game, seat, rng)
            choose = player.choose
            player.choose = lambda turns: asked.append(turns) or choose(turns)
            return player

    batch = policy.game.batch(200, opponents=Noted(policy))
    rng = np.random.default_rng(4)
    _, mask = batch.reset(4)
    won = hands = 0
    for _ in range(30):
        step = batch.step(draw_actions(mask, rng))
        mask = step.mask
        won, hands = won + int(step.rewards[:, 0].sum()), hands + int(step.done.sum())
    assert len(asked) > 10
    assert won / hands / 50 < -1


def test_other_games_are_refused() -> None:
    with pytest.raises(OptionError, match="two players without antes"):
        TableBatch(2, 3, opponents=BlueprintOpponent(blueprint_of(100))).reset(1)
    with pytest.raises(OptionError, match="the policy plays 2 seats with the choices"):
        TableBatch(2, opponents=LearnedOpponent(learned_policy()), choices="fold call").reset(1)
