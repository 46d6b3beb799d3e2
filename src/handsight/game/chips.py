"""Bookkeeping of the chips of a recorded hand, without checking whether actions were legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.game.actions import Action, ActionRecord

Move: TypeAlias = tuple[str, int, str, int]
"""An action: its street, its seat, ``"fold"``, ``"call"`` or ``"raise"``, and for a raise (or bet)
the street total. A call of nothing is a check."""

_FOLD, _CHECK, _CALL = Action.fold(), Action.check(), Action.call()
_NEW = tuple.__new__


class ChipBook:
    """Tracks stacks, bets and the pot while the players of a hand act.

    It does not check whether a player acts in turn, or whether an amount is too small. So it can
    follow records that our rules do not allow, and hands played by the rules of other platforms.
    But it never lets a player put in more than their stack.

    Args:
        stacks: chips of each seat before the hand; 0 is an empty seat.
        posts: the blind or straddle required of each seat.
        antes: the ante required of each seat; empty for none.
        paid_price: whether a short blind lowers the price to the amount actually posted.

    Raises:
        OptionError: if the number of posts or antes differs from the number of seats.

    Attributes:
        stacks: chips that each seat has behind.
        bets: chips that each seat has put in on this street, without antes.
        inside: whether each seat was dealt in and has not folded.
        pot: all chips in the pot, including the bets of this street.
        price: the street total that a player must reach to stay in.

    Example:
        >>> book = ChipBook([1000, 1000], posts=[50, 100])
        >>> str(book.record("preflop", 0, Action.raise_to(300)).action), book.pot
        ('raise to 300', 400)
        >>> book.record("preflop", 1, Action.call()).chips
        200
    """

    __slots__ = ("bets", "inside", "pot", "price", "stacks")

    def __init__(
        self,
        stacks: Sequence[int],
        posts: Sequence[int],
        antes: Sequence[int] = (),
        *,
        paid_price: bool = False,
    ) -> None:
        if not len(posts) == len(antes or posts) == len(stacks):
            raise OptionError("a table needs at least two players, and a post and an ante for each")
        self.stacks, self.bets = list(stacks), [0] * len(stacks)
        self.inside = [stack > 0 for stack in stacks]
        self.pot = 0
        for seat, ante in enumerate(antes):
            if ante:
                self._pay(seat, ante)
                self.bets[seat] = 0  # an ante is not part of a bet
        for seat, post in enumerate(posts):
            if post:
                self._pay(seat, post)
        # A call costs the full blind, even if a short stack has posted less.
        self.price = max(self.bets if paid_price else posts)

    def next_street(self) -> None:
        """Move on to the next street and reset all bets to 0."""
        self.bets = [0] * len(self.bets)
        self.price = 0

    def fold(self, seat: int) -> None:
        """Fold the hand of a seat."""
        self.inside[seat] = False

    def stay(self, seat: int) -> int:
        """Make a seat call or check, and return the chips that the seat adds: 0 for a check."""
        return self._pay(seat, self.price)

    def raise_to(self, seat: int, total: int) -> int:
        """Bring a seat's bet on this street to a total, and return the chips that the seat adds.

        A seat with fewer chips goes all-in.
        """
        chips = self._pay(seat, total)
        self.price = max(self.price, self.bets[seat])
        return chips

    def _pay(self, seat: int, total: int) -> int:
        chips = total - self.bets[seat]
        if chips > self.stacks[seat]:
            chips = self.stacks[seat]
        if chips <= 0:
            return 0
        self.bets[seat] += chips
        self.stacks[seat] -= chips
        self.pot += chips
        return chips

    def record(self, street: str, seat: int, action: Action) -> ActionRecord:
        """Make a seat act, and return the record of its action.

        A call or check is recorded as a call if the seat adds chips, and as a check otherwise. A
        bet or raise keeps its amount, even if the seat has fewer chips. It is recorded as a raise
        if the street already has a bet or a blind, otherwise as a bet.
        """
        kind, amount = action
        if kind == "fold":
            self.inside[seat] = False
            return ActionRecord(street, seat, action, 0, False)
        if kind == "call" or kind == "check":
            chips = self._pay(seat, self.price)
            done = Action.call() if chips else Action.check()
        else:
            done = Action("raise" if self.price else "bet", amount)
            chips = self.raise_to(seat, amount)
        return ActionRecord(street, seat, done, chips, not self.stacks[seat])

    def record_all(self, moves: Iterable[Move]) -> tuple[ActionRecord, ...]:
        """Make seats act, and return the records of their actions.

        The records are those of `record` for each move, with `next_street` before the first move of
        each further street. Only this loop is faster.

        Args:
            moves: the actions from the first street on.

        Example:
            >>> book = ChipBook([1000, 1000], posts=[50, 100])
            >>> moves = [("preflop", 0, "call", 0), ("flop", 0, "call", 0), ("flop", 1, "raise", 9)]
            >>> [(str(each.action), each.chips) for each in book.record_all(moves)]
            [('call', 50), ('check', 0), ('bet 9', 9)]
        """
        stacks, bets, inside, price = self.stacks, self.bets, self.inside, self.price
        lying, pot = STREETS[0], self.pot
        done = []
        for street, seat, kind, amount in moves:
            if street != lying:
                lying, bets, price = street, [0] * len(bets), 0
            if kind == "fold":
                inside[seat] = False
                done.append(_NEW(ActionRecord, (street, seat, _FOLD, 0, False)))
                continue
            raises = kind == "raise"
            chips = (amount if raises else price) - bets[seat]
            stack = stacks[seat]
            if chips > stack:
                chips = stack
            if chips > 0:
                bets[seat] += chips
                stacks[seat] = stack = stack - chips
                pot += chips
            else:
                chips = 0
            if raises:
                action = Action("raise" if price else "bet", amount)
                if bets[seat] > price:
                    price = bets[seat]
            else:
                action = _CALL if chips else _CHECK
            done.append(_NEW(ActionRecord, (street, seat, action, chips, not stack)))
        self.bets, self.price, self.pot = bets, price, pot
        return tuple(done)

    def can_raise(self, seat: int) -> bool:
        """Check whether a seat has the chips to raise, and another player the chips to respond."""
        if self.stacks[seat] <= self.price - self.bets[seat]:
            return False
        others = (other for other in range(len(self.stacks)) if other != seat)
        return any(self.stacks[other] and self.inside[other] for other in others)

    def highest_answer(self, seat: int) -> int:
        """Return the highest street total that another player with chips behind can reach, or 0.

        It is 0 if no other player in the hand has chips behind.
        """
        others = (other for other in range(len(self.stacks)) if other != seat)
        live = (other for other in others if self.inside[other] and self.stacks[other])
        return max((self.bets[other] + self.stacks[other] for other in live), default=0)
