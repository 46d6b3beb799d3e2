"""The implementation of `handsight explain` for a played hand: opponents' ranges and our odds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handsight.errors import OptionError

if TYPE_CHECKING:
    from handsight.game import Hand
    from handsight.opponents.model import OpponentModel
    from handsight.views.range_update.hand import HandSoFar


def explain_ranges(
    hole: str,
    board: str,
    seed: int,
    as_json: bool,
    *,
    history: str | None,
    recorded: Path | None,
    at: int | None,
    hand: int | None,
    reveal: bool,
    us: str | None,
    players: int | None,
    stacks: str | None,
    blinds: tuple[int, int] | None,
    opponent_model: Path | None,
    svg: Path | None,
    verbose: bool,
) -> None:
    """Show what opponents can hold after the actions of a hand, and our odds.

    Args:
        hole: our hole cards; empty if the record has them.
        board: cards of the board; empty before the flop, and for a recorded hand.
        seed: seed of everything that is sampled.
        as_json: whether to print JSON.
        history: the actions in words; None for a recorded hand.
        recorded: file of the recorded hand; None for a hand in words.
        at: number of actions of a recorded hand after which to stop. None stops before the hero's
            fold if `us` is None too; otherwise before a last action that leaves only one player, or
            else after all actions.
        hand: number of the hand in the file, from 1; None for the first hand.
        reveal: whether to show what the opponents of a recorded hand really held.
        us: seat or name of our player, like p2. None for the hero of the record; without a hero,
            for the player to act, or else for the remaining player who acted last.
        players: number of players of a hand in words; None for one for each of several stacks, or
            else for as few as the words allow.
        stacks: stacks of a hand in words, for all or for each player; None for 100 big blinds.
        blinds: small and big blind of a hand in words; None for 50 and 100.
        opponent_model: file of a fitted model; None for a model without data.
        svg: file for a picture of the ranges; None for no picture.
        verbose: whether to show how many bits of information each action gave.
    """
    from handsight.runtime.seeds import checked_seed
    from handsight.views.range_update.report import describe, range_update_report

    checked_seed(seed)
    so_far = (
        _in_words(hole, board, history or "", players, us, stacks, blinds)
        if recorded is None
        else _recorded(hole, board, recorded, hand, at, us)
    )
    opponents = _model(opponent_model)
    described = describe(opponents, "" if opponent_model is None else str(opponent_model))
    report = range_update_report(so_far, opponents, described=described, seed=seed, reveal=reveal)
    if svg is not None:
        from handsight.cli.terminal import write_picture
        from handsight.views.range_update.svg import range_update_svg

        write_picture(svg, range_update_svg(report))
    if as_json:
        from handsight.views.report import to_json

        click.echo(to_json(report))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.views.range_update.text import range_update_text

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(range_update_text(report, notes, drawn_suits=has_terminal(), verbose=verbose))


def _in_words(
    hole: str,
    board: str,
    history: str,
    players: int | None,
    us: str | None,
    stacks: str | None,
    blinds: tuple[int, int] | None,
) -> HandSoFar:
    from handsight.views.range_update.words import hand_in_words

    small, big = blinds or (50, 100)
    return hand_in_words(
        hole,
        board,
        history,
        players=players,
        us=us,
        stacks=_stacks(stacks),
        small_blind=small,
        big_blind=big,
    )


def _recorded(
    hole: str, board: str, path: Path, number: int | None, at: int | None, us: str | None
) -> HandSoFar:
    from handsight.views.range_update.hand import hand_of_history

    if board:
        raise OptionError("--board cannot be used with --recorded; the record holds the board")
    return hand_of_history(_chosen(path, number), at, us, hole)


def _chosen(path: Path, hand: int | None) -> Hand:
    """Return the hand with a number, from 1, at a path; the first hand if the number is None.

    Args:
        path: file, archive or folder with the hands.
        hand: the number of the hand.

    Raises:
        OptionError: if the number is below 1, or there are fewer hands.
        HistoryError: if the hand cannot be read.
    """
    from handsight.cli.progress import until_found
    from handsight.errors import HistoryError
    from handsight.formats import read_hands
    from handsight.game import Hand

    wanted = 1 if hand is None else hand
    if wanted < 1:
        raise OptionError(f"--hand is {wanted}; the hands of a file are numbered from 1")
    for number, record in enumerate(until_found(read_hands(path), path), start=1):
        if number == wanted:
            if isinstance(record, Hand):
                return record
            raise HistoryError(record.reason, record.file, record.line)
    raise OptionError(f"--hand is {wanted}; there are fewer hands in {str(path)!r}")


def _model(path: Path | None) -> OpponentModel:
    from handsight.opponents.model import OpponentModel

    if path is None:
        return OpponentModel()
    try:
        return OpponentModel.load(path)
    except OSError as error:
        raise OptionError(f"--opponent-model cannot read {str(path)!r}: {error.strerror}") from None


def _stacks(text: str | None) -> list[int]:
    words = [] if text is None else re.split(r"[\s,/]+", text.strip())
    if not all(re.fullmatch(r"\d{1,12}", word, re.ASCII) for word in words):
        raise OptionError(
            f"--stacks is {text!r}; it must be chips like 10000, or one stack for "
            "each player like '900 500'"
        )
    return [int(word) for word in words]
