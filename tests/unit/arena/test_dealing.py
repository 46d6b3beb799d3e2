"""All matchups play the same cards: equal agents have equal rows, and intervals know of it."""

import math
import random
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from statistics import quantiles, stdev

import numpy as np
import pytest

from handsight.agents.scripted import Caller
from handsight.arena import ArenaSpec, ArenaStore, export, run_arena
from handsight.arena.match import BlockTask, play_block
from handsight.arena.ratings import MatchSeries, ratings
from handsight.arena.statistics import (
    Influence,
    PairColumns,
    PairedDifference,
    PairedMean,
    PairStatistics,
    PairSum,
    effective_trials,
)
from handsight.errors import ArenaError, OptionError
from handsight.views.arena.report import arena_report

FOUR = ("random", "maniac:folds=0.4", "random#2", "call")


@pytest.fixture(
    scope="module", params=["reset", pytest.param("carry", marks=pytest.mark.exhaustive)]
)
def result(request):
    return run_arena(ArenaSpec(agents=FOUR, format=request.param, pairs=30, block=10, seed=3))


def row_of(result, name):
    """Give what an agent did against each other one, but for its copy."""
    return {
        other.agent: (slot.statistics, slot.wins, slot.losses, slot.ties, slot.decisions)
        for found in result.matchups
        for slot, other in (found.slots, found.slots[::-1])
        if slot.agent == name and not other.agent.startswith("random")
    }


# --- the same cards -----------------------------------------------------------------------------


def test_every_matchup_plays_the_same_cards_on_the_same_seats(tmp_path):
    spec = ArenaSpec(agents=("call", "min-raise", "call#2"), pairs=8, block=3, seed=5)
    run_arena(spec, tmp_path / "arena.db")
    with ArenaStore.read(tmp_path / "arena.db") as store:
        dealt = {}
        for hand in store.hands():  # nobody folds: all of the board is seen
            cards = (hand.record.holes, hand.record.board)
            dealt.setdefault((hand.pair, hand.hand), set()).add(cards)
    assert len(dealt) == 8
    assert all(len(cards) == 1 for cards in dealt.values())


def test_two_copies_of_an_agent_have_the_same_row(result):
    rows = [row_of(result, name) for name in ("random", "random#2")]
    assert rows[0] == rows[1]
    assert list(rows[0]) == ["maniac:folds=0.4", "call"]
    assert result.total("random") == result.total("random#2")
    assert result.chips_by_pair("random") == result.chips_by_pair("random#2")
    assert result.matches_by_pair("random") == result.matches_by_pair("random#2")


def test_nothing_is_between_two_copies(result):
    assert result.difference("random", "random#2") == PairedDifference(0.0, 0.0, 30)
    assert result.match_difference("random#2", "random") == PairedDifference(0.0, 0.0, 30)
    agents = arena_report(result).agents
    one, other = agents["random"], agents["random#2"]
    assert (one.bb100, one.ci95, one.win_share, one.win_ci95) == (
        *(other.bb100, other.ci95, other.win_share, other.win_ci95),
    )
    rated = ratings(FOUR, result.match_series(), seed=3)
    assert rated["random"].points == pytest.approx(rated["random#2"].points, abs=1e-6)


def test_agents_that_play_alike_without_chance_have_the_same_row_by_any_name():
    spec = ArenaSpec(agents=("call", "mine", "random"), pairs=40, seed=2)
    found = run_arena(spec, agents={"mine": Caller}).matchups
    one, other = found[1].slots[0], found[2].slots[0]
    assert (one.agent, other.agent) == ("call", "mine")
    assert (one.statistics, one.wins) == (other.statistics, other.wins)


# --- the sums over whole pairs ------------------------------------------------------------------


def test_a_total_is_what_was_won_of_each_pair_in_all_matchups(result):
    for name in FOUR:
        met = [slot for found in result.matchups for slot in found.slots if slot.agent == name]
        total = result.total(name)
        assert total.pairs == 30
        assert total.chips == sum(slot.statistics.chips for slot in met)
        assert total.hands == sum(slot.statistics.hands for slot in met)
        assert sum(each.won for each in result.matches_by_pair(name)) == sum(s.wins for s in met)
        assert sum(each.played for each in result.matches_by_pair(name)) == sum(
            slot.matches for slot in met
        )


