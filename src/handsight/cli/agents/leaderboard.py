"""The implementation of `handsight leaderboard`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from handsight.arena import leaderboard, six_handed
from handsight.arena.leaderboard import Leaderboard, LeaderboardSpec
from handsight.arena.six_handed import SixHandedLeaderboard, SixHandedSpec
from handsight.cli.options import Workers
from handsight.cli.progress import progress_bar
from handsight.cli.terminal import require_writable, say, show
from handsight.errors import OptionError
from handsight.runtime.files import write_whole
from handsight.runtime.suggestions import did_you_mean
from handsight.views.arena.leaderboard import (
    LeaderboardReport,
    leaderboard_page,
    leaderboard_report,
    standings_table,
)
from handsight.views.arena.six_handed import (
    SixHandedReport,
    six_handed_page,
    six_handed_report,
    six_handed_table,
)
from handsight.views.report import to_json

TABLES = ("heads-up", "six")
"""The kinds of leaderboards."""

Report = TypeVar("Report", LeaderboardReport, SixHandedReport)


@dataclass(frozen=True, slots=True)
class _Request:
    """What the options ask for.

    Attributes:
        agents: names of the agents to add.
        file: file of the leaderboard; None for the shipped leaderboard.
        fresh: whether a file that does not exist starts with an empty leaderboard instead of the
            shipped one.
        workers: workers that play the hands.
        network: whether bots in files may use the network.
        seed: seed of a new leaderboard; None for 0, or for the seed of an existing one.
        settings: other fields of the specification, by name, without options that the user left
            out.
    """

    agents: Sequence[str]
    file: Path | None
    fresh: bool
    workers: Workers
    network: bool
    seed: int | None
    settings: dict[str, int]

    @property
    def is_there(self) -> bool:
        """Whether the file exists."""
        return self.file is not None and self.file.exists()

    @property
    def starts_empty(self) -> bool:
        """Whether the leaderboard starts without agents.

        Raises:
            OptionError: if the file does not exist and no agents are named.
        """
        if self.file is not None and not self.is_there and not self.agents:
            raise OptionError(f"{str(self.file)!r} does not exist; name agents to create it")
        return self.fresh and not self.is_there

    def source(self, shipped: Path) -> Path:
        """Return the file from which the leaderboard is read."""
        return self.file if self.file is not None and self.is_there else shipped

    def require_seed(self, seed: int) -> None:
        """Raise an OptionError if the options ask for another seed than the leaderboard's."""
        if self.seed not in (None, seed):
            name = repr(str(self.file)) if self.is_there else "the leaderboard that ships"
            raise OptionError(
                f"{name} was played with the seed {seed}; leave out --seed, or begin a new file "
                "with --fresh"
            )

    def play(self, board: Leaderboard | SixHandedLeaderboard, **options: Any) -> None:
        """Add the agents to a leaderboard, and save it to the file after each step.

        Without agents or a file, do nothing.
        """
        file = self.file
        if not self.agents or file is None:
            return
        with self.workers.cluster() as executor, progress_bar("playing") as progress:
            board.play(
                self.agents,
                workers=self.workers.number,
                network=self.network,
                progress=progress,
                executor=executor,
                kept=lambda: board.save(file),
                **options,
            )
        board.save(file)


def show_leaderboard(
    agents: tuple[str, ...],
    *,
    table: str,
    file: Path | None,
    fresh: bool,
    again: bool,
    seed: int | None,
    workers: Workers,
    network: bool,
    markdown: Path | None,
    as_json: bool,
    **spec: int | None,
) -> None:
    """Add agents to a leaderboard, and show it.

    Args:
        agents: names of the agents to add.
        table: one of `TABLES`.
        file: file of the leaderboard; None for the shipped leaderboard.
        fresh: whether a file that does not exist starts with an empty leaderboard instead of the
            shipped one.
        again: whether to replace all results of the agents in the file, and play nothing else.
        seed: seed of the leaderboard; None means the seed of the leaderboard to which the agents
            are added, or 0 for an empty one.
        workers: workers that play the hands.
        network: whether bots in files may use the network.
        markdown: Markdown page to write; None for no page.
        as_json: whether to print JSON.
        spec: other fields of `LeaderboardSpec` or `SixHandedSpec`; None for their defaults.
    """
    if table not in TABLES:
        raise OptionError(
            f"--table is {table!r}{did_you_mean(table, TABLES)}; it must be one of "
            f"{', '.join(TABLES)}"
        )
    settings = {name: value for name, value in spec.items() if value is not None}
    _require_options(table, [*settings])
    if file is None and (agents or fresh):
        raise OptionError(
            "agents are added only to a leaderboard of your own; name it with --store FILE"
        )
    if again and not agents:
        raise OptionError("--again replaces the results of agents; name at least one AGENT")
    for name, path in (("--store", file), ("--markdown", markdown)):
        require_writable(name, path)
    request = _Request(agents, file, fresh, workers, network, seed, settings)
    if table == "six":
        six = _six_handed(request, again)
        _print(six, six_handed_page(six), _show_six_handed, markdown, as_json)
    else:
        heads_up = _heads_up(request, again)
        _print(heads_up, leaderboard_page(heads_up), _show_heads_up, markdown, as_json)


def _print(
    report: Report,
    page: str,
    print_table: Callable[[Report], None],
    markdown: Path | None,
    as_json: bool,
) -> None:
    if markdown is not None:
        write_whole(markdown, page)
        say(f"wrote {str(markdown)!r}", err=True)
    if as_json:
        click.echo(to_json(report))
    else:
        print_table(report)


def _require_options(table: str, given: Sequence[str]) -> None:
    for other, names in (("six", ("tables",)), ("heads-up", ("hands", "rounds"))):
        strange = [name for name in names if name in given]
        if strange and table != other:
            raise OptionError(f"--{strange[0]} needs --table {other}; leave it out")


# --- heads-up -------------------------------------------------------------------------------------


def _heads_up(request: _Request, again: bool) -> LeaderboardReport:
    if request.starts_empty:
        board = Leaderboard(LeaderboardSpec(seed=request.seed or 0, **request.settings))
    else:
        board = Leaderboard.load(request.source(leaderboard.SHIPPED), **request.settings)
        request.require_seed(board.spec.seed)
    request.play(board, again=again)
    return leaderboard_report(board)


def _show_heads_up(report: LeaderboardReport) -> None:
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


# --- six-handed -----------------------------------------------------------------------------------


def _six_handed(request: _Request, again: bool) -> SixHandedReport:
    if request.starts_empty:
        board = SixHandedLeaderboard(SixHandedSpec(seed=request.seed or 0, **request.settings))
    else:
        board = SixHandedLeaderboard.load(request.source(six_handed.SHIPPED), **request.settings)
        request.require_seed(board.spec.seed)
    request.play(board, again=again)
    return six_handed_report(board)


def _show_six_handed(report: SixHandedReport) -> None:
    show(six_handed_table(report).terminal(styles=("", "bold")))
    say(
        "\nIn thousandths of a big blind per hand, won at tables of six against opponents drawn "
        "from the field. Every table plays its deals in all six seats."
    )
    say(
        "± is half the width of the 95% interval over tables: it covers the cards and the draw of "
        "the opponents."
    )
    if any(each.provisional for each in report.standings):
        say("Ranks in brackets belong to guests, which are never drawn as opponents.")
