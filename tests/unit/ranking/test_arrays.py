"""Many hands at once."""

import ast
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product
from multiprocessing import get_context
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    InputError,
    OptionError,
    UnknownCardError,
)
from handsight.ranking import evaluate_many, evaluate_mask, masks_from_cards, score_many
from handsight.ranking.arrays import CHUNK
from tests.fresh import run
from tests.naive import ranking as naive
from tests.naive.deals import mask_of, sample, sample_masks

pytestmark = pytest.mark.pure_python

SIZES = range(1, 8)
HAND_SIZES = (5, 6, 7)
BOTH = pytest.mark.parametrize("function", [score_many, evaluate_many])
compiled_only = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="a million hands take too long without the compiler"
)


def deal(size: int, count: int, seed: int = 1) -> NDArray[np.uint8]:
    return np.array(sample(size, count, seed), np.uint8).reshape(count, size)


def result_type(function: Callable[..., Any]) -> type[np.unsignedinteger[Any]]:
    return np.uint32 if function is score_many else np.uint16


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    array = array.copy()
    array.flags.writeable = False
    return array


def every_other(array: NDArray[Any]) -> NDArray[Any]:
    """The same values, but with something else between them in memory."""
    return np.repeat(array, 2, axis=0)[::2]


def backwards(array: NDArray[Any]) -> NDArray[Any]:
    return array[::-1].copy()[::-1]


LAYOUTS = pytest.mark.parametrize(
    "laid_out", [np.ndarray.tolist, read_only, every_other, backwards, np.asfortranarray]
)


# --- cards to masks -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_any_number_of_hands_becomes_masks(size: int) -> None:
    for count in range(41):
        hands = deal(size, count, seed=count)
        masks = masks_from_cards(hands)
        assert masks.dtype == np.uint64
        assert masks.tolist() == [mask_of(hand) for hand in hands.tolist()]


@compiled_only
def test_many_hands_become_masks_block_by_block() -> None:
    hands = deal(7, 5000)
    assert masks_from_cards(hands).tolist() == [mask_of(hand) for hand in hands.tolist()]


@pytest.mark.parametrize("size", SIZES)
def test_every_card_is_known_at_every_place(size: int) -> None:
    hands = [[(card + 8 * place) % 52 for place in range(size)] for card in range(52)]
    assert masks_from_cards(hands).tolist() == [mask_of(hand) for hand in hands]


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"])
def test_cards_may_come_as_other_integers(dtype: str) -> None:
    hands = deal(7, 20)
    assert masks_from_cards(hands.astype(dtype)).tolist() == masks_from_cards(hands).tolist()


@LAYOUTS
def test_cards_may_lie_in_memory_as_they_like(laid_out: Callable[..., Any]) -> None:
    hands = deal(6, 20)
    assert masks_from_cards(laid_out(hands)).tolist() == masks_from_cards(hands).tolist()


def test_the_cards_are_left_as_they_were() -> None:
    hands = deal(7, 20)
    before = hands.copy()
    masks_from_cards(hands)
    assert np.array_equal(hands, before)


def test_masks_go_where_they_are_told_to() -> None:
    hands, out = deal(7, 20), np.zeros(20, np.uint64)
    assert masks_from_cards(hands, out=out) is out
    assert out.tolist() == [mask_of(hand) for hand in hands.tolist()]


@pytest.mark.repeats(12)
@pytest.mark.parametrize("count", [1, 9, 10, 11, 40])
@pytest.mark.parametrize("value", [52, 63, 64, 127, 128, 180, 255])
def test_what_is_no_card_is_named_with_its_row(count: int, value: int) -> None:
    for row in range(count):
        hands = deal(5, count)
        hands[row, row % 5] = value
        with pytest.raises(UnknownCardError, match=f"^row {row} holds {value}; a card is 0"):
            masks_from_cards(hands)


