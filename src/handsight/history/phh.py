"""Reading PHH, the format of the poker hand history file: one hand is one table of TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from handsight.cards import Card, parse_cards
from handsight.errors import HistoryError, InputError
from handsight.game import Action, Rules
from handsight.history.hand import Amount, HandHistory, Played, Source
from handsight.history.plain_toml import plain_fields

Number: TypeAlias = "int | Decimal"

VARIANTS = {"NT": "no-limit", "FT": "fixed-limit"}
"""The codes of Texas Hold'em, and our names of the structures."""

OTHER_VARIANTS = {
    "NS": "short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "Omaha high-low",
    "F7S": "seven card stud",
    "F7S/8": "seven card stud high-low",
    "FR": "razz",
    "N2L1D": "deuce-to-seven single draw",
    "F2L3D": "deuce-to-seven triple draw",
    "FB": "badugi",
}
"""The other codes of the format."""

BETS = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet")}
READ = {
    *("variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet", "small_bet"),
    *("big_bet", "starting_stacks", "actions", "players", "finishing_stacks", "winnings"),
}
RAKE = "_rake"
HOUSE = "_house"
"""Not of the format: where our own files keep what the house took, and its own rules."""

HOUSE_RULES: dict[str, Any] = {"reopen": "full-raise", "short_blind_price": "full"}
"""The rules of a house that the format does not tell, and the usual ones."""

MOST_DIGITS = 6
"""Digits after the point; what has more is no chips."""

MOST_CHIPS = 1 << 50
UNCAPPED = 0
HIDDEN = "?"
_WHERE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")


class OtherVariantError(HistoryError):
    """The hand is one of another game.

    Attributes:
        variant: its code.
    """

    def __init__(self, variant: str, line: int, file: str) -> None:
        game = OTHER_VARIANTS.get(variant, "no game of the format")
        super().__init__(
            f"variant {variant!r} is {game}; Texas Hold'em is read, NT and FT", file, line
        )
        self.variant = variant

    def __reduce__(self) -> tuple[type[OtherVariantError], tuple[str, int, str]]:  # type: ignore[override]
        return (type(self), (self.variant, self.line, self.file))


def parse_phh(
    text: str, file: str = "", line: int = 1, amounts: Iterable[Number] = ()
) -> HandHistory:
    """Read a hand in PHH.

    Args:
        text: the hand, one table of TOML.
        file: its file, for errors.
        line: the line on which the text begins.
        amounts: others that are told of the hand, such as the rake; they have to be whole chips
            too.

    Raises:
        HistoryError: if it is no hand, or of another game, with file and line.

    Source:
        J. Kim, "Recording and Describing Poker Hands", IEEE Conference on Games 2024.

    Example:
        >>> parse_phh("variant = 'PO'", "omaha.phh")
        Traceback (most recent call last):
        ...
        handsight.history.phh.OtherVariantError: omaha.phh:1: variant 'PO' is pot-limit Omaha; ...
    """
    source = Source(file, line, text)
    try:
        fields = plain_fields(text)
        if fields is None:
            fields = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(error, source) from None
    except RecursionError:
        raise source.fault("the text is nested too deep", line) from None
    except (ArithmeticError, ValueError):  # too many digits, too large an exponent
        raise source.fault("a number in it is beyond all measure", line) from None
    return _Reader(fields, source, amounts).history()


def _not_toml(error: tomllib.TOMLDecodeError, source: Source) -> HistoryError:
    message = str(error)
    where = _WHERE.search(message)
    if where and where[1]:
        line = source.line + int(where[1]) - 1
    else:
        line = source.line + source.text.rstrip("\n").count("\n")
    said = _WHERE.sub("", message)
    return source.fault(f"this is not TOML: {said[:1].lower()}{said[1:]}", line)


@lru_cache(maxsize=4096)
def _cards(text: str) -> tuple[Card, ...] | None:
    """Read cards; None where one of them is hidden."""
    return None if HIDDEN in text else tuple(parse_cards(text, "the cards"))


