"""A local best response does what its rule says in words, and beats the beatable by what is known.

Source of the rule: Lisy and Bowling, 2017. The twin is `tests.naive.local_best_response`.
"""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from handsight.agents import PolicyTable, agent
from handsight.agents.policy import plain
from handsight.arena.response.local_best_response import (
    LocalBestResponse,
    ResponseActions,
    ResponseMenu,
)
from handsight.cards import CardSet
from handsight.errors import ArenaError, OptionError
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.odds import Spot
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS_OF, MASKS
from handsight.solver import Betting, push_fold, solve
from tests.naive import local_best_response as naive

RIVER = "Td9d6hQc3s"
BLINDS = Rules(small_blind=50, big_blind=100)


def table(holes: list[str], board: str = "", stack: int = 10_000, actions: str = "") -> HandCursor:
    """Set a hand up after some actions, written like "c c b300"."""
    cursor = HandCursor(HandState.start(BLINDS, [stack] * 2, 0, holes=holes, board=board, seed=1))
    for action in actions.split():
        cursor.apply(Action.parse(action))
    return cursor


class Wary:
    """Folds by a number that only its two cards decide; a bet by the same number."""

    name = "wary"

    def fold_chance(self, combo: int) -> Fraction:
        return Fraction(combo * 37 % 101, 100) if combo % 3 else Fraction(0)

    def probabilities(self, observation: Observation, combos: np.ndarray) -> PolicyTable:
        folds = np.array([float(self.fold_chance(combo)) for combo in combos.tolist()])
        if observation.to_call:
            return PolicyTable((Action.fold(), Action.call()), np.stack([folds, 1 - folds], axis=1))
        bets = Action.raise_to(observation.legal.half_pot)
        return PolicyTable((bets, Action.call()), np.stack([folds, 1 - folds], axis=1))


# --- against the twin -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("street", ["turn", "river"])
def test_values_are_those_of_the_rule_in_words(street: str, seed: int) -> None:
    rng = Random(f"{street} {seed}")
    deck = rng.sample([str(card) for card in CardSet.full()], 9)
    board = "".join(deck[4:9] if street == "river" else deck[4:8])
    holes = ["".join(deck[:2]), "".join(deck[2:4])]
    # The button calls, both check the flop and the turn; the opponent, first to act, bets.
    quiet = "c c " + "k k " * (2 if street == "river" else 1)
    cursor = table(holes, board, actions=quiet)
    opponent = Wary()
    response = LocalBestResponse(opponent, "fold, call, 50%, pot, all-in")
    response.begin(CardSet(holes[0]))
    own, lying = CardSet(holes[0]).mask, sum(card.mask for card in cursor.state.board)
    free = [number for number, mask in enumerate(MASKS) if not mask & (own | lying)]
    few = rng.sample(free, 40)
    response.set_range(np.isin(np.arange(COMBO_COUNT), few).astype(float))
    seen = cursor.observation()
    bet = Action.bet(seen.legal.half_pot)
    response.observe(seen, bet)
    cursor.apply(bet)

    weights = naive.bayes(
        dict.fromkeys(few, Fraction(1, 40)), {each: opponent.fold_chance(each) for each in few}
    )
    for combo in few:
        assert response.weights[combo] == pytest.approx(float(weights[combo]), abs=1e-12)
    shares = {each: naive.share_of_pot(own, MASKS[each], lying) for each in few}
    folds = {each: opponent.fold_chance(each) for each in few}
    values = {str(value.action): value.chips for value in response.values(cursor)}
    pot, price = 300, 100  # 200 before the bet of half the pot
    expected = {"fold": 0.0, "call": float(naive.value_of_call(shares, weights, pot, price))}
    for more in (200, 400, 9900 - price):
        total = price + more
        expected[f"raise to {total}"] = float(
            naive.value_of_bet(shares, weights, folds, pot, price, more)
        )
    assert values.keys() == expected.keys()
    for action, value in expected.items():
        assert values[action] == pytest.approx(value, abs=1e-6)
    best = max(expected, key=expected.__getitem__)
    assert str(response.choose(cursor).action) == best


