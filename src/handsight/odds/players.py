"""Who takes part in a pot: known hands and ranges, checked against the board and each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TypeAlias

from handsight.cards import CardSet, CardsLike, parse_cards, refuse_shared, require_count
from handsight.cards.situation import STREETS
from handsight.errors import CardCountError, InputError, OptionError
from handsight.ranges import Range

Player: TypeAlias = "CardSet | Range"
"""A known hand, or a range."""

PlayerLike: TypeAlias = "str | Range | CardsLike"
"""What a player is given as: two cards, a range, or the text of either."""

PLAYERS = range(2, 11)
HAND = 2


@dataclass(frozen=True, slots=True)
class Table:
    """Checked players, board and dead cards; no card is in two places.

    Attributes:
        players: known hands and ranges, two to ten. A range holds only what a player can hold
            here: no combo with a card of the board, of a known hand, or a dead one.
        board: 0, 3, 4 or 5 cards.
        dead: cards out of play.
    """

    players: tuple[Player, ...]
    board: CardSet
    dead: CardSet

    @classmethod
    def parse(
        cls, players: Sequence[PlayerLike], board: CardsLike = "", dead: CardsLike = ""
    ) -> Table:
        """Read and check players, board and dead cards.

        Args:
            players: two to ten.
            board: 0, 3, 4 or 5 cards.
            dead: any number of cards.

        Raises:
            InputError: for what cannot be read, cards that stand twice, a range without a hand
                that is left.
            OptionError: for another number of players.

        Example:
            >>> table = Table.parse(["AhKh", "QQ, AhAs"], "Qh7h2c")
            >>> len(table.players[1]), len(table.live)
            (3, 47)
        """
        listed = _listed(players)
        if len(listed) not in PLAYERS:
            raise OptionError(
                f"players has length {len(listed)}; it takes 2 to {PLAYERS[-1]} hands and ranges"
            )
        read = [_player(player, number) for number, player in enumerate(listed, start=1)]
        groups = {f"player {n}": list(p) for n, p in enumerate(read, 1) if isinstance(p, CardSet)}
        groups |= {"board": parse_cards(board, "board"), "dead": parse_cards(dead, "dead")}
        refuse_shared(groups)
        require_count(groups["board"], "board", tuple(STREETS))
        gone = CardSet.of([card for cards in groups.values() for card in cards])
        table = cls(
            tuple(_left_of(player, gone, number) for number, player in enumerate(read, 1)),
            CardSet.of(groups["board"]),
            CardSet.of(groups["dead"]),
        )
        table.require_enough()
        return table

    @property
    def hands(self) -> list[CardSet]:
        """The known hands, in their order."""
        return [player for player in self.players if isinstance(player, CardSet)]

    @property
    def ranges(self) -> list[Range]:
        """The ranges, in their order."""
        return [player for player in self.players if isinstance(player, Range)]

    @property
    def live(self) -> CardSet:
        """All cards that are neither known nor dead."""
        gone = self.board | self.dead
        for hand in self.hands:
            gone |= hand
        return CardSet.full() - gone

    @property
    def to_come(self) -> int:
        """How many cards are still to come to the board."""
        return 5 - len(self.board)

    def require_enough(self) -> None:
        """Refuse a table for which the cards do not suffice.

        Raises:
            CardCountError: if fewer live cards are left than ranges and board need.
        """
        wanted = HAND * len(self.ranges) + self.to_come
        if len(self.live) < wanted:
            raise CardCountError(
                f"too few live cards are left: {len(self.live)}, with {HAND * len(self.ranges)} "
                f"for the ranges' hands and {self.to_come} to come"
            )


def is_any_hand(player: Player, live: CardSet) -> bool:
    """Say whether a player holds any two of the live cards, each pair as likely as the others.

    Args:
        player: one of a `Table`, whose range holds only what is live.
        live: the cards that are neither known nor dead.

    Example:
        >>> live = CardSet.full() - CardSet("AhKh")
        >>> is_any_hand(Range("random").without("AhKh"), live), is_any_hand(Range("22+"), live)
        (True, False)
    """
    if isinstance(player, CardSet):
        return False
    weights = set(player.numerators) - {0}
    return len(weights) == 1 and len(player) == comb(len(live), HAND)


def _listed(players: Sequence[PlayerLike]) -> list[PlayerLike]:
    if isinstance(players, str | Range | CardSet | Mapping) or not isinstance(players, Iterable):
        raise OptionError(
            f"players is of type {type(players).__name__}; it takes a list of 2 to {PLAYERS[-1]} "
            "hands and ranges"
        )
    return list(players)


def _player(player: PlayerLike, number: int) -> Player:
    """Read a player: what is written as two cards is a known hand."""
    try:
        if isinstance(player, Range):
            return player
        if isinstance(player, str):
            hand = _two_cards(player)
            return _range(player) if hand is None else hand
        cards = parse_cards(player, "the hand")
        require_count(cards, "the hand", (HAND,))
        return CardSet.of(cards)
    except InputError as error:
        raise type(error)(f"player {number}: {error}") from None


@lru_cache(maxsize=64)
def _range(text: str) -> Range:
    """Read the text of a range; the same few come again and again."""
    return Range(text)


def _two_cards(text: str) -> CardSet | None:
    """Read a text that is cards and nothing else, or give None; hands in a list are a range.

    Raises:
        CardCountError: if it is cards, but no number of hands.
    """
    try:
        cards = parse_cards(text, "the hand")
    except InputError:
        return None
    if not cards or (len(cards) > HAND and _is_range(text)):
        return None
    require_count(cards, "the hand", (HAND,))
    return CardSet.of(cards)


def _is_range(text: str) -> bool:
    try:
        return bool(len(Range(text)))
    except InputError:
        return False


def _left_of(player: Player, gone: CardSet, number: int) -> Player:
    if isinstance(player, CardSet):
        return player
    left = player.without(gone)
    if not left:
        why = "each of its combos holds a card that lies elsewhere" if player else "it is empty"
        raise InputError(f"player {number}: the range has no hand left: {why}")
    return left
