"""The parts of help texts other than options: commands by subject, summaries, and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import click


class CommandGuide(NamedTuple):
    """A summary of a command, at most 60 characters long, and examples of its use."""

    summary: str
    examples: tuple[str, ...]


GUIDE: dict[str, dict[str, CommandGuide]] = {
    "A hand": {
        "explain": CommandGuide(
            "Explain a hand: strength, potential, odds, draws and outs.",
            (
                "handsight explain AhKh --board Qh7h2c",
                'handsight explain AhKh --board Qh7h2c --history "p1 raises 300, p2 calls"',
            ),
        ),
        "rank": CommandGuide(
            "Rank a hand of five to seven cards.",
            ("handsight rank AhKhQh7h2c", "handsight rank Ah Kh Qh Jh Th --json"),
        ),
        "equity": CommandGuide(
            "Compute the equities of hands and ranges, all in.",
            (
                "handsight equity AhKh QsQd",
                'handsight equity AhKh "QQ+, AK" --board Qh7h2c',
            ),
        ),
        "hand-eval": CommandGuide(
            "Show your chances against opponents who play the best x%.",
            (
                'handsight hand-eval --pocket AhKh --community "Qh 7h 2c"',
                "handsight hand-eval --pocket AhKh --community Qh7h2c --ranges 10%",
            ),
        ),
        "preflop": CommandGuide(
            "Value two cards before the flop.",
            ("handsight preflop AKs", "handsight preflop 7h2d --json"),
        ),
        "heatmap": CommandGuide(
            "Show the value of all hands on a board, as a map.",
            (
                "handsight heatmap --board Qh7h2c",
                "handsight heatmap --board Qh7h2c --villain 15% --what equity",
            ),
        ),
    },
    "Ranges": {
        "range": CommandGuide(
            "Show a range of hands: its text, its size and its grid.",
            ('handsight range "22+, A2s+, AQo:0.5"', "handsight range --top 15% --svg range.svg"),
        ),
        "pocket-table": CommandGuide(
            "Show what each hand wins among players who act at random.",
            ("handsight pocket-table", "handsight pocket-table --games 100 --players 3"),
        ),
        "texture": CommandGuide(
            "Show how one or two ranges hit a board.",
            (
                "handsight texture 40% --board Qh7h2c",
                "handsight texture 40% 15% --board Qh7h2c --json",
            ),
        ),
        "blockers": CommandGuide(
            "Show which hands of a range your cards block.",
            (
                'handsight blockers Ah "22+, A2s+, KQ"',
                "handsight blockers AhKd 15% --board Qh7h2c",
            ),
        ),
        "aggregate": CommandGuide(
            "Compute the equities of two ranges on all flops.",
            (
                'handsight aggregate 40% 10% --boards "Qs7h2d, KhJh5h"',
                "handsight aggregate 40% 10% --csv flops.csv",
            ),
        ),
    },
    "Bets and prizes": {
        "ev": CommandGuide(
            "Show what a bet needs, and what it is worth.",
            (
                "handsight ev --pot 100 --bet 50 --equity 30%",
                "handsight ev --pot 100 --bet 50 --equity 30% --folds 40% --json",
            ),
        ),
        "icm": CommandGuide(
            "Convert tournament stacks into prize money (ICM).",
            (
                'handsight icm 5000 3000 2000 --payouts "50 30 20"',
                'handsight icm 5000 3000 2000 --payouts "50 30 20" --json',
            ),
        ),
    },
    "Strategies": {
        "solve": CommandGuide(
            "Solve a spot: find what both players should do.",
            (
                "handsight solve --example",
                "handsight solve Kd7h5s3c2c --oop 22+ --ip A2s+ --pot 100 --stack 200 --bets 50%",
            ),
        ),
        "solve-flops": CommandGuide(
            "Solve a spot on many flops, and average the results.",
            (
                'handsight solve-flops --flops "Qs7h2d" --oop AA,KK --ip QQ --pot 100 '
                "--stack 100 --bets a",
                'handsight solve-flops --flops "Qs7h2d, KhJh5h" --oop AA --ip QQ --pot 100 '
                "--stack 100 --bets a --csv flops.csv",
            ),
        ),
        "flop-atlas": CommandGuide(
            "Precompute all hands on all flops, for agents.",
            (
                "handsight flop-atlas flops.atlas --workers 2",
                "handsight flop-atlas small.atlas --flops Qs7h2d",
            ),
        ),
        "chart": CommandGuide(
            "Show what to do before the flop.",
            (
                "handsight chart BTN open",
                "handsight chart BB vs BTN 2.5x --class AJo",
                "handsight chart BTN vs BB 3bet --svg chart.svg --csv chart.csv",
            ),
        ),
        "drill": CommandGuide(
            "Practise decisions, odds and outs, and repeat mistakes.",
            (
                "handsight drill",
                'handsight drill "BTN vs BB, 3bet" --questions 10',
                "handsight drill pot-odds --seed 3 --answer 25 --json",
                "handsight drill --progress",
            ),
        ),
        "push-fold": CommandGuide(
            "Show which hands to push and to call with.",
            (
                "handsight push-fold --stack-bb 10",
                "handsight push-fold --stack-bb 8 --ante-bb 0.1 --json",
                'handsight push-fold --stacks-bb "12 8 10" --payouts "50 30 20" --deals 1000000',
            ),
        ),
        "train": CommandGuide(
            "Train an agent that learns by playing against itself.",
            ("handsight train blueprint --help", "handsight train policy --help"),
        ),
    },
    "Play": {
        "serve": CommandGuide(
            "Serve a web page for odds, play, replays and solving.",
            ("handsight serve --open", "handsight serve --port 8080 --store hands.db"),
        ),
        "play": CommandGuide(
            "Play against agents at the terminal, with advice.",
            ("handsight play", "handsight play loki ehs --hands 20 --format match"),
        ),
        "agents": CommandGuide(
            "List the agents: strength, family, source and options.",
            ("handsight agents", "handsight agents --json"),
        ),
        "arena": CommandGuide(
            "Play agents against each other and test which one is better.",
            (
                "handsight arena fai-v3 call --pairs 100",
                "handsight arena ehs call min-raise --pairs 50 --store arena.db",
            ),
        ),
        "acpc": CommandGuide(
            "Deal or play a match by the protocol of the ACPC.",
            ("handsight acpc deal --help", "handsight acpc play --help"),
        ),
        "slumbot": CommandGuide(
            "Play against Slumbot over the network, or stand in for it.",
            ("handsight slumbot play --help", "handsight slumbot serve --help"),
        ),
        "pokerbots": CommandGuide(
            "Play by the protocol of the MIT Pokerbots competition.",
            ("handsight pokerbots play --help", "handsight pokerbots --help"),
        ),
        "report": CommandGuide(
            "Show the results in the store of an arena.",
            ("handsight report arena.db", "handsight report arena.db --html arena.html"),
        ),
        "new-bot": CommandGuide(
            "Write a bot to start from, with a test that passes.",
            ("handsight new-bot my-bot", "handsight new-bot other_bot"),
        ),
        "leaderboard": CommandGuide(
            "Show how strong all agents are, and add yours.",
            (
                "handsight leaderboard",
                "handsight leaderboard --table six",
                "handsight leaderboard fold call --fresh --store board.json --pairs 20 --hands 4",
            ),
        ),
        "exploit": CommandGuide(
            "Measure how much an opponent can win from an agent.",
            (
                "handsight exploit call --hands 40 --from river",
                "handsight exploit check-call --hands 40 --json",
            ),
        ),
        "convert-store": CommandGuide(
            "Convert a store of an older version to the current one.",
            (
                "handsight convert-store old.db new.db",
                "handsight convert-store old-players.db new-players.db",
            ),
        ),
    },
    "Recorded hands and players": {
        "replay": CommandGuide(
            "Replay recorded hands, street by street.",
            ("handsight replay hands.phhs --hand 1", "handsight replay hands.phhs --check"),
        ),
        "deal": CommandGuide(
            "Deal hands to players who act at random.",
            ("handsight deal --players 6", "handsight deal --hands 3 --seed 7 --phh"),
        ),
        "import": CommandGuide(
            "Count what players do in recorded hands.",
            (
                "handsight import hands.phhs --store players.db",
                "handsight import arena.db --store players.db --json",
            ),
        ),
        "players": CommandGuide(
            "Show the statistics and types of players.",
            (
                "handsight players --store players.db",
                "handsight players --store players.db --min-hands 2 --json",
            ),
        ),
        "review": CommandGuide(
            "Review your hands: value every decision you made.",
            (
                'handsight review hands.phhs --player "player 1" --quick',
                'handsight review hands.phhs --player "player 1" --store review.db --csv all.csv',
            ),
        ),
        "leaks": CommandGuide(
            "Show where a player's habits differ from everyone else's.",
            (
                "handsight leaks --store players.db",
                'handsight leaks "player 1" --store players.db --json',
            ),
        ),
    },
    "handsight itself": {
        "words": CommandGuide(
            "Explain the terms in outputs, such as EHS or pot odds.",
            ("handsight words", 'handsight words "pot odds"'),
        ),
        "schema": CommandGuide(
            "Print the JSON Schema of what a command prints with --json.",
            ("handsight schema", "handsight schema equity"),
        ),
        "warmup": CommandGuide(
            "Compile everything now, so that no later command waits.",
            ("handsight warmup", "handsight warmup --json"),
        ),
        "mcp": CommandGuide(
            "Offer these questions as tools to assistants (MCP).",
            ("handsight mcp", "handsight mcp --allow hands --seconds 30"),
        ),
        "evaluators": CommandGuide(
            "List the hand evaluators, and manage their tables.",
            ("handsight evaluators list", "handsight evaluators build senzee-7"),
        ),
        "reproduce": CommandGuide(
            "Measure a table of the papers again.",
            (
                "handsight reproduce cisti-2013-table-1",
                "handsight reproduce odds-methods --trials 5",
            ),
        ),
    },
}
"""The commands by subject, in the order in which help lists them."""

SUBCOMMANDS: dict[str, tuple[str, ...]] = {
    "acpc deal": (
        "handsight acpc deal --hands 100",
        "handsight acpc deal --port 18791 --port 18792 --hands 100 --log match.log",
    ),
    "acpc play": (
        "handsight acpc play loki --port 18791",
        "handsight acpc play ehs --port 18792 --seed 1",
    ),
    "evaluators list": ("handsight evaluators list", "handsight evaluators list --json"),
    "evaluators build": (
        "handsight evaluators build senzee-7",
        "handsight evaluators build two-plus-two",
    ),
    "evaluators clear": ("handsight evaluators clear", "handsight evaluators clear senzee-7"),
    "pokerbots play": (
        "handsight pokerbots play ehs --port 18796",
        "handsight pokerbots play loki --port 18796 --stack 200 --blinds 1/2 --save hands.phhs",
    ),
    "slumbot play": (
        "handsight slumbot play resolver --hands 1000 --save hands.phhs",
        "handsight slumbot play loki --hands 100 --url http://127.0.0.1:18795",
    ),
    "slumbot serve": (
        "handsight slumbot serve ehs --port 18795",
        "handsight slumbot serve resolver --port 18795 --seed 7",
    ),
    "train blueprint": (
        "handsight train blueprint --stack-bb 20 --rounds 2 --save short.npz",
        "handsight train blueprint --stack-bb 5 --limit --rounds 1 --save limit.npz",
    ),
    "train policy": (
        "handsight train policy --rounds 2 --save mine.npz",
        "handsight train policy --players 3 --stack-bb 50 --rounds 2 --save three.npz",
    ),
}
"""Examples of each subcommand, by its path."""

_WORDS = re.compile(r"""(?:"[^"]*"|'[^']*'|\S)+""")
OTHERS = "More"
"""The subject under which help lists commands that are missing from the guide."""

