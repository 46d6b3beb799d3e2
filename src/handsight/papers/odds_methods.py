"""Comparison of methods with exact equity; CISTI-2013 compares these methods only in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from handsight.cards import CardSet
from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.odds import (
    current_hand_odds,
    effective_hand_strength,
    hand_potential,
    hand_strength,
)
from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn
from handsight.ranges import chen, pocket_equity, pocket_table, sklansky_group
from handsight.runtime.seeds import raw_words
from handsight.runtime.statistics import rank_correlation

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPOTS = 2000
FEW = 10
"""The number of spots to time for a method that takes a tenth of a second per spot."""
RUNOUTS = 100
DEALS = 1000
NO_GROUP = 9
EXACT = 1e-9
"""The tolerance for numbers that should be equal."""

BOARDS = ("flop", "turn", "river")
POCKET = ("preflop",)
NO_RANK = "two cards have no rank"
NOTHING = "no card is to come"
BLIND = "knows nothing of the board"

COLUMNS = (
    TableColumn("street", ("street",)),
    TableColumn("method", ("method",)),
    TableColumn("µs", ("measured", "microseconds"), ",.0f"),
    TableColumn("mean error", ("measured", "mean_error"), ".4f"),
    TableColumn("rank correlation", ("measured", "rank_correlation"), ".4f"),
    TableColumn("not usable", ("why_not",)),
)


@dataclass(frozen=True, slots=True)
class SampledDeal:
    """A random deal of two hole cards and a board.

    Attributes:
        board: 0, 3, 4 or 5 cards.
        number: number of the deal, from 0, with which methods that sample are seeded.

    Example:
        >>> deal_spots(1, "flop", 2)[1].number
        1
    """

    hole: CardSet
    board: CardSet
    number: int

    @property
    def equity(self) -> float:
        """The exact share of the pot against one random hand, 0..1."""
        if not self.board:
            return pocket_equity(self.hole).equity
        return current_hand_odds(self.hole, self.board, method="exact").equity


def deal_spots(seed: int, street: str, count: int) -> list[SampledDeal]:
    """Deal random spots on a street.

    Args:
        seed: seed of the deals.
        street: one of `handsight.cards.card.STREETS`.
        count: number of spots.

    Example:
        >>> [len(spot.board) for spot in deal_spots(1, "turn", 3)]
        [4, 4, 4]
    """
    open_cards = BOARD_SIZES[street]
    keys = raw_words(seed, open_cards, count=52 * count).reshape(count, 52)
    dealt = keys.argsort(axis=1)[:, : 2 + open_cards].tolist()
    return [
        SampledDeal(CardSet(cards[:2]), CardSet(cards[2:]), number)
        for number, cards in enumerate(dealt)
    ]


Value = Callable[[SampledDeal], float]


@dataclass(frozen=True, slots=True)
class Method:
    """A method that evaluates a hand as a number.

    Attributes:
        streets: streets on which the method is usable.
        why_not: why the method is not usable on the other streets from the flop on; before the
            flop, the reason is always `NO_RANK`.
        everywhere: whether the method nevertheless returns a number on the other streets.
        is_chance: whether the number is meant as a chance to win, so that its error can be
            measured.
        timed: the slow computation to time before the flop, if `value` reads a table there; None to
            time `value`.

    Example:
        >>> [method.name for method in METHODS][:2]
        ['current odds, ties shared', 'current odds, ties as ahead']
    """

    name: str
    value: Value
    streets: Sequence[str] = tuple(STREETS)
    why_not: str = ""
    everywhere: bool = False
    is_chance: bool = True
    timed: Value | None = None


def _shared(spot: SampledDeal) -> float:
    return spot.equity


def _ties_ahead(spot: SampledDeal) -> float:
    return _counted(spot) if spot.board else _won_or_tied(spot)


def _counted(spot: SampledDeal) -> float:
    return current_hand_odds(spot.hole, spot.board, method="exact").equity_ties_ahead


def _won_or_tied(spot: SampledDeal) -> float:
    """Return the share of deals won or tied before the flop, from the table of pocket hands."""
    pocket = pocket_equity(spot.hole)
    return (pocket.win + pocket.tie) / pocket.total


def _dealt(spot: SampledDeal) -> float:
    asked: dict[str, Any] = {"method": "monte_carlo", "trials": DEALS, "seed": spot.number}
    return current_hand_odds(spot.hole, spot.board, **asked).equity


def _strength(spot: SampledDeal) -> float:
    return hand_strength(spot.hole, spot.board).value


def _potential(spot: SampledDeal) -> float:
    return hand_potential(spot.hole, spot.board).ppot or 0.0


def _ehs(spot: SampledDeal) -> float:
    return effective_hand_strength(spot.hole, spot.board).ehs


def _p_win(spot: SampledDeal) -> float:
    return effective_hand_strength(spot.hole, spot.board).p_win or 0.0


def _sampled(spot: SampledDeal) -> float:
    asked: dict[str, Any] = {"samples": RUNOUTS, "seed": spot.number}
    return effective_hand_strength(spot.hole, spot.board, **asked).ehs


def _chen(spot: SampledDeal) -> float:
    return chen(spot.hole, normalised=True)


def _group(spot: SampledDeal) -> float:
    """Return minus the number of Sklansky's group, so that more is better; -9 for no group."""
    return -float(sklansky_group(spot.hole) or NO_GROUP)


