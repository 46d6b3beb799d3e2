"""The socket protocol of the MIT Pokerbots competition: our agents there, and its bots here.

The package follows public descriptions of the protocol. It is not tested with the competition's own
program. The hold'em variants that change from year to year are not supported.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
