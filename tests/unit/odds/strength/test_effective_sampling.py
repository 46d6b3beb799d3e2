"""Effective hand strength from a sample of the runouts."""

from functools import cache
from statistics import fmean

import pytest

from handsight.cards import CardSet
from handsight.errors import CardCountError, OptionError
from handsight.odds import (
    EffectiveHandStrength,
    effective_hand_strength,
    hand_potential,
    hand_strength,
)
from tests.unit.odds.situations import thinned

FLOP = ("AdQc", "3h4cJh")
TURN = ("AdQc", "3h4cJh9s")
SCHEMES = ["shared", "per-opponent"]
THIN = thinned(*FLOP, 25, seed=1)


@cache
def sampled(
    samples: int, seed: int, scheme: str = "shared", opponents: int = 1
) -> EffectiveHandStrength:
    """Sample a flop with 25 live cards, and so 300 runouts."""
    return effective_hand_strength(
        THIN.hole,
        THIN.board,
        opponents,
        dead=THIN.dead,
        samples=samples,
        seed=seed,
        scheme=scheme,
    )


# --- all runouts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "scheme", "samples"),
    [
        (FLOP, "shared", 1081),
        (FLOP, "per-opponent", 990),
        (TURN, "shared", 46),
        (TURN, "per-opponent", 44),
    ],
)
def test_all_runouts_give_the_exact_answer_without_an_error(
    cards: tuple[str, str], scheme: str, samples: int
) -> None:
    exact = effective_hand_strength(*cards)
    drawn = effective_hand_strength(*cards, samples=samples, seed=3, scheme=scheme)
    assert drawn.potential.counts == exact.potential.counts
    assert drawn.ehs == exact.ehs
    assert drawn.p_win == pytest.approx(exact.p_win, rel=1e-14)
    assert drawn.stderr == 0


@pytest.mark.parametrize("scheme", SCHEMES)
def test_on_the_river_the_one_empty_runout_is_all(scheme: str) -> None:
    river = ("AdQc", "3h4cJh9s2d")
    drawn = effective_hand_strength(*river, samples=1, scheme=scheme, seed=0)
    assert (drawn.ehs, drawn.stderr) == (hand_strength(*river).value, 0)


# --- some of them ---------------------------------------------------------------------------------


def test_each_hand_meets_its_own_samples_or_those_that_do_not_collide() -> None:
    own = sampled(40, seed=5, scheme="per-opponent").potential
    assert sum(map(sum, own.counts)) == 300 * 40
    shared = sampled(40, seed=5).potential
    assert sum(map(sum, shared.counts)) == 40 * 23 * 22 // 2


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_sample_is_told(scheme: str) -> None:
    drawn = sampled(10, seed=7, scheme=scheme)
    assert (drawn.samples, drawn.scheme, drawn.seed) == (10, scheme, 7)
    assert drawn.potential_against is None


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_seed_gives_the_same_sample_and_another_seed_another(scheme: str) -> None:
    assert sampled(10, seed=7, scheme=scheme) == sampled(10, seed=7, scheme=scheme)
    assert sampled(10, seed=7, scheme=scheme).ehs != sampled(10, seed=8, scheme=scheme).ehs


def test_a_fresh_seed_is_told_and_gives_the_same_again() -> None:
    fresh = effective_hand_strength(*FLOP, samples=20)
    assert fresh == effective_hand_strength(*FLOP, samples=20, seed=fresh.seed)


def test_strength_is_exact_however_small_the_sample() -> None:
    assert effective_hand_strength(*FLOP, samples=1, seed=0).hand_strength == hand_strength(*FLOP)


def test_against_several_a_sample_knows_no_chance_to_win() -> None:
    assert sampled(10, seed=1, opponents=2).p_win is None
    assert sampled(10, seed=1, opponents=9).ehs > 0


def test_against_several_the_error_shrinks_as_the_rest_of_strength_grows() -> None:
    one, five = sampled(50, seed=1), sampled(50, seed=1, opponents=5)
    strength = one.hand_strength
    share = (1 - strength.against(5)) / (1 - strength.value)
    assert five.stderr == pytest.approx((one.stderr or 0) * share)


# --- the error ------------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@pytest.mark.parametrize(("scheme", "seeds"), [("shared", 200), ("per-opponent", 60)])
def test_two_standard_errors_hold_the_exact_answer_nine_times_in_ten(
    scheme: str, seeds: int
) -> None:
    exact = effective_hand_strength(THIN.hole, THIN.board, dead=THIN.dead).ehs
    drawn = [sampled(100, seed, scheme) for seed in range(seeds)]
    held = sum(abs(each.ehs - exact) <= 2 * (each.stderr or 0) for each in drawn)
    assert held > 0.9 * seeds


