"""A replayed hand, laid out for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from handsight.cards import Card
from handsight.game import (
    Acted,
    Ante,
    Award,
    Blind,
    Muck,
    Show,
    Straddle,
    UncalledReturned,
)
from handsight.game.order import big_blind_seat, posting_order
from handsight.kernels import game_state as at
from handsight.ranking import evaluate
from handsight.reports.cards_text import cards_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.game import Amount, Hand, HandResult
    from handsight.odds.equity_result import PlayerEquity
    from handsight.reports.replay import Moment, Replay, Scene

_LABEL = "dim"
_SHOWDOWN_BOARD = 5
_DO = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}
_TOLD = ("event", "venue", "city", "year")


def replay_text(replay: Replay, *, drawn_suits: bool = True) -> Iterator[RenderableType]:
    """Lay a replayed hand out, piece by piece, so that a reader may take his time.

    Args:
        replay: the hand.
        drawn_suits: whether suits are drawn (A♥) or written (Ah).

    Yields:
        The table, the beginning of each street, each thing that happens, and when the hand is
        over, the result.

    Example:
        >>> from rich.console import Console
        >>> from handsight.game import random_hands
        >>> from handsight.reports.replay import replayed
        >>> pieces = replay_text(replayed(next(random_hands(2, seed=3))), drawn_suits=False)
        >>> Console(width=80).print(next(pieces)) # doctest: +ELLIPSIS
        Hand 1 ...
    """
    teller = _Teller(replay, drawn_suits)
    yield teller.table()
    for scene in replay.scenes:
        yield teller.opening(scene)
        for moment in scene.moments:
            yield teller.moment(moment, scene)
    if replay.result is not None:
        yield teller.result(replay.result)


def heading_of(history: Hand) -> str:
    """Give a hand's name, game and blinds in one line.

    Args:
        history: the hand.

    Example:
        >>> from handsight.game import random_hands
        >>> heading_of(next(random_hands(2, seed=3)))
        "Hand 1 · no-limit hold'em · blinds 50/100 · 2 players"
    """
    rules, money = history.rules, _Money(history.scale)
    name = "Hand" if history.number is None else f"Hand {history.number}"
    posts = sorted(post for post in history.posts if post)
    parts = [name, f"{rules.structure.replace('-', ' ' if rules.is_limit else '-')} hold'em"]
    if rules.is_limit:
        parts.append(f"bets {'/'.join(map(money.of, rules.bet_sizes))}")
    if posts:
        parts.append(f"blinds {'/'.join(map(money.of, posts))}")
    if antes := {ante for ante in history.antes if ante}:
        parts.append(f"ante {'/'.join(map(money.of, sorted(antes)))}")
    return " · ".join([*parts, f"{len(history.stacks)} players"])


class _Money:
    """Writes chips in the units of the record."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.digits = 0 if scale == 1 else max(2, len(str(scale)) - 1)

    def of(self, chips: Amount) -> str:
        exact = Fraction(chips) / self.scale
        rounded = Decimal(exact.numerator) / exact.denominator
        digits = self.digits if Fraction(chips).denominator == 1 else self.digits + 2
        return f"{rounded:,.{digits}f}"

    def signed(self, chips: Amount) -> str:
        return f"{'+' if chips > 0 else ''}{self.of(chips)}"


