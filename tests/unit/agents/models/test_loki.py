"""Loki: what it does at tables whose answer is plain, what it learns, and what it tells."""

import itertools
import pickle
from collections import Counter
from math import log
from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.models.action_values import Value
from handsight.agents.models.loki import LokiPlayer, kind_of, leant
from handsight.agents.protocol import HandStart
from handsight.arena import ArenaSpec, run_arena
from handsight.blueprint import blueprint_of
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Rules
from handsight.testing import check_agent
from tests.unit.agents.opponents import who_has_seen
from tests.unit.agents.situations import seen_by

TO_THE_RIVER = ("raise to 300", "call", *("check", "check") * 2)
RIVER = "2h7dTc4sKd"


def kind_at(player, seen, seed=1):
    return player.act(seen, Random(seed)).kind


# --- decisions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", ["folds", "calls", "moves in"])
def test_the_nuts_are_never_folded(opponent):
    player = who_has_seen(opponent)
    seen = seen_by("AhKh", *TO_THE_RIVER, "bet 9700", board="QhJhTh2c3d")
    assert kind_at(player, seen) == "call"


def test_aces_are_not_folded_to_an_all_in():
    assert kind_at(LokiPlayer(), seen_by("AhAs", "raise to 300", "raise to 10000")) == "call"


def test_air_is_folded_to_the_all_in_of_one_who_always_folds():
    player = who_has_seen("folds")
    assert kind_at(player, seen_by("7c2d", "raise to 300", "raise to 10000")) == "fold"


def test_fair_hands_call_the_all_in_of_one_who_always_moves_in():
    seen = seen_by("KhJs", "raise to 300", "raise to 10000")
    assert kind_at(who_has_seen("moves in"), seen) == "call"
    assert kind_at(who_has_seen("folds"), seen) == "fold"


def test_good_hands_are_bet_for_value_against_a_caller():
    player = who_has_seen("calls")
    seen = seen_by("KsKc", *TO_THE_RIVER, "check", board=RIVER)
    decision = player.explain(seen, Random(1))
    assert decision.action.kind == "bet"
    assert decision.action.amount > 300
    assert "ahead" in decision.reason


def test_air_is_not_bet_against_a_caller():
    player = who_has_seen("calls")
    assert kind_at(player, seen_by("5c3s", *TO_THE_RIVER, "check", board=RIVER)) == "check"


def test_the_blinds_of_one_who_always_folds_are_stolen_with_anything():
    decision = who_has_seen("folds").explain(seen_by("7c2d"), Random(1))
    assert decision.action.kind == "raise"
    assert decision.action.amount < 1000


def test_a_draw_is_raised_where_folds_and_what_it_may_become_pay_for_it():
    decision = LokiPlayer(mixing=0, leaning=0).explain(
        seen_by("9h8h", "raise to 300", "call", "check", board="Th7d2h"), Random(1)
    )
    assert decision.action.kind == "bet"
    assert decision.numbers["PPot"] > 0.3


def test_actions_come_as_often_as_the_triple_says():
    player = LokiPlayer(mixing=0.2, leaning=0)
    seen = seen_by("9s8s", "raise to 300", "call", "check", board="Kh7d2c")
    triple = player.choose(seen, Random(0)).triple
    drawn = Counter(kind_of(player.choose(seen, Random(seed)).chosen) for seed in range(400))
    assert min(triple.call, triple.raises) > 0.05
    for kind, chance in enumerate(triple):
        assert abs(drawn[kind] / 400 - chance) < 0.08


def test_without_mixing_the_best_action_is_taken():
    seen = seen_by("9s8s", "raise to 300", "call", "check", board="Kh7d2c")
    choice = LokiPlayer(mixing=0, leaning=0).choose(seen, Random(0))
    assert choice.chosen.chips == max(value.chips for value in choice.values)


# --- starting from the blueprint ------------------------------------------------------------------

FLOP_BET = ("raise to 250", "call", "check", "bet 250")


