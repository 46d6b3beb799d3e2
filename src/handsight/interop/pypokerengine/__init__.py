"""PyPokerEngine 1.0.1: its rules as our own code, its bots here, our agents there.

Everything named here is imported at its first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handsight.interop.pypokerengine.bots import EngineBot as EngineBot
    from handsight.interop.pypokerengine.evaluator import EngineHandInfo as EngineHandInfo
    from handsight.interop.pypokerengine.evaluator import engine_hand_info as engine_hand_info
    from handsight.interop.pypokerengine.evaluator import engine_score as engine_score
    from handsight.interop.pypokerengine.events import EngineActed as EngineActed
    from handsight.interop.pypokerengine.hand import EngineHand as EngineHand
    from handsight.interop.pypokerengine.loading import build_agent as build_agent
    from handsight.interop.pypokerengine.loading import engine_modules as engine_modules
    from handsight.interop.pypokerengine.loading import load_bot as load_bot
    from handsight.interop.pypokerengine.players import (
        as_pypokerengine_player as as_pypokerengine_player,
    )
    from handsight.interop.pypokerengine.rules import EngineRules as EngineRules
    from handsight.interop.pypokerengine.rules import EngineSeating as EngineSeating

_PACKAGE = "handsight.interop.pypokerengine"
_HOMES = {
    f"{_PACKAGE}.bots": ("EngineBot",),
    f"{_PACKAGE}.evaluator": ("EngineHandInfo", "engine_hand_info", "engine_score"),
    f"{_PACKAGE}.events": ("EngineActed",),
    f"{_PACKAGE}.hand": ("EngineHand",),
    f"{_PACKAGE}.loading": ("build_agent", "engine_modules", "load_bot"),
    f"{_PACKAGE}.players": ("as_pypokerengine_player",),
    f"{_PACKAGE}.rules": ("EngineRules", "EngineSeating"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
