"""How strong a hand is on the current board, and how the cards to come can change that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TypeAlias

import numpy as np

from handsight.cards import CardsLike
from handsight.errors import OptionError
from handsight.odds.counting.hands import (
    AHEAD,
    BEHIND,
    MOST_EXACT_OPPONENTS,
    TIED,
    Count,
    count_per_class,
    list_runouts,
    outcomes,
    runouts_met,
    scaled,
    total_weight,
    whole,
)
from handsight.odds.spot import Spot, VillainLike, check_opponents
from handsight.runtime.integers import is_whole
from handsight.runtime.notebooks import ShownInNotebooks


@dataclass(frozen=True, slots=True, repr=False)
class HandStrength(ShownInNotebooks):
    """How many hands of one opponent we beat now, tie with, and lose to.

    Against several ranges, tuples of hands that share no card are counted. We are ahead if we beat
    all of them, behind if any of them beats us, and tied otherwise. With ranges the counts are sums
    of weights.

    Attributes:
        spot: the question; None if the counts come from elsewhere.

    Example:
        >>> strength = hand_strength("AdQc", "3h4cJh")
        >>> strength.total, round(strength.value, 6)
        (1081, 0.585106)
    """

    ahead: Count
    tied: Count
    behind: Count
    spot: Spot | None = field(default=None, repr=False, compare=False, kw_only=True)

    @property
    def total(self) -> Count:
        """All hands that the opponent can hold."""
        return whole(self.ahead + self.tied + self.behind)

    @property
    def value(self) -> float:
        """HS = (ahead + tied / 2) / total, in 0..1."""
        return float((2 * self.ahead + self.tied) / (2 * self.total))

    def against(self, opponents: int) -> float:
        """Return HS to the power of 1 to 9 opponents, as both papers do.

        This treats their hands as independent; `current_hand_odds` does not.

        Example:
            >>> round(hand_strength("AdQc", "3h4cJh").against(5), 6)
            0.068576
        """
        return self.value ** check_opponents(opponents)


def hand_strength(
    hole: CardsLike,
    board: CardsLike,
    dead: CardsLike = "",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
) -> HandStrength:
    """Compare a hand with all hands that one opponent can hold, on the current board. Exact.

    Without dead cards these are 1,081, 1,035 and 990 hands on flop, turn and river.

    Args:
        board: three, four or five cards.
        villain: a range, or a list with one for each of up to three opponents; None for any cards.

    Raises:
        InputError: for wrong cards or ranges.
        StreetError: before the flop, where two cards have no rank.

    Source:
        CISTI-2013, section IV.A, also for ``excluded``; DSIE-2011, sections 3.2 and 3.2.1.

    Example:
        >>> hand_strength("AdQc", "3h4cJh")
        HandStrength(ahead=628, tied=9, behind=444)
        >>> hand_strength("AdQc", "3h4cJh", villain="sklansky:1-4")
        HandStrength(ahead=30, tied=9, behind=65)
    """
    return strength_of(
        Spot.hand(hole, board, dead, villain=villain, excluded=excluded, most=MOST_EXACT_OPPONENTS)
    )


def strength_of(spot: Spot) -> HandStrength:
    """Compute the hand strength of a spot's first player (see `hand_strength`)."""
    spot.require_board("hand strength", "hand_odds")
    if spot.opponents > 1 or not spot.is_against_any:
        from handsight.odds.counting.ranges import outcome_matrix

        matrix, unit = outcome_matrix(spot, 0)
        return HandStrength(
            *(scaled(weight, unit) for weight in matrix.diagonal().tolist()), spot=spot
        )
    now = list_runouts(spot, 0)
    live = spot.live
    ahead, tied = total_weight(now, count_per_class(spot, now, 1, _NOW, held_by_opponents=live))
    return HandStrength(ahead, tied, comb(len(live), 2) - ahead - tied, spot=spot)


# --- hand potential -------------------------------------------------------------------------------

Row: TypeAlias = "tuple[Count, Count, Count]"
Matrix: TypeAlias = tuple[Row, Row, Row]

PUBLISHED_POTENTIALS = ("cisti-2013", "dsie-2011", "dsie-2011-integer")
"""Sources with a formula for hand potential; the last is DSIE-2011 with its integer arrays."""

OUTCOMES = (AHEAD, TIED, BEHIND)
_NOW = np.array([(outcomes([AHEAD]), 0), (outcomes([TIED]), 0)], dtype=np.uint16)
_SO_FAR = ((AHEAD,), (AHEAD, TIED), (AHEAD, TIED, BEHIND))


