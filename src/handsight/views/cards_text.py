"""Cards in the colours of their suits."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from handsight.cards import Card

SUIT_STYLES = ("green", "blue", "red", "default")
"""Colours of clubs, diamonds, hearts, spades, as in four-colour decks."""


def cards_text(cards: Iterable[Card], drawn_suits: bool) -> Text:
    """Write cards, each in its suit's colour.

    Example:
        >>> from handsight.cards import CardSet
        >>> cards_text(CardSet("AhKd"), drawn_suits=True).plain
        'A♥ K♦'
    """
    joint = " " if drawn_suits else ""
    return Text(joint).join(
        Text(card.symbol if drawn_suits else str(card), style=SUIT_STYLES[card.suit])
        for card in cards
    )
