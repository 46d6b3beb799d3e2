"""Read and write PHH, the poker hand history file format, in which each hand is a TOML table.

No other module knows the names of the format's fields or its notation of actions.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

from handsight.cards import Card, parse_cards
from handsight.cards.card import BOARD_SIZES, STREET_OF_BOARD, STREETS
from handsight.errors import HistoryError, InputError
from handsight.formats.amounts import (
    MOST_CHIPS,
    ChipScale,
    FieldFault,
    Number,
    are_whole,
    in_units,
    require_number,
)
from handsight.formats.toml import key_text, place_of_error, read_table, value_text
from handsight.game import Action, ActionRecord, Amount, ChipBook, Hand, Rules, Source
from handsight.game.records.hand import TABLE_RULES, recorded_rules, unusual_rules
from handsight.game.records.occasion import PLAYED_FOR

N = TypeVar("N", Number, int)

VARIANTS = {"NT": "no-limit", "FT": "fixed-limit"}
"""The format's codes for variants of Texas Hold'em, and our names for their betting structures."""

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
"""The format's codes for other poker variants, and the names of these variants."""

RAKE, ADDED, TABLE, PLATFORM, HERO = "_rake", "_added", "_house", "_rules", "_hero"
TURNED_UP = "_turned_up"
"""Fields that are not part of the format but that our own files use.

They hold, in this order, the rake; chips that a site added to the pots; rules of the table that the
format cannot express; the platform by whose rules the hand was played; if the file also has the
cards of other players, the number, from 1, of the hero (the only player whose cards were dealt face
up); and the numbers of the players whose cards are known only because they were turned up later.
Without the last, all known cards but the hero's were turned up later if there is a hero, and
otherwise those that only ``sm`` names.
"""

BETS = {"NT": ("min_bet",), "FT": ("small_bet", "big_bet")}
READ = {
    *("variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet", "small_bet"),
    *("big_bet", "starting_stacks", "actions", "players", "finishing_stacks", "winnings"),
    *(RAKE, ADDED, TABLE, PLATFORM, HERO, TURNED_UP),
}
"""The fields that describe the hand; all other fields are metadata."""

HIDDEN, _HIDDEN_HOLE = "?", "????"
_LITERAL = re.compile(r"#[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")
_TAKEN = re.compile(r"p\d+\s+(?:f|cc|cbr)\b")


@dataclass(frozen=True, slots=True)
class PhhSource(Source):
    r"""The location of a hand in a PHH file, with the text in which to find line numbers.

    Attributes:
        text: text of the hand; if it is empty, every line is the hand's first line.

    Example:
        >>> PhhSource("a.phh", 1, "variant = 'NT'\nantes = [0, 0]").line_of("antes")
        2
    """

    text: str = ""

    def line_of(self, name: str) -> int:
        """Return the line of a field, or the hand's first line if the text lacks the field.

        Args:
            name: name of a field of the format, or ``"rake"``.
        """
        place = self._place_of(RAKE if name == "rake" else name)
        return self.line if place is None else self._line_at(place)

    def line_of_action(self, number: int) -> int:
        """Return the line of a player's action, or of the field of actions if it is not found.

        Args:
            number: index of the action among those of all players, from 0.
        """
        begin = self._place_of("actions")
        places = [] if begin is None else list(self._taken_from(begin))
        return self._line_at(places[number]) if number < len(places) else self.line_of("actions")

    def line_of_text(self, text: str) -> int:
        """Return the line of an action's text, or of the field of actions if it is not found."""
        begin = self._place_of("actions")
        place = -1 if begin is None else self.text.find(text, begin)
        return self.line_of("actions") if place < 0 else self._line_at(place)

    def _taken_from(self, begin: int) -> Iterator[int]:
        for literal in _LITERAL.finditer(self.text, begin):
            if _TAKEN.match(literal[0], 1):
                yield literal.start()

    def _place_of(self, key: str) -> int | None:
        field = re.search(rf"^[ \t]*{re.escape(key)}[ \t]*=", self.text, re.MULTILINE)
        return None if field is None else field.start()

    def _line_at(self, place: int) -> int:
        return self.line + self.text.count("\n", 0, place)


