"""The events of a hand, as far as an observation shows them.

They serve tables that show players observations but no events.
"""

from __future__ import annotations

from collections.abc import Iterator

from handsight.agents import HandStart
from handsight.cards.card import STREET_SLICES, STREETS
from handsight.game import (
    Acted,
    Ante,
    Blind,
    DealBoard,
    DealHole,
    Event,
    Observation,
    Straddle,
)


def start_of(seen: Observation) -> HandStart:
    """Return the start of the hand that an observation shows."""
    return HandStart(
        seen.seat,
        seen.button,
        seen.start_stacks,
        seen.names,
        seen.hand,
        seen.hands,
        seen.rules.big_blind,
    )


def events_seen(seen: Observation) -> Iterator[Event]:
    """Yield the events that an observation implies, up to the player's turn.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> state = HandState.start(Rules(), [900, 900], button=0, seed=7)
        >>> [type(event).__name__ for event in events_seen(HandCursor(state).observation())]
        ['Blind', 'Blind', 'DealHole', 'DealHole']
    """
    yield from _opening(seen)
    street = 0
    for record in seen.actions:
        now = STREETS.index(record.street)
        yield from _boards(seen, street, now)
        street = now
        yield Acted(record.seat, record.action, record.chips, record.all_in)
    yield from _boards(seen, street, STREETS.index(seen.street))


def _opening(seen: Observation) -> Iterator[Event]:
    size = len(seen.start_stacks)
    around = [(seen.button + step) % size for step in range(1, size + 1)]
    in_hand = {*seen.players, *(record.seat for record in seen.actions)}
    left = {seat: seen.start_stacks[seat] for seat in around if seat in in_hand}
    posts = seen.rules.posts_of(list(left))
    for seat, chips in seen.rules.antes_of(list(left), posts).items():
        if chips:
            yield Ante(seat, min(chips, left[seat]))
            left[seat] -= min(chips, left[seat])
    for seat, chips in posts.items():
        if chips and left[seat]:
            kind = Straddle if chips > seen.rules.big_blind else Blind
            yield kind(seat, min(chips, left[seat]))
    for seat in left:
        yield DealHole(seat, tuple(seen.hole) if seat == seen.seat else None)


def _boards(seen: Observation, before: int, after: int) -> Iterator[Event]:
    for street in STREETS[before + 1 : after + 1]:
        yield DealBoard(street, seen.board[STREET_SLICES[street]])