@pytest.mark.parametrize("size", SIZES)
def test_no_byte_but_a_card_passes_at_any_place(size: int) -> None:
    for place in range(size):
        for value in range(52, 256):
            hands = deal(size, 1)
            hands[0, place] = value
            with pytest.raises(UnknownCardError, match=f"^row 0 holds {value}; "):
                masks_from_cards(hands)


@pytest.mark.parametrize("value", [-1, 52, 256, 300, -(2**40)])
def test_a_number_that_fits_no_byte_is_named_as_it_was_given(value: int) -> None:
    with pytest.raises(UnknownCardError, match=f"^row 1 holds {value}; a card is 0"):
        masks_from_cards([[0, 1], [2, value]])


@pytest.mark.parametrize("count", [1, 9, 10, 11, 40])
def test_a_repeated_card_is_named_with_its_row(count: int) -> None:
    for row in range(count):
        hands = deal(7, count)
        hands[row, 6] = hands[row, row % 6]
        with pytest.raises(DuplicateCardError, match=f"^row {row} is .*: a card appears twice"):
            masks_from_cards(hands)


@pytest.mark.parametrize("size", [0, 8])
def test_a_hand_has_one_to_seven_cards(size: int) -> None:
    with pytest.raises(CardCountError, match=f"^hands of {size} cards; .* accepts 1 to 7$"):
        masks_from_cards(np.zeros((3, size), np.uint8))


@pytest.mark.parametrize("cards", [[0, 1], 0, [[[0]]], [[0.0]], [["Ah"]], [[True]], []])
def test_cards_are_integers_in_rows(cards: Any) -> None:
    with pytest.raises(InputError, match=r"^cards is .*; it must hold integers of shape \[n, k\]"):
        masks_from_cards(cards)


# --- masks to scores and strengths ----------------------------------------------------------------


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("size", HAND_SIZES)
def test_strengths_are_those_of_the_naive_twin(size: int, check: bool) -> None:
    hands = sample(size, 200, seed=3)
    strengths = evaluate_many([mask_of(hand) for hand in hands], size, check=check)
    assert strengths.tolist() == [naive.strength(hand) for hand in hands]


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("size", HAND_SIZES)
def test_scores_order_hands_as_the_naive_twin_does(size: int, check: bool) -> None:
    hands = sample(size, 200, seed=4)
    scores = score_many([mask_of(hand) for hand in hands], size, check=check).tolist()
    worths = [naive.worth(hand) for hand in hands]
    pairs = sorted(zip(scores, worths, strict=True))
    assert len(set(pairs)) == len(set(scores)) == len(set(worths))
    assert [worth for _, worth in pairs] == sorted(worths)


@pytest.mark.parametrize("size", HAND_SIZES)
def test_one_hand_alone_is_worth_what_it_is_among_many(size: int) -> None:
    masks = sample_masks(size, 50, seed=5)
    assert evaluate_many(masks, size).tolist() == list(map(evaluate_mask, masks.tolist()))


def test_hands_have_seven_cards_unless_told_otherwise() -> None:
    masks = sample_masks(7, 20, seed=6)
    assert evaluate_many(masks).tolist() == evaluate_many(masks, cards=7).tolist()


@BOTH
@LAYOUTS
def test_masks_may_lie_in_memory_as_they_like(
    function: Callable[..., Any], laid_out: Callable[..., Any]
) -> None:
    masks = sample_masks(7, 20, seed=7)
    assert function(laid_out(masks)).tolist() == function(masks).tolist()


@BOTH
@pytest.mark.parametrize("dtype", ["i8", "u8", ">u8"])
def test_masks_may_come_as_other_integers(function: Callable[..., Any], dtype: str) -> None:
    masks = sample_masks(7, 20, seed=8)
    assert function(masks.astype(dtype)).tolist() == function(masks).tolist()


