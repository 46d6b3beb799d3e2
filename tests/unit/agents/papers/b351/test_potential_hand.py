"""The player of B351-2017: its procedures, one by one."""

import pickle
from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.papers.b351.potential_hand import MOVES, SHOWN_MOVES, PotentialHandPlayer
from handsight.errors import OptionError
from handsight.game import Action
from tests.unit.agents.situations import seen_by

FLOP = ("call", "check")
TURN = (*FLOP, "check", "check")
RIVER = (*TURN, "check", "check")


def does(hole, *actions, board="", player="potential-hand", **options):
    return agent(player).act(seen_by(hole, *actions, board=board, **options), Random(1))


def reason(hole, *actions, board=""):
    seen = seen_by(hole, *actions, board=board)
    return PotentialHandPlayer().explain(seen, Random(1)).reason


# --- checking -------------------------------------------------------------------------------------


@pytest.mark.parametrize("hole", ["AcAd", "7c2d", "KcKd"])
@pytest.mark.parametrize(("street", "board"), [(FLOP, "As9h4c"), (TURN, "As9h4c3d")])
def test_it_checks_the_flop_and_the_turn_where_it_may_even_with_a_set(hole, street, board):
    assert does(hole, *street, board=board) == Action.check()


def test_on_the_river_it_bets_a_complete_hand_and_checks_all_others():
    assert does("AcKd", *RIVER, board="As9h4c3d2h").kind == "raise"
    assert does("KcQd", *RIVER, board="As9h4c3d2h") == Action.check()


def test_with_nothing_complete_the_big_blind_checks_before_the_flop():
    assert does("AcKd", "call") == Action.check()


# --- the first round ------------------------------------------------------------------------------


def test_in_the_first_round_it_raises_with_a_pair_alone():
    assert does("2c2d").kind == "raise"
    assert does("2c2d", "call").kind == "raise"
    assert does("AcKc") == Action.fold()


def test_in_the_first_round_it_stays_with_half_a_pair_only_for_little():
    assert does("AcKc", player="potential-hand:worth=0.5") == Action.call()
    assert does("AcKc", "raise to 1000", player="potential-hand:worth=0.5") == Action.fold()


# --- later rounds ---------------------------------------------------------------------------------


def test_on_the_flop_it_raises_a_bet_with_a_complete_hand_and_with_a_nearly_complete_one():
    for hole in ("AcKd", "8h7h"):
        assert does(hole, *FLOP, "bet 100", board="As9h6h") != Action.fold()
    assert does("AcKd", *FLOP, "bet 100", board="As9h6h").kind == "raise"
    assert does("Th8h", *FLOP, "bet 100", board="Ah9h6d").kind == "raise"


def test_on_the_flop_it_calls_a_small_bet_with_less():
    assert does("KcQd", *FLOP, "bet 100", board="As9h6h", player="potential-hand:worth=0.8") == (
        Action.call()
    )


def test_from_the_third_round_on_it_folds_what_is_at_most_three_quarters_complete():
    """A pair and a kicker are three quarters of two pair; the pair here lies on the board."""
    assert does("KcQd", *TURN, "bet 100", board="As9h6h6d") == Action.fold()
    assert does("Th8h", *TURN, "bet 100", board="Ah9h6d6c").kind == "raise"
    assert reason("KcQd", *TURN, "bet 100", board="As9h6h6d") == (
        "from the third round on no hand is complete enough to stay"
    )


def test_stay_above_says_how_complete_is_enough():
    flush_draw = ("Th8h", *TURN, "bet 100")
    board = "Ah9h6d6c"
    assert does(*flush_draw, board=board, player="potential-hand:stay_above=80") == Action.fold()
    assert does(*flush_draw, board=board, player="potential-hand:stay_above=79").kind == "raise"


def test_on_the_river_a_draw_that_has_not_come_is_given_up():
    assert does("Th8h", *RIVER, "bet 100", board="Ah9h6d6cKs") == Action.fold()


def test_a_hand_on_the_board_alone_is_not_complete():
    board = "KhKs5c4d2h"
    assert does("AcQd", *RIVER, "bet 100", board=board) == Action.fold()
    assert does("AcKd", *RIVER, "bet 100", board=board).kind == "raise"


