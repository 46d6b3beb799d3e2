"""The tools that assistants can call: each is a command, with the options that it offers.

A command's own options describe, read and check the values, so nothing is parsed here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Limit = Literal["seconds", "memory", "hands"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A command that an assistant can call as a tool.

    Attributes:
        name: name of the tool.
        about: what the tool answers, and what to know about the question.
        command: name of the command; empty if it is that of the tool.
        argument: name of the tool's parameter for the command's argument; empty if it has none.
        about_argument: description of that parameter.
        is_list: whether the parameter is a list; otherwise it is one text.
        of_numbers: whether the entries of the list can also be numbers.
        is_needed: whether the parameter is required.
        reads: whether the command's argument is hands in files: the tool then takes the text of
            the hands, or paths of files where the user has allowed folders.
        options: names of the command's options that the tool offers, such as ``stack-bb``.
        limits: options of the command that are set from the limits of the server.
        fixed: further words of the command line.
    """

    name: str
    about: str
    command: str = ""
    argument: str = ""
    about_argument: str = ""
    is_list: bool = False
    of_numbers: bool = False
    is_needed: bool = True
    reads: bool = False
    options: tuple[str, ...] = ()
    limits: dict[str, Limit] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()

    @property
    def command_name(self) -> str:
        """The name of the command."""
        return self.command or self.name


_STREETS = ("flop", "turn", "river")
_SIZES = tuple(f"{street}-{kind}" for street in _STREETS for kind in ("bets", "raises"))

TOOLS: tuple[Tool, ...] = (
    Tool(
        "equity",
        "Compute the share of the pot that each of two to ten players wins on average if all are "
        "all in. The answer is exact where counting is quick, and sampled otherwise; method says "
        "which.",
        argument="players",
        about_argument='One entry for each player: a hand like "AhKh", a range like "22+, A2s+, '
        'KTs-K8s, AQo:0.5", a share of the best hands like "15%", or "random".',
        is_list=True,
        options=("board", "dead", "method", "trials", "target-stderr", "seed"),
        limits={"max-seconds": "seconds"},
    ),
    Tool(
        "explain",
        "Explain a hand on its board: what it is, its strength and potential (EHS), the odds to "
        "improve, its draws and its outs. With history, compute what the opponents may hold after "
        "their actions, and the odds against that.",
        argument="hole",
        about_argument='Your two cards, like "AhKh".',
        options=(
            *("board", "opponents", "dead", "villain", "excluded", "samples", "seed"),
            *("history", "us", "players", "stacks", "blinds"),
        ),
    ),
    Tool(
        "rank",
        "Name a poker hand of five to seven cards, and give its strength.",
        argument="cards",
        about_argument='Five to seven cards, like "Ah Kh Qh 7h 2c".',
    ),
    Tool(
        "preflop",
        "Value two cards before the flop: formulas, groups, equity, and place in each order.",
        argument="hole",
        about_argument='Two cards like "AhKh", or a class like "AKs".',
    ),
    Tool(
        "range",
        "Read a range of hands: its canonical text, its size, and the weight of each class.",
        argument="hands",
        about_argument='A range like "22+, A2s+, KTs-K8s, AQo:0.5". Leave it out with top.',
        is_needed=False,
        options=("top", "order", "without"),
    ),
    Tool(
        "texture",
        "Show how one or two ranges hit a board: made hands, draws, equity, and which range has "
        "the advantage.",
        argument="ranges",
        about_argument='One or two ranges, like "22+, A2s+" or "15%".',
        is_list=True,
        options=("board", "dead"),
    ),
    Tool(
        "bet_odds",
        "Compute what a bet needs and what it is worth: pot odds, break-even share of folds, "
        "minimum defence, and expected value.",
        command="ev",
        options=("pot", "bet", "equity", "folds"),
    ),
    Tool(
        "icm",
        "Convert the stacks of a tournament into prize money, by the Independent Chip Model.",
        argument="stacks",
        about_argument="The stack of each player in chips, like [5000, 3000, 2000].",
        is_list=True,
        of_numbers=True,
        options=("payouts",),
    ),
    Tool(
        "chart",
        "Show what to do before the flop: how often each hand takes each action, from a blueprint "
        "strategy near equilibrium.",
        argument="name",
        about_argument="The decision: CO open; BB vs BTN with open, a size like 2.5x, or all-in; "
        "CO vs BTN 3bet; BTN vs CO 4bet; BB vs SB limp. After a comma the number of players or the "
        'stack may follow, as in "BTN open, heads-up, 40bb".',
        options=("class", "players", "stack-bb"),
    ),
    Tool(
        "push_fold",
        "Compute which hands to push all-in with and which to call with before the flop, for "
        "short stacks, in chips or for prize money.",
        command="push-fold",
        options=(
            *("stack-bb", "stacks-bb", "players", "ante-bb", "ante-by", "payouts", "callers"),
            *("method", "deals", "seed"),
        ),
    ),
    Tool(
        "solve",
        "Solve a spot after the flop for two players: what each should do with each hand, and "
        "what it wins. The solution stops at the wanted accuracy or at the server's time limit, "
        "and exploitability says how near it came. Rivers take a moment, flops need few sizes.",
        argument="board",
        about_argument='The three to five cards on the board, like "Kd7h5s3c2c".',
        options=(
            *("spot", "oop", "ip", "pot", "stack", "bets", "raises", *_SIZES),
            *("raise-cap", "rake", "rake-cap", "accuracy", "line"),
        ),
        limits={"seconds": "seconds", "memory": "memory"},
    ),
    Tool(
        "review",
        "Review a player's recorded hands: the value of every decision, the costliest mistakes, "
        "and what would have been better. Takes hand histories of poker sites, PHH or ACPC logs.",
        argument="files",
        reads=True,
        options=("player", "quick", "costliest", "seed"),
        limits={"hands": "hands"},
        fixed=("--workers=1",),
    ),
    Tool(
        "replay",
        "Replay a recorded hand street by street: actions, pots, and the equity of known hands.",
        argument="path",
        reads=True,
        options=("hand",),
    ),
    Tool(
        "words",
        "Explain the terms that results use, such as EHS, pot odds or CO.",
        argument="word",
        about_argument='A term or a part of one, like "pot odds". Default: all terms.',
        is_needed=False,
    ),
)
"""The tools, in the order in which they are listed."""
