"""A comparison of the next cards after a line of a solution, as text and as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import Card, CardSet
from handsight.cards.card import RANKS, SUITS
from handsight.views.report import report_of
from handsight.views.solver.solution import ActionShare, action_colours, by_player
from handsight.views.svg import Picture, cell_colours
from handsight.views.tables import TextTable

if TYPE_CHECKING:
    from handsight.solver.node import AggregatedRunouts

CELL = 58
GAP = 2
MARGIN = 14
LINE = 20
BAR = 10
"""The height of the strip of action colours in a cell, in pixels."""

PAPER, INK = cell_colours(0)


@dataclass(frozen=True)
class RunoutReport:
    """The strategy and values after a line if one given card is dealt next.

    Attributes:
        card: the card that comes.
        weight: probability of this card if the line is played.
        frequencies: how often the player who acts next takes each action; empty if nobody acts.
        ev: expected chips from the pot, by player.
        equity: share of the pot if all cards were dealt now, by player.
    """

    card: Card
    weight: float
    frequencies: tuple[float, ...]
    ev: dict[str, float]
    equity: dict[str, float]


@dataclass(frozen=True)
class AggregatedReport:
    """The turn or the river after a line, over all cards with which the street can begin.

    Means over the cards are weighted by how often each card is dealt.

    Attributes:
        line: actions and cards before the street, in full.
        street: the street that begins with these cards.
        board: the board before these cards.
        pot: chips in the pot at the start of the street.
        player: the player who acts first on the street; None if no player acts.
        actions: first actions on the street, with their mean frequencies.
        ev: mean expected chips from the pot, by player.
        equity: mean share of the pot, by player.
        runouts: one entry for each card after which the line can be played, the highest card first.
    """

    line: str
    street: str
    board: CardSet
    pot: int
    player: str | None
    actions: tuple[ActionShare, ...]
    ev: dict[str, float]
    equity: dict[str, float]
    runouts: tuple[RunoutReport, ...]


def aggregated_report(runouts: AggregatedRunouts) -> AggregatedReport:
    """Build the report of the next cards after a line.

    Args:
        runouts: the result of `Solution.aggregate`.
    """
    return report_of(
        AggregatedReport,
        runouts,
        actions=tuple(map(ActionShare, runouts.actions, runouts.frequencies)),
        ev=by_player(runouts.ev),
        equity=by_player(runouts.equity),
        runouts=tuple(
            report_of(RunoutReport, row, ev=by_player(row.ev), equity=by_player(row.equity))
            for row in runouts.runouts
        ),
    )


def runouts_table(report: AggregatedReport) -> TextTable:
    """Build a table of the next cards, with a row for each card and a row for the means.

    Args:
        report: the report of the next cards after a line.
    """
    heads = ("card", "weight", "EV oop", "EV ip", "equity oop", "equity ip")
    mean = tuple(each.frequency for each in report.actions)
    rows = [
        _row(str(row.card), row.weight, row.ev, row.equity, row.frequencies)
        for row in report.runouts
    ]
    rows.append(_row("mean", 1.0, report.ev, report.equity, mean))
    return TextTable(_title(report), (*heads, *(each.action for each in report.actions)), rows)


def _row(
    name: str,
    weight: float,
    ev: dict[str, float],
    equity: dict[str, float],
    frequencies: tuple[float, ...],
) -> tuple[str, ...]:
    chips = (f"{number:.2f}" for number in ev.values())
    shares = (f"{number:.1%}" for number in (*equity.values(), *frequencies))
    return (name, f"{weight:.2%}", *chips, *shares)


def _title(report: AggregatedReport) -> str:
    return f"the {report.street} after {report.line or 'the root'} on {report.board}"


def runouts_svg(report: AggregatedReport) -> str:
    """Draw the 52 cards: a cell shows the EV out of position, and action shares as colours.

    A card that cannot be dealt next has an empty cell. The actions are those of the player who acts
    first after the card.

    Args:
        report: the report of the next cards after a line.

    Returns:
        An SVG document.
    """
    colours = action_colours(tuple(each.action for each in report.actions))
    width = 2 * MARGIN + len(RANKS) * CELL - GAP
    top = MARGIN + len(SUITS) * CELL
    picture = Picture(width, top + LINE * (len(colours) + 2), _title(report))
    rows = {row.card.index: row for row in report.runouts}
    for suit in range(len(SUITS)):
        for rank in range(len(RANKS)):
            card = Card(4 * rank + suit)
            place = len(RANKS) - 1 - rank
            with picture.group(MARGIN + place * CELL, MARGIN + (len(SUITS) - 1 - suit) * CELL):
                _draw_card(picture, card, rows.get(card.index), colours)
    ev = f"EV out of position {report.ev['oop']:.2f}, in position {report.ev['ip']:.2f}"
    picture.text(MARGIN, top + LINE - 4, f"{_title(report)}: {ev}")
    for number, (each, colour) in enumerate(zip(report.actions, colours, strict=True), 2):
        label = f"{each.action}: {each.frequency:.1%}"
        picture.legend(MARGIN, top + LINE * number - 4, [(colour, label)])
    return picture.svg()


def _draw_card(picture: Picture, card: Card, row: RunoutReport | None, colours: list[str]) -> None:
    side = CELL - GAP
    picture.rect(0, 0, side, side, PAPER)
    picture.text(side / 2, 20, str(card), size=13, colour=INK, anchor="middle")
    if row is None:
        return
    picture.text(side / 2, 38, f"{row.ev['oop']:.1f}", size=12, colour=INK, anchor="middle")
    start = 0.0
    for share, colour in zip(row.frequencies, colours, strict=True):
        if share > 0:
            picture.rect(start * side, side - BAR, share * side, BAR, colour)
            start += share
