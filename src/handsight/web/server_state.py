"""The state that is shared by all requests while the server runs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from handsight.web.drills import KeptDrill
from handsight.web.jobs import HeavyPool
from handsight.web.play.agent_seats import AgentWorkers
from handsight.web.play.hand_store import HandStore
from handsight.web.play.tables import Tables
from handsight.web.reviews import KeptReview
from handsight.web.shelf import Shelf
from handsight.web.solutions import SolutionShelf

if TYPE_CHECKING:
    from handsight.web.settings import Settings

LIGHT_THREADS = 4
MOST_LONG = 4
MOST_WATCHING = 12
MOST_REVIEWS = 4
MOST_DRILLS = 16
MOST_TRAINING = 8


class ServerState:
    """The shared state of the server: threads, solutions, tables and their hands.

    Attributes:
        heavy: threads for requests that take up to a few seconds.
        long: a thread for requests that take minutes, so that other requests do not wait for them.
        watching: threads for requests that mostly wait for an arena to change.
        reviewing: a thread for reviews, each of which can take an hour.
        training: threads for requests to drills, which mostly wait for the drill's own thread.
        light: threads for requests that take up to a few milliseconds.
        solutions: solutions that are kept between requests.
        hands: store of the hands that were played.
        tables: tables at which people play.
        reviews: reviews of people's hands that are kept between requests.
        drills: drills that are kept between requests.
        uploads: requests whose files are being received.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.heavy = HeavyPool()
        self.long = HeavyPool(1, MOST_LONG)
        self.watching = HeavyPool(MOST_WATCHING, MOST_WATCHING)
        self.reviewing = HeavyPool(1, MOST_REVIEWS)
        self.training = HeavyPool(MOST_TRAINING, MOST_TRAINING)
        self.light = ThreadPoolExecutor(LIGHT_THREADS, thread_name_prefix="light")
        self.solutions = SolutionShelf(settings.memory)
        self.hands = HandStore(settings.store)
        kept = () if settings.store is None else (settings.store.resolve(),)
        self.tables = Tables(settings.agents, self.hands, self.heavy, AgentWorkers(hidden=kept))
        self.uploads: set[object] = set()
        self.reviews = Shelf[KeptReview](
            MOST_REVIEWS, "that review is no longer kept; add the hands again"
        )
        self.drills = Shelf[KeptDrill](
            MOST_DRILLS, "that drill is no longer kept; start another one"
        )

    def close(self) -> None:
        """Stop all threads, solves and tables."""
        self.tables.close()
        for pool in (self.heavy, self.long, self.watching, self.reviewing, self.training):
            pool.close()
        self.reviews.close()
        self.drills.close()
        self.solutions.close()
        self.light.shutdown(wait=False, cancel_futures=True)