class OtherVariantError(HistoryError):
    """A hand is of a poker variant that is not supported.

    Attributes:
        variant: the format's code for the variant.
    """

    def __init__(self, variant: str, line: int, file: str) -> None:
        game = OTHER_VARIANTS.get(variant, "no game of the format")
        super().__init__(
            f"variant {variant!r} is {game}; Texas Hold'em is read, NT and FT", file, line
        )
        self.variant = variant

    def __reduce__(self) -> tuple[type[OtherVariantError], tuple[str, int, str]]:  # type: ignore[override]
        return (type(self), (self.variant, self.line, self.file))


def parse_phh(text: str, file: str = "", line: int = 1, amounts: Iterable[Number] = ()) -> Hand:
    """Read a hand in PHH.

    Args:
        text: the text of one hand.
        file: name of the file, for error messages.
        line: line of the file on which the text begins.
        amounts: further amounts of the hand, in the units of the text, that must be whole chips
            too; they can only increase `Hand.scale`.

    Raises:
        HistoryError: if the text is not a hand; the error names file and line. A hand of another
            variant raises the subclass `OtherVariantError`.

    Source:
        J. Kim, "Recording and Describing Poker Hands", IEEE Conference on Games 2024.

    Example:
        >>> parse_phh("variant = 'PO'", "omaha.phh")
        Traceback (most recent call last):
        ...
        handsight.formats.phh.OtherVariantError: omaha.phh:1: variant 'PO' is pot-limit Omaha; ...
    """
    source = PhhSource(file, line, text)
    try:
        fields = read_table(text)
    except tomllib.TOMLDecodeError as error:
        below, reason = place_of_error(error, text)
        raise source.fault(f"this is not TOML: {reason}", line + below) from None
    except RecursionError:
        raise source.fault("the text is nested too deep", line) from None
    except (ArithmeticError, ValueError):  # a number with too many digits or too large an exponent
        raise source.fault("a number in it is too large", line) from None
    return _Reader(fields, source, amounts).hand()


@lru_cache(maxsize=1 << 14)
def _cards(text: str) -> tuple[Card, ...] | None:
    """Parse cards; return None if one of them is hidden."""
    return None if HIDDEN in text else tuple(parse_cards(text, "the cards"))


