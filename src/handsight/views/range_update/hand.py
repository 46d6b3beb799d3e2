"""A hand up to some moment, as one of its players has seen it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from handsight.cards import Card, CardSet, CardsLike
from handsight.cards.card import BOARD_SIZES
from handsight.errors import OptionError
from handsight.game import ActionRecord, Hand, HandCursor, Rules, walk
from handsight.game.positions import positions_by_posts
from handsight.odds.spot import Spot


@dataclass(frozen=True, slots=True)
class HandSoFar:
    """What one player knows about a hand at some moment.

    Seats are numbered clockwise from 0, which is the seat to the left of the button; the button has
    the last seat.

    Attributes:
        spot: our cards and the board.
        us: our seat.
        names: names of the players, by seat.
        rules: rules of the game.
        stacks: chips of each seat before the hand.
        posts: blinds and straddles of each seat, in chips.
        antes: ante of each seat, in chips.
        actions: actions so far, in order.
        inside: seats that have not folded.
        turn: the seat to act; None if no seat is to act, or if cards have to be dealt first.
        board: cards of the board, in the order dealt.
        late: seats that posted out of turn.
        silent: seats that are assumed to fold because the history does not mention them.
        scale: chips in one unit of the record.
        revealed: cards of the other players, by seat, if the record has them; the model never sees
            these.
        recorded: number of actions in the record; None without a record.
    """

    spot: Spot
    us: int
    names: tuple[str, ...]
    rules: Rules
    stacks: tuple[int, ...]
    posts: tuple[int, ...]
    antes: tuple[int, ...]
    actions: tuple[ActionRecord, ...]
    inside: tuple[int, ...]
    turn: int | None
    board: tuple[Card, ...]
    late: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    scale: int = 1
    revealed: Mapping[int, CardSet] = field(default_factory=dict, hash=False)
    recorded: int | None = None

    @property
    def button(self) -> int:
        """The seat of the button: the last one."""
        return len(self.stacks) - 1

    @property
    def positions(self) -> tuple[str, ...]:
        """The name of each seat's position, such as ``"SB"``, ``"UTG"`` or ``"BTN"``."""
        return positions_by_posts(self.posts, self.late, self.rules.big_blind)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The other seats that have not folded, ascending."""
        return tuple(seat for seat in self.inside if seat != self.us)


def hand_of_history(
    history: Hand, at: int | None = None, us: str | None = None, hole: CardsLike = ""
) -> HandSoFar:
    """Stop a recorded hand at some moment, and return what one of its players knows.

    Args:
        history: the recorded hand.
        at: number of actions after which to stop. None stops before the hero's fold if `us` is
            None too; otherwise before a last action that leaves only one player, or else after all
            actions.
        us: name of the player whose view it is, or ``"p2"`` for the second seat to the left of the
            button. None for the hero of the record; without a hero, for the player to act, or else
            for the remaining player who acted last.
        hole: that player's hole cards, if the record does not show them.

    Raises:
        HistoryError: if the hand cannot be played that far.
        OptionError: if the hand has fewer actions than `at`, or no such player; if that player, or
            all others, have folded by then; or if the player's cards are not known, or `hole`
            contradicts the record.
        InputError: if cards cannot be read, or appear twice.

    Example:
        >>> from handsight.formats import parse_phh
        >>> history = parse_phh('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 cbr 6", "p1 cc", "d db Qh7h2c", "p1 f"]
        ... ''')
        >>> hand = hand_of_history(history)
        >>> hand.us, str(hand.spot.hole), [str(each.action) for each in hand.actions]
        (0, 'AhKh', ['raise to 6', 'call'])
    """
    seat = history.hero if us is None else seat_of(us, names_of(history))
    table = _stopped(history, _moment(history, at, history.hero if us is None else None))
    if seat is None:
        seat = whose_view(table)
    _require_inside(table, seat, history.name_of(seat))
    board = table.state.board if not table.state.is_over else _lying(history, table)
    holes = {number: CardSet.of(cards) for number, cards in enumerate(history.holes) if cards}
    return HandSoFar(
        spot=Spot.alone(_own(holes.pop(seat, None), hole, history.name_of(seat)), board),
        us=seat,
        names=names_of(history),
        rules=history.rules,
        stacks=history.stacks,
        posts=history.posts,
        antes=history.antes,
        actions=table.actions,
        inside=table.state.players,
        turn=None if table.state.is_over else table.state.actor,
        board=board,
        late=history.late,
        scale=history.scale,
        revealed=holes,
        recorded=len(history.actions),
    )


def names_of(history: Hand) -> tuple[str, ...]:
    """Return the names of a recorded hand's players, or p1, p2, ... if they have none.

    Args:
        history: the recorded hand.
    """
    return tuple(history.players) or numbered(len(history.stacks))


def numbered(players: int) -> tuple[str, ...]:
    """Return names for players by their seats: p1, p2 and so on.

    Args:
        players: number of players.

    Example:
        >>> numbered(3)
        ('p1', 'p2', 'p3')
    """
    return tuple(f"p{number}" for number in range(1, players + 1))


def seat_of(player: str, names: Sequence[str]) -> int:
    """Return the seat of a player.

    Args:
        player: name of the player, or ``"p2"`` for the second seat to the left of the button.
        names: names of the players, by seat.

    Raises:
        OptionError: if there is no such player, or more than one.

    Example:
        >>> seat_of("Ben", ("Ann", "Ben")), seat_of("p1", ("Ann", "Ben"))
        (1, 0)
    """
    wanted = player.strip()
    for known in (names, numbered(len(names))):
        if known.count(wanted) == 1:
            return known.index(wanted)
    places = f"p1 to p{len(names)}"
    who = places if tuple(names) == numbered(len(names)) else f"{', '.join(names)}, or {places}"
    raise OptionError(f"{player!r} is not one of the {len(names)} players at the table: {who}")


def whose_view(table: HandCursor, board: int | None = None) -> int:
    """Return the seat whose view to take.

    This is the player to act. If the hand is over, or has dealt board cards that are not known, it
    is the remaining player who acted last, or the one in the lowest seat if none of them has acted.

    Args:
        table: the hand, stopped at the moment of the view.
        board: number of board cards that are known; None if all cards that the hand has dealt are.

    Example:
        >>> from handsight.game import HandState
        >>> whose_view(HandCursor(HandState.start(Rules(), [900, 900], button=1, seed=7)))
        1
    """
    state = table.state
    known = len(state.board) if board is None else board
    if not state.is_over and len(state.board) <= known:
        return state.actor
    stayed = [each.seat for each in table.actions if each.seat in state.players]
    return stayed[-1] if stayed else state.players[0]


def _moment(history: Hand, at: int | None, hero: int | None) -> int:
    most = len(history.actions)
    if at is None:
        for number, each in enumerate(history.actions):
            if each.seat == hero and each.action.kind == "fold":
                return number
        alone = len(_stopped(history, most).state.players) == 1
        return most - alone
    if not 0 <= at <= most:
        raise OptionError(
            f"--at is {at}; the players of this hand take {most} actions, so it must be from 0 "
            f"to {most}"
        )
    return at


def _stopped(history: Hand, at: int) -> HandCursor:
    """Return the cursor of a recorded hand after the hand's first `at` actions."""
    *_, cursor = islice(walk(history), at + 1)
    return cursor


def _lying(history: Hand, table: HandCursor) -> tuple[Card, ...]:
    """Return the board cards that were on the table at the last action."""
    return history.board[: BOARD_SIZES[table.actions[-1].street]] if table.actions else ()


def _require_inside(table: HandCursor, seat: int, name: str) -> None:
    if seat in table.state.players:
        if len(table.state.players) == 1:
            last = len(table.actions) - 1
            raise OptionError(
                f"all others have folded, so nobody's range is left; use --at {last} or less"
            )
        return
    gone = next(
        number
        for number, each in enumerate(table.actions)
        if each.seat == seat and each.action.kind == "fold"
    )
    raise OptionError(f"{name} has folded by then; use --at {gone} or less, or another --us")


def _own(recorded: CardSet | None, given: CardsLike, name: str) -> CardsLike:
    if not given and recorded is None:
        raise OptionError(f"the record does not show the cards of {name}; give them as HOLE")
    if given and recorded is not None and CardSet(given) != recorded:
        raise OptionError(f"the record shows that {name} holds {recorded}; leave out HOLE")
    return recorded if recorded is not None else given
