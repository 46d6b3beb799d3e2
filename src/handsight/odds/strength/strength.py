"""Hand strength on the current board, and hand potential: how the next cards can change it."""

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
    """The numbers of hands of one opponent that we beat now, tie with and lose to.

    Against several ranges, the counts are of tuples: one hand from each range, such that no two
    hands share a card. We are ahead if we beat all hands of a tuple, behind if any of them beats
    us, and tied otherwise. With ranges, the counts are sums of weights.

    Attributes:
        ahead: the number of hands, or tuples, that we beat.
        tied: the number of hands, or tuples, that we tie with.
        behind: the number of hands, or tuples, that we lose to.
        spot: the question; None if the counts were not made from a spot.

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
        """The number of hands, or tuples of hands, that opponents can hold."""
        return whole(self.ahead + self.tied + self.behind)

    @property
    def value(self) -> float:
        """Hand strength: HS = (ahead + tied / 2) / total, 0..1."""
        return float((2 * self.ahead + self.tied) / (2 * self.total))

    def against(self, opponents: int) -> float:
        """Return HS against 1 to 9 opponents: HS ** ``opponents``, as in both papers.

        The power treats the opponents' hands as independent; `current_hand_odds` does not.

        Raises:
            OptionError: if the number of opponents is not from 1 to 9.

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
    """Compare a hand with all hands that one opponent can hold, on the current board.

    The counts are exact. Without dead cards, an opponent with any cards can hold 1,081 hands on the
    flop, 1,035 on the turn and 990 on the river.

    Args:
        hole: our two hole cards.
        board: three, four or five cards.
        dead: cards that nobody can hold.
        villain: a range, or a list with one range for each of up to three opponents; None for any
            cards.
        excluded: cards that opponents probably do not hold.

    Raises:
        InputError: if cards or ranges are invalid.
        StreetError: before the flop, where two cards alone have no rank.
        OptionError: if a list does not have one to three ranges.

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
"""Sources that print a formula for hand potential.

``dsie-2011-integer`` is the formula of DSIE-2011 with the paper's integer arrays.
"""

OUTCOMES = (AHEAD, TIED, BEHIND)
_NOW = np.array([(outcomes([AHEAD]), 0), (outcomes([TIED]), 0)], dtype=np.uint16)
_SO_FAR = ((AHEAD,), (AHEAD, TIED), (AHEAD, TIED, BEHIND))


@dataclass(frozen=True, slots=True, repr=False)
class HandPotential(ShownInNotebooks):
    """How often we are ahead, tied or behind now and later, over opponents' hands and runouts.

    Against several opponents, the counts are of tuples: one hand for each opponent, in order, such
    that no two hands share a card. We are ahead if we beat all hands of a tuple, behind if any of
    them beats us, and tied otherwise. With ranges, the counts are sums of weights.

    Attributes:
        counts: 3 rows for the outcome now and 3 columns for the outcome later, both in the order
            ahead, tied, behind.
        totals: HPTotal: the numbers of hands (or tuples) against which we are now ahead, tied and
            behind.
        opponents: the number of opponents in the counts.
        lookahead: the number of cards dealt between now and later.
        runouts: the number of runouts for each hand (or tuple); if sampled, the number drawn.
        as_published: the source whose printed formula `ppot` and `npot` follow; None for the
            corrected formula.
        spot: the question; None if the counts were not made from a spot.

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
        """Positive potential, 0..1: how often we get ahead if we are behind; ties count half.

        PPot is 0 if we are never behind or tied now. As published, PPot can exceed 1, and is None
        if the printed formula divides by zero.
        """
        if self.as_published is not None:
            return published_potential(self.counts, self.totals, self.as_published)[0]
        return _turned(self.counts, BEHIND, AHEAD)

    @property
    def npot(self) -> float | None:
        """Negative potential, 0..1: how often we fall behind if we are ahead; ties count half.

        NPot is 0 if we are never ahead or tied now. As published, NPot can exceed 1, and is None if
        the printed formula divides by zero.
        """
        if self.as_published is not None:
            return published_potential(self.counts, self.totals, self.as_published)[1]
        return _turned(self.counts, AHEAD, BEHIND)

    @property
    def p_win(self) -> float:
        """P(win) = HS (1 - NPot) + (1 - HS) PPot, 0..1, in which a tie counts as half a win.

        With a look-ahead over all runouts to the river, P(win) is the exact all-in equity against
        one opponent. It is not the equity against several opponents, because more than two players
        can share a tie. P(win) ignores ``as_published``.
        """
        # With HS over the counted hands, the formula reduces to a count of the final outcomes.
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
    """Count how often the next cards move a hand from behind to ahead, and from ahead to behind.

    The counts are exact.

    Args:
        hole: our two hole cards.
        board: three, four or five cards.
        opponents: the number of opponents, 1 to 3; None for the number of ranges in a list, or else
            one.
        lookahead: the number of cards to look ahead, up to those still to be dealt: 0 to 2 on the
            flop, 0 or 1 on the turn; None looks ahead to the river.
        dead: cards that cannot be dealt.
        villain: one range for all opponents, or a list with one range for each; None for any cards.
        excluded: cards that opponents probably do not hold, but that can still be dealt to the
            board.
        as_published: ``"cisti-2013"``, ``"dsie-2011"`` or ``"dsie-2011-integer"`` to apply that
            source's printed formula literally (only for one opponent with any cards); None for the
            corrected formula.

    Raises:
        InputError: if cards or ranges are invalid.
        StreetError: before the flop, where two cards alone have no rank.
        OptionError: if the number of opponents or the look-ahead is invalid, the source is unknown,
            or the other arguments do not go with ``as_published``.

    Source:
        CISTI-2013, section IV.B; DSIE-2011, section 3.3, and section 3.2.1 for ranges. Both papers
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
    # The kernel counts the tuples in which every hand has an outcome from a set. For the sets
    # "ahead", "ahead or tied" and "any", the differences of the counts are the numbers of tuples by
    # worst outcome.
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
    """Convert three counts to a row of `HandPotential.counts`."""
    ahead, tied, behind = counts
    return ahead, tied, behind


def cards_ahead(spot: Spot, lookahead: int | None) -> int:
    """Check a look-ahead and return it as a plain integer.

    None becomes the number of cards still to be dealt.

    Raises:
        OptionError: if the look-ahead is not an integer from 0 to that number.
    """
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
    """Return how often the outcome ``start`` now turns into ``end`` later; ties count half.

    The result is 0 if neither ``start`` nor a tie occurs now.
    """
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
    """Apply a source's printed formula for hand potential to counts.

    Every formula divides by the number of opponents' hands where it should divide by hands times
    runouts. The formula of CISTI-2013 also lacks parentheses in PPot: it divides by the number of
    hands that are ahead of us, and then adds half the number of hands that we tie with.

    Args:
        counts: HP, 3 rows for the outcome now and 3 columns for the outcome later.
        totals: HPTotal, the numbers of opponents' hands against which we are now ahead, tied and
            behind.
        source: one of `PUBLISHED_POTENTIALS`.

    Returns:
        PPot and NPot, or None for either if its formula divides by zero. They are integers for
        ``"dsie-2011-integer"``.

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
