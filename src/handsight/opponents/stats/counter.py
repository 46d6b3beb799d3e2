"""Counting hands player by player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from handsight.errors import OptionError
from handsight.game import Damaged, Hand, HandState
from handsight.opponents.stats.counts import Counts
from handsight.opponents.stats.played import PlayedHand, played_hand, recorded_hand
from handsight.opponents.stats.tally import Tally, tally_hand


class HandCounter:
    """Counts what players do, hand by hand.

    Example:
        >>> from handsight.game import HandState, Rules
        >>> counter = HandCounter()
        >>> for seed in range(3):
        ...     state = HandState.start(Rules(), [1000, 1000], button=0, seed=seed)
        ...     counter.add_state(state.apply("raise to 300").apply("fold"), ["Ada", "Bob"])
        >>> ada, bob = counter.counts["Ada"], counter.counts["Bob"]
        >>> ada.pfr, bob.three_bet_chances, ada.net
        (3, 3, Fraction(300, 1))
    """

    def __init__(self) -> None:
        self._tallies: dict[str, Tally] = {}

    @property
    def counts(self) -> dict[str, Counts]:
        """What each player did, by name, in the order in which they came."""
        return {name: tally.counts() for name, tally in self._tallies.items()}

    def add(self, hand: PlayedHand, names: Sequence[str] | Mapping[int, str]) -> None:
        """Count a hand.

        Args:
            names: of the players, by seat. Two seats may bear one name, as of an agent that plays
                itself; their counts are added.

        Raises:
            OptionError: if a seat that plays has no name, or an action is of no kind.
        """
        named = {}
        for seat in hand.seats:
            try:
                named[seat] = names[seat]
            except LookupError:
                raise OptionError(f"seat {seat} plays and has no name; name each seat") from None
        tally_hand(hand, {seat: self._tally_of(name) for seat, name in named.items()})

    def add_state(self, state: HandState, names: Sequence[str] | Mapping[int, str]) -> None:
        """Count a hand of the game.

        Raises:
            OptionError: if the hand is not over, or a seat that plays has no name.
        """
        self.add(played_hand(state), names)

    def add_record(self, history: Hand) -> None:
        """Count a recorded hand, which is played again for it.

        Raises:
            HistoryError: if it cannot be played again.
        """
        names = [history.name_of(seat) for seat in range(len(history.stacks))]
        self.add(recorded_hand(history), names)

    def merge(self, other: HandCounter) -> None:
        """Add what another counter counted."""
        for name, counts in other.counts.items():
            self._tally_of(name).add(counts)

    def to_json(self) -> dict[str, Any]:
        """Give the counts by name as what JSON can hold."""
        return {name: counts.to_json() for name, counts in self.counts.items()}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> HandCounter:
        """Read what `to_json` gave.

        Raises:
            OptionError: if it is none of ours.
        """
        made = cls()
        for name, counts in found.items():
            made._tally_of(name).add(Counts.from_json(counts))
        return made

    def _tally_of(self, name: str) -> Tally:
        found = self._tallies.get(name)
        if found is None:
            found = self._tallies[name] = Tally()
        return found


def count_hands(found: Iterable[Hand | Damaged]) -> dict[str, Counts]:
    """Count recorded hands by player.

    Args:
        found: what `handsight.formats.read_hands` gives, or other records. What could not be
            read is passed over.

    Raises:
        HistoryError: if a record cannot be played again.

    Example:
        >>> from handsight.game import random_hands
        >>> counts = count_hands(random_hands(3, seed=7, hands=20))
        >>> counts["player 1"].hands, sum(each.net for each in counts.values())
        (20, Fraction(0, 1))
    """
    counter = HandCounter()
    for each in found:
        if isinstance(each, Hand):
            counter.add_record(each)
    return counter.counts


def count_hand(hand: PlayedHand) -> dict[int, Counts]:
    """Count one hand.

    Returns:
        {seat: counts}.

    Raises:
        OptionError: if an action is of no kind.

    Example:
        >>> walk = PlayedHand(seats=(0, 1), decisions=(), net={0: 0, 1: 0}, big_blind=2)
        >>> count_hand(walk)[1].hands, count_hand(walk)[1].decided
        (1, 0)
    """
    tallies = {seat: Tally() for seat in hand.seats}
    tally_hand(hand, tallies)
    return {seat: tally.counts() for seat, tally in tallies.items()}