class _Reader:
    """Reads the fields of a single hand."""

    def __init__(
        self, fields: Mapping[str, Any], source: PhhSource, amounts: Iterable[Number] = ()
    ) -> None:
        self.fields = fields
        self.source = source
        self.amounts = tuple(amounts)

    def hand(self) -> Hand:
        variant = self.fields.get("variant")
        if isinstance(variant, str) and variant not in VARIANTS:
            raise OtherVariantError(variant, self.source.line_of("variant"), self.source.file)
        try:
            return self._hand()
        except FieldFault as fault:
            raise self.source.fault(str(fault), self._line_of(fault)) from None
        except InputError as error:
            raise self.source.fault(str(error), self.source.line) from None

    def _line_of(self, fault: FieldFault) -> int:
        if fault.action:
            return self.source.line_of_text(fault.action)
        return self.source.line_of(fault.key)

    def _hand(self) -> Hand:
        variant = self._text("variant")
        stacks = self._numbers("starting_stacks")
        size = len(stacks)
        if not 2 <= size <= 10:
            raise FieldFault(f"{size} starting stacks; a hand has 2 to 10", "starting_stacks")
        antes, blinds = self._numbers("antes", size), self._numbers("blinds_or_straddles", size)
        bets = tuple(self._number(key) for key in BETS[variant])
        script = _Script(size)
        script.read(self._texts("actions"))
        taken = tuple(self._number(key) if key in self.fields else 0 for key in (RAKE, ADDED))
        amounts = *bets, *script.amounts(), *taken, *self.amounts
        chips = ChipScale.of((*stacks, *antes, *blinds, *amounts))
        signless = tuple([max(blind, -blind) for blind in _by_seat(blinds)])
        posts = chips.whole("blinds_or_straddles", signless)
        rules = self._rules(posts, chips.whole("bets", bets))
        stacks = chips.whole("starting_stacks", stacks)
        antes = chips.whole("antes", _by_seat(antes))
        paid_price = rules.short_blind_price == "paid"
        return Hand(
            rules=rules,
            stacks=stacks,
            antes=antes,
            posts=posts,
            late=_below_zero(_by_seat(blinds)),
            holes=tuple(script.holes),
            board=tuple(script.board),
            actions=script.taken(ChipBook(stacks, posts, antes, paid_price=paid_price), chips),
            notes=script.notes,
            shown=tuple(script.shown),
            hero=self._hero(script.face_up, size),
            turned_up=self._turned_up(script, size),
            mucked=tuple(script.mucked),
            players=self._players(size),
            finishing_stacks=self._recorded("finishing_stacks", size, chips),
            winnings=self._recorded("winnings", size, chips),
            rake=chips.whole(RAKE, taken[:1])[0] - chips.whole(ADDED, taken[1:])[0],
            scale=chips.scale,
            platform=self._platform(),
            metadata={key: value for key, value in self.fields.items() if key not in READ},
            source=self.source,
        )

    def _hero(self, face_up: Sequence[int], size: int) -> int | None:
        if HERO not in self.fields:
            return face_up[0] if len(face_up) == 1 else None
        value = self.fields[HERO]
        if type(value) is not int or not 1 <= value <= size:
            raise FieldFault(f"{HERO} is {value!r}; it must be a player, 1 to {size}", HERO)
        return value - 1

    def _turned_up(self, script: _Script, size: int) -> tuple[int, ...]:
        hero = self.fields.get(HERO)
        known = [seat for seat, hole in enumerate(script.holes) if hole is not None]
        if TURNED_UP in self.fields:
            value = self.fields[TURNED_UP]
            may = [seat + 1 for seat in known if seat + 1 != hero]
            if (
                not isinstance(value, list)
                or not all(type(each) is int and each in may for each in value)
                or len({*value}) < len(value)
            ):
                raise FieldFault(
                    f"{TURNED_UP} is {value!r}; it must list players whose cards are known, each "
                    f"once and not the hero: {may}",
                    TURNED_UP,
                )
            return tuple([each - 1 for each in value])
        face_up = script.face_up if hero is None else [hero - 1]
        if len(face_up) == size:
            return ()
        return tuple([seat for seat in known if seat not in face_up])

    def _platform(self) -> str:
        value = self.fields.get(PLATFORM, "")
        if not isinstance(value, str):
            raise FieldFault(f"{PLATFORM} is {value!r}; it must be a string", PLATFORM)
        return value

    def _rules(self, posts: tuple[int, ...], bets: tuple[int, ...]) -> Rules:
        if not bets[0]:
            raise FieldFault("the smallest bet is 0", BETS[self.fields["variant"]][0])
        structure = VARIANTS[self.fields["variant"]]
        trimmed = self.fields.get("ante_trimming_status", False)
        table_rules = self.fields.get(TABLE, {})
        if not isinstance(table_rules, dict) or not table_rules.keys() <= TABLE_RULES.keys():
            raise FieldFault(
                f"{TABLE} is {table_rules!r}; it must be one of {', '.join(TABLE_RULES)}", TABLE
            )
        return recorded_rules(structure, posts, bets, trimmed is True, tuple(table_rules.items()))

    def _players(self, size: int) -> tuple[str, ...]:
        if "players" not in self.fields:
            return ()
        names = tuple(self._texts("players"))
        if len(names) != size:
            raise FieldFault(f"{len(names)} players, but {size} starting stacks", "players")
        return names

    def _recorded(self, key: str, size: int, chips: ChipScale) -> tuple[Amount, ...] | None:
        if key not in self.fields:
            return None
        numbers = self._numbers(key, size)
        if chips.scale == 1 and are_whole(numbers):
            return numbers  # type: ignore[return-value]  # are_whole has checked it
        return tuple([chips.recorded(number) for number in numbers])

    def _text(self, key: str) -> str:
        value = self._value(key)
        if not isinstance(value, str):
            raise FieldFault(f"{key} is {value!r}; it must be a string", key)
        return value

    def _texts(self, key: str) -> list[str]:
        values = self._list(key)
        for value in values:
            if not isinstance(value, str):
                raise FieldFault(f"{key} holds {value!r}; it must hold strings", key)
        return values

    def _numbers(self, key: str, size: int | None = None) -> tuple[Number, ...]:
        values = self._list(key)
        if not are_whole(values) or min(values) <= -MOST_CHIPS or max(values) >= MOST_CHIPS:
            for value in values:
                require_number(key, value)
        if size is not None and len(values) != size:
            raise FieldFault(f"{key} has {len(values)} numbers, but there are {size} players", key)
        return tuple(values)

    def _number(self, key: str) -> Number:
        return require_number(key, self._value(key))

    def _list(self, key: str) -> list[Any]:
        value = self._value(key)
        if not isinstance(value, list):
            raise FieldFault(f"{key} is {value!r}; it must be a list", key)
        return value

    def _value(self, key: str) -> Any:
        if key not in self.fields:
            raise FieldFault(f"{key} is missing", key)
        return self.fields[key]


