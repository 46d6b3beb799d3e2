"""Plays whole hands with the equilibrium of a smaller game: few bet sizes, and hands in buckets."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
