"""The main command and its commands. Heavy imports wait until a command runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from handsight._version import __version__
from handsight.cli.command_line import CommandLine, CommandsByName
from handsight.cli.files import FILE, WrittenFile, force_option
from handsight.cli.options import (
    LineOptions,
    SpotOption,
    Workers,
    as_json_option,
    board_option,
    dead_option,
    faults_option,
    history_options,
    line_options,
    renamed_option,
    workers_options,
)


def _others() -> Iterator[click.Command]:
    """Yield the commands that other modules define, and import these modules."""
    from handsight.cli.agents.commands import AGENT_COMMANDS
    from handsight.cli.coach.commands import COACH_COMMANDS
    from handsight.cli.network.commands import NETWORK_COMMANDS
    from handsight.cli.study.commands import STUDY_COMMANDS

    yield from (*AGENT_COMMANDS, *COACH_COMMANDS, *NETWORK_COMMANDS, *STUDY_COMMANDS)


@click.group(
    cls=CommandLine,
    commands=CommandsByName(_others),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="handsight")
@click.pass_context
def main(context: click.Context) -> None:
    """A workbench for Texas Hold'em: what a hand is worth, and how to play it.

    Write cards like AhKh, "Ah Kh", 10h or A♥, wherever a command takes CARDS.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@main.command()
