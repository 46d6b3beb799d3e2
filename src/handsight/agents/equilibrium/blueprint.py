"""The blueprint: a strategy for the whole hand, learned by self-play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from handsight.agents.policy import PolicyTable
from handsight.agents.protocol import Decision, Number, drawn_by_shares, stream_for
from handsight.agents.thresholds.ehs import EhsPlayer
from handsight.blueprint import blueprint_of, blueprint_path
from handsight.blueprint.blueprint import DATA
from handsight.errors import OptionError
from handsight.game import Action, Observation
from handsight.multiway.betting import MOST_PLAYERS
from handsight.multiway.blueprint import DATA as TABLE_DATA
from handsight.multiway.blueprint import loaded_table, table_blueprint_for, table_path

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from handsight.blueprint import Blueprint
    from handsight.blueprint.blueprint import PlayedStrategy

LARGEST_LEAST = 0.15
"""Upper limit of ``least``: of at most six actions, one always has a higher probability."""

FALLBACK = EhsPlayer()
"""The agent that plays where there is no blueprint for so many players, and off its tree."""


@dataclass
class BlueprintPlayer:
    """Plays by a strategy that was learned by self-play.

    There is one strategy for two players, and there are others for three or more, of which the
    agent plays the one for the fewest players that still covers everyone dealt in. It plays as
    `ehs` on lines that are not in the tree of its strategy, if there is no strategy for so many
    players, and with three or more players in fixed limit. If stacks, blinds or antes differ from
    those of the training, it translates bets by their share of the pot.

    Args:
        stack: stack of the blueprint in big blinds. With handsight come strategies for 100 big
            blinds and two players or three to six, for 40 and three to six, and for 20 and three to
            nine; ``handsight train blueprint`` makes others.
        limit: whether the blueprint for two players is for fixed limit.
        file: blueprint file for two players, for which ``stack`` and ``limit`` are ignored; empty
            for the blueprint that matches them.
        table: blueprint file for three or more players, for which ``stack`` is ignored; empty for
            the blueprint that matches it.
        least: the agent drops actions whose probability is below this, 0..0.15.

    Raises:
        OptionError: if no blueprint matches the options, for two or for more players; if a file
            cannot be read; or if ``least`` is out of range.
        InputError: if a file is damaged, or has another version.

    Source:
        M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret
        Minimization in Extensive Games", NeurIPS 2009.
    """

    family: ClassVar[str] = "equilibrium"
    source: ClassVar[str] = "Lanctot et al. 2009"

    name: str = "blueprint"
    stack: int = 100
    limit: bool = False
    file: str = ""
    least: float = 0.0
    table: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.least <= LARGEST_LEAST:
            raise OptionError(
                f"least is {self.least}; it must be a share from 0 to {LARGEST_LEAST}"
            )
        if self.table:
            loaded_table(Path(self.table))
        self.for_two()

    def blueprint(self) -> Blueprint:
        """Return the strategy that the agent plays heads-up.

        Raises:
            OptionError: if there is no such blueprint.
            InputError: if the file is damaged, or has another version.
        """
        return blueprint_of(self.stack, self.limit, self.file)

    def for_two(self) -> Blueprint | None:
        """Return the strategy for two players; None if there is only one for larger tables."""
        try:
            return self.blueprint()
        except OptionError:
            if self.file or self.limit or table_blueprint_for(3, self.stack, self.table) is None:
                raise
            return None

    def strategy_for(self, seen: Observation) -> PlayedStrategy | None:
        """Return the strategy for as many players as were dealt in, or None if there is none.

        For three or more players in fixed limit there is none.

        Args:
            seen: an observation of the hand.
        """
        if is_for_two(seen):
            return self.for_two()
        if seen.rules.is_limit:
            return None
        dealt = sum(stack > 0 for stack in seen.start_stacks)
        return table_blueprint_for(dealt, self.stack, self.table)

    def data_files(self) -> dict[str, Path]:
        """Return {name: path} of the blueprint files that can change.

        These are the blueprints that do not ship with handsight: the one for two players, and
        ``table`` or those for larger tables that the agent finds by ``stack``. On another machine,
        the file of a trained blueprint can have another path.
        """
        files = {}
        if self.for_two() is not None:
            path = blueprint_path(self.stack, self.limit, self.file)
            files = {} if path.parent == DATA else {self.file or path.name: path}
        if self.table:
            return files | {self.table: Path(self.table)}
        tables = (table_path(players, self.stack) for players in range(3, MOST_PLAYERS + 1))
        trained = (path for path in tables if path is not None and path.parent != TABLE_DATA)
        return files | {path.name: path for path in trained}

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        shares = self._shares(observation)
        return drawn_by_shares(shares, rng) if shares else FALLBACK.act(observation, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, with the blueprint's probability of each action.

        Where the blueprint has no strategy, the decision is that of `FALLBACK`.
        """
        shares = self._shares(observation)
        if not shares:
            decision = FALLBACK.explain(observation)
            why = (
                f"there is no blueprint for this table, so it plays as {FALLBACK.name}"
                if self.strategy_for(observation) is None
                else "the blueprint has no such line"
            )
            return decision._replace(reason=f"{why}; {decision.reason}")
        numbers: dict[str, Number] = {str(action): share for action, share in shares.items()}
        action = drawn_by_shares(shares, stream_for(rng))
        return Decision(action, "drawn by the blueprint's shares", numbers)

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Return the probability of each action with each of many hands.

        Args:
            observation: the observation, whose hole cards are ignored.
            combos: int64[n], numbers of the combos that the agent might hold, 0..1325.
        """
        strategy = self.strategy_for(observation)
        policy = None if strategy is None else strategy.policy(observation, combos)
        if policy is None or not policy.actions:
            return FALLBACK.probabilities(observation, combos)
        chances = policy.shares
        if self.least:
            chances = np.where(chances < self.least, 0, chances)
            chances = chances / chances.sum(1, keepdims=True)
        return PolicyTable(policy.actions, chances)

    def _shares(self, seen: Observation) -> dict[Action, float]:
        """Return {action: probability} with the player's own cards, without actions below `least`.

        The result is empty off the blueprint's tree, and if no blueprint has so many players.
        """
        strategy = self.strategy_for(seen)
        shares = {} if strategy is None else strategy.shares(seen)
        if not self.least:
            return shares
        kept = {action: share for action, share in shares.items() if share >= self.least}
        total = sum(kept.values())
        return {action: share / total for action, share in kept.items()}


def is_for_two(seen: Observation) -> bool:
    """Check whether the hand began with exactly two players."""
    return sum(stack > 0 for stack in seen.start_stacks) == 2
