"""The jobs done by a rival: each makes one ready to run, or tells that he cannot do it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from benchmarks.checks import EXACT, near_shares, same_order, same_shares, same_values
from benchmarks.inputs import Deal, Pot, Size, named_holes, seven_cards
from benchmarks.rivals import STACK, Played, Ranking, Rival
from benchmarks.timing import Work
from benchmarks.workloads import SAMPLED_DEALS
from benchmarks.workloads_game import scripts
from handsight import Equity


@dataclass(frozen=True)
class Contest:
    """How rivals take part in a job.

    Attributes:
        prepare: makes a rival's work ready; None if he cannot do the job.
        agree: (our answers, his, size) -> what is wrong; empty if nothing is.
    """

    prepare: Callable[[Rival, Size], Work | None]
    agree: Callable[[list[Any], list[Any], Size], str]


def ranking(hands: Callable[[Size], int]) -> Contest:
    """Rank random hands of seven cards in a loop, one call a hand.

    Args:
        hands: how many, at a size.
    """

    def prepare(rival: Rival, size: Size) -> Work | None:
        return _rank_in_loop(rival.ranking, hands(size)) if rival.ranking else None

    return Contest(prepare, lambda ours, theirs, size: same_order(ours, theirs))


def _rank_in_loop(method: Ranking, count: int) -> Work:
    ready = [method.ready(hand) for hand in seven_cards(count).tolist()]

    def answers() -> list[Any]:
        return [method.order(value) for value in method.rank_all(ready)]

    return Work(lambda: method.rank_all(ready), count, answers)


def exact_shares(deals: Callable[[Size], list[Deal]]) -> Contest:
    """Find our exact share against any hand."""

    def prepare(rival: Rival, size: Size) -> Work | None:
        share = rival.exact_share
        if share is None:
            return None
        listed = deals(size)

        def run() -> list[float]:
            return [share(hole, board) for hole, board in listed]

        return Work(run, len(listed), answers=run)

    return Contest(prepare, lambda ours, theirs, size: same_shares(ours, theirs))


def sampled_shares() -> Contest:
    """Sample our share against any hand before the flop."""

    def prepare(rival: Rival, size: Size) -> Work | None:
        share = rival.sampled_share
        if share is None:
            return None
        listed = named_holes(SAMPLED_DEALS)
        trials = size.trials // len(listed)

        def run() -> list[float]:
            return [share(hole, board, trials) for hole, board in listed]

        return Work(run, trials * len(listed), answers=run)

    def agree(ours: list[float], theirs: list[float], size: Size) -> str:
        return near_shares(ours, theirs, size.trials // SAMPLED_DEALS)

    return Contest(prepare, agree)


# --- pots of several, compared by the shares of all who play -------------------------------------


def known_hands(pots: Callable[[Size], list[Pot]]) -> Contest:
    """Find the exact shares of players before the flop who show their hands."""

    def prepare(rival: Rival, size: Size) -> Work | None:
        shares = rival.shares_of_hands
        if shares is None:
            return None
        listed = [pot.players for pot in pots(size)]

        def run() -> list[list[float]]:
            return [shares(hands) for hands in listed]

        return Work(run, len(listed), answers=run)

    return Contest(prepare, _same_pots)


def two_ranges(pots: Callable[[Size], list[Pot]]) -> Contest:
    """Find the exact shares of two ranges, which are the same in each pot and lie ready."""

    def prepare(rival: Rival, size: Size) -> Work | None:
        if rival.two_ranges is None:
            return None
        listed = pots(size)
        first, second = listed[0].players
        shares = rival.two_ranges(first, second)

        def run() -> list[list[float]]:
            return [shares(pot.board) for pot in listed]

        return Work(run, len(listed), answers=run)

    return Contest(prepare, _same_pots)


def two_sampled_ranges(pot: Pot) -> Contest:
    """Sample the shares of two ranges before the flop, in one call."""
    first, second = pot.players

    def prepare(rival: Rival, size: Size) -> Work | None:
        if rival.two_sampled_ranges is None:
            return None
        shares = rival.two_sampled_ranges(first, second)

        def run() -> list[list[float]]:
            return [shares(size.trials)]

        return Work(run, size.trials, answers=run)

    def agree(ours: list[Equity], theirs: list[list[float]], size: Size) -> str:
        each = [_shares([result]) for result in ours]
        return near_shares(list(map(fmean, zip(*each, strict=True))), theirs[0], size.trials)

    return Contest(prepare, agree)


def _same_pots(ours: list[Equity], theirs: list[list[float]], size: Size) -> str:
    return same_shares(_shares(ours), [share for pot in theirs for share in pot])


def _shares(results: list[Equity]) -> list[float]:
    return [player.equity for result in results for player in result.players]


# --- hands played to their end, on cards that each one deals himself -----------------------------


def scripted_hands(players: int, *, raises: bool) -> Contest:
    """Play hands by scripts.

    Args:
        players: at the table.
        raises: whether the scripts tell to raise.
    """

    def prepare(rival: Rival, size: Size) -> Work | None:
        game = rival.game
        if game is None or players > game.most or (raises and not game.raises):
            return None
        told = scripts(size.calls, raises=raises)

        def run() -> list[Played]:
            return game.play(players, told)

        return Work(run, len(told), answers=run)

    return Contest(prepare, _same_play)


def _same_play(ours: list[Played], theirs: list[Played], size: Size) -> str:
    """Compare how long hands were, and what one player won of all others.

    Who wins depends on the cards, and shared pots are left out.
    """
    if wrong := same_values([hand.actions for hand in ours], [hand.actions for hand in theirs]):
        return f"actions: {wrong}"
    if not all(map(_adds_up, theirs)):
        return "payoffs do not add up to 0"
    won = [(_won(us), _won(them)) for us, them in zip(ours, theirs, strict=True)]
    alone = [(us, them) for us, them in won if us and them]
    return same_values([us for us, _ in alone], [them for _, them in alone])


def _adds_up(hand: Played) -> bool:
    """Tell whether the players won what others lost.

    Where pots are shared, PyPokerEngine drops the odd chips: fewer than one for each player.
    """
    lost = -sum(hand.payoffs)
    dropped = 0 if _won(hand) else len(hand.payoffs) - 1
    return -EXACT * STACK <= lost <= dropped + EXACT * STACK


def _won(hand: Played) -> float:
    """Give what one player won; 0 if several shared the pot."""
    most = max(hand.payoffs)
    return most if sum(each > 0 for each in hand.payoffs) == hand.payoffs.count(most) == 1 else 0
