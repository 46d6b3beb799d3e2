"""Drills: questions about hands, feedback on the answers, and a store that brings mistakes back."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
