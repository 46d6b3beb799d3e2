"""Equities over subsets of flops beside those over all flops, counted by another way."""

import re
from pathlib import Path

import pytest

from handsight.odds import equity
from handsight.papers.flop_subsets import HELD_OUT, all_flops
from handsight.ranges import named_flops
from handsight.ranges.flop_subsets import SUBSETS
from tests.thorough import thorough

pytestmark = pytest.mark.exhaustive

PAGE = Path(__file__).parents[2] / "docs" / "ideas" / "flop-subsets.md"


@pytest.mark.parametrize(
    "pair",
    [
        ("UTG opens", "BB calls UTG"),
        pytest.param(("BTN opens", "BB calls BTN"), marks=thorough),
        pytest.param(("CO opens", "any two"), marks=thorough),
    ],
)
def test_a_subset_is_off_by_no_more_than_its_page_says(pair: tuple[str, str]) -> None:
    """`equity` sweeps two ranges at once; the page has the equities of hand after hand."""
    won, met = {}, {}
    for flop in all_flops():
        result = equity([HELD_OUT[name] for name in pair], flop)
        met[flop] = float(result.total)
        won[flop] = met[flop] * float(result.players[0].equity)
    right = sum(won[flop] * n for flop, n in all_flops().items())
    right /= sum(met[flop] * n for flop, n in all_flops().items())
    for name in SUBSETS:
        counts = named_flops(name)
        found = sum(won[flop] * n for flop, n in counts.items())
        found /= sum(met[flop] * n for flop, n in counts.items())
        printed = re.search(rf"\| {name}, ours \| [\d.]+ \| ([\d.]+) \|", PAGE.read_text("utf-8"))
        assert printed is not None
        assert abs(found - right) <= float(printed[1]) / 100 + 5e-5
