"""The commands for agents, players and arenas. Heavy imports wait until a command runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from handsight.cli.files import FILE, WrittenFile, force_option
from handsight.cli.forms import form_options
from handsight.cli.options import (
    BLINDS,
    Workers,
    as_json_option,
    blinds_option,
    faults_option,
    format_option,
    games_options,
    project_option,
    renamed_option,
    workers_options,
)
from handsight.errors import OptionError

if TYPE_CHECKING:
    from handsight.opponents.stats.game_filter import GameFilter

# --- players --------------------------------------------------------------------------------------


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@click.option(
    "--store",
    required=True,
    type=FILE,
    metavar="FILE",
    help="Keep the counts in FILE, an SQLite file, which is created if it does not exist.",
)
@workers_options("Read and count the hands in N processes.")
@faults_option
@force_option
@as_json_option("handsight.views.histories.players:ImportedHands")
def import_command(
    files: tuple[Path, ...],
    store: Path,
    faults_file: Path | None,
    as_json: bool,
    workers: Workers,
) -> int:
    """Count what players do in recorded hands, and keep the counts in a store.

    Each FILE is anything that `handsight replay` reads, or the store of an arena. A hand is counted
    once, however often you import it.
    """
    from handsight.cli.histories.players import import_into_store

    return import_into_store(files, store, faults_file, as_json, workers)


@click.command("players")
@click.argument("name", required=False)
@click.option(
    "--store",
    required=True,
    type=FILE,
    metavar="FILE",
    help="Read the players from FILE, a store that `handsight import` wrote.",
)
@click.option(
    "--action",
    type=click.Choice(["play", "raise", "call"]),
    default="play",
    show_default=True,
    help="Preflop action of NAME whose hands to show.",
)
@click.option(
    "--min-hands",
    default=1,
    show_default=True,
    metavar="N",
    help="List only players with at least N hands.",
)
@click.option(
    "--loose-from",
    default=0.28,
    show_default=True,
    metavar="SHARE",
    help="VPIP from which a player counts as loose.",
)
@click.option(
    "--aggressive-from",
    default=1.0,
    show_default=True,
    metavar="FACTOR",
    help="Aggression factor from which a player counts as aggressive.",
)
@click.option(
    "--as-published",
    metavar="SOURCE",
    help="Compute the aggression factor as SOURCE prints it: cisti-2013 inverts it. Default: bets "
    "and raises divided by calls.",
)
@click.option(
    "--svg",
    type=WrittenFile("svg"),
    metavar="FILE",
    help="Draw the range of NAME, and write it to FILE.",
)
@games_options
@force_option
@as_json_option(
    "handsight.views.histories.players:PlayersReport",
    "handsight.views.histories.players:PlayerReport",
)
def players_command(
    name: str | None, store: Path, svg: Path | None, as_json: bool, **options: Any
) -> None:
    """Show the statistics and types of the players in a store.

    With NAME, show only that player, with intervals and the range of their hands.
    """
    from handsight.cli.histories.players import show_players

    show_players(store, name, svg, as_json, **options)


@click.command("leaks")
@click.argument("name", required=False)
@click.option(
    "--store",
    type=FILE,
    metavar="FILE",
    help="Read the players from FILE, a store that `handsight import` wrote.",
)
@renamed_option(
    *("--hands", "--recorded", "hands"),
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Instead of a store, count the recorded hands in FILE: a file, an archive or a folder. "
    "May be repeated.",
)
@click.option(
    "--level",
    default=0.05,
    show_default=True,
    metavar="SHARE",
    help="Significance level: if all players played alike, a report would name any leak at most "
    "this often. Above 0 and below 1.",
)
@games_options
@workers_options("With --recorded: read and count the hands in N processes.")
@faults_option
@force_option
@as_json_option("handsight.views.histories.leaks:LeaksReport")
def leaks_command(
    name: str | None,
    store: Path | None,
    hands: tuple[Path, ...],
    level: float,
    faults_file: Path | None,
    as_json: bool,
    only: GameFilter,
    workers: Workers,
) -> int:
    """Show where a player's habits differ significantly from everyone else's.

    NAME is the player. Default: the hero of the hands, which in your own files is you; without a
    hero, the player dealt the most hands.
    """
    from handsight.cli.histories.players import show_leaks

    if (store is None) == (not hands):
        raise OptionError("give either a --store, or hands to count with --recorded")
    if not hands:
        workers.refuse_unless("--recorded")
    return show_leaks(store, hands, name, level, faults_file, as_json, only, workers)


# --- agents ---------------------------------------------------------------------------------------


@click.command("agents")
@as_json_option("handsight.views.listings:AgentEntries")
def agents_command(as_json: bool) -> None:
    """List the agents: strength, family, source, what each does, and the options it takes.

    The strength of an agent is its rank on `handsight leaderboard`, heads-up and at tables of six.
    """
    from handsight.agents.registry import DEFAULT_AGENT
    from handsight.cli.terminal import say, show
    from handsight.views.listings import agent_entries, agents_table
    from handsight.views.report import to_json

    entries = agent_entries()
    if as_json:
        click.echo(to_json(entries))
        return
    show(agents_table(entries).terminal(styles=("bold", "", "", "dim", "dim")))
    say(
        "\nThe rank is that of `handsight leaderboard`, and six that of `handsight leaderboard "
        f"--table six`. `handsight play` seats {DEFAULT_AGENT} unless you name another."
    )
    say("A bot of your own is named by its file and class: path/to/bot.py:MyBot.")


@click.command()
@click.argument("agents", nargs=-1, metavar="[AGENT...]")
@project_option
@click.option(
    "--stack",
    default=10_000,
    show_default=True,
    metavar="CHIPS",
    help="Chips of each player: before each hand, or with --format match before the first.",
)
@blinds_option("50/100")
@click.option(
    "--hands",
    default=0,
    metavar="N",
    help="Number of hands to play. Default: 0, which means until you leave.",
)
@format_option
@click.option("--carry", is_flag=True, help="The same as --format match.")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of the cards and of the agents' random numbers. Default: a fresh one, which is "
    "printed.",
)
@click.option(
    "--save", type=WrittenFile("hands"), metavar="FILE", help="Write the hands to FILE, in PHHS."
)
@force_option
def play(agents: tuple[str, ...], format: str, carry: bool, **options: Any) -> None:
    """Play against agents at the terminal, and see the numbers of your hand on demand.

    AGENT is a name that `handsight agents` lists, with options like check-call:most=0.25, or your
    own bot, like path/to/bot.py:MyBot. Default: resolver.
    """
    from handsight.cli.agents.play import play_hands

    play_hands(agents, format="carry" if carry else format, **options)


@click.command("new-bot")
@click.argument("name", metavar="NAME")
def new_bot_command(name: str) -> None:
    """Write a bot to start from, with a test of it, into the current folder.

    The NAME my-bot creates my_bot.py, with a class MyBot that plays, and test_my_bot.py.
    """
    from handsight.cli.agents.new_bot import write_bot

    write_bot(name, Path())


# --- the arena ------------------------------------------------------------------------------------


adjust_option = click.option(
    "--adjust",
    metavar="METHOD",
    help="Also show the results with luck removed. METHOD is luck (the luck of all board cards), "
    "all-in (only that of cards dealt after the last decision), fitted (shares of both that fit "
    "the other half of the deals) or aivat (everything that is known to be luck).",
)


@click.command()
@click.argument("agents", nargs=-1, metavar="[AGENT...]")
@project_option
@click.option(
    "--pairs",
    default=1000,
    show_default=True,
    metavar="N",
    help="Maximum number of pairs of mirrored deals in each matchup.",
)
@renamed_option(
    *("--until", "--stop-rule", "until"),
    metavar="RULE",
    help="Stop a matchup early: 1bb stops once half its interval is at most 1 bb/100, decided once "
    "it is decided who is better, and decided:30bb once it is decided whether the difference "
    "exceeds 30 bb/100. Default: play all pairs.",
)
@format_option
@click.option(
    "--rules",
    default="handsight",
    show_default=True,
    metavar="RULES",
    help="Platform whose rules apply: handsight, or the name of another one that is installed.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the cards and of the agents' random numbers.",
)
@click.option(
    "--store",
    type=FILE,
    metavar="FILE",
    help="Keep results and hands in FILE; if it exists, continue its arena.",
)
@click.option(
    "--resume",
    "resumed",
    type=FILE,
    metavar="FILE",
    help="Continue the arena in the store FILE; name no agents then.",
)
@workers_options("Play in N processes.")
@click.option(
    "--table",
    default="heads-up",
    show_default=True,
    metavar="TABLE",
    help="Who meets whom: heads-up plays every agent against every other, all seats all agents at "
    "one table.",
)
@click.option(
    "--deal",
    default="same",
    show_default=True,
    metavar="RULE",
    help="Cards of the matchups: same deals the same cards in all of them, apart deals each its "
    "own, as before version 0.3.",
)
@click.option(
    "--stack",
    type=int,
    metavar="CHIPS",
    help="Starting stack of each agent. Default: 10,000, or 1,000 with --format match.",
)
@click.option(
    "--blinds",
    type=BLINDS,
    metavar="SMALL/BIG",
    help="Small and big blind, in chips. Default: 50/100, or 5/10 with --format match.",
)
@click.option(
    "--ante", default=0, show_default=True, metavar="CHIPS", help="Ante of each player, in chips."
)
@click.option("--limit", is_flag=True, help="Play fixed-limit. Default: no-limit.")
@renamed_option(
    *("--rounds", "--match-hands", "rounds"),
    type=int,
    metavar="N",
    help="With --format match: number of hands in each match. Default: 20.",
)
@click.option(
    "--secret",
    metavar="FILE|none",
    help="Deal from the seed and the secret in FILE, which is created if it does not exist; with "
    "none, deal from the seed alone. Default: none if all players are our own agents, else a "
    "fresh secret.",
)
@click.option(
    "--isolate",
    is_flag=True,
    help="Play every agent in its own process, with limits on time and memory. Default: only bots "
    "in files.",
)
@click.option("--network", is_flag=True, help="Allow bots in files to use the network.")
@click.option(
    "--trust",
    is_flag=True,
    help="Play bots in files in the arena's own process, where they could cheat.",
)
@adjust_option
@click.option("--strict", is_flag=True, help="Stop the arena at the first fault of an agent.")
@click.option(
    "--decision",
    type=float,
    metavar="SECONDS",
    help="Time limit of isolated agents for one decision, in seconds. Default: 5.",
)
@click.option(
    "--bank",
    type=float,
    metavar="SECONDS",
    help="Spare time of isolated agents for a whole match, in seconds. Default: 30.",
)
@click.option(
    "--memory",
    type=int,
    metavar="MB",
    help="Memory limit of each isolated agent, in MB. Default: 2,048.",
)
@form_options(
    *("svg", "html", "csv", "markdown", "json"),
    reports=("handsight.views.arena.report:ArenaReport",),
)
def arena(
    agents: tuple[str, ...],
    store: Path | None,
    resumed: Path | None,
    forms: dict[str, str | None],
    workers: Workers,
    adjust: str | None,
    secret: str | None,
    strict: bool,
    **spec: Any,
) -> int:
    """Play agents against each other on mirrored deals, and test which one is better.

    AGENT is a name that `handsight agents` lists, with options like fai-v5:trials=500, or your own
    bot, like path/to/bot.py:MyBot, including bots written for other platforms. If the file contains
    only one bot, path/to/bot.py is enough.
    """
    from handsight.cli.agents.arena import arena_spec, play_arena, resume_arena

    run: dict[str, Any] = {"workers": workers, "secret": secret, "strict": strict}
    run["adjust"] = adjust
    if resumed is None:
        return play_arena(arena_spec(agents, **spec), store, forms, **run)
    if agents or store is not None:
        raise OptionError("--resume takes everything from its file; leave out agents and --store")
    return resume_arena(resumed, forms, **run)


@click.command("exploit")
@click.argument("agent", metavar="AGENT")
@project_option
@click.option(
    "--learn",
    type=float,
    metavar="MINUTES",
    help="Learn an exploiter for MINUTES instead, against the frozen blueprint of the agent, and "
    "play what it learned against the agent. An interrupt ends the learning.",
)
@click.option(
    "--rounds",
    type=int,
    metavar="N",
    help="With --learn: learn at most N rounds. If the rounds end it, not the time, the result is "
    "the same on every machine.",
)
@click.option(
    "--save",
    type=WrittenFile("blueprint"),
    metavar="FILE",
    help="With --learn: save the exploiter as a blueprint in FILE, for the agent "
    "blueprint:file=FILE.",
)
@click.option(
    "--hands",
    default=1000,
    show_default=True,
    metavar="N",
    help="Maximum number of hands to measure, an even number.",
)
@renamed_option(
    *("--until", "--stop-rule", "until"),
    metavar="RULE",
    help="Stop early: 100mbb stops once half the interval is at most 100 mbb per hand, decided "
    "once it is decided who wins, and decided:750mbb once it is decided whether the result "
    "exceeds 750 mbb per hand. Default: play all hands.",
)
@click.option(
    "--adjust",
    metavar="METHOD",
    help="Remove luck from the results of a local best response. METHOD is aivat, for agents that "
    "can state their policy. With --learn this is always done. Default: leave luck in.",
)
@click.option(
    "--actions",
    metavar="LIST",
    help="Actions to consider: fold, call, min, pot, all-in, and shares of the pot like 50%. A "
    'street may have its own list: "fold, call, pot; river: fold, call, min". Default: fold, call, '
    "min, 33%, pot, 200%, all-in. With --learn these are first bets, besides those of the "
    "agent's blueprint; default: as many of fold, call, min, 33%, 200%, all-in as can be learned.",
)
@click.option(
    "--from",
    "first_street",
    metavar="STREET",
    help="First street on which to consider all actions: preflop, flop, turn or river. Before it, "
    "only check and call. Default: preflop.",
)
@click.option(
    "--stack",
    default=10_000,
    show_default=True,
    metavar="CHIPS",
    help="Chips of both players before each hand.",
)
@blinds_option("50/100")
@click.option(
    "--combos",
    type=int,
    metavar="N",
    help="Track a range of N combos, 1 to 1,326, drawn at random. Default: all, or 100 if the "
    "agent has to be asked hand by hand.",
)
@click.option(
    "--draws",
    type=int,
    metavar="N",
    help="Number of times to ask an agent that decides at random with each combo. Default: 16.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of the cards, of the agent's random numbers and of --learn.",
)
@workers_options("Play in N processes.")
@force_option
@as_json_option(
    "handsight.views.arena.exploitation:ExploitReport",
    "handsight.views.arena.learned_exploitation:LearnedExploitReport",
)
def exploit_command(agent: str, **options: Any) -> None:
    """Measure how much an opponent who knows the agent wins from it.

    The opponent is a local best response, or with --learn an exploiter that was trained against it.

    AGENT is a name that `handsight agents` lists, or your own bot, like path/to/bot.py:MyBot, which
    runs in this process. The result proves that some opponent wins at least this much. It is in
    thousandths of a big blind per hand (mbb).
    """
    from handsight.cli.agents.exploit import exploit_agent

    exploit_agent(agent, **options)


@click.command("leaderboard")
@click.argument("agents", nargs=-1, metavar="[AGENT...]")
@project_option
@renamed_option(
    *("--file", "--store", "file"),
    type=FILE,
    metavar="FILE",
    help="Keep the leaderboard in FILE; if it exists, continue it. Default: show the leaderboard "
    "that comes with handsight.",
)
@click.option(
    "--fresh",
    is_flag=True,
    help="Start a new FILE empty. Default: with the agents of the leaderboard that comes with "
    "handsight.",
)
@click.option(
    "--table",
    default="heads-up",
    show_default=True,
    metavar="TABLE",
    help="Who meets whom: heads-up plays every agent against every other, six seats each agent at "
    "tables of six, with opponents drawn at random.",
)
@click.option(
    "--pairs",
    type=int,
    metavar="N",
    help="Number of pairs of mirrored deals between each two agents, 2 to 1,000,000 (default: "
    "2500), or with --table six of mirrored deals at each table (default: 20).",
)
@click.option(
    "--tables",
    type=int,
    metavar="N",
    help="For --table six: number of tables for which each AGENT's opponents are drawn, 2 to "
    "100,000. Default: 40.",
)
@click.option(
    "--again",
    is_flag=True,
    help="Replace all results of each AGENT in FILE, and play nothing else; with --table six play "
    "all tables again at which it sits.",
)
@click.option(
    "--hands",
    type=int,
    metavar="N",
    help="For --table heads-up: number of hands of a local best response against each agent, and "
    "of a learned exploiter; 0 for none. Default: 1000.",
)
@click.option(
    "--rounds",
    type=int,
    metavar="N",
    help="For --table heads-up: number of rounds that an exploiter learns against each AGENT that "
    "plays by a blueprint. Default: 0, for none.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of the cards and of the agents' random numbers. Default: that of FILE, or 0.",
)
@workers_options("Play in N processes.")
@click.option("--network", is_flag=True, help="Allow bots in files to use the network.")
@click.option(
    "--markdown",
    type=WrittenFile("markdown"),
    metavar="FILE",
    help="Write all results to FILE, as a Markdown page.",
)
@force_option
@as_json_option(
    "handsight.views.arena.leaderboard:LeaderboardReport",
    "handsight.views.arena.six_handed:SixHandedReport",
)
def leaderboard_command(agents: tuple[str, ...], **options: Any) -> None:
    """Show how strong all agents are. If you name an AGENT, add it first.

    AGENT is a name that `handsight agents` lists, or your own bot, like path/to/bot.py:MyBot. It
    plays every agent on the leaderboard, and a local best response unless it is a bot in a file.
    With --table six it plays at tables of six instead. Results are kept in FILE, and nothing is
    played twice.
    """
    from handsight.cli.agents.leaderboard import show_leaderboard

    show_leaderboard(agents, **options)


@click.command()
@click.argument("store", type=FILE, metavar="FILE")
@click.option(
    "--export", is_flag=True, help="Print all hands in the canonical form, one line of JSON each."
)
@click.option("--phh", is_flag=True, help="Print all hands as hand histories in PHHS.")
@adjust_option
@workers_options("For --adjust aivat: play hands again in N processes.")
@click.option(
    "--hand",
    type=int,
    metavar="N",
    help="Show only the Nth hand of the export, counted from 1, and the reasons for each decision.",
)
@form_options(
    *("svg", "html", "csv", "markdown", "json"),
    reports=(
        "handsight.views.arena.report:ArenaReport",
        "handsight.views.arena.decision_trace:DecisionTrace",
    ),
)
def report(store: Path, forms: dict[str, str | None], **options: Any) -> int:
    """Show the results in the store of an arena, even while the arena is running.

    FILE is a store that `handsight arena --store` wrote.
    """
    from handsight.cli.agents.arena import report_arena

    return report_arena(store, forms, **options)


@click.command("convert-store")
@click.argument("old", type=FILE, metavar="OLD")
@click.argument("new", type=FILE, metavar="NEW")
def convert_command(old: Path, new: Path) -> None:
    """Convert OLD, a store of an older version, to NEW, a store of the current version.

    OLD is the store of an arena or of players; it is not changed.
    """
    from handsight.cli.agents.convert import convert_file

    convert_file(old, new)


AGENT_COMMANDS = (
    *(agents_command, arena, convert_command, exploit_command, import_command),
    *(leaderboard_command, leaks_command, new_bot_command, play, players_command, report),
)
"""The commands of this module."""
