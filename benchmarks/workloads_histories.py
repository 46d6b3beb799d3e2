"""The jobs of recorded hands as handsight does them: each function prepares one.

The hands are real ones, from the same collections as the tests read.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from weakref import finalize

from benchmarks.inputs import SEED, Size
from benchmarks.processes import Unavailable
from benchmarks.timing import Work
from benchmarks.workloads_opponents import archive_of_hands, hands_of_program

if TYPE_CHECKING:
    from handsight.game import Hand

SITE_HANDS = Path(__file__).parents[2] / "shared" / "data" / "site-hands"
STARS = Path("cash", "Stars", "NLHE-6max-EUR-0.05-0.10-200911.txt")
"""A session of PokerStars: 69 hands at a table of six, with cents."""

SESSIONS = 20
"""How many times the session is read in one run."""


def read_phh(size: Size) -> Work:
    """Read six-handed hands from one file in PHHS."""
    return _read(*_phhs_file(size))


def import_phh(size: Size) -> Work:
    """Import six-handed hands from one file in PHHS into a new store."""
    return _imported(*_phhs_file(size))


def read_stars(size: Size) -> Work:
    """Read hands from PokerStars' text."""
    return _read(*_stars_file())


def import_stars(size: Size) -> Work:
    """Import hands from PokerStars' text into a new store."""
    return _imported(*_stars_file())


def write_phh(size: Size) -> Work:
    """Write hands with cents as PHHS."""
    from handsight.formats import phhs_text, read_hands
    from handsight.game import Hand

    file, _ = _stars_file()
    hands = [each for each in read_hands(file) if isinstance(each, Hand)]

    def run() -> list[str]:
        return list(phhs_text(hands))

    return Work(run, len(hands), answers=run)


def reported(size: Size) -> Work:
    """Report an arena from its store, as JSON; an item is the whole report."""
    from handsight.arena import ArenaSpec, ArenaStore, run_arena
    from handsight.arena.sums.player_counts import player_counts
    from handsight.views.arena.report import arena_report
    from handsight.views.report import to_json

    folder = TemporaryDirectory()
    path = Path(folder.name, "arena.db")
    # Two agents play a pair on both sides.
    run_arena(ArenaSpec(agents=("call", "fold"), pairs=5 * size.loop // 2, seed=SEED), path)

    def run() -> list[str]:
        with ArenaStore.read(path) as store:
            counts = player_counts(store)
            return [to_json(arena_report(store.result(), counts, store.first_faults()))]

    finalize(run, folder.cleanup)
    return Work(run, 1, answers=run)


# --- files ----------------------------------------------------------------------------------------


def _phhs_file(size: Size) -> tuple[Path, TemporaryDirectory[str]]:
    from handsight.formats import phhs_text

    hands = hands_of_program(archive_of_hands())
    return _written("hands.phhs", "".join(phhs_text(hands[: 5 * size.calls])))


def _stars_file() -> tuple[Path, TemporaryDirectory[str]]:
    """Write a session several times, each time with other numbers of its hands.

    Raises:
        Unavailable: if the session is missing.
    """
    file = Path(os.environ.get("HANDSIGHT_SITE_HANDS", SITE_HANDS)) / STARS
    if not file.exists():
        raise Unavailable("no hands of a site are there; HANDSIGHT_SITE_HANDS names a folder")
    text = file.read_text("utf-8-sig")
    copies = [text.replace("Game #3", f"Game #{number}00") for number in range(1, SESSIONS + 1)]
    return _written("session.txt", "\n\n\n".join(copies))


def _written(name: str, text: str) -> tuple[Path, TemporaryDirectory[str]]:
    folder = TemporaryDirectory()
    file = Path(folder.name, name)
    file.write_text(text, "utf-8")
    return file, folder


def _read(file: Path, folder: TemporaryDirectory[str]) -> Work:
    from handsight.formats import read_hands

    def run() -> int:
        return sum(1 for _ in read_hands(file))

    def answers() -> list[Hand]:
        return list(read_hands(file))  # type: ignore[arg-type]  # the check finds what is damaged

    hands = run()
    finalize(run, folder.cleanup)
    return Work(run, hands, answers)


def _imported(file: Path, folder: TemporaryDirectory[str]) -> Work:
    from handsight.formats import read_hands
    from handsight.opponents.stats import ImportReport, PlayerStore, import_hands

    names = count()

    def run() -> list[ImportReport]:
        with PlayerStore(file.with_name(f"{next(names)}.db"), create=True) as store:
            return [import_hands(file, store)]

    finalize(run, folder.cleanup)
    return Work(run, sum(1 for _ in read_hands(file)), answers=run)
