"""handsight: the workbench for Texas Hold'em agents.

Everything named here is the public interface. A name is imported at its first use, so that
``import handsight`` costs next to nothing.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
