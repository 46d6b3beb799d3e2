"""The implementation of `handsight leaderboard`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from handsight.arena.leaderboard import SHIPPED, Leaderboard, LeaderboardSpec
from handsight.cli.options import Workers
from handsight.cli.progress import progress_bar
from handsight.cli.terminal import require_writable, say, show
from handsight.errors import OptionError
from handsight.runtime.files import write_whole
from handsight.views.arena.leaderboard import leaderboard_page, leaderboard_report, standings_table
from handsight.views.report import to_json


def show_leaderboard(
    agents: tuple[str, ...],
    *,
    file: Path | None,
    fresh: bool,
    workers: Workers,
    network: bool,
    markdown: Path | None,
    as_json: bool,
    **spec: Any,
) -> None:
    """Add agents to a leaderboard, and show it.

    Args:
        agents: names of the agents to add.
        file: file of the leaderboard; None for the shipped leaderboard.
        fresh: whether a file that does not exist starts with an empty leaderboard instead of the
            shipped one.
        workers: workers that play the hands.
        network: whether bots in files may use the network.
        markdown: Markdown page to write; None for no page.
        as_json: whether to print JSON.
        spec: other fields of `LeaderboardSpec`; a seed of None means the seed of the leaderboard to
            which the agents are added, or 0 for an empty one.
    """
    if file is None and (agents or fresh):
        raise OptionError(
            "agents are added only to a leaderboard of your own; name it with --store FILE"
        )
    for name, path in (("--store", file), ("--markdown", markdown)):
        require_writable(name, path)
    board = _begun(agents, file, fresh, spec)
    if agents and file is not None:
        with workers.cluster() as executor, progress_bar("playing") as progress:
            board.play(
                agents,
                workers=workers.number,
                network=network,
                progress=progress,
                executor=executor,
                kept=lambda: board.save(file),
            )
        board.save(file)
    report = leaderboard_report(board)
    if markdown is not None:
        write_whole(markdown, leaderboard_page(report))
        say(f"wrote {str(markdown)!r}", err=True)
    if as_json:
        click.echo(to_json(report))
        return
    show(standings_table(report, hands=False).terminal(styles=("", "bold")))
    say(
        "\nIn thousandths of a big blind per hand, won from the agents that rank above, and from "
        "all."
    )
    say(
        "The response is a lower bound on what can be won from the agent; folding every hand loses "
        "750."
    )
    if any(each.exploiter is not None for each in report.standings):
        say("So is learned, won by an exploiter that was trained against the agent's blueprint.")
    if any(each.provisional for each in report.standings):
        say("Ranks in brackets belong to agents that played fewer deals than the others.")


def _begun(
    agents: tuple[str, ...], file: Path | None, fresh: bool, spec: dict[str, Any]
) -> Leaderboard:
    is_there = file is not None and file.exists()
    if file is not None and not is_there and not agents:
        raise OptionError(f"{str(file)!r} does not exist; name agents to create it")
    if fresh and not is_there:
        return Leaderboard(LeaderboardSpec(**{**spec, "seed": spec["seed"] or 0}))
    source = file if file is not None and is_there else SHIPPED
    board = Leaderboard.load(
        source, pairs=spec["pairs"], hands=spec["hands"], rounds=spec["rounds"]
    )
    if spec["seed"] not in (None, board.spec.seed):
        raise OptionError(
            f"{repr(str(file)) if is_there else 'the leaderboard that ships'} was played with the "
            f"seed {board.spec.seed}; leave out --seed, or begin a new file with --fresh"
        )
    return board
