"""Agents of Neuron Poker at our tables.

Written to public descriptions of what its table shows to an agent; the program itself was not met.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
