"""The commands; nothing heavy is imported before one of them runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from handsight._version import __version__
from handsight.cli.command_line import CommandLine, CommandsByName
from handsight.cli.options import (
    FILE,
    LineOptions,
    SpotOption,
    Workers,
    as_json_option,
    faults_option,
    history_options,
    line_options,
    workers_options,
)


def _others() -> Iterator[click.Command]:
    """Import the commands that stand in other modules."""
    from handsight.cli.agents.commands import AGENT_COMMANDS
    from handsight.cli.network.commands import NETWORK_COMMANDS
    from handsight.cli.study.commands import STUDY_COMMANDS

    yield from (*AGENT_COMMANDS, *NETWORK_COMMANDS, *STUDY_COMMANDS)


@click.group(
    cls=CommandLine,
    commands=CommandsByName(_others),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="handsight")
@click.pass_context
def main(context: click.Context) -> None:
    """The workbench for Texas Hold'em: what a hand is worth, and how to play it.

    Cards are written like AhKh, "Ah Kh", 10h or A♥; boards and dead cards alike.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@main.command()
@click.argument("hole", nargs=-1, metavar="HOLE")
@click.option("--board", default="", metavar="CARDS", help="The three to five cards on the board.")
@click.option(
    "--opponents",
    cls=SpotOption,
    instead="the opponents are those of the hand",
    type=int,
    metavar="N",
    help="The number of opponents, 1 to 9; 1 unless given, or the number of --villain options.",
)
@click.option(
    "--dead",
    cls=SpotOption,
    instead="all cards out of play are those of the hand",
    default="",
    metavar="CARDS",
    help="Cards that are out of play.",
)
@click.option(
    "--villain",
    cls=SpotOption,
    instead="their ranges follow from what they do",
    multiple=True,
    metavar="RANGE",
    help="The range of the opponents, like '22+, A2s+'; give it once for all of them, or once for "
    "each.",
)
@click.option(
    "--excluded",
    cls=SpotOption,
    instead="their ranges follow from what they do",
    default="",
    metavar="CARDS",
    help="Cards that the opponents probably do not hold.",
)
@click.option(
    "--samples",
    cls=SpotOption,
    instead="strength and potential are counted against the ranges",
    type=int,
    metavar="N",
    help="Sample N runouts for strength and potential instead of counting all of them.",
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Sample from this seed.")
@history_options
@line_options(required=False)
@as_json_option
@click.pass_context
def explain(
    context: click.Context,
    /,
    hole: tuple[str, ...],
    lines: LineOptions | None,
    hand: dict[str, Any] | None,
    villain: tuple[str, ...],
    samples: int | None,
    seed: int,
    as_json: bool,
    **spot: Any,
) -> None:
    """Explain a hand: strength, potential, odds, draws and outs.

    HOLE are your two cards. With --history or --phh it shows what opponents may hold after their
    actions, and your odds against that. With - or --file, each line is a hand, like "AhKh" or
    "AhKh | Qh7h2c" with a board of its own.
    """
    if lines is None and not hole and not (hand and hand["phh"]):
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    ranges = villain[0] if len(villain) == 1 else villain or None
    if lines is not None:
        from handsight.cli.hands.lines import explain_lines
        from handsight.errors import OptionError

        if hand:
            raise OptionError("--history and --phh describe one hand; leave out - and --file")
        explain_lines(lines, seed=seed, samples=samples, villain=ranges, **spot)
        return
    if hand:
        from handsight.cli.hands.range_update import explain_ranges

        explain_ranges(" ".join(hole), spot["board"], seed, as_json, **hand)
        return
    from handsight.cli.hands.odds import explain_hand
    from handsight.odds.spot import Spot

    explain_hand(Spot.hand(" ".join(hole), villain=ranges, **spot), seed, samples, as_json)


@main.command()
@click.argument("cards", nargs=-1, metavar="CARDS")
@line_options(required=True)
@as_json_option
def rank(cards: tuple[str, ...], lines: LineOptions | None, as_json: bool) -> None:
    """Rank a hand of five to seven CARDS; with - or --file, one a line."""
    if lines is not None:
        from handsight.cli.hands.lines import rank_lines

        rank_lines(lines)
        return
    from handsight.cli.hands.odds import rank_hand

    rank_hand(" ".join(cards), as_json)


@main.command("range")
@click.argument("hands", nargs=-1, metavar="[RANGE]")
@click.option(
    "--top", metavar="SHARE", help="Show the best hands instead of RANGE: a share like 15% or 0.15."
)
@click.option(
    "--order",
    metavar="ORDER",
    help="Take --top from this order: equity, nine-handed, chen or sklansky; equity unless given.",
)
@click.option("--without", default="", metavar="CARDS", help="Remove hands with these cards.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the grid to FILE as a picture.")
@line_options(required=False)
@as_json_option
def range_command(hands: tuple[str, ...], lines: LineOptions | None, **options: Any) -> None:
    """Show a range of hands: its canonical text, its size and its grid.

    RANGE is written like "22+, A2s+, KTs-K8s, AQo:0.5". Give RANGE or --top, not both. With - or
    --file, each line is a range.
    """
    if lines is not None:
        from handsight.cli.hands.lines import range_lines
        from handsight.errors import OptionError

        for name in ("top", "order", "svg"):
            if options[name] is not None:
                raise OptionError(f"--{name} is for one range; leave out either it or - and --file")
        range_lines(lines, options["without"])
        return
    from handsight.cli.hands.ranges import show_range

    show_range(" ".join(hands) if hands else None, **options)


@main.command()
@click.argument("hole", nargs=-1, metavar="HOLE")
@line_options(required=True)
@as_json_option
def preflop(hole: tuple[str, ...], lines: LineOptions | None, as_json: bool) -> None:
    """Value two cards before the flop: formulas, groups, equity, and place in each order.

    HOLE are two cards like AhKh, or a class like AKs; with - or --file, one a line.
    """
    if lines is not None:
        from handsight.cli.hands.lines import preflop_lines

        preflop_lines(lines)
        return
    from handsight.cli.hands.ranges import show_preflop

    show_preflop(" ".join(hole), as_json)


@main.command("pocket-table")
@click.option(
    "--games",
    type=int,
    metavar="N",
    help="Play N games of each class instead of showing a table that ships.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Play the games of --games from this seed; 0 unless given.",
)
@click.option(
    "--players",
    type=int,
    default=2,
    show_default=True,
    metavar="N",
    help="The number of players, 2 to 10.",
)
@click.option(
    "--rules",
    default="no-limit",
    show_default=True,
    metavar="RULES",
    help="Bet by these rules: limit or no-limit.",
)
@click.option("--all", "all_rows", is_flag=True, help="List all 169 classes.")
@workers_options("Play --games in N threads; one for each core unless given.", each_core=True)
@click.option("--svg", type=FILE, metavar="FILE", help="Write the map to FILE as a picture.")
@as_json_option
def pocket_table(**options: Any) -> None:
    """Show what all classes of hands win among players who act at random, beside exact equity.

    Without --games it shows a table that ships, of two players.
    """
    from handsight.cli.hands.ranges import show_pocket_table

    show_pocket_table(**options)


@main.command()
@click.argument("players", nargs=-1, metavar="PLAYER...")
@click.option("--board", default="", metavar="CARDS", help="The three to five cards on the board.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that are out of play.")
@click.option(
    "--method",
    default="auto",
    metavar="METHOD",
    help="exact counts all deals, monte_carlo samples them, and auto counts what takes about a "
    "second and samples the rest.",
)
@click.option(
    "--trials",
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="End a sample after N deals.",
)
@click.option(
    "--target-stderr",
    type=float,
    metavar="ERROR",
    help="End a sample when its largest standard error is ERROR or less.",
)
@click.option(
    "--max-seconds", type=float, metavar="SECONDS", help="End a sample after this many seconds."
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Sample from this seed.")
@click.option(
    "--save",
    type=FILE,
    metavar="FILE",
    help="Keep a long count in FILE; the same command goes on where it was stopped.",
)
@workers_options("Count or sample in N threads.")
@line_options(required=True)
@as_json_option
def equity(
    players: tuple[str, ...], lines: LineOptions | None, workers: Workers, **options: Any
) -> None:
    """Share the pot among two to ten players, all in.

    Each PLAYER is a hand like AhKh, or a range like "22+, A2s+"; quote what has spaces. "random"
    is any hand. With - or --file, each line is a pot, like "AhKh 22+,A2s+ | Qh7h2c" with a board
    of its own.
    """
    if lines is not None:
        from handsight.cli.hands.lines import equity_lines

        if options.pop("save") is not None:
            from handsight.errors import OptionError

            raise OptionError("--save works only with one pot, not with lines")
        del options["as_json"]
        with workers.threads() as executor:
            equity_lines(lines, executor=executor, **options)
        return
    from handsight.cli.hands.odds import show_equity

    show_equity(players, workers=workers, **options)


@main.command()
@click.option(
    "--board", required=True, metavar="CARDS", help="The three to five cards on the board."
)
@click.option(
    "--villain", metavar="RANGE", help="The range of the opponent; any cards unless given."
)
@click.option("--dead", default="", metavar="CARDS", help="Cards that are out of play.")
@click.option(
    "--what",
    default="ehs",
    show_default=True,
    metavar="NUMBER",
    help="Show ehs (effective hand strength), hs (hand strength), ppot or npot (positive or "
    "negative potential), or equity.",
)
@click.option("--svg", type=FILE, metavar="FILE", help="Write the map to FILE as a picture.")
@as_json_option
@click.option("--combos", is_flag=True, help="Add all 1,326 combos to the JSON object.")
def heatmap(**options: Any) -> None:
    """Show the value of all hands on a board: the mean of each class, as a map."""
    from handsight.cli.hands.odds import show_heatmap

    show_heatmap(**options)


@main.command("hand-eval")
@click.option(
    "--pocket",
    metavar="CARDS",
    help="Your two cards; without them, the command asks for what is missing.",
)
@click.option("--community", metavar="CARDS", help="The three to five cards on the board.")
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="The number of players, 2 to 10 with you; 2 unless given.",
)
@click.option(
    "--ranges",
    metavar="SHARES",
    help='The share of the best hands that each opponent plays, like "0.1 0.25"; any cards unless '
    "given.",
)
@click.option("--as-published", is_flag=True, help="Deal in the way of the published program.")
@click.option(
    "--deals",
    type=int,
    metavar="N",
    help="Sample N deals; a million unless given, and 1,024 with --as-published.",
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Sample from this seed.")
@as_json_option
def hand_eval(**options: Any) -> None:
    """Show the chances to win and to tie against opponents who play the best x% of hands.

    Without --pocket it asks for whatever is not given.
    """
    from handsight.cli.hands.hand_eval import show_hand_eval

    show_hand_eval(**options)


@main.command()
@click.argument("table")
@click.option(
    "--trials",
    type=int,
    metavar="N",
    help="Measure N passes, hands, flops or spots; this has no effect on what is counted.",
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Sample from this seed.")
@click.option(
    "--data",
    type=FILE,
    metavar="ARCHIVE",
    help="Prove range-model on the hands of ARCHIVE.",
)
@click.option(
    "--likelihood",
    metavar="NAME",
    help="Prove range-model with this likelihood: dirichlet, loki, histogram or logistic; "
    "dirichlet unless given.",
)
@click.option(
    "--svg",
    type=FILE,
    metavar="FILE",
    help="Write the reliability of range-model to FILE as a picture.",
)
@workers_options("Evaluate the folds of range-model in N processes.")
@as_json_option
def reproduce(
    table: str,
    trials: int | None,
    seed: int,
    as_json: bool,
    workers: Workers,
    **range_model: Any,
) -> None:
    """Measure a TABLE of the papers again, and print it beside what they print.

    TABLE is cisti-2013-table-1, cisti-2013-table-2, cisti-2013-table-3, dsie-2011-table-1, counts,
    odds-methods, fai-2022-ladder, fai-2022-raises, b351-claims, loki-ladder or exploitability; or
    range-model, which proves the opponent model on recorded hands.
    """
    if table == "range-model":
        from handsight.cli.reproduce import show_range_model

        show_range_model(trials=trials, seed=seed, workers=workers, as_json=as_json, **range_model)
        return
    if workers != Workers() or any(value is not None for value in range_model.values()):
        from handsight.errors import OptionError

        raise OptionError(
            "--data, --likelihood, --svg, --workers and --scheduler are only for range-model; "
            "leave them out"
        )
    from handsight.cli.reproduce import show_reproduction

    show_reproduction(table, trials, seed, as_json)


@main.command()
@click.argument("path", metavar="FILE")
@click.option("--hand", type=int, metavar="N", help="Replay only the Nth hand, counted from 1.")
@click.option("--step", is_flag=True, help="Wait for a key after each step; q ends.")
@click.option("--check", is_flag=True, help="Compare the ends of all hands with the record.")
@faults_option
@as_json_option
def replay(
    path: str, hand: int | None, step: bool, check: bool, faults_file: Path | None, as_json: bool
) -> int:
    """Replay recorded hands street by street, with the equity of the known hands.

    FILE holds hands in PHH, the text of a site, or an ACPC log; it may be an archive or a folder of
    such files.
    """
    from handsight.cli.histories.hands import check_path, replay_hands
    from handsight.errors import OptionError

    if not path:
        raise OptionError("FILE is empty; name a file or a folder")
    if not check:
        return replay_hands(Path(path), hand, step, faults_file, as_json)
    if hand is not None or step:
        raise OptionError("--check replays all hands at once; leave out --hand and --step")
    return check_path(Path(path), faults_file, as_json)


@main.command()
@click.option(
    "--players", default=6, show_default=True, metavar="N", help="The number of players, 2 to 10."
)
@click.option(
    "--seed", default=0, show_default=True, metavar="N", help="Deal and act from this seed."
)
@click.option("--hands", default=1, show_default=True, metavar="N", help="Deal N hands.")
@click.option(
    "--stack",
    default=10_000,
    show_default=True,
    metavar="CHIPS",
    help="Give each player this many chips.",
)
@click.option("--phh", "as_phh", is_flag=True, help="Print the hands as hand histories in PHHS.")
def deal(**options: Any) -> None:
    """Deal hands to players who act at random, without a limit and with blinds of 50 and 100."""
    from handsight.cli.histories.hands import deal_hands

    deal_hands(**options)


@main.group("evaluators", invoke_without_command=True)
@click.pass_context
def evaluators_group(context: click.Context) -> None:
    """List the evaluators, ours and those of the papers, and keep their tables."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@evaluators_group.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def list_command(as_json: bool) -> None:
    """List the evaluators: the cards they take, the size of their tables, what is built."""
    from handsight.cli.hands.evaluators import list_evaluators

    list_evaluators(as_json)


@evaluators_group.command("build")
@click.argument("name")
def build_command(name: str) -> None:
    """Build the table of the evaluator NAME, if it has one that is kept in a file."""
    from handsight.cli.hands.evaluators import build_table

    build_table(name)


@evaluators_group.command("clear")
@click.argument("name", required=False)
def clear_command(name: str | None) -> None:
    """Remove the table of the evaluator NAME; without NAME, the tables of all."""
    from handsight.cli.hands.evaluators import clear_tables

    clear_tables(name)


@main.command()
@click.argument("word", nargs=-1, metavar="[WORD]")
@as_json_option
def words(word: tuple[str, ...], as_json: bool) -> None:
    """Explain the words of the outputs: all, or WORD."""
    from handsight.cli.words import show_words

    show_words(" ".join(word), as_json)


@main.command()
@as_json_option
def warmup(as_json: bool) -> None:
    """Compile everything now, so that no later command has to wait for it.

    What is compiled is kept for later runs. After an interrupt, the same command goes on. Left out
    is what few runs need, such as building the tables of evaluators.
    """
    from handsight.cli.warmup import warm_up

    warm_up(as_json)
