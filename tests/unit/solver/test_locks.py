"""Locked nodes: they stay as they were, whatever is solved beside them, and others answer them."""

import itertools

import numpy as np
import pytest

from handsight.errors import InputError, OptionError
from handsight.odds import Spot
from handsight.ranges import Range
from handsight.solver import Betting, NodeLock, Solution, SolvedNode, solve
from handsight.solver.locking import relock
from tests.naive.solver import SlowValues

OOP = "AA, 99, 77:0.5, AKs, QJs, 87s:0.25, T9o"
IP = "KK, 88, 66, AQs:0.75, JTs, A5s, K9o:0.3"
RIVER, TURN, FLOP = "Td9d6hQc3s", "Td9d6hQc", "QsJh2h"
BETS = Betting(60, 100, "75%", "a")
STATION = NodeLock("all-in", {"random": (0, 1)})


def spot_on(board: str, oop: str = OOP, ip: str = IP) -> Spot:
    return Spot.parse([oop, ip], board)


def slow(solution: Solution) -> SlowValues:
    game = solution.learner.game
    return SlowValues(solution, [row.astype(np.float64) for row in game.weights])


def assert_held(node: SolvedNode, lock: NodeLock) -> None:
    """The node plays what the lock says, within the rounding of 16 bits."""
    for text, shares in lock.strategy.items():
        held = (Range(text).weights > 0) & ~np.isnan(node.strategy[:, 0])
        assert held.any()
        wanted = np.array(shares) / sum(shares)
        assert np.abs(node.strategy[held] - wanted).max() < 2e-5
        assert (node.strategy[held][:, wanted == 0] == 0).all()


# --- what a lock does ----------------------------------------------------------------------------


def test_a_station_is_bet_for_value_and_never_bluffed() -> None:
    spot = spot_on("2c2d2h3s3d", "AA, QQ", "KK")
    betting = Betting(100, 100, "a", add_allin=0)
    solution = solve(spot, betting, 1e-3, locks=[STATION])
    assert solution.node("all-in").frequencies == (0, 1)
    assert solution.node().by_class()["AA"][1] > 0.99
    assert solution.node().by_class()["QQ"][1] < 0.01
    # aces win 200 of 300 chips more than half of the time they are dealt, queens check and lose
    assert solution.ev[0] == pytest.approx(0.5 * 200, abs=0.2)


def test_a_lock_of_some_hands_leaves_the_others_free_and_stays_as_it_was() -> None:
    lock = NodeLock("bet 50%", {"KK": (0.25, 0.5, 0.25), "88": (1, 0, 0)})
    betting = Betting(200, 400, "50%, a", "a")
    solution = solve(spot_on(RIVER), betting, 0, iterations=60, locks=[lock])
    node = solution.node("bet 50%")
    classes = node.by_class()
    assert classes["KK"] == pytest.approx((0.25, 0.5, 0.25), abs=1e-6)
    assert classes["88"] == (1, 0, 0)
    assert 0 < solution.exploitability < 0.05
    free = solve(spot_on(RIVER), betting, 0, iterations=60)
    assert free.node("bet 50%").by_class()["88"] != (1, 0, 0)


def test_classes_suits_and_weights_name_hands_and_the_last_text_holds() -> None:
    lock = NodeLock("check", {"AQs": (1, 1), "AhQh": (0, 3), "JTs-T9s": (1, 0)})
    spot = spot_on(RIVER, ip="AQs, JTs:0.5, KK")
    node = solve(spot, BETS, 0, iterations=20, locks=[lock]).node("check")
    places = {name: Range(name).weights > 0 for name in ("AhQh", "AsQs", "JsTs")}
    played = {name: node.strategy[held][0].tolist() for name, held in places.items()}
    assert played == {"AhQh": [0, 1], "AsQs": [0.5, 0.5], "JsTs": [1, 0]}


# --- storage, threads, cards that are alike ------------------------------------------------------

PLAIN = NodeLock("check", {"AQo": (0.3, 0.7), "98s": (1, 0)})
LATER = NodeLock("check, check, 5d, check", {"AQo": (0.3, 0.7), "98s": (0, 1)})
SUITED = NodeLock("check", {"AhQc": (0.3, 0.7)})

ON_FLOPS = ["f32", pytest.param("i16", marks=pytest.mark.exhaustive)]
"""How numbers are stored. For 16 bits on a flop the solver's kernels are compiled once more."""


