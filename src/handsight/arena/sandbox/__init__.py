"""Plays agents in processes of their own, as they may be slow, wrong or hostile.

`limits` holds limits of time and memory, `confinement` and `syscalls` keep a process from files and
other processes, and `wire` is the format of the messages between a player and the arena. `server`
runs in the processes, `process` and `player` are the arena's side of them, and `kernels` loads
compiled code. Everything named here is imported at its first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
