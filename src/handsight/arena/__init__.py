"""The arena: schedules, deals and plays matches between agents, and evaluates the results.

Names listed here are imported on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
