"""What players call a hand on a board, slowly, from the words alone.

Every five cards are looked at. A card is an integer 4 * rank + suit.
"""

from collections import Counter
from itertools import combinations

from tests.naive.ranking import worth, worth_of_five

Cards = tuple[int, ...]
NAMES = {8: "straight_flush", 7: "four_of_a_kind", 6: "full_house", 5: "flush", 4: "straight"}


def category(cards: Cards) -> int:
    """Give the category, 0 (high card) .. 8, of three cards or more."""
    if len(cards) >= 5:
        return worth(cards)[0]
    shape = sorted(Counter(card // 4 for card in cards).values(), reverse=True)
    if shape[0] == 4:
        return 7
    if shape[0] == 3:
        return 3
    return shape.count(2)


def takes_a_hole_card(hole: Cards, board: Cards) -> bool:
    ours, theirs = category(hole + board), category(board)
    if len(board) == 5 and ours in (4, 5, 6, 8):
        return worth(hole + board) > worth(board)
    return ours > theirs


def made(hole: Cards, board: Cards) -> str:
    if len(board) == 5 and worth(hole + board) == worth(board):
        return "board"
    one, other = (card // 4 for card in hole)
    lying = sorted({card // 4 for card in board})
    if takes_a_hole_card(hole, board):
        number = category(hole + board)
        if number in NAMES:
            return NAMES[number]
        if number == 3:
            return "set" if one == other else "trips"
        if number == 2 and one != other and one in lying and other in lying:
            return "two_pair"
    if one == other:
        return "overpair" if all(one > rank for rank in lying) else "underpair"
    for rank, name in zip(
        lying[::-1], ["top_pair", "second_pair"] + ["low_pair"] * 3, strict=False
    ):
        if rank in (one, other):
            return name
    return "ace_high" if 12 in (one, other) else "no_pair"


def is_straight(five: Cards) -> bool:
    return worth_of_five(five)[0] in (4, 8)


def top_of_straights(cards: Cards) -> int:
    """Give the rank at the top of the highest straight; -1 for none."""
    tops = [-1]
    for five in combinations(cards, 5):
        if is_straight(five):
            ranks = {card // 4 for card in five}
            tops.append(3 if ranks == {12, 0, 1, 2, 3} else max(ranks))
    return max(tops)


def draw(hole: Cards, board: Cards) -> str:
    if len(board) == 5 or category(hole + board) >= 5:
        return "no_draw"
    suits = Counter(card % 4 for card in hole + board)
    ours = Counter(card % 4 for card in hole)
    flush = any(suits[suit] == 4 and ours[suit] for suit in range(4))
    ranks = set()
    if category(hole + board) < 4:
        for card in set(range(52)) - set(hole) - set(board):
            with_it = top_of_straights((*hole, *board, card))
            if with_it > top_of_straights((*board, card)):
                ranks.add(card // 4)
    if flush:
        return "combo_draw" if ranks else "flush_draw"
    if ranks:
        return "gutshot" if len(ranks) == 1 else "open_ended"
    if len(board) == 3 and any(suits[suit] == 3 and ours[suit] == 2 for suit in range(4)):
        return "backdoor_flush"
    return "no_draw"
