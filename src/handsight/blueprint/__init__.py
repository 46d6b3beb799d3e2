"""Play of whole hands by an equilibrium of a smaller game: buckets, few sizes, training."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
