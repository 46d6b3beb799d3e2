"""Slumbot's JSON protocol: our agents as Slumbot's opponents, and a server that speaks it.

The game is heads-up no-limit hold'em with blinds of 50 and 100 and stacks of 20,000 before every
hand. The package follows public descriptions of the protocol. It is not tested with the server at
slumbot.com itself.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
