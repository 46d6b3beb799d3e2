"""The player by its odds against assumed ranges."""

from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.papers.blog_range import BlogRange, best_hands, equity_against
from handsight.cards import CardSet
from handsight.errors import OptionError
from handsight.odds import effective_hand_strength, hand_eval
from tests.unit.agents.situations import seen_by

FLOP = ("call", "check")
PLAYER = BlogRange(checked=1.0, called=0.7, raised=0.4, raised_again=0.1)


def against(hole, board, share):
    return equity_against(CardSet(hole).mask, tuple(CardSet(board)), share)


# --- what is assumed ------------------------------------------------------------------------------


def test_who_only_checked_holds_anything_and_who_called_less():
    assert PLAYER.assumed(seen_by("AdQc", "call", "check", "check", board="3h4cJh")) == {1: 1.0}
    assert PLAYER.assumed(seen_by("AdQc", "call", "check", board="3h4cJh")) == {0: 0.7}


def test_who_raised_holds_less_and_who_raised_again_still_less():
    once = seen_by("AdQc", "raise to 300", "call", board="3h4cJh")
    assert PLAYER.assumed(once) == {0: 0.4}
    again = seen_by("AdQc", "raise to 300", "raise to 900", "call", "check", board="3h4cJh")
    assert PLAYER.assumed(again) == {1: 0.1}


def test_who_raises_and_then_calls_keeps_the_smaller_share():
    seen = seen_by("AdQc", "raise to 300", "raise to 900", "call", board="3h4cJh")
    assert PLAYER.assumed(seen) == {0: 0.4}


def test_bets_after_the_flop_change_no_range():
    seen = seen_by("AdQc", *FLOP, "bet 100", "raise to 300", board="3h4cJh")
    assert PLAYER.assumed(seen) == {0: 0.7}


def test_who_has_folded_is_left_out():
    seen = seen_by("AdQc", "fold", "call", "check", board="3h4cJh", stacks=(10_000,) * 3)
    assert PLAYER.assumed(seen) == {2: 1.0}


# --- the odds -------------------------------------------------------------------------------------


@pytest.mark.repeats(5)
@pytest.mark.parametrize("board", ["4h5h6d", "4h5h6d2h", "4h5h6d2hKh"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.61, 0.9, 1.0])
def test_the_odds_are_those_of_hand_eval(board, share):
    found = hand_eval("TcJd", board, ranges=[share])
    assert against("TcJd", board, share) == pytest.approx(found.p_win + found.p_tie / 2)


def test_against_any_cards_they_are_the_share_of_the_pot():
    assert against("AdQc", "3h4cJh", 1.0) == pytest.approx(
        effective_hand_strength("AdQc", "3h4cJh").p_win
    )


def test_against_better_hands_the_odds_are_worse():
    odds = [against("JdTc", "Jh8c3h", share) for share in (1.0, 0.5, 0.2)]
    assert odds == sorted(odds, reverse=True)


def test_the_best_tenth_are_133_combos_and_never_none_are_left():
    assert len(best_hands(0.1)) == 133
    assert len(best_hands(0.05).without("AhAdKhKdQhQdJh")) > 0


def test_against_several_it_takes_the_product():
    seen = seen_by("AdQc", "call", "call", "check", board="3h4cJh", stacks=(10_000,) * 3)
    found = PLAYER.explain(seen, Random(1)).numbers
    assert found["strength"] == pytest.approx(
        against("AdQc", "3h4cJh", 0.7) * against("AdQc", "3h4cJh", 1.0)
    )


# --- explained ------------------------------------------------------------------------------------


def test_it_tells_what_it_assumes_and_the_odds_against_it():
    seen = seen_by("AdQc", *FLOP, "bet 100", board="3h4cJh", stacks=(10_000, 10_000))
    numbers = PLAYER.explain(seen, Random(1)).numbers
    assert numbers["BB plays the best"] == 1.0
    assert numbers["odds against BB"] == numbers["strength"]
    assert numbers["pot odds"] == 0.25


@pytest.mark.parametrize("share", ["0", "0.04", "1.1"])
def test_shares_that_could_be_empty_are_refused(share):
    with pytest.raises(OptionError, match=r"raised is .*; it must be a number from 0.05 to 1"):
        agent(f"blog-range:raised={share}")
