"""A stand-in for PyPokerEngine, which bots import on machines where it is not installed.

Names and meanings are those of PyPokerEngine 1.0.1, but the code is our own. Here are the cards,
the base class of players, the evaluator with its errors, and the helper functions for these, which
draw from Python's global generator as the originals do; `emulator` has what looks ahead, and
`modules` lists all that the stand-in provides.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from handsight.cards import Card
from handsight.cards.card import DECK_SIZE
from handsight.interop.pypokerengine.cards import card_of_engine
from handsight.interop.pypokerengine.evaluator import (
    ENGINE_CATEGORIES,
    engine_hand_info,
    score_indices,
)


class EngineCard:
    """A card, as PyPokerEngine numbers suits and ranks.

    Args:
        suit: 2, 4, 8 or 16 for clubs, diamonds, hearts or spades.
        rank: 2 to 14; an ace can also be given as 1.

    Example:
        >>> EngineCard.from_str("CA").to_id(), str(EngineCard.from_id(52))
        (1, 'SK')
    """

    CLUB, DIAMOND, HEART, SPADE = 2, 4, 8, 16
    SUIT_MAP: ClassVar = dict(zip((2, 4, 8, 16), "CDHS", strict=True))
    RANK_MAP: ClassVar = dict(zip(range(2, 15), "23456789TJQKA", strict=True))

    def __init__(self, suit: int, rank: int) -> None:
        self.suit = suit
        self.rank = 14 if rank == 1 else rank

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EngineCard) and (self.suit, self.rank) == (other.suit, other.rank)

    def __hash__(self) -> int:
        return hash((self.suit, self.rank))

    def __str__(self) -> str:
        return self.SUIT_MAP[self.suit] + self.RANK_MAP[self.rank]

    @property
    def index(self) -> int:
        """The index of the card in handsight, 0..51."""
        return 4 * (self.rank - 2) + self.suit.bit_length() - 2

    def to_id(self) -> int:
        """Return the card's number, 1 to 52: clubs from ace to king, then diamonds, and so on."""
        return 13 * (self.suit.bit_length() - 2) + (1 if self.rank == 14 else self.rank)

    @classmethod
    def from_id(cls, card_id: int) -> EngineCard:
        """Return the card with a number from 1 to 52."""
        suit, rank = divmod(card_id - 1, 13)
        return cls(2 << suit, rank + 1)

    @classmethod
    def from_str(cls, str_card: str) -> EngineCard:
        """Parse a card like ``HT``."""
        ours = card_of_engine(str_card[:1].upper() + str_card[1:])
        return cls(2 << ours.suit, ours.rank + 2)


class EngineDeck:
    """A deck, dealt from its end.

    Args:
        deck_ids: numbers of the cards, 1 to 52; all cards if None or empty.
    """

    def __init__(self, deck_ids: Iterable[int] | None = None) -> None:
        numbers = list(deck_ids or ()) or range(1, DECK_SIZE + 1)
        self.deck = [EngineCard.from_id(number) for number in numbers]

    def draw_card(self) -> EngineCard:
        """Remove the last card and return it."""
        return self.deck.pop()

    def draw_cards(self, num: int) -> list[EngineCard]:
        """Remove the last cards, one by one, and return them."""
        return [self.draw_card() for _ in range(num)]

    def size(self) -> int:
        """Return the number of cards."""
        return len(self.deck)

    def shuffle(self) -> None:
        """Shuffle the cards."""
        random.shuffle(self.deck)


class HandEvaluator:
    """PyPokerEngine's hand evaluator, including its errors."""

    HIGHCARD = 0
    (ONEPAIR, TWOPAIR, THREECARD, STRAIGHT, FLASH, FULLHOUSE, FOURCARD, STRAIGHTFLASH) = (
        1 << bit for bit in range(8, 16)
    )
    HAND_STRENGTH_MAP: ClassVar = {
        (1 << 7 + place if place else 0): name for place, name in enumerate(ENGINE_CATEGORIES)
    }

    @classmethod
    def eval_hand(cls, hole: Sequence[EngineCard], community: Sequence[EngineCard]) -> int:
        """Return the score by which hands are compared; higher is better."""
        first, second = hole
        return score_indices(first.index, second.index, [card.index for card in community])

    @classmethod
    def gen_hand_rank_info(
        cls, hole: Sequence[EngineCard], community: Sequence[EngineCard]
    ) -> dict[str, Any]:
        """Return a description of a hand: its category, and the ranks that are compared."""
        mine, board = ([Card(card.index) for card in cards] for cards in (hole, community))
        info = engine_hand_info(mine, board)
        return {
            "hand": {"strength": info.strength, "high": info.high, "low": info.low},
            "hole": {"high": info.hole_high, "low": info.hole_low},
        }


