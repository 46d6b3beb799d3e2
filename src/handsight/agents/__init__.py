"""Agents: what one is, those that we have, and how to get one by its name.

Everything named here is imported at its first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
