"""Every evaluator that ships keeps the contract; the one that cannot fails as it should."""

import hashlib
from collections import Counter
from functools import cache
from importlib.util import find_spec

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.errors import ContractError
from handsight.ranking import evaluator, evaluators
from handsight.ranking.arrays import every_five
from handsight.ranking.interface import _HOMES
from handsight.testing import check_evaluator
from tests.oracles.test_ranking import CHECKSUMS, HANDS, summary
from tests.oracles.values import oracle

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="millions of hands take too long without the compiler"
)

UNFIT = "blog-4"
LARGE = {"senzee-7", "two-plus-two"}
"""Their tables take hundreds of megabytes, and some time to make."""


def named(*left_out: str) -> list[object]:
    """Give all evaluators that are there; what is large takes part in the exhaustive run only."""
    present = [name for name in evaluators() if find_spec(_HOMES[name]) and name not in left_out]
    return [
        pytest.param(name, marks=[pytest.mark.exhaustive] if name in LARGE else [])
        for name in present
    ]


SOUND = pytest.mark.parametrize("name", named(UNFIT))
OF_FIVE = pytest.mark.parametrize("name", named(UNFIT, "senzee-7"))


@cache
def strengths_of_fives(name: str) -> NDArray[np.uint16]:
    one = evaluator(name)
    return one.to_strengths(one.values(every_five()))


@pytest.mark.parametrize("name", named())
def test_an_evaluator_says_who_it_is(name: str) -> None:
    one = evaluator(name)
    assert one.name == name
    assert one.source
    assert one.sound == (name != UNFIT)
    assert one.memory_bytes >= 0
    assert (type(one).__doc__ or "").strip()


# --- the contract ---------------------------------------------------------------------------------


@pytest.mark.repeats(1)
@SOUND
def test_a_sound_evaluator_keeps_the_contract(name: str) -> None:
    report = check_evaluator(evaluator(name))
    assert report.hands.keys() == set(evaluator(name).cards)
    assert report.hands.get(5, 2_598_960) == 2_598_960
    assert report.classes.get(5, 7462) == 7462


@pytest.mark.exhaustive
def test_blog_4_fails_in_collisions_and_order_and_in_nothing_else() -> None:
    with pytest.raises(ContractError) as caught:
        check_evaluator(evaluator(UNFIT))
    clauses = Counter(clause for clause, _ in caught.value.faults)
    assert clauses == {"apart": 3, "order": 3}  # of five, six and seven cards
    assert "7462 classes share 6484 values" in str(caught.value)


# --- oracles --------------------------------------------------------------------------------------


@pytest.mark.repeats(12)
@SOUND
@pytest.mark.parametrize("row", HANDS, ids=lambda row: row["cards"])
def test_the_hands_of_the_oracle_have_their_strength(name: str, row: dict[str, object]) -> None:
    one, cards = evaluator(name), str(row["cards"])
    if len(cards) // 2 in one.cards:
        assert one.to_strength(one.value(cards)) == row["rank"]


@pytest.mark.repeats(1)
@OF_FIVE
def test_all_five_card_hands_in_order_have_the_known_checksum(name: str) -> None:
    digest = hashlib.sha256(strengths_of_fives(name).astype("<u2").tobytes()).hexdigest()
    assert digest == CHECKSUMS["ranks5_lex_sha256"]


@OF_FIVE
def test_all_five_card_hands_are_counted_right(name: str) -> None:
    counts = np.bincount(strengths_of_fives(name), minlength=7462).astype("<u4")
    assert summary(counts) == oracle("categories")["5"]
    assert hashlib.sha256(counts.tobytes()).hexdigest() == CHECKSUMS["hist5_sha256"]
