"""Streets of recorded hands, against direct solves of the same spots."""

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint import blueprint_of
from handsight.blueprint.subgame import Subgame, fitted, subgame_of, trimmed
from handsight.blueprint.turn_values import turn_values_of
from handsight.cards import CardSet, parse_cards
from handsight.cards.card import bit_of
from handsight.coach.review import streets
from handsight.coach.review.streets import (
    LEAST_WEIGHT,
    HeroValues,
    SolvedStreet,
    solve_street,
    turn_values_for,
)
from handsight.game import Action, ActionRecord, HandCursor, HandState, Observation, Rules
from handsight.multiway import table_blueprint_for
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT, COMBOS, MASKS, combo_number
from handsight.ranking import evaluate_mask
from handsight.solver import Solution, solve
from handsight.solver.game import weight_of_pairs
from tests.thorough import thorough

RIVER, TURN, FLOP = "Ts7c2d4h3c", "Ts7c2d4h", "Ts7c2d"
FIRST = "AA, TT:0.5, AhTh, KhTh, 9c9d, 8c8h, 6s5s, QJs:0.4, KQs"
SECOND = "KK:0.3, AsTc, QdTd, 77, 8d8s, Jc9c, A5s, KdJd, 6d5d:0.7"
HERO = combo_number(*(card.index for card in CardSet("9c9d")))


def weights_of(text: str, board: str) -> NDArray[np.float64]:
    return trimmed(Range(text).weights, [card.index for card in parse_cards(board)])


def subgame(street: str, board: str, pot: int = 400, stack: int = 1_500) -> Subgame:
    numbers = tuple(card.index for card in parse_cards(board))
    ranges = np.stack([weights_of(FIRST, board), weights_of(SECOND, board)])
    return Subgame(street, numbers, (), pot, stack, 3, ranges, (1, 0), [])


def record(street: str, seat: int, action: Action, chips: int = 0) -> ActionRecord:
    return ActionRecord(street, seat, action, chips, False)


def no_values(_: object) -> object:
    raise AssertionError("no flop is solved here")


@pytest.fixture
def direct(monkeypatch: pytest.MonkeyPatch) -> list[Solution]:
    """Keep the solutions of `solve_street`, as a direct solve of the same tree finds them."""
    found: list[Solution] = []

    def again(spot, betting, *words, **names):
        found.append(solve(spot, betting, *words, **names))
        return solve(spot, betting, *words, **names)

    monkeypatch.setattr(streets, "solve", again)
    return found


LINE = {
    "river": [(3, Action.bet(150), 150), (0, Action.raise_to(500), 500), (3, Action.call(), 350)],
    "turn": [(3, Action.check(), 0), (0, Action.bet(260), 260), (3, Action.call(), 260)],
}
WORDS = {"river": ["bet 150", "raise 500", "call"], "turn": ["check", "bet 260", "call"]}


def solved(street: str, rake: tuple[float, float | None] = (0.0, None)) -> SolvedStreet:
    board = RIVER if street == "river" else TURN
    records = [record(street, *each) for each in LINE[street]]
    found = solve_street(subgame(street, board), records, 3, HERO, no_values, rake=rake)
    assert found is not None
    return found


def node_of(solution: Solution, words: list[str]):
    return solution.node(", ".join(words))


@pytest.mark.parametrize("street", ["river", "turn"])
def test_values_are_those_of_a_direct_solve(street: str, direct: list[Solution]) -> None:
    found = solved(street)
    assert not found.is_limited
    assert not found.is_unexpected
    for number, (seat, _, _) in enumerate(LINE[street]):
        if seat != 3:
            continue
        node = node_of(direct[0], WORDS[street][:number])
        values = found.hero_values(number, HERO)
        assert values.actions == node.actions
        assert values.evs == pytest.approx(node.action_evs[HERO], abs=1e-4)
        if values.shares is not None:
            assert values.shares == pytest.approx(node.strategy[HERO])
            mean = node.action_evs[HERO] @ node.strategy[HERO]
            assert values.inexact == pytest.approx(node.action_evs[HERO].max() - mean, abs=1e-3)
        met = np.nan_to_num(node.reach[1]).sum() / found.subgame.ranges[1].sum()
        assert values.met_share == pytest.approx(met, rel=1e-3)
        assert values.actions[values.taken].startswith(WORDS[street][number])
        assert values.uncertain == pytest.approx(direct[0].exploitability * 400)
        assert values.uncertain <= streets.ACCURACY[street] * 400


