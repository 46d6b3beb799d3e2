"""The evaluators with large tables: built from nothing, and right on all hands there are."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from math import comb
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.ranking import evaluate_many, masks_from_cards
from handsight.ranking.interface import TableEvaluator
from handsight.ranking.published.senzee_7 import HANDS, Senzee7, hand_numbers
from handsight.ranking.published.two_plus_two import TwoPlusTwo
from handsight.runtime import tables
from tests.naive.deals import DECK
from tests.oracles.test_ranking import summary
from tests.oracles.values import oracle

pytestmark = pytest.mark.exhaustive

Tabled = TypeVar("Tabled", bound=TableEvaluator)

HEADS = [(first, second) for first in range(46) for second in range(first + 1, 47)]
"""The two lowest of seven cards."""


@cache
def all_fives() -> NDArray[np.uint8]:
    """Give all five-card hands in lexicographic order."""
    cards = chain.from_iterable(combinations(DECK, 5))
    return np.fromiter(cards, np.uint8, 5 * comb(52, 5)).reshape(-1, 5)


def hands_after(*head: int) -> NDArray[np.uint8]:
    """Give all hands whose lowest cards are those of the head, and that have five more."""
    fives = all_fives()[-comb(51 - head[-1], 5) :]
    return np.hstack([np.tile(np.array(head, np.uint8), (len(fives), 1)), fives])


def sevens() -> Iterator[NDArray[np.uint8]]:
    return (hands_after(*head) for head in HEADS)


def built(made: Tabled, folder: Path) -> Iterator[Tabled]:
    """Build an evaluator's table in a folder of its own, and remove it in the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "tables_folder", lambda: folder)
        assert list(folder.iterdir()) == []
        made.build()
        assert made.built
        yield made
        assert made.clear() > made.memory_bytes


@pytest.fixture(scope="module")
def senzee(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Senzee7]:
    yield from built(Senzee7(), tmp_path_factory.mktemp("senzee"))


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoPlusTwo]:
    yield from built(TwoPlusTwo(), tmp_path_factory.mktemp("two-plus-two"))


def wrong_hands(evaluator: TableEvaluator, hands: NDArray[np.uint8]) -> int:
    strengths = evaluate_many(masks_from_cards(hands), hands.shape[1])
    return int(np.count_nonzero(evaluator.to_strengths(evaluator.values(hands)) != strengths))


def test_every_seven_card_hand_has_a_number_of_its_own() -> None:
    seen = np.zeros(HANDS, np.bool_)
    for hands in sevens():
        seen[hand_numbers(hands)] = True
    assert seen.all()


def test_senzee_is_right_on_all_seven_card_hands(senzee: Senzee7) -> None:
    assert sum(wrong_hands(senzee, hands) for hands in sevens()) == 0


def test_the_machine_is_right_on_all_five_card_hands(machine: TwoPlusTwo) -> None:
    assert wrong_hands(machine, all_fives()) == 0


def test_the_machine_is_right_on_all_six_card_hands(machine: TwoPlusTwo) -> None:
    assert sum(wrong_hands(machine, hands_after(first)) for first in range(47)) == 0


def test_the_machine_is_right_on_all_seven_card_hands(machine: TwoPlusTwo) -> None:
    assert sum(wrong_hands(machine, hands) for hands in sevens()) == 0


def test_a_walk_in_order_gives_the_same_and_counts_right(machine: TwoPlusTwo) -> None:
    counts, room = np.zeros(7462, np.uint32), np.empty(comb(50, 5), np.int32)
    for head in HEADS:
        values = machine.values_in_order(*head, out=room)
        assert np.array_equal(values, machine.values(hands_after(*head)))
        counts += np.bincount(machine.to_strengths(values), minlength=7462).astype(np.uint32)
    assert summary(counts) == oracle("categories")["7"]