@click.argument("hole", nargs=-1, metavar="HOLE")
@board_option(required=False)
@click.option(
    "--opponents",
    cls=SpotOption,
    instead="the opponents are those of the hand",
    type=int,
    metavar="N",
    help="Number of opponents, 1 to 9. Default: the number of --villain options, at least 1.",
)
@click.option(
    "--dead",
    cls=SpotOption,
    instead="all cards out of play are those of the hand",
    default="",
    metavar="CARDS",
    help="Cards that are out of play. Default: none.",
)
@click.option(
    "--villain",
    cls=SpotOption,
    instead="their ranges follow from what they do",
    multiple=True,
    metavar="RANGE",
    help="Range of the opponents, like '22+, A2s+'; once for all of them, or once for each. "
    "Default: any cards.",
)
@click.option(
    "--excluded",
    cls=SpotOption,
    instead="their ranges follow from what they do",
    default="",
    metavar="CARDS",
    help="Cards that the opponents probably do not hold; they may still come to the board. "
    "Default: none.",
)
@click.option(
    "--samples",
    cls=SpotOption,
    instead="strength and potential are counted against the ranges",
    type=int,
    metavar="N",
    help="Sample N runouts for strength and potential. Default: count all of them.",
)
@click.option(
    "--seed", default=0, show_default=True, metavar="N", help="Seed of everything that is sampled."
)
@history_options
@line_options("handsight.views.cards.explanation:Explanation", required=False)
@force_option
@as_json_option(
    "handsight.views.cards.explanation:Explanation",
    "handsight.views.range_update.report:RangeUpdateReport",
)
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

    HOLE is your two cards. With --history or --recorded, show what the opponents may hold after
    their actions, and your odds against that. With - or --file, each line is a hand, like "AhKh",
    or "AhKh | Qh7h2c" with its own board.
    """
    if lines is None and not hole and not (hand and hand["recorded"]):
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    ranges = villain[0] if len(villain) == 1 else villain or None
    if lines is not None:
        from handsight.cli.hands.lines import explain_lines
        from handsight.errors import OptionError

        if hand:
            raise OptionError("--history and --recorded describe one hand; leave out - and --file")
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
@line_options("handsight.views.lines:RankLine", required=True)
@as_json_option("handsight.views.cards.evaluation:EvaluationReport")
def rank(cards: tuple[str, ...], lines: LineOptions | None, as_json: bool) -> None:
    """Rank a hand of five to seven CARDS; with - or --file, one hand per line."""
    if lines is not None:
        from handsight.cli.hands.lines import rank_lines

        rank_lines(lines)
        return
    from handsight.cli.hands.odds import rank_hand

    rank_hand(" ".join(cards), as_json)


@main.command("range")
@click.argument("hands", nargs=-1, metavar="[RANGE]")
@click.option(
    "--top",
    metavar="SHARE",
    help="Instead of RANGE, show the best hands: a share of all hands, like 15% or 0.15.",
)
@click.option(
    "--order",
    metavar="ORDER",
    help="Order from which --top takes the best: equity, nine-handed, chen or sklansky. Default: "
    "equity.",
)
@click.option(
    "--without",
    default="",
    metavar="CARDS",
    help="Remove all hands that contain one of these cards. Default: none.",
)
@click.option(
    "--svg", type=WrittenFile("svg"), metavar="FILE", help="Draw the grid, and write it to FILE."
)
@line_options("handsight.views.cards.ranges:RangeReport", required=False)
@force_option
@as_json_option("handsight.views.cards.ranges:RangeReport")
def range_command(hands: tuple[str, ...], lines: LineOptions | None, **options: Any) -> None:
    """Show a range of hands: its canonical text, its size and its grid.

    Write RANGE like "22+, A2s+, KTs-K8s, AQo:0.5". Give either RANGE or --top. With - or --file,
    each line is a range.
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
@line_options("handsight.views.cards.preflop:PreflopReport", required=True)
@as_json_option("handsight.views.cards.preflop:PreflopReport")
def preflop(hole: tuple[str, ...], lines: LineOptions | None, as_json: bool) -> None:
    """Value two cards before the flop: formulas, groups, equity, and the place in each order.

    HOLE is two cards like AhKh, or a class like AKs; with - or --file, one per line.
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
    help="Play N games of each class. Default: show a table that comes with handsight.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of the cards and actions in --games. Default: 0.",
)
@click.option(
    "--players",
    type=int,
    default=2,
    show_default=True,
    metavar="N",
    help="Number of players, 2 to 10. More than two need --games.",
)
@renamed_option(
    *("--rules", "--structure", "rules"),
    default="no-limit",
    show_default=True,
    metavar="STRUCTURE",
    help="Betting structure: limit or no-limit.",
)
@click.option(
    "--all",
    "all_rows",
    is_flag=True,
    help="List all 169 classes. Default: the best and the worst five.",
)
@workers_options("Play --games in N threads.", each_core=True)
@click.option(
    "--svg", type=WrittenFile("svg"), metavar="FILE", help="Draw the map, and write it to FILE."
)
@force_option
@as_json_option("handsight.views.cards.pocket:PocketReport")
def pocket_table(**options: Any) -> None:
    """Show what each class of hands wins among players who act at random, beside its exact equity.

    Without --games, show a table for two players that comes with handsight.
    """
    from handsight.cli.hands.ranges import show_pocket_table

    show_pocket_table(**options)


@main.command()
@click.argument("players", nargs=-1, metavar="PLAYER...")
@board_option(required=False)
@dead_option
@click.option(
    "--method",
    default="auto",
    show_default=True,
    metavar="METHOD",
    help="exact counts all deals, monte_carlo samples them, and auto counts what takes about a "
    "second and samples the rest.",
)
@click.option(
    "--trials",
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="Stop sampling after N deals.",
)
@click.option(
    "--target-stderr",
    type=float,
    metavar="ERROR",
    help="Stop sampling once the largest standard error of an equity is at most ERROR, like 0.001. "
    "Default: no goal.",
)
@click.option(
    "--max-seconds",
    type=float,
    metavar="SECONDS",
    help="Stop after this many seconds; a long exact count ends with an error. Default: no limit.",
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of the sample.")
@click.option(
    "--save",
    type=FILE,
    metavar="FILE",
    help="Save a long exact count to FILE. After an interruption, run the same command again to "
    "continue.",
)
@workers_options("Count or sample in N threads.")
@line_options("handsight.views.lines:PotLine", required=True)
@as_json_option("handsight.views.odds.equity:EquityReport")
def equity(
    players: tuple[str, ...], lines: LineOptions | None, workers: Workers, **options: Any
) -> None:
    """Compute the equities of two to ten players who are all in.

    Each PLAYER is a hand like AhKh, or a range like "22+, A2s+"; put quotes around spaces. "random"
    means any hand. With - or --file, each line is a pot, like "AhKh 22+,A2s+", or
    "AhKh 22+,A2s+ | Qh7h2c" with its own board.
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
@board_option(required=True)
@click.option(
    "--villain",
    metavar="RANGE",
    help="Range of the opponent, like '22+, A2s+'. Default: any cards.",
)
@dead_option
@click.option(
    "--what",
    default="ehs",
    show_default=True,
    metavar="NUMBER",
    help="Number to show: ehs (effective hand strength), hs (hand strength), ppot or npot "
    "(positive or negative potential), or equity.",
)
@click.option(
    "--svg", type=WrittenFile("svg"), metavar="FILE", help="Draw the map, and write it to FILE."
)
@force_option
@as_json_option("handsight.views.cards.heatmap:HeatMapReport")
@renamed_option(
    *("--combos", "--all-combos", "combos"),
    is_flag=True,
    help="With --json: add all 1,326 combos to the object.",
)
def heatmap(**options: Any) -> None:
    """Show the value of all hands on a board, as a map of the means of the 169 classes."""
    from handsight.cli.hands.odds import show_heatmap

    show_heatmap(**options)


