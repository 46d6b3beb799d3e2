"""The commands for study away from the table: strategies, boards, bets and prizes.

Heavy imports wait until a command runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import click

from handsight.cli.files import FILE, WrittenFile, force_option
from handsight.cli.options import (
    Workers,
    as_json_option,
    board_option,
    charts_option,
    dead_option,
    renamed_option,
    workers_options,
)
from handsight.errors import OptionError

_NUMBER = re.compile(r"\d{1,15}(\.\d{1,15})?|\.\d{1,15}", re.ASCII)
_STREETS, _KINDS = ("flop", "turn", "river"), ("bets", "raises")
_PLAYERS = {"": "", "oop": " out of position", "ip": " in position"}


def _size_option(street: str, kind: str, player: str) -> Callable[..., Any]:
    """Build the option for the bet or raise sizes on a street, for one player or for both."""
    name = "-".join(filter(None, (street, kind, player)))
    wider = f"--{street}-{kind}" if player else f"--{kind}"
    text = f"{kind.capitalize()} on the {street}{_PLAYERS[player]}. Default: those of {wider}."
    return click.option(f"--{name}", metavar="SIZES", help=text)


_BETTING_OPTIONS = (
    click.option(
        "--spot",
        metavar="NAME",
        help="Take ranges, pot and stack from the blueprint's preflop charts: \"BTN vs BB, single "
        'raised", or limped, 3bet, 4bet; with ", heads-up" or ", 40bb" for another table.',
    ),
    charts_option,
    click.option(
        "--oop",
        metavar="RANGE",
        help='Range of the player out of position, like "22+, A2s+". Required without --spot.',
    ),
    click.option(
        "--ip", metavar="RANGE", help="Range of the player in position. Required without --spot."
    ),
    click.option(
        "--pot", type=int, metavar="CHIPS", help="Chips in the pot. Required without --spot."
    ),
    click.option(
        "--stack",
        type=int,
        metavar="CHIPS",
        help="Chips that each player has left; of two stacks the shorter one. Required without "
        "--spot.",
    ),
    click.option(
        "--bets", metavar="SIZES", help='Bets on all streets, like "33%, 75%, e, a". Default: none.'
    ),
    click.option(
        "--raises", metavar="SIZES", help='Raises on all streets, like "2.5x, a". Default: none.'
    ),
    *(_size_option(*each) for each in product(_STREETS, _KINDS, _PLAYERS)),
    click.option(
        "--turn-donk",
        metavar="SIZES",
        help="Turn bets of the player out of position after calling a bet on the flop. Default: "
        "the usual bets.",
    ),
    click.option(
        "--river-donk",
        metavar="SIZES",
        help="River bets of the player out of position after calling a bet on the turn. Default: "
        "the usual bets.",
    ),
    click.option(
        "--raise-cap",
        type=int,
        metavar="N",
        help="Maximum number of raises on each street, 0 to 20. Default: no cap.",
    ),
    click.option(
        "--add-allin",
        metavar="POTS",
        help="Add all-in to the sizes if it exceeds the bet faced by at most this many pots; 0 "
        "switches this off. Default: 1.5.",
    ),
    click.option(
        "--force-allin",
        metavar="POTS",
        help="Turn a size into all-in if a call would leave at most this many pots behind; 0 "
        "switches this off. Default: 0.15.",
    ),
    click.option(
        "--merging",
        metavar="SHARE",
        help="Drop sizes that are this close to a larger one; 0 switches this off. Default: 0.1.",
    ),
    click.option("--rake", metavar="SHARE", help="Rake, a share of the pot, like 5%. Default: 0."),
    click.option(
        "--rake-cap", type=float, metavar="CHIPS", help="Maximum rake, in chips. Default: no cap."
    ),
    click.option(
        "--accuracy",
        metavar="SHARE",
        help="Stop at this exploitability, a share of the pot. Default: 0.5%.",
    ),
)
"""The options for the spot to solve, except its board, in the order in which help lists them."""

_FLOPS_HELP = 'all, 25, 49, a FILE, or a list like "Qs7h2d, KhJh5h".'

_storage_option = click.option(
    "--storage",
    metavar="KIND",
    help="Number format: f32, or i16, which takes about half the memory. Default: f32.",
)


def _spot_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for ranges, pot, stacks and bet sizes."""
    for option in reversed(_BETTING_OPTIONS):
        command = option(command)
    return command


