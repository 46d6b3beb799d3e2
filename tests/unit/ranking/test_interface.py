"""The interface that all evaluators share, their list, and tables that are built at first use."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.errors import (
    CacheError,
    CardCountError,
    DuplicateCardError,
    InputError,
    OptionError,
    UnknownCardError,
)
from handsight.ranking import Evaluator, evaluate, evaluator, evaluators
from handsight.ranking.interface import TableEvaluator
from handsight.ranking.own import Handsight
from handsight.runtime import tables
from handsight.runtime.tables import TableFile
from tests.fresh import run
from tests.naive.deals import sample
from tests.unit.ranking.test_arrays import LAYOUTS

pytestmark = pytest.mark.pure_python


class Kept(Evaluator):
    """Takes six cards, and keeps what it was given."""

    name = "kept"
    cards = (6,)
    source = "this test"
    memory_bytes = 0
    given: NDArray[np.uint8]

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[Any]:
        self.given = cards
        return cards.sum(axis=1, dtype=np.int64)

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        return (2 * values).astype(np.uint16)


def six(count: int) -> NDArray[np.uint8]:
    return np.array(sample(6, count, seed=1), np.uint8)


# --- the interface --------------------------------------------------------------------------------


def test_one_hand_is_read_in_any_notation_and_keeps_its_order() -> None:
    kept = Kept()
    assert kept.value("2h, 3♥ 4h5h6h As") == kept.value(["2h", 6, "4h", "5h", "6h", "As"])
    assert kept.given.tolist() == [[2, 6, 10, 14, 18, 51]]


def test_one_value_goes_back_as_many_do() -> None:
    assert Kept().to_strength(21) == 42


@LAYOUTS
def test_hands_may_lie_in_memory_as_they_like(laid_out: Callable[..., Any]) -> None:
    kept, hands = Kept(), six(9)
    assert kept.values(laid_out(hands)).tolist() == kept.values(hands).tolist()


@LAYOUTS
def test_the_loop_always_sees_one_kind_of_array(laid_out: Callable[..., Any]) -> None:
    kept = Kept()
    kept.values(laid_out(six(9).astype(np.int64)))
    assert kept.given.dtype == np.uint8
    assert kept.given.flags.carray


@pytest.mark.parametrize("name", ["handsight", "cactus-kev", "poker-eval"])
def test_hands_that_are_known_to_be_right_need_no_check(name: str) -> None:
    hands = np.array([[0, 4, 8, 12, 16], [0, 1, 8, 13, 22]], np.uint8)
    one = evaluator(name)
    assert one.values(hands, check=False).tolist() == one.values(hands).tolist()
    with pytest.raises(InputError, match="hands of 4 cards"):
        one.values(hands[:, :4], check=False)


def test_no_hands_have_no_values() -> None:
    assert Kept().values(np.zeros((0, 6), np.uint8)).tolist() == []


@pytest.mark.parametrize("count", [5, 7])
def test_another_number_of_cards_is_refused(count: int) -> None:
    hand = list(range(count))
    with pytest.raises(CardCountError, match=rf"^cards has {count} cards .*; it must have 6$"):
        Kept().value(hand)
    with pytest.raises(CardCountError, match=rf"^hands of {count} cards; kept evaluates 6$"):
        Kept().values([hand])


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ([0, 1, 2, 3, 4, 52], UnknownCardError),
        ([0, 1, 2, 3, 4, -1], UnknownCardError),
        ([0, 1, 2, 3, 4, 256], UnknownCardError),
        ([0, 1, 2, 3, 4, 0], DuplicateCardError),
    ],
)
def test_what_is_no_hand_is_refused(wrong: list[int], error: type[InputError]) -> None:
    with pytest.raises(error):
        Kept().value(wrong)
    with pytest.raises(error, match=r"^row 1 "):
        Kept().values([[0, 1, 2, 3, 4, 5], wrong])


# --- ours -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["7c5d4h3s2c", "AhKhQhJhTh2c", "AcAdAhKcKdKh2s"])
def test_ours_gives_strengths(cards: str) -> None:
    ours = Handsight()
    assert ours.value(cards) == ours.to_strength(ours.value(cards)) == evaluate(cards).strength


@pytest.mark.parametrize("stranger", [-1, 7462])
def test_no_number_outside_of_the_scale_is_a_strength(stranger: int) -> None:
    with pytest.raises(InputError, match=f"^{stranger} is not a value that handsight gives"):
        Handsight().to_strength(stranger)


# --- the list -------------------------------------------------------------------------------------


def test_an_evaluator_is_made_once() -> None:
    assert evaluator("naive") is evaluator("naive")


def test_ours_stands_first() -> None:
    assert evaluators()[0] == "handsight"


def test_an_unknown_name_is_told_the_known_ones() -> None:
    with pytest.raises(
        OptionError, match=r"^evaluator 'cactus' does not exist \(did you mean 'cactus-kev'\?\); .*"
    ):
        evaluator("cactus")


def test_listing_the_evaluators_compiles_and_imports_nothing_heavy() -> None:
    script = """