class _Teller:
    """Tells one hand."""

    def __init__(self, replay: Replay, drawn: bool) -> None:
        self.history = history = replay.history
        self.end = replay.end
        self.drawn = drawn
        self.money = _Money(history.scale)
        self.names = [history.name_of(seat) for seat in range(len(history.stacks))]
        self.widest = max(map(len, self.names))

    # --- before and after -----------------------------------------------------------------------

    def table(self) -> RenderableType:
        parts: list[RenderableType] = [Text(heading_of(self.history), "bold")]
        told = [str(self.history.metadata[key]) for key in _TOLD if key in self.history.metadata]
        if told:
            parts.append(Text(", ".join(told), _LABEL))
        seats = Table("player", "", "stack", "cards", box=None, padding=(0, 2, 0, 0))
        seats.header_style = _LABEL
        seats.columns[2].justify = "right"
        for seat, stack in enumerate(self.history.stacks):
            name, place = Text(self.names[seat]), Text(self._place(seat), _LABEL)
            seats.add_row(name, place, self.money.of(stack), self._cards(self._hole(seat)))
        return Group(*parts, Text(), seats)

    def result(self, result: HandResult) -> RenderableType:
        rows = Table("result", "stack", "", box=None, padding=(0, 2, 0, 0), header_style=_LABEL)
        rows.columns[1].justify = rows.columns[2].justify = "right"
        for name, stack, won in zip(self.names, result.stacks, result.payoffs, strict=True):
            style = "green" if won > 0 else "red" if won else _LABEL
            rows.add_row(Text(name), self.money.of(stack), Text(self.money.signed(won), style))
        if result.rake:
            rows.add_row(Text("rake", _LABEL), "", Text(self.money.signed(result.rake), _LABEL))
        lines: list[RenderableType] = [Text(), rows]
        if result.difference:
            lines.append(Text(f"the record does not fit the rules: {result.difference}", "yellow"))
        return Group(*lines)

    def _place(self, seat: int) -> str:
        places = ["button"] if seat == self.history.button else []
        if post := self.history.posts[seat]:
            places.append(self._post(seat, post))
        return ", ".join(places)

    def _post(self, seat: int, post: int) -> str:
        """Name a blind by its place, for two blinds may be of the same size."""
        late, big_blind = self.history.late, self.history.rules.big_blind
        players = range(len(self.history.stacks))
        in_turn = {each: self.history.posts[each] for each in players if each not in late}
        if seat == big_blind_seat(players, in_turn, big_blind):
            return "big blind"
        if seat in in_turn and post > big_blind:
            return "straddle"
        is_small = seat == posting_order(players)[0] or post < big_blind
        return "small blind" if seat in in_turn and is_small else "posts late"

    def _hole(self, seat: int) -> tuple[Card, ...]:
        return self.history.holes[seat] or ()

    def _cards(self, cards: tuple[Card, ...]) -> Text:
        return cards_text(cards, self.drawn) if cards else Text("?? ??" if self.drawn else "????")

    # --- a street -------------------------------------------------------------------------------

    def opening(self, scene: Scene) -> RenderableType:
        heading = Text(scene.street.capitalize(), "bold")
        if scene.board:
            heading.append("  ").append_text(cards_text(scene.board, self.drawn))
        heading.append(f"  pot {self.money.of(scene.pot)}" if scene.pot else "", _LABEL)
        lines: list[RenderableType] = [Text(), heading]
        if scene.equities and len(scene.seats) > 1:
            lines.append(self._chances(scene))
        return Group(*lines)

    def _chances(self, scene: Scene) -> RenderableType:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style=_LABEL)
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style=_LABEL, no_wrap=True)
        for number, (seat, chance) in enumerate(scene.equities.items()):
            label = "" if number else "  equity"
            cards = self._cards(self._hole(seat))
            share = f"{chance.equity:.2%}"
            table.add_row(label, Text(self.names[seat]), cards, share, _tie(chance))
        unknown = len(scene.seats) - len(scene.equities)
        if not unknown:
            return table
        return Group(table, Text(f"  among the known hands; {unknown} more unknown", _LABEL))

    def moment(self, moment: Moment, scene: Scene) -> RenderableType:
        name = self.names[moment.event.seat] if hasattr(moment.event, "seat") else ""
        line = Text("  ").append(name.ljust(self.widest)).append("  ")
        line.append_text(self._deed(moment, scene))
        return line

    def _deed(self, moment: Moment, scene: Scene) -> Text:
        match moment.event:
            case Acted():
                return self._action(moment.event, moment)
            case Ante(_, chips):
                return self._paid("antes", chips, moment)
            case Blind(_, chips):
                return self._paid("posts", chips, moment)
            case Straddle(_, chips):
                return self._paid("straddles", chips, moment)
            case UncalledReturned(_, chips):
                return Text(f"takes {self.money.of(chips)} back, which nobody called")
            case Show(_, cards):
                return self._shows(cards, scene)
            case Muck():
                return Text("mucks", _LABEL)
            case Award():
                return self._wins(moment.event, moment.kept)
        return Text()

    def _wins(self, award: Award, kept: Amount) -> Text:
        pots = len(self.end.pots)
        which = f" of side pot {award.pot}" if award.pot else " of the main pot" if pots > 1 else ""
        hole = self._hole(award.seat)
        made = ""
        if self.end.number(at.SHOWDOWN) and hole:
            made = f" with {evaluate([*hole, *self.end.board]).name}"
        extra = ", the odd chip included" if award.odd_chip and not kept else ""
        if kept and self.history.rake:
            extra = f", after {self.money.of(kept)} of rake"
        return Text(f"wins {self.money.of(award.chips - kept)}{which}{made}{extra}", "green")

    def _action(self, acted: Acted, moment: Moment) -> Text:
        kind, amount = acted.action
        if kind in ("fold", "check"):
            return Text(_DO[kind], _LABEL if kind == "fold" else "")
        said = f"{_DO[kind]} {self.money.of(amount or acted.chips)}"
        line = self._after(Text(said), moment)
        return line.append(" all in", "bold red") if acted.all_in else line

    def _paid(self, verb: str, chips: int, moment: Moment) -> Text:
        return self._after(Text(f"{verb} {self.money.of(chips)}"), moment)

    def _after(self, line: Text, moment: Moment) -> Text:
        pot, stack = self.money.of(moment.pot), self.money.of(moment.stack)
        return line.append(f"  (pot {pot}, {stack} behind)", _LABEL)

    def _shows(self, cards: tuple[Card, ...], scene: Scene) -> Text:
        line = Text("shows ").append_text(cards_text(cards, self.drawn))
        if len(scene.board) == _SHOWDOWN_BOARD:
            line.append(f", {evaluate([*cards, *scene.board]).name}")
        return line


def _tie(chance: PlayerEquity) -> str:
    if not chance.tie:
        return ""
    total = (chance.win or 0) + chance.tie + (chance.lose or 0)
    return f"ties {float(chance.tie / total):.2%}"
