"""The betting tree of a hand, beside the rules of the game, line by line."""

from random import Random

import pytest

from handsight.blueprint.policy import (
    WeightedNode,
    actions_at,
    folds_kept,
    line_of,
    mapped,
    places_of,
)
from handsight.blueprint.tree import (
    BIG_BLIND,
    CALL,
    FOLD,
    MOST_NODES,
    RAISE,
    SHOWDOWN,
    HandBetting,
    HandTree,
)
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules

SMALL = HandBetting(
    12,
    preflop="75%, a / a",
    flop="50%, a / 100%, a",
    turn="100%, a / a",
    river="60%, a / a",
)
LARGE = HandBetting(
    preflop="75%, 150%, a / 100%, a / 100%, a / a",
    flop="50%, 100%, a / 100%, a / a",
    turn="50%, 100%, a / 100%, a / a",
    river="50%, 100%, a / 100%, a / a",
)
LIMIT_RULES = Rules(structure="fixed-limit", small_blind=50, big_blind=100)


def nodes_of(tree: HandTree, seen: Observation) -> list[WeightedNode]:
    return places_of(tree, seen, line_of(tree, seen))


def dealt(rules: Rules, stack: int, button: int, seed: int) -> HandCursor:
    stacks = [stack * BIG_BLIND] * 2
    return HandCursor(HandState.start(rules, stacks, button=button, seed=seed))


def walk(betting: HandBetting, rules: Rules, seed: int) -> int:
    """Play a line of the tree by the rules; in each decision both must agree on everything."""
    tree, draw = betting.tree, Random(seed)
    button = seed % 2
    cursor = dealt(rules, betting.stack, button, seed)
    node = 0
    while tree.players[node] < SHOWDOWN:
        seen = cursor.observation()
        assert tree.players[node] == int(seen.seat != button)
        assert ("preflop", "flop", "turn", "river")[tree.streets[node]] == seen.street
        seats = (button, 1 - button)
        assert [seen.bets[seat] for seat in seats] == tree.bets[node].tolist()
        assert [seen.paid[seat] for seat in seats] == tree.paid[node].tolist()
        assert nodes_of(tree, seen) == [(1.0, node)]
        actions = actions_at(tree.options(node), seen.legal)
        children = tree.children(node)
        kinds = [int(tree.actions[child]) for child in children]
        assert (FOLD in kinds) == (seen.legal.call_cost > 0)
        assert kinds.count(CALL) == 1
        totals = [int(tree.bets[child].max()) for child in children if tree.actions[child] == RAISE]
        assert totals == sorted(set(totals))
        assert all(seen.legal.raise_min <= total <= seen.legal.raise_max for total in totals)
        assert [each.amount for each in actions if each.kind == "raise"] == totals
        pick = draw.randrange(len(actions))
        cursor.apply(actions[pick])
        node = children[pick]
    assert cursor.state.actor == -1
    folded = tree.players[node] - SHOWDOWN
    if folded:
        assert cursor.state.players == ((1 - button,) if folded == 1 else (button,))
    else:
        assert len(cursor.state.players) == 2
        paid = cursor.state.chips[2]
        assert [paid[button], paid[1 - button]] == tree.paid[node].tolist()
    return node


@pytest.mark.parametrize(
    ("betting", "lines"), [(SMALL, 25), (HandBetting(), 25), (HandBetting(3), 10)]
)
def test_each_line_of_the_tree_is_a_hand_by_the_rules(betting: HandBetting, lines: int) -> None:
    assert len({walk(betting, Rules(), seed) for seed in range(200)}) > lines


def test_each_line_of_a_limit_tree_is_a_hand_by_the_rules() -> None:
    betting = HandBetting.limit()  # it keeps its tree
    assert len({walk(betting, LIMIT_RULES, seed) for seed in range(200)}) > 60


def lines_by_the_rules(rules: Rules, cursor: HandCursor) -> int:
    """Count the lines of a limit hand by playing them all."""
    if cursor.state.actor == -1:
        return 1
    legal = cursor.state.legal_actions
    actions = [Action.call()]
    actions += [Action.fold()] if legal.call_cost else []
    actions += [Action.raise_to()] if legal.can_raise else []
    count = 0
    for action in actions:
        ahead = cursor.copy()
        ahead.apply(action)
        count += lines_by_the_rules(rules, ahead)
    return count


def test_a_limit_tree_has_all_lines_of_the_game() -> None:
    stack = 4  # both are soon all-in, so that all lines can be played
    by_rules = lines_by_the_rules(LIMIT_RULES, dealt(LIMIT_RULES, stack, 0, 1))
    tree = HandBetting.limit(stack).tree
    assert int((tree.players >= SHOWDOWN).sum()) == by_rules


def test_children_stand_behind_their_parent_and_each_has_one() -> None:
    tree = SMALL.tree
    children = [child for node in range(tree.node_count) for child in tree.children(node)]
    assert children == list(range(1, tree.node_count))
    rows = tree.rows((169, 5, 6, 7))
    assert rows[0] == 0
    assert rows[1] == 169 * int(tree.counts[0])


def test_sizes_are_shares_of_the_pot_after_calling() -> None:
    tree = HandBetting(100, preflop="75%, a").tree
    raises = [child for child in tree.children(0) if tree.actions[child] == RAISE]
    assert [int(tree.bets[child, 0]) for child in raises] == [250, 10_000]
    assert [option.size for option in tree.options(0)][2:] == [0.75, 49.5]
    assert [option.is_all_in for option in tree.options(0)] == [False, False, False, True]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"stack": 0}, "stack is 0; it must be from 1 to 1,000"),
        ({"stack": 2.5}, "stack is 2.5"),
        ({"flop": "half"}, "flop: 'half' is not a size"),
        ({"flop": "5"}, "flop: '5' has no unit; write 5% of the pot, 5c"),
        ({"flop": "2x"}, "flop: '2x' is for raises"),
        ({"river": "/".join(["a"] * 9)}, "river has 9 lists"),
        ({"turn": 5}, "turn is 5"),
        ({"force_allin": 2}, "force_allin is 2"),
    ],
)
def test_betting_that_cannot_be_played_is_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words.replace("(", r"\(")):
        HandBetting(**options)  # type: ignore[arg-type]


