"""What all requests share while the server runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from handsight.web.jobs import HeavyPool

if TYPE_CHECKING:
    from handsight.web.settings import Settings

LIGHT_THREADS = 4


class Site:
    """What all requests share while the server runs: the settings and the threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.heavy = HeavyPool()
        self.light = ThreadPoolExecutor(LIGHT_THREADS, thread_name_prefix="light")

    def close(self) -> None:
        """Stop what runs."""
        self.heavy.close()
        self.light.shutdown(wait=False, cancel_futures=True)