def _below_zero(numbers: tuple[Number, ...]) -> tuple[int, ...]:
    """Return the indices of the negative numbers."""
    if min(numbers) >= 0:
        return ()
    return tuple(place for place, number in enumerate(numbers) if number < 0)


def _by_seat(values: tuple[N, ...]) -> tuple[N, ...]:
    """Convert values from posting order to seat order or back.

    The two orders differ only heads-up, where one is the reverse of the other.
    """
    return values[::-1] if len(values) == 2 else values


# --- the actions ----------------------------------------------------------------------------------


class _Script:
    """Reads the field of actions: cards dealt, players' actions, and cards shown."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.holes: list[tuple[Card, ...] | None] = [None] * size
        self.dealt: set[int] = set()
        self.board: list[Card] = []
        self.street = STREET_OF_BOARD[0]
        self.moves: list[tuple[str, int, str, Number]] = []
        self.notes: dict[int, str] = {}
        self.shown: list[int] = []
        self.face_up: list[int] = []
        self.mucked: list[int] = []

    def read(self, actions: list[str]) -> None:
        for text in actions:
            kind, seat, said = _plain_step(text)
            if seat >= self.size:
                self._read_one(text)
            elif kind == _HOLE and seat not in self.dealt:
                self._deal_plain(seat, said)
            elif kind == _BOARD:
                self._deal_board(said, text)
            elif kind == _HOLE:
                self._read_one(text)
            elif kind == _SHOWN:
                self._show(seat, said, text)
            else:
                self.moves.append((self.street, seat, kind, said))

    def amounts(self) -> list[Number]:
        return [amount for _, _, _, amount in self.moves]

    def taken(self, book: ChipBook, chips: ChipScale) -> tuple[ActionRecord, ...]:
        """Return the players' actions, with the chips that each action added to the pot."""
        if chips.is_plain:
            return book.record_all(self.moves)  # type: ignore[arg-type]  # is_plain says so
        scale = chips.scale
        return book.record_all(
            [(street, seat, kind, int(amount * scale)) for street, seat, kind, amount in self.moves]
        )

    def _deal_plain(self, seat: int, hole: tuple[Card, ...] | None) -> None:
        self.dealt.add(seat)
        self.holes[seat] = hole
        if hole:
            self.face_up.append(seat)

    def _read_one(self, text: str) -> None:
        words, _, note = text.partition("#")
        match words.split():
            case [player, "f" | "cc" as word]:
                self._move(self._seat(player, text), word, 0, note)
            case [player, "cbr", amount]:
                chips = self._amount(amount, text)
                self._move(self._seat(player, text), "cbr", chips, note)
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
                raise FieldFault(f"{text!r} is not an action of Texas Hold'em", action=text)

    def _move(self, seat: int, word: str, amount: Number, note: str) -> None:
        if note:
            self.notes[len(self.moves)] = note
        self.moves.append((self.street, seat, _KINDS[word], amount))

    def _deal_hole(self, seat: int, cards: str, text: str) -> None:
        if len(cards) != 4 or seat in self.dealt:
            raise FieldFault(f"{text!r} does not deal the two cards of a player", action=text)
        self._deal_plain(seat, self._cards(cards, text))

    def _deal_board(self, cards: str, text: str) -> None:
        lying = len(self.board)
        dealt = self._cards(cards, text)
        if dealt is None:
            raise FieldFault(f"{text!r} hides a card of the board", action=text)
        if not dealt or lying + len(dealt) not in STREET_OF_BOARD:
            raise FieldFault(
                f"{text!r} deals {len(dealt)} cards to a board of {lying}", action=text
            )
        self.board.extend(dealt)
        self.street = STREET_OF_BOARD[lying + len(dealt)]

    def _show(self, seat: int, cards: str, text: str) -> None:
        if cards == "-":
            self.mucked.append(seat)
            return
        hole = self._cards(cards, text) if cards else None
        if hole is not None:
            if self.holes[seat] not in (None, hole) and set(self.holes[seat] or ()) != set(hole):
                raise FieldFault(f"{text!r} shows different cards from those dealt", action=text)
            self.holes[seat] = self.holes[seat] or hole
        self.shown.append(seat)

    def _cards(self, cards: str, text: str) -> tuple[Card, ...] | None:
        try:
            return _cards(cards)
        except InputError as error:
            raise FieldFault(f"{text!r}: {error}", action=text) from None

    def _seat(self, player: str, text: str) -> int:
        seat = _SEATS.get(player, self.size)
        if seat < self.size:
            return seat
        raise FieldFault(
            f"{text!r}: {player!r} is not a player; the players are p1..p{self.size}", action=text
        )

    def _amount(self, amount: str, text: str) -> Number:
        if amount.isdecimal() and amount.isascii() and len(amount) < 16:
            return int(amount)
        try:
            return require_number("actions", Decimal(amount))
        except ArithmeticError:
            raise FieldFault(f"{text!r}: {amount!r} is not an amount", action=text) from None


