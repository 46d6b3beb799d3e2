"""Ranges: weights on the 1,326 combos, their notation, orders and grid; and play before the flop.

For play before the flop there are Chen's formula, Sklansky's groups, and shipped tables of the 169
classes and of all matchups of two hands.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