def test_before_the_flop_it_counts_every_runout() -> None:
    cursor = table(["AhKh", "2c2d"])
    response = LocalBestResponse(agent("call"), "fold, call, all-in")
    response.begin(CardSet("AhKh"))
    fold, call, all_in = response.values(cursor)
    share = naive.before_the_flop()[COMBOS_OF["AKs"][0]]
    assert call.chips == pytest.approx(share * 200 - 50)
    assert all_in.chips == pytest.approx(share * 20_000 - 9_950)
    assert (fold.chips, all_in.folds) == (0, 0)


def test_an_ante_that_nobody_has_to_match_is_in_the_pot_of_a_call() -> None:
    rules = Rules(ante=100, ante_by="big-blind")
    start = HandState.start(rules, [10_000] * 2, 0, holes=["AhKh", "2c2d"])
    response = LocalBestResponse(agent("call"), "fold, call, all-in")
    response.begin(CardSet("AhKh"))
    _, call, all_in = response.values(HandCursor(start))
    share = naive.before_the_flop()[COMBOS_OF["AKs"][0]]
    assert call.chips == pytest.approx(share * 300 - 50)
    assert all_in.chips == pytest.approx(share * 19_900 - 9_850)


# --- the range ------------------------------------------------------------------------------------


def test_the_range_is_what_the_cards_allow_and_then_what_the_actions_say() -> None:
    cursor = table(["AhKh", "2c2d"], RIVER, actions="c")
    response = LocalBestResponse(agent("all-in"))
    response.begin(CardSet("AhKh"))
    assert np.count_nonzero(response.weights) == 1225
    response.observe(cursor.observation(), Action.raise_to(10_000))
    assert np.count_nonzero(response.weights) == 1225
    response.see_board(cursor.observation().board)
    assert response.weights.sum() == pytest.approx(1)
    assert response.is_exact
    with pytest.raises(
        ArenaError, match="check on the preflop happened, but the policy never does that"
    ):
        response.observe(cursor.observation(), Action.check())


def test_a_range_of_few_combos_is_drawn_and_never_dies_out() -> None:
    response = LocalBestResponse(agent("call"), most=3)
    response.begin(CardSet("AhKh"), Random(1))
    assert np.count_nonzero(response.weights) == 3
    assert not response.is_exact
    held = np.flatnonzero(response.weights)
    board = tuple(CardSet.of(card for one in held for card in CardSet.from_mask(MASKS[one])))[:5]
    response.see_board(board)
    assert response.weights.sum() == pytest.approx(1)


# --- opponents whose weakness is known ------------------------------------------------------------


class PushFolder:
    """Plays a solved push or fold game; what the game does not have it folds or checks."""

    name = "push-folder"

    def __init__(self, stack: float) -> None:
        game = push_fold(stack)
        self.push, self.call = (
            {combo: share for name in CLASSES for combo in COMBOS_OF[name] for share in [of[name]]}
            for of in (game.push, game.call)
        )

    def probabilities(self, observation: Observation, combos: np.ndarray) -> PolicyTable:
        pushes = observation.position == 0
        shares = np.array([(self.push if pushes else self.call)[each] for each in combos.tolist()])
        action = Action.raise_to(observation.legal.raise_max) if pushes else Action.call()
        table = np.stack([1 - shares, shares], axis=1)
        return PolicyTable((Action.fold(), action), table)


def test_a_solved_push_or_fold_game_loses_nothing() -> None:
    # All 1,326 hands of the response in both seats: no sample, so no interval.
    policy, stack = PushFolder(10), 1000
    won = 0.0
    for name in CLASSES:
        hole = CardSet.from_mask(MASKS[COMBOS_OF[name][0]])
        other = next(iter(CardSet.from_mask(m) for m in MASKS if not m & hole.mask))
        often = len(COMBOS_OF[name]) / COMBO_COUNT
        response = LocalBestResponse(policy, "fold, all-in")
        on_button = table([str(hole), str(other)], stack=stack)
        response.begin(hole)
        won += often * (response.choose(on_button).chips - 50)
        off_it = table([str(other), str(hole)], stack=stack)
        response.begin(hole)
        seen = off_it.observation()
        combos = np.flatnonzero(response.weights)
        folds = response.weights[combos] @ policy.probabilities(seen, combos).of(Action.fold())
        push = Action.raise_to(stack)
        response.observe(seen, push)
        off_it.apply(push)
        won += often * (folds * 50 + (1 - folds) * (response.choose(off_it).chips - 100))
    mbb = 1000 * won / 2 / 100
    assert 0 <= mbb < 1
    assert mbb == pytest.approx(1000 * push_fold(10).exploitability, abs=1e-6)


