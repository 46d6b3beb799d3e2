"""A hand followed through the tree of a table, whatever stacks, bets and empty seats it has."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from handsight.blueprint.policy import LineStep, actions_at, price_at
from handsight.blueprint.reach import reach_of
from handsight.blueprint.tree import RAISE
from handsight.cards.card import STREETS
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.multiway import TableBlueprint, table_blueprint_for
from handsight.multiway.betting import STRIDE, TableBetting, TableTree
from handsight.multiway.policy import seats_of, table_line, table_places
from handsight.ranges.combos import COMBO_COUNT, COMBOS
from tests.thorough import up_to

SIX = TableBetting(6, stack=100)
CALL, CHECK, FOLD = Action.call(), Action.check(), Action.fold()


@pytest.fixture(scope="module")
def blueprint() -> TableBlueprint:
    found = table_blueprint_for(6, 100)
    assert found is not None
    return found


def some_table(draw: Random, dealt: int) -> HandState:
    """Start a hand of so many players, among up to three empty seats."""
    seats = dealt + draw.randrange(min(4, 10 - dealt))
    kind = draw.randrange(4)
    chips = {
        0: lambda: 10_000,
        1: lambda: draw.choice((1, 30, 90, 150, 400, 2_000, 10_000)),
        2: lambda: draw.randint(500, 40_000),
        3: lambda: draw.choice((1_000, 3_000)),
    }[kind]
    taken = draw.sample(range(seats), dealt)
    stacks = [chips() if seat in taken else 0 for seat in range(seats)]
    rules = Rules(
        ante=draw.choice((0, 0, 10, 60, 120)),
        ante_by=draw.choice(("each", "big-blind")),
        straddles=(200,) * (dealt > 3 and draw.random() < 0.3),
        small_blind=draw.choice((50, 50, 20, 100)),
    )
    return HandState.start(rules, stacks, draw.choice(taken), seed=draw.randrange(10**6))


def some_action(draw: Random, seen: Observation) -> Action:
    legal = seen.legal
    actions = [CALL, CALL]
    if legal.call_cost:
        actions += [FOLD] * draw.randrange(2)
    if legal.can_raise:
        low, high = legal.raise_min, legal.raise_max
        sizes = (low, high, draw.randint(low, high), min(2 * low, high))
        actions += [Action.raise_to(draw.choice(sizes)) for _ in range(draw.randrange(3))]
    return draw.choice(actions)


def decisions(draw: Random, hands: int) -> Iterator[Observation]:
    """Play hands of three to six players at random, and give each decision on the way."""
    for _ in range(hands):
        cursor = HandCursor(some_table(draw, draw.randint(3, 6)))
        while cursor.state.actor != -1:
            seen = cursor.observation()
            yield seen
            cursor.apply(some_action(draw, seen))


def check_weights(places: list[tuple[float, int]]) -> None:
    assert all(0 < weight <= 1 for weight, _ in places)
    assert sum(weight for weight, _ in places) == pytest.approx(1)
    assert len(places) <= 8


def check_steps(tree: TableTree, steps: list[LineStep], seats: dict[int, int]) -> None:
    for step in steps:
        for places in (step.before, step.after):
            if places:
                check_weights(places)
        wanted = seats[step.record.seat], STREETS.index(step.record.street)
        for move in step.moves:
            assert tree.acting(move.node) == wanted
            assert move.child in [option.child for option in tree.options(move.node)]


# --- any hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_hand_is_followed_and_places_are_those_of_the_player_to_act(seed: int) -> None:
    tree, found, count = SIX.tree, 0, 0
    for seen in decisions(Random(seed), 120):
        seats = seats_of(seen, 6)
        assert len(seats) == sum(stack > 0 for stack in seen.start_stacks)
        steps = table_line(tree, seen, seats)
        assert [step.record for step in steps] == list(seen.actions)
        check_steps(tree, steps, seats)
        places = table_places(tree, seen, steps, seats)
        count += 1
        if places:
            found += 1
            check_weights(places)
            for _, node in places:
                assert tree.acting(node) == (seats[seen.seat], STREETS.index(seen.street))
                assert not tree.has_folded(node, seats[seen.seat])
    assert count > 300
    assert found > count / 4


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(100, up_to(110, 102)))
def test_any_hand_of_many_is_followed(seed: int) -> None:
    tree = SIX.tree
    for seen in decisions(Random(seed), 2_000):
        seats = seats_of(seen, 6)
        steps = table_line(tree, seen, seats)
        check_steps(tree, steps, seats)
        places = table_places(tree, seen, steps, seats)
        if places:
            check_weights(places)


def test_any_hand_is_played_by_shares_of_legal_actions(blueprint: TableBlueprint) -> None:
    some = np.array([0, 700, COMBO_COUNT - 1])
    played = 0
    for seen in decisions(Random(9), 60):
        shares, policy = blueprint.shares(seen), blueprint.policy(seen, some)
        assert set(shares) == set(policy.actions)
        if not shares:
            continue
        played += 1
        assert sum(shares.values()) == pytest.approx(1)
        assert min(shares.values()) >= 0
        assert np.allclose(policy.shares.sum(1), 1)
        legal = seen.legal
        for action in shares:
            if action.kind == "fold":
                assert legal.call_cost > 0
            elif action.kind != "call":
                assert legal.can_raise
                assert legal.raise_min <= action.amount <= legal.raise_max
    assert played > 60


def test_a_blueprint_says_the_same_of_one_hand_and_of_all(blueprint: TableBlueprint) -> None:
    every = np.arange(COMBO_COUNT)
    for seen in decisions(Random(4), 12):
        shares, policy = blueprint.shares(seen), blueprint.policy(seen, every)
        own = COMBOS.index(tuple(sorted(card.index for card in seen.hole)))
        row = dict(zip(policy.actions, policy.shares[own].tolist(), strict=True))
        assert shares == pytest.approx(row)


# --- the tree's own actions -----------------------------------------------------------------------


def equal_table(betting: TableBetting, seed: int) -> HandCursor:
    rules = Rules(ante=betting.ante, straddles=betting.straddles)
    stacks = [100 * betting.stack] * betting.players
    return HandCursor(HandState.start(rules, stacks, betting.players - 1, seed=seed))


@pytest.mark.parametrize(
    "betting",
    [
        SIX,
        TableBetting(3, stack=40),
        TableBetting(4, stack=60, ante=20, preflop="2.5x / 3x / a", flop_players=4),
        TableBetting(5, stack=80, straddles=(200,), flop_players=2),
    ],
    ids=["six", "three", "antes", "straddle"],
)
def test_the_tree_s_own_actions_lead_to_its_own_nodes(betting: TableBetting) -> None:
    """Lines from the flop on share trees, so a hand ends here where only one of both is all-in."""
    tree, draw, flops = betting.tree, Random(betting.players), 0
    for seed in range(60):
        cursor, node = equal_table(betting, seed), 0
        while cursor.state.actor != -1:
            seen = cursor.observation()
            seats = seats_of(seen, betting.players)
            assert seats == {seat: seat for seat in range(betting.players)}
            steps = table_line(tree, seen, seats)
            assert table_places(tree, seen, steps, seats) == [(1.0, node)]
            options = tree.options(node)
            actions = actions_at(options, seen.legal)
            # Nobody folds too often, so that many hands see a flop.
            place = draw.choice(range(len(options))[-3:])
            option, action = options[place], actions[place]
            is_all_in = action.amount == seen.legal.raise_max
            if option.kind == RAISE:
                size = option.size * (seen.legal.pot + seen.legal.call_cost) + seen.legal.price
                clamped = abs(action.amount - size) > 1 and not option.is_all_in
                if clamped or option.is_all_in != is_all_in:
                    break
            cursor.apply(action)
            node = option.child
            flops += node >= STRIDE
    assert flops > 20


def test_before_the_flop_a_hand_is_played_by_the_numbers_that_are_stored(
    blueprint: TableBlueprint,
) -> None:
    tree, draw, checked = blueprint.tree, Random(5), 0
    for seed in range(40):
        cursor, node = equal_table(blueprint.betting, seed), 0
        while node < STRIDE and cursor.state.actor != -1:
            seen = cursor.observation()
            options = tree.options(node)
            actions = actions_at(options, seen.legal)
            numbers = blueprint.numbers(node)
            if not numbers.any():  # a compact blueprint has no strategy on rare lines
                assert blueprint.shares(seen) == {}
                break
            bucket = blueprint.buckets.bucket_of([card.index for card in seen.hole])
            row = numbers[bucket].tolist()
            total = sum(row)
            expected = dict.fromkeys([*actions, CALL], 0.0)  # a fourth player has no call
            for action, number in zip(actions, row, strict=True):
                expected[action] += number / total if total else 1 / len(row)
            shares = blueprint.shares(seen)
            assert {CALL: 0.0} | shares == pytest.approx(expected)
            checked += 1
            place = draw.randrange(len(options))
            cursor.apply(actions[place])
            node = options[place].child
    assert checked > 120


def test_a_short_big_blind_does_not_turn_the_price_around(blueprint: TableBlueprint) -> None:
    """The price is that of a full big blind, and can be more than all chips in the pot."""
    for stacks in ([30, 1, 30], [10_000, 1, 10_000], [40, 40, 40, 40], [50, 1, 10_000, 10_000]):
        seen = seen_after(stacks=stacks, rules=Rules(small_blind=20))
        shares = blueprint.shares(seen)
        assert sum(shares.values()) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in shares.values())
        policy = blueprint.policy(seen, np.arange(COMBO_COUNT))
        assert policy.shares.min() >= 0


def test_bets_of_several_that_a_short_stack_cannot_match_are_no_better_price() -> None:
    """The button has 2,000 chips, and two others are all-in for five times as much."""
    stacks = [10_000, 10_000, 10_000, 10_000, 10_000, 2_000]
    line = [Action.all_in(), FOLD, CALL]
    seen = seen_after(*line, stacks=stacks)
    assert (seen.seat, seen.legal.call_cost) == (5, 2_000)
    price = 2_000 / (2 * 2_000 + 150)
    assert price_at(seen) == pytest.approx(price)
    seen = seen_after(*line, CALL, stacks=stacks)
    step = table_line(SIX.tree, seen, seats_of(seen, 6))[-1]
    assert step.record.chips / step.pot == pytest.approx(price)


def test_a_big_blind_whose_ante_takes_its_last_chips_counts_as_calling() -> None:
    rules = Rules(ante=100, ante_by="big-blind")
    stacks = [10_000, 150, 10_000, 10_000, 10_000, 10_000]
    line = [Action.raise_to(250), FOLD, FOLD, CALL, FOLD]
    seen = seen_after(*line, stacks=stacks, rules=rules)
    assert (seen.street, seen.seat) == ("flop", 2)
    assert all(entry_of(node) == (1, 2, 5) for _, node in places_in_six(seen))
    assert places_in_six(seen)


# --- what the tree lacks --------------------------------------------------------------------------


def seen_after(*actions: Action, stacks: list[int], rules: Rules | None = None) -> Observation:
    cursor = HandCursor(HandState.start(rules or Rules(), stacks, len(stacks) - 1, seed=2))
    for action in actions:
        cursor.apply(action)
    return cursor.observation()


def places_in_six(seen: Observation) -> list[tuple[float, int]]:
    seats = seats_of(seen, 6)
    return list(table_places(SIX.tree, seen, table_line(SIX.tree, seen, seats), seats))


def entry_of(node: int) -> tuple[int, ...]:
    return SIX.tree.entries[node // STRIDE - 1].seats


def test_further_callers_count_as_folded() -> None:
    """Five limp and the big blind checks: only three may see the flop, who are the last of them."""
    seen = seen_after(*[CALL] * 5, CHECK, stacks=[10_000] * 6)
    assert (seen.street, seen.seat) == ("flop", 0)
    assert len(SIX.tree.entries[0].seats) <= 3
    places = places_in_six(seen)
    for _, node in places:
        assert SIX.tree.acting(node) == (0, 1)
        assert len(entry_of(node)) == 3


def test_a_caller_who_counts_as_folded_is_at_no_node_later() -> None:
    """The button calls a raise as the fourth player, so the tree has no place for it."""
    raised = Action.raise_to(250)
    line = [raised, CALL, CALL, CALL, FOLD, FOLD]
    flop = seen_after(*line, stacks=[10_000] * 6)
    assert (flop.street, flop.seat) == ("flop", 2)
    assert all(entry_of(node) == (2, 3, 4) for _, node in places_in_six(flop))
    assert places_in_six(flop)
    button = seen_after(*line, CHECK, CHECK, CHECK, stacks=[10_000] * 6)
    assert button.seat == 5
    assert places_in_six(button) == []
    turn = seen_after(*line, *[CHECK] * 4, stacks=[10_000] * 6)
    assert (turn.street, turn.seat) == ("turn", 2)
    places = places_in_six(turn)
    assert [SIX.tree.acting(node) for _, node in places] == [(2, 2)] * len(places)
    assert places


def test_a_call_for_which_there_is_no_room_says_nothing_of_the_hand(
    blueprint: TableBlueprint,
) -> None:
    """The button counts as folded, but does not have the hands that fold."""
    line = [Action.raise_to(250), CALL, CALL, CALL, FOLD, FOLD]
    seen = seen_after(*line, stacks=[10_000] * 6)
    board = [card.index for card in seen.board]
    steps = blueprint.line(seen)
    assert [bool(step.moves) for step in steps] == [True, True, True, False, True, True]
    assert (reach_of(blueprint, steps, 5, board) == 1).all()
    assert 0 < reach_of(blueprint, steps, 4, board).mean() < 0.5


def test_a_bet_of_a_caller_who_counts_as_folded_cannot_be_followed() -> None:
    line = [Action.raise_to(250), CALL, CALL, CALL, FOLD, FOLD, CHECK, CHECK, CHECK]
    seen = seen_after(*line, Action.bet(500), stacks=[10_000] * 6)
    assert places_in_six(seen) == []


def test_a_player_who_is_all_in_for_less_calls_from_then_on() -> None:
    """The cutoff has two big blinds: it calls a raise with all of them, and checks to the end."""
    stacks = [10_000, 10_000, 10_000, 10_000, 200, 10_000]
    line = [FOLD, Action.raise_to(250), CALL, FOLD, FOLD, CALL]
    seen = seen_after(*line, stacks=stacks)
    assert (seen.street, seen.seat) == ("flop", 1)
    assert places_in_six(seen)
    assert all(entry_of(node) == (1, 3, 4) for _, node in places_in_six(seen))
    later = seen_after(*line, CHECK, CHECK, stacks=stacks)
    assert (later.street, later.seat) == ("turn", 1)
    places = places_in_six(later)
    assert [SIX.tree.acting(node) for _, node in places] == [(1, 2)] * len(places)
    assert places


@pytest.mark.parametrize("chips", [500, 900])
def test_a_short_all_in_before_others_is_the_raise_that_it_is(chips: int) -> None:
    """The small blind, who has more chips, can still raise."""
    blueprint, deep = table_blueprint_for(6, 40), [4_000] * 6
    assert blueprint is not None
    line = [FOLD, FOLD, Action.raise_to(200)]
    short = seen_after(*line, Action.all_in(), stacks=[*deep[:5], chips])
    usual = seen_after(*line, Action.raise_to(chips), stacks=deep)
    assert short.legal.raise_max == usual.legal.raise_max == 4_000
    places = blueprint.places(short, blueprint.line(short))
    assert places == blueprint.places(usual, blueprint.line(usual))
    assert any(each.kind == RAISE for each in blueprint.tree.options(places[0].node))
    every = np.arange(COMBO_COUNT)
    assert np.allclose(blueprint.policy(short, every).shares, blueprint.policy(usual, every).shares)


def test_an_all_in_of_nearly_the_tree_s_stack_is_its_all_in() -> None:
    blueprint = table_blueprint_for(6, 40)
    assert blueprint is not None
    line = [FOLD, FOLD, Action.raise_to(220), Action.all_in()]
    found = []
    for chips in (3_500, 4_000):
        seen = seen_after(*line, stacks=[*[4_000] * 5, chips])
        found.append(blueprint.places(seen, blueprint.line(seen)))
    assert found[0] == found[1]
    options = blueprint.tree.options(found[0][0].node)
    assert [each for each in options if each.kind == RAISE] == []


def test_a_bet_between_two_sizes_is_at_both() -> None:
    sizes = [option for option in SIX.tree.options(0) if option.kind == RAISE]
    assert len(sizes) == 1  # 60% of the pot after a call, which is to 2.5 big blinds
    exact = places_in_six(seen_after(Action.raise_to(250), stacks=[10_000] * 6))
    assert [weight for weight, _ in exact] == [1.0]
    small = places_in_six(seen_after(Action.raise_to(200), stacks=[10_000] * 6))
    assert len(small) == 2  # also a limp
    assert exact[0][1] in [node for _, node in small]
    weights = {node: weight for weight, node in small}
    # By the formula of Ganzfried and Sandholm, between a call (0) and a raise (60%), at 40%.
    assert weights[exact[0][1]] == pytest.approx(1 - (0.6 - 0.4) / (0.6 * 1.4))


# --- seats ----------------------------------------------------------------------------------------


def test_who_is_missing_are_the_first_to_act() -> None:
    for dealt in range(3, 7):
        seen = seen_after(stacks=[10_000] * dealt)
        # The blinds, and then those nearest to the button.
        names = [0, 1, *range(8 - dealt, 6)]
        assert list(seats_of(seen, 6).values()) == names
        assert places_in_six(seen)[0][0] == 1.0
        assert SIX.tree.acting(places_in_six(seen)[0][1]) == (names[2 % dealt], 0)


def test_empty_seats_have_no_place_in_the_tree() -> None:
    stacks = [0, 10_000, 10_000, 0, 10_000, 10_000, 0]
    start = HandState.start(Rules(), stacks, 4, seed=1)
    seats = seats_of(HandCursor(start).observation(), 6)
    assert seats == {5: 0, 1: 1, 2: 4, 4: 5}


@pytest.mark.parametrize(
    ("dealt", "players", "fits"),
    [(2, 2, True), (2, 6, False), (3, 2, False), (3, 3, True), (7, 6, False), (9, 9, True)],
)
def test_a_tree_fits_as_many_players_as_it_has(dealt: int, players: int, fits: bool) -> None:
    seats = seats_of(seen_after(stacks=[10_000] * dealt), players)
    assert len(seats) == (dealt if fits else 0)
    assert len(set(seats.values())) == len(seats)


def test_heads_up_the_button_is_the_small_blind() -> None:
    for stacks, button, expected in (
        ([10_000] * 2, 1, {1: 0, 0: 1}),
        ([10_000, 0, 10_000], 0, {0: 0, 2: 1}),
    ):
        seen = HandCursor(HandState.start(Rules(), stacks, button, seed=1)).observation()
        assert seats_of(seen, 2) == expected
        assert seen.seat == button


def test_without_seats_there_are_no_places() -> None:
    seen = seen_after(stacks=[10_000] * 2)
    assert table_places(SIX.tree, seen, [], {}) == []
