"""Hand potential from sampled runouts, by either of the two schemes that the papers could mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from handsight.errors import OptionError
from handsight.odds.counting.hands import AHEAD, BEHIND, TIED, require_enough, scaled
from handsight.odds.strength.strength import HandPotential, cards_ahead, matrix_of, row_of
from handsight.ranges.combos import combo_number
from handsight.ranking import score_many
from handsight.runtime.integers import ABOVE_0, is_whole, require_drawable
from handsight.runtime.seeds import raw_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.odds.spot import Spot
    from handsight.ranges import Range

SCHEMES = ("shared", "per-opponent")

# Twice the amount that a pair of outcomes adds to PPot's numerator, and to its denominator.
_GAIN = np.zeros((3, 3))
_GAIN[BEHIND, AHEAD] = 2
_GAIN[BEHIND, TIED] = _GAIN[TIED, AHEAD] = 1
_CHANCE = np.array([0, 1, 2])
_COLLIDES = 9


@dataclass(frozen=True, slots=True)
class SampledPotential:
    """A hand potential from sampled runouts.

    Attributes:
        potential: the hand potential over the drawn runouts.
        ppot_stderr: the standard error of PPot; None if only one of several runouts was drawn, or
            if the opponent can hold hands that we now tie with or lose to, but no drawn runout
            counts for any of them.
        samples: the number of runouts drawn; with the scheme ``"per-opponent"``, the number for
            each hand of the opponent.
        scheme: ``"shared"`` or ``"per-opponent"``.
        seed: the seed of the draw.
    """

    potential: HandPotential
    ppot_stderr: float | None
    samples: int
    scheme: str
    seed: int


def sample_potential(
    spot: Spot,
    lookahead: int | None,
    samples: int,
    seed: int,
    scheme: str,
) -> SampledPotential:
    """Estimate the hand potential from a sample of the runouts (see `effective_hand_strength`).

    Runouts that collide with every hand of some opponent are never drawn.
    """
    spot.require_board("hand potential", "hand_odds")
    ahead = cards_ahead(spot, lookahead)
    if scheme not in SCHEMES:
        raise OptionError(f"scheme is {scheme!r}; it must be one of {', '.join(SCHEMES)}")
    opponents = spot.opponents
    if opponents > 1 and scheme != "shared":
        raise OptionError(
            f"scheme {scheme!r} draws runouts for each hand of one opponent; against the ranges "
            f"of {opponents} it must be 'shared'"
        )
    require_enough(spot.live, opponents, ahead)
    if not is_whole(samples, ABOVE_0):
        raise OptionError(f"samples is {samples!r}; it must be a whole number above 0")
    require_drawable("samples", samples)
    if opponents > 1:
        drawn = _draw_against_several(spot, ahead, samples.__index__(), seed)
    else:
        showdowns = _Showdowns(spot, ahead)
        draw = showdowns.draw_shared if scheme == "shared" else showdowns.draw_per_opponent
        drawn = draw(samples.__index__(), seed)
    counts = [[scaled(weight, drawn.unit) for weight in row] for row in drawn.counts.tolist()]
    totals = [scaled(weight, drawn.unit) for weight in drawn.totals]
    potential = HandPotential(
        matrix_of(counts), row_of(totals), opponents, ahead, drawn.samples, spot=spot
    )
    return SampledPotential(potential, drawn.stderr, drawn.samples, scheme, seed)


class _Draw(NamedTuple):
    """The weights of opponents' hands, or of tuples of hands, by outcome over the drawn runouts.

    Attributes:
        counts: integers [3, 3], the weights by outcome now (rows) and later (columns).
        totals: three integers, the weights by outcome now.
        unit: the weight of one hand, or of one tuple, whose combos all weigh 1.
        samples: the number of runouts drawn.
        stderr: the standard error of PPot, or None (see `SampledPotential.ppot_stderr`).
    """

    counts: NDArray[np.object_]
    totals: list[int]
    unit: int
    samples: int
    stderr: float | None


def _draw_against_several(spot: Spot, ahead: int, samples: int, seed: int) -> _Draw:
    """Draw one set of runouts for all tuples of hands, one hand from each range."""
    from handsight.odds.counting.ranges import outcome_matrices, outcome_matrix

    now, unit = outcome_matrix(spot, 0)
    totals: list[int] = now.diagonal().tolist()
    runouts = _unions([card.mask for card in spot.live], ahead)
    held = [np.array([combo.mask for combo, _ in hands], dtype=np.uint64) for hands in spot.ranges]
    possible = np.all([_is_free(runouts, hands) for hands in held], axis=0)
    drawn, unseen = _drawn(possible, samples, seed)
    matrices = outcome_matrices(spot, runouts[drawn])
    counts = matrices.sum(axis=0)
    shares = (matrices / max(1, counts.sum())).astype(np.float64)
    return _Draw(counts, totals, unit, len(drawn), _error(shares, totals, unseen))


class _Showdowns:
    """All hands of one opponent, our current outcome against each hand, and all runouts."""

    def __init__(self, spot: Spot, ahead: int) -> None:
        hands = None if spot.is_against_any else spot.ranges[0]
        bits = [card.mask for card in spot.live]
        pairs = _unions(bits, 2)
        self.unit = 1 if hands is None else hands.denominator
        self.numerators = [1] * len(pairs) if hands is None else _numerators(spot, hands)
        self.numbers = [number for number, weight in enumerate(self.numerators) if weight]
        self.hands = pairs[self.numbers]
        self.weights = np.array([self.numerators[n] / self.unit for n in self.numbers])
        self.runouts = _unions(bits, ahead)
        self.board = np.uint64(spot.board.mask)
        self.hole = np.uint64(spot.hole.mask)
        self.cards = 2 + len(spot.board) + ahead
        self.most_each = comb(len(bits) - 2, ahead)
        self.now = _outcomes(
            self._score(np.array([self.hole]), self.cards - ahead),
            self._score(self.hands, self.cards - ahead),
        )
        self.ours = self._score(self.runouts | self.hole, self.cards)

    @property
    def totals(self) -> list[int]:
        """The total weight of the hands against which we are now ahead, tied and behind."""
        totals = [0, 0, 0]
        for number, start in zip(self.numbers, self.now.tolist(), strict=True):
            totals[start] += self.numerators[number]
        return totals

    def draw_shared(self, samples: int, seed: int) -> _Draw:
        """Draw one set of runouts for all hands of the opponent."""
        drawn, unseen = _drawn(_is_free(self.runouts, self.hands), samples, seed)
        met = np.array([self._meet(runout) for runout in drawn])
        counts = np.zeros((3, 3), dtype=object)
        per_runout = np.zeros((len(drawn), 3, 3))
        weights = np.array([self.numerators[number] for number in self.numbers], dtype=object)
        for start, then in np.ndindex(3, 3):
            ended = met == 3 * start + then
            counts[start, then] = int(ended.sum(axis=0).astype(object) @ weights)
            per_runout[:, start, then] = ended @ self.weights
        stderr = _error(per_runout, self.totals, unseen)
        return _Draw(counts, self.totals, self.unit, len(drawn), stderr)

    def draw_per_opponent(self, samples: int, seed: int) -> _Draw:
        """Draw a separate set of runouts for each hand of the opponent."""
        samples = min(samples, self.most_each)
        unseen = 1 - samples / self.most_each
        counts = np.zeros((3, 3), dtype=object)
        variance = 0.0
        for place, number in enumerate(self.numbers):
            hand, weight = self.hands[place], self.weights[place]
            possible = np.flatnonzero(self.runouts & hand == 0)
            keys = raw_words(seed, number, count=len(possible))
            drawn = possible[np.argsort(keys, kind="stable")[:samples]]
            theirs = self._score(self.runouts[drawn] | hand, self.cards)
            ends = np.bincount(_outcomes(self.ours[drawn], theirs), minlength=3)
            start = self.now[place]
            counts[start] += self.numerators[number] * ends.astype(object)
            if samples > 1:
                mean = (_GAIN[start] @ ends) / samples
                spread = (_GAIN[start] ** 2 @ ends) / samples - mean**2
                variance += weight**2 * unseen * spread / (samples - 1)
        chances = float(_CHANCE[self.now] @ self.weights)
        stderr: float | None = sqrt(variance) / chances if chances else 0.0
        if samples < 2 and unseen:
            stderr = None
        return _Draw(counts, self.totals, self.unit, samples, stderr)

    def _meet(self, runout: int) -> NDArray[np.int8]:
        """Return the outcome against each hand after a runout: int8[n].

        An outcome is 3 times the outcome now plus the outcome after the runout, or `_COLLIDES` if
        the hand shares a card with the runout.

        Args:
            runout: the index of the runout in ``runouts``.
        """
        comes = self.runouts[runout]
        possible = self.hands & comes == 0
        theirs = self._score(self.hands[possible] | comes, self.cards)
        met = np.full(len(self.hands), _COLLIDES, dtype=np.int8)
        met[possible] = 3 * self.now[possible] + _outcomes(self.ours[runout], theirs)
        return met

    def _score(self, held: NDArray[np.uint64], cards: int) -> NDArray[np.uint32]:
        return score_many(held | self.board, cards, check=False)


def _unions(bits: list[int], size: int) -> NDArray[np.uint64]:
    """Return the masks of all sets of ``size`` cards, given one mask for each card."""
    from itertools import combinations

    return np.array([sum(chosen) for chosen in combinations(bits, size)], dtype=np.uint64)


def _outcomes(ours: NDArray[np.uint32], theirs: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Compare our scores with the opponent's; return our outcomes: AHEAD, TIED or BEHIND."""
    return (theirs > ours).astype(np.int64) + (theirs >= ours)


