"""Recorded hands in the form from which models learn: decisions with contexts and ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from handsight.cards.card import BOARD_SIZES, STREET_SLICES, STREETS
from handsight.game import Damaged, Hand
from handsight.opponents.model.boards import board_of
from handsight.opponents.model.contexts import BettingContext, Context, action_code
from handsight.opponents.model.likelihoods.likelihood import Label, ModelInput
from handsight.opponents.model.posterior import Posterior, even_weights
from handsight.opponents.model.priors import Triple
from handsight.ranges.combos import combo_number

UNKNOWN = -1
"""The number that stands for an unknown combo."""

NO_FREQUENCIES: Triple = (0.0, 0.0, 0.0)
"""A placeholder for a player's frequencies that were not computed."""


class Step(NamedTuple):
    """A player's decision in a decoded hand.

    Attributes:
        seat: the seat of the player who decided.
        context: the context of the decision.
        action: the player's action: FOLD, CALL or RAISE.
        board: the number of cards on the board at the decision.
    """

    seat: int
    context: Context
    action: int
    board: int


class ReadHand(NamedTuple):
    """A decoded hand, decision by decision.

    Attributes:
        names: the names of the players, by seat; "player 1" and so on if the record has no names.
        steps: the decisions of the hand, in order.
        combos: the combo number of each seat's hole cards, or -1 if the cards are unknown.
        board: the card indices of the board.
        file: the file that contains the record of the hand; empty if there is no file.
        is_dealt_open: whether all known cards were known from the deal on, and not only because a
            showdown revealed them.
    """

    names: tuple[str, ...]
    combos: tuple[int, ...]
    board: tuple[int, ...]
    steps: tuple[Step, ...]
    file: str
    is_dealt_open: bool = True

    @property
    def whole(self) -> bool:
        """Whether the hole cards of all players are known, no matter how the hand went."""
        return self.is_dealt_open and UNKNOWN not in self.combos


def decode_hands(hands: Iterable[Hand | Damaged]) -> Iterator[ReadHand]:
    """Decode recorded hands, and skip damaged hands."""
    for hand in hands:
        if isinstance(hand, Hand):
            yield decode_hand(hand)


def decode_hand(hand: Hand) -> ReadHand:
    """Decode one recorded hand.

    Example:
        >>> from handsight.game import random_hands
        >>> hand = decode_hand(next(random_hands(2, seed=0)))
        >>> [(step.seat, step.action) for step in hand.steps], hand.whole
        ([(1, 2), (0, 0)], True)
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
        not hand.turned_up,
    )


# --- labelled decisions ---------------------------------------------------------------------------


class BeginsRanges(Protocol):
    """A callable that returns the ranges at the start of a hand, like `OpponentModel.posterior`."""

    def __call__(self, names: tuple[str, ...], /) -> Posterior:
        """Return the ranges of the named players at the start of a hand."""


def labels_of(hands: Iterable[ReadHand], begin: BeginsRanges, after: bool) -> Iterator[Label]:
    """Yield the labelled decisions of players whose cards are known.

    Args:
        hands: decoded hands.
        begin: a callable that returns the players' ranges at the start of a hand.
        after: True for decisions from the flop on, with the ranges at the time of the decision;
            False for decisions before the flop, with equal weights and without frequencies.
    """
    for hand in hands:
        yield from _after(hand, begin) if after else _before(hand)


def _before(hand: ReadHand) -> Iterator[Label]:
    for step in hand.steps:
        if step.board:
            return
        combo = hand.combos[step.seat]
        if combo != UNKNOWN:
            name = hand.names[step.seat]
            spot = ModelInput(step.context, board_of(()), even_weights(), NO_FREQUENCIES, name)
            yield Label(spot, combo, step.action, hand.whole)


def _after(hand: ReadHand, begin: BeginsRanges) -> Iterator[Label]:
    """Yield the labelled decisions from the flop on, with the ranges at the time of the decision.

    Args:
        hand: a decoded hand.
        begin: a callable that returns the players' ranges at the start of a hand.
    """
    known = {step.seat for step in hand.steps if step.board and hand.combos[step.seat] != UNKNOWN}
    if not known:
        return
    posterior = begin(hand.names)
    for step in hand.steps:
        for cards in STREET_SLICES.values():
            if len(posterior.board.cards) == cards.start < step.board:
                posterior.deal(hand.board[cards])
        if step.seat in known:
            spot = posterior.spot(step.seat, step.context)
            if step.board:
                yield Label(spot, hand.combos[step.seat], step.action, hand.whole)
            posterior.weigh(spot, step.seat, step.action)
