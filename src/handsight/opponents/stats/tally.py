"""The loop that counts a hand, into numbers that it may change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.errors import OptionError
from handsight.opponents.stats.counts import GROUPS, KINDS, Counts
from handsight.opponents.stats.played import PlayedHand

FOLD, CALL, BET = KINDS.index("fold"), KINDS.index("call"), KINDS.index("bet")
"""A bet or a raise is a wager, and stands at `BET` or behind it."""

_PLACES = {kind: place for place, kind in enumerate(KINDS)}
_SIMPLE = ("hands", "decided", "vpip", "pfr", "flops_seen", "showdowns", "showdowns_won")
_RAISES = ("three_bet_chances", "three_bets")

_Move = tuple[int, int, int, bool]


class Tally:
    """The counts of one player while they grow; `Counts` tells what they are.

    Attributes:
        numbers: those counts that are single numbers, by name.
        faced: hands in which he was to answer the first wager, by street.
        folded_to: those in which he folded.
        actions: how often he did what, by street.
        dealt: hands by Sklansky's group.
        played: those he played.
        raised: those he raised.
        results: by big blind, the sum of what he won, and the sum of its squares; fractions are
            slow, and made of them only in the end.
        before: net, big blinds and squares that were counted elsewhere.
    """

    __slots__ = (
        *(
            "actions",
            "before",
            "dealt",
            "faced",
            "folded_to",
            "numbers",
            "played",
            "raised",
            "results",
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
        self.before = (Fraction(0), Fraction(0), Fraction(0))
        self.results: dict[int | Fraction, list[int | Fraction]] = {}

    def win(self, chips: int | Fraction, big_blind: int | Fraction) -> None:
        """Count the result of a hand.

        Args:
            big_blind: of the hand.
        """
        sums = self.results.setdefault(big_blind, [0, 0])
        sums[0] += chips
        sums[1] += chips * chips

    def add(self, counts: Counts) -> None:
        """Add what was counted elsewhere."""
        for name in self.numbers:
            self.numbers[name] += getattr(counts, name)
        _add(self.faced, (counts.raises_faced, *counts.bets_faced))
        _add(self.folded_to, (counts.folds_to_raise, *counts.folds_to_bet))
        for mine, row in zip(self.actions, counts.actions, strict=True):
            _add(mine, row)
        _add(self.dealt, counts.dealt)
        _add(self.played, counts.played)
        _add(self.raised, counts.raised)
        net, blinds, squares = self.before
        self.before = (
            net + counts.net,
            blinds + counts.net_blinds,
            squares + counts.net_squares,
        )

    def counts(self) -> Counts:
        """Give what was counted so far."""
        net, blinds, squares = self._results()
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
            net=net,
            net_blinds=blinds,
            net_squares=squares,
        )

    def _results(self) -> tuple[Fraction, Fraction, Fraction]:
        net, blinds, squares = self.before
        for blind, (won, squared) in self.results.items():
            net += won
            blinds += Fraction(won) / blind
            squares += Fraction(squared) / (blind * blind)
        return net, blinds, squares


def _add(mine: list[int], others: Sequence[int]) -> None:
    for place, number in enumerate(others):
        mine[place] += number


def tally_hand(hand: PlayedHand, tallies: Mapping[int, Tally]) -> None:
    """Count a hand.

    Args:
        tallies: of the players, by seat; one player may have several seats.

    Raises:
        OptionError: if an action is of no kind; then nothing was counted.
    """
    moves = _checked(hand, tallies)
    played, raised = _chosen(moves)
    decided = {seat for seat, street, _, _ in moves if not street}
    gone = {seat for seat, street, place, _ in moves if not street and place == FOLD}
    _follow(moves, tallies)
    for seat, tally in tallies.items():
        numbers, at_showdown = tally.numbers, seat in hand.showdown
        numbers["hands"] += 1
        numbers["decided"] += seat in decided
        numbers["vpip"] += seat in played
        numbers["pfr"] += seat in raised
        numbers["flops_seen"] += hand.board >= BOARD_SIZES["flop"] and seat not in gone
        numbers["showdowns"] += at_showdown
        numbers["showdowns_won"] += at_showdown and seat in hand.winners
        tally.win(hand.net[seat], hand.big_blind)
        if hand.groups and seat in decided:
            group = hand.groups[seat]
            tally.dealt[group] += 1
            tally.played[group] += seat in played
            tally.raised[group] += seat in raised


def _checked(hand: PlayedHand, tallies: Mapping[int, Tally]) -> list[_Move]:
    moves = []
    for seat, street, kind, could_raise in hand.decisions:
        place = _PLACES.get(kind)
        if place is None:
            raise OptionError(f"a decision is {kind!r}; it takes one of {', '.join(KINDS)}")
        if seat not in tallies:
            raise OptionError(f"seat {seat!r} acts and was not dealt in: seats is {hand.seats}")
        moves.append((seat, street, place, could_raise))
    return moves


def _chosen(moves: list[_Move]) -> tuple[set[int], set[int]]:
    """Say who put chips in of his own will before the flop, and who raised."""
    raised = {seat for seat, street, place, _ in moves if not street and place >= BET}
    called = {seat for seat, street, place, _ in moves if not street and place == CALL}
    return raised | called, raised


def _follow(moves: list[_Move], tallies: Mapping[int, Tally]) -> None:
    """Count actions and answers; each player answers the first wager of a street at most once."""
    wagers, wagerer, now = 0, -1, 0
    for seat, street, place, could_raise in moves:
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
