"""The implementation of the commands that use stores of players."""

from __future__ import annotations

from collections import Counter as TallyCounter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import click

from handsight.cli.histories.faults import FaultLog
from handsight.cli.options import Workers
from handsight.cli.progress import progress_bar, until_found
from handsight.cli.terminal import write_picture
from handsight.errors import HistoryError, OptionError
from handsight.formats.parts import Chunk, read_chunk
from handsight.game import Damaged, Hand, Occasion
from handsight.opponents.stats import (
    Counts,
    HandCounter,
    ImportReport,
    PlayerStore,
    import_hands,
    leaks,
)
from handsight.opponents.stats.game_filter import GameFilter, described
from handsight.opponents.stats.importing import found_chunks
from handsight.runtime.chunks import map_chunks
from handsight.views.cards.ranges import range_svg
from handsight.views.histories.leaks import leaks_report, leaks_text
from handsight.views.histories.players import (
    PlayerReport,
    PlayersReport,
    Thresholds,
    import_lines,
    imported_hands,
    player_report,
    player_text,
    players_report,
    players_text,
)
from handsight.views.report import to_json

if TYPE_CHECKING:
    from concurrent.futures import Executor

FAILED = 1
"""The exit status if a file or a hand could not be read, replayed or counted."""

MOST_SIMILAR = 3


def import_into_store(
    paths: Sequence[Path],
    store: Path,
    faults_file: Path | None,
    as_json: bool,
    workers: Workers,
) -> int:
    """Count the hands at several paths, keep the counts in a store, and return the exit status."""
    for path in paths:
        if not path.exists():
            raise OptionError(f"there is no file or folder {str(path)!r}")
    report, faults = ImportReport(), FaultLog(faults_file)
    with PlayerStore(store, create=True) as kept, workers.processes() as executor:
        told: dict[str, Any] = {
            "report": report,
            "on_fault": faults.add,
            "executor": executor,
        }
        for path in paths:
            with progress_bar(f"importing {path.name}", path) as progress:
                import_hands(path, kept, progress=progress, **told)
        hands, players = kept.hands, len(kept.names)
    faults.show()
    imported = imported_hands(report, hands, players)
    if as_json:
        click.echo(to_json(imported))
    else:
        from handsight.cli.terminal import say

        for line in import_lines(imported, store):
            say(line)
    return FAILED if report.unreadable else 0


def show_players(
    store: Path,
    name: str | None,
    svg: Path | None,
    as_json: bool,
    *,
    only: GameFilter,
    action: str,
    min_hands: int,
    as_published: str | None,
    **thresholds: Unpack[Thresholds],
) -> None:
    """Show all players in a store, or only one, whose range is drawn if `svg` names a file.

    Args:
        store: store with the counts.
        name: name of the player; None for all players.
        svg: file for the picture of the player's range; None for no picture.
        as_json: whether to print JSON.
        only: filter of the games that count.
        action: which range of the player to show: ``"play"``, ``"raise"`` or ``"call"``.
        min_hands: minimum number of hands of a listed player; ignored with `name`.
        as_published: published form of the aggression factor, as for `player_report`.
        thresholds: thresholds between the player types.
    """
    with PlayerStore(store) as kept:
        if name is None:
            if svg is not None:
                raise OptionError("--svg draws the range of one player; give their NAME")
            players = _players_of(kept, only)
            chosen = {each: n for each, n in players.items() if n.hands >= min_hands}
            report = players_report(chosen, thresholds, as_published)
            _show_all(report, len(players) - len(chosen), min_hands, as_json)
            return
        counts = kept.counts(name, only)
        if counts is None:
            there = list(_players_of(kept, only))
            raise OptionError(_nobody(name, store, there, kept.names))
    player = player_report(name, counts, thresholds, as_published)
    if svg is not None:
        if player.type is None:
            raise OptionError(f"too few hands of {name!r} are counted to draw a range")
        write_picture(svg, range_svg(player.type.ranges[action]))
    _show_one(player, action, svg, as_json)


