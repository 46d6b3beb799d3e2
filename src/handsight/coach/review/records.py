"""Recorded hands as the coach needs them: in fine chips, and without players who folded early."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from handsight.game import ActionRecord, Hand
from handsight.game.records.occasion import Occasion

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_BLIND = 100
"""The smallest big blind, in chips, with which bet sizes are fine enough for a solver."""


class PreparedHand(NamedTuple):
    """A hand in which a player's decisions can be valued.

    Attributes:
        hand: the hand in fine chips, with its ante, and without early players who folded.
        seat: the seat of the player in it.
        left_out: the number of actions at the start of the record that ``hand`` does not have.
    """

    hand: Hand
    seat: int
    left_out: int


def prepared(hand: Hand, seat: int, most: int) -> PreparedHand:
    """Return a hand in which a player's decisions can be valued.

    Args:
        hand: the hand as it was recorded.
        seat: the seat of the player in it.
        most: the number of players that may be left, if enough of the others fold at first.
    """
    fine = in_fine_chips(hand)
    cut, seats = without_early_folds(fine, most, seat)
    return PreparedHand(with_ante(cut), seats.index(seat), len(hand.actions) - len(cut.actions))


def in_fine_chips(hand: Hand) -> Hand:
    """Return a hand in which the big blind is at least 100 chips, so that sizes are fine enough.

    A hand whose chips are multiplied loses its final stacks, winnings and rake.

    Args:
        hand: the hand, which is returned unchanged if its chips are fine enough.
    """
    factor = -(-LEAST_BLIND // max(hand.rules.big_blind, 1))
    if factor == 1:
        return hand
    rules = hand.rules
    return replace(
        hand,
        rules=replace(
            rules,
            small_blind=rules.small_blind * factor,
            big_blind=rules.big_blind * factor,
            ante=rules.ante * factor,
            straddles=tuple(chips * factor for chips in rules.straddles),
        ),
        stacks=tuple(chips * factor for chips in hand.stacks),
        antes=tuple(chips * factor for chips in hand.antes),
        posts=tuple(chips * factor for chips in hand.posts),
        actions=tuple(_scaled(record, factor) for record in hand.actions),
        finishing_stacks=None,
        winnings=None,
        rake=0,
    )


def stake_of(hand: Hand) -> str:
    """Return the stake of a hand, such as ``PokerStars cash $ 0.05/0.1``, without the day.

    Args:
        hand: the hand.
    """
    occasion = Occasion.of(hand)
    return " ".join(filter(None, (occasion.site, str(occasion.money), occasion.stake)))


def with_ante(hand: Hand) -> Hand:
    """Return a hand with its largest ante in its rules, which leave it out in a record.

    Otherwise, an ante that everybody must match would count as part of the blinds.

    Args:
        hand: the hand.
    """
    return replace(hand, rules=replace(hand.rules, ante=max(hand.antes, default=0)))


def _scaled(record: ActionRecord, factor: int) -> ActionRecord:
    action = record.action._replace(amount=record.action.amount * factor)
    return record._replace(action=action, chips=record.chips * factor)


def without_early_folds(hand: Hand, most: int, keep: int) -> tuple[Hand, list[int]]:
    """Return a hand without the first players who folded before anybody else acted.

    Apart from their cards, these players do not matter for what follows. The chips that they put in
    are divided among the antes of the others, whose stacks grow by as much.

    Args:
        hand: the hand.
        most: the maximum number of players that should be left.
        keep: a seat that stays even if its player folds.

    Returns:
        The hand with as few players left out as possible, and the seats that are left. The hand is
        unchanged if it has at most ``most`` players, or if too few of them fold at first.
    """
    away: list[int] = []
    for record in hand.actions:
        enough = len(hand.stacks) - len(away) <= most
        if enough or record.action.kind != "fold" or record.seat == keep:
            break
        away.append(record.seat)
    if not away or len(hand.stacks) - len(away) > most:
        return hand, list(range(len(hand.stacks)))
    left = [seat for seat in range(len(hand.stacks)) if seat not in away]
    number = {seat: place for place, seat in enumerate(left)}
    more = round(sum(hand.antes[seat] + hand.posts[seat] for seat in away) / len(left))

    def of(values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(values[seat] for seat in left) if values else ()

    kept = replace(
        hand,
        stacks=tuple(chips + more for chips in of(hand.stacks)),
        antes=tuple(chips + more for chips in of(hand.antes)),
        posts=of(hand.posts),
        holes=of(hand.holes),
        players=of(hand.players),
        actions=tuple(
            record._replace(seat=number[record.seat]) for record in hand.actions[len(away) :]
        ),
        late=tuple(number[seat] for seat in hand.late if seat in number),
        shown=tuple(number[seat] for seat in hand.shown if seat in number),
        mucked=tuple(number[seat] for seat in hand.mucked if seat in number),
        notes={},
        finishing_stacks=None,
        winnings=None,
        hero=None if hand.hero is None else number.get(hand.hero),
        turned_up=tuple(number[seat] for seat in hand.turned_up if seat in number),
    )
    return kept, left
