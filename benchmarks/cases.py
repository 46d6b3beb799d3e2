"""Jobs done by a peer: each prepares the peer's work, or reports that the peer cannot do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from benchmarks.agreement import EXACT, near_shares, same_order, same_shares, same_values
from benchmarks.inputs import Deal, Pot, Size, hand_texts, named_holes, seven_cards
from benchmarks.peers import STACK, Peer, Played, Ranking
from benchmarks.timing import Work
from benchmarks.workloads import SAMPLED_DEALS
from benchmarks.workloads_game import scripts
from handsight import Equity


@dataclass(frozen=True)
class Case:
    """How peers take part in a job.

    Attributes:
        prepare: prepares a peer's work; returns None if the peer cannot do the job.
        agree: (our answers, theirs, size) -> what is wrong; empty if nothing is.
    """

    prepare: Callable[[Peer, Size], Work | None]
    agree: Callable[[list[Any], list[Any], Size], str]


def ranking(hands: Callable[[Size], int]) -> Case:
    """Rank random seven-card hands in a loop, one call per hand."""

    def prepare(peer: Peer, size: Size) -> Work | None:
        return _rank_in_loop(peer.ranking, hands(size)) if peer.ranking else None

    return Case(prepare, lambda ours, theirs, size: same_order(ours, theirs))


def _rank_in_loop(method: Ranking, count: int) -> Work:
    ready = [method.ready(hand) for hand in seven_cards(count).tolist()]
    return _ranked(method, partial(method.rank_all, ready), count)


def ranking_texts() -> Case:
    """Rank random seven-card hands from text in a loop, one call per hand."""

    def prepare(peer: Peer, size: Size) -> Work | None:
        if peer.ranking is None or peer.ranking.rank_texts is None:
            return None
        texts = hand_texts(size.calls)
        return _ranked(peer.ranking, partial(peer.ranking.rank_texts, texts), len(texts))

    return Case(prepare, lambda ours, theirs, size: same_order(ours, theirs))


def ranking_numbers() -> Case:
    """Rank random seven-card hands from card numbers in a loop, one call per hand."""

    def prepare(peer: Peer, size: Size) -> Work | None:
        if peer.ranking is None or peer.ranking.rank_numbers is None:
            return None
        hands: list[list[int]] = seven_cards(size.calls).tolist()
        return _ranked(peer.ranking, partial(peer.ranking.rank_numbers, hands), len(hands))

    return Case(prepare, lambda ours, theirs, size: same_order(ours, theirs))


def _ranked(method: Ranking, run: Callable[[], list[Any]], count: int) -> Work:
    return Work(run, count, answers=lambda: [method.order(value) for value in run()])


def exact_shares(deals: Callable[[Size], list[Deal]]) -> Case:
    """Compute our exact share against any hand."""

    def prepare(peer: Peer, size: Size) -> Work | None:
        share = peer.exact_share
        if share is None:
            return None
        listed = deals(size)

        def run() -> list[float]:
            return [share(hole, board) for hole, board in listed]

        return Work(run, len(listed), answers=run)

    return Case(prepare, lambda ours, theirs, size: same_shares(ours, theirs))


def sampled_shares() -> Case:
    """Sample our share against any hand before the flop."""

    def prepare(peer: Peer, size: Size) -> Work | None:
        share = peer.sampled_share
        if share is None:
            return None
        listed = named_holes(SAMPLED_DEALS)
        trials = size.trials // len(listed)

        def run() -> list[float]:
            return [share(hole, board, trials) for hole, board in listed]

        return Work(run, trials * len(listed), answers=run)

    def agree(ours: list[float], theirs: list[float], size: Size) -> str:
        return near_shares(ours, theirs, size.trials // SAMPLED_DEALS)

    return Case(prepare, agree)


# --- pots of several, compared by the shares of all who play -------------------------------------


def known_hands(pots: Callable[[Size], list[Pot]]) -> Case:
    """Compute the exact preflop shares of players with known hands."""

    def prepare(peer: Peer, size: Size) -> Work | None:
        shares = peer.shares_of_hands
        if shares is None:
            return None
        listed = [pot.players for pot in pots(size)]

        def run() -> list[list[float]]:
            return [shares(hands) for hands in listed]

        return Work(run, len(listed), answers=run)

    return Case(prepare, _same_pots)


def two_ranges(pots: Callable[[Size], list[Pot]]) -> Case:
    """Compute the exact shares of two ranges, parsed beforehand and the same in each pot."""

    def prepare(peer: Peer, size: Size) -> Work | None:
        if peer.two_ranges is None:
            return None
        listed = pots(size)
        first, second = listed[0].players
        shares = peer.two_ranges(first, second)

        def run() -> list[list[float]]:
            return [shares(pot.board) for pot in listed]

        return Work(run, len(listed), answers=run)

    return Case(prepare, _same_pots)


def two_sampled_ranges(pot: Pot) -> Case:
    """Sample the shares of two ranges before the flop, in one call."""
    first, second = pot.players

    def prepare(peer: Peer, size: Size) -> Work | None:
        if peer.two_sampled_ranges is None:
            return None
        shares = peer.two_sampled_ranges(first, second)

        def run() -> list[list[float]]:
            return [shares(size.trials)]

        return Work(run, size.trials, answers=run)

    def agree(ours: list[Equity], theirs: list[list[float]], size: Size) -> str:
        each = [_shares([result]) for result in ours]
        return near_shares(list(map(fmean, zip(*each, strict=True))), theirs[0], size.trials)

    return Case(prepare, agree)


def _same_pots(ours: list[Equity], theirs: list[list[float]], size: Size) -> str:
    return same_shares(_shares(ours), [share for pot in theirs for share in pot])


def _shares(results: list[Equity]) -> list[float]:
    return [player.equity for result in results for player in result.players]


# --- hands played to their end, on cards that each program deals by itself -----------------------


def scripted_hands(players: int, *, raises: bool) -> Case:
    """Play hands by scripts."""

    def prepare(peer: Peer, size: Size) -> Work | None:
        game = peer.game
        if game is None or players > game.most or (raises and not game.raises):
            return None
        script_list = scripts(size.calls, raises=raises)

        def run() -> list[Played]:
            return game.play(players, script_list)

        return Work(run, len(script_list), answers=run)

    return Case(prepare, _same_play)


def _same_play(ours: list[Played], theirs: list[Played], size: Size) -> str:
    """Compare the lengths of hands, and the chips when one player wins everything.

    Who wins depends on the cards. Shared pots are left out.
    """
    if wrong := same_values([hand.actions for hand in ours], [hand.actions for hand in theirs]):
        return f"actions: {wrong}"
    if not all(map(_adds_up, theirs)):
        return "payoffs do not add up to 0"
    won = [(_won(us), _won(them)) for us, them in zip(ours, theirs, strict=True)]
    alone = [(us, them) for us, them in won if us and them]
    return same_values([us for us, _ in alone], [them for _, them in alone])


def _adds_up(hand: Played) -> bool:
    """Check whether the players won what others lost.

    PyPokerEngine drops the odd chips of shared pots: fewer than one for each player.
    """
    lost = -sum(hand.payoffs)
    dropped = 0 if _won(hand) else len(hand.payoffs) - 1
    return -EXACT * STACK <= lost <= dropped + EXACT * STACK


def _won(hand: Played) -> float:
    """Return what the only winner won; 0 if several players shared the pot."""
    most = max(hand.payoffs)
    return most if sum(each > 0 for each in hand.payoffs) == hand.payoffs.count(most) == 1 else 0
