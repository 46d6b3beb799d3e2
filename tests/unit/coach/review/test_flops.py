"""Flops that are solved to the end of the hand, and what equal ones share."""

from pathlib import Path

import numpy as np
import pytest

from handsight.blueprint.subgame import Subgame, trimmed
from handsight.cards import CardSet, parse_cards
from handsight.coach.review import flops, streets
from handsight.coach.review.flops import SolvedFlops, canonical, solve_whole_flop, usual_memory
from handsight.coach.review.solution import StreetSolution
from handsight.coach.review.store import ReviewStore
from handsight.coach.review.streets import SolvedStreet, solve_street
from handsight.errors import InputError
from handsight.game import Action, ActionRecord
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT, COMBOS, combo_number
from handsight.ranges.suits import CHANGES, combo_tables
from handsight.solver import Solution, solve
from handsight.solver.learning import Learner

FLOP, STACK, POT = "Ts7c2d", 260, 400
FIRST = "AA, TT:0.5, AhTh, KhTh, 9c9d, 6s5s"
SECOND = "KK:0.3, AsTc, 77, Jc9c, A5s"
PLENTY = 10**9
NUMBERS = {pair: number for number, pair in enumerate(COMBOS)}
LINE = [(3, Action.check(), 0), (0, Action.bet(130), 130), (3, Action.call(), 130)]


def records() -> list[ActionRecord]:
    return [ActionRecord("flop", seat, action, chips, False) for seat, action, chips in LINE]


def subgame(change: int = 0, stack: int = STACK) -> Subgame:
    """Return the start of the flop, with all suits changed."""
    suits = CHANGES[change]

    def turned(card: int) -> int:
        return card & ~3 | suits[card & 3]

    board = tuple(turned(card.index) for card in parse_cards(FLOP))
    ranges = np.zeros((2, COMBO_COUNT))
    for row, text in zip(ranges, (FIRST, SECOND), strict=True):
        for pair, weight in zip(COMBOS, Range(text).weights, strict=True):
            row[number_of(*map(turned, pair))] = weight
        row[:] = trimmed(row, board)
    return Subgame("flop", board, (), POT, stack, 3, ranges, (1, 0), [])


def number_of(one: int, two: int) -> int:
    return NUMBERS[min(one, two), max(one, two)]


def hero(change: int = 0) -> int:
    suits = CHANGES[change]
    return number_of(*(card.index & ~3 | suits[card.index & 3] for card in CardSet("9c9d")))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Take few steps; the list is filled with the steps of each solve."""
    taken: list[int] = []
    learn = Learner.learn

    def counted(learner: Learner, steps: int) -> None:
        taken.append(steps)
        learn(learner, steps)

    monkeypatch.setattr(flops, "MOST_STEPS", 3)
    monkeypatch.setattr(Learner, "learn", counted)
    return taken


def solved(change: int = 0, known: SolvedFlops | None = None) -> SolvedStreet:
    found = solve_street(
        *(subgame(change), records(), 3, hero(change), None), memory=PLENTY, known=known
    )
    assert found is not None
    return found


@pytest.mark.exhaustive
def test_what_actions_lose_is_within_the_stated_error_of_a_far_finer_solve() -> None:
    found = solved()
    assert (found.is_limited, found.raises) == (False, 2)
    assert found.uncertain == streets.WHOLE_ERROR * POT
    direct = solve(found.subgame.spot, found.solution.betting, 0.0002, storage="i16")
    for number, words in ((0, ""), (2, "check, bet 130")):
        node = direct.node(words)
        values = found.hero_values(number, hero())
        assert values.actions == node.actions
        evs = node.action_evs[hero()]
        assert values.evs.max() - values.evs == pytest.approx(evs.max() - evs, abs=found.uncertain)


def test_values_are_those_of_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, nodes and players are not mixed up: a solution of the solver's own says the same."""
    monkeypatch.setattr(flops, "MOST_STEPS", 3)
    learners: list[Learner] = []
    of = StreetSolution.of

    def kept(learner: Learner, exploitability: float) -> StreetSolution:
        learners.append(learner)
        return of(learner, exploitability)

    monkeypatch.setattr(StreetSolution, "of", kept)
    found = solved()
    solution = Solution(learners[0], 0.0, 0.0, 0.0)
    change = canonical(found.subgame.board, found.subgame.ranges)[0]
    turned = combo_tables()[2][change]
    for number, player, words in ((0, 0, ""), (1, 1, "check"), (2, 0, "check, bet 130")):
        node = solution.node(words)
        for combo in found.solution.combos[player].tolist():
            values = found.hero_values(number, combo)
            assert values.actions == node.actions
            if np.isfinite(values.evs).all():
                evs = node.action_evs[turned[combo]]
                assert values.evs == pytest.approx(evs, abs=1e-3)


@pytest.mark.usefixtures("few")
def test_the_bets_that_were_made_are_in_the_tree() -> None:
    found = solved()
    for number, (_, action, _) in enumerate(LINE):
        option = found.node_before(number).options[found.taken[number]]
        assert option.kind == action.kind
        assert option.amount == action.amount or action.kind != "bet"


