"""The answers to questions from lines, as JSON Lines: one object for each question."""

from __future__ import annotations

from dataclasses import dataclass, field

from handsight.odds.counting.hands import Count
from handsight.views.report import UNLESS_NONE


@dataclass(frozen=True, slots=True)
class LineQuestion:
    """The question that an object answers, which begins the object.

    Attributes:
        question: the line, without white space at its ends.
    """

    question: str


@dataclass(frozen=True, slots=True)
class LineError:
    """A line that is not a valid question, with ``--errors mask``.

    Attributes:
        question: the line, without white space at its ends.
        error: what is wrong with it.
    """

    question: str
    error: str


@dataclass(frozen=True, slots=True)
class RankLine:
    """The value of a hand of five to seven cards; see `handsight.ranking.Evaluation`.

    Attributes:
        strength: rank among all five-card hands, from 0 (7-5-4-3-2 of several suits) to 7461 (royal
            flush).
        category: category of the hand, such as ``"full_house"``.
        name: name of the hand in words.
    """

    strength: int
    category: str
    name: str


@dataclass(frozen=True, slots=True)
class PotPlayer:
    """A player's share of a pot.

    Attributes:
        hand: two cards or a range, as in the question.
        equity: the share of the pot, 0..1.
        win: number of deals that the player wins alone; None if they were not counted.
        tie: number of deals in which the player shares the pot; None if they were not counted.
    """

    hand: str
    equity: float
    win: Count | None
    tie: Count | None


@dataclass(frozen=True, slots=True)
class PotLine:
    """The shares of several players in a pot.

    Attributes:
        board: cards on the board, as in the question or in ``--board``.
        players: the players, in order.
        equity, win, tie: those of the first player.
        equities: the equity of each player, in order.
        total: number of all deals, or of the deals in the sample.
        method: ``"exact"`` or ``"monte_carlo"``.
        stderr: the largest standard error of the equities; None if they are exact.
        trials: number of deals in the sample; None if all were counted.
        seed: seed of the sample; None if all deals were counted.
    """

    board: str
    players: tuple[PotPlayer, ...]
    equity: float
    win: Count | None
    tie: Count | None
    equities: tuple[float, ...]
    total: Count
    method: str
    stderr: float | None = field(default=None, metadata=UNLESS_NONE)
    trials: int | None = field(default=None, metadata=UNLESS_NONE)
    seed: int | None = field(default=None, metadata=UNLESS_NONE)
