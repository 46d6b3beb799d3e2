"""Reviews of all hands of a player in files and folders."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec

from handsight.coach.review.decisions import ReviewedHand
from handsight.coach.review.flops import SolvedFlops
from handsight.coach.review.pricing import judged_by, review_hand
from handsight.coach.review.records import stake_of
from handsight.coach.review.settings import FLOP_MEMORY, Rake, ReviewSettings
from handsight.coach.review.store import ReviewStore, key_of
from handsight.errors import HandsightError, OptionError
from handsight.formats import parse_phh, phh_text
from handsight.game import Damaged, Hand, Source
from handsight.opponents.stats.importing import found_hands
from handsight.opponents.stats.store import hand_digest
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, NOT_NEGATIVE, is_whole
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import checked_seed
from handsight.runtime.spool import Spool
from handsight.runtime.suggestions import did_you_mean

MOST_NAMES = 5
"""An error lists at most so many names of players."""


@dataclass(frozen=True, repr=False)
class Review(ShownInNotebooks):
    """All reviewed hands of a player.

    Attributes:
        player: the name of the player; empty if the hands name nobody.
        hands: the reviewed hands, in the order in which they were read; a tuple, except in the
            block of `reviewing`.
        unread: the number of hands that could not be read or replayed; hands of other poker
            variants do not count.
        unknown: the number of hands in which the player's cards are not known.
        left_out: the number of hands beyond the maximum that was set.
    """

    player: str
    hands: Sequence[ReviewedHand]
    unread: int
    unknown: int
    left_out: int = 0


class HandToReview(NamedTuple):
    """A hand to review, with the seat of its player.

    Attributes:
        hand: the hand.
        seat: the seat of the player.
    """

    hand: Hand
    seat: int


def _encode_task(task: HandToReview) -> bytes:
    # The bytes of a file's name need not be text, and reports and stores can only hold text.
    file = os.fsencode(task.hand.file).decode("utf-8", "replace")
    place = (file, task.hand.line, task.seat)
    return msgspec.msgpack.encode((*place, task.hand.hero, phh_text(task.hand)))


def _decode_task(data: bytes) -> HandToReview:
    file, line, seat, hero, text = msgspec.msgpack.decode(data)
    return HandToReview(replace(parse_phh(text), source=Source(file, line), hero=hero), seat)


class HandsOfPlayer(NamedTuple):
    """The hands of a player whose cards are known.

    Attributes:
        player: the name of the player.
        hands: the hands to review.
        unread: the number of hands that could not be read; hands of other poker variants do not
            count.
        unknown: the number of hands in which the player's cards are not known.
        names: the names of players whose cards are known in some hand.
        rakes: {stake: rake}, for the stakes of all hands of the player.
        left_out: the number of hands beyond the maximum that was set.
    """

    player: str
    hands: Sequence[HandToReview]
    unread: int
    unknown: int
    names: frozenset[str]
    rakes: dict[str, Rake]
    left_out: int = 0


def review(
    paths: Iterable[Path | str],
    name: str | None = None,
    *,
    quick: bool = False,
    seed: int = 0,
    flop_memory: int = FLOP_MEMORY,
    most: int | None = None,
    store: Path | str | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    on_fault: Callable[[Damaged], None] | None = None,
) -> Review:
    """Review all hands of a player: value every decision.

    A hand that comes several times counts once. The reviews of all hands are in memory together,
    about 25 kB each; `reviewing` takes as much for many hands as for a few.

    Args:
        paths: files, folders and archives with hands in any format that
            `handsight.formats.read_hands` reads, or stores of arenas.
        name: the name of the player; None for the hero of the files, whose cards they show.
        quick: whether to leave out the solver; values after the flop are then estimates.
        seed: seed of the random deals for estimates.
        flop_memory: the number of bytes up to which a flop is solved to the end of the hand. If it
            needs more, its tree stops at the turn.
        most: the maximum number of hands to review, the first ones; None for all.
        store: a file that keeps reviewed hands; hands already in it are not reviewed again. None
            keeps nothing.
        executor: pool of processes that share the work; it does not change the result.
        progress: called with the number of hands that are reviewed or cannot be replayed, and the
            number of all hands.
        on_fault: called with each hand that cannot be read or replayed.

    Raises:
        OptionError: if a path does not exist, no hand shows the player's cards, a number is
            invalid, or the store is damaged.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.formats import phhs_text
        >>> from handsight.game import random_hands
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "hands.phhs")
        ...     hands = random_hands(2, seed=7, hands=3)
        ...     size = file.write_text("".join(phhs_text(hands)))
        ...     found = review([file], "player 1", quick=True)
        >>> len(found.hands), found.unread
        (3, 0)
    """
    with reviewing(
        *(paths, name),
        quick=quick,
        seed=seed,
        flop_memory=flop_memory,
        most=most,
        store=store,
        executor=executor,
        progress=progress,
        on_fault=on_fault,
    ) as found:
        return replace(found, hands=tuple(found.hands))


@contextmanager
def reviewing(
    paths: Iterable[Path | str],
    name: str | None = None,
    *,
    quick: bool = False,
    seed: int = 0,
    flop_memory: int = FLOP_MEMORY,
    most: int | None = None,
    store: Path | str | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    on_fault: Callable[[Damaged], None] | None = None,
) -> Iterator[Review]:
    """Review all hands of a player like `review`, but keep them in a temporary file.

    The reviewed hands can be read, as often as you like, until the block ends. The file has about
    1.5 kB for each hand, and the memory needed hardly depends on their number.

    Args:
        paths: as for `review`, and so on.
        name: the name of the player; None for the hero of the files.
        quick: whether to leave out the solver.
        seed: seed of the random deals for estimates.
        flop_memory: the number of bytes up to which a flop is solved to the end of the hand.
        most: the maximum number of hands to review; None for all.
        store: a file that keeps reviewed hands; None keeps nothing.
        executor: pool of processes that share the work.
        progress: called with the number of hands done, and the number of all hands.
        on_fault: called with each hand that cannot be read or replayed.

    Raises:
        OptionError: as by `review`, or if the temporary file cannot be written.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from handsight.formats import phhs_text
        >>> from handsight.game import random_hands
        >>> with TemporaryDirectory() as folder:
        ...     file = Path(folder, "hands.phhs")
        ...     size = file.write_text("".join(phhs_text(random_hands(2, seed=7, hands=3))))
        ...     with reviewing([file], "player 1", quick=True) as found:
        ...         print([hand.position for hand in found.hands])
        ['BTN', 'BB', 'BTN']
    """
    if not is_whole(flop_memory, NOT_NEGATIVE):
        raise OptionError(f"flop_memory is {flop_memory!r}; it must be a whole number, 0 or more")
    if most is not None and not is_whole(most, ABOVE_0):
        raise OptionError(f"most is {most!r}; it must be a whole number, 1 or more")
    settings = ReviewSettings(quick, checked_seed(seed), flop_memory)
    each_hand = chain.from_iterable(found_hands(Path(path)) for path in paths)
    decode = msgspec.msgpack.Decoder(ReviewedHand).decode
    with Spool[ReviewedHand](msgspec.msgpack.encode, decode) as reviewed, ExitStack() as ends:
        tasks = ends.enter_context(Spool[HandToReview](_encode_task, _decode_task))
        chosen = hands_of_player(each_hand, name, on_fault, most, tasks)
        kept = None if store is None else ends.enter_context(ReviewStore(store))
        unread = chosen.unread
        for hand in review_hands(tasks, chosen.rakes, settings, kept, executor, progress, on_fault):
            if hand is None:
                unread += 1
            else:
                reviewed.append(hand)
        ends.close()
        yield Review(chosen.player, reviewed, unread, chosen.unknown, chosen.left_out)


def hands_of_player(
    hands: Iterable[Hand | Damaged],
    name: str | None = None,
    on_fault: Callable[[Damaged], None] | None = None,
    most: int | None = None,
    into: list[HandToReview] | Spool[HandToReview] | None = None,
) -> HandsOfPlayer:
    """Choose the hands of a player whose cards are known, with the rake of their stakes.

    A hand that comes several times, such as in a file and in a copy of it, is chosen once.

    Args:
        hands: all hands, including damaged ones.
        name: the name of the player; None for the hero of the hands.
        on_fault: called with each hand that cannot be read.
        most: the maximum number of hands to choose, the first ones; None for all.
        into: the empty sequence to which the hands are added; None for a new list.

    Raises:
        OptionError: if no hand shows the player's cards.

    Example:
        >>> from handsight.game import random_hands
        >>> found = hands_of_player(random_hands(2, seed=7, hands=3), "player 1")
        >>> len(found.hands), sorted(found.names)
        (3, ['player 1', 'player 2'])
    """
    chosen = [] if into is None else into
    unread = unknown = left_out = 0
    players, names, known = Counter[str](), set[str](), set[bytes]()
    rakes = RakeTally()
    for hand in hands:
        if isinstance(hand, Damaged):
            unread += not hand.variant
            if on_fault is not None and not hand.variant:
                on_fault(hand)
            continue
        names.update(hand.name_of(seat) for seat, hole in enumerate(hand.holes) if hole is not None)
        seat = _seat_of(hand, name)
        if seat is None or (digest := hand_digest(hand)) in known:
            continue
        known.add(digest)
        if hand.holes[seat] is None:
            unknown += 1
            continue
        players[hand.name_of(seat)] += 1
        rakes.add(hand)
        if len(chosen) == most:
            left_out += 1
        else:
            chosen.append(HandToReview(hand, seat))
    if not chosen:
        raise OptionError(_nobody(name, unknown, names))
    player = name or players.most_common(1)[0][0]
    return HandsOfPlayer(
        player, chosen, unread, unknown, frozenset(names), rakes.estimates(), left_out
    )


def _seat_of(hand: Hand, name: str | None) -> int | None:
    if name is None:
        return hand.hero
    seats = [seat for seat in range(len(hand.stacks)) if hand.name_of(seat) == name]
    return seats[0] if seats else None


def _nobody(name: str | None, unknown: int, names: set[str]) -> str:
    if name is None:
        return (
            "no hand shows the cards of one player only, so there is no hero; name the player to "
            "review"
        )
    if unknown:
        return f"the cards of {name!r} are not known in any hand"
    known = ", ".join(sorted(names)[:MOST_NAMES]) + " …" * (len(names) > MOST_NAMES)
    listed = f"; players whose cards are known are {known}" if known else ""
    return f"no hand has a player {name!r}{did_you_mean(name, names)}{listed}"


class RakeTally:
    """Collects the rakes of hands, and estimates the rake of each stake.

    Example:
        >>> from handsight.game import random_hands
        >>> tally = RakeTally()
        >>> for hand in random_hands(2, seed=7, hands=3):
        ...     tally.add(hand)
        >>> tally.estimates()
        {'chips 50/100': Rake(share=0.0, cap=None)}
    """

    def __init__(self) -> None:
        self._raked = defaultdict[str, Counter[tuple[float, float]]](Counter)

    def add(self, hand: Hand) -> None:
        """Add a hand."""
        seen = self._raked[stake_of(hand)]
        if hand.rake > 0 and hand.winnings is not None:
            pot = float(sum(hand.winnings)) + hand.rake
            seen[hand.rake / hand.rules.big_blind, hand.rake / pot] += 1

    def estimates(self) -> dict[str, Rake]:
        """Return {stake: rake}.

        The maximum is the largest rake seen, and the share is the median over the pots that paid
        less, or over all pots with a rake if none paid less. A stake whose hands show no rake has
        none.
        """
        return {stake: _estimate(seen) for stake, seen in self._raked.items()}


def _estimate(seen: Counter[tuple[float, float]]) -> Rake:
    """Estimate a rake from its sizes in big blinds and its shares of the pot, with their counts."""
    if not seen:
        return Rake()
    most = max(size for size, _ in seen)
    below = [share for size, share in seen.elements() if size < most]
    return Rake(round(median(below or [share for _, share in seen.elements()]), 3), most)


def review_hands(
    tasks: Sequence[HandToReview],
    rakes: Mapping[str, Rake],
    settings: ReviewSettings,
    store: ReviewStore | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    on_fault: Callable[[Damaged], None] | None = None,
) -> Iterator[ReviewedHand | None]:
    """Yield the reviewed hands, in order; None for a hand that cannot be replayed.

    Without an executor, each hand is reviewed when the iterator reaches it, so you can stop between
    two hands. Only the hands that are being reviewed are in memory, unless the sequence has all.

    Args:
        tasks: the hands, which are iterated over several times.
        rakes: {stake: rake}, from `HandsOfPlayer.rakes`.
        settings: how hands are reviewed.
        store: a store that keeps reviewed hands; hands already in it are not reviewed again. None
            keeps nothing.
        executor: pool of processes that share the work.
        progress: called with the number of hands that are reviewed or cannot be replayed, and the
            number of all hands.
        on_fault: called with each hand that cannot be replayed.

    Raises:
        OptionError: if the store is damaged.
    """
    used, keys, held = rakes, list[bytes](), [False] * len(tasks)
    if store is not None:
        store.check()
        used = _with_kept_rakes(rakes, store)
        keys = [_key_of(each, used, settings) for each in tasks]
        held = [store.has(key) for key in keys]
    done = sum(held)
    if progress is not None:
        progress(done, len(tasks))
    path = None if store is None else store.path
    missing = (
        (task, used[stake_of(task.hand)])
        for task, is_held in zip(tasks, held, strict=True)
        if not is_held
    )
    new = map_chunks(partial(_review_one, settings=settings, store=path), missing, executor)
    for place, task in enumerate(tasks):
        known = store.get(keys[place]) if store is not None and held[place] else None
        if known is not None:  # the same hand may have been in another file
            yield known._replace(file=task.hand.file, line=task.hand.line)
            continue
        result, done = next(new), done + 1
        if isinstance(result, str):
            if on_fault is not None:
                on_fault(Damaged(task.hand.file, task.hand.line, result))
        elif store is not None:
            store.put(keys[place], result)
        if progress is not None:
            progress(done, len(tasks))
        yield None if isinstance(result, str) else result


def _with_kept_rakes(rakes: Mapping[str, Rake], store: ReviewStore) -> dict[str, Rake]:
    """Return the rakes of a store, as long as those of the hands are about the same.

    So hands are not solved again because another one paid a little more than all before.
    """
    used = dict(rakes)
    for stake, rake in rakes.items():
        held = store.rake(stake)
        if held is not None and held.is_about(rake):
            used[stake] = held
        elif rake.share:
            store.put_rake(stake, rake)
    return used


def _key_of(task: HandToReview, rakes: Mapping[str, Rake], settings: ReviewSettings) -> bytes:
    hand, seat = task
    strategy = judged_by(hand, seat)
    return key_of(hand_digest(hand), seat, settings, rakes[stake_of(hand)], strategy)


def _review_one(
    raked: tuple[HandToReview, Rake], settings: ReviewSettings, store: Path | None
) -> ReviewedHand | str:
    """Return a reviewed hand, or the reason why it cannot be replayed."""
    (hand, seat), rake = raked
    try:
        return review_hand(hand, seat, settings, rake, _flops_of(store))
    except HandsightError as error:
        return str(error)


_flops_of = lru_cache(maxsize=4)(SolvedFlops)
"""The solved flops of a store, which all hands share that a process reviews."""
