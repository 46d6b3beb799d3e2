"""The PHH text of a hand that was just played, written straight from the state of the game.

This wrote the first stores of the arena; what is written today has to be the same to the byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from handsight.cards import Card
from handsight.cards.card import DECK_SIZE
from handsight.game import ActionRecord, HandState, PlayableHand, Rules
from handsight.game.records.hand import unusual_rules as house_rules
from handsight.game.showdown import showdown_of
from handsight.interop.pypokerengine import EngineHand, EngineRules, EngineSeating
from handsight.kernels.game import state as at

HOUSE, RULES_FIELD = "_house", "_rules"
"""Not of the format: whose rules a hand was played by, where they are not the usual ones."""

_CARDS = [str(Card(index)) for index in range(DECK_SIZE)]
_STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
_LYING = (0, 3, 4, 5)
_FOLDS = [f'  "p{place} f",\n' for place in range(1, at.SEATS + 1)]
_CALLS = [f'  "p{place} cc",\n' for place in range(1, at.SEATS + 1)]
_Places: TypeAlias = "dict[int, int]"


class _Frame(NamedTuple):
    """What of the text depends on rules, stacks and button alone.

    Attributes:
        seats: from the left of the button on.
        places: the place of each seat among them.
        head: the text up to the actions.
        tail: the text after the finishing stacks.
    """

    seats: tuple[int, ...]
    places: _Places
    head: str
    tail: str


def hand_text(
    state: PlayableHand,
    actions: Sequence[ActionRecord],
    names: tuple[str, ...] = (),
    hand: int | None = None,
) -> str:
    """Write a hand that is over in PHH.

    Args:
        state: the hand; a `HandState` that posts what its rules say, or an `EngineHand`.
        actions: what was done, as `handsight.game.HandCursor` notes it.
        names: a name for each seat.
        hand: its number, if it is to stand in the text.

    Example:
        >>> from handsight.game import Action, HandCursor
        >>> table = HandCursor(HandState.start(Rules(), [900, 800], button=0, seed=7))
        >>> table.apply(Action.fold())
        >>> print(hand_text(table.state, table.actions, ("Ann", "Bob")))
        variant = "NT"
        ante_trimming_status = true
        antes = [0, 0]
        blinds_or_straddles = [50, 100]
        min_bet = 100
        starting_stacks = [800, 900]
        actions = [
          "d dh p1 ...",
          "d dh p2 ...",
          "p2 f",
        ]
        players = ["Bob", "Ann"]
        finishing_stacks = [850, 850]
        <BLANKLINE>
    """
    if isinstance(state, HandState):
        return _text_of_ours(state, actions, names, hand)
    if isinstance(state, EngineHand):
        return _text_of_engine(state, actions, names, hand)
    raise TypeError(f"a {type(state).__name__} cannot be written")


def _text_of_ours(
    state: HandState, actions: Sequence[ActionRecord], names: tuple[str, ...], hand: int | None
) -> str:
    row: list[int] = state.vector()[: at.DECK].tolist()
    size = row[at.PLAYERS]
    stacks = tuple(row[at.START_STACKS : at.START_STACKS + size])
    frame = _frame(state.rules, stacks, row[at.BUTTON])
    holes = {
        seat: _CARDS[row[at.HOLES + 2 * seat]] + _CARDS[row[at.HOLES + 2 * seat + 1]]
        for seat in frame.seats
    }
    board = [_CARDS[card] for card in row[at.BOARD : at.BOARD + row[at.BOARD_COUNT]]]
    showing = _showing(state, row, holes, frame.places) if row[at.SHOWDOWN] else ""
    lines = _lines(frame.places, holes, board, actions, showing)
    return _whole(frame, lines, names, hand, row[at.STACKS : at.STACKS + size])


def _text_of_engine(
    state: EngineHand, actions: Sequence[ActionRecord], names: tuple[str, ...], hand: int | None
) -> str:
    frame = _engine_frame(state.rules, state.seating)
    places = frame.places
    holes = {
        seat: "".join([_CARDS[card.index] for card in state.hole_cards(seat)])
        for seat in frame.seats
    }
    shown = "".join([_shows(places[seat], holes[seat]) for seat in state.shown])
    lines = _lines(places, holes, [_CARDS[card.index] for card in state.board], actions, shown)
    return _whole(frame, lines, names, hand, state.stacks)


def _lines(
    places: _Places,
    holes: dict[int, str],
    board: list[str],
    actions: Sequence[ActionRecord],
    showing: str,
) -> str:
    """Write the lines of the deal, the actions, the showdown, and the rest of the board."""
    lines = [f'  "d dh p{place + 1} {holes[seat]}",\n' for seat, place in places.items()]
    now, street = "preflop", 0
    for at_street, seat, (kind, amount), _, _ in actions:
        if at_street != now:
            now = at_street
            lines.append(_dealt(board, street, _STREETS[now]))
            street = _STREETS[now]
        if amount:
            lines.append(f'  "p{places[seat] + 1} cbr {amount}",\n')
        else:
            lines.append((_FOLDS if kind == "fold" else _CALLS)[places[seat]])
    lines.append(showing)
    if len(board) > _LYING[street]:
        lines.append(_dealt(board, street, len(board) - 2))
    return "".join(lines)


def _dealt(board: list[str], before: int, after: int) -> str:
    """Write the cards of the streets after one of them, up to another."""
    return "".join(
        [
            f'  "d db {"".join(board[_LYING[street] : _LYING[street + 1]])}",\n'
            for street in range(before, after)
        ]
    )


def _shows(place: int, hole: str) -> str:
    return f'  "p{place + 1} sm {hole}",\n'


def _showing(state: HandState, row: list[int], holes: dict[int, str], places: _Places) -> str:
    """Write who shows, and then who mucks, as the format has it."""
    if row[at.ALL_SHOWN_FROM] == at.NEVER and len(holes) == 2 and state.rules.muck:
        shown, mucked = _two_show(row)
    else:
        shown, mucked = map(list, showdown_of(state.vector(), state.rules.muck))
    lines = [_shows(places[seat], holes[seat]) for seat in shown]
    return "".join(lines + [f'  "p{places[seat] + 1} sm -",\n' for seat in mucked])


def _two_show(row: list[int]) -> tuple[list[int], list[int]]:
    """Say who shows of two players who both have chips: the second only if not beaten."""
    size, aggressor = row[at.PLAYERS], row[at.AGGRESSOR]
    begin = row[at.BUTTON] + 1 if aggressor == at.NOBODY else aggressor
    around = [(begin + step) % size for step in range(size)]
    first, second = [seat for seat in around if row[at.START_STACKS + seat]]
    beaten = row[at.STRENGTHS + second] < row[at.STRENGTHS + first]
    return ([first], [second]) if beaten else ([first, second], [])


def _whole(
    frame: _Frame, lines: str, names: tuple[str, ...], hand: int | None, stacks: Sequence[int]
) -> str:
    seats = frame.seats
    told = "" if hand is None else f"hand = {hand}\n"
    players = _players(names, seats) if names else ""
    finishing = ", ".join([str(stacks[seat]) for seat in seats])
    return f"{frame.head}{lines}]\n{told}{players}finishing_stacks = [{finishing}]\n{frame.tail}"


@lru_cache(maxsize=1024)
def _players(names: tuple[str, ...], seats: tuple[int, ...]) -> str:
    return f"players = {_value([names[seat] for seat in seats])}\n"


@lru_cache(maxsize=1024)
def _frame(rules: Rules, stacks: tuple[int, ...], button: int) -> _Frame:
    size = len(stacks)
    around = [(button + step) % size for step in range(1, size + 1)]
    seats = tuple(seat for seat in around if stacks[seat])
    posts = rules.posts_of(seats)
    antes = rules.antes_of(seats, posts)
    house = house_rules(rules)
    tail = f"{HOUSE} = {{{', '.join(f'{key} = {_value(house[key])}' for key in house)}}}\n"
    fields = _fields(rules, seats, posts, antes, stacks)
    return _framed(seats, fields, tail if house else "")


@lru_cache(maxsize=1024)
def _engine_frame(rules: EngineRules, seating: EngineSeating) -> _Frame:
    stacks = seating.stacks
    around = [(seating.button + step) % len(stacks) for step in range(1, len(stacks) + 1)]
    seats = tuple(seat for seat in around if seat in seating.players)
    posts = {seating.small_blind: rules.small_blind, seating.big_blind: rules.big_blind}
    antes = dict.fromkeys(seats, rules.ante)
    fields = _fields(rules, seats, posts, antes, stacks)
    return _framed(seats, fields, f'{RULES_FIELD} = "pypokerengine"\n')


def _framed(seats: tuple[int, ...], fields: Iterator[tuple[str, object]], tail: str) -> _Frame:
    places = {seat: place for place, seat in enumerate(seats)}
    head = "".join([f"{key} = {value}\n" for key, value in fields])
    return _Frame(seats, places, f"{head}actions = [\n", tail)


def _fields(
    rules: Rules,
    seats: tuple[int, ...],
    posts: dict[int, int],
    antes: dict[int, int],
    stacks: tuple[int, ...],
) -> Iterator[tuple[str, object]]:
    """Give the fields before the actions; whole numbers and lists of them TOML writes as we do."""
    order = seats[::-1] if len(seats) == 2 else seats  # between two players the button is first
    yield "variant", '"FT"' if rules.is_limit else '"NT"'
    yield "ante_trimming_status", "true" if rules.ante_by == "each" else "false"
    yield "antes", [antes.get(seat, 0) for seat in order]
    yield "blinds_or_straddles", [posts.get(seat, 0) for seat in order]
    if rules.is_limit:
        yield from zip(("small_bet", "big_bet"), rules.bet_sizes, strict=True)
    else:
        yield "min_bet", rules.big_blind
    yield "starting_stacks", [stacks[seat] for seat in seats]


def _value(value: Any) -> str:
    """Write a value as TOML has it, which here is as JSON has it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
