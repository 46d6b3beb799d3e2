"""The entrants in the race of evaluators, and how each is called: ours, the papers', peers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, files
from itertools import combinations
from math import comb
from operator import neg
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers import RANKERS, Peer, Ranking
from benchmarks.timing import Work
from handsight import evaluate_many, evaluate_mask, masks_from_cards, score_many
from handsight.ranking import evaluator, evaluators

if TYPE_CHECKING:
    from handsight.ranking.interface import Evaluator
    from handsight.ranking.published.two_plus_two import TwoPlusTwo

OURS, PAPERS, PEER = "ours", "of the papers", "peer"
"""The kinds of entrants."""

REFERENCE = "handsight"
"""The entrant whose batches the others are compared with: ours, from the same cards as theirs."""
STRENGTHS, SCORES = "evaluate_many", "score_many"
"""Our functions on ready masks."""
WALKED = "two-plus-two, walked"
LANES = "poker-eval, masks"
"""The two of the papers that are called in a second way, which suits them better."""

PEERS = RANKERS
"""The peers that rank hands."""

CARDS = (5, 6, 7)
Hands = NDArray[np.uint8]
"""uint8[n, k] of cards 4 * rank + suit, one hand per row."""
Maker = Callable[[Hands], Work]
"""Prepares the ranking of hands; the answers of the work are larger for better hands."""


@dataclass(frozen=True)
class Entrant:
    """A program that ranks hands.

    Attributes:
        name: a short name.
        kind: `OURS`, `PAPERS` or `PEER`.
        how: how it is called, in words for the page.
        batch: prepares the ranking of many hands.
        single: prepares one call per hand; None if it has no such call.
        cards: numbers of cards that a hand may have.
        sound: whether it is meant to order hands as the rules do.
        loops: whether its batch is a Python loop too.
        bytes: size of its tables, or of a peer's installed files; None if unknown.
        starts: whether its start-up is measured.
    """

    name: str
    kind: str
    how: str
    batch: Maker
    single: Maker | None = None
    cards: tuple[int, ...] = CARDS
    sound: bool = True
    loops: bool = False
    bytes: int | None = None
    starts: bool = True


def field(peers: Iterable[Peer], *, all_walked: bool) -> list[Entrant]:
    """List the entrants: all registered evaluators, our functions on masks, and the peers.

    Args:
        all_walked: whether TwoPlusTwo's table is walked over all hands, or over one block only.
    """
    return [
        _scores(),
        _strengths(),
        *(_registered(evaluator(name)) for name in evaluators()),
        _poker_eval_of_masks(),
        _walked(all_walked),
        *(_peer(peer, ranking) for peer in peers if (ranking := peer.ranking)),
    ]


# --- ours, and those of the papers ----------------------------------------------------------------


def _registered(one: Evaluator) -> Entrant:
    def stronger(values: NDArray[Any]) -> list[int]:
        strengths = one.to_strengths(values) if one.sound else values
        return list(map(int, strengths))

    def batch(hands: Hands) -> Work:
        def run() -> NDArray[Any]:
            return one.values(hands, check=False)

        return Work(run, len(hands), lambda: stronger(run()))

    def single(hands: Hands) -> Work:
        ready = hands.tolist()

        def run() -> list[int]:
            return [one.value(hand) for hand in ready]

        return Work(run, len(hands), lambda: stronger(np.array(run())))

    return Entrant(
        name=one.name,
        kind=OURS if one.name == REFERENCE else PAPERS,
        how=f'`evaluator("{one.name}")`: `values(cards, check=False)` and `value(cards)`',
        batch=batch,
        single=single,
        cards=one.cards,
        sound=one.sound,
        bytes=one.memory_bytes,
    )


def _strengths() -> Entrant:
    def batch(hands: Hands) -> Work:
        masks, size = masks_from_cards(hands), hands.shape[1]
        out = np.empty(len(masks), np.uint16)
        answers = evaluate_many(masks, size).tolist
        return Work(lambda: evaluate_many(masks, size, out=out), len(masks), answers)

    def single(hands: Hands) -> Work:
        masks: list[int] = masks_from_cards(hands).tolist()

        def run() -> list[int]:
            return [evaluate_mask(mask) for mask in masks]

        return Work(run, len(masks), run)

    how = "`evaluate_many` and `evaluate_mask` on ready masks: strengths, checked"
    return Entrant(STRENGTHS, OURS, how, batch, single, bytes=0)


def _scores() -> Entrant:
    def batch(hands: Hands) -> Work:
        masks, size = masks_from_cards(hands), hands.shape[1]
        out = np.empty(len(masks), np.uint32)
        answers = score_many(masks, size).tolist
        return Work(lambda: score_many(masks, size, out=out), len(masks), answers)

    how = "`score_many` on ready masks: scores, which order hands and have gaps, checked"
    return Entrant(SCORES, OURS, how, batch, bytes=0, starts=False)


def _poker_eval_of_masks() -> Entrant:
    """Return poker-eval's kernel by itself, whose encoding is that of our masks."""
    from handsight.ranking.published.poker_eval import poker_eval_values, tables

    def batch(hands: Hands) -> Work:
        lanes, size = masks_from_cards(hands).view(np.uint16), hands.shape[1]
        values = np.empty(len(hands), np.uint32)

        def run() -> None:
            poker_eval_values(lanes, size, *tables(), values)

        def answers() -> list[int]:
            run()
            return list(map(int, values))

        return Work(run, len(hands), answers)

    how = "its kernel on ready masks, a lane for each suit, not checked"
    return Entrant(LANES, PAPERS, how, batch, starts=False)


