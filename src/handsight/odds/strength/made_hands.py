"""Names of the hands that two cards make on a board: top pair, a set, a gutshot."""

from __future__ import annotations

from handsight.cards import CardSet
from handsight.cards.card import RANKS
from handsight.odds.spot import FULL_BOARD
from handsight.ranking import CATEGORIES, category_of, evaluate_mask

MADE = (
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "set",
    "trips",
    "two_pair",
    "overpair",
    "top_pair",
    "underpair",
    "second_pair",
    "low_pair",
    "ace_high",
    "no_pair",
    "board",
)
"""Made hands, roughly from strongest to weakest; `made_hand` returns one of them."""

DRAWS = ("combo_draw", "flush_draw", "open_ended", "gutshot", "backdoor_flush", "no_draw")
"""Draws, from strongest to weakest; `draw_of` returns one of them."""

KINDS = ("value", "draw", "pair", "air")
"""Rough groups of hands by how players use them; `kind_of` returns one of them."""

VALUE = frozenset(MADE[: MADE.index("top_pair") + 1])
PAIRS = frozenset({"underpair", "second_pair", "low_pair"})

WITHOUT_KICKERS = ("straight", "flush", "full_house", "straight_flush")
"""Categories without kickers: all five cards make the hand."""

_OF_REPEATS = {
    (2, 1): "one_pair",
    (3,): "three_of_a_kind",
    (2, 1, 1): "one_pair",
    (2, 2): "two_pair",
    (3, 1): "three_of_a_kind",
    (4,): "four_of_a_kind",
}
_LANE = 0x1FFF
_ACE = len(RANKS) - 1
_WHEEL = 0b1_0000_0000_1111
_STRAIGHTS = (*(0b11111 << low for low in range(8, -1, -1)), _WHEEL)
"""The ranks of each straight as a mask, the highest straight first."""


def category_of_board(board: CardSet) -> str:
    """Return the category that the three to five cards of a board make on their own.

    Example:
        >>> category_of_board(CardSet("8c8d3s")), category_of_board(CardSet("2c3d4h5s6c"))
        ('one_pair', 'straight')
    """
    if len(board) == FULL_BOARD:
        return category_of(evaluate_mask(board.mask))
    ranks = [card.rank for card in board]
    repeats = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return _OF_REPEATS.get(tuple(repeats), "high_card")


def makes_category(strength: int, board: CardSet) -> bool:
    """Check whether a hand needs a hole card for its category.

    The hand needs one if its category is above that of the board alone, or if both have the same
    category without kickers and the hand is stronger than the board.

    Args:
        strength: the strength of the best five cards among hole cards and board.
        board: three to five cards.
    """
    category, lying = category_of(strength), category_of_board(board)
    if category in WITHOUT_KICKERS and len(board) == FULL_BOARD:
        return strength > evaluate_mask(board.mask)
    return CATEGORIES.index(category) > CATEGORIES.index(lying)


def made_hand(hole: CardSet, board: CardSet) -> str:
    """Return the made hand of two cards on a flop, turn or river: one of `MADE`.

    A category counts only if it needs a hole card. Three of a kind with a pocket pair is a set, and
    otherwise trips. Two pair needs both hole cards; if one of the pairs is on the board, the hand
    is named after the player's own pair. A pocket pair is an overpair if it is above all cards of
    the board, and otherwise an underpair. Any other pair is top, second or low pair by the position
    of its rank among the ranks of the board. Two cards without such a pair are ``ace_high`` if one
    of them is an ace, and otherwise ``no_pair``. On the river, a hand that does not improve on the
    five cards of the board is ``board``.

    Example:
        >>> board = CardSet("Qs7h2d")
        >>> [made_hand(CardSet(hole), board) for hole in ("KcKd", "QcJd", "9c9d", "Ac2c", "7c7d")]
        ['overpair', 'top_pair', 'underpair', 'low_pair', 'set']
    """
    strength = evaluate_mask(hole.mask | board.mask)
    if len(board) == FULL_BOARD and strength == evaluate_mask(board.mask):
        return "board"
    ours, lying = [card.rank for card in hole], {card.rank for card in board}
    is_pocket_pair = ours[0] == ours[1]
    if makes_category(strength, board):
        category = category_of(strength)
        if category == "three_of_a_kind":
            return "set" if is_pocket_pair else "trips"
        if category in MADE and (category != "two_pair" or _both_pair(ours, lying)):
            return category
    if is_pocket_pair:
        return "overpair" if ours[0] > max(lying) else "underpair"
    paired = [rank for rank in ours if rank in lying]
    if paired:
        place = sorted(lying, reverse=True).index(max(paired))
        return ("top_pair", "second_pair", "low_pair")[min(place, 2)]
    return "ace_high" if _ACE in ours else "no_pair"


