"""Our agents in PettingZoo's hold'em environments, which wrap RLCard's environments."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
