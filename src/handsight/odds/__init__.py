"""Odds: strength, potential, both in one, share of the pot, equity of many, hand classes."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
