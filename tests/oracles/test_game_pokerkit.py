"""Random hands played here and in PokerKit, card by card and action by action.

Where the two differ, the difference must be one of those told and decided in the documentation
("The rules of the game"); anything else fails.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from handsight.game import Award, HandState, Rules
from handsight.kernels import game_state as at
from tests.unit.game.tables import random_amount

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: rivals)")

Table = Callable[[Random], tuple[Rules, tuple[int, ...]]]

AUTOMATIONS = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)
# What PokerKit and we decide differently; the page names the rule for each.
CLOSED_TO_US = "a short all-in reopens the betting there, but not here"
FIFTH_BET = "before the flop four raises over the big blind are allowed there, three here"
SHARED_OUT = "two odd chips go to one player there, to two here"
SPLIT_APART = "neighbouring pots with the same winners are split as one there, each by itself here"


def deal(hand: object, state: HandState) -> None:
    """Lay the cards of ours on their table, and burn unseen ones."""
    board = [str(card) for card in state.board]
    while True:
        if hand.can_burn_card("??"):
            hand.burn_card("??")
        elif hand.street_index and hand.can_deal_board():
            lying = len(list(hand.get_board_cards(0)))
            hand.deal_board("".join(board[lying : 3 if lying == 0 else lying + 1]))
        elif passes_for_nothing(hand, state):
            hand.check_or_call()
        else:
            return


def passes_for_nothing(hand: object, state: HandState) -> bool:
    """Whether it is the turn of a player who has nothing to decide: all others are all-in."""
    theirs = hand.actor_index
    return theirs is not None and theirs != state.actor and not hand.checking_or_calling_amount


def begin(rules: Rules, stacks: tuple[int, ...], state: HandState) -> object:
    players = len(stacks)
    posts = (rules.small_blind, rules.big_blind, *rules.straddles)
    arguments = (AUTOMATIONS, True, rules.ante, posts)
    if rules.is_limit:
        hand = pokerkit.FixedLimitTexasHoldem.create_state(
            *arguments, *rules.bet_sizes, stacks, players
        )
    else:
        hand = pokerkit.NoLimitTexasHoldem.create_state(
            *arguments, rules.big_blind, stacks, players
        )
    for seat in range(players):
        hand.deal_hole("".join(map(str, state.hole(seat))))
    return hand


def compare_choices(hand: object, state: HandState, found: Counter[str]) -> tuple[int, int]:
    """Compare what is legal, and give the raises that are legal in both."""
    legal = state.legal_actions
    assert hand.actor_index == state.actor
    assert hand.checking_or_calling_amount == legal.call_cost
    theirs = (
        hand.min_completion_betting_or_raising_to_amount or 0,
        hand.max_completion_betting_or_raising_to_amount or 0,
    )
    if theirs != legal[2:4]:
        assert not legal.can_raise, (legal, theirs)
        found[why_closed(state)] += 1
    return legal.raise_min, legal.raise_max


def why_closed(state: HandState) -> str:
    """Name the reason for which a player may not raise here who may there."""
    if state.number(at.CAPPED):
        assert (state.street, state.number(at.RAISES)) == ("preflop", 4)
        return FIFTH_BET
    acted_at = state.number(at.ACTED_AT + state.actor)
    assert acted_at != at.NOT_YET
    assert 0 < state.price - acted_at < state.number(at.FULL_RAISE)
    return CLOSED_TO_US


def play(draw: Random, rules: Rules, stacks: tuple[int, ...], found: Counter[str]) -> None:
    deck = draw.sample(range(52), 52)
    state = HandState.start(rules, stacks, len(stacks) - 1, deck=deck)
    hand = begin(rules, stacks, state)
    deal(hand, state)
    while not state.is_over:
        low, high = compare_choices(hand, state, found)
        chance = draw.random()
        if chance < 0.2 and state.legal_actions.can_fold:
            hand.fold()
            state = state.apply("fold")
        elif chance < 0.6 or not high:
            hand.check_or_call()
            state = state.apply("call")
        else:
            amount = random_amount(draw, low, high)
            hand.complete_bet_or_raise_to(amount)
            state = state.apply(f"raise {amount}")
        deal(hand, state)
    compare_ends(hand, state, found)


def compare_ends(hand: object, state: HandState, found: Counter[str]) -> None:
    assert not hand.status
    if list(state.stacks) == list(hand.stacks):
        return
    awards = [event for event in state.events if isinstance(event, Award)]
    odd = Counter(award.pot for award in awards if award.odd_chip)
    gaps = [abs(ours - theirs) for ours, theirs in zip(state.stacks, hand.stacks, strict=True)]
    assert 1 < odd.total() >= max(gaps)
    found[SHARED_OUT if max(odd.values()) > 1 else SPLIT_APART] += 1


def no_limit(draw: Random) -> tuple[Rules, tuple[int, ...]]:
    players = draw.randint(2, 9)
    most = draw.choice([150, 700, 3000])
    straddles = draw.choice([(), (), (200,)]) if players > 2 else ()
    ante = draw.choice([0, 0, 10, 25])
    rules = Rules(ante=ante, straddles=straddles, short_blind_price="paid")
    return rules, tuple(draw.randint(ante + 1, most) for _ in range(players))


def limit(draw: Random) -> tuple[Rules, tuple[int, ...]]:
    """Draw stacks that no capped hand uses up: short all-ins have rules of their own there."""
    rules = Rules(structure="fixed-limit", bet_cap=4)
    return rules, tuple(draw.randint(3000, 5000) for _ in range(draw.randint(2, 9)))


def play_many(seed: int, hands: int, table: Table = no_limit) -> Counter[str]:
    draw = Random(seed)
    found: Counter[str] = Counter()
    for _ in range(hands):
        play(draw, *table(draw), found)
    return found


def test_random_no_limit_hands_go_and_end_as_in_pokerkit() -> None:
    play_many(1, 150)


def test_random_limit_hands_go_and_end_as_in_pokerkit() -> None:
    play_many(1, 50, limit)


@pytest.mark.exhaustive
def test_many_no_limit_hands_go_and_end_as_in_pokerkit_but_for_what_is_told() -> None:
    assert set(play_many(2, 5000)) == {CLOSED_TO_US, SHARED_OUT, SPLIT_APART}


@pytest.mark.exhaustive
def test_many_limit_hands_go_and_end_as_in_pokerkit_but_for_what_is_told() -> None:
    assert set(play_many(3, 2000, limit)) <= {FIFTH_BET, SHARED_OUT}
