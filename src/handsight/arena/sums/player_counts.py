"""Statistics of the agents in the hands of a store: the counts behind VPIP, PFR, AF and WTSD."""

from __future__ import annotations

from collections.abc import Callable

from handsight.arena.storage.store import ArenaStore
from handsight.arena.sums.hand_counts import SIZE, Numbers, counts_of, names_in_order
from handsight.opponents.stats import Counts


def player_counts(
    store: ArenaStore, progress: Callable[[int], None] | None = None
) -> dict[str, Counts]:
    """Count what the agents did in all hands of an open store.

    The counts of blocks whose sums the store lacks are computed, which takes about 20 µs for each
    hand, and kept in the store if it can be written.

    Args:
        store: an open store.
        progress: called after every block with the number of hands counted so far.

    Returns:
        The counts of each agent, by name.

    Raises:
        ArenaError: if the store is damaged.
    """
    matchups = [matchup.agents for matchup in store.spec.matchups]
    parts: dict[str, list[Numbers]] = {name: [] for name in names_in_order(matchups)}
    for matchup, _, sums in store.sums(counted=True, progress=progress):
        for name, numbers in zip(matchups[matchup], sums.counts, strict=True):
            parts[name].append(numbers)
    blind = store.spec.stakes.big_blind
    totals = {name: tuple(map(sum, zip(*each, strict=True))) for name, each in parts.items()}
    return {
        name: counts_of(numbers, blind)
        for name, numbers in totals.items()
        if len(numbers) == SIZE and numbers[0]
    }
