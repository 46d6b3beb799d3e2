"""Environments for learners: thousands of no-limit tables in one array, advanced by kernels.

`TableBatch` is the environment. `handsight.envs.gymnasium` and `handsight.envs.pettingzoo` wrap it
for Gymnasium and PettingZoo, which the extra ``envs`` installs.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
