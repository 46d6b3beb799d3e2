"""Two cards alone: Chen's formula, Sklansky's groups, and the exact equity of all 169 classes."""

from handsight.preflop.chen import chen
from handsight.preflop.equities import PocketEquity, pocket_equity
from handsight.preflop.groups import sklansky_group

__all__ = ["PocketEquity", "chen", "pocket_equity", "sklansky_group"]
