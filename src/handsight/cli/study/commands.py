"""The commands for study away from the table: strategies, boards, bets and prizes.

Nothing heavy is imported before they run.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import click

from handsight.cli.options import FILE, Workers, as_json_option, workers_options
from handsight.errors import OptionError

_NUMBER = re.compile(r"\d{1,15}(\.\d{1,15})?|\.\d{1,15}", re.ASCII)
_STREETS, _KINDS = ("flop", "turn", "river"), ("bets", "raises")
_PLAYERS = {"": "", "oop": " out of position", "ip": " in position"}


def _size_option(street: str, kind: str, player: str) -> Callable[..., Any]:
    """Make the option for the sizes of a street, of one player or of both."""
    name = "-".join(filter(None, (street, kind, player)))
    text = f"{kind.capitalize()} on the {street}{_PLAYERS[player]}."
    return click.option(f"--{name}", metavar="SIZES", help=text)


_BETTING_OPTIONS = (
    click.option("--oop", metavar="RANGE", help="Of the player out of position."),
    click.option("--ip", metavar="RANGE", help="Of the player in position."),
    click.option("--pot", type=int, metavar="CHIPS", help="In the middle."),
    click.option("--stack", type=int, metavar="CHIPS", help="That each player has left."),
    click.option("--bets", metavar="SIZES", help='On all streets, like "33%, 75%, e, a".'),
    click.option("--raises", metavar="SIZES", help='On all streets, like "2.5x, a".'),
    *(_size_option(*each) for each in product(_STREETS, _KINDS, _PLAYERS)),
    click.option(
        "--turn-donk", metavar="SIZES", help="Bets out of position after calling the flop."
    ),
    click.option(
        "--river-donk", metavar="SIZES", help="Bets out of position after calling the turn."
    ),
    click.option("--raise-cap", type=int, metavar="N", help="Raises of one street, 0 to 20."),
    click.option("--add-allin", metavar="POTS", help="Adds all-in up to so many pots; 1.5."),
    click.option("--force-allin", metavar="POTS", help="All-in if no more would be behind; 0.15."),
    click.option("--merging", metavar="SHARE", help="Drops sizes that are near a larger one; 0.1."),
    click.option("--rake", metavar="SHARE", help="Of the pot, like 5%."),
    click.option("--rake-cap", type=float, metavar="CHIPS", help="The most that is taken."),
    click.option("--accuracy", metavar="SHARE", help="Of the pot, like 0.5%, which is usual."),
)
"""What a solve is about but for its board, in the order in which help lists it."""

_FLOPS_HELP = 'all, 25, 49, a FILE, or a list like "Qs7h2d, KhJh5h".'

_storage_option = click.option(
    "--storage", default="f32", show_default=True, metavar="KIND", help="f32 or i16."
)


def _spot_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for ranges, pot, stacks and sizes."""
    for option in reversed(_BETTING_OPTIONS):
        command = option(command)
    return command


