"""Review of your own hands: what each of your decisions was worth, and where you lose."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
