"""The commands on the sums of every day; nothing heavy is imported before they run."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import click

from handsight.cli.options import FILE, as_json_option
from handsight.errors import OptionError


@click.command("aggregate")
@click.argument("players", nargs=2, metavar="PLAYER PLAYER")
@click.option(
    "--boards",
    default="all",
    show_default=True,
    metavar="BOARDS",
    help='all, 25, 49, a FILE, or a list like "Qs7h2d, KhJh5h".',
)
@click.option("--threads", default=1, show_default=True, metavar="N", help="Share the work.")
@click.option("--csv", type=FILE, metavar="FILE", help="Write a table of all boards.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the equities as a picture.")
@as_json_option
def aggregate_command(
    players: tuple[str, str],
    boards: str,
    threads: int,
    csv: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Share the pot between two ranges on all flops, or on many boards.

    Each PLAYER is a range like "22+, A2s+", or a hand. All flops are 1,755 that stand for 22,100,
    and more where a range names suits.
    """
    from handsight.cli.flop_lists import read_flops
    from handsight.cli.progress import progress_bar, require_workers
    from handsight.cli.progress import threads as threads_of
    from handsight.cli.terminal import require_writable, say, show, write_picture, write_table
    from handsight.odds.aggregate import aggregate
    from handsight.views import aggregate as views
    from handsight.views.report import to_json

    for name, path in (("--csv", csv), ("--svg", svg)):
        require_writable(name, path)
    require_workers("--threads", threads)
    asked = read_flops("--boards", boards)
    with threads_of(threads) as executor, progress_bar("weighing boards") as progress:
        result = aggregate(players, asked, executor=executor, progress=progress)
    report = views.aggregate_report(result)
    if csv is not None:
        write_table(csv, views.aggregate_csv(result))
    if svg is not None:
        write_picture(svg, views.aggregate_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    for line in views.aggregate_lines(report):
        say(line)
    parts = [("by texture", report.textures)] if len(report.textures) > 1 else []
    for heading, rows in [*parts, *views.aggregate_ends(report)]:
        click.echo(f"\n{heading}")
        show(views.aggregate_table(rows).terminal())


@click.command("blockers")
@click.argument("cards", metavar="CARDS")
@click.argument("hands", metavar="RANGE")
@click.option("--board", default="", metavar="CARDS", help="None, or three to five cards.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that are out of play.")
@as_json_option
def blockers_command(cards: str, hands: str, board: str, dead: str, as_json: bool) -> None:
    """Show what holding a card or two takes out of a range.

    CARDS are one or two that you hold, like As or AhKd; RANGE is the opponent's.
    """
    from handsight.cli.terminal import say, show
    from handsight.odds.blockers import blockers
    from handsight.views.blockers import blockers_line, blockers_report, blockers_tables
    from handsight.views.report import to_json

    report = blockers_report(blockers(cards, hands, board, dead))
    if as_json:
        click.echo(to_json(report))
        return
    say(blockers_line(report))
    for table in blockers_tables(report):
        click.echo()
        show(table.terminal())


@click.command("texture")
@click.argument("players", nargs=-1, required=True, metavar="RANGE [RANGE]")
@click.option("--board", required=True, metavar="CARDS", help="Three to five cards.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that are out of play.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the equities as a picture.")
@as_json_option
def texture_command(
    players: tuple[str, ...], board: str, dead: str, svg: Path | None, as_json: bool
) -> None:
    """Show what ranges make of a board: made hands, draws, equities, the nuts.

    Give one RANGE, which meets any cards, or two.
    """
    from handsight.cli.terminal import require_writable, say, show, write_picture
    from handsight.odds.texture import texture
    from handsight.views import texture as views
    from handsight.views.report import to_json

    require_writable("--svg", svg)
    report = views.texture_report(texture(players, board, dead))
    if svg is not None:
        write_picture(svg, views.texture_svg(report))
    if as_json:
        click.echo(to_json(report))
        return
    for line in views.texture_lines(report):
        say(line)
    for table in views.texture_tables(report):
        click.echo()
        show(table.terminal())


@click.command("ev")
@click.option("--pot", required=True, metavar="CHIPS", help="In the middle before the bet.")
@click.option("--bet", required=True, metavar="CHIPS", help="The bet, and so the call.")
@click.option("--equity", metavar="SHARE", help="Of whoever asks, once called, like 35%.")
@click.option("--folds", metavar="SHARE", help="How often the bet is not called, like 40%.")
@as_json_option
def ev_command(pot: str, bet: str, equity: str | None, folds: str | None, as_json: bool) -> None:
    """Show what a bet needs and is worth: pot odds, folds, defence, bluffs, EV."""
    from handsight.cli.range_commands import share_of
    from handsight.cli.terminal import say, show
    from handsight.odds.ev import ev
    from handsight.views.ev import ev_report, ev_table, ev_title
    from handsight.views.report import to_json

    value = ev(
        _chips_of("--pot", pot),
        _chips_of("--bet", bet),
        equity=None if equity is None else share_of(equity, "--equity"),
        folds=None if folds is None else share_of(folds, "--folds"),
    )
    report = ev_report(value)
    if as_json:
        click.echo(to_json(report))
        return
    say(ev_title(report))
    show(ev_table(report).terminal())


@click.command("icm")
@click.argument("stacks", nargs=-1, required=True, metavar="STACK...")
@click.option("--payouts", required=True, metavar="PRIZES", help='Like "50 30 20".')
@click.option(
    "--model",
    default="malmuth-harville",
    show_default=True,
    metavar="MODEL",
    help="malmuth-harville or malmuth-weitzman.",
)
@click.option("--method", default="auto", metavar="METHOD", help="exact, monte_carlo or auto.")
@click.option(
    "--trials", default=100_000, show_default=True, metavar="N", help="Sample N tournaments."
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Sample from this seed.")
@as_json_option
def icm_command(
    stacks: tuple[str, ...],
    payouts: str,
    model: str,
    method: str,
    trials: int,
    seed: int,
    as_json: bool,
) -> None:
    """Turn the stacks of a tournament into prize money (ICM).

    Each STACK is a player's chips; PRIZES begin with the first place. Up to 20 players are
    exact; more are sampled.
    """
    from handsight.cli.progress import progress_bar
    from handsight.cli.terminal import say, show
    from handsight.odds.icm import icm
    from handsight.views.icm import icm_lines, icm_report, icm_table
    from handsight.views.report import to_json

    chips = [_chips_of("STACK", stack) for each in stacks for stack in each.split()]
    prizes = [_chips_of("--payouts", prize) for prize in payouts.replace(",", " ").split()]
    with progress_bar("playing tournaments") as progress:
        result = icm(chips, prizes, model, method, trials=trials, seed=seed, progress=progress)
    report = icm_report(result)
    if as_json:
        click.echo(to_json(report))
        return
    show(icm_table(report).terminal())
    click.echo()
    for line in icm_lines(report):
        say(line)


def _chips_of(option: str, text: str) -> Fraction:
    """Read a number of chips, or of money, like 1500 or 0.05.

    Raises:
        OptionError: for another text.
    """
    if not _NUMBER.fullmatch(text.strip()):
        raise OptionError(f"{option} is {text!r}; it takes a number like 1500 or 0.05")
    return Fraction(text.strip())


_NUMBER = re.compile(r"\d{1,15}(\.\d{1,15})?|\.\d{1,15}", re.ASCII)

SUMS_COMMANDS = (aggregate_command, blockers_command, ev_command, icm_command, texture_command)
"""The commands that stand here."""
