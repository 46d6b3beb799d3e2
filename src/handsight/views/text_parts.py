"""Parts that several texts share: coloured cards, counts, intervals, chips and actions."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from handsight.cards import Card
    from handsight.game.actions import ActionRecord
    from handsight.odds.counting.hands import Count

VERBS = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}
STREET_TEXTS = {
    "preflop": "before the flop",
    "flop": "on the flop",
    "turn": "on the turn",
    "river": "on the river",
}

LABEL = "dim"
"""The rich style of a label beside a number."""

SUIT_STYLES = ("green", "blue", "red", "default")
"""The colours of clubs, diamonds, hearts and spades, as in four-colour decks."""


def cards_text(cards: Iterable[Card], drawn_suits: bool) -> Text:
    """Write cards, each in the colour of its suit.

    Args:
        cards: cards to write, in this order.
        drawn_suits: whether to write ``A♥ K♦``, with spaces, rather than ``AhKd``.

    Example:
        >>> from handsight.cards import CardSet
        >>> cards_text(CardSet("AhKd"), drawn_suits=True).plain
        'A♥ K♦'
    """
    from rich.text import Text

    joint = " " if drawn_suits else ""
    return Text(joint).join(
        Text(card.symbol if drawn_suits else str(card), style=SUIT_STYLES[card.suit])
        for card in cards
    )


def count_text(count: Count) -> str:
    """Write a count of hands or deals with commas; a fraction has up to ten significant digits.

    Example:
        >>> count_text(1712304), count_text(Fraction(9001, 4))
        ('1,712,304', '2,250.25')
    """
    return f"{float(count):,.10g}" if isinstance(count, Fraction) else f"{count:,}"


def shortened(text: str, most: int) -> str:
    """Cut a long list of hands, at a comma if possible, and mark the cut with an ellipsis.

    Args:
        text: text of a range.
        most: maximum number of characters of the result.

    Example:
        >>> shortened("QQ+, AKs, AKo:0.5", 12), shortened("QQ+", 12)
        ('QQ+, AKs, …', 'QQ+')
    """
    if len(text) <= most:
        return text
    kept = text[: most - 2].rpartition(",")[0]
    return f"{kept}, …" if kept else text[: most - 1] + "…"


def margin_text(stderr: float | None) -> str:
    """Write the margin of a 95% interval, to append to a number; "" if the number is exact.

    Args:
        stderr: standard error of the number; None if the number is exact.

    Example:
        >>> margin_text(0.01), margin_text(None)
        (' ± 0.0196', '')
    """
    return "" if stderr is None else f" ± {1.96 * stderr:.4f}"


def counted_text(number: int, name: str) -> str:
    """Write a number of things, such as ``1 hand`` or ``1,200 hands``.

    Args:
        number: how many there are.
        name: the name of one of them, whose plural ends in s.

    Example:
        >>> counted_text(1, "hand"), counted_text(1200, "hand")
        ('1 hand', '1,200 hands')
    """
    return f"{number:,} {name}{'s' * (number != 1)}"


def chips_text(chips: Count, scale: int = 1) -> str:
    """Write chips in the units of a record, with two more decimals for a fraction of a chip.

    Args:
        chips: number of chips, which is a fraction if a record splits a pot into half chips.
        scale: number of chips in one unit of the record.

    Example:
        >>> chips_text(1500), chips_text(150, 100), chips_text(Fraction(3, 2))
        ('1,500', '1.50', '1.50')
    """
    units = Fraction(chips) / scale
    digits = 0 if scale == 1 else max(2, len(str(scale)) - 1)
    if Fraction(chips).denominator != 1:
        digits += 2
    return f"{Decimal(units.numerator) / units.denominator:,.{digits}f}"


def amount_text(amount: Count, scale: int = 1) -> str:
    """Write an amount that is already in the units of a record, formatted as by `chips_text`.

    Args:
        amount: number of units.
        scale: number of chips in one unit of the record.

    Example:
        >>> amount_text(15, 100), amount_text(Fraction(3, 2), 100)
        ('15.00', '1.50')
    """
    return chips_text(amount * scale, scale)


def action_text(taken: ActionRecord, scale: int = 1) -> str:
    """Describe an action, such as ``raises to 300``.

    Args:
        taken: the action.
        scale: number of chips in one unit of the record.
    """
    kind, amount = taken.action
    words = VERBS[kind]
    if kind not in ("fold", "check"):
        words += f" {chips_text(amount or taken.chips, scale)}"
    return f"{words} all in" if taken.all_in else words


def street_text(street: str) -> str:
    """Describe a street as a time, such as ``on the turn``.

    Example:
        >>> street_text("preflop"), street_text("turn")
        ('before the flop', 'on the turn')
    """
    return STREET_TEXTS[street]


def bytes_text(count: int) -> str:
    """Write a number of bytes in a readable unit.

    Example:
        >>> bytes_text(129_951_336), bytes_text(1500), bytes_text(0)
        ('130.0 MB', '1.5 kB', '0 bytes')
    """
    if count >= 1_000_000:
        return f"{count / 1_000_000:.1f} MB"
    return f"{count / 1000:.1f} kB" if count >= 1000 else f"{count} bytes"
