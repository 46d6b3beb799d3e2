"""Estimates of what later streets add to a value, from simulated play against the opponent's range.

Each trial draws the opponent's cards from their range after this street's betting, their style by
the current probabilities of the styles, and the cards to come from the deck. We play later streets
by one of a few plans; the estimate is the average result of the best plan. The value of a showdown
without further bets is known, so only the difference from that value is sampled, and a few hundred
trials are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from handsight.agents.models.action_values import ActionValuation, Value, actions_of
from handsight.agents.models.style_model import shares_of
from handsight.agents.models.styles import NEVER, SLIP, STYLES
from handsight.cards.card import DECK_SIZE, bit_of
from handsight.game import Action, Observation
from handsight.opponents.model import OpponentModel
from handsight.ranges.combos import COMBO_COUNT, combo_number
from handsight.ranges.suits import combo_tables
from handsight.runtime.seeds import SEED_BITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH = 64
"""Maximum number of trials in a batch; the clock is checked before each batch."""

BOARDS = 16
"""Number of boards in a batch; the trials of the batch take them in turn."""

DRAWS = 16
"""Number of random numbers for the decisions of a trial, which are used again if the trial has more
decisions; two more numbers draw the opponent's cards and style."""

RESERVED = 0.0015
"""Seconds of each decision that are reserved for everything except sampling."""

PLANS = {
    "call down": (NEVER, NEVER, -NEVER, 0.0),
    "give up": (NEVER, NEVER, NEVER, 0.0),
    "bet good hands": (0.65, 0.90, 0.15, 0.1),
    "bet many hands": (0.45, 0.85, 0.05, 0.1),
    "bet all hands": (-NEVER, 0.95, 0.30, 0.1),
}
"""{name of our plan for later streets: (worth to bet, worth to raise, margin, growth)}.

We bet or raise with hands that have at least the worth to bet or the worth to raise. We call with
hands whose worth is at least the price, as pot odds, plus the margin. All these limits increase by
the growth for each bet or raise of the opponent on the street, and by half of it if there was a bet
on the previous street. The limits for raises and calls stop increasing at 0.97.
"""


class Clock:
    """A clock that keeps decisions within a time limit.

    Args:
        milliseconds: the time limit of a decision; 0 for no limit.

    Attributes:
        end: the time at which sampling must stop, in seconds of `time.perf_counter`; None before
            `begin`, and if there is no limit.

    Example:
        >>> clock = Clock(milliseconds=0)
        >>> clock.begin()
        >>> clock.is_short(None)
        False
    """

    def __init__(self, milliseconds: float) -> None:
        self._seconds = milliseconds / 1000
        self._slowest = RESERVED
        self.end: float | None = None

    def begin(self) -> None:
        """Start the clock for a decision."""
        self._slowest *= 0.8  # so that a single slow batch, perhaps by chance, is soon forgotten
        if self._seconds:
            self.end = perf_counter() + self._seconds - RESERVED

    def is_short(self, deadline: float | None) -> bool:
        """Check whether no further batch may begin.

        No batch may begin after the deadline, or if the time left until `end` is less than one and
        a half times the time of the slowest recent batch. Without a time limit or a deadline, the
        result is always False.

        Args:
            deadline: the time after which no batch may begin, in seconds of `time.perf_counter`;
                None if there is no deadline.
        """
        if deadline is None or self.end is None:
            return False
        now = perf_counter()
        return now >= deadline or now + 1.5 * self._slowest > self.end

    def took(self, seconds: float) -> None:
        """Record how long a batch took."""
        self._slowest = max(self._slowest, seconds)