@click.command("solve")
@click.argument("board", nargs=-1, metavar="[BOARD]")
@_spot_options
@click.option("--seconds", type=float, metavar="SECONDS", help="End after so long.")
@click.option(
    "--iterations", type=int, metavar="N", help="End after so many, 1 to 1,000,000 in all."
)
@click.option(
    "--threads", type=int, default=1, show_default=True, metavar="N", help="Share work, 1 to 256."
)
@_storage_option
@click.option("--memory", type=int, metavar="MB", help="The most to use.")
@click.option("--lock", type=FILE, metavar="FILE", help="Locked nodes, as JSON.")
@click.option("--line", default="", metavar="LINE", help='Shows a node: "check, bet 50%".')
@click.option("--runouts", is_flag=True, help="Compares the cards that may come after the line.")
@click.option("--save", type=FILE, metavar="FILE", help="Keep the solution.")
@click.option("--load", type=FILE, metavar="FILE", help="Show, or solve on, what was kept.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the strategy as a picture.")
@click.option("--example", is_flag=True, help="Solve a river in a moment.")
@as_json_option
def solve_command(board: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Solve a spot: what both players should do with their ranges on a BOARD.

    Sizes are 50% of the pot, e (geometric), a (all-in), 25c (chips), and of raises 2.5x the bet
    faced. Actions of a LINE are check, call, fold, bet SIZE, raise SIZE, all-in, and the cards
    that come.
    """
    from handsight.cli.study.solve import show_solution

    show_solution(" ".join(board), as_json, options)


@click.command("solve-flops")
@_spot_options
@click.option("--flops", default="25", show_default=True, metavar="FLOPS", help=_FLOPS_HELP)
@_storage_option
@workers_options("Solve N at a time.")
@click.option("--save", type=FILE, metavar="FILE", help="Keep each flop once solved; goes on.")
@click.option("--csv", type=FILE, metavar="FILE", help="Write a table.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the first actions as a picture.")
@as_json_option
def solve_flops_command(as_json: bool, **options: Any) -> None:
    """Solve a spot on many flops: what the first player does on each, and on all of them.

    25 and 49 flops of ours stand for all where ranges name no suits. All take hours; --save keeps
    what is done, and the same command goes on after an interrupt.
    """
    from handsight.cli.study.solve_flops import show_flops

    show_flops(as_json, options)


@click.command("flop-atlas")
@click.argument("file", type=FILE, metavar="FILE")
@click.option("--flops", default="all", show_default=True, metavar="FLOPS", help=_FLOPS_HELP)
@workers_options("Count N at a time.")
@as_json_option
def flop_atlas_command(file: Path, flops: str, workers: Workers, as_json: bool) -> None:
    """Count EHS, potential and equity of all hands on all flops, and keep them in FILE.

    After an interrupt the same command goes on. Agents look flops up in it: ehs:atlas=FILE. A FILE
    that is there is checked.
    """
    from handsight.cli.progress import progress_bar, resume_hint
    from handsight.cli.study.flop_lists import read_flops
    from handsight.cli.terminal import require_writable, say
    from handsight.odds.board.flop_atlas import make_flop_atlas, part_of
    from handsight.ranges import named_flops
    from handsight.runtime.files import file_digest
    from handsight.views.report import to_json

    require_writable("FILE", file)
    chosen = read_flops("--flops", flops)
    listed = named_flops(chosen) if isinstance(chosen, str) else chosen
    with (
        workers.threads() as executor,
        resume_hint(part_of(file), "the count so far is in {}; the same command resumes it"),
        progress_bar("counting flops") as progress,
    ):
        atlas = make_flop_atlas(file, listed, executor=executor, progress=progress)
    size, digest = file.stat().st_size, file_digest(file)
    if as_json:
        made = {"file": str(file), "flops": atlas.flops, "rows": atlas.rows}
        click.echo(to_json({**made, "bytes": size, "sha256": digest}))
        return
    flops = "1 flop" if atlas.flops == 1 else f"{atlas.flops:,} flops"
    say(f"{file}: {flops}, {atlas.rows:,} hands that suits do not make alike, {size / 1e6:.1f} MB")
    say(f"its SHA-256 begins with {digest[:32]}")


@click.command("push-fold")
@click.option("--stack", required=True, type=float, metavar="BB", help="In big blinds, 1 to 100.")
@click.option("--ante", type=float, default=0.0, metavar="BB", help="Of each player, 0 to 1.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the charts as a picture.")
@as_json_option
def push_fold_command(stack: float, ante: float, svg: Path | None, as_json: bool) -> None:
    """Show whom to push and to call all-in with, heads-up before the flop."""
    from handsight.cli.study.solve import show_push_fold

    show_push_fold(stack, ante, svg, as_json)


@click.group("train")
def train_group() -> None:
    """Train an agent."""


def _training_options(rounds: str, save: str) -> Callable[[Callable[..., Any]], Any]:
    """Add the options of all trainings: when to end, the seed, and what is kept.

    Args:
        rounds: what a round is.
        save: what is written.
    """
    options = (
        click.option("--minutes", type=float, metavar="MINUTES", help="End after so long."),
        click.option(
            "--rounds",
            type=int,
            metavar="N",
            help=f"End after so many in all, 1 to 10,000,000, of {rounds}.",
        ),
        click.option(
            "--seed",
            type=int,
            default=0,
            show_default=True,
            metavar="N",
            help="Draw deals from this seed.",
        ),
        click.option(
            "--restart", is_flag=True, help="Begin anew, without what an earlier run has learnt."
        ),
        click.option("--save", type=FILE, metavar="FILE", help=f"Write the {save} here."),
        as_json_option,
    )

    def add(command: Callable[..., Any]) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def _stack_option(least: str, most: str) -> Callable[[Callable[..., Any]], Any]:
    return click.option(
        "--stack",
        type=int,
        default=100,
        show_default=True,
        metavar="BB",
        help=f"In big blinds, {least} to {most}.",
    )


@train_group.command("blueprint")
@_stack_option("1", "1,000")
@click.option("--limit", is_flag=True, help="Bets and raises of fixed sizes.")
@click.option("--preflop", metavar="SIZES", help='Raises, like "75%, a / 100%, a / a".')
@click.option("--flop", metavar="SIZES", help="Bets / raises / raises of these.")
@click.option("--turn", metavar="SIZES", help="The same on the turn.")
@click.option("--river", metavar="SIZES", help="The same on the river.")
@click.option(
    "--buckets",
    type=int,
    default=200,
    show_default=True,
    metavar="N",
    help="Of hands on each street, 1 to 256.",
)
@click.option(
    "--threads", type=int, metavar="N", help="Share the work, 1 to 256; one for each core."
)
@_training_options("100,000 deals", "blueprint")
def train_blueprint_command(as_json: bool, **options: Any) -> None:
    """Learn a strategy for whole heads-up hands, by playing against itself.

    An interrupt ends it with what was learnt so far; the same command goes on from there. The agent
    blueprint:file=FILE plays by the result, as does blueprint:stack=BB where none ships.
    """
    from handsight.cli.study.train import train_blueprint

    train_blueprint(as_json, options)


@train_group.command("policy")
@click.option(
    "--seats", type=int, default=2, show_default=True, metavar="N", help="Players, 2 to 9."
)
@_stack_option("2", "1,310")
@click.option(
    "--choices",
    default="fold call 1/2 1 all-in",
    show_default=True,
    metavar="LIST",
    help="Shares of the pot.",
)
@click.option(
    "--hidden",
    default="96,96",
    show_default=True,
    metavar="N,N",
    help="Numbers of each hidden layer.",
)
@_training_options("8,192 hands", "policy")
def train_policy_command(as_json: bool, **options: Any) -> None:
    """Teach a small network to play no-limit hands, by playing against itself.

    An interrupt ends it with what was learnt so far; the same command goes on from there. The agent
    learned:FILE plays by the result.
    """
    from handsight.cli.study.train import train_policy

    train_policy(as_json, options)


# --- sums of every day ----------------------------------------------------------------------------


@click.command("aggregate")
@click.argument("players", nargs=2, metavar="PLAYER PLAYER")
@click.option(
    "--boards",
    default="all",
    show_default=True,
    metavar="BOARDS",
    help='all, 25, 49, a FILE, or a list like "Qs7h2d, KhJh5h".',
)
@workers_options("Share the work among N threads.", "--threads")
@click.option("--csv", type=FILE, metavar="FILE", help="Write a table of all boards.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the equities as a picture.")
@as_json_option
def aggregate_command(
    players: tuple[str, str],
    boards: str,
    workers: Workers,
    csv: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Share the pot between two ranges on all flops, or on many boards.

    Each PLAYER is a range like "22+, A2s+", or a hand. All flops are 1,755 that stand for 22,100,
    and more where a range names suits.
    """
    from handsight.cli.progress import progress_bar
    from handsight.cli.study.flop_lists import read_flops
    from handsight.cli.terminal import require_writable, say, show, write_picture, write_table
    from handsight.odds.board.aggregate import aggregate
    from handsight.views.odds import aggregate as views
    from handsight.views.report import to_json

    for name, path in (("--csv", csv), ("--svg", svg)):
        require_writable(name, path)
    asked = read_flops("--boards", boards)
    with workers.threads() as executor, progress_bar("weighing boards") as progress:
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
    from handsight.odds.board.blockers import blockers
    from handsight.views.odds.blockers import blockers_line, blockers_report, blockers_tables
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
    from handsight.odds.board.texture import texture
    from handsight.views.odds import texture as views
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
    from handsight.cli.hands.ranges import share_of
    from handsight.cli.terminal import say, show
    from handsight.odds.sums.ev import ev
    from handsight.views.odds.ev import ev_report, ev_table, ev_title
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
    from handsight.odds.sums.icm import icm
    from handsight.views.odds.icm import icm_lines, icm_report, icm_table
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
        raise OptionError(f"{option} is {text!r}; it must be a number like 1500 or 0.05")
    return Fraction(text.strip())


STUDY_COMMANDS = (
    *(flop_atlas_command, push_fold_command, solve_command, solve_flops_command, train_group),
    *(aggregate_command, blockers_command, ev_command, icm_command, texture_command),
)
"""The commands that stand here."""
