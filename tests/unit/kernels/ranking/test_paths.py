"""The paths to strengths: each gives the same, and the processor says which one is taken."""

import hashlib
from functools import cache

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.kernels.ranking import paths
from handsight.kernels.ranking.look_ups import BLOCK, look_ups
from handsight.kernels.ranking.paths import PATHS, Path, counts_lanes
from handsight.ranking import masks_from_cards
from tests.fresh import run
from tests.naive import ranking as naive
from tests.unit.kernels.ranking.test_evaluation import hands_of, lanes_of, words_of

EACH_PATH = pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
SIZES = (5, 6, 7)
compiled_only = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="so many hands take too long without the compiler"
)


def strengths_of_masks(path: Path, masks: NDArray[np.uint64], cards: int) -> NDArray[np.uint16]:
    strengths = np.empty(len(masks), np.uint16)
    assert path.of_masks(masks, cards, strengths) == 0
    return strengths


def strengths_of_hands(path: Path, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    count, cards = hands.shape
    padded = np.concatenate([hands.ravel(), np.zeros(8, np.uint8)])
    words = np.ndarray((count,), np.uint64, padded.data, strides=(cards,))
    strengths = np.empty(count, np.uint16)
    assert path.of_words(words, cards, strengths) == 0
    return strengths


@cache
def dealt(cards: int) -> NDArray[np.uint8]:
    """A sample of all hands, over several blocks and with a rest."""
    generator = np.random.default_rng(cards)
    return np.argsort(generator.random((20_000 + BLOCK // 2 + 3, 52)), axis=1)[:, :cards].astype(
        np.uint8
    )


# --- strengths ------------------------------------------------------------------------------------


@pytest.mark.pure_python
@EACH_PATH
@pytest.mark.parametrize("cards", SIZES)
def test_strengths_are_those_of_the_naive_twin(path: Path, cards: int) -> None:
    hands = hands_of(cards)
    expected = list(map(naive.strength, hands))
    masks, strengths = lanes_of(hands).view(np.uint64), np.empty(len(hands), np.uint16)
    assert strengths_of_masks(path, masks, cards).tolist() == expected
    assert path.of_words(words_of(hands), cards, strengths) == 0
    assert strengths.tolist() == expected


@compiled_only
@EACH_PATH
def test_all_kinds_of_five_cards_have_all_strengths(path: Path) -> None:
    hands = np.array(naive.one_hand_of_each_kind(), np.uint8)
    worths = sorted(map(naive.worth_of_five, hands.tolist()))
    strengths = strengths_of_hands(path, hands)
    assert sorted(strengths.tolist()) == list(range(7462))
    assert [naive.worth_of_five(hand) for hand in hands[np.argsort(strengths)].tolist()] == worths


@compiled_only
@EACH_PATH
@pytest.mark.parametrize("cards", SIZES)
def test_a_sample_of_all_hands_has_one_strength_on_all_paths(path: Path, cards: int) -> None:
    hands = dealt(cards)
    masks = masks_from_cards(hands)
    expected = strengths_of_masks(PATHS["arithmetic"], masks, cards)
    assert np.array_equal(strengths_of_masks(path, masks, cards), expected)
    assert np.array_equal(strengths_of_hands(path, hands), expected)


@compiled_only
@EACH_PATH
@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 8])
def test_any_number_of_hands_has_its_strengths_and_no_more_is_written(
    path: Path, count: int
) -> None:
    hands = dealt(7)[: count + 1]
    masks = masks_from_cards(hands)
    expected = [*strengths_of_masks(PATHS["arithmetic"], masks, 7)[:count].tolist(), 9999]
    strengths = np.full(count + 1, 9999, np.uint16)
    assert path.of_masks(masks[:count], 7, strengths[:count]) == 0
    assert strengths.tolist() == expected


@EACH_PATH
@pytest.mark.parametrize("chunk", [64, 97])
def test_hands_in_several_chunks_have_their_strengths(
    path: Path, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = dealt(7)[:1000]
    whole = strengths_of_hands(path, hands)
    monkeypatch.setattr(paths, "CHUNK", chunk)
    assert (strengths_of_hands(path, hands) == whole).all()


# --- what is no hand ------------------------------------------------------------------------------


@pytest.mark.pure_python
@EACH_PATH
@pytest.mark.parametrize("wrong", [0, 0xF, 0x3F, 0xF | 1 << 13, 0x1F | 1 << 63, 2**64 - 1])
def test_a_wrong_mask_is_noticed_and_the_others_are_right(path: Path, wrong: int) -> None:
    masks = np.array([0x1F, wrong, 0x2F], np.uint64)
    strengths = np.empty(3, np.uint16)
    assert path.of_masks(masks, 5, strengths) != 0
    assert strengths[[0, 2]].tolist() == strengths_of_masks(path, masks[[0, 2]], 5).tolist()


@pytest.mark.pure_python
@EACH_PATH
@pytest.mark.parametrize("cards", SIZES)
def test_a_word_that_is_no_hand_is_noticed(path: Path, cards: int) -> None:
    strengths = np.empty(3, np.uint16)
    right = list(range(0, 2 * cards, 2))
    for place in range(cards):
        for wrong in (right[place - 1], 52, 53, 63, 64, right[place] + 64, 128, 255):
            hand = [*right[:place], wrong, *right[place + 1 :]]
            assert path.of_words(words_of([right, hand, right]), cards, strengths) != 0
    assert path.of_words(words_of([right, right, right]), cards, strengths) == 0


@pytest.mark.pure_python
@EACH_PATH
def test_rubbish_reads_nothing_outside_of_the_tables(path: Path) -> None:
    rubbish = np.random.default_rng(1).integers(0, 2**64, 200, np.uint64, endpoint=False)
    for cards in SIZES:
        strengths = np.full(200, 9999, np.uint16)
        assert path.of_masks(rubbish, cards, strengths) != 0
        tables = look_ups(cards)
        last = int(tables.starts.max()) + int(tables.numbers.max())
        assert last < len(tables.strengths) < 2**16


# --- the tables -----------------------------------------------------------------------------------

DIGESTS = {5: "9da20101a23d80b7", 6: "a050d93629b4f737", 7: "eaea6fb25bae11ea"}


@pytest.mark.pure_python
@pytest.mark.parametrize("cards", SIZES)
def test_the_tables_are_those_that_were_proven_on_all_hands(cards: int) -> None:
    digest = hashlib.sha256(b"".join(table.astype("<u2").tobytes() for table in look_ups(cards)))
    assert (
        digest.hexdigest()[:16]
        == {5: "9da20101a23d80b7", 6: "a050d93629b4f737", 7: "eaea6fb25bae11ea"}[cards]
    )


@pytest.mark.pure_python
def test_the_tables_fit_into_a_second_level_cache() -> None:
    assert max(sum(table.nbytes for table in look_ups(cards)) for cards in SIZES) < 145_000


# --- the choice -----------------------------------------------------------------------------------

X86 = "x86_64-unknown-linux-gnu"


@pytest.mark.parametrize(
    ("processor", "features", "counts"),
    [
        ("znver4", "", True),
        ("icelake-server", "", True),
        ("haswell", "+avx512bw,+avx512vl,+avx512bitalg", True),
        ("znver4", "-avx512f", False),
        ("znver3", "", False),
        ("haswell", "", False),
        ("skylake-avx512", "", False),  # has AVX-512, and counts by nine instructions
        ("x86-64", "", False),
    ],
)
def test_the_compiler_knows_who_counts_bits_of_lanes(
    processor: str, features: str, counts: bool
) -> None:
    assert counts_lanes(X86, processor, features) == counts


CHOSEN = "from handsight.kernels.ranking.paths import path_name; print(path_name())"


@compiled_only
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("processor", "features", "name"),
    [
        ("haswell", "-avx512f", "look-ups"),
        ("generic", "", "look-ups"),
        ("znver4", "", "arithmetic"),
    ],
)
def test_numbas_own_variables_name_the_processor(processor: str, features: str, name: str) -> None:
    told = run(CHOSEN, NUMBA_CPU_NAME=processor, NUMBA_CPU_FEATURES=features)
    assert told.stdout.split() == [name], told.stderr


@pytest.mark.pure_python
def test_the_path_is_one_of_all() -> None:
    assert paths.path() is PATHS[paths.path_name()]
    if numba.config.DISABLE_JIT:
        assert paths.path_name() == "arithmetic"
