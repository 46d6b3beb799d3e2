"""The agent `resolver`: the blueprint before the flop, and live solving from the flop on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from handsight.agents.equilibrium.blueprint import BlueprintPlayer, is_for_two
from handsight.agents.policy import PolicyTable
from handsight.blueprint.resolving import Resolver, ValuesAt
from handsight.blueprint.subgame import LIMITED
from handsight.blueprint.turn_values import turn_values_of
from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.multiway.blueprint import TableBlueprint
from handsight.multiway.pots import pot_values
from handsight.ranges.combos import combo_number
from handsight.runtime.integers import is_whole
from handsight.solver.solving import MOST_THREADS

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from handsight.agents.protocol import Decision
    from handsight.blueprint.blueprint import PlayedStrategy
    from handsight.blueprint.policy import WeightedNode
    from handsight.blueprint.turn_values import TurnValues
    from handsight.game import Action, Observation

MOST_ITERATIONS = 100_000


@dataclass
class ResolverPlayer(BlueprintPlayer):
    """Plays as the blueprint before the flop, and safely re-solves each street from the flop on.

    It tracks both players' ranges with the blueprint, and adds the opponent's actual bets to its
    trees. At a table of three or more it does so on streets that begin with two players. It plays
    as `blueprint` on other streets, in fixed limit, with hands that it almost never plays up to the
    current street, and in spots that it cannot solve.

    Args:
        stack: stack of the blueprint in big blinds.
        limit: whether the blueprint for two players is for fixed limit.
        file: blueprint file for two players, for which ``stack`` and ``limit`` are ignored; empty
            for the blueprint that matches them.
        table: blueprint file for three or more players, for which ``stack`` is ignored; empty for
            the blueprint that matches it.
        least: the agent drops actions of the blueprint whose probability is below this, 0..0.15.
            Solved strategies keep all their actions, and the ranges come from the blueprint with
            all its actions.
        iterations: number of iterations for solving a river, 1 to 100,000.
        turn_iterations: number of iterations for solving a turn, 1 to 100,000.
        flop_iterations: number of iterations for solving a flop, up to 100,000; 0 to play the flop
            as the blueprint does.
        trust: how far the solver trusts its estimate of the opponent's range: with 0 it solves
            safely, with 1 it solves for that range alone.
        as_blueprint: the probability, 0 to 1, with which the solver assumes that the opponent plays
            as the blueprint for the whole hand. The higher it is, the more the agent wins from such
            opponents, and the more others can win from it.
        milliseconds: wall time in milliseconds after which a solve stops iterating; 0 for no limit.
            With a limit, decisions can depend on the machine.
        threads: number of threads for solving a turn, 1 to 256. They change no decision.

    Raises:
        OptionError: if a number is out of range, or if there is no such blueprint.
        InputError: if the file is damaged, or has another version.

    Source:
        Burch, Johanson and Bowling, "Solving Imperfect Information Games Using Decomposition",
        AAAI 2014; Brown and Sandholm, "Superhuman AI for heads-up no-limit poker: Libratus beats
        top professionals", Science 2018; Johanson, Zinkevich and Bowling, "Computing Robust
        Counter-Strategies", NIPS 2007. The code is ours.
    """

    source: ClassVar[str] = "Burch et al. 2014"

    is_costly: ClassVar[bool] = True
    """True: the agent is too slow to be asked what it would do with other hands."""

    name: str = "resolver"
    iterations: int = 300
    turn_iterations: int = 40
    flop_iterations: int = 100
    trust: float = 0.1
    as_blueprint: float = 0.05
    milliseconds: float = 0.0
    threads: int = 1
    _resolvers: dict[bool, Resolver] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for name, least, most in (
            ("iterations", 1, MOST_ITERATIONS),
            ("turn_iterations", 1, MOST_ITERATIONS),
            ("flop_iterations", 0, MOST_ITERATIONS),
            ("threads", 1, MOST_THREADS),
        ):
            if not is_whole(value := getattr(self, name), range(least, most + 1)):
                raise OptionError(f"{name} is {value!r}; it must be from {least} to {most:,}")
        for name in ("trust", "as_blueprint"):
            if not 0 <= (share := getattr(self, name)) <= 1:
                raise OptionError(f"{name} is {share}; it must be a share from 0 to 1")
        if not self.milliseconds >= 0:
            raise OptionError(
                f"milliseconds is {self.milliseconds}; it must be a number, 0 or more"
            )
        super().__post_init__()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: all but the solved strategies, which can be solved again."""
        return {**self.__dict__, "_resolvers": {}}

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, with the agent's probability of each action."""
        decision = super().explain(observation, rng)
        resolved = self._resolved(observation, np.array([_number(observation)]))
        if resolved is None or not resolved[1].all():
            return self._excused(decision, observation)
        timed = "; how far it was solved depends on the machine" if self.milliseconds else ""
        return decision._replace(
            reason=f"drawn by the shares of what was solved at the table{timed}"
        )

    def _excused(self, decision: Decision, seen: Observation) -> Decision:
        """Add to a blueprint decision why the flop could not be solved, if a fault prevented it."""
        resolver = self._resolvers.get(is_for_two(seen))
        if seen.rules.is_limit or seen.street != LIMITED or resolver is None or not resolver.flaw:
            return decision
        return decision._replace(
            reason=f"{decision.reason}; the flop is not solved: {resolver.flaw}"
        )

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Return the probability of each action with each of many hands.

        Args:
            combos: numbers of the combos that the agent might hold, 0..1325.
        """
        resolved = self._resolved(observation, combos)
        if resolved is None:
            return super().probabilities(observation, combos)
        table, known = resolved
        if known.all():
            return table
        return _merged(table, super().probabilities(observation, combos[~known]), known)

    def policy_played(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Return the probabilities by which the last action was drawn, with each of many hands.

        What was solved for that action is used again. So the probabilities are exact, even if they
        depend on the time that solving took.

        Args:
            observation: what the agent saw when it acted; it has seen nothing since.
            combos: numbers of the combos that the agent might have held, 0..1325.
        """
        return self.probabilities(observation, combos)._replace(is_exact=True)

    def quick_policy(self) -> BlueprintPlayer:
        """Return a player of the blueprint, who plays roughly like the resolver, but faster."""
        return BlueprintPlayer(
            stack=self.stack, limit=self.limit, file=self.file, least=self.least, table=self.table
        )

    def _shares(self, seen: Observation) -> dict[Action, float]:
        resolved = self._resolved(seen, np.array([_number(seen)]))
        if resolved is None or not resolved[1].all():
            return super()._shares(seen)
        table, _ = resolved
        return dict(zip(table.actions, table.chances[0].tolist(), strict=True))

    def _resolved(
        self, seen: Observation, combos: NDArray[np.int64]
    ) -> tuple[PolicyTable, NDArray[np.bool_]] | None:
        """Return the solved probabilities, and which of the hands they are valid for: bool[n].

        The result is None if the spot is not solved.
        """
        if seen.street == STREETS[0] or seen.rules.is_limit:
            return None
        strategy = self.strategy_for(seen)
        if strategy is None:
            return None
        for_two = is_for_two(seen)
        resolver = self._resolvers.get(for_two)
        if resolver is None or resolver.blueprint is not strategy:
            resolver = self._resolvers[for_two] = self._make_resolver(strategy)
        if seen.street not in resolver.solved:
            return None
        answer = resolver.policy(seen, combos)
        if answer is None:
            return None
        return PolicyTable(*answer[0], is_exact=not self.milliseconds), answer[1]

    def _make_resolver(self, strategy: PlayedStrategy) -> Resolver:
        iterations = {
            "flop": self.flop_iterations,
            "turn": self.turn_iterations,
            "river": self.iterations,
        }
        values: ValuesAt = self._heads_up_values
        if isinstance(strategy, TableBlueprint):
            values = partial(pot_values, strategy)
        return Resolver(
            strategy,
            iterations,
            self.trust,
            self.as_blueprint,
            self.milliseconds,
            values if self.flop_iterations else None,
            self.threads,
        )

    def _heads_up_values(self, places: list[WeightedNode]) -> tuple[TurnValues, list[WeightedNode]]:
        """Return the values of the heads-up blueprint at the turn, and the places in its tree."""
        return turn_values_of(self.stack, self.limit, self.file), places


def _number(seen: Observation) -> int:
    return combo_number(*(card.index for card in seen.hole))


def _merged(table: PolicyTable, other: PolicyTable, known: NDArray[np.bool_]) -> PolicyTable:
    """Combine two policy tables: one for the known hands, and one for all other hands.

    Args:
        table: the table of all n hands, of which only the rows of known hands are used.
        other: the table of the hands that are not known.
        known: bool[n], which hands are known.
    """
    actions = tuple(dict.fromkeys((*table.actions, *other.actions)))
    chances = np.zeros((len(known), len(actions)))
    for part, rows in ((table, known), (other, ~known)):
        kept = part.chances[known] if part is table else part.chances
        for action, column in zip(part.actions, kept.T, strict=True):
            chances[rows, actions.index(action)] = column
    return PolicyTable(actions, chances, table.is_exact and other.is_exact)
