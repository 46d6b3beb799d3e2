"""Match-win tables: closed forms of the last hand, best responses in words, and what must hold."""

import numpy as np
import pytest

from handsight.agents.papers.fai.fold_out import cost_of_folding
from handsight.errors import OptionError
from handsight.game import HandState, Rules
from handsight.ranges import pocket_equity
from handsight.ranges.combos import CLASSES, COMBOS_OF
from handsight.solver.all_in.charts import class_matchups, class_ties
from handsight.solver.match_play import MatchGame, MatchLayer, match_layer

GAME = MatchGame(2000, 5, 10)
RULES = Rules(small_blind=5, big_blind=10)
SHARE = np.array([len(COMBOS_OF[name]) / 1326 for name in CLASSES])
ODDS = [pocket_equity(name) for name in CLASSES]
WIN = np.array([each.win / each.total for each in ODDS])
TIE = np.array([each.tie / each.total for each in ODDS])
NEAR = 1e-4


def value(hands: int, stack: float, game: MatchGame = GAME, *, is_small: bool = True) -> float:
    return match_layer(game, hands).value(stack, is_small=is_small)


# --- the last hand, by thought alone --------------------------------------------------------------


def test_who_loses_by_a_fold_pushes_and_calls_with_any_two() -> None:
    last = match_layer(GAME, 1)
    for stack in (1000, 1003, 995):
        assert last.shares(stack, is_small=True) == pytest.approx(1, abs=NEAR)
        assert last.shares(2000 - stack, is_small=False) == pytest.approx(1, abs=NEAR)
    ties = float(SHARE @ TIE)
    assert value(1, 1000) == pytest.approx(0.5, abs=NEAR)
    assert value(1, 1003) == pytest.approx(0.5 + ties / 2, abs=NEAR)  # a tie keeps the lead
    assert value(1, 995) == pytest.approx(0.5 - ties / 2, abs=NEAR)


def test_who_ties_by_a_fold_plays_hands_that_win_or_tie_more_often_than_not() -> None:
    best = float(SHARE @ np.maximum(0.5, WIN + TIE))
    assert value(1, 1005) == pytest.approx(best, abs=NEAR)
    assert value(1, 1010, is_small=False) == pytest.approx(best, abs=NEAR)
    plays = WIN + TIE > 0.5
    clear = abs(WIN + TIE - 0.5) > 0.01
    for stack, is_small in ((1005, True), (1010, False)):
        shares = match_layer(GAME, 1).shares(stack, is_small=is_small)
        assert shares is not None
        assert ((shares > 0.5) == plays)[clear].all()


def test_after_the_last_hand_more_chips_win_and_equal_ones_tie() -> None:
    assert [value(0, stack) for stack in (0, 999, 1000, 1001, 2000)] == [0, 0, 0.5, 1, 1]


# --- the fold-out ---------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [1, 2, 3, 6])
@pytest.mark.parametrize("is_small", [True, False])
def test_a_match_that_folding_wins_is_won_and_no_other_is(hands: int, is_small: bool) -> None:
    cost = cost_of_folding(RULES, hands, big_first=not is_small)
    least = 1000 + cost + 1
    for stack in range(least, 2001):
        assert value(hands, stack, is_small=is_small) == 1
        assert value(hands, 2000 - stack, is_small=not is_small) == 0
    assert value(hands, least - 1, is_small=is_small) < 1
    assert match_layer(GAME, hands).shares(least, is_small=is_small) is None
    assert match_layer(GAME, hands).shares(least - 1, is_small=is_small) is not None


# --- what must hold -------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [1, 2, 5])
def test_more_chips_are_never_worth_less_and_both_chances_add_up(hands: int) -> None:
    stacks = range(900, 1101)
    values = [value(hands, stack) for stack in stacks]
    assert np.diff(values).min() > -NEAR
    others = [value(hands, 2000 - stack, is_small=False) for stack in stacks]
    assert np.allclose(np.add(values, others), 1)


def test_chips_count_in_blinds() -> None:
    scaled = MatchGame(20_000, 50, 100)
    for stack in (960, 985, 1000, 1020):
        assert value(3, 10 * stack, scaled) == pytest.approx(value(3, stack), abs=1e-12)


def test_the_more_is_behind_the_looser_the_push() -> None:
    layer = match_layer(GAME, 4)
    shares = [layer.shares(stack, is_small=True) for stack in (985, 1000, 1015)]
    widths = [float(SHARE @ each) for each in shares if each is not None]
    assert widths == sorted(widths, reverse=True)
    assert len(widths) == 3


# --- best responses, with stacks as the rules of the game leave them ------------------------------


def after(stacks: tuple[int, int], line: str, winner: str = "") -> int:
    """Play a hand, and give what the small blind has after it."""
    holes, board = {
        "": (["2c2d", "3c3d"], "AsKhQd7h8s"),
        "small": (["AhAd", "7c2s"], "KsQhJd8c3s"),
        "big": (["7c2s", "AhAd"], "KsQhJd8c3s"),
        "both": (["2c3d", "2d3c"], "AsKsQsJsTs"),
    }[winner]
    state = HandState.start(RULES, stacks, button=0, seed=1, holes=holes, board=board)
    for word in line.split():
        if state.is_over or state.actor is None:
            break
        legal = state.legal_actions
        action = f"raise to {legal.raise_max}" if word == "push" and legal.can_raise else word
        state = state.apply("call" if action == "push" else action)
    return state.stacks[0]