def _numerators(spot: Spot, hands: Range) -> list[int]:
    """Return the numerator of each pair of live cards, in the order of ``combinations``."""
    from itertools import combinations

    weights = hands.numerators
    pairs = combinations(spot.live, 2)
    return [int(weights[combo_number(one.index, other.index)]) for one, other in pairs]


def _is_free(runouts: NDArray[np.uint64], hands: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Check for each runout whether at least one of the hands shares no card with it: bool[n]."""
    free: NDArray[np.bool_] = np.zeros(len(runouts), dtype=np.bool_)
    for hand in hands:
        free |= runouts & hand == 0
        if free.all():
            break
    return free


def _drawn(possible: NDArray[np.bool_], samples: int, seed: int) -> tuple[NDArray[np.int64], float]:
    """Draw some of the possible runouts.

    Returns:
        The indices of the drawn runouts, and the share of possible runouts that were not drawn.
    """
    # Even impossible runouts get a random key, so that the draw is the same for all ranges.
    keys = raw_words(seed, count=len(possible))
    order = np.argsort(keys, kind="stable")
    drawn = order[possible[order]][:samples]
    return drawn, 1 - len(drawn) / max(1, int(possible.sum()))


def _error(per_runout: NDArray[np.float64], totals: Sequence[int], unseen: float) -> float | None:
    """Estimate the standard error of PPot, which is a ratio of sums over runouts.

    Args:
        per_runout: float64[n, 3, 3], the weights by outcome now and later, for each drawn runout.
        totals: three integers, the weights by outcome now.
        unseen: the share of possible runouts that were not drawn.

    Returns:
        The standard error, or None (see `SampledPotential.ppot_stderr`).
    """
    gains = (per_runout * _GAIN).sum(axis=(1, 2))
    chances = (per_runout.sum(axis=2) * _CHANCE).sum(axis=1)
    if len(per_runout) < 2:
        return None if unseen else 0.0
    if not chances.sum():
        return None if totals[TIED] or totals[BEHIND] else 0.0
    misses = gains - gains.sum() / chances.sum() * chances
    error = sqrt(unseen * misses.var(ddof=1) / len(per_runout)) / chances.mean()
    return float(error)