@BOTH
@pytest.mark.parametrize("nothing", [[], np.zeros(0, np.uint64)])
def test_no_hands_have_no_values(function: Callable[..., Any], nothing: Any) -> None:
    values = function(nothing)
    assert (values.size, values.dtype) == (0, result_type(function))


@BOTH
def test_values_go_where_they_are_told_to(function: Callable[..., Any]) -> None:
    masks = sample_masks(7, 20, seed=9)
    out = np.zeros(20, result_type(function))
    assert function(masks, out=out) is out
    assert out.tolist() == function(masks).tolist()


@BOTH
def test_out_must_fit(function: Callable[..., Any]) -> None:
    masks, dtype = sample_masks(7, 20, seed=9), result_type(function)
    not_writable = read_only(np.zeros(20, dtype))
    misfits = [np.zeros(19, dtype), np.zeros(20), np.zeros(40, dtype)[::2], not_writable, [0] * 20]
    for out in misfits:
        with pytest.raises(OptionError, match=r"^out must be a writable contiguous uint\d\d\[20\]"):
            function(masks, out=out)


# --- on an executor -------------------------------------------------------------------------------


@compiled_only
@BOTH
@pytest.mark.parametrize("count", [0, 1, CHUNK, 2 * CHUNK + 1])
def test_on_an_executor_the_values_are_the_same(function: Callable[..., Any], count: int) -> None:
    masks = np.resize(sample_masks(7, 1000, seed=10), count)
    out = np.zeros(count, result_type(function))
    with ThreadPoolExecutor(2) as executor:
        assert np.array_equal(function(masks, executor=executor), function(masks))
        assert function(masks, executor=executor, out=out) is out
    assert np.array_equal(out, function(masks))


@pytest.mark.exhaustive
@compiled_only
def test_processes_will_do() -> None:
    masks = sample_masks(6, 100, seed=11)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        for function in (score_many, evaluate_many):
            assert function(masks, 6, executor=executor).tolist() == function(masks, 6).tolist()


@compiled_only
@BOTH
def test_a_wrong_mask_is_named_with_its_row_in_all_chunks(function: Callable[..., Any]) -> None:
    masks = np.resize(sample_masks(7, 1000, seed=12), CHUNK + 10)
    masks[CHUNK + 5] = 0
    with (
        ThreadPoolExecutor(2) as executor,
        pytest.raises(
            CardCountError, match=rf"^masks\[{CHUNK + 5}\] is 0x0+, which is not 5, 6 or 7 "
        ),
    ):
        function(masks, executor=executor)


# --- what is wrong --------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("size", HAND_SIZES)
@pytest.mark.parametrize("wrong", [0, 0xF, 0xFF, 0x0F | 1 << 13, 0x1F | 1 << 47, 2**64 - 1])
def test_a_wrong_mask_is_named_with_its_row(
    function: Callable[..., Any], size: int, wrong: int
) -> None:
    for row in range(20):
        masks = sample_masks(size, 20, seed=13)
        masks[row] = wrong
        expected = rf"^masks\[{row}\] is {wrong:#018x}, which is not {size} cards of the deck; "
        with pytest.raises(CardCountError, match=expected):
            function(masks, size)


@BOTH
@pytest.mark.parametrize(("held", "said"), [(5, 6), (5, 7), (6, 5), (6, 7), (7, 5), (7, 6)])
def test_hands_of_another_size_are_refused(
    function: Callable[..., Any], held: int, said: int
) -> None:
    with pytest.raises(
        CardCountError, match=rf"^masks\[0\] .* not {said} cards of the deck; pass "
    ):
        function(sample_masks(held, 3, seed=14), said)


@BOTH
def test_unchecked_the_right_masks_beside_a_wrong_one_keep_their_values(
    function: Callable[..., Any],
) -> None:
    masks = sample_masks(7, 20, seed=15)
    expected = function(masks)
    masks[10] = 0
    values = function(masks, check=False)
    assert np.delete(values, 10).tolist() == np.delete(expected, 10).tolist()


