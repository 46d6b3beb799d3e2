"""Parsing and writing ranges: terms such as ``22+``, their weights, brackets and exclusions.

::

    range   = list  |  1,326 numbers with spaces between them
    list    = item { "," item }  |  percent ":" item { "," [ percent ":" ] item }
    item    = "!" named | weighted
    weighted = named [ ":" share | "@" percent ]  |  "[" percent "]" list "[/" percent "]"
    named   = [ share ] "(" list ")" | [ order ":" ] term

Spaces and case do not matter. If a list names a combo twice, the last weight counts. The weights of
nested brackets are multiplied. An exclusion removes its combos from the items before it in the same
list, that is, between the same brackets. A weight before an item applies to all items up to the
next such weight; only a list that begins with one can have them.

So the texts of other programs are ranges as well: PioSOLVER writes ``AA,AKs:0.75`` or 1,326
numbers, GTO+ ``[75.0]AKs,AQs[/75.0]``, and Equilab ``100: AA, 75: AKs, AQs``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import NoReturn

from handsight.cards.card import DECK_SIZE, RANKS, Card, parse_cards
from handsight.errors import InputError
from handsight.ranges.combos import COMBO_COUNT, COMBOS, COMBOS_OF, RANK_PATTERN, combo_number
from handsight.ranges.exact_weights import FINEST, ONE, fraction_of, weight_text
from handsight.ranges.orders import DEFAULT_ORDER, ORDERS, group_combos, top_combos

_SUIT = "[cdhs♣♦♥♠♧♢♡♤]"
_HAND = f"{RANK_PATTERN}{RANK_PATTERN}([so]?)"
_ORDER = f"(?:({'|'.join(ORDERS)}):)"
"""A pattern for the name of an order and a colon, which can precede a share."""
_PERCENT = r"(\d+(?:\.\d+)?|\.\d+)%"
_EXPECTED_TERM = (
    "separated by commas, a hand is two ranks like AKs, AKo, AK or 77, open above like ATs+ or "
    "77+, a span like KTs-K8s or 88-55, one rank with any other like Ax, Axs or A*o, two cards "
    "like AhKh, a share like 15%, 5%-15% or chen:15%, sklansky:1-4, or random"
)

_SHARE = re.compile(r"(\d+/0*[1-9]\d*|\d+(?:\.\d+)?|\.\d+)(%?)", re.ASCII)
_SHARE_BEFORE_BRACKET = re.compile(_SHARE.pattern + r"(?=\()", re.ASCII)
_WORD = re.compile(r"[\w./%+-]+")
_GROUP = re.compile(
    r"(?!([2-9])\1:\d+(?:,|$))"  # 99:22, which may well be a slip for 99-22
    rf"\d{{1,3}}(?:\.\d+)?:(?=[2-9tjqka](?:[2-9tjqka](?!\d*[%/.])|{_SUIT}))",
    re.ASCII,
)
"""A pattern for a weight before items: ``99:`` is 99% in ``99:AA``, but a hand in ``99:0.5``."""
_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,30})?|\.\d{1,30})(?:e-\d{1,3})?", re.ASCII | re.I)
_LEAST_NUMBERS = 169
"""At least this many numbers, with only spaces between them, are read as the weights of all
combos."""
_WEIGHT = "a weight is a number like 0.75, 1/3 or 75%"
_LONGEST_SHOWN = 100
"""The maximum number of characters of a range that an error message quotes."""
_TERM = re.compile(rf"{_ORDER}?[^,()\[\]:@!]*")
_DEEPEST = 20

Weights = dict[int, Fraction]
"""The weights of the named combos, by combo number."""


def parse_range(text: str) -> Weights:
    """Parse the text of a range; an empty string is the empty range.

    Raises:
        InputError: if the text is not a range. The message quotes the unreadable part, and names
            its position and what is expected there.

    Example:
        >>> {float(weight) for weight in parse_range("QQ+, AK:0.5").values()}
        {0.5, 1.0}
    """
    numbers = text.split()
    if len(numbers) >= _LEAST_NUMBERS and all(map(_NUMBER.fullmatch, numbers)):
        return _all_weights(numbers)
    return _NotationReader(text).read()


def _all_weights(numbers: list[str]) -> Weights:
    """Return the weights above 0 from a list of all weights, which is in PioSOLVER's order.

    That order sorts combos by their higher card and then by their lower card: 2d2c, 2h2c, 2h2d,
    2s2c.

    Args:
        numbers: the weights as text, each from 0 to 1.

    Raises:
        InputError: if there are not 1,326 numbers, or one is above 1.
    """
    if len(numbers) != COMBO_COUNT:
        raise InputError(
            f"a range written as numbers has {COMBO_COUNT:,} of them, one for each combo; "
            f"these are {len(numbers):,}"
        )
    named: Weights = {}
    places = ((low, high) for high in range(DECK_SIZE) for low in range(high))
    for place, ((low, high), number) in enumerate(zip(places, numbers, strict=True), start=1):
        weight = fraction_of(number)
        if weight > 1:
            raise InputError(f"number {place:,} of the range is {number}; it must be from 0 to 1")
        if weight:
            named[combo_number(low, high)] = weight
    return named


class _NotationReader:
    """A parser of one range; ``at`` is the index of the next unread character in ``letters``."""

    def __init__(self, text: str) -> None:
        kept = [(place, letter) for place, letter in enumerate(text, start=1) if letter.strip()]
        self.text = text
        # Spaces are dropped before reading, but errors name positions in the original text.
        self.places = [place for place, _ in kept] + [len(text) + 1]
        # A few letters turn into two characters in lower case, which would shift all positions.
        # They stay as they are.
        self.letters = "".join(
            letter.lower() if len(letter.lower()) == 1 else letter for _, letter in kept
        )
        self.at = 0
        self.depth = 0

    def read(self) -> Weights:
        if not self.letters:
            return {}
        named = self.read_list()
        if any(weight.denominator > FINEST for weight in named.values()):
            self.refuse(0, "a weight comes to more than 500 digits", len(self.letters))
        if self.at < len(self.letters):
            self.refuse(self.at, "put a comma between hands, and close every bracket")
        return named

    def read_list(self) -> Weights:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.refuse(self.at, f"brackets may be nested at most {_DEEPEST - 1} deep")
        named: Weights = {}
        has_groups, weight = _GROUP.match(self.letters, self.at) is not None, ONE
        while True:
            if has_groups and _GROUP.match(self.letters, self.at):
                weight = self.read_share(percent=True)
                self.take(":")
            self.read_item(named, weight)
            if not self.take(","):
                break
        self.depth -= 1
        return named

    def read_item(self, named: Weights, weight: Fraction) -> None:
        start = self.at
        if not self.take("!"):
            item = self.read_block() if self.take("[") else self.read_weighted()
            named |= _scaled(item, weight)
            return
        excluded = self.read_named()
        if self.at < len(self.letters) and self.letters[self.at] in ":@":
            self.refuse(start, "an exclusion cannot have a weight")
        if not named:
            self.refuse(start, "nothing comes before it; for all other hands write random, !AKs")
        # This removes only combos named so far; later items can add them again.
        for number in excluded:
            named.pop(number, None)

    def read_block(self) -> Weights:
        start = self.at - 1
        weight = self.read_share(percent=True)
        self.need("]", start, "like [50]AK[/50]")
        named = self.read_list()
        self.need("[/", start, "the block is closed with its own weight, like [50]AK[/50]")
        closing = self.read_share(percent=True)
        self.need("]", start, "like [50]AK[/50]")
        if closing != weight:
            self.refuse(start, "the block must be closed with the weight that opened it")
        return _scaled(named, weight)

    def read_weighted(self) -> Weights:
        named = self.read_named()
        if self.take(":"):
            return _scaled(named, self.read_weight())
        if self.take("@"):
            return _scaled(named, self.read_weight(percent=True))
        return named

    def read_named(self) -> Weights:
        before = _SHARE_BEFORE_BRACKET.match(self.letters, self.at)
        weight = self.read_share() if before else ONE
        start = self.at
        if not self.take("("):
            return dict.fromkeys(self.read_term(), ONE)
        named = self.read_list()
        self.need(")", start, "the bracket is closed, like 0.8(QQ+, AK)")
        return _scaled(named, weight)

    def read_term(self) -> Iterable[int]:
        match = _TERM.match(self.letters, self.at)
        end = match.end() if match else self.at
        if end == self.at:
            self.refuse(self.at, "write a hand like AKs or 22+ here")
        try:
            combos = combos_of_term(self.letters[self.at : end])
        except InputError as error:
            self.refuse(self.at, str(error), end)
        self.at = end
        return combos

    def read_weight(self, percent: bool = False) -> Fraction:
        """Read the weight after a term; raise `InputError` for anything else, such as ``1e-9``."""
        word = _WORD.match(self.letters, self.at)
        if word and not _SHARE.fullmatch(word[0]):
            self.refuse(self.at, _WEIGHT, word.end())
        return self.read_share(percent)

    def read_share(self, percent: bool = False) -> Fraction:
        match = _SHARE.match(self.letters, self.at)
        if not match:
            self.refuse(self.at, _WEIGHT)
        try:
            weight = fraction_of(match.group(1), percent=percent or bool(match.group(2)))
        except InputError as error:
            self.refuse(self.at, str(error), match.end())
        if weight > 1:
            unit = "0 to 100" if percent or match.group(2) else "0 to 1"
            self.refuse(self.at, f"this weight must be from {unit}", match.end())
        self.at = match.end()
        return weight

    def take(self, symbol: str) -> bool:
        """Consume the symbol if it comes next, and return whether it did."""
        is_next = self.letters.startswith(symbol, self.at)
        self.at += is_next * len(symbol)
        return is_next

    def need(self, symbol: str, start: int, right: str) -> None:
        if not self.take(symbol):
            self.refuse(start, f"{symbol!r} is missing: {right}")

    def refuse(self, start: int, right: str, end: int | None = None) -> NoReturn:
        """Raise `InputError` for a part of the text; the error names the part and its position.

        Args:
            start: the index in ``letters`` at which the part begins.
            right: what is expected instead, for the end of the error message.
            end: the index after the part; None if the part ends before ``at`` or, if ``at`` is not
                above ``start``, has one character.
        """
        last = self.places[max((end or max(self.at, start + 1)) - 1, start)]
        place = self.places[start]
        part = _shown(self.text[place - 1 : last]) if place <= len(self.text) else "the end"
        raise InputError(
            f"cannot read {part} in range {_shown(self.text)}, at character {place}: {right}"
        )


def _shown(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…")


def _scaled(named: Weights, weight: Fraction) -> Weights:
    if weight == ONE:
        return named
    return {number: weight * inner for number, inner in named.items()}


# --- terms ---------------------------------------------------------------------------------------


def combos_of_term(term: str) -> Iterable[int]:
    """Return the numbers of the combos that a term names.

    Args:
        term: a term in lower case, without spaces or weight.

    Raises:
        InputError: if the text is not a term; the message says what is expected.
    """
    for pattern, reader in _TERM_READERS:
        match = pattern.fullmatch(term)
        if match:
            return reader(match)
    raise InputError(_EXPECTED_TERM)


def _everything(_: re.Match[str]) -> Iterable[int]:
    return range(COMBO_COUNT)


def _two_cards(match: re.Match[str]) -> Iterable[int]:
    one, other = parse_cards(match.group(), "hand")
    return [combo_number(one.index, other.index)]


def _top_share(match: re.Match[str]) -> Iterable[int]:
    order, share = match.groups()
    return top_combos(_top_fraction(share), order or DEFAULT_ORDER)


def _band(match: re.Match[str]) -> Iterable[int]:
    order, *ends = match.groups()
    low, high = sorted(map(_top_fraction, ends))
    inner = set(top_combos(low, order or DEFAULT_ORDER))
    return [number for number in top_combos(high, order or DEFAULT_ORDER) if number not in inner]


def _top_fraction(percent: str) -> Fraction:
    share = fraction_of(percent, percent=True)
    if share > 1:
        raise InputError("a share is at most 100%")
    return share


def _groups(match: re.Match[str]) -> Iterable[int]:
    first, last = sorted((int(match.group(1)), int(match.group(2) or match.group(1))))
    if not 1 <= first <= last <= 8:
        raise InputError("Sklansky's groups are 1 to 8")
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
        raise InputError(
            "both ends of a span must be suited, or both offsuit, or neither, like KTs-K8s"
        )
    # A span can name its ends in either order.
    (top, kicker, kind), (low_top, low_kicker, _) = max(one, other), min(one, other)
    steps = range(kicker - low_kicker + 1)
    if top == low_top and kicker != top != low_kicker:
        return _combos([(top, kicker - step) for step in steps], kind)
    if top - kicker == low_top - low_kicker:
        return _combos([(top - step, kicker - step) for step in steps], kind)
    raise InputError(
        "a span must run between two pairs (88-55), two kickers of one top card (KTs-K8s), or "
        "two hands equally far apart (T9s-65s)"
    )


def _hand(one: str, other: str, kind: str) -> tuple[int, int, str]:
    """Return a hand's higher and lower rank, 0..12, and ``"s"``, ``"o"`` or the empty string."""
    low, high = sorted(RANKS.index(rank.replace("10", "t").upper()) for rank in (one, other))
    if high == low and kind:
        raise InputError("a pair cannot be suited or offsuit")
    return high, low, kind