@pytest.mark.parametrize(("scheme", "seeds"), [("shared", 200), ("per-opponent", 60)])
def test_the_standard_error_is_as_large_as_the_errors_are(scheme: str, seeds: int) -> None:
    exact = effective_hand_strength(THIN.hole, THIN.board, dead=THIN.dead).ehs
    drawn = [sampled(100, seed, scheme) for seed in range(seeds)]
    squares = fmean((each.ehs - exact) ** 2 for each in drawn)
    told = fmean((each.stderr or 0) ** 2 for each in drawn)
    assert squares == pytest.approx(told, rel=0.4)


# --- against ranges -------------------------------------------------------------------------------

ONE = "QQ+, AKs:0.3, JTs, 98s:1/3, 54s, 22-66:0.75"
TWO = "AJs+, AQo:0.5, 22+"
THREE = "KJ+, 87s, A2s-A5s"
VILLAINS: dict[str, str | list[str]] = {
    "one": ONE,
    "a list of one": [ONE],
    "two": [ONE, TWO],
    "three": [ONE, TWO, THREE],
}
MET = [
    *(("one", scheme) for scheme in SCHEMES),
    *(("a list of one", scheme) for scheme in SCHEMES),
    *(("two", "shared"), ("three", "shared")),
]


def ranged(
    villain: str, samples: int | None, seed: int | None = None, scheme: str = "shared"
) -> EffectiveHandStrength:
    """Answer on the thin flop against ranges."""
    named = VILLAINS[villain]
    return effective_hand_strength(
        THIN.hole,
        THIN.board,
        dead=THIN.dead,
        villain=named,
        samples=samples,
        seed=seed,
        scheme=scheme,
    )


@pytest.mark.parametrize(("villain", "scheme"), MET)
def test_all_runouts_give_the_exact_answer_against_ranges(villain: str, scheme: str) -> None:
    exact, drawn = ranged(villain, None), ranged(villain, 300, 3, scheme)
    assert drawn.potential.counts == exact.potential.counts
    assert drawn.potential.totals == exact.potential.totals
    assert drawn.hand_strength == exact.hand_strength
    assert (drawn.ehs, drawn.stderr) == (exact.ehs, 0)
    assert drawn.p_win == pytest.approx(exact.p_win, rel=1e-14)
    assert (drawn.opponents, drawn.joint) == (exact.opponents, exact.joint)


@pytest.mark.repeats(2)
@pytest.mark.parametrize(("villain", "scheme"), MET)
def test_some_runouts_miss_the_exact_answer_by_as_much_as_they_tell(
    villain: str, scheme: str
) -> None:
    """Of 120 seeds: the mean within 4 standard errors of it, and the squares as they are told."""
    exact = ranged(villain, None).ehs
    drawn = [ranged(villain, 60, seed, scheme) for seed in range(120)]
    misses = [each.ehs - exact for each in drawn]
    told = fmean((each.stderr or 0) ** 2 for each in drawn)
    assert told > 0
    assert abs(fmean(misses)) < 4 * (told / len(drawn)) ** 0.5
    assert fmean(miss**2 for miss in misses) == pytest.approx(told, rel=0.5)
    held = sum(abs(each.ehs - exact) <= 2 * (each.stderr or 0) for each in drawn)
    assert held > 0.88 * len(drawn)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_range_of_all_hands_draws_the_same_as_any_cards(scheme: str) -> None:
    drawn = effective_hand_strength(*FLOP, samples=50, seed=4, scheme=scheme)
    ranged = effective_hand_strength(*FLOP, villain="random", samples=50, seed=4, scheme=scheme)
    assert ranged == drawn


@pytest.mark.parametrize("scheme", SCHEMES)
def test_excluded_cards_are_not_held_and_may_come(scheme: str) -> None:
    drawn = effective_hand_strength(*FLOP, excluded="Ac", samples=1081, seed=1, scheme=scheme)
    exact = effective_hand_strength(*FLOP, excluded="Ac")
    assert (drawn.potential.counts, drawn.stderr) == (exact.potential.counts, 0)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_hands_count_as_they_are_weighed_however_finely(scheme: str) -> None:
    """A weight that takes more than 64 bits."""
    fine = f"QsQh, 7c7d:1/{10**30}"
    drawn = effective_hand_strength(*FLOP, villain=fine, samples=1081, seed=1, scheme=scheme)
    assert drawn.potential.counts == hand_potential(*FLOP, villain=fine).counts