class SampledValuation(ActionValuation):
    """A valuation that samples later streets against one opponent.

    Against several opponents, it values actions as Loki does.

    Args:
        seen: our observation at the decision.
        model: the opponent model, which must have followed the hand up to this observation.
        trials: maximum number of trials to play for each value.
        clock: the clock that limits the time of the decision.
        rng: generator from which the seed of the trials is drawn.

    Attributes:
        trials: maximum number of trials to play for each value.
        played: for each value with sampled later streets, the number of played trials that count;
            see `Batch.gains`.
    """

    def __init__(
        self,
        seen: Observation,
        model: OpponentModel,
        trials: int,
        clock: Clock,
        rng: Random,
    ) -> None:
        self._clock = clock
        super().__init__(seen, model)
        self.trials = trials
        self.played: list[int] = []
        self._values_left = 0
        self._seed = rng.getrandbits(SEED_BITS)
        self._batches: list[Batch] = []

    def values(self, actions: Sequence[Action] = ()) -> list[Value]:
        """Return the value of each action; the values share the available time."""
        actions = actions or actions_of(self.seen)
        self._values_left = sum(action.kind != "fold" for action in actions)
        return super().values(actions)

    def stay(self) -> Value:
        """Return the value of a call or a check."""
        value = super().stay()
        self._values_left -= 1
        return value

    def raised(self, total: int) -> Value:
        """Return the value of a bet or raise to a street total."""
        value = super().raised(total)
        self._values_left -= 1
        return value

    def later(self, weights: NDArray[np.float64], pot: float, cost: int) -> float:
        """Estimate by sampling what later streets add to a showdown without further bets, in chips.

        The result is 0 against several opponents, on the river, if nobody can bet any more, if all
        weights are 0, and if no trial that counts was played in time. The arguments are as in
        `ActionValuation.later`.
        """
        seen, mass = self.seen, float(weights.sum())
        if len(self.opponents) > 1 or seen.street == "river" or mass <= 0:
            return 0.0
        opponent = self.opponents[0]
        theirs = opponent.stack + opponent.bet - seen.legal.bet - cost
        left = min(seen.legal.stack - cost, theirs)
        return mass * self._gain(weights / mass, opponent.name, pot, left) if left > 0 else 0.0

    def _gain(self, weights: NDArray[np.float64], name: str, pot: float, left: int) -> float:
        shares = shares_of(self.model, name, after=True).cumsum()
        gains, played = np.zeros(len(PLANS)), 0
        deadline = self._deadline()
        for number in range(-(-self.trials // BATCH)):
            if self._clock.is_short(deadline):
                break
            begun = perf_counter()
            some, trials = self._batch(number).gains(weights.cumsum(), shares, pot, left)
            gains, played = gains + some, played + trials
            self._clock.took(perf_counter() - begun)
            # Also advance the deadline by half of the time taken, so that sampling takes two thirds
            # of its share of the time and the rest is a reserve.
            if deadline:
                deadline -= 0.5 * (perf_counter() - begun)
        self.played.append(played)
        return float(gains.max()) / played if played else 0.0

    def _deadline(self) -> float | None:
        """Return when to stop sampling for the current value, in seconds of `perf_counter`.

        All values that are still to come get equal time. The result is None if there is no time
        limit.
        """
        end = self._clock.end
        if end is None:
            return None
        now = perf_counter()
        return now + max(end - now, 0.0) / max(self._values_left, 1)

    def _batch(self, number: int) -> Batch:
        """Return the batch of trials with this number.

        The values of all actions come from the same batches, so that luck in the draw does not
        favour one action.
        """
        if number == len(self._batches):
            size = min(BATCH, self.trials - number * BATCH)
            self._batches.append(Batch(self.seen, size, (self._seed, number)))
        return self._batches[number]


class Batch:
    """A batch of trials: the boards, and the random numbers for all decisions.

    Args:
        seen: our observation at the decision.
        trials: number of trials in the batch.
        seed: seed of the boards and random numbers.
    """

    def __init__(self, seen: Observation, trials: int, seed: tuple[int, int]) -> None:
        generator = np.random.default_rng(seed)
        self._start = max(len(seen.board) - 2, 0)
        self._first = int(seen.position == 0)
        self._own = combo_number(*(card.index for card in seen.hole))
        self._worths = self._ranked(seen, generator.random((BOARDS, DECK_SIZE)))
        self._boards = np.arange(trials) % BOARDS
        self._draws = generator.random((trials, DRAWS + 2))

    def _ranked(self, seen: Observation, draws: NDArray[np.float64]) -> NDArray[np.float64]:
        """Deal random boards, and return the worths of all combos: float64[boards, 3, 1326].

        The second axis is for the flop, turn and river. The worths are 0 on streets that are over,
        and -1 for combos that share a card with the board.

        Args:
            seen: our observation at the decision.
            draws: float64[boards, 52], random numbers, which shuffle the decks; the method modifies
                this array.
        """
        from handsight.kernels.opponents.play_outs import rank_boards

        # Sorting random numbers shuffles the deck; 2.0 moves the known cards to its end.
        lying = [card.index for card in seen.board]
        draws[:, [*lying, *(card.index for card in seen.hole)]] = 2.0
        dealt = _cards()[draws.argsort(axis=1)]
        known = np.uint64(sum(1 << bit_of(card) for card in lying))
        masks = np.zeros((BOARDS, 3), np.uint64)
        for street in range(self._start, 3):
            fresh = dealt[:, : street + 3 - len(lying)]
            masks[:, street] = np.bitwise_or.reduce(fresh, axis=1) | known
        worths = np.zeros((BOARDS, 3, COMBO_COUNT))
        rank_boards(combo_tables()[0], masks, worths)
        return worths

    def gains(
        self, held: NDArray[np.float64], styles: NDArray[np.float64], pot: float, stack: float
    ) -> tuple[NDArray[np.float64], int]:
        """Play the trials of a batch, and sum the gains of each plan.

        The gain of a plan is how many more chips we win by it than if both players only check.

        Args:
            held: float64[1326], cumulative weights of the opponent's combos.
            styles: float64[styles], cumulative probabilities of the opponent's styles.
            pot: chips in the pot.
            stack: the chips that each player can still bet.

        Returns:
            The sum of the gains of each plan, and the number of trials. A trial does not count if
            one of the opponent's cards is on the board.
        """
        from handsight.kernels.opponents.play_outs import play_on

        combos = np.searchsorted(held, self._draws[:, DRAWS] * held[-1], side="right")
        rules = np.searchsorted(styles, self._draws[:, DRAWS + 1] * styles[-1], side="right")
        theirs = self._worths[self._boards, :, combos.clip(0, held.size - 1)]
        worths = np.stack((self._worths[self._boards, :, self._own], theirs), axis=1)
        live = np.flatnonzero(theirs[:, 2] >= 0)
        gains = np.empty((len(PLANS), live.size))
        play_on(
            worths[live],
            _rules(),
            rules.clip(0, len(STYLES) - 1)[live],
            _plans(),
            self._draws[live],
            self._start,
            self._first,
            float(pot),
            float(stack),
            gains,
        )
        return gains.sum(axis=1), live.size


@cache
def _cards() -> NDArray[np.uint64]:
    return np.array([1 << bit_of(card) for card in range(DECK_SIZE)], np.uint64)


@cache
def _plans() -> NDArray[np.float64]:
    return np.array([(0.0, 0.0, 0.0, *plan, 1.0) for plan in PLANS.values()])


@cache
def _rules() -> NDArray[np.float64]:
    """Return the postflop rule of each style as a row: float64[styles, 8]."""
    rows = []
    for style in STYLES:
        fold, _, rise = style.blind or (SLIP / 2, 0.0, SLIP / 2)
        share = 1.0 if style.blind else 2 * SLIP
        rest = (style.bets, style.raises, style.margin, style.caution, style.by_price)
        rows.append((share, fold, rise, *rest))
    return np.array(rows)
