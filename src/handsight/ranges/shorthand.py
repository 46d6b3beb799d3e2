"""What one term of a range names: ``22+``, ``KTs-K8s``, ``AK``, ``AhKh``, ``15%``, ``chen:15%``.

Terms come in lower case and without spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from handsight.cards.card import RANKS, parse_cards
from handsight.errors import InputError
from handsight.ranges.combos import COMBO_COUNT, COMBOS_OF, combo_number
from handsight.ranges.exact_weights import fraction_of
from handsight.ranges.orders import DEFAULT_ORDER, ORDERS, group_combos, top_combos

_RANK = "(10|[2-9tjqka])"
_SUIT = "[cdhs♣♦♥♠♧♢♡♤]"
_HAND = f"{_RANK}{_RANK}([so]?)"
ORDER = f"(?:({'|'.join(ORDERS)}):)"
"""An order and a colon, which may stand before a share."""
_SHARE = r"(\d+(?:\.\d+)?|\.\d+)%"
_EXPECTED = (
    "separated by commas, a hand is two ranks like AKs, AKo, AK or 77, open above like ATs+ or "
    "77+, a span like KTs-K8s or 88-55, two cards like AhKh, a share like 15%, 5%-15% or "
    "chen:15%, sklansky:1-4, or random"
)


def combos_of_term(term: str) -> Iterable[int]:
    """Give the numbers of the combos of a term, which is in lower case and has no spaces or weight.

    Raises:
        InputError: with what would be right.

    Example:
        >>> len(combos_of_term("qq+")), len(combos_of_term("ak"))
        (18, 16)
    """
    for pattern, reader in _READERS:
        match = pattern.fullmatch(term)
        if match:
            return reader(match)
    raise InputError(_EXPECTED)


def _everything(_: re.Match[str]) -> Iterable[int]:
    return range(COMBO_COUNT)


def _two_cards(match: re.Match[str]) -> Iterable[int]:
    one, other = parse_cards(match.group(), "hand")
    return [combo_number(one.index, other.index)]


def _top_share(match: re.Match[str]) -> Iterable[int]:
    order, share = match.groups()
    return top_combos(_share(share), order or DEFAULT_ORDER)


def _band(match: re.Match[str]) -> Iterable[int]:
    order, *ends = match.groups()
    low, high = sorted(map(_share, ends))
    inner = set(top_combos(low, order or DEFAULT_ORDER))
    return [number for number in top_combos(high, order or DEFAULT_ORDER) if number not in inner]


def _share(percent: str) -> Fraction:
    share = fraction_of(percent, percent=True)
    if share > 1:
        raise InputError("a share goes up to 100%")
    return share


def _groups(match: re.Match[str]) -> Iterable[int]:
    first, last = sorted((int(match.group(1)), int(match.group(2) or match.group(1))))
    if not 1 <= first <= last <= 8:
        raise InputError("Sklansky's groups go from 1 to 8")
    return group_combos(first, last)


def _hands(match: re.Match[str]) -> Iterable[int]:
    high, low, kind = _hand(*match.groups()[:3])
    if not match.group(4):
        return _combos([(high, low)], kind)
    if high == low:
        return _combos([(rank, rank) for rank in range(high, len(RANKS))], kind)
    return _combos([(high, kicker) for kicker in range(low, high)], kind)


def _span(match: re.Match[str]) -> Iterable[int]:
    one, other = _hand(*match.groups()[:3]), _hand(*match.groups()[3:])
    if one[2] != other[2]:
        raise InputError("both ends of a span are suited, or offsuit, or neither, like KTs-K8s")
    (top, kicker, kind), (low_top, low_kicker, _) = max(one, other), min(one, other)
    steps = range(kicker - low_kicker + 1)
    if top == low_top and kicker != top != low_kicker:
        return _combos([(top, kicker - step) for step in steps], kind)
    if top - kicker == low_top - low_kicker:
        return _combos([(top - step, kicker - step) for step in steps], kind)
    raise InputError(
        "a span runs between two pairs (88-55), two kickers of one top card (KTs-K8s), "
        "or two hands equally far apart (T9s-65s)"
    )


def _hand(one: str, other: str, kind: str) -> tuple[int, int, str]:
    """Give top rank, kicker and ``s``, ``o`` or nothing."""
    low, high = sorted(RANKS.index(rank.replace("10", "t").upper()) for rank in (one, other))
    if high == low and kind:
        raise InputError("a pair is neither suited nor offsuit")
    return high, low, kind


def _combos(hands: list[tuple[int, int]], kind: str) -> Iterable[int]:
    names = [
        RANKS[high] + RANKS[low] + suffix
        for high, low in hands
        for suffix in ([""] if high == low else kind or "so")
    ]
    return [number for name in names for number in COMBOS_OF[name]]


_READERS: list[tuple[re.Pattern[str], Callable[[re.Match[str]], Iterable[int]]]] = [
    (re.compile(r"random|\*"), _everything),
    (re.compile(f"{_HAND}([+]?)"), _hands),
    (re.compile(f"{_HAND}-{_HAND}"), _span),
    (re.compile(f"{_RANK}{_SUIT}{_RANK}{_SUIT}"), _two_cards),
    (re.compile(f"{ORDER}?{_SHARE}", re.ASCII), _top_share),
    (re.compile(f"{ORDER}?{_SHARE}-{_SHARE}", re.ASCII), _band),
    (re.compile(r"sklansky:(\d)(?:-(\d))?", re.ASCII), _groups),
]
