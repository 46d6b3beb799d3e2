"""The results of a store with luck taken out, beside those that were played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean, variance

from handsight.arena.luck import SHARE, luck_of
from handsight.arena.schedule import Matchup
from handsight.arena.store import ArenaStore, StoredHand
from handsight.errors import OptionError
from handsight.formats import parse_phh
from handsight.runtime.statistics import Z_95

HOW = {"luck": SHARE, "all-in": 0.0}
"""The share of luck between decisions that is taken out, beside that of all-ins."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A result in bb/100.

    Attributes:
        bb100: big blinds in a hundred hands.
        half_width: half of its 95 % interval; infinite for fewer than two values.
    """

    bb100: float
    half_width: float


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The result of an agent in a matchup, with and without luck.

    Attributes:
        agent: its name.
        rivals: of the others.
        hands: how many were played.
        played: on mirrored pairs, as it was played.
        single: as it was played, the hands taken one by one, as if they were not mirrored.
        adjusted: on mirrored pairs, luck taken out.
        single_adjusted: of single hands, luck taken out.
    """

    agent: str
    rivals: tuple[str, ...]
    hands: int
    played: Mean
    single: Mean
    adjusted: Mean
    single_adjusted: Mean


def adjusted(
    store: ArenaStore, how: str = "luck", progress: Callable[[int, int], None] | None = None
) -> list[Adjusted]:
    """Take luck out of the results of a store.

    Args:
        store: an open store of hands played by our own rules, with stacks that are reset.
        how: ``"luck"`` for all cards of the board, ``"all-in"`` for those that came when no
            decision was left.
        progress: is told how many hands are done, and how many there are.

    Returns:
        One result for each matchup of two agents; for each agent of a larger table.

    Raises:
        OptionError: for another way, other rules or carried stacks.
    """
    spec = store.spec
    if how not in HOW:
        raise OptionError(f"adjust is {how!r}; it takes one of {', '.join(HOW)}")
    if not spec.plays_ours or spec.format != "reset":
        raise OptionError("luck is taken out of hands by our own rules, with stacks reset")
    most, done = store.result().hands, 0
    found: list[Adjusted] = []
    for matchup in spec.matchups:
        sums = _Sums(matchup, HOW[how])
        for hand in store.hands(matchup.number):
            with store.reading(f"hand {hand.hand} of pair {hand.pair}"):
                sums.add(hand)
            done += 1
            if progress is not None:
                progress(done, most)
        shown = range(1) if len(matchup.agents) == 2 else range(len(matchup.agents))
        found += [sums.result(slot, spec.stakes.big_blind) for slot in shown]
    return found


class _Sums:
    """The chips of each agent of a matchup, hand by hand and pair by pair."""

    def __init__(self, matchup: Matchup, share: float) -> None:
        self.matchup, self.share = matchup, share
        size = len(matchup.agents)
        self.raw: list[list[float]] = [[] for _ in range(size)]
        self.less: list[list[float]] = [[] for _ in range(size)]
        self.pairs: list[dict[int, list[float]]] = [
            defaultdict(lambda: [0.0, 0.0]) for _ in range(size)
        ]

    def add(self, row: StoredHand) -> None:
        hand = parse_phh(row.phh)
        luck = luck_of(hand)
        for slot, name in enumerate(self.matchup.agents):
            raw = row.chips[slot]
            less = luck.adjusted(raw, hand.players.index(name), self.share)
            self.raw[slot].append(raw)
            self.less[slot].append(less)
            pair = self.pairs[slot][row.pair]
            pair[0] += raw
            pair[1] += less

    def result(self, slot: int, big_blind: int) -> Adjusted:
        size = len(self.matchup.agents)
        pairs = list(self.pairs[slot].values())
        played, less = ([pair[which] / size for pair in pairs] for which in (0, 1))
        name, scale = self.matchup.agents[slot], 100 / big_blind
        return Adjusted(
            name,
            tuple(other for other in self.matchup.agents if other != name),
            len(self.raw[slot]),
            *(_mean(values, scale) for values in (played, self.raw[slot], less, self.less[slot])),
        )


def _mean(values: Sequence[float], scale: float) -> Mean:
    if len(values) < 2:
        return Mean(scale * fmean(values) if values else 0.0, inf)
    half = Z_95 * sqrt(variance(values) / len(values))
    return Mean(scale * fmean(values), scale * half)
