"""Counts and sizes that the sources print, and the true values, computed where possible."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb, factorial, perm, prod
from typing import TYPE_CHECKING

import numpy as np

from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn
from handsight.ranges import chen, sklansky_group
from handsight.ranges.combos import CLASSES_BY_RANK, COMBOS
from handsight.ranking import STRONGEST, evaluate_many, evaluator, masks_from_cards
from handsight.ranking.arrays import every_five

if TYPE_CHECKING:
    from numpy.typing import NDArray


COLUMNS = (
    TableColumn("what", ("name",)),
    TableColumn("source", ("place",)),
    TableColumn("printed", ("printed",), ",d"),
    TableColumn("true", ("measured",), ",d"),
    TableColumn("holds", ("verdict",)),
    TableColumn("how", ("how",)),
)

MB, GB, PB = 10**6, 10**9, 10**15
SHORT, INT, LONG = 2, 4, 8
"""The number of bytes per table entry, by C type."""
ROUNDING = 0.05
"""The maximum relative error of a number that is printed rounded."""
SOURCES = ("CISTI-2013", "DSIE-2011", "blog-4")
SLOTS = 53
"""The number of entries in a row of the TwoPlusTwo table."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A number that a source prints, and the true number.

    Attributes:
        what: what the number counts, such as ``"five-card hands"``.
        place: source and section in which the number is printed.
        printed: the printed number, in bytes if it is a size; None if our copy of the source lacks
            the number.
        true: the correct number.
        how: how the correct number is found.
        unit: ``"bytes"`` for sizes, else empty.
        rounded: whether the number is printed rounded, with a relative error of up to `ROUNDING`.

    Example:
        >>> Printed("cards", "nowhere", 50, 52, "4 · 13").holds
        False
    """

    what: str
    place: str
    printed: int | None
    true: int
    how: str
    unit: str = ""
    rounded: bool = False

    @property
    def holds(self) -> bool | None:
        """Whether the printed number is right; None if no number is printed."""
        if self.printed is None:
            return None
        return abs(self.printed - self.true) <= (ROUNDING * self.true if self.rounded else 0)

    def row(self) -> Row:
        """Return the number as a row of the table."""
        name = f"{self.unit} of {self.what}" if self.unit else self.what
        verdict = {True: "yes", False: "no", None: ""}[self.holds]
        more = {
            "place": self.place,
            "unit": self.unit,
            "holds": self.holds,
            "verdict": verdict,
            "how": self.how,
        }
        return Row(name, self.printed, self.true, more)


def reproduced(order: Order) -> Reproduction:
    """Compare every number that the sources print with the true number.

    Example:
        >>> rows = reproduced(Order()).rows
        >>> wrong = [row.name for row in rows if row.more["holds"] is False]
        >>> wrong[0], len(wrong)
        ("bits of ranks in Cactus Kev's word", 9)
    """
    parts = (hands, cactus_kev, tables, opponents, before_the_flop, blog_4)
    counts: list[Printed] = []
    for number, part in enumerate(parts):
        order.progress(number, len(parts))
        counts.extend(part())
    order.progress(len(parts), len(parts))
    printed = [each for each in counts if each.printed is not None]
    right = sum(bool(each.holds) for each in printed)
    return Reproduction(
        "counts",
        "Counts and sizes",
        "CISTI-2013, DSIE-2011 and blog-4, and the sources that they name",
        COLUMNS,
        [each.row() for each in counts],
        [f"{right} of {len(printed)} printed numbers hold; round ones may be off by a twentieth."],
        findings=[_finding(source, printed) for source in SOURCES],
    )


def _finding(source: str, printed: list[Printed]) -> Finding:
    """Return a finding on whether all numbers of a source are right, which names the wrong ones."""
    here = [each for each in printed if source in each.place]
    wrong = [
        f"{each.what} {each.printed:,}, {each.printed / each.true:.3g} times the true number"
        for each in here
        if each.printed is not None and not each.holds
    ]
    return Finding(
        f"All numbers hold that {source} prints",
        not wrong,
        "; ".join([f"{len(here) - len(wrong)} of {len(here)} do", *wrong]),
    )


def hands() -> list[Printed]:
    """Return the printed and true numbers of hands and of their ranks.

    Example:
        >>> [each.true for each in hands()][:2]
        [7462, 7461]
    """
    strengths = np.unique(evaluate_many(masks_from_cards(every_five()), 5))
    cisti, both = "CISTI-2013, III", "CISTI-2013, III.C; DSIE-2011"
    how = "all hands ranked"
    return [
        Printed("ranks of a hand", "CISTI-2013, II.B", 7462, len(strengths), how),
        Printed("highest rank, counted from 0", cisti, 7461, int(strengths[-1]), how),
        Printed("five-card hands", "CISTI-2013, III.E", 2_598_960, comb(52, 5), "C(52, 5)"),
        Printed("fives of seven cards", "CISTI-2013, III.B", 21, comb(7, 5), "C(7, 5)"),
        Printed("seven-card hands", both, 133 * MB, comb(52, 7), "C(52, 7)", rounded=True),
    ]


def cactus_kev() -> list[Printed]:
    """Return the printed and true sizes of Cactus Kev's evaluator and its tables.

    Example:
        >>> [each.true for each in cactus_kev() if each.holds is False]
        [13]
    """
    from handsight.ranking.published.cactus_kev import PRIMES
    from handsight.ranking.published.cactus_kev import tables as kev_tables
    from handsight.ranking.published.classes import HAND_CLASSES

    cisti, dsie = "CISTI-2013, III.B", "DSIE-2011, 4.1"
    straight = prod(PRIMES[7:12])
    repeated = HAND_CLASSES - 2 * comb(13, 5)
    built = len(kev_tables().products)
    return [
        _size("all five-card sequences, 8 each", cisti, 5 * GB // 2, perm(52, 5) * LONG),
        _size("all five-card hands, 8 each", cisti, 20 * MB, comb(52, 5) * LONG),
        _size("all five-card hands, 4 each", dsie, 10 * MB, comb(52, 5) * INT),
        Printed("bits of ranks in Cactus Kev's word", cisti, 12, len(PRIMES), "one a rank"),
        Printed("bits of the prime", cisti, 6, max(PRIMES).bit_length(), "the ace's is 41"),
        Printed("product of a king-high straight", dsie, 14_535_931, straight, "9 to K multiplied"),
        Printed("products to search", "Cactus Kev's pages", 4888, built, "the table built"),
        Printed("classes where ranks repeat", "the same", 4888, repeated, "7,462 − 2 · C(13, 5)"),
    ]


def tables() -> list[Printed]:
    """Return the printed and true numbers of entries and bytes of the large evaluator tables.

    Example:
        >>> [each.true for each in tables() if each.holds is False]
        [32487834, 129951336]
    """
    states = 1 + sum(count_states())
    entries = states * SLOTS
    cisti, dsie = "CISTI-2013, III.D", "DSIE-2011, 4.4"
    both, large = "CISTI-2013, III.D; DSIE-2011", "CISTI-2013, III.C; DSIE-2011"
    how = "all listed, and an empty one"
    return [
        _size("an array over 52 bits, 2 each", large, 9 * PB, 2**52 * SHORT),
        _size("Senzee's table for seven cards", large, 266 * MB, comb(52, 7) * SHORT),
        Printed("states of TwoPlusTwo", "32,487,834 / 53", 612_978, states, how),
        Printed("entries of TwoPlusTwo", both, 32_487_834, entries, "53 a state"),
        Printed("the same, said to be all sevens", cisti, comb(52, 7), entries, "53 a state"),
        _size("TwoPlusTwo's table, later paper", cisti, 130 * MB, entries * INT),
        _size("TwoPlusTwo's table, earlier paper", dsie, 250 * MB, entries * INT),
    ]


def _size(what: str, place: str, printed: int, true: int) -> Printed:
    return Printed(what, place, printed, true, "entries by bytes", "bytes", rounded=True)


def opponents() -> list[Printed]:
    """Return the printed and true numbers of opponents' hands, and of deals in examples.

    Example:
        >>> [each.true for each in opponents() if each.holds is False]
        [1081, 966381570]
    """
    figure = "DSIE-2011, 3.1, figure 1"
    sequences = factorial(47) // factorial(41)
    flop = comb(47, 2)
    return [
        Printed("hands of an opponent, at most", "DSIE-2011, 3.2", 1225, flop, "C(47, 2)"),
        Printed("the same before the flop", "DSIE-2011, 3.2", 1225, comb(50, 2), "C(50, 2)"),
        Printed("hands of an opponent on the flop", "blog-4", 1081, flop, "C(47, 2)"),
        Printed("cards that remain", figure, 47, 52 - 3 - 2, "52 − 3 − 2"),
        Printed("cards of a sequence", figure, 6, 2 + 2 + 2, "a runout and two hands"),
        Printed("sequences of cards", figure, 7_731_052_560, sequences, "47!/41!"),
        Printed("the same, as deals", figure, 7_731_052_560, _dealt_pairs(3), "pairs of cards"),
    ]


def _dealt_pairs(count: int) -> int:
    """Return the number of ways to deal `count` hands of two cards, in order, from 47 cards."""
    return prod(comb(47 - 2 * dealt, 2) for dealt in range(count))


def before_the_flop() -> list[Printed]:
    """Return the printed and true numbers about hands and classes of two cards.

    Example:
        >>> [each.true for each in before_the_flop() if each.holds is False]
        [85]
    """
    groups = {name: sklansky_group(name) for name in CLASSES_BY_RANK}
    listed = [name for name, group in groups.items() if group is not None]
    numbers = len(set(groups.values()) - {None})
    tenth = sum(place < len(COMBOS) * 0.1 for place in range(len(COMBOS)))
    grouping = "CISTI-2013, II.C"
    return [
        Printed("pairs of hole cards", "CISTI-2013, V.B", None, len(COMBOS), "C(52, 2)"),
        Printed("classes of hole cards", "CISTI-2013, V.B", None, len(CLASSES_BY_RANK), "13 · 13"),
        Printed("pairs in a range of 0.1", "blog-4", None, tenth, "places below 132.6"),
        Printed("Chen's highest value", "CISTI-2013, V.A", 20, int(chen("AA")), "two aces"),
        Printed("Sklansky's groups", grouping, 8, numbers, "the book's list"),
        Printed("classes that they cluster: all", grouping, 169, len(listed), "the book's list"),
    ]


def blog_4() -> list[Printed]:
    """Return the printed and true numbers of the hands and deals that blog-4 counts.

    Example:
        >>> [(each.printed, each.true) for each in blog_4() if each.holds is False]
        [(6145, 6484), (6145, 7462), (314457495, 792432887400)]
    """
    codes = len(np.unique(evaluator("blog-4").values(every_five(), check=False)))
    eight = comb(47, 8)
    return [
        Printed("values of hands", "blog-4", 6145, codes, "its encoding, all hands"),
        Printed("ranks of a hand in blog-4", "blog-4", 6145, STRONGEST + 1, "all hands ranked"),
        Printed("cards of four opponents", "blog-4", 314_457_495, eight, "C(47, 8)"),
        Printed("hands of four opponents", "blog-4", eight, _dealt_pairs(4), "pairs of cards"),
    ]


@cache
def count_states() -> list[int]:
    """Count the states of the TwoPlusTwo machine, by the number of cards read.

    Returns:
        Seven counts, for zero to six cards.

    Example:
        >>> count_states()
        [1, 52, 1326, 22100, 84448, 152607, 352443]
    """
    from handsight.kernels.ranking.two_plus_two import find_successors

    states: NDArray[np.int64] = np.zeros(1, np.int64)
    counts = [1]
    for size in range(6):
        successors = np.empty((len(states), SLOTS - 1), np.int64)
        find_successors(states, size, successors)
        states = np.unique(successors)
        states = states[states != 0]
        counts.append(len(states))
    return counts
