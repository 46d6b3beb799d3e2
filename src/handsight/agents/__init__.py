"""Agents: the protocol they follow, our own agents, and how to get one by its name.

Every name is imported lazily, on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
