"""The stacks at a table, which are reset before every hand or carry over to the next one."""

from __future__ import annotations

from collections.abc import Sequence


class TableStacks:
    """The stacks of all players at a table, in a fixed order.

    Args:
        buy_ins: chips with which each player sits down.
        carry: whether stacks carry over from hand to hand.
        now: current chips of each player; None for `buy_ins`.

    Attributes:
        buy_ins: chips with which each player sits down, and buys in again.
        carry: whether stacks carry over from hand to hand.
        now: chips of each player at the start of the hand in progress, or for the next one.

    Example:
        >>> stacks = TableStacks([1000, 2000], carry=True)
        >>> stacks.end_hand([3000, 0])
        >>> stacks.rebuy(), stacks.now
        ([1], [3000, 2000])
    """

    def __init__(
        self, buy_ins: Sequence[int], carry: bool, now: Sequence[int] | None = None
    ) -> None:
        self.buy_ins = tuple(buy_ins)
        self.carry = carry
        self.now = [*(buy_ins if now is None else now)]

    def end_hand(self, stacks: Sequence[int]) -> None:
        """Keep the stacks at the end of a hand, or reset them if they do not carry over."""
        self.now = [*(stacks if self.carry else self.buy_ins)]

    def rebuy(self) -> list[int]:
        """Give each player without chips their buy-in, and return the indices of these players."""
        broke = [player for player, chips in enumerate(self.now) if not chips]
        for player in broke:
            self.now[player] = self.buy_ins[player]
        return broke
