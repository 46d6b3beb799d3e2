"""Two cards alone: Chen's formula, Sklansky's groups, and tables of all 169 classes."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
