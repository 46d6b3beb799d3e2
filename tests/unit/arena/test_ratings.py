"""Ratings from matches: against hand computation, and a naive search."""

import math

import numpy as np
import pytest

from handsight.arena.ratings import ELO, MatchSeries, ratings
from handsight.errors import OptionError


def score(wins, losses, ties):
    """Make matches of so many results, each of a pair of its own, in an order without a pattern."""
    order = np.random.default_rng(0).permutation(np.repeat([0, 1, 2], [wins, losses, ties]))
    won, lost = ([int(each == kind) for each in order] for kind in (0, 1))
    return MatchSeries(won, lost, [1] * len(order))


def test_two_agents_are_as_far_apart_as_the_odds_of_their_score():
    found = ratings(["a", "b"], {("a", "b"): score(70, 20, 10)}, seed=1)
    assert found["a"].points - found["b"].points == pytest.approx(
        ELO * math.log10(75.5 / 25.5), abs=1e-6
    )
    assert found["a"].points == pytest.approx(-found["b"].points)


def test_three_agents_are_rated_where_no_small_step_makes_the_scores_more_likely():
    names = ["a", "b", "c"]
    scores = {
        ("a", "b"): score(60, 40, 0),
        ("b", "c"): score(55, 45, 0),
        ("a", "c"): score(80, 20, 0),
    }
    found = ratings(names, scores, seed=1)

    def likelihood(points):
        strength = {name: 10 ** (value / ELO) for name, value in zip(names, points, strict=True)}
        total = 0.0
        for (one, other), score in scores.items():
            share = strength[one] / (strength[one] + strength[other])
            total += (sum(score.wins) + 0.5) * math.log(share)
            total += (sum(score.losses) + 0.5) * math.log(1 - share)
        return total

    best = [found[name].points for name in names]
    for step in np.random.default_rng(1).normal(scale=2.0, size=(200, 3)):
        assert likelihood(best) >= likelihood(np.array(best) + step) - 1e-9


def test_an_agent_that_lost_everything_has_a_rating_too():
    found = ratings(["a", "b"], {("a", "b"): score(10, 0, 0)}, seed=1)
    assert math.isfinite(found["b"].points)
    assert found["a"].points > found["b"].points


@pytest.mark.parametrize("wins", [1, 2, 5, 40])
def test_matches_that_all_end_alike_leave_a_doubt(wins):
    found = ratings(["a", "b"], {("a", "b"): score(wins, 0, 0)}, seed=1)
    assert found["a"].high - found["a"].low > 30
    assert (found["a"].low > 0) == (wins > 2)


def test_more_matches_make_the_interval_narrower():
    few = ratings(["a", "b"], {("a", "b"): score(6, 4, 0)}, seed=1)["a"]
    many = ratings(["a", "b"], {("a", "b"): score(600, 400, 0)}, seed=1)["a"]
    assert many.high - many.low < (few.high - few.low) / 5
    assert few.low < 0 < few.high
    assert many.low > 0


def test_a_circle_is_all_even():
    scores = {("a", "b"): score(9, 1, 0), ("b", "c"): score(9, 1, 0), ("c", "a"): score(9, 1, 0)}
    assert [round(each.points, 6) for each in ratings(["a", "b", "c"], scores, 1).values()] == [
        0
    ] * 3


def test_the_same_seed_gives_the_same_intervals():
    scores = {("a", "b"): score(6013, 4007, 2002)}
    assert ratings(["a", "b"], scores, 1) == ratings(["a", "b"], scores, 1)
    assert ratings(["a", "b"], scores, 1) != ratings(["a", "b"], scores, 2)


@pytest.mark.parametrize(
    ("agents", "scores", "message"),
    [
        (["a"], {}, "1 agents cannot be rated"),
        (["a", "b"], {("a", "b"): score(0, 0, 0)}, "a and b have played no match"),
        (["a", "b", "c"], {("a", "b"): score(1, 0, 0)}, "c and a cannot be rated together"),
    ],
)
def test_what_cannot_be_rated_is_refused(agents, scores, message):
    with pytest.raises(OptionError, match=message):
        ratings(agents, scores, seed=1)