@pytest.mark.repeats(3)
@pytest.mark.parametrize("storage", ON_FLOPS)
@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("isomorphism", [True, False])
@pytest.mark.parametrize("lock", [PLAIN, LATER, SUITED], ids=["plain", "later", "suited"])
def test_a_locked_node_stays_as_it_was(
    storage: str, threads: int, isomorphism: bool, lock: NodeLock
) -> None:
    spot = spot_on(FLOP, "AA, KQs, T9s", "JJ, AQo, 98s")
    solution = solve(
        spot, BETS, 0, iterations=6,
        storage=storage, threads=threads, isomorphism=isomorphism, locks=[lock],
    )  # fmt: skip
    assert_held(solution.node(lock.line), lock)


@pytest.mark.parametrize("storage", ["f32", "i16"])
def test_a_locked_river_stays_as_it_was_for_many_steps(storage: str) -> None:
    lock = NodeLock("bet 75%", {"KK": (1, 3, 0), "A5s": (0, 1, 2), "66": (1, 0, 0)})
    betting = Betting(60, 200, "75%", "a", add_allin=0)
    solution = solve(spot_on(RIVER), betting, 0, iterations=700, storage=storage, locks=[lock])
    assert_held(solution.node("bet 75%"), lock)
    assert solution.exploitability < 0.001


@pytest.mark.parametrize("storage", ON_FLOPS)
@pytest.mark.parametrize("board", [TURN, pytest.param(FLOP, marks=pytest.mark.exhaustive)])
def test_threads_change_no_byte_of_a_game_with_locks(board: str, storage: str) -> None:
    spot = spot_on(board, "AA, KQs, T9s", "JJ, AQo, 98s")
    one, many = (
        solve(spot, BETS, 0, iterations=4, storage=storage, threads=threads, locks=[PLAIN])
        for threads in (1, 3)
    )
    arrays = (itertools.chain(*each.learner.stores) for each in (one, many))
    assert all(left.tobytes() == right.tobytes() for left, right in zip(*arrays, strict=True))


def boards_of(*locks: NodeLock) -> int:
    spot = spot_on(FLOP, "AA, KQs, T9s", "JJ, AQo, 98s")
    return len(solve(spot, BETS, 0, iterations=1, locks=locks).learner.game.boards[2])


def test_cards_are_alike_unless_a_lock_tells_them_apart() -> None:
    free = boards_of()
    assert free == 1429
    assert boards_of(PLAIN) == free
    assert boards_of(NodeLock("check", {"AcQd": (1, 0), "AdQc": (1, 0)})) == free
    assert boards_of(SUITED) == 49 * 48
    assert boards_of(LATER) == 49 * 48
    # on the hearts and spades of the board, clubs and diamonds stay alike
    assert boards_of(NodeLock("check, check, 5h, check", {"AQo": (1, 0)})) == free


# the first steps are the same but for rounding, which later ones enlarge
@pytest.mark.parametrize(
    ("steps", "chips"), [(3, 1e-4), pytest.param(200, 60 * 1e-4, marks=pytest.mark.exhaustive)]
)
def test_alike_or_apart_a_lock_gives_the_same_values(steps: int, chips: float) -> None:
    spot = spot_on(FLOP, "AA, KQs, T9s", "JJ, AQo, 98s")
    alike, apart = (
        solve(spot, BETS, 0, iterations=steps, isomorphism=way, locks=[PLAIN])
        for way in (True, False)
    )
    assert alike.ev == pytest.approx(apart.ev, abs=chips)
    assert alike.exploitability == pytest.approx(apart.exploitability, abs=chips / 60)


# --- the slow twin -------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize("storage", ["f32", "i16"])
@pytest.mark.parametrize("rake", [0, 0.05])
def test_exploitability_over_what_is_free_is_that_of_the_slow_twin(
    storage: str, rake: float
) -> None:
    locks = [
        NodeLock("", {"AA": (1, 0), "QJs": (1, 2)}),
        NodeLock("check", {"KK": (1, 1), "JTs": (0, 1)}),
    ]
    betting = Betting(200, 900, "60%", "2.5x", rake=rake, rake_cap=15, add_allin=0)
    solution = solve(spot_on(RIVER), betting, 0, iterations=40, storage=storage, locks=locks)
    twin = slow(solution)
    assert solution.exploitability * 200 == pytest.approx(twin.exploitability(), rel=1e-4, abs=2e-3)
    assert solution.ev == pytest.approx(twin.evs(), abs=2e-3)
    over_what_is_free = twin.exploitability()
    twin.locked = {}
    assert twin.exploitability() > over_what_is_free + 0.1