class SolvedRiver:
    """Checks and calls down to a solved river, and plays that by its solution."""

    name = "solved river"

    def __init__(self, spot: Spot, stack: int, bets: str) -> None:
        self.only_all_in = bets == "a"
        betting = Betting(pot=200, stack=stack, bets=bets, raises="a")
        self.solution = solve(spot, betting, 0.02)

    def probabilities(self, observation: Observation, combos: np.ndarray) -> PolicyTable:
        names = []
        for record in (each for each in observation.actions if each.street == "river"):
            kind, amount = record.action
            last = amount == self.solution.learner.game.betting.stack
            names.append("all-in" if last else f"bet {amount}" if kind == "bet" else kind)
        node = self.solution.node(", ".join(names))
        legal, actions = observation.legal, []
        for text in node.actions:
            kind, *size = text.split()
            actions.append(
                Action.raise_to(int(size[0]))
                if kind in ("bet", "raise", "all-in")
                else plain(Action.parse(kind), legal)
            )
        return PolicyTable(tuple(actions), np.nan_to_num(node.strategy[combos]))


RANGES = ["22+, A2s+, KTs+, QTs+, A9o+, KQo"] * 2


@pytest.fixture(scope="module", params=["a", "50%, a"])
def solved(request: pytest.FixtureRequest) -> SolvedRiver:
    return SolvedRiver(Spot.parse(RANGES, RIVER), 400, request.param)


def value_of(
    response: LocalBestResponse, cursor: HandCursor, seat: int, policy: SolvedRiver
) -> float:
    """Count what a response wins of the pot on a river, over all that the opponent does."""
    if cursor.state.is_over:
        state = cursor.state
        mine = state.chips[2][seat] - 100
        if len(state.players) < 2:
            return -mine if state.players != (seat,) else state.chips[2][1 - seat] + 100
        wins = response.wins(cursor.state.board)
        return wins * sum(state.chips[2]) - mine
    if cursor.state.actor == seat:
        after = cursor.copy()
        after.apply(response.choose(cursor).action)
        return value_of(response, after, seat, policy)
    seen = cursor.observation()
    response.see_board(seen.board)
    before = response.weights
    combos = np.flatnonzero(before)
    answer, value = policy.probabilities(seen, combos), 0.0
    for action in answer.actions:
        share = float(before[combos] @ answer.of(action))
        if share > 1e-12:
            response.set_range(before)
            response.observe(seen, action)
            after = cursor.copy()
            after.apply(action)
            value += share * value_of(response, after, seat, policy)
    return value


@pytest.mark.repeats(1)
@pytest.mark.parametrize("seat", [0, 1])
def test_on_a_solved_river_it_wins_what_a_best_response_wins_or_less(
    solved: SolvedRiver, seat: int
) -> None:
    # Seat 0 has the button, and so is in position. What the response bets is in the solved tree.
    spot = solved.solution.node().reach
    total = weight = 0.0
    for combo in np.flatnonzero(spot[1 - seat]).tolist():
        hole = CardSet.from_mask(MASKS[combo])
        beside = np.array([not mask & hole.mask for mask in MASKS]) * spot[seat]
        other = CardSet.from_mask(MASKS[int(np.flatnonzero(beside)[0])])
        holes = [str(hole), str(other)] if seat == 0 else [str(other), str(hole)]
        cursor = table(holes, RIVER, stack=500, actions="c k k k k k")
        response = LocalBestResponse(solved, "fold, call, all-in")
        response.begin(hole)
        response.set_range(beside)
        met = spot[1 - seat][combo] * beside.sum()
        total += met * value_of(response, cursor, seat, solved)
        weight += met
    best = solved.solution.best_response()[1 - seat]
    ours, equilibrium = total / weight, solved.solution.ev[1 - seat]
    assert ours <= best + 1e-3
    assert ours > equilibrium - 1
    if seat == 0 and solved.only_all_in:
        # Each of its actions ends the hand, or is answered by a fold or a call: it sees all.
        assert ours == pytest.approx(best, abs=1e-3)
        assert best > equilibrium + 0.5


# --- options --------------------------------------------------------------------------------------


