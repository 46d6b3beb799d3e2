"""Statistics of the person and the agents, computed only from what the person may see."""

from __future__ import annotations

from math import isfinite

from handsight.arena.variance.reduction import all_in_luck, mean_of
from handsight.game import Hand
from handsight.opponents.stats import HandCounter, Statistic, player_statistics
from handsight.web.play.messages import Interval, SeatStatistics

LABELS = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "aggression_frequency": "aggression",
    "wtsd": "to showdown",
    "w_sd": "won at showdown",
}
"""The statistics that the page shows, with their labels."""


class MeetingStatistics:
    """Statistics over the person's hands against the same opponents.

    Only the luck of all-ins is taken out, because other luck depends on cards that nobody showed.

    Example:
        >>> from dataclasses import replace
        >>> from handsight.game import random_hands
        >>> statistics = MeetingStatistics()
        >>> for hand in random_hands(2, seed=3, hands=9):
        ...     statistics.add(replace(hand, players=("you", "loki")))
        >>> [(each.name, each.hands) for each in statistics.players()]
        [('you', 9), ('loki', 9)]
    """

    def __init__(self) -> None:
        self._counter = HandCounter()
        self._less_luck: dict[str, list[float]] = {}

    def add(self, hand: Hand) -> None:
        """Add a finished hand, as the person has seen it, to the statistics of its players.

        Raises:
            HistoryError: if the hand cannot be replayed.
        """
        ended = hand.finishing_stacks or hand.stacks
        luck, blind = all_in_luck(hand), hand.rules.big_blind
        self._counter.add_record(hand)
        for seat, name in enumerate(hand.players):
            won = float(ended[seat] - hand.stacks[seat]) - luck[seat]
            self._less_luck.setdefault(name, []).append(100 * won / blind)

    def players(self, first: str = "you") -> list[SeatStatistics]:
        """Return the statistics of all players, beginning with the player named `first`."""
        counts = self._counter.counts
        names = sorted(counts, key=lambda name: name != first)
        return [self._of(name) for name in names]

    def _of(self, name: str) -> SeatStatistics:
        found = player_statistics(self._counter.counts[name])
        rate, less = found.results[0].win_rate, mean_of(self._less_luck[name])
        half = less.half_width
        low, high = (less.bb100 - half, less.bb100 + half) if isfinite(half) else (None, None)
        results = [
            Interval("bb/100", rate.value, rate.low, rate.high, found.hands),
            Interval("bb/100, all-in luck taken out", less.bb100, low, high, found.hands),
        ]
        habits = [_habit(each) for each in found if each.name in LABELS]
        return SeatStatistics(name, found.hands, results, habits)


def _habit(each: Statistic) -> Interval:
    return Interval(LABELS[each.name], each.value, each.low, each.high, each.denominator)