@pytest.mark.exhaustive
def test_so_it_is_on_a_turn() -> None:
    lock = NodeLock("check, check, 3c, check", {"KK": (1, 1, 0), "66": (0, 1, 0)})
    betting = Betting(200, 300, "50%", "a", rake=0.05)
    spot = spot_on(TURN, "AA, 87s, QJs", "KK, 66, JTs")
    solution = solve(spot, betting, 0, iterations=8, locks=[lock])
    twin = slow(solution)
    assert solution.exploitability * 200 == pytest.approx(twin.exploitability(), rel=1e-4, abs=1e-3)
    assert solution.ev == pytest.approx(twin.evs(), abs=1e-3)


# --- solving on ----------------------------------------------------------------------------------


def test_a_solution_goes_on_with_locks_from_what_was_learnt() -> None:
    lock = NodeLock("check", {"88, 66, A5s": (0, 1)})
    free = solve(spot_on(TURN), BETS, 0.002)
    before = [array.copy() for array in itertools.chain(*free.learner.stores)]
    held = solve(spot_on(TURN), BETS, 0, iterations=1, start=free, locks=[lock])
    assert held.iterations == free.iterations + 1
    assert_held(held.node("check"), lock)
    on = solve(spot_on(TURN), BETS, 0.002, start=held)  # keeps its locks
    assert_held(on.node("check"), lock)
    anew = solve(spot_on(TURN), BETS, 0.002, locks=[lock])
    assert on.ev == pytest.approx(anew.ev, abs=60 * 0.004)
    after = itertools.chain(*free.learner.stores)
    assert all((one == other).all() for one, other in zip(before, after, strict=True))


LINES = ("", "check", "check, bet 75%", "check, check, 3d", "check, check, 4s, check, check, 9c")


@pytest.mark.repeats(1)
@pytest.mark.parametrize("storage", ON_FLOPS)
@pytest.mark.parametrize("lock", [PLAIN, SUITED, LATER], ids=["plain", "suited", "later"])
def test_other_locks_leave_what_they_do_not_name_as_it_was(storage: str, lock: NodeLock) -> None:
    spot = spot_on(FLOP, "AA, KQs, T9s", "JJ, AQo, 98s")
    free = solve(spot, BETS, 0, iterations=5, storage=storage)
    locked = relock(free.learner, (lock,))
    freed = relock(locked, ())
    for line, learner in itertools.product(LINES, (locked, freed)):
        one, other = free.node(line), Solution(learner, 0, 0, 0).node(line)
        named = Range(", ".join(lock.strategy)).weights > 0
        chosen = ~named if line == lock.line else np.ones(len(named), bool)
        assert np.allclose(one.strategy[chosen], other.strategy[chosen], equal_nan=True, atol=1e-6)
    assert [len(each) for each in freed.game.boards] == [len(e) for e in free.learner.game.boards]


def test_other_locks_keep_to_the_limit_on_memory() -> None:
    free = solve(spot_on(TURN), BETS, 0, iterations=2)
    lock = NodeLock("check", {"random": (1, 0)})
    with pytest.raises(OptionError, match="may be used"):
        solve(spot_on(TURN), BETS, 0, iterations=2, locks=[lock], start=free, memory=1)


# --- what is no lock -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lock", "words"),
    [
        (NodeLock("bet 50%, fold", {"KK": (1, 0)}), "nobody acts there"),
        (NodeLock("bet 50%", {}), "names no hands"),
        (NodeLock("bet 50%", ["KK"]), "names no hands"),  # type: ignore[arg-type]
        (NodeLock("bet 50%", {"KK": (1, 0)}), "must give 3 shares"),
        (NodeLock("bet 50%", {"KK": (-1, 0, 2)}), "must give 3 shares"),
        (NodeLock("bet 50%", {"KK": (0, 0, 0)}), "must give 3 shares"),
        (NodeLock("bet 50%", {"Td9d": (1, 0, 0)}), "cards of the board"),
        (NodeLock("bet 40%", {"KK": (1, 0, 0)}), "cannot be played here"),
        (NodeLock("bet 50%", {"KZ": (1, 0, 0)}), "KZ"),
    ],
)
def test_what_is_no_lock_is_refused(lock: NodeLock, words: str) -> None:
    betting = Betting(200, 400, "50%, a", "a")
    with pytest.raises(InputError, match=words):
        solve(spot_on(RIVER), betting, locks=[lock])
    start = solve(spot_on(RIVER), betting, 0, iterations=1)
    with pytest.raises(InputError, match=words):
        solve(spot_on(RIVER), betting, locks=[lock], start=start)


def test_two_locks_of_one_node_are_refused() -> None:
    locks = [NodeLock("check", {"KK": (1, 0)}), NodeLock("x", {"88": (1, 0)})]
    with pytest.raises(OptionError, match="there are two locks at 'x'"):
        solve(spot_on(RIVER), BETS, locks=locks)
