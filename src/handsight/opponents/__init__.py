"""Opponents: counted statistics of players, and models of what they may hold.

Names are imported on first use, so that nothing heavy is loaded early.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