def _pocket(spot: SampledDeal) -> float:
    return pocket_equity(spot.hole).equity


def _simulated(spot: SampledDeal) -> float:
    return pocket_table(spot.hole).win_frequency


METHODS = (
    Method("current odds, ties shared", _shared, timed=_counted),
    Method("current odds, ties as ahead", _ties_ahead, timed=_counted),
    Method(f"current odds, {DEALS:,} deals", _dealt),
    Method("HS", _strength, BOARDS, NO_RANK),
    Method("PPot", _potential, BOARDS[:2], NOTHING, is_chance=False),
    Method("EHS", _ehs, BOARDS, NO_RANK),
    Method("P(win)", _p_win, BOARDS, NO_RANK),
    Method(f"Monte Carlo EHS, {RUNOUTS} runouts", _sampled, BOARDS, NO_RANK),
    Method("Chen, normalised", _chen, POCKET, BLIND, everywhere=True),
    Method("Sklansky group", _group, POCKET, BLIND, everywhere=True, is_chance=False),
    Method("pocket equity, from a table", _pocket, POCKET, BLIND, everywhere=True),
    Method("pocket table, simulated", _simulated, POCKET, BLIND, everywhere=True),
)


def reproduced(order: Order) -> Reproduction:
    """Evaluate each method on random spots of each street, and compare it with exact equity.

    Args:
        order: options, in which `trials` is the number of spots per street, 2,000 by default, and
            `seed` is the seed of the deal.

    Example:
        >>> table = reproduced(Order(trials=3))
        >>> [row.name for row in table.rows if row.measured is None]
        ['HS, preflop', 'PPot, preflop', 'EHS, preflop', 'P(win), preflop', ...]
    """
    count = order.trials_or(SPOTS)
    rows: list[Row] = []
    steps = len(STREETS) * len(METHODS)
    for street in STREETS:
        spots = deal_spots(order.seed, street, count)
        exact = np.array([spot.equity for spot in spots])
        for method in METHODS:
            order.progress(len(rows), steps)
            rows.append(_row(method, street, spots, exact))
    order.progress(steps, steps)
    return Reproduction(
        "odds-methods",
        "Methods to compute odds, compared",
        "CISTI-2013, abstract and sections IV and V, which compare the methods in words and print "
        f"no figure; measured on {count:,} random spots of each street against the exact share of "
        "the pot, all in against one random hand",
        COLUMNS,
        rows,
        _remarks(rows),
        trials=count,
        seed=order.seed,
        findings=_findings(rows),
    )


def _row(method: Method, street: str, spots: list[SampledDeal], exact: NDArray[np.float64]) -> Row:
    usable = street in method.streets
    measured = _measured(method, spots, exact) if usable or method.everywhere else None
    more = {
        "method": method.name,
        "street": street,
        "usable": usable,
        "why_not": None if usable else _why_not(method, street),
    }
    return Row(f"{method.name}, {street}", None, measured, more)


def _why_not(method: Method, street: str) -> str:
    return NO_RANK if street == "preflop" else method.why_not


