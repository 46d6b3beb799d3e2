"""Playing recorded hands again, by our rules, and comparing how they ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from handsight.game.cursor import walk
from handsight.game.hand import Hand
from handsight.game.state import HandState
from handsight.kernels import game_state as at


def replay(hand: Hand) -> Iterator[HandState]:
    """Play a recorded hand again.

    Hole cards that are not told stay unknown: a hand that was never seen cannot win a showdown.

    Yields:
        The state before the first action, and the one after each action; the last is the end of
        the hand, if the record goes so far.

    Raises:
        HistoryError: at an action that the rules do not allow, or cards that do not fit, with file
            and line.

    Example:
        >>> from handsight.formats import parse_phh
        >>> hand = parse_phh('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 cbr 6", "p1 f"]
        ... ''')
        >>> [state.stacks for state in replay(hand)]
        [(198, 199), (198, 194), (198, 202)]
    """
    start = hand.start()
    state = start
    for cursor in walk(hand, start):
        state = cast("HandState", cursor.state)
        yield state
    if state.is_over:
        require_end(hand, state)


def final_state(hand: Hand) -> HandState:
    """Play a recorded hand to its end.

    Raises:
        HistoryError: if it cannot be played, or its record breaks off.
    """
    last = None
    for state in replay(hand):
        last = state
    if last is None or not last.is_over:
        turn = "" if last is None else f"; it is the turn of {hand.name_of(last.actor)}"
        raise hand.source.fault(
            f"the record breaks off before the hand is over{turn}",
            hand.source.line_of("actions"),
        )
    return last


def require_end(hand: Hand, state: HandState) -> None:
    """Refuse a record whose board or showdown is not that of the hand as it was played to its end.

    Raises:
        HistoryError: with file and line.
    """
    lying = len(state.board)
    if len(hand.board) != lying:
        raise hand.source.fault(
            f"the board has {len(hand.board)} cards, and the hand ends with {lying}",
            hand.source.line_of("actions"),
        )
    if not state.number(at.SHOWDOWN) or any(hand.holes[seat] for seat in state.players):
        return
    raise hand.source.fault(
        "a showdown of hands that are all unknown; nobody can tell who wins",
        hand.source.line_of("actions"),
    )
