"""Write the page on subsets of flops: ``python -m handsight.papers.flop_subsets_page``.

The page has the results for the judging ranges between two marks. Only that part is rewritten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from pathlib import Path
from time import process_time
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.odds import Spot
from handsight.papers.flop_subsets import (
    CUTS,
    HELD_OUT,
    JUDGING,
    SEED,
    FlopMeasures,
    all_flops,
    best_weights,
    deciding_measures,
    measure_flops,
    products_of,
)
from handsight.papers.pages import with_part
from handsight.ranges import named_flops
from handsight.ranges.flop_subsets import SUBSETS
from handsight.runtime.files import write_whole
from handsight.runtime.machine import describe_machine
from handsight.solver import Betting, solve
from handsight.solver.flops import FLOPS
from handsight.views.tables import TextTable

PAGE = "flop-subsets.md"
DRAWS = 100
"""The number of random subsets of each size."""

TIMED = 8
"""The number of flops on which the solve of the large spot is timed."""

LARGE = (
    "AA,KK,QQ,JJ,TT,99:0.75,88:0.75,77:0.5,66:0.25,55:0.25,AK,AQs,AQo:0.75,AJs,AJo:0.5,ATs:0.75,"
    "A6s:0.25,A5s:0.75,A4s:0.75,A3s:0.5,A2s:0.5,KQs,KQo:0.5,KJs,KTs:0.75,K5s:0.25,K4s:0.25,"
    "QJs:0.75,QTs:0.75,Q9s:0.5,JTs:0.75,J9s:0.75,J8s:0.75,T9s:0.75,T8s:0.75,T7s:0.75,98s:0.75,"
    "97s:0.75,96s:0.5,87s:0.75,86s:0.5,85s:0.5,76s:0.75,75s:0.5,65s:0.75,64s:0.5,54s:0.75,"
    "53s:0.5,43s:0.5",
    "QQ:0.5,JJ:0.75,TT,99,88,77,66,55,44,33,22,AKo:0.25,AQs,AQo:0.75,AJs,AJo:0.75,ATs,ATo:0.75,"
    "A9s,A8s,A7s,A6s,A5s,A4s,A3s,A2s,KQ,KJ,KTs,KTo:0.5,K9s,K8s,K7s,K6s,K5s,K4s:0.5,K3s:0.5,"
    "K2s:0.5,QJ,QTs,Q9s,Q8s,Q7s,JTs,JTo:0.5,J9s,J8s,T9s,T8s,T7s,98s,97s,96s,87s,86s,76s,75s,"
    "65s,64s,54s,53s,43s",
)
LARGE_BETTING = Betting(180, 400, "75%", "a", add_allin=0, merging=0)
"""The betting of spot F2 on the solver's page."""


@dataclass(frozen=True)
class SubsetErrors:
    """The errors of a subset, over many pairs of ranges.

    Attributes:
        equity: mean and largest absolute error of a range's equity, 0..1.
        above: mean and largest absolute error of the share of a range's hands, 0..1, whose equity
            is above each of `CUTS`.
    """

    equity: tuple[float, float]
    above: tuple[float, float]


def errors_of(
    measures: FlopMeasures, places: Sequence[int], weights: NDArray[np.float64]
) -> SubsetErrors:
    """Return the errors of a subset compared with all flops, over all pairs of different ranges.

    Args:
        measures: measures of the judging ranges.
        places: indices of the subset's flops among all flops.
        weights: weights of these flops, in any unit.
    """
    counts = np.array([*all_flops().values()], float)
    right = _means(measures.met, measures.sums, counts)
    found = _means(measures.met[places], measures.sums[places], weights)
    errors = np.abs(found - right)
    errors = errors[np.eye(*errors.shape[:2]) == 0]
    equity, above = errors[:, 0], errors[:, 2:]
    return SubsetErrors((equity.mean(), equity.max()), (above.mean(), above.max()))


def _means(
    met: NDArray[np.float64], sums: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    means = np.tensordot(weights, sums, 1) / np.tensordot(weights, met, 1)[..., None]
    return np.asarray(means)


def judging_measures(**options: Any) -> FlopMeasures:
    """Measure the judging ranges on all flops, which takes a few minutes.

    Args:
        options: keyword arguments of `measure_flops`.
    """
    texts = [*HELD_OUT.values()]
    return measure_flops(texts[:JUDGING], texts, **options)


def subset_errors(
    judging: FlopMeasures, products: NDArray[np.float64]
) -> dict[str, dict[str, SubsetErrors]]:
    """Return the errors of each subset, and of random flops for comparison.

    Args:
        judging: measures of the judging ranges.
        products: result of `products_of`, from which random flops get their weights.

    Returns:
        The errors by size of the subset, and by the way in which its flops were chosen.
    """
    flops = [*all_flops()]
    places = {flop: place for place, flop in enumerate(flops)}
    counts = np.array([*all_flops().values()], float)
    found = {}
    for name in SUBSETS:
        subset = named_flops(name)
        mine = [places[flop] for flop in subset]
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(SEED, spawn_key=(0,))))
        drawn = [
            rng.choice(len(flops), int(name), replace=False, p=counts / FLOPS).tolist()
            for _ in range(DRAWS)
        ]
        plain = [errors_of(judging, each, np.ones(int(name))) for each in drawn]
        weighed = [
            errors_of(judging, each, np.maximum(best_weights(products, each), 0)) for each in drawn
        ]
        found[name] = {
            "ours": errors_of(judging, mine, np.array([*subset.values()], float)),
            "random flops": _mean_of(plain),
            "random flops, our weights": _mean_of(weighed),
        }
    return found


