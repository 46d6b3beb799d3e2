"""The setup of a hand: its seats, its blinds and antes, and the cards to deal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np

from handsight.cards import Card, CardsLike, parse_cards, refuse_shared, require_count
from handsight.cards.card import DECK_SIZE
from handsight.errors import CardCountError, OptionError
from handsight.game.order import last_before_the_flop
from handsight.game.rules import Rules
from handsight.kernels.game import state as at
from handsight.runtime.integers import NOT_NEGATIVE, is_whole
from handsight.runtime.seeds import raw_words, seed_or_fresh

if TYPE_CHECKING:
    from numpy.typing import NDArray

Holes: TypeAlias = "Mapping[int, CardsLike] | Sequence[CardsLike | None]"
"""Known hole cards: a mapping by seat, or a list with an entry per seat, None for a random hand."""

Chips: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a seat and a number of chips."""

MOST_CHIPS = range(1 << 50)
ALL_CARDS = tuple(map(Card, range(DECK_SIZE)))


@dataclass(frozen=True, slots=True)
class Seating:
    """The occupied seats of a table and their stacks.

    Attributes:
        stacks: chips of each seat; 0 is an empty seat.
        button: the seat of the button.
        players: the occupied seats in order, starting left of the button.
    """

    stacks: tuple[int, ...]
    button: int
    players: tuple[int, ...]

    @classmethod
    def of(cls, stacks: Sequence[SupportsIndex], button: int) -> Seating:
        """Check the stacks and the button, and return the seating.

        Raises:
            OptionError: if the stacks or the button are invalid.
        """
        return _seating(tuple(stacks), button)


@lru_cache(maxsize=256)
def _seating(stacks: tuple[SupportsIndex, ...], button: int) -> Seating:
    if not 2 <= len(stacks) <= at.SEATS:
        raise OptionError(f"a table has 2 to {at.SEATS} seats; stacks has {len(stacks)}")
    is_plain = _are_plain(stacks) and max(map(int, stacks)) in MOST_CHIPS
    for seat, stack in enumerate(() if is_plain else stacks):
        if not is_whole(stack, MOST_CHIPS):
            raise OptionError(
                f"the stack of seat {seat} is {stack!r}; chips are whole numbers below 2**50"
            )
    if not is_whole(button, range(len(stacks))):
        raise OptionError(f"button is {button!r}; the seats are 0..{len(stacks) - 1}")
    chips = tuple(stack.__index__() for stack in stacks)
    around = [(button + step) % len(chips) for step in range(1, len(chips) + 1)]
    players = tuple(seat for seat in around if chips[seat])
    if len(players) < 2:
        raise OptionError(f"only {len(players)} of the stacks are above 0; a hand needs two")
    return Seating(chips, button, players)


@lru_cache(maxsize=256)
def blank(rules: Rules) -> NDArray[np.int64]:
    """Return a hand's vector with only the rules filled in.

    The vector is cached: copy it before you change it.
    """
    vector = np.full(at.SIZE, at.NO_CARD, np.int64)
    vector[: at.HOLES] = 0
    vector[at.STRUCTURE] = at.FIXED_LIMIT if rules.is_limit else at.NO_LIMIT
    vector[at.BIG_BLIND] = rules.big_blind
    vector[at.SMALL_BET], vector[at.BIG_BET] = rules.bet_sizes
    vector[at.BET_CAP] = rules.bet_cap
    vector[at.FLAGS] = rules.flags
    return vector


@lru_cache(maxsize=256)
def placed(
    rules: Rules,
    seating: Seating,
    posts: Chips | None,
    antes: Chips | None,
    late: tuple[int, ...] = (),
) -> NDArray[np.int64]:
    """Return a hand's vector with rules, stacks, antes and posts.

    The vector is cached: copy it before you change it.

    Args:
        rules: the rules of the table.
        seating: the occupied seats and their stacks.
        posts: pairs of a seat and its blind or straddle; None to follow the rules.
        antes: pairs of a seat and its ante; None to follow the rules.
        late: seats whose post is out of turn.
    """
    vector = blank(rules).copy()
    size = len(seating.stacks)
    vector[at.PLAYERS] = size
    vector[at.BUTTON] = seating.button
    vector[at.START_STACKS : at.START_STACKS + size] = seating.stacks
    posting = rules.posts_of(seating.players) if posts is None else dict(posts)
    for seat, chips in posting.items():
        if chips:
            vector[at.POSTS + seat] = chips
    in_turn = {seat: chips for seat, chips in posting.items() if seat not in late}
    ante_of = rules.antes_of(seating.players, in_turn) if antes is None else dict(antes)
    for seat, chips in ante_of.items():
        if chips:
            vector[at.ANTES + seat] = chips
    vector[at.LAST_POST] = last_before_the_flop(seating.players, in_turn, rules.big_blind)
    return vector