def test_of_an_agent_that_does_not_play_there_is_no_total(result):
    for ask in (result.total, result.chips_by_pair, result.matches_by_pair):
        with pytest.raises(OptionError, match="no agent of the arena is named 'nobody'"):
            ask("nobody")


def test_a_store_gives_the_same_sums_back(tmp_path):
    spec = ArenaSpec(agents=FOUR, pairs=30, block=10, seed=3, until="decided:-9000bb")
    played = run_arena(spec, tmp_path / "arena.db")
    with ArenaStore.read(tmp_path / "arena.db") as store:
        kept = store.result()
    for name in FOUR:
        assert kept.chips_by_pair(name) == played.chips_by_pair(name)
        assert kept.matches_by_pair(name) == played.matches_by_pair(name)


def test_a_matchup_that_ended_early_has_no_later_pairs():
    spec = ArenaSpec(agents=("min-raise", "fold", "maniac"), pairs=300, until="decided", seed=1)
    ended = run_arena(spec)
    counts = {found.matchup.agents: found.pairs for found in ended.matchups}
    assert len(set(counts.values())) > 1
    for name in spec.agents:
        most = max(count for agents, count in counts.items() if name in agents)
        assert len(ended.chips_by_pair(name)) == most
    report = arena_report(ended)
    assert all(math.isfinite(end) for lead in report.leads for end in lead.ci95)


# --- intervals, in words: draw whole pairs anew, each with all that was played of it --------------


def redrawn(pairs, chance):
    return chance.choices(range(pairs), k=pairs)


def interval_of(values):
    """Give the 2.5 and 97.5 percentiles."""
    cuts = quantiles(values, n=40)
    return cuts[0], cuts[-1]


@pytest.fixture(
    scope="module", params=["reset", pytest.param("carry", marks=pytest.mark.exhaustive)]
)
def long_result(request):
    pairs = 200 if request.param == "reset" else 120
    agents = ("random", "maniac:folds=0.4", "call", "min-raise")
    return run_arena(ArenaSpec(agents=agents, format=request.param, pairs=pairs, seed=9))


def rate(rows, numbers):
    """Give what was won of each that was played, over some pairs."""
    return sum(rows[k].won for k in numbers) / sum(rows[k].played for k in numbers)


def test_totals_have_the_intervals_of_whole_pairs_drawn_anew(long_result):
    blind = long_result.spec.stakes.big_blind
    for name in long_result.spec.agents:
        rows, chance = long_result.chips_by_pair(name), random.Random(name)
        drawn = [100 / blind * rate(rows, redrawn(len(rows), chance)) for _ in range(1500)]
        low, high = interval_of(drawn)
        ours = long_result.total(name).interval()
        assert ours[1] - ours[0] == pytest.approx(high - low, rel=0.1)
        assert sum(ours) / 2 == pytest.approx((low + high) / 2, abs=0.06 * (high - low))


@pytest.mark.exhaustive
def test_differences_have_the_intervals_of_whole_pairs_drawn_anew(long_result):
    agents = long_result.spec.agents
    for one, other in pairwise(agents):
        ours, theirs = long_result.matches_by_pair(one), long_result.matches_by_pair(other)
        chance, drawn = random.Random(one), []
        for _ in range(1500):
            numbers = redrawn(len(ours), chance)
            drawn.append(rate(ours, numbers) - rate(theirs, numbers))
        low, high = interval_of(drawn)
        found = long_result.match_difference(one, other)
        ends = found.interval()
        assert found.value == pytest.approx(
            rate(ours, range(len(ours))) - rate(theirs, range(len(ours)))
        )
        assert ends[1] - ends[0] == pytest.approx(high - low, rel=0.1)


