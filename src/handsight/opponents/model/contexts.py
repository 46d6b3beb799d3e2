"""The context of a decision: the public circumstances, in a few small numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from handsight.errors import OptionError
from handsight.game import ChipBook
from handsight.game.order import last_before_the_flop, posting_order

FOLD, CALL, RAISE = range(3)
"""The codes of decisions; a check counts as a call, and a bet as a raise."""

ACTIONS = ("fold", "call", "raise")
"""The names of the codes `FOLD`, `CALL` and `RAISE`."""

MOST_RAISES = 3
MOST_CALLERS = 2
NOBODY = -1
UNTOUCHED, PASSIVE, AGGRESSIVE = range(3)
NO_LEAD, LEADS, IS_LED = range(3)
"""The last raiser on earlier streets: nobody (or a player who has folded), the player to act, or
another player."""

_CODES = {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}


def action_code(kind: str, *, raises: bool = False) -> int:
    """Return the code of an action.

    Args:
        kind: the kind of action, such as ``"check"`` or ``"all-in"``.
        raises: whether an all-in is a bet or raise rather than a call.

    Raises:
        OptionError: if the kind of action is unknown.

    Example:
        >>> action_code("check"), action_code("bet"), action_code("all-in", raises=True)
        (1, 2, 2)
    """
    if kind == "all-in":
        return RAISE if raises else CALL
    if kind not in _CODES:
        raise OptionError(f"kind is {kind!r}; it must be one of {', '.join(_CODES)}, all-in")
    return _CODES[kind]


class Context(NamedTuple):
    """The public circumstances of a player's decision.

    Attributes:
        street: the street, 0..3 for preflop to river.
        behind: the number of seats that act after the player's seat before the flop: without
            straddles, 0 for the big blind and 2 for the button (1 heads-up).
        seats: the number of players dealt in.
        players: the number of players who have not folded, including the player to act.
        raises: the number of bets and raises on this street, without blinds, capped at 3.
        callers: the number of callers on this street since the last bet or raise, or of limpers,
            capped at 2.
        opener: the `behind` of the player who bet or raised last on this street, or -1 if nobody
            did.
        own: the player's own actions on this street: 0 none yet; 1 only checks or calls; 2 at least
            one bet or raise.
        lead: the player who bet or raised last on earlier streets: 0 nobody, or a player who has
            folded; 1 the player to act; 2 another player.
        last: whether the player is last in the order of the street: before the flop, of all players
            dealt in; from the flop on, of those who have not folded and have chips left.
        quiet: whether nobody bet or raised on the previous street; False before the flop.
        entered: from the flop on, the number of raises before the flop, capped at 3; before the
            flop, 0.
        price: the chips to call, as a share of the pot after the call, 0..1.
        depth: the effective stack as a multiple of the pot: the player's remaining chips, but no
            more than the deepest opponent can match.

    Example:
        >>> table = BettingContext([1000, 1000, 1000], button=0, posts=[0, 5, 10])
        >>> seen = table.context(0)
        >>> seen.behind, seen.players, seen.raises, seen.price
        (2, 3, 0, 0.4)
    """

    street: int
    behind: int
    seats: int
    players: int
    raises: int
    callers: int
    opener: int
    own: int
    lead: int
    last: bool
    quiet: bool
    entered: int
    price: float
    depth: float

    @property
    def free(self) -> bool:
        """Whether the player can check, so that a fold makes no sense."""
        return self.price == 0.0


class BettingContext(ChipBook):
    """The betting of a hand, which tracks chips, calls and raises to find contexts of decisions.

    You can record an action or query a context for any seat, even out of turn: to predict the
    responses to a raise, a model queries each opponent as if it were their turn.

    Args:
        stacks: the chips of each seat before the hand; 0 for an empty seat.
        button: the seat of the button.
        posts: the blinds and straddles of each seat in chips.
        antes: the ante of each seat in chips; empty if there are no antes.
        big_blind: the full big blind in chips, which tells a big blind that is posted short from a
            straddle; 0 if unknown.
        late: the seats that posted out of turn.

    Raises:
        OptionError: if there are fewer than two players, or not one post or ante for each seat.

    Example:
        >>> table = BettingContext([1000, 1000], button=0, posts=[5, 10])
        >>> table.act(0, RAISE, 30)
        >>> table.act(1, CALL)
        >>> table.next_street()
        >>> table.pot, table.context(1).lead, table.context(0).lead
        (60, 2, 1)
    """

    __slots__ = (
        *("_callers", "_entered", "_leader", "_opener", "_own", "_quiet", "_raises"),
        *("_seats", "_turn", "street"),
    )

    def __init__(
        self,
        stacks: Sequence[int],
        button: int,
        posts: Sequence[int],
        antes: Sequence[int] = (),
        *,
        big_blind: int = 0,
        late: Sequence[int] = (),
    ) -> None:
        super().__init__(stacks, posts, antes)
        if sum(self.inside) < 2:
            raise OptionError("a table needs at least two players, and a post and an ante for each")
        size = len(stacks)
        self.street = 0
        around = [(button + step) % size for step in range(1, size + 1)]
        self._seats = [seat for seat in around if stacks[seat]]
        in_turn = {seat: posts[seat] for seat in self._seats if seat not in late}
        second = posting_order(self._seats)[1]
        broke = not self.stacks[second] + self.bets[second]
        if broke and any(in_turn.values()):
            in_turn[second] = posts[second] or 1  # the ante took the last chip of the big blind
        self._turn = self._order_before_the_flop(in_turn, big_blind)
        self._leader, self._entered, self._quiet = NOBODY, 0, False
        self._begin(size)

    def _order_before_the_flop(self, posts: Mapping[int, int], big_blind: int) -> dict[int, int]:
        """Return {seat: number of seats that act later before the flop}.

        Args:
            posts: {seat: blind or straddle in chips}, without posts out of turn.
            big_blind: the full big blind in chips; 0 if unknown.
        """
        last = self._seats.index(last_before_the_flop(self._seats, posts, big_blind))
        turn = self._seats[last + 1 :] + self._seats[: last + 1]
        return {seat: len(turn) - 1 - place for place, seat in enumerate(turn)}

    def _begin(self, size: int) -> None:
        self._raises = self._callers = 0
        self._opener = NOBODY
        self._own = [UNTOUCHED] * size

    def context(self, seat: int) -> Context:
        """Return the context of a seat's decision, as if it were the seat's turn."""
        cost = min(max(self.price - self.bets[seat], 0), self.stacks[seat])
        opponents = [other for other in self._seats if self.inside[other] and other != seat]
        reach = max((self.stacks[other] + self.bets[other] for other in opponents), default=0)
        behind = min(self.stacks[seat], max(reach - self.bets[seat], 0))
        return Context(
            self.street,
            self._turn[seat],
            len(self._seats),
            len(opponents) + 1,
            min(self._raises, MOST_RAISES),
            min(self._callers, MOST_CALLERS),
            NOBODY if self._opener == NOBODY else self._turn[self._opener],
            self._own[seat],
            self._lead_of(seat),
            self._acts_last(seat, opponents),
            self._quiet,
            min(self._entered, MOST_RAISES),
            cost / max(self.pot + cost, 1),
            behind / max(self.pot, 1),
        )

    def _lead_of(self, seat: int) -> int:
        if self._leader == NOBODY or not self.inside[self._leader]:
            return NO_LEAD
        return LEADS if self._leader == seat else IS_LED

    def _acts_last(self, seat: int, opponents: Sequence[int]) -> bool:
        if not self.street:
            return self._turn[seat] == 0
        place = self._seats.index(seat)
        return all(self._seats.index(other) < place for other in opponents if self.stacks[other])

    def act(self, seat: int, code: int, total: int = 0) -> None:
        """Record a seat's action.

        Args:
            seat: the seat of the player.
            code: the action: FOLD, CALL or RAISE.
            total: the seat's total bet on this street after a bet or raise; ignored for other
                actions.
        """
        if code == FOLD:
            self.fold(seat)
            return
        if code == RAISE:
            self.raise_to(seat, total)
            self._raises += 1
            self._callers, self._opener = 0, seat
            self._own[seat] = AGGRESSIVE
        else:
            self._callers += self.stay(seat) > 0
            self._own[seat] = max(self._own[seat], PASSIVE)

    def copy(self) -> BettingContext:
        """Return an independent copy of the betting."""
        copied = object.__new__(BettingContext)
        copied.stacks, copied.bets, copied.inside = self.stacks[:], self.bets[:], self.inside[:]
        copied.pot, copied.price, copied.street = self.pot, self.price, self.street
        copied._seats, copied._turn, copied._own = self._seats, self._turn, self._own[:]
        copied._raises, copied._callers, copied._opener = self._raises, self._callers, self._opener
        copied._leader, copied._entered, copied._quiet = self._leader, self._entered, self._quiet
        return copied

    def next_street(self) -> None:
        """Move on to the next street."""
        if self.street == 0:
            self._entered = self._raises
        if self._opener != NOBODY:
            self._leader = self._opener
        self._quiet = self._raises == 0
        self.street += 1
        super().next_street()
        self._begin(len(self.bets))


# --- similar contexts -----------------------------------------------------------------------------

BEFORE_THE_FLOP = (0.25, 0.31, 0.36, 0.42)
AFTER_THE_FLOP = (0.19, 0.26, 0.33)
"""The boundaries between groups of prices before the flop, and from the flop on."""

MOST_BEHIND = 5
LEVELS = 6
"""The number of levels of similarity between contexts."""

_WIDTH = 10
UNOPENED, LIMPED, RAISED, RAISED_AFTER_CALL, RERAISED, RERAISED_COLD, HIGHER, HIGHER_COLD = range(8)
"""Situations before the flop, by the number of raises, limpers and the player's own actions.

