"""PyPokerEngine 1.0.1: its rules as our own code, its bots at our tables, our agents inside it.

The names listed here are imported on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
