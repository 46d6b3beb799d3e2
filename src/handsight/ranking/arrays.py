"""Functions that convert many hands at once: cards to masks, and masks to scores or strengths."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsight.cards import CardSet, require_count
from handsight.errors import (
    CardCountError,
    DuplicateCardError,
    InputError,
    OptionError,
    UnknownCardError,
)
from handsight.ranking.rows import DECK_MASK, RowsLike, read_rows
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import is_whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy.typing import NDArray

CHUNK = 1 << 17
HAND_SIZES = range(5, 8)


def masks_from_cards(
    cards: ArrayLike, *, out: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """Convert hands to masks, uint64[n], in which bit 16 * suit + rank is set for each card.

    Args:
        cards: uint8[n, k] of card indices 0..51 = 4 * rank + suit, where k is 1 to 7. Other integer
            types are converted.
        out: a contiguous uint64[n] to fill and return; None to allocate a new array.

    Raises:
        InputError: if ``cards`` is not an array [n, k] of integers.
        UnknownCardError: if an entry is not a card; the message contains the row and the entry.
        DuplicateCardError: if a card appears twice in a row.
        CardCountError: if k is not 1 to 7.
        OptionError: if ``out`` is not a writable, contiguous uint64[n].

    Example:
        >>> masks_from_cards([[0, 51]]).tolist() == [1 | 1 << 60]
        True
    """
    from handsight.kernels.ranking.evaluation import MOST_CARDS, masks_of_words

    hands = _card_array(cards)
    count, size = hands.shape
    if not 1 <= size <= MOST_CARDS:
        raise CardCountError(f"hands of {size} cards; masks_from_cards accepts 1 to {MOST_CARDS}")
    masks = _checked_out(out, np.uint64, count)

    def fill(words: NDArray[np.uint64], part: NDArray[np.uint64]) -> int:
        return int(masks_of_words(words, size, part))

    if _fill_from_words(hands, masks, fill):
        _refuse_hands(hands)
    return masks


def score_many(
    masks: RowsLike,
    cards: int | None = None,
    *,
    check: bool = True,
    out: NDArray[np.uint32] | None = None,
    executor: Executor | None = None,
) -> NDArray[np.uint32]:
    """Compute scores of many hands: uint32[n], higher for better hands and equal for tied hands.

    The function makes one pass over memory and reads no tables. Use scores only to compare hands;
    `evaluate_many` computes strengths, 0..7461.

    Args:
        masks: masks, uint64[n] (see `masks_from_cards`); or strings or an array [n, k] of card
            indices, both of which take longer.
        cards: the number of cards in each hand, 5, 6 or 7; None for hands of any of these sizes.
        check: whether to raise an error if a mask does not hold that many cards of the deck.
            Without this check, such a mask gets a meaningless score.
        out: a contiguous uint32[n] to fill and return; None to allocate a new array.
        executor: an executor that scores the hands in chunks, or None to use this thread.

    Raises:
        CardCountError: if ``check`` is True and a hand does not have ``cards`` cards, or five to
            seven cards if ``cards`` is None; the message contains its row number.
        InputError: if a row cannot be read as cards; the message contains its row number.
        OptionError: if ``cards`` is not 5, 6, 7 or None, or ``out`` is not a writable, contiguous
            uint32[n].

    Source:
        The order of hands is that of CISTI-2013, section III; the bit arithmetic is our own.

    Example:
        >>> pair, flush = score_many(masks_from_cards([[0, 1, 8, 13, 22], [0, 4, 8, 12, 20]]), 5)
        >>> bool(pair < flush)
        True
    """
    return _evaluate_array(_score_chunk, np.uint32, masks, cards, check, out, executor)


def evaluate_many(
    masks: RowsLike,
    cards: int | None = None,
    *,
    check: bool = True,
    out: NDArray[np.uint16] | None = None,
    executor: Executor | None = None,
) -> NDArray[np.uint16]:
    """Compute the strengths of many hands: uint16[n], 0 (7-5-4-3-2) .. 7461 (royal flush).

    The arguments and errors are those of `score_many`, except that ``out`` is a uint16[n]. If you
    pass an array of card indices without padding, preferably uint8[n, k], the hands are evaluated
    in one pass, and their masks are not computed first.

    Source:
        CISTI-2013, section III: a rank function over 7,462 classes.

    Example:
        >>> evaluate_many(masks_from_cards([[50, 46, 42, 38, 34]]), cards=5).tolist()
        [7461]
        >>> evaluate_many(["AhKhQhJhTh", "As Ah Kd Kc 2s 2h 7d"]).tolist()
        [7461, 4989]
    """
    if (hands := _hands_of_one_size(masks, cards)) is not None:
        strengths = _checked_out(out, np.uint16, len(hands))
        if not _evaluate_hands(hands, strengths, executor):
            return strengths
    return _evaluate_array(_strength_chunk, np.uint16, masks, cards, check, out, executor)


Chunk = Callable[[int, NDArray[np.uint64], NDArray[Any] | None], tuple[NDArray[Any], int]]


FIVE_CARD_HANDS = comb(52, 5)
"""The number of five-card hands: 2,598,960."""


def every_five() -> NDArray[np.uint8]:
    """Return all five-card hands in lexicographic order: uint8[2598960, 5] of card indices."""
    hands = np.arange(52, dtype=np.uint8)[:, None]
    for _ in range(4):  # extend each hand with every card above its last card
        last = hands[:, -1].astype(np.int64)
        above = 51 - last
        rows = np.repeat(np.arange(len(hands)), above)
        first = np.cumsum(above) - above
        cards = np.arange(len(rows)) - first[rows] + last[rows] + 1
        hands = np.column_stack([hands[rows], cards.astype(np.uint8)])
    return hands


def _evaluate_array(
    evaluate_chunk: Chunk,
    dtype: type[np.unsignedinteger[Any]],
    masks: RowsLike,
    cards: int | None,
    check: bool,
    out: NDArray[Any] | None,
    executor: Executor | None,
) -> NDArray[Any]:
    if cards is not None and not is_whole(cards, HAND_SIZES):
        raise OptionError(
            f"cards is {cards!r}; it must be 5, 6 or 7; or leave it out to take the number of "
            "cards from the hands"
        )
    hands, are_masks = _mask_array(masks)
    out = _checked_out(out, dtype, len(hands))
    # The kernel checks whether all hands have as many cards as the first hand; usually they do.
    size = _size_of_first(hands) if cards is None else cards
    if executor is None:
        _, wrong = evaluate_chunk(size, hands, out)
    else:
        wrong = _evaluate_shared(partial(evaluate_chunk, size), hands, out, executor)
    if wrong and cards is None:
        if check:
            _refuse_masks(hands, None, are_masks)
        _evaluate_by_size(evaluate_chunk, hands, out)
    elif wrong and check:
        _refuse_masks(hands, cards, are_masks)
    return out


def _size_of_first(hands: NDArray[np.uint64]) -> int:
    size = int(hands[0]).bit_count() if len(hands) else HAND_SIZES[-1]
    return size if size in HAND_SIZES else HAND_SIZES[-1]


def _evaluate_by_size(evaluate_chunk: Chunk, hands: NDArray[np.uint64], out: NDArray[Any]) -> None:
    """Evaluate hands of different sizes, one size at a time, and write the results to ``out``.

    Args:
        evaluate_chunk: evaluates hands of one size.
        hands: uint64[n], the masks of the hands.
        out: an array [n], filled; unchanged for masks that do not have 5, 6 or 7 cards.
    """
    sizes = np.bitwise_count(hands)
    for size in HAND_SIZES:
        rows = np.flatnonzero(sizes == size)
        if len(rows):
            out[rows] = evaluate_chunk(size, hands[rows], None)[0]


def _evaluate_shared(
    chunk: Callable[[NDArray[Any]], tuple[NDArray[Any], int]],
    hands: NDArray[Any],
    out: NDArray[Any],
    executor: Executor,
) -> int:
    wrong = 0
    starts = range(0, len(hands), CHUNK)
    pieces = (hands[start : start + CHUNK] for start in starts)
    for start, (values, bad) in zip(starts, map_chunks(chunk, pieces, executor), strict=True):
        out[start : start + CHUNK] = values
        wrong |= bad
    return wrong


def _score_chunk(
    cards: int, hands: NDArray[np.uint64], out: NDArray[np.uint32] | None = None
) -> tuple[NDArray[np.uint32], int]:
    from handsight.kernels.ranking.evaluation import score_lanes

    scores = np.empty(len(hands), np.uint32) if out is None else out
    wrong = score_lanes(hands.view(np.uint16), *_sizes(cards), scores.view(np.uint16))
    return scores, int(wrong)


def _strength_chunk(
    cards: int, hands: NDArray[np.uint64], out: NDArray[np.uint16] | None = None
) -> tuple[NDArray[np.uint16], int]:
    from handsight.kernels.ranking.paths import path

    strengths = np.empty(len(hands), np.uint16) if out is None else out
    return strengths, path().of_masks(hands, cards, strengths)


def _hands_of_one_size(hands: RowsLike, cards: int | None) -> NDArray[np.uint8] | None:
    """Return hands that are card indices without padding as uint8[n, k]; None for other hands.

    Return None as well if k is not ``cards``, unless that is None.
    """
    if not isinstance(hands, np.ndarray) or hands.ndim != 2 or hands.dtype.kind not in "iu":
        return None
    if hands.shape[1] not in HAND_SIZES or cards not in (None, hands.shape[1]):
        return None
    if hands.dtype != np.uint8:
        if hands.size and not 0 <= hands.min() <= hands.max() < 52:
            return None
        hands = hands.astype(np.uint8)
    return _plain(hands)


def _evaluate_hands(
    hands: NDArray[np.uint8], strengths: NDArray[np.uint16], executor: Executor | None
) -> int:
    """Fill ``strengths`` for hands, uint8[n, k], and return nonzero if any row is not a hand."""
    if executor is None:
        return _hands_chunk(hands, strengths)[1]
    return _evaluate_shared(_hands_chunk, hands, strengths, executor)


def _hands_chunk(
    hands: NDArray[np.uint8], out: NDArray[np.uint16] | None = None
) -> tuple[NDArray[np.uint16], int]:
    from handsight.kernels.ranking.paths import path

    size = hands.shape[1]
    strengths = np.empty(len(hands), np.uint16) if out is None else out

    def fill(words: NDArray[np.uint64], part: NDArray[np.uint16]) -> int:
        return path().of_words(words, size, part)

    return strengths, _fill_from_words(hands, strengths, fill)


def _sizes(cards: int) -> tuple[np.uint16, np.uint16, np.uint16]:
    """Return a hand's number of cards, then 1 or 0 for a sixth card and 1 or 0 for a seventh."""
    return np.uint16(cards), np.uint16(cards > 5), np.uint16(cards > 6)