In a cold situation, the player faces two or more raises without having raised.
"""


def levels_of(context: Context) -> tuple[int, ...]:
    """Return the groups of similar contexts to which a context belongs, from widest to narrowest.

    Each level makes a further distinction. Before the flop, the levels distinguish, in turn, the
    number of raises; the situation, which includes the player's own actions; the player's seat; the
    seat of the last raiser; callers and price; and whether the game is heads-up. From the flop on,
    they distinguish whether there is a bet on the street; the street and the number of raises; who
    raised last on earlier streets; whether the player acts last and, if there is no bet on the
    street, whether the previous street had none either; the number of raises before the flop, and
    whether more than two players are left; and, if there is a bet, the price.

    Returns:
        `LEVELS` group numbers, one for each level. Two contexts are similar at a level if they have
        the same number at that level.

    Example:
        >>> table = BettingContext([1000, 1000, 1000], button=0, posts=[0, 5, 10])
        >>> button = levels_of(table.context(0))
        >>> table.act(0, FOLD)
        >>> small_blind = levels_of(table.context(1))
        >>> [one == other for one, other in zip(button, small_blind)]
        [True, True, False, False, False, False]
    """
    return _before(context) if context.street == 0 else _after(context)


def is_after_the_flop(group: int) -> bool:
    """Check whether the contexts of a group are from the flop on.

    Args:
        group: the number of the group, from `levels_of`.

    Example:
        >>> table = BettingContext([1000, 1000, 1000], button=0, posts=[0, 5, 10])
        >>> [is_after_the_flop(group) for group in levels_of(table.context(0))]
        [False, False, False, False, False, False]
    """
    while group >= _WIDTH**2:
        group //= _WIDTH
    return group % _WIDTH >= _WIDTH - 2


def situation_of(context: Context) -> int:
    """Return the player's situation before the flop: `UNOPENED` to `HIGHER_COLD`."""
    if context.raises == 0:
        return LIMPED if context.callers else UNOPENED
    if context.raises == 1:
        return RAISED if context.own == UNTOUCHED else RAISED_AFTER_CALL
    cold = context.own != AGGRESSIVE
    return (RERAISED if context.raises == 2 else HIGHER) + cold


