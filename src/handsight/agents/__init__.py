"""Agents: their protocol, handsight's own agents, and a registry that finds agents by name.

All names are imported lazily, on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
