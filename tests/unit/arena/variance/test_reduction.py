"""Luck of the board, taken out of single hands and of the results of a store."""

from dataclasses import replace
from itertools import product
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.variance.reduction import (
    Luck,
    Unfitted,
    _MatchupSums,
    adjusted_results,
    all_in_luck,
    cross_fitted,
    fitted_shares,
    luck_of,
)
from handsight.errors import OptionError
from handsight.game import Action, HandState, Rules, hand_of, random_hands
from handsight.odds import equity


def played(*actions, holes=("AhAd", "KcKs"), board="Kd7h2c3s4d", stacks=(1000, 1000)):
    state = HandState.start(Rules(), stacks, button=0, holes=list(holes), board=board)
    for action in actions:
        state = state.apply(action)
    return state


def luck(state):
    """By the seats of the table, not in the order of the history."""
    found = luck_of(hand_of(state))
    size = state.seats
    order = [(state.button + step) % size for step in range(1, size + 1)]
    return Luck(*(tuple(row[order.index(seat)] for seat in range(size)) for row in found))


def aces(board=""):
    return float(equity(["AhAd", "KcKs"], board, method="exact").players[0].equity)


# --- by hand ------------------------------------------------------------------------------------


def test_an_all_in_before_the_flop_is_luck_from_there_to_the_end():
    found = luck(played("all in", "call"))
    assert found.all_in == pytest.approx((2000 * (0 - aces()), 2000 * aces()))
    assert found.between == (0, 0)


def test_what_is_left_of_an_all_in_is_what_its_equity_is_worth():
    state = played("all in", "call")
    found = luck(state)
    assert found.adjusted(state.payoffs[0], 0) == pytest.approx(2000 * aces() - 1000)


def test_each_street_counts_with_the_pot_that_lay_when_it_came():
    state = played("call", "check", "bet 300", "call", "check", "check", "check", "check")
    flop, turn, river = (aces("Kd7h2c3s4d"[:cards]) for cards in (6, 8, 10))
    expected = 200 * (flop - aces()) + 800 * (turn - flop) + 800 * (river - turn)
    assert luck(state).between == pytest.approx((expected, -expected))
    assert luck(state).all_in == (0, 0)


def test_a_hand_that_ends_by_a_fold_has_the_luck_of_the_cards_that_came():
    state = played("call", "check", "bet 300", "fold")
    gain = 200 * (aces("Kd7h2c") - aces())
    assert luck(state).between == pytest.approx((gain, -gain))
    assert luck(played("fold")) == Luck((0, 0), (0, 0))


def test_an_uncalled_part_is_not_at_stake():
    found = luck(played("all in", "call", stacks=(1000, 300)))
    assert found.all_in[0] == pytest.approx(-600 * aces())


def test_side_pots_have_their_own_players():
    state = played(
        *("all in", "call", "all in", "call"),
        holes=["AhAd", "KcKs", "QhQs"],
        stacks=(300, 1000, 1000),
    )
    three = equity(["AhAd", "KcKs", "QhQs"], method="exact").players
    two = equity(["KcKs", "QhQs"], dead="AhAd", method="exact").players
    found = luck(state).all_in
    assert found[0] == pytest.approx(900 * (0 - float(three[0].equity)))
    assert found[1] == pytest.approx(
        900 * (1 - float(three[1].equity)) + 1400 * (1 - float(two[0].equity))
    )
    assert sum(found) == pytest.approx(0)


# --- on the whole -------------------------------------------------------------------------------


def random_hand(seed):
    rng = Random(seed)
    state = HandState.start(Rules(), [2000, 2000], button=0, seed=seed)
    while not state.is_over:
        legal = state.legal_actions
        options = [Action.call()] * 3
        if legal.can_raise:
            options.append(Action.raise_to(rng.choice((legal.half_pot, legal.raise_max))))
        state = state.apply(rng.choice(options))
    return state


def test_luck_is_zero_on_the_whole_and_taking_it_out_makes_results_steadier():
    hands = [random_hand(seed) for seed in range(400)]
    lucks = [luck(state) for state in hands]
    raw = [state.payoffs[0] for state in hands]
    less = [found.adjusted(chips, 0) for found, chips in zip(lucks, raw, strict=True)]
    total = [found.between[0] + found.all_in[0] for found in lucks]
    assert abs(mean(total)) < 3 * stdev(total) / 20
    assert stdev(less) < 0.75 * stdev(raw)


# --- a store ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    file = tmp_path_factory.mktemp("luck") / "arena.db"
    run_arena(ArenaSpec(agents=("call", "random", "all-in"), pairs=150, seed=4), file)
    return file


