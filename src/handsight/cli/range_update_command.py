"""What `handsight explain` does with a hand that was played: ranges of the opponents, and odds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from handsight.errors import OptionError

if TYPE_CHECKING:
    from handsight.history import HandHistory
    from handsight.opponents.model import OpponentModel
    from handsight.views.narrowing_hand import HandSoFar


def explain_ranges(hole: str, board: str, seed: int, as_json: bool, told: dict[str, Any]) -> None:
    """Show what opponents may hold after what they did, and our odds.

    Args:
        hole: our cards; empty where a record has them.
        board: the cards of the board; empty where a record has them.
        seed: of odds that are sampled.
        as_json: whether to print one JSON object.
        told: the options of `handsight.cli.options`.
    """
    from handsight.runtime.seeds import checked_seed
    from handsight.views.range_update import describe, range_update_report

    checked_seed(seed)
    hand = _recorded(hole, board, told) if told["phh"] else _in_words(hole, board, told)
    model = _model(told["model"])
    described = describe(model, "" if told["model"] is None else str(told["model"]))
    reveal = bool(told["reveal"])
    report = range_update_report(hand, model, described=described, seed=seed, reveal=reveal)
    svg = told["svg"]
    if svg is not None:
        from handsight.cli.pictures import write_picture
        from handsight.views.range_update_svg import range_update_svg

        write_picture(svg, range_update_svg(report))
    if as_json:
        from handsight.views.report import to_json

        click.echo(to_json(report))
        return
    from handsight.cli.terminal import has_terminal, show
    from handsight.views.range_update_text import range_update_text

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(range_update_text(report, notes, drawn_suits=has_terminal()))


def _in_words(hole: str, board: str, told: dict[str, Any]) -> HandSoFar:
    from handsight.views.narrowing_words import hand_in_words

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
    from handsight.views.narrowing_hand import hand_of_history

    if board:
        raise OptionError("--board does not go with --phh; the record tells the board")
    history = _chosen(told["phh"], told["hand"])
    return hand_of_history(history, told["at"], told["us"], hole)


def _chosen(path: Path, hand: int | None) -> HandHistory:
    """Read one hand of a file, an archive or a folder."""
    from handsight.errors import HistoryError
    from handsight.history import HandHistory, read_histories

    wanted = 1 if hand is None else hand
    if wanted < 1:
        raise OptionError(f"--hand is {wanted}; the hands of a file are counted from 1")
    for number, found in enumerate(read_histories(path), start=1):
        if number == wanted:
            if isinstance(found, HandHistory):
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
