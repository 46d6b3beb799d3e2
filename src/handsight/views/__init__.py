"""Views: what people and programs read. Reports of results, and how they are shown."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
