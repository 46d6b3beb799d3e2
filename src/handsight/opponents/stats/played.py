"""The facts about a finished hand that the counters need, from a game state or a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, cast

from handsight.cards import Card, CardSet
from handsight.cards.card import STREETS
from handsight.errors import OptionError
from handsight.game import Action, Amount, Hand, HandCursor, HandState, Money, hand_result, walk
from handsight.game.order import big_blind_seat
from handsight.game.records.occasion import UNKNOWN, money_of
from handsight.game.records.playing import Ended, play_to_end
from handsight.game.records.replaying import require_end, winners
from handsight.kernels.game import state as at
from handsight.opponents.stats.counts import GROUPS
from handsight.opponents.stats.situations import positions_of
from handsight.ranges import sklansky_group
from handsight.ranges.combos import COMBO_COUNT

UNGROUPED = GROUPS - 1
_NUMBER_OF = {street: number for number, street in enumerate(STREETS)}


class PlayerAction(NamedTuple):
    """The action of a player at their turn.

    Attributes:
        seat: the seat of the player.
        street: the street, 0 to 3 for preflop to river.
        kind: ``"fold"``, ``"check"``, ``"call"``, ``"bet"`` or ``"raise"``. A call of 0 chips is a
            check, and an all-in is a call, bet or raise, depending on its size.
        could_raise: whether the rules allowed the player to bet or raise.
        all_in: whether the player put in all their remaining chips.
    """

    seat: int
    street: int
    kind: str
    could_raise: bool = True
    all_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """A finished hand, reduced to the facts that the counters need.

    Attributes:
        seats: the seats of the players who were dealt in.
        decisions: the actions of all players, in order.
        board: the number of board cards at the end of the hand.
        showdown: the seats at the showdown; empty if there was no showdown.
        winners: the seats that won a pot or a part of a pot.
        net: {seat: the amount that the seat won, negative for a loss}, in the units of the record.
        big_blind: the big blind, in the units of the record.
        groups: {seat: index of the group of the seat's hole cards}, 0 for Sklansky's group 1 and 8
            for no group; None unless the hole cards of all seats are known, no matter how the hand
            went.
        positions: {seat: index of the seat's position in `POSITIONS`}; if it is None or empty,
            situations are not counted.
        money: the kind of money for which the hand was played.

    Example:
        >>> from handsight.opponents.stats import HandCounter
        >>> hand = PlayedHand(
        ...     seats=(0, 1),
        ...     decisions=(PlayerAction(0, 0, "raise"), PlayerAction(1, 0, "fold")),
        ...     winners=(0,),
        ...     net={0: 100, 1: -100},
        ...     big_blind=100,
        ... )
        >>> counter = HandCounter()
        >>> counter.add(hand, ["Ada", "Bob"])
        >>> counter.counts["Bob"].folds_to_raise
        1
    """

    seats: tuple[int, ...]
    decisions: tuple[PlayerAction, ...]
    net: Mapping[int, int | Fraction]
    big_blind: int | Fraction
    board: int = 0
    showdown: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    groups: Mapping[int, int] | None = None
    positions: Mapping[int, int] | None = None
    money: Money = UNKNOWN


def played_hand(state: HandState) -> PlayedHand:
    """Build a `PlayedHand` from the final state of a hand.

    Raises:
        OptionError: if the hand is not over.

    Example:
        >>> from handsight.game import Rules
        >>> state = HandState.start(Rules(), [1000, 1000], button=0, seed=7)
        >>> hand = played_hand(state.apply("raise to 300").apply("fold"))
        >>> [decision.kind for decision in hand.decisions], hand.net
        (['raise', 'fold'], {0: 100, 1: -100})
    """
    seats = tuple(seat for seat, stack in enumerate(state.start_stacks) if stack)
    holes_of = ((seat, state.hole(seat)) for seat in seats)
    holes = {seat: None if hole is None else hole.mask for seat, hole in holes_of}
    payoffs = state.payoffs
    net = {seat: payoffs[seat] for seat in seats}
    if not state.is_over:
        raise OptionError("the hand is not over; only finished hands are counted")
    decisions, _ = _decisions(_steps_of(state))
    won = tuple(seat for seat in seats if state.number(at.WON + seat))
    on_table = state.on_table()
    big_blind = state.rules.big_blind
    places = _positions(seats, state.button, on_table.posts, on_table.late, big_blind)
    return _hand(decisions, Ended.of(state), seats, _groups(holes), net, big_blind, won, places)


def recorded_hand(hand: Hand) -> PlayedHand:
    """Build a `PlayedHand` from a record by replaying the hand.

    The results of the seats are as in `handsight.game.hand_result`, after the rake.

    Raises:
        HistoryError: if the hand cannot be replayed or is incomplete, or the rake exceeds the
            amount won.

    Example:
        >>> from handsight.game import random_hands
        >>> recorded_hand(next(random_hands(2, seed=0))).net
        {0: -100, 1: 100}
    """
    end = play_to_end(hand)
    if end is not None and end.could_raise is not None:
        decisions = _recorded_decisions(hand, end.could_raise)
    else:
        decisions, last = _decisions(walk(hand))
        if not last.is_over:
            line = hand.source.line_of("actions")
            raise hand.source.fault("the record breaks off before the hand is over", line)
        end = Ended.of(last)
    require_end(hand, end)
    payoffs, scale = hand_result(hand, end).payoffs, hand.scale
    net = {seat: _in_units(chips, scale) for seat, chips in enumerate(payoffs)}
    groups = dict(enumerate(map(_group_of, hand.holes))) if hand.is_dealt_open else None
    blind = _in_units(hand.rules.big_blind, scale)
    seats = tuple(range(len(hand.stacks)))
    places = _positions(seats, hand.button, hand.posts, hand.late, hand.rules.big_blind)
    won, money = winners(hand, end), money_of(hand)
    return _hand(decisions, end, seats, groups, net, blind, won, places, money)


@lru_cache(maxsize=1 << 14)
def _in_units(chips: Amount, scale: int) -> Amount:
    """Convert chips to units of the record."""
    if scale == 1:
        return chips
    return Fraction(chips, scale) if isinstance(chips, int) else chips / scale


def _recorded_decisions(hand: Hand, could_raise: tuple[bool, ...]) -> tuple[PlayerAction, ...]:
    return tuple(
        [
            PlayerAction(seat, _NUMBER_OF[street], action.kind, could, all_in)
            for (street, seat, action, _, all_in), could in zip(
                hand.actions, could_raise, strict=True
            )
        ]
    )


def _hand(
    decisions: tuple[PlayerAction, ...],
    end: Ended,
    seats: tuple[int, ...],
    groups: Mapping[int, int] | None,
    net: Mapping[int, int | Fraction],
    big_blind: int | Fraction,
    won: tuple[int, ...],
    positions: Mapping[int, int],
    money: Money = UNKNOWN,
) -> PlayedHand:
    return PlayedHand(
        seats=seats,
        decisions=decisions,
        net=net,
        big_blind=big_blind,
        board=end.board,
        showdown=end.showdown,
        winners=won,
        groups=groups,
        positions=positions,
        money=money,
    )


@lru_cache(maxsize=1024)
def _positions(
    seats: tuple[int, ...],
    button: int,
    posts: tuple[int, ...],
    late: tuple[int, ...],
    big_blind: int,
) -> dict[int, int]:
    """Return {seat: index of the seat's position in `POSITIONS`}.

    Args:
        seats: the seats that were dealt in.
        button: the seat of the button.
        posts: the blind or straddle of each seat.
        late: the seats that posted out of turn, whose posts do not count as blinds.
        big_blind: the size of the big blind.
    """
    around = sorted(seats, key=lambda seat: (seat <= button, seat))
    in_turn = {seat: posts[seat] for seat in around if seat not in late}
    return positions_of(around, big_blind_seat(around, in_turn, big_blind))


def _steps_of(state: HandState) -> Iterator[HandCursor]:
    """Step through a played hand, as `walk` does through a record."""
    first, *later = state.history()
    cursor = HandCursor(first)
    yield cursor
    for each in later:
        cursor.apply(each.last_action or Action.call())
        yield cursor


def _decisions(steps: Iterable[HandCursor]) -> tuple[tuple[PlayerAction, ...], HandState]:
    """Return the actions of a hand as handsight's rules classify them, and the hand's final state.

    Args:
        steps: the cursor at the start of the hand and after each action.
    """
    decisions, could_raise = list[PlayerAction](), False
    for cursor in steps:
        if cursor.actions:
            street, seat, action, _, all_in = cursor.actions[-1]
            number = _NUMBER_OF[street]
            decisions.append(PlayerAction(seat, number, action.kind, could_raise, all_in))
        could_raise = cursor.state.legal_actions.can_raise
    return tuple(decisions), cast("HandState", cursor.state)


def _groups(holes: Mapping[int, int | None]) -> dict[int, int] | None:
    """Return {seat: index of the group of its hole cards}, or None if a seat's cards are unknown.

    Args:
        holes: {seat: mask of the seat's hole cards, or None if the cards are unknown}.
    """
    known = {seat: _group(hole) for seat, hole in holes.items() if hole is not None}
    return known if len(known) == len(holes) else None


@lru_cache(maxsize=2 * COMBO_COUNT)
def _group_of(hole: tuple[Card, ...] | None) -> int:
    """Return the index of the group of known hole cards."""
    return _group(sum(card.mask for card in hole or ()))


@lru_cache(maxsize=COMBO_COUNT)
def _group(mask: int) -> int:
    group = sklansky_group(CardSet.from_mask(mask))
    return UNGROUPED if group is None else group - 1