def _fill_from_words(
    hands: NDArray[np.uint8],
    values: NDArray[Any],
    fill: Callable[[NDArray[np.uint64], NDArray[Any]], int],
) -> int:
    """Read each hand as one 8-byte word, and fill ``values`` from these words.

    The last hands are read from a padded copy, because their words extend beyond the array. Every
    array that is passed to ``fill`` holds at least two words: an array of one word would have
    another type, for which the kernel would be compiled again.

    Args:
        hands: uint8[n, k] of card indices.
        values: an array of n values to fill.
        fill: fills an array of values from an array of words, and returns nonzero if a word is not
            a hand.

    Returns:
        Zero if every row is a hand.
    """
    count, size = hands.shape
    inside = count - 8 if count >= 10 else 0
    tail = np.tile(np.arange(size, dtype=np.uint8), (24, 1))
    tail[: count - inside] = hands[inside:]
    tail_values = np.empty(16, values.dtype)
    wrong = fill(_words(tail, 16), tail_values)
    values[inside:] = tail_values[: count - inside]
    if inside:
        wrong |= fill(_words(hands, inside), values[:inside])
    return wrong


def _words(hands: NDArray[np.uint8], count: int) -> NDArray[np.uint64]:
    """Return a view, uint64[count]: each word is a hand and the bytes that follow it in memory."""
    return np.ndarray((count,), np.uint64, hands.data, strides=(hands.shape[1],))


