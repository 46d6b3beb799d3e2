"""The players by thresholds against those with one habit: mirrored deals, 100 big blinds each."""

from functools import cache

import pytest

from handsight.arena import ArenaSpec, run_arena

NAMES = ("chen-tight", "sklansky-tight", "ehs", "blog-range")
PAIRS = {"call": 100, "random": 250, "maniac": 250}


@cache
def interval(name, rival):
    """95% interval of the gain in big blinds a hundred hands."""
    result = run_arena(ArenaSpec(agents=(name, rival), pairs=PAIRS[rival], seed=11))
    [slot, _] = result.matchups[0].slots
    assert not slot.faults
    return slot.statistics.interval()


@pytest.mark.repeats(2)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rival", ["call", "random"])
def test_each_beats_the_calling_station_and_the_random_player(name, rival):
    low, _ = interval(name, rival)
    assert low > 0


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", NAMES)
def test_none_loses_to_the_maniac(name):
    low, high = interval(name, "maniac")
    assert (low + high) / 2 > 0


@pytest.mark.repeats(4)
@pytest.mark.parametrize("name", [*NAMES, "potential-hand", "potential-hand-2"])
@pytest.mark.parametrize("seats", [3, 6])
def test_each_plays_at_larger_tables_without_a_fault(name, seats):
    others = ("call", "random", "maniac", "min-raise", "all-in")[: seats - 1]
    result = run_arena(ArenaSpec(agents=(name, *others), pairs=10, table="all", seed=5))
    assert not any(slot.faults for slot in result.matchups[0].slots)
