"""Hand potential from a sample of the runouts, by every scheme that the papers may have meant."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np

from handsight.errors import OptionError
from handsight.odds.counting import AHEAD, BEHIND, TIED, require_enough
from handsight.odds.potential import HandPotential, Matrix, cards_ahead
from handsight.ranking import score_many
from handsight.runtime.integers import ABOVE_0, is_whole
from handsight.runtime.seeds import raw_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.odds.spot import Spot

SCHEMES = ("shared", "per-opponent")

# How much a pair of hands counts towards PPot, and towards its denominator, doubled.
_GAIN = np.zeros((3, 3))
_GAIN[BEHIND, AHEAD] = 2
_GAIN[BEHIND, TIED] = _GAIN[TIED, AHEAD] = 1
_CHANCE = np.array([0, 1, 2])


@dataclass(frozen=True, slots=True)
class SampledPotential:
    """A hand potential from sampled runouts.

    Attributes:
        potential: counts over the sample.
        ppot_stderr: standard error of PPot; None where one draw does not tell it.
        samples: runouts drawn (for each hand of the opponent, if per opponent).
        scheme: how they were drawn.
        seed: of the draw.
    """

    potential: HandPotential
    ppot_stderr: float | None
    samples: int
    scheme: str
    seed: int


def sample_potential(
    spot: Spot, lookahead: int | None, samples: int, seed: int, scheme: str
) -> SampledPotential:
    """Estimate the hand potential against one opponent from some of the runouts.

    Args:
        spot: our hand and the board.
        lookahead: how many cards to look ahead; all that are to come if None.
        samples: how many runouts, drawn without replacement; all of them if there are fewer.
        seed: of the draw.
        scheme: ``"shared"`` or ``"per-opponent"``.

    Raises:
        StreetError: before the flop.
        OptionError: for an unknown scheme, or a number of samples that is none.
        CardCountError: for too few live cards for one opponent and the board.
    """
    spot.require_board("hand potential", "hand_odds")
    ahead = cards_ahead(spot, lookahead)
    if scheme not in SCHEMES:
        raise OptionError(f"scheme is {scheme!r}; it takes one of {', '.join(SCHEMES)}")
    require_enough(spot.live, 1, ahead)
    live = len(spot.live)
    most = comb(live if scheme == "shared" else live - 2, ahead)
    if not is_whole(samples, ABOVE_0):
        raise OptionError(f"samples is {samples!r}; it takes a whole number above 0")
    samples = min(samples.__index__(), most)
    table = _Showdowns(spot, ahead)
    draw = table.draw_shared if scheme == "shared" else table.draw_per_opponent
    counts, stderr = draw(samples, seed, 1 - samples / most)
    potential = HandPotential(counts, table.totals, 1, ahead, samples, spot=spot)
    return SampledPotential(potential, stderr, samples, scheme, seed)


class _Showdowns:
    """All hands of one opponent, all runouts, and who stands how."""

    def __init__(self, spot: Spot, ahead: int) -> None:
        bits = [card.mask for card in spot.live]
        self.hands = _unions(bits, 2)
        self.runouts = _unions(bits, ahead)
        self.board = np.uint64(spot.board.mask)
        self.hole = np.uint64(spot.hole.mask)
        self.cards = 2 + len(spot.board) + ahead
        self.now = _standings(
            self._score(np.array([self.hole]), self.cards - ahead),
            self._score(self.hands, self.cards - ahead),
        )
        self.ours = self._score(self.runouts | self.hole, self.cards)

    @property
    def totals(self) -> tuple[int, int, int]:
        """The opponent's hands that leave us ahead, tied, behind now."""
        ahead, tied, behind = np.bincount(self.now, minlength=3).tolist()
        return ahead, tied, behind

    def draw_shared(self, samples: int, seed: int, unseen: float) -> tuple[Matrix, float | None]:
        """Draw one set of runouts for all hands; give the counts and the error of PPot."""
        keys = raw_words(seed, count=len(self.runouts))
        drawn = np.argsort(keys, kind="stable")[:samples]
        per_runout = np.array([self._count_runout(runout) for runout in drawn])
        counts = per_runout.sum(axis=0)
        gains = (per_runout * _GAIN).sum(axis=(1, 2))
        chances = (per_runout.sum(axis=2) * _CHANCE).sum(axis=1)
        if samples < 2:
            return _matrix(counts), None if unseen else 0.0
        if not chances.sum():
            return _matrix(counts), 0.0
        misses = gains - gains.sum() / chances.sum() * chances
        error = sqrt(unseen * misses.var(ddof=1) / samples) / chances.mean()
        return _matrix(counts), float(error)

    def draw_per_opponent(
        self, samples: int, seed: int, unseen: float
    ) -> tuple[Matrix, float | None]:
        """Draw a set of runouts for each hand; give the counts and the error of PPot."""
        counts = np.zeros((3, 3), dtype=np.int64)
        variance = 0.0
        for number, hand in enumerate(self.hands):
            possible = np.flatnonzero(self.runouts & hand == 0)
            keys = raw_words(seed, number, count=len(possible))
            drawn = possible[np.argsort(keys, kind="stable")[:samples]]
            theirs = self._score(self.runouts[drawn] | hand, self.cards)
            ends = np.bincount(_standings(self.ours[drawn], theirs), minlength=3)
            start = self.now[number]
            counts[start] += ends
            if samples > 1:
                mean = (_GAIN[start] @ ends) / samples
                spread = (_GAIN[start] ** 2 @ ends) / samples - mean**2
                variance += unseen * spread / (samples - 1)
        chances = float(_CHANCE[self.now].sum())
        if samples < 2 and unseen:
            return _matrix(counts), None
        return _matrix(counts), sqrt(variance) / chances if chances else 0.0

    def _count_runout(self, runout: int) -> NDArray[np.int64]:
        """Count now and then over the hands that do not collide with a runout: int64[3, 3]."""
        comes = self.runouts[runout]
        possible = self.hands & comes == 0
        theirs = self._score(self.hands[possible] | comes, self.cards)
        then = _standings(self.ours[runout], theirs)
        return np.bincount(3 * self.now[possible] + then, minlength=9).reshape(3, 3)

    def _score(self, held: NDArray[np.uint64], cards: int) -> NDArray[np.uint32]:
        return score_many(held | self.board, cards, check=False)


def _unions(bits: list[int], size: int) -> NDArray[np.uint64]:
    """Give the masks of all sets of that many cards."""
    from itertools import combinations

    return np.array([sum(chosen) for chosen in combinations(bits, size)], dtype=np.uint64)


def _standings(ours: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Compare scores: AHEAD, TIED or BEHIND for us."""
    return (theirs > ours).astype(np.int64) + (theirs >= ours)


def _matrix(counts: NDArray[np.int64]) -> Matrix:
    first, second, third = counts.tolist()
    return tuple(first), tuple(second), tuple(third)