def _before(context: Context) -> tuple[int, ...]:
    situation = situation_of(context)
    behind = min(context.behind, MOST_BEHIND)
    opener = min(context.opener, MOST_BEHIND) + 1
    called = context.raises > 0 and context.callers > 0
    price = bisect_right(BEFORE_THE_FLOP, context.price)
    return _numbered(
        (context.raises, situation, behind, opener, 2 * price + called, int(context.seats == 2))
    )


def _after(context: Context) -> tuple[int, ...]:
    facing = min(context.raises, 2)
    quiet = 0 if facing else int(context.quiet)
    price = bisect_right(AFTER_THE_FLOP, context.price) if facing else quiet
    crowd = 2 * min(context.entered, 2) + (context.players > 2)
    return _numbered(
        (
            _WIDTH - 1 - (facing > 0),
            3 * facing + context.street - 1,
            context.lead,
            2 * context.last + quiet,
            crowd,
            price,
        )
    )


def _numbered(parts: Sequence[int]) -> tuple[int, ...]:
    """Return the group number at each level: a 1, followed by the parts up to that level as digits.

    The leading 1 keeps the numbers of different levels distinct.

    Args:
        parts: what each level adds to the previous level, a digit 0..9.
    """
    numbers, number = [], 1
    for part in parts:
        number = number * _WIDTH + part
        numbers.append(number)
    return tuple(numbers)
