"""Flops, turns and rivers that are solved again, from the ranges of a blueprint.

Turns are slow to solve, and a step or two of learning is enough for what is tested of them here.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.agents import agent
from handsight.agents.equilibrium.blueprint import BlueprintPlayer
from handsight.agents.policy import likelihood
from handsight.blueprint import Blueprint, blueprint_of
from handsight.blueprint.resolving import Resolver
from handsight.blueprint.subgame import (
    FORCE_ALLIN,
    PARTS,
    ExtraSizes,
    Subgame,
    first_street,
    fitted,
    node_after,
    play_blueprint,
    subgame_of,
    trimmed,
)
from handsight.blueprint.turn_values import turn_values_of
from handsight.cards import CardSet
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.kernels.solver.tables import BEST
from handsight.ranges.combos import COMBO_COUNT, MASKS
from handsight.solver.learning import Learner
from handsight.solver.limited import flop_equity

CALL, CHECK = Action.call(), Action.check()
TO_FLOP = (Action.raise_to(250), CALL)
TO_TURN = (Action.raise_to(250), CALL, CHECK, CHECK)
CHECKED_TURN = (*TO_TURN, CHECK, CHECK)
COMBOS = np.arange(COMBO_COUNT)


@pytest.fixture(scope="module")
def blueprint() -> Blueprint:
    return blueprint_of(100)


def table(
    *actions: Action,
    seed: int = 7,
    stacks: tuple[int, int] = (10_000, 10_000),
    rules: Rules | None = None,
) -> HandCursor:
    cursor = HandCursor(HandState.start(rules or Rules(), list(stacks), button=0, seed=seed))
    for action in actions:
        cursor.apply(action)
    return cursor


def seen_after(*actions: Action, seed: int = 7) -> Observation:
    return table(*actions, seed=seed).observation()


def live(seen: Observation) -> NDArray[np.int64]:
    lying = sum(card.mask for card in seen.board)
    return np.array([number for number, mask in enumerate(MASKS) if not mask & lying])


def resolver(
    blueprint: Blueprint, river: int = 20, turn: int = 1, flop: int = 0, trust: float = 0.0
) -> Resolver:
    values = (lambda places: (turn_values_of(100), places)) if flop else None
    steps = {"flop": flop, "turn": turn, "river": river}
    return Resolver(blueprint, steps, trust, turn_values=values)


# --- ranges and chips -----------------------------------------------------------------------------


@pytest.mark.parametrize("bets", [(CHECK, CHECK), (Action.bet(450), CALL)])
def test_ranges_are_products_of_what_the_blueprint_does(
    blueprint: Blueprint, bets: tuple[Action, ...]
) -> None:
    player, reach = BlueprintPlayer(), np.ones((2, COMBO_COUNT))
    cursor = table()
    for action in (Action.raise_to(300), CALL, *bets):
        seen = cursor.observation()
        combos = live(seen)
        answer = player.probabilities(seen, combos)
        row = reach[int(seen.seat == seen.button)]
        shares = likelihood(player, answer, seen, combos, action)
        row[combos] *= np.where(shares > 0, shares, 0)
        cursor.apply(action)
    seen = cursor.observation()
    subgame = subgame_of(blueprint, seen, "turn")
    assert subgame is not None
    for weights, expected in zip(subgame.ranges, reach, strict=True):
        assert weights == pytest.approx(trimmed(expected, subgame.board), abs=1 / PARTS)


def test_a_subgame_has_the_chips_of_the_table(blueprint: Blueprint) -> None:
    stacks = (10_000, 4_000)
    seen = table(*TO_TURN, Action.bet(350), CALL, stacks=stacks).observation()
    turn, river = (subgame_of(blueprint, seen, street) for street in ("turn", "river"))
    assert turn is not None
    assert river is not None
    assert (turn.pot, turn.stack, turn.first) == (500, 3_750, 1)
    assert (river.pot, river.stack, river.first) == (1_200, 3_400, 1)
    assert len(turn.board) == 4
    assert len(turn.before) == 4


@pytest.mark.parametrize(("ante_by", "pot", "left"), [("each", 700, 9_650), ("big-blind", 600, 0)])
def test_antes_are_chips_of_a_subgame(
    blueprint: Blueprint, ante_by: str, pot: int, left: int
) -> None:
    rules = Rules(ante=100, ante_by=ante_by)
    for stacks in ((10_000, 10_000), (10_000, 12_000), (12_000, 10_000)):
        seen = table(*TO_TURN, stacks=stacks, rules=rules).observation()
        turn = subgame_of(blueprint, seen, "turn")
        assert turn is not None
        button, blind = (stack - 250 for stack in stacks)
        expected = (left and 9_650) or min(button, blind - 100)
        assert (turn.pot, turn.stack) == (pot, expected)


def test_a_range_is_trimmed_to_whole_parts_of_its_largest_weight() -> None:
    weights = np.zeros(COMBO_COUNT)
    weights[[0, 700, 1300]] = 1e-9, 2e-6, 4e-6
    assert np.flatnonzero(trimmed(weights, ())).tolist() == [700, 1300]
    assert trimmed(weights, ())[[700, 1300]].tolist() == [0.5, 1]
    aces = CardSet.from_mask(MASKS[1300])
    left = trimmed(weights, [card.index for card in aces][:1])
    assert left[1300] == 0
    assert left[700] == 1
    assert not trimmed(np.zeros(COMBO_COUNT), ()).any()


# --- bets that the tree does not have -------------------------------------------------------------


def river_of(blueprint: Blueprint, *actions: Action) -> tuple[Subgame, Observation]:
    seen = seen_after(*CHECKED_TURN, *actions)
    subgame = subgame_of(blueprint, seen, "river")
    assert subgame is not None
    return subgame, seen


@pytest.mark.parametrize("total", [100, 137, 361, 1_234, 5_000])
def test_a_bet_that_the_tree_does_not_have_is_put_into_it(blueprint: Blueprint, total: int) -> None:
    subgame, seen = river_of(blueprint, Action.bet(total))
    fit = fitted(subgame, seen.actions[-1:])
    assert fit is not None
    betting, [option] = fit
    tree = first_street(betting, "river")
    assert tree.nodes[0].options[option].amount == total
    before = first_street(subgame.betting(ExtraSizes()), "river")
    assert {each.amount for each in before.nodes[0].options} < {
        each.amount for each in tree.nodes[0].options
    }


def test_bets_of_the_tree_leave_it_as_it_is(blueprint: Blueprint) -> None:
    for total, amount in ((250, 250), (251, 250), (500, 500), (9_750, 9_750), (9_700, 9_750)):
        subgame, seen = river_of(blueprint, Action.bet(total))
        fit = fitted(subgame, seen.actions[-1:])
        assert fit is not None
        assert fit[0] == subgame.betting(ExtraSizes())
        assert first_street(fit[0], "river").nodes[0].options[fit[1][0]].amount == amount


def test_more_raises_than_the_tree_has_are_put_into_it_too(blueprint: Blueprint) -> None:
    raises = [Action.bet(100), *(Action.raise_to(total) for total in (200, 300, 400, 500, 600))]
    subgame, seen = river_of(blueprint, *raises)
    records = seen.actions[-len(raises) :]
    fit = fitted(subgame, records)
    assert fit is not None
    tree = first_street(fit[0], "river")
    places = [node_after(tree, fit[1][:number]) for number in range(len(raises) + 1)]
    assert [max(tree.nodes[each].own) for each in places] == [0, 100, 200, 300, 400, 500, 600]


def test_almost_all_in_is_all_in(blueprint: Blueprint) -> None:
    subgame, seen = river_of(blueprint, Action.bet(9_000))
    fit = fitted(subgame, seen.actions[-1:])
    assert fit is not None
    assert FORCE_ALLIN * (500 + 2 * 9_000) >= 750
    assert first_street(fit[0], "river").nodes[0].options[fit[1][0]].kind == "all-in"


# --- what the blueprint does on the solver's tree -------------------------------------------------


def solver_lines(learner: Learner) -> Iterator[tuple[int, list[Action]]]:
    """Give decisions of the turn, and what leads there."""
    nodes = learner.game.trees[0].nodes
    for number, node in enumerate(nodes):
        if node.player == 2 or number > 40:
            continue
        line, at = [], number
        while nodes[at].parent >= 0:
            parent = nodes[at].parent
            option = nodes[parent].options[at - nodes[parent].first]
            sized = option.kind in ("bet", "raise", "all-in")
            line.append(Action("raise", option.amount) if sized else Action(option.kind))
            at = parent
        yield number, line[::-1]


def test_the_blueprint_plays_the_solvers_tree_as_at_the_table(blueprint: Blueprint) -> None:
    seen = seen_after(*TO_TURN)
    subgame = subgame_of(blueprint, seen, "turn")
    assert subgame is not None
    learner = Learner(subgame.game(subgame.betting(ExtraSizes())))
    play_blueprint(blueprint, subgame.places, (1, 0), learner)
    checked = 0
    for number, line in solver_lines(learner):
        cursor = table(*TO_TURN, *line)
        node, at = learner.game.trees[0].nodes[number], cursor.observation()
        combos = learner.game.combos_at(0, 0, node.player).astype(np.int64)
        policy = replace(blueprint, bounds_folds=False).policy(at, combos)
        amounts = [option.amount for option in node.options if option.kind != "call"]
        if any(action.amount not in amounts for action in policy.actions if action.amount):
            continue  # a size that the solver's tree lacks here
        kinds = {"fold": "fold", "check": "call", "call": "call"}
        shares = learner.shares(0, 0, number)
        for place, option in enumerate(node.options):
            sized = option.kind not in kinds
            action = Action(kinds.get(option.kind, "raise"), option.amount if sized else 0)
            expected = (
                policy.shares[:, policy.actions.index(action)] if action in policy.actions else 0
            )
            assert shares[:, place] == pytest.approx(expected, abs=1e-6)
        checked += 1
    assert checked >= 5


def test_on_the_river_it_knows_the_buckets_of_each_board(blueprint: Blueprint) -> None:
    seen = seen_after(*TO_TURN)
    subgame = subgame_of(blueprint, seen, "turn")
    assert subgame is not None
    learner = Learner(subgame.game(subgame.betting(ExtraSizes())))
    play_blueprint(blueprint, subgame.places, (1, 0), learner)
    tree = learner.game.trees[0]
    line = tree.leaves.index(node_after(tree, [0, 0]))
    at = seen_after(*CHECKED_TURN)
    board = CardSet(at.board)
    deal = next(n for n, each in enumerate(learner.game.boards[1]) if each.cards == board)
    combos = learner.game.combos_at(1, deal, 0).astype(np.int64)
    policy = blueprint.policy(at, combos)
    checks = policy.shares[:, policy.actions.index(CALL)]
    assert learner.shares(1, deal, line)[:, 0] == pytest.approx(checks, abs=1e-6)


# --- policies -------------------------------------------------------------------------------------


def test_shares_add_up_to_1_and_hands_alone_are_played_as_among_many(blueprint: Blueprint) -> None:
    seen = seen_after(*CHECKED_TURN, Action.bet(333))
    combos = live(seen)
    answer = resolver(blueprint).policy(seen, combos)
    assert answer is not None
    policy, known = answer
    assert known.sum() > 400
    assert policy.shares[known].sum(1) == pytest.approx(np.ones(int(known.sum())))
    assert not policy.shares[~known].any()
    assert policy.shares.min() >= 0
    for place in np.flatnonzero(known)[:3]:
        alone = resolver(blueprint).policy(seen, combos[place : place + 1])
        assert alone is not None
        assert alone[0].shares[0].tolist() == policy.shares[place].tolist()


def test_what_was_asked_before_changes_nothing(blueprint: Blueprint) -> None:
    fresh, used = resolver(blueprint), resolver(blueprint)
    seen = seen_after(*CHECKED_TURN, Action.bet(333))
    for other in (
        seen_after(*TO_TURN),
        seen_after(*CHECKED_TURN, seed=8),
        seen_after(*CHECKED_TURN),
    ):
        used.policy(other, COMBOS[:5])
    one, other = (each.policy(seen, live(seen)) for each in (fresh, used))
    assert one is not None
    assert other is not None
    assert (one[0].shares == other[0].shares).all()
    assert one[0].actions == other[0].actions


def test_the_opponents_hands_have_on_the_river_what_they_had_after_the_turn(
    blueprint: Blueprint,
) -> None:
    """Their values stand for the same ranges, and a best response has no more by cards alone."""
    seen = seen_after(*CHECKED_TURN)
    again = resolver(blueprint)
    again.policy(seen, COMBOS[:1])
    subgame = again._start(seen, "river")
    assert subgame is not None
    assert subgame.stops is not None
    me = subgame.player(seen.seat)
    turn = again._place(again._start(seen, "turn"), me, seen.actions[-2:])  # type: ignore[arg-type]
    assert turn is not None
    learner = turn.street.learner
    line = learner.game.trees[0].leaves.index(turn.number)
    board = CardSet(seen.board)
    deal = next(n for n, each in enumerate(learner.game.boards[1]) if each.cards == board)
    hands = learner.game.combos_at(1, deal, me)
    weights = np.zeros(len(hands) // 16 * 16 + 16)
    weights[: len(hands)] = subgame.ranges[me][hands]
    room = learner.line_values(1, deal, line, weights, 1 - me, BEST)
    theirs = learner.game.combos_at(1, deal, 1 - me)
    width = len(theirs) // 16 * 16 + 16
    values = room.values[line * width : line * width + len(theirs)]
    assert subgame.stops[theirs] == pytest.approx(values.astype(float))
    # what was done on the turn with each hand is in the ranges
    before = again._start(seen, "turn")
    assert before is not None
    for player in range(2):
        shares = turn.street.shares(node_after(turn.street.tree, turn.taken[:player]))
        came = before.ranges[player] * shares[:, turn.taken[player]]
        assert subgame.ranges[player] == pytest.approx(trimmed(came, subgame.board))


def test_a_solution_is_safe_where_the_blueprint_knows_the_line(blueprint: Blueprint) -> None:
    """As the opponent's hands are worth before, so they are at most after, but for what is left."""
    seen = seen_after(*CHECKED_TURN)
    solved = resolver(blueprint, river=400)
    subgame, me = solved._start(seen, "turn"), 0
    assert subgame is not None
    river = solved._start(seen, "river")
    assert river is not None
    assert river.stops is not None
    me = river.player(seen.seat)
    place = solved._place(river, me, ())
    assert place is not None
    assert place.street.is_safe
    learner = place.street.learner
    combos = learner.game.combos_at(0, 0, 1 - me)
    best = learner.root_values(1 - me, BEST)[: len(combos)]
    met = learner.game.weights[me].sum()
    assert ((best - river.stops[combos]) / met).max() < 0.01 * river.pot