class _Fault(Exception):
    """What is wrong with a field, or with one of the actions, before its line is known."""

    def __init__(self, reason: str, key: str = "actions", action: str = "") -> None:
        super().__init__(reason)
        self.key = key
        self.action = action

    def line_in(self, source: Source) -> int:
        return source.line_of_text(self.action) if self.action else source.line_of(self.key)


class _Reader:
    """Reads the fields of one hand."""

    def __init__(
        self, fields: Mapping[str, Any], source: Source, amounts: Iterable[Number] = ()
    ) -> None:
        self.fields = fields
        self.source = source
        self.amounts = tuple(amounts)

    def history(self) -> HandHistory:
        variant = self.fields.get("variant")
        if isinstance(variant, str) and variant not in VARIANTS:
            raise OtherVariantError(variant, self.source.line_of("variant"), self.source.file)
        try:
            return self._history()
        except _Fault as fault:
            raise self.source.fault(str(fault), fault.line_in(self.source)) from None
        except InputError as error:
            raise self.source.fault(str(error), self.source.line) from None

    def _history(self) -> HandHistory:
        variant = self._text("variant")
        stacks = self._numbers("starting_stacks")
        size = len(stacks)
        if not 2 <= size <= 10:
            raise _Fault(f"{size} starting stacks; a hand takes 2 to 10", "starting_stacks")
        antes, blinds = self._numbers("antes", size), self._numbers("blinds_or_straddles", size)
        bets = tuple(self._number(key) for key in BETS[variant])
        script = _Script(size)
        script.read(self._texts("actions"))
        rake = self._number(RAKE) if RAKE in self.fields else 0
        scale = _scale((*stacks, *antes, *blinds, *bets, *script.amounts(), rake, *self.amounts))
        chips = _Chips(scale)
        posts = chips.whole(
            "blinds_or_straddles", tuple(max(blind, -blind) for blind in _by_seat(blinds))
        )
        return HandHistory(
            rules=self._rules(posts, chips.whole("bets", bets)),
            stacks=chips.whole("starting_stacks", stacks),
            antes=chips.whole("antes", _by_seat(antes)),
            posts=posts,
            late=tuple(seat for seat, blind in enumerate(_by_seat(blinds)) if blind < 0),
            holes=tuple(script.holes),
            board=tuple(script.board),
            actions=tuple(script.played(chips)),
            shown=tuple(script.shown),
            mucked=tuple(script.mucked),
            players=self._players(size),
            finishing_stacks=self._recorded("finishing_stacks", size, chips),
            winnings=self._recorded("winnings", size, chips),
            rake=chips.whole(RAKE, (rake,))[0],
            scale=scale,
            metadata={
                key: value for key, value in self.fields.items() if key not in {*READ, RAKE, HOUSE}
            },
            source=self.source,
        )

    def _rules(self, posts: tuple[int, ...], bets: tuple[int, ...]) -> Rules:
        if not bets[0]:
            raise _Fault("the smallest bet is 0", BETS[self.fields["variant"]][0])
        structure = VARIANTS[self.fields["variant"]]
        trimmed = self.fields.get("ante_trimming_status", False)
        house = self.fields.get(HOUSE, {})
        if not isinstance(house, dict) or not house.keys() <= HOUSE_RULES.keys():
            raise _Fault(f"{HOUSE} is {house!r}; it takes {', '.join(HOUSE_RULES)}", HOUSE)
        return table_rules(structure, posts, bets, trimmed is True, tuple(house.items()))

    def _players(self, size: int) -> tuple[str, ...]:
        if "players" not in self.fields:
            return ()
        names = tuple(self._texts("players"))
        if len(names) != size:
            raise _Fault(f"{len(names)} players, but {size} starting stacks", "players")
        return names

    def _recorded(self, key: str, size: int, chips: _Chips) -> tuple[Amount, ...] | None:
        if key not in self.fields:
            return None
        return tuple(chips.recorded(number) for number in self._numbers(key, size))

    def _text(self, key: str) -> str:
        value = self._value(key)
        if not isinstance(value, str):
            raise _Fault(f"{key} is {value!r}; it takes a text", key)
        return value

    def _texts(self, key: str) -> list[str]:
        values = self._list(key)
        for value in values:
            if not isinstance(value, str):
                raise _Fault(f"{key} holds {value!r}; it takes texts", key)
        return values

    def _numbers(self, key: str, size: int | None = None) -> tuple[Number, ...]:
        values = self._list(key)
        for value in values:
            _require_number(key, value)
        if size is not None and len(values) != size:
            raise _Fault(f"{key} has {len(values)} numbers, but there are {size} players", key)
        return tuple(values)

    def _number(self, key: str) -> Number:
        return _require_number(key, self._value(key))

    def _list(self, key: str) -> list[Any]:
        value = self._value(key)
        if not isinstance(value, list):
            raise _Fault(f"{key} is {value!r}; it takes a list", key)
        return value

    def _value(self, key: str) -> Any:
        if key not in self.fields:
            raise _Fault(f"{key} is missing", key)
        return self.fields[key]


