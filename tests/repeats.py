"""Repeats of a test with other numbers: a few always, all of them on demand (-m exhaustive).

Of a test with the mark `repeats(n)` a default run keeps n cases, and the others are exhaustive.
"""

from collections.abc import Iterable, Mapping, Sequence

import pytest


def leave_repeats(items: Iterable[pytest.Item]) -> None:
    """Mark all but a few cases of each test that has the mark `repeats` as exhaustive."""
    tests: dict[tuple[object, object], list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and _has(item, "repeats"):
            cases = tests.setdefault((item.parent, item.originalname), [])
            cases += [] if _has(item, "exhaustive") else [item]
    for cases in filter(None, tests.values()):
        mark = cases[0].get_closest_marker("repeats")
        kept = choose([_places(case) for case in cases], mark.args[0] if mark else 1)
        for place, case in enumerate(cases):
            if place not in kept:
                case.add_marker(pytest.mark.exhaustive)


def choose(cases: Sequence[Mapping[str, int]], number: int) -> set[int]:
    """Give the places of the cases to keep: every value of every parameter if there is room.

    Cases that add as many new values as others are spread evenly.

    Args:
        cases: the place of each parameter's value among the values of that parameter.
    """
    kept: set[int] = set()
    seen: set[tuple[str, int]] = set()
    for turn in range(min(number, len(cases))):
        target = turn * len(cases) // number
        best = max(
            (place for place in range(len(cases)) if place not in kept),
            key=lambda place: (len(cases[place].items() - seen), -abs(place - target)),
        )
        kept.add(best)
        seen.update(cases[best].items())
    return kept


def _has(item: pytest.Item, name: str) -> bool:
    return item.get_closest_marker(name) is not None


def _places(case: pytest.Function) -> Mapping[str, int]:
    # A test without parameters, or of a fixture's, has one place.
    return case.callspec.indices if hasattr(case, "callspec") else {}