def test_where_all_hands_are_as_many_a_difference_is_that_of_the_chips_of_each_pair():
    chance = random.Random(1)
    ours, theirs = ([PairSum(chance.randrange(-500, 500), 4) for _ in range(50)] for _ in range(2))
    sums = PairStatistics(100)
    for one, other in zip(ours, theirs, strict=True):
        sums.add(one.won - other.won, 4)
    found = PairedDifference.of(ours, theirs, scale=100 / 100)
    assert found.value == pytest.approx(sums.bb100)
    assert found.standard_error == pytest.approx(sums.standard_error)
    assert found.interval() == pytest.approx(sums.interval())
    assert found.interval(True) == pytest.approx(sums.interval(True))
    assert found.p_value() == pytest.approx(sums.p_value())


def test_a_difference_of_nothing_is_not_known():
    assert PairedDifference.of([PairSum(1, 2)], [PairSum(0, 2)]).interval() == (-math.inf, math.inf)
    none = PairedDifference.of([], [])
    assert (none.value, none.p_value()) == (0.0, 1.0)


def test_matches_with_the_same_cards_count_as_fewer():
    chance = random.Random(2)
    coins = [chance.random() < 0.5 for _ in range(3000)]
    alike = [PairSum(3 * coin, 3) for coin in coins]
    apart = [PairSum(sum(chance.random() < 0.5 for _ in range(3)), 3) for _ in coins]
    assert effective_trials(alike) == pytest.approx(3000, rel=0.01)
    assert effective_trials(apart) == pytest.approx(9000, rel=0.1)
    assert effective_trials([PairSum(0, 3)] * 9) == effective_trials([PairSum(3, 3)] * 9) == 9
    assert effective_trials([PairSum(0, 18)]) == 1
    assert effective_trials([PairSum(1, 2)] * 9) == 18
    assert effective_trials([PairSum(9, 18)] * 2) == 4


# --- matchups that end at different times ---------------------------------------------------------


def test_a_mean_of_matchups_has_the_error_of_pairs_drawn_anew():
    """The luck of a pair is shared by both matchups; one of them ended after 100 of 400 pairs."""
    chance = random.Random(4)
    luck = [chance.gauss(0, 300) for _ in range(400)]
    long, short = (
        [PairSum(round(each + chance.gauss(mean, 400)), 2) for each in luck[:pairs]]
        for mean, pairs in ((50, 400), (-900, 100))
    )
    influence = Influence.of_matchups([PairColumns.of(long), PairColumns.of(short)])
    found = PairedMean.of_influence(influence, 1.0)
    assert found.value == pytest.approx((rate(long, range(400)) + rate(short, range(100))) / 2)
    drawn = []
    for _ in range(4000):
        early = redrawn(100, chance)
        late = [100 + number for number in redrawn(300, chance)]
        drawn.append((rate(long, early + late) + rate(short, early)) / 2)
    assert found.standard_error == pytest.approx(stdev(drawn), rel=0.05)


def test_matchups_that_a_stop_rule_ends_count_alike():
    """A caller loses far more to a tight player than all-ins do, but only for 100 pairs."""
    spec = ArenaSpec(agents=("all-in", "call", "sklansky-tight"), pairs=700, seed=3)
    stopped = run_arena(replace(spec, until="decided"))
    assert [each.pairs for each in stopped.matchups][::2] == [700, 100]
    for result, name in ((stopped, "all-in"), (run_arena(spec), "call")):
        met = [slot for each in result.matchups for slot in each.slots if slot.agent == name]
        pooled = result.total(name).bb100
        mean = sum(slot.statistics.bb100 for slot in met) / 2
        assert result.mean(name).value == pytest.approx(mean if result is stopped else pooled)
    assert stopped.total("call").bb100 > stopped.mean("call").value + 300
    difference = stopped.difference("all-in", "call")
    assert difference.value == pytest.approx(
        stopped.mean("all-in").value - stopped.mean("call").value
    )
    assert difference.interval(True)[0] > 0
    agents = arena_report(stopped).agents
    assert list(agents) == ["sklansky-tight", "all-in", "call"]
    assert agents["call"].bb100 == stopped.mean("call").value


# --- ratings --------------------------------------------------------------------------------------