@pytest.mark.parametrize("street", ["river", "turn"])
def test_values_of_all_hands_of_both_players_are_found(street: str, direct: list[Solution]) -> None:
    """Hands lie in padded rows; no hand may have the value of another."""
    found = solved(street)
    for number, player in ((0, 0), (1, 1)):
        node = node_of(direct[0], WORDS[street][:number])
        combos = found.solution.combos[player].tolist()
        for combo in combos:
            values = found.hero_values(number, combo)
            if np.isfinite(values.evs).all():
                assert values.evs == pytest.approx(node.action_evs[combo], abs=1e-4)


@pytest.mark.parametrize("street", ["river", "turn"])
def test_what_the_answers_lose_is_what_a_direct_solve_says(
    street: str, direct: list[Solution]
) -> None:
    """Each answer is compared with the best one, hand by hand, over all pairs of hands."""
    found = solved(street)
    values, node = found.hero_values(0, HERO), direct[-1].node()
    me, weights = found.node_before(0).player, found.reach(0)
    assert len(values.unanswered) == len(values.actions)
    for place, (action, lost) in enumerate(zip(node.actions, values.unanswered, strict=True)):
        answer = direct[-1].node(action)
        mine = np.nan_to_num(node.strategy[:, place]) * weights[me]
        hands, others = np.flatnonzero(weights[1 - me]), np.flatnonzero(mine)
        apart = np.array([[not MASKS[hand] & MASKS[other] for other in others] for hand in hands])
        pairs = weights[1 - me][hands] * (apart @ mine[others])
        evs, mix = answer.action_evs[hands], answer.strategy[hands]
        lost_by_hand = np.where(pairs > 0, evs.max(1) - (evs * mix).sum(1), 0)
        expected = float(pairs @ lost_by_hand) / float(pairs.sum()) if pairs.any() else np.inf
        assert lost == pytest.approx(expected, abs=0.4)


@pytest.mark.parametrize("street", ["river", "turn"])
def test_bets_that_were_made_are_in_the_tree_with_their_sizes(street: str) -> None:
    found = solved(street)
    for number, (_, action, _) in enumerate(LINE[street]):
        option = found.node_before(number).options[found.taken[number]]
        assert option.kind == action.kind
        if action.kind in ("bet", "raise"):
            assert option.amount == action.amount


def test_ranges_after_a_street_are_the_products_of_the_shares(direct: list[Solution]) -> None:
    found = solved("turn")
    board = [card.index for card in parse_cards(RIVER)]
    records = [record("turn", *each) for each in LINE["turn"]]
    after = found.after(board, records)
    assert after is not None
    assert (after.street, after.pot, after.stack, after.first) == ("river", 920, 1_240, 3)
    for player, seat in enumerate((3, 0)):
        expected = found.subgame.ranges[player].copy()
        for number, (actor, _, _) in enumerate(LINE["turn"]):
            if actor == seat:
                node = node_of(direct[0], WORDS["turn"][:number])
                share = node.strategy[:, found.taken[number]]
                expected *= np.nan_to_num(share)
        for combo in range(COMBO_COUNT):
            if set(COMBOS[combo]) & set(board):
                expected[combo] = 0
        expected /= expected.max()
        kept = expected >= 1e-3
        assert after.ranges[player][kept] == pytest.approx(expected[kept], abs=1e-4)
        assert not after.ranges[player][~kept].any()
    # Without the call, the betting has not ended.
    assert found.after(board, records[:2]) is None