def test_the_opponent_can_hold_any_hand_unless_their_range_is_trusted(blueprint: Blueprint) -> None:
    seen = seen_after(*CHECKED_TURN)
    for trust in (0.1, 1.0):
        solved = resolver(blueprint, river=1, trust=trust)
        river = solved._start(seen, "river")
        assert river is not None
        me = river.player(seen.seat)
        place = solved._place(river, me, ())
        assert place is not None
        game = place.street.learner.game
        own, theirs = ({*game.combos_at(0, 0, each).tolist()} for each in (me, 1 - me))
        ours, some = ({*np.flatnonzero(river.ranges[each]).tolist()} for each in (me, 1 - me))
        assert own == ours
        assert theirs == ({*live(seen).tolist()} if trust < 1 else some)
        assert len(some) < 1081


def test_the_actions_of_the_table_are_legal(blueprint: Blueprint) -> None:
    player = agent("resolver:iterations=3,turn_iterations=1")
    lines = (
        (*CHECKED_TURN, Action.bet(100)),
        (*CHECKED_TURN, Action.bet(9_000)),
        (*CHECKED_TURN, Action.bet(400), Action.raise_to(800)),
        (*TO_TURN, Action.all_in(), CALL),
    )
    for line in lines:
        cursor = table(*line)
        if cursor.state.actor == -1:
            continue
        legal = cursor.state.legal_actions
        seen = cursor.observation()
        for action in player.probabilities(seen, live(seen)).actions:  # type: ignore[attr-defined]
            if action.kind == "raise":
                assert legal.raise_min <= action.amount <= legal.raise_max
            assert action.kind != "fold" or legal.call_cost