import sys
from handsight import Evaluator, evaluators
evaluators()
print({"numba", "numpy"} & set(sys.modules))
"""
    assert run(script).stdout.strip() == "set()"


@pytest.mark.exhaustive
def test_an_evaluator_imports_no_other() -> None:
    script = """
import sys
from handsight import evaluator
evaluator("naive")
print([name for name in sys.modules if name.endswith(("poker_eval", "cactus_kev", "blog_4"))])
"""
    assert run(script).stdout.strip() == "[]"


@pytest.mark.exhaustive
def test_the_kernels_keep_one_signature_after_all_kinds_of_input() -> None:
    script = """
import sys, numpy as np
from handsight.ranking import evaluator
for name in ("naive", "poker-eval", "cactus-kev", "senzee-5", "blog-4"):
    for size in (5, 6, 7):
        for kind in (np.int64, np.uint8):
            hand = np.arange(3, 3 + 7 * size, 7, dtype=kind)
            evaluator(name).value(hand.tolist())
            read_only = np.broadcast_to(hand, (4, size))
            evaluator(name).values(read_only)
modules = [m for n, m in sys.modules.items() if n.startswith("handsight.ranking.published.")]
kernels = {id(k): k for m in modules for k in vars(m).values() if hasattr(k, "signatures")}
print(sorted({len(k.signatures) for k in kernels.values() if k.signatures}))
"""
    assert run(script, HANDSIGHT_BUILT_KERNELS="0").stdout.strip() == "[1]"


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_our_single_values_are_those_of_arrays(cards: int) -> None:
    ours = Handsight()
    hands = sample(cards, 20, seed=cards)
    assert [ours.value(hand) for hand in hands] == [Evaluator.value(ours, hand) for hand in hands]


@pytest.mark.parametrize("hand", ["AhKh", "AhKhQhJhTh9h8h7h", "AhAhQhJhTh", "AhKhQhJhXx"])
def test_our_single_values_refuse_what_the_others_refuse(hand: str) -> None:
    with pytest.raises(InputError) as ours:
        Handsight().value(hand)
    with pytest.raises(InputError) as others:
        Evaluator.value(Handsight(), hand)
    assert (type(ours.value), str(ours.value)) == (type(others.value), str(others.value))


LOWEST = np.arange(52, dtype="<u2") // 4


def pieces(pool: Executor) -> Iterator[NDArray[Any]]:
    return iter([LOWEST])


class ByLowestCard(TableEvaluator):
    """A bad evaluator, but with a table: it values a hand by the rank of its first card."""

    name = "by-lowest-card"
    cards = (5,)
    source = "these tests"
    table = TableFile("by-lowest-card", "<u2", 52, sha256(LOWEST.tobytes()).hexdigest(), pieces)

    def _values(self, cards: NDArray[np.uint8]) -> NDArray[Any]:
        return np.asarray(self._entries()[cards[:, 0]])

    def to_strengths(self, values: NDArray[Any]) -> NDArray[np.uint16]:
        return np.asarray(values, dtype=np.uint16)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tables, "tables_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def lowest_card() -> ByLowestCard:
    return ByLowestCard()


def test_nothing_is_built_before_it_is_used(lowest_card: ByLowestCard, folder: Path) -> None:
    assert not lowest_card.built
    assert lowest_card.memory_bytes == 104
    assert list(folder.iterdir()) == []


def test_the_first_use_builds_the_table_and_the_next_ones_find_it(
    lowest_card: ByLowestCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lowest_card.value("AhKhQhJhTh") == 12
    assert lowest_card.built
    monkeypatch.setattr(os, "fsync", None)  # nothing can be built from now on
    assert ByLowestCard().value("2hKhQhJhTh") == 0


def test_an_open_table_is_not_looked_for_again(lowest_card: ByLowestCard, folder: Path) -> None:
    lowest_card.build()
    lowest_card.table.path.unlink()
    assert lowest_card.value("AhKhQhJhTh") == 12
    assert list(folder.glob("*.table")) == []


def test_it_tells_how_far_the_build_is(lowest_card: ByLowestCard) -> None:
    texts: list[tuple[int, int]] = []
    lowest_card.build(lambda *how_far: texts.append(how_far))
    assert texts == [(0, 104), (104, 104)]


def test_a_table_that_was_removed_is_built_anew(lowest_card: ByLowestCard) -> None:
    lowest_card.build()
    assert lowest_card.clear() > 104
    assert (lowest_card.built, lowest_card.clear()) == (False, 0)
    assert lowest_card.value("AhKhQhJhTh") == 12
    assert lowest_card.built


def test_a_folder_that_cannot_be_used_is_an_error_of_ours(
    lowest_card: ByLowestCard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(tables, "tables_folder", lambda: file)
    with pytest.raises(CacheError, match=r"the table of by-lowest-card .* cannot be kept in"):
        lowest_card.value("AhKhQhJhTh")
