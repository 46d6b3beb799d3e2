"""Smaller trees for a spot whose tree does not fit into memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handsight.solver.betting import PLAYERS, STREETS, Betting
from handsight.solver.game import STREET_OF, SolverGame
from handsight.web.solutions import bytes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handsight.odds import Spot

SMALLEST_STORAGE = "i16"


@dataclass(frozen=True)
class SmallerTree:
    """A way to solve a spot with less memory.

    Attributes:
        words: what changes, like ``"one size on the river"``.
        storage: ``"f32"`` or ``"i16"``.
        betting: the betting of the smaller tree.
        bytes: memory in bytes that the solve needs.
    """

    words: str
    storage: str
    betting: Betting
    bytes: int


def smaller_trees(
    spot: Spot, betting: Betting, limit: int, *, storage: str = "f32", threads: int = 1
) -> list[SmallerTree]:
    """List ways to solve a spot within a limit on memory, the smallest change first.

    The changes are 16-bit storage, then fewer sizes, from the river back to the first street, and
    finally fewer raises. Where a player has several sizes, the middle one is kept.

    Args:
        spot: two players and a board, as for `handsight.solver.solve`.
        betting: the betting of the tree that is too large.
        limit: the maximum number of bytes.
        storage: the storage of the tree that is too large.
        threads: the number of threads for the solve, each of which needs working memory.

    Returns:
        The ways that fit; empty if none does.

    Raises:
        InputError: if the spot cannot be solved.
        OptionError: if there are not exactly two players, or the tree has too many nodes.

    Example:
        >>> from handsight.odds import Spot
        >>> spot = Spot.parse(["QQ+, AKs", "TT-77, AQs"], "QsJh2h")
        >>> betting = Betting(100, 400, "33%, 75%", "60%")
        >>> [each.words for each in smaller_trees(spot, betting, 170_000_000)][:2]
        ['16-bit storage', 'one size on the river']
    """
    found: list[SmallerTree] = []
    for words, smaller in (("", betting), *_simpler(betting, STREET_OF[len(spot.board)])):
        game = SolverGame.of(spot, smaller)
        for kind in dict.fromkeys((storage, SMALLEST_STORAGE)):
            game.storage = kind
            size = bytes_of(game, threads)
            if size > limit or (not words and kind == storage):
                continue
            if found and found[-1].storage == kind and found[-1].bytes <= size:
                break  # the change does not matter here
            changes = [words] if words else []
            changes += ["16-bit storage"] if kind != storage else []
            found.append(SmallerTree(", ".join(changes), kind, smaller, size))
            break
    return found


def _simpler(betting: Betting, first: str) -> Iterator[tuple[str, Betting]]:
    """Yield bettings with fewer and fewer actions, each after a description of what changes."""
    streets = STREETS[STREETS.index(first) :]
    seen = {betting}
    ladder = [
        (_words(streets[start:], streets), _one_size(betting, streets[start:]))
        for start in range(len(streets) - 1, -1, -1)
    ]
    last, single = ladder[-1]
    for cap in (1, 0):
        raises = "at most one raise a street" if cap else "no raises"
        ladder.append((f"{last}, {raises}", _changed(single, {"raise_cap": cap})))
    for words, smaller in ladder:
        if smaller not in seen:
            seen.add(smaller)
            yield words, smaller


def _words(some: tuple[str, ...], streets: tuple[str, ...]) -> str:
    return "one size" if some == streets else f"one size on the {' and '.join(some)}"


def _one_size(betting: Betting, streets: tuple[str, ...]) -> Betting:
    """Return the betting with only one size for each player on some streets."""
    texts = betting.texts
    changes = {}
    for street in streets:
        for kind in ("bets", "raises"):
            for player in PLAYERS:
                names = (f"{street}_{kind}_{player}", f"{street}_{kind}", kind)
                text = next(texts[name] for name in names if name in texts)
                if "," in text:
                    changes[names[0]] = _middle(text)
        donk = f"{street}_donk"
        if donk in texts:
            changes[donk] = _middle(texts[donk])
    return _changed(betting, changes)


def _middle(text: str) -> str:
    sizes = [size.strip() for size in text.split(",")]
    return sizes[len(sizes) // 2]


def _changed(betting: Betting, changes: dict[str, Any]) -> Betting:
    return Betting(**betting.fields() | changes)
