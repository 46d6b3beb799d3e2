"""Ranges: weights on the 1,326 combos, their notation, and the 13 × 13 grid."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