def _measured(
    method: Method, spots: list[SampledDeal], exact: NDArray[np.float64]
) -> dict[str, float | None]:
    """Measure a method on spots whose exact values are known.

    Returns:
        Microseconds per spot, mean absolute error, share of the values that are not too low, and
        rank correlation. The error and the share are None if the values are not chances.
    """
    method.value(spots[0])  # warm-up
    begin = perf_counter()
    values = np.array([method.value(spot) for spot in spots])
    seconds = (perf_counter() - begin) / len(spots)
    if method.timed is not None and not spots[0].board:
        seconds = _time(method.timed, spots[:FEW])
    error = float(np.abs(values - exact).mean()) if method.is_chance else None
    not_below = float((values >= exact - EXACT).mean()) if method.is_chance else None
    return {
        "microseconds": float(f"{seconds * 1e6:.3g}"),
        "mean_error": error,
        "not_below_exact": not_below,
        "rank_correlation": rank_correlation(values, exact),
    }


def _time(value: Value, spots: list[SampledDeal]) -> float:
    value(spots[0])
    begin = perf_counter()
    for spot in spots:
        value(spot)
    return (perf_counter() - begin) / len(spots)


def _remarks(rows: list[Row]) -> list[str]:
    measured = {row.name: row.measured for row in rows}
    remarks = []
    for street in BOARDS[:2]:
        hs, ehs = measured[f"HS, {street}"], measured[f"EHS, {street}"]
        remarks.append(
            f"On the {street} HS is off by {hs['mean_error']:.3f} on average and EHS by "
            f"{ehs['mean_error']:.3f}; they rank the spots with a correlation of "
            f"{_written(hs['rank_correlation'])} and {_written(ehs['rank_correlation'])}."
        )
    off = max(measured[f"P(win), {street}"]["mean_error"] for street in BOARDS)
    return [*remarks, f"P(win) is off by {off:.1g} on average, on every street with a board."]


def _findings(rows: list[Row]) -> list[Finding]:
    """Check the papers' claims about the methods against the figures of the table."""
    measured = {row.name: row.measured for row in rows}
    usable = {
        method.name: sum(row.more["usable"] for row in rows if row.more["method"] == method.name)
        for method in METHODS
    }
    everywhere = [name for name, streets in usable.items() if streets == len(STREETS)]
    return [
        _compared("P(win) is the exact share of the pot", "P(win)", measured, BOARDS),
        _compared("HS is the exact share of the pot", "HS", measured, BOARDS),
        _compared("EHS is the exact share of the pot", "EHS", measured, BOARDS),
        _of_streets(
            "EHS is never below the exact share",
            {street: measured[f"EHS, {street}"]["not_below_exact"] for street in BOARDS},
            lambda share: share == 1,
            "{:.1%} of the spots",
        ),
        _of_streets(
            "EHS puts the spots into a better order than HS does",
            {street: _gap(measured, street, "EHS", "HS") for street in BOARDS[:2]},
            lambda gap: gap > 0,
            "a rank correlation higher by {:+.4f}",
        ),
        _of_streets(
            f"{RUNOUTS} runouts are drawn in less time than all are counted",
            {
                street: measured[f"Monte Carlo EHS, {RUNOUTS} runouts, {street}"]["microseconds"]
                / measured[f"EHS, {street}"]["microseconds"]
                for street in BOARDS
            },
            lambda factor: factor < 1,
            "{:.1f} times as long",
        ),
        _of_streets(
            "Chen's formula orders hands before the flop as well as their equity does",
            {
                "preflop": _gap(
                    measured, "preflop", "Chen, normalised", "pocket equity, from a table"
                )
            },
            lambda gap: gap >= 0,
            "a rank correlation higher by {:+.4f}",
        ),
        Finding(
            "Hand strength is usable on every street",
            "HS" in everywhere,
            f"on {usable['HS']} of {len(STREETS)}; usable on all are {', '.join(everywhere)}",
        ),
    ]


def _gap(measured: dict[str, Any], street: str, one: str, other: str) -> float:
    first, second = (measured[f"{name}, {street}"]["rank_correlation"] for name in (one, other))
    return float((first or 0.0) - (second or 0.0))


def _compared(claim: str, name: str, measured: dict[str, Any], streets: Sequence[str]) -> Finding:
    errors = {street: measured[f"{name}, {street}"]["mean_error"] for street in streets}
    return _of_streets(claim, errors, lambda error: error < EXACT, "off by {:.3f} on average")


def _of_streets(
    claim: str, figures: dict[str, float], holds: Callable[[float], bool], style: str
) -> Finding:
    """Return a finding on one figure per street; the claim holds if `holds` is true for all."""
    text = "; ".join(f"{street}: {style.format(figure)}" for street, figure in figures.items())
    return Finding(claim, all(holds(figure) for figure in figures.values()), text)


def _written(correlation: float | None) -> str:
    return "none" if correlation is None else f"{correlation:.3f}"
