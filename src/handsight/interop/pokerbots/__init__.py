"""The socket protocol of the MIT Pokerbots competition: our agents as its players.

Follows public descriptions of the protocol; not tested with a competition's own program. The yearly
variants of hold'em are refused.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