def _walked(everything: bool) -> Entrant:
    """Return the walk that needs one look-up per hand, because it shares those of common cards.

    It ranks hands in order only: its input has to be one block of `block_of_sevens`.
    """
    pairs = list(combinations(range(47), 2))

    def batch(hands: Hands) -> Work:
        two_plus_two: TwoPlusTwo = evaluator("two-plus-two")  # type: ignore[assignment]
        first, second = map(int, hands[0, :2])
        blocks = pairs if everything else [(first, second)]
        counts = [comb(51 - block[1], 5) for block in blocks]
        out = np.empty(max(counts), np.int32)

        def run() -> None:
            for block in blocks:
                two_plus_two.values_in_order(*block, out=out)

        def answers() -> list[int]:
            values = two_plus_two.values_in_order(first, second)
            return list(map(int, two_plus_two.to_strengths(values)))

        return Work(run, sum(counts), answers)

    words = "all 133,784,560 hands" if everything else "one block of hands"
    how = f"`values_in_order` over {words}, which go on from the cards that they share"
    return Entrant(WALKED, PAPERS, how, batch, cards=(7,), starts=False)


def block_of_sevens(first: int, second: int) -> Hands:
    """Return all seven-card hands with the given two lowest cards, in lexicographic order.

    Example:
        >>> block_of_sevens(44, 46).tolist()
        [[44, 46, 47, 48, 49, 50, 51]]
    """
    rest = np.array(list(combinations(range(second + 1, 52), 5)), np.uint8)
    lowest = np.full((len(rest), 2), (first, second), np.uint8)
    return np.hstack([lowest, rest])


# --- peers ----------------------------------------------------------------------------------------


def _peer(peer: Peer, ranking: Ranking) -> Entrant:
    fives = _fives_of_phevaluator(ranking) if peer.name == "phevaluator" else ranking

    def loop(hands: Hands) -> Work:
        method = fives if hands.shape[1] == 5 else ranking
        ready = [method.ready(hand) for hand in hands.tolist()]

        def answers() -> list[Any]:
            return [method.order(value) for value in method.rank_all(ready)]

        return Work(lambda: method.rank_all(ready), len(ready), answers)

    return Entrant(
        name=peer.name,
        kind=PEER,
        how=peer.call.partition(";")[0],
        batch=loop,
        single=loop,
        cards=(5, 7),
        loops=True,
        bytes=installed_bytes(peer.name),
    )


def _fives_of_phevaluator(ranking: Ranking) -> Ranking:
    """Return the ranking with its function for five cards; the one for seven accepts no fewer."""
    try:
        from phevaluator import evaluate_5cards as evaluate
    except ImportError:  # before 0.6 there is only the function for any number of cards
        from phevaluator import evaluate_cards as evaluate

    def ready(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(cards)

    def rank_all(hands: list[tuple[int, ...]]) -> list[int]:
        return [evaluate(*hand) for hand in hands]

    return replace(ranking, ready=ready, rank_all=rank_all, order=neg)


def installed_bytes(distribution: str) -> int | None:
    """Return the size of an installed distribution, without compiled Python.

    Example:
        >>> installed_bytes("no-such-distribution") is None
        True
    """
    try:
        listed = files(distribution) or []
    except PackageNotFoundError:
        return None
    places = [Path(str(each.locate())) for each in listed if each.suffix != ".pyc"]
    return sum(place.stat().st_size for place in places if place.is_file()) or None
