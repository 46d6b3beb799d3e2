"""The pocket table of CISTI-2013: how the 169 classes fare between players who act at random."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import Any

from handsight.cards import CardsLike
from handsight.errors import OptionError
from handsight.ranges.combos import CLASSES_BY_RANK, class_of
from handsight.ranges.shipped import read_checked
from handsight.runtime.integers import is_whole
from handsight.runtime.notebooks import ShownInNotebooks

TABLE = "pocket_table.json"
"""The file of the tables; `handsight.papers.cisti_2013.pocket_table` makes it."""

DIGEST = "7b2dce252a3874f68cdefe9ceb10094161be58bd7ca5c5f8adb4b4c5e4b778ad"
"""SHA-256 of the file."""

RULES = ("no-limit", "limit")
"""The rules of a pocket table."""

PLAYERS = range(2, 11)


@dataclass(frozen=True, slots=True)
class PocketGame:
    """The game behind a pocket table; the paper says of it only how its agents act.

    Attributes:
        rules: ``"no-limit"`` or ``"limit"``. With a limit, bets are of one big blind, and of two on
            turn and river.
        players: 2 to 10. Each folds, calls or raises with equal chances.
        stack: chips of each player at the start of every game.
        bet_cap: with a limit, bets and raises a street, the big blind being the first; 0 for none.

    Raises:
        OptionError: for other rules, or another number of players.

    Example:
        >>> PocketGame("limit").bets, PocketGame().bets
        ((100, 200), None)
    """

    rules: str = "no-limit"
    players: int = 2
    stack: int = 20_000
    small_blind: int = 50
    big_blind: int = 100
    bet_cap: int = 4

    def __post_init__(self) -> None:
        checked_rules(self.rules)
        if not is_whole(self.players, PLAYERS):
            raise OptionError(
                f"players is {self.players!r}; {PLAYERS[0]} to {PLAYERS[-1]} can play"
            )

    @property
    def bets(self) -> tuple[int, int] | None:
        """The small and the big bet of a limit game; None without a limit."""
        return (self.big_blind, 2 * self.big_blind) if self.rules == "limit" else None


@dataclass(frozen=True, slots=True, repr=False)
class PocketValue(ShownInNotebooks):
    """The result of two cards in many games; all fields count games, but for chips and squares.

    Attributes:
        games: games played, in every seat equally often.
        chips: chips won less chips lost.
        squares: the sum of the squares of the chips won or lost in each game.
        showdowns: games in which the cards were compared with others.

    Example:
        >>> value = PocketValue(games=4, win=2, lose=1, chips=50, squares=7500, showdowns=1, seed=0)
        >>> value.win_frequency, value.tie, value.chips_per_game
        (0.5, 1, 12.5)
    """

    games: int
    win: int
    lose: int
    chips: int
    squares: int
    showdowns: int
    seed: int

    @property
    def tie(self) -> int:
        """Games that neither won nor lost chips."""
        return self.games - self.win - self.lose

    @property
    def win_frequency(self) -> float:
        """Share of the games that won chips, in 0..1: the paper's average number of wins."""
        return self.win / self.games

    @property
    def lose_frequency(self) -> float:
        """Share of the games that lost chips, in 0..1: the paper's average number of losses."""
        return self.lose / self.games

    @property
    def tie_frequency(self) -> float:
        """Share of the games that did neither, in 0..1."""
        return self.tie / self.games

    @property
    def win_stderr(self) -> float:
        """Standard error of `win_frequency`."""
        return _error_of_share(self.win_frequency, self.games)

    @property
    def lose_stderr(self) -> float:
        """Standard error of `lose_frequency`."""
        return _error_of_share(self.lose_frequency, self.games)

    @property
    def chips_per_game(self) -> float:
        """Chips won less chips lost, in a game."""
        return self.chips / self.games

    @property
    def chips_stderr(self) -> float:
        """Standard error of `chips_per_game`; 0 for one game."""
        if self.games < 2:
            return 0.0
        spread = (self.squares * self.games - self.chips * self.chips) / self.games
        return sqrt(spread / (self.games - 1) / self.games)


@dataclass(frozen=True, slots=True, repr=False)
class PocketTable(ShownInNotebooks):
    """A whole pocket table.

    Attributes:
        games: the number of games for each class.
        values: {class: value}, all 169, from AA, AKs, AKo down to 22.

    Example:
        >>> shipped_pocket_table().ranked()[:3]
        ('AA', 'KK', 'QQ')
    """

    game: PocketGame
    games: int
    seed: int
    values: dict[str, PocketValue] = field(hash=False)

    def ranked(self) -> tuple[str, ...]:
        """List the classes by the games that they won, the best first; chips break ties."""
        return tuple(
            sorted(self.values, key=lambda name: (-self.values[name].win, -self.values[name].chips))
        )


def pocket_table(hole: CardsLike, rules: str = "no-limit") -> PocketValue:
    """Look up how two cards fare in games between two players who act at random.

    Two tables of all 169 classes are shipped. The players fold, call or raise with equal chances,
    whatever they hold: the numbers describe such games, and are no measure of what two cards are
    worth. `pocket_equity` is one.

    Args:
        hole: two cards, or the name of a class such as ``"AKs"``, ``"AKo"`` or ``"QQ"``.
        rules: ``"no-limit"`` or ``"limit"``.

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many.
        OptionError: for other rules.

    Source:
        CISTI-2013, section V.B. Simulated by ``python -m
        handsight.papers.cisti_2013.pocket_table``; the paper does not print its numbers.

    Example:
        >>> aces = pocket_table("AA")
        >>> aces.games, aces.win, round(aces.win_frequency, 4), round(aces.win_stderr, 4)
        (1200000, 640660, 0.5339, 0.0005)
    """
    return shipped_pocket_table(rules).values[class_of(hole)]


def shipped_pocket_table(rules: str = "no-limit") -> PocketTable:
    """Give a whole table that is shipped; the rules are ``"no-limit"`` or ``"limit"``.

    Raises:
        OptionError: for other rules.
    """
    return _shipped()[checked_rules(rules)]


def checked_rules(rules: str) -> str:
    """Return the name of rules, or raise `OptionError` for another one."""
    if rules not in RULES:
        raise OptionError(f"rules is {rules!r}; it takes one of {', '.join(RULES)}")
    return rules


@cache
def _shipped() -> dict[str, PocketTable]:
    tables: dict[str, dict[str, Any]] = json.loads(read_checked(TABLE, DIGEST))
    return {rules: _table(**fields) for rules, fields in tables.items()}


def _table(
    game: dict[str, Any], sample: dict[str, int], classes: dict[str, list[int]]
) -> PocketTable:
    games, seed = sample["games"], sample["seed"]
    values = {}
    for name in CLASSES_BY_RANK:
        win, lose, chips, squares, showdowns = classes[name]
        values[name] = PocketValue(games, win, lose, chips, squares, showdowns, seed)
    return PocketTable(PocketGame(**game), games, seed, values)


def _error_of_share(share: float, games: int) -> float:
    return sqrt(share * (1 - share) / games)
