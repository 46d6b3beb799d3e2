"""Recorded hands as a model reads them: every decision with its context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from handsight.cards.card import BOARD_SIZES, STREETS
from handsight.game import Damaged, Hand
from handsight.opponents.model.contexts import BettingContext, Context, action_code
from handsight.ranges.combos import combo_number

UNKNOWN = -1


class Step(NamedTuple):
    """A decision of a hand.

    Attributes:
        seat: whose.
        context: what it was about.
        action: what was done, 0..2.
        board: how many cards lay.
    """

    seat: int
    context: Context
    action: int
    board: int


class ReadHand(NamedTuple):
    """A hand, decision by decision.

    Attributes:
        names: of the players, by seat; a player without a name has their seat's number.
        combos: the number of each seat's combo; -1 where it is not known.
        board: indices of the cards of the board.
        steps: the decisions.
        file: where it stands.
    """

    names: tuple[str, ...]
    combos: tuple[int, ...]
    board: tuple[int, ...]
    steps: tuple[Step, ...]
    file: str

    @property
    def whole(self) -> bool:
        """Whether the cards of all players are known."""
        return UNKNOWN not in self.combos


def decode_hands(hands: Iterable[Hand | Damaged]) -> Iterator[ReadHand]:
    """Read recorded hands; what is damaged is left out."""
    for hand in hands:
        if isinstance(hand, Hand):
            yield decode_hand(hand)


def decode_hand(hand: Hand) -> ReadHand:
    """Read one recorded hand.

    Example:
        >>> from handsight.formats import parse_phh
        >>> hand = decode_hand(parse_phh('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 AhKh", "d dh p2 ????", "p2 cbr 6", "p1 f"]
        ... '''))
        >>> [(step.seat, step.action) for step in hand.steps], hand.whole
        ([(1, 2), (0, 0)], False)
    """
    table = BettingContext(
        hand.stacks,
        hand.button,
        hand.posts,
        hand.antes,
        big_blind=hand.rules.big_blind,
        late=hand.late,
    )
    steps, lying = [], 0
    for street, seat, action, _, _ in hand.actions:
        board = BOARD_SIZES[street]
        while lying < board:
            table.next_street()
            lying = BOARD_SIZES[STREETS[table.street]]
        code = action_code(action.kind)
        steps.append(Step(seat, table.context(seat), code, board))
        table.act(seat, code, action.amount)
    return ReadHand(
        tuple(hand.name_of(seat) for seat in range(len(hand.stacks))),
        tuple(
            UNKNOWN if hole is None else combo_number(hole[0].index, hole[1].index)
            for hole in hand.holes
        ),
        tuple(card.index for card in hand.board),
        tuple(steps),
        hand.file,
    )
