"""Agents of Neuron Poker at our tables.

The package follows public descriptions of what Neuron Poker's table shows an agent. It is not
tested with the program itself.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