def _combos(hands: list[tuple[int, int]], kind: str) -> Iterable[int]:
    names = [
        RANKS[high] + RANKS[low] + suffix
        for high, low in hands
        for suffix in ([""] if high == low else kind or "so")
    ]
    return [number for name in names for number in COMBOS_OF[name]]


def _with_any(match: re.Match[str]) -> Iterable[int]:
    rank, _, _ = _hand(match.group(1), match.group(1), "")
    kind = match.group(2)
    others = [other for other in range(len(RANKS)) if other != rank or not kind]
    return _combos([(max(rank, other), min(rank, other)) for other in others], kind)


_TERM_READERS: list[tuple[re.Pattern[str], Callable[[re.Match[str]], Iterable[int]]]] = [
    (re.compile(r"random|\*"), _everything),
    (re.compile(f"{_HAND}([+]?)"), _hands),
    (re.compile(f"{_HAND}-{_HAND}"), _span),
    (re.compile(f"{RANK_PATTERN}[x?*]([so]?)"), _with_any),
    (re.compile(f"{RANK_PATTERN}{_SUIT}{RANK_PATTERN}{_SUIT}"), _two_cards),
    (re.compile(f"{_ORDER}?{_PERCENT}", re.ASCII), _top_share),
    (re.compile(f"{_ORDER}?{_PERCENT}-{_PERCENT}", re.ASCII), _band),
    (re.compile(r"sklansky:(\d)(?:-(\d))?", re.ASCII), _groups),
]