# --- the price ------------------------------------------------------------------------------------


def test_it_gives_up_when_the_price_is_above_what_the_completion_warrants():
    """An all-in costs almost half of the pot that it makes; a complete hand warrants .4 of it."""
    assert does("AcAd", "all in") == Action.fold()
    assert does("AcAd", "all in", player="potential-hand:worth=0.5") == Action.call()
    assert reason("AcAd", "all in") == "the price is above what the completion warrants"


def test_a_nearly_complete_hand_warrants_its_part():
    """Four fifths of .4: .32, more than a bet of half the pot and less than one of the pot asks."""
    assert does("Th8h", *FLOP, "bet 100", board="Ah9h6d").kind == "raise"
    assert does("Th8h", *FLOP, "bet 200", board="Ah9h6d") == Action.fold()


# --- the size of its raises -----------------------------------------------------------------------


def test_it_raises_by_a_share_of_the_pot():
    seen = seen_by("AcAd")
    for share, quarters in ((0.5, 2), (1.0, 4)):
        player = PotentialHandPlayer(raise_pot=share)
        assert player.act(seen, Random(1)).amount == seen.legal.share_of_pot(quarters, 4)


def test_it_never_raises_above_the_bet_limit():
    for total in range(200, 2000, 150):
        action = does("AcAd", f"raise to {total}", player="potential-hand:bet_limit=10,worth=1")
        assert action.amount <= 1000
        assert action.kind == ("raise" if 2 * total - 100 <= 1000 else "call")


def test_it_calls_where_nobody_may_raise():
    assert does("AcAd", "all in", player="potential-hand:worth=1,bet_limit=1000") == Action.call()


# --- the chips history ----------------------------------------------------------------------------


def test_it_remembers_its_chips_at_each_move_and_forgets_them_for_a_new_match():
    player = PotentialHandPlayer()
    player.act(seen_by("AcAd"), Random(1))
    player.act(seen_by("AcAd", "raise to 300", "raise to 900"), Random(1))
    assert list(player.history) == [9950, 9700]
    player.reset()
    assert not player.history


def test_its_memory_is_bounded_and_changes_no_decision():
    player, seen = PotentialHandPlayer(), seen_by("AcAd")
    assert {player.act(seen, Random(1)) for _ in range(MOVES + 10)} == {does("AcAd")}
    assert len(player.history) == MOVES
    assert pickle.loads(pickle.dumps(player)).history == player.history


# --- explained ------------------------------------------------------------------------------------


def test_it_explains_itself_with_the_completion_of_each_hand_and_the_price():
    seen = seen_by("Th8h", *FLOP, "bet 100", board="Ah9h6d")
    decision = PotentialHandPlayer().explain(seen, Random(1))
    assert decision.action == does("Th8h", *FLOP, "bet 100", board="Ah9h6d")
    assert decision.reason == "a hand is nearly complete"
    numbers = decision.numbers
    assert numbers["flush complete, %"] == numbers["best completion"] == 80
    assert (numbers["straight complete, %"], numbers["one_pair complete, %"]) == (80, 50)
    assert (numbers["price"], numbers["pot odds"], numbers["round"]) == (100, 0.25, 2)
    assert numbers["warranted"] == pytest.approx(0.32)
    assert numbers["bet limit"] == 2000


def test_an_explanation_shows_the_last_moves_of_the_chips_history_and_adds_none():
    player, seen = PotentialHandPlayer(), seen_by("AcAd")
    assert player.explain(seen, Random(1)).numbers["chips history"] is None
    for _ in range(SHOWN_MOVES + 2):
        player.act(seen, Random(1))
    assert player.explain(seen, Random(1)).numbers["chips history"] == " ".join(
        ["9950"] * SHOWN_MOVES
    )
    assert len(player.history) == SHOWN_MOVES + 2


@pytest.mark.parametrize("option", ["stay_above", "worth", "raise_pot", "bet_limit"])
def test_an_option_below_0_is_refused(option):
    with pytest.raises(OptionError, match=f"{option} is -1.*; it must be 0 or more"):
        agent(f"potential-hand:{option}=-1")