def _as_array(values: ArrayLike, what: str) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError as error:
        raise InputError(f"{what} is not an array: {error}") from None


def _card_array(cards: ArrayLike) -> NDArray[np.uint8]:
    hands = _as_array(cards, "cards")
    if hands.ndim != 2 or hands.dtype.kind not in "iu":
        raise InputError(
            f"cards is {hands.dtype}[{', '.join(map(str, hands.shape))}]; it must hold integers "
            "of shape [n, k], one row for each hand"
        )
    if hands.dtype != np.uint8:
        if hands.size and not 0 <= hands.min() <= hands.max() < 52:
            _refuse_hands(hands)
        hands = hands.astype(np.uint8)
    return _plain(hands)


def _mask_array(hands: RowsLike) -> tuple[NDArray[np.uint64], bool]:
    """Return hands as masks, and whether ``hands`` already was an array of masks.

    The function does not check an array of masks, because the kernel checks it.
    """
    if not isinstance(hands, np.ndarray) or hands.ndim != 1 or hands.dtype.kind not in "iu":
        read = read_rows(hands, "hands")
        for row, problem in read.problems.items():
            raise type(problem)(f"row {row}: {problem}")
        return read.masks, False
    return _plain(hands.astype(np.uint64, copy=False)), True


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """Return a contiguous, writable array, because kernels are compiled for no other arrays."""
    contiguous = np.ascontiguousarray(array)
    return contiguous if contiguous.flags.writeable else contiguous.copy()