@dataclass(frozen=True, slots=True, repr=False)
class HandPotential(ShownInNotebooks):
    """Whether we are ahead, tied or behind now and later, over all opponents' hands and runouts.

    Against several opponents, ordered tuples of their hands are counted. We are ahead if we beat
    all of them, behind if any of them beats us, and tied otherwise. With ranges the counts are sums
    of weights.

    Attributes:
        counts: rows now, columns later, in the order ahead, tied, behind.
        totals: HPTotal: the hands (or tuples) against which we are ahead, tied, behind now.
        lookahead: how many cards come between now and later.
        runouts: the number of runouts for each hand (or tuple); if sampled, the number drawn.
        as_published: the source whose printed formula `ppot` and `npot` follow; None for the
            corrected formula.
        spot: the question; None if the counts come from elsewhere.

    Example:
        >>> potential = hand_potential("AdQc", "3h4cJh", lookahead=1)
        >>> potential.totals, potential.runouts, round(potential.p_win, 6)
        ((628, 9, 444), 45, 0.544969)
    """

    counts: Matrix
    totals: Row
    opponents: int
    lookahead: int
    runouts: int
    as_published: str | None = None
    spot: Spot | None = field(default=None, repr=False, compare=False, kw_only=True)

    @property
    def ppot(self) -> float | None:
        """Positive potential: how often a hand that is behind gets ahead; ties count half.

        In 0..1, and 0 if no hand is behind or tied now. As published it may exceed 1, and is None
        if the printed formula divides by zero.
        """
        if self.as_published is not None:
            return published_potential(self.counts, self.totals, self.as_published)[0]
        return _turned(self.counts, BEHIND, AHEAD)

    @property
    def npot(self) -> float | None:
        """Negative potential: how often a hand that is ahead falls behind; ties count half.

        It takes the same values as `ppot`.
        """
        if self.as_published is not None:
            return published_potential(self.counts, self.totals, self.as_published)[1]
        return _turned(self.counts, AHEAD, BEHIND)

    @property
    def p_win(self) -> float:
        """P(win) = HS (1 - NPot) + (1 - HS) PPot, in 0..1; a tie counts as half a win.

        To the river and against one opponent it is the exact all-in equity. Against several
        opponents it is not, because more than two players may share a tie.
        """
        # With HS over the counted hands, the formula reduces to counting the final outcomes.
        columns = [sum(row[then] for row in self.counts) for then in OUTCOMES]
        return float((2 * columns[AHEAD] + columns[TIED]) / (2 * sum(columns)))


def hand_potential(
    hole: CardsLike,
    board: CardsLike,
    opponents: int | None = None,
    lookahead: int | None = None,
    dead: CardsLike = "",
    *,
    villain: VillainLike = None,
    excluded: CardsLike = "",
    as_published: str | None = None,
) -> HandPotential:
    """Count how the cards to come change whether a hand is ahead or behind. Exact.

    Args:
        board: three, four or five cards.
        opponents: 1, 2 or 3; None for one, or as many as there are ranges.
        lookahead: cards to look ahead, 0 to 2; None for all cards to come.
        villain: one range for all opponents, or a list with one for each; None for any cards.
        excluded: cards that opponents probably do not hold; they may still come on the board.
        as_published: ``"cisti-2013"``, ``"dsie-2011"`` or ``"dsie-2011-integer"`` for what the
            printed formula literally yields (only for one opponent with any cards).

    Raises:
        InputError: for wrong cards or ranges.
        StreetError: before the flop, where two cards have no rank.
        OptionError: for a wrong number of opponents or cards, or an unknown source.

    Source:
        CISTI-2013, section IV.B; DSIE-2011, section 3.3, and 3.2.1 for ranges. Both
        leave the number of runouts out of the denominator.

    Example:
        >>> potential = hand_potential("AdQc", "3h4cJh")
        >>> potential.counts
        ((449005, 3211, 169504), (0, 8370, 540), (91981, 1036, 346543))
        >>> round(potential.ppot, 6), round(potential.npot, 6)
        (0.208324, 0.273693)
    """
    spot = Spot.hand(hole, board, dead, opponents, villain, excluded, MOST_EXACT_OPPONENTS)
    return potential_of(spot, lookahead, as_published)


def potential_of(
    spot: Spot, lookahead: int | None = None, as_published: str | None = None
) -> HandPotential:
    """Compute the hand potential of a spot's first player (see `hand_potential`)."""
    _check_published(as_published, spot)
    spot.require_board("hand potential", "hand_odds")
    ahead = cards_ahead(spot, lookahead)
    met = runouts_met(spot, spot.opponents, ahead)
    counted = _count_any if spot.is_against_any else _count_ranges
    counts, unit = counted(spot, ahead)
    totals = row_of([scaled(sum(row), unit * met) for row in counts])
    weighed = matrix_of([[scaled(weight, unit) for weight in row] for row in counts])
    return HandPotential(weighed, totals, spot.opponents, ahead, met, as_published, spot=spot)


