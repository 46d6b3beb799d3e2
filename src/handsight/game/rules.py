"""The rules that a table agrees on before the cards are dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from handsight.errors import OptionError
from handsight.game.order import big_blind_seat, posting_order
from handsight.kernels.game import state as at
from handsight.runtime.integers import ABOVE_0, NOT_NEGATIVE, is_whole

STRUCTURES = ("no-limit", "fixed-limit")
"""The betting structures."""

ANTE_PAYERS = ("each", "big-blind")
"""Who pays the ante: each player for themselves, or the big blind for everyone."""

SHORT_BLIND_PRICES = ("full", "paid")
"""The price when the big blind is short: the full blind, or what was actually posted."""

REOPENINGS = ("full-raise", "any-raise")
"""What allows a player who has already acted to raise again: a full raise, or any raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a table: structure, forced bets, and choices. All chips are integers.

    Attributes:
        structure: ``"no-limit"`` or ``"fixed-limit"``.
        small_blind: chips of the small blind.
        big_blind: chips of the big blind, which is also the minimum bet in no limit.
        ante: chips of the ante, which is posted before the blinds; 0 for no ante.
        ante_by: who posts the ante: ``"each"`` player, or only the ``"big-blind"``, whose ante
            nobody has to match.
        straddles: further blind bets after the big blind, in ascending order. A straddle is a raise
            over the post before it: it counts towards the cap, and the next raise is at least as
            large.
        small_bet: in fixed limit, the bet preflop and on the flop; the big blind if None.
        big_bet: in fixed limit, the bet on turn and river; twice the small bet if None.
        bet_cap: in fixed limit, the maximum number of bets and raises on a street, counting the
            big blind as the first; 0 for no cap.
        heads_up_uncapped: in fixed limit, whether the cap is lifted while only two players are in
            the hand.
        short_blind_price: the price if the big blind is short: ``"full"`` for the full big blind,
            or ``"paid"`` for the amount actually posted.
        fold_when_free: whether a player may fold when checking is free.
        reopen: the raise that lets players who have acted raise again: ``"full-raise"``, which
            excludes a short all-in (TDA rule 47), or ``"any-raise"``. In fixed limit, an all-in of
            at least half a bet counts as a full raise.
        muck: whether a hand that is beaten by a hand already shown stays hidden, unless somebody is
            all-in.

    Raises:
        OptionError: if a field has an invalid value, or contradicts another field.

    Example:
        >>> Rules().structure, Rules().big_blind
        ('no-limit', 100)
        >>> Rules(structure="fixed-limit", small_blind=1, big_blind=2).bet_sizes
        (2, 4)
    """

    structure: str = "no-limit"
    small_blind: int = 50
    big_blind: int = 100
    ante: int = 0
    ante_by: str = "each"
    straddles: tuple[int, ...] = ()
    small_bet: int | None = None
    big_bet: int | None = None
    bet_cap: int = 4
    heads_up_uncapped: bool = False
    short_blind_price: str = "full"
    fold_when_free: bool = False
    reopen: str = "full-raise"
    muck: bool = True

    def __post_init__(self) -> None:
        _require_one_of("structure", self.structure, STRUCTURES)
        _require_one_of("ante_by", self.ante_by, ANTE_PAYERS)
        _require_one_of("short_blind_price", self.short_blind_price, SHORT_BLIND_PRICES)
        _require_one_of("reopen", self.reopen, REOPENINGS)
        for name in ("small_blind", "ante", "bet_cap"):
            _require_chips(name, getattr(self, name), 0)
        for name in ("big_blind", "small_bet", "big_bet"):
            if getattr(self, name) is not None or name == "big_blind":
                _require_chips(name, getattr(self, name), 1)
        if self.small_blind > self.big_blind:
            raise OptionError(
                f"small_blind is {self.small_blind}, more than big_blind, {self.big_blind}"
            )
        _require_ascending(self.big_blind, tuple(self.straddles))
        object.__setattr__(self, "straddles", tuple(self.straddles))

    @property
    def is_limit(self) -> bool:
        """Whether bets and raises have fixed sizes."""
        return self.structure == "fixed-limit"

    @property
    def bet_sizes(self) -> tuple[int, int]:
        """The small and the big bet of fixed limit, in chips."""
        small = self.big_blind if self.small_bet is None else self.small_bet
        return small, 2 * small if self.big_bet is None else self.big_bet

    @property
    def flags(self) -> int:
        """The rules that the kernels take as bit flags, such as whether free folds are allowed."""
        return (
            at.PRICE_IS_PAID * (self.short_blind_price == "paid")
            | at.FOLD_WHEN_FREE * self.fold_when_free
            | at.ANY_RAISE_REOPENS * (self.reopen == "any-raise")
            | at.HEADS_UP_UNCAPPED * self.heads_up_uncapped
            | at.ANTES_ARE_DEAD * (self.ante_by == "big-blind")
        )

    def posts_of(self, seats: Sequence[int]) -> dict[int, int]:
        """Return the blind or straddle of each seat that posts one.

        With two players the button posts the small blind. The seat of the small blind is included
        even if the small blind is 0.

        Args:
            seats: the seats in the hand in order, starting left of the button; the button comes
                last unless its seat is empty.

        Raises:
            OptionError: if there are more straddles than players left to post them.

        Example:
            >>> Rules().posts_of([1, 2, 0]), Rules().posts_of([1, 0])
            ({1: 50, 2: 100}, {0: 50, 1: 100})
        """
        blinds = (self.small_blind, self.big_blind, *self.straddles)
        if len(blinds) > len(seats):
            raise OptionError(
                f"{len(self.straddles)} straddles need {len(blinds)} players; "
                f"there are {len(seats)}"
            )
        return dict(zip(posting_order(seats), blinds, strict=False))

    def antes_of(self, seats: Sequence[int], posts: Mapping[int, int]) -> dict[int, int]:
        """Return the ante of each seat, or of the big blind alone if only the big blind pays it.

        Args:
            seats: the seats in the hand in order, starting left of the button.
            posts: the blind or straddle of each seat that posts one.

        Example:
            >>> Rules(ante=10).antes_of([1, 0], {0: 50, 1: 100})
            {1: 10, 0: 10}
        """
        if self.ante_by == "each":
            return dict.fromkeys(seats, self.ante)
        return {big_blind_seat(seats, posts, self.big_blind): self.ante}


def _require_one_of(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(f"{name} is {value!r}; it must be one of {', '.join(allowed)}")


def _require_chips(name: str, value: object, least: int) -> None:
    if not is_whole(value, ABOVE_0 if least else NOT_NEGATIVE):
        kind = "a positive integer" if least else "a non-negative integer"
        raise OptionError(f"{name} is {value!r}; it must be {kind}")


def _require_ascending(big_blind: int, straddles: tuple[int, ...]) -> None:
    before = big_blind
    for straddle in straddles:
        _require_chips("a straddle", straddle, 1)
        if straddle <= before:
            raise OptionError(
                f"a straddle of {straddle} is not above the {before} before it; "
                "straddles go up from the big blind"
            )
        before = straddle
