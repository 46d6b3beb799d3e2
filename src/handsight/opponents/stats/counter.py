"""Counters of what players do, and functions that count hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.errors import OptionError
from handsight.game import Damaged, Hand, HandState, Money
from handsight.opponents.stats.counts import (
    GROUPS,
    KINDS,
    Counts,
    Result,
    WinRate,
    sum_of_results,
)
from handsight.opponents.stats.played import PlayedHand, played_hand, recorded_hand
from handsight.opponents.stats.situations import POSITIONS, SITUATIONS, note_situations

FOLD, CHECK, CALL, BET = map(KINDS.index, ("fold", "check", "call", "bet"))
"""Indices of actions in `KINDS`; `BET` and greater indices are wagers (bets and raises)."""

_PLACES = {kind: place for place, kind in enumerate(KINDS)}
_SIMPLE = ("hands", "decided", "vpip", "pfr", "flops_seen", "showdowns", "showdowns_won")
_RAISES = ("three_bet_chances", "three_bets")
_VPIP, _PFR = SITUATIONS.index("vpip"), SITUATIONS.index("pfr")

_Move = tuple[int, int, int, bool, bool]


class HandCounter:
    """A counter of what players do, hand by hand.

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
        self._tallies: dict[str, RunningCounts] = {}

    @property
    def counts(self) -> dict[str, Counts]:
        """{name: counts} of all players, in order of first appearance."""
        return {name: tally.counts() for name, tally in self._tallies.items()}

    def add(self, hand: PlayedHand, names: Sequence[str] | Mapping[int, str]) -> None:
        """Count a hand.

        Args:
            hand: the hand.
            names: the names of the players, by seat. If two seats share a name, for example when an
                agent plays itself, the counts of both seats are added.

        Raises:
            OptionError: if a seat in the hand has no name, the kind of an action is unknown, or a
                seat acts but was not dealt in.
        """
        named = {}
        for seat in hand.seats:
            try:
                named[seat] = names[seat]
            except LookupError:
                raise OptionError(f"seat {seat} plays but has no name; name each seat") from None
        tally_hand(hand, {seat: self._tally_of(name) for seat, name in named.items()})

    def add_state(self, state: HandState, names: Sequence[str] | Mapping[int, str]) -> None:
        """Count a hand from its final `HandState`.

        Args:
            state: the state at the end of the hand.
            names: the names of the players, by seat, as in `add`.

        Raises:
            OptionError: if the hand is not over, or a seat in the hand has no name.
        """
        self.add(played_hand(state), names)

    def add_record(self, hand: Hand) -> None:
        """Count a recorded hand by replaying it.

        Raises:
            HistoryError: if the hand cannot be replayed.
        """
        names = [hand.name_of(seat) for seat in range(len(hand.stacks))]
        self.add(recorded_hand(hand), names)

    def merge(self, other: HandCounter) -> None:
        """Add the counts of another counter."""
        for name, tally in other._tallies.items():
            self._tally_of(name).merge(tally)

    def to_json(self) -> dict[str, Any]:
        """Return {name: counts} of all players as JSON-compatible data."""
        return {name: counts.to_json() for name, counts in self.counts.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> HandCounter:
        """Build a counter from the data that `to_json` returned.

        Raises:
            OptionError: if the data does not come from `to_json`.
        """
        counter = cls()
        for name, counts in data.items():
            counter._tally_of(name).add(Counts.from_json(counts))
        return counter

    def _tally_of(self, name: str) -> RunningCounts:
        counts = self._tallies.get(name)
        if counts is None:
            counts = self._tallies[name] = RunningCounts()
        return counts


def count_hands(hands: Iterable[Hand | Damaged]) -> dict[str, Counts]:
    """Count recorded hands, and return {name: counts} of all players.

    Args:
        hands: recorded hands, such as `handsight.formats.read_hands` yields; damaged hands are
            skipped.

    Raises:
        HistoryError: if a record cannot be replayed.

    Example:
        >>> from handsight.game import random_hands
        >>> counts = count_hands(random_hands(3, seed=7, hands=20))
        >>> counts["player 1"].hands, sum(each.net for each in counts.values())
        (20, Fraction(0, 1))
    """
    counter = HandCounter()
    for each in hands:
        if isinstance(each, Hand):
            counter.add_record(each)
    return counter.counts


def count_hand(hand: PlayedHand) -> dict[int, Counts]:
    """Count one hand, and return {seat: counts}.

    Raises:
        OptionError: if the kind of an action is unknown, or a seat acts but was not dealt in.

    Example:
        >>> walk = PlayedHand(seats=(0, 1), decisions=(), net={0: 0, 1: 0}, big_blind=2)
        >>> count_hand(walk)[1].hands, count_hand(walk)[1].decided
        (1, 0)
    """
    tallies = {seat: RunningCounts() for seat in hand.seats}
    tally_hand(hand, tallies)
    return {seat: tally.counts() for seat, tally in tallies.items()}


# --- the counts of one player, and the loop over a hand -------------------------------------------


class RunningCounts:
    """The counts of one player while hands are counted; `Counts` explains each count.

    Attributes:
        numbers: {name: count} for the counts that are single numbers, except `raises_faced` and
            `folds_to_raise`, which are the first entries of `faced` and `folded_to`.
        faced: the number of hands, by street, in which the player had to respond to the first wager
            on the street, made by another player.
        folded_to: the number of hands, by street, in which the player folded to that wager.
        actions: the number of actions, by street and by kind in `KINDS`.
        dealt: as in `Counts`.
        played: as in `Counts`.
        raised: as in `Counts`.
        results: {key: three integers}: the number of hands, the sum of the numerators of their
            results, and the sum of the squares of these numerators. A key is the money, the
            denominator of the results, and the numerator and the denominator of the big blind.
            Adding fractions is slow, so fractions are built only at the end.
        before: the results that were added from other counters.
        chances: the number of chances, by index in `SITUATIONS` and in `POSITIONS`.
        taken: the number of these chances that the player took.
    """

    __slots__ = (
        *(
            "actions",
            "before",
            "chances",
            "dealt",
            "faced",
            "folded_to",
            "numbers",
            "played",
            "raised",
            "results",
            "taken",
        ),
    )

    def __init__(self) -> None:
        self.numbers = dict.fromkeys((*_SIMPLE, *_RAISES), 0)
        self.faced = [0] * len(STREETS)
        self.folded_to = [0] * len(STREETS)
        self.actions = [[0] * len(KINDS) for _ in STREETS]
        self.dealt = [0] * GROUPS
        self.played = [0] * GROUPS
        self.raised = [0] * GROUPS
        self.chances = [[0] * len(POSITIONS) for _ in SITUATIONS]
        self.taken = [[0] * len(POSITIONS) for _ in SITUATIONS]
        self.before: tuple[Result, ...] = ()
        self.results: dict[tuple[Money, int, int, int], list[int]] = {}

    def win(self, chips: int | Fraction, big_blind: int | Fraction, money: Money) -> None:
        """Count the result of a hand.

        Args:
            chips: the amount that the player won, negative for a loss.
            big_blind: the big blind of the hand, in the same units.
            money: the kind of money for which the hand was played.
        """
        key = money, chips.denominator, big_blind.numerator, big_blind.denominator
        sums = self.results.get(key)
        if sums is None:
            sums = self.results[key] = [0, 0, 0]
        number = chips.numerator
        sums[0] += 1
        sums[1] += number
        sums[2] += number * number

    def decide(self, plays: bool, raises: bool, group: int | None, position: int | None) -> None:
        """Count a hand in which the player had a decision before the flop.

        Args:
            plays: whether the player called, bet or raised before the flop.
            raises: whether the player bet or raised before the flop.
            group: index of the group of the hole cards; None if those of a player are unknown.
            position: index of the position in `POSITIONS`; None if it is unknown.
        """
        numbers = self.numbers
        numbers["decided"] += 1
        if group is not None:
            self.dealt[group] += 1
        if position is not None:
            self.chances[_VPIP][position] += 1
            self.chances[_PFR][position] += 1
        if not plays:
            return  # as most players do, so that there is nothing else to count
        numbers["vpip"] += 1
        numbers["pfr"] += raises
        if group is not None:
            self.played[group] += 1
            self.raised[group] += raises
        if position is not None:
            self.taken[_VPIP][position] += 1
            self.taken[_PFR][position] += raises

    def add(self, counts: Counts) -> None:
        """Add a player's counts from another counter."""
        for name in self.numbers:
            self.numbers[name] += getattr(counts, name)
        _add(self.faced, (counts.raises_faced, *counts.bets_faced))
        _add(self.folded_to, (counts.folds_to_raise, *counts.folds_to_bet))
        for mine, row in zip(self.actions, counts.actions, strict=True):
            _add(mine, row)
        _add(self.dealt, counts.dealt)
        _add(self.played, counts.played)
        _add(self.raised, counts.raised)
        for rows, added in ((self.chances, counts.chances), (self.taken, counts.taken)):
            for situation, more in zip(rows, added, strict=True):
                _add(situation, more)
        self.before = sum_of_results((*self.before, *counts.results))

    def merge(self, other: RunningCounts) -> None:
        """Add the counts of other hands, faster than `add`."""
        for name, number in other.numbers.items():
            self.numbers[name] += number
        rows = (
            *((self.faced, other.faced), (self.folded_to, other.folded_to)),
            *((self.dealt, other.dealt), (self.played, other.played)),
            (self.raised, other.raised),
            *zip(self.actions, other.actions, strict=True),
            *zip(self.chances, other.chances, strict=True),
            *zip(self.taken, other.taken, strict=True),
        )
        for mine, theirs in rows:
            _add(mine, theirs)
        for key, sums in other.results.items():
            _add(self.results.setdefault(key, [0, 0, 0]), sums)
        self.before = sum_of_results((*self.before, *other.before))

    def counts(self) -> Counts:
        """Return the counts so far."""
        return Counts(
            **self.numbers,
            raises_faced=self.faced[0],
            folds_to_raise=self.folded_to[0],
            bets_faced=tuple(self.faced[1:]),
            folds_to_bet=tuple(self.folded_to[1:]),
            actions=tuple(map(tuple, self.actions)),
            dealt=tuple(self.dealt),
            played=tuple(self.played),
            raised=tuple(self.raised),
            chances=tuple(map(tuple, self.chances)),
            taken=tuple(map(tuple, self.taken)),
            results=sum_of_results((*self.before, *self._results())),
        )

    def _results(self) -> Iterator[Result]:
        for (money, parts, above, below), (hands, won, squared) in self.results.items():
            net, blind = Fraction(won, parts), Fraction(above, below)
            squares = Fraction(squared, parts * parts) / (blind * blind)
            yield Result(money, net, WinRate(hands, net / blind, squares))


def _add(mine: list[int], others: Sequence[int]) -> None:
    for place, number in enumerate(others):
        mine[place] += number


def tally_hand(hand: PlayedHand, tallies: Mapping[int, RunningCounts]) -> None:
    """Add a hand to the running counts of its players.

    Args:
        hand: the hand.
        tallies: {seat: running counts of the player}; one player can have several seats.

    Raises:
        OptionError: if the kind of an action is unknown, or a seat acts but was not dealt in; in
            either case, nothing is counted.
    """
    moves = _checked(hand, tallies)
    before_flop = [(seat, place) for seat, street, place, *_ in moves if not street]
    decided = {seat for seat, _ in before_flop}
    raised = {seat for seat, place in before_flop if place >= BET}
    played = raised | {seat for seat, place in before_flop if place == CALL}
    gone = {seat for seat, place in before_flop if place == FOLD}
    has_flop = hand.board >= BOARD_SIZES["flop"]
    _follow(moves, tallies)
    if hand.positions:
        _note(moves, hand.positions, tallies)
    for seat, tally in tallies.items():
        numbers = tally.numbers
        numbers["hands"] += 1
        if has_flop and seat not in gone:
            numbers["flops_seen"] += 1
        if seat in hand.showdown:
            numbers["showdowns"] += 1
            numbers["showdowns_won"] += seat in hand.winners
        tally.win(hand.net[seat], hand.big_blind, hand.money)
        if seat in decided:
            group = hand.groups[seat] if hand.groups else None
            position = hand.positions[seat] if hand.positions else None
            tally.decide(seat in played, seat in raised, group, position)


def _note(
    moves: list[_Move], positions: Mapping[int, int], tallies: Mapping[int, RunningCounts]
) -> None:
    turns = [
        (seat, street, place == FOLD, place == CHECK, place >= BET, could_raise, all_in)
        for seat, street, place, could_raise, all_in in moves
    ]

    def note(seat: int, row: int, is_taken: bool) -> None:
        tally, position = tallies[seat], positions[seat]
        tally.chances[row][position] += 1
        tally.taken[row][position] += is_taken

    note_situations(turns, positions, note)


def _checked(hand: PlayedHand, tallies: Mapping[int, RunningCounts]) -> list[_Move]:
    moves = []
    for seat, street, kind, could_raise, all_in in hand.decisions:
        place = _PLACES.get(kind)
        if place is None:
            raise OptionError(f"a decision is {kind!r}; it must be one of {', '.join(KINDS)}")
        if seat not in tallies:
            raise OptionError(f"seat {seat!r} acts but was not dealt in: seats is {hand.seats}")
        moves.append((seat, street, place, could_raise, all_in))
    return moves


def _follow(moves: list[_Move], tallies: Mapping[int, RunningCounts]) -> None:
    """Count all actions, and the responses of other players to the first wager on each street."""
    wagers, wagerer, now = 0, -1, 0
    for seat, street, place, could_raise, _ in moves:
        if street != now:
            wagers, wagerer, now = 0, -1, street
        tally = tallies[seat]
        tally.actions[street][place] += 1
        if wagers == 1 and seat != wagerer:
            tally.faced[street] += 1
            tally.folded_to[street] += place == FOLD
            if not street:
                tally.numbers["three_bet_chances"] += could_raise
                tally.numbers["three_bets"] += place >= BET
        if place >= BET:
            wagers, wagerer = wagers + 1, seat
