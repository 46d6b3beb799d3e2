"""Playing recorded hands again, by our rules, and comparing how they ended."""

from __future__ import annotations

from collections.abc import Iterator

from handsight.errors import HistoryError, IllegalActionError, InputError
from handsight.game import HandState
from handsight.history.hand import HandHistory, Played
from handsight.kernels import game_state as at

DECK_SEED = 0
"""Of cards that are not told and decide nothing."""


def replay(history: HandHistory) -> Iterator[HandState]:
    """Play a recorded hand again.

    Hole cards that are not told stay unknown: a hand that was never seen cannot win a showdown.

    Args:
        history: the hand.

    Yields:
        The state before the first action, and the one after each action; the last is the end of
        the hand, if the record goes so far.

    Raises:
        HistoryError: at an action that the rules do not allow, or cards that do not fit, with file
            and line.

    Example:
        >>> from handsight.history import parse_phh
        >>> history = parse_phh('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 cbr 6", "p1 f"]
        ... ''')
        >>> [state.stacks for state in replay(history)]
        [(198, 199), (198, 194), (198, 202)]
    """
    state = _start(history)
    yield state
    for number, played in enumerate(history.actions):
        if state.is_over:
            if played.action.kind != "call":  # who covers all others may be asked there, not here
                raise _fault(history, number, "the hand is over, and nobody may act")
            continue
        state = _next(history, state, number, played)
        yield state
    if state.is_over:
        _check_end(history, state)


def final_state(history: HandHistory) -> HandState:
    """Play a recorded hand to its end.

    Args:
        history: the hand.

    Raises:
        HistoryError: if it cannot be played, or its record breaks off.
    """
    last = None
    for state in replay(history):
        last = state
    if last is None or not last.is_over:
        turn = "" if last is None else f"; it is the turn of {history.name_of(last.actor)}"
        raise history.source.fault(
            f"the record breaks off before the hand is over{turn}",
            history.source.line_of("actions"),
        )
    return last


def _start(history: HandHistory) -> HandState:
    unseen = [seat for seat, hole in enumerate(history.holes) if hole is None]
    try:
        return HandState.start(
            history.rules,
            history.stacks,
            history.button,
            seed=DECK_SEED,
            holes=history.holes,
            board=history.board,
            posts=dict(enumerate(history.posts)),
            antes=dict(enumerate(history.antes)),
            mucked=sorted({*unseen, *history.mucked}),
            late=history.late,
        )
    except InputError as error:
        raise history.source.fault(str(error), history.line) from None


def _next(history: HandHistory, state: HandState, number: int, played: Played) -> HandState:
    if played.board != len(state.board):
        raise _fault(
            history,
            number,
            f"{played.board} cards were dealt to the board before this action, "
            f"where {len(state.board)} lie",
        )
    if played.seat != state.actor:
        raise _fault(
            history,
            number,
            f"{history.name_of(played.seat)} acts, where it is the turn of "
            f"{history.name_of(state.actor)}",
        )
    try:
        return state.apply(played.action)
    except IllegalActionError as error:
        raise _fault(history, number, str(error)) from None


def _check_end(history: HandHistory, state: HandState) -> None:
    lying = len(state.board)
    if len(history.board) != lying:
        raise history.source.fault(
            f"the board has {len(history.board)} cards, and the hand ends with {lying}",
            history.source.line_of("actions"),
        )
    if not state.number(at.SHOWDOWN) or any(history.holes[seat] for seat in state.players):
        return
    raise history.source.fault(
        "a showdown of hands that are all unknown; nobody can tell who wins",
        history.source.line_of("actions"),
    )


def _fault(history: HandHistory, number: int, reason: str) -> HistoryError:
    return history.source.fault(reason, history.source.line_of_action(number))
