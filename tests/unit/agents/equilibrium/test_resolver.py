"""The agent that plays the blueprint before the flop and solves each later street again."""

import pickle
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from handsight.agents import Policy, agent
from handsight.agents.equilibrium.resolver import ResolverPlayer
from handsight.agents.protocol import Decision
from handsight.blueprint.resolving import worth_mode
from handsight.blueprint.subgame import fitted, leaf_values, node_after, subgame_of, trimmed
from handsight.cards import CardSet
from handsight.errors import InputError, OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.multiway.pots import _kept
from handsight.ranges.combos import MASKS, combo_number
from handsight.solver.limited import flop_equity
from handsight.testing import check_agent
from tests.thorough import up_to

CALL, CHECK = Action.call(), Action.check()
TO_RIVER = (CALL, CHECK, CHECK, CHECK, CHECK, CHECK)
QUICK = "resolver:iterations=5,turn_iterations=1,flop_iterations=10"
UNSOLVED = "resolver:iterations=5,turn_iterations=1,flop_iterations=0"


@pytest.fixture(scope="module", autouse=True)
def rough_values() -> Iterator[None]:
    """Estimate what a table's hands are worth at the turn from few deals, and keep no files."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("handsight.multiway.pots.POT_DEALS", 5_000)
        patched.setattr(
            "handsight.multiway.pots.found_or_estimated",
            lambda _kind, _load, estimate, strategy, _beside: estimate(strategy),
        )
        _kept.cache_clear()
        yield
    _kept.cache_clear()


def seen_after(
    *actions: Action, rules: Rules | None = None, seats: int = 2, seed: int = 7
) -> Observation:
    start = HandState.start(rules or Rules(), [10_000] * seats, button=0, seed=seed)
    cursor = HandCursor(start)
    for action in actions:
        cursor.apply(action)
    return cursor.observation()


def live(seen: Observation) -> np.ndarray:
    lying = sum(card.mask for card in seen.board)
    return np.array([number for number, mask in enumerate(MASKS) if not mask & lying])


def test_it_keeps_the_contract_of_agents() -> None:
    report = check_agent(QUICK, seats=(2, 3), hands=16)
    assert report.decisions.keys() == {"preflop", "flop", "turn", "river"}


def test_before_what_it_solves_it_is_the_blueprint() -> None:
    flops = ((CALL, CHECK), (CALL, CHECK, Action.bet(120)))
    for name, lines in ((QUICK, ()), (UNSOLVED, flops)):
        for line in ((), (Action.raise_to(275),), *lines):
            seen = seen_after(*line)
            one, other = (
                agent(each).probabilities(seen, live(seen))  # type: ignore[attr-defined]
                for each in (name, "blueprint")
            )
            assert one.actions == other.actions
            assert (one.chances == other.chances).all()


def test_a_flop_is_solved() -> None:
    seen = seen_after(CALL, CHECK, Action.bet(120))
    one, other = (agent(name).explain(seen, Random(1)) for name in (QUICK, UNSOLVED))  # type: ignore[attr-defined]
    assert one.reason == "drawn by the shares of what was solved at the table"
    assert other.reason != one.reason


@pytest.mark.parametrize("rules", [Rules(structure="fixed-limit"), None])
def test_with_a_limit_and_among_three_it_is_the_blueprint(rules: Rules | None) -> None:
    lines = ((*TO_RIVER,) if rules else (*[CALL] * 2, CHECK, *[CHECK] * 6),)
    for line in lines:
        seen = seen_after(*line, rules=rules, seats=2 if rules else 3)
        assert seen.street == "river"
        mine, theirs = (
            agent(name).explain(seen, Random(3))  # type: ignore[attr-defined]
            for name in (QUICK, "blueprint")
        )
        assert mine == theirs


# --- at larger tables -----------------------------------------------------------------------------

FOLD = Action.fold()
OPEN = Action.raise_to(250)
TWO = (FOLD, FOLD, FOLD, OPEN, FOLD, CALL)
THREE = (FOLD, FOLD, OPEN, CALL, FOLD, CALL)
SOLVED = "drawn by the shares of what was solved at the table"


def explained(name: str, seen: Observation) -> Decision:
    decision: Decision = agent(name).explain(seen, Random(3))  # type: ignore[attr-defined]
    return decision


def solved_hands(seen: Observation) -> np.ndarray:
    """Return which of the live hands are solved: none if the street is the blueprint's."""
    player, combos = agent(QUICK), live(seen)
    assert isinstance(player, ResolverPlayer)
    resolved = player._resolved(seen, combos)
    known = np.zeros(len(combos), bool) if resolved is None else resolved[1]
    own = combo_number(*(card.index for card in seen.hole))
    is_own = bool(known[combos == own][0])
    reason = explained(QUICK, seen).reason
    assert (reason == SOLVED) == is_own
    if not is_own:  # such as a hand that the blueprint would have folded
        assert reason == explained("blueprint", seen).reason
    return known


