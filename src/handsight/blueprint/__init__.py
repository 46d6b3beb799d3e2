"""Plays whole hands by the equilibrium of a smaller game with few bet sizes and hand buckets."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