# --- flops ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("total", [100, 137, 165, 375, 2_000, 9_750])
def test_a_flop_is_solved_for_every_bet(blueprint: Blueprint, total: int) -> None:
    solved = resolver(blueprint, flop=10)
    seen = seen_after(*TO_FLOP, Action.bet(total))
    answer = solved.policy(seen, COMBOS)
    assert answer is not None
    policy, known = answer
    assert known.sum() > 400
    assert policy.shares[known].sum(1) == pytest.approx(np.ones(int(known.sum())))
    start = solved._start(seen, "flop")
    assert start is not None
    place = solved._place(start, start.player(seen.seat), seen.actions[-1:])
    assert place is not None
    assert place.street.is_safe
    assert max(place.node.own) == total


def test_where_flops_are_not_solved_turns_are(blueprint: Blueprint) -> None:
    assert resolver(blueprint).solved == ("turn", "river")
    assert resolver(blueprint, flop=1).solved == ("flop", "turn", "river")


def test_nobody_calls_all_in_with_nothing_and_everybody_does_with_the_best_hand(
    blueprint: Blueprint,
) -> None:
    seen = seen_after(*TO_FLOP, Action.all_in())
    answer = resolver(blueprint, flop=60, trust=1.0).policy(seen, COMBOS)
    assert answer is not None
    policy, known = answer
    calls = policy.shares[:, policy.actions.index(CALL)]
    equity = flop_equity(CardSet(seen.board)).sum(1)
    ranked = np.flatnonzero(known)[np.argsort(equity[known])]
    assert calls[ranked[:100]].max() < 0.05
    assert calls[ranked[-5:]].min() > 0.9


