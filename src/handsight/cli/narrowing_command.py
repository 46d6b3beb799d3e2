"""What `handsight explain` does with a hand that is told: rivals' ranges, and odds against them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from handsight.errors import OptionError

if TYPE_CHECKING:
    from handsight.game import Hand
    from handsight.opponents.model import OpponentModel
    from handsight.reports.narrowing_hand import HandSoFar


def explain_narrowing(
    hole: str, board: str, seed: int, as_json: bool, told: dict[str, Any]
) -> None:
    """Show what rivals may hold after a hand that is told, and our odds.

    Args:
        hole: our cards; empty where a record tells them.
        board: the cards of the board; empty where a record tells them.
        seed: of odds that are sampled.
        as_json: whether to print one JSON object.
        told: the options of `handsight.cli.options`.
    """
    from handsight.reports.narrowing import describe, narrow
    from handsight.runtime.seeds import checked_seed

    checked_seed(seed)
    hand = _recorded(hole, board, told) if told["phh"] else _in_words(hole, board, told)
    model = _model(told["model"])
    described = describe(model, "" if told["model"] is None else str(told["model"]))
    found = narrow(hand, model, described=described, seed=seed, reveal=bool(told["reveal"]))
    svg = told["svg"]
    if svg is not None:
        from handsight.cli.pictures import write_picture
        from handsight.reports.narrowing_svg import narrowing_svg

        write_picture(svg, narrowing_svg(found))
    if as_json:
        from handsight.reports.narrowing_json import narrowing_fields

        click.echo(json.dumps(narrowing_fields(found), indent=2))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.reports.narrowing_text import narrowing_text

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(narrowing_text(found, notes, drawn_suits=has_terminal()))


def _in_words(hole: str, board: str, told: dict[str, Any]) -> HandSoFar:
    from handsight.reports.narrowing_words import hand_in_words

    small, big = told["blinds"] or (50, 100)
    return hand_in_words(
        hole,
        board,
        told["history"],
        players=told["players"],
        us=told["us"],
        stacks=_stacks(told["stacks"]),
        small_blind=small,
        big_blind=big,
    )


def _recorded(hole: str, board: str, told: dict[str, Any]) -> HandSoFar:
    from handsight.reports.narrowing_hand import hand_of_history

    if board:
        raise OptionError("--board does not go with --phh; the record tells the board")
    history = _chosen(told["phh"], told["hand"])
    return hand_of_history(history, told["at"], told["us"], hole)


def _chosen(path: Path, hand: int | None) -> Hand:
    """Read one hand of a file, an archive or a folder."""
    from handsight.errors import HistoryError
    from handsight.formats import read_hands
    from handsight.game import Hand

    wanted = 1 if hand is None else hand
    if wanted < 1:
        raise OptionError(f"--hand is {wanted}; the hands of a file are counted from 1")
    for number, found in enumerate(read_hands(path), start=1):
        if number == wanted:
            if isinstance(found, Hand):
                return found
            raise HistoryError(found.reason, found.file, found.line)
    raise OptionError(f"--hand is {wanted}; there are fewer hands in {str(path)!r}")


def _model(path: Path | None) -> OpponentModel:
    from handsight.opponents.model import OpponentModel

    if path is None:
        return OpponentModel()
    try:
        return OpponentModel.load(path)
    except OSError as error:
        raise OptionError(f"--model cannot read {str(path)!r}: {error.strerror}") from None


def _stacks(text: str | None) -> list[int]:
    words = [] if text is None else re.split(r"[\s,/]+", text.strip())
    if not all(re.fullmatch(r"\d{1,12}", word, re.ASCII) for word in words):
        raise OptionError(f"--stacks is {text!r}; it takes chips like 10000, or '900 500' of each")
    return [int(word) for word in words]
