"""Processes of their own for agents, which may be slow, wrong or hostile.

`limits` says what a player may use, `confinement` and `syscalls` what its process may reach, `wire`
what is said between it and the arena. `server` is what runs in the processes, `process` and
`player` are the arena's side of them, and `kernels` what a leg may want loaded. Everything named
here is imported at its first use.
"""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.arena.sandbox.confinement import MEASURES as MEASURES
    from handsight.arena.sandbox.confinement import missing_measures as missing_measures
    from handsight.arena.sandbox.limits import Limits as Limits
    from handsight.arena.sandbox.player import Isolated as Isolated

_HOMES: dict[str, tuple[str, ...]] = {
    "confinement": ("MEASURES", "missing_measures"),
    "limits": ("Limits",),
    "player": ("Isolated",),
}
__all__ = sorted(name for names in _HOMES.values() for name in names)
__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
