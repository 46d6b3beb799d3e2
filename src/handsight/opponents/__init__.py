"""Opponents: what is counted of them, and what they may hold.

A name is imported at its first use, so that nothing heavy is loaded early.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
