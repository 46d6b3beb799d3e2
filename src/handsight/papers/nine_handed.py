"""Build the table that `nine_handed` reads: ``python -m handsight.papers.nine_handed``.

Ten random hands are dealt and all go to showdown, so each deal shows how ten hands fare against
nine others. Four thousand million deals take about a minute on two cores.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from handsight.cards.card import RANKS
from handsight.papers.tables import out_option, save_table
from handsight.ranges.class_equities import NINE_HANDED_DIGEST, NINE_HANDED_TABLE
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.runtime.chunks import map_chunks
from handsight.runtime.seeds import raw_words

DEALS = 4_000_000_000
SEED = 9
CHUNK = 1 << 22
"""The number of deals in a chunk; each chunk has its own random streams."""

Chunk = tuple[int, int]
"""The number of a chunk, and its number of deals."""


def table_of(seed: int, tally: NDArray[np.int64]) -> str:
    """Return the table as text, one line per class.

    Args:
        tally: int64[3, 169], as returned by `play_chunk`, summed over all deals.

    Returns:
        JSON: the seed, the number of deals, and how often each class was dealt, won alone, and
        shared the pot.

    Example:
        >>> table_of(9, play_chunk(9, (0, 1000))).splitlines()[:4]
        ['{', '"seed": 9,', '"deals": 1000,', '"classes": {']
    """
    lines = [
        f'"{name}": [{tally[:, cell].sum()}, {tally[1, cell]}, {tally[2, cell]}]'
        for name, cell in zip(CLASSES_BY_RANK, map(cell_of, CLASSES_BY_RANK), strict=True)
    ]
    head = f'{{\n"seed": {seed},\n"deals": {int(tally.sum()) // 10},\n"classes": {{\n'
    return head + ",\n".join(lines) + "\n}\n}\n"


def cell_of(name: str) -> int:
    """Return the index of the cell in which the kernel tallies a class.

    Args:
        name: one of the 169 classes.

    Example:
        >>> cell_of("22"), cell_of("32s"), cell_of("32o"), cell_of("AA")
        (0, 13, 1, 168)
    """
    high, low = map(RANKS.index, name[:2])
    first, second = (high, low) if name.endswith("s") else (low, high)
    return len(RANKS) * first + second


def play_chunk(seed: int, chunk: Chunk) -> NDArray[np.int64]:
    """Play the deals of one chunk.

    Returns:
        int64[3, 169]: for each cell, the number of hands that lost, that won alone and that shared
        the pot. Each deal counts ten hands.

    Example:
        >>> int(play_chunk(9, (0, 1000)).sum())
        10000
    """
    from handsight.kernels.odds.deals import BLOCK, STATE_WORDS
    from handsight.kernels.odds.ten_handed import CELLS, OUTCOMES, play_ten_handed

    number, deals = chunk
    states = raw_words(seed, number, count=STATE_WORDS * BLOCK).reshape(STATE_WORDS, BLOCK)
    tally = np.zeros(OUTCOMES * CELLS, np.int64)
    play_ten_handed(states, deals, np.empty(0, np.uint8), tally)
    return tally.reshape(OUTCOMES, CELLS)


def chunks_of(deals: int) -> list[Chunk]:
    """Divide deals into chunks.

    Example:
        >>> chunks_of(CHUNK + 1)
        [(0, 4194304), (1, 1)]
    """
    starts = range(0, deals, CHUNK)
    return [(number, min(CHUNK, deals - start)) for number, start in enumerate(starts)]


def tallies(seed: int, deals: int, executor: Executor | None) -> Iterator[NDArray[np.int64]]:
    """Play all chunks, and yield their tallies in order.

    Args:
        seed: seed of the deals.
        deals: number of deals in all chunks.
        executor: pool for the chunks; None to play in this thread. The result is the same.

    Example:
        >>> [int(tally.sum()) for tally in tallies(9, 1000, None)]
        [10000]
    """
    return map_chunks(partial(play_chunk, seed), chunks_of(deals), executor)


@click.command()
@click.option("--deals", default=DEALS, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=SEED, show_default=True, type=click.IntRange(min=0))
@click.option("--workers", type=click.IntRange(min=1), help="Threads, if not one for each core.")
@out_option
def main(deals: int, seed: int, workers: int | None, out: Path | None) -> None:
    """Deal ten hands to the showdown over and over, and write how often each class wins."""
    with ThreadPoolExecutor(workers or os.cpu_count()) as executor:
        label = f"Playing {deals:,} deals"
        parts = tallies(seed, deals, executor)
        with click.progressbar(parts, len(chunks_of(deals)), label) as shown:
            tally = sum(shown, np.zeros(1, np.int64))
    save_table(
        table_of(seed, tally),
        NINE_HANDED_TABLE,
        NINE_HANDED_DIGEST,
        "handsight.ranges.class_equities",
        out,
    )


if __name__ == "__main__":
    main()
