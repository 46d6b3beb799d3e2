"""Opponents: what is counted of them, and what they may hold.

A name is imported at its first use, so that nothing heavy is loaded early.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from handsight.opponents.model import OpponentModel as OpponentModel
    from handsight.opponents.model import PolicyLikelihood as PolicyLikelihood
    from handsight.opponents.model import Prediction as Prediction
    from handsight.opponents.stats import Counts as Counts
    from handsight.opponents.stats import Decision as Decision
    from handsight.opponents.stats import HandCounter as HandCounter
    from handsight.opponents.stats import ImportReport as ImportReport
    from handsight.opponents.stats import PlayedHand as PlayedHand
    from handsight.opponents.stats import PlayerStatistics as PlayerStatistics
    from handsight.opponents.stats import PlayerStore as PlayerStore
    from handsight.opponents.stats import PlayerType as PlayerType
    from handsight.opponents.stats import Statistic as Statistic
    from handsight.opponents.stats import WinRate as WinRate
    from handsight.opponents.stats import count_hands as count_hands
    from handsight.opponents.stats import counts_by_type as counts_by_type
    from handsight.opponents.stats import import_hands as import_hands
    from handsight.opponents.stats import played_hand as played_hand
    from handsight.opponents.stats import player_statistics as player_statistics
    from handsight.opponents.stats import player_type as player_type
    from handsight.opponents.stats import recorded_hand as recorded_hand

_HOMES = {
    "handsight.opponents.model": ("OpponentModel", "PolicyLikelihood", "Prediction"),
    "handsight.opponents.stats": (
        *("Counts", "Decision", "HandCounter", "ImportReport", "PlayedHand"),
        *("PlayerStatistics", "PlayerStore", "PlayerType", "Statistic", "WinRate"),
        *("count_hands", "counts_by_type", "import_hands", "played_hand", "player_statistics"),
        *("player_type", "recorded_hand"),
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    """Import a public name at its first use."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'handsight.opponents' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
