"""Push-or-fold play in a match that is won by whoever has more chips at the end.

Two players play a fixed number of hands. Whoever has more chips after the last one wins the match,
and a tie is half a win. In each hand the small blind pushes all-in or folds, and the big blind
calls or folds. So a hand is a zero-sum game whose payoffs are the probabilities of winning the
match with the resulting stacks. Going backward from the last hand, each of these games is solved
like `handsight.solver.push_fold`: each player has 169 hand classes, and every matchup of two
classes is counted over all boards.

Limps, small raises and play after the flop are left out; there are no antes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil, gcd
from typing import TYPE_CHECKING

import numpy as np

from handsight.errors import OptionError
from handsight.solver.all_in.charts import PAIRS, class_matchups, class_ties, learn

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_HANDS = 20
"""The maximum number of remaining hands for which tables are built, in under two seconds."""

MOST_STEPS_OF_STACKS = 20_000
MOST_STEPS_OF_BLINDS = 8
"""The maximum number of steps in the sum of both blinds, where a step is the greatest number of
chips that divides both blinds. Games are solved for the leads that the remaining blinds can still
turn around: two games for each remaining hand and each step of the blinds."""

GOAL = 1e-5
"""A game counts as solved once the best responses of both players together gain less than this, as
a probability of winning the match."""

KEPT = 128
"""Maximum number of cached layers; a layer for 200 big blinds takes at most 0.4 MB."""


@dataclass(frozen=True)
class MatchGame:
    """The chips and blinds of a match between two players.

    Attributes:
        total: chips of both players together.
        small_blind: the small blind, in chips.
        big_blind: the big blind, in chips.

    Raises:
        OptionError: if the blinds are invalid, if their sum has too many steps, or if there are too
            many chips or fewer than two big blinds.

    Example:
        >>> MatchGame(2000, small_blind=5, big_blind=10).step
        5
    """

    total: int
    small_blind: int
    big_blind: int

    def __post_init__(self) -> None:
        if not 0 <= self.small_blind <= self.big_blind or self.big_blind < 1:
            raise OptionError(
                f"blinds are {self.small_blind}/{self.big_blind}; the small one must be from 0 to "
                "the big one, and the big one at least 1"
            )
        steps = (self.small_blind + self.big_blind) // self.step
        if steps > MOST_STEPS_OF_BLINDS:
            raise OptionError(
                f"blinds are {self.small_blind}/{self.big_blind}, {steps} times the {self.step} "
                f"that both are multiples of; tables can be made for up to {MOST_STEPS_OF_BLINDS}"
            )
        most = MOST_STEPS_OF_STACKS * self.step
        if not 2 * self.big_blind <= self.total <= most:
            raise OptionError(
                f"total is {self.total}; with blinds of {self.small_blind}/{self.big_blind} it "
                f"must be {2 * self.big_blind} to {most}"
            )

    @property
    def step(self) -> int:
        """The greatest number of chips that divides both blinds."""
        return gcd(self.small_blind, self.big_blind)

    @property
    def reach(self) -> int:
        """The number of places with a lead above 0; there are as many with a lead below 0.

        A place stands for leads that are worth the same: either one lead, or all leads between two
        neighbouring leads that have places of their own. The latter are worth the same, because
        chips move only in whole steps while nobody is all-in.
        """
        return ceil(self.total / self.step)

    def stacks(self) -> NDArray[np.float64]:
        """Return a stack in each place, from no chips to all chips: float64[2 * reach + 1]."""
        leads = np.arange(-self.reach, self.reach + 1) * self.step
        return np.clip((self.total + leads) / 2, 0, self.total)

    def places(self, stacks: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the place of each stack, 0 to 2 * reach."""
        steps = (2 * np.clip(stacks, 0, self.total) - self.total) / (2 * self.step)
        whole = np.floor(steps)
        return (2 * whole + (steps > whole)).astype(np.int64) + self.reach