_SEATS = {f"p{number}": number - 1 for number in range(1, 11)}
_KINDS = {"f": "fold", "cc": "call", "cbr": "raise"}
_NO_SEAT = len(_SEATS)


_HOLE, _BOARD, _SHOWN = "dh", "db", "sm"


@lru_cache(maxsize=1 << 14)
def _plain_step(text: str) -> tuple[str, int, Any]:
    """Read the text of a common action or deal, which most hands share with others.

    Returns:
        The kind of the action, `_HOLE`, `_BOARD` or `_SHOWN`; the index of the player, or one above
        all if the text is not common; and the amount of a raise, the hole cards of a player, or the
        text of other cards.
    """
    words = [each for each in text.split(" ") if each]
    if not text.isascii() or not text.isprintable() or "#" in text:
        return "", _NO_SEAT, 0
    match words:
        case [player, "f" | "cc" as word]:
            return _KINDS[word], _SEATS.get(player, _NO_SEAT), 0
        case [player, "cbr", amount] if amount.isdecimal() and len(amount) < 16:
            return _KINDS["cbr"], _SEATS.get(player, _NO_SEAT), int(amount)
        case ["d", "dh", player, cards] if len(cards) == 4 and _are_cards(cards):
            return _HOLE, _SEATS.get(player, _NO_SEAT), _cards(cards)
        case ["d", "db", cards]:
            return _BOARD, 0, cards
        case [player, "sm", cards]:
            return _SHOWN, _SEATS.get(player, _NO_SEAT), cards
        case _:
            return "", _NO_SEAT, 0


