"""The conversion of player stores of older versions to the current version.

Version 1 has no checksums. Versions 1 and 2 do not count situations by position, and only version 4
records the games. The missing data cannot be recovered without the hands. So the hands of an old
store count for an unknown game and, in versions 1 and 2, for no position.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from handsight.errors import OptionError
from handsight.game import Occasion
from handsight.game.records.occasion import UNKNOWN
from handsight.opponents.stats.counts import Counts
from handsight.opponents.stats.store import KIND, encoded_counts, encoded_game
from handsight.runtime.database import CheckedTable, Database
from handsight.runtime.files import new_file

OLD_VERSIONS = (1, 2, 3)

_WITHOUT_CHECKSUMS = 1
_NEW_COUNTS = ("chances", "taken")
_OLD_RESULTS = ("net", "net_blinds", "net_squares")
_UNKNOWN = 0
"""The number of the unknown game in a converted store."""

_DIGEST_SIZE = 32


def convert_players(
    old: Path | str, new: Path | str, progress: Callable[[int, int], None] | None = None
) -> None:
    """Convert a player store of an older version to the current version, with all its data.

    The old store stays unchanged.

    Args:
        old: the path of the old store.
        new: the path of the file to create.
        progress: called with the number of players converted so far and the number of all players.

    Raises:
        OptionError: if the old file is missing, damaged or not a store of an older version, or the
            new file already exists or cannot be written; in each case, no file is created.
    """
    try:
        with (
            new_file(Path(new)) as beside,
            Database(Path(old), KIND, versions=OLD_VERSIONS) as base,
            Database(beside, KIND, create=True) as made,
        ):
            with base.snapshot():
                digests = list(_digests(base))
                players = list(_players(base, progress))

            def fill() -> None:
                CheckedTable[bytes](made, "counted").insert(digests)
                CheckedTable[int](made, "games").insert([(_UNKNOWN, encoded_game(Occasion()))])
                CheckedTable[str](made, "players").insert(players)

            made.set_up(fill)
    except FileExistsError as error:
        raise OptionError(f"the file {str(error)!r} already exists; name a new one") from None
    except OSError as error:
        raise OptionError(f"the store {str(new)!r} cannot be written: {error}") from None


def _digests(base: Database) -> Iterator[tuple[bytes, bytes]]:
    if base.version == _WITHOUT_CHECKSUMS:
        rows = base.connection.execute("SELECT digest FROM counted ORDER BY digest").fetchall()
        digests = [digest for (digest,) in rows]
    else:
        counted = CheckedTable[bytes](base, "counted")
        counted.check()
        digests = counted.keys()
    for digest in digests:
        if not isinstance(digest, bytes) or len(digest) != _DIGEST_SIZE:
            raise base.damaged("a digest of a hand", f"it is not {_DIGEST_SIZE} bytes long")
        yield digest, b""


def _players(
    base: Database, progress: Callable[[int, int], None] | None
) -> Iterator[tuple[str, bytes]]:
    rows: list[tuple[str, str | bytes]]
    if base.version == _WITHOUT_CHECKSUMS:
        query = "SELECT name, counts FROM players ORDER BY name"
        rows = base.connection.execute(query).fetchall()
    else:
        rows = list(CheckedTable[str](base, "players").rows())
    for done, (name, text) in enumerate(rows, start=1):
        with base.reading(f"the counts of player {name!r}"):
            if not isinstance(name, str):
                raise TypeError("the name is not text")
            yield f"{_UNKNOWN}/{name}", encoded_counts(_upgraded(json.loads(text)))
        if progress is not None:
            progress(done, len(rows))


def _upgraded(data: object) -> Counts:
    """Read a player's counts from an older version; counts that the version lacks become 0.

    Args:
        data: the counts as parsed JSON.
    """
    if not isinstance(data, dict) or "results" in data:
        raise OptionError("these are not counts of an older version")
    nothing, kept = Counts().to_json(), dict(data)
    net, total, squares = (kept.pop(name) for name in _OLD_RESULTS)
    results = [[*UNKNOWN, kept["hands"], net, total, squares]]
    new = {name: kept.get(name, nothing[name]) for name in _NEW_COUNTS}
    return Counts.from_json({**kept, **new, "results": results})
