"""Agents: their protocol, handsight's own agents, and a registry that finds an agent by name.

Every name is imported lazily, on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