def test_the_hand_that_was_held_is_in_the_range_and_values_of_others_hardly_change() -> None:
    odd = combo_number(*(card.index for card in CardSet("8d5h")))
    usual = solved("river")
    start = subgame("river", RIVER)
    assert not start.ranges[0, odd]
    records = [record("river", *each) for each in LINE["river"]]
    found = solve_street(start, records, 3, odd, no_values)
    assert found is not None
    assert found.is_unexpected
    assert found.subgame.ranges[0, odd] == LEAST_WEIGHT
    assert not start.ranges[0, odd]
    values: HeroValues = found.hero_values(0, odd)
    assert np.isfinite(values.evs).all()
    assert values.shares is not None
    assert values.shares.sum() == pytest.approx(1)
    near = found.hero_values(0, HERO).evs - usual.hero_values(0, HERO).evs
    assert np.abs(near).max() < 0.03 * 400


def test_frequencies_after_an_action_that_the_solution_never_takes_are_unknown() -> None:
    found = solved("river")
    rare = 0
    for combo in found.solution.combos[0].tolist():
        first, later = found.hero_values(0, combo), found.hero_values(2, combo)
        assert first.shares is not None
        if first.shares[first.taken] < LEAST_WEIGHT:
            rare += 1
            assert later.shares is None
            assert later.inexact == 0
        else:
            assert later.shares is not None
    assert rare


@pytest.mark.parametrize("rake", [(0.0, None), (0.05, 30.0), (0.02, None)])
def test_a_call_on_the_river_is_worth_what_a_count_over_the_range_says(
    rake: tuple[float, float | None], direct: list[Solution]
) -> None:
    found = solved("river", rake)
    assert found.solution.betting.rake == rake[0]
    theirs = node_of(direct[0], WORDS["river"][:2]).reach[1]
    pot, cost = 400 + 500 + 500, 350
    taken = min(rake[0] * pot, rake[1] or pot)
    lying = sum(card.mask for card in parse_cards(RIVER))
    for hand in ("6s5s", "9c9d", "AhTh"):
        own = CardSet(hand)
        won = met = 0.0
        for combo, pair in enumerate(COMBOS):
            other = sum(1 << bit_of(card) for card in pair)
            if theirs[combo] > 0 and not other & own.mask:
                mine, strength = (evaluate_mask(lying | mask) for mask in (own.mask, other))
                share = 1.0 if mine > strength else 0.5 if mine == strength else 0.0
                won += theirs[combo] * (share * (pot - taken) - cost)
                met += theirs[combo]
        values = found.hero_values(2, combo_number(*(card.index for card in own)))
        assert values.evs[values.actions.index("call")] == pytest.approx(won / met, abs=0.05)


def test_no_tree_has_a_bet_of_more_chips_than_there_are_but_none_crashes() -> None:
    start = subgame("river", RIVER, stack=100)
    records = [record("river", 3, Action.bet(5_000), 5_000)]  # the other has only 100 left
    found = solve_street(start, records, 3, HERO, no_values)
    assert found is not None
    assert found.node_before(0).options[found.taken[0]].kind == "all-in"


def test_ranges_that_block_each_other_have_no_values() -> None:
    start = subgame("river", RIVER)
    ranges = np.zeros((2, COMBO_COUNT))
    ranges[:, HERO] = 1
    assert solve_street(start._replace(ranges=ranges), [], 3, HERO, no_values) is None


# --- from recorded hands --------------------------------------------------------------------------


def seen_on(street: str, line: list[str], stacks: list[int] | None = None) -> Observation:
    board = {"flop": FLOP, "turn": TURN, "river": RIVER}[street]
    start = HandState.start(
        Rules(), stacks or [10_000] * 2, 0, seed=7, holes=[None, "9c9d"], board=board
    )
    cursor = HandCursor(start)
    for action in line:
        cursor.apply(action)
    return cursor.observation()


