"""Processes of their own for agents, which may be slow, wrong or hostile.

`limits` says what a player may use, `confinement` and `syscalls` what its process may reach, `wire`
what is said between it and the arena. `server` is what runs in the processes, `process` and
`player` are the arena's side of them, and `kernels` what a leg may want loaded. Everything named
here is imported at its first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