@BOTH
@pytest.mark.parametrize("cards", [0, 4, 8, "7"])
def test_a_hand_has_five_to_seven_cards(function: Callable[..., Any], cards: Any) -> None:
    with pytest.raises(
        OptionError, match=f"^cards is {cards!r}; it must be 5, 6 or 7; or leave it out"
    ):
        function([0x1F], cards)


@BOTH
@pytest.mark.parametrize(
    ("masks", "error"),
    [
        (
            31,
            r"^hands is 31; it must be a list of rows: strings like 'AhKh', .* or masks "
            r"uint64\[n\]$",
        ),
        ([[31]], r"^row 0: the hand has 1 card \(9s\); it must have 5$"),
        ([[52]], r"^row 0: item 1 of hands: 52 is not a card: an index runs from 0"),
        ([31.0], r"^row 0: hands is of type float; pass a string like 'AhKh'"),
        (np.array([31.0]), r"^hands is float64\[1\]; it must be strings like 'AhKh', indices"),
        (["31"], r"^row 0: unknown card '31' in hands '31', at character 1: "),
        ([True], r"^row 0: hands is of type bool; "),
        ("AhKhQhJhTh", r"^hands is the single string 'AhKhQhJhTh'; it must be a list of rows: "),
        ([-1], r"^row 0: hands holds -0x1, which is not a mask of cards: "),
    ],
)
def test_what_is_no_hand_is_refused_with_what_to_pass(
    function: Callable[..., Any], masks: Any, error: str
) -> None:
    with pytest.raises(InputError, match=error):
        function(masks, 5)


@BOTH
def test_hands_are_texts_indices_or_masks_of_any_sizes(function: Callable[..., Any]) -> None:
    texts = ["AhKhQhJhTh", "As Ah Kd Kc 2s 2h 7d", "7c,5d,4h,3s,2c,2d"]
    masks = np.array([CardSet(text).mask for text in texts], np.uint64)
    each = [int(function(masks[row : row + 1])[0]) for row in range(3)]
    indices = np.full((3, 7), -1)
    for row, text in enumerate(texts):
        cards = [card.index for card in CardSet(text)]
        indices[row, : len(cards)] = cards
    for given in (texts, tuple(texts), np.array(texts), indices, indices.tolist(), masks):
        assert function(given).tolist() == each
    assert (
        function(list(map(CardSet, texts)), out=np.zeros(3, result_type(function))).tolist() == each
    )


# --- compiled once --------------------------------------------------------------------------------


def feed_everything() -> None:
    """Give the functions all kinds of input that they take."""
    layouts = (np.asarray, read_only, every_other, backwards, np.asfortranarray)
    for size, count, laid_out in product(HAND_SIZES, (0, 1, 2, 9, 40), layouts):
        hands = deal(size, count)
        masks = masks_from_cards(laid_out(hands.astype(np.int64)))
        masks_from_cards(laid_out(hands), out=np.zeros(count, np.uint64))
        evaluate_many(laid_out(hands))
        for dtype in (np.int64, np.uint64):
            score_many(laid_out(masks.astype(dtype)), size)
            evaluate_many(laid_out(masks.astype(dtype)), size, check=False)
    with ThreadPoolExecutor(1) as executor:
        score_many(masks, executor=executor)
        evaluate_many(masks, executor=executor)
    evaluate_mask(int(masks[0]))


