"""Questions about the price of a call: the equity that it needs, and whether to call."""

from __future__ import annotations

from fractions import Fraction

from handsight.coach.drill.kind import Draws, DrillKind, DrillTable
from handsight.coach.drill.question import (
    Feedback,
    OptionValue,
    Question,
    judged,
    number_meant,
)
from handsight.errors import InputError
from handsight.odds import BetValue, ev

TOLERANCE = 2.0
"""An estimate of the needed equity is right if it is off by at most this many percentage points."""

POTS = range(4, 41)
"""The pots in big blinds from which one is drawn."""

BETS = (25, 33, 50, 60, 75, 100, 125, 150, 200)
"""The bets from which one is drawn, in per cent of the pot."""

FURTHEST = 12
"""A known equity is at most about this many percentage points from the needed one."""


class PotOddsDrill(DrillKind):
    """The equity that a call needs, or the choice between call and fold with a known equity."""

    name = "pot-odds"
    summary = "what equity a call needs, and whether to call"

    def draw(self, table: DrillTable, seed: int) -> Question:
        """Return a question with a random pot and bet and, half of the time, a known equity."""
        draws = Draws(seed)
        pot = POTS[draws.below(len(POTS))]
        bet = Fraction(pot * BETS[draws.below(len(BETS))], 100)
        bet = max(Fraction(round(2 * bet), 2), Fraction(1))  # in halves of a big blind
        details = f"{pot} {float(bet):g}"
        if draws.below(2):
            needed = 100 * float(ev(pot, bet).needed_equity)
            off = 1 + draws.below(FURTHEST)
            equity = round(needed + (off if draws.below(2) else -off))
            details += f" {min(max(equity, 1), 99)}"
        return self.make(details)

    def make(self, details: str) -> Question:
        """Make a question again from the pot, the bet and, if given, the equity in per cent."""
        value = _value(details)
        pot, bet = float(value.pot), float(value.bet)
        line = f"a bet of {bet:g} bb into {pot:g} bb"
        options: tuple[str, ...] = ()
        if value.equity is None:
            ask = "What equity does a call need, in per cent?"
            spot = "needed equity"
        else:
            ask = f"Nobody can bet any more, and your equity is {100 * float(value.equity):g}%."
            options, spot = ("fold", "call"), "call or fold"
        return Question(
            *(self.name, self.key(details), spot, "", "", (line,), pot + bet, bet, {}, ask),
            options,
        )

    def judge(self, question: Question, answer: str) -> Feedback:
        """Return the needed equity; with a known equity, also what a call wins."""
        value = _value(question.key.partition(" ")[2])
        needed = 100 * float(value.needed_equity)
        pot, bet = float(value.pot), float(value.bet)
        why = (
            f"You pay {bet:g} for a pot that is then {pot + 2 * bet:g}: a call needs "
            f"{bet:g} / {pot + 2 * bet:g} = {needed:.1f}%."
        )
        if value.ev_call is None:
            guess = number_meant(answer, 100)
            return Feedback(
                *(question.kind, question.key, f"{guess:g}%", f"{needed:.1f}%"),
                *(abs(guess - needed) <= TOLERANCE, None, (), why),
            )
        call = float(value.ev_call)
        values = (
            OptionValue("fold", None, 0.0),
            OptionValue("call", None, call),
        )
        return judged(question, answer, values, why)


def _value(details: str) -> BetValue:
    words = details.split()
    if len(words) not in (2, 3):
        raise InputError(f"{details!r} is no pot and bet; write one like '12 6' or '12 6 30'")
    try:
        numbers = [Fraction(word) for word in words]
    except (ValueError, ZeroDivisionError):
        raise InputError(f"{details!r} has a word that is not a number of big blinds") from None
    equity = numbers[2] / 100 if len(numbers) == 3 else None
    return ev(numbers[0], numbers[1], equity)
