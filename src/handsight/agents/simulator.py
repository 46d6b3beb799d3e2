"""Simulator: Loki's values, and what later streets add to them, by selective sampling.

Loki takes hands to go to the showdown once the street's betting is over. Here they are played on:
the rival's cards are drawn from the range that he has then, his style from what is known of him, and
the cards to come from the deck. Our own later play is one of a few plans, and the best on average
counts. What is sampled is only the difference to a showdown without bets, which is known exactly;
so a few hundred trials go a long way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from handsight.agents.action_values import Position
from handsight.agents.loki import LokiPlayer, explained
from handsight.agents.protocol import Decision
from handsight.agents.style_model import shares_of
from handsight.agents.styles import NEVER, SLIP, STYLES
from handsight.cards.card import bit_of
from handsight.errors import OptionError
from handsight.game import Observation
from handsight.opponents.model import OpponentModel
from handsight.ranges.combos import MASKS, combo_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH = 64
"""Trials between two looks at the clock."""

PER_BOARD = 4
"""Trials that share the cards to come."""

DRAWS = 16
SEED_BITS = 53

PLANS = (
    (0.0, 0.0, 0.0, NEVER, NEVER, -NEVER, 0.0, 1.0),
    (0.0, 0.0, 0.0, NEVER, NEVER, NEVER, 0.0, 1.0),
    (0.0, 0.0, 0.0, 0.65, 0.90, 0.15, 0.1, 1.0),
    (0.0, 0.0, 0.0, 0.45, 0.85, 0.05, 0.1, 1.0),
    (0.0, 0.0, 0.0, -NEVER, 0.95, 0.30, 0.1, 1.0),
)
"""What we might do on later streets, as rows of `handsight.kernels.play_outs`: call down, give up,
bet good hands, bet many hands, bet all hands."""


class SampledPosition(Position):
    """A decision whose later streets are sampled.

    Args:
        seen: what we may know.
        model: that has followed the hand up to it.
        trials: of each value.
        milliseconds: for the whole decision; 0 for no bound.
        rng: seeds the trials.

    Attributes:
        done: trials that were played for each value so far; less than asked for if time ran out.
    """

    def __init__(
        self,
        seen: Observation,
        model: OpponentModel,
        trials: int,
        milliseconds: float,
        rng: Random,
    ) -> None:
        self._end = perf_counter() + milliseconds / 1000 if milliseconds else None
        super().__init__(seen, model)
        self.done = 0
        self._trials = trials
        self._samples: _Samples | None = None
        if len(self.rivals) == 1 and seen.street != "river":
            self._samples = _Samples(seen, trials, rng.getrandbits(SEED_BITS))

    def later(self, weights: NDArray[np.float64], pot: float, cost: int) -> float:
        """Sample what play on later streets adds to a showdown without further bets."""
        mass, seen = float(weights.sum()), self.seen
        rival = self.rivals[0]
        most = min(seen.legal.stack - cost, rival.stack + rival.bet - seen.legal.bet - cost)
        if self._samples is None or most <= 0 or mass <= 0:
            return 0.0
        return mass * self._samples.gain(weights / mass, self._shares(rival.name), pot, most, self)

    def is_over(self) -> bool:
        """Tell whether the time is up."""
        return self._end is not None and perf_counter() > self._end

    def _shares(self, name: str) -> NDArray[np.float64]:
        return shares_of(self.model, name, after=True)


@dataclass
class SimulatorPlayer(LokiPlayer):
    """Plays like Loki, and plays hands on to their end before it decides.

    Args:
        name: what it is called.
        mixing: as of `loki`.
        trials: hands that are played on for each value.
        milliseconds: for a decision at most, wall time; where that is short, fewer trials are
            played. 0 for no bound. With a bound, decisions depend on the machine.
    """

    name: str = "simulator"
    trials: int = 256
    milliseconds: float = 0.0

    def __post_init__(self) -> None:
        if self.trials < 1 or not self.milliseconds >= 0:
            raise OptionError(
                f"trials is {self.trials} and milliseconds {self.milliseconds}; "
                "they take 1 or more, and 0 or more"
            )
        super().__post_init__()

    def position(self, seen: Observation, rng: Random) -> Position:
        """Lay out a decision whose later streets are sampled.

        Args:
            seen: what the player may know.
            rng: seeds the trials.
        """
        return SampledPosition(seen, self.model, self.trials, self.milliseconds, rng)

    def explain(self, observation: Observation, rng: Random) -> Decision:
        """Give the action, what decided, and the numbers behind it, those of the trials among them.

        Args:
            observation: what the player may know.
            rng: as in `act`; the same stream gives the same action.
        """
        thought = self.think(observation, rng)
        position = thought.position
        told = explained(thought)
        done = position.done if isinstance(position, SampledPosition) else 0
        return told._replace(numbers={**told.numbers, "trials played": done})


class _Samples:
    """The cards to come and random numbers of a decision, the same for all of its values."""

    def __init__(self, seen: Observation, trials: int, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._trials = trials
        self._start = max(len(seen.board) - 2, 0)
        self._first = int(seen.position == 0)
        self._own = combo_number(*(card.index for card in seen.hole))
        boards = -(-trials // PER_BOARD)
        self._worths = self._ranked(seen, boards)
        self._combos = self._random.random(trials)
        self._styles = self._random.random(trials)
        self._draws = self._random.random((trials, DRAWS))

    def _ranked(self, seen: Observation, boards: int) -> NDArray[np.float64]:
        from handsight.kernels.play_outs import rank_boards

        lying = [card.index for card in seen.board]
        dead = {*lying, *(card.index for card in seen.hole)}
        live = np.array([1 << bit_of(card) for card in range(52) if card not in dead], np.uint64)
        order = self._random.random((boards, live.size)).argsort(axis=1)
        known = np.uint64(sum(1 << bit_of(card) for card in lying))
        masks = np.zeros((boards, 3), np.uint64)
        for street in range(self._start, 3):
            masks[:, street] = known | live[order[:, : street + 3 - len(lying)]].sum(
                axis=1, dtype=np.uint64
            )
        worths = np.zeros((boards, 3, len(MASKS)))
        rank_boards(_masks(), masks, worths)
        return worths

    def gain(
        self,
        weights: NDArray[np.float64],
        shares: NDArray[np.float64],
        pot: float,
        stack: float,
        clock: SampledPosition,
    ) -> float:
        """Give the mean gain of the best plan.

        Args:
            weights: float64[1326], of the rival's range; adds up to 1.
            shares: float64[styles], how likely he is of each style; adds up to 1.
            pot: chips.
            stack: chips that both have behind.
            clock: says when time is up, and counts trials.
        """
        from handsight.kernels.play_outs import play_on

        combos = np.searchsorted(weights.cumsum(), self._combos).clip(0, weights.size - 1)
        styles = np.searchsorted(shares.cumsum(), self._styles).clip(0, len(shares) - 1)
        boards = np.arange(self._trials) // PER_BOARD
        his = self._worths[boards, :, combos]
        worths = np.stack((self._worths[boards, :, self._own], his), axis=1)
        live = np.flatnonzero(his[:, 2] >= 0)
        sums, played = np.zeros(len(PLANS)), 0
        for begin in range(0, live.size, BATCH):
            if clock.is_over():
                break
            some = live[begin : begin + BATCH]
            gains = np.empty((len(PLANS), some.size))
            play_on(
                worths[some],
                _rules(),
                styles[some],
                _plans(),
                self._draws[some],
                self._start,
                self._first,
                float(pot),
                float(stack),
                gains,
            )
            sums += gains.sum(axis=1)
            played += some.size
        clock.done += played
        return float(sums.max()) / played if played else 0.0


@cache
def _masks() -> NDArray[np.uint64]:
    return np.array(MASKS, np.uint64)


@cache
def _plans() -> NDArray[np.float64]:
    return np.array(PLANS)


@cache
def _rules() -> NDArray[np.float64]:
    """Give the styles after the flop as rows: float64[styles, 8]."""
    rows = []
    for style in STYLES:
        fold, _, rise = style.blind or (SLIP / 2, 0.0, SLIP / 2)
        share = 1.0 if style.blind else 2 * SLIP
        rest = (style.bets, style.raises, style.margin, style.caution, style.by_price)
        rows.append((share, fold, rise, *rest))
    return np.array(rows)
