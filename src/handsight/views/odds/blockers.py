"""The effect of blockers on a range, as a report and as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handsight.cards import CardSet
from handsight.odds.counting.hands import Count
from handsight.views.odds.texture import in_words
from handsight.views.report import report_of
from handsight.views.tables import TextTable
from handsight.views.text_parts import count_text, shortened

if TYPE_CHECKING:
    from handsight.odds.board.blockers import BlockedHands, Blockers

MOST_CLASSES = 20
MOST_OF_RANGE = 40


@dataclass(frozen=True)
class BlockedShare:
    """A part of a range, without blockers and with them.

    Attributes:
        before, after: weighted number of combos without and with the blockers.
        removed: weighted number of combos that the blockers remove.
        share: share of the part's combos that the blockers remove, 0..1; 0 if it has no combos.
        of_range_before, of_range_after: share of the whole range that this part makes up, 0..1,
            without and with the blockers; 0 if the blockers leave nothing of the range.
    """

    before: Count
    after: Count
    removed: Count
    share: float
    of_range_before: float
    of_range_after: float


@dataclass(frozen=True)
class BlockersReport:
    """The combos that held cards remove from a range; see `handsight.odds.Blockers`.

    Attributes:
        cards: the held cards, which are the blockers.
        hands: the range, as text.
        all: the whole range as one part.
    """

    cards: CardSet
    board: CardSet
    hands: str
    all: BlockedShare
    kinds: Mapping[str, BlockedShare]
    made: Mapping[str, BlockedShare]
    draws: Mapping[str, BlockedShare]
    classes: Mapping[str, BlockedShare]


def blockers_report(result: Blockers) -> BlockersReport:
    """Build the report of the combos that held cards remove from a range.

    Example:
        >>> from handsight.odds.board.blockers import blockers
        >>> blockers_report(blockers("As", "AA, AKs")).classes["AA"].removed
        3
    """
    return report_of(
        BlockersReport,
        result,
        hands=str(result.hands),
        all=_share(result.all, result.all),
        kinds=_shares(result.kinds, result),
        made=_shares(result.made, result),
        draws=_shares(result.draws, result),
        classes=_shares(result.classes, result),
    )


def _shares(groups: Mapping[str, BlockedHands], result: Blockers) -> dict[str, BlockedShare]:
    return {name: _share(each, result.all) for name, each in groups.items()}


def _share(each: BlockedHands, whole: BlockedHands) -> BlockedShare:
    return report_of(
        BlockedShare,
        each,
        of_range_before=float(each.before / whole.before),
        of_range_after=float(each.after / whole.after) if whole.after else 0.0,
    )


def blockers_line(report: BlockersReport) -> str:
    """Describe the held cards, the range and the board, if there is one, in one line."""
    board = f" on {report.board}" if report.board else ""
    return f"{report.cards} against {shortened(report.hands, MOST_OF_RANGE)}{board}"


def blockers_tables(report: BlockersReport) -> list[TextTable]:
    """Lay out the removed combos: in all and by kind, by made hand, by draw, and by class.

    There are kinds and made hands only on a board, and draws only on a board of fewer than five
    cards. Up to `MOST_CLASSES` classes are listed, those that lose the most combos first.
    """
    tables = [_table("hands", {"all": report.all, **report.kinds})]
    if report.board:
        tables.append(_table("made hand", report.made))
        if len(report.board) < 5:
            tables.append(_table("draw", report.draws))
    losing = {name: each for name, each in report.classes.items() if each.removed}
    ranked = sorted(losing.items(), key=lambda pair: -pair[1].removed)
    if ranked:
        tables.append(_table("class", dict(ranked[:MOST_CLASSES])))
    return tables


def _table(title: str, groups: Mapping[str, BlockedShare]) -> TextTable:
    rows = [
        (
            in_words(name),
            *(count_text(each.before), count_text(each.after), f"{each.share:.1%}"),
            *(f"{each.of_range_before:.1%}", f"{each.of_range_after:.1%}"),
        )
        for name, each in groups.items()
        if each.before
    ]
    return TextTable(title, (title, "before", "after", "gone", "of range", "then"), rows)