def test_far_from_leaning_it_plays_the_blueprint():
    seen = seen_by("9h8h", *FLOP_BET, board="Th7d2h")
    shares = {a: share for a, share in blueprint_of(100).shares(seen).items() if share}
    mixture = LokiPlayer(leaning=1e9).mixture(seen)
    assert {str(action) for action in mixture} == {str(action) for action in shares}
    assert list(mixture.values()) == pytest.approx(list(shares.values()), abs=1e-6)


def test_it_leans_toward_what_is_worth_more():
    seen = seen_by("9h8h", *FLOP_BET, board="Th7d2h")
    choice = LokiPlayer(leaning=0.5).choose(seen, Random(1))
    assert choice.shares is not None
    leaning = [
        (value.chips, chance / share)
        for value, chance, share in zip(choice.values, choice.chances, choice.shares, strict=True)
    ]
    assert len(leaning) > 1
    ordered = [ratio for _, ratio in sorted(leaning)]
    assert ordered == sorted(ordered)
    for (chips, ratio), (other, second) in itertools.pairwise(leaning):
        assert log(ratio / second) == pytest.approx((chips - other) / (0.5 * seen.pot))


@pytest.mark.parametrize("scale", [5.0, 40.0])
def test_leaning_wins_most_less_what_it_costs_to_leave_the_blueprint(scale):
    shares, values = [0.5, 0.3, 0.2], [Value(Action.call(), chips) for chips in (0.0, 10.0, -20.0)]

    def gain(chances):
        return sum(
            chance * (value.chips - scale * log(chance / share))
            for chance, value, share in zip(chances, values, shares, strict=True)
            if chance > 0
        )

    found = leant(shares, values, scale)
    assert sum(found) == pytest.approx(1)
    parts = [number / 40 for number in range(41)]
    grid = [(one, two, 1 - one - two) for one in parts for two in parts if one + two < 1 + 1e-9]
    assert gain(found) >= max(map(gain, grid))
    assert gain(found) == pytest.approx(max(map(gain, grid)), abs=0.05)


def test_it_never_bets_what_the_blueprint_does_not_and_rarely_all_for_small_pots():
    rng = Random(5)
    whole = {0.3: 0.0, 0.0: 0.0}  # 97.5 big blinds into a pot of 5, by `leaning`
    for _ in range(60):
        cards = rng.sample([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], 5)
        hole, board = "".join(cards[:2]), "".join(cards[2:])
        seen = seen_by(hole, "raise to 250", "call", "check", board=board)
        taken = {each.amount for each, share in blueprint_of(100).shares(seen).items() if share > 0}
        mixtures = {leaning: LokiPlayer(leaning=leaning).mixture(seen) for leaning in whole}
        assert {each.amount for each in mixtures[0.3]} <= taken
        for leaning, mixture in mixtures.items():
            whole[leaning] += sum(c for each, c in mixture.items() if each.amount == 9750)
    assert whole[0.3] < whole[0.0] / 2


@pytest.mark.parametrize(
    "seen",
    [
        seen_by("AhAs", structure="fixed-limit"),
        seen_by("AhAs", "fold", stacks=(10_000,) * 3, button=0),
        seen_by("AhAs", stacks=(4_900, 10_000)),
        seen_by("AhAs", stacks=(20_100, 20_100)),
        seen_by("AhAs", "raise to 300", "raise to 10000"),
    ],
    ids=["limit", "three players", "shallow", "deep", "all-in"],
)
def test_elsewhere_it_plays_by_values_alone(seen):
    choice = LokiPlayer().choose(seen, Random(1))
    assert choice.shares is None
    assert LokiPlayer().explain(seen, Random(1)) == LokiPlayer(leaning=0).explain(seen, Random(1))


def test_it_says_what_the_blueprint_does():
    seen = seen_by("9h8h", *FLOP_BET, board="Th7d2h")
    decision = LokiPlayer().explain(seen, Random(1))
    shares = blueprint_of(100).shares(seen)
    assert decision.numbers["the blueprint takes call"] == pytest.approx(shares[Action.call()])


# --- tables of all kinds --------------------------------------------------------------------------


def test_it_plays_at_a_table_of_six():
    seen = seen_by("AhAs", "fold", "raise to 300", "call", stacks=(10_000,) * 6, button=0)
    decision = LokiPlayer(mixing=0).explain(seen, Random(1))
    assert decision.action.kind == "raise"
    assert len(seen.opponents) == 4


