"""CISTI-2013, table I: the nine hand ranks, and the number of sub-ranks of each."""

from __future__ import annotations

import numpy as np

from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn
from handsight.ranking import CATEGORIES, category_of, evaluate, evaluate_many, masks_from_cards
from handsight.ranking.arrays import every_five

PRINTED = {
    "Straight Flush": ("8s7s6s5s4s", 10),
    "Four of a Kind": ("AcAdAhAsKs", 156),
    "Full House": ("QcQs7h7s7d", 156),
    "Flush": ("Th8h6h4h2h", 1277),
    "Straight": ("4d5h6d7s8s", 10),
    "Three of a Kind": ("TcTdThQc3d", 858),
    "Two pair": ("7c7s3s3hQs", 858),
    "One pair": ("2s2c8c7c3h", 2860),
    "High Card": ("AhTh6d4c2c", 1277),
}
"""For each hand rank, the example and the number of sub-ranks that the paper prints."""
PRINTED_TOTAL = 7462

COLUMNS = (
    TableColumn("rank", ("name",)),
    TableColumn("example", ("example",)),
    TableColumn("printed", ("printed",), ",d"),
    TableColumn("counted", ("measured",), ",d"),
    TableColumn("hands", ("hands",), ",d"),
)


def reproduced(order: Order) -> Reproduction:
    """Count the different strengths of all five-card hands, by hand rank.

    Example:
        >>> reproduced(Order()).rows[0].measured
        10
    """
    hands_of = np.bincount(evaluate_many(masks_from_cards(every_five()), 5))
    categories = np.array([_rank_of(strength) for strength in range(len(hands_of))])
    rows = []
    for name, (example, printed) in PRINTED.items():
        hands = hands_of[categories == _rank_of(evaluate(example).strength)]
        more = {"example": example, "hands": int(hands.sum())}
        rows.append(Row(name, printed, int(np.count_nonzero(hands)), more))
    total = sum(row.measured for row in rows)
    rows.append(Row("Total", PRINTED_TOTAL, total, {"example": None, "hands": int(hands_of.sum())}))
    order.progress(1, 1)
    return Reproduction(
        "cisti-2013-table-1",
        "Poker hand ranks with examples",
        "CISTI-2013, table I; all 2,598,960 five-card hands were ranked, and the different "
        "strengths counted",
        COLUMNS,
        rows,
        findings=_findings(rows),
    )


def _findings(rows: list[Row]) -> list[Finding]:
    right = sum(row.printed == row.measured for row in rows)
    best = len(CATEGORIES) - 1
    fitting = sum(
        _rank_of(evaluate(example).strength) == best - place
        for place, (example, _) in enumerate(PRINTED.values())
    )
    return [
        Finding("All printed numbers hold", right == len(rows), f"{right} of {len(rows)} do"),
        Finding(
            "Each printed example is a hand of its rank",
            fitting == len(PRINTED),
            f"{fitting} of {len(PRINTED)} are",
        ),
    ]


def _rank_of(strength: int) -> int:
    return CATEGORIES.index(category_of(strength))
