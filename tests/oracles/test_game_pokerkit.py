"""Random hands played here and in PokerKit, card by card and action by action.

Where the two differ, the difference must be one of those told and decided in the documentation
("The rules of the game"); anything else fails.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from handsight.game import Award, HandState, Rules
from handsight.kernels.game import state as at
from tests.thorough import up_to
from tests.unit.game.tables import random_amount

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed (extra: peers)")

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
BUTTON_LAST = "heads-up with equal blinds the big blind acts first there, the button here"
RAISED_ON = "with a limit, a raise after less than half a bet goes a full bet above it there"
REFUSED = "with a limit, an all-in of half a bet or more does not reopen the betting there"
SUMMED = "short all-ins of which some add up to a full raise, and one more: closed there, open here"
ALL_COUNT = "with a limit, all-ins of less than half a bet count towards the cap there"
LIMIT_DIFFERENCES = {
    FIFTH_BET,
    RAISED_ON,
    REFUSED,
    ALL_COUNT,
    CLOSED_TO_US,
    SHARED_OUT,
    SPLIT_APART,
}


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
    """Whether they ask a player who has nothing to decide: all others are all-in."""
    if hand.actor_index is None or hand.checking_or_calling_amount:
        return False
    lying = len(list(hand.get_board_cards(0))) if hand.street_index else 0
    if not state.is_over and lying == len(state.board):
        return False
    assert len({*state.players} - {*state.all_in}) <= 1
    return True


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


def theirs_of(hand: object) -> tuple[int, int]:
    """Give to what they allow a raise at least and at most; 0 for none."""
    low = hand.min_completion_betting_or_raising_to_amount or 0
    return low, hand.max_completion_betting_or_raising_to_amount or 0


def compare_choices(hand: object, state: HandState, found: Counter[str]) -> tuple[int, int]:
    """Compare what is legal, and give the raises that are legal in both."""
    legal = state.legal_actions
    assert hand.actor_index == state.actor
    assert hand.checking_or_calling_amount == legal.call_cost
    ours, theirs = legal[2:4], theirs_of(hand)
    if theirs == ours:
        return ours
    if not legal.can_raise:
        found[why_closed(state)] += 1
    elif not theirs[0]:
        found[why_refused(hand, state)] += 1
    else:
        check_raised_on(state, theirs)
        found[RAISED_ON] += 1
    return 0, 0


def why_closed(state: HandState) -> str:
    """Name the reason for which a player may not raise here who may there."""
    if state.number(at.CAPPED):
        assert (state.street, state.number(at.RAISES)) == ("preflop", 4)
        return FIFTH_BET
    acted_at = state.number(at.ACTED_AT + state.actor)
    assert acted_at != at.NOT_YET
    grown = state.price - acted_at
    assert 0 < grown < (bet_of(state) / 2 if state.rules.is_limit else state.number(at.FULL_RAISE))
    return CLOSED_TO_US


def why_refused(hand: object, state: HandState) -> str:
    """Name the reason for which a player may raise here who may not there."""
    limit = state.rules.is_limit
    if limit and hand.completion_betting_or_raising_count == 4:
        blind = state.street == "preflop"
        assert state.number(at.RAISES) - blind < 4
        return ALL_COUNT
    grown = state.price - state.number(at.ACTED_AT + state.actor)
    full = bet_of(state) if limit else state.number(at.FULL_RAISE)
    if limit and grown < full:
        assert 2 * grown >= full
        return REFUSED
    assert grown >= full > sum(hand.consecutive_short_all_in_amounts) > 0
    return SUMMED


def check_raised_on(state: HandState, theirs: tuple[int, int]) -> None:
    """We complete a bet where they raise by a whole one."""
    legal, level = state.legal_actions, state.number(at.LEVEL)
    assert state.rules.is_limit
    assert 0 < state.price - level < bet_of(state) / 2
    assert legal.raise_min == min(level + bet_of(state), legal.all_in)
    assert set(theirs) == {min(state.price + bet_of(state), legal.all_in)}


def bet_of(state: HandState) -> int:
    return state.rules.bet_sizes[state.street in ("turn", "river")]


def button_is_last(hand: object, state: HandState) -> bool:
    """Whether their big blind is asked first, heads-up, where it is the turn of the button."""
    if hand.actor_index == state.actor or state.is_over:
        return False
    button, other = state.button, 1 - state.button
    assert state.seats == 2
    assert state.bets[button] == state.bets[other]
    assert (state.actor, hand.actor_index) == (button, other)
    return True


def play(draw: Random, rules: Rules, stacks: tuple[int, ...], found: Counter[str]) -> None:
    deck = draw.sample(range(52), 52)
    state = HandState.start(rules, stacks, len(stacks) - 1, deck=deck)
    hand = begin(rules, stacks, state)
    deal(hand, state)
    if button_is_last(hand, state):  # both check, each in its order, and the rest is the same
        found[BUTTON_LAST] += 1
        for _ in range(2):
            hand.check_or_call()
            state = state.apply("check")
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
    small = draw.choice([50, 50, 100, 0])
    rules = Rules(small_blind=small, ante=ante, straddles=straddles, short_blind_price="paid")
    return rules, tuple(draw.randint(ante + 1, most) for _ in range(players))


def limit(draw: Random) -> tuple[Rules, tuple[int, ...]]:
    """Draw stacks of which some are short on every street, and some never."""
    rules = Rules(
        structure="fixed-limit",
        small_blind=draw.choice([50, 50, 100, 0]),
        ante=draw.choice([0, 0, 25]),
        short_blind_price="paid",
    )
    most = draw.choice([600, 3000, 15000])
    return rules, tuple(draw.randint(rules.ante + 1, most) for _ in range(draw.randint(2, 9)))


def play_many(seed: int, hands: int, table: Table = no_limit) -> Counter[str]:
    draw = Random(seed)
    found: Counter[str] = Counter()
    for _ in range(hands):
        play(draw, *table(draw), found)
    return found


def equal_blinds(draw: Random) -> tuple[Rules, tuple[int, ...]]:
    """Draw heads-up tables on which both post the same."""
    ante, limit = draw.choice([0, 10]), draw.choice(["no-limit", "fixed-limit"])
    rules = Rules(structure=limit, small_blind=100, ante=ante, short_blind_price="paid")
    return rules, (draw.randint(ante + 1, 900), draw.randint(ante + 1, 900))


def test_random_no_limit_hands_go_and_end_as_in_pokerkit() -> None:
    play_many(1, 150)


def test_random_hands_with_equal_blinds_begin_with_the_button_here_and_not_there() -> None:
    found = play_many(1, 80, equal_blinds)
    assert found[BUTTON_LAST] > 40


def test_random_limit_hands_go_and_end_as_in_pokerkit() -> None:
    assert (
        {FIFTH_BET, RAISED_ON, REFUSED}
        <= set(play_many(1, 120, limit))
        <= {
            *LIMIT_DIFFERENCES,
            BUTTON_LAST,
        }
    )


@pytest.mark.exhaustive
def test_many_no_limit_hands_go_and_end_as_in_pokerkit_but_for_what_is_told() -> None:
    assert set(play_many(2, up_to(5000, 700))) == {
        CLOSED_TO_US,
        SHARED_OUT,
        SPLIT_APART,
        BUTTON_LAST,
    }


@pytest.mark.exhaustive
def test_many_limit_hands_go_and_end_as_in_pokerkit_but_for_what_is_told() -> None:
    assert set(play_many(3, up_to(4000, 1200), limit)) == {*LIMIT_DIFFERENCES, BUTTON_LAST}


# --- each difference in a hand of its own ---------------------------------------------------------

NO_LIMIT = Rules(short_blind_price="paid")
LIMIT = Rules(structure="fixed-limit", small_blind=5, big_blind=10, short_blind_price="paid")


def both(
    rules: Rules, stacks: tuple[int, ...], *actions: str, **cards: str
) -> tuple[object, HandState]:
    """Play the same actions in both, with the button in the last seat."""
    state = HandState.start(rules, stacks, len(stacks) - 1, seed=1, **cards)
    hand = begin(rules, stacks, state)
    deal(hand, state)
    for action in actions:
        word, _, amount = action.partition(" ")
        if word == "raise":
            hand.complete_bet_or_raise_to(int(amount))
        elif word == "fold":
            hand.fold()
        else:
            hand.check_or_call()
        state = state.apply(action)
        deal(hand, state)
    return hand, state


def raises_of(hand: object, state: HandState) -> tuple[tuple[int, int], tuple[int, int]]:
    assert hand.actor_index == state.actor
    return theirs_of(hand), state.legal_actions[2:4]


def test_heads_up_with_equal_blinds_their_big_blind_acts_first() -> None:
    hand, state = both(Rules(small_blind=1, big_blind=1), (1000, 1000))
    assert (hand.actor_index, state.actor) == (0, 1)


def test_tda_47_their_limper_may_raise_after_half_a_raise() -> None:
    theirs, ours = raises_of(*both(NO_LIMIT, (900, 150, 900), "call", "call", "raise 150"))
    assert (theirs, ours) == ((250, 900), (0, 0))


def test_tda_47_their_checker_may_raise_after_a_bet_below_the_big_blind() -> None:
    played = ("call", "call", "check", "check", "raise 60", "call")
    theirs, ours = raises_of(*both(NO_LIMIT, (900, 160, 900), *played))
    assert (theirs, ours) == ((160, 800), (0, 0))


def test_before_the_flop_they_allow_four_raises_over_the_big_blind_with_a_limit() -> None:
    played = ("raise 20", "raise 30", "raise 40")
    theirs, ours = raises_of(*both(LIMIT, (900,) * 3, *played))
    assert (theirs, ours) == ((50, 50), (0, 0))


@pytest.mark.parametrize(("short", "theirs", "ours"), [(11, 21, 20), (14, 24, 20), (15, 25, 25)])
def test_after_less_than_half_a_bet_they_raise_by_a_whole_one_and_we_complete(
    short: int, theirs: int, ours: int
) -> None:
    found = raises_of(*both(LIMIT, (900, 900, short), f"raise {short}"))
    assert found == ((theirs, theirs), (ours, ours))


@pytest.mark.parametrize(("short", "theirs", "ours"), [(25, 0, 35), (29, 0, 39), (24, 0, 0)])
def test_tda_47_after_half_a_bet_who_has_acted_may_raise_here_and_not_there(
    short: int, theirs: int, ours: int
) -> None:
    found = raises_of(*both(LIMIT, (short, 900, 900), "raise 20", f"raise {short}", "call"))
    assert found == ((theirs, theirs), (ours, ours))


def test_tda_47_after_less_than_half_a_bet_who_checked_may_raise_there() -> None:
    played = ("call", "call", "check", "check", "check", "raise 4")
    theirs, ours = raises_of(*both(LIMIT, (900, 900, 14), *played))
    assert (theirs, ours) == ((14, 14), (0, 0))


def test_an_all_in_of_less_than_half_a_bet_counts_towards_their_cap() -> None:
    flop = ("call", "call", "check", "raise 10", "raise 20", "raise 30")
    theirs, ours = raises_of(*both(LIMIT, (900, 900, 900, 41), "call", *flop, "raise 31"))
    assert (theirs, ours) == ((0, 0), (40, 40))


def test_two_odd_chips_go_to_one_player_there() -> None:
    rules, board = Rules(small_blind=20, big_blind=50), "Ts Js Qs Ks As"
    hand, state = both(rules, (50,) * 4, "call", "call", "fold", board=board)
    assert (tuple(hand.stacks), state.stacks) == ((30, 58, 56, 56), (30, 57, 57, 56))


def test_neighbouring_pots_with_the_same_winners_are_split_as_one_there() -> None:
    """Two winners share pots of 25 and 291."""
    rules = Rules(small_blind=20, big_blind=51)
    cards = {"holes": ["5c6c", "7c8c", "3c3d", "Ac4c", "Ad4d"], "board": "Ts Js Qh Ks 2d"}
    played = ("call", "raise 120", "call", "fold", "fold")
    hand, state = both(rules, (900, 900, 5, 120, 120), *played, **cards)
    assert (hand.stacks[3:], list(state.stacks[3:])) == ([158, 158], [159, 157])


def test_their_price_is_what_a_short_big_blind_paid() -> None:
    rules = Rules()
    hand, state = both(rules, (900, 60, 900))
    assert (hand.checking_or_calling_amount, state.to_call) == (60, 100)


def test_tda_47_short_all_ins_are_summed_from_the_players_own_price_here() -> None:
    """After 200 come all-ins for 260, 320 and 330; they add up to more than a full raise."""
    stacks, shorts = (900, 900, 900, 260, 320, 330), ("raise 260", "raise 320", "raise 330")
    hand, state = both(NO_LIMIT, stacks, "raise 200", *shorts, "fold", "call")
    assert raises_of(hand, state) == ((0, 0), (430, 900))


def test_they_ask_a_player_who_covers_all_others_and_we_do_not() -> None:
    stacks = (90, 900, 900)
    state = HandState.start(Rules(), stacks, 2, seed=1)
    hand = begin(Rules(), stacks, state)
    hand.fold()
    hand.check_or_call()
    assert (hand.actor_index, hand.checking_or_calling_amount) == (1, 0)
    assert state.apply("fold").apply("call").is_over
