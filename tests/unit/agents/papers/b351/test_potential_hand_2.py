"""What B351-2017 would have built next: priorities, counts of partial hands, bluffs."""

from itertools import combinations
from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.papers.b351.draw_progress import ALL_CARDS
from handsight.agents.papers.b351.potential_hand_2 import (
    BLUFF,
    NEARLY_CERTAIN,
    NOTHING,
    OVERCARD,
    TRUST,
    WORTH,
    PotentialHandPlayer2,
    aims,
    partial_before,
)
from handsight.cards import CardSet
from handsight.errors import OptionError
from handsight.game import Action
from handsight.odds import potential_hands
from handsight.odds.strength.draw_instances import CLASS_SIZES
from tests.unit.agents.situations import seen_by

FLOP = ("call", "check")
RIVER = (*FLOP, *["check"] * 4)
QUIET = PotentialHandPlayer2(bluff=0)
LOUD = PotentialHandPlayer2(bluff=1)


def aims_of(hole, board):
    return aims(CardSet(hole).mask, tuple(CardSet(board)))


def does(hole, *actions, board="", player=QUIET, **options):
    return player.act(seen_by(hole, *actions, board=board, **options), Random(1))


def view(hole, board, *actions):
    return QUIET.view(seen_by(hole, *(actions or FLOP), board=board))


# --- priority -------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["7h6s5c", "7h6s5cKd"])
def test_an_open_straight_draw_goes_before_a_pair(board):
    """The report's own example, on the flop and on the turn."""
    first, *rest = aims_of("8c8d", board)
    assert (first.hand_class, first.complete, first.outs) == ("straight", False, 8)
    assert "one_pair" in [aim.hand_class for aim in rest if aim.complete]


def test_a_straight_draw_with_a_single_gap_does_not():
    assert aims_of("8c8d", "7h5s4cKd")[0].hand_class != "straight"


def test_a_flush_draw_goes_before_a_pair_and_a_straight_before_a_flush_draw():
    assert aims_of("AhKh", "Ad7h2h")[0].hand_class == "flush"
    assert aims_of("9h8h", "7hTh6c")[0].hand_class == "straight"


def test_the_kinds_are_worth_more_the_rarer_they_are():
    assert list(WORTH) == list(CLASS_SIZES)
    assert sorted(WORTH.values()) == list(WORTH.values())
    assert sorted(TRUST.values()) == list(TRUST.values())
    assert max(TRUST.values()) < NEARLY_CERTAIN


@pytest.mark.parametrize(
    ("hole", "board"), [("8c8d", "7h6s5c"), ("AhKh", "Ad7h2h"), ("9h8h", "7hTh2c4s")]
)
def test_the_probability_of_an_aim_is_counted(hole, board):
    """Every runout is dealt, and it is asked whether one of the outs has come."""
    known = CardSet(hole) | CardSet(board)
    live, to_come = list(CardSet.full() - known), ALL_CARDS - len(known)
    now = {hand.name for hand in potential_hands(known) if hand.missing == 1}
    for aim in aims_of(hole, board):
        if aim.complete or aim.hand_class not in ("straight", "flush"):
            continue
        short = [
            hand
            for hand in potential_hands(known)
            if hand.hand_class == aim.hand_class and hand.name in now
        ]
        outs = {card for hand in short for card in hand.need}
        assert aim.outs == len(outs)
        runouts = list(combinations(live, to_come))
        hits = sum(not outs.isdisjoint(runout) for runout in runouts)
        assert aim.probability == pytest.approx(hits / len(runouts))


def test_a_pair_is_trusted_less_for_each_higher_rank_on_the_board():
    for board, higher in (("9s4c2d", 0), ("As9h4c", 2), ("AsKh4c", 2)):
        [pair] = [aim for aim in aims_of("8c8d", board) if aim.hand_class == "one_pair"]
        over = higher if "A" in board else 1
        assert pair.trust == pytest.approx(TRUST["one_pair"] - OVERCARD * over)


# --- the chance -----------------------------------------------------------------------------------


def test_the_chance_of_a_draw_joins_what_may_come_with_what_is_there():
    found = view("AhKh", "Qh7h2c")
    [flush] = [aim for aim in aims_of("AhKh", "Qh7h2c") if aim.hand_class == "flush"]
    assert found.aim == flush
    assert found.best is None
    expected = flush.probability * TRUST["flush"] + (1 - flush.probability) * NOTHING
    assert found.chance == pytest.approx(expected)


def test_the_chance_falls_with_each_opponent():
    board = "As9h4c2d7s"
    two = seen_by("AcKd", *RIVER, board=board)
    three = seen_by("AcKd", *["call"] * 2, *["check"] * 7, board=board, stacks=(10_000,) * 3)
    assert QUIET.view(two).chance == TRUST["one_pair"]
    assert QUIET.view(three).chance == pytest.approx(TRUST["one_pair"] ** 2)


# --- counts of partial hands ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "count"),
    [("7s2d", 0), ("Ac2d", 2), ("AsKd", 3), ("AsKs", 5), ("JsTs", 6), ("9s8s", 3), ("2c2d", 0)],
)
def test_two_cards_have_so_many_partial_hands(hole, count):
    assert partial_before(CardSet(hole).mask) == count


