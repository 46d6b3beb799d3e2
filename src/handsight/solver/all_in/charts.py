"""Push-or-fold charts for heads-up play, computed from the exact table of all matchups.

The small blind pushes all-in or folds; the big blind calls or folds. All hands of a class are
equivalent before the flop, so each player has only 169 hands. The equity of every matchup is
counted over all boards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from handsight.errors import OptionError
from handsight.ranges.combos import CLASSES, COMBO_COUNT, COMBOS, COMBOS_OF
from handsight.runtime.notebooks import ShownInNotebooks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SMALLEST, LARGEST = 1.0, 100.0
MOST_ANTE = 1.0
PAIRS = COMBO_COUNT * 1225
"""The number of ways to deal two hands, one to each player."""

GOAL = 1e-7
"""A solve ends once the exploitability is below this, in big blinds per hand: 0.0001 mbb."""

CHECK_EVERY = 20
MOST_STEPS = 100_000


@dataclass(frozen=True, repr=False)
class PushFold(ShownInNotebooks):
    """A heads-up push-or-fold chart: how often to push and to call with each hand class.

    Attributes:
        stack: the stack of each player before blinds and antes, in big blinds.
        ante: the ante of each player, in big blinds.
        push: how often the small blind pushes with each class, by the name of the class.
        call: how often the big blind calls a push with each class, by the name of the class.
        push_share: the share of all hands dealt to the small blind with which they push.
        call_share: the share of all hands dealt to the big blind with which they call a push,
            whether or not the small blind pushes in the deal.
        value: what the small blind wins per hand, in big blinds; negative for a loss.
        exploitability: the mean gain of both players' best responses, in big blinds per hand.
    """

    stack: float
    ante: float
    push: dict[str, float]
    call: dict[str, float]
    push_share: float
    call_share: float
    value: float
    exploitability: float


def push_fold(stack: float, ante: float = 0.0) -> PushFold:
    """Solve the push-or-fold game of two players with equal stacks.

    Args:
        stack: the stack of each player before blinds and antes, in big blinds, 1 to 100.
        ante: the ante of each player, in big blinds, 0 to 1.

    Raises:
        OptionError: if the stack or ante is out of bounds, or the big blind and the ante take the
            whole stack.
        HandsightError: if the shipped table of matchups was altered.

    Example:
        >>> ten = push_fold(10)
        >>> round(ten.push_share, 3), round(ten.call_share, 3), round(ten.value, 4)
        (0.583, 0.374, -0.0454)
    """
    stack = _checked(stack, "stack", SMALLEST, LARGEST)
    ante = _checked(ante, "ante", 0, MOST_ANTE)
    if stack <= 1 + ante:
        raise OptionError(
            f"a stack of {stack:g} leaves nothing after the big blind and an ante of {ante:g}; "
            f"give more than {1 + ante:g}"
        )
    return _solve(stack, ante)


def _checked(value: Any, name: str, least: float, most: float) -> float:
    usable = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not usable or not least <= value <= most:
        raise OptionError(f"{name} is {value!r}; it must be from {least:g} to {most:g} big blinds")
    return float(value)


@cache
def class_matchups() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Count the matchups of every two hand classes, and sum the equities in them.

    Returns:
        Two arrays float64[169, 169], with classes in the order of `CLASSES`. The first has the
        number of pairs of hands that share no card, and the second the sum of the equities of the
        row's hand in these pairs, where a tie counts half.
    """
    from handsight.ranges.matchups import BOARDS, matchup_counts

    table = matchup_counts()
    return _by_class((table[..., 0] + table[..., 1] / 2) / BOARDS)


@cache
def class_ties() -> NDArray[np.float64]:
    """Sum the probability of a tie over the pairs of hands in `class_matchups`.

    Returns:
        float64[169, 169].
    """
    from handsight.ranges.matchups import BOARDS, matchup_counts

    return _by_class(matchup_counts()[..., 1] / BOARDS)[1]


