"""Push or fold for many players: side pots by the rules of the game, and prizes by the model."""

import random
from itertools import combinations

import numpy as np
import pytest

from handsight.cards.card import RANKS, SUITS
from handsight.errors import OptionError
from handsight.game import HandState, Rules
from handsight.odds import icm
from handsight.ranking import evaluate
from handsight.solver import PushFoldGame
from handsight.solver.all_in.game import showdowns
from handsight.solver.all_in.prizes import prize_money
from tests.naive.icm import places

CHIP = 60
"""All amounts are multiples of this, so that two, three or four winners share without odd chips."""


# --- the rules of the game ------------------------------------------------------------------------


def played(game: PushFoldGame, all_in: tuple[int, ...], deck: list[str]) -> HandState:
    """Play a hand at the table in which some seats go all-in and all others fold."""
    seats = game.seats
    rules = Rules(
        small_blind=int(game.small_blind),
        big_blind=int(game.big_blind),
        ante=int(game.ante),
        ante_by=game.ante_by,
    )
    holes = ["".join(deck[2 * seat : 2 * seat + 2]) for seat in range(seats)]
    board = "".join(deck[2 * seats : 2 * seats + 5])
    stacks = tuple(int(stack) for stack in game.stacks)
    button = 0 if seats == 2 else seats - 3  # seat 0 acts first
    state = HandState.start(rules, stacks, button=button, seed=1, holes=holes, board=board)
    while not state.is_over and state.actor is not None:
        legal = state.legal_actions
        if state.actor not in all_in:
            state = state.apply("fold")
        else:
            state = state.apply(f"raise to {legal.raise_max}" if legal.can_raise else "call")
    return state


def better_hands(all_in: tuple[int, ...], deck: list[str], seats: int) -> tuple[int, ...]:
    board = "".join(deck[2 * seats : 2 * seats + 5])
    hands = [evaluate("".join(deck[2 * seat : 2 * seat + 2]) + board) for seat in all_in]
    return tuple(sum(other > own for other in hands) for own in hands)


ROYAL = ["As", "Ks", "Qs", "Js", "Ts"]


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("ante_by", ["each", "big-blind"])
def test_chips_after_a_hand_are_those_of_the_rules(seats: int, ante_by: str) -> None:
    rng = random.Random(seats)
    for trial in range(30):
        stacks = tuple(CHIP * rng.randint(12, 40) for _ in range(seats))
        ante = CHIP * rng.randint(0, 1)
        game = PushFoldGame(
            stacks, small_blind=5 * CHIP, big_blind=10 * CHIP, ante=ante, ante_by=ante_by
        )
        cards = [rank + suit for rank in RANKS for suit in SUITS]
        rng.shuffle(cards)
        if trial % 3 == 0:  # the board plays, and everybody ties
            cards = [card for card in cards if card not in ROYAL]
            cards[2 * seats : 2 * seats] = ROYAL
        for all_in in rng.sample(game.ends, min(len(game.ends), 6)):
            better = better_hands(all_in, cards, seats) if len(all_in) > 1 else None
            chips = game.chips_after(all_in, better)
            assert chips == pytest.approx(played(game, all_in, cards).stacks), (stacks, all_in)
            assert sum(chips) == pytest.approx(sum(stacks))


def test_a_short_stack_wins_only_the_main_pot() -> None:
    game = PushFoldGame((4, 6, 8))
    assert game.chips_after((0, 1, 2), (0, 1, 2)) == (12, 4, 2)
    assert game.chips_after((0, 1, 2), (0, 1, 1)) == (12, 2, 4)
    assert game.chips_after((0, 1, 2), (2, 0, 1)) == (0, 16, 2)


def test_who_can_act_and_how_hands_can_end() -> None:
    game = PushFoldGame((10,) * 4, callers=1)
    assert [(seat, all_in) for seat, all_in in game.decisions if seat == 3] == [
        *((3, (seat,)) for seat in range(3))
    ]
    assert (0, ()) in game.decisions
    assert (3,) not in game.ends
    assert max(len(all_in) for all_in in game.ends) == 2
    full = PushFoldGame((10,) * 4, callers=3)
    assert set(full.ends) == {
        each for size in range(5) for each in combinations(range(4), size) if each != (3,)
    }
    # Weak orders of 1 to 4 hands: the ordered Bell numbers.
    assert [len(showdowns(seats)) for seats in range(1, 5)] == [1, 3, 13, 75]