def _are_cards(text: str) -> bool:
    try:
        _cards(text)
    except InputError:
        return False
    return True


# --- writing --------------------------------------------------------------------------------------

_FOLDS, _CALLS = ([f'  "p{seat} {word}",\n' for seat in range(1, 11)] for word in ("f", "cc"))


def phh_text(hand: Hand) -> str:
    """Return the text of a hand in PHH; `parse_phh` reads the text as an equal hand.

    Raises:
        OptionError: if TOML cannot express a value of the metadata.

    Example:
        >>> text = '''variant = "NT"
        ... ante_trimming_status = true
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = [
        ...   "d dh p1 AhKh",
        ...   "d dh p2 ????",
        ...   "p2 f",
        ... ]
        ... '''
        >>> phh_text(parse_phh(text)) == text
        True
    """
    return _text(hand, hand.metadata, hand.platform, hand.hero, hand.turned_up)


def _text(
    hand: Hand,
    metadata: Mapping[str, Any],
    platform: str,
    hero: int | None,
    turned_up: tuple[int, ...],
) -> str:
    """Return the text of a hand, with some of its fields replaced."""
    unit = hand.scale
    parts = [_head(hand.rules, hand.antes, hand.posts, hand.late, hand.stacks, unit)]
    parts += _action_lines(hand)
    parts.append("]\n")
    parts += [
        _text_line(key, value) if type(value) is str else f"{_key(key)} = {value_text(value)}\n"
        for key, value in metadata.items()
    ]
    if hand.players:
        parts.append(_players_line(hand.players))
    for key, amounts in (("finishing_stacks", hand.finishing_stacks), ("winnings", hand.winnings)):
        if amounts is not None:
            parts.append(f"{key} = {_listed(amounts, unit)}\n")
    if hand.rake:
        key = RAKE if hand.rake > 0 else ADDED
        parts.append(f"{key} = {in_units(abs(hand.rake), unit)}\n")
    if table_rules := unusual_rules(hand.rules):
        parts.append(f"{TABLE} = {value_text(table_rules)}\n")
    if platform:
        parts.append(f"{PLATFORM} = {value_text(platform)}\n")
    implied: tuple[int, ...] = ()
    if hero is not None and sum(hole is not None for hole in hand.holes) > 1:
        parts.append(f"{HERO} = {hero + 1}\n")
        implied = tuple(
            [seat for seat, hole in enumerate(hand.holes) if hole is not None and seat != hero]
        )
    if turned_up != implied:
        parts.append(f"{TURNED_UP} = {value_text([seat + 1 for seat in turned_up])}\n")
    return "".join(parts)


def canonical_text(hand: Hand) -> str:
    """Return the text by which stores recognise hands that they have already counted.

    The form of this text must never change. It lists the platform among the metadata, as the first
    versions did, whereas `phh_text` writes the platform last, as the arena always has. It omits
    fields that were added later: the money played for, the hero, and the cards turned up.
    """
    kept = {name: value for name, value in hand.metadata.items() if name != PLAYED_FOR}
    if hand.platform:
        kept[PLATFORM] = hand.platform
    return _text(hand, kept, "", None, ())


def action_texts(hand: Hand) -> list[str]:
    """Return the players' actions in PHH notation, without comments.

    Example:
        >>> from handsight.game import random_hands
        >>> action_texts(next(random_hands(2, seed=3)))[:2]
        ['p2 cbr 300', 'p1 cc']
    """
    return [f"p{seat + 1} {_word(action, hand.scale)}" for _, seat, action, _, _ in hand.actions]


