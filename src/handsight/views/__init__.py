"""Views: reports of results, for people and programs to read, and the texts that show them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
