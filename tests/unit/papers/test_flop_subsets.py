"""How flops are chosen that stand for all: on figures that are made up, whose answers are known."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from handsight.cards import CardSet
from handsight.odds import equity
from handsight.papers import flop_subsets
from handsight.papers.flop_subsets import (
    NARROW,
    SEED,
    FlopMeasures,
    all_flops,
    best_weights,
    choose_flops,
    equities_on,
    measure_flops,
    products_of,
    random_range,
    text_of,
)
from handsight.papers.flop_subsets_page import PAGE, errors_of
from handsight.papers.pages import digest_of, parts_of
from handsight.ranges import Range, named_flops
from handsight.ranges.flop_subsets import SUBSETS, SUBSETS_TABLE
from handsight.ranges.shipped import shipped_path

DOCS = Path(__file__).parents[3] / "docs"


@cache
def each_flop() -> list[CardSet]:
    """Give a flop of each class. It takes a second, so not as soon as this is imported."""
    return [*all_flops()]


def made_up(kinds: int, seed: int = 1) -> FlopMeasures:
    """Give measures in which all that ranges win follows from a few traits of a flop."""
    rng = np.random.default_rng(seed)
    traits = rng.uniform(0, 1, (len(each_flop()), kinds))
    sums = np.einsum("fk,kojc->fojc", traits, rng.uniform(0, 1, (kinds, 2, 3, 5)))
    return FlopMeasures(np.ones((len(each_flop()), 2, 3)), sums)


def test_a_range_is_drawn_from_its_seed_and_is_as_wide_as_asked() -> None:
    assert random_range(SEED, 3) == random_range(SEED, 3) != random_range(SEED, 4)
    widths = [Range(random_range(SEED, number, NARROW)).percent for number in range(20)]
    assert 0 < min(widths) < max(widths) < 7


def test_weights_have_the_least_error_of_all_that_sum_to_one() -> None:
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(6, 9))
    products = rows @ rows.T
    for chosen in combinations(range(6), 3):
        weights = best_weights(products, chosen)
        some = products[np.ix_(chosen, chosen)]
        assert weights.sum() == pytest.approx(1)
        for _ in range(20):
            step = rng.normal(size=3)
            other = weights + step - step.mean()
            assert other @ some @ other >= weights @ some @ weights


def test_one_flop_more_changes_the_error_as_it_does_when_it_is_weighed_anew() -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(8, 12))
    products, chosen = rows @ rows.T, [1, 4, 6]
    errors = flop_subsets._with_one_more(products, chosen)
    for other in set(range(8)) - set(chosen):
        assert errors[other] == pytest.approx(flop_subsets._error(products, [*chosen, other]))
    assert np.isinf(errors[chosen]).all()


def test_a_chosen_subset_is_better_than_random_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flop_subsets, "SHAKES", 1)
    deciding, judging = made_up(4), made_up(4)
    chosen = choose_flops(deciding, 8)
    assert len(chosen) == 8
    assert sum(chosen.values()) == 22_100
    ours = errors_of(
        judging, [each_flop().index(flop) for flop in chosen], np.array([*chosen.values()])
    )
    rng = np.random.default_rng(4)
    for _ in range(10):
        drawn = rng.choice(len(each_flop()), 8, replace=False).tolist()
        assert ours.equity[0] < errors_of(judging, drawn, np.ones(8)).equity[0]


def test_all_flops_with_their_counts_have_no_error() -> None:
    errors = errors_of(
        made_up(5), [*range(len(each_flop()))], np.array([*all_flops().values()], float)
    )
    assert errors.equity == pytest.approx((0, 0), abs=1e-12)
    assert errors.above == pytest.approx((0, 0), abs=1e-12)


def test_what_is_measured_on_a_flop_are_exact_equities(monkeypatch: pytest.MonkeyPatch) -> None:
    some = dict([*all_flops().items()][3::900])
    monkeypatch.setattr(flop_subsets, "all_flops", lambda: some)
    measures = measure_flops(["QQ+, AK:0.5"], ["22+", "JTs, 76s"])
    for place, flop in enumerate(some):
        for number, ours in enumerate(("22+", "JTs, 76s")):
            right = equity([ours, "QQ+, AK:0.5"], flop).players[0].equity
            found = measures.sums[place, 0, number, 0] / measures.met[place, 0, number]
            assert found == pytest.approx(float(right), abs=1e-6)


def test_the_shipped_table_is_as_the_generator_writes_it() -> None:
    text = text_of({name: named_flops(name) for name in SUBSETS})
    assert shipped_path(SUBSETS_TABLE).read_text("utf-8") == text


def test_no_hand_has_touched_what_was_measured_on_the_page() -> None:
    _, part, digest, _ = parts_of((DOCS / "ideas" / PAGE).read_text("utf-8"))
    assert digest == digest_of(part), "make the page again with the command that it names"


def test_the_page_lists_the_flops_that_ship() -> None:
    _, part, _, _ = parts_of((DOCS / "ideas" / PAGE).read_text("utf-8"))
    for name in SUBSETS:
        listed = re.search(rf"### {name}\n\n```text\n(.+?)\n```", part, re.DOTALL)
        assert listed is not None
        entries = " ".join(listed[1].split()).split(", ")
        assert entries == [f"{flop}:{count}" for flop, count in named_flops(name).items()]


def test_products_are_the_mean_square_of_errors_and_a_ridge() -> None:
    products = products_of(made_up(3))
    assert np.allclose(products, products.T)
    assert np.linalg.eigvalsh(products[:40, :40]).min() > 0
    assert equities_on(each_flop()[0], Range("AA")).dtype == np.float32