def _both_pair(ours: list[int], lying: set[int]) -> bool:
    return ours[0] != ours[1] and lying.issuperset(ours)


def draw_of(hole: CardSet, board: CardSet) -> str:
    """Return the draw of two cards: one of `DRAWS`, which is ``no_draw`` on the river.

    A flush draw has four cards of a suit, at least one of them a hole card. A rank completes a
    straight if, once a card of that rank is dealt, our best straight is higher than any on the
    board alone. Two or more such ranks make an open-ended draw (including a double gutshot), and
    one rank makes a gutshot. Either of them together with a flush draw is a combo draw. A backdoor
    flush draw exists only on the flop: both hole cards and one card of the board have the same
    suit. A straight or better has no straight draw, and a flush or better has no draw at all.

    Example:
        >>> board = CardSet("Qh7h2c")
        >>> [draw_of(CardSet(hole), board) for hole in ("AhKh", "JsTs", "Ac3c")]
        ['flush_draw', 'no_draw', 'backdoor_flush']
        >>> [draw_of(CardSet(hole), CardSet("Th9h2c")) for hole in ("JcQd", "Jh8h", "Kc7d")]
        ['open_ended', 'combo_draw', 'no_draw']
    """
    if len(board) == FULL_BOARD:
        return "no_draw"
    place = CATEGORIES.index(category_of(evaluate_mask(hole.mask | board.mask)))
    if place >= CATEGORIES.index("flush"):
        return "no_draw"
    suited = _suited(hole, board)
    to_straight = 0 if place >= CATEGORIES.index("straight") else _straight_ranks(hole, board)
    if (4, 1) in suited or (4, 2) in suited:
        return "combo_draw" if to_straight else "flush_draw"
    if to_straight:
        return "open_ended" if to_straight > 1 else "gutshot"
    return "backdoor_flush" if len(board) == 3 and (3, 2) in suited else "no_draw"


def _suited(hole: CardSet, board: CardSet) -> set[tuple[int, int]]:
    """Return the pairs (number of cards, number of hole cards among them) that occur in a suit."""
    lanes = [
        (mask >> 16 * suit & _LANE, hole.mask >> 16 * suit & _LANE)
        for suit in range(4)
        for mask in (hole.mask | board.mask,)
    ]
    return {(both.bit_count(), ours.bit_count()) for both, ours in lanes}


def _straight_ranks(hole: CardSet, board: CardSet) -> int:
    """Count the ranks that complete a straight.

    A rank does not count if the board makes an equally high straight with that rank alone.
    """
    lying, both = _ranks(board), _ranks(hole | board)
    ranks = (1 << rank for rank in range(len(RANKS)))
    return sum(_best_straight(both | rank) < _best_straight(lying | rank) for rank in ranks)


def _ranks(cards: CardSet) -> int:
    lanes = (cards.mask >> 16 * suit & _LANE for suit in range(4))
    ranks = 0
    for lane in lanes:
        ranks |= lane
    return ranks


def _best_straight(ranks: int) -> int:
    """Return the index in `_STRAIGHTS` of the highest straight that the ranks of a mask make.

    If the ranks make no straight, return the length of `_STRAIGHTS`.
    """
    found = (place for place, five in enumerate(_STRAIGHTS) if ranks & five == five)
    return next(found, len(_STRAIGHTS))


def kind_of(made: str, draw: str) -> str:
    """Return the rough group of a hand: one of `KINDS`.

    ``value`` is top pair or better, ``draw`` is a weaker hand with a draw better than a backdoor
    flush draw, ``pair`` is any other pair with a hole card, and all other hands are ``air``.

    Example:
        >>> kind_of("top_pair", "no_draw"), kind_of("ace_high", "gutshot")
        ('value', 'draw')
    """
    if made in VALUE:
        return "value"
    if draw not in ("backdoor_flush", "no_draw"):
        return "draw"
    return "pair" if made in PAIRS else "air"
