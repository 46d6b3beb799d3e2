"""Odds: hand strength, hand potential, effective hand strength, equity, hand categories and outs.

The package also covers draws, board texture, blockers, bet sizes and prize money.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
