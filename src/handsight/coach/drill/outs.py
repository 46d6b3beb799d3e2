"""Questions about outs: the cards that put a hand ahead."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from handsight.cards import CardSet, Deck
from handsight.coach.drill.kind import Draws, DrillKind, DrillTable
from handsight.coach.drill.question import Feedback, Question, number_meant
from handsight.errors import InputError
from handsight.odds import Outs, outs
from handsight.ranking import CATEGORIES

FEWEST, MOST = 2, 21
"""Questions are only about hands with this many clean outs."""

MOST_DEALS = 2_000
_ON = " on "
_AGAINST = " against "


class OutsDrill(DrillKind):
    """The number of clean outs against a hand that is ahead."""

    name = "outs"
    summary = "how many cards bring you in front"

    def draw(self, table: DrillTable, seed: int) -> Question:
        """Return a question about a hand that is behind, with 2 to 21 clean outs."""
        for number in range(MOST_DEALS):
            draws = Draws(seed, number)
            deck = Deck(draws.below(2**53))
            hole, theirs = (str(CardSet(deck.deal(2))) for _ in range(2))
            board = "".join(map(str, deck.deal(3 + draws.below(2))))
            details = f"{hole}{_AGAINST}{theirs}{_ON}{board}"
            found = _outs(details)
            if found.equity < 1 / 2 and FEWEST <= len(found.clean) <= MOST:
                return self.make(details)
        raise InputError(f"no hand with outs came in {MOST_DEALS:,} deals")

    def make(self, details: str) -> Question:
        """Make a question again from both hands and the board."""
        hole, theirs, board = _parts(details)
        _outs(details)  # checks the cards
        street = "flop" if len(board) == 6 else "turn"
        return Question(
            *(self.name, self.key(details), street, hole, board),
            *((f"your opponent has {theirs}",), None, None, {}),
            "How many cards give you a better hand, such as a pair, a straight or a flush, and "
            "make you the favourite?",
        )

    def judge(self, question: Question, answer: str) -> Feedback:
        """Return the outs, grouped by the hands that they make; only the exact number is right."""
        found = _outs(question.key.partition(" ")[2])
        guess, count = number_meant(answer, 52), len(found.clean)
        reason = f"The outs are {_listed(found)}."
        if found.tainted:
            reason += f" {found.tainted} improve your hand too, but leave you behind."
        return Feedback(
            *(question.kind, question.key, f"{guess:g}", str(count), guess == count, None, ()),
            reason,
        )


def _listed(found: Outs) -> str:
    """List the clean outs by the hand category that they make, the strongest first."""
    clean = [each for each in found if each.kind == "clean"]
    clean.sort(key=lambda each: -CATEGORIES.index(each.category))
    groups = groupby(clean, key=lambda each: each.category)
    texts = [(name, "".join(str(each.card) for each in cards)) for name, cards in groups]
    return ", ".join(f"{cards} ({name.replace('_', ' ')})" for name, cards in texts)


@lru_cache(maxsize=64)
def _outs(details: str) -> Outs:
    hole, theirs, board = _parts(details)
    return outs(hole, board, villain=theirs)


def _parts(details: str) -> tuple[str, str, str]:
    """Return both hands and the board."""
    players, _, board = details.partition(_ON)
    hole, _, theirs = players.partition(_AGAINST)
    if not hole or not theirs or not board:
        raise InputError(f"{details!r} is no hand; write 'AhKh against QsQd on Qh7h2c'")
    return hole, theirs, board