# --- writing --------------------------------------------------------------------------------------

_Run = tuple[int, int]
"""The highest and the lowest rank, 0..12, of the kickers of a span, or of its pairs."""

_DESCENDING = range(len(RANKS) - 1, -1, -1)


def canonical_text(weights: Mapping[int, Fraction]) -> str:
    """Write a range as canonical text.

    Hands with a larger weight come first, and hands of weight 0 are left out. Among hands of equal
    weight, pairs come first, then all complete suited classes, then the complete offsuit classes,
    each from ace to deuce. Neighbouring classes are merged into spans; a suited and an offsuit span
    with the same ranks become one term like ``AK``, in the place of the suited one. Combos that do
    not form a complete class come last. If all 1,326 combos have the same weight above 0, the only
    term is ``random``.

    Args:
        weights: the weight of each combo in the range, by combo number.

    Example:
        >>> canonical_text({number: ONE for name in ("AA", "KK", "AKs") for number in
        ...                 COMBOS_OF[name]})
        'KK+, AKs'
    """
    by_weight: dict[Fraction, set[int]] = {}
    for number, weight in weights.items():
        by_weight.setdefault(weight, set()).add(number)
    return ", ".join(
        term + ("" if weight == ONE else f":{weight_text(weight)}")
        for weight in sorted(by_weight, reverse=True)
        if weight
        for term in _terms(by_weight[weight])
    )


