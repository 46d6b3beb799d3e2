"""What happened in a hand of an arena, action by action, for the counters of all hands."""

from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.game import ChipBook, Hand
from handsight.opponents.stats import PlayedHand, PlayerAction

_NUMBER_OF = {street: number for number, street in enumerate(STREETS)}


def played(hand: Hand, big_blind: int) -> PlayedHand:
    """Convert a record to the decisions and results that statistics count.

    Whether a player could have raised is derived from the chips alone: the player had more than the
    price of a call, and an opponent had chips left to respond. So after an all-in below a full
    raise, a raise that the rules forbid can count as possible.

    Args:
        hand: record of a hand that is over.
        big_blind: the big blind, in chips.
    """
    started, ended = hand.stacks, hand.finishing_stacks
    assert ended is not None
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