def _by_class(shares: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Count the pairs of hands of every two classes, and sum ``shares`` over these pairs."""
    import numpy as np

    from handsight.ranges.matchups import pattern_numbers

    cards = np.array(COMBOS)[:, ::-1]  # the higher one first
    ranks, suits = cards >> 2, cards & 3
    pair = ranks[:, 0] * (ranks[:, 0] + 1) // 2 + ranks[:, 1]
    two = 4 * suits[:, 0] + suits[:, 1]
    pattern = pattern_numbers()[16 * two[:, None] + two[None, :]]
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    shared = np.where(apart, shares[pair[:, None], pair[None, :], pattern], 0)
    member = np.zeros((COMBO_COUNT, len(CLASSES)))
    for number, name in enumerate(CLASSES):
        member[list(COMBOS_OF[name]), number] = 1
    return member.T @ apart.astype(np.float64) @ member, member.T @ shared @ member


@dataclass(frozen=True)
class _Stakes:
    """The stakes of a push-or-fold game, and what each class gains by pushing or calling.

    Attributes:
        stack, ante: the stack of each player before blinds and antes, and the ante of each player,
            in big blinds.
        pairs: float64[169, 169], the number of pairs of hands that share no card, by the class of
            one player's hand (row) and of the other's (column).
        net: float64[169, 169], the probability that the row's hand wins minus the probability that
            it loses, summed over these pairs.
        dealt: float64[169], the number of pairs in which a given player holds each class: the sum
            of each row of ``pairs``.
    """

    stack: float
    ante: float
    pairs: NDArray[np.float64]
    net: NDArray[np.float64]
    dealt: NDArray[np.float64]

    def push_gain(self, call: NDArray[np.float64]) -> NDArray[np.float64]:
        """Compute how much more the small blind wins by pushing each class than by folding it.

        The gains, float64[169], are in big blinds, times the probability that the class is dealt.

        Args:
            call: float64[169], how often the big blind calls with each class.
        """
        free = self.dealt - self.pairs @ call
        called = self.stack * (self.net @ call) + (1 + self.ante) * free
        gain: NDArray[np.float64] = (called + (0.5 + self.ante) * self.dealt) / PAIRS
        return gain

    def call_gain(self, push: NDArray[np.float64]) -> NDArray[np.float64]:
        """Compute how much more the big blind wins by calling with each class than by folding it.

        The gains, float64[169], are in big blinds, times the probability that the class is dealt to
        the big blind and faces a push.

        Args:
            push: float64[169], how often the small blind pushes with each class.
        """
        faced = (1 + self.ante) * (self.pairs @ push)
        gain: NDArray[np.float64] = (faced + self.stack * (self.net @ push)) / PAIRS
        return gain

    def slack(self, push: NDArray[np.float64], call: NDArray[np.float64]) -> float:
        """Compute the mean gain of both players' best responses, in big blinds per hand."""
        import numpy as np

        gains = ((push, self.push_gain(call)), (call, self.call_gain(push)))
        return float(sum((np.maximum(gain, 0) - share * gain).sum() for share, gain in gains)) / 2


def push_fold_gains(chart: PushFold) -> tuple[dict[str, float], dict[str, float]]:
    """Compute how much more each hand class wins by playing than by folding.

    Args:
        chart: the strategies of both players.

    Returns:
        The gains of a push of the small blind and of a call of the big blind, by the name of the
        class, in big blinds each time the class has the decision. The gain of a call is NaN if the
        small blind pushes no hand that the class can meet.

    Example:
        >>> push, call = push_fold_gains(push_fold(10))
        >>> round(push["AA"], 2), round(call["72o"], 2)
        (3.48, -2.89)
    """
    import numpy as np

    stakes = _stakes(chart.stack, chart.ante)
    push, call = (np.array([play[name] for name in CLASSES]) for play in (chart.push, chart.call))
    with np.errstate(invalid="ignore", divide="ignore"):
        pushed = stakes.push_gain(call) * PAIRS / stakes.dealt
        called = stakes.call_gain(push) * PAIRS / (stakes.pairs @ push)
    return (
        dict(zip(CLASSES, pushed.tolist(), strict=True)),
        dict(zip(CLASSES, called.tolist(), strict=True)),
    )


def _stakes(stack: float, ante: float) -> _Stakes:
    pairs, won = class_matchups()
    return _Stakes(stack, ante, pairs, 2 * won - pairs, pairs.sum(axis=1))


def _solve(stack: float, ante: float) -> PushFold:
    """Solve a push-or-fold game until the exploitability is below `GOAL`, or after `MOST_STEPS`."""
    stakes = _stakes(stack, ante)
    push, call = learn(
        (stakes.push_gain, stakes.call_gain),
        (len(CLASSES),),
        lambda push, call: stakes.slack(push, call) < GOAL,
    )
    dealt = stakes.dealt / PAIRS
    return PushFold(
        stack,
        ante,
        dict(zip(CLASSES, push.tolist(), strict=True)),
        dict(zip(CLASSES, call.tolist(), strict=True)),
        float(push @ dealt),
        float(call @ dealt),
        float(push @ stakes.push_gain(call)) - (0.5 + ante),
        stakes.slack(push, call),
    )


def learn(
    gains: tuple[Callable[[NDArray[np.float64]], NDArray[np.float64]], ...],
    shape: tuple[int, ...],
    is_near: Callable[[NDArray[np.float64], NDArray[np.float64]], bool],
    undecided: float = 0.5,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Learn by discounted regrets (see `handsight.solver.solve`), for two players with two actions.

    Args:
        gains: for each player, a callable that takes how often the opponent chooses their second
            action, and returns how much more the player's second action wins than their first.
        shape: the shape of the array of a player's frequencies.
        is_near: a callable that takes the average strategies of both players and returns whether
            they are close enough to an equilibrium; called every `CHECK_EVERY` steps. If it never
            returns True, learning ends after `MOST_STEPS` steps.
        undecided: how often a player takes the second action while neither action has a positive
            regret.

    Returns:
        For each player, how often their average strategy takes the second action.
    """
    import numpy as np

    played = [np.full(shape, undecided), np.full(shape, undecided)]
    regrets, sums, weight = np.zeros((2, 2, *shape)), np.zeros((2, *shape)), 0.0
    for step in range(1, MOST_STEPS + 1):
        keep = step**1.5 / (step**1.5 + 1)
        old = ((step - 1) / step) ** 3
        weight = weight * old + 1
        for player, gain_of in enumerate(gains):
            gain = gain_of(played[1 - player])
            sums[player] = sums[player] * old + played[player]
            regret = regrets[player]
            regret[0] -= played[player] * gain  # of the first action
            regret[1] += (1 - played[player]) * gain
            positive = np.maximum(regret, 0)
            total = positive.sum(axis=0)
            share = positive[1] / np.where(total > 0, total, 1)
            played[player] = np.where(total > 0, share, undecided)
            regret *= np.where(regret > 0, keep, 0.5)
        push, call = sums / weight
        if step % CHECK_EVERY == 0 and is_near(push, call):
            break
    return push, call