@dataclass(frozen=True)
class _Payoffs:
    """What each end of a hand is worth to the small blind, by the small blind's place.

    Attributes:
        fold: float64[places], the probability of winning the match if the small blind folds.
        stolen: float64[places], the probability if the big blind folds to a push.
        won, tied, lost: float64[places], the probabilities if both are all-in and the small blind
            wins, ties or loses.
        is_pushed: bool[places], whether the blinds alone put the small blind all-in, or already
            cover the big blind's whole stack.
        is_called: bool[places], whether the blinds alone put the big blind all-in, or already cover
            the cost of a call.
    """

    fold: NDArray[np.float64]
    stolen: NDArray[np.float64]
    won: NDArray[np.float64]
    tied: NDArray[np.float64]
    lost: NDArray[np.float64]
    is_pushed: NDArray[np.bool_]
    is_called: NDArray[np.bool_]

    def at(self, places: NDArray[np.int64]) -> _Payoffs:
        """Return the payoffs at the places with these indices."""
        return _Payoffs(*[getattr(self, name)[places] for name in self.__dataclass_fields__])

    def push_gain(self, call: NDArray[np.float64]) -> NDArray[np.float64]:
        """Compute what each class of the small blind gains by a push over a fold.

        The result is float64[places, 169].

        A gain is a difference of winning probabilities, times the probability of the class.

        Args:
            call: float64[places, 169], how often the big blind calls with each class.
        """
        met, won, tied = _met(np.where(self.is_called[:, None], 1.0, call))
        gain = (self.stolen - self.fold)[:, None] * (_classes().dealt - met)
        gain += self._called(met, won, tied) - self.fold[:, None] * met
        return np.asarray(gain / PAIRS)

    def call_gain(self, push: NDArray[np.float64]) -> NDArray[np.float64]:
        """Compute what each class of the big blind gains by a call over a fold.

        The result is float64[places, 169].

        A gain is a difference of winning probabilities, times the probability that the class faces
        a push.

        Args:
            push: float64[places, 169], how often the small blind pushes with each class.
        """
        met, lost, tied = _met(np.where(self.is_pushed[:, None], 1.0, push))
        gain = self.stolen[:, None] * met - self._called(met, met - lost - tied, tied)
        return np.asarray(gain / PAIRS)

    def _called(
        self, met: NDArray[np.float64], won: NDArray[np.float64], tied: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        lost = self.lost[:, None]
        worth = (self.won[:, None] - lost) * won + (self.tied[:, None] - lost) * tied + lost * met
        return np.asarray(worth)

    def slack(self, push: NDArray[np.float64], call: NDArray[np.float64]) -> NDArray[np.float64]:
        """Compute what the best responses of both players gain together: float64[places].

        The gain is a probability of winning the match.
        """
        gains = self.push_gain(call), self.call_gain(push)
        free = ~self.is_pushed, ~self.is_called
        slack = np.zeros(len(push))
        for gain, share, may in zip(gains, (push, call), free, strict=True):
            slack += np.where(may, (np.maximum(gain, 0) - share * gain).sum(axis=1), 0)
        return slack


class _Classes:
    """The matchups of every two hand classes.

    Attributes:
        matchups: float64[169, 507], the number of pairs of hands of every two classes, then the
            number of pairs that the column's hand wins, then the number of ties.
        dealt: float64[169], the number of pairs in which a given player holds each class.
        odds: two arrays float64[169], the probabilities that each class wins and ties against a
            random hand.
    """

    def __init__(self) -> None:
        pairs, won = class_matchups()
        ties = class_ties()
        self.matchups = np.hstack([pairs, (won - ties / 2).T, ties])
        self.dealt = pairs.sum(axis=1)
        self.odds = [part / self.dealt for part in np.split(self.matchups.sum(axis=0), 3)[1:]]


_classes = cache(_Classes)


def _met(shares: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Count the pairs of hands that each class faces, wins and ties: float64[places, 169] each.

    Args:
        shares: float64[places, 169], how often the opponent plays each class; the pairs are
            weighted by these shares.
    """
    return np.split(shares @ _classes().matchups, 3, axis=1)


@dataclass(frozen=True)
class MatchLayer:
    """The equilibrium with a number of hands left, for all stacks.

    Attributes:
        game: the chips and blinds of the match.
        hands: the number of hands left, including the current one.
        values: float64[places], the probability that the small blind wins the match with the stack
            of each place.
        hopes: float64[2, places], the probability of winning against an opponent who calls
            everything and never bets, for the small blind and for the big blind.
        rows: int64[places], the row in ``pushes`` and ``calls`` of each place of the small blind;
            -1 where there is nothing to play for (see `shares`).
        pushes: float64[rows, 169], how often the small blind pushes each hand class.
        calls: float64[rows, 169], how often the big blind calls with each hand class.
        slack: the most that both players' best responses would gain together in any of the games,
            as a probability of winning the match.
    """

    game: MatchGame
    hands: int
    values: NDArray[np.float64]
    hopes: NDArray[np.float64]
    rows: NDArray[np.int64]
    pushes: NDArray[np.float64]
    calls: NDArray[np.float64]
    slack: float

    def value(self, stack: float, *, is_small: bool) -> float:
        """Return the probability of winning the match in equilibrium; a tie counts as half a win.

        Args:
            stack: the player's chips before the blinds.
            is_small: whether the player posts the small blind.
        """
        value = float(self.values[self._place(stack, is_small)])
        return value if is_small else 1 - value

    def shares(self, stack: float, *, is_small: bool) -> NDArray[np.float64] | None:
        """Return how often to push each hand class, or to call with it: float64[169].

        The result is None if there is nothing to play for: the match is over, one player has all
        chips, or the leader wins the match by folding every hand to the end.

        Args:
            stack: the player's chips before the blinds.
            is_small: whether the player posts the small blind, and so pushes instead of calling.
        """
        row = int(self.rows[self._place(stack, is_small)])
        return None if row < 0 else (self.pushes if is_small else self.calls)[row]

    def _place(self, stack: float, is_small: bool) -> int:
        chips = stack if is_small else self.game.total - stack
        return int(self.game.places(np.array([chips]))[0])

    def hopeful(self, stack: float, *, is_small: bool) -> NDArray[np.bool_]:
        """Return which hand classes to push against an opponent who calls everything: bool[169].

        This is for a player who loses if the leader folds every hand to the end: only a leader who
        calls gives this player a chance to win.

        Args:
            stack: the player's chips before the blinds.
            is_small: whether the player posts the small blind.

        Raises:
            OptionError: if no hands are left.
        """
        later = match_layer(self.game, self.hands - 1)
        push, rest = _hopes(self.game, later, np.array([float(stack)]), is_small)
        return np.asarray(push[0] > rest[0])


@lru_cache(KEPT)
def match_layer(game: MatchGame, hands: int) -> MatchLayer:
    """Solve the push-or-fold games of a match with a given number of hands left, for all stacks.

    All later hands are solved first.

    Args:
        game: the chips and blinds of the match.
        hands: the number of hands left, including the current one, 0 to 20.

    Raises:
        OptionError: for more than 20 hands, or a negative number.
        HandsightError: if the shipped table of matchups was altered.

    Example:
        >>> layer = match_layer(MatchGame(2000, 5, 10), 2)
        >>> layer.value(1016, is_small=True), layer.value(984, is_small=True)
        (1.0, 0.0)
        >>> 0.4 < layer.value(1000, is_small=True) < 0.5
        True
    """
    if not 0 <= hands <= MOST_HANDS:
        raise OptionError(f"hands is {hands}; it must be from 0 to {MOST_HANDS}")
    if not hands:
        return _end(game)
    later, stacks = match_layer(game, hands - 1), game.stacks()
    payoffs = _payoffs(game, later, stacks)
    # If either blind wins the match by folding this hand, there is nothing to play for.
    decided = (payoffs.fold == 1) | ((payoffs.fold == 0) & (payoffs.stolen == 0))
    decided &= ~payoffs.is_pushed
    decided |= (stacks <= 0) | (stacks >= game.total)
    values = np.where(stacks >= game.total, 1.0, payoffs.fold)
    values[stacks <= 0] = 0
    open_places = np.flatnonzero(~decided)
    played = payoffs.at(open_places)
    push, call = learn(
        (played.push_gain, played.call_gain),
        (len(open_places), len(_classes().dealt)),
        lambda push, call: bool(played.slack(push, call).max(initial=0) < GOAL),
        undecided=0.0,  # do not push or call where nothing can be gained
    )
    push[played.is_pushed] = 1
    call[played.is_called] = 1
    gains = (push * played.push_gain(call)).sum(axis=1)
    values[open_places] = np.clip(played.fold + gains, 0, 1)
    rows = np.full(len(stacks), -1)
    rows[open_places] = np.arange(len(open_places))
    slack = float(played.slack(push, call).max(initial=0))
    hopes = np.stack([_hope(game, later, stacks, is_small) for is_small in (True, False)])
    return MatchLayer(game, hands, values, hopes, rows, push, call, slack)


def _end(game: MatchGame) -> MatchLayer:
    """Build the layer after the last hand, when the match is over."""
    chips = game.stacks()
    ends = np.where(2 * chips == game.total, 0.5, 2 * chips > game.total)
    nothing = np.zeros((0, len(_classes().dealt)))
    rows = np.full(len(chips), -1)
    return MatchLayer(game, 0, ends, np.stack([ends, ends]), rows, nothing, nothing, 0.0)


def _payoffs(game: MatchGame, later: MatchLayer, stacks: NDArray[np.float64]) -> _Payoffs:
    others = game.total - stacks
    risked = np.minimum(stacks, others)

    def worth(chips: NDArray[np.float64]) -> NDArray[np.float64]:
        # This hand's small blind posts the big blind in the next hand; the opponent has the rest of
        # the chips and posts the small blind.
        return 1 - later.values[game.places(game.total - chips)]

    return _Payoffs(
        fold=worth(stacks - np.minimum(game.small_blind, stacks)),
        stolen=worth(stacks + np.minimum(game.big_blind, others)),
        won=worth(stacks + risked),
        tied=worth(stacks),
        lost=worth(stacks - risked),
        is_pushed=risked <= game.small_blind,
        is_called=risked <= game.big_blind,
    )


def _hope(
    game: MatchGame, later: MatchLayer, stacks: NDArray[np.float64], is_small: bool
) -> NDArray[np.float64]:
    """Compute the probability of winning the match against one who calls every push and never bets.

    Args:
        game: the chips and blinds of the match.
        later: the layer after this hand.
        stacks: float64[stacks], chips of the player, before the blinds.
        is_small: whether the player posts the small blind in this hand.

    Returns:
        float64[stacks].
    """
    dealt = _classes().dealt / PAIRS
    best: NDArray[np.float64] = np.maximum(*_hopes(game, later, stacks, is_small)) @ dealt
    return np.where(stacks <= 0, 0.0, np.where(stacks >= game.total, 1.0, best))


def _hopes(
    game: MatchGame, later: MatchLayer, stacks: NDArray[np.float64], is_small: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Compute what a push and the other action are worth to each class: float64[stacks, 169].

    The small blind's other action is a fold. The big blind's is a check, after which one big blind
    is won or lost.
    """
    worth = later.hopes[int(is_small)]  # the player posts the other blind in the next hand
    won, tied = _classes().odds

    def showdown(chips: NDArray[np.float64]) -> NDArray[np.float64]:
        ends = [
            worth[game.places(stacks + change)][:, None] for change in (chips, 0 * chips, -chips)
        ]
        return np.asarray(ends[0] * won + ends[1] * tied + ends[2] * (1 - won - tied))

    risked = np.minimum(stacks, game.total - stacks)
    push = showdown(risked)
    if not is_small:
        return push, showdown(np.minimum(risked, game.big_blind))
    fold = worth[game.places(stacks - np.minimum(game.small_blind, stacks))]
    return push, np.broadcast_to(fold[:, None], push.shape)
