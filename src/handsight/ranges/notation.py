"""Reading a range: lists of terms, their weights, brackets and exclusions.

::

    list    = item { "," item }
    item    = "!" named | weighted
    weighted = named [ ":" share | "@" percent ]  |  "[" percent "]" list "[/" percent "]"
    named   = [ share ] "(" list ")" | [ order ":" ] term

Spaces and case do not matter. A combo that is named twice takes the last weight named. Weights of
brackets within brackets are multiplied. An exclusion removes its combos from what stands before
it in the same list, that is between the same brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NoReturn

from handsight.errors import InputError
from handsight.ranges.exact_weights import FINEST, ONE, fraction_of
from handsight.ranges.shorthand import ORDER, combos_of_term

_SHARE = re.compile(r"(\d+/0*[1-9]\d*|\d+(?:\.\d+)?|\.\d+)(%?)", re.ASCII)
_SHARE_BEFORE_BRACKET = re.compile(_SHARE.pattern + r"(?=\()", re.ASCII)
_WORD = re.compile(r"[\w./%+-]+")
_WEIGHT = "a weight is a number like 0.75, 1/3 or 75%"
_LONGEST_SHOWN = 100
"""Letters of a range that an error repeats."""
_TERM = re.compile(rf"{ORDER}?[^,()\[\]:@!]*")
_DEEPEST = 20

Weights = dict[int, Fraction]
"""The weights of the combos that were named, by number."""


def parse_range(text: str) -> Weights:
    """Read a range; an empty text is the empty range.

    Raises:
        InputError: with the part that cannot be read, its place, and what would be right.

    Example:
        >>> {float(weight) for weight in parse_range("QQ+, AK:0.5").values()}
        {0.5, 1.0}
    """
    return _NotationReader(text).read()


class _NotationReader:
    """A text, and how far it has been read."""

    def __init__(self, text: str) -> None:
        kept = [(place, letter) for place, letter in enumerate(text, start=1) if letter.strip()]
        self.text = text
        # Spaces are dropped before reading; errors name places in the text as it was written.
        self.places = [place for place, _ in kept] + [len(text) + 1]
        # A few letters become two in lower case; those stay, so that places keep their numbers.
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
            self.refuse(self.at, "a comma stands between hands, and every bracket has its partner")
        return named

    def read_list(self) -> Weights:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.refuse(self.at, f"brackets stand at most {_DEEPEST - 1} deep")
        named: Weights = {}
        self.read_item(named)
        while self.take(","):
            self.read_item(named)
        self.depth -= 1
        return named

    def read_item(self, named: Weights) -> None:
        start = self.at
        if not self.take("!"):
            named |= self.read_block() if self.take("[") else self.read_weighted()
            return
        excluded = self.read_named()
        if self.at < len(self.letters) and self.letters[self.at] in ":@":
            self.refuse(start, "an exclusion takes no weight")
        if not named:
            self.refuse(start, "nothing stands before it; for all other hands write random, !AKs")
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
            self.refuse(start, "the block is closed with another weight than it is opened with")
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
            self.refuse(self.at, "a hand like AKs or 22+ belongs here")
        try:
            combos = combos_of_term(self.letters[self.at : end])
        except InputError as error:
            self.refuse(self.at, str(error), end)
        self.at = end
        return combos

    def read_weight(self, percent: bool = False) -> Fraction:
        """Read a share that ends a term; what only looks like one, such as 1e-9, is none."""
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
            self.refuse(self.at, f"this weight goes from {unit}", match.end())
        self.at = match.end()
        return weight

    def take(self, symbol: str) -> bool:
        """Step over the symbol if it comes next."""
        is_next = self.letters.startswith(symbol, self.at)
        self.at += is_next * len(symbol)
        return is_next

    def need(self, symbol: str, start: int, right: str) -> None:
        if not self.take(symbol):
            self.refuse(start, f"{symbol!r} is missing: {right}")

    def refuse(self, start: int, right: str, end: int | None = None) -> NoReturn:
        """Say which part cannot be read, where it stands, and what would be right."""
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
