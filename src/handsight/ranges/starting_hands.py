"""Two published ratings of starting hands: Chen's formula and Sklansky's groups.

Both rate two hole cards without dealing any other cards. CISTI-2013 and DSIE-2011 print their own
forms of Chen's formula, which are available as variants.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import floor

from handsight.cards import CardsLike
from handsight.cards.card import RANKS
from handsight.errors import OptionError
from handsight.ranges.combos import CLASSES_BY_RANK, class_of

_QUEEN = RANKS.index("Q")
_FACES = dict(zip(map(RANKS.index, "JQKA"), (6.0, 7.0, 8.0, 10.0), strict=True))
_LEAST_PAIR = 5.0

_BETWEEN = (0.0, -1.0, -2.0, -4.0, -5.0)
"""The original formula's points for 0, 1, 2, 3, and 4 or more ranks between the two cards."""
_STEPS = (0.0, 1.0, -1.0, -2.0, -4.0, -5.0)
"""The papers' points for ranks that differ by 0 (a pair), 1, 2, 3, 4, and 5 or more."""


def chen(
    hole: CardsLike, variant: str = "original", normalised: bool = False, rounded: bool = True
) -> float:
    """Rate two cards by Chen's formula, or by a paper's form of it.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.
        variant: ``"original"``; ``"cisti-2013"`` or ``"dsie-2011"`` for the form in that paper; or
            ``"cisti-2013-literal"``, which also follows the paper's switch where it falls through
            for lack of breaks.
        normalised: whether to scale the points linearly to 0..1, such that the variant's lowest
            value over the 169 classes becomes 0 and its highest becomes 1.
        rounded: whether to round to whole points at the end, halves up. Only the original is ever
            rounded.

    Returns:
        Points, or a number in 0..1 if normalised. The points range from -1 (-1.5 before rounding)
        to 20 in the original, from -1.5 to 20 in CISTI-2013, from -8 to 20 in DSIE-2011, and from
        -10 to 9 in the literal variant.

    Raises:
        InputError: if the cards are unreadable or duplicate, or not exactly two.
        OptionError: if the variant is unknown.

    Source:
        W. Chen's formula for starting hands; CISTI-2013, section V.A; DSIE-2011, section 3.5.

    Example:
        >>> chen("AsKs"), chen("AKs", "cisti-2013"), chen("72o", rounded=False)
        (12.0, 13.0, -1.5)
        >>> round(chen("AKs", normalised=True), 6)
        0.619048
    """
    if variant not in _FORMULAS:
        raise OptionError(f"variant is {variant!r}; it must be one of {', '.join(VARIANTS)}")
    points = _points(class_of(hole), variant, rounded)
    if not normalised:
        return points
    least, most = chen_bounds(variant, rounded)
    return (points - least) / (most - least)


@cache
def chen_bounds(variant: str = "original", rounded: bool = True) -> tuple[float, float]:
    """Return the lowest and the highest points that a variant awards to any of the 169 classes."""
    points = [_points(name, variant, rounded) for name in CLASSES_BY_RANK]
    return min(points), max(points)


def _points(name: str, variant: str, rounded: bool) -> float:
    high, low = map(RANKS.index, name[:2])
    points = _FORMULAS[variant](high, low, name.endswith("s"))
    return float(floor(points + 0.5)) if variant == "original" and rounded else points


def _card_score(rank: int) -> float:
    return _FACES.get(rank, (rank + 2) / 2)


def _pair_score(rank: int) -> float:
    return max(_LEAST_PAIR, 2 * _card_score(rank))


def _original(high: int, low: int, suited: bool) -> float:
    if high == low:
        return _pair_score(high)
    between = high - low - 1
    connected = between <= 1 and high < _QUEEN
    return _card_score(high) + 2 * suited + _BETWEEN[min(between, 4)] + connected


def _cisti(high: int, low: int, suited: bool) -> float:
    if high == low:
        return 2 * _card_score(high)
    return _card_score(high) + 2 * suited + _STEPS[min(high - low, 5)]


