"""What agents did in the hands of a store: the counts behind VPIP, PFR, AF and WTSD."""

from __future__ import annotations

from collections.abc import Callable

from handsight.arena.store import ArenaStore
from handsight.history import parse_phh
from handsight.opponents.stats import Counts, HandCounter


def habits_of(
    store: ArenaStore, progress: Callable[[int], None] | None = None
) -> dict[str, Counts]:
    """Count what the agents did in all hands of a store.

    Args:
        store: an open store.
        progress: is told how many hands are counted.

    Returns:
        {agent: counts}.
    """
    counter = HandCounter()
    for number, hand in enumerate(store.hands(), start=1):
        counter.add_history(parse_phh(hand.phh))
        if progress is not None and not number % 100:
            progress(number)
    return counter.counts
