"""The arena: who plays, on what cards, what came of it, and what that says.

Everything named here is imported at its first use.
"""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.arena.exporting import export as export
    from handsight.arena.exporting import export_lines as export_lines
    from handsight.arena.players import FAULTS as FAULTS
    from handsight.arena.results import ArenaResult as ArenaResult
    from handsight.arena.results import MatchupResult as MatchupResult
    from handsight.arena.results import SlotResult as SlotResult
    from handsight.arena.results import Tally as Tally
    from handsight.arena.run import resume as resume
    from handsight.arena.run import run_arena as run_arena
    from handsight.arena.sandbox.limits import Limits as Limits
    from handsight.arena.sandbox.player import Isolated as Isolated
    from handsight.arena.schedule import ArenaSpec as ArenaSpec
    from handsight.arena.schedule import Matchup as Matchup
    from handsight.arena.store import ArenaStore as ArenaStore
    from handsight.arena.store import StoredFault as StoredFault
    from handsight.arena.store import StoredHand as StoredHand

_HOMES: dict[str, tuple[str, ...]] = {
    "exporting": ("export", "export_lines"),
    "sandbox.player": ("Isolated",),
    "sandbox.limits": ("Limits",),
    "players": ("FAULTS",),
    "results": ("ArenaResult", "MatchupResult", "SlotResult", "Tally"),
    "run": ("resume", "run_arena"),
    "schedule": ("ArenaSpec", "Matchup"),
    "store": ("ArenaStore", "StoredFault", "StoredHand"),
}
__all__ = sorted(name for names in _HOMES.values() for name in names)
__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
