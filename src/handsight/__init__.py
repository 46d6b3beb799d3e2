"""handsight: the workbench for Texas Hold'em agents.

Every name here is part of the public interface. A name is imported on first use, so
``import handsight`` costs next to nothing.
"""

import typing as _typing  # noqa: F401  # threads that import it at once can see half of it

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
