"""CISTI-2013, table III: the error of the effective hand strength from sampled board cards."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from handsight.papers.cisti_2013.sampled_flops import PAIRS, SCHEMES, errors_of_flop
from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn
from handsight.runtime.chunks import map_chunks
from handsight.runtime.machine import cores

if TYPE_CHECKING:
    from numpy.typing import NDArray


PRINTED = {"10": 0.151, "100": 0.012, "1000": 0.001}
"""The printed errors by number of samples. With all samples the paper prints 0; it does not define
the error."""
SAMPLES = tuple(map(int, PRINTED))
METRICS = ("mean absolute error", "mean squared relative error")
LETTERS = "ABCDEF"
FLOPS = 2000
FEW = 5
"""The number of flops on which schemes A and C draw all runouts."""
NEAR = 1.5
"""The largest ratio at which two figures count as equal."""

COLUMNS = (
    TableColumn("scheme", ("scheme",)),
    TableColumn("error", ("metric",)),
    *(
        TableColumn(f"{samples} samples, printed ~{error}", ("measured", samples), ".5f")
        for samples, error in PRINTED.items()
    ),
    TableColumn("furthest from printed", ("factor",), ".1f"),
)


def reproduced(order: Order) -> Reproduction:
    """Sample random flops by every scheme that the paper may mean, and measure both errors.

    Args:
        order: options, in which `trials` is the number of flops, 2,000 by default, and `seed` is
            the seed of the deal.

    Example:
        >>> table = reproduced(Order(trials=2))
        >>> len(table.rows), table.rows[0].name
        (12, 'A: runouts for each hand, without replacement, mean absolute error')
    """
    flops = order.trials_or(FLOPS)
    errors = sample_flops(flops, order)
    means, spread = errors.mean(axis=0), errors.std(axis=0) / np.sqrt(flops)
    rows = [
        _row(scheme, name, means[scheme, :, metric], spread[scheme, :, metric])
        for metric, name in enumerate(METRICS)
        for scheme in range(len(SCHEMES))
    ]
    return Reproduction(
        "cisti-2013-table-3",
        "Sampling board cards",
        f"CISTI-2013, table III (10, 100 and 1,000 samples; flops and error not told) beside "
        f"{flops:,} random flops, each sampled once by each scheme",
        COLUMNS,
        rows,
        _remarks(rows),
        trials=flops,
        seed=order.seed,
        findings=_findings(rows, _left_with_all(order)),
    )


def sample_flops(flops: int, order: Order) -> NDArray[np.float64]:
    """Sample flops by all schemes, on all cores; their number does not affect the result.

    Args:
        flops: number of flops.
        order: options, for the seed and the progress.

    Returns:
        float64[flops, 6, 3, 2]: for each flop, each scheme, and 10, 100 and 1,000 samples, the
        absolute error and the squared relative error.

    Example:
        >>> sample_flops(2, Order(seed=1)).shape
        (2, 6, 3, 2)
    """
    one = partial(errors_of_flop, order.seed, samples=SAMPLES)
    flop_errors = []
    with ThreadPoolExecutor(cores()) as pool:
        for errors in map_chunks(one, range(flops), pool):
            flop_errors.append(errors)
            order.progress(len(flop_errors), flops)
    return np.array(flop_errors)


def _row(scheme: int, metric: str, means: NDArray[np.float64], spread: NDArray[np.float64]) -> Row:
    measured = dict(zip(PRINTED, means.tolist(), strict=True))
    name = f"{LETTERS[scheme]}: {SCHEMES[scheme].name}"
    more = {
        "scheme": name,
        "metric": metric,
        "stderr": dict(zip(PRINTED, spread.tolist(), strict=True)),
        "factor": _furthest(measured),
    }
    return Row(f"{name}, {metric}", PRINTED, measured, more)


def _furthest(measured: dict[str, float]) -> float | None:
    """Return the largest factor between a measured error and the printed error.

    Return None if a measured error is 0.
    """
    if not all(measured.values()):
        return None
    return max(max(measured[key] / PRINTED[key], PRINTED[key] / measured[key]) for key in PRINTED)


def _remarks(rows: list[Row]) -> list[str]:
    known = [row for row in rows if row.more["factor"] is not None]
    nearest = min(known, key=lambda row: row.more["factor"])
    absolute = [row for row in known if row.more["metric"] == METRICS[0]]
    simple = min(absolute, key=lambda row: row.more["factor"])
    return [
        f"The printed row is met best by {_told(nearest)}.",
        f"Among the mean absolute errors it is met best by {_told(simple)}.",
    ]


def _left_with_all(order: Order) -> float:
    """Return schemes A and C's largest absolute error on `FEW` flops when they draw all runouts."""
    flops = [errors_of_flop(order.seed, number, samples=(PAIRS,)) for number in range(FEW)]
    return float(np.array(flops)[:, [LETTERS.index(letter) for letter in "AC"], 0, 0].max())


def _findings(rows: list[Row], left: float) -> list[Finding]:
    """Check whether a scheme reproduces the printed errors, and all runouts leave no error."""
    findings = []
    for metric in METRICS:
        factors = {
            row.more["scheme"]: row.more["factor"]
            for row in rows
            if row.more["metric"] == metric and row.more["factor"] is not None
        }
        best = min(factors, key=factors.__getitem__)
        findings.append(
            Finding(
                f"Some scheme gives the three printed figures within a factor of {NEAR}, as a "
                f"{metric}",
                factors[best] <= NEAR,
                f"the nearest, {best}, is off by a factor of {factors[best]:.1f} at most",
            )
        )
    nothing = Finding(
        "With all samples the error is 0",
        left < 1e-12,
        f"the largest of A and C on {FEW} flops with all {PAIRS:,} runouts drawn is {left:.1g}",
    )
    return [*findings, nothing]


def _told(row: Row) -> str:
    return f"{row.name} (off by a factor of {row.more['factor']:.1f} at most)"