def _mean_of(errors: Sequence[SubsetErrors]) -> SubsetErrors:
    """Return the averages, over several draws, of the mean errors and of the largest errors."""
    equity, above = (
        np.mean([getattr(each, name) for each in errors], axis=0) for name in ("equity", "above")
    )
    return SubsetErrors((equity[0], equity[1]), (above[0], above[1]))


# --- the page -----------------------------------------------------------------------------------


def page_part(
    errors: Mapping[str, Mapping[str, SubsetErrors]],
    seconds: Sequence[float],
    machine: Mapping[str, str],
) -> str:
    """Return the part of the page between the marks, which has the results, as Markdown.

    Args:
        errors: result of `subset_errors`.
        seconds: processor time of the large spot on each timed flop, in seconds.
        machine: description of the machine, as from `describe_machine`.
    """
    *cuts, last = (f"{cut:.0%}" for cut in CUTS)
    parts = [
        "## Errors",
        "The errors of equities, and of the share of hands with more than "
        f"{', '.join(cuts)} or {last} equity, in percentage points, over "
        f"{JUDGING * (len(HELD_OUT) - 1)} pairs of ranges that did not influence the choice of "
        f"flops. The errors of random flops are means over {DRAWS} draws.",
        _error_table(errors).markdown(),
        "## How long all flops take",
        _time_text(seconds, machine),
        "## The flops",
        "The number after each flop is how many of the 22,100 flops it represents.",
    ]
    for name in SUBSETS:
        listed = ", ".join(f"{flop}:{count}" for flop, count in named_flops(name).items())
        parts += [f"### {name}", f"```text\n{_broken(listed)}\n```"]
    source = "`python -m handsight.papers.flop_subsets_page` wrote this part."
    measured_on = "\n".join(f"- {what}: {text}" for what, text in machine.items())
    return "\n\n".join([*parts, "## How it was measured", source, measured_on])


def _error_table(errors: Mapping[str, Mapping[str, SubsetErrors]]) -> TextTable:
    rows = [
        [
            *(f"{name}, {kind}", *(f"{100 * each:.2f}" for each in found.equity)),
            *(f"{100 * each:.2f}" for each in found.above),
        ]
        for name, kinds in errors.items()
        for kind, found in kinds.items()
    ]
    heads = ("flops", "equity, mean", "largest", "share of hands, mean", "largest")
    return TextTable("Errors", heads, rows)


def _time_text(seconds: Sequence[float], machine: Mapping[str, str]) -> str:
    mean, classes = float(np.mean(seconds)), len(all_flops())
    error = float(np.std(seconds, ddof=1) / np.sqrt(len(seconds)))
    return (
        "To solve spot F2 of the page on the solver to 0.5% of the pot took "
        f"{mean:.1f} ± {1.96 * error:.1f} seconds of processor time per flop, on one thread "
        f"({machine['processor']}, compiled for {machine['compiled for']}); this is the mean over "
        f"{len(seconds)} classes of flops drawn at random. At this rate, all {classes:,} classes "
        f"take {mean * classes / 3600:.1f} hours on one core, "
        + " and ".join(f"{size} flops {mean * int(size) / 60:.1f} minutes" for size in SUBSETS)
        + "."
    )


def _broken(text: str, width: int = 96) -> str:
    lines = [""]
    for entry in text.split(", "):
        if len(lines[-1]) + len(entry) + 2 > width:
            lines.append("")
        lines[-1] += f"{entry}, "
    return "\n".join(line.rstrip() for line in lines).rstrip(",")


def timed_solves() -> list[float]:
    """Solve the spot `LARGE` on `TIMED` flops, and return the processor time of each in seconds."""
    flops = [*all_flops()]
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(SEED, spawn_key=(1,))))
    solve(Spot.parse(["AA", "KK"], "2c7d9h"), Betting(1, 1, "a"))  # loads the kernels
    seconds = []
    for place in rng.choice(len(flops), TIMED, replace=False):
        spot, began = Spot.parse(list(LARGE), CardSet(flops[place])), process_time()
        solve(spot, LARGE_BETTING)
        seconds.append(process_time() - began)
    return seconds


@click.command()
@click.argument(
    "folder", default="docs/ideas", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--workers", type=click.IntRange(min=1), help="Threads, if not one for each core.")
def main(folder: Path, workers: int | None) -> None:
    """Measure the subsets of flops and write the figures into the page of FOLDER."""
    path, machine = folder / PAGE, describe_machine()
    page = path.read_text("utf-8")
    with_part(page, "")  # raises for an invalid page before the work starts
    seconds = timed_solves()
    with ThreadPoolExecutor(workers or cpu_count()) as executor:
        errors = subset_errors(
            judging_measures(executor=executor), products_of(deciding_measures(executor))
        )
    write_whole(path, with_part(page, page_part(errors, seconds, machine)))
    click.echo(f"Wrote {path}")


if __name__ == "__main__":
    main()
