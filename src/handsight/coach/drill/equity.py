"""Questions about the equity of a hand against a hand or a range."""

from __future__ import annotations

from functools import lru_cache

from handsight.cards import CardSet, Deck
from handsight.coach.drill.kind import Draws, DrillKind, DrillTable, Stopped, never
from handsight.coach.drill.question import Feedback, Question, number_meant
from handsight.errors import InputError
from handsight.odds import Spot, equity

TOLERANCE = 5.0
"""An estimate is right if it is off by at most this many percentage points."""

RANGES = ("5%", "10%", "15%", "20%", "30%", "40%", "60%")
"""The ranges from which one is drawn: the best hands before the flop."""

BOARDS = (0, 3, 4)
"""The numbers of board cards from which one is drawn."""

_ON = " on "
_AGAINST = " against "


class EquityDrill(DrillKind):
    """The equity of a hand against another hand, or against a range."""

    name = "equity"
    summary = "what share of the pot a hand wins, all in"

    def draw(self, table: DrillTable, seed: int) -> Question:
        """Return a question with a random hand, opponent and board; the table does not matter."""
        draws = Draws(seed)
        deck = Deck(draws.below(2**53))
        hole, opponent = (str(CardSet(deck.deal(2))) for _ in range(2))
        if draws.below(2):
            opponent = RANGES[draws.below(len(RANGES))]
        board = "".join(map(str, deck.deal(BOARDS[draws.below(len(BOARDS))])))
        return self.make(f"{hole}{_AGAINST}{opponent}" + f"{_ON}{board}" * bool(board))

    def make(self, details: str) -> Question:
        """Make a question again from the hand, the opponent's hand or range, and the board."""
        hole, opponent, board = _parts(details)
        spot = Spot.parse([hole, opponent], board)
        known = not opponent.endswith("%")
        theirs = opponent if known else f"the best {opponent} of hands"
        return Question(
            *(self.name, self.key(details)),
            f"{spot.street}, against a {'hand' if known else 'range'}",
            *(hole, board),
            line=(f"your opponent has {theirs}",),
            pot=None,
            to_call=None,
            stacks={},
            ask="What is your equity, in per cent?",
        )

    def judge(self, question: Question, answer: str) -> Feedback:
        """Return the exact equity; an estimate within five percentage points is right."""
        guess = number_meant(answer, 100)
        share = 100 * _equity(question.key.partition(" ")[2])
        off = abs(guess - share)
        reason = f"It is {share:.1f}%; you are off by {off:.1f} points, and up to {TOLERANCE:g} is "
        return Feedback(
            *(question.kind, question.key, f"{guess:g}%", f"{share:.1f}%"),
            *(off <= TOLERANCE, None, (), f"{reason}right."),
        )

    def prepare(self, question: Question, stopped: Stopped = never) -> None:
        """Compute the equity, and cache it."""
        _equity(question.key.partition(" ")[2])


@lru_cache(maxsize=64)
def _equity(details: str) -> float:
    hole, opponent, board = _parts(details)
    return equity([hole, opponent], board, method="exact").players[0].equity


def _parts(details: str) -> tuple[str, str, str]:
    """Return the hand, the opponent's hand or range, and the board."""
    players, _, board = details.partition(_ON)
    hole, _, opponent = players.partition(_AGAINST)
    if not hole or not opponent:
        raise InputError(f"{details!r} is no hand against another; write 'AhKh against 15%'")
    return hole, opponent, board