def naive_points(names, scores):
    """Find the ratings by going up the likelihood of all matches, half a win and a loss added."""
    points = dict.fromkeys(names, 0.0)
    for _ in range(400):
        for name in names:
            won = expected = 0.0
            slope = 0.0
            for (one, other), (wins, losses, matches) in scores.items():
                if name not in (one, other):
                    continue
                ours, theirs = (wins, losses) if name == one else (losses, wins)
                rival = other if name == one else one
                won += ours + (matches - ours - theirs) / 2 + 0.5
                share = 1 / (1 + math.exp(points[rival] - points[name]))
                expected += (matches + 1) * share
                slope += (matches + 1) * share * (1 - share)
            points[name] += (won - expected) / slope
        mean = sum(points.values()) / len(points)
        points = {name: value - mean for name, value in points.items()}
    return {name: 400 / math.log(10) * value for name, value in points.items()}


def coins(seed, count=60):
    return list(np.random.default_rng(seed).integers(0, 2, count))


def series_of(wins):
    return MatchSeries(wins, [1 - each for each in wins], [1] * len(wins))


@pytest.mark.exhaustive
def test_ratings_have_the_intervals_of_whole_pairs_drawn_anew():
    """Agent a wins from b and c with the same cards; drawn apart, its luck would seem smaller."""
    shared = coins(1)
    scores = {
        ("a", "b"): series_of(shared),
        ("a", "c"): series_of(shared),
        ("b", "c"): series_of(coins(2)),
    }
    names, chance = ["a", "b", "c"], random.Random(4)
    whole, apart = [], []
    for _ in range(300):
        numbers = redrawn(60, chance)
        for drawn, chosen in (
            (whole, dict.fromkeys(scores, numbers)),
            (apart, {key: redrawn(60, chance) for key in scores}),
        ):
            sums = {
                key: tuple(sum(each[k] for k in chosen[key]) for each in series)
                for key, series in scores.items()
            }
            drawn.append(naive_points(names, sums)["a"])
    found = ratings(names, scores, seed=5)
    sums = {key: tuple(map(sum, series)) for key, series in scores.items()}
    for name, points in naive_points(names, sums).items():
        assert found[name].points == pytest.approx(points, abs=1e-4)
    width = found["a"].high - found["a"].low
    low, high = interval_of(whole)
    assert width == pytest.approx(high - low, rel=0.15)
    low, high = interval_of(apart)
    assert width > 1.2 * (high - low)


# --- stores of the rule before --------------------------------------------------------------------

BEFORE = {
    "reset": "94a69860f5bb6ae115164f4f71cd0e40b205665a3c2b3a9650bfe18ebb28beda",
    "carry": "888035d307e26520bf32f2f7552746f4803eb1b164c84feab7bc334a46f2a277",
}
"""SHA-256 of exports by the last version that knew no other rule."""


@pytest.mark.repeats(1)
@pytest.mark.parametrize("format", ["reset", "carry"])
def test_a_store_of_before_goes_on_by_its_rule_to_the_same_bytes(format, tmp_path):
    counts = {"pairs": 40, "block": 10} if format == "reset" else {"pairs": 6, "block": 2}
    agents = ("random", "maniac", "call")
    today = ArenaSpec(agents=agents, format=format, seed=7, **counts)
    values = today.to_json()
    before = ArenaSpec.from_json({name: values[name] for name in values if name != "deal"})
    path = tmp_path / "arena.db"
    with ArenaStore.open(path, before) as store:
        store.add(play_block(BlockTask(before, 0, 0)))
    run_arena(today, path)  # the same command, which names no rule
    assert sha256(export(path).encode()).hexdigest() == BEFORE[format]
    run_arena(before, tmp_path / "whole.db")
    assert export(tmp_path / "whole.db") == export(path)
    run_arena(today, tmp_path / "new.db")
    assert export(tmp_path / "new.db") != export(path)


def test_a_store_of_today_is_not_continued_by_the_rule_of_before(tmp_path):
    path = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=("call", "fold"), pairs=2), path)
    with pytest.raises(ArenaError, match="its deal is same, not apart; choose another file"):
        run_arena(ArenaSpec(agents=("call", "fold"), pairs=2, deal="apart"), path)


def test_what_is_said_of_a_store_of_before_names_its_rule(tmp_path):
    spec = ArenaSpec(agents=("call", "fold", "min-raise"), pairs=4, deal="apart")
    assert arena_report(run_arena(spec)).deal == "apart"