def gain_of_best_responses(game: MatchGame, layer: MatchLayer, stack: int) -> float:
    """Add up what both would gain by their best responses, class by class."""
    later = match_layer(game, layer.hands - 1)
    stacks = stack, game.total - stack

    def worth(chips: int) -> float:
        if chips in (0, game.total):
            return float(chips > 0)
        return later.value(chips, is_small=False)

    fold, stolen = worth(after(stacks, "fold")), worth(after(stacks, "push fold"))
    won, lost, tied = [worth(after(stacks, "push call", who)) for who in ("small", "big", "both")]
    push, call = layer.shares(stack, is_small=True), layer.shares(stacks[1], is_small=False)
    assert push is not None
    assert call is not None
    pairs, pots = class_matchups()
    ties = class_ties()
    met = pairs / (1326 * 1225)
    called = (pots - ties / 2) * won + ties * tied + (pairs - pots - ties / 2) * lost
    called /= 1326 * 1225
    total = 0.0
    for row in range(169):
        pushed = sum(met[row] * (1 - call) * stolen + call * called[row])
        folded = met[row].sum() * fold
        total += max(pushed, folded) - (push[row] * pushed + (1 - push[row]) * folded)
    for row in range(169):
        calls = -sum(push * called[:, row])
        folds = -sum(push * met[:, row] * stolen)
        total += max(calls, folds) - (call[row] * calls + (1 - call[row]) * folds)
    return total


@pytest.mark.parametrize(
    ("chips", "hands", "stack"),
    [(2000, 1, 1005), (2000, 2, 1000), (2000, 3, 985), (2000, 5, 1010), (80, 3, 30), (80, 2, 55)],
)
def test_best_responses_gain_next_to_nothing(chips: int, hands: int, stack: int) -> None:
    game = MatchGame(chips, 5, 10)
    layer = match_layer(game, hands)
    assert layer.slack < 1e-5
    assert 0 <= gain_of_best_responses(game, layer, stack) < 1e-5


def test_a_stack_that_the_blind_takes_is_all_in() -> None:
    short = MatchGame(40, 5, 10)
    shares = [match_layer(short, 1).shares(stack, is_small=True) for stack in (5, 35)]
    assert all(each is not None and (each == 1).all() for each in shares)
    # The small blind doubles to 10 of 40, or is broke: lost in any case.
    assert value(1, 5, short) == 0
    ties = float(SHARE @ TIE)
    # With 35 it keeps at least 30.
    assert value(1, 35, short) == 1
    # With 15 of 40 it wins with 30, and a tie is not enough.
    assert value(1, 15, short) == pytest.approx(0.5 - ties / 2, abs=NEAR)


# --- against one who calls everything -------------------------------------------------------------


def hope(hands: int, stack: int, is_small: bool) -> float:
    """Give the chance against one who calls everything, by trying everything."""
    if stack in (0, 2000) or not hands:
        return float(np.sign(stack - 1000) + 1) / 2
    risked = min(stack, 2000 - stack)

    def after_showdown(chips: int) -> np.ndarray:
        ends = [hope(hands - 1, stack + each, not is_small) for each in (chips, 0, -chips)]
        return WIN * ends[0] + TIE * ends[1] + (1 - WIN - TIE) * ends[2]

    rest = hope(hands - 1, stack - 5, False) if is_small else after_showdown(min(10, risked))
    return float(SHARE @ np.maximum(after_showdown(risked), rest))


@pytest.mark.parametrize(("hands", "stack"), [(1, 900), (2, 700), (3, 400), (3, 1000)])
def test_hope_is_that_of_a_search(hands: int, stack: int) -> None:
    place = GAME.places(np.array([stack]))[0]
    for is_small in (True, False):
        found = match_layer(GAME, hands).hopes[int(not is_small), place]
        assert found == pytest.approx(hope(hands, stack, is_small), abs=1e-9)


def test_with_time_left_only_good_hands_are_pushed_and_in_the_last_hand_all() -> None:
    aces, rubbish = CLASSES.index("AA"), CLASSES.index("72o")
    early = match_layer(GAME, 5).hopeful(600, is_small=True)
    assert early[aces]
    assert not early[rubbish]
    assert match_layer(GAME, 1).hopeful(600, is_small=True).all()


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((2000, 10, 5), "blinds are 10/5"),
        ((2000, 0, 0), "blinds are 0/0"),
        ((15, 5, 10), "total is 15"),
        ((10**9, 5, 10), "total is 1000000000"),
        ((2000, 7, 11), "blinds are 7/11"),
    ],
)
def test_what_is_no_match_is_refused(numbers: tuple[int, int, int], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        MatchGame(*numbers)


@pytest.mark.parametrize("hands", [-1, 21])
def test_hands_that_have_no_table_are_refused(hands: int) -> None:
    with pytest.raises(OptionError, match=f"hands is {hands}"):
        match_layer(GAME, hands)
