"""Estimates of what later streets add to a value, from simulated play against the opponent's range.

Each trial draws the opponent's cards from their range after this street's betting, their style by
the current probabilities of the styles, and the cards to come from the deck. Our later play follows
one of a few plans; the result is that of the plan with the best average. The value of a showdown
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
"""Number of trials in a batch; the clock is checked before each batch."""

BOARDS = 16
"""Number of boards in a batch."""

DRAWS = 16
"""Number of random numbers that a trial uses for decisions; two more draw the opponent's cards and
style."""

RESERVED = 0.0015
"""Seconds reserved for everything except sampling."""

PLANS = {
    "call down": (NEVER, NEVER, -NEVER, 0.0),
    "give up": (NEVER, NEVER, NEVER, 0.0),
    "bet good hands": (0.65, 0.90, 0.15, 0.1),
    "bet many hands": (0.45, 0.85, 0.05, 0.1),
    "bet all hands": (-NEVER, 0.95, 0.30, 0.1),
}
"""Our plans for later streets, by name: worth to bet, worth to raise, margin and growth.

We bet or raise with hands of at least these worths. We call with hands whose worth is at least the
price plus the margin, which increases by the growth for each bet that we face.
"""


class Clock:
    """Keeps a decision within its time limit; 0 milliseconds means no limit.

    Attributes:
        end: the time at which sampling must stop, in seconds of `time.perf_counter`; None for no
            limit.

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
        self._slowest *= 0.8  # a single slow batch, perhaps on a busy machine, is soon forgotten
        if self._seconds:
            self.end = perf_counter() + self._seconds - RESERVED

    def is_short(self, deadline: float | None) -> bool:
        """Check whether too little time is left for a batch as slow as the slowest recent batch.

        Args:
            deadline: the time after which no batch begins, in seconds of `time.perf_counter`; None
                for no deadline.
        """
        if deadline is None or self.end is None:
            return False
        now = perf_counter()
        return now >= deadline or now + 1.5 * self._slowest > self.end

    def took(self, seconds: float) -> None:
        """Record how long a batch took."""
        self._slowest = max(self._slowest, seconds)


class SampledValuation(ActionValuation):
    """A valuation that samples later streets against one opponent; multiway it values as Loki does.

    Attributes:
        trials: number of trials that are to be played for each value.
        played: number of trials that were played for each value whose later streets were sampled.
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
        """Return the value of each action; all values together use the available time."""
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
        """Sample what play on later streets adds to a showdown without further bets."""
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
            # Also move the deadline forward by half of the time taken, so that sampling takes two
            # thirds of its share of the time, and the rest is a reserve.
            if deadline:
                deadline -= 0.5 * (perf_counter() - begun)
        self.played.append(played)
        return float(gains.max()) / played if played else 0.0

    def _deadline(self) -> float | None:
        """Return the deadline for this value; all remaining values get equal time."""
        end = self._clock.end
        if end is None:
            return None
        now = perf_counter()
        return now + max(end - now, 0.0) / max(self._values_left, 1)

    def _batch(self, number: int) -> Batch:
        """Return the cards and random numbers of some trials."""
        # All values use the same batches, so that luck in the draw does not favour one action.
        if number == len(self._batches):
            size = min(BATCH, self.trials - number * BATCH)
            self._batches.append(Batch(self.seen, size, (self._seed, number)))
        return self._batches[number]


class Batch:
    """A batch of trials: their boards, and the random numbers for all decisions."""

    def __init__(self, seen: Observation, trials: int, seed: tuple[int, int]) -> None:
        generator = np.random.default_rng(seed)
        self._start = max(len(seen.board) - 2, 0)
        self._first = int(seen.position == 0)
        self._own = combo_number(*(card.index for card in seen.hole))
        self._worths = self._ranked(seen, generator.random((BOARDS, DECK_SIZE)))
        self._boards = np.arange(trials) % BOARDS
        self._draws = generator.random((trials, DRAWS + 2))

    def _ranked(self, seen: Observation, draws: NDArray[np.float64]) -> NDArray[np.float64]:
        """Deal random boards, and return the worths of all combos: float64[boards, 3, 1326]."""
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

        Args:
            held: float64[1326], cumulative weights of the opponent's combos.
            styles: float64[styles], cumulative probabilities of the opponent's styles.
            pot: chips in the pot.
            stack: chips that each player has behind.

        Returns:
            The sum of the gains of each plan, and the number of trials. A trial in which an
            opponent's card is on the board does not count.
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
