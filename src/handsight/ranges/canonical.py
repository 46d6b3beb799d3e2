"""Writing a range in one canonical form, which reads back to the same weights.

Heavier hands come first. Within one weight, pairs come first, then the other whole classes from ace
to deuce, suited before offsuit, all merged into spans; combos that are no whole class come last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from handsight.cards.card import RANKS, Card
from handsight.ranges.combos import COMBO_COUNT, COMBOS, COMBOS_OF
from handsight.ranges.exact_weights import ONE, weight_text

_Run = tuple[int, int]
"""The highest and the lowest kicker, or pair, of a span."""

_DESCENDING = range(len(RANKS) - 1, -1, -1)


def canonical_text(weights: Mapping[int, Fraction]) -> str:
    """Write the weights of combos, by their numbers, as a range.

    Example:
        >>> canonical_text({number: ONE for name in ("AA", "KK", "AKs") for number in
        ...                 COMBOS_OF[name]})
        'KK+, AKs'
    """
    by_weight: dict[Fraction, set[int]] = {}
    for number, weight in weights.items():
        by_weight.setdefault(weight, set()).add(number)
    return ", ".join(
        term + ("" if weight == ONE else f":{weight_text(weight)}")
        for weight in sorted(by_weight, reverse=True)
        if weight
        for term in _terms(by_weight[weight])
    )


def _terms(numbers: set[int]) -> Iterator[str]:
    if len(numbers) == COMBO_COUNT:
        yield "random"
        return
    whole = {name for name, combos in COMBOS_OF.items() if numbers.issuperset(combos)}
    yield from _pairs(whole)
    for high in _DESCENDING:
        yield from _suited_or_both(high, whole)
    for high in _DESCENDING:
        yield from _offsuit(high, whole)
    yield from _single_combos(numbers.difference(*(COMBOS_OF[name] for name in whole)))


def _pairs(whole: set[str]) -> Iterator[str]:
    for top, bottom in _runs(rank for rank in _DESCENDING if 2 * RANKS[rank] in whole):
        yield _span(2 * RANKS[top], 2 * RANKS[bottom], top == len(RANKS) - 1)


def _suited_or_both(high: int, whole: set[str]) -> Iterator[str]:
    offsuit = _kicker_runs(high, "o", whole)
    for run in _kicker_runs(high, "s", whole):
        yield _kickers(high, run, "" if run in offsuit else "s")


def _offsuit(high: int, whole: set[str]) -> Iterator[str]:
    suited = _kicker_runs(high, "s", whole)
    for run in _kicker_runs(high, "o", whole):
        if run not in suited:
            yield _kickers(high, run, "o")


def _kicker_runs(high: int, kind: str, whole: set[str]) -> list[_Run]:
    kickers = range(high - 1, -1, -1)
    return _runs(low for low in kickers if RANKS[high] + RANKS[low] + kind in whole)


def _kickers(high: int, run: _Run, kind: str) -> str:
    top, bottom = (RANKS[high] + RANKS[low] + kind for low in run)
    return _span(top, bottom, run[0] == high - 1)


def _span(top: str, bottom: str, is_open: bool) -> str:
    if top == bottom:
        return top
    return f"{bottom}+" if is_open else f"{top}-{bottom}"


def _runs(falling: Iterable[int]) -> list[_Run]:
    """Join numbers that fall one by one."""
    # Along such a run the place rises as the number falls, so that their sum stays the same.
    places = enumerate(falling)
    groups = (list(group) for _, group in groupby(places, key=lambda pair: sum(pair)))
    return [(group[0][1], group[-1][1]) for group in groups]


def _single_combos(numbers: set[int]) -> Iterator[str]:
    for high, low in sorted((COMBOS[number][::-1] for number in numbers), reverse=True):
        yield f"{Card(high)}{Card(low)}"
