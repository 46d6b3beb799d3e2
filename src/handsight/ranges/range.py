"""A range: how likely a player is to hold each of the 1,326 combos."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from handsight.cards import Card, CardSet, CardsLike, require_count
from handsight.errors import InputError, OptionError, UnknownCardError
from handsight.ranges.combos import (
    CLASSES,
    COMBO_COUNT,
    COMBOS,
    COMBOS_OF,
    MASKS,
    bytes_without,
    combo_number,
    combos_named,
    combos_with,
)
from handsight.ranges.exact_weights import ONE, WeightLike, exact_weight
from handsight.ranges.notation import canonical_text, parse_range
from handsight.ranges.orders import top_combos
from handsight.runtime.notebooks import LONGEST_REPR, ShownInNotebooks, plot_of, shortened

SMALL = 256
"""Each numerator fits in one byte if the denominator is below this."""

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Range(ShownInNotebooks):
    """An immutable set of combos, each with a weight from 0 to 1.

    Weights are exact: combo number i weighs ``numerators[i] / denominator``. ``|`` keeps the
    larger of a combo's two weights, ``&`` keeps the smaller, ``-`` subtracts weights and stops at
    0, and ``~`` subtracts each weight from 1. One operand can be a string. ``len`` counts the
    combos with a weight above 0, and iteration yields each of them with its weight. ``in`` checks
    whether a combo, or every combo of a class like ``AKs``, has a weight above 0.
    ``hands["AhKd"]`` is the weight of a combo, and ``hands["AKo"]`` is the average weight of a
    class. ``str`` returns canonical text, which reads back to the same weights.

    Args:
        hands: a string like ``"22+, A2s+, KTs-K8s, AQo:0.75"``, or a range. Terms are ``AKs``,
            ``AKo``, ``AK``, ``77``, ``AhKh``, ``77+``, ``ATs+``, ``88-55``, ``KTs-K8s``, ``Ax``,
            ``15%``, ``5%-15%``, ``sklansky:1-4`` and ``random`` or ``*``. A weight is written
            ``AKo:0.5``, ``AKo@50``, ``0.5(QQ+, AK)``, ``[50]QQ+, AK[/50]`` or ``50: QQ+, AK``.
            ``!AKs`` removes these combos from the terms before it. 1,326 numbers with spaces
            between them are the weights of all combos in PioSOLVER's order.

    Attributes:
        numerators: the numerators of the weights: 1,326 integers, in the order of
            `handsight.ranges.combos`.
        denominator: the least common denominator of the weights.

    Raises:
        InputError: if ``hands`` is of another type, or the text is not a range. The message quotes
            the unreadable part, and names its position and what is expected there.

    Example:
        >>> hands = Range("QQ+, AKs, AKo:0.5")
        >>> len(hands), float(hands.total_weight), hands["AhKd"]
        (34, 28.0, Fraction(1, 2))
        >>> "AKs" in hands, hands["AKo"]
        (True, Fraction(1, 2))
        >>> print(hands - "KK")
        AA, QQ, AKs, AKo:0.5
    """

    __slots__ = ("_bytes", "_numerators", "_size", "_sums", "_weights", "denominator")
    _bytes: bytes | None
    _numerators: tuple[int, ...] | None
    _size: int | None
    _sums: tuple[list[int], list[float]] | None
    _weights: NDArray[np.float64] | None
    denominator: int

    def __init__(self, hands: str | Range = "") -> None:
        if isinstance(hands, str):
            new = Range._of_named(parse_range(hands))
        elif isinstance(hands, Range):
            new = hands
        else:
            raise InputError(
                f"a range is of type {type(hands).__name__}; pass a string like '22+, AKs' or a "
                "Range"
            )
        self._fill(new._numerators, new.small_numerators(), new.denominator)

    def _fill(
        self, numerators: tuple[int, ...] | None, small: bytes | None, denominator: int
    ) -> None:
        """Set the weights: the numerators as a tuple, as bytes, or as both, and the denominator."""
        object.__setattr__(self, "_numerators", numerators)
        object.__setattr__(self, "_bytes", small)
        object.__setattr__(self, "denominator", denominator)
        object.__setattr__(self, "_weights", None)
        object.__setattr__(self, "_sums", None)
        object.__setattr__(self, "_size", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range cannot be changed: {name}")

    # --- other constructors ----------------------------------------------------------------------

    @classmethod
    def from_weights(
        cls, weights: Mapping[str, WeightLike] | Sequence[WeightLike] | NDArray[Any]
    ) -> Range:
        """Build a range from the weights of combos.

        A float is read as Python prints it: 0.1 is one tenth.

        Args:
            weights: 1,326 numbers from 0 to 1 in the order of `handsight.ranges.combos`, or a
                mapping of strings (a class, a combo, or any other range) to numbers. The number is
                multiplied by the weights that the string contains. If several strings name a combo,
                the last one sets its weight.

        Raises:
            InputError: if a string is not a range.
            OptionError: if a number is not from 0 to 1 or is a fraction with a denominator above
                10**500, or there are not 1,326 numbers.

        Example:
            >>> print(Range.from_weights({"JJ+": 1, "AKo": 0.25}))
            JJ+, AKo:0.25
        """
        if isinstance(weights, Mapping):
            return cls._of_named(_named_by_texts(weights))
        if len(weights) != COMBO_COUNT:
            raise OptionError(f"weights has {len(weights)} numbers; it must have {COMBO_COUNT}")
        return cls._of_named(dict(enumerate(map(exact_weight, weights))))

    @classmethod
    def from_whole(cls, numerators: Sequence[int], denominator: int) -> Range:
        """Build a range quickly from 1,326 integer numerators and their common denominator.

        Raises:
            OptionError: if there are not 1,326 numerators, one is not from 0 to the denominator, or
                the denominator is below 1.

        Example:
            >>> print(Range.from_whole([0] * 1320 + [3] * 6, 4))
            AA:0.75
        """
        if len(numerators) != COMBO_COUNT:
            raise OptionError(
                f"numerators has {len(numerators)} numbers; it must have {COMBO_COUNT}"
            )
        if denominator < 1 or min(numerators) < 0 or max(numerators) > denominator:
            raise OptionError(f"a numerator lies outside 0..{denominator}, the denominator")
        return cls._reduced(list(numerators), denominator)

    @classmethod
    def top(cls, fraction: WeightLike, order: str = "equity", by: str = "classes") -> Range:
        """Build the range of the best hands.

        By default, the range takes whole classes, the best first, until they hold at least the
        given fraction of the 1,326 combos: a tenth is 132.6 combos, and the top 10% are 134. With
        ``by="combos"``, the range takes no more combos than the fraction needs (133): of the last
        class, it takes the first combos in the order of `handsight.ranges.combos`.

        Args:
            fraction: a number from 0 to 1. A float is read as Python prints it.
            order: ``"equity"`` (against one random hand), ``"nine-handed"`` (wins against nine
                random hands), ``"chen"`` (the score before rounding) or ``"sklansky"`` (the groups
                of the book); equity breaks ties. ``"equity@1"`` selects version 1 of an order; a
                name without a version selects the newest.
            by: ``"classes"`` or ``"combos"``.

        Raises:
            OptionError: if the fraction is not from 0 to 1, or the order, its version or ``by`` is
                unknown.

        Example:
            >>> print(Range.top(0.05))
            77+, AJs+, AKo
            >>> len(Range.top(0.1)), len(Range.top(0.1, by="combos"))
            (134, 133)
        """
        share = exact_weight(fraction, "fraction")
        return cls._of_named(dict.fromkeys(top_combos(share, order, by), ONE))

    @classmethod
    def _of_named(cls, named: Mapping[int, Fraction]) -> Range:
        denominator = math.lcm(*(weight.denominator for weight in named.values()))
        numerators = [0] * COMBO_COUNT
        # All weights share one denominator, so sums over combos are exact sums of integers.
        for number, weight in named.items():
            numerators[number] = weight.numerator * (denominator // weight.denominator)
        return cls._of(tuple(numerators), denominator)

    @classmethod
    def _of(cls, numerators: tuple[int, ...] | bytes, denominator: int) -> Range:
        """Build a range from numerators and a denominator that have no common factor.

        Args:
            numerators: 1,326 integers, as a tuple or as bytes.
            denominator: the denominator of all weights, below 256 if the numerators are bytes.
        """
        new = object.__new__(cls)
        if isinstance(numerators, bytes):
            new._fill(None, numerators, denominator)
        else:
            new._fill(numerators, None, denominator)
        return new

    @classmethod
    def _reduced(cls, numerators: list[int], denominator: int) -> Range:
        divisor = 1 if denominator == 1 else math.gcd(denominator, *numerators)
        if divisor == 1:
            return cls._of(tuple(numerators), denominator)
        return cls._of(tuple(each // divisor for each in numerators), denominator // divisor)

    @property
    def numerators(self) -> tuple[int, ...]:
        """The weights' numerators: 1,326 integers, in the order of `handsight.ranges.combos`."""
        held = self._numerators
        if held is None:
            held = tuple(self._bytes or b"")
            object.__setattr__(self, "_numerators", held)
        return held

    def small_numerators(self) -> bytes | None:
        """Return the numerators as bytes, or None if the denominator is 256 or more.

        Bytes are faster than a tuple.

        Example:
            >>> max(Range("QQ:0.25, AA").small_numerators()), Range("QQ:0.001").small_numerators()
            (4, None)
        """
        held = self._bytes
        if held is None and self.denominator < SMALL:
            held = bytes(self.numerators)
            object.__setattr__(self, "_bytes", held)
        return held

    # --- reading ---------------------------------------------------------------------------------

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights, read-only float64[1326], in the order of `handsight.ranges.combos`."""
        if self._weights is None:
            import numpy as np

            new = np.array([each / self.denominator for each in self.numerators])
            new.flags.writeable = False
            object.__setattr__(self, "_weights", new)
            return new
        return self._weights

    @property
    def combos(self) -> list[tuple[CardSet, Fraction]]:
        """The combos with a weight above 0, each in a pair with its weight."""
        return list(self)

    @property
    def classes(self) -> dict[str, Fraction]:
        """The average weight of each class in grid order; classes of weight 0 are left out."""
        sums = {name: sum(self.numerators[i] for i in COMBOS_OF[name]) for name in CLASSES}
        return {
            name: Fraction(weight, self.denominator * len(COMBOS_OF[name]))
            for name, weight in sums.items()
            if weight
        }

    @property
    def total_weight(self) -> Fraction:
        """The sum of all weights, which is the number of combos if every weight is 0 or 1."""
        return Fraction(sum(self.numerators), self.denominator)

    @property
    def percent(self) -> float:
        """The total weight as a percentage of all 1,326 combos."""
        return float(100 * self.total_weight / COMBO_COUNT)

    def __getitem__(self, hole: CardsLike) -> Fraction:
        numbers = _numbers_of(hole)
        weight = sum(self.numerators[number] for number in numbers)
        return Fraction(weight, self.denominator * len(numbers))

    def __contains__(self, hole: CardsLike) -> bool:
        return all(self.numerators[number] for number in _numbers_of(hole))

    def __iter__(self) -> Iterator[tuple[CardSet, Fraction]]:
        for number, weight in self._named().items():
            yield CardSet.from_mask(MASKS[number]), weight

    def __len__(self) -> int:
        size = self._size
        if size is None:
            size = COMBO_COUNT - (self._bytes or self.numerators).count(0)
            object.__setattr__(self, "_size", size)
        return size

    def __bool__(self) -> bool:
        return len(self) > 0

    def _named(self) -> dict[int, Fraction]:
        fractions = {each: Fraction(each, self.denominator) for each in set(self.numerators)}
        return {i: fractions[each] for i, each in enumerate(self.numerators) if each}

    def grid(self) -> NDArray[np.float64]:
        """Return the average weight of each class, 0 to 1: float64[13, 13].

        Ranks fall from ace to deuce down the rows and along the columns; suited classes are above
        the diagonal of pairs, and offsuit classes below.

        Example:
            >>> Range("AA, AKs, AhKd").grid()[:2, :2].round(3).tolist()
            [[1.0, 1.0], [0.083, 0.0]]
        """
        import numpy as np

        classes, ranks = self.classes, math.isqrt(len(CLASSES))
        shares = [float(classes.get(name, 0)) for name in CLASSES]
        return np.array(shares).reshape(ranks, ranks)

    def plot(self, axes: Any = None) -> Any:
        """Draw the range as a heat map with matplotlib.

        Args:
            axes: the axes to draw on; None for those of a new figure.

        Returns:
            The axes.

        Raises:
            MissingExtraError: if matplotlib is not installed.
        """
        return plot_of(self, axes)

    # --- deriving other ranges -------------------------------------------------------------------

    def without(self, cards: CardsLike) -> Range:
        """Return the range without the combos that contain any of the given cards.

        Example:
            >>> len(Range("AA, AK")), len(Range("AA, AK").without("AhKh"))
            (22, 12)
        """
        taken, small = CardSet(cards), self.small_numerators()
        if small is None:
            kept = list(self.numerators)
            for card in taken:
                for number in combos_with(card.index):
                    kept[number] = 0
            return Range._reduced(kept, self.denominator)
        left = int.from_bytes(small, "little")
        for card in taken:
            left &= bytes_without(card.index)
        bytes_left = left.to_bytes(COMBO_COUNT, "little")
        if self.denominator == 1:
            return Range._of(bytes_left, 1)
        return Range._reduced(list(bytes_left), self.denominator)

    def sample(self, rng: np.random.Generator) -> tuple[Card, Card]:
        """Draw one combo with a probability proportional to its weight, the higher card first.

        Raises:
            InputError: if the range is empty.

        Example:
            >>> import numpy as np
            >>> Range("AhKh").sample(np.random.default_rng(7))
            (Card('Ah'), Card('Kh'))
        """
        numbers, ends = self._cumulated()
        if not numbers:
            raise InputError("the range is empty: there is no hand to draw")
        drawn = bisect_right(ends, rng.random() * ends[-1])
        # Rounding can make the product equal to the last sum, which is past the last combo.
        low, high = COMBOS[numbers[min(drawn, len(numbers) - 1)]]
        return Card(high), Card(low)

    def _cumulated(self) -> tuple[list[int], list[float]]:
        """Return the numbers of combos with a weight above 0, and their weights' running sums."""
        if self._sums is None:
            numbers = [number for number, weight in enumerate(self.numerators) if weight]
            shares = (self.numerators[number] / self.denominator for number in numbers)
            object.__setattr__(self, "_sums", (numbers, list(accumulate(shares))))
            return self._cumulated()
        return self._sums

    def __or__(self, other: object) -> Range:
        return self._merged(other, max)

    def __and__(self, other: object) -> Range:
        return self._merged(other, min)

    def __sub__(self, other: object) -> Range:
        return self._merged(other, lambda mine, theirs: max(0, mine - theirs))

    __ror__, __rand__ = __or__, __and__

    def __rsub__(self, other: object) -> Range:
        return self._merged(other, lambda mine, theirs: max(0, theirs - mine))

    def __invert__(self) -> Range:
        return Range._of(
            tuple(self.denominator - each for each in self.numerators), self.denominator
        )

    def _merged(self, other: object, of: Callable[[int, int], int]) -> Range:
        if not isinstance(other, str | Range):
            return NotImplemented  # type: ignore[no-any-return]  # not an operator method itself
        other = Range(other)
        shared = math.lcm(self.denominator, other.denominator)
        mine, theirs = shared // self.denominator, shared // other.denominator
        pairs = zip(self.numerators, other.numerators, strict=True)
        return Range._reduced([of(one * mine, two * theirs) for one, two in pairs], shared)

    # --- as any value ----------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return (self.numerators, self.denominator) == (other.numerators, other.denominator)

    def __hash__(self) -> int:
        return hash((Range, self.numerators, self.denominator))

    def __str__(self) -> str:
        return canonical_text(self._named())

    def __repr__(self) -> str:
        return f"Range({shortened(str(self), LONGEST_REPR - 10)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Range._of, (self._numerators or self._bytes, self.denominator))


def _named_by_texts(weights: Mapping[str, WeightLike]) -> dict[int, Fraction]:
    named: dict[int, Fraction] = {}
    for text, number in weights.items():
        weight = exact_weight(number, f"weight of {text}")
        named |= {combo: weight * inner for combo, inner in parse_range(text).items()}
    return named


def _numbers_of(hole: CardsLike) -> tuple[int, ...]:
    """Return the number of one combo, or the numbers of all combos of a class like ``AKs``.

    Two ranks like ``AK`` stand for both of their classes.
    """
    named = combos_named(hole) if isinstance(hole, str) else None
    if named is not None:
        return named
    try:
        cards = list(CardSet(hole))
    except UnknownCardError:
        if not isinstance(hole, str):
            raise
        raise UnknownCardError(
            f"{hole!r} is not a hand of a range; write two cards like AhKd, or a class like "
            "AKs, AKo or 77"
        ) from None
    require_count(cards, "hole", (2,))
    return (combo_number(cards[0].index, cards[1].index),)