def test_it_only_calls_before_its_first_street() -> None:
    cursor = table(["AhAs", "2c2d"])
    response = LocalBestResponse(agent("call"), first_street="river")
    response.begin(CardSet("AhAs"))
    assert response.choose(cursor).action == Action.call()
    late = LocalBestResponse(agent("call"), "fold, all-in", "river")
    late.begin(CardSet("AhAs"))
    assert late.choose(cursor).action == Action.call()


def test_a_call_for_everything_is_an_all_in() -> None:
    response = LocalBestResponse(agent("all-in"), "fold, all-in")
    cursor = table(["2c2d", "AhAs"], actions="r10000")
    response.begin(CardSet("AhAs"))
    response.observe(table(["2c2d", "AhAs"]).observation(), Action.raise_to(10_000))
    assert response.choose(cursor).action == Action.call()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fold, bet", "actions has 'bet'; it may have fold, call, min, pot, all-in, and shares"),
        ("fold, 0%", "actions has '0%'"),
        ("call, pot", "it must have fold, because every hand can be folded"),
        ("", "actions has ''"),
    ],
)
def test_other_actions_are_refused(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        ResponseActions.parse(text)


def test_sizes_are_brought_to_legal_ones_and_listed_once() -> None:
    legal = table(["AhKh", "2c2d"], stack=400).state.legal_actions
    wide = ResponseActions.parse("fold, call, min, 10%, 50%, pot, 200%, all-in")
    assert wide.totals(legal) == [200, 300, 400]
    assert ResponseActions.parse("fold,call").totals(legal) == []


def test_another_street_is_refused() -> None:
    with pytest.raises(OptionError, match="no street is called 'showdown'; the streets are"):
        LocalBestResponse(agent("call"), first_street="showdown")


# --- small bets, and sizes by street --------------------------------------------------------------


class GivesUpToSmallBets:
    """Folds everything to a bet or raise of the least size, and calls every other one."""

    name = "gives up to small bets"

    def probabilities(self, seen: Observation, combos: np.ndarray) -> PolicyTable:
        small = 0 < seen.legal.call_cost <= 100
        chances = np.tile([float(small), float(not small)], (len(combos), 1))
        return PolicyTable((Action.fold(), Action.call()), chances)


def test_the_hole_of_a_policy_that_gives_up_to_small_bets_is_found() -> None:
    start = HandState.start(Rules(), [10_000, 10_000], 0, holes=["7h2c", "AsKs"])
    chosen = {}
    for menu in (None, "fold, call, pot, all-in"):
        response = LocalBestResponse(GivesUpToSmallBets(), *([menu] if menu else []))
        cursor = HandCursor(start)
        response.begin(cursor.observation().hole)
        chosen[menu] = response.choose(cursor)
    assert (str(chosen[None].action), chosen[None].folds) == ("raise to 200", 1.0)
    assert chosen["fold, call, pot, all-in"].chips < chosen[None].chips


def test_small_bets_are_tried_on_every_street_unless_others_are_named() -> None:
    sizes = (Fraction(33, 100), Fraction(1), Fraction(2))
    menu = LocalBestResponse(agent("fold")).menu
    assert [(each.least, each.shares, each.all_in) for each in menu.streets] == [
        (True, sizes, True)
    ] * 4


def test_each_street_may_have_its_own_sizes() -> None:
    menu = ResponseMenu.parse("flop: fold, call, min; fold, call, pot")
    start = HandState.start(Rules(), [10_000, 10_000], 0, holes=["AhKh", "AsKs"])
    raises = []
    for line in ((), ("call", "check")):
        cursor = HandCursor(start)
        response = LocalBestResponse(agent("call"), menu)
        response.begin(cursor.observation().hole)
        for action in line:
            cursor.apply(action)
        raises.append([str(each.action) for each in response.values(cursor)][-1])
    assert raises == ["raise to 300", "raise to 100"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("flop: fold, call", "no list for the preflop"),
        ("fold; flop: fold; flop: fold", "names flop twice"),
        ("fold; fold, call", "names all streets twice"),
        ("fold; flip: fold", "no street is called 'flip', did you mean|no street is called 'flip'"),
        ("fold; river: pot", "it must have fold"),
    ],
)
def test_lists_for_streets_that_cannot_be_are_refused(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        ResponseMenu.parse(text)