@main.command("hand-eval")
@click.option(
    "--pocket",
    metavar="CARDS",
    help="Your two cards. Without them, the command asks for every option that is missing.",
)
@click.option(
    "--community",
    metavar="CARDS",
    help="The three to five cards on the board. Default: none, before the flop.",
)
@click.option(
    "--players",
    type=int,
    metavar="N",
    help="Number of players including you, 2 to 10. Default: 2.",
)
@click.option(
    "--ranges",
    metavar="SHARES",
    help='Share of hands that each opponent plays, the best first, like "0.1 0.25". Default: any '
    "cards.",
)
@click.option("--as-published", is_flag=True, help="Deal cards as the published program does.")
@click.option(
    "--deals",
    type=int,
    metavar="N",
    help="Number of deals to sample. Default: 1,000,000, or 1,024 with --as-published.",
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of the sample.")
@as_json_option("handsight.views.odds.equity:HandEvalReport")
def hand_eval(**options: Any) -> None:
    """Show your chances to win and to tie against opponents who play the best x% of hands.

    Without --pocket, ask for every option that is missing.
    """
    from handsight.cli.hands.hand_eval import show_hand_eval

    show_hand_eval(**options)


@main.command()
@click.argument("table")
@click.option(
    "--trials",
    type=int,
    metavar="N",
    help="Number of passes, hands, flops or spots to measure, depending on TABLE. Default: set by "
    "TABLE. It has no effect on tables that are counted exactly.",
)
@click.option("--seed", default=0, show_default=True, metavar="N", help="Seed of the sample.")
@click.option(
    "--data",
    type=FILE,
    metavar="ARCHIVE",
    help="For range-model: test the model on the recorded hands in ARCHIVE, a file, an archive or "
    "a folder.",
)
@click.option(
    "--likelihood",
    metavar="NAME",
    help="For range-model: test this likelihood, one of dirichlet, loki, histogram or logistic. "
    "Default: dirichlet.",
)
@click.option(
    "--svg",
    type=WrittenFile("svg"),
    metavar="FILE",
    help="For range-model: draw how reliable the model is, and write the picture to FILE.",
)
@workers_options("For range-model: evaluate the folds in N processes.")
@force_option
@as_json_option(
    "handsight.views.reproduction:ReproductionReport",
    "handsight.views.reproduction:RangeModelReport",
)
def reproduce(
    table: str,
    trials: int | None,
    seed: int,
    as_json: bool,
    workers: Workers,
    **range_model: Any,
) -> None:
    """Measure a TABLE of the papers again, and print the results beside the printed ones.

    TABLE is cisti-2013-table-1, cisti-2013-table-2, cisti-2013-table-3, dsie-2011-table-1, counts,
    odds-methods, fai-2022-ladder, fai-2022-raises, b351-claims, loki-ladder or exploitability; or
    range-model, which tests the opponent model on recorded hands.
    """
    if table == "range-model":
        from handsight.cli.study.reproduce import show_range_model

        show_range_model(trials=trials, seed=seed, workers=workers, as_json=as_json, **range_model)
        return
    if workers != Workers() or any(value is not None for value in range_model.values()):
        from handsight.errors import OptionError

        raise OptionError(
            "--data, --likelihood, --svg, --workers and --scheduler are only for range-model; "
            "leave them out"
        )
    from handsight.cli.study.reproduce import show_reproduction

    show_reproduction(table, trials, seed, as_json)


@main.command()
@click.argument("path", metavar="FILE")
@click.option(
    "--hand",
    type=int,
    metavar="N",
    help="Replay only the Nth hand, counted from 1. Default: all hands.",
)
@click.option("--step", is_flag=True, help="Wait for a key after each step; q quits.")
@click.option(
    "--check",
    is_flag=True,
    help="Replay all hands without showing them, and compare how they end with the record.",
)
@workers_options("With --check: read and replay the hands in N processes.")
@faults_option
@force_option
@as_json_option(
    "handsight.views.histories.replay:ReplayedHands",
    "handsight.views.histories.replay:CheckedHands",
)
def replay(
    path: str,
    hand: int | None,
    step: bool,
    check: bool,
    faults_file: Path | None,
    as_json: bool,
    workers: Workers,
) -> int:
    """Replay recorded hands street by street, with the equity of the known hands.

    FILE contains hands in PHH, the hand history of a poker site, or an ACPC log; it may also be an
    archive or a folder of such files.
    """
    from handsight.cli.histories.hands import check_path, replay_hands
    from handsight.errors import OptionError

    if not path:
        raise OptionError("FILE is empty; name a file or a folder")
    if not check:
        workers.refuse_unless("--check")
        return replay_hands(Path(path), hand, step, faults_file, as_json)
    if hand is not None or step:
        raise OptionError("--check replays all hands at once; leave out --hand and --step")
    return check_path(Path(path), faults_file, as_json, workers)


@main.command()
@click.option(
    "--players", default=6, show_default=True, metavar="N", help="Number of players, 2 to 10."
)
@click.option(
    "--seed", default=0, show_default=True, metavar="N", help="Seed of the cards and the actions."
)
@click.option("--hands", default=1, show_default=True, metavar="N", help="Number of hands to deal.")
@click.option(
    "--stack",
    default=10_000,
    show_default=True,
    metavar="CHIPS",
    help="Chips of each player before each hand.",
)
@click.option("--phh", "as_phh", is_flag=True, help="Print the hands as hand histories in PHHS.")
def deal(**options: Any) -> None:
    """Deal no-limit hands, with blinds of 50 and 100, to players who act at random."""
    from handsight.cli.histories.hands import deal_hands

    deal_hands(**options)


@main.group("evaluators", invoke_without_command=True)
@click.pass_context
def evaluators_group(context: click.Context) -> None:
    """List the hand evaluators, ours and those of the papers, and manage their tables."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@evaluators_group.command("list")
@as_json_option("handsight.views.listings:EvaluatorEntries", what="array")
def list_command(as_json: bool) -> None:
    """List the evaluators: the cards they take, the size of their tables, and what is built."""
    from handsight.cli.hands.evaluators import list_evaluators

    list_evaluators(as_json)


@evaluators_group.command("build")
@click.argument("name")
def build_command(name: str) -> None:
    """Build the table of the evaluator NAME, if it keeps one in a file."""
    from handsight.cli.hands.evaluators import build_table

    build_table(name)


@evaluators_group.command("clear")
@click.argument("name", required=False)
def clear_command(name: str | None) -> None:
    """Remove the table of the evaluator NAME; without NAME, remove all tables."""
    from handsight.cli.hands.evaluators import clear_tables

    clear_tables(name)


@main.command()
@click.argument("word", nargs=-1, metavar="[WORD]")
@as_json_option("handsight.views.glossary:Words")
def words(word: tuple[str, ...], as_json: bool) -> None:
    """Explain the terms that the outputs use: all of them, or only WORD."""
    from handsight.cli.words import show_words

    show_words(" ".join(word), as_json)


@main.command()
@as_json_option("handsight.views.warmup:WarmupReport")
def warmup(as_json: bool) -> None:
    """Compile everything now, so that no later command has to wait for it.

    The compiled code is kept for later runs. After an interruption, run the command again to
    continue. Steps that few runs need, such as building the tables of evaluators, are left out.
    """
    from handsight.cli.warmup import warm_up

    warm_up(as_json)


@main.command()
@click.argument("command", nargs=-1, metavar="[COMMAND]")
@click.option(
    "--jsonl",
    is_flag=True,
    help="Print the schema of each line that COMMAND prints with --jsonl. Default: that of --json.",
)
@click.option("--all", "show_all", is_flag=True, help="Print all schemas, by command.")
def schema(command: tuple[str, ...], jsonl: bool, show_all: bool) -> None:
    """Print the JSON Schema of what COMMAND prints with --json, such as equity or train policy.

    Without COMMAND, list the commands that print JSON. The schema named errors describes the last
    line on standard error if a command with --json fails.
    """
    from handsight.cli.schema import show_schema

    show_schema(main, " ".join(command), jsonl, show_all)