@lru_cache(maxsize=256)
def table_rules(
    structure: str,
    posts: tuple[int, ...],
    bets: tuple[int, ...],
    matched: bool,
    house: tuple[tuple[str, str], ...] = (),
) -> Rules:
    """Give the rules of a recorded hand.

    Args:
        structure: ``"no-limit"`` or ``"fixed-limit"``.
        posts: the blinds.
        bets: the smallest bet, or the small and the big bet.
        matched: whether antes have to be matched.
        house: rules of the house that the format has no words for.
    """
    limit = structure == "fixed-limit"
    return Rules(
        structure=structure,
        small_blind=min((post for post in posts if 0 < post < bets[0]), default=0),
        big_blind=bets[0],
        small_bet=bets[0] if limit else None,
        big_bet=bets[1] if limit else None,
        bet_cap=UNCAPPED,
        ante_by="each" if matched else "big-blind",
        fold_when_free=True,
        **(HOUSE_RULES | dict(house)),
    )


def house_rules(rules: Rules) -> dict[str, str]:
    """Give what of the rules the format has no words for, where it is not the usual.

    Args:
        rules: of the table.
    """
    told = {name: getattr(rules, name) for name in HOUSE_RULES}
    return {name: value for name, value in told.items() if value != HOUSE_RULES[name]}


def _by_seat(values: tuple[Number, ...]) -> tuple[Number, ...]:
    """Blinds and antes stand in the order of posting; between two players the button is first."""
    return values[::-1] if len(values) == 2 else values


# --- numbers --------------------------------------------------------------------------------------


def _require_number(key: str, value: object) -> Number:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise _Fault(f"{key} holds {value!r}; it takes numbers", key)
    if not isinstance(value, int) and not value.is_finite():
        raise _Fault(f"{key} holds {value}; a hand is replayed with finite chips", key)
    if not -MOST_CHIPS < value < MOST_CHIPS:
        raise _Fault(f"{key} holds {value}, more chips than can be", key)
    return value


def _scale(numbers: Iterable[Number]) -> int:
    """Give the least power of ten that makes all numbers whole."""
    digits = max((_digits(each) for each in numbers if type(each) is not int), default=0)
    if digits > MOST_DIGITS:
        raise _Fault(f"an amount has {digits} digits after the point; the most are {MOST_DIGITS}")
    scale: int = 10**digits
    return scale


def _digits(number: Number) -> int:
    exponent = int(Decimal(number).normalize().as_tuple().exponent)
    return max(0, -exponent)


class _Chips:
    """Brings the amounts of a record to chips."""

    def __init__(self, scale: int) -> None:
        self.scale = scale

    def whole(self, key: str, numbers: tuple[Number, ...]) -> tuple[int, ...]:
        if min(numbers) < 0:
            raise _Fault(f"{key} holds {min(numbers)}; chips are not negative", key)
        return tuple(int(number * self.scale) for number in numbers)

    def recorded(self, number: Number) -> Amount:
        if isinstance(number, int):
            return number * self.scale
        exact = Fraction(number) * self.scale
        return exact.numerator if exact.denominator == 1 else exact


