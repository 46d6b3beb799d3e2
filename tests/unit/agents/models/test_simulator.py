"""The simulator: Loki that plays hands on; how it keeps to trials, and to time."""

from random import Random

import pytest

from handsight.agents import agent
from handsight.agents.models import selective_sampling
from handsight.agents.models.loki import LokiPlayer
from handsight.agents.models.selective_sampling import SampledValuation
from handsight.agents.models.simulator import SimulatorPlayer
from handsight.arena import ArenaSpec, run_arena
from handsight.errors import OptionError
from handsight.testing import check_agent
from tests.unit.agents.opponents import who_has_seen
from tests.unit.agents.situations import seen_by

FLOP = ("raise to 300", "call", "check")
TO_THE_RIVER = ("raise to 300", "call", *("check", "check") * 2)


def values(player, seen, seed=1):
    found = player.choose(seen, Random(seed)).values
    return {str(value.action): value.chips for value in found}


def test_on_the_river_there_is_nothing_to_play_on_and_it_is_loki():
    seen = seen_by("KsKc", *TO_THE_RIVER, "check", board="2h7dTc4sKd")
    assert values(SimulatorPlayer(leaning=0), seen) == values(LokiPlayer(leaning=0), seen)


def test_against_several_it_is_loki():
    seen = seen_by("AhAs", "fold", "call", stacks=(10_000,) * 4, button=0)
    assert values(SimulatorPlayer(leaning=0), seen) == values(LokiPlayer(leaning=0), seen)


def test_later_streets_are_worth_something_to_a_strong_hand_against_a_caller():
    seen = seen_by("2s2c", *FLOP, board="2h7dTc")
    found = values(who_has_seen("calls", SimulatorPlayer(leaning=0, trials=512)), seen)
    plain = values(who_has_seen("calls"), seen)
    assert found["check"] > plain["check"] + 300


def test_they_are_worth_nothing_where_everything_is_in():
    seen = seen_by("2s2c", *FLOP, board="2h7dTc")
    assert (
        values(SimulatorPlayer(leaning=0), seen)["bet 9700"]
        == values(LokiPlayer(leaning=0), seen)["bet 9700"]
    )


@pytest.mark.exhaustive
def test_more_trials_come_nearer_to_each_other():
    seen = seen_by("AsTs", *FLOP, board="2h7dTc")

    def spread(trials):
        checks = [
            values(SimulatorPlayer(leaning=0, trials=trials), seen, seed)["check"]
            for seed in range(8)
        ]
        return max(checks) - min(checks)

    assert spread(4096) < spread(64)


def test_the_same_random_numbers_give_the_same_decision():
    seen = seen_by("AsTs", *FLOP, board="2h7dTc")
    found = [SimulatorPlayer(leaning=0).explain(seen, Random(4)) for _ in range(2)]
    assert found[0] == found[1]


def test_explanations_tell_the_trials():
    numbers = (
        SimulatorPlayer(leaning=0, trials=100)
        .explain(seen_by("AsTs", *FLOP, board="2h7dTc"), Random(4))
        .numbers
    )
    assert numbers["trials for each value"] == 100
    assert 80 <= numbers["fewest that were played"] <= 100


class Watch:
    """A clock on which a batch of trials takes so many milliseconds, and nothing else takes any."""

    def __init__(self, monkeypatch, milliseconds):
        self.now, self.batches = 0.0, 0
        gains = selective_sampling.Batch.gains

        def slowly(batch, *given):
            self.now += milliseconds / 1000
            self.batches += 1
            return gains(batch, *given)

        monkeypatch.setattr(selective_sampling.Batch, "gains", slowly)
        monkeypatch.setattr(selective_sampling, "perf_counter", lambda: self.now)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("batch", [0.3, 1, 4])
@pytest.mark.parametrize("milliseconds", [20, 60])
def test_it_keeps_to_its_time_whatever_trials_are_asked_for(milliseconds, batch, monkeypatch):
    watch = Watch(monkeypatch, batch)
    player = SimulatorPlayer(leaning=0, trials=10_000_000, milliseconds=milliseconds)
    seen = seen_by("AsTs", *FLOP, board="2h7dTc")
    for seed in range(3):
        begun = watch.now
        player.act(seen, Random(seed))
        assert 1000 * (watch.now - begun) <= milliseconds


def test_more_time_is_more_trials(monkeypatch):
    def batches(milliseconds):
        with monkeypatch.context() as patch:
            watch = Watch(patch, 0.3)
            player = SimulatorPlayer(leaning=0, trials=10_000_000, milliseconds=milliseconds)
            player.act(seen_by("AsTs", *FLOP, board="2h7dTc"), Random(1))
            return watch.batches

    assert batches(60) > 2 * batches(20) > 0


def test_time_that_is_short_leaves_fewer_trials_and_still_an_action():
    player = SimulatorPlayer(leaning=0, trials=1_000_000, milliseconds=15)
    numbers = player.explain(seen_by("AsTs", *FLOP, board="2h7dTc"), Random(1)).numbers
    assert numbers["fewest that were played"] < 1_000_000


def test_no_time_at_all_leaves_loki():
    player, seen = (
        SimulatorPlayer(leaning=0, milliseconds=0.001),
        seen_by("AsTs", *FLOP, board="2h7dTc"),
    )
    assert values(player, seen) == values(LokiPlayer(leaning=0), seen)


def test_a_batch_is_dealt_once_for_all_values():
    player, seen = SimulatorPlayer(leaning=0, trials=128), seen_by("AsTs", *FLOP, board="2h7dTc")
    valuation = player.choose(seen, Random(1)).valuation
    assert isinstance(valuation, SampledValuation)
    assert len(valuation.played) > 3
    assert len(valuation._batches) == 2


def test_it_keeps_the_contract():
    assert check_agent("simulator:trials=32", hands=6, seats=(2, 4)).name.startswith("simulator")


@pytest.mark.exhaustive
@pytest.mark.parametrize("opponent", ["call", "min-raise"])
def test_it_beats_those_with_one_habit_clearly(opponent):
    spec = ArenaSpec(agents=("simulator:trials=32", opponent), pairs=100, seed=3)
    slot = run_arena(spec).matchups[0].slots[0]
    assert not slot.faults
    assert slot.statistics.interval()[0] > 30


@pytest.mark.parametrize("options", [{"trials": 0}, {"milliseconds": -1}])
def test_options_out_of_range_are_refused(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        SimulatorPlayer(leaning=0, **options)


def test_it_is_registered_with_its_options():
    assert agent("simulator:trials=50,milliseconds=3").milliseconds == 3