def _word(action: Action, unit: int) -> str:
    if action.amount:
        return f"cbr {in_units(action.amount, unit)}"
    return "f" if action.kind == "fold" else "cc"


def phhs_text(hands: Iterable[Hand]) -> Iterator[str]:
    """Yield the text of a PHHS file, hand by hand.

    Yields:
        The text of each hand, under a header with its position in the file, from 1.
    """
    for number, hand in enumerate(hands, start=1):
        yield f"{'' if number == 1 else chr(10)}[{number}]\n{phh_text(hand)}"


@lru_cache(maxsize=1024)
def _head(
    rules: Rules,
    antes: tuple[int, ...],
    posts: tuple[int, ...],
    late: tuple[int, ...],
    stacks: tuple[int, ...],
    unit: int,
) -> str:
    """Return the text of the fields before the actions, which is the same for many hands."""
    signed = tuple(-post if seat in late else post for seat, post in enumerate(posts))
    variant, sizes = ("FT", rules.bet_sizes) if rules.is_limit else ("NT", (rules.big_blind,))
    bets = zip(BETS[variant], sizes, strict=True)
    return "".join(
        [
            f'variant = "{variant}"\n',
            f"ante_trimming_status = {value_text(rules.ante_by == 'each')}\n",
            f"antes = {_listed(_by_seat(antes), unit)}\n",
            f"blinds_or_straddles = {_listed(_by_seat(signed), unit)}\n",
            *(f"{key} = {in_units(chips, unit)}\n" for key, chips in bets),
            f"starting_stacks = {_listed(stacks, unit)}\n",
            "actions = [\n",
        ]
    )


_key = lru_cache(maxsize=1024)(key_text)


@lru_cache(maxsize=4096)
def _text_line(key: str, value: str) -> str:
    return f"{_key(key)} = {value_text(value)}\n"


@lru_cache(maxsize=1024)
def _players_line(players: tuple[str, ...]) -> str:
    return f"players = {value_text(players)}\n"


def _action_lines(hand: Hand) -> list[str]:
    lines = [_hole_line(place, hole) for place, hole in enumerate(hand.holes, start=1)]
    lying, notes, unit = STREETS[0], hand.notes, hand.scale
    for number, (street, seat, action, _, _) in enumerate(hand.actions):
        if street != lying:
            lines += _dealt(hand.board, BOARD_SIZES[lying], BOARD_SIZES[street])
            lying = street
        kind, amount = action
        if notes and number in notes:
            text = value_text(f"p{seat + 1} {_word(action, unit)} #{notes[number]}")
            lines.append(f"  {text},\n")
        elif amount:
            lines.append(f'  "p{seat + 1} cbr {in_units(amount, unit)}",\n')
        else:
            lines.append((_FOLDS if kind == "fold" else _CALLS)[seat])
    for seat in hand.shown:
        lines.append(f'  "p{seat + 1} sm {_cards_text(hand.holes[seat] or ()) or _HIDDEN_HOLE}",\n')
    lines += [f'  "p{seat + 1} sm -",\n' for seat in hand.mucked]
    lines += _dealt(hand.board, BOARD_SIZES[lying], len(hand.board))
    return lines


@lru_cache(maxsize=1 << 14)
def _hole_line(place: int, hole: tuple[Card, ...] | None) -> str:
    return f'  "d dh p{place} {_HIDDEN_HOLE if hole is None else _cards_text(hole)}",\n'


def _dealt(board: tuple[Card, ...], begin: int, end: int) -> list[str]:
    lines = []
    for size in BOARD_SIZES.values():
        if begin < size <= end:
            lines.append(f'  "d db {_cards_text(board[begin:size])}",\n')
            begin = size
    return lines


@lru_cache(maxsize=4096)
def _cards_text(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


def _listed(amounts: Iterable[Amount], unit: int) -> str:
    listed = list(amounts)
    if unit == 1 and set(map(type, listed)) == {int}:
        return str(listed)
    return f"[{', '.join([in_units(chips, unit) for chips in listed])}]"
