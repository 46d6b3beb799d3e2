"""Positions, actions and names of charts at tables of any size, such as ``BTN vs CO 3bet``."""

from __future__ import annotations

import re
from typing import NamedTuple

from handsight.errors import InputError

ALL_IN = "all-in"
NEAR = 0.02
"""A named size means a size of the tree if they differ by at most this share of the named one."""

SEATS = ("UTG", "UTG+1", "UTG+2", "MP", "LJ", "HJ", "CO", "BTN", "SB", "BB")
"""The positions, in the order in which they act before the flop."""

ALIASES = {
    "BU": "BTN",
    "BUTTON": "BTN",
    "EP": "UTG",
    "UTG1": "UTG+1",
    "UTG2": "UTG+2",
    "CUTOFF": "CO",
    "HIJACK": "HJ",
    "LOJACK": "LJ",
}
FOLD, CHECK, CALL, RAISE = "fold", "check", "call", "raise"
KINDS = (FOLD, CHECK, CALL, RAISE, ALL_IN)
"""The kinds of actions, in the order in which a chart lists them."""

_ACTION = re.compile(
    r"(?P<fold>folds?)|(?P<check>checks?)|(?P<call>calls?|limps?)"
    r"|(?P<allin>(?:raises? (?:to )?)?(?:all-?in|jams?|shoves?|push))"
    r"|(?:(?P<raise>raises?|bets?|opens?|rfi|iso|[345]-?bet)\b)?\s*(?:to )?"
    r"(?:(?P<size>\d{1,4}(?:\.\d{1,4})?) ?(?P<unit>x|bb))?",
    re.ASCII | re.IGNORECASE,
)
_LEVEL = re.compile(r"([345])-?bet", re.ASCII | re.IGNORECASE)
_PLAYERS = re.compile(
    r"(?:([2-9])[- ]?(?:max|handed|players?)|heads-?up|hu)", re.ASCII | re.IGNORECASE
)
_STACK = re.compile(r"(\d{1,4}) ?bb", re.ASCII | re.IGNORECASE)
_SIZE = re.compile(r"\d{1,4}(?:\.\d{1,4})?(?:x|bb)", re.ASCII | re.IGNORECASE)
_ALL_IN_WORDS = (ALL_IN, "allin", "jam", "shove")


class PreflopAction(NamedTuple):
    """An action before the flop.

    Attributes:
        kind: one of `KINDS`.
        size: the total that a raise makes the bet, in big blinds or as a multiple of the bet faced;
            None if it is unknown, or if the action is not a raise.
        times: whether ``size`` is a multiple of the bet faced.
    """

    kind: str
    size: float | None = None
    times: bool = False

    @property
    def name(self) -> str:
        """The action as a chart lists it, such as ``raise to 2.5 bb``."""
        if self.size is None:
            return self.kind
        return f"{self.kind} {self.size:g}x" if self.times else f"{self.kind} to {self.size:g} bb"

    @property
    def past(self) -> str:
        """The action in the third person, such as ``raises to 2.5 bb`` or ``goes all-in``."""
        return (
            "goes all-in" if self.kind == ALL_IN else self.name.replace(self.kind, f"{self.kind}s")
        )

    def fits(self, other: PreflopAction) -> bool:
        """Check whether two actions can be the same.

        They have the same kind. Their sizes differ by at most the share `NEAR` of this action's, or
        one of them is unknown. A multiple of the bet faced does not fit a size in big blinds.
        """
        if self.kind != other.kind or self.times != other.times:
            return self.kind == other.kind and (self.size is None or other.size is None)
        if self.size is None or other.size is None:
            return True
        return abs(self.size - other.size) <= NEAR * self.size


class PreflopStep(NamedTuple):
    """An action of a player before the flop."""

    position: str
    action: PreflopAction


Line = tuple[PreflopStep, ...]
"""The actions so far in a hand before the flop; folds of players who had not acted are left out."""


def raises_of(line: Line) -> list[PreflopAction]:
    """Return the raises in a line, where going all-in counts as one."""
    return [step.action for step in line if step.action.kind in (RAISE, ALL_IN)]


def words_of(line: Line) -> tuple[str, ...]:
    """Return the actions of a line in words, such as ``BTN raises to 2.5 bb``."""
    return tuple(map(step_words, line))


def step_words(step: PreflopStep) -> str:
    """Return an action of a line in words, such as ``BTN raises to 2.5 bb``."""
    return f"{step.position} {step.action.past}"


def position_of(word: str) -> str | None:
    """Return the position that a word means, or None if the word is not a position.

    Example:
        >>> position_of("bu"), position_of("UTG1"), position_of("fold")
        ('BTN', 'UTG+1', None)
    """
    position = ALIASES.get(word.upper(), word.upper())
    return position if position in SEATS else None


