"""The socket protocol of the MIT Pokerbots competition: our agents as its players.

Written to public descriptions of the protocol; a competition's own program was not met. Its yearly
variants of Hold'em are refused.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
