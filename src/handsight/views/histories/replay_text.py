"""The layout, for a terminal, of a replayed hand and of a check of many hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from handsight.cards import Card
from handsight.game.order import big_blind_seat, posting_order
from handsight.odds.counting.hands import Count
from handsight.views.histories.replay import ReplayAction, ReplayEvent
from handsight.views.text_parts import LABEL, VERBS, amount_text, cards_text, chips_text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from handsight.game import Hand
    from handsight.views.histories.replay import (
        CheckedHands,
        ReplayReport,
        ReplayStreet,
        StreetEquity,
    )

MOST_LISTED = 20
"""The maximum number of hands that the text of a check lists for each outcome."""

_ADDED = "added by the site"
_OCCASION = ("event", "venue", "city", "year")
_POSTS = {"SB": "small blind", "BB": "big blind"}
_PAID = {"ante": "antes", "blind": "posts", "straddle": "straddles"}


def replay_text(report: ReplayReport, *, drawn_suits: bool = True) -> Iterator[RenderableType]:
    """Lay out a replayed hand piece by piece, so that the caller can pause between pieces.

    Args:
        report: the report to show.
        drawn_suits: whether suits are symbols (A♥) or letters (Ah).

    Yields:
        The table, the start of each street, each event and, if the hand is over, the result.

    Example:
        >>> from rich.console import Console
        >>> from handsight.game import random_hands
        >>> from handsight.views.histories.replay import replay_report
        >>> pieces = replay_text(replay_report(next(random_hands(2, seed=3))), drawn_suits=False)
        >>> Console(width=80).print(next(pieces)) # doctest: +ELLIPSIS
        Hand 1 ...
    """
    text = _ReplayText(report, drawn_suits)
    yield text.table()
    for street in report.streets:
        yield text.beginning(street)
        yield from map(text.event, street.events)
    if report.is_over:
        yield text.result()


def heading_of(history: Hand) -> str:
    """Describe a hand in one line: its number or name, game, stakes and number of players.

    The stakes are the bets of a limit game, the blinds and the antes, where there are any.

    Args:
        history: the recorded hand.

    Example:
        >>> from handsight.game import random_hands
        >>> heading_of(next(random_hands(2, seed=3)))
        "Hand 1 · no-limit hold'em · blinds 50/100 · 2 players"
    """
    rules, scale = history.rules, history.scale
    name = "Hand" if history.number is None else f"Hand {history.number}"
    posts = sorted(post for post in history.posts if post)
    parts = [name, f"{rules.structure.replace('-', ' ' if rules.is_limit else '-')} hold'em"]
    if rules.is_limit:
        parts.append(f"bets {'/'.join(chips_text(size, scale) for size in rules.bet_sizes)}")
    if posts:
        parts.append(f"blinds {'/'.join(chips_text(post, scale) for post in posts)}")
    if antes := {ante for ante in history.antes if ante}:
        parts.append(f"ante {'/'.join(chips_text(ante, scale) for ante in sorted(antes))}")
    return " · ".join([*parts, f"{len(history.stacks)} players"])


class _ReplayText:
    """Builds the parts of a replay's text: the table, the streets and the result."""

    def __init__(self, report: ReplayReport, drawn: bool) -> None:
        self.report, self.history = report, report.history
        self.drawn = drawn
        self.positions = report.history.positions
        self.widest = max(map(len, report.players))
        self.widest_position = max(map(len, self.positions))

    # --- before and after -----------------------------------------------------------------------

    def table(self) -> RenderableType:
        parts: list[RenderableType] = [Text(heading_of(self.history), "bold")]
        metadata = self.history.metadata
        if occasion := [str(metadata[key]) for key in _OCCASION if key in metadata]:
            parts.append(Text(", ".join(occasion), LABEL))
        seats = Table("player", "position", "stack", "cards", box=None, padding=(0, 2, 0, 0))
        seats.header_style = LABEL
        seats.columns[2].justify = "right"
        for seat, stack in enumerate(self.report.starting_stacks):
            name, place = Text(self.report.players[seat]), Text(self._place(seat), LABEL)
            seats.add_row(name, place, self._amount(stack), self._cards(seat))
        return Group(*parts, Text(), seats)

    def result(self) -> RenderableType:
        report = self.report
        rows = Table("result", "stack", "", box=None, padding=(0, 2, 0, 0), header_style=LABEL)
        rows.columns[1].justify = rows.columns[2].justify = "right"
        ends = zip(report.players, report.finishing_stacks, report.payoffs, strict=True)
        for name, stack, won in ends:
            style = "green" if won > 0 else "red" if won else LABEL
            rows.add_row(Text(name), self._amount(stack), Text(self._signed(won), style))
        if report.rake:
            label, rake = ("rake", report.rake) if report.rake > 0 else (_ADDED, -report.rake)
            rows.add_row(Text(label, LABEL), "", Text(self._signed(rake), LABEL))
        lines: list[RenderableType] = [Text(), rows]
        if report.difference:
            lines.append(Text(f"the record does not fit the rules: {report.difference}", "yellow"))
        return Group(*lines)

    def _place(self, seat: int) -> str:
        """Describe a seat: its position, any unusual post, and "hero" if the hero sits there."""
        position, post = self.positions[seat], self.history.posts[seat]
        posted = self._post(seat, post) if post else ""
        parts = [position]
        if posted and posted != _POSTS.get(position):
            parts.append(posted)
        if seat == self.report.hero:
            parts.append("hero")
        return ", ".join(parts)

    def _post(self, seat: int, post: int) -> str:
        """Name the post of a seat; the seat decides, because two blinds can have the same size."""
        late, big_blind = self.history.late, self.history.rules.big_blind
        players = range(len(self.history.stacks))
        in_turn = {each: self.history.posts[each] for each in players if each not in late}
        if seat == big_blind_seat(players, in_turn, big_blind):
            return "big blind"
        if seat in in_turn and post > big_blind:
            return "straddle"
        is_small = seat == posting_order(players)[0] or post < big_blind
        return "small blind" if seat in in_turn and is_small else "posts late"

    def _cards(self, seat: int) -> Text:
        hole: tuple[Card, ...] = self.history.holes[seat] or ()
        return cards_text(hole, self.drawn) if hole else Text("?? ??" if self.drawn else "????")

    def _amount(self, amount: Count) -> str:
        return amount_text(amount, self.history.scale)

    def _signed(self, amount: Count) -> str:
        return f"{'+' if amount > 0 else ''}{self._amount(amount)}"

    # --- a street -------------------------------------------------------------------------------

    def beginning(self, street: ReplayStreet) -> RenderableType:
        heading = Text(street.street.capitalize(), "bold")
        if street.board_cards:
            heading.append("  ").append_text(cards_text(street.board_cards, self.drawn))
        heading.append(f"  pot {self._amount(street.pot)}" if street.pot else "", LABEL)
        lines: list[RenderableType] = [Text(), heading]
        if street.equities and len(street.seats) > 1:
            lines.append(self._equities(street))
        return Group(*lines)

    def _equities(self, street: ReplayStreet) -> RenderableType:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style=LABEL)
        table.add_column(no_wrap=True)
        table.add_column(style=LABEL, no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style=LABEL, no_wrap=True)
        for number, each in enumerate(street.equities):
            label = "" if number else "  equity"
            name, cards = Text(self.report.players[each.seat]), self._cards(each.seat)
            table.add_row(
                label, name, self.positions[each.seat], cards, f"{each.equity:.2%}", _tie(each)
            )
        unknown = len(street.seats) - len(street.equities)
        if not unknown:
            return table
        return Group(table, Text(f"  among the known hands; {unknown} more unknown", LABEL))

    def event(self, event: ReplayAction | ReplayEvent) -> Text:
        name = self.report.players[event.seat]
        line = Text("  ").append(name.ljust(self.widest)).append("  ")
        line.append(self.positions[event.seat].ljust(self.widest_position), LABEL).append("  ")
        return line.append_text(self._words(event))

    def _words(self, event: ReplayAction | ReplayEvent) -> Text:
        if isinstance(event, ReplayAction):
            return self._action(event)
        if event.event in _PAID:
            words = f"{_PAID[event.event]} {self._amount(event.chips or 0)}"
            return self._with_pot(words, event)
        if event.event == "uncalledreturned":
            return Text(f"takes {self._amount(event.chips or 0)} back, which nobody called")
        if event.event == "show":
            line = Text("shows ").append_text(cards_text(event.shown, self.drawn))
            return line.append(f", {event.hand_name}") if event.hand_name else line
        return Text("mucks", LABEL) if event.event == "muck" else self._award(event)

    def _award(self, event: ReplayEvent) -> Text:
        main = " of the main pot" if self.report.pots > 1 else ""
        which = f" of side pot {event.of_pot}" if event.of_pot else main
        hand = f" with {event.hand_name}" if event.hand_name else ""
        more = ", the odd chip included" if event.odd_chip and not event.kept else ""
        if event.kept and self.report.rake:
            more = (
                f", after {self._amount(event.kept)} of rake"
                if event.kept > 0
                else f", with {self._amount(-event.kept)} that the site added"
            )
        board = f" on {event.board}" if event.board else ""
        return Text(f"wins {self._amount(event.chips or 0)}{which}{board}{hand}{more}", "green")

    def _action(self, event: ReplayAction) -> Text:
        words = VERBS[event.action]
        if event.action in ("fold", "check"):
            return Text(words, LABEL if event.action == "fold" else "")
        line = self._with_pot(f"{words} {self._amount(event.to or event.chips)}", event)
        return line.append(" all in", "bold red") if event.all_in else line

    def _with_pot(self, words: str, event: ReplayAction | ReplayEvent) -> Text:
        pot, stack = self._amount(event.pot), self._amount(event.stack)
        return Text(words).append(f"  (pot {pot}, {stack} behind)", LABEL)


