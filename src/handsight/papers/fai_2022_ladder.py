"""FAI-2022: its tables of ten games each, beside matches enough to say something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import comb
from typing import NamedTuple

from handsight.agents.fai import VERSIONS
from handsight.arena import ArenaSpec, run_arena
from handsight.papers.reproduction import Column, Order, Reproduction, Row
from handsight.runtime.intervals import wilson

MATCHES = 2000
GAMES = 10
"""Of each printed row."""

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
"""Games won of ten, by version and opponent."""

DUELS = (("v4", "v3"), ("v5", "v3"), ("v5", "v4"))
"""What the report concludes about and did not play."""

COLUMNS = (
    Column("agent", ("agent",)),
    Column("against", ("rival",)),
    Column("printed", ("printed_games",)),
    Column("95 % of ten games", ("printed_interval",)),
    Column("matches", ("measured", "matches"), ",d"),
    Column("won", ("measured", "share"), ".3f"),
    Column("95 %", ("measured_interval",)),
    Column("tied", ("measured", "tied"), ".3f"),
    Column("chance of the printed row", ("chance",)),
    Column("", ("note",)),
)


class Outcome(NamedTuple):
    """How the matches of two players went.

    Attributes:
        wins: of the first.
        losses: of the first.
        ties: matches that ended level.
    """

    wins: int
    losses: int
    ties: int

    @property
    def matches(self) -> int:
        """Matches played."""
        return sum(self)

    @property
    def share(self) -> float:
        """Matches won, of all."""
        return self.wins / self.matches


def played(one: str, other: str, matches: int, seed: int) -> Outcome:
    """Play matches of 20 hands by the rules of PyPokerEngine, each deal with both seatings.

    Args:
        one: an agent.
        other: its rival.
        matches: an even number.
        seed: of cards and agents.

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
    )
    first = run_arena(spec).matchups[0].slots[0]
    return Outcome(first.wins, first.losses, first.ties)


def reproduced(order: Order) -> Reproduction:
    """Play the report's agents against the calling station, and against each other.

    Args:
        order: trials are the matches of each row, 2,000 unless given.

    Example:
        >>> table = reproduced(Order(trials=2000))  # doctest: +SKIP
        >>> table.rows[0].printed, table.rows[0].measured["share"] < 0.03  # doctest: +SKIP
        (0, True)
    """
    matches = order.trials_or(MATCHES)
    meetings = [*((version, CALLER) for version in VERSIONS), *DUELS]
    found: dict[tuple[str, str], Outcome] = {}
    for number, (one, other) in enumerate(meetings, start=1):
        found[one, other] = played(_agent(one), _agent(other), matches, order.seed)
        order.progress(number, len(meetings))
    rows = [_row(*pair, found.get(pair)) for pair in [*meetings, *_missing(found)]]
    return Reproduction(
        "fai-2022-ladder",
        "The ladder against the calling station",
        "FAI-2022, its tables of ten games each, beside matches of 20 hands with 1,000 chips and "
        "blinds of 5 and 10 by the rules of PyPokerEngine 1.0.1, both seatings of each deal; the "
        "agents in their setting `pypokerengine`. `Chance of the printed row` is how often ten "
        "games come out as printed, if a game is won as often as we measure",
        COLUMNS,
        rows,
        list(_remarks(found)),
        trials=matches,
        seed=order.seed,
    )


def _agent(player: str) -> str:
    return "call" if player == CALLER else f"fai-{player}:setting=pypokerengine"


def _missing(found: Mapping[tuple[str, str], Outcome]) -> Iterator[tuple[str, str]]:
    yield from (pair for pair in PRINTED if pair not in found)


def _row(one: str, other: str, outcome: Outcome | None) -> Row:
    printed = PRINTED.get((one, other))
    rival = f"fai-{other}" if other in VERSIONS else other
    more = {"agent": f"fai-{one}", "rival": rival}
    if printed is not None:
        more["printed_games"] = f"{printed}–{GAMES - printed}"
        more["printed_interval"] = _ends(printed, GAMES)
    if outcome is None:
        return Row(f"{one} {other}", printed, None, {**more, "note": "opponent not available"})
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
    return Row(f"{one} {other}", printed, measured, more)


def _ends(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{low:.3f}–{high:.3f}"


def _chance(wins: int, share: float) -> float:
    """Say how often so many of ten games are won."""
    return comb(GAMES, wins) * share**wins * (1 - share) ** (GAMES - wins)


def _remarks(found: Mapping[tuple[str, str], Outcome]) -> Iterator[str]:
    climbed = [(version, found[version, CALLER]) for version in VERSIONS]
    for (lower, below), (upper, above) in pairwise(climbed):
        apart = wilson(below.wins, below.matches)[1] < wilson(above.wins, above.matches)[0]
        verdict = "wins more often than" if apart else "cannot be told from"
        yield f"Against the calling station fai-{upper} {verdict} fai-{lower}."
    for one, other in DUELS:
        duel = found[one, other]
        decided = duel.wins + duel.losses
        low, high = wilson(duel.wins, decided)
        if low <= 0.5 <= high:
            said = f"fai-{one} and fai-{other} cannot be told apart"
        else:
            said = f"fai-{one} wins {'more' if low > 0.5 else 'less'} often than fai-{other}"
        yield (
            f"{said}: {duel.wins:,} of {decided:,} matches that somebody won "
            f"({low:.3f}–{high:.3f})."
        )
    yield (
        "Ten games with a true share of .87 come out nine or ten to one "
        f"{_chance(9, 0.87) + _chance(10, 0.87):.0%} of the time."
    )
