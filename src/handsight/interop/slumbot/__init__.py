"""Slumbot's JSON protocol: our agents as its opponents, and a server that speaks it.

Heads-up no-limit with blinds of 50 and 100 and stacks of 20,000 before every hand. Follows public
descriptions of the protocol; not tested with the server at slumbot.com itself.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
