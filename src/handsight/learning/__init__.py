"""Neural networks that learn to play whole hands by self-play, with only numpy and kernels."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
