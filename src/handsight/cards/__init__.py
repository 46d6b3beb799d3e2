"""Cards: one card, sets of cards, a seeded deck, and reading what people write."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
