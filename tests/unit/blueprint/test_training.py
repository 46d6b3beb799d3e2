"""Monte Carlo learning on small games whose values are known, and on a small hold'em tree."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint import training as blueprint_training
from handsight.blueprint.training import FULL, LANES, Training
from handsight.blueprint.tree import (
    BLIND_FOLDED,
    BUTTON_FOLDED,
    CALL,
    FOLD,
    RAISE,
    SHOWDOWN,
    HandBetting,
    HandTree,
)
from handsight.errors import InputError, OptionError

# --- small games, written down by their rules -----------------------------------------------------


@dataclass
class SmallBetting:
    """Stands in for the betting of a hand."""

    name: str
    tree: HandTree

    def fields(self) -> dict[str, Any]:
        return {"game": self.name}


@dataclass
class SmallDeals:
    """Draws the deals of a small game: (buckets of player 0, of player 1, who wins)."""

    table: list[tuple[tuple[int, ...], tuple[int, ...], int]]
    counts: tuple[int, int, int, int]

    @property
    def digest(self) -> str:
        return f"{len(self.table)} deals"

    def draw_deals(
        self, count: int, seed: int, chunk: int = 0, hands_per_board: int = 1
    ) -> tuple[NDArray[np.uint16], NDArray[np.int8]]:
        drawn = np.random.default_rng((seed, chunk)).integers(len(self.table), size=count)
        buckets = np.array([each[:2] for each in self.table], np.uint16)
        return buckets[drawn], np.array([each[2] for each in self.table], np.int8)[drawn]


def grown(first: dict[str, Any], rules: Any) -> HandTree:
    """Lay a tree out by rules that give the children of a node."""
    nodes = [first]
    for node in nodes:
        node["first"] = len(nodes)
        children = rules(node) if node["player"] < SHOWDOWN else []
        node["count"] = len(children)
        nodes += children
    columns = {name: [node[name] for node in nodes] for name in first}
    return HandTree(
        np.array(columns["player"], np.int8),
        np.array(columns["street"], np.int8),
        np.array(columns["first"], np.int32),
        np.array(columns["count"], np.int8),
        np.array(columns["action"], np.int8),
        np.array(columns["paid"], np.int32),
        np.array(columns["paid"], np.int32),
        100,
    )


def small_rules(bets: list[int], raises: int) -> Any:
    """Give the rules of a game with a bet of one size a street, and so many bets and raises."""

    def children(node: dict[str, Any]) -> list[dict[str, Any]]:
        me, street = node["player"], node["street"]
        mine, theirs = node["paid"][me], node["paid"][1 - me]
        ended = []
        if theirs > mine:
            folded = BUTTON_FOLDED if me == 0 else BLIND_FOLDED
            ended.append({**node, "player": folded, "action": FOLD})
        level = {**node, "paid": (max(mine, theirs),) * 2, "action": CALL}
        if node["acted"] == 0:
            ended.append({**level, "player": 1 - me, "acted": 1})
        elif street + 1 < len(bets):
            ended.append({**level, "player": 0, "street": street + 1, "acted": 0, "bets": 0})
        else:
            ended.append({**level, "player": SHOWDOWN})
        if node["bets"] < raises:
            paid = [theirs, theirs]
            paid[me] = theirs + bets[street]
            ended.append(
                {
                    **node,
                    "player": 1 - me,
                    "paid": tuple(paid),
                    "action": RAISE,
                    "acted": 1,
                    "bets": node["bets"] + 1,
                }
            )
        return ended

    return children


ROOT: dict[str, Any] = {
    "player": 0,
    "street": 0,
    "action": CALL,
    "paid": (1, 1),
    "acted": 0,
    "bets": 0,
    "first": 0,
    "count": 0,
}


def kuhn() -> tuple[SmallBetting, SmallDeals]:
    deals = [
        ((one,) * 4, (other,) * 4, 1 if one > other else -1)
        for one, other in permutations(range(3), 2)
    ]
    return SmallBetting("kuhn", grown({**ROOT}, small_rules([1], 1))), SmallDeals(
        deals, (3, 3, 3, 3)
    )


def leduc() -> tuple[SmallBetting, SmallDeals]:
    deals = []
    for one, other, board in permutations([0, 0, 1, 1, 2, 2], 3):
        strengths = [10 * (rank == board) + rank for rank in (one, other)]
        result = (strengths[0] > strengths[1]) - (strengths[0] < strengths[1])
        deals.append(((one, *(3 * one + board,) * 3), (other, *(3 * other + board,) * 3), result))
    return SmallBetting("leduc", grown({**ROOT}, small_rules([2, 4], 2))), SmallDeals(
        deals, (3, 9, 9, 9)
    )


def value(training: Training, seat: int, best: bool) -> float:
    """Give what a seat wins by the average strategy, or by the best answer to it.

    Derived from the rule in words: go through all lines with all deals at once, and let the player
    take for each bucket the action that is best on average over the deals they cannot tell apart.
    """
    tree, rows = training.betting.tree, training.rows
    table = training.source.table  # type: ignore[attr-defined]
    counts = training.source.counts
    averages = training.averages.astype(float)

    def shares(node: int, bucket: int) -> NDArray[np.float64]:
        count = int(tree.counts[node])
        start = rows[node] + bucket * count
        row = averages[start : start + count]
        return row / row.sum() if row.sum() else np.full(count, 1 / count)

    def worth(node: int, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Chips for each deal, times the chance that the opponent comes here."""
        player, stake = int(tree.players[node]), int(tree.paid[node].min())
        sign = 1 if seat == 0 else -1
        if player >= SHOWDOWN:
            results = [row[2] for row in table]
            if player != SHOWDOWN:
                results = [-1 if player == BUTTON_FOLDED else 1] * len(table)
            return sign * stake * np.array(results) * reach
        street = int(tree.streets[node])
        buckets = np.array([row[player][street] for row in table])
        parts = np.array([shares(node, bucket) for bucket in range(counts[street])])
        if player != seat:
            return np.sum(
                [
                    worth(child, reach * parts[buckets, number])
                    for number, child in enumerate(tree.children(node))
                ],
                axis=0,
            )
        below = np.array([worth(child, reach) for child in tree.children(node)])
        if not best:
            return np.sum(parts[buckets].T * below, axis=0)
        total = np.zeros(len(table))
        for bucket in range(counts[street]):
            alike = buckets == bucket
            total[alike] = below[np.argmax(below[:, alike].sum(1))][alike]
        return total

    return float(worth(0, np.ones(len(table))).mean())


