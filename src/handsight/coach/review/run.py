"""Reviews of all hands of a player in files and folders."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from statistics import median
from typing import NamedTuple

from handsight.coach.review.decisions import ReviewedHand
from handsight.coach.review.flops import SolvedFlops
from handsight.coach.review.pricing import judged_by, review_hand
from handsight.coach.review.records import stake_of
from handsight.coach.review.settings import FLOP_MEMORY, Rake, ReviewSettings
from handsight.coach.review.store import ReviewStore, key_of
from handsight.errors import HandsightError, OptionError
from handsight.game import Damaged, Hand
from handsight.opponents.stats.importing import found_hands
from handsight.opponents.stats.store import hand_digest
from handsight.runtime.chunks import map_chunks
from handsight.runtime.integers import ABOVE_0, NOT_NEGATIVE, is_whole
from handsight.runtime.notebooks import ShownInNotebooks
from handsight.runtime.seeds import checked_seed
from handsight.runtime.suggestions import did_you_mean

MOST_NAMES = 5
"""An error lists at most so many names of players."""


@dataclass(frozen=True, repr=False)
class Review(ShownInNotebooks):
    """All reviewed hands of a player.

    Attributes:
        player: the name of the player; empty if the hands name nobody.
        hands: the reviewed hands, in the order in which they were read.
        unread: the number of hands that could not be read or replayed; hands of other poker
            variants do not count.
        unknown: the number of hands in which the player's cards are not known.
        left_out: the number of hands beyond the maximum that was set.
    """

    player: str
    hands: tuple[ReviewedHand, ...]
    unread: int
    unknown: int
    left_out: int = 0


class HandToReview(NamedTuple):
    """A hand to review, with the seat of its player.

    Attributes:
        hand: the hand.
        seat: the seat of the player.
        rake: the rake of the stake.
    """

    hand: Hand
    seat: int
    rake: Rake


class HandsOfPlayer(NamedTuple):
    """The hands of a player whose cards are known.

    Attributes:
        player: the name of the player.
        hands: the hands to review.
        unread: the number of hands that could not be read; hands of other poker variants do not
            count.
        unknown: the number of hands in which the player's cards are not known.
        names: the names of players whose cards are known in some hand.
    """

    player: str
    hands: tuple[HandToReview, ...]
    unread: int
    unknown: int
    names: frozenset[str]


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

    A hand that comes several times counts once. All hands and their reviews are in memory together.

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
    if not is_whole(flop_memory, NOT_NEGATIVE):
        raise OptionError(f"flop_memory is {flop_memory!r}; it must be a whole number, 0 or more")
    if most is not None and not is_whole(most, ABOVE_0):
        raise OptionError(f"most is {most!r}; it must be a whole number, 1 or more")
    settings = ReviewSettings(quick, checked_seed(seed), flop_memory)
    each_hand = chain.from_iterable(found_hands(Path(path)) for path in paths)
    found = hands_of_player(each_hand, name, on_fault)
    tasks = found.hands[:most]
    kept = None if store is None else ReviewStore(store)
    try:
        hands = list(review_hands(tasks, settings, kept, executor, progress, on_fault))
    finally:
        if kept is not None:
            kept.close()
    read = tuple(each for each in hands if each is not None)
    unread = found.unread + len(hands) - len(read)
    left_out = len(found.hands) - len(tasks)
    return Review(found.player, read, unread, found.unknown, left_out)


def hands_of_player(
    hands: Iterable[Hand | Damaged],
    name: str | None = None,
    on_fault: Callable[[Damaged], None] | None = None,
) -> HandsOfPlayer:
    """Choose the hands of a player whose cards are known, with the rake of their stakes.

    A hand that comes several times, such as in a file and in a copy of it, is chosen once.

    Args:
        hands: all hands, including damaged ones.
        name: the name of the player; None for the hero of the hands.
        on_fault: called with each hand that cannot be read.

    Raises:
        OptionError: if no hand shows the player's cards.

    Example:
        >>> from handsight.game import random_hands
        >>> found = hands_of_player(random_hands(2, seed=7, hands=3), "player 1")
        >>> len(found.hands), sorted(found.names)
        (3, ['player 1', 'player 2'])
    """
    chosen: list[tuple[Hand, int]] = []
    unread = unknown = 0
    players, names, known = Counter[str](), set[str](), set[bytes]()
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
        chosen.append((hand, seat))
    if not chosen:
        raise OptionError(_nobody(name, unknown, names))
    rakes = rakes_of([hand for hand, _ in chosen])
    listed = tuple(HandToReview(hand, seat, rakes[stake_of(hand)]) for hand, seat in chosen)
    player = name or players.most_common(1)[0][0]
    return HandsOfPlayer(player, listed, unread, unknown, frozenset(names))


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


def rakes_of(hands: Sequence[Hand]) -> dict[str, Rake]:
    """Estimate the rake of each stake from its hands.

    The maximum is the largest rake seen, and the share is the median over the pots that paid less,
    or over all pots with a rake if none paid less. A stake whose hands show no rake has none.

    Args:
        hands: the hands.
    """
    seen: dict[str, list[tuple[float, float]]] = defaultdict(list)
    found: dict[str, Rake] = {}
    for hand in hands:
        stake = stake_of(hand)
        found[stake] = Rake()
        if hand.rake > 0 and hand.winnings is not None:
            pot = float(sum(hand.winnings)) + hand.rake
            seen[stake].append((hand.rake / hand.rules.big_blind, hand.rake / pot))
    for stake, raked in seen.items():
        most = max(chips for chips, _ in raked)
        below = [share for chips, share in raked if chips < most] or [share for _, share in raked]
        found[stake] = Rake(round(median(below), 3), most)
    return found


def review_hands(
    tasks: Sequence[HandToReview],
    settings: ReviewSettings,
    store: ReviewStore | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    on_fault: Callable[[Damaged], None] | None = None,
) -> Iterator[ReviewedHand | None]:
    """Yield the reviewed hands, in order; None for a hand that cannot be replayed.

    Without an executor, each hand is reviewed when the iterator reaches it, so you can stop between
    two hands.

    Args:
        tasks: the hands.
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
    if store is not None:
        tasks = _with_kept_rakes(tasks, store)
    keys = [
        key_of(
            *(hand_digest(each.hand), each.seat, settings, each.rake),
            judged_by(each.hand, each.seat),
        )
        for each in tasks
    ]
    held = [None if store is None else store.get(key) for key in keys]
    missing = [task for task, known in zip(tasks, held, strict=True) if known is None]
    done = len(tasks) - len(missing)
    if progress is not None:
        progress(done, len(tasks))
    path = None if store is None else store.path
    new = map_chunks(partial(_review_one, settings=settings, store=path), missing, executor)
    for task, key, known in zip(tasks, keys, held, strict=True):
        if known is not None:  # the same hand may have been in another file
            yield known._replace(file=task.hand.file, line=task.hand.line)
            continue
        result, done = next(new), done + 1
        if isinstance(result, str):
            if on_fault is not None:
                on_fault(Damaged(task.hand.file, task.hand.line, result))
        elif store is not None:
            store.put(key, result)
        if progress is not None:
            progress(done, len(tasks))
        yield None if isinstance(result, str) else result


def _with_kept_rakes(tasks: Sequence[HandToReview], store: ReviewStore) -> list[HandToReview]:
    """Return the hands with the rakes of a store, as long as those of the hands are about the same.

    So hands are not solved again because another one paid a little more than all before.
    """
    found = {stake_of(each.hand): each.rake for each in tasks}
    for stake, rake in found.items():
        held = store.rake(stake)
        if held is not None and held.is_about(rake):
            found[stake] = held
        elif rake.share:
            store.put_rake(stake, rake)
    return [each._replace(rake=found[stake_of(each.hand)]) for each in tasks]


def _review_one(
    task: HandToReview, settings: ReviewSettings, store: Path | None
) -> ReviewedHand | str:
    """Return a reviewed hand, or the reason why it cannot be replayed."""
    try:
        return review_hand(task.hand, task.seat, settings, task.rake, _flops_of(store))
    except HandsightError as error:
        return str(error)


_flops_of = lru_cache(maxsize=4)(SolvedFlops)
"""The solved flops of a store, which all hands share that a process reviews."""
