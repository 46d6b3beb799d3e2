"""The forced bets of a PyPokerEngine 1.0.1 table, and the seats that take part in a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, SupportsIndex

from handsight.errors import OptionError
from handsight.game import Rules
from handsight.runtime.integers import ABOVE_0, NOT_NEGATIVE, is_whole

_SEATS = range(2, 11)


class EngineRules(Rules):
    """The forced bets of a PyPokerEngine table; all its other rules are fixed.

    This is a subclass of `handsight.game.Rules`, so agents find the blinds under the usual names.
    In a `HandState` that is started with these rules, the same seats post and act as in
    PyPokerEngine, but raises, splits and showdowns follow our own rules.

    Args:
        small_blind: chips of the small blind; the big blind is twice as large.
        ante: chips that each player posts as an ante.

    Raises:
        OptionError: if a number of chips is not a valid integer.

    Example:
        >>> EngineRules(5)
        EngineRules(small_blind=5, ante=0)
        >>> EngineRules(5).big_blind
        10
    """

    __slots__ = ()

    def __init__(self, small_blind: int, ante: int = 0) -> None:
        if not is_whole(small_blind, ABOVE_0):
            raise OptionError(f"small_blind is {small_blind!r}; it must be a positive integer")
        big_blind = 2 * small_blind
        super().__init__(
            small_blind=small_blind, big_blind=big_blind, ante=ante, fold_when_free=True
        )

    def posts_of(self, seats: Sequence[int]) -> dict[int, int]:
        """Return the blinds by seat: the first two players post them, heads-up too.

        Args:
            seats: seats of the players, starting left of the button.

        Example:
            >>> EngineRules(5).posts_of([1, 0])
            {1: 5, 0: 10}
        """
        return dict(zip(seats, (self.small_blind, self.big_blind), strict=False))

    def __repr__(self) -> str:
        return f"EngineRules(small_blind={self.small_blind}, ante={self.ante})"


class EngineSeating(NamedTuple):
    """The seats that take part in a round, and the seats of the button and the blinds.

    PyPokerEngine takes the chips of players who cannot pay their ante or blind, and nobody gets
    these chips.

    Attributes:
        stacks: chips of each seat, 0 if PyPokerEngine took them.
        button: seat of the button, which has moved on if its former seat has no chips.
        small_blind: seat that posts the small blind; the button's seat if nobody can.
        big_blind: seat that posts the big blind; the small blind's seat if nobody else can.
        players: seats that take part, ascending.

    Example:
        >>> seating = EngineSeating.of(EngineRules(5), [100, 4, 100, 9], button=0)
        >>> seating.stacks, seating.small_blind, seating.big_blind
        ((100, 0, 100, 0), 2, 0)
    """

    stacks: tuple[int, ...]
    button: int
    small_blind: int
    big_blind: int
    players: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        """Whether the match is over because fewer than two seats can take part."""
        return len(self.players) < 2

    @classmethod
    def of(cls, rules: EngineRules, stacks: Sequence[SupportsIndex], button: int) -> EngineSeating:
        """Determine which seats take part in the next round.

        Players who cannot pay the ante are out. The first player after the button who can pay both
        ante and small blind posts the small blind, the next player who can pay both ante and big
        blind posts the big blind, and all players passed over are out. If nobody can post the big
        blind, all players except the small blind are out.

        Args:
            rules: the blinds and the ante.
            stacks: chips of 2 to 10 seats.
            button: seat of the button in this round; if it is left without chips, the button moves
                on.

        Returns:
            The seating. PyPokerEngine crashes if nobody can post the small blind; here nobody takes
            part then, and players who can pay the ante keep their chips.

        Raises:
            OptionError: for invalid stacks or an invalid button.
        """
        left, start = _checked(stacks, button)
        if rules.ante:
            left = [chips if chips >= rules.ante else 0 for chips in left]
        if not left[start]:
            start = next_with_chips(left, start)
        order = [(start + step) % len(left) for step in range(1, len(left) + 1)]
        small = _first(left, order, rules.small_blind + rules.ante)
        if small is None:
            return cls(tuple(left), start, start, start, ())
        passed = order.index(small)  # PyPokerEngine takes the chips of the seats it passes over
        rest = order[passed + 1 :]
        big = _first(left, rest, rules.big_blind + rules.ante)
        out = order[:passed] + (rest if big is None else rest[: rest.index(big)])
        for seat in out:
            left[seat] = 0
        if not left[start]:
            start = next_with_chips(left, start)
        players = tuple([seat for seat, chips in enumerate(left) if chips])
        return cls(tuple(left), start, small, small if big is None else big, players)


def next_with_chips(stacks: Sequence[int], seat: int) -> int:
    """Return the next seat with chips, or the seat itself if no other seat has any.

    Args:
        stacks: chips of each seat.
        seat: seat after which to search.

    Example:
        >>> next_with_chips([10, 0, 10], 0)
        2
    """
    size = len(stacks)
    for step in range(1, size):
        if stacks[(seat + step) % size]:
            return (seat + step) % size
    return seat


def _first(stacks: Sequence[int], order: Sequence[int], price: int) -> int | None:
    for seat in order:
        if stacks[seat] >= price:
            return seat
    return None


def _checked(stacks: Sequence[SupportsIndex], button: int) -> tuple[list[int], int]:
    if len(stacks) not in _SEATS:
        raise OptionError(f"stacks has {len(stacks)} seats; a table has 2 to 10")
    for seat, chips in enumerate(stacks):
        if not is_whole(chips, NOT_NEGATIVE):
            raise OptionError(f"the stack of seat {seat} is {chips!r}; chips are whole numbers")
    if not is_whole(button, range(len(stacks))):
        raise OptionError(f"button is {button!r}; the seats are 0 to {len(stacks) - 1}")
    return [chips.__index__() for chips in stacks], button.__index__()
