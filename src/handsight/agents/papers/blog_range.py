"""A player that decides by its odds against the hands that opponents are assumed to play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from handsight.agents.protocol import Number
from handsight.agents.thresholds.thresholds import REMEMBERED, ThresholdPlayer, board_odds_of
from handsight.cards import Card, CardSet
from handsight.errors import OptionError
from handsight.game import Observation
from handsight.ranges import Range
from handsight.ranges.combos import COMBO_COUNT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.odds.strength.strength import Matrix

ORDER = "nine-handed"
LEAST_SHARE = 0.05
"""The smallest share of hands that an opponent can be assumed to play; known cards could rule out
all hands of a smaller share."""
MOST_COUNTED = 0.6
"""The share of hands above which it is faster to count all hands, and to subtract those outside of
the range."""


@dataclass(frozen=True)
class BlogRange(ThresholdPlayer):
    """Calls when its odds against the best x% of hands cover the price.

    Each opponent is assumed to hold one of the best hands in a fixed order; the opponent's actions
    before the flop decide how many hands count as best. The strength is our share of the pot
    against these hands. It is exact against one opponent; against several opponents, it is the
    product of our shares against each of them.

    Args:
        checked: the assumed share of hands of an opponent who neither called nor raised, such as
            one who checked in the big blind.
        called: the assumed share of hands of an opponent who called.
        raised: the assumed share of hands of an opponent who raised.
        raised_again: the assumed share of hands of an opponent who reraised, or raised more than
            once.

    Raises:
        OptionError: if one of these shares is below .05 or above 1, or if an option of
            `ThresholdPlayer` is out of range.

    Source:
        blog-4, whose ``ranges`` are the shares of hands that opponents play. The post explains how
        to compute odds, but not how to play. The rules of play and the choice of shares are ours.
    """

    source: ClassVar[str] = "blog-4"

    name: str = "blog-range"
    bet_at: float = 0.52
    raise_at: float = 0.8
    caution: float = 0.17
    checked: float = 1.0
    called: float = 0.9
    raised: float = 0.5
    raised_again: float = 0.3

    order: ClassVar[str] = ORDER

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("checked", "called", "raised", "raised_again"):
            if not LEAST_SHARE <= getattr(self, name) <= 1:
                raise OptionError(
                    f"{name} is {getattr(self, name)}; it must be a number from {LEAST_SHARE} to 1"
                )

    def strength(self, seen: Observation) -> float:
        """Return the strength from the flop on: the product of our shares of the pot.

        Each factor is our share against the assumed range of one opponent.
        """
        strength = 1.0
        for share in self.assumed(seen).values():
            strength *= equity_against(seen.hole.mask, seen.board, share)
        return strength

    def strengths(self, seen: Observation) -> NDArray[np.float64]:
        """Return what `strength` returns for each combo as our hand: float64[1326].

        It is NaN for combos that share a card with the board.
        """
        strengths = np.ones(COMBO_COUNT)
        for share in self.assumed(seen).values():
            strengths *= board_odds_of(seen.board, best_hands(share)).equity
        return strengths

    def assumed(self, seen: Observation) -> dict[int, float]:
        """Return {seat: share of hands that the opponent is assumed to play}."""
        shares = dict.fromkeys(seen.opponents, self.checked)
        raises = 0
        for street, seat, action, _, _ in seen.actions:
            if street != "preflop":
                break
            if action.kind in ("bet", "raise"):
                raises += 1
                share = self.raised if raises == 1 else self.raised_again
            else:
                share = self.called if action.kind == "call" else self.checked
            # A later call does not widen the range of an earlier raise.
            if seat in shares:
                shares[seat] = min(shares[seat], share)
        return shares

    def shown(self, seen: Observation) -> dict[str, Number]:
        """Return the opponents' assumed shares and, from the flop on, our odds against them."""
        numbers: dict[str, Number] = {}
        for seat, share in self.assumed(seen).items():
            position = seen.positions[seat]
            numbers[f"{position} plays the best"] = share
            if seen.board:
                odds = equity_against(seen.hole.mask, seen.board, share)
                numbers[f"odds against {position}"] = odds
        return numbers


@lru_cache(REMEMBERED)
def equity_against(hole: int, board: tuple[Card, ...], share: float) -> float:
    """Return our equity from the flop on against an opponent who plays only the best hands.

    The result is cached.

    Args:
        hole: the mask of our hole cards.
        board: the three to five cards on the board.
        share: the share of all hands that the opponent plays, 0..1.

    Example:
        >>> from handsight.odds import hand_eval
        >>> odds = hand_eval("TcJd", "4h5h6d2hKh", ranges=[0.1])
        >>> ours = equity_against(CardSet("TcJd").mask, tuple(CardSet("4h5h6d2hKh")), 0.1)
        >>> round(ours - odds.p_win - odds.p_tie / 2, 12)
        0.0
    """
    from handsight.odds import hand_potential, hand_strength

    ours, theirs, hands = CardSet.from_mask(hole), CardSet.of(board), best_hands(share)
    if len(board) == 5:
        return hand_strength(ours, theirs, villain=hands).value
    if share <= MOST_COUNTED:
        return hand_potential(ours, theirs, villain=hands).p_win
    # Most hands are in the range: count all hands, and subtract the few outside of it.
    every = hand_potential(ours, theirs)
    others, masks = _others(share)
    held = hole | theirs.mask
    left_out = int(np.count_nonzero(masks & np.uint64(held) == 0))
    if not left_out:
        return every.p_win
    among_others = hand_potential(ours, theirs, villain=others)
    # Subtract counts, because a difference of rounded shares could fall outside of 0..1.
    return replace(every, counts=_less(every.counts, among_others.counts)).p_win


def _less(counts: Matrix, by: Matrix) -> Matrix:
    ahead, tied, behind = (
        (row[0] - less[0], row[1] - less[1], row[2] - less[2])
        for row, less in zip(counts, by, strict=True)
    )
    return ahead, tied, behind


@cache
def best_hands(share: float) -> Range:
    """Return the range of the best combos, chosen by how often they win alone at a full table.

    Args:
        share: the share of all combos to return, 0..1.

    Example:
        >>> len(best_hands(0.1).combos)
        133
    """
    return Range.top(share, order=ORDER, by="combos")


@cache
def _others(share: float) -> tuple[Range, NDArray[np.uint64]]:
    """Return the hands that `best_hands` leaves out, as a range and as masks: uint64[hands]."""
    others = ~best_hands(share)
    return others, np.array([hand.mask for hand, _ in others.combos], np.uint64)
