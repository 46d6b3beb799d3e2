"""A default run keeps a few cases of a test with the mark `repeats`; the others are exhaustive."""

from itertools import product

import pytest

from tests.repeats import choose

KEPT = 3


def grid(*sizes: int) -> list[dict[str, int]]:
    names = "abc"[: len(sizes)]
    return [dict(zip(names, each, strict=True)) for each in product(*map(range, sizes))]


def test_cases_of_one_parameter_are_spread_evenly() -> None:
    assert choose(grid(12), 4) == {0, 3, 6, 9}
    assert choose(grid(5), 1) == {0}


@pytest.mark.parametrize("sizes", [(2, 3), (4, 2, 3), (4, 4), (7, 3)])
def test_every_value_of_every_parameter_is_among_them_if_there_is_room(
    sizes: tuple[int, ...],
) -> None:
    cases = grid(*sizes)
    kept = choose(cases, max(sizes))
    assert len(kept) == max(sizes)
    for name, size in zip("abc", sizes, strict=False):
        assert {cases[place][name] for place in kept} == set(range(size))


def test_of_few_cases_all_are_kept() -> None:
    assert choose(grid(3), 5) == {0, 1, 2}
    assert choose([{}], 2) == {0}


@pytest.mark.repeats(KEPT)
@pytest.mark.parametrize("number", range(10))
def test_the_others_are_exhaustive(number: int, request: pytest.FixtureRequest) -> None:
    cases = [
        item
        for item in request.session.items
        if isinstance(item, pytest.Function)
        and item.originalname == "test_the_others_are_exhaustive"
    ]
    is_exhaustive = [item.get_closest_marker("exhaustive") is not None for item in cases]
    assert is_exhaustive[cases.index(request.node)] == (number not in {0, 3, 6})