def _count_ranges(spot: Spot, ahead: int) -> tuple[list[list[int]], int]:
    from handsight.odds.counting.ranges import outcome_matrix

    matrix, unit = outcome_matrix(spot, ahead)
    return matrix.tolist(), unit


def _count_any(spot: Spot, ahead: int) -> tuple[list[list[int]], int]:
    runouts = list_runouts(spot, ahead)
    # The kernel counts tuples in which every hand has an outcome of a set. With the sets "ahead",
    # "ahead or tied" and "any", differences of the counts give the worst outcome of a tuple.
    signs = [(outcomes(then, now), 0) for now in _SO_FAR for then in _SO_FAR]
    per_class = count_per_class(spot, runouts, spot.opponents, signs, now=True)
    cumulative = np.array(total_weight(runouts, per_class), dtype=object).reshape(3, 3)
    rows = np.diff(cumulative, axis=0, prepend=0)
    return np.diff(rows, axis=1, prepend=0).tolist(), 1


def matrix_of(rows: Sequence[Sequence[Count]]) -> Matrix:
    """Convert three rows of three counts to the type of `HandPotential.counts`."""
    first, second, third = map(row_of, rows)
    return first, second, third


def row_of(counts: Sequence[Count]) -> Row:
    """Convert three counts to a row of such a matrix."""
    ahead, tied, behind = counts
    return ahead, tied, behind


def cards_ahead(spot: Spot, lookahead: int | None) -> int:
    """Check a look-ahead and return it; for None return the number of cards to come."""
    to_come = spot.to_come
    if lookahead is None:
        return to_come
    if not is_whole(lookahead, range(to_come + 1)):
        raise OptionError(
            f"lookahead is {lookahead!r}; on the {spot.street} it must be "
            + (f"from 0 to {to_come}" if to_come else "0")
        )
    return lookahead.__index__()


def _turned(counts: Matrix, start: int, end: int) -> float:
    """Return the share of hands with one outcome now that end with the other; a tie is half."""
    turned = 2 * counts[start][end] + counts[start][TIED] + counts[TIED][end]
    began = 2 * sum(counts[start]) + sum(counts[TIED])
    return float(turned / began) if began else 0.0


# --- as published -------------------------------------------------------------------------------


def _check_published(as_published: str | None, spot: Spot) -> None:
    if as_published is None:
        return
    if as_published not in PUBLISHED_POTENTIALS:
        known = ", ".join(PUBLISHED_POTENTIALS)
        raise OptionError(f"as_published is {as_published!r}; potential is published in {known}")
    if spot.opponents != 1:
        raise OptionError(
            f"{as_published} prints potential for one opponent, not {spot.opponents!r}"
        )
    if not spot.is_against_any:
        raise OptionError(
            f"as_published={as_published!r} supports only opponents with any cards; leave out "
            "villain and excluded"
        )


def published_potential(
    counts: Sequence[Sequence[Count]], totals: Sequence[Count], source: str
) -> tuple[float | None, float | None]:
    """Apply a printed formula of hand potential to its own counters.

    Every formula divides by opponents' hands where it should divide by hands times runouts. The
    one of CISTI-2013 also lacks a parenthesis in PPot: it divides by the hands behind and then adds
    half of those tied.

    Args:
        counts: HP, 3 by 3, rows now and columns later.
        totals: HPTotal, the opponents' hands now.
        source: one of `PUBLISHED_POTENTIALS`.

    Returns:
        PPot and NPot; None for a division by zero.

    Example:
        >>> counts = ((449005, 3211, 169504), (0, 8370, 540), (91981, 1036, 346543))
        >>> published_potential(counts, (628, 9, 444), "dsie-2011-integer")
        (206, 271)
    """
    whole = source == "dsie-2011-integer"
    half = _half_cut if whole else _half
    up = counts[BEHIND][AHEAD] + half(counts[BEHIND][TIED]) + half(counts[TIED][AHEAD])
    down = counts[AHEAD][BEHIND] + half(counts[TIED][BEHIND]) + half(counts[AHEAD][TIED])
    behind, ahead, tied = totals[BEHIND], totals[AHEAD], half(totals[TIED])
    if source == "cisti-2013":
        return _divide(up + behind * tied, Fraction(behind)), _divide(down, ahead + tied)
    divide = _divide_whole if whole else _divide
    return divide(up, behind + tied), divide(down, ahead + tied)


def _half(number: Count) -> Fraction:
    return Fraction(number, 2)


def _half_cut(number: Count) -> Fraction:
    return Fraction(number // 2)


def _divide(number: Fraction, by: Fraction) -> float | None:
    return float(number / by) if by else None


def _divide_whole(number: Fraction, by: Fraction) -> float | None:
    return number // by if by else None
