"""Answers to questions from standard input or a file, with one question on each line.

Lines are read and answered in chunks, so that a pipe of any length takes little memory. A chunk of
hands to rank is read as bytes and ranked as an array; all pots of a chunk in which all hands are
known are counted in one call. The functions for single questions handle unusual lines and produce
all error messages.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

import click

from handsight.errors import InputError, OptionError
from handsight.views.report import json_line
from handsight.views.tables import csv_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.cli.options import LineOptions

READ_AT_ONCE = 1 << 21
"""The number of bytes in a chunk of hands to rank."""

LINES_AT_ONCE = 4096
"""The number of lines in a chunk of other questions."""

BOARD_BAR = "|"
"""The character that separates the hands on a line from the board."""

Row: TypeAlias = Mapping[str, Any]
"""An answer as JSON-compatible data."""

Answer: TypeAlias = Callable[[list[str]], Iterable[Row | InputError]]
"""A callable that returns answers to questions, in order, with an error for an invalid question."""


@dataclass(frozen=True, slots=True)
class LineCommand:
    """How a command answers lines of questions.

    Attributes:
        answer: callable that answers a list of questions.
        columns: columns of the CSV; each is a key of the answer, or keys of nested objects joined
            by dots.
    """

    answer: Answer
    columns: tuple[str, ...]


def answer_lines(command: LineCommand, lines: LineOptions) -> None:
    """Answer the questions on the lines, singly or in bulk, and print the answers in order.

    Args:
        command: how the command answers questions.
        lines: where to read the questions, and the format of the answers.

    Raises:
        InputError: for the first invalid line, with its number, unless errors are masked; or if the
            questions cannot be read.
    """
    writer = _Writer(command.columns, lines)
    with _opened(lines) as source:
        for chunk in _chunks(_numbered(source)):
            questions = [text for _, text in chunk]
            for (number, question), row in zip(chunk, command.answer(questions), strict=True):
                writer.add(number, question, row)
            writer.flush()
    writer.flush()


# --- reading --------------------------------------------------------------------------------------


def _opened(lines: LineOptions) -> AbstractContextManager[BinaryIO]:
    """Return the file of questions, or standard input, as a stream of bytes."""
    if lines.file is not None:
        try:
            return lines.file.open("rb")
        except OSError as error:
            raise OptionError(f"--file cannot read {str(lines.file)!r}: {error.strerror}") from None
    if sys.stdin is None:
        raise OptionError("there is no standard input to read; give --file")
    return nullcontext(sys.stdin.buffer)


def _numbered(source: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line that is not blank.

    The numbers start at 1, and count blank lines too. The text is stripped of whitespace.
    """
    for number, line in enumerate(source, start=1):
        text = line.decode(errors="replace").strip()
        if text:
            yield number, text