def test_more_partial_hands_make_it_more_aggressive_before_the_flop():
    assert does("7s2d") == Action.fold()
    assert does("Qs7s") == Action.call()
    assert does("AsKs").kind == "raise"
    assert does("Qs7s", "raise to 300") == Action.fold()
    assert does("AsKd", "raise to 300") == Action.call()
    assert does("AsKs", "raise to 300").kind == "raise"


def test_a_third_opponent_asks_for_one_more():
    three = {"stacks": (10_000,) * 3}
    four = {"stacks": (10_000,) * 4}
    assert does("QsJd", **three) != Action.fold()
    assert does("Qs7s", "fold", **three) == Action.call()
    assert does("Qs7s", **four) == Action.fold()


def test_more_partial_hands_make_it_bet_draws_and_bet_more():
    """Fifteen outs and more, in five partial hands, against four and nine outs."""
    strong = view("9h8h", "7hTh2c")
    assert strong.partial >= 5
    assert does("9h8h", *FLOP, board="7hTh2c").kind == "raise"
    assert does("Ah3h", *FLOP, board="7hTh2c") == Action.check()
    pair = seen_by("AcKd", *FLOP, board="As9h4c")
    plain = QUIET.act(pair, Random(1)).amount
    assert plain == pair.legal.share_of_pot(60, 100)
    draw = seen_by("9h8h", *FLOP, board="7hTh2c")
    assert QUIET.act(draw, Random(1)).amount > draw.legal.share_of_pot(60, 100)


# --- calls ----------------------------------------------------------------------------------------


def test_it_calls_with_a_draw_for_a_good_price_and_folds_it_for_a_bad_one():
    assert does("Ah3h", *FLOP, "bet 100", board="7hTh2c") == Action.call()
    assert does("Ah3h", *FLOP, "bet 2000", board="7hTh2c") == Action.fold()


def test_it_raises_before_the_flop_with_a_pair_and_calls_all_in_with_it():
    assert does("2c2d").kind == "raise"
    assert does("AcAd", "all in") == Action.call()


def test_a_hand_on_the_board_alone_is_worth_nothing():
    assert does("7c2d", *RIVER, "bet 200", board="KhKs5c4d3h") == Action.fold()


# --- bluffs ---------------------------------------------------------------------------------------


def test_with_nothing_under_way_it_bluffs_as_often_as_it_is_told():
    seen = seen_by("7c2d", *RIVER, board="KhQs5c4d9h")
    rng = Random(3)
    for often in (0.1, 0.3):
        player = PotentialHandPlayer2(bluff=often)
        bluffs = sum(player.decide(seen, rng)[1] == BLUFF for _ in range(4000))
        assert abs(bluffs / 4000 - often) < 0.03


def test_all_that_is_random_comes_from_its_stream():
    seen, player = seen_by("7c2d", *RIVER, board="KhQs5c4d9h"), PotentialHandPlayer2(bluff=0.5)
    runs = [[player.act(seen, rng) for _ in range(50)] for rng in (Random(1), Random(1))]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 2


def test_it_does_not_bluff_where_something_is_under_way_nor_twice_on_a_street():
    assert LOUD.decide(seen_by("7c2d", board=""), Random(1))[1] == BLUFF
    seen = seen_by("7h2h", *FLOP, "bet 2000", board="KhQh5c")
    assert LOUD.decide(seen, Random(1))[1] != BLUFF
    again = seen_by("7c2d", "raise to 300", "raise to 500")
    assert LOUD.act(again, Random(1)) == Action.fold()


def test_it_does_not_bluff_against_a_price_above_its_limit():
    river = {"board": "KhQs5c4d9h"}
    assert LOUD.act(seen_by("7c2d", *RIVER, "bet 200", **river), Random(1)).kind == "raise"
    assert LOUD.act(seen_by("7c2d", *RIVER, "bet 900", **river), Random(1)) == Action.fold()


# --- explained ------------------------------------------------------------------------------------


def test_it_explains_itself_with_priorities_chance_and_price():
    decision = QUIET.explain(seen_by("8c8d", *FLOP, "bet 100", board="7h6s5c"), Random(1))
    numbers = decision.numbers
    assert numbers["plays for"] == "straight, nine high"
    assert numbers["straight, nine high: priority"] > numbers["pair of eights: priority"] == 1
    assert numbers["partial hands"] >= 2
    assert (numbers["price"], numbers["pot odds"]) == (100, 0.25)


def test_an_explained_bluff_is_called_one():
    decision = LOUD.explain(seen_by("7c2d", *RIVER, board="KhQs5c4d9h"), Random(1))
    assert decision.reason == BLUFF
    assert decision.action == LOUD.act(seen_by("7c2d", *RIVER, board="KhQs5c4d9h"), Random(1))


@pytest.mark.parametrize("options", ["bluff=1.5", "bluff_price=-1", "push=-0.1"])
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(OptionError, match="it must be 0 or more"):
        agent(f"potential-hand-2:{options}")
