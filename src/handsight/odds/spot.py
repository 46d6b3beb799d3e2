"""A spot: the players' hands or ranges, the board and the dead cards, parsed once from text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from handsight.cards import (
    Card,
    CardSet,
    CardsLike,
    parse_cards,
    refuse_shared,
    require_count,
)
from handsight.cards.card import DECK_SIZE, STREET_OF_BOARD
from handsight.cards.cardset import mask_at_once
from handsight.errors import CardCountError, InputError, OptionError, StreetError
from handsight.runtime.integers import is_whole

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from handsight.ranges import Range


class AnyCards(Enum):
    """The type of `ANY`, its only member."""

    ANY = "random"

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.value


ANY = AnyCards.ANY
"""Stands for a player who can hold any two cards."""

Player: TypeAlias = "CardSet | Range | AnyCards"
"""A known hand, a range, or `ANY`."""

PlayerLike: TypeAlias = "str | Range | AnyCards | CardsLike"
"""A player as callers pass it: two cards, a range, the text of either, or `ANY`."""

VillainLike: TypeAlias = "str | Range | AnyCards | Sequence[str | Range | AnyCards] | None"
"""One range for all opponents, or a list with one range for each opponent; None for any cards."""

PLAYERS = range(2, 11)
"""The allowed numbers of players in a pot."""

MOST_OPPONENTS = PLAYERS[-1] - 1
HAND = 2
NO_CARDS = CardSet()
EVERY_CARD = CardSet.full().mask
FULL_BOARD = 5


@dataclass(frozen=True, slots=True)
class Spot:
    """The players of a pot, the board and the dead cards; no known card appears twice.

    `parse`, `alone` and `hand` parse and check their arguments; the constructor does not.

    Attributes:
        players: one to ten players. If the question is about our hand, the first player is us. The
            ranges contain no combos with known or excluded cards.
        board: 0, 3, 4 or 5 cards.
        dead: cards that cannot be dealt.
        excluded: cards that opponents probably do not hold, but that can still be dealt to the
            board.
        named: the players with their ranges as the caller named them, including combos with known
            or excluded cards; empty if the spot was made with the constructor or `alone`.
        texts: the text of each player as the caller passed it; None for our hand if the spot was
            made with `hand`, and for a player who was not passed as text; empty whenever ``named``
            is.
        joint: whether each opponent has a range of their own, rather than one range for all.

    Example:
        >>> spot = Spot((CardSet("AhKh"), ANY, ANY), CardSet("Qh7h2c"))
        >>> spot.street, spot.opponents, len(spot.live)
        ('flop', 2, 47)
    """

    players: tuple[Player, ...]
    board: CardSet = NO_CARDS
    dead: CardSet = NO_CARDS
    excluded: CardSet = NO_CARDS
    named: tuple[Player, ...] = ()
    texts: tuple[str | None, ...] = ()
    joint: bool = False

    # --- reading --------------------------------------------------------------------------------

    @classmethod
    def parse(
        cls, players: Sequence[PlayerLike], board: CardsLike = "", dead: CardsLike = ""
    ) -> Spot:
        """Parse a pot with several players.

        Args:
            players: two to ten players. Two cards, also as a string, are a known hand; any other
                string is a range, such as ``"random"`` for any cards.
            board: 0, 3, 4 or 5 cards.
            dead: cards that cannot be dealt.

        Raises:
            InputError: if cards or ranges are invalid, a range has no hand left, or too few cards
                are left.
            OptionError: if ``players`` is not a list, or has fewer than 2 or more than 10 players.

        Example:
            >>> spot = Spot.parse(["AhKh", "QQ, AhAs", "random"], "Qh7h2c")
            >>> len(spot.players[1]), spot.players[2], len(spot.live)
            (3, ANY, 47)
        """
        given = _listed_players(players)
        read = tuple([_numbered(player, number) for number, player in enumerate(given, start=1)])
        lying, out, gone = _cards_of_pot(read, board, dead)
        left, ranges = read, sum(not isinstance(player, CardSet) for player in read)
        if ranges:
            left = tuple(
                _left_in_pot(player, gone, number) for number, player in enumerate(read, 1)
            )
        texts = tuple([_text_of(player) for player in given])
        spot = cls(left, lying, out, named=read, texts=texts, joint=True)
        if DECK_SIZE - len(gone) < HAND * ranges + spot.to_come:
            spot.require_enough()  # raises
        return spot

    @classmethod
    def alone(cls, hole: CardsLike, board: CardsLike = "", dead: CardsLike = "") -> Spot:
        """Parse two hole cards and a board for a question without opponents.

        Raises:
            InputError: if the cards are invalid.

        Example:
            >>> Spot.alone("AhKh", "Qh7h2c").street
            'flop'
        """
        ours, lying, out = _seen(hole, board, dead)
        return cls((ours,), lying, out)

    @classmethod
    def hand(
        cls,
        hole: CardsLike,
        board: CardsLike = "",
        dead: CardsLike = "",
        opponents: int | None = None,
        villain: VillainLike = None,
        excluded: CardsLike = "",
        most: int = MOST_OPPONENTS,
    ) -> Spot:
        """Parse our hand, the board, and the hands that each opponent can hold.

        Args:
            hole: our two hole cards.
            board: 0, 3, 4 or 5 cards.
            dead: cards that cannot be dealt.
            opponents: the number of opponents; None for the number of ranges in a list, or else
                one.
            villain: one range for all opponents, or a list with one range for each; None for any
                cards.
            excluded: cards that opponents probably do not hold, but that can still be dealt to the
                board.
            most: the maximum number of opponents.

        Raises:
            InputError: if cards or ranges are invalid, or a range has no hand left.
            OptionError: if ``villain`` is neither a range nor a list, if a list does not have one
                range for each opponent, or if the number of opponents is not from 1 to ``most``.

        Example:
            >>> spot = Spot.hand("AhKh", "Qh7h2c", opponents=2, villain="QQ", excluded="Qs")
            >>> spot.opponents, [len(hands) for hands in spot.ranges]
            (2, [1, 1])
        """
        ours, lying, out = _seen(hole, board, dead)
        villain = ANY if villain is None else villain
        given = [villain] if _is_one(villain) else _listed_opponents(villain, most)
        joint = given[0] is not villain
        number = check_opponents(len(given) if opponents is None else opponents, most)
        if joint and len(given) != number:
            raise OptionError(
                f"villain has {len(given)} ranges and opponents is {number}; pass one range for "
                "all opponents, or one for each"
            )
        unlikely = NO_CARDS if excluded == "" else CardSet.of(parse_cards(excluded, "excluded"))
        named = list(map(read_range, given))
        known = ours | lying | out
        left = [
            _left_of_opponent(player, each, known, unlikely)
            for player, each in zip(named, given, strict=True)
        ]
        times = number // len(given)
        return cls(
            (ours, *left * times),
            lying,
            out,
            unlikely,
            named=(ours, *named * times),
            texts=(None, *[_text_of(each) for each in given] * times),
            joint=joint,
        )

    # --- the cards ------------------------------------------------------------------------------

    @property
    def hole(self) -> CardSet:
        """Our hole cards: the known hand of the first player.

        Raises:
            InputError: if the first player has no known hand.
        """
        ours = self.players[0]
        if not isinstance(ours, CardSet):
            raise InputError("player 1 holds a range; the question needs two cards")
        return ours

    @property
    def opponents(self) -> int:
        """The number of players besides the first."""
        return len(self.players) - 1

    @property
    def street(self) -> str:
        """The current street: ``preflop``, ``flop``, ``turn`` or ``river``."""
        return STREET_OF_BOARD[len(self.board)]

    @property
    def to_come(self) -> int:
        """The number of cards still to be dealt to the board."""
        return FULL_BOARD - len(self.board)

    @property
    def known(self) -> CardSet:
        """All cards that can no longer be dealt: known hands, the board and dead cards."""
        mask = self.board.mask | self.dead.mask
        for player in self.players:
            if isinstance(player, CardSet):
                mask |= player.mask
        return CardSet.from_mask(mask)

    @property
    def live(self) -> CardSet:
        """All cards that can still be dealt: the deck without the `known` cards."""
        return CardSet.from_mask(EVERY_CARD & ~self.known.mask)

    # --- the players ----------------------------------------------------------------------------

    @property
    def hands(self) -> list[CardSet]:
        """The known hands, in the order of the players."""
        return [player for player in self.players if isinstance(player, CardSet)]

    @property
    def ranges(self) -> list[Range]:
        """The ranges of players without a known hand, in order; `ANY` becomes all live hands."""
        return [
            any_two(self.known.mask) if player is ANY else player
            for player in self.players
            if not isinstance(player, CardSet)
        ]

    @property
    def is_against_any(self) -> bool:
        """Whether all players but the first are `ANY`, rather than ranges or known hands."""
        return all(player is ANY for player in self.players[1:])

    def against_first(self, opponents: int) -> Spot:
        """Return the spot with only the first ``opponents`` opponents."""
        kept = opponents + 1
        return replace(
            self,
            players=self.players[:kept],
            named=self.named[:kept],
            texts=self.texts[:kept],
        )

    def name(self, number: int) -> str:
        """Return a player's text as the caller passed it, or else the text of the hand or range.

        Args:
            number: the number of the player, from 0.

        Example:
            >>> spot = Spot.parse(["Kh Ah", "KK+,AQs"])
            >>> spot.name(0), spot.name(1), str(spot.named[1])
            ('Kh Ah', 'KK+,AQs', 'KK+, AQs')
        """
        text = self.texts[number] if self.texts else None
        return str((self.named or self.players)[number]) if text is None else text

    def combos(self, number: int) -> int:
        """Count the hands that the player with this number, from 0, can hold."""
        player = self.players[number]
        if isinstance(player, CardSet):
            return 1
        return comb(len(self.live), HAND) if player is ANY else len(player)

    def is_any(self, number: int) -> bool:
        """Check whether a player can hold any two live cards, all of them equally likely.

        Args:
            number: the number of the player, from 0.

        Example:
            >>> spot = Spot.parse(["AhKh", "random", "random:0.5", "22+"])
            >>> [spot.is_any(number) for number in range(4)]
            [False, True, True, False]
        """
        player = self.players[number]
        if isinstance(player, CardSet) or player is ANY:
            return player is ANY
        even = len(set(player.numerators) - {0}) == 1
        return even and len(player) == comb(len(self.live), HAND)

    # --- checks ---------------------------------------------------------------------------------

    def require_board(self, question: str, instead: str) -> None:
        """Raise StreetError before the flop, where the question has no answer.

        Args:
            question: the name of the question, for the error message.
            instead: the name of the function to use before the flop, for the error message.
        """
        if not self.board:
            raise StreetError(
                f"{question} has no meaning before the flop, where two cards have no rank; "
                f"use {instead}"
            )

    def require_enough(self) -> None:
        """Raise CardCountError if unknown hands and the board need more cards than are live."""
        drawn = HAND * sum(not isinstance(player, CardSet) for player in self.players)
        left = len(self.live)
        if left < drawn + self.to_come:
            raise CardCountError(
                f"too few live cards are left: {left}, with {drawn} for the ranges' hands and "
                f"{self.to_come} to come"
            )


def check_opponents(opponents: int, most: int = MOST_OPPONENTS) -> int:
    """Check that a number of opponents is from 1 to ``most``, and return it as a plain integer.

    Raises:
        OptionError: if it is not.

    Example:
        >>> check_opponents(9)
        9
    """
    if not is_whole(opponents, range(1, most + 1)):
        raise OptionError(f"opponents is {opponents!r}; it must be a whole number from 1 to {most}")
    return opponents.__index__()


_RANGE_CLASS = ("handsight.ranges.range", "Range")
_NO_RANGES = {str, list, tuple, CardSet}


# --- players as callers pass them -----------------------------------------------------------------


def _cards_of_pot(
    players: Sequence[Player], board: CardsLike, dead: CardsLike
) -> tuple[CardSet, CardSet, CardSet]:
    """Parse and check the board and the dead cards; return them, and all known cards together."""
    lying, out = mask_at_once((board,)), mask_at_once((dead,))
    if (lying or _is_empty(board)) and (out or _is_empty(dead)):
        total, count = lying + out, lying.bit_count() + out.bit_count()
        for player in players:
            if isinstance(player, CardSet):
                total += player.mask
                count += HAND
        # The sum of sets that share a card carries, so it has fewer bits.
        if total.bit_count() == count and lying.bit_count() in STREET_OF_BOARD:
            return _set_of(lying), _set_of(out), CardSet.from_mask(total)
    groups = {f"player {n}": list(p) for n, p in enumerate(players, 1) if isinstance(p, CardSet)}
    groups |= {"board": parse_cards(board, "board"), "dead": parse_cards(dead, "dead")}
    refuse_shared(groups)
    require_count(groups["board"], "board", tuple(STREET_OF_BOARD))
    gone = CardSet.of([card for cards in groups.values() for card in cards])
    return CardSet.of(groups["board"]), CardSet.of(groups["dead"]), gone


def _is_empty(cards: CardsLike) -> bool:
    return isinstance(cards, str) and not cards


def _set_of(mask: int) -> CardSet:
    return CardSet.from_mask(mask) if mask else NO_CARDS


def _seen(hole: CardsLike, board: CardsLike, dead: CardsLike) -> tuple[CardSet, CardSet, CardSet]:
    """Parse the cards that a player sees: two hole cards, the board, and dead cards."""
    parsed = {"hole": parse_cards(hole, "hole"), "board": parse_cards(board, "board")}
    parsed["dead"] = parse_cards(dead, "dead")
    refuse_shared(parsed)
    require_count(parsed["hole"], "hole", (HAND,))
    require_count(parsed["board"], "board", tuple(STREET_OF_BOARD))
    ours, lying, out = map(CardSet.of, parsed.values())
    return ours, lying, out


def _is_range(player: object) -> TypeIs[Range]:
    """Check whether a player is a range, without loading the module that defines `Range`.

    The check compares the name of the class. It does not look into the module, because another
    thread might be importing it at this moment.
    """
    if type(player) in _NO_RANGES:  # the usual case, and fast
        return False
    return any(
        (each.__module__, each.__qualname__) == _RANGE_CLASS for each in type(player).__mro__
    )


def is_player(value: object) -> bool:
    """Check whether a value is a single player rather than a list of players.

    A list of two cards counts as a list of players.

    Example:
        >>> is_player("AhKh"), is_player(["AhKh", "QsQd"])
        (True, False)
    """
    return isinstance(value, CardSet) or _is_one(value)


def _is_one(villain: object) -> TypeIs[str | Range | AnyCards]:
    return isinstance(villain, str | AnyCards) or _is_range(villain)


def _text_of(player: object) -> str | None:
    return player if isinstance(player, str) else None


def _listed_players(players: Sequence[PlayerLike]) -> list[PlayerLike]:
    single = isinstance(players, Card | CardSet | Mapping) or _is_one(players)
    if single or not isinstance(players, Iterable):
        raise OptionError(
            f"players is of type {type(players).__name__}; it must be a list of 2 to "
            f"{PLAYERS[-1]} hands and ranges"
        )
    listed = list(players)
    if len(listed) not in PLAYERS:
        raise OptionError(
            f"players has length {len(listed)}; it must have 2 to {PLAYERS[-1]} hands and ranges"
        )
    return listed


def _listed_opponents(villain: object, most: int) -> list[str | Range | AnyCards]:
    if not isinstance(villain, Iterable):
        raise OptionError(
            f"villain is of type {type(villain).__name__}; it must be a range or a list of them"
        )
    listed = list(villain)
    if len(listed) not in range(1, most + 1):
        raise OptionError(f"villain has {len(listed)} ranges; it must have 1 to {most}")
    return listed


def _numbered(player: PlayerLike, number: int) -> Player:
    try:
        return read_player(player)
    except InputError as error:
        raise type(error)(f"player {number}: {error}") from None


def read_player(player: PlayerLike) -> Player:
    """Read one player of a pot: two cards become a known hand, and any other string a range.

    Raises:
        InputError: if the cards or the range are invalid.

    Example:
        >>> read_player("Kh Ah"), read_player("KK+"), read_player("random")
        (CardSet('AhKh'), Range('KK+'), ANY)
    """
    if isinstance(player, str):
        return _player_of_text(player)
    if isinstance(player, AnyCards) or _is_range(player):
        return read_range(player)
    cards = parse_cards(player, "the hand")
    require_count(cards, "the hand", (HAND,))
    return CardSet.of(cards)


@lru_cache(maxsize=64)
def _player_of_text(text: str) -> Player:
    """Read the text of a player as a hand, or else as a range. The result is cached."""
    hand = _two_cards(text)
    return read_range(text) if hand is None else hand


def _two_cards(text: str) -> CardSet | None:
    """Read ``text`` as a hand.

    Returns None if the text has to be read as a range: if it is empty, does not consist of
    distinct cards, or is a list of hands.

    Raises:
        CardCountError: if the text has cards, but is neither a hand nor a range.
    """
    try:
        cards = parse_cards(text, "the hand")
    except InputError:
        return None
    if not cards or (len(cards) > HAND and _reads_as_range(text)):
        return None
    require_count(cards, "the hand", (HAND,))
    return CardSet.of(cards)


def _reads_as_range(text: str) -> bool:
    try:
        hands = read_range(text)
    except InputError:
        return False
    return bool(hands)


def read_range(hands: str | Range | AnyCards) -> Range | AnyCards:
    """Read a range; a range of all hands at weight 1 becomes `ANY`.

    Raises:
        InputError: if ``hands`` is of another type, or the text is not a range.

    Example:
        >>> read_range("random"), read_range("KK+"), read_range("random:0.5") is ANY
        (ANY, Range('KK+'), False)
    """
    if isinstance(hands, AnyCards):
        return hands
    if isinstance(hands, str):
        return _range_of_text(hands)
    from handsight.ranges import Range

    return _any_or(Range(hands))


@lru_cache(maxsize=64)
def _range_of_text(text: str) -> Range | AnyCards:
    """Read the text of a range; the result is cached, because programs reuse the same ranges."""
    from handsight.ranges import Range

    return _any_or(Range(text))


def _any_or(hands: Range) -> Range | AnyCards:
    if 0 in hands.numerators:  # a quick test, and the usual case
        return hands
    return ANY if set(hands.numerators) == {hands.denominator} else hands


@lru_cache(maxsize=64)
def any_two(gone: int) -> Range:
    """Return the range of all hands that contain none of the cards in a mask.

    Example:
        >>> len(any_two(CardSet("AhKh").mask))
        1225
    """
    from handsight.ranges import Range

    return Range("random").without(CardSet.from_mask(gone))


# --- ranges without known cards -------------------------------------------------------------------


def _left_in_pot(player: Player, gone: CardSet, number: int) -> Player:
    if isinstance(player, CardSet) or player is ANY:
        return player
    left = player.without(gone)
    if not left:
        why = "each of its combos holds a card that is dealt elsewhere" if player else "it is empty"
        raise InputError(f"player {number}: the range has no hand left: {why}")
    return left


def _left_of_opponent(
    named: Range | AnyCards, given: object, known: CardSet, unlikely: CardSet
) -> Range | AnyCards:
    if named is ANY and not unlikely:
        return ANY
    gone = known | unlikely
    left = any_two(gone.mask) if named is ANY else named.without(gone)
    if not left:
        why = "each holds one of our cards, a card of the board, a dead or an excluded one"
        raise InputError(
            f"villain {str(given)!r} has no hand left: {why if named else 'it is empty'}"
        )
    return left
