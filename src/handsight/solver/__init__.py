"""Finds equilibria of betting trees between two ranges: which actions to take, and how often."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
