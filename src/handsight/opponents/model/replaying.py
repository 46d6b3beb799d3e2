"""Recorded hands followed again with a model, to see how its labelled decisions look to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from handsight.cards.card import STREET_SLICES
from handsight.opponents.model.boards import board_of
from handsight.opponents.model.decoding import UNKNOWN, ReadHand
from handsight.opponents.model.likelihood import Label, ModelInput
from handsight.opponents.model.posterior import Posterior, even_weights
from handsight.opponents.model.priors import Triple

NOT_ASKED: Triple = (0.0, 0.0, 0.0)


class Begins(Protocol):
    """Begins the ranges of a hand."""

    def __call__(self, names: tuple[str, ...], /) -> Posterior:
        """Begin them."""


def labels_of(hands: Iterable[ReadHand], begin: Begins, after: bool) -> Iterator[Label]:
    """Tell all decisions of players whose cards are known.

    Args:
        after: those after the flop, with the ranges as they are then; else those before it, with
            even weights and without the players' frequencies.
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
            spot = ModelInput(step.context, board_of(()), even_weights(), NOT_ASKED, name)
            yield Label(spot, combo, step.action, hand.whole)


def _after(hand: ReadHand, begin: Begins) -> Iterator[Label]:
    """Follow the ranges of those who are known and have a decision after the flop."""
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
