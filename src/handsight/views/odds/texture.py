"""How ranges connect with a board: a report, side-by-side tables, and equity curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import CardSet
from handsight.odds.counting.hands import Count
from handsight.views.report import report_of
from handsight.views.svg import DEEP, FAINT, LINE, LOST, Picture
from handsight.views.tables import TextTable
from handsight.views.text_parts import count_text, shortened

if TYPE_CHECKING:
    from handsight.odds.board.texture import RangeTexture, Texture

RIVER = 5
MOST_OF_RANGE, MOST_IN_PICTURE = 56, 44
SIDE, MARGIN, LEFT = 420, 20, 52
"""In the picture, in pixels: the side of the square plot, the margin, and the room on the left."""

LEGEND = 22
COLOURS = (DEEP, LOST)
NAMES = {"ace_high": "ace high, no pair", "no_pair": "less than ace high", "board": "the board's"}
"""The display names of those hands whose names do not follow from their keys."""


@dataclass(frozen=True)
class HandShare:
    """A part of a range.

    Attributes:
        combos: weighted number of combos.
        share: share of the range that these combos make up, 0..1.
    """

    combos: Count
    share: float


@dataclass(frozen=True)
class RangeTextureReport:
    """How one range connects with a board; see `handsight.odds.RangeTexture`.

    Attributes:
        hands: the range as the caller wrote it; its text if the caller did not pass text.
        combos: weighted number of combos of the range on this board.
        made: combos of each made hand.
        draws: combos of each draw.
        kinds: ``value``, ``draw``, ``pair`` and ``air`` combos.
    """

    hands: str
    combos: Count
    equity: float
    nuts: float
    made: Mapping[str, HandShare]
    draws: Mapping[str, HandShare]
    kinds: Mapping[str, HandShare]
    distribution: Sequence[float]
    curve: Sequence[float]


@dataclass(frozen=True)
class TextureReport:
    """How two ranges connect with a board.

    Attributes:
        board: cards on the board.
        dead: cards out of play.
        players: the two ranges, in the order in which the caller passed them; the second is any
            cards if the caller passed only one.
        range_advantage: equity of the first range minus that of the second.
        nut_advantage: the first range's share of hands that are as strong as the best 5% of all
            hands possible on the board, minus the second range's share.
    """

    board: CardSet
    dead: CardSet
    players: Sequence[RangeTextureReport]
    range_advantage: float
    nut_advantage: float


def texture_report(result: Texture) -> TextureReport:
    """Build the report of how two ranges connect with a board.

    Example:
        >>> from handsight.odds.board.texture import texture
        >>> report = texture_report(texture(["QQ+", "22+, A2s+"], "Qs7h2d"))
        >>> report.players[0].made["set"]
        HandShare(combos=3, share=0.2)
    """
    spot = result.spot
    players = [range_texture_report(each, spot.name(n)) for n, each in enumerate(result.players)]
    return report_of(TextureReport, result, dead=spot.dead, players=players)


def range_texture_report(result: RangeTexture, name: str) -> RangeTextureReport:
    """Build the report of how one range connects with a board.

    Args:
        result: the range on the board.
        name: the range as the caller wrote it.
    """
    return report_of(
        RangeTextureReport,
        result,
        hands=name,
        made=_shares(result.made, result.combos),
        draws=_shares(result.draws, result.combos),
        kinds=_shares(result.kinds, result.combos),
    )


def _shares(groups: Mapping[str, Count], combos: Count) -> dict[str, HandShare]:
    return {name: HandShare(each, float(each / combos)) for name, each in groups.items()}


# --- text ---------------------------------------------------------------------------------------


def texture_lines(report: TextureReport) -> list[str]:
    """Return a line that names the board and the dead cards, and a numbered line for each range."""
    lines = [f"on {report.board}" + f" without {report.dead}" * bool(report.dead)]
    for number, player in enumerate(report.players, 1):
        lines.append(f"{number}  {shortened(player.hands, MOST_OF_RANGE)}")
    return lines


def texture_tables(report: TextureReport) -> list[TextTable]:
    """Lay out side by side how both ranges connect with the board.

    Hands that neither range has are left out, as is the table of draws on the river.
    """
    one, other = report.players
    tables = [_summary(report), _hands("made hand", one.made, other.made)]
    if len(report.board) < RIVER:
        tables.append(_hands("draw", one.draws, other.draws))
    tables.append(_hands("kind", one.kinds, other.kinds))
    shares = zip(one.distribution, other.distribution, strict=True)
    tenths = [
        (f"{10 * place}-{10 * (place + 1)}%", f"{ours:.1%}", f"{theirs:.1%}")
        for place, (ours, theirs) in enumerate(shares)
    ]
    return [*tables, TextTable("equities", ("hands with equity", "1", "2"), tenths[::-1])]


def _summary(report: TextureReport) -> TextTable:
    one, other = report.players
    rows = [
        ("combos", count_text(one.combos), count_text(other.combos), ""),
        ("equity", f"{one.equity:.2%}", f"{other.equity:.2%}", f"{report.range_advantage:+.2%}"),
        ("nuts", f"{one.nuts:.2%}", f"{other.nuts:.2%}", f"{report.nut_advantage:+.2%}"),
    ]
    return TextTable("ranges", ("", "1", "2", "advantage"), rows)


def _hands(title: str, ours: Mapping[str, HandShare], theirs: Mapping[str, HandShare]) -> TextTable:
    rows = [
        (
            in_words(name),
            *(count_text(ours[name].combos), f"{ours[name].share:.1%}"),
            *(count_text(theirs[name].combos), f"{theirs[name].share:.1%}"),
        )
        for name in ours
        if ours[name].combos or theirs[name].combos
    ]
    return TextTable(title, (title, "1", "", "2", ""), rows)


def in_words(name: str) -> str:
    """Write the name of a hand in words.

    Example:
        >>> in_words("top_pair"), in_words("ace_high")
        ('top pair', 'ace high, no pair')
    """
    return NAMES.get(name, name.replace("_", " "))


# --- picture ------------------------------------------------------------------------------------


def texture_svg(report: TextureReport) -> str:
    """Draw the equity curves of both ranges: the equity of each hand, best hand on the left.

    Returns:
        An SVG document.
    """
    bottom = MARGIN + LEGEND * 3 + SIDE
    title = f"Equity of each hand on {report.board}"
    picture = Picture(LEFT + SIDE + MARGIN, bottom + MARGIN + LEGEND, title)
    picture.text(MARGIN, MARGIN + 8, title, bold=True)
    for percent in range(0, 101, 25):
        along, down = LEFT + SIDE * percent / 100, bottom - SIDE * percent / 100
        anchor = "end" if percent == 100 else "middle"
        picture.line(LEFT, down, LEFT + SIDE, down, LINE)
        picture.text(LEFT - 8, down + 4, f"{percent}%", size=12, colour=FAINT, anchor="end")
        picture.text(along, bottom + 18, f"{percent}%", size=12, colour=FAINT, anchor=anchor)
    below = "of the range, the best hands first"
    picture.text(LEFT + SIDE / 2, bottom + 35, below, size=12, colour=FAINT, anchor="middle")
    for number, (player, colour) in enumerate(zip(report.players, COLOURS, strict=True), 1):
        label = f"{shortened(player.hands, MOST_IN_PICTURE)}: {player.equity:.1%}"
        picture.legend(MARGIN, MARGIN + 8 + LEGEND * number, [(colour, label)])
        steps = len(player.curve) - 1
        for place in range(steps):
            picture.line(
                *(LEFT + SIDE * place / steps, bottom - SIDE * player.curve[place]),
                *(LEFT + SIDE * (place + 1) / steps, bottom - SIDE * player.curve[place + 1]),
                colour,
                width=2,
            )
    return picture.svg()
