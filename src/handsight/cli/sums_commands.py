"""The commands on the sums of every day; nothing heavy is imported before they run."""

from __future__ import annotations

from pathlib import Path

import click

from handsight.cli.options import FILE, as_json_option


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

    Each PLAYER is a range like "22+, A2s+", or a hand. all are 1,755 flops that stand for all
    22,100, and more where a range names suits.
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


SUMS_COMMANDS = (aggregate_command, texture_command)
"""The commands that stand here."""