@pytest.mark.parametrize("street", ["turn", "river"])
def test_at_a_table_of_six_a_street_that_two_begin_is_solved(street: str) -> None:
    checks = (CHECK, CHECK) * (1 if street == "turn" else 2)
    for after in ((), (CHECK,), (Action.bet(300),)):
        seen = seen_after(*TWO, *checks, *after, seats=6)
        assert seen.street == street
        known, combos = solved_hands(seen), live(seen)
        assert 100 < known.sum() < len(known)
        one, other = (
            agent(name).probabilities(seen, combos[known])  # type: ignore[attr-defined]
            for name in (QUICK, "blueprint")
        )
        assert np.allclose(one.chances.sum(1), 1)
        both = {*one.actions} & {*other.actions}
        assert max(abs(one.of(action) - other.of(action)).max() for action in both) > 0.01


BLINDS = (*(FOLD,) * 4, Action.raise_to(250), CALL)
LIMPED = (*(FOLD,) * 4, CALL, CHECK)
CO_AND_BB = (FOLD, FOLD, OPEN, FOLD, FOLD, CALL)
THREE_BET = (FOLD, FOLD, OPEN, Action.raise_to(800), FOLD, FOLD, CALL)
SQUEEZED = (FOLD, FOLD, FOLD, OPEN, Action.raise_to(1_100), FOLD, CALL)
FLOPS = {  # the line to the flop, who acts first and last on it, its pot and what is left
    "the button and the big blind": (TWO, 2, 0, 550, 9_750),
    "the button folded": (CO_AND_BB, 2, 5, 550, 9_750),
    "the blinds": (BLINDS, 1, 2, 500, 9_750),
    "a limp": (LIMPED, 1, 2, 200, 9_900),
    "a 3-bet in position": (THREE_BET, 5, 0, 1_750, 9_200),
    "a 3-bet by the small blind": (SQUEEZED, 1, 0, 2_300, 8_900),
}


def followed_ranges(line: tuple[Action, ...], seats: int = 6) -> dict[int, np.ndarray]:
    """Return, by seat, how often the blueprint plays a line with each combo."""
    cursor = HandCursor(HandState.start(Rules(), [10_000] * seats, button=0, seed=7))
    ranges: dict[int, np.ndarray] = {}
    every = np.arange(len(MASKS))
    for action in line:
        seen = cursor.observation()
        table = agent("blueprint").probabilities(seen, every)  # type: ignore[attr-defined]
        # A raise that the blueprint lacks stands for its nearest one: here it has but one.
        wanted = "call" if action == CHECK else action.kind
        kinds = [each for each in table.actions if each.kind == wanted]
        [same] = kinds if action not in table.actions else [action]
        before = ranges.get(seen.seat, np.ones(len(MASKS)))
        ranges[seen.seat] = before * table.of(same)
        cursor.apply(action)
    return ranges


@pytest.mark.parametrize("name", FLOPS)
def test_a_flop_of_two_at_a_table_of_six_begins_with_their_ranges_and_chips(name: str) -> None:
    line, first, last, pot, stack = FLOPS[name]
    seen = seen_after(*line, seats=6)
    player = ResolverPlayer(iterations=1, turn_iterations=1, flop_iterations=1)
    blueprint = player.strategy_for(seen)
    assert blueprint is not None
    start = subgame_of(blueprint, seen, "flop")
    assert start is not None
    assert (start.first, start.player(last), start.pot, start.stack) == (first, 1, pot, stack)
    ways = blueprint.seats(seen)
    assert start.numbers == (ways[first], ways[last])
    expected, board = followed_ranges(line), [card.index for card in seen.board]
    for row, seat in enumerate((first, last)):
        naive = expected[seat].copy()
        naive[~np.isin(np.arange(len(MASKS)), live(seen))] = 0
        naive /= naive.max()
        naive[naive < 0.001] = 0
        assert start.ranges[row] == pytest.approx(naive, abs=1e-4)
        assert (start.ranges[row] == trimmed(expected[seat], board)).all()