def test_the_played_results_are_those_of_the_arena(store):
    with ArenaStore.read(store) as kept:
        results, result = adjusted_results(kept, "luck"), kept.result()
    for each, matchup in zip(results, result.matchups, strict=True):
        slot = matchup.slots[0]
        assert (each.agent, each.hands) == (slot.agent, matchup.hands)
        assert each.played.bb100 == each.single.bb100 == pytest.approx(slot.statistics.bb100)
        assert each.played.half_width == pytest.approx(1.96 * slot.statistics.standard_error, 1e-3)


@pytest.mark.exhaustive
def test_mirroring_and_taking_luck_out_both_make_results_narrower(store):
    with ArenaStore.read(store) as kept:
        call_random = adjusted_results(kept, "luck")[0]
    assert call_random.played.half_width < call_random.single.half_width
    assert call_random.single_adjusted.half_width < call_random.single.half_width
    low = call_random.adjusted.bb100 - 2 * call_random.played.half_width
    assert low < call_random.played.bb100


@pytest.mark.exhaustive
def test_between_callers_of_all_ins_all_luck_is_that_of_all_ins(store):
    with ArenaStore.read(store) as kept:
        by_luck, by_all_in = (adjusted_results(kept, method)[1] for method in ("luck", "all-in"))
    assert by_luck.agent == "call"
    assert by_luck.adjusted.bb100 == pytest.approx(by_all_in.adjusted.bb100)
    assert by_all_in.single_adjusted.half_width < by_all_in.single.half_width / 1.5


# --- shares that fit the other half ---------------------------------------------------------------


def deals(count: int, seed: int) -> list[Unfitted]:
    """Make up results that are partly luck of two kinds."""
    rng = Random(seed)
    lucks = [(rng.gauss(0, 3), rng.choice((0, 0, -5, 5))) for _ in range(count)]
    return [Unfitted(1 + 0.6 * a + 1.1 * b + rng.gauss(0, 2), a, b) for a, b in lucks]


def naive_shares(results: list[Unfitted]) -> list[float]:
    """Fit, with a made-up result more for each kind of luck, which says the usual share."""
    won, *luck = np.array(results).T
    columns, target = np.stack([each - each.mean() for each in luck], axis=1), won - won.mean()
    for kind, usual in enumerate((0.7, 1.0)):
        square = (columns[:, kind] ** 2).sum()
        size = (10 * (columns[:, kind] ** 4).sum() / square) ** 0.5 if square else 1.0
        row = np.zeros((1, 2))
        row[0, kind] = size
        columns, target = np.vstack([columns, row]), np.append(target, usual * size)
    return list(np.linalg.lstsq(columns, target, rcond=None)[0])


def test_shares_are_those_of_least_squares_with_the_usual_ones_beside_the_results():
    for seed in range(5):
        for count in (2, 10, 50):
            results = deals(count, seed)
            # The made-up rows are added to columns that are centred before, in both.
            assert fitted_shares(results) == pytest.approx(naive_shares(results), rel=1e-6)


def test_shares_where_luck_is_of_one_kind_or_of_none_or_twice_the_same():
    results = deals(50, 1)
    one = [each._replace(all_in=0.0) for each in results]
    assert fitted_shares(one)[1] == pytest.approx(1)
    other = [each._replace(between=0.0) for each in results]
    assert fitted_shares(other)[0] == pytest.approx(0.7)
    none = [each._replace(between=0.0, all_in=0.0) for each in results]
    assert fitted_shares(none) == fitted_shares([]) == fitted_shares(results[:1]) == (0.7, 1)
    twice = [each._replace(all_in=each.between) for each in results]
    for some in (one, other, twice):
        assert fitted_shares(some) == pytest.approx(naive_shares(some), rel=1e-6)


def test_many_results_leave_the_usual_shares():
    between, all_in = fitted_shares(deals(5000, 2))
    assert between == pytest.approx(0.6, abs=0.05)
    assert all_in == pytest.approx(1.1, abs=0.05)