def test_so_do_those_of_several() -> None:
    fine = [f"QsQh, 7c7d:1/{10**30}", "KK"]
    drawn = effective_hand_strength(*FLOP, villain=fine, samples=1081, seed=1)
    assert drawn.potential.counts == hand_potential(*FLOP, villain=fine).counts


def test_one_range_for_several_is_met_by_one_at_a_time() -> None:
    one, five = (
        effective_hand_strength(*FLOP, opponents, villain=ONE, samples=50, seed=2)
        for opponents in (1, 5)
    )
    assert five.potential == one.potential
    share = (1 - one.hand_strength.against(5)) / (1 - one.hand_strength.value)
    assert five.stderr == pytest.approx((one.stderr or 0) * share)
    assert five.p_win is None


def test_runouts_that_no_hand_leaves_free_are_not_drawn() -> None:
    """Against one known hand, 990 of the 1,081 runouts can come."""
    drawn = effective_hand_strength(*FLOP, villain="QsQh", samples=2000, seed=1)
    assert (drawn.samples, drawn.stderr) == (990, 0)
    few = effective_hand_strength(*FLOP, villain="QsQh", samples=40, seed=1)
    assert sum(map(sum, few.potential.counts)) == 40


def test_a_draw_that_never_meets_a_hand_that_is_ahead_tells_no_error() -> None:
    """The second hand, which alone is ahead, collides with each of the two cards drawn."""
    dead = CardSet.full() - CardSet("AdQc3h4cJh9s7c2sJsJd8d8h8c5d")
    drawn = [
        effective_hand_strength(*TURN, dead=dead, villain="7c2s, JsJd", samples=2, seed=seed)
        for seed in range(100)
    ]
    never = [each.stderr for each in drawn if not sum(each.potential.counts[2])]
    others = [each.stderr for each in drawn if sum(each.potential.counts[2])]
    assert never
    assert set(never) == {None}
    assert None not in others


def test_runouts_for_each_hand_of_several_are_refused() -> None:
    with pytest.raises(OptionError, match="of one opponent; against the ranges of 2 it must be"):
        effective_hand_strength(*FLOP, villain=["QQ", "AK"], samples=10, scheme="per-opponent")


def test_more_than_three_ranges_for_each_are_refused_as_they_are_where_counted() -> None:
    with pytest.raises(OptionError, match="villain has 4 ranges"):
        effective_hand_strength(*FLOP, villain=["QQ", "AK", "JJ", "TT"], samples=10)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize("samples", [0, -1, True, 10.0, 2.5, "10"])
def test_a_wrong_number_of_samples_is_refused(samples: int) -> None:
    with pytest.raises(OptionError, match="it must be a whole number above 0"):
        effective_hand_strength(*FLOP, samples=samples)


@pytest.mark.parametrize(("scheme", "all_runouts"), [("shared", 1081), ("per-opponent", 990)])
def test_more_samples_than_runouts_are_all_of_them(scheme: str, all_runouts: int) -> None:
    drawn = effective_hand_strength(*FLOP, samples=2000, scheme=scheme, seed=1)
    assert (drawn.samples, drawn.stderr) == (all_runouts, 0)
    assert drawn.ehs == pytest.approx(effective_hand_strength(*FLOP).ehs, abs=1e-12)


def test_an_unknown_scheme_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match="it must be one of shared, per-opponent"):
        effective_hand_strength(*FLOP, samples=10, scheme="both")


@pytest.mark.parametrize("option", [{"seed": 1}, {"scheme": "per-opponent"}])
def test_how_to_sample_without_a_sample_is_refused(option: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="so samples= is needed too"):
        effective_hand_strength(*FLOP, **option)


@pytest.mark.parametrize("seed", [-1, True, 1.5])
def test_a_wrong_seed_is_refused(seed: int) -> None:
    with pytest.raises(OptionError, match="seed is"):
        effective_hand_strength(*FLOP, samples=10, seed=seed)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_too_few_live_cards_are_refused(scheme: str) -> None:
    dead = sorted(CardSet.full() - CardSet("AdQc3h4cJh"))[3:]
    with pytest.raises(CardCountError, match="dead leaves too few live cards: 3"):
        effective_hand_strength(*FLOP, dead=dead, samples=1, scheme=scheme)