def learnt(
    game: tuple[SmallBetting, SmallDeals], rounds: int, deals: int, explore: float = 0.0
) -> Training:
    training = Training(*game, seed=3, deals=deals, explore=explore)  # type: ignore[arg-type]
    training.learn(rounds)
    return training


def test_kuhn_is_worth_what_it_is_known_to_be() -> None:
    training = learnt(kuhn(), 200, 500)
    assert value(training, 0, best=False) == pytest.approx(float(Fraction(-1, 18)), abs=0.004)
    gains = value(training, 0, best=True) + value(training, 1, best=True)
    assert 0 <= gains / 2 < 0.004


@pytest.mark.exhaustive
def test_leduc_is_worth_what_it_is_known_to_be() -> None:
    training = learnt(leduc(), 400, 1000)
    assert value(training, 0, best=False) == pytest.approx(-0.0856, abs=0.005)
    gains = value(training, 0, best=True) + value(training, 1, best=True)
    assert 0 <= gains / 2 < 0.02


def test_more_rounds_are_nearer_to_an_equilibrium() -> None:
    gains = []
    for rounds in (5, 200):
        training = learnt(leduc(), rounds, 500)
        gains.append(value(training, 0, best=True) + value(training, 1, best=True))
    assert gains[1] < gains[0] / 3


@pytest.mark.exhaustive
def test_answers_to_what_is_hardly_ever_done_are_learnt_too() -> None:
    """A little exploring comes to all decisions, and costs hardly anything."""
    fewest = []
    for explore in (0.0, 0.02):
        training = learnt(leduc(), 200, 1000, explore)
        tree, rows = training.betting.tree, training.rows
        met = [
            training.averages[rows[node] : rows[node + 1]]
            .reshape(-1, int(tree.counts[node]))
            .sum(1)
            for node in range(tree.node_count)
            if tree.counts[node]
        ]
        visits = np.concatenate(met)
        fewest.append(visits[visits > 0].min())
        assert value(training, 0, best=False) == pytest.approx(-0.0856, abs=0.01)
        gains = value(training, 0, best=True) + value(training, 1, best=True)
        assert 0 <= gains / 2 < 0.04
    assert fewest[1] > 10 * fewest[0]


# --- what a training does -------------------------------------------------------------------------


