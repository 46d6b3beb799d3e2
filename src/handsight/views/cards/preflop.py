"""The value of two hole cards before the flop, by several formulas and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import CardsLike
from handsight.ranges import (
    ORDERS,
    chen,
    nine_handed,
    place_in_order,
    pocket_equity,
    sklansky_group,
)
from handsight.ranges.combos import CLASSES_BY_RANK, class_of
from handsight.ranges.starting_hands import EDITIONS, VARIANTS
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.statistics import Z_95
from handsight.views.report import report_of
from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class ChenPoints:
    """The points of two hole cards by one variant of Chen's formula.

    Attributes:
        points: the points, unscaled.
        normalised: the points scaled to 0..1, from the variant's lowest value to its highest.
    """

    points: float
    normalised: float


@dataclass(frozen=True)
class OneOpponentShowdowns:
    """The outcomes of all possible showdowns against one random hand.

    Attributes:
        win: deals that we win.
        tie: deals in which we split the pot.
        lose: deals that the opponent wins.
        win, tie, lose: numbers of deals that the hand wins alone, shares and loses.
        total: number of all deals.
        equity: share of the pot, 0..1.
    """

    win: int
    tie: int
    lose: int
    total: int
    equity: float


@dataclass(frozen=True)
class NineOpponentShowdowns:
    """The outcomes of sampled showdowns against nine random hands.

    Attributes:
        win: deals that we win alone.
        tie: deals in which we split the pot.
        lose: deals that another player wins.
        seed: seed of the deals.
        win, tie, lose: numbers of trials that the hand wins alone, shares and loses.
        trials: number of sampled showdowns.
        win_frequency: share of the trials that the hand wins alone.
        tie_frequency: share of the trials in which the hand shares the pot.
        stderr: standard error of `win_frequency`.
    """

    win: int
    tie: int
    lose: int
    trials: int
    win_frequency: float
    tie_frequency: float
    stderr: float
    seed: int


@dataclass(frozen=True)
class OrderPlace:
    """The rank of a class in an order of starting hands.

    Attributes:
        version: name and version of the order, such as ``"equity@1"``.
        place: rank of the class, from 1 for the best class to 169 for the worst.
        top: share of all hole cards that rank at least as high as the class, 0..1.
    """

    version: str
    place: int
    top: float


@dataclass(frozen=True, repr=False)
class PreflopReport(ShownInNotebooks):
    """The value of two hole cards by several formulas and tables.

    Attributes:
        pocket_class: the class, such as ``"AKs"``.
        chen: points by name of the variant of Chen's formula.
        sklansky: Sklansky's group by edition of the book; None if the class is in no group.
        one_opponent: showdowns against one random hand.
        nine_opponents: showdowns against nine random hands.
        orders: rank in each order, by the order's name.
    """

    pocket_class: str
    chen: dict[str, ChenPoints]
    sklansky: dict[str, int | None]
    one_opponent: OneOpponentShowdowns
    nine_opponents: NineOpponentShowdowns
    orders: dict[str, OrderPlace]


def preflop_report(hole: CardsLike) -> PreflopReport:
    """Look up the value of two hole cards by several formulas and tables. Nothing is dealt.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.

    Raises:
        InputError: if cards cannot be read, appear twice, or are too few or too many.

    Example:
        >>> report = preflop_report("KhAh")
        >>> report.pocket_class, report.chen["original"].points, report.orders["equity"].place
        ('AKs', 12.0, 8)
    """
    name = class_of(hole)
    nine = nine_handed(name)
    places = {order: place_in_order(name, order) for order in ORDERS}
    return PreflopReport(
        pocket_class=name,
        chen={
            variant: ChenPoints(chen(name, variant), chen(name, variant, normalised=True))
            for variant in VARIANTS
        },
        sklansky={edition: sklansky_group(name, edition) for edition in EDITIONS},
        one_opponent=report_of(OneOpponentShowdowns, pocket_equity(name)),
        nine_opponents=report_of(NineOpponentShowdowns, nine, trials=nine.deals),
        orders={
            order: OrderPlace(place.order, place.number, float(place.top))
            for order, place in places.items()
        },
    )


def preflop_text(report: PreflopReport) -> RenderableType:
    """Lay out the value of two hole cards: showdowns, points and groups, and ranks in orders.

    Example:
        >>> from rich.console import Console
        >>> Console(width=80).print(preflop_text(preflop_report("AA"))) # doctest: +ELLIPSIS
        AA
        ...
    """
    from rich.console import Group
    from rich.text import Text

    tables = (_showdowns(report), _points(report), _places(report))
    parts: list[RenderableType] = [Text(report.pocket_class, "bold")]
    for table in tables:
        parts += [Text(), table.terminal()]
    return Group(*parts)


def _showdowns(report: PreflopReport) -> TextTable:
    one, nine = report.one_opponent, report.nine_opponents
    error = f"{Z_95 * nine.stderr:.5f}"
    rows = [
        ("won alone", f"{one.win:,}", f"{nine.win:,}"),
        ("shared", f"{one.tie:,}", f"{nine.tie:,}"),
        ("lost", f"{one.lose:,}", f"{nine.lose:,}"),
        ("wins", f"{one.win / one.total:.5f}", f"{nine.win_frequency:.5f} ± {error}"),
        ("ties", f"{one.tie / one.total:.5f}", f"{nine.tie_frequency:.5f}"),
        ("equity", f"{one.equity:.5f}"),
        ("", "exact", f"95% interval, seed {nine.seed}"),
    ]
    return TextTable("", ("against", "one random hand", "nine random hands"), rows)


def _points(report: PreflopReport) -> TextTable:
    rows = [
        (f"Chen, {variant}", f"{chen.points:g}", f"{chen.normalised:.4f}")
        for variant, chen in report.chen.items()
    ]
    for edition, group in report.sklansky.items():
        named = "no group" if group is None else f"group {group}"
        rows.append((f"Sklansky, {edition}", named, ""))
    return TextTable("", ("formula", "points", "0 to 1"), rows)


def _places(report: PreflopReport) -> TextTable:
    rows = [
        (order.version, f"{ordinal(order.place)} of {len(CLASSES_BY_RANK)}", f"{order.top:.1%}")
        for order in report.orders.values()
    ]
    return TextTable("", ("order", "place", "top"), rows)


def ordinal(number: int) -> str:
    """Write a rank, 1 or more, as an ordinal number.

    Example:
        >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 21, 112)]
        ['1st', '2nd', '3rd', '4th', '11th', '21st', '112th']
    """
    endings = {1: "st", 2: "nd", 3: "rd"}
    teen = number % 100 // 10 == 1
    return f"{number}{'th' if teen else endings.get(number % 10, 'th')}"