def test_flops_that_differ_by_suits_are_solved_once_and_have_the_same_values(
    few: list[int],
) -> None:
    known = SolvedFlops()
    first = solved(0, known).hero_values(0, hero())
    for change in (5, 17):
        other = solved(change, known).hero_values(0, hero(change))
        assert (other.evs == first.evs).all()
        assert (other.shares == first.shares).all()
    assert few == [3]


def test_other_stacks_bets_rakes_and_steps_are_solved_anew(
    few: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = SolvedFlops()
    start = subgame()
    solve_whole_flop(start, records(), (0.0, None), PLENTY, known)
    assert len(few) == 1
    solve_whole_flop(start, records(), (0.0, None), PLENTY, known)
    assert len(few) == 1
    for changed, line, rake in (
        (start._replace(stack=STACK + 1), records(), (0.0, None)),
        (start._replace(pot=POT + 1), records(), (0.0, None)),
        (start, records()[:1], (0.0, None)),
        (start, records(), (0.05, None)),
        (start._replace(ranges=start.ranges[::-1].copy()), records(), (0.0, None)),
    ):
        before = len(few)
        assert solve_whole_flop(changed, line, rake, PLENTY, known) is not None
        assert len(few) == before + 1
    monkeypatch.setattr(flops, "MOST_STEPS", 4)
    assert solve_whole_flop(start, records(), (0.0, None), PLENTY, known) is not None
    assert few[-1] == 4


def test_a_store_keeps_flops_for_other_processes(few: list[int], tmp_path: Path) -> None:
    path = tmp_path / "review.db"
    ReviewStore(path).close()
    first = solved(0, SolvedFlops(path)).hero_values(0, hero())
    other = solved(9, SolvedFlops(path)).hero_values(0, hero(9))
    assert (other.evs == first.evs).all()
    assert len(few) == 1
    # A file that this machine does not have, as on another worker's, changes nothing.
    solved(0, SolvedFlops(tmp_path / "elsewhere" / "review.db"))
    assert len(few) == 2


def test_a_process_keeps_only_the_latest_flops(few: list[int]) -> None:
    known = SolvedFlops()
    for number in range(flops.MOST_KEPT + 1):
        known.put(bytes([number]), b"solution")
    assert known.get(bytes([0])) is None
    assert known.get(bytes([flops.MOST_KEPT])) == b"solution"


@pytest.mark.usefixtures("few")
def test_a_packed_solution_is_the_same_and_anything_else_is_an_error() -> None:
    flops_solved = solve_whole_flop(subgame(), records(), (0.0, None), PLENTY, SolvedFlops())
    assert flops_solved is not None
    solution = flops_solved.solution
    again = StreetSolution.unpacked(solution.packed(), solution.tree, solution.betting)
    pairs = zip(again.combos + again.values, solution.combos + solution.values, strict=True)
    assert all((one == other).all() for one, other in pairs)
    assert again.shares.keys() == solution.shares.keys()
    assert all((again.shares[node] == solution.shares[node]).all() for node in again.shares)
    assert again.exploitability == solution.exploitability
    for data in (b"", solution.packed()[:-9], b"nonsense"):
        with pytest.raises(InputError, match="this is no solution of a flop"):
            StreetSolution.unpacked(data, solution.tree, solution.betting)


def test_less_memory_means_fewer_raises_and_steps_and_then_no_solve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[int] = []
    monkeypatch.setattr(Learner, "learn", lambda learner, number: steps.append(number))
    monkeypatch.setattr(flops, "MOST_STEPS", 10_000)
    monkeypatch.setattr(flops, "STEPS_AT_MOST_MEMORY", 4)
    monkeypatch.setattr(flops, "NEEDED_STEPS", {2: 8, 1: 6, 0: 0})
    found = {}
    start = subgame(stack=3_000)
    for megabytes in (0.1, 25, 1_000):
        whole = solve_whole_flop(start, records(), (0.0, None), int(megabytes * 1e6), SolvedFlops())
        found[megabytes] = None if whole is None else whole.raises
    assert found == {0.1: None, 25: 0, 1_000: 2}
    assert steps[0] < steps[1]


def test_the_canonical_flop_does_not_depend_on_the_suits() -> None:
    start = subgame()
    _, board, ranges = canonical(start.board, start.ranges)
    for change in range(0, len(CHANGES), 5):
        turned = subgame(change)
        _, other, weights = canonical(turned.board, turned.ranges)
        assert other == board
        assert (weights == ranges).all()


def test_the_usual_memory_depends_on_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flops, "free_memory", lambda: 2 * flops.FLOP_MEMORY)
    assert usual_memory() == flops.FLOP_MEMORY
    assert usual_memory(2) == 0


def test_ranges_that_block_each_other_have_no_values() -> None:
    start = subgame()
    ranges = np.zeros((2, COMBO_COUNT))
    ranges[:, combo_number(*(card.index for card in CardSet("9c9d")))] = 1
    assert solve_street(start._replace(ranges=ranges), [], 3, hero(), None, memory=PLENTY) is None