def show_leaks(
    store: Path | None,
    hands: Sequence[Path],
    name: str | None,
    level: float,
    faults_file: Path | None,
    as_json: bool,
    only: GameFilter,
    workers: Workers,
) -> int:
    """Show how a player differs from the others, and return the exit status.

    Args:
        store: store with the counts; None to count `hands` instead.
        hands: files and folders with hands, if there is no store.
        name: name of the player; None for the hero of the hands, or else the player who was dealt
            the most hands.
        level: family-wise significance level: the maximum chance that any difference is reported
            for a player who plays like the others.
        faults_file: file in which to list all hands that cannot be read or replayed; None for no
            file.
        as_json: whether to print JSON.
        only: filter of the games that count.
        workers: workers that count `hands`.
    """
    faults, heroes = FaultLog(faults_file), TallyCounter[str]()
    where, known = (hands[0] if store is None else store), set[str]()
    if store is None:
        with workers.processes() as executor:
            players = _counted(hands, faults, heroes, only, executor)
        faults.show()
    else:
        with PlayerStore(store) as kept:
            players = _players_of(kept, only)
            heroes.update(kept.heroes(only))
            known = kept.names
    if name is not None and name not in players:
        raise OptionError(_nobody(name, where, list(players), known))
    most = max(players, key=lambda each: players[each].hands)
    hero = heroes.most_common(1)[0][0] if heroes else None
    report = leaks_report(leaks(players, name or hero or most, level=level))
    if as_json:
        click.echo(to_json(report))
        return FAILED if faults else 0
    from handsight.cli.terminal import say, show

    if name is None:
        why = "is the hero of these hands" if hero else "was dealt most hands"
        say(f"{report.name} {why}; name another player to see theirs")
    show(leaks_text(report))
    return FAILED if faults else 0


def _players_of(store: PlayerStore, only: GameFilter) -> dict[str, Counts]:
    """Return the counts of the players in a store, by name.

    Raises:
        OptionError: if there are no players, or none in the selected games.
    """
    players = store.players(only)
    _require_players(players, store.path, store.games)
    return players


def _require_players(players: dict[str, Counts], where: Path, games: Collection[Occasion]) -> None:
    if players:
        return
    there = described(games)
    if there:
        raise OptionError(f"{str(where)!r} holds no hands of these games; it holds {there}")
    raise OptionError(f"{str(where)!r} holds no players")


def _counted(
    paths: Sequence[Path],
    faults: FaultLog,
    heroes: TallyCounter[str],
    only: GameFilter,
    executor: Executor | None,
) -> dict[str, Counts]:
    """Count hands and heroes without a store, and log hands that cannot be read or replayed.

    Raises:
        OptionError: if there are no hands, or none in the selected games.
    """
    counter, games = HandCounter(), set[Occasion]()
    for path in paths:
        count = partial(_count_chunk, only=only)
        for found in map_chunks(count, until_found(found_chunks(path), path), executor):
            counter.merge(found.counter)
            games |= found.games
            heroes += found.heroes
            for each in found.faults:
                faults.add(each)
    if not counter.counts:
        faults.show()
    _require_players(counter.counts, paths[0], games)
    return counter.counts


@dataclass(slots=True)
class _CountedChunk:
    """What the hands of a chunk add to a count without a store."""

    counter: HandCounter = field(default_factory=HandCounter)
    games: set[Occasion] = field(default_factory=set)
    heroes: TallyCounter[str] = field(default_factory=TallyCounter)
    faults: list[Damaged] = field(default_factory=list)


def _count_chunk(chunk: Chunk | list[Hand | Damaged], only: GameFilter) -> _CountedChunk:
    counted = _CountedChunk()
    for each in read_chunk(chunk) if isinstance(chunk, tuple) else chunk:
        if isinstance(each, Hand):
            game = Occasion.of(each)
            counted.games.add(game)
            if not only.takes(game):
                continue
            try:
                counted.counter.add_record(each)
                if each.hero is not None:
                    counted.heroes[each.name_of(each.hero)] += 1
            except HistoryError as error:
                counted.faults.append(Damaged(error.file, error.line, error.reason))
        elif not each.variant:
            counted.faults.append(each)
    return counted


def _show_all(report: PlayersReport, left: int, min_hands: int, as_json: bool) -> None:
    if as_json:
        click.echo(to_json(report))
        return
    from handsight.cli.terminal import say, show

    show(players_text(report))
    if left:
        say(f"{left:,} with fewer than {min_hands:,} hands")


def _show_one(player: PlayerReport, action: str, svg: Path | None, as_json: bool) -> None:
    if as_json:
        click.echo(to_json(player))
        return
    from handsight.cli.terminal import show

    show(player_text(player, action))
    if svg is not None:
        click.echo(f"drawn in {svg}")


def _nobody(name: str, store: Path, names: list[str], known: Collection[str]) -> str:
    from difflib import get_close_matches

    if name in known:
        return f"{name!r} has no hands of these games in {str(store)!r}"
    similar = get_close_matches(name, names, MOST_SIMILAR)
    there = "; did you mean " + " or ".join(map(repr, similar)) + "?" if similar else ""
    return f"there is no player {name!r} in {str(store)!r}{there}"