@click.command("solve")
@click.argument("board", nargs=-1, metavar="[BOARD]")
@_spot_options
@click.option(
    "--seconds",
    type=float,
    metavar="SECONDS",
    help="Stop after this many seconds. Default: no limit.",
)
@click.option(
    "--iterations",
    type=int,
    metavar="N",
    help="Stop after N iterations in all, 1 to 1,000,000. Default: no limit.",
)
@renamed_option(
    *("--threads", "--workers", "threads"),
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="Share the work among N threads, 1 to 256.",
)
@_storage_option
@click.option(
    "--memory",
    type=int,
    metavar="MB",
    help="Maximum memory, in MB. Default: three quarters of the machine's.",
)
@click.option(
    "--lock",
    type=FILE,
    metavar="FILE",
    help="Lock the strategy at the nodes that FILE lists, as JSON. Default: none.",
)
@click.option(
    "--line",
    default="",
    metavar="LINE",
    help='Show the node after this line, like "check, bet 50%". Default: the first node.',
)
@click.option(
    "--runouts", is_flag=True, help="Instead of a node, compare the cards that may come after LINE."
)
@click.option(
    "--save", type=WrittenFile("solution"), metavar="FILE", help="Write the solution to FILE."
)
@click.option(
    "--load",
    type=FILE,
    metavar="FILE",
    help="Show the solution in FILE; with --accuracy, --seconds, --iterations or --lock, solve on.",
)
@click.option(
    "--svg",
    type=WrittenFile("svg"),
    metavar="FILE",
    help="Draw the strategy, or the cards of --runouts, and write it to FILE.",
)
@click.option("--example", is_flag=True, help="Solve an example on a river, in a moment.")
@force_option
@as_json_option(
    "handsight.views.solver.solution:SolutionReport",
    "handsight.views.solver.runouts:AggregatedReport",
)
def solve_command(board: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Solve a spot: find what both players should do with their ranges on a BOARD.

    BOARD is three to five cards. SIZES are 50% (of the pot), e (geometric), a (all-in), 25c
    (chips), and for raises 2.5x (the bet faced). A LINE consists of check, call, fold, bet SIZE,
    raise SIZE, all-in, and the cards that come.
    """
    from handsight.cli.study.solve import show_solution

    show_solution(" ".join(board), as_json, options)


@click.command("solve-flops")
@_spot_options
@click.option(
    "--flops",
    default="25",
    show_default=True,
    metavar="FLOPS",
    help=f"Flops to solve: {_FLOPS_HELP}",
)
@_storage_option
@workers_options("Solve N flops at a time, each on one thread.")
@click.option(
    "--save",
    type=FILE,
    metavar="FILE",
    help="Save each solved flop to FILE. After an interruption, run the same command again to "
    "continue.",
)
@click.option(
    "--csv",
    type=WrittenFile("csv"),
    metavar="FILE",
    help="Write a table with a row for each flop to FILE.",
)
@click.option(
    "--svg",
    type=WrittenFile("svg"),
    metavar="FILE",
    help="Draw the first actions on each flop, and write the picture to FILE.",
)
@force_option
@as_json_option("handsight.views.solver.flops:FlopsReport")
def solve_flops_command(as_json: bool, **options: Any) -> None:
    """Solve a spot on many flops: find what the first player does on each, and over all of them.

    The sets of 25 and 49 flops represent all flops if the ranges name no suits. Solving all flops
    takes hours.
    """
    from handsight.cli.study.solve_flops import show_flops

    show_flops(as_json, options)


@click.command("flop-atlas")
@click.argument("file", type=FILE, metavar="FILE")
@click.option(
    "--flops",
    default="all",
    show_default=True,
    metavar="FLOPS",
    help=f"Flops to count: {_FLOPS_HELP}",
)
@workers_options("Count N flops at a time, each on one thread.")
@as_json_option("handsight.views.odds.flop_atlas:FlopAtlasReport")
def flop_atlas_command(file: Path, flops: str, workers: Workers, as_json: bool) -> None:
    """Compute EHS, potential and equity of all hands on all flops, and write them to FILE.

    An agent such as ehs:atlas=FILE looks flops up in FILE. If the command is interrupted, run it
    again to continue. If FILE exists, it is only checked.
    """
    from handsight.cli.progress import progress_bar, resume_hint
    from handsight.cli.study.flop_lists import read_flops
    from handsight.cli.terminal import require_writable, say
    from handsight.odds.board.flop_atlas import make_flop_atlas, part_of
    from handsight.ranges import named_flops
    from handsight.runtime.files import file_digest
    from handsight.views.odds.flop_atlas import FlopAtlasReport
    from handsight.views.report import to_json

    require_writable("FILE", file)
    chosen = read_flops("--flops", flops)
    listed = named_flops(chosen) if isinstance(chosen, str) else chosen
    with (
        workers.threads() as executor,
        resume_hint(
            part_of(file), "the count so far is in {}; run the same command again to continue"
        ),
        progress_bar("counting flops") as progress,
    ):
        atlas = make_flop_atlas(file, listed, executor=executor, progress=progress)
    size, digest = file.stat().st_size, file_digest(file)
    if as_json:
        made = FlopAtlasReport(str(file), atlas.flops, atlas.rows, size, digest)
        click.echo(to_json(made))
        return
    flops = "1 flop" if atlas.flops == 1 else f"{atlas.flops:,} flops"
    say(f"{file}: {flops}, {atlas.rows:,} hands that suits do not make alike, {size / 1e6:.1f} MB")
    say(f"its SHA-256 begins with {digest[:32]}")


@click.command("push-fold")
@renamed_option(
    *("--stack", "--stack-bb", "stack"),
    type=float,
    metavar="BB",
    help="Stack of each player in big blinds, 1 to 100. Required without --stacks-bb.",
)
@click.option(
    "--stacks-bb",
    "stacks",
    metavar="STACKS",
    help='Stacks in big blinds in the order in which the players act, like "12 8 10"; the last '
    "two post the small and the big blind.",
)
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="Number of players, 2 to 9. Default: that of --stacks-bb, or 2.",
)
@renamed_option(
    *("--ante", "--ante-bb", "ante"),
    type=float,
    default=0.0,
    show_default=True,
    metavar="BB",
    help="Ante of each player in big blinds, 0 to 1.",
)
@click.option(
    "--ante-by",
    default="each",
    show_default=True,
    metavar="PAYER",
    help="Who pays the ante: each player, or the big-blind for all (up to 1 for each of them).",
)
@click.option(
    "--payouts",
    metavar="PRIZES",
    help='Prize of each place still to be paid, the first place first, like "50 30 20". Stacks '
    "are then worth prize money by the ICM. Default: chips count.",
)
@click.option(
    "--callers",
    type=int,
    metavar="N",
    help="Number of players who can call a push, 1 to 3. Default: 2, or 1 with two players.",
)
@click.option(
    "--method",
    default="auto",
    show_default=True,
    metavar="METHOD",
    help="monte_carlo measures strategies on deals; exact counts all showdowns, of three players "
    "without payouts in one to two minutes; auto is exact for two players.",
)
@click.option(
    "--deals",
    default=40_000_000,
    show_default=True,
    metavar="N",
    help="Number of deals to learn from, and to measure on, for three or more players; half of "
    "them if the strategies are then near enough to an equilibrium.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the deals, which are sampled for three or more players.",
)
@click.option(
    "--svg",
    type=WrittenFile("svg"),
    metavar="FILE",
    help="Draw both charts of two players with equal stacks, and write them to FILE.",
)
@force_option
@as_json_option(
    "handsight.solver.all_in.charts:PushFold",
    "handsight.views.solver.push_fold:PushFoldReport",
)
def push_fold_command(
    stack: float | None,
    stacks: str | None,
    players: int | None,
    ante: float,
    ante_by: str,
    payouts: str | None,
    callers: int | None,
    method: str,
    deals: int,
    seed: int,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Show which hands to push and which to call all-in with before the flop.

    Two players are solved exactly; three to nine learn on random deals.
    """
    from handsight.cli.study.solve import show_multiway_push_fold, show_push_fold

    chips = _stacks_of(stack, stacks, players)
    plain = stacks is None and ante_by == "each" and payouts is None and callers is None
    plain = plain and method != "monte_carlo"
    if plain and stack is not None and len(chips) == 2:
        show_push_fold(stack, ante, svg, as_json)
        return
    if svg is not None:
        raise OptionError("--svg draws two players with equal stacks; leave it out, or use --json")
    from handsight.solver import PushFoldGame

    prizes = "" if payouts is None else payouts.replace(",", " ")
    game = PushFoldGame(
        chips,
        ante=ante,
        ante_by=ante_by,
        payouts=tuple(float(_chips_of("--payouts", prize)) for prize in prizes.split()),
        callers=callers,
    )
    show_multiway_push_fold(game, method, deals, seed, as_json)


def _stacks_of(stack: float | None, stacks: str | None, players: int | None) -> tuple[float, ...]:
    """Read the stacks of all players, in big blinds.

    Args:
        stack: stack of every player; None to read `stacks`.
        stacks: stack of each player, as text; None to use `stack`.
        players: number of players; None for 2, or for as many as there are `stacks`.

    Raises:
        UsageError: if both `stack` and `stacks` are None.
        OptionError: if neither of them is None, a stack cannot be read, or `players` is out of
            range or differs from the number of `stacks`.
    """
    if (stack is None) == (stacks is None):
        if stack is None:
            raise click.UsageError("Missing option '--stack-bb'.")
        raise OptionError("--stack-bb and --stacks-bb both give the stacks; use one of them")
    if stack is not None:
        count = 2 if players is None else players
        if not 2 <= count <= 9:
            raise OptionError(f"--players is {count}; it must be from 2 to 9")
        return (stack,) * count
    chips = tuple(
        float(_chips_of("--stacks-bb", each)) for each in (stacks or "").replace(",", " ").split()
    )
    if players not in (None, len(chips)):
        raise OptionError(
            f"--players is {players}, but --stacks-bb has {len(chips)}; leave out --players"
        )
    return chips


def _stack_option(least: str, most: str) -> Callable[[Callable[..., Any]], Any]:
    return renamed_option(
        *("--stack", "--stack-bb", "stack"),
        type=int,
        default=100,
        show_default=True,
        metavar="BB",
        help=f"Stack of each player in big blinds, {least} to {most}.",
    )


@click.command("chart")
@click.argument("name", nargs=-1, required=True, metavar="NAME")
@click.option(
    "--class", "pocket_class", metavar="CLASS", help="Show only one hand class, like AKs."
)
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="Number of players at the table, 2 to 9. Default: 6; with --charts, by their positions.",
)
@click.option(
    "--stack-bb",
    "stack",
    type=int,
    default=100,
    show_default=True,
    metavar="BB",
    help="Stack of the blueprint in big blinds, 1 to 1,000.",
)
@click.option(
    "--file",
    type=FILE,
    metavar="FILE",
    help="A blueprint file. Default: the one for --players and --stack-bb.",
)
@charts_option
@click.option(
    "--svg", type=WrittenFile("svg"), metavar="FILE", help="Draw the chart, and write it to FILE."
)
@click.option(
    "--csv", type=WrittenFile("csv"), metavar="FILE", help="Write the chart as a table to FILE."
)
@force_option
@as_json_option("handsight.views.solver.preflop_chart:ChartReport")
def chart_command(name: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Show what to do before the flop: how often each hand takes each action.

    NAME is CO open; BB vs BTN with open, a size like 2.5x, or all-in; CO vs BTN 3bet; BTN vs CO
    4bet; BB vs SB limp; or SB vs BB raise, after a limp. A size may follow, like 3x or 8bb, and
    after a comma the number of players or the stack, like heads-up or 40bb. Other lines are
    written out, like CO/2.5bb/BTN/call/BB.
    """
    from handsight.cli.study.chart import show_chart

    show_chart(" ".join(name), as_json, **options)


@click.group("train")
def train_group() -> None:
    """Train an agent that learns by playing against itself."""


def _training_options(rounds: str, save: str, *reports: str) -> Callable[[Callable[..., Any]], Any]:
    """Add the options of all training commands: when to stop, the seed, and the file to write.

    Args:
        rounds: size of a training round, such as "8,192 hands", for the help text.
        save: name of what the training writes, such as "policy", for the help text.
        reports: the types of which the report can be; see `JsonOption`.
    """
    options = (
        click.option(
            "--minutes",
            type=float,
            metavar="MINUTES",
            help="Stop after this many minutes. Default: no limit.",
        ),
        click.option(
            "--rounds",
            type=int,
            metavar="N",
            help=f"Stop after N rounds in all, 1 to 10,000,000; a round is {rounds}. Default: no "
            "limit.",
        ),
        click.option(
            "--seed",
            type=int,
            default=0,
            show_default=True,
            metavar="N",
            help="Seed of the deals.",
        ),
        click.option(
            "--restart",
            is_flag=True,
            help="Start from scratch. Default: continue from what an earlier run has learned.",
        ),
        click.option(
            "--save",
            type=WrittenFile(save),
            metavar="FILE",
            help=f"Write the {save} to FILE. Default: a file in the cache folder.",
        ),
        force_option,
        as_json_option(*reports),
    )

    def add(command: Callable[..., Any]) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@train_group.command("blueprint")
@_stack_option("1", "1,000")
@click.option("--limit", is_flag=True, help="Play fixed-limit. Default: no-limit.")
@click.option(
    "--preflop",
    metavar="SIZES",
    help='Raises of the blind, then re-raises and so on, like "75%, a / 100%, a / a".',
)
@click.option(
    "--flop",
    metavar="SIZES",
    help='Bets on the flop, then raises of them and so on, like "50%, a / 100%, a / a".',
)
@click.option("--turn", metavar="SIZES", help="The same for the turn.")
@click.option("--river", metavar="SIZES", help="The same for the river.")
@click.option(
    "--players",
    default=2,
    show_default=True,
    metavar="N",
    help="Number of players, 2 to 9. The next nine options are for three or more.",
)
@click.option(
    "--multiway",
    metavar="SIZES",
    help="Bets on each street if three or more see the flop; --flop, --turn and --river are then "
    "for two.",
)
@click.option(
    "--flop-players",
    type=int,
    metavar="N",
    help="At most N players see the flop; further ones cannot call. Default: 3.",
)
@click.option(
    "--ante", type=int, metavar="CHIPS", help="Ante of each player; the big blind is 100 chips."
)
@click.option(
    "--straddles", metavar="CHIPS,…", help="Straddles after the big blind, like 200 or 200,400."
)
@click.option(
    "--rake",
    metavar="SHARE",
    help="Rake if there is a flop, a share of the pot, like 5%. Default: 0.",
)
@click.option(
    "--rake-cap", type=float, metavar="CHIPS", help="Maximum rake, in chips. Default: no cap."
)
@click.option(
    "--sharing",
    metavar="RULE",
    help="Which lines before the flop share a strategy after it. positions: lines with the same "
    "kind of pot and stack-to-pot ratio, and the same two players or the same number of three or "
    "more; order: the same, but with any players; lines: none. Default: positions.",
)
@click.option(
    "--compact",
    is_flag=True,
    help="Write a small file: shares in steps of 1/17, and no strategy where a line before the "
    "flop comes up less than once in a million hands.",
)
@click.option(
    "--memory",
    type=int,
    metavar="MB",
    help="Refuse a training that needs more megabytes for its numbers. Default: no limit.",
)
@click.option(
    "--buckets",
    type=int,
    metavar="N",
    help="Number of buckets of hands on each of flop, turn and river, 1 to 256. Default: 200, or "
    "60 for three or more players.",
)
@click.option(
    "--turn-deals",
    type=int,
    default=100_000,
    show_default=True,
    metavar="N",
    help="Deals from which to estimate what hands win from the turn on, for the agent resolver; "
    "0 to leave this out.",
)
@click.option(
    "--chart-deals",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Deals from which to estimate what each action before the flop wins, for handsight chart; "
    "0 to estimate this when a chart is first shown.",
)
@renamed_option(
    *("--threads", "--workers", "threads"),
    type=int,
    metavar="N",
    help="Share the work among N threads, 1 to 256. Default: one for each core.",
)
@_training_options(
    "100,000 deals, or 400 among three or more",
    "blueprint",
    "handsight.views.arena.training:TrainingReport",
    "handsight.views.arena.training:TableTrainingReport",
)
def train_blueprint_command(as_json: bool, **options: Any) -> None:
    """Learn a strategy for whole hands, a blueprint, by playing against itself.

    Ctrl+C stops and keeps what was learned so far; run the same command again to continue. The
    agent blueprint:file=FILE plays by the result heads-up, and blueprint:table=FILE among three or
    more players. So does blueprint:stack=BB, unless handsight comes with a blueprint for BB. With
    more than two players, no strategy is proven to be safe.
    """
    from handsight.cli.study.train import train_blueprint, train_table

    (train_blueprint if options["players"] == 2 else train_table)(as_json, options)


@train_group.command("policy")
@renamed_option(
    *("--seats", "--players", "seats"),
    type=int,
    default=2,
    show_default=True,
    metavar="N",
    help="Number of players at the table, 2 to 9.",
)
@_stack_option("2", "1,310")
@click.option(
    "--choices",
    default="fold call 1/2 1 all-in",
    show_default=True,
    metavar="LIST",
    help="Actions to choose from: fold, call, all-in, and bets and raises as shares of the pot.",
)
@click.option(
    "--hidden",
    default="96,96",
    show_default=True,
    metavar="N,N",
    help="Size of each hidden layer of the network, 1 to 512.",
)
@_training_options("8,192 hands", "policy", "handsight.views.arena.training:PolicyReport")
def train_policy_command(as_json: bool, **options: Any) -> None:
    """Train a small network to play no-limit hands, by playing against itself.

    Ctrl+C stops and keeps what was learned so far; run the same command again to continue. The
    agent learned:FILE plays by the result.
    """
    from handsight.cli.study.train import train_policy

    train_policy(as_json, options)


# --- everyday arithmetic --------------------------------------------------------------------------


@click.command("aggregate")
@click.argument("players", nargs=2, metavar="PLAYER PLAYER")
@click.option(
    "--boards",
    default="all",
    show_default=True,
    metavar="BOARDS",
    help=f"Boards to compute: {_FLOPS_HELP}",
)
@workers_options("Share the work among N threads.", was="--threads")
@click.option(
    "--csv",
    type=WrittenFile("csv"),
    metavar="FILE",
    help="Write a table with a row for each board to FILE.",
)
@click.option(
    "--svg",
    type=WrittenFile("svg"),
    metavar="FILE",
    help="Draw the equities, and write them to FILE.",
)
@force_option
@as_json_option("handsight.views.odds.aggregate:AggregateReport")
def aggregate_command(
    players: tuple[str, str],
    boards: str,
    workers: Workers,
    csv: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Compute the equities of two ranges on all flops, or on many boards.

    Each PLAYER is a range like "22+, A2s+", or a hand like AhKh. "all" computes 1,755 flops that
    represent all 22,100, and more if a range names suits.
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
@board_option(required=False)
@dead_option
@as_json_option("handsight.views.odds.blockers:BlockersReport")
def blockers_command(cards: str, hands: str, board: str, dead: str, as_json: bool) -> None:
    """Show which hands of an opponent's range your cards block.

    CARDS is one or two cards that you hold, like As or AhKd; RANGE is the opponent's range.
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
@board_option(required=True)
@dead_option
@click.option(
    "--svg",
    type=WrittenFile("svg"),
    metavar="FILE",
    help="Draw the equities of all hands as curves, and write them to FILE.",
)
@force_option
@as_json_option("handsight.views.odds.texture:TextureReport")
def texture_command(
    players: tuple[str, ...], board: str, dead: str, svg: Path | None, as_json: bool
) -> None:
    """Show how ranges hit a board: made hands, draws, equities, and the nuts.

    Give one RANGE, which plays against any cards, or two, which play against each other.
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
@click.option(
    "--pot",
    required=True,
    metavar="CHIPS",
    help="Chips in the pot before the bet, like 100 or 2.5.",
)
@click.option(
    "--bet",
    required=True,
    metavar="CHIPS",
    help="Size of the bet, which is also the price of a call.",
)
@click.option(
    "--equity",
    metavar="SHARE",
    help="Your equity once the bet is called, like 35% or 0.35. Default: unknown.",
)
@click.option(
    "--folds",
    metavar="SHARE",
    help="How often the opponent folds to the bet, like 40%. Default: unknown.",
)
@as_json_option("handsight.views.odds.ev:EvReport")
def ev_command(pot: str, bet: str, equity: str | None, folds: str | None, as_json: bool) -> None:
    """Show what a bet needs and what it is worth: pot odds, folds, defence, bluffs, and EV."""
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
@click.option(
    "--payouts",
    required=True,
    metavar="PRIZES",
    help='Prize of each paid place, the first place first, like "50 30 20".',
)
@click.option(
    "--model",
    default="malmuth-harville",
    show_default=True,
    metavar="MODEL",
    help="Model of finishing places: malmuth-harville or malmuth-weitzman.",
)
@click.option(
    "--method",
    default="auto",
    show_default=True,
    metavar="METHOD",
    help="exact counts, monte_carlo samples, and auto is exact up to 20 players with chips and "
    "samples beyond.",
)
@click.option(
    "--trials",
    default=100_000,
    show_default=True,
    metavar="N",
    help="Number of tournaments to sample.",
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of the sample.")
@as_json_option("handsight.views.odds.icm:IcmReport")
def icm_command(
    stacks: tuple[str, ...],
    payouts: str,
    model: str,
    method: str,
    trials: int,
    seed: int,
    as_json: bool,
) -> None:
    """Convert the stacks of a tournament into expected prize money (ICM).

    Each STACK is the chips of one player.
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
    """Read an amount of chips or money, like 1500 or 0.05.

    Args:
        option: name of the option, for the error message.
        text: the amount.

    Raises:
        OptionError: if the text is not a valid amount.
    """
    if not _NUMBER.fullmatch(text.strip()):
        raise OptionError(f"{option} is {text!r}; it must be a number like 1500 or 0.05")
    return Fraction(text.strip())


STUDY_COMMANDS = (
    *(
        chart_command,
        flop_atlas_command,
        push_fold_command,
        solve_command,
        solve_flops_command,
        train_group,
    ),
    *(aggregate_command, blockers_command, ev_command, icm_command, texture_command),
)
"""The commands of this module."""
