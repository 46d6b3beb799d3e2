"""A hand of the game as a history, to be kept or written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from handsight.cards import Card
from handsight.errors import OptionError
from handsight.game import Acted, Action, DealBoard, DealHole, HandState, Muck, Show
from handsight.game.order import last_before_the_flop
from handsight.history.hand import HandHistory, Played
from handsight.history.phh import HOUSE_RULES, table_rules
from handsight.kernels import game_state as at


def history_of(
    state: HandState, players: Sequence[str] = (), metadata: Mapping[str, Any] | None = None
) -> HandHistory:
    """Make a history of a hand that was played, or is being played.

    The history has only the players' seats, in order from the left of the button. Of a player's
    view it holds what the player sees.

    Args:
        state: the hand.
        players: a name for each seat of the table.
        metadata: what else to tell, by the names of the PHH format.

    Raises:
        OptionError: if there are not as many names as seats, or the seat of the button is empty.

    Example:
        >>> from handsight.game import Rules
        >>> state = HandState.start(Rules(), [900, 800], button=0, seed=7).apply("fold")
        >>> history = history_of(state, ["Ann", "Bob"], {"hand": 7})
        >>> history.players, history.stacks, history.finishing_stacks
        (('Bob', 'Ann'), (800, 900), (850, 850))
    """
    if players and len(players) != state.seats:
        raise OptionError(f"{len(players)} players for {state.seats} seats; name each seat")
    if not state.start_stacks[state.button]:
        raise OptionError("the seat of the button is empty, which a history cannot tell")
    around = [(state.button + step) % state.seats for step in range(1, state.seats + 1)]
    seats = [seat for seat in around if state.start_stacks[seat]]
    teller = _Teller({seat: place for place, seat in enumerate(seats)})
    for event in state.events:
        teller.tell(event)
    posts = tuple(state.number(at.POSTS + seat) for seat in seats)
    return HandHistory(
        rules=_rules(state, posts),
        stacks=tuple(state.start_stacks[seat] for seat in seats),
        antes=tuple(state.number(at.ANTES + seat) for seat in seats),
        posts=posts,
        late=_late(posts, seats.index(state.number(at.LAST_POST)), state.rules.big_blind),
        holes=tuple(teller.holes[place] for place in range(len(seats))),
        board=tuple(teller.board),
        actions=tuple(teller.actions),
        shown=tuple(teller.shown),
        mucked=tuple(teller.mucked),
        players=tuple(players[seat] for seat in seats) if players else (),
        finishing_stacks=tuple(state.stacks[seat] for seat in seats) if state.is_over else None,
        metadata=dict(metadata or {}),
    )


def _rules(state: HandState, posts: tuple[int, ...]) -> Any:
    rules = state.rules
    bets = rules.bet_sizes if rules.is_limit else (rules.big_blind,)
    house = tuple((name, getattr(rules, name)) for name in HOUSE_RULES)
    return table_rules(rules.structure, posts, bets, rules.ante_by == "each", house)


def _late(posts: tuple[int, ...], last: int, big_blind: int) -> tuple[int, ...]:
    """Say whose posts are out of turn: those after the last blind or straddle.

    Whatever post would have the betting begin elsewhere than it did is out of turn as well.
    """
    places = range(len(posts))
    after = places[last + 1 :] if len(posts) > 2 else ()
    late = {place for place in after if posts[place]}
    while True:
        in_turn = {place: posts[place] for place in places if place not in late}
        found = last_before_the_flop(places, in_turn, big_blind)
        if found == last or not in_turn.get(found):
            return tuple(sorted(late))
        late.add(found)


class _Teller:
    """Collects what a history tells from the events of a hand."""

    def __init__(self, places: dict[int, int]) -> None:
        self.places = places
        self.holes: dict[int, tuple[Card, ...] | None] = {}
        self.board: list[Card] = []
        self.actions: list[Played] = []
        self.shown: list[int] = []
        self.mucked: list[int] = []

    def tell(self, event: object) -> None:
        match event:
            case DealHole(seat, cards):
                self.holes[self.places[seat]] = cards
            case DealBoard(_, cards):
                self.board.extend(cards)
            case Acted(seat, action):
                self.actions.append(Played(self.places[seat], _plain(action), len(self.board)))
            case Show(seat):
                self.shown.append(self.places[seat])
            case Muck(seat):
                self.mucked.append(self.places[seat])


def _plain(action: Action) -> Action:
    if action.kind in ("check", "call"):
        return Action.call()
    return Action.raise_to(action.amount) if action.kind in ("bet", "raise") else action
