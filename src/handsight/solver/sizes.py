"""Sizes of bets and raises, as players write them: ``"33%, 75%, e, a"``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from handsight.errors import OptionError

MOST_SIZES = 20
"""The maximum number of sizes in a list; a tree with a hundred sizes would be too large to solve.
"""
LEAST_PERCENT = 10
"""A number without a unit is read as percent of the pot if it is at least this; less is refused."""


class SizeKind(Enum):
    """The unit of a size's number."""

    POT = "%"
    FACED = "x"
    CHIPS = "c"
    GEOMETRIC = "e"
    ALL_IN = "a"


@dataclass(frozen=True, slots=True)
class Size:
    """One size of a bet or a raise.

    Attributes:
        kind: the unit of the number.
        number: a share of the pot, a multiple of the bet faced, or chips; for a geometric size the
            number of streets, 0 for all remaining streets; 0 for all-in.
        most: for a geometric size, the maximum share of the pot; None for no limit.
    """

    kind: SizeKind
    number: Fraction = Fraction(0)
    most: Fraction | None = None

    def amount(self, pot: int, faced: int, behind: int, streets: int) -> int:
        """Return the player's street total after the bet or raise, not yet limited to legal totals.

        Args:
            pot: chips in the pot after a call.
            faced: chips of the bet faced; 0 if there is no bet.
            behind: chips that each player has behind after a call.
            streets: the number of streets left, including this one, 1..3.
        """
        match self.kind:
            case SizeKind.POT:
                return faced + half_up(pot * self.number)
            case SizeKind.FACED:
                return half_up(faced * self.number)
            case SizeKind.CHIPS:
                return faced + int(self.number)
            case SizeKind.GEOMETRIC:
                share = geometric_share(behind / pot, int(self.number) or streets)
                if self.most is not None:
                    share = min(share, float(self.most))
                return faced + int(pot * share + 0.5)
            case SizeKind.ALL_IN:
                return faced + behind


def half_up(number: Fraction) -> int:
    """Round to whole chips, with half a chip rounded up."""
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


def geometric_share(ratio: float, streets: int) -> float:
    """Return the share of the pot that puts both players all-in if bet and called on each street.

    Args:
        ratio: the ratio of the stack to the pot.
        streets: the number of streets.

    Example:
        >>> geometric_share(4.0, 2)
        1.0
    """
    return float(((2 * ratio + 1) ** (1 / streets) - 1) / 2)


_SIZE = re.compile(
    r"(?P<number>\d{1,9}(?:\.\d{1,9})?)(?P<kind>[%xc]?)"
    r"|(?P<streets>[123]?)e(?P<most>\d{1,9}(?:\.\d{1,9})?%)?|(?P<all>a|all-?in)",
    re.ASCII,
)


def read_sizes(text: str, where: str, raises: bool = False) -> tuple[Size, ...]:
    """Parse a list of sizes.

    Args:
        text: a list like ``"33%, 75%, e, a"``; empty for no sizes. A number without a unit is
            percent of the pot if it is 10 or more, and refused otherwise.
        where: the name of the option, for error messages.
        raises: whether these are raises, which can be multiples of the bet faced.

    Raises:
        OptionError: for a part that is not a size, for a size that cannot be used (such as 0%, or a
            multiple for a bet), or for more than 20 sizes.

    Example:
        >>> [size.kind.name for size in read_sizes("50%, e, a", "bets")]
        ['POT', 'GEOMETRIC', 'ALL_IN']
    """
    if not isinstance(text, str):
        raise OptionError(f"{where} is {text!r}; it must be a string like '50%, e, a'")
    parts = [part.strip().lower() for part in text.split(",")] if text.strip() else []
    if len(parts) > MOST_SIZES:
        raise OptionError(f"{where} has {len(parts)} sizes; it must have at most {MOST_SIZES}")
    return tuple(_read_size(part, where, raises) for part in parts)


def _read_size(part: str, where: str, raises: bool) -> Size:
    match = _SIZE.fullmatch(part)
    if match is None:
        raise OptionError(
            f"{where}: {part!r} is not a size; write 50% of the pot, e (geometric), a (all-in), "
            f"25c (chips){', 2.5x (the bet faced)' if raises else ''}"
        )
    if match["all"]:
        return Size(SizeKind.ALL_IN)
    if match["number"] is None:
        most = None if match["most"] is None else Fraction(match["most"][:-1]) / 100
        if most == 0:
            raise OptionError(f"{where}: {part!r} bets nothing; give a share above zero")
        return Size(SizeKind.GEOMETRIC, Fraction(match["streets"] or 0), most)
    number, kind = Fraction(match["number"]), SizeKind(match["kind"] or "%")
    if number == 0:
        raise OptionError(f"{where}: {part!r} bets nothing; give a size above zero")
    if not match["kind"] and number < LEAST_PERCENT:
        raise OptionError(
            f"{where}: {part!r} has no unit; write {part}% of the pot, {part}c (chips)"
            f"{f', {part}x (the bet faced)' if raises else ''} or a larger share"
        )
    if kind is SizeKind.FACED and not raises:
        raise OptionError(f"{where}: {part!r} is for raises only; for a bet write 50% or 25c")
    if kind is SizeKind.FACED and number <= 1:
        raise OptionError(f"{where}: {part!r} does not raise; give more than 1x")
    if kind is SizeKind.CHIPS and number.denominator != 1:
        raise OptionError(f"{where}: {part!r} is not a whole number of chips")
    return Size(kind, number / 100 if kind is SizeKind.POT else number)
