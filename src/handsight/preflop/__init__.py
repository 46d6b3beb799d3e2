"""Two cards alone: Chen's formula, Sklansky's groups, and tables of all 169 classes."""

from handsight.preflop.chen import chen
from handsight.preflop.equities import PocketEquity, pocket_equity
from handsight.preflop.groups import sklansky_group
from handsight.preflop.matchups import Matchup, matchup
from handsight.preflop.nine_handed import NineHanded, nine_handed

__all__ = [
    "Matchup",
    "NineHanded",
    "PocketEquity",
    "chen",
    "matchup",
    "nine_handed",
    "pocket_equity",
    "sklansky_group",
]