def test_every_kernel_keeps_one_signature_after_all_kinds_of_input() -> None:
    script = """
from handsight.kernels.ranking import evaluation
from handsight.kernels.ranking import look_ups
from handsight.kernels.ranking import paths
from handsight.ranking.evaluation import one_hand
from tests.unit.ranking.test_arrays import feed_everything
one_hand.load_kernel()
for path in paths.PATHS.values():
    paths.path = lambda: path
    feed_everything()
kernels = {**vars(evaluation), **vars(look_ups)}.items()
kernels = [(name, kernel) for name, kernel in kernels if hasattr(kernel, "nopython_signatures")]
print({name: len(kernel.signatures) for name, kernel in kernels if kernel.signatures})
"""
    names = ("score_lanes", "strength_lanes", "strength_of_mask", "masks_of_words")
    names += ("look_lanes_up", "look_words_up")
    finished = run(script, HANDSIGHT_BUILT_KERNELS="0")
    assert finished.stderr == ""
    signatures = ast.literal_eval(finished.stdout)
    called = {name: signatures.pop(name) for name in names}
    assert called == dict.fromkeys(names, 1)
    # What is left are kernels that others call, and only if those were not in the cache.
    assert signatures.items() <= {
        ("place_words", 1),
        ("rows_and_columns", 1),
        ("look_rows_up", 2),  # by masks and by words
    }


@pytest.mark.parametrize("function", [evaluate_many, score_many])
@pytest.mark.parametrize(
    ("hands", "cards", "message"),
    [
        (
            ["AhKhQhJhTh", "AhKhQh7h"],
            None,
            r"^row 1: the hand has 4 cards \(.*\); it must have 5, 6 or 7$",
        ),
        (
            [CardSet("AhKh")],
            None,
            r"^row 0: the hand has 2 cards \(AhKh\); it must have 5, 6 or 7$",
        ),
        ([[1, 2, 3]], None, r"^row 0: the hand has 3 cards \(2s2h2d\); it must have 5, 6 or 7$"),
        (["AhKhQhJhTh"], 6, r"^row 0: the hand has 5 cards \(.*\); it must have 6$"),
        (
            np.array([7], np.uint64),
            None,
            r"^masks\[0\] is 0x0000000000000007, which is not 5, 6 or ",
        ),
    ],
)
def test_a_text_that_is_no_hand_is_named_by_its_cards(
    function: Callable[..., object], hands: Any, cards: int | None, message: str
) -> None:
    with pytest.raises(CardCountError, match=message):
        function(hands, cards)


# --- cards to strengths in one pass ---------------------------------------------------------------


@pytest.mark.parametrize("size", HAND_SIZES)
@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.uint16])
def test_an_array_of_cards_has_the_strengths_of_its_masks(size: int, dtype: type) -> None:
    for count in (0, 1, 9, 10, 40):
        hands = deal(size, count)
        expected = evaluate_many(masks_from_cards(hands), size).tolist()
        for cards in (None, size):
            assert evaluate_many(hands.astype(dtype), cards).tolist() == expected
        out = np.empty(count, np.uint16)
        assert evaluate_many(every_other(hands.astype(dtype)), out=out) is out
        assert out.tolist() == expected
        with ThreadPoolExecutor(1) as executor:
            assert evaluate_many(hands, executor=executor).tolist() == expected


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ([0, 1, 2, 3, 3], DuplicateCardError),
        ([0, 1, 2, 3, 52], UnknownCardError),
        ([0, 1, 2, 3, 64], UnknownCardError),
        ([0, 1, 2, 3, 200], UnknownCardError),
    ],
)
@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_an_array_of_cards_with_what_is_no_hand_names_the_row(
    row: list[int], error: type[Exception], dtype: type
) -> None:
    for hands in ([[4, 5, 6, 7, 8], row], [*deal(5, 20).tolist(), row, *deal(5, 20).tolist()]):
        with pytest.raises(error, match=f"row {hands.index(row)}"):
            evaluate_many(np.array(hands, dtype))


def test_an_array_of_cards_of_another_number_is_refused() -> None:
    with pytest.raises(CardCountError, match=r"row 0: the hand has 5 cards .* it must have 6"):
        evaluate_many(deal(5, 3), 6)
    with pytest.raises(OptionError, match="out must be"):
        evaluate_many(deal(5, 3), out=np.empty(2, np.uint16))
