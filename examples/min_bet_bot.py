"""A bot that shows how a strategy answers small bets: the blueprint, but without checks.

It plays like `blueprint`, and bets the minimum wherever the blueprint would check. To play it
against the blueprint, run

    handsight arena examples/min_bet_bot.py blueprint --pairs 4000 --seed 5
"""

from random import Random

from handsight.agents import agent
from handsight.game import Action, Observation


class MinBetBot:
    """Plays the blueprint, and bets the minimum instead of checking."""

    name = "min-bet"

    def __init__(self) -> None:
        self.blueprint = agent("blueprint")

    def act(self, seen: Observation, rng: Random) -> Action:
        """Return the action for an observation."""
        action = self.blueprint.act(seen, rng)
        checks = action.kind in ("call", "check") and not seen.legal.call_cost
        if checks and seen.legal.can_raise:
            return Action.raise_to(seen.legal.raise_min)
        return action


if __name__ == "__main__":
    from handsight.arena import ArenaSpec, run_arena

    result = run_arena(ArenaSpec(agents=(MinBetBot, "blueprint"), pairs=50, seed=5))
    print(f"min-bet wins {result.total('min-bet').bb100:+.1f} bb/100 from the blueprint")
