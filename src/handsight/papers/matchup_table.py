"""Build the table that `matchup` reads: ``python -m handsight.papers.matchup_table``.

All 47,008 matchups of two hands are counted over all boards, which takes a few seconds.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from handsight.cards import Card, CardSet
from handsight.odds.counting.hands import count_winners
from handsight.papers.tables import out_option, save_table
from handsight.ranges.matchups import DIGEST, TABLE, canonical_cards, pack
from handsight.runtime.chunks import map_chunks

CHUNK = 64
"""The number of matchups that a worker counts at a time."""

Row = tuple[int, int]
"""The number of boards on which the first hand wins, and on which both hands tie."""


def row_of(cards: Sequence[int]) -> Row:
    """Count the boards on which a matchup's first hand wins, and those on which both hands tie.

    Args:
        cards: four card indices, 0..51: the two cards of the first hand, then of the second.

    Example:
        >>> row_of([50, 46, 43, 41])  # AhKh against QsQd
        (787966, 6732)
    """
    holes = [CardSet.of(map(Card, cards[:2])), CardSet.of(map(Card, cards[2:]))]
    _, win, _, tie = count_winners(holes, CardSet(), CardSet())
    return win, tie


def rows_of(chunk: Iterable[Sequence[int]]) -> list[Row]:
    """Return the result of `row_of` for each matchup in a chunk.

    Example:
        >>> rows_of([[50, 46, 43, 41]])
        [(787966, 6732)]
    """
    return [row_of(cards) for cards in chunk]


def all_rows(matchups: NDArray[np.int64], executor: Executor | None = None) -> Iterator[list[Row]]:
    """Count matchups in chunks, and yield the rows of each chunk in order.

    Args:
        matchups: int64[n, 4], the two cards of each of the two hands.
        executor: pool for the chunks; None to count in this thread. The result is the same.

    Example:
        >>> list(all_rows(np.array([[50, 46, 43, 41]])))
        [[(787966, 6732)]]
    """
    starts = range(0, len(matchups), CHUNK)
    chunks = [matchups[start : start + CHUNK].tolist() for start in starts]
    return map_chunks(rows_of, chunks, executor)


@click.command()
@click.option("--workers", type=click.IntRange(min=1), help="Threads, if not one for each core.")
@out_option
def main(workers: int | None, out: Path | None) -> None:
    """Count all matchups of two hands before the flop and write the table."""
    matchups = canonical_cards()
    with ThreadPoolExecutor(workers or os.cpu_count()) as executor:
        label = f"Counting {len(matchups):,} matchups"
        chunks = all_rows(matchups, executor)
        with click.progressbar(chunks, -(-len(matchups) // CHUNK), label) as shown:
            rows = [row for chunk in shown for row in chunk]
    data = pack(np.array(rows, dtype=np.int32))
    save_table(data, TABLE, DIGEST, "handsight.ranges.matchups", out)


if __name__ == "__main__":
    main()
