"""What the commands on stores of players do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Unpack

import click

from handsight.cli.pictures import write_picture
from handsight.cli.progress import progress_bar
from handsight.errors import OptionError
from handsight.game import Damaged
from handsight.opponents.stats import ImportReport, PlayerStore, import_hands
from handsight.ranges import grid_svg
from handsight.reports.players import (
    PlayerReport,
    TableReport,
    Thresholds,
    player_report,
    table_report,
)

FAILED = 1
"""Exit status where something could not be read."""

MOST_SIMILAR = 3


def import_into_store(paths: Sequence[Path], store: Path, as_json: bool) -> int:
    """Count the hands of paths in a store; give the exit status."""
    for path in paths:
        if not path.exists():
            raise OptionError(f"there is no file or folder {str(path)!r}")
    report = ImportReport()
    with PlayerStore(store, create=True) as kept:
        for path in paths:
            with progress_bar(f"importing {path.name}") as progress:
                import_hands(path, kept, report=report, progress=progress, on_fault=_tell)
        hands, players = kept.hands, len(kept.players)
    if as_json:
        click.echo(json.dumps(_import_fields(report, hands, players), indent=2))
    else:
        from handsight.cli.terminal import say

        for line in _import_lines(report, store, hands, players):
            say(line)
    return FAILED if report.unreadable else 0


def show_players(
    store: Path,
    name: str | None,
    svg: Path | None,
    as_json: bool,
    *,
    action: str,
    min_hands: int,
    as_published: str | None,
    **thresholds: Unpack[Thresholds],
) -> None:
    """Show all players of a store, or the one of a name, and draw their range if asked."""
    with PlayerStore(store) as kept:
        if name is None:
            if svg is not None:
                raise OptionError("--svg draws the range of one player; give his NAME")
            players = kept.players
            chosen = {each: n for each, n in players.items() if n.hands >= min_hands}
            table = table_report(chosen, thresholds, as_published)
            _show_table(table, len(players) - len(chosen), min_hands, as_json)
            return
        counts = kept.counts(name)
        if counts is None:
            raise OptionError(_nobody(name, store, list(kept.players)))
    player = player_report(name, counts, thresholds, as_published)
    if svg is not None:
        if player.kind is None:
            raise OptionError(f"too little is counted of {name!r} to draw a range")
        write_picture(svg, grid_svg(player.kind.range(action)))
    _show_one(player, action, svg, as_json)


def _show_table(table: TableReport, left: int, min_hands: int, as_json: bool) -> None:
    if as_json:
        from handsight.reports.players_json import table_fields

        click.echo(json.dumps(table_fields(table), indent=2))
        return
    from handsight.cli.terminal import say, show
    from handsight.reports.players_text import table_text

    show(table_text(table))
    if left:
        say(f"{left:,} with fewer than {min_hands:,} hands")


def _show_one(player: PlayerReport, action: str, svg: Path | None, as_json: bool) -> None:
    if as_json:
        from handsight.reports.players_json import player_fields

        click.echo(json.dumps(player_fields(player), indent=2))
        return
    from handsight.cli.terminal import show
    from handsight.reports.players_text import player_text

    show(player_text(player, action))
    if svg is not None:
        click.echo(f"drawn in {svg}")


def _nobody(name: str, store: Path, names: list[str]) -> str:
    from difflib import get_close_matches

    similar = get_close_matches(name, names, MOST_SIMILAR)
    there = "; did you mean " + " or ".join(map(repr, similar)) + "?" if similar else ""
    return f"there is no player {name!r} in {str(store)!r}{there}"


def _tell(damaged: Damaged) -> None:
    click.echo(f"handsight: {damaged}", err=True)


def _import_lines(report: ImportReport, store: Path, hands: int, players: int) -> Iterator[str]:
    yield f"{_number(report.new, 'hand')} counted, {report.known:,} known before"
    if report.unsupported:
        yield f"{len(report.unsupported):,} of other games"
    if report.unreadable:
        yield f"{len(report.unreadable):,} not counted"
    yield f"{store} holds {_number(hands, 'hand')} of {_number(players, 'player')}"


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _import_fields(report: ImportReport, hands: int, players: int) -> dict[str, object]:
    from handsight.reports.replay_json import damaged_fields

    return {
        "new": report.new,
        "known": report.known,
        "unreadable": [damaged_fields(each) for each in report.unreadable],
        "unsupported": [
            damaged_fields(each) | {"variant": each.variant} for each in report.unsupported
        ],
        "hands": hands,
        "players": players,
    }
