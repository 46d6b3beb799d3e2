"""Agents of Neuron Poker at our tables.

Follows public descriptions of what its table shows an agent; not tested with the program itself.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