def _tie(each: StreetEquity) -> str:
    return f"ties {each.p_tie:.2%}" if each.tie else ""


# --- a check --------------------------------------------------------------------------------------


def check_lines(checked: CheckedHands) -> Iterator[str]:
    """Yield the lines that show a check of recorded hands.

    The first line counts the hands, and those that end with their recorded stacks. The next lines
    list, for each other outcome that occurs, up to `MOST_LISTED` hands. The last line counts the
    errors, if there are any.

    Example:
        >>> from handsight.game import check_hands
        >>> from handsight.views.histories.replay import check_report
        >>> list(check_lines(check_report(check_hands([]))))
        ['0 hands replayed, 0 to their recorded stacks']
    """
    yield f"{checked.hands:,} hands replayed, {checked.exact:,} to their recorded stacks"
    splits = [f"{each.file}:{each.line}" for each in checked.half_chip_splits]
    yield from _listed("split to the half chip in the record", splits)
    unrecorded = [f"{each.file}:{each.line}" for each in checked.unrecorded]
    yield from _listed("without recorded stacks", unrecorded)
    others = [f"{each.file}:{each.line}: {each.reason}" for each in checked.unsupported]
    yield from _listed("of other games", others)
    if checked.errors:
        yield f"{len(checked.errors):,} in error"


def _listed(what: str, entries: list[str]) -> Iterator[str]:
    if not entries:
        return
    yield f"{len(entries):,} {what}:"
    yield from (f"  {entry}" for entry in entries[:MOST_LISTED])
    if len(entries) > MOST_LISTED:
        yield f"  and {len(entries) - MOST_LISTED:,} more; --json lists all"
