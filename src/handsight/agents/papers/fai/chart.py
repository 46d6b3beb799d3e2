"""The first idea of FAI-2022, which the report dropped: a chart of hands instead of a simulation.

The lose rate is assumed to be the frequency of hands of the same category or a better one. From the
flop on, it is the sum of the frequencies of all categories from the straight flush down to the
hand's own category. Before the flop, where the report names the groups of Sklansky and Malmuth, it
is the share of combos in the groups from the first group to the hand's own group.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, ClassVar

from handsight.agents.papers.fai.player import action_of, explained, match_of, numbers_at, ruling_at
from handsight.agents.papers.fai.rules import check_version
from handsight.agents.protocol import Decision, stream_for
from handsight.cards import Card, CardSet
from handsight.cards.card import RANKS
from handsight.errors import OptionError
from handsight.game import Action, Observation
from handsight.ranges.combos import COMBO_COUNT, MASKS
from handsight.ranges.starting_hands import EDITIONS, sklansky_group
from handsight.ranking import evaluate_mask
from handsight.ranking.categories import CATEGORIES, category_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from handsight.agents.papers.fai.policy import Rulings
    from handsight.agents.policy import PolicyTable

_CHARTS = {
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844),
    7: (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584),
}
"""{number of cards: number of sets of cards in each category, beginning with high card}."""

SUIT_COMBOS = {"": 6, "s": 4, "o": 12}
"""{suffix of a hand class: number of combos}, for pairs, suited and offsuit classes."""


def chart_lose_rate(hole: CardSet, board: tuple[Card, ...] = (), edition: str = "web") -> float:
    """Return the lose rate by the report's first idea, 0..1.

    From the flop on, the rate is the share of all hands with the same number of cards that are of
    the same category or a better one; before the flop, it is the share of combos in the same group
    or a better one. It is 1 for a high card from the flop on, and for hole cards in no group before
    the flop. The rate ignores that all players share the board.

    Args:
        hole: the two hole cards.
        board: the 0, 3, 4 or 5 cards on the board.
        edition: edition of the groups; see `handsight.ranges.sklansky_group`.

    Source:
        FAI-2022, "Evaluation of hold cards", which also raises objections to the idea.

    Example:
        >>> round(chart_lose_rate(CardSet("AhKh"), tuple(CardSet("AcKd2s"))), 4)
        0.0763
        >>> round(chart_lose_rate(CardSet("AhAs")), 4), chart_lose_rate(CardSet("7h2s"))
        (0.0211, 1.0)
    """
    if board:
        mask = hole.mask | sum([card.mask for card in board])
        return _chart(len(board) + 2)[category_of(evaluate_mask(mask))]
    return _groups(edition)[sklansky_group(hole, edition)]


@cache
def _chart(cards: int) -> dict[str, float]:
    counts = _CHARTS[cards]
    better = accumulate(reversed(counts))
    shares = [count / sum(counts) for count in better]
    return dict(zip(reversed(CATEGORIES), shares, strict=True))


@cache
def _groups(edition: str) -> dict[int | None, float]:
    combos = dict.fromkeys(range(1, 9), 0)
    for name in _class_names():
        group = sklansky_group(name, edition)
        if group is not None:
            combos[group] += SUIT_COMBOS[name[2:]]
    shares = accumulate(combos.values())
    return {**dict(zip(combos, (count / COMBO_COUNT for count in shares), strict=True)), None: 1.0}


def _class_names() -> list[str]:
    ranks = RANKS[::-1]
    unlike = [(high, low) for place, high in enumerate(ranks) for low in ranks[place + 1 :]]
    names = [f"{high}{low}{suits}" for high, low in unlike for suits in "so"]
    return [*(2 * rank for rank in ranks), *names]


_lose_rate = lru_cache(4096)(chart_lose_rate)


@dataclass(frozen=True)
class ChartPlayer:
    """Uses a chart of poker hands for its lose rate: the idea that FAI-2022 gave up.

    Args:
        version: the rule that the player follows, ``"v0"`` to ``"v5"``. The report does not name a
            rule for this idea; ``"v3"`` is the last rule without further refinements.
        setting: how chips are counted; see `handsight.agents.papers.fai.player.numbers_at`.
        edition: edition of Sklansky and Malmuth's groups, ``"web"`` or ``"book"``.

    Raises:
        OptionError: if an option is invalid.

    Source:
        FAI-2022, "Evaluation of hold cards". See `chart_lose_rate`.
    """

    family: ClassVar[str] = "win rate"
    source: ClassVar[str] = "FAI-2022"

    name: str = "fai-chart"
    version: str = "v3"
    setting: str = "corrected"
    edition: str = "web"

    def __post_init__(self) -> None:
        check_version(self.version, self.setting)
        if self.edition not in EDITIONS:
            raise OptionError(
                f"edition is {self.edition!r}; it must be one of {', '.join(EDITIONS)}"
            )

    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action."""
        numbers = numbers_at(observation, self.setting)
        chance = self.chance(observation)
        ruling = ruling_at(observation, self.version, chance, numbers)
        return action_of(ruling, numbers, observation, rng)

    def explain(self, observation: Observation, rng: Random | None = None) -> Decision:
        """Return the action, the case of the rule that decided, and the numbers behind it."""
        rng, chance = stream_for(rng), self.chance(observation)
        source = {"win rate from": "a chart of hands"}
        return explained(observation, rng, self.version, self.setting, chance, source)

    def probabilities(self, observation: Observation, combos: NDArray[np.int64]) -> PolicyTable:
        """Apply the rule to many combos; a single action is certain with each combo."""
        from handsight.agents.papers.fai.policy import table_of

        return table_of(self._ruled(observation, combos), observation, is_exact=True)

    def amounts(
        self, observation: Observation, combos: NDArray[np.int64], total: int
    ) -> NDArray[np.float64]:
        """Return the probability that a raise is to ``total``, for each combo: float64[n]."""
        from handsight.agents.papers.fai.policy import amounts_of

        numbers = numbers_at(observation, self.setting)
        return amounts_of(self._ruled(observation, combos), numbers, total)

    def _ruled(self, seen: Observation, combos: NDArray[np.int64]) -> Rulings:
        import numpy as np

        from handsight.agents.papers.fai.policy import rulings

        holes = [CardSet.from_mask(MASKS[combo]) for combo in combos.tolist()]
        rates = np.array([[1 - _lose_rate(hole, seen.board, self.edition)] for hole in holes])
        numbers, match = numbers_at(seen, self.setting), match_of(seen)
        return rulings(self.version, rates, numbers, seen, match)

    def chance(self, seen: Observation) -> float:
        """Return the win rate according to the chart, 0..1."""
        return 1 - _lose_rate(seen.hole, seen.board, self.edition)