WORDS_LINE = "Words: `handsight words` explains EHS, pot odds, CO and the other terms."


def examples_of(path: str) -> tuple[str, ...]:
    """Return the examples, if any, of a command, such as ``"equity"`` or ``"train blueprint"``."""
    named = {name: each.examples for group in GUIDE.values() for name, each in group.items()}
    return (named | SUBCOMMANDS).get(path, ())


def add_examples(command: click.Command, path: str = "") -> None:
    """Append examples and `WORDS_LINE` to the help of a command and its subcommands."""
    lines = [f"  {line}" for each in examples_of(path) for line in broken(each)]
    # A line with only \b stops click from rewrapping the paragraph that follows.
    parts = ["\b\n" + "\n".join(["Examples:", *lines])] if lines else []
    command.epilog = "\n\n".join([*parts, WORDS_LINE])
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            add_examples(each, f"{path} {name}".strip())


def broken(example: str, width: int = 74) -> Iterator[str]:
    r"""Break a long command line into several lines, with backslashes as in a shell.

    Example:
        >>> list(broken("handsight rank AhKhQh7h2c --json", width=28))
        ['handsight rank AhKhQh7h2c \\', '    --json']
    """
    line = ""
    for word in _WORDS.findall(example):
        if line and len(line) + 1 + len(word) > width - 2:
            yield f"{line} \\"
            line = f"    {word}"
        else:
            line = f"{line} {word}" if line else word
    yield line


def write_groups(context: click.Context, group: click.Group, out: click.HelpFormatter) -> None:
    """Write the commands of a group by subject, each with its summary."""
    left = set(group.list_commands(context))
    for title, guides in GUIDE.items():
        rows = [(name, each.summary) for name, each in guides.items() if name in left]
        left -= set(guides)
        if rows:
            with out.section(title):
                out.write_dl(rows)
    if left:
        rows = [(name, group.commands[name].get_short_help_str(60)) for name in sorted(left)]
        with out.section(OTHERS):
            out.write_dl(rows)
