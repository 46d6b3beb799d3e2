"""How a hand's standing can turn on the cards to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from handsight.cards import CardsLike, Situation
from handsight.errors import OptionError
from handsight.odds.counting import (
    AHEAD,
    BEHIND,
    MOST_EXACT_OPPONENTS,
    TIED,
    count_per_class,
    list_runouts,
    outcomes,
    runouts_met,
    total_weight,
)
from handsight.odds.published import (
    PUBLISHED_POTENTIALS,
    published_potential,
    refuse_published,
)
from handsight.odds.villains import VillainLike, villain_ranges
from handsight.odds.weights import Count, scaled
from handsight.ranges import Range
from handsight.runtime.integers import is_whole

Row: TypeAlias = "tuple[Count, Count, Count]"
Matrix: TypeAlias = tuple[Row, Row, Row]

STANDINGS = (AHEAD, TIED, BEHIND)
_SO_FAR = ((AHEAD,), (AHEAD, TIED), (AHEAD, TIED, BEHIND))


@dataclass(frozen=True, slots=True)
class HandPotential:
    """Counts over all opponents' hands and all runouts, now and then.

    Against several opponents we are ahead if all of them are behind, behind if one is ahead of
    us, and tied otherwise; hands of theirs are counted as ordered tuples.

    Attributes:
        counts: rows now, columns then, in the order ahead, tied, behind; with ranges the sums of
            the hands' weights.
        totals: HPTotal: the opponents' hands (or tuples) that leave us ahead, tied, behind now.
        opponents: how many.
        lookahead: how many cards come between now and then.
        runouts: how many runouts each hand (or tuple) meets; if sampled, how many were drawn.
        as_published: the source whose printed formula `ppot` and `npot` follow; None for what
            it meant.

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

    @property
    def ppot(self) -> float | None:
        """Positive potential: how often a hand that is behind (or half of those tied) improves.

        In 0..1, and 0 where it can never be asked. As published it may exceed 1, and is None
        where the printed formula divides by zero.
        """
        if self.as_published is not None:
            return published_potential(self.counts, self.totals, self.as_published)[0]
        return _turned(self.counts, BEHIND, AHEAD)

    @property
    def npot(self) -> float | None:
        """Negative potential: how often a hand that is ahead (or half of those tied) falls back.

        In 0..1, and 0 where it can never be asked. As published it may exceed 1, and is None
        where the printed formula divides by zero.
        """
        if self.as_published is not None:
            return published_potential(self.counts, self.totals, self.as_published)[1]
        return _turned(self.counts, AHEAD, BEHIND)

    @property
    def p_win(self) -> float:
        """P(win) = HS (1 - NPot) + (1 - HS) PPot, in 0..1, a tie as half a win.

        With HS over the counted hands the formula comes to counting how we stand then. To the
        river and against one opponent it is the exact equity of an all-in; against several it
        is not, for there a tie is shared by more than two.
        """
        columns = [sum(row[then] for row in self.counts) for then in STANDINGS]
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
    """Count how a hand's standing turns by the cards to come. Exact.

    Args:
        hole: two cards.
        board: three, four or five cards.
        opponents: 1, 2 or 3; None for one, or as many as there are ranges.
        lookahead: how many cards to look ahead, 0 to 2; all that are to come if None.
        dead: cards out of play.
        villain: what the opponents may hold: one range for all of them, or a list of one for each;
            None for any cards.
        excluded: cards that they probably have not; these may still come to the board.
        as_published: ``"cisti-2013"``, ``"dsie-2011"`` or ``"dsie-2011-integer"`` for what the
            printed formula literally gives (one opponent with any cards only).

    Raises:
        InputError: for cards that cannot be read, stand twice, or are too few or too many; for a
            range that cannot be read, or has no hand left.
        StreetError: before the flop, where two cards have no rank.
        OptionError: for another number of opponents or cards, or an unknown source.

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
    situation = Situation.parse(hole, board, dead)
    opponents, ranges = villain_ranges(
        villain, excluded, opponents, situation, MOST_EXACT_OPPONENTS
    )
    _check_published(as_published, opponents)
    if ranges is not None:
        refuse_published(as_published)
        return potential_against(situation, ranges, lookahead)
    return potential_in(situation, opponents, lookahead, as_published)


def potential_against(
    situation: Situation, ranges: Sequence[Range], lookahead: int | None = None
) -> HandPotential:
    """Give the hand potential of checked cards against ranges (see `hand_potential`)."""
    from handsight.odds.ranged_standings import standings_matrix

    situation.require_board("hand potential", "hand_odds")
    ahead = cards_ahead(situation, lookahead)
    matrix, unit = standings_matrix(situation, ranges, ahead)
    met = runouts_met(situation, len(ranges), ahead)
    counts = [[scaled(weight, unit) for weight in row] for row in matrix.tolist()]
    totals = [scaled(sum(row), unit * met) for row in matrix.tolist()]
    return HandPotential(matrix_of(counts), row_of(totals), len(ranges), ahead, met)


def potential_in(
    situation: Situation,
    opponents: int,
    lookahead: int | None = None,
    as_published: str | None = None,
) -> HandPotential:
    """Give the hand potential of checked cards against any cards (see `hand_potential`)."""
    situation.require_board("hand potential", "hand_odds")
    ahead = cards_ahead(situation, lookahead)
    runouts = list_runouts(situation, ahead)
    signs = [(outcomes(then, now), 0) for now in _SO_FAR for then in _SO_FAR]
    per_class = count_per_class(situation, runouts, opponents, signs, now=True)
    cumulative = np.array(total_weight(runouts, per_class), dtype=object).reshape(3, 3)
    rows = np.diff(cumulative, axis=0, prepend=0)
    counts = np.diff(rows, axis=1, prepend=0).tolist()
    met = runouts_met(situation, opponents, ahead)
    totals = row_of([sum(row) // met for row in counts])
    return HandPotential(matrix_of(counts), totals, opponents, ahead, met, as_published)


def matrix_of(rows: Sequence[Sequence[Count]]) -> Matrix:
    """Give three rows of three counts as what `HandPotential` holds."""
    first, second, third = map(row_of, rows)
    return first, second, third


def row_of(counts: Sequence[Count]) -> Row:
    """Give three counts as a row of such a matrix."""
    ahead, tied, behind = counts
    return ahead, tied, behind


def cards_ahead(situation: Situation, lookahead: int | None) -> int:
    """Check a look-ahead, and give all cards to come for None.

    Raises:
        OptionError: if it is no whole number, or more cards than are to come.
    """
    to_come = 5 - len(situation.board)
    if lookahead is None:
        return to_come
    if not is_whole(lookahead, range(to_come + 1)):
        raise OptionError(
            f"lookahead is {lookahead!r}; on the {situation.street} it takes "
            + (f"0 to {to_come}" if to_come else "0 only")
        )
    return lookahead.__index__()


def _turned(counts: Matrix, start: int, end: int) -> float:
    """Share of what starts out so and ends so, ties counting half on either side."""
    turned = 2 * counts[start][end] + counts[start][TIED] + counts[TIED][end]
    began = 2 * sum(counts[start]) + sum(counts[TIED])
    return float(turned / began) if began else 0.0


def _check_published(as_published: str | None, opponents: int) -> None:
    if as_published is None:
        return
    if as_published not in PUBLISHED_POTENTIALS:
        known = ", ".join(PUBLISHED_POTENTIALS)
        raise OptionError(f"as_published is {as_published!r}; potential is published in {known}")
    if opponents != 1:
        raise OptionError(f"{as_published} prints potential for one opponent, not {opponents!r}")
