"""The state of a hand as text: a table for people, or one line that can be parsed again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from handsight.cards import Card
from handsight.errors import OptionError
from handsight.game.rules import Rules
from handsight.kernels.game import state as at
from handsight.runtime.suggestions import did_you_mean

if TYPE_CHECKING:
    from handsight.game.actions import Action

HIDDEN = "?"
"""The text that stands for hidden hole cards."""

_BLINDS = re.compile(r"(\d+)/(\d+)", re.ASCII)
_CHIPS = re.compile(r"\d+", re.ASCII)
_SHORT = {"fold": "f", "call": "c"}
_WORDS = ("stacks", "button", "posts", "antes", "late", "mucked", "holes", "board", "actions")
_FORM = "a hand is written like 50/100 stacks 900,900 button 0 holes AhKh,? actions r300,c"


DrawnState: TypeAlias = Any
"""A `HandState`; its type is not imported, because its module imports this one."""


def table_text(state: DrawnState) -> str:
    """Return the table as text: the board and the pot, one line per seat, and the legal actions.

    Example:
        >>> from handsight.game import HandState
        >>> print(HandState.start(Rules(), [900, 900], button=0, holes=["AhKh", "QsQd"]))
        preflop, pot 150
          seat 0 (button)  Ah Kh  850 behind, bet 50  <- to act
          seat 1           Qs Qd  800 behind, bet 100
        legal: fold, call 50, raise to 200..900
    """
    board = " ".join(map(str, state.board))
    lines = [f"{state.street}{f' {board}' * bool(board)}, pot {state.pot:,}"]
    rows = [_row(state, seat) for seat in range(state.seats) if state.start_stacks[seat]]
    width = max(len(name) for name, _ in rows)
    lines += [f"  {name:{width}}  {rest}" for name, rest in rows]
    return "\n".join(
        [*lines, "the hand is over" if state.is_over else f"legal: {state.legal_actions}"]
    )


def _row(state: DrawnState, seat: int) -> tuple[str, str]:
    name = f"seat {seat}" + " (button)" * (seat == state.button)
    hole = state.hole(seat)
    cards = "?? ??" if hole is None else " ".join(map(str, hole))
    parts = [f"{state.stacks[seat]:,} behind"]
    if state.is_over:
        parts.append(f"{state.payoffs[seat]:+,}")
    elif state.bets[seat]:
        parts.append(f"bet {state.bets[seat]:,}")
    if seat in state.folded:
        parts.append("folded")
    elif seat in state.all_in and not state.is_over:
        parts.append("all-in")
    return name, f"{cards}  {', '.join(parts)}" + "  <- to act" * (seat == state.actor)


# --- one line -------------------------------------------------------------------------------------


class OnTable(NamedTuple):
    """The chips and cards of a hand at one moment, by seat.

    Attributes:
        start: chips of each seat before the hand; 0 for a seat that takes no part in the hand.
        stacks: chips that each seat has behind.
        posts: the blind or straddle required of each seat.
        antes: the ante required of each seat.
        late: the seats whose post is out of turn.
        holes: for each seat two cards in the order dealt; None if the seat has no cards, or they
            are unknown or hidden.
        board: the cards on the board, in the order dealt.
        shown: the seats that have shown their cards.
        mucked: the seats that have mucked their cards.
    """

    start: tuple[int, ...]
    stacks: Sequence[int]
    posts: tuple[int, ...]
    antes: tuple[int, ...]
    late: tuple[int, ...]
    holes: Sequence[tuple[Card, ...] | None]
    board: tuple[Card, ...]
    shown: tuple[int, ...]
    mucked: tuple[int, ...]


class StateLine(NamedTuple):
    """The contents of a hand's line of text; see `HandState.line`.

    Attributes:
        rules: the rules of the table.
        stacks: chips of each seat before the hand; 0 is an empty seat.
        button: the seat of the button.
        holes: known hole cards by seat.
        board: the known cards of the board, including those still to come.
        actions: the actions, as `Action.parse` reads them.
        posts: blinds and straddles by seat; None to follow the rules.
        antes: antes by seat; None to follow the rules.
        late: the seats whose post is out of turn.
        mucked: seats whose hands lose regardless of their cards.
    """

    rules: Rules
    stacks: tuple[int, ...]
    button: int
    holes: dict[int, str]
    board: str
    actions: tuple[str, ...]
    posts: dict[int, int] | None = None
    antes: dict[int, int] | None = None
    late: tuple[int, ...] = ()
    mucked: tuple[int, ...] = ()

    def options(self) -> dict[str, Any]:
        """Return the keyword options for `HandState.start`."""
        names = ("holes", "board", "posts", "antes", "late", "mucked")
        return {name: getattr(self, name) for name in names}


def line_of(state: DrawnState, actions: Sequence[Action]) -> StateLine:
    """Return the contents of a hand's line of text.

    Args:
        state: the hand.
        actions: all actions so far, as folds, calls and raises.
    """
    rules, button, stacks = state.rules, state.button, state.start_stacks
    players = [seat for seat in _around(button, len(stacks)) if stacks[seat]]
    late, holes = state.on_table().late, state.on_table().holes
    in_turn = {seat: chips for seat, chips in state.posts.items() if seat not in late}
    is_usual = len(players) >= 2 + len(rules.straddles) and state.posts == _some(
        rules.posts_of(players)
    )
    mucked = [seat for seat in players if state.number(at.HAND_DEAD + seat)]
    begin = at.DECK + 2 * len(players)
    coming = [state.number(begin + place) for place in range(at.BOARD_CARDS)]
    return StateLine(
        rules,
        stacks,
        button,
        {seat: "".join(map(str, hole)) for seat, hole in enumerate(holes) if hole},
        "".join(str(Card(card)) for card in coming if card != at.NO_CARD),
        tuple(_SHORT.get(each.kind, f"r{each.amount}") for each in actions),
        None if is_usual else state.posts,
        None if state.antes == _some(rules.antes_of(players, in_turn)) else state.antes,
        late,
        () if state.viewer is not None else tuple(sorted(mucked)),
    )


def _around(button: int, seats: int) -> list[int]:
    return [(button + step) % seats for step in range(1, seats + 1)]


def _some(chips: Mapping[int, int]) -> dict[int, int]:
    return {seat: number for seat, number in chips.items() if number}


def line_text(line: StateLine) -> str:
    """Return a hand's line of text; `read_line` reads it.

    Example:
        >>> line = StateLine(Rules(), (900, 900), 0, {0: "AhKh"}, "", ("r300", "c"))
        >>> line_text(line)
        '50/100 stacks 900,900 button 0 holes AhKh,? actions r300,c'
    """
    rules, seats = line.rules, range(len(line.stacks))
    holes = [line.holes.get(seat, HIDDEN) for seat in seats]
    values = {
        "stacks": _listed(line.stacks),
        "button": str(line.button),
        "posts": _by_seat(line.posts),
        "antes": _by_seat(line.antes),
        "late": _listed(line.late),
        "mucked": _listed(line.mucked),
        "holes": ",".join(holes),
        "board": line.board,
        "actions": ",".join(line.actions),
    }
    words = [f"{rules.small_blind}/{rules.big_blind}", *_rule_words(rules)]
    return " ".join([*words, *(f"{name} {text}" for name, text in values.items() if text)])


def read_line(text: str) -> StateLine:
    """Read the contents of a hand's line of text.

    Raises:
        OptionError: if a word cannot be read or is missing, or a rule is invalid; the message names
            it.

    Example:
        >>> line = read_line("50/100 ante=5 stacks 900,900 button 0 actions r300")
        >>> line.rules.ante, line.stacks, line.actions
        (5, (900, 900), ('r300',))
    """
    words = text.split()
    blinds = _BLINDS.fullmatch(words[0]) if words else None
    if blinds is None:
        raise OptionError(f"{text!r:.100} does not begin with the blinds: {_FORM}")
    rules: dict[str, Any] = {"small_blind": int(blinds[1]), "big_blind": int(blinds[2])}
    values: dict[str, str] = {}
    rest = iter(words[1:])
    for word in rest:
        name, equals, value = word.partition("=")
        if equals:
            rules[name] = _rule_value(name, value)
        elif name in _WORDS and name not in values:
            values[name] = next(rest, "")
        else:
            meant = did_you_mean(name, _WORDS)
            raise OptionError(f"cannot read {word!r:.50} in the line of a hand{meant}: {_FORM}")
    missing = [name for name in ("stacks", "button") if name not in values]
    if missing:
        raise OptionError(f"the line of a hand has no {missing[0]}: {_FORM}")
    holes = enumerate(filter(None, values.get("holes", "").split(",")))
    return StateLine(
        Rules(**rules),
        tuple(_numbers(values["stacks"])),
        _number(values["button"]),
        {seat: cards for seat, cards in holes if cards != HIDDEN},
        values.get("board", ""),
        tuple(filter(None, values.get("actions", "").split(","))),
        _read_by_seat(values.get("posts")),
        _read_by_seat(values.get("antes")),
        tuple(_numbers(values.get("late", ""))),
        tuple(_numbers(values.get("mucked", ""))),
    )


def _rule_words(rules: Rules) -> Iterator[str]:
    for each in fields(Rules):
        value = getattr(rules, each.name)
        if each.name not in ("small_blind", "big_blind") and value != each.default:
            yield f"{each.name}={'+'.join(map(str, value)) if type(value) is tuple else value}"


def _rule_value(name: str, text: str) -> Any:
    known = {each.name: each.default for each in fields(Rules)}
    if name not in known:
        raise OptionError(
            f"there is no rule {name!r}{did_you_mean(name, known)}; the rules are "
            f"{', '.join(known)}"
        )
    if isinstance(known[name], tuple):
        return tuple(_numbers(text, "+"))
    if isinstance(known[name], bool):
        return {"True": True, "False": False}.get(text, text)
    return int(text) if _CHIPS.fullmatch(text) else text


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _by_seat(chips: Mapping[int, int] | None) -> str:
    """Return chips by seat as text; ``-`` if nobody posts anything, empty to follow the rules."""
    if chips is None:
        return ""
    return ",".join(f"{seat}:{number}" for seat, number in sorted(chips.items())) or "-"


def _read_by_seat(text: str | None) -> dict[int, int] | None:
    if text is None:
        return None
    pairs = [pair.partition(":") for pair in text.split(",") if pair not in ("", "-")]
    return {_number(seat): _number(chips) for seat, _, chips in pairs}


def _numbers(text: str, between: str = ",") -> list[int]:
    return [_number(each) for each in text.split(between) if each]


def _number(text: str) -> int:
    if not _CHIPS.fullmatch(text) or len(text) > 20:
        raise OptionError(f"{text!r:.50} in the line of a hand is not a whole number: {_FORM}")
    return int(text)