@pytest.mark.parametrize("name", FLOPS)
def test_a_flop_of_two_at_a_table_of_six_is_solved(name: str) -> None:
    line = FLOPS[name][0]
    for after in ((), (CHECK,), (Action.bet(333),), (CHECK, Action.bet(333))):
        seen = seen_after(*line, *after, seats=6)
        known, combos = solved_hands(seen), live(seen)
        assert 50 < known.sum() < len(known)
        table = agent(QUICK).probabilities(seen, combos[known])  # type: ignore[attr-defined]
        assert np.allclose(table.chances.sum(1), 1)


def test_on_a_flop_at_a_table_the_player_in_position_has_the_rows_of_the_tables() -> None:
    """Whoever acts last takes most of the pot with a strong hand against a weak one."""
    seen = seen_after(*CO_AND_BB, seats=6)
    player = ResolverPlayer(iterations=1, turn_iterations=1, flop_iterations=1)
    player.act(seen, Random(1))
    resolver = player._resolvers[False]
    start = resolver._start(seen, "flop")
    assert start is not None
    assert resolver.turn_values is not None
    values, places = resolver.turn_values(start.places)
    assert [values.blueprint.tree.acting(each.node) for each in places] == [(1, 1)]
    fit = fitted(start, ())
    assert fit is not None
    board = start.board
    leaves = leaf_values(values, places, fit[0], board, flop_equity(CardSet(seen.board)))
    for table in leaves.tables:
        for ways in ((0, 0), (2, 2)):
            assert table[ways][18:, :6].mean() > 0.75
            assert table[ways][:6, 18:].mean() < 0.25


@pytest.mark.parametrize("name", ["the button and the big blind", "a 3-bet in position"])
def test_a_best_response_wins_less_from_a_table_s_solved_flop_than_from_its_blueprint(
    name: str,
) -> None:
    """Up to the turn, with the values of its leaves, and over the opponent's whole range."""
    seen = seen_after(*FLOPS[name][0], seats=6)
    player = ResolverPlayer(iterations=1, turn_iterations=1, flop_iterations=60)
    player.act(seen, Random(1))
    resolver = player._resolvers[False]
    start = resolver._start(seen, "flop")
    assert start is not None
    place = resolver._place(start, 0, ())
    assert place is not None
    learner = place.street.learner
    combos = learner.game.combos_at(0, 0, 1)
    weights, pairs = learner.game.weights, start.ranges[1][combos]
    best = learner.root_values(1, worth_mode())[: len(combos)] @ pairs
    old, _ = resolver._opponent(start, 1, resolver._learner(start, 1, place.street.betting))
    assert old is not None
    everything = weights[0].sum() * pairs.sum() * start.pot
    assert best < old @ pairs - 0.1 * everything


def test_a_table_s_flop_is_the_same_for_whoever_asks_and_whatever_came_before() -> None:
    seen, other = seen_after(*TWO, Action.bet(200), seats=6), seen_after(*BLINDS, seats=6)
    fresh, used = agent(QUICK), agent(QUICK)
    used.probabilities(other, live(other))  # type: ignore[attr-defined]
    combos = live(seen)
    one, two = (each.probabilities(seen, combos) for each in (fresh, used))  # type: ignore[attr-defined]
    assert one.actions == two.actions
    assert one.chances.tobytes() == two.chances.tobytes()


def test_after_a_table_s_solved_flop_the_turn_begins_with_its_ranges() -> None:
    seen = seen_after(*TWO, Action.bet(200), CALL, seats=6)
    player = ResolverPlayer(iterations=1, turn_iterations=1, flop_iterations=5)
    player.act(seen, Random(1))
    resolver = player._resolvers[False]
    turn, flop = resolver._start(seen, "turn"), resolver._start(seen, "flop")
    assert turn is not None
    assert flop is not None
    place = resolver._place(flop, turn.player(seen.seat), seen.actions[-2:])
    assert place is not None
    for number in range(2):
        shares = place.street.shares(node_after(place.street.tree, place.taken[:number]))
        came = flop.ranges[number] * shares[:, place.taken[number]]
        assert turn.ranges[number] == pytest.approx(trimmed(came, turn.board))


@pytest.mark.parametrize(("stack", "seats"), [(20, 9), (40, 6), (20, 3)])
def test_flops_are_solved_with_other_stacks_and_tables_too(stack: int, seats: int) -> None:
    ante = Rules(ante=12) if stack == 20 else Rules()
    start = HandState.start(ante, [stack * 100] * seats, button=0, seed=7)
    cursor = HandCursor(start)
    for action in (*(FOLD,) * (seats - 3), Action.raise_to(200), FOLD, CALL):
        cursor.apply(action)
    seen = cursor.observation()
    assert seen.street == "flop"
    player, combos = agent(f"{QUICK},stack={stack}"), live(seen)
    assert isinstance(player, ResolverPlayer)
    resolved = player._resolved(seen, combos)
    assert resolved is not None
    assert resolved[1].sum() > 50


