"""Push or fold for two to nine players: the rules, the decisions, and what each end is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, product
from math import isfinite
from typing import TYPE_CHECKING

from handsight.errors import OptionError
from handsight.runtime.integers import is_whole
from handsight.solver.all_in.prizes import prize_money

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_PLAYERS, MOST_PLAYERS = 2, 9
MOST_CALLERS = 3
MOST_BLINDS = 1000.0
"""The largest stack of a seat, in big blinds."""

ANTE_PAYERS = ("each", "big-blind")
"""Who pays the ante: each player for themselves, or the big blind for everyone."""


@dataclass(frozen=True)
class PushFoldGame:
    """A hand in which every player is all-in or folds before the flop.

    The first player to come in pushes all-in or folds. Each later player calls or folds, until
    ``callers`` players have called; after that, everybody folds. A call is all-in as well, with the
    whole stack. Seats are in the order in which they act: seat 0 acts first, and the last two seats
    post the small and the big blind. If all others fold, the big blind wins the blinds and antes.
    Chips that nobody can match are returned, and unequal stacks make side pots. Ties split a pot
    into equal parts, also into fractions of a chip.

    With payouts, the chips after the hand are worth the expected prize money of the independent
    chip model (Malmuth-Harville). Players who bust in the hand take the last places: who started
    with more chips finishes higher, and equal stacks share the prizes of their places.

    Attributes:
        stacks: the chips of each of 2 to 9 players before blinds and antes. Each stack is more than
            the big blind and the ante, and at most 1,000 big blinds.
        small_blind: chips of the small blind, from 0 to the big blind.
        big_blind: chips of the big blind; the default makes the big blind the unit.
        ante: chips of the ante, from 0 to the big blind, or to the big blind for each player if the
            big blind pays for everyone.
        ante_by: who pays the ante: ``"each"`` player, or the ``"big-blind"`` for everyone.
        payouts: the prize money of each place that is still to be paid, the first place first.
            There are no more places than players. Without payouts, chips count.
        callers: the number of players who can call, 1 to 3. The default is 2, or 1 for two
            players; a larger number than there are opponents is refused.

    Raises:
        OptionError: if a field is invalid.

    Example:
        >>> game = PushFoldGame((10, 10, 10), payouts=(50, 30, 20))
        >>> game.seats, game.callers, len(game.decisions)
        (3, 2, 6)
    """

    stacks: tuple[float, ...]
    small_blind: float = 0.5
    big_blind: float = 1.0
    ante: float = 0.0
    ante_by: str = "each"
    payouts: tuple[float, ...] = ()
    callers: int | None = None

    def __post_init__(self) -> None:
        stacks = _numbers(self.stacks, "stack")
        if not FEWEST_PLAYERS <= len(stacks) <= MOST_PLAYERS:
            raise OptionError(
                f"there are {len(stacks)} stacks; there must be {FEWEST_PLAYERS} to {MOST_PLAYERS}"
            )
        object.__setattr__(self, "stacks", stacks)
        for name in ("small_blind", "big_blind", "ante"):
            object.__setattr__(self, name, _number(getattr(self, name), name))
        self._require_stakes()
        payouts = _numbers(self.payouts, "payout")
        _require_payouts(payouts, len(stacks))
        object.__setattr__(self, "payouts", payouts)
        most = min(MOST_CALLERS, len(stacks) - 1)
        callers = min(2, most) if self.callers is None else self.callers
        if not is_whole(callers, range(1, most + 1)):
            right = f"from 1 to {most}" if most > 1 else "1"
            raise OptionError(
                f"callers is {callers!r}; with {len(stacks)} players it must be {right}"
            )
        object.__setattr__(self, "callers", callers)

    def _require_stakes(self) -> None:
        small, big, ante = self.small_blind, self.big_blind, self.ante
        if not 0 <= small <= big or big <= 0:
            raise OptionError(
                f"blinds are {small:g}/{big:g}; the small one must be from 0 to the big one, and "
                "the big one above 0"
            )
        if self.ante_by not in ANTE_PAYERS:
            raise OptionError(
                f"ante_by is {self.ante_by!r}; it must be one of {', '.join(ANTE_PAYERS)}"
            )
        most = big if self.ante_by == "each" else big * self.seats
        if not 0 <= ante <= most:
            raise OptionError(f"ante is {ante:g}; it must be from 0 to {most:g}")
        for seat, (stack, dead) in enumerate(zip(self.stacks, self.antes, strict=True), 1):
            if not big + dead < stack <= MOST_BLINDS * big:
                raise OptionError(
                    f"stack {seat} is {stack:g}; with a big blind of {big:g} and an ante of "
                    f"{dead:g} it must be more than {big + dead:g}, and at most "
                    f"{MOST_BLINDS * big:g}"
                )

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.stacks)

    @cached_property
    def antes(self) -> tuple[float, ...]:
        """The ante that each seat pays, in chips."""
        if self.ante_by == "each":
            return (self.ante,) * self.seats
        return (*[0.0] * (self.seats - 1), self.ante)

    @cached_property
    def blinds(self) -> tuple[float, ...]:
        """The blind that each seat posts, in chips; 0 except for the last two seats."""
        return (*[0.0] * (self.seats - 2), self.small_blind, self.big_blind)

    @cached_property
    def decisions(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """All decisions: (the seat that acts, the earlier seats that are all-in), by seat.

        The earlier seats are empty if the seat can push as the first one in. There is no decision
        for the big blind after everyone folds, nor for any seat once ``callers`` have called.
        """
        most = self.callers or 0
        return tuple(
            (seat, earlier)
            for seat in range(self.seats)
            for size in range(most + 1)
            for earlier in combinations(range(seat), size)
            if earlier or seat < self.seats - 1
        )

    @cached_property
    def ends(self) -> tuple[tuple[int, ...], ...]:
        """All sets of seats that can be all-in at the end; the empty set comes first.

        The big blind alone is not among them, because there is nobody to push against.
        """
        sizes = range((self.callers or 0) + 2)
        every = (each for size in sizes for each in combinations(range(self.seats), size))
        return tuple(each for each in every if each != (self.seats - 1,))

    def chips_after(
        self, all_in: Sequence[int], better: Sequence[int] | None = None
    ) -> tuple[float, ...]:
        """Compute the chips of each seat after the hand.

        Args:
            all_in: the seats that are all-in, ascending. If there are none, everyone has folded to
                the big blind.
            better: for each of these seats, the number of seats among them with a better hand; None
                if at most one seat is all-in.

        Example:
            >>> game = PushFoldGame((4, 6, 8))
            >>> game.chips_after((0, 1, 2), (0, 1, 2)), game.chips_after(())
            ((12.0, 4.0, 2.0), (4.0, 5.5, 8.5))
        """
        left = [stack - ante for stack, ante in zip(self.stacks, self.antes, strict=True)]
        paid = [left[seat] if seat in all_in else self.blinds[seat] for seat in range(self.seats)]
        chips = [stack - bet for stack, bet in zip(left, paid, strict=True)]
        dead, floor = sum(self.antes), 0.0
        if not all_in:
            chips[-1] += dead + sum(paid)
            return tuple(chips)
        places = dict(zip(all_in, better or [0] * len(all_in), strict=True))
        for level in sorted({paid[seat] for seat in all_in}):
            pot = dead + sum(min(bet, level) - min(bet, floor) for bet in paid)
            able = [seat for seat in all_in if paid[seat] >= level]
            best = min(places[seat] for seat in able)
            winners = [seat for seat in able if places[seat] == best]
            for seat in winners:
                chips[seat] += pot / len(winners)
            dead, floor = 0.0, level
        return tuple(chips)

    def worth(self, chips: NDArray[np.float64]) -> NDArray[np.float64]:
        """Compute what stacks after the hand are worth: chips, or prize money with payouts.

        Args:
            chips: float64[n, seats], the chips of each seat after the hand, for n results of it; 0
                for a seat that busts.

        Returns:
            float64[n, seats], the worth of each seat's chips.
        """
        return prize_money(chips, self.stacks, self.payouts) if self.payouts else chips


def _number(value: object, name: str) -> float:
    usable = isinstance(value, int | float) and not isinstance(value, bool)
    if not usable or not isfinite(value):  # type: ignore[arg-type]
        raise OptionError(f"{name} is {value!r}; it must be a number")
    return float(value)  # type: ignore[arg-type]


def _numbers(values: Sequence[object], name: str) -> tuple[float, ...]:
    return tuple(_number(value, f"{name} {place}") for place, value in enumerate(values, 1))


def _require_payouts(payouts: Sequence[float], players: int) -> None:
    if len(payouts) > players:
        raise OptionError(
            f"there are {len(payouts)} payouts for {players} players; leave out places that have "
            "already been paid"
        )
    for place, prize in enumerate(payouts, 1):
        if prize < 0:
            raise OptionError(f"payout {place} is {prize:g}; it must be 0 or more")
    for place, (above, below) in enumerate(pairwise(payouts), 1):
        if below > above:
            raise OptionError(
                f"place {place + 1} is paid {below:g} and place {place} {above:g}; list the "
                "payouts from first place down"
            )
    if payouts and not payouts[0]:
        raise OptionError("all payouts are 0; the first place must be paid something")


def showdowns(seats: int) -> list[tuple[int, ...]]:
    """List all results of a showdown: for each seat, the number of seats with a better hand.

    Example:
        >>> showdowns(2)
        [(0, 0), (0, 1), (1, 0)]
    """
    every = product(range(seats), repeat=seats)
    return [each for each in every if all(sum(o < own for o in each) == own for own in each)]
