"""Our agents in PettingZoo's environments of hold'em, which are RLCard's underneath."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
