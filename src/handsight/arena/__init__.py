"""The arena: who plays, on what cards, what came of it, and what that says.

Everything named here is imported at its first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