def test_the_bytes_depend_on_the_seed_and_not_on_the_workers() -> None:
    alone, other = learnt(leduc(), 6, 200), learnt(leduc(), 6, 200)
    assert alone.regrets.tobytes() == other.regrets.tobytes()
    shared = Training(*leduc(), seed=3, deals=200, explore=0)  # type: ignore[arg-type]
    with ThreadPoolExecutor(3) as pool:
        shared.learn(6, pool)
    assert shared.regrets.tobytes() == alone.regrets.tobytes()
    assert shared.averages.tobytes() == alone.averages.tobytes()
    another = Training(*leduc(), seed=4, deals=200)  # type: ignore[arg-type]
    another.learn(6)
    assert another.regrets.tobytes() != alone.regrets.tobytes()


def test_a_training_goes_on_from_a_file_to_the_same_bytes(tmp_path: Path) -> None:
    whole, first = learnt(leduc(), 9, 100), learnt(leduc(), 4, 100)
    first.save(tmp_path / "leduc.npz")
    second = Training(*leduc(), seed=3, deals=100, explore=0)  # type: ignore[arg-type]
    second.load(tmp_path / "leduc.npz")
    assert second.rounds == 4
    second.learn(5)
    second.save(tmp_path / "second.npz")
    whole.save(tmp_path / "whole.npz")
    assert (tmp_path / "second.npz").read_bytes() == (tmp_path / "whole.npz").read_bytes()


def test_a_file_of_another_training_is_refused(tmp_path: Path) -> None:
    learnt(kuhn(), 2, 10).save(tmp_path / "kuhn.npz")
    with pytest.raises(InputError, match="its betting is"):
        Training(*leduc(), seed=3, deals=10, explore=0).load(tmp_path / "kuhn.npz")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="its seed is 3, but this training has 5"):
        Training(*kuhn(), seed=5, deals=10, explore=0).load(tmp_path / "kuhn.npz")  # type: ignore[arg-type]
    (tmp_path / "kuhn.npz").write_bytes(b"PK nothing")
    with pytest.raises(InputError, match="is not a handsight training file, or is damaged"):
        Training(*kuhn(), seed=3, deals=10, explore=0).load(tmp_path / "kuhn.npz")  # type: ignore[arg-type]


def test_a_watcher_stops_after_a_round() -> None:
    seen = []
    training = Training(*kuhn(), deals=10)  # type: ignore[arg-type]
    training.learn(50, watch=lambda rounds, deals: seen.append((rounds, deals)) or rounds == 3)
    assert seen == [(1, LANES * 10), (2, 2 * LANES * 10), (3, 3 * LANES * 10)]


def test_the_strategy_in_bytes_is_the_average_to_half_a_step() -> None:
    training = learnt(leduc(), 5, 300)
    tree, rows, strategy = training.betting.tree, training.rows, training.strategy()
    for node in range(tree.node_count):
        count = int(tree.counts[node])
        if count == 0:
            continue
        shares = training.averages[rows[node] : rows[node + 1]].reshape(-1, count)
        kept = strategy[rows[node] : rows[node + 1]].reshape(-1, count)
        met = shares.sum(1) > 0
        exact = FULL * shares[met] / shares[met].sum(1, keepdims=True)
        assert np.abs(kept[met] - exact).max(initial=0) <= 0.5 + 1e-4


def test_the_curve_rises_to_nothing() -> None:
    """What it was on the way loses to what it is at the end, the more so the earlier it was."""
    training = learnt(leduc(), 128, 200)
    points = training.curve(4000)
    assert [point.deals for point in points] == [LANES * 200 * (1 << n) for n in range(8)]
    assert points[0].mean + 3 * points[0].error < 0
    assert points[-1].mean == pytest.approx(0, abs=1e-9)


def test_the_curve_is_the_same_in_parts_and_stops_between_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    training = learnt(leduc(), 8, 200)
    whole = training.curve(100)
    monkeypatch.setattr(blueprint_training, "JUDGED_DEALS", 30)
    assert training.curve(100) == whole
    looks = iter([False] * 5 + [True] * 100)
    assert training.curve(100, stop=lambda: next(looks)) == whole[:1]


@pytest.mark.parametrize("explore", [-0.1, 0.6, float("nan")])
def test_a_share_of_exploring_that_is_none_is_refused(explore: float) -> None:
    with pytest.raises(OptionError, match="explore is"):
        Training(HandBetting(2), kuhn()[1], explore=explore)


@pytest.mark.parametrize("deals", [0, -1, 2.5, 10**8])
def test_a_number_of_deals_that_cannot_be_used_is_refused(deals: Any) -> None:
    with pytest.raises(OptionError, match="deals is"):
        Training(HandBetting(2), kuhn()[1], deals=deals)
