"""Opponents' ranges as the page shows them: from one player's view, action by action."""

from __future__ import annotations

import msgspec

from handsight.game import Hand
from handsight.ranges.class_grid import Grid
from handsight.views.range_update.hand import hand_of_history
from handsight.views.range_update.report import (
    RangeUpdateReport,
    range_update_report,
    relative_rows,
)

MOST_CLASSES = 6


class ClassShare(msgspec.Struct, frozen=True):
    """The chance, 0 to 1, that a player with a given range holds a hand of a class."""

    name: str
    chance: float


class RangeStep(msgspec.Struct, frozen=True):
    """An action of an opponent, and their range after it.

    Attributes:
        number: number of the action among all players' actions, from 1.
        player: name of the opponent.
        action: the action in brief, such as ``raise to 300``.
        chance: probability that the model gave this kind of action (fold; check or call; bet or
            raise) before it was taken, 0 to 1.
        gain_bits: information that the action gives about the opponent's cards, in bits.
        spread: number of equally likely combos with the same uncertainty as the range.
        combos: number of combos that the opponent can hold.
        top: the likeliest classes, at most six, likeliest first.
        grid: mean chance per possible combo of each of the 169 classes, row by row, relative to the
            highest such mean; None for a class without a possible combo.
    """

    number: int
    player: str
    street: str
    action: str
    chance: float
    gain_bits: float
    spread: float
    combos: int
    top: list[ClassShare]
    grid: list[float | None]


class OpponentRangeNow(msgspec.Struct, frozen=True):
    """The current range of an opponent who has not folded; see `RangeStep` for the other fields.

    Attributes:
        equity: equity of the viewing player's hand against this range alone, 0 to 1.
    """

    player: str
    spread: float
    combos: int
    equity: float
    top: list[ClassShare]
    grid: list[float | None]


class SeenRanges(msgspec.Struct, frozen=True):
    """The opponents' ranges, as one player sees them at some moment of a hand.

    Attributes:
        us: name of the player whose view it is.
        hole: the player's hole cards.
        model: a line that describes the model from which the ranges come.
        equity: equity of the player's hand against all opponents in the hand at once, 0 to 1.
        stderr: standard error of `equity` if it was sampled; None if it is exact.
        opponents: current ranges of the opponents who have not folded.
        steps: actions of all opponents, in order, including opponents who folded.
    """

    us: str
    hole: str
    board: str
    model: str
    equity: float
    stderr: float | None
    opponents: list[OpponentRangeNow]
    steps: list[RangeStep]


def seen_ranges(hand: Hand, us: str | None = None, at: int | None = None) -> SeenRanges:
    """Estimate the opponents' ranges by following a hand as one player has seen it.

    Args:
        hand: the hand, with the cards of the player `us`; the cards of others are not used.
        us: name of the player; None as for
            `handsight.views.range_update.hand.hand_of_history`: usually the hero.
        at: number of actions after which to look at the hand; None as for
            `handsight.views.range_update.hand.hand_of_history`.

    Raises:
        InputError: if `hand_of_history` raises it, for example because the player has folded, all
            others have folded, or the player's cards are not known.

    Example:
        >>> from handsight.game import random_hands
        >>> found = seen_ranges(next(random_hands(2, seed=3)), "player 2", at=1)
        >>> [step.action for step in found.steps], found.opponents[0].player
        (['raise to 300'], 'player 1')
    """
    return _message(range_update_report(hand_of_history(hand, at, us)))


def _message(report: RangeUpdateReport) -> SeenRanges:
    return SeenRanges(
        us=report.us,
        hole=str(report.hole),
        board=report.board,
        model=report.model,
        equity=report.together.odds.equity,
        stderr=report.together.odds.stderr,
        opponents=[
            OpponentRangeNow(
                player=each.player,
                spread=each.spread,
                combos=each.combos,
                equity=each.odds.equity,
                top=_top(each.top_classes),
                grid=_cells(relative_rows(each.weights)),
            )
            for each in report.rivals
        ],
        steps=[
            RangeStep(
                number=each.number,
                player=each.player,
                street=each.street,
                action=each.action,
                chance=each.chance,
                gain_bits=each.gain_bits,
                spread=each.spread,
                combos=each.combos,
                top=_top(each.top_classes),
                grid=_cells(each.grid),
            )
            for each in report.steps
        ],
    )


def _top(classes: dict[str, float]) -> list[ClassShare]:
    return [ClassShare(name, chance) for name, chance in [*classes.items()][:MOST_CLASSES]]


def _cells(rows: Grid) -> list[float | None]:
    return [None if cell != cell else round(float(cell), 3) for row in rows for cell in row]