def begun(vector: NDArray[np.int64]) -> bytes:
    """Return the values that `placed` wrote, as a key; hands with equal setups have equal keys."""
    return vector[: at.STREET].tobytes() + vector[at.START_STACKS : at.STACKS].tobytes()


def checked_chips(seating: Seating, chips: Mapping[int, int] | None, what: str) -> Chips | None:
    """Check posts or antes that replace those of the rules, and return them sorted by seat.

    The result is None if ``chips`` is None.

    Args:
        seating: the occupied seats and their stacks.
        chips: posts or antes by seat; None to follow the rules.
        what: ``"post"`` or ``"ante"``, for error messages.

    Raises:
        OptionError: if a seat is empty or a number of chips is invalid.
    """
    if chips is None:
        return None
    if _are_plain(chips.values()) and chips.keys() <= set(seating.players):
        return tuple(sorted(chips.items()))
    for seat, number in chips.items():
        if seat not in seating.players:
            raise OptionError(f"seat {seat!r} has no {what}: the players are {seating.players}")
        if not is_whole(number, NOT_NEGATIVE):
            raise OptionError(f"the {what} of seat {seat} is {number!r}; chips are whole numbers")
    return tuple(sorted(chips.items()))


def _are_plain(numbers: Collection[Any]) -> bool:
    """Check whether numbers are plain non-negative integers, which need no further checks."""
    return set(map(type, numbers)) == {int} and min(numbers) >= 0


# --- cards ----------------------------------------------------------------------------------------


def shuffled(seed: int | None) -> NDArray[np.int64]:
    """Return the indices of all 52 cards, shuffled exactly as `handsight.cards.Deck` does it.

    Args:
        seed: a non-negative integer; None for a fresh seed.

    Returns:
        int64[52], read-only.
    """
    return _order_of(seed_or_fresh(None) if seed is None else seed)


@lru_cache(maxsize=16, typed=True)  # many hands share a seed for the cards that are not known
def _order_of(seed: int) -> NDArray[np.int64]:
    order = raw_words(seed, count=DECK_SIZE).argsort()
    order.setflags(write=False)
    return order


def dealt_order(
    seating: Seating,
    deck: CardsLike | None,
    holes: Holes | None,
    board: CardsLike,
    seed: int | None,
) -> NDArray[np.int64]:
    """Return the deck in the order in which it is dealt.

    Each player gets one card, starting left of the button, then each gets a second card; the board
    follows. No cards are burnt, which makes no difference to a shuffled deck.

    Args:
        seating: the occupied seats, in the order in which they get cards.
        deck: the first cards of the deck in the order dealt, up to all 52; None if unknown.
        holes: known hole cards; not allowed together with a deck.
        board: the known first cards of the board; not allowed together with a deck.
        seed: seed of all cards that are not known; None for a fresh seed.

    Raises:
        OptionError: if `holes` or `board` is passed together with `deck`, or `holes` names an
            empty seat.
        UnknownCardError: if a symbol is not a card.
        CardCountError: if the number of cards is wrong.
        DuplicateCardError: if a card appears twice.
    """
    if deck is None and not holes and not board:
        return shuffled(seed)
    if deck is not None and (holes or board):
        raise OptionError("a deck holds all cards; pass either a deck, or holes and board")
    plain = _plain_slots(seating, holes, board) if deck is None else None
    if plain is not None:
        return _filled(plain, seed)
    slots: dict[int, int] = {}
    if deck is not None:
        slots = {place: card.index for place, card in enumerate(parse_cards(deck, "deck"))}
    else:
        slots = known_slots(seating, _by_seat(holes, seating), board)
    return _filled(slots, seed)