def _cisti_literal(high: int, low: int, suited: bool) -> float:
    """Rate two cards by CISTI-2013's switch as printed: each case also runs all later cases."""
    score = _card_score(high) * (2 if high == low else 1)
    return score + 2 * suited + sum(_STEPS[min(high - low, 5) :])


def _dsie(high: int, low: int, suited: bool) -> float:
    if high == low:
        return _pair_score(high)
    return _cisti(high, low, suited) - (high - low)


_FORMULAS: dict[str, Callable[[int, int, bool], float]] = {
    "original": _original,
    "cisti-2013": _cisti,
    "cisti-2013-literal": _cisti_literal,
    "dsie-2011": _dsie,
}
VARIANTS = tuple(_FORMULAS)
"""The names of the variants of Chen's formula, the original first."""


# --- Sklansky's groups ----------------------------------------------------------------------------

_BOOK = """
AA KK QQ JJ AKs
TT AQs AJs KQs AKo
99 JTs QJs KJs ATs AQo
88 KTs QTs J9s T9s 98s AJo KQo
77 A9s A8s A7s A6s A5s A4s A3s A2s Q9s T8s 97s 87s 76s 65s KJo QJo JTo
66 55 K9s J8s 86s 75s 54s ATo KTo QTo
44 33 22 K8s K7s K6s K5s K4s K3s K2s Q8s T7s 64s 53s 43s J9o T9o 98o
J7s 96s 85s 74s 42s 32s A9o K9o Q9o J8o T8o 87o 76o 65o 54o
"""
"""The book's groups 1 to 8, one on each line: 85 classes."""

_WEB = """
AA KK QQ JJ AKs
TT AQs AJs KQs AKo
99 JTs QJs KJs ATs AQo
88 KTs QTs J9s T9s 98s AJo KQo
77 66 A9s A8s A7s A6s A5s A4s A3s A2s Q9s T8s 97s 87s 76s KJo QJo JTo
55 J8s 86s 75s 65s 54s ATo KTo QTo
44 33 22 K9s K8s K7s K6s K5s K4s K3s K2s 64s 53s 43s J9o T9o 98o
J7s 96s 85s 74s 42s 32s A9o K9o Q9o J8o T8o 87o 76o 65o 54o
"""
"""Groups 1 to 8 as websites usually copy them, one on each line: 83 classes."""


def _read_groups(lines: str) -> dict[str, int]:
    groups = enumerate(lines.strip().splitlines(), start=1)
    return {name: group for group, names in groups for name in names.split()}


_GROUP_OF = {"book": _read_groups(_BOOK), "web": _read_groups(_WEB)}
EDITIONS = tuple(_GROUP_OF)
"""The names of the editions of Sklansky's groups."""


def sklansky_group(hole: CardsLike, edition: str = "book") -> int | None:
    """Return Sklansky's group of two cards, from 1 (playable from any seat) to 8.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.
        edition: ``"book"``, or ``"web"`` for the list that websites usually copy. The web list
            puts 66, 65s and K9s into other groups and lacks T7s and Q8s.

    Returns:
        The group, or None if the hand is in no group, as about half of the 169 classes are.

    Raises:
        InputError: if the cards are unreadable or duplicate, or not exactly two.
        OptionError: if the edition is unknown.

    Source:
        D. Sklansky and M. Malmuth, Hold'em Poker for Advanced Players; CISTI-2013 and DSIE-2011
        refer to it.

    Example:
        >>> sklansky_group("AhKh"), sklansky_group("66"), sklansky_group("66", "web")
        (1, 6, 5)
        >>> print(sklansky_group("72o"))
        None
    """
    if edition not in _GROUP_OF:
        raise OptionError(f"edition is {edition!r}; it must be one of {', '.join(EDITIONS)}")
    return _GROUP_OF[edition].get(class_of(hole))
