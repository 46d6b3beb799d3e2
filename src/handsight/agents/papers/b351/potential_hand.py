"""The player of B351-2017, which decides by how complete its hands are, and by the price.

`handsight.agents.papers.b351.draw_progress` decides which hands count. Hands that the board makes
by itself do not count, nor do hands that can no longer be completed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from handsight.agents.papers.b351.draw_progress import completions
from handsight.agents.protocol import Decision, Number
from handsight.agents.thresholds.thresholds import price_of
from handsight.errors import OptionError
from handsight.game import Action, Observation

ROUNDS = {"preflop": 1, "flop": 2, "turn": 3, "river": 4}
"""{street: number of its betting round in the report}."""

MOVES = 1000
"""Maximum number of the player's own moves in the history of their chips."""

SHOWN_MOVES = 5


@dataclass
class PotentialHandPlayer:
    """Plays hands that are complete, or nearly so, and gives up the others.

    Args:
        stay_above: the completion in percent that a hand must exceed for the player to stay in from
            the third betting round (the turn) on, and to raise before it is complete from the
            second (the flop) on.
        worth: the pot odds that a complete hand is worth, 0..1; other hands are worth less in
            proportion to their completion. A bet of twice the pot offers pot odds of .4.
        raise_pot: the size of the player's raises, as a share of the pot.
        bet_limit: the maximum street total of the player's bets and raises, in big blinds.

    Attributes:
        history: the player's chips behind before each of their latest moves since `reset`, the
            latest move last; at most `MOVES` moves.

    Raises:
        OptionError: if an option is below 0.

    Source:
        B351-2017, sections 2 and 3, and the procedures of its class Player. The report does not say
        what price a hand is worth, and leaves the size of a raise to the program's table; these
        defaults are ours.
    """

    family: ClassVar[str] = "potential hands"
    source: ClassVar[str] = "B351-2017"

    name: str = "potential-hand"
    stay_above: float = 75
    worth: float = 0.4
    raise_pot: float = 0.5
    bet_limit: float = 20
    history: deque[int] = field(default_factory=lambda: deque(maxlen=MOVES), init=False, repr=False)

    def __post_init__(self) -> None:
        for option in ("stay_above", "worth", "raise_pot", "bet_limit"):
            if not getattr(self, option) >= 0:
                raise OptionError(f"{option} is {getattr(self, option)}; it must be 0 or more")

    def reset(self) -> None:
        """Clear the history of chips before a match."""
        self.history.clear()

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action, and add the player's current chips to the history."""
        self.history.append(observation.stack)
        return self.decide(observation)[0]

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, the rule that decided, and the completion of each hand category."""
        action, reason = self.decide(observation)
        best = self.completion(observation)
        numbers: dict[str, Number] = {
            **{
                f"{name} complete, %": percent
                for name, percent in completions(observation.hole.mask, observation.board).items()
            },
            "round": ROUNDS[observation.street],
            "best completion": best,
            "price": observation.to_call,
            "pot odds": price_of(observation),
            "warranted": self.warranted(best),
            "bet limit": self.limit(observation),
            "chips history": " ".join(map(str, [*self.history][-SHOWN_MOVES:])) or None,
        }
        return Decision(action, reason, numbers)

    def decide(self, seen: Observation) -> tuple[Action, str]:
        """Apply the report's procedures in order; return the action and the rule that decided."""
        number, best, free = ROUNDS[seen.street], self.completion(seen), not seen.to_call
        complete, nearly = best >= 100, best > self.stay_above
        if free and number in (2, 3):
            return Action.check(), "it checks the flop and the turn where it may"
        if number >= 3 and not nearly:
            given_up = Action.check() if free else Action.fold()
            return given_up, "from the third round on no hand is complete enough to stay"
        if price_of(seen) > self.warranted(best):
            return Action.fold(), "the price is above what the completion warrants"
        if complete or (number > 1 and nearly):
            return self.raised(seen), f"a hand is {'complete' if complete else 'nearly complete'}"
        if free:
            return Action.check(), "no hand is complete enough to raise"
        return Action.call(), "the completion warrants the price"

    def completion(self, seen: Observation) -> float:
        """Return the completion of the most complete hand, in percent; 0 if no hand counts."""
        return max(completions(seen.hole.mask, seen.board).values(), default=0.0)

    def warranted(self, completion: float) -> float:
        """Return the pot odds, 0..1, that a hand with this completion in percent is worth."""
        return self.worth * completion / 100

    def limit(self, seen: Observation) -> int:
        """Return the maximum street total of the player's bets and raises, in chips."""
        return int(self.bet_limit * seen.rules.big_blind)

    def raised(self, seen: Observation) -> Action:
        """Raise within the bet limit, or else call or check.

        The player calls or checks if no raise is legal, or if the minimum raise exceeds the limit.
        """
        legal, limit = seen.legal, self.limit(seen)
        if not legal.can_raise or legal.raise_min > limit:
            return Action.call()
        return Action.raise_to(min(legal.share_of_pot(round(100 * self.raise_pot), 100), limit))
