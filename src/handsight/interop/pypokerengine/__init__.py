"""PyPokerEngine 1.0.1: its rules as our own code, its bots here, our agents there.

Everything named here is imported at its first use.
"""

from typing import TYPE_CHECKING

from handsight.runtime.exports import lazy_exports

if TYPE_CHECKING:
    from handsight.interop.pypokerengine.bots import EngineBot as EngineBot
    from handsight.interop.pypokerengine.evaluator import EngineHandInfo as EngineHandInfo
    from handsight.interop.pypokerengine.evaluator import engine_hand_info as engine_hand_info
    from handsight.interop.pypokerengine.evaluator import engine_score as engine_score
    from handsight.interop.pypokerengine.hand import EngineActed as EngineActed
    from handsight.interop.pypokerengine.hand import EngineHand as EngineHand
    from handsight.interop.pypokerengine.loading import engine_modules as engine_modules
    from handsight.interop.pypokerengine.loading import load_bot as load_bot
    from handsight.interop.pypokerengine.players import (
        as_pypokerengine_player as as_pypokerengine_player,
    )
    from handsight.interop.pypokerengine.rules import EngineRules as EngineRules
    from handsight.interop.pypokerengine.rules import EngineSeating as EngineSeating

_HOMES: dict[str, tuple[str, ...]] = {
    "bots": ("EngineBot",),
    "evaluator": ("EngineHandInfo", "engine_hand_info", "engine_score"),
    "hand": ("EngineActed", "EngineHand"),
    "loading": ("engine_modules", "load_bot"),
    "players": ("as_pypokerengine_player",),
    "rules": ("EngineRules", "EngineSeating"),
}
__all__ = sorted(name for names in _HOMES.values() for name in names)
__getattr__, __dir__ = lazy_exports(__name__, _HOMES)