def known_slots(
    seating: Seating, holes: Mapping[int, CardsLike], board: CardsLike
) -> dict[int, int]:
    """Return the indices of the known cards, by their positions in the deck, from 0.

    Args:
        seating: the occupied seats, in the order in which they get cards.
        holes: known hole cards by seat.
        board: the known first cards of the board.

    Raises:
        UnknownCardError: if a symbol is not a card.
        CardCountError: if the number of cards is wrong.
        DuplicateCardError: if a card appears twice.
    """
    groups = {f"the hole of seat {seat}": (seat, cards) for seat, cards in holes.items()}
    parsed = {where: parse_cards(cards, where) for where, (_, cards) in groups.items()}
    for where, cards in parsed.items():
        require_count(cards, where, (2,))
    lying = parse_cards(board, "board")
    require_count(lying, "board", tuple(range(at.BOARD_CARDS + 1)))
    refuse_shared({**parsed, "board": lying})
    slots = {}
    size = len(seating.players)
    for (seat, _), cards in zip(groups.values(), parsed.values(), strict=True):
        for turn, card in enumerate(cards):
            slots[turn * size + seating.players.index(seat)] = card.index
    return slots | {2 * size + place: card.index for place, card in enumerate(lying)}


def _plain_slots(seating: Seating, holes: Holes | None, board: CardsLike) -> dict[int, int] | None:
    """Return the result of `known_slots` for the cards of a record, or None for other cards.

    The cards of a record are tuples of cards, so they need no parsing.
    """
    if type(holes) is not tuple or type(board) is not tuple or len(board) > at.BOARD_CARDS:
        return None
    size, slots = len(seating.players), dict[int, Any]()
    for seat, hole in enumerate(holes):
        if hole is None:
            continue
        if type(hole) is not tuple or len(hole) != at.HOLE_CARDS or seat not in seating.players:
            return None
        place = seating.players.index(seat)
        slots[place], slots[size + place] = hole
    for place, card in enumerate(board):
        slots[2 * size + place] = card
    if set(map(type, slots.values())) - {Card} or len(set(slots.values())) != len(slots):
        return None
    return {place: card.index for place, card in slots.items()}


def _by_seat(holes: Holes | None, seating: Seating) -> dict[int, CardsLike]:
    if holes is None:
        return {}
    if isinstance(holes, str) or not isinstance(holes, Mapping | Sequence):
        raise CardCountError(
            f"holes is {holes!r}; pass a list with one entry for each seat, or a mapping from "
            "seats to cards"
        )
    given = holes if isinstance(holes, Mapping) else dict(enumerate(holes))
    known = {seat: cards for seat, cards in given.items() if cards is not None}
    for seat in known:
        if seat not in seating.players:
            raise OptionError(f"seat {seat!r} holds no cards: the players are {seating.players}")
    return known


def unseen(holes: Holes | None, deck: CardsLike | None, mucked: Sequence[int]) -> Iterator[int]:
    """Yield the mucked seats whose cards are unknown.

    Args:
        holes: known hole cards.
        deck: the first cards of the deck; unless it is None, all hole cards are known, and nothing
            is yielded.
        mucked: seats whose hands lose regardless of their cards.
    """
    if deck is not None:
        return
    for seat in mucked:
        given = holes.get(seat) if isinstance(holes, Mapping) else holes and holes[seat]
        if not given:
            yield seat


def _filled(slots: dict[int, int], seed: int | None) -> NDArray[np.int64]:
    known = set(slots.values())
    order = shuffled(seed).tolist() if len(known) < DECK_SIZE else []
    deck = [card for card in order if card not in known]
    for place in sorted(slots):
        deck.insert(place, slots[place])
    return np.array(deck, np.int64)


def cards_at(vector: NDArray[np.int64], start: int, count: int) -> tuple[Card, ...]:
    """Return ``count`` cards of a vector, from index ``start``."""
    return tuple([ALL_CARDS[card] for card in vector[start : start + count].tolist()])