def _terms(numbers: set[int]) -> Iterator[str]:
    if len(numbers) == COMBO_COUNT:
        yield "random"
        return
    whole = {name for name, combos in COMBOS_OF.items() if numbers.issuperset(combos)}
    yield from _pairs(whole)
    for high in _DESCENDING:
        yield from _suited_or_both(high, whole)
    for high in _DESCENDING:
        yield from _offsuit(high, whole)
    yield from _single_combos(numbers.difference(*(COMBOS_OF[name] for name in whole)))


def _pairs(whole: set[str]) -> Iterator[str]:
    for top, bottom in _runs(rank for rank in _DESCENDING if 2 * RANKS[rank] in whole):
        yield _span_text(2 * RANKS[top], 2 * RANKS[bottom], top == len(RANKS) - 1)


def _suited_or_both(high: int, whole: set[str]) -> Iterator[str]:
    offsuit = _kicker_runs(high, "o", whole)
    for run in _kicker_runs(high, "s", whole):
        yield _kickers(high, run, "" if run in offsuit else "s")


def _offsuit(high: int, whole: set[str]) -> Iterator[str]:
    suited = _kicker_runs(high, "s", whole)
    for run in _kicker_runs(high, "o", whole):
        if run not in suited:
            yield _kickers(high, run, "o")


def _kicker_runs(high: int, kind: str, whole: set[str]) -> list[_Run]:
    kickers = range(high - 1, -1, -1)
    return _runs(low for low in kickers if RANKS[high] + RANKS[low] + kind in whole)


def _kickers(high: int, run: _Run, kind: str) -> str:
    top, bottom = (RANKS[high] + RANKS[low] + kind for low in run)
    return _span_text(top, bottom, run[0] == high - 1)


def _span_text(top: str, bottom: str, is_open: bool) -> str:
    if top == bottom:
        return top
    return f"{bottom}+" if is_open else f"{top}-{bottom}"


def _runs(falling: Iterable[int]) -> list[_Run]:
    """Split descending numbers into runs without gaps, as pairs of first and last number."""
    # Within a run, the index rises by 1 as the number falls by 1, so their sum is constant.
    places = enumerate(falling)
    groups = (list(group) for _, group in groupby(places, key=lambda pair: sum(pair)))
    return [(group[0][1], group[-1][1]) for group in groups]


def _single_combos(numbers: set[int]) -> Iterator[str]:
    for high, low in sorted((COMBOS[number][::-1] for number in numbers), reverse=True):
        yield f"{Card(high)}{Card(low)}"