def test_a_size_without_a_unit_is_percent_of_the_pot() -> None:
    written = HandBetting(20, flop="50, a").tree
    assert written.bets.tolist() == HandBetting(20, flop="50%, a").tree.bets.tolist()


@pytest.mark.parametrize("most", [3_000, pytest.param(MOST_NODES, marks=pytest.mark.exhaustive)])
def test_too_many_sizes_are_refused(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handsight.blueprint.tree.MOST_NODES", most)
    many = " / ".join(["20%, 30%, 40%, 50%, 60%, 70%, 80%, 90%, a"] * 6)
    with pytest.raises(OptionError, match=f"more than {most:,} nodes"):
        _ = HandBetting(200, many, many, many, many).tree


# --- bets that the tree has not -----------------------------------------------------------------


def place_after(*actions: Action, rules: Rules | None = None) -> list[tuple[float, int]]:
    cursor = dealt(rules or Rules(), 100, 0, 1)
    for action in actions:
        cursor.apply(action)
    return [tuple(each) for each in nodes_of(LARGE.tree, cursor.observation())]


def test_a_bet_between_two_sizes_is_taken_for_both() -> None:
    tree = LARGE.tree
    # 325 is 1.125 of the pot of 200 more than the blind, between 75% and 150%
    lower = (1.5 - 1.125) * 1.75 / (0.75 * 2.125)
    places = place_after(Action.raise_to(325))
    raises = [child for child in tree.children(0) if tree.actions[child] == RAISE]
    assert {node: weight for weight, node in places} == pytest.approx(
        {raises[0]: lower, raises[1]: 1 - lower}
    )


@pytest.mark.parametrize("ante_by", ["each", "big-blind"])
def test_antes_are_in_the_pot_but_no_part_of_a_bet(ante_by: str) -> None:
    tree = LARGE.tree
    rules = Rules(ante=100, ante_by=ante_by)
    raises = [child for child in tree.children(0) if tree.actions[child] == RAISE]
    pot = 400 if ante_by == "each" else 300  # after a call by the button
    for child, size in zip(raises, (0.75, 1.5), strict=False):
        amount = 100 + round(size * pot)
        assert place_after(Action.raise_to(amount), rules=rules) == [(1.0, child)]
        answers = {option.size: option.child for option in tree.options(child)}
        amount += 2 * (amount - 100) + pot  # by the pot after a call
        assert place_after(
            Action.raise_to(100 + round(size * pot)), Action.raise_to(amount), rules=rules
        ) == [(1.0, answers[1.0])]


def test_bets_beyond_all_sizes_are_taken_for_the_nearest() -> None:
    tree = LARGE.tree
    raises = [child for child in tree.children(0) if tree.actions[child] == RAISE]
    assert place_after(Action.raise_to(251)) == [(1.0, raises[0])]  # a chip more is no other size
    assert place_after(Action.all_in()) == [(1.0, raises[-1])]


def test_a_raise_below_all_sizes_is_between_a_limp_and_the_smallest() -> None:
    tree = LARGE.tree
    limp = next(child for child in tree.children(0) if tree.actions[child] == CALL)
    smallest = next(child for child in tree.children(0) if tree.actions[child] == RAISE)
    # 200 is half the pot of 200 more than the blind; a limp is nothing more
    lower = (0.75 - 0.5) / (0.75 * 1.5)
    places = place_after(Action.raise_to(200))
    assert {node: weight for weight, node in places} == pytest.approx(
        {limp: lower, smallest: 1 - lower}
    )


def test_a_bet_that_ends_a_round_of_checks_is_taken_for_the_smallest() -> None:
    tree = LARGE.tree
    line = (Action.raise_to(250), Action.call(), Action.call())
    bets = [
        child for child in tree.children(place_after(*line)[0][1]) if tree.actions[child] == RAISE
    ]
    assert place_after(*line, Action.bet(100)) == [(1.0, bets[0])]  # 20% of the pot


@pytest.mark.parametrize("size", [10, 25, 49])
def test_folds_to_a_small_bet_shrink_with_its_price(size: int) -> None:
    """A bet of x into 1 is folded to as often as x / (1 + x) of what half the pot is."""
    tree = LARGE.tree
    node = place_after(Action.call(), Action.call(), Action.call(), Action.bet(100))[0][1]
    price = size / (100 + size)
    expected = price / (0.5 / 1.5)
    assert folds_kept(tree, [WeightedNode(1.0, node)], price) == pytest.approx(expected)
    assert folds_kept(tree, [WeightedNode(1.0, node)], 0.5) == 1  # never more folds than the tree


def test_the_mapping_is_that_of_the_paper() -> None:
    assert mapped(0.5, 0.5, 1) == 1
    assert mapped(1, 0.5, 1) == 0
    # halfway in the sense that a bet of x is called by 1 / (1 + x)
    assert mapped(1 / 1.5, 1 / 3, 1) == pytest.approx(0.4)


def test_a_line_that_the_tree_has_not_has_no_place() -> None:
    small = HandBetting(100, preflop="75%", flop="50%", turn="", river="")
    cursor = dealt(Rules(), 100, 0, 1)
    for action in (Action.raise_to(250), Action.raise_to(800)):
        cursor.apply(action)
    assert nodes_of(small.tree, cursor.observation()) == []