def test_a_flop_stops_at_the_turn_and_its_values_are_coherent() -> None:
    blueprint, values = blueprint_of(100), turn_values_of(100)
    seen = seen_on("flop", ["raise to 300", "call"])
    start = subgame_of(blueprint, seen, seen.street)
    assert start is not None
    assert (start.pot, start.stack, start.first) == (600, 9_700, 1)
    records = [
        *(record("flop", 1, Action.check()), record("flop", 0, Action.bet(345), 345)),
        record("flop", 1, Action.fold()),
    ]
    found = solve_street(start, records, 1, HERO, lambda places: (values, places))
    assert found is not None
    assert found.is_limited
    first, second = found.hero_values(0, HERO), found.hero_values(2, HERO)
    assert second.actions[0] == "fold"
    assert second.evs[0] == pytest.approx(0, abs=1e-2)
    assert any(amount == 345 for amount in _bets_at(found, 1))
    # Each hand's value at the start is the mean over its actions, and all players share the pot.
    weights = [found.subgame.ranges[player][found.solution.combos[player]] for player in range(2)]
    pairs = weight_of_pairs(found.subgame.ranges)
    total = np.array([found.solution.values[each][0] @ weights[each] for each in range(2)]) / pairs
    assert (total + 300).sum() == pytest.approx(600, rel=1e-3)
    assert first.shares is not None
    assert 0 < float(first.evs @ first.shares) < 10_000
    neglected = streets.LEAF_ERROR * 600
    assert neglected < found.uncertain < neglected + 0.01 * 600


def _bets_at(found: SolvedStreet, number: int) -> list[int]:
    return [option.amount for option in found.node_before(number).options]


def test_streets_that_others_have_seen_or_on_which_nobody_bets_have_no_start() -> None:
    six = table_blueprint_for(6, 100)
    assert six is not None
    line = ["fold", "fold", "fold", "raise to 250", "call", "call"]
    holes = [None, "9c9d", *[None] * 4]
    start = HandState.start(Rules(), [10_000] * 6, 5, seed=7, holes=holes, board=TURN)
    cursor = HandCursor(start)
    for action in [*line, "check"]:
        cursor.apply(action)
    assert subgame_of(six, cursor.observation(), "turn") is None  # three players
    for action in ["bet 400", "fold", "fold"]:
        cursor.apply(action)
    assert cursor.state.is_over
    cursor = HandCursor(start)
    for action in [*line, "check", "check", "bet 400", "fold", "call"]:
        cursor.apply(action)
    seen = cursor.observation()
    assert seen.street == "turn"
    found = subgame_of(six, seen, seen.street)  # two players are left
    assert found is not None
    assert (found.pot, found.stack, found.first) == (1_550, 9_350, 1)


@pytest.mark.exhaustive
@thorough
def test_a_flop_up_to_the_turn_values_actions_within_its_error() -> None:
    """A 3-bet pot, against a solution to the end of the hand; half a minute and 800 MB."""
    strategy = table_blueprint_for(6, 100)
    assert strategy is not None
    cursor = HandCursor(HandState.start(Rules(), [10_000] * 6, 5, seed=1, board="9c8c4h2d3s"))
    for action in ("fold", "fold", 250, 770, "fold", "fold", "call"):
        cursor.apply(Action.raise_to(action) if isinstance(action, int) else Action(action))
    seen = cursor.observation()
    start = subgame_of(strategy, seen, seen.street)
    assert start is not None
    me = start.player(seen.seat)
    combos = np.flatnonzero(start.ranges[me] > 0.1)[::12]
    limited = []
    values = turn_values_for(strategy)
    for combo in combos.tolist():
        found = solve_street(start, [], seen.seat, combo, values)
        assert found is not None
        assert found.is_limited
        limited.append(found.hero_values(0, combo))
    sizes = {
        "flop_bets": "33%, 75%, a",
        "flop_raises": "75%, a",
        "turn_bets": "75%",
        "turn_raises": "",
        "river_bets": "75%",
        "river_raises": "",
    }
    game = start._replace(sizes=sizes)
    fit = fitted(game, [])
    assert fit is not None
    direct = solve(game.spot, fit[0], 0.003, storage="i16")
    node = direct.root
    gaps = []
    for combo, values_ in zip(combos.tolist(), limited, strict=True):
        whole = node.action_evs[combo]
        assert len(whole) == len(values_.evs)
        assert values_.shares is not None
        lost, truly = values_.evs.max() - values_.evs, whole.max() - whole
        gaps += list(np.abs(lost - truly)[node.strategy[combo] > 0.05])
    assert np.mean(gaps) < streets.LEAF_ERROR * start.pot
