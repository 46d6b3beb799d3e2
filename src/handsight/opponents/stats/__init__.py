"""Player statistics: counts of what players do, intervals, player types and comparisons."""

from handsight.opponents.stats.comparison import Comparison, Leak, leaks
from handsight.opponents.stats.counter import HandCounter, count_hands
from handsight.opponents.stats.counts import Counts, Result, WinRate
from handsight.opponents.stats.game_filter import GameFilter
from handsight.opponents.stats.importing import ImportReport, import_hands
from handsight.opponents.stats.played import PlayedHand, PlayerAction, played_hand, recorded_hand
from handsight.opponents.stats.player_type import PlayerType, counts_by_type, player_type
from handsight.opponents.stats.situations import POSITIONS, SITUATIONS
from handsight.opponents.stats.statistics import (
    PlayerStatistics,
    Statistic,
    player_statistics,
    situation_statistics,
)
from handsight.opponents.stats.store import PlayerStore

__all__ = [
    "POSITIONS",
    "SITUATIONS",
    "Comparison",
    "Counts",
    "GameFilter",
    "HandCounter",
    "ImportReport",
    "Leak",
    "PlayedHand",
    "PlayerAction",
    "PlayerStatistics",
    "PlayerStore",
    "PlayerType",
    "Result",
    "Statistic",
    "WinRate",
    "count_hands",
    "counts_by_type",
    "import_hands",
    "leaks",
    "played_hand",
    "player_statistics",
    "player_type",
    "recorded_hand",
    "situation_statistics",
]