def action_of(text: str) -> PreflopAction | None:
    """Return the action that a text means, or None if the text is not one.

    A size of 1 or less is not one either: it does not raise.

    Example:
        >>> action_of("raise to 2.5 bb").name, action_of("3bet 11bb").name, action_of("4x").name
        ('raise to 2.5 bb', 'raise to 11 bb', 'raise 4x')
    """
    text = " ".join(text.replace("_", " ").split())
    match = _ACTION.fullmatch(text)
    if match is None or not text:
        return None
    for kind in (FOLD, CHECK, CALL):
        if match[kind]:
            return PreflopAction(kind)
    if match["allin"]:
        return PreflopAction(ALL_IN)
    if match["size"] is None:
        return PreflopAction(RAISE) if match["raise"] else None
    size = float(match["size"])
    return PreflopAction(RAISE, size, match["unit"].lower() == "x") if size > 1 else None


def path_steps(words: list[str]) -> Line | None:
    """Read a line from words: a position, its action, the next position and so on.

    Folds of players who had not acted are left out, because nobody else needs them to be named. The
    result is None if the words are not such a line.

    Example:
        >>> words_of(path_steps(["CO", "2.5bb", "SB", "fold", "BB", "Call"]))
        ('CO raises to 2.5 bb', 'BB calls')
    """
    steps: list[PreflopStep] = []
    for word, text in zip(words[::2], words[1::2], strict=False):
        position, action = position_of(word), action_of(text)
        if position is None or action is None:
            return None
        if action.kind != FOLD or any(step.position == position for step in steps):
            steps.append(PreflopStep(position, action))
    return tuple(steps) if len(words) % 2 == 0 else None


def decision_named(name: str) -> tuple[str, Line] | None:
    """Return the player to act and the line before, or None if a text is not a chart's name.

    Args:
        name: ``CO open``; ``BB vs CO`` alone or with ``open``, ``limp``, a size such as ``2.5x``,
            or ``all-in``; ``CO vs BTN 3bet``, ``BTN vs CO 4bet`` and so on, with or without a
            size; ``SB vs BB raise`` after a limp; or a line with the player at its end,
            ``CO/2.5bb/BTN/call/BB``.

    Raises:
        InputError: if two players named with ``vs`` are the same, or cannot act in this order.

    Example:
        >>> hero, line = decision_named("CO vs BTN 3bet 8bb")
        >>> hero, words_of(line)
        ('CO', ('CO raises', 'BTN raises to 8 bb'))
    """
    if "/" in name:
        *before, last = (word.strip() for word in name.split("/"))
        hero, line = position_of(last), path_steps(before)
        return None if hero is None or line is None else (hero, line)
    words = name.replace("_", " ").replace(",", " ").split()
    hero = position_of(words[0]) if words else None
    if hero is None:
        return None
    if len(words) == 2 and words[1].lower() in ("open", "rfi"):
        return hero, ()
    villain = position_of(words[2]) if len(words) > 2 and words[1].lower() == "vs" else None
    moves = None if villain is None else _moves(words[3:])
    if villain is None or moves is None:
        return None
    # The players take turns, and the last one before this decision is the villain.
    turns = (villain, hero) if len(moves) % 2 else (hero, villain)
    if SEATS.index(turns[0]) >= SEATS.index(turns[1]):
        if hero == villain:
            raise InputError(f"{name!r}: a player cannot play against themselves")
        raise InputError(
            f"{name!r}: {turns[0]} would have to act before {turns[1]}; 'BTN vs BB 3bet' is what "
            "BTN, who opened, does against a 3-bet by BB"
        )
    return hero, tuple(PreflopStep(turns[place % 2], move) for place, move in enumerate(moves))


def _moves(words: list[str]) -> list[PreflopAction] | None:
    """Return the actions that the words after ``BB vs CO`` stand for: of both players, in turn.

    The result is None if the words do not name actions.
    """
    words = [word.lower() for word in words] or ["open"]
    if words == ["limp"]:
        return [PreflopAction(CALL)]
    size = PreflopAction(RAISE)
    if _SIZE.fullmatch(words[-1]) or words[-1] in _ALL_IN_WORDS:
        size = action_of(words[-1]) or size
        words = words[:-1] or ["open"]
    if len(words) != 1:
        return None
    if words[0] == "open":
        return [size]
    if words[0] == "raise":
        return [PreflopAction(CALL), size]
    level = _LEVEL.fullmatch(words[0])
    return None if level is None else [*[PreflopAction(RAISE)] * (int(level[1]) - 2), size]


class Named(NamedTuple):
    """The name of a chart or a spot, split into its table and the rest.

    Attributes:
        parts: the parts of the name, which commas separate, without those about the table.
        players: number of players at the table; None if the name does not say.
        stack: the stack of each player in big blinds; None if the name does not say.
    """

    parts: tuple[str, ...]
    players: int | None
    stack: int | None


def without_table(name: str) -> Named:
    """Separate what a name says of the table: the number of players, and the stack.

    Example:
        >>> without_table("BTN vs BB, 3bet, 40bb, heads-up")
        Named(parts=('BTN vs BB', '3bet'), players=2, stack=40)
    """
    parts, players, stack = [], None, None
    for part in map(str.strip, name.split(",")):
        if match := _STACK.fullmatch(part):
            stack = int(match[1])
        elif match := _PLAYERS.fullmatch(part):
            players = int(match[1] or 2)
        else:
            parts.append(part)
    return Named(tuple(parts), players, stack)