def _chunks(lines: Iterator[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    for _, group in groupby(enumerate(lines), lambda each: each[0] // LINES_AT_ONCE):
        yield [line for _, line in group]


def split_board(line: str, board: str) -> tuple[str, str]:
    """Split a line into its hands and the board after a bar; without a bar, use ``board``.

    Raises:
        InputError: if there are several bars.

    Example:
        >>> split_board("AhKh QsQd | Qh7h2c", ""), split_board("AhKh", "2c3c4c")
        (('AhKh QsQd', 'Qh7h2c'), ('AhKh', '2c3c4c'))
    """
    hands, bar, rest = line.partition(BOARD_BAR)
    if BOARD_BAR in rest:
        raise InputError(f"{line!r:.80} holds several bars; only one may come before the board")
    return hands.strip(), rest.strip() if bar else board


# --- writing --------------------------------------------------------------------------------------


class _Writer:
    """Prints answers as lines of JSON or CSV; stops at the first error unless errors are masked."""

    def __init__(self, columns: tuple[str, ...], lines: LineOptions) -> None:
        self._columns = columns
        self._lines = lines
        self._room = io.StringIO()
        if lines.as_csv:
            self._room.write(csv_text([header(columns, lines)]))

    def add(self, number: int, question: str, row: Row | InputError) -> None:
        """Add the answer to a question, or the error that the question caused."""
        if isinstance(row, InputError) and self._lines.errors == "raise":
            self.flush()
            raise type(row)(f"line {number}: {row}")
        if self._lines.as_csv:
            self._room.write(csv_text([self._cells(question, row)]))
            return
        shown = {"error": str(row)} if isinstance(row, InputError) else row
        self._room.write(json_line({"question": question, **shown}))

    def flush(self) -> None:
        """Print the answers added since the last flush."""
        click.echo(self._room.getvalue(), nl=False)
        self._room.seek(0)
        self._room.truncate()

    def _cells(self, question: str, row: Row | InputError) -> list[Any]:
        if isinstance(row, InputError):
            return [question, *[""] * len(self._columns), str(row)]
        cells = [question, *(_cell(row, column) for column in self._columns)]
        return [*cells, ""] if self._lines.errors == "mask" else cells


def header(columns: tuple[str, ...], lines: LineOptions) -> tuple[str, ...]:
    """Return the header row of the CSV, with a column for errors if they are masked."""
    last = ("error",) if lines.errors == "mask" else ()
    return ("question", *columns, *last)


def _cell(row: Row, column: str) -> Any:
    value: Any = row
    for key in column.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return value


# --- hands to rank --------------------------------------------------------------------------------


RANK_COLUMNS = ("strength", "category", "name")


def rank_lines(lines: LineOptions) -> None:
    """Rank hands of five to seven cards, one on each line.

    Raises:
        InputError: for the first line that is not a hand, with its number, unless errors are
            masked; or if the lines cannot be read.
    """
    ranker = _Ranker(lines)
    if lines.as_csv:
        click.echo(",".join(header(RANK_COLUMNS, lines)))
    done = 0
    with _opened(lines) as source:
        rest = b""
        while block := source.read(READ_AT_ONCE):
            whole, end, rest = (rest + block).rpartition(b"\n")
            done += ranker.rank(whole + end, done)
        if rest:
            ranker.rank(rest + b"\n", done)


class _Ranker:
    """Ranks chunks of lines, and computes the name of each strength only once."""

    def __init__(self, lines: LineOptions) -> None:
        self._lines = lines
        self._ends: list[str | None] = [None] * 7462

    def rank(self, text: bytes, done: int) -> int:
        """Rank the lines of a text that ends with a line feed, and print the results.

        Args:
            text: the lines.
            done: number of lines ranked before this text.

        Returns:
            The number of lines in the text.
        """
        import numpy as np

        from handsight.ranking import rank_many
        from handsight.ranking.rows import masks_of_text

        text = text.replace(b"\r\n", b"\n")
        masks, odd = masks_of_text(np.frombuffer(text, np.uint8), text.count(b"\n"))
        questions = text.decode(errors="replace").split("\n")[:-1]
        masks[odd] = 0
        ranks = rank_many(masks, errors="mask")
        self._name(ranks.strength, masks)
        plain = not any(each in text for each in (b'"', b"\\", b"\t", b"\r", b","))
        rows = (self._plain_rows if plain else self._quoted_rows)(questions, ranks.strength)
        wrong = np.flatnonzero(~ranks.valid).tolist()
        self._print(rows, questions, wrong, done)
        return len(questions)

    def _name(self, strengths: NDArray[np.int16], masks: NDArray[np.uint64]) -> None:
        """Compute and store the row endings of strengths that have not occurred before."""
        import numpy as np

        from handsight.cards import CardSet
        from handsight.ranking import evaluate

        found, places = np.unique(strengths, return_index=True)
        for strength, place in zip(found.tolist(), places.tolist(), strict=True):
            if strength >= 0 and self._ends[strength] is None:
                hand = evaluate(CardSet.from_mask(int(masks[place])))
                self._ends[strength] = self._end(hand.strength, hand.category, hand.name)

    def _end(self, *values: str | int) -> str:
        """Return the text that follows a question in its CSV row or JSON object."""
        if self._lines.as_csv:
            return "," + csv_text([[*values, ""] if self._lines.errors == "mask" else values])
        return f", {json_line(dict(zip(RANK_COLUMNS, values, strict=True)))[1:]}"

    def _plain_rows(self, questions: list[str], strengths: NDArray[np.int16]) -> list[str]:
        """Build the output rows for questions that need no quoting or escaping."""
        ends = map(self._ends.__getitem__, strengths.tolist())
        if self._lines.as_csv:
            return [f"{question}{end}" for question, end in zip(questions, ends, strict=True)]
        return [
            f'{{"question": "{question}"{end}'
            for question, end in zip(questions, ends, strict=True)
        ]

    def _quoted_rows(self, questions: list[str], strengths: NDArray[np.int16]) -> list[str]:
        ends = map(self._ends.__getitem__, strengths.tolist())
        if self._lines.as_csv:
            return [
                f"{csv_text([[text]])[:-1]}{end}" for text, end in zip(questions, ends, strict=True)
            ]
        return [
            f'{{"question": {json_line(text)[:-1]}{end}'
            for text, end in zip(questions, ends, strict=True)
        ]

    def _print(self, rows: list[str], questions: list[str], wrong: list[int], done: int) -> None:
        """Rank the questions that the fast path could not read, one by one, and print all rows."""
        for row in wrong:
            question = questions[row].strip()
            rows[row] = ""
            if not question:
                continue
            try:
                rows[row] = self._slow_row(question)
            except InputError as error:
                if self._lines.errors == "raise":
                    click.echo("".join(rows[:row]), nl=False)
                    raise type(error)(f"line {done + row + 1}: {error}") from None
                rows[row] = self._wrong_row(question, error)
        click.echo("".join(rows), nl=False)

    def _slow_row(self, question: str) -> str:
        from handsight.ranking import evaluate

        hand = evaluate(question)
        end = self._end(hand.strength, hand.category, hand.name)
        if self._lines.as_csv:
            return csv_text([[question]])[:-1] + end
        return f'{{"question": {json_line(question)[:-1]}{end}'

    def _wrong_row(self, question: str, error: InputError) -> str:
        if self._lines.as_csv:
            return csv_text([[question, *[""] * len(RANK_COLUMNS), str(error)]])
        return json_line({"question": question, "error": str(error)})


# --- pots -----------------------------------------------------------------------------------------


def equity_lines(lines: LineOptions, *, board: str, dead: str, method: str, **limits: Any) -> None:
    """Compute equities, one pot on each line: players separated by spaces, and a board after a bar.

    Args:
        lines: where to read the questions, and the format of the answers.
        board: board for lines without a board.
        dead: cards out of play.
        method: method of `handsight.odds.equity`.
        limits: further arguments of `handsight.odds.equity`, such as limits on sampling.
    """

    def answer(questions: list[str]) -> Iterable[Row | InputError]:
        return _equities(questions, board, dead, method, limits)

    columns = ("method", "total", "win", "tie", "equity", "equities")
    answer_lines(LineCommand(answer, columns), lines)


def _equities(
    questions: list[str], board: str, dead: str, method: str, limits: Mapping[str, Any]
) -> list[Row | InputError]:
    """Count the pots of known hands in bulk, and compute the other pots one by one.

    With the method ``monte_carlo``, no pot is counted in bulk.
    """
    rows: list[Row | InputError | None] = [None] * len(questions)
    pots: list[tuple[list[str], str]] = []
    by_players: dict[int, list[int]] = {}
    for place, question in enumerate(questions):
        try:
            hands, lying = split_board(question, board)
        except InputError as error:
            rows[place], hands, lying = error, "", ""
        pots.append((hands.split(), lying))
        if method != "monte_carlo":
            by_players.setdefault(len(pots[-1][0]), []).append(place)
    for players, places in by_players.items():
        if 2 <= players <= 10:
            _count_known(rows, [pots[place] for place in places], places, dead)
    for place, (words, lying) in enumerate(pots):
        if rows[place] is None:
            rows[place] = _one_pot(words, lying, dead, method, limits)
    return [row for row in rows if row is not None]


def _count_known(
    rows: list[Row | InputError | None],
    pots: list[tuple[list[str], str]],
    places: list[int],
    dead: str,
) -> None:
    """Count the pots in which every hand is known, and fill in the rows of these pots."""
    from handsight.odds.many import equity_many

    boards = [lying for _, lying in pots]
    result = equity_many([words for words, _ in pots], boards, dead, errors="mask")
    counted = (result.win, result.tie)  # -1 where symmetry gave the equity
    counts = ([[None if n < 0 else n for n in row] for row in each.tolist()] for each in counted)
    numbers = zip(
        result.equity.tolist(), *counts, result.total.tolist(), result.valid.tolist(), strict=True
    )
    for place, (words, lying), (equities, wins, ties, total, valid) in zip(
        places, pots, numbers, strict=True
    ):
        if valid:
            each = zip(words, equities, wins, ties, strict=True)
            rows[place] = _pot_row(lying, list(each), total, "exact")


def _pot_row(
    board: str, players: list[tuple[Any, ...]], total: Any, method: str, **sample: Any
) -> Row:
    names = ("hand", "equity", "win", "tie")
    return {
        "board": board,
        "players": [dict(zip(names, player, strict=True)) for player in players],
        **dict(zip(names[1:], players[0][1:], strict=True)),
        "equities": [player[1] for player in players],
        "total": total,
        "method": method,
        **sample,
    }


def _one_pot(
    words: list[str], board: str, dead: str, method: str, limits: Mapping[str, Any]
) -> Row | InputError:
    from handsight.odds.equity.equity import equity
    from handsight.views.odds.equity import equity_report
    from handsight.views.report import to_dict

    try:
        result = equity(words, board, dead, method, **limits)
    except InputError as error:
        return error
    report = to_dict(equity_report(result))
    shares = zip(words, report["players"], strict=True)
    each = [(word, *(share[key] for key in ("equity", "win", "tie"))) for word, share in shares]
    keys = ("stderr", "trials", "seed") if result.trials is not None else ()
    sample = {key: report[key] for key in keys}
    return _pot_row(board, each, report["total"], report["method"], **sample)


# --- hands and ranges, one by one -----------------------------------------------------------------


def explain_lines(
    lines: LineOptions, *, board: str, seed: int, samples: int | None, **spot: Any
) -> None:
    """Explain hands, one on each line.

    Args:
        lines: where to read the questions, and the format of the answers.
        board: board for lines without a board after a bar.
        seed: seed for everything that is sampled.
        samples: number of runouts to sample; None counts all of them.
        spot: further arguments of `Spot.hand`.
    """
    from handsight.odds.spot import Spot
    from handsight.views.cards.explanation import explain_spot
    from handsight.views.report import to_dict

    def explained(line: str) -> Row:
        hole, lying = split_board(line, board)
        question = Spot.hand(hole, lying, **spot)
        return to_dict(explain_spot(question, seed=seed, samples=samples))

    columns = (
        *("pocket_class", "evaluation.strength", "evaluation.name", "hand_strength.value"),
        *("potential.ppot", "potential.npot", "ehs", "p_win", "odds.equity"),
    )
    answer_lines(LineCommand(_one_by_one(explained), columns), lines)


def preflop_lines(lines: LineOptions) -> None:
    """Show the preflop values of hole cards, with a hand or class on each line."""
    from handsight.views.cards.preflop import preflop_report
    from handsight.views.report import to_dict

    columns = (
        *("pocket_class", "chen.original.points", "sklansky.book", "one_opponent.equity"),
        *("nine_opponents.win_frequency", "orders.equity.place", "orders.equity.top"),
    )
    answer = _one_by_one(lambda line: to_dict(preflop_report(line)))
    answer_lines(LineCommand(answer, columns), lines)


def range_lines(lines: LineOptions, without: str) -> None:
    """Show ranges, one on each line: their canonical text and size.

    Args:
        lines: where to read the ranges, and the format of the answers.
        without: cards that no hand of a range can contain.
    """
    from handsight.cards import CardSet, parse_cards
    from handsight.ranges import Range
    from handsight.views.cards.ranges import range_report
    from handsight.views.report import to_dict

    gone = CardSet.of(parse_cards(without, "--without"))
    columns = ("range", "combos", "total_weight", "percent")
    answer = _one_by_one(
        lambda line: to_dict(range_report(Range(line).without(gone), None, None, gone))
    )
    answer_lines(LineCommand(answer, columns), lines)


def _one_by_one(function: Callable[[str], Row]) -> Answer:
    """Return a callable that answers many questions with a function that answers one."""

    def answer(questions: list[str]) -> Iterator[Row | InputError]:
        for question in questions:
            try:
                row: Row | InputError = function(question)
            except InputError as error:
                row = error
            yield row

    return answer
