"""Strategies for tables of two to nine players: the betting tree, its training, and its play."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
