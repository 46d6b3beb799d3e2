"""Ranges, which weight the 1,326 combos: their notation, orders and grid.

For play before the flop, the package has Chen's formula, Sklansky's groups, and shipped tables of
the 169 classes of starting hands and of all matchups between two hands.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