def _checked_out(
    out: NDArray[Any] | None, dtype: type[np.unsignedinteger[Any]], count: int
) -> NDArray[Any]:
    if out is None:
        return np.empty(count, dtype)
    fits = getattr(out, "dtype", None) == dtype and out.shape == (count,)
    if not (fits and out.flags.c_contiguous and out.flags.writeable):
        raise OptionError(f"out must be a writable contiguous {np.dtype(dtype)}[{count}]")
    return out


def _refuse_hands(hands: NDArray[Any]) -> None:
    for row, hand in enumerate(hands.tolist()):
        for card in hand:
            if not 0 <= card < 52:
                raise UnknownCardError(f"row {row} holds {card}; a card is 0 (2c) to 51 (As)")
        if len(set(hand)) != len(hand):
            raise DuplicateCardError(f"row {row} is {hand}: a card appears twice in it")


def _refuse_masks(hands: NDArray[np.uint64], cards: int | None, are_masks: bool) -> None:
    """Raise `CardCountError` for the first mask that is not a hand of an allowed size, if any.

    Args:
        hands: uint64[n], masks.
        cards: the allowed number of cards in a hand; None allows 5, 6 and 7.
        are_masks: whether the user passed masks; if not, the error message shows the cards.
    """
    sizes = np.bitwise_count(hands)
    fits = np.isin(sizes, HAND_SIZES) if cards is None else sizes == cards
    wrong = np.flatnonzero(~fits | (hands & ~DECK_MASK != 0))
    if not len(wrong):
        return
    row = int(wrong[0])
    if not are_masks:
        sizes_taken = tuple(HAND_SIZES) if cards is None else (cards,)
        require_count(CardSet.from_mask(int(hands[row])), f"row {row}: the hand", sizes_taken)
    wanted = "5, 6 or 7" if cards is None else cards
    raise CardCountError(
        f"masks[{row}] is {int(hands[row]):#018x}, which is not {wanted} cards of the deck; pass "
        "masks from masks_from_cards, strings like 'AhKhQhJhTh' or indices [n, k], and leave out "
        "cards unless all hands must have that many"
    )
