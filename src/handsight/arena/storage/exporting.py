"""The canonical export of a store: all that was played, and nothing that depends on the machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from handsight.arena.storage.store import ArenaStore, StoredFault, StoredHand
from handsight.formats import action_texts

FORMAT = "handsight arena 1"
"""The format name in the first line of an export."""

TIMED = frozenset({"late"})
"""The kinds of faults that depend on the speed of the machine."""


def export(store: Path | str | ArenaStore) -> str:
    """Return the canonical export of an arena: its hands as JSON lines.

    Apart from late answers, the export of an arena is the same on every machine, byte for byte.
    Faults that depend on the speed of the machine are marked as ``timed``.

    The first line holds the specification without the fields that depend on the machine, such as
    whether agents were isolated, and their limits. If the arena deals from a secret, the line also
    holds the secret once the arena has ended; before that, it only states that there is a secret.
    One line for each hand follows, sorted by matchup, pair, leg and number. Seats are in PHH order,
    starting left of the button.

    Args:
        store: a store, or its file.

    Raises:
        ArenaError: if there is no such store, or if it is damaged.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.arena.run import run_arena
        >>> from handsight.arena.schedule import ArenaSpec
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "arena.db")
        ...     result = run_arena(ArenaSpec(agents=("all-in", "fold"), pairs=1, seed=7), file)
        ...     lines = export(file).splitlines()
        >>> hand = json.loads(lines[1])
        >>> hand["players"], hand["actions"], hand["results"]
        (['fold', 'all-in'], ['p2 cbr 10000', 'p1 f'], {'all-in': 100, 'fold': -100})
    """
    if isinstance(store, ArenaStore):
        return "".join(export_lines(store))
    with ArenaStore.read(store) as opened:
        return "".join(export_lines(opened))


def export_lines(store: ArenaStore) -> Iterator[str]:
    """Yield the lines of `export`, each with its line ending.

    Args:
        store: an open store.
    """
    secret = {"secret": store.secret_text() or True} if store.has_secret else {}
    yield _line({"format": FORMAT, "spec": store.spec.canonical(), **secret})
    matchups = store.spec.matchups
    faults = _Faults(store.faults())
    for number, hand in enumerate(store.hands(), start=1):
        agents = matchups[hand.matchup].agents
        with store.reading(f"hand {number}"):
            line = _line(_fields(hand, agents) | {"faults": faults.of(hand, agents)})
        yield line


class _Faults:
    """Finds the faults of each hand; hands must be passed to `of` in the order of the store."""

    def __init__(self, faults: Iterator[StoredFault]) -> None:
        self._faults = faults
        self._next = next(faults, None)

    def of(self, hand: StoredHand, agents: tuple[str, ...]) -> list[dict[str, Any]]:
        found = []
        while self._next is not None and self._next[:4] <= hand[:4]:
            fault, self._next = self._next, next(self._faults, None)
            found.append(
                {
                    "decision": fault.decision,
                    "agent": agents[fault.slot],
                    "kind": fault.kind,
                    "timed": fault.kind in TIMED,
                }
            )
        return found


def _fields(row: StoredHand, agents: tuple[str, ...]) -> dict[str, Any]:
    hand = row.record
    return {
        "matchup": row.matchup,
        "pair": row.pair,
        "leg": row.leg,
        "hand": row.hand,
        "players": hand.players,
        "stacks": hand.stacks,
        "holes": ["".join(map(str, hole or ())) for hole in hand.holes],
        "board": "".join(map(str, hand.board)),
        "actions": action_texts(hand),
        "finishing_stacks": hand.finishing_stacks,
        "results": dict(zip(agents, row.chips, strict=True)),
    }


def _line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"