def test_the_ranges_of_the_turn_follow_from_the_solved_flop(blueprint: Blueprint) -> None:
    bets = (Action.bet(165), CALL)
    seen = seen_after(*TO_FLOP, *bets)
    assert seen.street == "turn"
    solved = resolver(blueprint, flop=10)
    turn, flop = solved._start(seen, "turn"), solved._start(seen, "flop")
    assert turn is not None
    assert flop is not None
    me = turn.player(seen.seat)
    place = solved._place(flop, me, seen.actions[-2:])
    assert place is not None
    for player in range(2):
        shares = place.street.shares(node_after(place.street.tree, place.taken[:player]))
        came = flop.ranges[player] * shares[:, place.taken[player]]
        assert turn.ranges[player] == pytest.approx(trimmed(came, turn.board))
    assert turn.places
    assert turn.stops is None


def test_a_flop_is_safe_where_the_blueprint_knows_the_line(blueprint: Blueprint) -> None:
    """At the leaves both players choose, so the values before and after are of the same game."""
    seen = seen_after(*TO_FLOP)
    solved = resolver(blueprint, flop=1_000)
    flop = solved._start(seen, "flop")
    assert flop is not None
    me = flop.player(seen.seat)
    place = solved._place(flop, me, ())
    assert place is not None
    learner = place.street.learner
    combos = learner.game.combos_at(0, 0, 1 - me)
    best = learner.root_values(1 - me, BEST)[: len(combos)]
    fresh = solved._learner(flop, 1 - me, place.street.betting)
    stops, _ = solved._opponent(flop, 1 - me, fresh)
    assert stops is not None
    met = learner.game.weights[me].sum()
    assert ((best - stops) / met).max() < 0.01 * flop.pot
