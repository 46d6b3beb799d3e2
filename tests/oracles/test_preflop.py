"""Two cards alone, against values that others computed."""

from math import hypot, sqrt

import pytest

from handsight.ranges import chen, nine_handed, pocket_equity, sklansky_group
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.ranges.starting_hands import chen_bounds
from tests.oracles.values import oracle

POINTS = oracle("chen")
RANGES = oracle("chen_ranges")
EQUITIES = oracle("preflop169")
GROUPS = oracle("sklansky_malmuth")
TEN_HANDED = oracle("ten_handed_mc")
VARIANTS = ("original", "cisti-2013", "cisti-2013-literal", "dsie-2011")
NORMALISED = [key.removeprefix("norm_") for key in POINTS["AA"] if key.startswith("norm_")]


def test_the_points_of_all_variants_are_those_of_the_oracle() -> None:
    for name, row in POINTS.items():
        found = {variant: chen(name, variant) for variant in VARIANTS}
        found["original_unrounded"] = chen(name, rounded=False)
        assert found == {key: row[key] for key in found}, name


def test_normalised_points_are_those_of_the_oracle() -> None:
    for name, row in POINTS.items():
        found = {variant: chen(name, variant, normalised=True) for variant in NORMALISED}
        assert found == {variant: row[f"norm_{variant}"] for variant in NORMALISED}, name


def test_the_bounds_of_all_variants_are_those_of_the_oracle() -> None:
    found = {variant: list(chen_bounds(variant)) for variant in VARIANTS}
    found["original_unrounded"] = list(chen_bounds("original", rounded=False))
    assert found == RANGES


def test_the_shipped_equity_of_a_class_is_that_of_the_oracle() -> None:
    for name, row in EQUITIES.items():
        found = pocket_equity(name)
        counts = (found.win, found.tie, found.lose, found.total)
        assert counts == (row["win"], row["tie"], row["lose"], row["total"]), name
        assert round(100 * found.equity, 6) == row["equity_pct"], name


@pytest.mark.parametrize("edition", ["book", "web"])
def test_the_groups_are_those_of_the_oracle(edition: str) -> None:
    listed = {name: int(group) for group, names in GROUPS[edition].items() for name in names}
    found = {name: sklansky_group(name, edition) for name in CLASSES_BY_RANK}
    assert {name: group for name, group in found.items() if group is not None} == listed


def test_wins_and_ties_against_nine_are_those_of_the_oracle_s_sample() -> None:
    """Both are sampled: within four of the combined standard errors."""
    for name, row in TEN_HANDED.items():
        found = nine_handed(name)
        tie_error = sqrt(row["tie_frac"] * (1 - row["tie_frac"]) / row["deals"])
        error = hypot(row["se_win"], found.stderr)
        assert abs(found.win_frequency - row["win_frac"]) < 4 * error, name
        spread = 4 * hypot(tie_error, found.stderr)
        assert abs(found.tie_frequency - row["tie_frac"]) < spread, name