# --- the actions ----------------------------------------------------------------------------------


class _Script:
    """Reads the list of actions: cards that are dealt, what players do, cards that are shown."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.holes: list[tuple[Card, ...] | None] = [None] * size
        self.dealt: set[int] = set()
        self.board: list[Card] = []
        self.moves: list[tuple[int, str, Number, int, str]] = []
        self.shown: list[int] = []
        self.mucked: list[int] = []

    def read(self, actions: list[str]) -> None:
        for text in actions:
            self._read_one(text)

    def amounts(self) -> list[Number]:
        return [amount for _, _, amount, _, _ in self.moves]

    def played(self, chips: _Chips) -> Iterable[Played]:
        for seat, word, amount, board, note in self.moves:
            if word == "cbr":
                yield Played(seat, Action("raise", int(amount * chips.scale)), board, note)
            else:
                yield Played(seat, _PLAIN[word], board, note)

    def _read_one(self, text: str) -> None:
        said, _, note = text.partition("#")
        match said.split():
            case [player, "f" | "cc" as word]:
                self.moves.append((self._seat(player, text), word, 0, len(self.board), note))
            case [player, "cbr", amount]:
                chips = self._amount(amount, text)
                self.moves.append((self._seat(player, text), "cbr", chips, len(self.board), note))
            case ["d", "dh", player, cards]:
                self._deal_hole(self._seat(player, text), cards, text)
            case ["d", "db", cards]:
                self._deal_board(cards, text)
            case [player, "sm"]:
                self._show(self._seat(player, text), "", text)
            case [player, "sm", cards]:
                self._show(self._seat(player, text), cards, text)
            case []:
                pass
            case _:
                raise _Fault(f"{text!r} is no action of Texas Hold'em", action=text)

    def _deal_hole(self, seat: int, cards: str, text: str) -> None:
        if len(cards) != 4 or seat in self.dealt:
            raise _Fault(f"{text!r} does not deal the two cards of a player", action=text)
        self.dealt.add(seat)
        self.holes[seat] = self._cards(cards, text)

    def _deal_board(self, cards: str, text: str) -> None:
        lying = len(self.board)
        found = self._cards(cards, text)
        if found is None:
            raise _Fault(f"{text!r} hides a card of the board", action=text)
        if (lying, lying + len(found)) not in {(0, 3), (3, 4), (4, 5), (0, 4), (0, 5), (3, 5)}:
            raise _Fault(f"{text!r} deals {len(found)} cards to a board of {lying}", action=text)
        self.board.extend(found)

    def _show(self, seat: int, cards: str, text: str) -> None:
        if cards == "-":
            self.mucked.append(seat)
            return
        found = self._cards(cards, text) if cards else None
        if found is not None:
            if self.holes[seat] not in (None, found) and set(self.holes[seat] or ()) != set(found):
                raise _Fault(f"{text!r} shows other cards than were dealt", action=text)
            self.holes[seat] = self.holes[seat] or found
        self.shown.append(seat)

    def _cards(self, cards: str, text: str) -> tuple[Card, ...] | None:
        try:
            return _cards(cards)
        except InputError as error:
            raise _Fault(f"{text!r}: {error}", action=text) from None

    def _seat(self, player: str, text: str) -> int:
        seat = _SEATS.get(player, self.size)
        if seat < self.size:
            return seat
        raise _Fault(f"{text!r}: {player!r} is no player; they are p1..p{self.size}", action=text)

    def _amount(self, amount: str, text: str) -> Number:
        if amount.isdecimal() and amount.isascii() and len(amount) < 16:
            return int(amount)
        try:
            return _require_number("actions", Decimal(amount))
        except ArithmeticError:
            raise _Fault(f"{text!r}: {amount!r} is no amount", action=text) from None


_SEATS = {f"p{number}": number - 1 for number in range(1, 11)}
_PLAIN = {"f": Action.fold(), "cc": Action.call()}
