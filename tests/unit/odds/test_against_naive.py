"""Everything that is counted, against dealing it out one by one."""

from math import prod

import pytest

from handsight.cards import CardSet
from handsight.odds import class_odds, current_hand_odds, hand_potential, hand_strength
from tests.naive import odds as naive
from tests.unit.odds.situations import FAMOUS, Dealt, drawn, thinned

STREETS = [0, 3, 4, 5]
LIVE = {1: 20, 2: 11, 3: 10}
"""So many live cards make some ten thousand deals against so many opponents from the flop."""


def thin_famous(live: int) -> list[Dealt]:
    return [thinned(*cards, live, seed) for seed, cards in enumerate(FAMOUS.values())]


def postflop(opponents: int) -> list[Dealt]:
    live = LIVE[opponents]
    return [*thin_famous(live), *(each for size in (3, 4, 5) for each in drawn(size, live, 3))]


def check_potential(dealt: Dealt, opponents: int, lookahead: int) -> None:
    hole, board, dead = dealt.hole, dealt.board, dealt.dead
    counted = hand_potential(hole, board, opponents, lookahead, dead)
    assert counted.counts == naive.hand_potential(hole, board, opponents, lookahead, dead)
    tuples = sum(counted.totals)
    live = 52 - len(hole | board | dead)
    assert tuples == prod((live - 2 * n) * (live - 2 * n - 1) // 2 for n in range(opponents))


def check_showdowns(dealt: Dealt, opponents: int) -> None:
    cards = dealt.hole, dealt.board, opponents, dealt.dead
    odds = current_hand_odds(*cards, method="exact")
    assert (odds.win, odds.ties, odds.lose) == naive.showdowns(*cards)


# --- whole decks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", FAMOUS.values(), ids=FAMOUS)
def test_the_strength_of_a_famous_hand_is_what_dealing_gives(cards: tuple[str, str]) -> None:
    strength = hand_strength(*cards)
    assert (strength.ahead, strength.tied, strength.behind) == naive.hand_strength(*cards)


@pytest.mark.repeats(5)
@pytest.mark.parametrize("cards", FAMOUS.values(), ids=FAMOUS)
def test_the_potential_of_a_famous_hand_one_card_ahead_is_what_dealing_gives(
    cards: tuple[str, str],
) -> None:
    ahead = min(1, 5 - len(CardSet(cards[1])))
    counted = hand_potential(*cards, lookahead=ahead)
    assert counted.counts == naive.hand_potential(*cards, lookahead=ahead)


@pytest.mark.exhaustive
def test_the_potential_of_a_flop_is_what_a_million_deals_give() -> None:
    cards = FAMOUS["monotone board"]
    assert hand_potential(*cards).counts == naive.hand_potential(*cards)


@pytest.mark.parametrize("cards", FAMOUS.values(), ids=FAMOUS)
def test_a_famous_hand_ends_in_the_categories_that_dealing_gives(cards: tuple[str, str]) -> None:
    to_come = 5 - len(CardSet(cards[1]))
    odds = class_odds(*cards)
    assert odds.river == naive.class_odds(*cards, to_come)
    assert odds.next_card == naive.class_odds(*cards, min(1, to_come))


# --- thin decks -----------------------------------------------------------------------------------


@pytest.mark.repeats(25)
@pytest.mark.parametrize(
    "dealt", [each for size in (3, 4, 5) for each in drawn(size, 30, 5)], ids=str
)
def test_strength_is_what_dealing_gives(dealt: Dealt) -> None:
    cards = dealt.hole, dealt.board, dealt.dead
    strength = hand_strength(*cards)
    assert (strength.ahead, strength.tied, strength.behind) == naive.hand_strength(*cards)


@pytest.mark.parametrize("dealt", drawn(3, 7, 2), ids=str)
def test_strength_and_odds_are_what_the_rules_of_poker_alone_give(dealt: Dealt) -> None:
    hole, board, dead = dealt.hole, dealt.board, dealt.dead
    strength, odds = hand_strength(hole, board, dead), current_hand_odds(hole, board, 1, dead)
    rank = naive.rank_from_the_rules
    assert (strength.ahead, strength.tied, strength.behind) == naive.hand_strength(
        hole, board, dead, rank
    )
    assert (odds.win, odds.ties, odds.lose) == naive.showdowns(hole, board, 1, dead, rank=rank)


@pytest.mark.repeats(8)
@pytest.mark.parametrize("dealt", postflop(1), ids=str)
def test_potential_against_one_is_what_dealing_gives(dealt: Dealt) -> None:
    for lookahead in range(6 - len(dealt.board)):
        check_potential(dealt, 1, lookahead)


@pytest.mark.repeats(8)
@pytest.mark.parametrize("dealt", postflop(2), ids=str)
def test_potential_against_two_is_what_dealing_gives(dealt: Dealt) -> None:
    for lookahead in range(6 - len(dealt.board)):
        check_potential(dealt, 2, lookahead)


@pytest.mark.repeats(3)
@pytest.mark.parametrize("dealt", [*thin_famous(10), *drawn(3, 9, 1), *drawn(4, 10, 2)], ids=str)
def test_potential_against_three_is_what_dealing_gives(dealt: Dealt) -> None:
    check_potential(dealt, 3, 5 - len(dealt.board))


@pytest.mark.repeats(4)
@pytest.mark.parametrize("opponents", [1, 2])
@pytest.mark.parametrize("street", STREETS)
def test_odds_against_one_and_two_are_what_dealing_gives(street: int, opponents: int) -> None:
    live = {0: 11, 3: 11, 4: 12, 5: 14}[street]
    for dealt in drawn(street, live, 3):
        check_showdowns(dealt, opponents)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("street", STREETS)
def test_odds_against_three_are_what_dealing_gives(street: int) -> None:
    live = {0: 11, 3: 9, 4: 9, 5: 10}[street]
    for dealt in drawn(street, live, 2):
        check_showdowns(dealt, 3)


@pytest.mark.repeats(12)
@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("dealt", thin_famous(9), ids=str)
def test_odds_of_famous_hands_are_what_dealing_gives(dealt: Dealt, opponents: int) -> None:
    check_showdowns(dealt, opponents)


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_odds_as_published_are_what_dealing_with_our_own_cards_gives(opponents: int) -> None:
    for dealt in drawn(4, 7, 1):
        cards = dealt.hole, dealt.board, opponents, dealt.dead
        odds = current_hand_odds(*cards, as_published="dsie-2011")
        win, ties, lose = naive.showdowns(*cards, held_too=dealt.hole)
        assert (odds.win, odds.lose) == (win + sum(ties.values()), lose)


@pytest.mark.parametrize("street", STREETS)
def test_class_odds_are_what_dealing_gives(street: int) -> None:
    for dealt in drawn(street, 16, 3):
        cards = dealt.hole, dealt.board
        odds = class_odds(*cards, dealt.dead)
        coming = {0: 3, 3: 1, 4: 1, 5: 0}[street]
        assert odds.next_card == naive.class_odds(*cards, coming, dealt.dead)
        assert odds.river == naive.class_odds(*cards, 5 - street, dealt.dead)
