"""The players of FAI-2022, which read numbers from an observation and apply a rule to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar, cast

from handsight.agents.papers.fai.rules import (
    REPORT,
    MatchLength,
    Numbers,
    Ruling,
    check_version,
    rule,
)
from handsight.agents.protocol import Agent, Decision, Number, stream_for
from handsight.agents.thresholds.win_rate import (
    ShowdownCounts,
    check_estimator,
    is_counted,
    win_rate,
)
from handsight.game import Action, Observation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.agents.papers.fai.policy import Rulings
    from handsight.agents.policy import PolicyTable


def numbers_at(seen: Observation, setting: str = "corrected") -> Numbers:
    """Read the numbers of chips that a rule needs from an observation.

    Args:
        seen: the observation.
        setting: how to count chips. With ``"corrected"``, all amounts are chips added now, and the
            pot is the amount that a call can win. With ``"as-published"``, a call is the number of
            chips added, a raise is the street total, and the pot is all chips in the middle. With
            ``"pypokerengine"``, all amounts are street totals, and the pot is the engine's
            ``round_state["pot"]["main"]["amount"]``, which includes the bets on the street.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> table = HandCursor(HandState.start(Rules(), [1000, 1000], button=0, seed=7))
        >>> settings = "corrected", "as-published", "pypokerengine"
        >>> [tuple(numbers_at(table.observation(), setting)) for setting in settings]
        [(150, 50, 150, 950, 50), (150, 50, 200, 1000, 0), (150, 100, 200, 1000, 0)]
    """
    _, cost, least, most, price, bet, _, pot, _ = seen.legal
    if not most:
        least = most = -1
    if setting == "pypokerengine":
        return Numbers(seen.main_pot, price, least, most, 0)
    if setting == "as-published":
        return Numbers(pot, cost, least, most, 0)
    most_each = seen.paid[seen.seat] + cost
    to_win = sum([min(paid, most_each) for paid in seen.paid])
    return Numbers(to_win, cost, *((least - bet, most - bet) if most > 0 else (-1, -1)), bet)


def match_of(seen: Observation) -> MatchLength:
    """Return the facts about a match that the fold-out of ``v5`` needs.

    No chips enter or leave the match, so the mean of the stacks is every player's initial stack.

    Example:
        >>> from handsight.game import HandCursor, HandState, Rules
        >>> rules = Rules(small_blind=5, big_blind=10)
        >>> start = HandState.start(rules, [1400, 600], button=0, seed=7)
        >>> match_of(HandCursor(start, hand=3, hands=20).observation())
        MatchLength(hands=20, fold_cost=10, start=1000.0)
    """
    rules, stacks = seen.rules, seen.start_stacks
    return MatchLength(seen.hands, rules.big_blind + rules.ante, sum(stacks) / len(stacks))


@dataclass(frozen=True)
class FaiPlayer:
    """A player of FAI-2022: the win rate by simulation, and a rule applied to it.

    Args:
        version: the rule that the player follows, ``"v0"`` to ``"v5"``.
        setting: how chips and ties are counted; see `numbers_at` for the chips. With
            ``"as-published"``, only deals won alone count in the win rate; with ``"corrected"`` and
            ``"pypokerengine"``, a tie counts as our share of the pot. ``"pypokerengine"`` uses the
            numbers that the engine passed to the report's bot.
        trials: number of deals in a simulation.
        estimator: how the win rate is computed; see
            `handsight.agents.thresholds.win_rate.win_rate`. The published player uses
            ``"sampled"``.

    Raises:
        OptionError: if an option is invalid.

    Source:
        FAI-2022. See `handsight.agents.papers.fai.rules.rule`.
    """

    family: ClassVar[str] = "win rate"
    source: ClassVar[str] = "FAI-2022"

    name: str = "fai-v5"
    version: str = "v5"
    setting: str = "corrected"
    trials: int = 1000
    estimator: str = "mixed"

    lines: ClassVar[dict[str, str]] = {
        "fai-v0": "folds below a win rate of one half, else calls",
        "fai-v1": "calls what the pot and its win rate warrant",
        "fai-v2": "raises too, as much as they warrant",
        "fai-v3": "raises only with a win rate above one half",
        "fai-v4": "varies the size of its raises, less on the early streets",
        "fai-v5": "folds out a match that its gain already covers",
    }

    def __post_init__(self) -> None:
        check_version(self.version, self.setting)
        check_estimator(self.estimator, self.trials)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        rate = self.rate(observation, rng)
        numbers = numbers_at(observation, self.setting)
        ruling = ruling_at(observation, self.version, self.counted(rate), numbers)
        return action_of(ruling, numbers, observation, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, the case of the rule that decided, and the numbers behind it."""
        rng = stream_for(rng)
        rate = self.rate(observation, rng)
        return explained(
            observation,
            rng,
            self.version,
            self.setting,
            self.counted(rate),
            {
                "win rate from": f"{rate.deals} deals, {rate.method}",
                "its standard error": rate.stderr,
            },
        )

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Apply the rule to many combos: to each combo's exact win rate, or to estimates of it.

        With ``"as-published"``, or against several opponents, the player is instead asked about
        each combo separately.
        """
        from handsight.agents.papers.fai.policy import table_of
        from handsight.agents.policy import AskedPolicy

        if self.setting == "as-published" or len(observation.players) > 2:
            return AskedPolicy(cast(Agent, self)).probabilities(observation, combos)
        ruled, is_exact = self._ruled(observation, combos)
        return table_of(ruled, observation, is_exact=is_exact)

    def amounts(
        self, observation: Observation, combos: NDArray[np.int64], total: int
    ) -> NDArray[np.float64]:
        """Return the probability that a raise is to ``total``, for each combo: float64[n].

        It is 1 for every combo if the player is asked about each combo, as in `probabilities`,
        because the amounts are then unknown.
        """
        import numpy as np

        from handsight.agents.papers.fai.policy import amounts_of

        if self.setting == "as-published" or len(observation.players) > 2:
            return np.ones(len(combos))
        ruled, _ = self._ruled(observation, combos)
        return amounts_of(ruled, numbers_at(observation, self.setting), total)

    def _ruled(self, seen: Observation, combos: NDArray[np.int64]) -> tuple[Rulings, bool]:
        """Apply the rule to each combo, and return the rulings and whether they are exact.

        There is a row of rulings for each combo, with one ruling for the exact win rate, or one for
        each estimate of it.
        """
        from handsight.agents.papers.fai.policy import estimates, rulings, win_rates

        rates = win_rates(seen.board)[combos]
        is_exact = is_counted(len(seen.board), 1, self.estimator)
        rows = rates[:, None] if is_exact else estimates(rates, self.trials)
        numbers, match = numbers_at(seen, self.setting), match_of(seen)
        return rulings(self.version, rows, numbers, seen, match), is_exact

    def rate(self, seen: Observation, rng: Random) -> ShowdownCounts:
        """Estimate the win rate, or count it exactly."""
        opponents = len(seen.players) - 1
        return win_rate(seen.hole, seen.board, opponents, rng, self.trials, self.estimator)

    def counted(self, rate: ShowdownCounts) -> float:
        """Return the win rate as the rule uses it; in ``as-published``, ties do not count."""
        return rate.alone if self.setting == "as-published" else rate.share


def ruling_at(seen: Observation, version: str, chance: float, numbers: Numbers) -> Ruling:
    """Apply a rule to an observation.

    Args:
        seen: the observation.
        version: the rule, ``"v0"`` to ``"v5"``.
        chance: the win rate, 0..1.
        numbers: the numbers of chips that `numbers_at` reads from the observation.
    """
    return rule(
        version,
        chance,
        *numbers[:4],
        seen.street,
        seen.hand,
        seen.legal.stack,
        match=match_of(seen) if version == "v5" else REPORT,
    )


def action_of(ruling: Ruling, numbers: Numbers, seen: Observation, rng: Random) -> Action:
    """Convert a ruling to an action; if folding is not legal, a fold becomes a check.

    Args:
        ruling: the ruling.
        numbers: the numbers of chips to which the rule was applied.
        seen: the observation.
        rng: generator that draws the amount of a raise.
    """
    if ruling.action == "raise":
        return Action.raise_to(ruling.amount(rng) + numbers.offset)
    if ruling.action == "fold" and seen.legal.can_fold:
        return Action.fold()
    return Action.call()


def explained(
    seen: Observation,
    rng: Random,
    version: str,
    setting: str,
    chance: float,
    more: Mapping[str, Number],
) -> Decision:
    """Apply a rule, and return the action with the numbers behind it.

    Args:
        seen: the observation.
        rng: generator that draws the amount of a raise.
        version: the rule, ``"v0"`` to ``"v5"``.
        setting: how chips are counted; see `numbers_at`.
        chance: the win rate, 0..1.
        more: {name: further number to show}.
    """
    numbers = numbers_at(seen, setting)
    ruling = ruling_at(seen, version, chance, numbers)
    shown: dict[str, Number] = {
        "win rate": chance,
        **more,
        "pot": numbers.pot,
        "price": numbers.call,
        "bound": ruling.bound,
    }
    if ruling.clamped:
        shown["raise from"], shown["raise to"] = ruling.clamped
    return Decision(action_of(ruling, numbers, seen, rng), f"{version}: {ruling.reason}", shown)
