"""Functions that read rows of cards (strings, a pandas Series, card indices or masks) as masks.

If a row cannot be read, the error message contains the row's number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from handsight.cards import Card, CardSet, CardsLike, parse_cards
from handsight.cards.card import DECK_SIZE, RANKS, SUITS
from handsight.errors import InputError, OptionError, UnknownCardError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

RowsLike: TypeAlias = "ArrayLike | Iterable[CardsLike]"
"""The types that functions accept as sets of cards, one set per row.

The rows can be a list of strings, card sets or lists of card indices; a Series of strings or masks;
an integer array [n, k] of card indices 0..51, padded with -1 if a row has fewer than k cards; or an
array uint64[n] of masks.
"""

DECK_MASK = np.uint64(0x1FFF1FFF1FFF1FFF)
ON_ERROR = ("raise", "mask")
HAND = 2
NO_CARD = -1
"""The number that pads a row of card indices if other rows have more cards."""

_ACCEPTED = "strings like 'AhKh', indices of cards [n, k], or masks uint64[n]"


@dataclass(frozen=True, slots=True)
class CardRows:
    """Sets of cards as masks, with an error for each row that could not be read.

    Attributes:
        masks: uint64[n], or uint64[n, k] for k sets per row; the mask of a set that could not be
            read is 0.
        problems: {row number: the error that explains why the row could not be read}.
        no_hands: {(row number, player number): (an entry that could not be read as cards or has
            more than two, the error if it could not be read, else None)}. Only `read_players` fills
            this mapping, because the entry of a player can be a range.
    """

    masks: NDArray[np.uint64]
    problems: dict[int, InputError] = field(default_factory=dict)
    no_hands: dict[tuple[int, int], tuple[Any, InputError | None]] = field(default_factory=dict)


def read_rows(rows: RowsLike, where: str) -> CardRows:
    """Read one set of cards per row; a set can have any number of cards.

    Args:
        rows: the sets, in one of the forms of `RowsLike`.
        where: what the rows are, such as ``"boards"``, for error messages.

    Raises:
        InputError: if ``rows`` has none of these forms. A row that cannot be read raises no error;
            the attribute ``problems`` of the result holds its error.

    Example:
        >>> read_rows(["AhKh", "10♠ 9s"], "hands").masks.tolist() == [
        ...     CardSet("AhKh").mask, CardSet("Ts9s").mask]
        True
        >>> read_rows([[0, 51, -1]], "hands").masks.tolist() == [CardSet("2cAs").mask]
        True
    """
    values = _plain(rows, where)
    if isinstance(values, list):
        return _read_list(values, where)
    if values.dtype.kind in "OUST" and values.ndim == 1:
        return _read_list(values.tolist(), where)
    if values.dtype.kind in "iu" and values.ndim == 1:
        return _read_masks(values, where)
    if values.dtype.kind in "iu" and values.ndim == 2:
        return _read_indices(values, where)
    if not values.size and values.ndim == 1:
        return CardRows(np.empty(0, np.uint64))
    raise InputError(f"{where} is {_shape_of(values)}; it must be {_ACCEPTED}")


def read_for_all(rows: RowsLike, where: str, count: int) -> CardRows:
    """Read one set of cards for each of ``count`` rows, or a single set that all rows share.

    Args:
        rows: the sets, in one of the forms of `RowsLike`, or a single string, card or `CardSet`.
        where: what the cards are, such as ``"boards"``, for error messages.
        count: the number of rows.

    Raises:
        InputError: if the number of sets is not ``count``, the shared set cannot be read, or
            ``rows`` has none of these forms.

    Example:
        >>> read_for_all("Qh7h2c", "boards", 2).masks.shape
        (2,)
    """
    if isinstance(rows, str | Card | CardSet):
        mask = CardSet.of(parse_cards(rows, where)).mask
        return CardRows(np.full(count, mask, np.uint64))
    read = read_rows(rows, where)
    if len(read.masks) != count:
        raise InputError(
            f"{where} has {len(read.masks)} rows but there are {count} questions; pass one row "
            "for each, or a single string for all"
        )
    return read


def read_players(players: RowsLike | Iterable[Sequence[Any]]) -> CardRows:
    """Read rows that hold one hand for each of k players.

    An entry that cannot be read as cards, or has more than two cards, can be a range, so the result
    keeps it in ``no_hands``. Entries of integer arrays are not kept.

    Args:
        players: a list of rows of k strings each; a data frame or an array [n, k] of strings; an
            array uint64[n, k] of masks; or an array [n, k, 2] of card indices.

    Raises:
        InputError: if the rows hold different numbers of hands, or ``players`` has none of these
            forms.

    Example:
        >>> read_players([["AhKh", "QsQd"], ["2c2d", "AsKs"]]).masks.shape
        (2, 2)
    """
    values = _plain(players, "players")
    if isinstance(values, np.ndarray):
        if values.dtype.kind in "iu" and values.ndim == 2:
            return _shaped(_read_masks(values.ravel(), "players"), values.shape[1])
        if values.dtype.kind in "iu" and values.ndim == 3:
            hands = values.reshape(-1, values.shape[2])
            return _shaped(_read_indices(hands, "players"), values.shape[1])
        if values.dtype.kind not in "OUST" or values.ndim != 2:
            raise InputError(f"players is {_shape_of(values)}; it must be rows of {_ACCEPTED}")
        listed = values.ravel().tolist()
        return _shaped(_read_list(listed, "players"), values.shape[1], listed)
    for row, hands in enumerate(values):
        if isinstance(hands, str | Card | CardSet) or not isinstance(hands, Sequence | np.ndarray):
            raise InputError(
                f"row {row} of players is {hands!r:.60}; it must be a list of hands, like "
                "['AhKh', 'QsQd']"
            )
        if len(hands) != len(values[0]):
            raise InputError(
                f"row {row} of players has {len(hands)} hands, and row 0 has {len(values[0])}; "
                "ask about each number of players by itself"
            )
    if not values:
        return CardRows(np.empty((0, 2), np.uint64))
    listed = list(chain.from_iterable(values))
    return _shaped(_read_list(listed, "players"), len(values[0]), listed)


def check_errors(errors: str) -> None:
    """Check that the option ``errors`` is ``"raise"`` or ``"mask"``.

    Raises:
        OptionError: if the option is neither.
    """
    if errors not in ON_ERROR:
        raise OptionError(f"errors is {errors!r}; it must be one of {', '.join(ON_ERROR)}")


def valid_rows(
    wrong: NDArray[np.bool_],
    parts: Iterable[CardRows],
    errors: str,
    refuse: Callable[[int], object],
) -> NDArray[np.bool_]:
    """Return whether each row is valid: bool[n].

    Args:
        wrong: bool[n], whether each row has a fault that appears only when its parts are combined,
            such as a card that is both in the hand and on the board.
        parts: the columns that were read, such as hands and boards, with their problems.
        errors: ``"raise"`` to raise the error of the first invalid row, or ``"mask"`` to raise no
            error.
        refuse: a function that takes the number of a row that is marked in ``wrong``, and raises
            the error of this row.

    Raises:
        InputError: for the first invalid row, if ``errors`` is ``"raise"``.
        OptionError: if ``errors`` is neither ``"raise"`` nor ``"mask"``.
    """
    check_errors(errors)
    valid = ~wrong
    problems: dict[int, InputError] = {}
    for part in parts:
        problems = part.problems | problems
    valid[list(problems)] = False
    if errors == "raise" and not valid.all():
        row = int(np.argmin(valid))
        try:
            if row in problems:
                raise problems[row]
            refuse(row)
        except InputError as error:
            raise type(error)(f"row {row}: {error}") from None
    return valid


# --- forms of rows --------------------------------------------------------------------------------


def _plain(rows: object, where: str) -> list[Any] | NDArray[Any]:
    """Return rows as a list or an array; data frames and Series become arrays."""
    if isinstance(rows, np.ndarray):
        return rows
    if hasattr(rows, "to_numpy"):
        return np.asarray(rows.to_numpy())
    if isinstance(rows, str | Card | CardSet) or not isinstance(rows, Iterable):
        given = f"the single string {rows!r:.60}" if isinstance(rows, str) else f"{rows!r:.60}"
        raise InputError(f"{where} is {given}; it must be a list of rows: {_ACCEPTED}")
    return list(rows)


def _shape_of(values: NDArray[Any]) -> str:
    return f"{values.dtype}[{', '.join(map(str, values.shape))}]"


def _shaped(read: CardRows, hands: int, listed: list[Any] | None = None) -> CardRows:
    """Group a flat list of hands into rows of ``hands`` hands each.

    If several hands of a row could not be read, the row's problem is that of the first such hand.

    Args:
        read: the hands as they were read, n * ``hands`` of them.
        hands: the number of hands in a row.
        listed: the entries that were read, to keep those that are not hands; None keeps no entries.
    """
    problems: dict[int, InputError] = {}
    for at in sorted(read.problems):
        problems.setdefault(at // hands, read.problems[at])
    no_hands = {}
    if listed is not None:
        # A string of two hands, like 'AhKh, QsQd', can be read as cards but can also be a range.
        odd = {*read.problems, *np.flatnonzero(np.bitwise_count(read.masks) > HAND).tolist()}
        no_hands = {divmod(at, hands): (listed[at], read.problems.get(at)) for at in sorted(odd)}
    return CardRows(read.masks.reshape(-1, hands), problems, no_hands)


def _read_list(values: list[Any], where: str) -> CardRows:
    kinds = set(map(type, values))
    if kinds <= {str}:
        return _read_texts(values, where)
    if kinds == {CardSet}:
        return CardRows(np.array([cards.mask for cards in values], np.uint64))
    if all(issubclass(kind, int | np.integer) and kind is not bool for kind in kinds):
        return _read_masks(np.array(values, object), where)
    if kinds <= {list, tuple}:
        table = _index_table(values)
        if table is not None:
            return _read_indices(table, where)
    masks = np.zeros(len(values), np.uint64)
    problems: dict[int, InputError] = {}
    if str in kinds:
        texts = _read_texts([each if isinstance(each, str) else "" for each in values], where)
        masks, problems = texts.masks, texts.problems
    for row, cards in enumerate(values):
        if not isinstance(cards, str):
            _read_one(cards, row, where, masks, problems)
    return CardRows(masks, problems)


def _index_table(values: list[Any]) -> NDArray[Any] | None:
    """Return lists of card indices as an integer array [n, k], or None if that is impossible."""
    try:
        table = np.array(values)
    except ValueError:  # rows of different lengths
        return None
    return table if table.ndim == 2 and table.dtype.kind in "iu" else None


def _read_one(
    cards: Any,
    row: int,
    where: str,
    masks: NDArray[np.uint64],
    problems: dict[int, InputError],
) -> None:
    """Read one row in any notation; store its mask in ``masks`` or its error in ``problems``."""
    try:
        masks[row] = CardSet.of(parse_cards(cards, where)).mask
    except InputError as error:
        problems[row] = error


# --- texts ----------------------------------------------------------------------------------------


def _read_texts(texts: list[str], where: str) -> CardRows:
    joined = "\n".join(texts)
    if joined.count("\n") != max(len(texts) - 1, 0):  # a line feed inside a text
        joined = "\n".join(" ".join(text.split()) for text in texts)
    text = np.frombuffer((joined + "\n").encode(errors="replace"), np.uint8)
    masks, odd = masks_of_text(text, len(texts))
    problems: dict[int, InputError] = {}
    first: dict[str, int] = {}  # a column often repeats the same string, such as a range
    for row in np.flatnonzero(odd).tolist():
        masks[row] = 0
        same = first.setdefault(texts[row], row)
        if same == row:
            _read_one(texts[row], row, where, masks, problems)
            continue
        masks[row] = masks[same]
        if same in problems:
            problems[row] = problems[same]
    return CardRows(masks, problems)


def masks_of_text(
    text: NDArray[np.uint8], lines: int
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    r"""Read lines of cards from bytes, and mark lines in unusual notations without reading them.

    Args:
        text: uint8[m], the bytes of the lines; each line ends with a line feed.
        lines: the number of lines.

    Returns:
        The masks of the lines, uint64[lines], and whether the caller has to read each line
        separately, bool[lines]. The mask of such a line is meaningless.

    Example:
        >>> masks, odd = masks_of_text(np.frombuffer(b"AhKh\nA?\n", np.uint8), 2)
        >>> masks.tolist() == [CardSet("AhKh").mask, 0], odd.tolist()
        (True, [False, True])
    """
    from handsight.kernels.ranking.card_lines import masks_of_lines

    masks, odd = np.zeros(lines, np.uint64), np.zeros(lines, np.bool_)
    if lines:
        masks_of_lines(np.require(text, np.uint8, ["C", "A", "W"]), _symbols(), masks, odd)
    return masks, odd


@cache
def _symbols() -> NDArray[np.uint8]:
    """Return uint8[256], the code that `handsight.kernels.ranking.card_lines` has for each byte."""
    from handsight.kernels.ranking import card_lines as kinds

    symbols = np.full(256, kinds.ODD, np.uint8)
    for rank, letter in enumerate(RANKS):
        symbols[[ord(letter), ord(letter.lower())]] = rank
    for suit, letter in enumerate(SUITS):
        symbols[[ord(letter), ord(letter.upper())]] = kinds.SUIT + suit
    for gap in " \t\r,;":
        symbols[ord(gap)] = kinds.GAP
    symbols[ord("\n")] = kinds.LINE_END
    symbols[ord("1")], symbols[ord("0")] = kinds.ONE_OF_TEN, kinds.ZERO_OF_TEN
    return symbols


# --- numbers --------------------------------------------------------------------------------------


def _read_masks(values: NDArray[Any], where: str) -> CardRows:
    """Read masks and record an error for each invalid one.

    Args:
        values: integers[n]; an array of objects can hold Python integers of any size.
        where: what the rows are, for error messages.
    """
    if values.dtype.kind == "O":
        fits = np.array([0 <= value <= int(DECK_MASK) for value in values], np.bool_)
        masks = np.array(
            [int(value) if fit else 0 for value, fit in zip(values, fits, strict=True)]
        )
        masks = masks.astype(np.uint64)
    else:
        fits = np.asarray(values >= 0)
        masks = values.astype(np.uint64)
    fits &= masks & ~DECK_MASK == 0
    problems: dict[int, InputError] = {
        row: UnknownCardError(
            f"{where} holds {int(values[row]):#x}, which is not a mask of cards: bit 16 * suit + "
            "rank for each card"
        )
        for row in np.flatnonzero(~fits).tolist()
    }
    return CardRows(np.where(fits, masks, np.uint64(0)), problems)


def _read_indices(values: NDArray[Any], where: str) -> CardRows:
    there = values != NO_CARD
    fits = there & (values >= 0) & (values < DECK_SIZE)
    cards = np.where(fits, values, 0).astype(np.uint64)
    bits = np.uint64(1) << (np.uint64(16) * (cards & np.uint64(3)) + (cards >> np.uint64(2)))
    masks = np.bitwise_or.reduce(np.where(fits, bits, np.uint64(0)), axis=1)
    wrong = (fits != there).any(axis=1) | (np.bitwise_count(masks) != fits.sum(axis=1))
    problems: dict[int, InputError] = {}
    for row in np.flatnonzero(wrong).tolist():
        masks[row] = 0
        _read_one(values[row][there[row]].tolist(), row, where, masks, problems)
    return CardRows(masks.astype(np.uint64), problems)
