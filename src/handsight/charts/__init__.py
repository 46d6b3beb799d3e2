"""Preflop charts: what a strategy does before the flop, by the names that players use.

A chart shows how often each hand takes each action, and what the action wins. A spot holds the
ranges with which two players see the flop, with the pot and the stacks.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