@pytest.mark.parametrize("error", [InputError("'x.npz' is damaged"), OSError("the disk is full")])
def test_without_values_at_the_turn_a_flop_is_the_blueprint_s_and_says_why(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr("handsight.agents.equilibrium.resolver.pot_values", refuse)
    player = agent(QUICK)
    flop = seen_after(*TWO, CHECK, seats=6)
    mine, theirs = player.explain(flop, Random(3)), explained("blueprint", flop)  # type: ignore[attr-defined]
    assert mine.reason == f"{theirs.reason}; the flop is not solved: {error}"
    assert (mine.action, mine.numbers) == (theirs.action, theirs.numbers)
    turn = seen_after(*TWO, CHECK, CHECK, seats=6)
    assert player.probabilities(turn, live(turn)).is_exact  # type: ignore[attr-defined]
    three = seen_after(*THREE, CHECK, seats=6)
    assert player.explain(three, Random(3)) == explained("blueprint", three)  # type: ignore[attr-defined]


def test_a_heads_up_flop_without_values_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise InputError("'x.npz' is damaged")

    monkeypatch.setattr("handsight.agents.equilibrium.resolver.turn_values_of", refuse)
    reason = explained(QUICK, seen_after(CALL, CHECK)).reason
    assert reason.endswith("; the flop is not solved: 'x.npz' is damaged")


def test_at_a_table_of_six_pots_of_three_are_the_blueprint_s() -> None:
    lines = (
        (*THREE, CHECK),
        (*THREE, CHECK, CHECK, CHECK, CHECK),
        (*THREE, *[CHECK] * 6, CHECK),
    )
    for line in lines:
        seen = seen_after(*line, seats=6)
        assert explained(QUICK, seen) == explained("blueprint", seen)
        assert not solved_hands(seen).any()


def test_two_who_are_left_of_three_are_solved_from_the_next_street_on() -> None:
    """One of three folds on the turn: this street goes on as it began, and the river is solved."""
    turn = (*THREE, CHECK, CHECK, CHECK, Action.bet(500), FOLD)
    now = seen_after(*turn, seats=6)
    assert (now.street, len(now.players)) == ("turn", 2)
    assert explained(QUICK, now) == explained("blueprint", now)
    later = seen_after(*turn, CALL, seats=6)
    assert later.street == "river"
    assert solved_hands(later).any()


def test_with_a_caller_for_whom_the_tree_has_no_room_the_turn_is_solved_too() -> None:
    """Four see the flop, where two of them fold; the one who called last counts as any hand."""
    line = (OPEN, CALL, CALL, FOLD, FOLD, CALL, Action.bet(600), FOLD, CALL, FOLD)
    seen = seen_after(*line, seats=6)
    assert (seen.street, len(seen.players)) == ("turn", 2)
    assert solved_hands(seen).any()


def test_a_third_player_who_is_all_in_leaves_the_street_to_the_blueprint() -> None:
    stacks = [10_000] * 5 + [250]
    cursor = HandCursor(HandState.start(Rules(), stacks, button=2, seed=7))
    for action in (Action.all_in(), FOLD, FOLD, CALL, FOLD, CALL, CHECK, CHECK):
        cursor.apply(action)
    seen = cursor.observation()
    assert seen.street == "turn"
    assert SOLVED not in explained(QUICK, seen).reason


def test_it_keeps_the_contract_at_tables_of_six() -> None:
    report = check_agent(QUICK, seats=(4, 6), hands=40)
    assert report.decisions.keys() == {"preflop", "flop", "turn", "river"}


@pytest.mark.exhaustive
def test_it_keeps_the_contract_at_tables_of_any_size() -> None:
    check_agent(QUICK, seats=(3, 4, 5, 6, 7, 9), hands=up_to(200, 40))
    check_agent("blueprint", seats=(3, 4, 5, 6, 7, 9), hands=up_to(1_000, 200))


def test_one_policy_for_all_hands_says_the_same_as_one_for_each() -> None:
    seen = seen_after(*TO_RIVER, Action.bet(333))
    player = agent(QUICK)
    assert isinstance(player, Policy)
    combos = live(seen)
    every = player.probabilities(seen, combos)
    assert every.is_exact
    assert every.chances.sum(1) == pytest.approx(np.ones(len(combos)))
    place = int(np.flatnonzero(combos == combo_number(*(card.index for card in seen.hole)))[0])
    decision = player.explain(seen, Random(1))  # type: ignore[attr-defined]
    alone = dict(zip(map(str, every.actions), every.chances[place].tolist(), strict=True))
    assert {name: alone.get(name, 0) for name in decision.numbers} == decision.numbers


def test_hands_that_would_hardly_be_here_are_played_as_the_blueprint_does() -> None:
    """Aces raise before the flop, so that few of them limp and call a bet of all chips."""
    seen = seen_after(Action.raise_to(400), CALL, CHECK, CHECK, CHECK, CHECK)
    player, combos = ResolverPlayer(iterations=5, turn_iterations=1, flop_iterations=0), live(seen)
    resolved = player._resolved(seen, combos)
    assert resolved is not None
    table, known = resolved
    assert 0 < known.sum() < len(known)
    every, blueprint = (
        player.probabilities(seen, combos),
        agent("blueprint").probabilities(seen, combos[~known]),  # type: ignore[attr-defined]
    )
    for action in every.actions:
        assert every.of(action)[known].tolist() == table.of(action)[known].tolist()
        assert every.of(action)[~known].tolist() == blueprint.of(action).tolist()


def test_a_seed_gives_the_same_decisions_also_to_a_copy_that_was_pickled() -> None:
    player = agent(QUICK)
    seen = seen_after(*TO_RIVER, Action.bet(333))
    first = [player.act(seen, Random(seed)) for seed in range(20)]
    copied = pickle.loads(pickle.dumps(player))
    assert [copied.act(seen, Random(seed)) for seed in range(20)] == first
    assert len(set(first)) > 1
    assert len(pickle.dumps(player)) < 1_000


def test_it_says_what_was_solved() -> None:
    decision = agent(QUICK).explain(seen_after(*TO_RIVER), Random(1))  # type: ignore[attr-defined]
    assert decision.reason == "drawn by the shares of what was solved at the table"
    assert sum(decision.numbers.values()) == pytest.approx(1)
    timed = agent(f"{QUICK},milliseconds=60000").explain(seen_after(*TO_RIVER), Random(1))  # type: ignore[attr-defined]
    assert timed.reason == f"{decision.reason}; how far it was solved depends on the machine"
    assert timed.numbers == decision.numbers


def test_threads_change_no_decision() -> None:
    seen = seen_after(*TO_RIVER[:-2])
    assert seen.street == "turn"
    options = "turn_iterations=3,flop_iterations=0"
    one, more = (agent(f"resolver:{options},threads={number}") for number in (1, 3))
    tables = [each.probabilities(seen, live(seen)) for each in (one, more)]  # type: ignore[attr-defined]
    assert tables[0].actions == tables[1].actions
    assert tables[0].chances.tobytes() == tables[1].chances.tobytes()


def test_with_little_time_it_takes_fewer_steps() -> None:
    seen = seen_after(*TO_RIVER)
    steps = []
    for options in ({"milliseconds": 1e-6}, {"milliseconds": 60_000}, {}):
        player = ResolverPlayer(iterations=25, turn_iterations=1, flop_iterations=0, **options)
        player.act(seen, Random(1))
        assert player._resolvers[True] is not None
        street = list(player._resolvers[True]._streets.values())[-1]
        assert street is not None
        steps.append(street.learner.steps)
    assert steps == [10, 25, 25]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("iterations=0", "iterations is 0; it must be from 1 to 100,000"),
        ("turn_iterations=100001", "turn_iterations is 100001; it must be from 1 to 100,000"),
        ("flop_iterations=-1", "flop_iterations is -1; it must be from 0 to 100,000"),
        ("threads=257", "threads is 257; it must be from 1 to 256"),
        ("trust=1.5", r"trust is 1\.5; it must be a share from 0 to 1"),
        ("as_blueprint=-1", r"as_blueprint is -1\.0; it must be a share from 0 to 1"),
        ("milliseconds=-1", r"milliseconds is -1\.0; it must be a number, 0 or more"),
        ("milliseconds=nan", "milliseconds is nan; it must be a number, 0 or more"),
        ("stack=77", "no blueprint ships for 77 big blinds"),
    ],
)
def test_wrong_options_are_refused(options: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        agent(f"resolver:{options}")


def test_its_quick_policy_is_that_of_its_blueprint() -> None:
    seen, player = seen_after(CALL, CHECK, Action.bet(120)), ResolverPlayer(least=0.1)
    quick = player.quick_policy()
    combos = live(seen)
    expected = agent("blueprint:least=0.1").probabilities(seen, combos)  # type: ignore[attr-defined]
    assert (quick.probabilities(seen, combos).chances == expected.chances).all()
