"""What the papers' pseudo-code literally computes, faults and all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from handsight.errors import OptionError
from handsight.odds.counting import AHEAD, BEHIND, TIED
from handsight.odds.weights import Count

PUBLISHED_POTENTIALS = ("cisti-2013", "dsie-2011", "dsie-2011-integer")
"""Sources of a hand potential; the last is DSIE-2011 with its arrays of integers."""

PUBLISHED_CURRENT_ODDS = ("dsie-2011",)
"""Sources of current hand odds."""

Potential = tuple[float | None, float | None]


def published_potential(
    counts: Sequence[Sequence[Count]], totals: Sequence[Count], source: str
) -> Potential:
    """Apply a printed formula of hand potential to its own counters.

    Every form divides by opponents' hands where it should divide by hands times runouts.
    CISTI-2013 also lacks a parenthesis in PPot: it divides by the hands behind and then adds
    half of those tied.

    Args:
        counts: HP, 3 by 3, rows now and columns then.
        totals: HPTotal, the opponents' hands now.
        source: one of `PUBLISHED_POTENTIALS`.

    Returns:
        PPot and NPot; None for a division by zero.

    Example:
        >>> counts = ((449005, 3211, 169504), (0, 8370, 540), (91981, 1036, 346543))
        >>> published_potential(counts, (628, 9, 444), "dsie-2011-integer")
        (206, 271)
    """
    whole = source == "dsie-2011-integer"
    half = _half_cut if whole else _half
    up = counts[BEHIND][AHEAD] + half(counts[BEHIND][TIED]) + half(counts[TIED][AHEAD])
    down = counts[AHEAD][BEHIND] + half(counts[TIED][BEHIND]) + half(counts[AHEAD][TIED])
    behind, ahead, tied = totals[BEHIND], totals[AHEAD], half(totals[TIED])
    if source == "cisti-2013":
        return _divide(up + behind * tied, Fraction(behind)), _divide(down, ahead + tied)
    divide = _divide_whole if whole else _divide
    return divide(up, behind + tied), divide(down, ahead + tied)


def _half(number: Count) -> Fraction:
    return Fraction(number, 2)


def _half_cut(number: Count) -> Fraction:
    return Fraction(number // 2)


def _divide(number: Fraction, by: Fraction) -> float | None:
    return float(number / by) if by else None


def _divide_whole(number: Fraction, by: Fraction) -> float | None:
    return number // by if by else None


def check_published_odds(source: str | None, method: str) -> None:
    """Refuse a source that prints no current hand odds, or a method it does not print.

    Raises:
        OptionError: for either.
    """
    if source is None:
        return
    if source not in PUBLISHED_CURRENT_ODDS:
        known = ", ".join(PUBLISHED_CURRENT_ODDS)
        raise OptionError(f"as_published is {source!r}; current hand odds are published in {known}")
    if method == "monte_carlo":
        raise OptionError(f"as_published={source!r} is counted exactly; leave method out")


def refuse_published(source: str | None) -> None:
    """Refuse a published form where opponents hold ranges, of which no source prints one.

    Raises:
        OptionError: if a source is named.
    """
    if source is not None:
        raise OptionError(
            f"as_published={source!r} knows opponents with any cards only; leave villain and "
            "excluded out"
        )