def test_a_result_has_no_part_in_the_shares_that_it_is_adjusted_by():
    results = [(number // 3 % 2, each) for number, each in enumerate(deals(60, 3))]
    before = cross_fitted(results)
    for changed in (0, 5, 40):
        half, result = results[changed]
        other = list(results)
        other[changed] = half, result._replace(won=result.won + 1000)
        after = cross_fitted(other)
        for number, ((its, _), one, two) in enumerate(zip(results, before, after, strict=True)):
            if number == changed:
                assert two == pytest.approx(one + 1000)  # its own result, and the shares as before
            elif its == half:
                assert two == one
            else:
                assert two != one
    shares = [fitted_shares([each for at, each in results if at == half]) for half in (0, 1)]
    assert before == [each.less(shares[1 - half]) for half, each in results]


@pytest.mark.exhaustive
def test_over_all_ways_that_cards_may_fall_the_mean_is_that_of_what_was_won():
    # Six deals, each with luck of 2 once and of -1 twice: all 729 ways that they may fall.
    skill = [2.0, -1.0, 0.5, 3.0, -2.5, 1.0]

    def mean_over(adjusted):
        means = []
        for ups in product((-1.0, -1.0, 2.0), repeat=6):
            # A result that is not linear in its luck, so that no share takes all of it out.
            results = [
                Unfitted(own + 0.7 * up + 0.4 * own * up, up, 0.0)
                for own, up in zip(skill, ups, strict=True)
            ]
            means.append(mean(adjusted(results)))
        return mean(means)

    def crossed(results):
        return cross_fitted([(number % 2, each) for number, each in enumerate(results)])

    def own_half(results):
        shares = fitted_shares(results)
        return [each.less(shares) for each in results]

    assert mean_over(crossed) == pytest.approx(mean(skill), abs=1e-12)
    assert abs(mean_over(own_half) - mean(skill)) > 1e-3  # shares of the same deals lean


@pytest.mark.exhaustive
def test_over_many_seeds_the_mean_stays_and_the_spread_does_not_grow():
    played, less = [], []
    for seed in range(2000):
        results = deals(80, seed)
        played.append(mean(each.won for each in results))
        less.append(mean(cross_fitted([(n % 2, each) for n, each in enumerate(results)])))
    assert mean(less) == pytest.approx(1, abs=4 * stdev(less) / 2000**0.5)
    assert stdev(less) < 0.6 * stdev(played)


@pytest.mark.exhaustive
def test_an_arena_takes_luck_out_in_fitted_shares(store):
    with ArenaStore.read(store) as kept:
        fitted, by_luck = (adjusted_results(kept, method) for method in ("fitted", "luck"))
    for each, other in zip(fitted, by_luck, strict=True):
        assert (each.played, each.single, each.hands) == (other.played, other.single, other.hands)
    # Between two callers of all-ins the share of the luck of all-ins is 1, near enough.
    assert fitted[1].single_adjusted.half_width < 0.7 * fitted[1].single.half_width
    assert fitted[0].single_adjusted.half_width < by_luck[0].single.half_width


def test_blocks_go_to_the_halves_by_turns_or_pairs_where_there_is_one(store):
    with ArenaStore.read(store) as kept:
        matchup = kept.spec.matchups[0]
        hands = list(kept.hands(0))
    for block, halves in ((100, {0: range(100), 1: range(100, 150)}), (150, None)):
        sums = _MatchupSums(matchup)
        rng = Random(2)
        for hand in hands:
            luck = rng.gauss(0, 100)
            sums.add(hand, [Unfitted(chips, luck, 0.0) for chips in hand.chips])
        pairs = {number: [0.0, 0.0] for number in range(150)}
        for number, each in sums.unfitted[0]:
            pairs[number][0] += each.won
            pairs[number][1] += each.between
        sums.fit(block)
        of = {0: range(0, 150, 2), 1: range(1, 150, 2)} if halves is None else halves
        for half in (0, 1):
            fit = [Unfitted(*pairs[number], 0.0) for number in of[1 - half]]
            shares = fitted_shares(fit)
            for number in of[half]:
                less = Unfitted(*pairs[number], 0.0).less(shares)
                assert sums.pairs[0][number][1] == pytest.approx(less)


def test_progress_is_reported_to_the_last_hand(store):
    calls = []
    with ArenaStore.read(store) as kept:
        adjusted_results(kept, "all-in", lambda done, most: calls.append((done, most)))
    assert calls[-1] == (900, 900)


def test_only_our_own_rules_and_stacks_that_are_reset_can_be_adjusted(tmp_path):
    file = tmp_path / "carried.db"
    run_arena(ArenaSpec(agents=("call", "fold"), format="carry", pairs=2), file)
    with ArenaStore.read(file) as kept:
        with pytest.raises(OptionError, match="whose stacks are reset"):
            adjusted_results(kept)
        with pytest.raises(OptionError, match="must be one of luck, all-in"):
            adjusted_results(kept, "fate")


@pytest.mark.parametrize("seed", [3, 11])
def test_the_luck_of_all_ins_alone_is_the_same_number(seed):
    for hand in random_hands(2, seed=seed, hands=30, stack=800):
        assert all_in_luck(hand) == luck_of(hand).all_in


def test_the_luck_of_all_ins_needs_no_cards_that_nobody_showed():
    """Where somebody folded, all cards that are not seen may come."""
    found = 0
    for hand in random_hands(3, seed=5, hands=60, stack=800):
        open_holes = [hole if seat in hand.shown else None for seat, hole in enumerate(hand.holes)]
        chips = all_in_luck(replace(hand, holes=tuple(open_holes)))
        assert sum(chips) == pytest.approx(0)
        assert any(chips) == any(luck_of(hand).all_in)
        found += any(chips)
    assert found > 5
