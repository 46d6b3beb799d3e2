"""The game of an ACPC match, and the text format of its game definition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from handsight.errors import OptionError
from handsight.game import Rules

MOST_PLAYERS = 3
ENDLESS = 2**31 - 1
"""The stack of each player if a game definition names no stacks."""
_FIXED = {"numrounds": "4", "numsuits": "4", "numranks": "13", "numholecards": "2"}
_FIXED_NAMES = ("numRounds", "numSuits", "numRanks", "numHoleCards")
_BOARD = "0 3 1 1"
_KEYS = {
    *("numplayers", "stack", "blind", "raisesize", "firstplayer", "maxraises", "numboardcards"),
    *_FIXED,
}


@dataclass(frozen=True, slots=True)
class AcpcMatch:
    """Hold'em as described by a game definition: rules, number of players and stacks.

    Seats are numbered as in the protocol: with two players, the big blind is seat 0 and the button
    is seat 1; with more players, the small blind is seat 0 and the button is the last seat.

    Attributes:
        stack: chips of each player at the start of each hand.

    Example:
        >>> AcpcMatch.parse(NO_LIMIT).stack
        20000
    """

    rules: Rules = field(default_factory=lambda: Rules(muck=False))
    players: int = 2
    stack: int = 20_000

    @classmethod
    def parse(cls, text: str, file: str = "the game definition") -> AcpcMatch:
        """Parse a game definition.

        Args:
            text: the game definition.
            file: name of the file, for error messages.

        Raises:
            OptionError: if the text is not a game definition, or the game is not supported.
        """
        given, limited = _fields(text, file)
        _check_cards(given, file)
        players = _numbers(given, "numplayers", file)[0]
        if not 2 <= players <= MOST_PLAYERS:
            raise OptionError(f"{file} has {players} players; it must have 2 to {MOST_PLAYERS}")
        _check_order(given, players, file)
        blinds = _numbers(given, "blind", file)
        if len(blinds) != players or any(blinds[2:]):
            raise OptionError(
                f"{file} has blind = {given['blind']}; it must list the chips of {players} seats, "
                "two of which post"
            )
        small, big = (blinds[1], blinds[0]) if players == 2 else blinds[:2]
        stacks = _numbers(given, "stack", file) if "stack" in given else (ENDLESS,) * players
        if len({*stacks}) != 1 or len(stacks) != players:
            raise OptionError(f"{file} has stacks {stacks}; all {players} must be equal")
        rules = Rules(small_blind=small, big_blind=big, muck=False)
        if limited:
            rules = _with_limit(rules, given, file)
        return cls(rules, players, stacks[0])

    @property
    def text(self) -> str:
        """The game definition as text, which `parse` can read.

        Example:
            >>> AcpcMatch.parse(AcpcMatch(stack=500).text) == AcpcMatch(stack=500)
            True
        """
        rules, size = self.rules, self.players
        blinds = [rules.small_blind, rules.big_blind]
        blinds = blinds[::-1] if size == 2 else blinds + [0] * (size - 2)
        lines = ["GAMEDEF", "limit" if rules.is_limit else "nolimit", f"numPlayers = {size}"]
        lines += [f"stack = {' '.join(map(str, self.stacks))}", f"blind = {_line(blinds)}"]
        if rules.is_limit:
            small, big = rules.bet_sizes
            lines.append(f"raiseSize = {_line([small, small, big, big])}")
            if rules.bet_cap:
                lines.append(f"maxRaises = {_line([rules.bet_cap - 1] + [rules.bet_cap] * 3)}")
        lines.append(f"firstPlayer = {2 if size == 2 else 3} 1 1 1")
        lines += [
            f"{name} = {value}" for name, value in zip(_FIXED_NAMES, _FIXED.values(), strict=True)
        ]
        lines += [f"numBoardCards = {_BOARD}", "END GAMEDEF"]
        return "\n".join(lines) + "\n"

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat at the start of a hand."""
        return (self.stack,) * self.players

    @property
    def button(self) -> int:
        """The seat of the button."""
        return self.players - 1


def _fields(text: str, file: str) -> tuple[dict[str, str], bool]:
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if not lines or lines[0].lower() != "gamedef" or lines[-1].lower() != "end gamedef":
        raise OptionError(f"{file} must begin with GAMEDEF and end with END GAMEDEF")
    kinds = [line.lower() for line in lines[1:-1] if line.lower() in ("limit", "nolimit")]
    if len(kinds) != 1:
        raise OptionError(f"{file} must say exactly once whether it is limit or nolimit")
    given = dict(_pairs([line for line in lines[1:-1] if line.lower() not in kinds], file))
    for needed in ("numplayers", "blind"):
        if needed not in given:
            raise OptionError(f"{file} does not give {needed}")
    return given, kinds[0] == "limit"


def _pairs(lines: list[str], file: str) -> Iterator[tuple[str, str]]:
    for line in lines:
        key, equals, value = line.partition("=")
        name = key.strip().lower()
        if not equals or name not in _KEYS:
            raise OptionError(
                f"{file} has the line {line!r}, which is not a line of a game definition"
            )
        yield name, " ".join(value.split())


def _check_cards(given: dict[str, str], file: str) -> None:
    for name, value in (_FIXED | {"numboardcards": _BOARD}).items():
        if given.get(name, value) != value:
            raise OptionError(f"{file} has {name} = {given[name]}; hold'em has {value}")


def _check_order(given: dict[str, str], players: int, file: str) -> None:
    first = "2 1 1 1" if players == 2 else "3 1 1 1"
    if given.get("firstplayer", first) != first:
        raise OptionError(
            f"{file} has firstPlayer = {given['firstplayer']}; hold'em of {players} has {first}"
        )


def _with_limit(rules: Rules, given: dict[str, str], file: str) -> Rules:
    sizes = _numbers(given, "raisesize", file)
    if len(sizes) != 4 or sizes[0] != sizes[1] or sizes[2] != sizes[3]:
        raise OptionError(f"{file} has raiseSize = {sizes}; it must be two sizes, like 10 10 20 20")
    cap = 0
    if "maxraises" in given:
        first, *later = _numbers(given, "maxraises", file)
        if later != [first + 1] * 3:
            raise OptionError(
                f"{file} has maxRaises = {given['maxraises']}; the big blind counts as a bet, so "
                "there must be one raise less before the flop, like 3 4 4 4"
            )
        cap = first + 1
    small, _, big, _ = sizes
    return replace(rules, structure="fixed-limit", small_bet=small, big_bet=big, bet_cap=cap)


def _line(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def _numbers(given: dict[str, str], name: str, file: str) -> tuple[int, ...]:
    words = given.get(name, "").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 11 for word in words):
        raise OptionError(f"{file} has {name} = {given.get(name)!r}; it must have whole numbers")
    return tuple(map(int, words))


NO_LIMIT = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
"""The game definition of the competition's heads-up no-limit hold'em."""
