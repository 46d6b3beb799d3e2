"""Opponents: statistics of players, and models of the hands that they hold and how they act.

Names are imported on first use, so that importing the package stays fast.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
