"""The implementation of the commands range, preflop and pocket-table."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from handsight.cards import CardSet, parse_cards
from handsight.cli.terminal import write_picture
from handsight.errors import OptionError
from handsight.ranges import PocketGame, PocketTable, Range, shipped_pocket_table
from handsight.ranges.exact_weights import fraction_of
from handsight.ranges.orders import DEFAULT_ORDER

if TYPE_CHECKING:
    from handsight.cli.options import Workers
    from handsight.views.cards.ranges import RangeReport

_SHARE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(%?)", re.ASCII)


def show_range(
    text: str | None,
    top: str | None,
    order: str | None,
    without: str,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Show a range, and write its picture if `svg` names a file.

    Args:
        text: text of the range; None to take the best hands instead.
        top: share of the best hands to take, like ``15%``; None to read `text`.
        order: order by which hands are ranked for `top`; None for the default.
        without: cards that no hand of the range can contain.
        svg: file for the picture; None for no picture.
        as_json: whether to print JSON.

    Raises:
        InputError: if not exactly one of `text` and `top` is set, or a value is not valid.
    """
    gone = CardSet.of(parse_cards(without, "--without"))
    hands = _range_of(text, top, order).without(gone)
    from handsight.views.cards.ranges import range_report, range_svg, range_text
    from handsight.views.report import to_json

    report = range_report(hands, top, order, gone)
    if svg is not None:
        write_picture(svg, range_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import show

    show(range_text(report, _notes(report, svg)))


def show_preflop(hole: str, as_json: bool) -> None:
    """Show the values of two hole cards before the flop."""
    from handsight.views.cards.preflop import preflop_report, preflop_text
    from handsight.views.report import to_json

    report = preflop_report(hole)
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import show

    show(preflop_text(report))


def show_pocket_table(
    svg: Path | None,
    as_json: bool,
    all_rows: bool,
    *,
    rules: str,
    players: int,
    games: int | None,
    seed: int | None,
    workers: Workers,
) -> None:
    """Show a pocket table, and write its picture if `svg` names a file.

    Args:
        svg: file for the picture; None for no picture.
        as_json: whether to print JSON.
        all_rows: whether to list all classes instead of the best five and the worst five.
        rules: ``"limit"`` or ``"no-limit"``.
        players: number of players.
        games: number of games of each class to play; None to show a shipped table.
        seed: seed of the games; None for 0.
        workers: workers that play the games.
    """
    from handsight.views.cards.pocket import pocket_report, pocket_svg, pocket_text
    from handsight.views.report import to_json

    table = (
        _shipped_table(rules, players, seed)
        if games is None
        else _played_table(PocketGame(rules, players), games, seed, workers)
    )
    report = pocket_report(table)
    if svg is not None:
        write_picture(svg, pocket_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import show

    notes = [] if svg is None else [f"drawn in {svg}"]
    show(pocket_text(report, notes, all_rows=all_rows))


# --- ranges ---------------------------------------------------------------------------------------


def _range_of(text: str | None, top: str | None, order: str | None) -> Range:
    if text is not None and top is None:
        if order is not None:
            raise OptionError("--order needs --top; a RANGE names an order like chen:15%")
        return Range(text)
    if text is None and top is not None:
        return Range.top(share_of(top), DEFAULT_ORDER if order is None else order)
    given = "neither was" if text is None else "both were"
    raise OptionError(
        f"give RANGE or --top, like '22+, A2s+' or --top 15%, but not both; {given} given"
    )


def share_of(text: str, option: str = "--top") -> Fraction:
    """Read a share that is written like 15% or 0.15.

    Args:
        text: text of the share.
        option: name of the option, for error messages.

    Raises:
        OptionError: if the text is not a share, or the share is above 1.

    Example:
        >>> share_of("15%"), share_of("0.15")
        (Fraction(3, 20), Fraction(3, 20))
    """
    match = _SHARE.fullmatch(text.strip())
    share = fraction_of(match.group(1), percent=bool(match.group(2))) if match else None
    if share is None or share > 1:
        raise OptionError(f"{option} is {text!r}; it must be a share like 15% or 0.15")
    return share


def _notes(report: RangeReport, svg: Path | None) -> list[str]:
    notes = []
    if report.top is not None:
        share = f"{100 * float(share_of(report.top)):g}%"
        notes.append(f"the best {share} by {report.order}, in whole classes")
    if report.without:
        notes.append(f"without {report.without}")
    if svg is not None:
        notes.append(f"drawn in {svg}")
    return notes


# --- pocket tables --------------------------------------------------------------------------------


def _shipped_table(rules: str, players: int, seed: int | None) -> PocketTable:
    table = shipped_pocket_table(rules)
    if players != table.game.players:
        raise OptionError(
            f"the tables that ship are for {table.game.players} players; for {players}, give "
            "--games too, like --games 100000"
        )
    if seed is not None:
        raise OptionError("--seed needs --games; without it, a table that ships is shown")
    return table


def _played_table(game: PocketGame, games: int, seed: int | None, workers: Workers) -> PocketTable:
    from handsight.cli.progress import progress_bar
    from handsight.game.pocket_games import checked_games, play_pocket_table
    from handsight.runtime.seeds import checked_seed

    seed = checked_seed(seed or 0)
    checked_games(games)
    with workers.threads() as executor, progress_bar("playing") as progress:
        return play_pocket_table(game, games, seed=seed, executor=executor, progress=progress)
