"""One node of a solution, as people and programs read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from handsight.cards import CardSet
from handsight.ranges.combos import CLASSES, COMBOS_OF, MASKS
from handsight.solver.betting import PLAYERS


@dataclass(frozen=True)
class SolvedNode:
    """One node of a solution; arrays have a row for each of the 1,326 combos.

    Attributes:
        line: what was played, in full.
        street: ``flop``, ``turn`` or ``river``.
        board: the cards on it.
        player: who acts, ``"oop"`` or ``"ip"``; None where nobody does.
        pot: chips in the middle, with the bets of this street.
        stacks: chips that the players have left, out of position and in position.
        actions: what may be done, like ``"bet 60 (50%)"``.
        strategy: float64[1326, actions], the shares of each action; NaN for a hand that is not
            there.
        reach: float64[2, 1326], how often each player comes here with each hand.
        evs: float64[2, 1326], chips of the pot that each hand may expect; NaN for a hand that is
            not there, or meets nobody.
        equities: float64[2, 1326], the share of the pot if all cards were dealt now.
        met: float64[2, 1326], the weight of the opponent's hands beside each hand.
    """

    line: str
    street: str
    board: CardSet
    player: str | None
    pot: int
    stacks: tuple[int, int]
    actions: tuple[str, ...]
    strategy: NDArray[np.float64]
    reach: NDArray[np.float64]
    evs: NDArray[np.float64]
    equities: NDArray[np.float64]
    met: NDArray[np.float64]

    @property
    def weights(self) -> NDArray[np.float64]:
        """float64[2, 1326], how often each hand is held here beside a hand of the opponent."""
        return self.reach * self.met

    @property
    def frequencies(self) -> tuple[float, ...]:
        """How often the player who acts takes each action with their whole range."""
        if self.player is None:
            return ()
        weights = self.weights[PLAYERS.index(self.player)]
        shares = np.nan_to_num(self.strategy)
        total = float(weights.sum())
        return tuple((weights @ shares / total).tolist()) if total else (0.0,) * len(self.actions)

    @property
    def ev(self) -> tuple[float, float]:
        """Chips of the pot that both ranges may expect, out of position and in position."""
        return self._mean(self.evs, 0), self._mean(self.evs, 1)

    @property
    def equity(self) -> tuple[float, float]:
        """The shares of the pot if all cards were dealt now, out of position and in position."""
        return self._mean(self.equities, 0), self._mean(self.equities, 1)

    def _mean(self, numbers: NDArray[np.float64], player: int) -> float:
        weights = self.weights[player]
        total = float(weights.sum())
        return float(weights @ np.nan_to_num(numbers[player]) / total) if total else float("nan")

    def by_class(self) -> dict[str, tuple[float, ...]]:
        """Give the mean strategy of each class of hands that is there."""
        if self.player is None:
            return {}
        weights = self.weights[PLAYERS.index(self.player)]
        shares = np.nan_to_num(self.strategy)
        found = {}
        for name in CLASSES:
            combos = list(COMBOS_OF[name])
            total = float(weights[combos].sum())
            if total > 0:
                found[name] = tuple((weights[combos] @ shares[combos] / total).tolist())
        return found

    def combos(self) -> list[dict[str, Any]]:
        """List the hands of the player who acts, as JSON has them; of both where nobody does."""
        who = PLAYERS if self.player is None else (self.player,)
        return [
            self._combo(PLAYERS.index(name), int(combo))
            for name in who
            for combo in np.flatnonzero(self.reach[PLAYERS.index(name)])
        ]

    def _combo(self, player: int, combo: int) -> dict[str, Any]:
        shares = () if self.player is None else self.strategy[combo]
        return {
            "hand": str(CardSet.from_mask(MASKS[combo])),
            "player": PLAYERS[player],
            "reach": float(self.reach[player, combo]),
            "ev": json_number(self.evs[player, combo]),
            "equity": json_number(self.equities[player, combo]),
            "strategy": [float(share) for share in shares],
        }


def json_number(value: float) -> float | None:
    """Give a number for JSON, which has no NaN."""
    return None if np.isnan(value) else float(value)
