"""Views: reports of results, which programs read, and the text that shows them to people."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
