"""Statistics of the agents in the hands of a store: the counts behind VPIP, PFR, AF and WTSD.

The records are trusted, so the hands are not replayed. This is fast, and it also works for hands
played by the rules of other platforms.
"""

from __future__ import annotations

from collections.abc import Callable

from handsight.arena.storage.store import ArenaStore
from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.errors import OptionError
from handsight.game import ChipBook, Hand
from handsight.opponents.stats import Counts, HandCounter, PlayedHand, PlayerAction

_NUMBER_OF = {street: number for number, street in enumerate(STREETS)}


def player_counts(
    store: ArenaStore, progress: Callable[[int], None] | None = None
) -> dict[str, Counts]:
    """Count what the agents did in all hands of an open store.

    Args:
        store: an open store.
        progress: called after every hundred hands with the number of hands counted so far.

    Returns:
        The counts of each agent, by name.

    Raises:
        ArenaError: if the store is damaged.
    """
    counter, blind = HandCounter(), store.spec.stakes.big_blind
    for number, row in enumerate(store.hands(), start=1):
        with store.reading(f"hand {number}"):
            hand = row.record
            counter.add(played_hand(hand, blind), hand.players)
        if progress is not None and not number % 100:
            progress(number)
    return counter.counts


def played_hand(hand: Hand, big_blind: int) -> PlayedHand:
    """Convert a record to the decisions and results that statistics count.

    Whether a player could have raised is derived from the chips alone: the player had more than the
    price of a call, and an opponent had chips left to respond. So after an all-in below a full
    raise, a raise that the rules forbid can count as possible.

    Args:
        hand: record of a hand that is over.
        big_blind: the big blind, in chips.

    Raises:
        OptionError: if the record has no finishing stacks.
    """
    started, ended = hand.stacks, hand.finishing_stacks
    if ended is None:
        raise OptionError("the record has no finishing stacks; only finished hands count")
    book = ChipBook(started, hand.posts, hand.antes)
    decisions, street = [], STREETS[0]
    for record in hand.actions:
        if record.street != street:
            book.next_street()
            street = record.street
        seat, could_raise = record.seat, book.can_raise(record.seat)
        decisions.append(PlayerAction(seat, _NUMBER_OF[street], record.action.kind, could_raise))
        book.record(street, seat, record.action)
    seats = tuple(range(len(started)))
    left = tuple(seat for seat in seats if book.inside[seat])
    showdown = left if len(left) > 1 else ()
    return PlayedHand(
        seats=seats,
        decisions=tuple(decisions),
        net={seat: ended[seat] - started[seat] for seat in seats},
        big_blind=big_blind,
        board=len(hand.board) if showdown else BOARD_SIZES[street],
        showdown=showdown,
        winners=tuple(seat for seat in left if ended[seat] > _kept(book, hand, seat)),
    )


def _kept(book: ChipBook, hand: Hand, seat: int) -> int:
    """Return the chips that a seat kept or got back because nobody called them."""
    paid = [was - now for was, now in zip(hand.stacks, book.stacks, strict=True)]
    most = max(chips for other, chips in enumerate(paid) if other != seat)
    return book.stacks[seat] + max(paid[seat] - most, 0)
