"""The other libraries: one module each, with its card encoding and the jobs that it can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

RANKERS = ("pkrbot", "phevaluator", "eval7", "xiapl", "treys")
"""The peers that rank hands."""

NAMES = (
    *RANKERS,
    *("pokerkit", "open_spiel", "pypokerengine", "rlcard", "texasholdem", "donksolver"),
)
"""Distributions, each with a module in this package."""

STACK, SMALL_BLIND, BIG_BLIND = 2000, 50, 100
"""Chips at the table for scripted hands."""

FOLD, CALL, RAISE = range(3)
"""The choices in a script. If there is nothing to pay, a fold is a check."""

Script = tuple[int, ...]
"""The choice at each decision of a hand, whoever's turn it is; after its end, everybody calls."""


@dataclass(frozen=True)
class Ranking:
    """How a peer ranks seven-card hands, one call per hand.

    Attributes:
        ready: converts a hand, seven cards 4 * rank + suit, to the peer's own encoding.
        rank_all: ranks a list of ready hands in a loop; this is what is timed.
        order: converts a rank into a value that is larger for better hands.
        rank_texts: ranks hands in a loop, each a text of fourteen letters; None if it does not.
        rank_numbers: ranks hands in a loop, each a list of seven cards 4 * rank + suit; None if it
            does not.
    """

    ready: Callable[[Sequence[int]], Any]
    rank_all: Callable[[list[Any]], list[Any]]
    order: Callable[[Any], Any]
    rank_texts: Callable[[list[str]], list[Any]] | None = None
    rank_numbers: Callable[[list[list[int]]], list[Any]] | None = None


class Played(NamedTuple):
    """How a hand ended.

    Attributes:
        actions: number of actions.
        payoffs: each player's payoff in chips; some peers share a pot in fractions of chips.
    """

    actions: int
    payoffs: tuple[float, ...]


@dataclass(frozen=True)
class Game:
    """How a peer plays no-limit hands.

    Attributes:
        play: (players, scripts) -> a played hand for each script, on any cards.
        raises: whether it supports a raise by a big blind.
        most: the largest number of players at a table.
    """

    play: Callable[[int, Sequence[Script]], list[Played]]
    raises: bool = True
    most: int = 6


@dataclass(frozen=True)
class Peer:
    """What another library can do.

    Attributes:
        name: name of its distribution.
        call: how it is called, in words for the report.
        ranking: how it ranks seven-card hands; None if it does not.
        exact_share: (hole, board) -> our share against any hand, to the river.
        sampled_share: (hole, board, trials) -> the same share from random deals.
        shares_of_hands: hands -> the exact preflop share of each.
        two_ranges: prepares two ranges, given as text; returns board -> both shares.
        two_sampled_ranges: prepares two ranges before the flop; returns trials -> both shares.
        game: how it plays hands; None if it does not.
        table_walks: prepares the training of a table of six on so many threads; returns a function
            that does so many walks.
    """

    name: str
    call: str
    ranking: Ranking | None = None
    exact_share: Callable[[str, str], float] | None = None
    sampled_share: Callable[[str, str, int], float] | None = None
    shares_of_hands: Callable[[Sequence[str]], list[float]] | None = None
    two_ranges: Callable[[str, str], Callable[[str], list[float]]] | None = None
    two_sampled_ranges: Callable[[str, str], Callable[[int], list[float]]] | None = None
    game: Game | None = None
    table_walks: Callable[[int], Callable[[int], None]] | None = None


def find_peers(names: Iterable[str] = NAMES) -> tuple[list[Peer], dict[str, str]]:
    """Load the installed peers.

    Returns:
        The peers, and the reason for each one that is missing.
    """
    peers, missing = [], {}
    for name in names:
        try:
            peers.append(import_module(f"benchmarks.peers.{name}").load())
        except ImportError as error:
            missing[name] = f"not installed ({error})"
    return peers, missing


def version_of(name: str) -> str:
    """Return the version of an installed distribution, or an empty string."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def text_of(card: int) -> str:
    """Write a card 4 * rank + suit as two letters, which every peer reads.

    Example:
        >>> text_of(0), text_of(51)
        ('2c', 'As')
    """
    return "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]


def texts_of(cards: str) -> list[str]:
    """Split a text into cards.

    Example:
        >>> texts_of("AcKc")
        ['Ac', 'Kc']
    """
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]
