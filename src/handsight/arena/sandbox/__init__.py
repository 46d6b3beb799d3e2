"""Plays agents in their own processes, because agents can be slow, faulty or hostile.

`limits` holds limits on time and memory, `confinement` and `syscalls` keep a process away from
files and other processes, and `wire` defines the messages between a player and the arena. `server`
runs in the players' processes, `process` and `player` run in the arena, and `kernels` loads
compiled code. Names listed here are imported on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