def test_it_plays_with_a_fixed_limit():
    seen = seen_by("AhAs", structure="fixed-limit")
    assert LokiPlayer().act(seen, Random(1)).amount == 200


def test_it_keeps_the_contract():
    assert check_agent("loki", hands=8).name == "loki"


@pytest.mark.exhaustive
@pytest.mark.parametrize("opponent", ["call", "random", "maniac"])
def test_it_beats_those_with_one_habit_clearly(opponent):
    played = run_arena(ArenaSpec(agents=("loki", opponent), pairs=100, seed=3)).matchups[0]
    slot = played.slots[0]
    assert not slot.faults
    assert slot.statistics.interval()[0] > 30


# --- learning -------------------------------------------------------------------------------------


def test_fold_equity_follows_what_the_opponent_did():
    seen = seen_by("KsQs")
    equities = [
        max(value.fold_equity for value in who_has_seen(opponent).choose(seen, Random(1)).values)
        for opponent in ("calls", "folds")
    ]
    assert equities[0] < 0.2 < 0.8 < equities[1]


def test_reset_forgets_the_opponents():
    seen, fresh, player = seen_by("KsQs"), LokiPlayer(), who_has_seen("calls", LokiPlayer())
    assert player.explain(seen, Random(1)).numbers != fresh.explain(seen, Random(1)).numbers
    player.reset()
    assert player.explain(seen, Random(1)) == fresh.explain(seen, Random(1))


def test_what_happens_after_its_last_decision_is_learned_from_events():
    told, untold = LokiPlayer(), LokiPlayer()
    for hand in range(1, 6):
        table = HandCursor(HandState.start(Rules(), (10_000, 10_000), 0, seed=hand), hand)
        seen = table.observation()
        told.observe(HandStart(0, 0, (10_000, 10_000), (), hand, 0, 100))
        for event in table.state.events:
            told.observe(event)
        before = len(table.state.events)
        for player in (told, untold):
            player.act(seen, Random(1))
        for text in ("raise to 200", "fold"):
            table.apply(table.state.legal_actions and _parsed(text))
        for event in table.state.events[before:]:
            told.observe(event)
    assert told.model.likelihood.records["1"].done
    assert "1" not in untold.model.likelihood.records


def _parsed(text):
    return Action.parse(text)


# --- explanations and options ---------------------------------------------------------------------


def test_the_reasons_come_with_the_numbers_that_decided():
    seen = seen_by("9h8h", "raise to 300", "call", "bet 400", board="Th7d2h")
    numbers = LokiPlayer(leaning=0).explain(seen, Random(1)).numbers
    assert {"EHS'", "PPot", "equity", "pot", "price", "triple"} <= numbers.keys()
    assert "call is worth" in numbers
    assert numbers["fold is worth"] == 0
    assert any("fold equity" in name for name in numbers)
    assert numbers["equity"] < numbers["EHS'"]


def test_the_same_random_numbers_give_the_same_decision():
    seen = seen_by("9s8s", "raise to 300", "call", "check", board="Kh7d2c")
    assert LokiPlayer().explain(seen, Random(4)) == LokiPlayer().explain(seen, Random(4))


def test_it_explains_itself_without_random_numbers_too():
    seen = seen_by("9s8s", "raise to 300", "call", "check", board="Kh7d2c")
    assert LokiPlayer().explain(seen) == LokiPlayer().explain(seen)


def test_it_can_be_pickled_with_what_it_learned():
    player, seen = who_has_seen("calls"), seen_by("KsQs")
    again = pickle.loads(pickle.dumps(player))
    assert again.explain(seen, Random(1)) == player.explain(seen, Random(1))


@pytest.mark.parametrize("mixing", [-0.1, float("nan")])
def test_mixing_below_nothing_is_refused(mixing):
    with pytest.raises(OptionError, match="mixing"):
        LokiPlayer(mixing=mixing)
    with pytest.raises(OptionError, match="leaning"):
        LokiPlayer(leaning=mixing)


def test_it_is_registered_with_its_options():
    assert agent("loki:mixing=0.05").mixing == 0.05
