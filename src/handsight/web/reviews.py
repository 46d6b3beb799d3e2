"""Reviews that the server keeps: uploaded texts of hands, and what was found in them so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock

from handsight.coach.review.decisions import ReviewedDecision, ReviewedHand
from handsight.coach.review.run import (
    HandsOfPlayer,
    HandToReview,
    Review,
    hands_of_player,
    review_hands,
)
from handsight.coach.review.settings import ReviewSettings
from handsight.coach.review.store import ReviewStore
from handsight.errors import InputError
from handsight.formats import hands_in_text
from handsight.game import Damaged, Hand
from handsight.web.jobs import Job, StoppedError

MOST_BYTES = 25_000_000
"""The maximum total size of a review's texts, in bytes."""
MOST_FILES = 5_000
MOST_HANDS = 10_000
"""The maximum number of hands in a review; hands beyond it are only counted."""
MOST_FAULTS = 100
"""The maximum number of hands of which it is kept why they cannot be read or replayed."""


@dataclass(slots=True)
class UploadedText:
    """The text of a file, in the pieces in which it was uploaded."""

    file: str
    pieces: list[str]


@dataclass(slots=True)
class KeptReview:
    """A review between requests. Only reviewed hands are written to disk, in the server's store.

    Attributes:
        size: total size of the uploaded texts, in bytes.
        files: number of uploaded files.
        pending: texts that have not been read yet.
        hands: hands of all players that have been read.
        more: number of hands beyond `MOST_HANDS`.
        unread: number of entries that could not be read.
        faults: the first of them, and of the hands that cannot be replayed.
        name: player who was asked for; empty for the hero; None before the first run.
        chosen: the player's hands; None before the first run.
        found: {index in ``tasks``: reviewed hand}; None for a hand that cannot be replayed.
        full: indices in ``tasks`` of the hands that were reviewed with the solver.
        stopping: event that ends the current run when it is set; what the run has found is kept.
    """

    size: int = 0
    files: int = 0
    pending: list[UploadedText] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    more: int = 0
    unread: int = 0
    faults: list[Damaged] = field(default_factory=list)
    name: str | None = None
    chosen: HandsOfPlayer | None = None
    found: dict[int, ReviewedHand | None] = field(default_factory=dict)
    full: set[int] = field(default_factory=set)
    stopping: Event = field(default_factory=Event)
    _running: Lock = field(default_factory=Lock)

    @property
    def is_busy(self) -> bool:
        """Whether a run is in progress."""
        return self._running.locked()

    def stop(self) -> None:
        """End the run that is going on, if there is one, and keep what it has found."""
        if self.is_busy:
            self.stopping.set()

    def close(self) -> None:
        """End the run that is going on or waits for a thread."""
        self.stopping.set()

    def add(self, file: str, text: str, *, continues: bool) -> None:
        """Add a text, or the next piece of the text added last.

        Args:
            file: name of the file, for messages.
            text: the text.
            continues: whether the text continues that of the previous call.

        Raises:
            InputError: if a run has begun, the texts are too long, or there are too many files.
        """
        size = len(text.encode("utf-8", "replace"))
        with self._alone():
            if self.chosen is not None:
                raise InputError("this review has begun; begin another one for other hands")
            files = self.files + (not continues)
            if self.size + size > MOST_BYTES or files > MOST_FILES:
                raise InputError(
                    f"a review can have at most {MOST_BYTES // 1_000_000} MB of text in "
                    f"{MOST_FILES:,} files; use `handsight review` for more"
                )
            self.size, self.files = self.size + size, files
            if continues and self.pending:
                self.pending[-1].pieces.append(text)
            else:
                self.pending.append(UploadedText(file, [text]))

    def run(self, name: str, settings: ReviewSettings, store: Path | None, job: Job) -> None:
        """Review the hands that have not been reviewed in this way yet.

        If the run is stopped, it ends early and keeps what it has found.

        Args:
            name: the player; empty for the hero.
            settings: how hands are reviewed. After a quick review, a full one replaces what the
                quick one found, hand by hand; after a full review, a quick one changes nothing.
            store: file that keeps reviewed hands; None for no file.
            job: the job that reports progress.

        Raises:
            InputError: if a run is already in progress.
            OptionError: if no hand shows the player's cards, or the store is damaged.
            StoppedError: if the first run is stopped before it has read all texts.
        """
        with self._alone():
            try:
                self._read(job)
                self._choose(name)
                self._review(settings, store, job)
            except StoppedError:
                if self.chosen is None:
                    raise
            finally:
                self.stopping.clear()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._running.acquire(blocking=False):
            raise InputError("this review is still running; stop it, or wait until it ends")
        try:
            yield
        finally:
            self._running.release()

    def _read(self, job: Job) -> None:
        """Read the texts that have not been read yet."""
        while self.pending:
            text = self.pending[0]
            hands: list[Hand] = []
            faults: list[Damaged] = []
            more = unread = 0
            for each in hands_in_text("".join(text.pieces), text.file):
                job.report(len(self.hands) + len(hands), 0)
                if self.stopping.is_set():
                    raise StoppedError("the request was stopped")
                if isinstance(each, Damaged):
                    unread += not each.variant
                    if not each.variant and len(self.faults) + len(faults) < MOST_FAULTS:
                        faults.append(each)
                elif len(self.hands) + len(hands) < MOST_HANDS:
                    hands.append(each)
                else:
                    more += 1
            del self.pending[0]
            self.hands += hands
            self.faults += faults
            self.more += more
            self.unread += unread

    def _choose(self, name: str) -> None:
        """Choose the player's hands; if the player changes, drop what was found before."""
        if self.chosen is None or name != self.name:
            self.chosen, self.name = hands_of_player(self.hands, name or None), name
            self.found, self.full = {}, set()

    def _review(self, settings: ReviewSettings, store: Path | None, job: Job) -> None:
        known = self.found if settings.quick else self.full
        places = [place for place in range(len(self.tasks)) if place not in known]
        done = len(self.tasks) - len(places)
        job.report(done, len(self.tasks))
        with ExitStack() as ends:
            kept = None if store is None else ends.enter_context(ReviewStore(store))
            tasks = [self.tasks[place] for place in places]
            rakes = {} if self.chosen is None else self.chosen.rakes
            reviewed = review_hands(tasks, rakes, settings, kept, on_fault=self._note)
            for count, (place, hand) in enumerate(zip(places, reviewed, strict=True), done + 1):
                self.found[place] = hand
                if not settings.quick:
                    self.full.add(place)
                job.report(count, len(self.tasks))
                if self.stopping.is_set():
                    return

    def _note(self, fault: Damaged) -> None:
        """Keep why a hand cannot be replayed, once."""
        if len(self.faults) < MOST_FAULTS and fault not in self.faults:
            self.faults.append(fault)

    # --- what was found ---------------------------------------------------------------------------

    @property
    def tasks(self) -> Sequence[HandToReview]:
        """The player's hands; empty before the first run."""
        return () if self.chosen is None else self.chosen.hands

    @property
    def review(self) -> Review:
        """What has been found so far.

        Raises:
            InputError: if no run has chosen the player's hands yet.
        """
        chosen = self.chosen
        if chosen is None:
            raise InputError("nothing has been reviewed yet; run the review first")
        listed = [found for _, found in sorted([*self.found.items()])]
        hands = tuple(each for each in listed if each is not None)
        return Review(chosen.player, hands, self.unread + len(listed) - len(hands), chosen.unknown)

    def decisions(self) -> list[tuple[int, ReviewedHand, ReviewedDecision]]:
        """Return the decisions found so far, each with its hand and the index of the hand."""
        return [(place, hand, each) for place, hand in self._reviewed() for each in hand.decisions]

    def reviewed(self) -> list[ReviewedHand]:
        """Return the hands reviewed so far."""
        return [hand for _, hand in self._reviewed()]

    def _reviewed(self) -> list[tuple[int, ReviewedHand]]:
        return [(place, hand) for place, hand in sorted([*self.found.items()]) if hand is not None]

    def decision(self, hand: int, number: int) -> tuple[ReviewedHand, ReviewedDecision]:
        """Return a decision, with its hand.

        Args:
            hand: index of the hand in `tasks`.
            number: index of the action among all actions of the hand.

        Raises:
            InputError: if there is no such decision.
        """
        reviewed = self.found.get(hand)
        for each in () if reviewed is None else reviewed.decisions:
            if each.number == number and reviewed is not None:
                return reviewed, each
        raise InputError(f"hand {hand} of this review has no decision at action {number}")
