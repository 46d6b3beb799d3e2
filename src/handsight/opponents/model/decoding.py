"""Recorded hands in the form that a model learns from: decisions with contexts and ranges."""

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
"""Placeholder for a player's frequencies that were not looked up."""


class Step(NamedTuple):
    """A decision in a hand.

    Attributes:
        action: FOLD, CALL or RAISE.
        board: number of board cards at the decision.
    """

    seat: int
    context: Context
    action: int
    board: int


class ReadHand(NamedTuple):
    """A decoded hand, decision by decision.

    Attributes:
        names: names of the players, by seat; "player 1" and so on if the record has none.
        combos: number of each seat's combo; -1 if unknown.
        board: indices of the board cards.
    """

    names: tuple[str, ...]
    combos: tuple[int, ...]
    board: tuple[int, ...]
    steps: tuple[Step, ...]
    file: str

    @property
    def whole(self) -> bool:
        """Whether the hole cards of all players are known."""
        return UNKNOWN not in self.combos


def decode_hands(hands: Iterable[Hand | Damaged]) -> Iterator[ReadHand]:
    """Decode recorded hands; skip damaged ones."""
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
    )


# --- labelled decisions ---------------------------------------------------------------------------


class BeginsRanges(Protocol):
    """A callable that returns fresh ranges for a hand: `OpponentModel.posterior`."""

    def __call__(self, names: tuple[str, ...], /) -> Posterior:
        """Return fresh ranges for the named players."""


def labels_of(hands: Iterable[ReadHand], begin: BeginsRanges, after: bool) -> Iterator[Label]:
    """Yield the labelled decisions of players whose cards are known.

    Args:
        after: whether to yield decisions after the flop, with the ranges at that moment. Otherwise,
            yield decisions before the flop, with even weights and without the players' frequencies.
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
    """Yield decisions after the flop of players with known cards, with their ranges at the time."""
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
