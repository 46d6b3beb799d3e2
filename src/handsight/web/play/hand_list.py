"""A hand as an entry in a list: who played, what each seat won, and how large the pot was."""

from __future__ import annotations

import msgspec

from handsight.errors import HistoryError
from handsight.game import Hand, final_state, hand_result
from handsight.views.histories.replay_text import heading_of


class ListedHand(msgspec.Struct):
    """A hand as an entry in a list. Lists have one entry for each seat.

    Attributes:
        number: number of the hand among the readable hands of the text, from 1; or its number in
            the store.
        line: line of the text on which the hand begins.
        title: description of the hand in one line.
        players: names of the players.
        positions: names of the positions, such as ``BTN``.
        cards: hole cards; empty if they are not known.
        won: big blinds won or lost, after the rake; empty if the hand cannot be replayed.
        pot: the final pot in big blinds; null if the hand cannot be replayed.
        showdown: whether at least two players had not folded when the hand ended.
        hero: the person's seat, or the only seat whose cards were dealt face up; null if there is
            no such seat.
    """

    number: int
    line: int
    title: str
    players: list[str]
    positions: list[str]
    cards: list[str]
    won: list[float]
    pot: float | None
    showdown: bool
    hero: int | None


def listed_hand(number: int, hand: Hand, hero: int | None = None) -> ListedHand:
    """Return the entry of a hand; a hand that cannot be replayed has no result.

    Args:
        number: number of the hand in its list.
        hand: the recorded hand.
        hero: the person's seat; None for the hero of the record.

    Example:
        >>> from handsight.game import random_hands
        >>> entry = listed_hand(1, next(random_hands(2, seed=3)))
        >>> sum(entry.won), entry.positions
        (0.0, ['BB', 'BTN'])
    """
    won: list[float] = []
    pot, showdown, blind = None, False, hand.rules.big_blind
    try:
        end = final_state(hand)
        won = [float(chips) / blind for chips in hand_result(hand, end).payoffs]
        pot, showdown = end.pot / blind, len(end.folded) < len(hand.stacks) - 1
    except HistoryError:  # replaying the hand itself says what is wrong with it
        pass
    return ListedHand(
        number=number,
        line=hand.line,
        title=heading_of(hand),
        players=[hand.name_of(seat) for seat in range(len(hand.stacks))],
        positions=[*hand.positions],
        cards=["".join(map(str, hole or ())) for hole in hand.holes],
        won=won,
        pot=pot,
        showdown=showdown,
        hero=hand.hero if hero is None else hero,
    )
