"""The chips of a hand as it is recorded, followed without judging what was done."""

from __future__ import annotations

from collections.abc import Sequence

from handsight.errors import OptionError
from handsight.game.actions import Action, ActionRecord


class ChipBook:
    """Keeps count of stacks, bets and the pot while the players of a hand act.

    It trusts what it is given: whoever acts is in turn, and no amount is too small. So it follows
    records that no rules of ours would allow, and hands by the rules of other platforms. Chips go
    as far as a stack does.

    Args:
        stacks: chips before the hand; 0 is an empty seat.
        posts: the blind or straddle asked of each seat.
        antes: the ante asked of each seat; none if empty.
        paid_price: whether the price is what was really posted, where a blind is short.

    Raises:
        OptionError: if there are not as many posts or antes as seats.

    Attributes:
        stacks: chips of each seat behind.
        bets: what each seat has put in on this street.
        inside: whether a seat was dealt in and has not folded.
        price: what a player must have put in on this street to stay.

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
            raise OptionError("a table takes two players or more, and a post and ante for each")
        self.stacks, self.bets = list(stacks), [0] * len(stacks)
        self.inside = [stack > 0 for stack in stacks]
        self.pot = 0
        for seat, ante in enumerate(antes):
            if ante:
                self._pay(seat, ante)
                self.bets[seat] = 0  # an ante is no bet
        for seat, post in enumerate(posts):
            if post:
                self._pay(seat, post)
        # A call costs the full blind also where a short stack posted less of it.
        self.price = max(self.bets if paid_price else posts)

    def next_street(self) -> None:
        """Go to the next street, on which nobody has put in anything yet."""
        self.bets = [0] * len(self.bets)
        self.price = 0

    def fold(self, seat: int) -> None:
        """Let a seat give up its hand."""
        self.inside[seat] = False

    def stay(self, seat: int) -> int:
        """Let a seat pay the price as far as its stack goes; give the chips, 0 for a check."""
        return self._pay(seat, self.price)

    def raise_to(self, seat: int, total: int) -> int:
        """Let a seat bring its bet of this street to a total; give the chips that it takes."""
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
        """Let a seat act, and say what it did: a call of nothing is a check, an opening a bet."""
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

    def can_raise(self, seat: int) -> bool:
        """Whether a seat has more than the price, and another has chips to answer with."""
        if self.stacks[seat] <= self.price - self.bets[seat]:
            return False
        others = (other for other in range(len(self.stacks)) if other != seat)
        return any(self.stacks[other] and self.inside[other] for other in others)

    def highest_answer(self, seat: int) -> int:
        """Return the highest bet of this street that another player can still put in."""
        others = (other for other in range(len(self.stacks)) if other != seat)
        live = (other for other in others if self.inside[other] and self.stacks[other])
        return max((self.bets[other] + self.stacks[other] for other in live), default=0)