# --- prizes ---------------------------------------------------------------------------------------


def test_prizes_are_those_of_a_naive_sum_over_all_orders_and_of_icm() -> None:
    rng = np.random.default_rng(1)
    chips = rng.integers(1, 100, (4, 5))
    payouts = [50, 25, 15]
    prizes = prize_money(chips.astype(float), [1] * 5, payouts)
    for row, found in zip(chips.tolist(), prizes, strict=True):
        naive = [np.dot(each[:3], payouts) for each in places(row, "malmuth-harville")]
        assert found == pytest.approx(np.array(naive, float))
        assert found == pytest.approx([each.equity for each in icm(row, payouts).players])


def test_equal_stacks_share_equally_and_a_known_example_is_met() -> None:
    equal = prize_money(np.full((1, 9), 10.0), [10] * 9, [50, 30, 20])
    assert equal[0] == pytest.approx(100 / 9)
    # The example of handsight.odds.icm.
    assert prize_money(np.array([[50.0, 30, 20]]), [1, 1, 1], [70, 30])[0] == pytest.approx(
        [45.18, 32.25, 22.57], abs=0.005
    )


def test_who_busts_with_more_chips_finishes_higher_and_equal_stacks_share() -> None:
    payouts = [50, 30, 15, 5]
    assert prize_money(np.array([[30.0, 0, 0, 0]]), [10, 8, 5, 7], payouts)[0].tolist() == [
        *(50, 30, 5, 15)
    ]
    assert prize_money(np.array([[23.0, 0, 0, 7]]), [10, 6, 6, 8], payouts)[0, 1:3].tolist() == [
        *(10, 10)
    ]


def test_the_winner_takes_all_by_chips() -> None:
    chips = np.array([[3.0, 5, 12], [0, 10, 10]])
    assert np.allclose(prize_money(chips, [1, 1, 1], [20]), chips)


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacks", "options", "words"),
    [
        ((10,), {}, "there are 1 stacks"),
        ((10,) * 10, {}, "there are 10 stacks"),
        ((10, 1), {}, "stack 2 is 1; .* more than 1, and at most 1000"),
        ((10, 1.5), {"ante": 0.5}, "stack 2 is 1.5; .* more than 1.5"),
        ((10, 3, 3), {"ante": 2.5, "ante_by": "big-blind"}, "stack 3 is 3; .* more than 3.5"),
        ((10, 2000), {}, "stack 2 is 2000"),
        ((10, "x"), {}, "stack 2 is 'x'; it must be a number"),
        ((10, float("nan")), {}, "stack 2 is nan"),
        ((10, 10), {"small_blind": 2}, "blinds are 2/1"),
        ((10, 10), {"small_blind": 0, "big_blind": 0}, "blinds are 0/0"),
        ((10, 10), {"ante": 1.5}, "ante is 1.5; it must be from 0 to 1"),
        ((10, 10), {"ante": -1}, "ante is -1"),
        ((10, 10), {"ante_by": "button"}, "ante_by is 'button'; it must be one of each, big-blind"),
        ((10, 10), {"payouts": (5, 3, 2)}, "there are 3 payouts for 2 players"),
        ((10, 10), {"payouts": (3, 5)}, "place 2 is paid 5 and place 1 3"),
        ((10, 10), {"payouts": (3, -5)}, "payout 2 is -5"),
        ((10, 10), {"payouts": (0,)}, "all payouts are 0"),
        ((10, 10), {"callers": 2}, "callers is 2; with 2 players it must be 1"),
        ((10,) * 6, {"callers": 4}, "callers is 4; with 6 players it must be from 1 to 3"),
        ((10,) * 6, {"callers": 0}, "callers is 0"),
    ],
)
def test_what_cannot_be_played_is_refused(stacks: tuple, options: dict, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        PushFoldGame(stacks, **options)
