"""Parts that several texts share: cards in colour, counts, intervals, lists cut short."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rich.text import Text

from handsight.cards import Card
from handsight.odds.weights import Count

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


def number_of(count: Count) -> int | float:
    """Give a count as a number that JSON has: an integer, or a float for a fraction.

    Args:
        count: of hands or deals.

    Example:
        >>> number_of(640), number_of(Fraction(1, 4))
        (640, 0.25)
    """
    return float(count) if isinstance(count, Fraction) else count


def count_text(count: Count) -> str:
    """Write a count with commas; a fraction to ten digits.

    Args:
        count: of hands or deals.

    Example:
        >>> count_text(1712304), count_text(Fraction(9001, 4))
        ('1,712,304', '2,250.25')
    """
    return f"{float(count):,.10g}" if isinstance(count, Fraction) else f"{count:,}"


def shortened(text: str, most: int) -> str:
    """Cut a list of hands where it is too long, at a comma, and say so.

    Args:
        text: of a range.
        most: characters allowed.

    Example:
        >>> shortened("QQ+, AKs, AKo:0.5", 12), shortened("QQ+", 12)
        ('QQ+, AKs, …', 'QQ+')
    """
    if len(text) <= most:
        return text
    kept = text[: most - 2].rpartition(",")[0]
    return f"{kept}, …" if kept else text[: most - 1] + "…"


def margin_text(stderr: float | None) -> str:
    """Write half the width of a 95% interval to be put behind a number; nothing if it is exact.

    Args:
        stderr: standard error of the number; None if it is exact.

    Example:
        >>> margin_text(0.01), margin_text(None)
        (' ± 0.0196', '')
    """
    return "" if stderr is None else f" ± {1.96 * stderr:.4f}"
