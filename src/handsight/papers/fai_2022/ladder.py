"""FAI-2022: its tables with ten games per row, next to enough matches for conclusions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import comb
from typing import NamedTuple

from handsight.agents.papers.fai.rules import VERSIONS
from handsight.arena import ArenaSpec, run_arena
from handsight.papers.reproduction import Finding, Order, Reproduction, Row, TableColumn, above
from handsight.runtime.statistics import difference, wilson

MATCHES = 2000
GAMES = 10
"""The number of games in each printed row."""

CALLER = "CallPlayer"
PRINTED = {
    ("v0", CALLER): 0,
    ("v1", CALLER): 5,
    ("v2", CALLER): 7,
    ("v3", CALLER): 9,
    ("v5", CALLER): 9,
    **{("v3", f"Baseline{number}"): won for number, won in enumerate((7, 8, 9, 8))},
    **{("v5", f"Baseline{number}"): won for number, won in enumerate((8, 9, 10, 10))},
}
"""The printed number of games won out of ten, by version and opponent."""

DUELS = (("v4", "v3"), ("v5", "v3"), ("v5", "v4"))
"""Pairs of versions that the report compares without playing them against each other."""

SETTINGS = ("pypokerengine", "as-published", "corrected")
"""How agents read the table: as PyPokerEngine described it to the report's bot, as the report says,
or as we do."""

COLUMNS = (
    TableColumn("setting", ("setting",)),
    TableColumn("agent", ("agent",)),
    TableColumn("against", ("rival",)),
    TableColumn("printed", ("printed_games",)),
    TableColumn("95% of ten games", ("printed_interval",)),
    TableColumn("matches", ("measured", "matches"), ",d"),
    TableColumn("won", ("measured", "share"), ".3f"),
    TableColumn("95%", ("measured_interval",)),
    TableColumn("tied", ("measured", "tied"), ".3f"),
    TableColumn("chance of the printed row", ("chance",)),
    TableColumn("printed and ours", ("agrees",)),
)

AGREES = {True: "agree", False: "disagree", None: "undecided"}
"""The verdicts for an interval of ours inside the interval of the printed ten games, outside it, or
neither."""


class Outcome(NamedTuple):
    """The result of the matches between two players.

    Attributes:
        wins: matches won by the first player.
        losses: matches lost by the first player.
        ties: matches in which both ended with equal chips.
    """

    wins: int
    losses: int
    ties: int

    @property
    def matches(self) -> int:
        """The number of matches played."""
        return sum(self)

    @property
    def share(self) -> float:
        """The share of all matches that the first player won."""
        return self.wins / self.matches


def played(one: str, other: str, matches: int, seed: int) -> Outcome:
    """Play matches of 20 hands under PyPokerEngine's rules, each deal in both seatings.

    Args:
        one: name of the first agent, whose wins and losses are returned.
        other: name of the second agent.
        matches: number of matches; an odd number is rounded up, because matches are mirrored.
        seed: seed of the cards and the agents.

    Example:
        >>> played("call", "fold", matches=4, seed=1).matches
        4
    """
    spec = ArenaSpec(
        agents=(one, other),
        format="carry",
        rules="pypokerengine",
        pairs=(matches + 1) // 2,
        seed=seed,
        deal="apart",  # the dealing rule with which the page was made
    )
    first = run_arena(spec).matchups[0].slots[0]
    return Outcome(first.wins, first.losses, first.ties)


def reproduced(order: Order) -> Reproduction:
    """Play the report's agents against the calling station, and the `DUELS`, in each setting.

    Args:
        order: options, in which `trials` is the number of matches per row, 2,000 by default.

    Example:
        >>> table = reproduced(Order(trials=2000))  # doctest: +SKIP
        >>> table.rows[0].printed, table.rows[0].measured["share"] < 0.03  # doctest: +SKIP
        (0, True)
    """
    matches = order.trials_or(MATCHES)
    meetings = [
        (setting, *pair)
        for setting in SETTINGS
        for pair in [*((version, CALLER) for version in VERSIONS), *DUELS]
    ]
    outcomes: Outcomes = {}
    for number, (setting, one, other) in enumerate(meetings, start=1):
        players = _agent(one, setting), _agent(other, setting)
        outcomes[setting, one, other] = played(*players, matches, order.seed)
        order.progress(number, len(meetings))
    rows = [_row(*meeting, outcomes[meeting]) for meeting in meetings]
    return Reproduction(
        "fai-2022-ladder",
        "The ladder against the calling station",
        "FAI-2022, its tables of ten games each, beside matches of 20 hands with 1,000 chips and "
        "blinds of 5 and 10 by the rules of PyPokerEngine 1.0.1, both seatings of each deal. Both "
        "players of a row are in the setting that it names. `Chance of the printed row` is how "
        "often ten games come out as printed, if a game is won as often as we measure; printed and "
        "ours `agree` where our whole interval lies inside that of the ten games, and `disagree` "
        "where none of it does",
        COLUMNS,
        [*rows, *_missing()],
        list(_remarks(outcomes)),
        trials=matches,
        seed=order.seed,
        findings=list(_findings(outcomes)),
    )


Outcomes = dict[tuple[str, str, str], Outcome]
"""The results of matches, by setting, first player and second player."""


def _agent(player: str, setting: str) -> str:
    return "call" if player == CALLER else f"fai-{player}:setting={setting}"


def _missing() -> Iterator[Row]:
    """Yield the printed rows for opponents that only the authors have."""
    for (one, other), printed in PRINTED.items():
        if other != CALLER:
            yield Row(
                f"{one} {other}",
                printed,
                None,
                {**_printed(one, other), "agrees": "opponent not available"},
            )


def _printed(one: str, other: str) -> dict[str, str]:
    """Return the names of two players and, if the report prints one, their score and interval."""
    more = {"agent": f"fai-{one}", "rival": f"fai-{other}" if other in VERSIONS else other}
    printed = PRINTED.get((one, other))
    if printed is not None:
        more["printed_games"] = f"{printed}–{GAMES - printed}"
        more["printed_interval"] = _ends(printed, GAMES)
    return more


def _row(setting: str, one: str, other: str, outcome: Outcome) -> Row:
    printed = PRINTED.get((one, other))
    more = {"setting": setting, **_printed(one, other)}
    measured = {
        "matches": outcome.matches,
        "wins": outcome.wins,
        "losses": outcome.losses,
        "ties": outcome.ties,
        "share": outcome.share,
        "tied": outcome.ties / outcome.matches,
    }
    more["measured_interval"] = _ends(outcome.wins, outcome.matches)
    if printed is not None:
        more["chance"] = f"{_chance(printed, outcome.share):.2f}"
        more["agrees"] = AGREES[agrees(printed, outcome)]
    return Row(f"{setting} {one} {other}", printed, measured, more)


def agrees(printed: int, outcome: Outcome) -> bool | None:
    """Check whether a printed row and ours agree.

    Args:
        printed: printed number of games won out of ten.
        outcome: result of our matches.

    Returns:
        True if the 95% interval of our share lies wholly inside the interval of the ten games,
        False if it lies wholly outside, else None.

    Example:
        >>> ours = Outcome(450, 500, 50)
        >>> agrees(0, ours), agrees(5, ours), agrees(9, Outcome(600, 400, 0))
        (False, True, None)
    """
    low, high = wilson(outcome.wins, outcome.matches)
    least, most = wilson(printed, GAMES)
    if least <= low and high <= most:
        return True
    return False if high < least or most < low else None


def _ends(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{low:.3f}–{high:.3f}"


def _chance(wins: int, share: float) -> float:
    """Return the probability of `wins` wins in ten games, each won with probability `share`."""
    return comb(GAMES, wins) * share**wins * (1 - share) ** (GAMES - wins)


def _remarks(outcomes: Outcomes) -> Iterator[str]:
    rows = [version for version in VERSIONS if (version, CALLER) in PRINTED]
    for setting in SETTINGS:
        verdicts = {
            version: agrees(PRINTED[version, CALLER], outcomes[setting, version, CALLER])
            for version in rows
        }
        figures = [
            f"{word}: {', '.join(those)}"
            for holds, word in AGREES.items()
            if (those := [version for version in rows if verdicts[version] is holds])
        ]
        text = _list(figures)
        yield f"Setting `{setting}`, the printed rows against the calling station. {text}."
    yield (
        "Ten games with a true share of .87 come out nine or ten to one "
        f"{_chance(9, 0.87) + _chance(10, 0.87):.0%} of the time, with one of .80 "
        f"{_chance(9, 0.8) + _chance(10, 0.8):.0%}."
    )


def _list(figures: list[str]) -> str:
    return "; ".join(figures).capitalize()


def _findings(outcomes: Outcomes) -> Iterator[Finding]:
    """Check the report's claims about the steps between versions, over all settings."""
    yield _of_all(
        "v0 loses more matches to the calling station than it wins",
        [_below(_share(each), 0.5) for each in _of(outcomes, "v0", CALLER)],
        [_ends(each.wins, each.matches) for each in _of(outcomes, "v0", CALLER)],
    )
    yield _of_all(
        "v1 wins a half of its matches against the calling station",
        [
            False if above(_share(each), 0.5) is not None else None
            for each in _of(outcomes, "v1", CALLER)
        ],
        [
            f"{_ends(each.wins, each.matches)}, {each.ties / each.matches:.3f} tied"
            for each in _of(outcomes, "v1", CALLER)
        ],
    )
    for lower, upper in pairwise(VERSIONS):
        gaps = [
            difference((below.wins, below.matches), (higher.wins, higher.matches))
            for below, higher in zip(
                _of(outcomes, lower, CALLER), _of(outcomes, upper, CALLER), strict=True
            )
        ]
        yield _of_all(
            f"{upper} wins more often than {lower} against the calling station",
            [above(gap, 0) for gap in gaps],
            [f"{low:+.3f} to {high:+.3f}" for low, high in gaps],
        )
    for one, other in DUELS:
        duels = _of(outcomes, one, other)
        decided = [(each.wins, each.wins + each.losses) for each in duels]
        yield _of_all(
            f"{one} wins more often than {other} when they meet",
            [above(wilson(*each), 0.5) for each in decided],
            [f"{won:,} of {of:,} ({_ends(won, of)})" for won, of in decided],
        )


def _of(outcomes: Outcomes, one: str, other: str) -> list[Outcome]:
    return [outcomes[setting, one, other] for setting in SETTINGS]


def _of_all(claim: str, verdicts: list[bool | None], figures: list[str]) -> Finding:
    """Return one finding from the verdicts of all settings; unless all agree, it is undecided."""
    [holds, *others] = set(verdicts)
    by_setting = [f"{each} `{setting}`" for setting, each in zip(SETTINGS, figures, strict=True)]
    return Finding(claim, None if others else holds, "; ".join(by_setting))


def _below(interval: tuple[float, float], bound: float) -> bool | None:
    """Return True if an interval is below a bound, False if it is above the bound, else None."""
    verdict = above(interval, bound)
    return None if verdict is None else not verdict


def _share(outcome: Outcome) -> tuple[float, float]:
    return wilson(outcome.wins, outcome.matches)