class BasePokerPlayer:
    """The base class of bots, which override `declare_action` and the five message methods."""

    uuid: str

    def declare_action(self, valid_actions: Any, hole_card: Any, round_state: Any) -> Any:
        """Choose an action."""
        raise NotImplementedError("declare_action")

    def receive_game_start_message(self, game_info: Any) -> None:
        """Receive the start of a game."""
        raise NotImplementedError("receive_game_start_message")

    def receive_round_start_message(self, round_count: Any, hole_card: Any, seats: Any) -> None:
        """Receive the start of a round."""
        raise NotImplementedError("receive_round_start_message")

    def receive_street_start_message(self, street: Any, round_state: Any) -> None:
        """Receive the start of a street."""
        raise NotImplementedError("receive_street_start_message")

    def receive_game_update_message(self, new_action: Any, round_state: Any) -> None:
        """Receive the action of a player."""
        raise NotImplementedError("receive_game_update_message")

    def receive_round_result_message(self, winners: Any, hand_info: Any, round_state: Any) -> None:
        """Receive the result of a round."""
        raise NotImplementedError("receive_round_result_message")

    def set_uuid(self, uuid: str) -> None:
        """Set the id by which messages refer to the player."""
        self.uuid = uuid


def gen_cards(cards_str: Iterable[str]) -> list[EngineCard]:
    """Parse cards like ``HT``."""
    return [EngineCard.from_str(text) for text in cards_str]


def gen_deck(exclude_cards: Iterable[EngineCard | str] | None = None) -> EngineDeck:
    """Return a deck without the excluded cards."""
    cards = [
        EngineCard.from_str(card) if isinstance(card, str) else card for card in exclude_cards or ()
    ]
    out = {card.to_id() for card in cards}
    return EngineDeck(number for number in range(1, DECK_SIZE + 1) if number not in out)


def evaluate_hand(
    hole_card: Sequence[EngineCard], community_card: Sequence[EngineCard]
) -> dict[str, Any]:
    """Return a description of a hand: its category, and the score by which hands are compared."""
    info = HandEvaluator.gen_hand_rank_info(hole_card, community_card)
    strength = HandEvaluator.eval_hand(hole_card, community_card)
    return {"hand": info["hand"]["strength"], "strength": strength}


def pick_unused_card(card_num: int, used_card: Iterable[EngineCard]) -> list[EngineCard]:
    """Draw random cards that are not among the used cards."""
    used = {card.to_id() for card in used_card}
    left = [number for number in range(1, DECK_SIZE + 1) if number not in used]
    return [EngineCard.from_id(number) for number in random.sample(left, card_num)]


def fill_community_card(
    base_cards: list[EngineCard], used_card: Iterable[EngineCard]
) -> list[EngineCard]:
    """Draw the missing board cards at random, and return all five."""
    return base_cards + pick_unused_card(5 - len(base_cards), used_card)


def estimate_hole_card_win_rate(
    nb_simulation: int,
    nb_player: int,
    hole_card: list[EngineCard],
    community_card: list[EngineCard] | None = None,
) -> float:
    """Estimate how often a hand is not beaten at showdown; a tie counts as a whole win.

    Args:
        nb_simulation: number of showdowns to simulate.
        nb_player: number of players, including the one with the hand.
        hole_card: the two hole cards.
        community_card: cards on the board; None for an empty board.

    Returns:
        The share of the showdowns in which no other player has a higher score, 0..1.
    """
    board = community_card or []
    wins = sum(wins_once(nb_player, hole_card, board) for _ in range(nb_simulation))
    return wins / nb_simulation


def wins_once(nb_player: int, hole_card: list[EngineCard], community_card: list[EngineCard]) -> int:
    """Deal the other cards at random once, and return 1 if the hand is not beaten, else 0.

    Args:
        nb_player: number of players, including the one with the hand.
        hole_card: the two hole cards.
        community_card: cards on the board.
    """
    board = fill_community_card(community_card, hole_card + community_card)
    drawn = pick_unused_card(2 * (nb_player - 1), hole_card + board)
    mine = HandEvaluator.eval_hand(hole_card, board)
    pairs = zip(drawn[::2], drawn[1::2], strict=True)
    return int(all(mine >= HandEvaluator.eval_hand(pair, board) for pair in pairs))


PACKAGE = "pypokerengine"
"""The name of PyPokerEngine's package."""
STAND_IN = "A stand-in for PyPokerEngine."
"""The docstring of each module of the stand-in."""
