"""Chen's formula: what each variant must obey over all 169 classes."""

import pytest

from handsight.errors import InputError, OptionError
from handsight.ranges import chen
from handsight.ranges.combos import CLASSES_BY_RANK
from handsight.ranges.starting_hands import chen_bounds

VARIANTS = ("original", "cisti-2013", "cisti-2013-literal", "dsie-2011")
SUITED = [name for name in CLASSES_BY_RANK if name.endswith("s")]


def test_two_cards_have_the_points_of_their_class() -> None:
    assert chen("AhKh") == chen(["Kc", "Ac"]) == chen("AKs") == 12
    assert chen("AhKd") == chen("AKo") == 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_suit_in_common_is_worth_two_points(variant: str) -> None:
    worth = {name: chen(name, variant) - chen(name.replace("s", "o"), variant) for name in SUITED}
    assert worth == dict.fromkeys(SUITED, 2)


@pytest.mark.parametrize("variant", VARIANTS)
def test_normalised_points_run_from_zero_to_one(variant: str) -> None:
    shares = [chen(name, variant, normalised=True) for name in CLASSES_BY_RANK]
    assert (min(shares), max(shares)) == (0.0, 1.0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_normalising_keeps_the_order(variant: str) -> None:
    by_points = sorted(CLASSES_BY_RANK, key=lambda name: chen(name, variant))
    shares = [chen(name, variant, normalised=True) for name in by_points]
    assert shares == sorted(shares)


def test_unrounded_points_are_normalised_within_their_own_bounds() -> None:
    assert chen_bounds("original", rounded=False) == (-1.5, 20.0)
    assert chen("72o", normalised=True, rounded=False) == 0.0
    assert chen("T7o", normalised=True, rounded=False) == (3.0 + 1.5) / 21.5


def test_halves_are_rounded_up() -> None:
    rises = {name: chen(name) - chen(name, rounded=False) for name in CLASSES_BY_RANK}
    assert [name for name, rise in rises.items() if rise not in (0.0, 0.5)] == []
    assert [name for name in CLASSES_BY_RANK if not chen(name).is_integer()] == []


@pytest.mark.parametrize("variant", VARIANTS[1:])
def test_only_the_original_is_rounded(variant: str) -> None:
    points = {name: chen(name, variant) for name in CLASSES_BY_RANK}
    assert points == {name: chen(name, variant, rounded=False) for name in CLASSES_BY_RANK}


@pytest.mark.parametrize("variant", ["Original", "cisti", "", None])
def test_an_unknown_variant_is_told_the_known_ones(variant: str) -> None:
    with pytest.raises(OptionError, match=", ".join(VARIANTS)):
        chen("AKs", variant)


def test_a_hand_that_cannot_be_read_is_an_error_of_ours() -> None:
    with pytest.raises(InputError, match="ambiguous"):
        chen("AK")
