"""What all requests share while the server runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from handsight.web.agent_seats import AgentWorkers
from handsight.web.hand_store import HandStore
from handsight.web.jobs import HeavyPool
from handsight.web.tables import Tables

if TYPE_CHECKING:
    from handsight.web.settings import Settings

LIGHT_THREADS = 4


class Site:
    """What all requests share while the server runs: the settings, the threads and the tables."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.heavy = HeavyPool()
        self.light = ThreadPoolExecutor(LIGHT_THREADS, thread_name_prefix="light")
        self.hands = HandStore(settings.store)
        kept = () if settings.store is None else (settings.store.resolve(),)
        self.tables = Tables(settings.agents, self.hands, self.heavy, AgentWorkers(hidden=kept))

    def close(self) -> None:
        """Stop what runs."""
        self.tables.close()
        self.heavy.close()
        self.light.shutdown(wait=False, cancel_futures=True)
